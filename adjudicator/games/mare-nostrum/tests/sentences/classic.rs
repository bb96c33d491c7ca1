//! Nothing can happen for which there is no sentence, and there is no sentence for what cannot happen.

use super::{cards, questions, reasons};
use tabellarius_kernel::{Event as _, Listed as _, Reason as _, Seat};
use tabellarius_mare_nostrum::classic::event::{Event, Place, RoleReason, Side};
use tabellarius_mare_nostrum::classic::orders::Item;
use tabellarius_mare_nostrum::classic::position::{Phase, Site};
use tabellarius_mare_nostrum::classic::{Classic, Options};
use tabellarius_mare_nostrum::pieces::{Card, Cards, Good, Province, Role, Sea, Unit};
use tabellarius_report::testing::{assert_reads_well, entries, every, renderer, tags};
use tabellarius_report::{Renderer, rules};

const ROME: Seat = Seat(0);
const GREECE: Seat = Seat(2);
const ROMA: Province = Province(1);
const ATHENAE: Province = Province(8);

fn side(seat: Seat, dice: &[u8], fortresses: u8, bonus: u8, lost: (u8, u8)) -> Side {
    let total = dice.iter().sum::<u8>() + bonus + 6 * fortresses;
    let (lost_units, lost_fortresses) = lost;
    let (units, hits) = (dice.len() as u8, total / 5);
    Side { seat, units, fortresses, dice: dice.to_vec(), bonus, total: total.into(), hits, lost_units, lost_fortresses }
}

fn events() -> Vec<Event> {
    use Good::*;
    every! { Event:
        PhaseBegins { turn: 3, phase: Phase::Commerce };
        LotsDrawn { seats: vec![GREECE, ROME, Seat(1)] };
        RoleSettled { role: Role::Director, seat: ROME, count: 5, was: Some(GREECE), why: RoleReason::Most };
        Income { seat: ROME, cards: cards(&[Tax, Tax, Tax, Grain, Fish, Fish]) };
        BankShort { seat: ROME, good: Gold, missing: 1 };
        ExtraTax { seat: ROME, card: Card::Colossus };
        ExtraGood { seat: ROME, card: Card::TempleOfArtemis, good: Gems };
        NumberNamed { seat: ROME, number: 1 };
        SitsOut { seat: ROME, hand: 0 };
        Offered { seat: ROME, cards: cards(&[Tax, Wine]) };
        Taken { seat: ROME, from: GREECE, good: Wine };
        UlyssesUsed { seat: ROME, taker: GREECE, returned: Gold, to: Seat(1) };
        TradeEnds { seat: ROME };
        Returned { seat: ROME, cards: cards(&[Oil]) };
        Compensated { seat: ROME, to: GREECE };
        CompensatedWith { seat: ROME, to: GREECE, good: Fish };
        TurnToBuild { seat: ROME, leader: GREECE };
        Swapped { seat: ROME, gave: Tax, took: Gold };
        Bought { seat: ROME, item: Item::Building { province: ROMA, site: Site::Caravan(0) }, price: 3,
                 paid: cards(&[Grain, Oil, Wine]), discount: None };
        Converted { seat: ROME, province: ATHENAE, from: GREECE };
        Placed { seat: ROME, item: Item::Unit { province: ROMA, unit: Unit::Legion }, points: 3 };
        Kept { seat: ROME, cards: 2 };
        KeptCards { seat: ROME, cards: cards(&[Tax, Tax]) };
        Discarded { seat: ROME, cards: 2 };
        DiscardedCards { seat: ROME, cards: cards(&[Fish, Fish]) };
        TurnToMove { seat: ROME, leader: ROME };
        Sailed { seat: ROME, ships: 1, from: Place::Land(ROMA), to: Sea(1) };
        Marched { seat: ROME, legions: 2, from: ROMA, to: ATHENAE, via: vec![Sea(1), Sea(4)] };
        HelenTurns { seat: GREECE, province: ATHENAE, from: ROME };
        Battle { place: Place::Land(ATHENAE), attacker: side(ROME, &[3, 5], 0, 2, (1, 0)),
                 defender: side(GREECE, &[4], 1, 0, (1, 1)) };
        AtWar { province: ATHENAE, seats: vec![ROME, GREECE] };
        Pillaged { seat: ROME, province: ATHENAE, site: Site::Caravan(1), good: Some(Fruit), of: GREECE };
        Spoils { seat: ROME, card: Card::Nebuchadnezzar, good: Fruit };
        Occupied { seat: ROME, province: ATHENAE, sites: vec![Site::City(0), Site::Caravan(0), Site::Market], of: GREECE };
        Converting { seat: ROME, province: ATHENAE, of: GREECE };
        Victory { seat: ROME, card: None };
        TurnLimit { ranking: vec![ROME, GREECE], first: vec![ROME] };
        TurnLimit { ranking: vec![ROME, GREECE], first: vec![ROME, GREECE] };
    }
}

