//! How a database becomes what `schema.sql` shows. Steps are only ever added at the end.

use anyhow::{Result, ensure};
use rusqlite::Connection;

/// Each step brings a database from its number to the next.
const STEPS: [&str; 1] = [include_str!("../../schema.sql")];

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
