//! A season, killed in each of its steps: every step is done once, everybody hears of it once, and the pages are those that a service which was
//! never killed would have made.

use crate::yard::{Got, LIVIA, Yard};
use rand::{RngExt as _, SeedableRng as _};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;
use tabellarius_kernel::Chance;
use tabellarius_league::season::Step;

const SEVEN: [&str; 7] = ["anna", "bela", "cleo", "dido", "enki", "fay", "gus"];
/// So often the service is killed around each step.
const KILLS: usize = 10;

/// Every file of a folder with what is in it.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(dir).unwrap().display().to_string(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_season_killed_in_each_of_its_steps_does_each_once() {
    let yard = Yard::of(|club| club.pages = Some("site".into()));
    let mut number = 5_000_000;
    let mut post = |from: &str, text: &str| {
        number += 1;
        yard.post(from, number, text);
    };
    post(
        LIVIA,
        "league new winter latrones 3, rounds 2, round 1 week, registration 1 week, warning 1 day, table deadline 7 days",
    );
    yard.once();
    for name in SEVEN {
        post(&format!("{name}@home.example"), "league join winter");
    }
    yard.once();
    let mut chance = Chance::seed_from_u64(7);
    let all = 3 + 3 * 2 + 1;
    for _ in 0..all {
        if yard.store().steps_done("winter", 1).unwrap().len() >= all {
            break;
        }
        post(LIVIA, "league winter next");
        for _ in 0..KILLS {
            let running = yard.start();
            std::thread::sleep(Duration::from_millis(chance.random_range(0..220)));
            running.kill();
        }
        yard.once();
    }
    yard.once();
    let steps: Vec<Step> = yard.store().steps_done("winter", 1).unwrap().into_iter().map(|(step, _)| step).collect();
    assert_eq!(steps.len(), all, "{steps:?}");
    assert_eq!(steps.iter().collect::<BTreeSet<_>>().len(), all, "each step once: {steps:?}");
    let mails: Vec<Got> = yard.mails();
    let ids: BTreeSet<&str> = mails.iter().map(|mail| mail.id.as_str()).collect();
    assert_eq!(ids.len(), mails.len(), "no mail came twice");
    for round in [1, 2] {
        let fixtures = yard.store().fixtures("winter", 1).unwrap();
        let there: Vec<i64> = fixtures
            .iter()
            .filter(|one| one.round == round)
            .flat_map(|one| one.seats.iter().map(|(_, person)| *person))
            .collect();
        assert_eq!(there.len(), there.iter().collect::<BTreeSet<_>>().len(), "nobody sits twice in round {round}");
        assert_eq!(there.len(), SEVEN.len());
    }
    for name in SEVEN {
        let own = |words: &str| {
            mails
                .iter()
                .filter(|mail| mail.to == format!("{name}@home.example") && mail.subject.contains(words))
                .count()
        };
        assert_eq!((own("round 1: you play"), own("round 2: you play")), (1, 1), "{name}");
        assert_eq!((own("the standing after round 1"), own("the final standing")), (1, 1), "{name}");
    }
    // The pages were being written all the time: in the end they are the same as new ones.
    let anew = yard.path("anew");
    let made = yard.command("pages", &["--to", anew.to_str().unwrap()]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let (site, anew) = (files(&yard.path("site")), files(&anew));
    assert_eq!(site.keys().collect::<Vec<_>>(), anew.keys().collect::<Vec<_>>());
    assert!(site.len() > 60 && site.iter().all(|(path, bytes)| anew[path] == *bytes));
}
