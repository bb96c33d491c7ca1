//! Single letters and what is told of them.

use super::*;
use tabellarius_inner_sea::event::Event;
use tabellarius_inner_sea::pieces::{Civ, Faction};
use tabellarius_inner_sea::reason::Reason;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Letter, Reason as _};

fn two() -> InnerSea {
    InnerSea::new(2, "civs=egypt+troy").unwrap()
}

fn refused(game: &InnerSea, stage: &mut Stage<InnerSea>, text: &str) -> Vec<u32> {
    stage.file(RED, Letter { text: text.into(), lines: read(game, text).lines, finality: Finality::Final });
    stage.close(game).unwrap().refused.iter().map(|refusal| refusal.line).collect()
}

/// IS-5.9: nothing is foretold that stands behind a pass; the run refuses it too.
#[test]
fn nothing_is_foretold_behind_a_pass() {
    let game = two();
    let state = with_hand(&game, Phase::Cards, &["Harvest Festival", "Soothsayers"]);
    let mut stage = open(&game, &state, Pace::Bulk);
    use Verdict::*;
    let whole = tell(&game, &stage, RED, "play Harvest Festival\nplay Soothsayers\npass", Effort::ONE);
    assert_eq!(verdicts(&whole), [Will, Will, Will]);
    let text = "play Harvest Festival\npass\nplay Soothsayers";
    let cut = tell(&game, &stage, RED, text, Effort::LETTER);
    assert_eq!(verdicts(&cut), [Will, Will, Cannot]);
    assert_eq!(cut.outlooks[2].reason(), Some(&Reason::AfterPass));
    let played = cut.would.iter().filter(|event| matches!(event, Event::CardPlayed { .. })).count();
    assert_eq!(played, 1, "{:?}", cut.would);
    assert_eq!(refused(&game, &mut stage, text), [3]);
}

/// IS-11.1: a line is carried out once: what stands behind `else` stays in the hand if the first could be played, and the other way round.
#[test]
fn an_alternative_is_not_played_besides() {
    let game = two();
    let state = with_hand(&game, Phase::Cards, &["Harvest Festival", "Soothsayers"]);
    let stage = open(&game, &state, Pace::Bulk);
    let text = "play Harvest Festival else play Soothsayers";
    let told = tell(&game, &stage, RED, text, Effort::LETTER);
    assert_eq!(verdicts(&told), [Verdict::Will]);
    let played =
        |told: &Forecast<InnerSea>| told.would.iter().filter(|event| matches!(event, Event::CardPlayed { .. })).count();
    assert_eq!(played(&told), 1, "{:?}", told.would);
    // What failed before is a note, and no refusal.
    let mut stage = open(&game, &state, Pace::Bulk);
    let text = "play Harvest Festival\nplay Harvest Festival else play Soothsayers on Tyre else play Soothsayers";
    let told = tell(&game, &stage, RED, text, Effort::ONE);
    assert_eq!(verdicts(&told)[0], Verdict::Will);
    assert_eq!(refused(&game, &mut stage, text), [0u32; 0]);
}

/// IS-11.1: what is said twice is done once.
#[test]
fn what_is_said_twice_is_done_once() {
    let game = two();
    let state = with_hand(&game, Phase::Cards, &["Harvest Festival"]);
    let stage = open(&game, &state, Pace::Bulk);
    let told = tell(&game, &stage, RED, "play Harvest Festival\nplay Harvest Festival", Effort::ONE);
    assert_eq!(verdicts(&told), [Verdict::Will, Verdict::Overtaken]);
    assert_eq!(told.outlooks[1].overtaken_by(), Some(1));
}

/// IS-5.4, IS-6.2, IS-6.3: what a verb cannot do is named, with the line that can.
#[test]
fn a_wrong_verb_is_told_with_the_right_one() {
    let game = two();
    for (phase, text, rule, fix) in [
        (Phase::Growth, "use Royal Mint", "IS-5.4", Some("play Royal Mint")),
        (Phase::Cards, "use Royal Mint", "IS-5.4", Some("play Royal Mint")),
        (Phase::Competition, "use Traitor on Tyre Troy", "IS-5.4", Some("play Traitor in Tyre Trojans")),
        (Phase::Competition, "compete Tyre: Traitor", "IS-6.2", Some("play Traitor in Tyre")),
        (Phase::Competition, "play Sacred Band", "IS-6.3", None),
    ] {
        let mut state = with_hand(&game, Phase::Growth, &["Royal Mint", "Traitor", "Sacred Band"]);
        state.position.phase = phase;
        if phase == Phase::Competition {
            contest(&game, &mut state, "Tyre");
        }
        let stage = open(&game, &state, Pace::Bulk);
        for effort in [Effort::ONE, Effort::LETTER] {
            let told = tell(&game, &stage, RED, text, effort);
            let outlook = &told.outlooks[0];
            assert!(matches!(outlook.verdict(), Verdict::Cannot | Verdict::Idle), "{text}: {outlook:?}");
            let problem = outlook.problem(&game, "en").unwrap();
            let rules = (outlook.reason().unwrap().rule(), problem.fix.as_deref());
            assert_eq!(rules, (rule, fix), "{text}");
        }
    }
}

