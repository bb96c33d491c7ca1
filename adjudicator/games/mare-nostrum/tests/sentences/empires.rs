//! The sentences of Mare Nostrum: Empires: each thing that can happen has one, and reports can be read.

use super::{cards, questions, reasons};
use rand::SeedableRng as _;
use tabellarius_kernel::{
    Audience, Chance, Event as _, Game as _, Listed as _, Pace, Reason as _, Seat, Table, Told, Viewer, read,
};
use tabellarius_mare_nostrum::common::orders::{Bounty, Item};
use tabellarius_mare_nostrum::empires::event::{Event, LeaderReason, Place, Side, Triumph};
use tabellarius_mare_nostrum::empires::position::{Phase, Site, State};
use tabellarius_mare_nostrum::empires::reason::{Own, Reason};
use tabellarius_mare_nostrum::empires::{Empires, Options};
use tabellarius_mare_nostrum::pieces::{Card, Cards, Good, Province, Role, Sea, Unit};
use tabellarius_report::testing::{
    assert_fits, assert_reads_well, dispatch, entries, every, news, opened, renderer, tags,
};
use tabellarius_report::{News, rules};

const ROME: Seat = Seat(0);
const GREECE: Seat = Seat(1);
const ITALIA: Province = Province(0);
const SICILIA: Province = Province(5);
const ACHAEA: Province = Province(9);

pub fn empires(players: usize, variant: &str) -> Empires {
    Empires::new(Options::parse(players, variant).unwrap()).unwrap()
}

fn side(seat: Seat, dice: &[u8], fortresses: u8, bonus: u8, lost: (u8, u8)) -> Side {
    let total = dice.iter().sum::<u8>() + bonus + 5 * fortresses;
    let (units, hits, (lost_units, lost_fortresses)) = (dice.len() as u8, total / 5, lost);
    Side { seat, units, fortresses, dice: dice.to_vec(), bonus, total: total.into(), hits, lost_units, lost_fortresses }
}

fn events() -> Vec<Event> {
    use Good::*;
    every! { Event:
        PhaseBegins { turn: 3, phase: Phase::Movement };
        TilesTurned { cards: vec![Card::Circe, Card::Colossus] };
        Collected { seat: ROME, cards: cards(&[Tax, Tax, Grain, Sheep]) };
        SupplyShort { seat: ROME, good: Gold, missing: 1 };
        ExtraCoin { seat: ROME, card: Card::TempleOfArtemis };
        ExtraGood { seat: ROME, card: Card::Colossus, good: Pottery };
        CirceCollects { seat: GREECE, province: ACHAEA, good: Stone };
        TempleGives { seat: ROME, province: SICILIA, bounty: Bounty::Coin };
        LegendDrawn { seat: ROME, province: Some(SICILIA) };
        LegendIs { seat: ROME, good: Papyrus };
        NoLegend { seat: ROME };
        TilePlayed { seat: ROME, number: 1 };
        AntigoneOffers { seat: ROME, number: 4 };
        Offered { seat: ROME, cards: cards(&[Tax, Wine]) };
        Taken { seat: ROME, from: GREECE, good: Wine };
        TradeEnds { seat: ROME };
        Returned { seat: ROME, cards: cards(&[Oil]) };
        Compensated { seat: ROME, to: GREECE };
        CompensatedWith { seat: ROME, to: GREECE, good: Sheep };
        TurnToBuild { seat: ROME, leader: GREECE };
        PerseusBuilds { seat: ROME };
        Bought { seat: ROME, item: Item::Building { province: ITALIA, site: Site::Caravan(0) }, price: 3,
                 paid: cards(&[Grain, Oil, Wine]), discount: None };
        Copies { seat: ROME, card: Card::Ramses };
        CopiesNobody { seat: ROME };
        Kept { seat: ROME, cards: 2 };
        KeptCards { seat: ROME, cards: cards(&[Tax, Tax]) };
        Discarded { seat: ROME, cards: 2 };
        DiscardedCards { seat: ROME, cards: cards(&[Sheep, Sheep]) };
        Peace { seat: ROME, with: GREECE };
        SentHome { seat: GREECE, province: ITALIA, legions: 1, to: ACHAEA };
        TurnToMove { seat: ROME, leader: ROME };
        TakenOver { seat: ROME, province: SICILIA, from: GREECE };
        MarkerRemoved { seat: ROME, province: SICILIA, from: GREECE };
        Sailed { seat: ROME, ships: 1, from: Place::Sea(Sea(3)), to: Sea(4) };
        Marched { seat: ROME, legions: 2, from: ITALIA, to: ACHAEA, via: vec![Sea(3), Sea(5)] };
        Battle { place: Place::Land(ACHAEA), attacker: side(ROME, &[3, 5], 0, 2, (1, 0)),
                 defender: side(GREECE, &[4], 1, 0, (1, 0)) };
        AtWar { province: ACHAEA, seats: vec![ROME, GREECE] };
        Pillaged { seat: ROME, province: ACHAEA, site: Site::Caravan(1), spoils: cards(&[Oil]), of: GREECE };
        Occupied { seat: ROME, province: ACHAEA, sites: vec![Site::City(0), Site::Caravan(0), Site::Market], of: GREECE };
        OnMarker { seat: ROME, province: SICILIA, of: GREECE };
        Seized { seat: ROME, province: SICILIA, from: GREECE };
        LeaderSettled { role: Role::Director, seat: ROME, count: 5, was: Some(GREECE), why: LeaderReason::Most };
        TilesBack { seat: ROME };
        Victory { seat: ROME, how: Triumph::Pyramids };
        SharedVictory { seats: vec![ROME, GREECE], how: Triumph::Renown };
    }
}

