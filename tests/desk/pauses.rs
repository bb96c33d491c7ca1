//! One player stops the clock, somebody is muted, votes are cleared; and silence at strict tables.

use crate::house::{ANNA, BELA, CLEO, DAY, HOUR, House, LIVIA, MONDAY, Says as _};
use tabellarius::store::{Keeper, Status};

#[test]
fn one_player_stops_the_clock_once_and_not_for_long() {
    let mut house = House::of_three("");
    house.wait(DAY);
    let answer = house.write(ANNA, "emergency my mother is in hospital");
    assert!(answer.says("The clock stands still until Friday 20 November 2026, 12:00 (UTC) at the latest"), "{answer}");
    let told = house.newest(BELA, "the clock stands still").text;
    assert!(told.says("anna (Rome) had to stop the clock: my mother is in hospital."), "{told}");
    assert!(told.says("for 3 days at the most"), "{told}");
    assert!(house.log("ostia-3").says("anna stopped the clock for Rome, for 3 days at the most"));
    assert!(house.write(CLEO, "status").says("The clock stands still until Friday 20 November"));
    assert!(house.write(BELA, "emergency").says("The clock stands still already."));
    // Why is told at the table, and kept in no log that others may read.
    let told = house.write("zoe@far.example", "status ostia-3");
    assert!(told.says("stopped the clock") && !told.says("mother"), "{told}");
    house.wait(3 * DAY + HOUR);
    let board = house.board("ostia-3");
    assert_eq!((board.status, board.deadline), (Status::Running, Some(MONDAY + 10 * DAY)));
    assert!(house.newest(BELA, "the clock goes on").text.says("Thursday 26 November 2026, 12:00 (UTC)"));
    let answer = house.write(ANNA, "emergency");
    assert!(answer.says("Rome has stopped the clock once already"), "{answer}");
    // Whoever is back before lets it go on; and going back in time gives nobody another pause.
    assert!(house.write(BELA, "noodgeval ja").says("The clock stands still until"));
    assert!(house.write(BELA, "back").says("The clock of ostia-3 goes on."));
    assert_eq!(house.board("ostia-3").status, Status::Running);
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "pick any");
    }
    house.write(LIVIA, "table ostia-3\nrollback to 0");
    assert!(house.write(BELA, "emergency").says("once already"));
    house.write(LIVIA, "table ostia-3\nset emergency 0");
    assert!(house.write(CLEO, "emergency").says("At ostia-3 no player can stop the clock."));
    assert!(house.write("zoe@far.example", "table ostia-3\nemergency").says("You have no seat"));
}

#[test]
fn a_pause_of_one_player_survives_a_restart_and_a_moderator_ends_it() {
    let mut house = House::of_three("");
    house.write(ANNA, "emergency yes");
    house.write(LIVIA, "table ostia-3\nresume");
    let board = house.board("ostia-3");
    assert_eq!((board.status, board.clock.pause), (Status::Running, None));
    house.write(LIVIA, "table ostia-3\npause");
    house.wait(30 * DAY);
    assert!(matches!(house.board("ostia-3").status, Status::Paused(_)), "a moderator's pause has no end of its own");
    assert!(house.write(LIVIA, "table ostia-3\ndeadline 3 days").says("Let it go on first: resume"));
}

#[test]
fn somebody_is_not_read_any_more() {
    let mut house = House::of_three("");
    let answer = house.write(ANNA, "mute Greece");
    assert!(answer.says("You get no more signed letters from the player of Greece, and nobody is told."), "{answer}");
    let mark = house.mark();
    assert!(house.write(BELA, "press to all: listen!").says("is on its way"));
    assert!(house.since(mark, ANNA).is_empty());
    assert_eq!(house.since(mark, CLEO).len(), 1);
    // Whoever missed a letter without a name would know whose it is.
    house.write(BELA, "press to all anonymous: guess who");
    assert_eq!(house.since(mark, ANNA), ["[ostia-3] a letter without a name"]);
    assert!(!house.log("ostia-3").says("mute") && !house.log("ostia-3").says("press"));
    house.write(ANNA, "unmute Greece");
    house.write(BELA, "press to Rome: thank you");
    assert!(house.newest(ANNA, "a letter from Greece").text.says("thank you"));
    // The person is muted, not the seat.
    house.write(ANNA, "mute Greece");
    house.write(LIVIA, "table ostia-3\nreplace Greece by zoe@far.example");
    house.write("zoe@far.example", "table ostia-3\npress to Rome: hello, I am new");
    assert!(house.newest(ANNA, "a letter from Greece").text.says("I am new"));
}

