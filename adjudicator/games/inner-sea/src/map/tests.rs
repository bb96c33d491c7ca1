//! The map as delivered, and files that are refused.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use super::*;
use crate::pieces::Edge;
use alloc::string::ToString as _;

fn names(map: &Map, set: AreaSet) -> Vec<&str> {
    set.iter().map(|area| map.place(area).name.as_str()).collect()
}

#[test]
fn the_map_has_its_areas() {
    let map = Map::built_in().unwrap();
    let chart = map.chart(None);
    assert_eq!([chart.land.len(), chart.coastal.len(), chart.open.len()], [68, 35, 2], "IS-1.2");
    let near = |name: &str| chart.next_to(map.find(name).unwrap());
    assert_eq!([(near("Rome") & chart.land).len(), (near("Rome") - chart.land).len()], [4, 2]);
    assert_eq!([(near("Carthage") & chart.land).len(), (near("Carthage") - chart.land).len()], [2, 3]);
    assert_eq!(names(&map, near("Icarian Sea") & chart.land), ["Ionia", "Lydia", "Troy"]);
    // IS-1.2.1: each land of an island touches each sea of its rim.
    assert!(near("Sardinia").contains(map.find("Bay of Capua").unwrap()));
    assert!(near("Nora").contains(map.find("Bay of Capua").unwrap()));
    // IS-1.2.3: ten homes.
    assert!(chart.homes[..10].iter().all(Option::is_some));
    assert_eq!(chart.ranked.len(), 105, "IS-6.1");
}

/// IS-1.4, IS-1.4.1
#[test]
fn lines_cut_the_map() {
    let map = Map::built_in().unwrap();
    for (key, in_play) in [("west", 57), ("extended-west", 76), ("east", 45), ("extended-east", 67)] {
        let cut = map.cuts.iter().find(|cut| cut.key == key).unwrap();
        let chart = map.chart(Some(cut));
        assert_eq!(chart.in_play.len(), in_play, "{key}");
        assert!((chart.in_play & cut.line).is_empty());
        assert!(chart.in_play.iter().all(|area| (chart.next_to(area) - chart.in_play).is_empty()));
    }
    let east = map.chart(map.cuts.iter().find(|cut| cut.key == "east"));
    let west_edge = names(&map, east.edges[Edge::West as usize]);
    assert!(west_edge.contains(&"Illyria") && !west_edge.contains(&"Atlantic"), "{west_edge:?}");
    assert_eq!(east.home(Civ::Rome), None);
}

#[test]
fn a_wrong_map_is_refused_with_line_and_reason() {
    let check = |from: &str, to: &str, expected: &str| {
        assert!(FILE.1.contains(from), "{from}");
        let flaws = Map::load("map.toml", &FILE.1.replacen(from, to, 1)).unwrap_err();
        let line = 1 + FILE.1[..FILE.1.find(from).unwrap()].matches('\n').count();
        let found = flaws.iter().find(|flaw| flaw.to_string().ends_with(expected));
        let found = found.unwrap_or_else(|| panic!("{expected}: {flaws:?}"));
        assert!(found.line.abs_diff(line) <= 12 || expected.contains("island"), "{found}, not line {line}");
    };
    check("kind = \"coastal\"", "kind = \"lake\"", "there is no kind of area 'lake'");
    check(
        "between = [\"Adriatic Sea\", \"Apulia\"]",
        "between = [\"Adriatic Sea\", \"Apula\"]",
        "there is no area 'Apula'",
    );
    check("name = \"Aegean Sea\"", "name = \"Adriatic Sea\"", "there are two areas 'Adriatic Sea'");
    check("rank = 24\n", "rank = 25\n", "two areas have the rank 25");
    check("region = \"middle-seas\"", "region = \"nowhere\"", "there is no region 'nowhere'");
    check("source = \"rulebook 004:305,379,1547,4229\"", "source = \"hearsay\"", "'board' or 'house'");
    check("between = [\"Bay of Capua\", \"Nora\"]", "between = [\"Kush\", \"Nora\"]", "as the rest of its island does");
}