/// Puts three discs of each into an area.
fn contest(game: &InnerSea, state: &mut State, area: &str) {
    let Order::Place(_, area) = read(game, &format!("place 1 {area}")).lines[0].choices[0].order else { panic!() };
    for seat in [RED, GREEN] {
        let there = state.position.board.discs(area, Faction::of(seat));
        state.position.board.add(area, Faction::of(seat), 3 - there.min(3));
    }
}

/// IS-2.3: what can never be chosen here is refused; what others may take depends on them.
#[test]
fn a_civilization_that_does_not_fit_is_named() {
    let game = InnerSea::new(4, "").unwrap();
    let stage = open(&game, &game.start(), Pace::Bulk);
    let told = tell(&game, &stage, RED, "civilization Rome", Effort::LETTER);
    assert_eq!(verdicts(&told), [Verdict::Cannot]);
    assert_eq!(told.outlooks[0].reason(), Some(&Reason::NotInSetup { civ: Civ::Rome }));
    let told = tell(&game, &stage, RED, "civilization Egypt else Troy else Rome", Effort::LETTER);
    assert!(matches!(verdicts(&told)[..], [Verdict::Will | Verdict::Depends]), "{told:?}");
    // If others are first and take the two that fit, the third is refused by its name.
    let state = stage.asked().state.clone();
    let last = *state.position.order.last().unwrap();
    let assumed = state.position.order.iter().zip(["civilization Egypt", "civilization Troy"]);
    let assumed = assumed.map(|(seat, text)| (*seat, read(&game, text).lines)).collect();
    let lines = read(&game, "civilization Egypt else Troy else Rome").lines;
    let draft = Draft { assumed, ..Draft::new(&lines, &[], 1) };
    let told = stage.forecast(&game, last, &draft, Effort::ONE);
    assert_eq!(told.outlooks[0].reason(), Some(&Reason::NotInSetup { civ: Civ::Rome }), "{told:?}");
}

/// IS-4.1, IS-4.5.4, IS-5.6.1: the acknowledgement foretells what is withdrawn and left over, and what a Wonder would be paid with.
#[test]
fn forecasts_tell_all() {
    let game = two();
    let state = with_hand(&game, Phase::Growth, &[]);
    let stage = open(&game, &state, Pace::Bulk);
    let would = tell(&game, &stage, RED, "withdraw 1 Red Sea\nplace 1 Egypt", Effort::LETTER).would;
    let tells = |is: fn(&Event) -> bool| would.iter().any(is);
    assert!(tells(|event| matches!(event, Event::Withdrawn { .. })), "{would:?}");
    assert!(tells(|event| matches!(event, Event::Placed { .. })), "{would:?}");
    assert!(tells(|event| matches!(event, Event::Returned { n: 1.., .. })), "{would:?}");
    let mut state = state;
    state.position.phase = Phase::Cards;
    let stage = open(&game, &state, Pace::Bulk);
    let lines = read(&game, "wonder Colossus in Egypt").lines;
    let assumed = [(GREEN, read(&game, "pass").lines)].into();
    let draft = Draft { assumed, ..Draft::new(&lines, &[], 1) };
    let told = stage.forecast(&game, RED, &draft, Effort { caretakers: 1, guesses: 0, ..Effort::ONE });
    assert_eq!(verdicts(&told), [Verdict::Will]);
    let [Order::Wonder(_, Some(_), payment)] = &told.outlooks[0].done_as[..] else { panic!("{told:?}") };
    assert!(!payment.discs.is_empty(), "{payment:?}");
}

/// IS-11.3: a plan for a negation waits for something to answer; one that is not in the hand can never come.
#[test]
fn plans_wait_for_what_may_come() {
    let game = two();
    let mut state = with_hand(&game, Phase::Cards, &["Pontifex"]);
    let stage = open(&game, &state, Pace::Bulk);
    let text = "negate with Pontifex\nlosses all: discs\npass";
    assert_eq!(verdicts(&tell(&game, &stage, RED, text, Effort::ONE))[..2], [Verdict::Waits, Verdict::Waits]);
    let Order::Negate(card, _) = read(&game, text).lines[0].choices[0].order else { panic!() };
    state.hands[0].remove(card);
    state.deck.insert(card);
    state.count();
    let stage = open(&game, &state, Pace::Bulk);
    let told = tell(&game, &stage, RED, text, Effort::LETTER);
    assert_eq!(told.outlooks[0].reason(), Some(&Reason::NotInHand { card }));
    assert!(matches!(verdicts(&told)[..2], [Verdict::Idle, Verdict::Waits | Verdict::Depends]), "{told:?}");
}