#[test]
fn a_moderator_mutes_for_all_and_says_so() {
    let mut house = House::of_three("");
    let answer = house.write(LIVIA, "table ostia-3\nmute Greece");
    assert!(answer.says("Nobody gets letters from the player of Greece"), "{answer}");
    assert!(house.newest(BELA, "your press").text.says("letters of yours go to nobody but the moderator"));
    assert!(house.log("ostia-3").says("livia took the press of Greece away."));
    let mark = house.mark();
    assert!(house.write(BELA, "press to Rome: hello").says("has taken your press away"));
    assert!(house.write(BELA, "press to Rome anonymously: hello").says("has taken your press away"));
    assert!(house.since(mark, ANNA).is_empty());
    house.write(BELA, "press to moderator: why?");
    assert!(house.newest(LIVIA, "a letter from Greece").text.says("why?"));
    house.write(LIVIA, "table ostia-3\nunmute Greece");
    house.write(BELA, "press to Rome: at last");
    assert!(house.newest(ANNA, "a letter from Greece").text.says("at last"));
    assert!(house.write("zoe@far.example", "table ostia-3\nmute Greece").says("You have no seat"));
    assert!(house.write(BELA, "mute Greece").says("there is nobody to mute"));
}

#[test]
fn moderators_clear_votes() {
    let mut house = House::of_three("");
    house.write(ANNA, "draw");
    house.write(BELA, "draw\nextend 2 days");
    assert!(house.write(ANNA, "clear votes").says("Only the moderator of ostia-3 can do that."));
    let answer = house.write(LIVIA, "table ostia-3\nclear votes draw");
    assert!(answer.says("The votes are cleared. Everybody is told."), "{answer}");
    assert!(house.newest(CLEO, "votes are cleared").text.says("(for a draw)"));
    house.write(CLEO, "draw");
    assert!(house.board("ostia-3").deadline.is_some(), "one vote of three");
    house.write(CLEO, "extend 2 days");
    assert_eq!(house.board("ostia-3").deadline, Some(MONDAY + 9 * DAY), "the vote for more time stood");
    house.write(LIVIA, "table ostia-3\nclear votes");
    assert!(house.write(LIVIA, "table ostia-3\nclear votes").says("No vote is open at ostia-3."));
    assert!(house.log("ostia-3").says("livia cleared the open votes."));
}

#[test]
fn at_strict_tables_silence_counts_by_the_stage_not_by_the_question() {
    let mut house = House::of_three(" pace strict");
    house.write(LIVIA, "table ostia-3\nset follow-up 1 day");
    let seats = |house: &House| house.desk.store.seats("ostia-3").unwrap();
    let stage = house.board("ostia-3").stage;
    let mut questions = 0;
    while house.board("ostia-3").stage == stage && questions < 6 {
        let deadline = house.board("ostia-3").deadline.unwrap();
        house.wait(deadline - house.now() + 1);
        questions += 1;
    }
    assert!(questions >= 3, "only {questions} questions");
    assert!(seats(&house).iter().all(|seat| seat.missed <= 1 && seat.keeper == Keeper::Owner), "{:?}", seats(&house));
    assert!(seats(&house).iter().any(|seat| seat.missed == 1));
    // But whoever stays away is not waited for for ever.
    house.wait(40 * DAY);
    assert!(seats(&house).iter().all(|seat| seat.keeper == Keeper::Caretaker), "{:?}", seats(&house));
}
