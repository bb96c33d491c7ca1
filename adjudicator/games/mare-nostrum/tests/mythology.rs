//! Mythology: everything with a power has a rule case of its own, the board fits what the rules state, and stored positions of the other
//! games do not change with it.

use std::collections::BTreeSet;
use std::path::Path;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Draft, Effort, Game, Letter, Pace, Salt, Seat, Seed, Stage, Viewer, read};
use tabellarius_mare_nostrum::board::Board;
use tabellarius_mare_nostrum::classic::{self, Classic};
use tabellarius_mare_nostrum::common::orders::Item;
use tabellarius_mare_nostrum::mythology::event::Event;
use tabellarius_mare_nostrum::mythology::phases::roles;
use tabellarius_mare_nostrum::mythology::position::{Favour, Hold, Phase};
use tabellarius_mare_nostrum::mythology::{Mythology, Options};
use tabellarius_mare_nostrum::pieces::{Building, Creature, God, Good, Province, Role, Unit};

fn cases() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/cases/mythology");
    let files = std::fs::read_dir(folder).expect("the folder of cases");
    files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
}

/// Each god, creature, hero and wonder has a file of rule cases that is named after it.
#[test]
fn every_power_has_a_case() {
    let board = Board::mythology().expect("the board");
    let gods = God::ALL.iter().map(|god| god.key());
    let creatures = Creature::ALL.iter().map(|creature| creature.key());
    let cards = board.cards.iter().map(|card| card.key());
    let all: Vec<&str> = gods.chain(creatures).chain(cards).collect();
    assert_eq!(all.len(), 8 + 6 + 33 + 7, "8 gods, 6 creatures, 33 heroes, 7 wonders");
    let cases = cases();
    let missing: Vec<&&str> = all.iter().filter(|key| !cases.iter().any(|file| file.contains(**key))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What the rules state of the box (MY-1.3, MY-1.4, MY-2.1): cards, tokens, set-ups of 45 points.
#[test]
fn the_box_is_as_the_rules_say() {
    let board = Board::mythology().expect("the board");
    assert_eq!((board.bank.count(Good::Tax), board.bank.count(Good::Pottery), board.bank.len()), (40, 6, 153));
    assert_eq!((board.provinces.len(), board.seas.len(), board.civilizations.len()), (42, 14, 6));
    let tokens: Vec<[u8; 4]> = (3..=6)
        .map(|n| board.stock(n))
        .map(|s| [s.of(Building::City), s.of(Building::Caravan), s.of(Building::Market), s.of(Building::Temple)])
        .collect();
    assert_eq!(tokens, [[8, 18, 8, 4], [10, 23, 10, 5], [12, 28, 12, 6], [14, 33, 14, 7]]);
    for one in &board.civilizations {
        let start = &one.start;
        let units = |list: &[(Province, u8)]| list.iter().map(|(_, n): &(Province, u8)| usize::from(*n)).sum::<usize>();
        let free = usize::from(["carthage", "greece"].contains(&one.key.as_str()));
        let pieces = start.markers.len() + start.cities.len() + start.caravans.len();
        let army = units(&start.legions) + units(&start.fortresses) + units(&start.triremes) - free;
        let points = 9 + 3 * (pieces + army) + 6 * (start.markets.len() + start.temples.len());
        assert_eq!(points, 45, "{}", one.name);
    }
}

/// A stored position of the game of 2003 has five sides, three roles and 29 cards, as before there were more.
#[test]
fn other_games_write_positions_as_before() {
    let game = Classic::new(classic::Options::parse(5, "").expect("a variant")).expect("the game");
    let text = serde_json::to_value(game.start()).expect("written");
    let ground = &text["position"]["ground"];
    assert_eq!(ground["roles"].as_array().map(Vec::len), Some(3));
    assert_eq!(ground["owners"].as_array().map(Vec::len), Some(29));
    assert_eq!(ground["areas"][0]["legions"].as_array().map(Vec::len), Some(5));
    assert!(ground["areas"][0].get("creatures").is_none());
    assert_eq!(text["hands"].as_array().map(Vec::len), Some(5));
}

/// MY-2.4: the roles of the aid cards are those with most of what they count, so nobody loses one before doing anything.
#[test]
fn first_roles_are_held_rightly() {
    let game = Mythology::new(Options::parse(6, "").expect("a variant")).expect("the game");
    let position = game.start().position;
    for (role, seat) in [(Role::Director, 1), (Role::HighPriest, 2), (Role::Political, 3), (Role::Military, 0)] {
        let counts = roles::counts(&game, &position, role);
        assert_eq!(position.role(role), Some(Seat(seat)));
        assert!(counts.iter().all(|count| *count <= counts[usize::from(seat)]), "{role}: {counts:?}");
    }
}

/// MY-5.4, MY-5.8.4: of a battle that a letter brings about its writer is told the odds, of krakens at sea too; who defends is told as well.
#[test]
fn odds_of_battles() {
    let game = Mythology::new(Options::parse(6, "").expect("a variant")).expect("the game");
    let (rome, greece, atlantis) = (Seat(0), Seat(2), Seat(5));
    let mut state = game.start();
    (state.position.turn, state.position.phase) = (3, Phase::Military);
    let province = |name: &str| game.core.board.province(name).expect("a province");
    let sea = game.core.board.sea("Mare Ionium").expect("a sea");
    state.position.area_mut(province("Roma")).legions[rome.index()] = 4;
    state.position.area_mut(province("Roma")).creatures[rome.index()] = 1;
    state.position.area_mut(province("Tarentum")).legions[greece.index()] = 1;
    state.position.krakens[sea.index()] = 1;
    state.position.fleets[sea.index()][greece.index()] = 1;
    state.position.area_mut(province("Athenae")).docked[greece.index()] = 0; // or it would join the other (MY-5.2)
    let stage = Stage::open(&game, state, Pace::Bulk, Seed::from_text("odds"), Salt::first("odds"));
    let odds = |seat, text: &str| {
        let reading = read(&game, text);
        assert_eq!(reading.problems, [], "{text}");
        stage.forecast(&game, seat, &Draft::new(&reading.lines, &[], 1), Effort::LETTER).odds
    };
    let told = odds(rome, "move all Roma -> Tarentum");
    let of = told.iter().find(|odds| odds.subject == province("Tarentum").to_string()).expect("the battle");
    // Four dice and a titan's six bring ten points at least: the one legion there is always lost.
    assert_eq!(of.outcomes, [("held", of.times)], "{of:?}");
    let told = odds(atlantis, "attack Mare Ionium: Greece");
    let of = told.iter().find(|odds| odds.subject == sea.to_string()).expect("the battle at sea");
    let share = |key: &str| of.outcomes.iter().find(|(outcome, _)| *outcome == key).map_or(0, |(_, n)| *n);
    // The kraken's six sinks the trireme, which hits it with a five or six.
    assert_eq!(share("held") + share("empty"), of.times, "{of:?}");
    assert!(of.times >= 16 && share("held") > share("empty"), "{of:?}");
}

/// MY-5.3, MY-4.5, MY-6.3.7: an automaton attacks over the sea too, stays where it is about to replace a marker, and wastes no Poseidon.
#[test]
fn automata_cross_the_sea_and_stay_to_convert() {
    let game = Mythology::new(Options::parse(6, "").expect("a variant")).expect("the game");
    let (rome, greece) = (Seat(0), Seat(2));
    let mut state = game.start();
    (state.position.turn, state.position.phase) = (3, Phase::Military);
    let province = |name: &str| game.core.board.province(name).expect("a province");
    let sea = game.core.board.sea("Mare Ionium").expect("a sea");
    let (tarentum, syracusae, epirus) = (province("Tarentum"), province("Syracusae"), province("Epirus"));
    state.position.area_mut(tarentum).legions[rome.index()] = 2;
    state.position.fleets[sea.index()][rome.index()] = 1;
    state.position.area_mut(syracusae).owner = Some(greece);
    state.position.area_mut(epirus).owner = Some(greece);
    state.position.area_mut(epirus).legions[rome.index()] = 1;
    state.position.area_mut(epirus).hold = Some((rome, Hold::Convert));
    state.position.gods[God::Poseidon as usize] = Some(Favour { seat: rome, spent: false });
    let letter = game.caretaker(&game.view(&state, Viewer::Seat(rome)), rome);
    assert!(letter.contains("Tarentum -> Syracusae"), "{letter}");
    assert!(!letter.contains("Epirus ->"), "{letter}");
    assert!(letter.contains("Poseidon when any carries, any last"), "{letter}");
}

/// What caretakers did in a game.
#[derive(Default, Debug)]
struct Deeds {
    prayers: usize,
    creatures: usize,
    battles: usize,
}

/// Plays a game between automata to its end; their letters are understood, and nothing in them is refused before others have moved.
fn automata(players: usize, variant: &str, pace: Pace, seed: &str, deeds: &mut Deeds) -> bool {
    let game = Mythology::new(Options::parse(players, variant).expect("a variant")).expect("the game");
    let mut stage = Stage::open(&game, game.start(), pace, Seed::from_text(seed), Salt::first(seed));
    for _ in 0..4 * 150 {
        for _ in 0..400 {
            if stage.asked().finished {
                break;
            }
            for seat in game.seats().iter() {
                let text = game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat);
                let reading = read(&game, &text);
                assert_eq!(reading.problems, [], "{text}");
                stage.file(seat, Letter { text, lines: reading.lines, finality: Finality::Final });
            }
            stage.close(&game).expect("what is published stands");
        }
        assert!(stage.asked().finished, "a stage without end");
        for told in &stage.asked().told {
            match &told.event {
                Event::Prayed { .. } => deeds.prayers += 1,
                Event::Battle { .. } => deeds.battles += 1,
                Event::Bought { item: Item::Unit { unit: Unit::Creature, .. }, .. } => deeds.creatures += 1,
                _ => {}
            }
        }
        if game.winners(&stage.asked().state).is_some() {
            return true;
        }
        stage = stage.next(&game);
    }
    false
}

/// Tables of automata come to an end for every number of players, in both paces; they pray, raise creatures and fight.
#[test]
fn automata_finish_their_games() {
    let mut deeds = Deeds::default();
    for players in 3..=6 {
        for (pace, variant) in [(Pace::Bulk, ""), (Pace::Strict, ""), (Pace::Bulk, "advanced")] {
            let name = format!("{players} {variant} {pace:?}");
            assert!(automata(players, variant, pace, &name, &mut deeds), "{name}: no end");
        }
    }
    assert!(deeds.prayers > 5 && deeds.creatures > 5 && deeds.battles > 5, "{deeds:?}");
}
