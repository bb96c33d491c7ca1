//! The scenarios against the manual's table of contents, and wrong files.

use super::{FILES, load};
use crate::deck::Deck;
use crate::map::Map;
use alloc::string::ToString as _;
use alloc::vec::Vec;

/// IS-14.1: the named scenarios of the manual (004:1644-3804), all eleven, and in how many versions each can be played.
#[test]
fn the_scenarios_of_the_manual() {
    let (map, deck) = (Map::built_in().expect("the map"), Deck::built_in().expect("the deck"));
    let read = |(file, text): &(&str, &str)| load(&map, &deck, file, text).expect(file).0;
    let scenarios: Vec<_> = FILES.iter().map(read).collect();
    let contents = [
        ("punic-wars", 2),
        ("second-punic-war", 2),
        ("caesar-and-pompey", 2),
        ("antony-and-cleopatra", 2),
        ("fall-of-rome-1", 7),
        ("hannibal", 3),
        ("fall-of-rome-2", 3),
        ("greeks-and-persians", 2),
        ("alexander", 2),
        ("darius", 2),
        ("god-king", 17),
    ];
    for (key, versions) in contents {
        let found = scenarios.iter().find(|scenario| scenario.key == key).map_or(0, |found| found.versions.len());
        assert_eq!(found, versions, "{key}");
    }
    assert!(scenarios.iter().all(|scenario| contents.iter().any(|(key, _)| *key == scenario.key)));
}

/// IS-2.2: the situations of the manual (004:1757-1907): one for six, one for five, four for four, three for three, three for two, and
/// seven on a part of the map.
#[test]
fn the_situations_of_the_manual() {
    let map = Map::built_in().expect("the map");
    let (setups, _) = crate::setups::load(&map, crate::setups::FILE.0, crate::setups::FILE.1).expect("the set-ups");
    let count = |players: usize, has_cut: bool| {
        let fits =
            |one: &&crate::setups::Setup| !one.is_basic && one.players == players && one.cut.is_some() == has_cut;
        setups.iter().filter(fits).count()
    };
    assert_eq!([6, 5, 4, 3, 2].map(|players| count(players, false)), [1, 1, 4, 3, 3]);
    assert_eq!([4, 3, 2].map(|players| count(players, true)), [2, 2, 3]);
}

/// Every file is one of the game's, so that an operator's may take its place.
#[test]
fn every_file_is_listed() {
    use tabellarius_kernel::Listed as _;
    let listed = |file: &&(&str, &str)| crate::InnerSea::ENTRY.data.iter().any(|known| known.0 == file.0);
    assert_eq!(FILES.iter().filter(listed).count(), FILES.len());
}

/// IS-14.1: the Italian name is understood too.
#[test]
fn scenarios_have_two_names() {
    let (map, deck) = (Map::built_in().expect("the map"), Deck::built_in().expect("the deck"));
    for ((file, text), italian) in FILES.iter().zip(["le-guerre-puniche", "la-seconda-guerra-punica"]) {
        let (scenario, facts) = load(&map, &deck, file, text).expect(file);
        assert!(scenario.is_called(italian) && scenario.is_called(&scenario.key), "{:?}", scenario.also);
        assert!(facts.iter().all(|fact| fact.is_from_rulebook()));
    }
}

/// IS-14.1: of two with one name the one that so many people can play.
#[test]
fn a_name_and_so_many_people() {
    let key = |people: usize, variant: &str| crate::InnerSea::new(people, variant).expect(variant).options.scenario.key;
    assert_eq!(key(1, "scenario=fall-of-rome"), "fall-of-rome-2");
    assert_eq!(key(3, "scenario fall-of-rome"), "fall-of-rome-1");
    assert_eq!(key(2, "la-caduta-di-roma"), "fall-of-rome-1");
    assert_eq!(key(1, "alessandro-magno"), "alexander");
}

#[test]
fn a_wrong_file_is_refused_with_line_and_reason() {
    let (map, deck) = (Map::built_in().expect("the map"), Deck::built_in().expect("the deck"));
    let check = |from: &str, to: &str, expected: &str| {
        let text = FILES[0].1.replacen(from, to, 1);
        let flaws = load(&map, &deck, "punic.toml", &text).expect_err(to);
        assert!(flaws.iter().any(|flaw| flaw.to_string().ends_with(expected)), "{flaws:?}");
    };
    check("map = \"west\"", "map = \"moon\"", "there is no line across the map 'moon'");
    check("\"Noricum\"", "\"Troy\"", "Troy is not in play");
    check("\"Noricum\"", "\"Nowhere\"", "there is no area 'Nowhere'");
    check("3 = [", "x = [", "'x' is not a number of discs");
    check("epochs = [2, 4]", "epochs = [4, 2]", "these are not two Epochs, the first before the last");
    check(
        "source = \"rulebook 004:1662\"",
        "source = \"hearsay\"",
        "a scenario's source is 'rulebook ...', with its lines",
    );
    check("hands = [[\"rome\"], ", "hands = [[\"gaul\"], ", "'gaul' is no part of the scenario");
    check("hands = [[\"rome\"], ", "hands = [[\"carthage\"], ", "'carthage' is held twice");
    check("\"fill home\"", "\"fill houses\"", "there is no duty 'fill houses'");
}
