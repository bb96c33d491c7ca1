//! Leagues: a season by the clock, from its first entry to the final standing.

use crate::house::{DAY, HOUR, House, LIVIA, Says as _};

const SEVEN: [&str; 7] = ["anna", "bela", "cleo", "dido", "enki", "fay", "gus"];

fn address(name: &str) -> String {
    format!("{name}@home.example")
}

/// A league of the smallest game, whose tables are over within a day if nobody writes.
const WINTER: &str = "league new winter latrones 3, rounds 2, round 2 weeks, registration 1 week, warning 3 days, reminder 2 days, \
                      table least 1 hour, table deadline 1 hour, table silent-after 0, table caretaker-after 0, table reminders none";

fn winter(rules: &str) -> House {
    let mut house = House::new();
    let made = house.write(LIVIA, &format!("{WINTER}{rules}"));
    assert!(made.says("The league winter is there, and people can enter until Monday 23 November 2026"), "{made}");
    for name in SEVEN {
        let entered = house.write(&address(name), "league join winter");
        assert!(entered.says("You are in season 1 of winter"), "{entered}");
    }
    house
}

#[test]
fn a_season_runs_by_the_clock() {
    let mut house = winter("");
    let list = house.write("anna@home.example", "league");
    assert!(list.says("winter: latrones, season 1. 7 have entered."), "{list}");
    house.wait(7 * DAY);
    let fixtures = house.desk.store.fixtures("winter", 1).unwrap();
    assert_eq!(fixtures.iter().map(|fixture| fixture.seats.len()).collect::<Vec<_>>(), [3, 2, 2], "nobody sits out");
    for name in SEVEN {
        let drawn = house.newest(&address(name), "winter, round 1: you play");
        let (seat, table) = drawn.subject.split_once("you play ").unwrap().1.split_once(" at ").unwrap();
        assert_eq!(house.seats(table)[seat], address(name), "{}", drawn.text);
        house.newest(&address(name), &format!("[{table}] night 1: your orders, please"));
    }
    // Nobody writes, so the tables are over by their defaults, and nothing is left to be judged.
    house.wait(13 * DAY);
    let ended = |house: &House, board: &str| house.desk.store.ended(board).unwrap();
    assert!(fixtures.iter().all(|fixture| ended(&house, &fixture.board).is_some_and(|ended| !ended.is_judged)));
    let before = house.write("anna@home.example", "standings winter");
    assert!(before.says("Can still finish between"), "{before}");
    house.wait(DAY);
    let told = house.newest("anna@home.example", "winter, season 1: the standing after round 1");
    assert!(told.text.says("anna (you)"), "{}", told.text);
    house.wait(14 * DAY);
    let last = house.newest("gus@home.example", "winter, season 1: the final standing");
    assert!(last.text.says("The secret behind the draws was") && !last.text.says("Can still"), "{}", last.text);
    for name in SEVEN {
        let address = address(name);
        let mails = house.subjects(&address);
        let count =
            |words: &[&str]| mails.iter().filter(|subject| words.iter().any(|word| subject.contains(word))).count();
        assert_eq!((count(&["you play", "you sit out"]), count(&["standing"])), (2, 2), "{mails:#?}");
    }
    house.wait(30 * DAY);
    assert_eq!(house.desk.store.steps_done("winter", 1).unwrap().len(), 10, "each step once");
    let over = house.write("anna@home.example", "league join winter");
    assert!(over.says("Season 1 of winter is over"), "{over}");
    let rating = house.write("anna@home.example", "rating latrones");
    assert!(rating.says("WHICH SEATS WIN") && rating.says("provisional"), "{rating}");
    let own = house.write("anna@home.example", "rating anna");
    assert!(own.says("anna (you)") && !own.says("bela"), "{own}");
}

#[test]
fn whoever_runs_it_can_try_a_season_out() {
    let mut house = winter("");
    let no = house.write("anna@home.example", "league rehearse winter 24");
    assert!(no.says("Only whoever runs winter can do that"), "{no}");
    let mark = house.mark();
    let told = house.write(LIVIA, "league rehearse winter 24");
    assert!(told.says("A REHEARSAL WITH 24 PEOPLE") && told.says("- Division 2: 12 people"), "{told}");
    assert!(told.says("- Round 1: 8 tables (of 3, 3, 3, 3, 3, 3, 3, 3), 24 people"), "{told}");
    assert!(told.says("a table has time for 336 letters, one every 1 hour"), "{told}");
    assert!(told.says("The final standing: Monday 21 December 2026"), "{told}");
    let own = house.write(LIVIA, "league rehearse winter");
    assert!(own.says("WITH 7 PEOPLE") && own.says("- Round 1: 3 tables (of 3, 2, 2), 7 people"), "{own}");
    assert_eq!(house.sent[mark..].iter().filter(|sent| sent.to != LIVIA).count(), 0, "nobody else is told");
}

