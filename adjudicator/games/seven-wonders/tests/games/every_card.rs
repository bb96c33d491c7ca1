//! Every leader, black card and myth has a case of its own, and so has every example of the rulebook; which myths take part follows
//! from their signs.

use crate::game;
use std::fs;
use std::path::{Path, PathBuf};
use tabellarius_seven_wonders::deck::{Deck, Expansion, FILE};
use tabellarius_seven_wonders::deity::Deity;
use tabellarius_seven_wonders::language::term::WORD_FILES;
use tabellarius_seven_wonders::pieces::Colour;
use tabellarius_seven_wonders::{Options, SevenWonders};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The titles of all cases of this game.
fn titles() -> Vec<String> {
    let folder = root().join("tests/cases/seven-wonders");
    let files = fs::read_dir(folder).expect("the folder of cases").map(|entry| entry.expect("entry").path());
    let texts: Vec<String> = files.map(|file| fs::read_to_string(file).expect("a text")).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    lines.filter_map(|line| line.strip_prefix("case: ")).map(String::from).collect()
}

#[test]
fn every_leader_black_card_and_myth_has_a_case_of_its_own() {
    let titles = titles();
    let has_case = |name: &str| titles.iter().any(|title| title.starts_with(&format!("{name}: ")));
    let deck = Deck::with(Expansion::ALL).expect("built-in data");
    let named = |colour: Colour| {
        let of = deck.cards.iter().filter(move |card| card.colour == colour);
        of.map(|card| card.name.as_str()).collect::<Vec<_>>()
    };
    let (leaders, black) = (named(Colour::White), named(Colour::Black));
    let myths: Vec<&str> = deck.myths.iter().map(|card| card.name.as_str()).collect();
    assert_eq!((leaders.len(), black.len(), myths.len()), (36 + 6 + 6, 27, 35));
    // Shenron prints no power: a case cannot show the one that an owner invents, the test below does.
    let all = leaders.iter().chain(&black).chain(myths.iter().filter(|name| **name != "Shenron"));
    let missing: Vec<_> = all.filter(|name| !has_case(name)).collect();
    assert!(missing.is_empty(), "no case of their own: {missing:?}");
}

/// Every example, note and question of the rulebook is in the list of the rules' document, and its case is there.
#[test]
fn every_example_of_the_rulebook_has_its_case() {
    let rules = fs::read_to_string(root().join("docs/rules/seven-wonders.md")).expect("the rules");
    let list = rules.split("## 15. The examples of the rulebook").nth(1).expect("the list of examples");
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| what") && !line.starts_with("|---"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 24, "examples, notes and questions");
    let titles = titles();
    for row in &rows {
        let start = row[1].trim_matches('`');
        assert!(titles.iter().any(|title| title.starts_with(start)), "{}: there is no case '{start}'", row[0]);
    }
}

/// 7W-13.3: the signs of the myths.
#[test]
fn which_myths_take_part() {
    let takes_part = |players: usize, variant: &str, deity: Deity| game(players, variant).pantheon().contains(&deity);
    let alone = |deity: Deity| takes_part(5, "myths", deity);
    let with = |boxes: &str, deity: Deity| takes_part(6, &format!("myths,{boxes}"), deity);
    assert!(alone(Deity::HestiaRed) && !with("cities", Deity::HestiaRed));
    assert!(!alone(Deity::HestiaBlue) && with("cities", Deity::HestiaBlue));
    assert!(alone(Deity::Hecate) && !with("cities", Deity::Hecate));
    assert!(!alone(Deity::Nut) && with("cities", Deity::Nut));
    assert!(!alone(Deity::Pegasus) && with("leaders", Deity::Pegasus));
    assert!(!alone(Deity::Medusa) && with("cities", Deity::Medusa) && !takes_part(7, "myths,cities", Deity::Medusa));
    assert!(!alone(Deity::Pan) && takes_part(6, "myths", Deity::Pan));
    for deity in [Deity::Atlas, Deity::Horus] {
        assert!(alone(deity) && !with("cities,teams", deity) && !takes_part(2, "myths", deity));
    }
    for deity in [Deity::Marduk, Deity::Ishtar, Deity::Shamash, Deity::Toinito] {
        assert!(!alone(deity) && !with("cities", deity) && with("cities,teams", deity));
    }
    assert!(!alone(Deity::Shenron) && !with("leaders,cities,teams", Deity::Shenron));
}

/// 7W-13.3: an owner may let Shenron take part, and bring coins.
#[test]
fn an_owner_may_invent_a_power() {
    use rand::SeedableRng as _;
    use tabellarius_kernel::playout::playout;
    let file = Expansion::Myths.file();
    let text = file.1.replace("only_with = [\"house\"]", "only_with = []\namount = [4, 5, 6]");
    let deck = Deck::load(&[FILE, (file.0, &text)]).expect("an owner's data");
    let options = Options::parse_on(&deck, 3, "myths").expect("a variant");
    let game = SevenWonders::with(deck, WORD_FILES, options).expect("an owner's game");
    assert!(game.pantheon().contains(&Deity::Shenron));
    let mut chance = tabellarius_kernel::Chance::seed_from_u64(31);
    let mut invoked = 0;
    for _ in 0..200 {
        playout(&game, &mut chance, 400, |state| {
            invoked +=
                usize::from(state.position.cities.iter().any(|city| city.deities().any(|d| d == Deity::Shenron)));
        });
    }
    assert!(invoked > 20, "{invoked}");
}
