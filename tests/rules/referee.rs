//! A table's record is everything: played again, or gone on with from a snapshot, it comes to the same. A tampered record is found out.

use crate::law;
use crate::support::{bytes, letters_by_chance};
use rand::SeedableRng as _;
use tabellarius::referee::{Header, Referee, Round};
use tabellarius_kernel::{Chance, Listed, Pace, Seed, Viewer};

fn header<G: Listed>(game: &G, pace: Pace, seed: &Seed) -> Header {
    Header {
        table: "ostia-3".into(),
        game: G::ENTRY.key.into(),
        players: game.seats().len(),
        variant: String::new(),
        pace,
        commitment: seed.commitment(),
        edition: String::new(),
    }
}

/// Plays some rounds with random letters, every third seat silent. Some letters are sent twice; what only the first one held, a
/// standing plan too, is gone with it.
fn play<G: Listed>(game: &G, pace: Pace, most: usize, mut watch: impl FnMut(&Referee<G>)) -> Referee<G> {
    let seed = Seed::from_text("referee");
    let mut chance = Chance::seed_from_u64(23);
    let (mut referee, _) = Referee::open(game.clone(), header(game, pace, &seed), seed).expect("a new table");
    watch(&referee);
    for round in 0..most {
        if referee.winners().is_some() {
            break;
        }
        let letters = letters_by_chance(game, referee.stage().start(), &mut chance);
        for (i, (seat, text)) in letters.iter().enumerate() {
            let standing = if round == 1 { "\nalways nothing" } else { "" };
            if (round + i).is_multiple_of(4) {
                let plans: String = text.lines().map(|line| format!("always {line}\n")).collect();
                referee.receive(*seat, &plans);
            }
            if (round + i) % 3 > 0 {
                referee.receive(*seat, &format!("{text}{standing}"));
            }
        }
        referee.close().expect("the round closes");
        watch(&referee);
    }
    referee
}

law! {
    /// Going on from a snapshot, written down and read again, is the same as never having stopped.
    fn a_snapshot_is_enough(game, name) {
        for pace in [Pace::Bulk, Pace::Strict] {
            let mut all: Vec<Round> = Vec::new();
            play(game, pace, 40, |referee| {
                all.extend(referee.rounds.iter().skip(all.len()).cloned());
                let text = serde_json::to_string(&referee.snapshot().expect("a snapshot")).expect("text");
                let snapshot = serde_json::from_str(&text).expect("a snapshot");
                let seed = Seed::from_text("referee");
                let since = &all[referee.snapshot().expect("a snapshot").rounds..];
                let again = Referee::resume(game.clone(), referee.header.clone(), seed, &snapshot, since);
                let again = again.unwrap_or_else(|error| panic!("{name}: {error:#}"));
                assert_eq!(bytes(again.stage().asked()), bytes(referee.stage().asked()), "{name}");
                assert_eq!(again.stage().salt(), referee.stage().salt(), "{name}");
                assert_eq!(again.awaited(), referee.awaited(), "{name}");
                let written = |snapshot| serde_json::to_value(snapshot).expect("a snapshot");
                assert_eq!(written(&again.snapshot().expect("a snapshot")), written(&snapshot), "{name}");
            });
        }
    }
}

law! {
    /// A record plays back to the same seals; a changed letter, a lost round, another seed or another table do not.
    fn a_tampered_record_is_found_out(game, name) {
        let played = play(game, Pace::Bulk, 12, |_| {});
        let seed = || Seed::from_text("referee");
        let replay = |header: Header, seed, rounds: &[Round]| Referee::replay(game.clone(), header, seed, rounds);
        let (back, last) = replay(played.header.clone(), seed(), &played.rounds).expect("the record is good");
        assert_eq!(bytes(back.stage().asked()), bytes(played.stage().asked()), "{name}");
        assert_eq!(Some(&last.seal), played.rounds.last().map(|round| &round.seal), "{name}");

        let mut changed = played.rounds.clone();
        let letter = changed.iter_mut().flat_map(|round| round.letters.values_mut()).next().expect("a letter");
        letter.push_str("\n# a comment");
        assert!(replay(played.header.clone(), seed(), &changed).is_err(), "{name}: even a comment is part of the letter");
        assert!(replay(played.header.clone(), seed(), &played.rounds[1..]).is_err(), "{name}: a lost round");
        assert!(replay(played.header.clone(), Seed::from_text("other"), &played.rounds).is_err(), "{name}: another seed");
        let other = Header { table: "ostia-4".into(), ..played.header.clone() };
        assert!(replay(other, seed(), &played.rounds).is_err(), "{name}: another table");
    }
}