#[test]
fn a_table_that_takes_too_long_is_judged() {
    let mut house = winter(", table deadline 10 days, rounds 1");
    house.wait(19 * DAY);
    let fixtures = house.desk.store.fixtures("winter", 1).unwrap();
    let player = house.desk.store.person(fixtures[0].seats[0].1).unwrap().unwrap().address;
    let warned = house.newest(&player, "should come to its end");
    assert!(warned.text.says("it counts as it stands on the board"), "{}", warned.text);
    house.wait(2 * DAY);
    for fixture in &fixtures {
        let ended = house.desk.store.ended(&fixture.board).unwrap().unwrap();
        assert!(ended.is_judged);
        assert_eq!(ended.places.concat().len(), fixture.seats.len(), "{ended:?}");
    }
    let judged = house.newest(&player, "the game counts as it stands");
    assert!(judged.text.says("The round of winter has ended"), "{}", judged.text);
    house.newest(&player, "the final standing");
}

#[test]
fn whoever_runs_it_can_take_steps_back_and_give_penalties() {
    let mut house = winter("");
    let no = house.write("anna@home.example", "league winter next");
    assert!(no.says("Only whoever runs winter can do that"), "{no}");
    house.wait(7 * DAY);
    assert_eq!(house.desk.store.fixtures("winter", 1).unwrap().len(), 3);
    let fixed = house.write(LIVIA, "league set winter rounds 4");
    assert!(fixed.says("its rules stay as they are"), "{fixed}");
    let undone = house.write(LIVIA, "league winter undo");
    assert!(undone.says("taken back"), "{undone}");
    assert_eq!(house.desk.store.fixtures("winter", 1).unwrap().len(), 0);
    house.newest("anna@home.example", "the draw was taken back");
    // The clock waits for whoever runs it.
    house.wait(3 * DAY);
    assert_eq!(house.desk.store.fixtures("winter", 1).unwrap().len(), 0);
    house.write(LIVIA, "league winter undo");
    house.write(LIVIA, "league set winter rounds 3");
    house.write("gus@home.example", "league leave winter");
    for _ in 0..2 {
        house.write(LIVIA, "league winter next");
        house.tick();
    }
    assert_eq!(house.desk.store.fixtures("winter", 1).unwrap().len(), 2, "six people");
    let noted = house.write(LIVIA, "league penalty winter anna -2: late again and again");
    assert!(noted.says("anna has -2 points on top"), "{noted}");
    let told = house.newest("anna@home.example", "points taken away");
    assert!(told.text.says("taken 2 points from you: late again and again"), "{}", told.text);
    let standing = house.write("bela@home.example", "standings winter");
    assert!(standing.says("anna: -2 points"), "{standing}");
}

#[test]
fn whoever_comes_late_is_drawn_next_and_whoever_goes_is_not() {
    let mut house = winter("");
    house.wait(8 * DAY);
    let late = house.write("hera@home.example", "league winter join");
    assert!(late.says("You are drawn from round 2 on"), "{late}");
    let gone = house.write("bela@home.example", "league winter leave");
    assert!(gone.says("You are no longer drawn in winter"), "{gone}");
    house.wait(14 * DAY);
    house.newest("hera@home.example", "winter, round 2: you play");
    assert!(!house.subjects("bela@home.example").iter().any(|subject| subject.contains("round 2: you play")));
    let standing = house.write("hera@home.example", "standings winter");
    assert!(standing.says("no longer drawn"), "{standing}");
}

#[test]
fn with_too_few_people_everybody_waits_a_week() {
    let mut house = House::new();
    house.write(LIVIA, WINTER);
    house.write("anna@home.example", "league join winter");
    house.wait(7 * DAY + HOUR);
    let told = house.newest("anna@home.example", "a week more for entries");
    assert!(told.text.says("1 has entered season 1 of winter, and a table needs 2"), "{}", told.text);
    house.write("bela@home.example", "league join winter");
    house.wait(7 * DAY);
    house.newest("anna@home.example", "winter, round 1: you play");
}

#[test]
fn seasons_follow_each_other_and_people_move() {
    let mut house = winter(", divisions 3-3-4, movers 30, pause 1 week, rounds 1");
    house.wait(21 * DAY);
    let rows = house.desk.store.entrants("winter", 1).unwrap();
    assert_eq!(rows.iter().map(|row| row.division).max(), Some(2));
    let moved = |word: &str| rows.iter().filter(|row| row.moved.is_some_and(|moved| moved.word() == word)).count();
    // Of four and of three people 30 % are two and one, and never more than half.
    assert_eq!((moved("down"), moved("up")), (2, 1), "{rows:#?}");
    house.wait(7 * DAY + HOUR);
    let opened = house.newest("anna@home.example", "winter, season 2: enter now");
    assert!(opened.text.says("its commitment is"), "{}", opened.text);
    for name in &SEVEN[..6] {
        house.write(&address(name), "league join winter");
    }
    house.wait(5 * DAY);
    house.newest("gus@home.example", "entries close soon");
    assert!(!house.subjects("anna@home.example").iter().any(|subject| subject.contains("close soon")));
    house.wait(3 * DAY);
    assert_eq!(house.desk.store.fixtures("winter", 2).unwrap().len(), 2);
}