/// IS-6.2: lines for a place where nobody fights are idle, and it is said why.
#[test]
fn there_is_no_competition_there() {
    let game = two();
    let mut state = with_hand(&game, Phase::Growth, &["Sacred Band"]);
    state.position.phase = Phase::Competition;
    contest(&game, &mut state, "Tyre");
    let stage = open(&game, &state, Pace::Bulk);
    let told = tell(&game, &stage, RED, "compete Tyre: Sacred Band\ncompete Lydia: allies", Effort::LETTER);
    assert_eq!(verdicts(&told)[1], Verdict::Idle);
    assert_eq!(told.outlooks[1].reason().unwrap().rule(), "IS-6.2");
    let told = tell(&game, &stage, RED, "compete Tyre: Sacred Band\ncompete Tyre: Sacred Band", Effort::ONE);
    assert_eq!(verdicts(&told)[1], Verdict::Cannot);
    assert_eq!(told.outlooks[1].reason(), Some(&Reason::Twice));
}

/// IS-7.7: talents that are not there.
#[test]
fn talents_that_are_missing() {
    let game = two();
    let mut state = at(&game, Phase::Valuation, 5);
    state.position.turn = 1;
    for (talents, verdict) in [(0, Verdict::Cannot), (1, Verdict::Partly), (2, Verdict::Will)] {
        state.position.side_mut(RED).talents = talents;
        let stage = open(&game, &state, Pace::Bulk);
        // In this very world: in another one an event might bring talents.
        let lines = read(&game, "draw 2\nlosses all: discs").lines;
        let draft = Draft { world: Some(state.clone()), ..Draft::new(&lines, &[], 1) };
        let told = stage.forecast(&game, RED, &draft, Effort::ONE);
        assert_eq!(verdicts(&told)[0], verdict, "{talents}");
    }
    state.position.turn = 4;
    let stage = open(&game, &state, Pace::Bulk);
    let told = tell(&game, &stage, RED, "draw 2", Effort::LETTER);
    assert_eq!((verdicts(&told)[0], told.outlooks[0].reason()), (Verdict::Idle, Some(&Reason::NoDraw)));
}

/// IS-10.1: one letter for all civilizations of a player: each line is looked at with the eyes of its own one, whose hand its player knows.
#[test]
fn lines_for_several_seats_are_told_apart() {
    let game = InnerSea::new(4, "owners=red+green/blue+purple").unwrap();
    let state = at(&game, Phase::Cards, 4);
    let stage = open(&game, &state, Pace::Bulk);
    let civ = |seat: Seat| state.position.side(seat).civ;
    let mut tried = 0;
    for card in (state.hands[GREEN.index()] - game.fighting).iter() {
        let name = game.name(&card.to_string(), "en").unwrap();
        let told = tell(&game, &stage, RED, &format!("Green: play {name}\nplay {name}\nBlue: pass"), Effort::LETTER);
        assert_eq!(told.worlds, 12);
        let [green, red, blue] = &told.outlooks[..] else { panic!("{told:?}") };
        // Never because it would not be in the hand.
        assert_ne!(green.reason(), Some(&Reason::NotInHand { card }), "{green:?}");
        assert_eq!(red.reason(), Some(&Reason::NotInHand { card }), "{red:?}");
        assert_eq!((blue.verdict(), blue.reason()), (Verdict::Idle, Some(&Reason::NotYours)));
        if green.verdict() == Verdict::Will {
            let wanted = Event::CardPlayed { seat: GREEN, civ: civ(GREEN), card };
            assert!(told.would.contains(&wanted), "{:?}", told.would);
            tried += 1;
        }
    }
    assert!(tried > 0);
}

/// IS-6.6: odds of competitions by what lies open: three against three is nobody's without cards, eight against one is sure.
#[test]
fn odds_of_competitions() {
    let game = two();
    let mut state = with_hand(&game, Phase::Growth, &["Sacred Band"]);
    state.position.phase = Phase::Competition;
    contest(&game, &mut state, "Tyre");
    let stage = open(&game, &state, Pace::Bulk);
    for (text, sure) in [("compete Tyre: Sacred Band", false), ("losses all: discs", false)] {
        let told = tell(&game, &stage, RED, text, Effort::WHAT_IF);
        let tyre = told.odds.iter().find(|odds| game.name(&odds.subject, "en") == Some("Tyre")).unwrap();
        // A card may bring peace.
        assert!((100..=told.worlds).contains(&tyre.times), "{tyre:?}");
        assert_eq!(tyre.outcomes.iter().map(|(_, n)| n).sum::<u32>(), tyre.times);
        assert_eq!(tyre.outcomes.len() == 1, sure, "{text}: {tyre:?}");
    }
    let area = read(&game, "place 1 Tyre").lines[0].choices[0].order.clone();
    let Order::Place(_, area) = area else { panic!() };
    state.position.board.take(area, Faction::of(GREEN), 2);
    state.position.board.add(area, Faction::of(RED), 6);
    // Without a card in any hand nothing is left to chance.
    state.deck |= state.hands[GREEN.index()] | state.hands[RED.index()];
    state.hands = Default::default();
    state.count();
    let stage = open(&game, &state, Pace::Bulk);
    let told = tell(&game, &stage, RED, "losses all: discs", Effort::LETTER);
    let tyre = told.odds.iter().find(|odds| game.name(&odds.subject, "en") == Some("Tyre")).unwrap();
    assert_eq!((tyre.outcomes.as_slice(), tyre.times), (&[("held", 12)][..], 12));
}