law! {
    /// Where one letter is for a whole turn, its other stages are closed with it: the same happens as at a table where each stage has its
    /// round and nobody writes again before the turn is over. The record plays back.
    fn a_letter_for_a_turn_serves_all_its_stages(game, name) {
        let seed = || Seed::from_text("referee");
        let open = |pace| Referee::open(game.clone(), header(game, pace, &seed()), seed()).expect("a new table").0;
        let (mut by_turns, mut by_stages) = (open(Pace::Turn), open(Pace::Bulk));
        let mut chance = Chance::seed_from_u64(29);
        for _ in 0..6 {
            if by_turns.winners().is_some() {
                break;
            }
            let turn = by_turns.stage_name().turn;
            for (seat, text) in letters_by_chance(game, by_turns.stage().start(), &mut chance) {
                let later: Vec<_> = by_turns.stage().later_forms(game, seat).into_iter().flat_map(|form| form.orders).collect();
                let later: String = later.iter().map(|order| game.print_order(order, "en") + "\n").collect();
                by_turns.receive(seat, &format!("{text}\n{later}"));
                by_stages.receive(seat, &format!("{text}\n{later}"));
            }
            let mut closed = by_turns.close().expect("the round closes");
            let mut told = by_stages.close().expect("the round closes").told;
            while by_turns.goes_on() {
                assert_eq!(by_turns.stage_name().turn, turn, "{name}");
                closed = closed.followed_by(by_turns.close().expect("the round closes"));
                told.extend(by_stages.close().expect("the round closes").told);
            }
            assert!(by_turns.winners().is_some() || by_turns.stage_name().turn != turn, "{name}: the turn is over");
            assert_eq!(closed.told, told, "{name}");
        }
        assert_eq!(by_turns.rounds, by_stages.rounds, "{name}");
        let header = by_turns.header.clone();
        let (back, _) = Referee::replay(game.clone(), header, seed(), &by_turns.rounds).expect("the record is good");
        assert_eq!(bytes(back.stage().asked()), bytes(by_turns.stage().asked()), "{name}");
        assert!(!back.goes_on(), "{name}");
    }
}

/// One letter for two civilizations of a player: each line goes to its seat, an own letter counts first, and the record plays back.
#[test]
fn one_letter_serves_several_seats() {
    use tabellarius_inner_sea::InnerSea;
    let variant = "owners=red+green/blue+purple, civs=carthage+egypt+gaul+troy";
    let game = InnerSea::new(4, variant).expect("the game");
    let seed = Seed::from_text("referee");
    let header = Header { variant: variant.into(), ..header(&game, Pace::Bulk, &seed) };
    let (mut referee, _) = Referee::open(game.clone(), header, seed).expect("a new table");
    let [red, green, blue, purple] = ["red", "green", "blue", "purple"].map(|name| referee.seat(name).expect("a seat"));
    referee.receive(red, "place nothing\nGreen: place 1 Egypt, 1 Kush else 1 Libya\nBlue: place nothing");
    assert_eq!(referee.awaited().iter().collect::<Vec<_>>(), [blue, purple], "Blue is not his");
    referee.receive(blue, "nothing\nPurple: place 1 Troy");
    assert!(referee.awaited().is_empty());
    // Purple writes too: that counts, and Blue's newer letter does not take its place.
    referee.receive(purple, "place 1 Ionia");
    referee.receive(blue, "nothing\nPurple: place 1 Lydia");
    referee.close().expect("closed");
    let board = |referee: &Referee<InnerSea>, name: &str, seat: tabellarius_kernel::Seat| {
        let area = game.map.find(name).expect(name);
        referee.stage().start().position.board.discs(area, tabellarius_inner_sea::pieces::Faction::of(seat))
    };
    assert_eq!(["Egypt", "Kush", "Libya"].map(|name| board(&referee, name, green)), [3, 3, 2]);
    assert_eq!(["Troy", "Ionia", "Lydia"].map(|name| board(&referee, name, purple)), [2, 3, 2]);
    let (back, _) = Referee::replay(game.clone(), referee.header.clone(), Seed::from_text("referee"), &referee.rounds)
        .expect("the record is good");
    assert_eq!(bytes(back.stage().asked()), bytes(referee.stage().asked()));
}