#[test]
fn leagues_are_spoken_of_in_four_languages() {
    let mut house = winter("");
    for line in ["lega winter", "liga winter", "competitie winter", "league winter", "League: winter"] {
        let page = house.write("anna@home.example", line);
        assert!(page.says("WINTER, SEASON 1: latrones"), "{line}: {page}");
    }
    for line in ["lega partecipa winter", "classifica winter", "klassement winter", "klasyfikacja winter"] {
        let page = house.write("anna@home.example", line);
        assert!(!page.says("NOT UNDERSTOOD") && !page.says("There is no league"), "{line}: {page}");
    }
    // A command may have two words inside another one, too.
    for line in ["competitie doe mee winter", "competitie winter verlaat", "liga dołącz winter", "liga winter odejdź"]
    {
        let page = house.write("anna@home.example", line);
        assert!(!page.says("There is no league") && !page.says("I do not know what"), "{line}: {page}");
    }
    for line in
        ["competitie stel in winter rounds 4", "competitie winter stel in rounds 4", "liga ustaw winter rounds 4"]
    {
        let page = house.write(LIVIA, line);
        assert!(page.says("rounds is now 4"), "{line}: {page}");
    }
    let near = house.write("anna@home.example", "league join wintr");
    assert!(near.says("There is no league \"wintr\". Did you mean: league winter"), "{near}");
    let odd = house.write(LIVIA, "league new spring latrones 3, rund 2");
    assert!(odd.says("There is no rule \"rund\" for a league. Did you mean round"), "{odd}");
}

#[test]
fn the_file_of_the_club_opens_leagues_once() {
    let mut house = House::new();
    let file = "name = \"Club\"\naddress = \"a@club.example\"\noperator = \"ops@club.example\"\n\
                [[league]]\nname = \"spring\"\ngame = \"latrones 3 turn\"\nmoderator = \"livia@club.example\"\nrounds = 4\n\
                table = [\"deadline Sunday 20:00 Europe/Rome\", \"grace 1 day\"]\n\
                [[league]]\nname = \"autumn\"\ngame = \"latrones 3\"\nrund = 4\n";
    house.desk.club.leagues = tabellarius::desk::Club::parse(file).unwrap().leagues;
    house.desk.open_leagues().unwrap();
    house.tick();
    let page = house.write(LIVIA, "league spring");
    for says in ["SPRING, SEASON 1: latrones", "- rounds 4", "- table grace 1 day", "league penalty spring"] {
        assert!(page.says(says), "{page}");
    }
    let alarm = house.newest("ops@club.example", "something needs you");
    assert!(alarm.text.says("There is no rule \"rund\" for a league. Did you mean round"), "{}", alarm.text);
    let opens = |house: &House| house.desk.store.season("spring", 1).unwrap().unwrap().calendar.opens;
    let before = opens(&house);
    house.wait(HOUR);
    house.desk.open_leagues().unwrap();
    assert_eq!((opens(&house), house.desk.store.leagues().unwrap().len()), (before, 1));
}

#[test]
fn a_ladder_goes_on_from_season_to_season() {
    let mut house = winter(", format ladder, rounds 2");
    house.wait(7 * DAY + HOUR);
    let of_round = |house: &House, season, round| -> Vec<Vec<i64>> {
        let fixtures = house.desk.store.fixtures("winter", season).unwrap();
        let here = fixtures.iter().filter(|fixture| fixture.round == round);
        here.map(|fixture| fixture.seats.iter().map(|(_, person)| *person).collect()).collect()
    };
    let sizes: Vec<usize> = of_round(&house, 1, 1).iter().map(Vec::len).collect();
    assert_eq!(sizes, [3, 2, 2], "the upper rungs sit at the larger table");
    let open = house.write("anna@home.example", "standings winter");
    assert!(open.says("Can still finish between 1 and 7"), "{open}");
    house.wait(28 * DAY);
    let ended = house.write("anna@home.example", "standings winter");
    assert!(ended.says("1. ") && ended.says("7. ") && !ended.says("Goes down"), "{ended}");
    let rows = house.desk.store.entrants("winter", 1).unwrap();
    let ladder: Vec<i64> = rows.iter().map(|row| row.person).collect();
    assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    house.write(LIVIA, "league winter next");
    house.tick();
    for name in SEVEN.iter().rev() {
        house.write(&address(name), "league join winter");
    }
    house.wait(7 * DAY + HOUR);
    let mut top = of_round(&house, 2, 1).remove(0);
    top.sort_unstable();
    let mut three = ladder[..3].to_vec();
    three.sort_unstable();
    assert_eq!(top, three, "whoever stood above begins above");
}

#[test]
fn in_friendly_games_only_ratings_count() {
    let mut house = winter(", format friendly, rounds 1, divisions 2-3-4");
    house.wait(21 * DAY + HOUR);
    let last = house.newest("anna@home.example", "the final standing");
    assert!(!last.text.says("DIVISION") && last.text.says("0 points"), "{}", last.text);
    assert!(!last.text.says("Goes up") && !last.text.says("Goes down"), "{}", last.text);
    let rating = house.write("anna@home.example", "rating");
    assert!(rating.says("provisional"), "{rating}");
}
