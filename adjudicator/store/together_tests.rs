use super::*;

fn store(dir: &Path) -> Result<Store> {
    let store = Store::open(&dir.join("club.db"))?;
    store.set_durability(Durability::Together)?;
    Ok(store)
}

fn facts(store: &Store) -> Result<Vec<Option<String>>> {
    ["one", "two", "three"].iter().map(|key| store.fact(key)).collect()
}

fn one() -> Option<String> {
    Some("1".into())
}

#[test]
fn a_work_that_is_undone_takes_no_other_with_it() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (ours, others) = (store(dir.path())?, store(dir.path())?);
    for (key, is_kept) in [("one", true), ("two", false), ("three", true)] {
        ours.begin()?;
        ours.set_fact(key, "1")?;
        if is_kept { ours.commit()? } else { ours.roll_back()? }
    }
    assert_eq!(facts(&ours)?, [one(), None, one()]);
    assert_eq!(facts(&others)?, [None, None, None], "not before all is handed over");
    ours.settle()?;
    assert_eq!(facts(&others)?, [one(), None, one()]);
    // Nobody is locked out then.
    others.begin()?;
    others.set_fact("two", "1")?;
    others.commit_soon()?;
    assert_eq!(facts(&ours)?, [one(), one(), one()]);
    Ok(())
}

#[test]
fn what_was_not_handed_over_never_was() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let first = store(dir.path())?;
    first.begin()?;
    first.set_fact("one", "1")?;
    first.commit()?;
    first.flush()?;
    first.begin()?;
    first.set_fact("two", "1")?;
    first.commit()?;
    drop(first);
    assert_eq!(facts(&store(dir.path())?)?, [one(), None, None]);
    Ok(())
}

#[test]
fn a_database_that_fails_says_so_and_a_bad_row_is_no_failure() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let store = store(dir.path())?;
    store.run("INSERT INTO club VALUES ('odd', 'text')", [])?;
    assert!(store.one("SELECT value FROM club WHERE key = 'odd'", [], |row| row.get::<_, i64>(0)).is_err());
    assert!(store.run("INSERT INTO club VALUES ('odd', 'twice')", []).is_err());
    assert!(!store.has_failed());
    assert!(store.roll_back().is_err(), "there is nothing to undo");
    assert!(store.has_failed());
    Ok(())
}