/// The other ways in which some of them can happen.
fn more_events() -> Vec<Event> {
    let leader = |was, why| Event::LeaderSettled { role: Role::Military, seat: ROME, count: 6, was, why };
    let bought =
        |item, price, discount| Event::Bought { seat: ROME, item, price, paid: cards(&[Good::Tax; 2]), discount };
    let (sea, taxless) = (Place::Sea(Sea(2)), Cards::NONE);
    vec![
        Event::PhaseBegins { turn: 1, phase: Phase::Trade },
        Event::Collected { seat: ROME, cards: Cards::NONE },
        Event::TempleGives { seat: ROME, province: SICILIA, bounty: Bounty::Legend },
        Event::LegendDrawn { seat: ROME, province: None },
        Event::TilePlayed { seat: ROME, number: 0 },
        Event::TilePlayed { seat: ROME, number: 4 },
        bought(Item::Influence { province: ACHAEA }, 0, Some(Card::Hammurabi)),
        bought(Item::Unit { province: ITALIA, unit: Unit::Legion }, 1, Some(Card::Spartacus)),
        bought(Item::Unit { province: ITALIA, unit: Unit::Fortress }, 3, None),
        bought(Item::Building { province: ACHAEA, site: Site::City(1) }, 3, None),
        bought(Item::Building { province: ITALIA, site: Site::Temple }, 6, None),
        bought(Item::Ship { sea: Sea(3) }, 3, None),
        bought(Item::Card { card: Card::Hercules }, 7, None),
        bought(Item::Card { card: Card::QueenOfSheba }, 8, None),
        bought(Item::Card { card: Card::Lighthouse }, 8, None),
        bought(Item::Card { card: Card::Pyramids }, 12, None),
        bought(Item::Building { province: SICILIA, site: Site::City(0) }, 3, None),
        Event::SentHome { seat: GREECE, province: ITALIA, legions: 3, to: ACHAEA },
        Event::TurnToBuild { seat: ROME, leader: ROME },
        Event::Sailed { seat: ROME, ships: 3, from: sea, to: Sea(1) },
        Event::Marched { seat: ROME, legions: 1, from: ITALIA, to: Province(1), via: Vec::new() },
        Event::Battle {
            place: sea,
            attacker: side(GREECE, &[6, 1], 0, 0, (0, 0)),
            defender: side(ROME, &[1], 0, 0, (1, 0)),
        },
        Event::Battle {
            place: Place::Land(ITALIA),
            attacker: side(GREECE, &[3], 0, 0, (1, 0)),
            defender: side(ROME, &[], 1, 0, (0, 0)),
        },
        Event::Pillaged { seat: ROME, province: ACHAEA, site: Site::Temple, spoils: taxless, of: GREECE },
        Event::Occupied { seat: ROME, province: ACHAEA, sites: vec![Site::City(1)], of: GREECE },
        leader(Some(ROME), LeaderReason::Most),
        leader(None, LeaderReason::Most),
        leader(Some(ROME), LeaderReason::Named),
        leader(Some(GREECE), LeaderReason::Named),
        Event::Victory { seat: ROME, how: Triumph::Renown },
        Event::Victory { seat: ROME, how: Triumph::Conquest },
        Event::Victory { seat: ROME, how: Triumph::Leadership },
        Event::SharedVictory { seats: vec![ROME, GREECE], how: Triumph::Conquest },
    ]
}

fn own() -> Vec<Own> {
    every! { Own:
        NoSuchTile { number: 3 };
        WrongNumber { most: 4 };
        NoShoreThere { sea: Sea(1) };
        FaceDown { card: Card::Circe };
        HasFive;
        NoChoice;
        NotToCopy { card: Card::Perseus };
        PeaceBefore;
    }
}

