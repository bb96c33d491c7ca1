//! What a letter is told: the fates of its lines, from imagined runs of the real stage.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use tabellarius_kernel::forecast::Outlook;
use tabellarius_kernel::{
    Draft, Effort, Fate, Files, Forecast, Game, Letter, Listed, Pace, Salt, Seat, Seed, Stage, Verdict, read,
    stage::Finality,
};
use tabellarius_latrones::Latrones;
use tabellarius_latrones::position::{Event, Reason, Road};

const RED: Seat = Seat(0);
const WHITE: Seat = Seat(1);

fn game() -> Latrones {
    Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").unwrap()
}

fn opened(game: &Latrones, pace: Pace) -> Stage<Latrones> {
    Stage::open(game, game.start(), pace, Seed::from_text("secret"), Salt::first("t"))
}

fn told(stage: &Stage<Latrones>, game: &Latrones, text: &str, effort: Effort) -> Forecast<Latrones> {
    let reading = read(game, text);
    assert_eq!(reading.problems, [], "{text}");
    let draft = Draft::new(&reading.lines, &reading.standing, 1);
    stage.forecast(game, RED, &draft, effort)
}

fn verdicts(forecast: &Forecast<Latrones>) -> Vec<Verdict> {
    forecast.outlooks.iter().map(Outlook::verdict).collect()
}

#[test]
fn every_line_has_a_fate() {
    let game = game();
    let stage = opened(&game, Pace::Bulk);
    let text = "send 3 Appia\nsend 4 Flaminia\nsend 1 Appia\nsend 9 Aurelia else send 1 Aurelia\nwithdraw Appia\nstand Appia\nstay";
    let forecast = told(&stage, &game, text, Effort::ONE);
    use Verdict::*;
    assert_eq!(verdicts(&forecast), [Will, Cannot, Cannot, Will, Waits, Waits, Will]);
    let reasons: Vec<_> = forecast.outlooks.iter().map(Outlook::reason).collect();
    assert_eq!(reasons[1], Some(&Reason::TooFewMen { left: 2 }));
    assert_eq!(reasons[2], Some(&Reason::RoadNamedTwice { road: Road::Appia }));
    // The alternative that failed is remembered beside the one that is done.
    assert_eq!(forecast.outlooks[3].passed.len(), 1);
    assert_eq!(forecast.doubts(), 2);
}

/// Whether bands meet depends on others: in some worlds `withdraw` is asked for, and the earlier of two answers wins.
#[test]
fn more_worlds_show_what_depends_on_others() {
    let game = game();
    let stage = opened(&game, Pace::Bulk);
    let forecast = told(&stage, &game, "send 5 Appia\nwithdraw Appia\nstand Appia", Effort::WHAT_IF);
    assert_eq!(forecast.worlds, 111);
    assert_eq!(verdicts(&forecast)[..2], [Verdict::Will, Verdict::Depends]);
    let share = forecast.outlooks[1].share();
    assert!((1..111).contains(&share), "{share}");
    let overtaken = |(fate, _): &(Fate<Reason>, u32)| *fate == Fate::Overtaken { by: 2 };
    assert!(forecast.outlooks[2].fates.iter().any(overtaken), "{:?}", forecast.outlooks[2].fates);
    // Sure to happen, and only with this letter: the men go out.
    assert!(forecast.would.contains(&Event::Went { seat: RED, road: Road::Appia, men: 5 }), "{:?}", forecast.would);
    assert!(!forecast.would.iter().any(|event| matches!(event, Event::Fought { .. })), "dice are not promised");
}

#[test]
fn what_others_are_assumed_to_write_is_played() {
    let game = game();
    let stage = opened(&game, Pace::Bulk);
    let (own, other) = (read(&game, "send 1 Appia\nwithdraw"), read(&game, "send 5 Appia"));
    let draft = Draft { assumed: [(WHITE, other.lines)].into(), ..Draft::new(&own.lines, &[], 1) };
    let forecast = stage.forecast(&game, RED, &draft, Effort::LETTER);
    assert_eq!(verdicts(&forecast), [Verdict::Will, Verdict::Will]);
    assert!(forecast.would.contains(&Event::Withdrew { seat: RED, road: Road::Appia }), "{:?}", forecast.would);
}

/// Where single questions wait, the stage is played on from what has come to pass: also what follows is told.
#[test]
fn strict_answers_come_from_playing_on() {
    let game = game();
    let mut stage = opened(&game, Pace::Strict);
    assert_eq!(told(&stage, &game, "send 2 Appia", Effort::ONE).worlds, 1);
    for seat in [RED, WHITE] {
        let text = "send 2 Appia";
        stage.file(seat, Letter { text: text.into(), lines: read(&game, text).lines, finality: Finality::Final });
    }
    stage.close(&game).unwrap();
    assert_eq!(stage.asked().open.len(), 2, "two bands have met");
    let forecast = told(&stage, &game, "withdraw Appia\nstand Appia\nsend 1 Aurelia", Effort::LETTER);
    assert_eq!(forecast.worlds, 12);
    assert_eq!(verdicts(&forecast), [Verdict::Will, Verdict::Overtaken, Verdict::Idle]);
    assert!(forecast.outlooks[0].is_sure());
    assert_eq!(forecast.would, [Event::Withdrew { seat: RED, road: Road::Appia }], "nothing that is known already");
}

/// What dice or others come before is not told as certain, however often it came out the same.
#[test]
fn only_what_follows_from_the_rules_is_certain() {
    let game = game();
    let stage = opened(&game, Pace::Bulk);
    let forecast = told(&stage, &game, "send 3 Appia\nsend 9 Flaminia\nstand Appia", Effort::WHAT_IF);
    let sure: Vec<bool> = forecast.outlooks.iter().map(Outlook::is_sure).collect();
    assert_eq!(verdicts(&forecast)[..2], [Verdict::Will, Verdict::Cannot]);
    assert_eq!(sure[..2], [true, true], "both are said at once with all others");
    assert!(!sure[2], "whether anybody is met there depends on others");
}