/// What a player revises is gone, also what it said for another seat of his, and a plan that it made.
#[test]
fn a_revised_letter_leaves_nothing_behind() {
    use tabellarius_inner_sea::InnerSea;
    let variant = "owners=red+green/blue+purple, civs=carthage+egypt+gaul+troy";
    let game = InnerSea::new(4, variant).expect("the game");
    let seed = || Seed::from_text("referee");
    let header = Header { variant: variant.into(), ..header(&game, Pace::Bulk, &seed()) };
    let (mut referee, _) = Referee::open(game.clone(), header, seed()).expect("a new table");
    let [red, green, blue, purple] = ["red", "green", "blue", "purple"].map(|name| referee.seat(name).expect("a seat"));
    let planned = |referee: &Referee<InnerSea>, seat| -> Vec<String> {
        referee.standing(seat).iter().map(|line| line.print(&game, "en")).collect()
    };
    // A plan for the other seat is that seat's plan.
    referee.receive(red, "place nothing\nalways Green: negate nothing\nalways pass");
    assert_eq!(
        (planned(&referee, red), planned(&referee, green)),
        (vec!["pass".into()], vec!["negate nothing".into()])
    );
    referee.receive(red, "place nothing\nGreen: place 1 Egypt");
    assert_eq!((planned(&referee, red), planned(&referee, green)), (vec![], vec![]));
    assert_eq!(referee.awaited().iter().collect::<Vec<_>>(), [blue, purple]);
    referee.receive(red, "place nothing");
    assert_eq!(referee.awaited().iter().collect::<Vec<_>>(), [green, blue, purple], "Green has nothing now");
    // Whichever came first: a seat's own plans count before those that another one brings.
    referee.receive(green, "nothing\nalways pass");
    referee.receive(red, "place nothing\nalways Green: negate nothing");
    assert_eq!(planned(&referee, green), ["pass"]);
    referee.receive(blue, "nothing\nPurple: nothing");
    referee.close().expect("closed");
    // Plans of an earlier round stand again when a letter that changed them is revised.
    referee.receive(green, "nothing\nalways negate nothing");
    assert_eq!(planned(&referee, green), ["negate nothing"]);
    referee.receive(green, "nothing");
    assert_eq!(planned(&referee, green), ["pass"]);
    referee.close().expect("closed");
    let back = Referee::replay(game.clone(), referee.header.clone(), seed(), &referee.rounds);
    let (back, _) = back.expect("the record is good");
    assert_eq!(bytes(back.stage().asked()), bytes(referee.stage().asked()));
    assert_eq!(planned(&back, green), ["pass"]);
}

law! {
    /// Parts of a position that are said to be open look the same in every world that a seat takes for possible.
    fn what_is_open_hides_nothing(game, name) {
        let mut chance = Chance::seed_from_u64(29);
        for pace in [Pace::Bulk, Pace::Strict] {
            play(game, pace, 20, |referee| {
                let state = &referee.stage().asked().state;
                let open = |state: &G::State| -> Vec<_> {
                    let printed = game.print(state, "en");
                    printed.into_iter().filter(|(section, _)| G::OPEN.contains(section)).collect()
                };
                let shown = open(state);
                assert!(!shown.is_empty(), "{name}: nothing is open");
                for seat in game.seats().iter() {
                    assert_eq!(open(&game.imagine(&game.view(state, Viewer::Seat(seat)), seat, &mut chance)), shown, "{name}");
                }
            });
        }
    }
}

law! {
    /// A moderator's correction is a round of the record: played again, or gone on with from a snapshot, it comes to the same; and a
    /// record without it does not.
    fn a_correction_is_part_of_the_record(game, name) {
        use tabellarius::referee::Correction;
        let seed = || Seed::from_text("referee");
        let mut referee = play(game, Pace::Bulk, 5, |_| {});
        if referee.winners().is_some() {
            return;
        }
        // What lies open is set again as it is, where a line can be set on a full table: a correction that hurts nobody.
        let printed = game.print(referee.stage().start(), "en").into_iter().filter(|(section, _)| G::OPEN.contains(section));
        let lines = printed
            .flat_map(|(section, lines)| lines.into_iter().map(move |line| Correction { section: section.into(), line }));
        let is_same = |one: &Correction| {
            let mut state = referee.stage().start().clone();
            let set = tabellarius::cases::run::with_words(game, &one.line, |words| game.set(&mut state, &one.section, words));
            set.is_ok() && state == *referee.stage().start()
        };
        let lines: Vec<Correction> = lines.filter(is_same).collect();
        assert!(!lines.is_empty(), "{name}: nothing can be set again");
        let before = bytes(referee.stage().asked());
        let salt = referee.stage().salt();
        referee.correct(&lines).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        assert_eq!((bytes(referee.stage().asked()), referee.stage().salt()), (before, salt), "{name}");
        let snapshot = referee.snapshot().expect("a snapshot");
        assert_eq!(snapshot.rounds, referee.rounds.len(), "{name}");
        let again = Referee::resume(game.clone(), referee.header.clone(), seed(), &snapshot, &[]).expect("a table");
        assert_eq!(bytes(again.stage().asked()), bytes(referee.stage().asked()), "{name}");
        referee.close().expect("the round closes");
        let text = serde_json::to_string(&referee.rounds).expect("text");
        let rounds: Vec<Round> = serde_json::from_str(&text).expect("rounds");
        let (back, last) = Referee::replay(game.clone(), referee.header.clone(), seed(), &rounds).expect("the record is good");
        assert_eq!(Some(&last.seal), rounds.last().map(|round| &round.seal), "{name}");
        assert_eq!(bytes(back.stage().asked()), bytes(referee.stage().asked()), "{name}");
        let without: Vec<Round> = rounds.iter().filter(|round| round.corrected.is_empty()).cloned().collect();
        assert!(Referee::replay(game.clone(), referee.header.clone(), seed(), &without).is_err(), "{name}: left out");
        // Nonsense changes nothing.
        let nonsense = [Correction { section: "board".into(), line: "Atlantis: 7 unicorns".into() }];
        let before = bytes(referee.stage().asked());
        assert!(referee.correct(&nonsense).is_err(), "{name}");
        assert_eq!(bytes(referee.stage().asked()), before, "{name}");
    }
}
