//! A table stays small: many of them are kept in memory at the end of the largest game, and the process says how much it has grown.
//!
//! Alone in its binary: other tests would grow the process too.

use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, read};
use tabellarius_seven_wonders::{Options, SevenWonders};

/// So many tables are kept.
const TABLES: usize = 300;
/// No table is larger, in bytes.
const MOST: usize = 64 * 1024;

/// The last stage of a game as the kernel keeps it: both positions, all letters, the record of answers, dice and events. Everybody answers
/// every question by a letter of his own, which makes the longest record.
fn last_stage(game: &SevenWonders, chance: &mut Chance) -> Stage<SevenWonders> {
    let mut stage = Stage::open(game, game.start(), Pace::Strict, Seed::from_text("large"), Salt::first("large"));
    loop {
        while !stage.asked().finished {
            let mut letters: Vec<(Seat, String)> = Vec::new();
            for open in &stage.asked().open {
                let orders = open.random(game, chance);
                let text: Vec<String> = orders.iter().map(|order| game.print_order(order, "en")).collect();
                match letters.iter_mut().find(|(seat, _)| *seat == open.seat) {
                    Some((_, letter)) => *letter = format!("{letter}\n{}", text.join("\n")),
                    None => letters.push((open.seat, text.join("\n"))),
                }
            }
            for (seat, text) in letters {
                let lines = read(game, &text).lines;
                stage.file(seat, Letter { text, lines, finality: Finality::Final });
            }
            stage.close(game).expect("published events stand");
        }
        if game.winners(&stage.asked().state).is_some() {
            return stage;
        }
        stage = stage.next(game);
    }
}

/// The memory of this process, in bytes.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<usize>().ok()? * 1024)
}

#[test]
fn a_table_is_smaller_than_64_kib() {
    let options = Options::parse(8, "leaders,cities,myths").expect("a variant");
    let game = SevenWonders::new(options).expect("built-in data");
    let mut chance = Chance::seed_from_u64(64);
    // What the first games leave behind is no part of a table.
    let mut kept: Vec<Stage<SevenWonders>> = (0..20).map(|_| last_stage(&game, &mut chance)).collect();
    let Some(before) = resident() else {
        eprintln!("only Linux says how much memory is used");
        return;
    };
    kept.extend((0..TABLES).map(|_| last_stage(&game, &mut chance)));
    let each = (resident().expect("it was known before") - before) / TABLES;
    // A table that is not there at all would be small too: the last stage has everybody's score, and most have everybody's answers.
    assert!(kept.iter().all(|stage| stage.asked().finished && stage.asked().told.len() > 8));
    assert!(kept.iter().filter(|stage| stage.asked().used.len() >= 8).count() > kept.len() / 2);
    let least = size_of::<Stage<SevenWonders>>() + 2 * size_of_val(&*kept[0].start().log);
    println!("a table takes {each} bytes");
    assert!((least..MOST).contains(&each), "{each} bytes, at least {least}");
}
