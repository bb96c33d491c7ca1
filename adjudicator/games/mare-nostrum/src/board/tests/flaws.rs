//! One test for each kind of flaw: the line and the reason.

use crate::board::{Board, CLASSIC, Flaw};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The flaws of the compiled-in file after one change, each as the text of its line and the reason.
fn flaws_after(old: &str, new: &str) -> Vec<(String, String)> {
    assert!(CLASSIC.1.contains(old), "the file has no '{old}'");
    let text = CLASSIC.1.replacen(old, new, 1);
    let flaws = Board::load("test.toml", &text).expect_err("a flaw");
    let line = |flaw: &Flaw| text.lines().nth(flaw.line - 1).expect("a line").trim().to_string();
    flaws.iter().map(|flaw| (line(flaw), flaw.reason.clone())).collect()
}

/// Asserts that a change is told as one flaw, on a line with this text.
#[track_caller]
fn expect(old: &str, new: &str, line: &str, reason: &str) {
    let flaws = flaws_after(old, new);
    assert_eq!(flaws.len(), 1, "{flaws:#?}");
    assert!(flaws[0].0.contains(line), "{flaws:#?}");
    assert!(flaws[0].1.contains(reason), "{flaws:#?}");
}

#[test]
fn a_flaw_prints_as_file_line_and_reason() {
    let flaw = Flaw { file: "a.toml".into(), line: 7, reason: "no good".into() };
    assert_eq!(flaw.to_string(), "a.toml:7: no good");
}

