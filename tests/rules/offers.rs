//! What is offered instead of a line that was not understood is copied without much thought: it reads whole, and says no less.

use crate::law;
use crate::support::{garble, letters_by_chance, new_stage, times};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius::referee::{Header, Referee};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Choice, Effort, Game, Pace, Seed, is_understood, read};

/// A line with a slip of the pen or two: a letter more, less, or two of them in the wrong order; words of speech around it.
fn spoilt(line: &str, chance: &mut Chance) -> String {
    const AROUND: [(&str, &str); 7] = [
        ("", ""),
        ("", ", please"),
        ("", " with goods"),
        ("", " last"),
        ("", ": A, B"),
        ("I would ", ""),
        ("so, ", "!"),
    ];
    let mut letters: Vec<char> = line.chars().collect();
    for _ in 0..chance.random_range(0..=2) {
        let at = chance.random_range(0..letters.len().max(1));
        match chance.random_range(0..3) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 if at + 1 < letters.len() => letters.swap(at, at + 1),
            _ if at < letters.len() => letters.insert(at, letters[at]),
            _ => {}
        }
    }
    let (before, behind) = AROUND.choose(chance).expect("there are some");
    format!("{before}{}{behind}", letters.into_iter().collect::<String>())
}

/// Whether somebody has to fill something in first: `stage with CARD`.
fn has_blank(fix: &str) -> bool {
    fix.split_whitespace().any(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase()))
}

fn looks_right<G: Game>(game: &G, name: &str, line: &str) {
    let reading = read(game, line);
    let understood = reading.lines.iter().chain(&reading.standing).flat_map(|line| &line.choices);
    for problem in &reading.problems {
        let Some(fix) = problem.fix.as_ref().filter(|fix| !has_blank(fix)) else { continue };
        assert!(is_understood(game, fix), "{name}: {line} -> {fix}");
        let offered = read(game, fix);
        let offered: Vec<_> = offered.lines.iter().chain(&offered.standing).flat_map(|line| &line.choices).collect();
        // What was understood is in it, but for the one order that it mends; and it is no shorter.
        let lacks = |choice: &&Choice<G>| !offered.iter().any(|one| one.order == choice.order);
        let lacking: Vec<String> =
            understood.clone().filter(lacks).map(|choice| game.print_order(&choice.order, "en")).collect();
        assert!(lacking.len() <= 1, "{name}: {line} -> {fix} lacks {}", lacking.join(", "));
        assert!(offered.len() >= understood.clone().count(), "{name}: {line} -> {fix} says less");
    }
}

law! {
    /// Every offer reads without a problem and holds what was understood.
    fn offers_are_whole(game, name) {
        let mut chance = Chance::seed_from_u64(5);
        let mut stage = new_stage(game, Pace::Bulk);
        for _ in 0..times(8) {
            if !stage.asked().finished {
                let letters = letters_by_chance(game, stage.start(), &mut chance);
                for line in letters.iter().flat_map(|(_, text)| text.lines()).take(20) {
                    let one = spoilt(line, &mut chance);
                    looks_right(game, name, &one);
                    looks_right(game, name, &format!("{one}; {line}"));
                }
                stage.close(game).expect("published events stand");
            }
            if game.winners(&stage.asked().state).is_some() {
                break;
            }
            stage = stage.next(game);
        }
    }
}

law! {
    /// What is offered instead of a line is not refused when it is copied, whether the line was misread or against the rules.
    fn offers_are_taken(game, name) {
        for pace in [Pace::Bulk, Pace::Strict] {
            let mut chance = Chance::seed_from_u64(6);
            let seed = Seed::from_text("offers");
            let header = Header {
                table: "ostia-3".into(),
                game: G::ENTRY.key.into(),
                players: game.seats().len(),
                variant: String::new(),
                pace,
                commitment: seed.commitment(),
                edition: String::new(),
            };
            let (mut referee, _) = Referee::open(game.clone(), header, seed).expect("a new table");
            for _ in 0..times(10) {
                if referee.winners().is_some() {
                    break;
                }
                let letters = letters_by_chance(game, referee.stage().start(), &mut chance);
                for (seat, text) in &letters {
                    let lines: Vec<&str> = text.lines().collect();
                    let Some(line) = lines.choose(&mut chance) else { continue };
                    let typed = if chance.random_bool(0.5) { spoilt(line, &mut chance) } else { garble(line, &letters, &mut chance) };
                    let received = referee.try_letter(*seat, &typed, Effort::HURRY);
                    for problem in received.problems(game) {
                        let Some(fix) = problem.fix.filter(|fix| !has_blank(fix)) else { continue };
                        let copied = referee.try_letter(*seat, &fix, Effort::HURRY);
                        assert_eq!(copied.reading.problems, [], "{name}: {typed} -> {fix}");
                        for outlook in &copied.forecast.outlooks {
                            assert!(!outlook.is_doubtful(), "{name} {}: {typed} -> {fix} {:?}", referee.stage_name(), outlook.fates);
                        }
                    }
                    referee.receive_as(*seat, text, Finality::Final, Effort::ONE);
                }
                referee.close().expect("the round closes");
            }
        }
    }
}

law! {
    /// What is offered is tried first; a letter of a thousand slips makes no thousand trials, so that it keeps nobody waiting.
    fn a_thousand_slips_are_not_all_tried(game, name) {
        let mut chance = Chance::seed_from_u64(61);
        let seed = Seed::from_text("slips");
        let header = Header {
            table: "ostia-3".into(),
            game: G::ENTRY.key.into(),
            players: game.seats().len(),
            variant: String::new(),
            pace: Pace::Bulk,
            commitment: seed.commitment(),
            edition: String::new(),
        };
        let (referee, _) = Referee::open(game.clone(), header, seed).expect("a new table");
        let letters = letters_by_chance(game, referee.stage().start(), &mut chance);
        for (seat, text) in letters.iter().filter(|(_, text)| !text.is_empty()) {
            let many: String = (0..200).flat_map(|_| text.lines().map(|line| spoilt(line, &mut chance) + "\n").collect::<Vec<_>>()).collect();
            let received = referee.try_letter(*seat, &many, Effort::ONE);
            let offered = received.reading.problems.iter().filter(|problem| problem.fix.is_some()).count();
            assert!(offered <= 40, "{name}: {offered} of {} lines", many.lines().count());
            let offered = received.forecast.outlooks.iter().filter(|outlook| outlook.instead.is_some()).count();
            assert!(offered <= 20, "{name}: {offered} of {} orders", received.forecast.outlooks.len());
        }
    }
}
