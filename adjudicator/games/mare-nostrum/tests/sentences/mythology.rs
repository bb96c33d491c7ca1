//! The sentences of Mythology: each thing that can happen has one, and reports can be read.

use super::{cards, questions, reasons};
use rand::SeedableRng as _;
use tabellarius_kernel::{Chance, Event as _, Game as _, Listed as _, Pace, Reason as _, Seat, Table, Told, Viewer};
use tabellarius_mare_nostrum::common::ground::Place;
use tabellarius_mare_nostrum::common::orders::Item;
use tabellarius_mare_nostrum::mythology::event::{Event, RoleReason, Side, Triumph};
use tabellarius_mare_nostrum::mythology::position::{Phase, Site};
use tabellarius_mare_nostrum::mythology::reason::{Own, Reason};
use tabellarius_mare_nostrum::mythology::{Mythology, Options};
use tabellarius_mare_nostrum::pieces::{Card, Creature, God, Good, Province, Role, Sea, Unit};
use tabellarius_report::rules;
use tabellarius_report::testing::{assert_fits, assert_reads_well, dispatch, entries, every, opened, renderer, tags};

const ROME: Seat = Seat(0);
const GREECE: Seat = Seat(2);
const ROMA: Province = Province(1);
const ATHENAE: Province = Province(8);

pub fn mythology(players: usize, variant: &str) -> Mythology {
    Mythology::new(Options::parse(players, variant).unwrap()).unwrap()
}

fn side(seat: Seat, dice: &[u8], creatures: u8, lost_units: u8) -> Side {
    let total = u16::from(dice.iter().sum::<u8>() + 6 * creatures);
    Side {
        seat,
        units: dice.len() as u8,
        creatures,
        fortresses: 0,
        dice: dice.to_vec(),
        sixes: 6 * creatures,
        bonus: 0,
        mars: 0,
        total,
        hits: (total / 5) as u8,
        lost_units,
        lost_creatures: 0,
        lost_fortresses: 0,
    }
}

fn events() -> Vec<Event> {
    use Good::*;
    let legion = Item::Unit { province: ROMA, unit: Unit::Legion };
    every! { Event:
        PhaseBegins { turn: 3, phase: Phase::Offering };
        CardsRemoved { cards: vec![Card::Helen, Card::Colossus] };
        LotsDrawn { seats: vec![ROME, GREECE] };
        RoleSettled { role: Role::HighPriest, seat: GREECE, count: 3, was: Some(ROME), why: RoleReason::Most };
        AthenaHelps { seat: ROME, role: Role::Director };
        Income { seat: ROME, cards: cards(&[Tax, Wine]) };
        BankShort { seat: ROME, good: Gold, missing: 1 };
        CirceCollects { seat: ROME, cards: cards(&[Oil]) };
        ExtraTax { seat: ROME, card: Card::Colossus };
        ExtraGood { seat: ROME, card: Card::TempleOfArtemis, good: Gold };
        HermesYields { seat: ROME, cards: cards(&[Oil, Oil, Pottery]) };
        IsisGives { seat: ROME };
        IsisGift { seat: ROME, to: GREECE, good: Gold };
        NumberNamed { seat: ROME, number: 2 };
        SitsOut { seat: GREECE, hand: 1 };
        StaysOut { seat: GREECE };
        Offered { seat: ROME, cards: cards(&[Tax]) };
        Taken { seat: ROME, from: GREECE, good: Gold };
        UlyssesUsed { seat: ROME, taker: GREECE, returned: Gold, to: Seat(1) };
        TradeEnds { seat: ROME };
        Returned { seat: ROME, cards: cards(&[Oil]) };
        Compensated { seat: ROME, to: GREECE };
        CompensatedWith { seat: ROME, to: GREECE, good: Fish };
        GodsLeave { gods: vec![God::Mars, God::Isis] };
        TurnToPray { seat: ROME, leader: GREECE };
        Prayed { seat: ROME, god: God::Hermes, paid: cards(&[Tax, Tax, Tax]) };
        AdonisBrings { seat: ROME, god: God::Mars };
        Razed { seat: ROME, god: God::Baal, province: ATHENAE, site: Site::City(1), good: Some(Tax), of: GREECE };
        Sunk { seat: ROME, place: Place::Sea(Sea(4)), of: GREECE };
        AllHaveMoved;
        Shielded { seat: GREECE, god: God::Vulcan, against: ROME };
        TurnToBuild { seat: ROME, leader: GREECE };
        Swapped { seat: ROME, gave: Oil, took: Tax };
        Bought { seat: ROME, item: legion, price: 2, paid: cards(&[Tax, Tax]), discount: Some(Card::JuliusCaesar) };
        Reborn { seat: Seat(3), province: ROMA, paid: cards(&[Tax, Tax, Tax]) };
        Granted { seat: ROME, item: legion, card: Card::Hannibal };
        Copies { seat: ROME, card: Card::Ajax };
        CopiesNobody { seat: ROME };
        Carried { seat: ROME, from: ATHENAE, good: Oil, of: GREECE, to: ROMA, onto: Wine };
        Converted { seat: ROME, province: ATHENAE, from: GREECE };
        Placed { seat: ROME, item: legion, points: 3 };
        Kept { seat: ROME, cards: 2 };
        KeptCards { seat: ROME, cards: cards(&[Tax, Tax]) };
        Discarded { seat: ROME, cards: 1 };
        DiscardedCards { seat: ROME, cards: cards(&[Oil]) };
        TurnToMove { seat: ROME, leader: GREECE };
        Sailed { seat: ROME, ships: 2, from: Place::Sea(Sea(1)), to: Sea(4), via: vec![Sea(2)] };
        Swam { seat: Seat(5), creatures: 1, from: Place::Land(ROMA), to: Place::Sea(Sea(1)) };
        Dived { seat: Seat(5), creatures: 1, from: Place::Sea(Sea(1)) };
        Surfaced { seat: Seat(5), creatures: 2, sea: Sea(4) };
        AeneasCrosses { seat: ROME, sea: Sea(4) };
        Marched { seat: ROME, legions: 2, creatures: 1, from: ROMA, to: Province(2), via: vec![] };
        TransportStopped { seat: ROME, from: ROMA, to: ATHENAE };
        HelenTurns { seat: GREECE, province: ATHENAE, from: ROME };
        MedusaForbids { seat: GREECE, province: ATHENAE };
        MidasBuys { seat: ROME, province: ATHENAE, from: GREECE, legions: 1 };
        HerculesRises { seat: ROME, province: ATHENAE };
        CentaursKill { seat: GREECE, province: ATHENAE, of: ROME, legions: 2 };
        MarsAdds { seat: ROME, place: Place::Land(ATHENAE) };
        Battle { place: Place::Land(ATHENAE), attacker: side(ROME, &[3, 4], 1, 1), defender: side(GREECE, &[], 1, 0) };
        Bombarded { place: Place::Sea(Sea(4)), attacker: side(ROME, &[5], 1, 0), defender: side(GREECE, &[], 0, 1) };
        PhoenixFalls { seat: Seat(3), creatures: 1 };
        AtWar { province: ATHENAE, seats: vec![ROME, GREECE] };
        Pillaged { seat: ROME, province: ATHENAE, site: Site::Market, good: None, of: GREECE };
        Spoils { seat: ROME, card: Card::Nebuchadnezzar, good: Oil };
        Occupied { seat: ROME, province: ATHENAE, sites: vec![Site::City(0)], of: GREECE };
        Converting { seat: ROME, province: ATHENAE, of: GREECE };
        Victory { seat: ROME, by: Triumph::Renown };
        Barren { ranking: vec![ROME, GREECE], first: vec![ROME] };
        TurnLimit { ranking: vec![ROME, GREECE], first: vec![ROME] };
        TurnLimit { ranking: vec![ROME, GREECE], first: vec![ROME, GREECE] };
    }
}