#[test]
fn every_event_has_a_sentence() {
    let (renderer, game) = (renderer(), empires(5, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    assert_eq!(tags(&events(), "event"), entries("empires/events"));
    let text = |event: &Event| {
        let text = voice.event(event).unwrap();
        assert_reads_well(&text);
        assert!(
            rules::find(Empires::ENTRY.rules, event.rule()).is_some_and(|rule| !rule.text.is_empty()),
            "{}",
            event.rule()
        );
        text
    };
    let texts: Vec<String> = events().iter().chain(&more_events()).map(text).collect();
    insta::assert_snapshot!("events", texts.join("\n"));
}

#[test]
fn every_reason_has_a_sentence() {
    let (renderer, game) = (renderer(), empires(5, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    let all: Vec<Reason> = reasons(ACHAEA, GREECE, Good::Sheep, Card::Circe)
        .into_iter()
        .map(Reason::from)
        .chain(own().into_iter().map(Reason::from))
        .collect();
    assert_eq!(tags(&all, "reason"), entries("empires/reasons"));
    let text = |reason: &Reason| {
        let text = voice.reason(reason).unwrap();
        assert_reads_well(&text);
        assert!(rules::find(Empires::ENTRY.rules, reason.rule()).is_some(), "{}", reason.rule());
        text
    };
    let texts: Vec<String> = all.iter().map(text).collect();
    insta::assert_snapshot!("reasons", texts.join("\n"));
}

#[test]
fn every_question_has_a_sentence() {
    let (renderer, game) = (renderer(), empires(5, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    assert_eq!(questions("empires"), entries("empires/questions"));
    for name in questions("empires") {
        assert_reads_well(&voice.question(&name, Some("role/director")).unwrap().replace('?', "."));
    }
}

/// Reports over whole games of random play: none fails, no line is too wide, in both paces.
#[test]
fn reports_fit_and_never_fail() {
    let renderer = renderer();
    for (players, variant) in [(3, ""), (5, "experts")] {
        let game = empires(players, variant);
        let mut chance = Chance::seed_from_u64(3);
        let mut state = game.start();
        for _ in 0..15 {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            let told = table.told().to_vec();
            state = table.state;
            if game.winners(&state).is_some() {
                break;
            }
            for pace in [Pace::Bulk, Pace::Strict] {
                let stage = opened(&game, &state, pace);
                let told: Vec<Told<Event>> = told.iter().chain(&stage.asked().told).cloned().collect();
                for language in ["en", "it", "pl", "nl"] {
                    let voice = renderer.voice(&game, language).unwrap();
                    for viewer in game.seats().iter().map(Viewer::Seat).chain([Viewer::Observer]) {
                        assert_fits(&dispatch(&voice, &stage, &told, viewer));
                    }
                }
            }
        }
    }
}

/// A report of Empires as the game stands, in one of the paces, to somebody with a plan.
fn report(game: &Empires, state: &State, pace: Pace, told: &[Event], seat: Seat, standing: &str) -> String {
    let stage = opened(game, state, pace);
    let all = |event: &Event| Told { audience: Audience::All, event: event.clone() };
    let told: Vec<Told<Event>> = told.iter().map(all).chain(stage.asked().told.iter().cloned()).collect();
    let standing = read(game, standing).standing;
    let news = News { standing: &standing, ..news(&stage, &stage.asked().state, &told, Viewer::Seat(seat)) };
    renderer().voice(game, "en").unwrap().dispatch(&news).unwrap().into()
}

/// What a player has to know beside the orders of the form: whose power changes the sets, the choice at a temple, what silence does.
#[test]
fn a_report_says_what_its_reader_may_do() {
    let game = empires(5, "experts");
    let mut state = game.start();
    (state.position.phase, state.position.turn) = (Phase::Building, 2);
    let text = |state: &State, pace, seat: u8| report(&game, state, pace, &[], Seat(seat), "").replace('\n', " ");
    assert!(text(&state, Pace::Bulk, 4).contains("thanks to Hannibal one good may be there twice"));
    assert!(text(&state, Pace::Bulk, 3).contains("thanks to Cleopatra one coin may stand for a good"));
    assert!(!text(&state, Pace::Bulk, 0).contains("thanks to"));
    let offered = Event::TradeEnds { seat: ROME };
    let building = report(&game, &state, Pace::Bulk, &[offered], ROME, "always losses legion, fort");
    assert!(!building.contains("Round 2: Building"), "a heading with nothing below it: {building}");
    state.position.phase = Phase::Movement;
    let movement = report(&game, &state, Pace::Bulk, &[], ROME, "always losses legion, fort");
    assert_eq!(movement.matches("losses legion, fort").count(), 1, "{movement}");
    assert!(text(&state, Pace::Strict, 0).contains("If you say nothing, the first line below counts."));
    state.position.phase = Phase::Trade;
    let sicilia = state.position.area_mut(SICILIA);
    sicilia.owner = Some(GREECE);
    [Site::City(0), Site::Temple].into_iter().for_each(|site| sicilia.set(site, true));
    assert!(
        text(&state, Pace::Bulk, 1).contains("The temple at Sicilia gives you one coin or one legendary good more")
    );
    assert!(text(&state, Pace::Bulk, 4).contains("As Trade Leader you show a number"));
    assert!(!text(&state, Pace::Bulk, 0).contains("The temple at"));
}

/// The last report says in its first lines how the game was won.
#[test]
fn the_last_report_says_how_it_was_won() {
    let game = empires(5, "experts");
    let mut state = game.start();
    state.position.phase = Phase::Movement;
    state.position.winners = vec![ROME];
    let won = Event::Victory { seat: ROME, how: Triumph::Pyramids };
    let text = report(&game, &state, Pace::Bulk, &[won], GREECE, "");
    assert!(text.contains("THE GAME IS OVER\nRome has built the Pyramids and wins!"), "{text}");
}