#[test]
fn syntax() {
    expect(r#"name = "Roma""#, r#"name = Roma""#, "name = Roma", "");
}

#[test]
fn unknown_province() {
    let (old, new) = (r#"["Roma", "Tarentum"] }"#, r#"["Roma", "Tarent"] }"#);
    expect(old, new, r#""Tarent""#, "unknown province 'Tarent'");
}

#[test]
fn unknown_sea() {
    let (old, new) = (r#"land = "Moesia", sea = "Pontus Euxinus""#, r#"land = "Moesia", sea = "Pontus""#);
    expect(old, new, r#"sea = "Pontus" "#, "unknown sea 'Pontus'");
}

#[test]
fn unknown_good() {
    expect(r#"goods = ["gems"]"#, r#"goods = ["jade"]"#, "jade", "unknown good 'jade'; the goods are perfume");
    expect(r#"goods = ["gems"]"#, r#"goods = ["tax"]"#, "tax", "unknown good 'tax'");
}

#[test]
fn doubled_names() {
    let new = "[[sea]]\nname = \"Mare ionium\"\nat = [1, 1]\n\n[borders]";
    expect("[borders]", new, "Mare ionium", "'Mare ionium' is named twice");
    expect(r#"cities = ["Myra"]"#, r#"cities = ["Myra", "Myra"]"#, "Myra", "the city 'Myra' is named twice");
    let old = "key = \"carthage\"";
    expect(old, "key = \"rome\"", "rome", "'rome' is named twice");
}

#[test]
fn island_with_a_land_border() {
    let (old, new) = ("land = [\n", "land = [\n  { between = [\"Cyprus\", \"Lycia\"] },\n");
    expect(old, new, r#"["Cyprus", "Lycia"]"#, "the island Cyprus cannot have a land border");
}

#[test]
fn province_without_site() {
    expect(
        r#"goods = ["gems"]"#,
        "goods = []",
        r#"name = "Armenia""#,
        "Armenia has neither a city site nor a goods site",
    );
}

#[test]
fn border_to_itself() {
    let (old, new) = ("land = [\n", "land = [\n  { between = [\"Lycia\", \"Lycia\"] },\n");
    expect(old, new, r#"["Lycia", "Lycia"]"#, "Lycia borders itself");
}

#[test]
fn doubled_border() {
    let new = "land = [\n  { between = [\"Tarentum\", \"Roma\"] },\n";
    expect("land = [\n", new, r#"["Roma", "Tarentum"]"#, "Roma - Tarentum is listed twice");
    let new = "sea = [\n  { between = [\"Mare Ionium\", \"Mare Adriaticum\"] },\n";
    expect("\nsea = [\n", &["\n", new].concat(), "Mare Adriaticum", "is listed twice");
    let new = "coast = [\n  { land = \"Roma\", sea = \"Mare Tyrrhenum\" },\n";
    expect("coast = [\n", new, "Mare Tyrrhenum", "Roma - Mare Tyrrhenum is listed twice");
}

#[test]
fn set_up_on_a_missing_site() {
    expect(
        r#"cities = ["Athenae", "Sparta"]"#,
        r#"cities = ["Athenae", "Corinth"]"#,
        "Corinth",
        "no city site is called 'Corinth'",
    );
    expect(
        r#"{ good = "wine", in = "Roma" }"#,
        r#"{ good = "oil", in = "Roma" }"#,
        "oil",
        "Roma has no free site for oil",
    );
    expect(
        r#"cities = ["Athenae", "Sparta"]"#,
        r#"cities = ["Athenae", "Myra"]"#,
        "Myra",
        "there is no marker in Lycia to place this",
    );
    expect(r#"legions = { "Roma" = 2 }"#, r#"legions = { "Illyria" = 2 }"#, "Illyria", "there is no marker in Illyria");
    expect(r#"legions = { "Roma" = 2 }"#, r#"legions = { "Rome" = 2 }"#, "Rome", "unknown province 'Rome'");
}

#[test]
fn set_up_markers() {
    expect(
        r#"markers = ["Babylon", "#,
        r#"markers = ["Babylon", "Cyprus", "Rhodus", "#,
        "Rhodus",
        "Rhodus has a marker already",
    );
    expect(r#"legions = { "Babylon" = 1 }"#, r#"triremes = { "Babylon" = 1 }"#, "triremes", "Babylon has no coast");
}

#[test]
fn civilization_without_capital() {
    let old = "capital = { is = \"Roma\", source = \"rulebook 002:618\" }\n";
    expect(old, "", "[[civilization]]", "Rome has no capital");
    let flaws = flaws_after(r#"is = "Carthago", source = "rulebook 000:522""#, r#"is = "Roma""#);
    assert_eq!(flaws[0].1, "Roma is the capital of another civilization already");
    assert_eq!(flaws[1].1, "Carthage has no marker in its capital");
}

#[test]
fn numbers_out_of_range() {
    expect("grain = 11", "grain = -1", "grain = -1", "-1 is not a number from 0 to 80");
    expect("grain = 11", "grain = 300", "grain = 300", "300 is not a number from 0 to 80");
    expect("caravan = 18", "caravan = 1000", "caravan = 1000", "1000 is not a number");
    expect(r#""Roma" = 2"#, r#""Roma" = 9"#, r#""Roma" = 9"#, "9 is not a number from 0 to 8");
    expect("at = [53, 64]", "at = [53, -64]", "-64", "[53, -64] is not on the map");
    expect("grain = 11", "grain = 1.5", "grain = 1.5", "expected a plain value");
}

#[test]
fn unknown_and_missing_keys() {
    expect("edge = true", "egde = true", "egde", "unknown field `egde`");
    expect("grain = 11", "barley = 11\ngrain = 11", "barley", "unknown key 'barley'");
    expect("grain = 11\n", "", "[cards]", "'grain' is missing here");
    expect("[leave_out]", "[tips]\n[leave_out]", "[tips]", "unknown section 'tips'");
    expect("[drawing]\n", "[drawing]\nscale = 2\n", "scale", "unknown key 'drawing.scale'");
    expect("name = \"Roma\"\n", "", "[[province]]", "missing field `name`");
    expect("source = \"reconstructed\"\n\n", "", "", "'source' is missing");
}

#[test]
fn heroes_and_roles() {
    expect(r#"is = "pericles""#, r#"is = "pyramids""#, "pyramids", "unknown hero 'pyramids'");
    expect(r#"is = "pericles""#, r#"is = "hannibal""#, "hannibal", "the hero 'hannibal' is given twice");
    expect(r#"is = "director""#, r#"is = "pope""#, "pope", "unknown role 'pope'");
}

#[test]
fn sources() {
    let reason = "the source 'hearsay' is not 'rulebook <number>:<line>'";
    expect(r#"source = "rulebook 001:29""#, r#"source = "hearsay""#, "hearsay", reason);
}

#[test]
fn all_flaws_are_told() {
    let text = CLASSIC.1.replace("\"gems\"", "\"jade\"").replace("metal = 7", "metal = 700");
    let flaws = Board::load("test.toml", &text).expect_err("flaws");
    assert_eq!(flaws.len(), 3, "{flaws:#?}");
    assert!(flaws.is_sorted());
}

#[test]
fn a_lost_line_is_never_worse_than_a_flaw() {
    let lines: Vec<&str> = CLASSIC.1.lines().collect();
    for gap in 0..lines.len() {
        let text = [&lines[..gap], &lines[gap + 1..]].concat().join("\n");
        if let Err(flaws) = Board::load("test.toml", &text) {
            let last = lines.len();
            assert!(flaws.iter().all(|flaw| (1..=last).contains(&flaw.line)), "{flaws:#?}");
        }
    }
}
