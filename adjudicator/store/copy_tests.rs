use super::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn fact(path: &Path, key: &str) -> Result<Option<String>> {
    Store::open(path)?.fact(key)
}

#[test]
fn a_copy_ends_however_busy_the_database_is() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (database, to) = (dir.path().join("club.db"), dir.path().join("copy.db"));
    let store = Store::open(&database)?;
    for number in 0..2_000 {
        store.set_fact(&format!("fill{number}"), &"x".repeat(8_000))?;
    }
    let (stop, mut steps) = (AtomicBool::new(false), 0);
    std::thread::scope(|scope| -> Result<()> {
        let writer = scope.spawn(|| -> Result<u32> {
            let (busy, mut commits) = (Store::open(&database)?, 0);
            while !stop.load(Ordering::Relaxed) {
                busy.begin()?;
                busy.set_fact("busy", &commits.to_string())?;
                busy.set_fact("again", &commits.to_string())?;
                busy.commit()?;
                commits += 1;
            }
            Ok(commits)
        });
        // Others commit between any two steps: a copy that begins anew then would go on for ever.
        let copied = store.back_up(&to, |_, _| {
            steps += 1;
            std::thread::sleep(Duration::from_millis(20));
        });
        stop.store(true, Ordering::Relaxed);
        let commits = writer.join().map_err(|_| anyhow::anyhow!("the writer ended"))??;
        assert!(commits > 5, "{commits}");
        copied
    })?;
    assert!(steps < 1_000, "{steps} steps: it has begun anew");
    check(&to)?;
    assert_eq!(fact(&to, "busy")?, fact(&to, "again")?, "one moment");
    assert!(!beside(&to, "draft").exists());
    Ok(())
}

/// A club with a fact, and a WAL that is not in the database yet, as a killed service leaves it.
fn killed_club(database: &Path, value: &str) -> Result<()> {
    let made = database.with_extension("made");
    let store = Store::open(&made)?;
    store.set_fact("one", value)?;
    for end in ["", "-wal"] {
        fs::copy(with_end(&made, end), with_end(database, end))?;
    }
    drop(store);
    remove(&made)
}

#[test]
fn a_stale_wal_does_not_undo_the_way_back() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (database, saved) = (dir.path().join("club.db"), dir.path().join("copy.db"));
    let store = Store::open(&database)?;
    store.set_fact("one", "old")?;
    store.back_up(&saved, |_, _| {})?;
    drop(store);
    killed_club(&database, "new")?;
    assert!(with_end(&database, "-wal").metadata()?.len() > 0);
    check(&saved)?;
    stage(&saved, &database, |_, _| {})?;
    assert!(is_staged(&database));
    assert!(Store::open(&database).is_err_and(|error| format!("{error:#}").contains("restore")), "not half way");
    let aside = finish(&database, 1_794_830_400)?.context("the old one is kept")?;
    assert_eq!(fact(&database, "one")?.as_deref(), Some("old"));
    assert_eq!(fact(&aside, "one")?.as_deref(), Some("new"), "also what was only in its WAL");
    assert_eq!(finish(&database, 1_794_830_400)?, None);
    Ok(())
}

#[test]
fn what_is_no_whole_copy_is_refused_and_nothing_is_moved() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (database, saved) = (dir.path().join("club.db"), dir.path().join("copy.db"));
    let store = Store::open(&database)?;
    for number in 0..200 {
        store.set_fact(&format!("fill{number}"), &"x".repeat(2_000))?;
    }
    store.back_up(&saved, |_, _| {})?;
    let whole = fs::read(&saved)?;
    let mut damaged = whole.clone();
    damaged[20_000..30_000].fill(7);
    for bytes in [&b"no database"[..], &whole[..whole.len() / 2], &damaged, b""] {
        fs::write(&saved, bytes)?;
        assert!(check(&saved).is_err(), "{} bytes", bytes.len());
        assert!(!is_staged(&database));
    }
    assert!(check(&dir.path().join("nowhere")).is_err());
    assert_eq!(store.fact("fill7")?.map(|text| text.len()), Some(2_000));
    Ok(())
}