/// The other ways in which some of them can happen.
fn more_events() -> Vec<Event> {
    let role = |role, was, why| Event::RoleSettled { role, seat: ROME, count: 6, was, why };
    let bought =
        |item, price, discount| Event::Bought { seat: ROME, item, price, paid: cards(&[Good::Tax; 2]), discount };
    let sea = Place::Sea(Sea(2));
    vec![
        Event::PhaseBegins { turn: 0, phase: Phase::Setup(2) },
        role(Role::Political, Some(ROME), RoleReason::Most),
        role(Role::Political, None, RoleReason::Most),
        role(Role::Military, Some(ROME), RoleReason::HolderKeeps),
        role(Role::Military, Some(GREECE), RoleReason::Named),
        role(Role::Director, None, RoleReason::Lots),
        Event::Income { seat: ROME, cards: Cards::NONE },
        Event::NumberNamed { seat: ROME, number: 0 },
        Event::SitsOut { seat: ROME, hand: 1 },
        bought(Item::Influence { province: ATHENAE }, 0, Some(Card::Hammurabi)),
        bought(Item::Unit { province: ROMA, unit: Unit::Legion }, 2, Some(Card::JuliusCaesar)),
        bought(Item::Building { province: ATHENAE, site: Site::City(1) }, 3, None),
        bought(Item::Building { province: ROMA, site: Site::City(0) }, 3, None),
        bought(Item::Building { province: ROMA, site: Site::Temple }, 6, None),
        bought(Item::Card { card: Card::Helen }, 9, None),
        Event::Sailed { seat: ROME, ships: 3, from: sea, to: Sea(1) },
        Event::Marched { seat: ROME, legions: 1, from: ROMA, to: Province(2), via: Vec::new() },
        Event::Battle {
            place: sea,
            attacker: side(GREECE, &[6, 1], 0, 2, (0, 0)),
            defender: side(ROME, &[1], 0, 0, (1, 0)),
        },
        Event::Battle {
            place: Place::Land(ROMA),
            attacker: side(GREECE, &[3], 0, 0, (1, 0)),
            defender: side(ROME, &[], 2, 0, (0, 0)),
        },
        Event::Pillaged { seat: ROME, province: ATHENAE, site: Site::Temple, good: None, of: GREECE },
        Event::Occupied { seat: ROME, province: ATHENAE, sites: vec![Site::City(1)], of: GREECE },
        Event::Occupied { seat: ROME, province: ATHENAE, sites: vec![], of: GREECE },
        Event::Victory { seat: ROME, card: Some(Card::Pyramids) },
    ]
}

/// A game of Mare Nostrum.
pub fn classic(players: usize, variant: &str) -> Classic {
    Classic::new(Options::parse(players, variant).unwrap()).unwrap()
}

#[test]
fn every_event_has_a_sentence() {
    let (renderer, game) = (renderer(), classic(5, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    assert_eq!(tags(&events(), "event"), entries("mare-nostrum/events"));
    let texts: Vec<String> = events()
        .iter()
        .chain(&more_events())
        .map(|event| {
            let text = voice.event(event).unwrap();
            assert_reads_well(&text);
            let rule = rules::find(Classic::ENTRY.rules, event.rule());
            assert!(rule.is_some_and(|rule| !rule.text.is_empty()), "{}", event.rule());
            text
        })
        .collect();
    insta::assert_snapshot!("events", texts.join("\n"));
}

#[test]
fn every_reason_has_a_sentence() {
    let (renderer, game) = (renderer(), classic(5, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    assert_eq!(tags(&reasons(ATHENAE, GREECE, Good::Fish, Card::Helen), "reason"), entries("mare-nostrum/reasons"));
    let texts: Vec<String> = reasons(ATHENAE, GREECE, Good::Fish, Card::Helen)
        .iter()
        .map(|reason| {
            let text = voice.reason(reason).unwrap();
            assert_reads_well(&text);
            assert!(rules::find(Classic::ENTRY.rules, reason.rule()).is_some(), "{}", reason.rule());
            text
        })
        .collect();
    insta::assert_snapshot!("reasons", texts.join("\n"));
}

#[test]
fn every_question_has_a_sentence() {
    let (renderer, game) = (renderer(), classic(5, ""));
    let voice = renderer.voice(&game, "en").unwrap();
    assert_eq!(questions("classic"), entries("mare-nostrum/questions"));
    for name in questions("classic") {
        assert_reads_well(&voice.question(&name, Some("role/director")).unwrap().replace('?', "."));
    }
}

#[test]
fn numbers_of_things_follow_the_language() {
    let renderer = Renderer::new(None).unwrap();
    let game = classic(5, "");
    let polish = renderer.voice(&game, "pl").unwrap();
    for (taxes, said) in [(2, "Rzym dostaje 2 podatki."), (5, "Rzym dostaje 5 podatków.")] {
        let income = Event::Income { seat: ROME, cards: cards(&vec![Good::Tax; taxes]) };
        assert_eq!(polish.event(&income).unwrap(), said);
    }
    let marched = Event::Marched { seat: ROME, legions: 2, from: ROMA, to: ATHENAE, via: Vec::new() };
    assert_eq!(
        polish.event(&marched).unwrap().split_whitespace().take(3).collect::<Vec<_>>().join(" "),
        "2 legiony Rzymu"
    );
}
