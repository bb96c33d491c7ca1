//! How a database becomes what `schema.sql` shows. Steps are only ever added at the end.

use anyhow::{Result, ensure};
use rusqlite::Connection;

/// Each step brings a database from its number to the next.
const STEPS: [&str; 9] = [
    include_str!("steps/1.sql"),
    include_str!("steps/people.sql"),
    include_str!("steps/outbox.sql"),
    include_str!("steps/mute.sql"),
    include_str!("steps/press.sql"),
    include_str!("steps/trust.sql"),
    include_str!("steps/league.sql"),
    include_str!("steps/format.sql"),
    include_str!("steps/pages.sql"),
];

/// The number of the newest.
pub fn latest() -> u32 {
    STEPS.len() as u32
}

/// Takes the steps that are missing, each whole or not at all.
pub fn run(db: &mut Connection) -> Result<()> {
    let done: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    ensure!(
        done as usize <= STEPS.len(),
        "it is from a newer Tabellarius (version {done} of the schema; this one knows {})",
        STEPS.len()
    );
    for (i, step) in STEPS.iter().enumerate().skip(done as usize) {
        let step_done = db.transaction()?;
        step_done.execute_batch(step)?;
        step_done.pragma_update(None, "user_version", i as u32 + 1)?;
        step_done.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table with its columns, and every index, as SQLite understands them.
    fn picture(db: &Connection) -> Result<Vec<String>> {
        let sql = "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || c.pk || ' ' || t.strict || ' ' || \
                   t.wr FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.name NOT LIKE \
                   'sqlite_%' UNION ALL SELECT 'index ' || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL \
                   UNION ALL SELECT t.name || ' -> ' || f.\"table\" || '.' || f.\"from\" FROM pragma_table_list t JOIN \
                   pragma_foreign_key_list(t.name) f WHERE t.schema = 'main' ORDER BY 1";
        let mut query = db.prepare(sql)?;
        let rows = query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    #[test]
    fn the_picture_is_what_the_steps_make() -> Result<()> {
        let mut made = Connection::open_in_memory()?;
        run(&mut made)?;
        let drawn = Connection::open_in_memory()?;
        drawn.execute_batch(include_str!("../../schema.sql"))?;
        let found = picture(&made)?;
        assert_eq!(found, picture(&drawn)?);
        assert!(found.len() > 80 && found.iter().any(|row| row.starts_with("outbox.bytes BLOB")), "{found:#?}");
        run(&mut made)?;
        assert_eq!(made.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))?, STEPS.len() as u32);
        Ok(())
    }

    #[test]
    fn an_old_outbox_keeps_its_mails_and_their_numbers() -> Result<()> {
        let mut db = Connection::open_in_memory()?;
        db.execute_batch(STEPS[0])?;
        db.pragma_update(None, "user_version", 1)?;
        let sql = "INSERT INTO outbox VALUES (7, 'a@x', 'ostia-1', 'anna@x', x'61', 100, NULL), (9, 'b@x', NULL, 'b@x', x'', 90, 95)";
        db.execute_batch(sql)?;
        run(&mut db)?;
        let mut query = db.prepare("SELECT id, message_id, sent, attempts, next, failed FROM outbox ORDER BY id")?;
        type Row = (i64, String, Option<i64>, i64, i64, Option<i64>);
        let rows: Vec<Row> = query
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?)))?
            .collect::<rusqlite::Result<_>>()?;
        assert_eq!(rows, [(7, "a@x".into(), None, 0, 0, None), (9, "b@x".into(), Some(95), 0, 0, None)]);
        db.execute_batch("DELETE FROM outbox WHERE id = 9; INSERT INTO outbox (message_id, address, bytes, written) VALUES ('c', 'c', x'', 1)")?;
        assert_eq!(db.last_insert_rowid(), 10, "numbers are not given twice");
        Ok(())
    }

    #[test]
    fn numbers_of_calendar_files_count_on() -> Result<()> {
        let mut db = Connection::open_in_memory()?;
        let before = STEPS.iter().take_while(|step| !step.contains("CREATE TABLE mute"));
        for (i, step) in before.enumerate() {
            db.execute_batch(step)?;
            db.pragma_update(None, "user_version", i as u32 + 1)?;
        }
        db.execute_batch(
            "INSERT INTO board (id, header, seed, settings, status, created, timeline, rounds, stage, opened, clock) VALUES \
             ('a', '', '', '', '', 0, 1, 7, '', 0, '{\"changes\":2}'), ('b', '', '', '', '', 0, 1, 7, '', 0, 'damaged')",
        )?;
        run(&mut db)?;
        let clock = |id: &str| -> Result<String> {
            Ok(db.query_row("SELECT clock FROM board WHERE id = ?1", [id], |row| row.get(0))?)
        };
        assert_eq!((clock("a")?, clock("b")?), ("{\"changes\":702}".into(), "damaged".into()));
        Ok(())
    }

    #[test]
    fn a_newer_database_is_left_alone() -> Result<()> {
        let mut db = Connection::open_in_memory()?;
        db.pragma_update(None, "user_version", STEPS.len() as u32 + 1)?;
        let refused = run(&mut db).map_err(|error| error.to_string());
        assert!(refused.is_err_and(|why| why.contains("from a newer Tabellarius")));
        assert!(picture(&db)?.is_empty());
        Ok(())
    }
}