fn own() -> Vec<Own> {
    every! { Own:
        GodTaken { god: God::Mars, seat: GREECE };
        NoFavour { god: God::Mars };
        NotProduced;
        NothingToGive;
        NothingToDestroy;
        NotYielded { province: ROMA };
        NoSpoils;
        NoPrey;
        NoWave;
        CardRemoved { card: Card::Helen };
        NotToCopy { card: Card::Pericles };
        NotOccupied { province: ATHENAE };
        NoFreeSite { province: ATHENAE };
        TooFarToSwim { sea: Sea(4) };
        NoneDived;
        NotThisCreature { creature: Creature::Titan };
        NotForCreature { creature: Creature::Griffin, province: ATHENAE };
        NoTitan { province: ROMA };
        NotNextToTitan;
        NotForMidas;
        TooManyDice { dice: 2 };
        NoCrossing { sea: Sea(4) };
    }
}

#[test]
fn every_event_has_a_sentence() {
    let (renderer, game) = (renderer(), mythology(6, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    let all = events();
    assert_eq!(tags(&all, "event"), entries("mythology/events"));
    let texts: Vec<String> = all.iter().map(|event| voice.event(event).unwrap().trim().to_owned()).collect();
    insta::assert_snapshot!("events", texts.join("\n"));
    for event in &all {
        let text = voice.event(event).unwrap();
        assert!(!text.trim().is_empty() && !text.contains("  "), "{text}");
        assert!(rules::find(Mythology::ENTRY.rules, event.rule()).is_some(), "{}", event.rule());
    }
}

#[test]
fn every_reason_has_a_sentence() {
    let (renderer, game) = (renderer(), mythology(6, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    let shared = reasons(ROMA, ROME, Good::Oil, Card::Helen).into_iter().map(Reason::from);
    let all: Vec<Reason> = shared.chain(own().into_iter().map(Reason::from)).collect();
    assert_eq!(tags(&all, "reason"), entries("mythology/reasons"));
    let texts: Vec<String> = all.iter().map(|reason| voice.reason(reason).unwrap().trim().to_owned()).collect();
    insta::assert_snapshot!("reasons", texts.join("\n"));
    for reason in &all {
        assert_reads_well(&voice.reason(reason).unwrap());
        assert!(rules::find(Mythology::ENTRY.rules, reason.rule()).is_some(), "{}", reason.rule());
    }
}

#[test]
fn every_question_has_a_sentence() {
    assert_eq!(questions("mythology"), entries("mythology/questions"));
}

/// Reports over whole games of random play: none fails, no line is too wide, in both paces.
#[test]
fn reports_fit_and_never_fail() {
    let renderer = renderer();
    for (players, variant) in [(3, ""), (6, "advanced")] {
        let game = mythology(players, variant);
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
