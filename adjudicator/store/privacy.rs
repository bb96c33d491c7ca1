//! Private data: what is emptied when somebody asks for it, and with time.
//!
//! A row that was deleted or emptied stays readable in the free pages of a SQLite file, and in its WAL. So what must be gone is
//! gone after [`Store::compact`], which writes the file anew.

use super::damage::text;
use super::people::GONE;
use super::{Records, Store, Time};
use anyhow::Result;
use rusqlite::params;
use serde_json::Value;

/// The texts that may name people: tables and columns.
const TEXTS: [(&str, &str); 3] = [("log", "text"), ("digest", "text"), ("page", "text")];

impl Records {
    /// The numbers of the mails whose text is still kept.
    pub fn mails_with_text(&self) -> Result<Vec<i64>> {
        self.all("SELECT id FROM mail WHERE length(raw) > 0 ORDER BY id", [], |row| row.get(0))
    }

    /// The sender, the text and the fate of a mail.
    pub fn mail_text(&self, id: i64) -> Result<Option<(String, Vec<u8>, String)>> {
        self.one("SELECT sender, raw, fate FROM mail WHERE id = ?1", [id], |row| {
            Ok((text(row, 0)?, row.get(1)?, text(row, 2)?))
        })
    }

    /// Whether a mail has gone, is no more, or has waited since before this time.
    pub fn is_settled(&self, message_id: &str, before: Time) -> Result<bool> {
        let sql = "SELECT sent IS NOT NULL OR failed IS NOT NULL OR written < ?2 FROM outbox WHERE message_id = ?1";
        Ok(self.one(sql, params![message_id, before], |row| row.get(0))?.unwrap_or(true))
    }
}

impl Store {
    /// Empties a mail. Its fingerprint stays, so that it is not handled again if it comes again.
    pub fn blank_mail(&self, id: i64) -> Result<()> {
        self.run("UPDATE mail SET raw = x'', sender = '', message_id = NULL, fate = 'forgotten', request = NULL WHERE id = ?1", [id])
    }

    /// Empties a letter that somebody else wrote in a person's name.
    pub fn blank_refused(&self, id: i64) -> Result<()> {
        self.run("UPDATE mail SET raw = x'', fate = 'refused' WHERE id = ?1", [id])
    }

    /// Makes a number of somebody. His last mail may still go out.
    pub fn forget_person(&self, person: i64, pseudonym: &str, addresses: &[String], last_mail: &str) -> Result<()> {
        for sql in [
            "DELETE FROM absence WHERE person = ?1",
            "DELETE FROM digest WHERE person = ?1",
            "DELETE FROM page WHERE person = ?1",
            "DELETE FROM mute WHERE writer = ?1 OR reader = ?1",
            "DELETE FROM press WHERE reader = ?1 OR writer = ?1",
            "UPDATE mail SET request = NULL WHERE request IN (SELECT id FROM request WHERE person = ?1)",
            "DELETE FROM request WHERE person = ?1",
            "DELETE FROM tag WHERE person = ?1",
        ] {
            self.run(sql, [person])?;
        }
        for address in addresses {
            self.run("UPDATE mail SET sender = '', message_id = NULL WHERE sender = ?1", [address])?;
            let waiting = "UPDATE mail SET request = NULL WHERE request IN (SELECT id FROM request WHERE address = ?1)";
            self.run(waiting, [address])?;
            self.run("DELETE FROM request WHERE address = ?1 OR detail = ?1", [address])?;
            self.run("DELETE FROM habit WHERE address = ?1", [address])?;
            self.run("DELETE FROM outbox WHERE address = ?1 AND message_id <> ?2", params![address, last_mail])?;
        }
        // Nobody else's pseudonym, in whichever club the table may be imported one day.
        let gone = format!("{}{GONE}", &blake3::hash(&getrandom_bytes()?).to_hex()[..16]);
        self.run(
            "UPDATE person SET name = ?2, address = ?3, language = 'en', zone = 'UTC', second = NULL, password = NULL, \
             former = '[]', shown = NULL, bounces = 0, unreachable = NULL WHERE id = ?1",
            params![person, pseudonym, gone],
        )
    }

    /// Puts a pseudonym in the place of somebody's names and addresses in logs, digests, diaries and notes.
    pub fn rename_in_texts(&self, names: &[String], addresses: &[String], pseudonym: &str) -> Result<()> {
        for (table, column) in TEXTS {
            let rows: Vec<(i64, String)> =
                self.all(&format!("SELECT id, {column} FROM {table}"), [], |row| Ok((row.get(0)?, text(row, 1)?)))?;
            for (id, text) in rows {
                let mut changed = text.clone();
                let mut entry = serde_json::from_str::<Value>(&text).ok().filter(Value::is_object);
                for name in addresses.iter().chain(names) {
                    match &mut entry {
                        Some(entry) => rename_in(entry, name, pseudonym),
                        None => changed = rename(&changed, name, pseudonym).unwrap_or(changed),
                    }
                }
                if let Some(entry) = entry {
                    changed = entry.to_string();
                }
                if changed != text {
                    self.run(&format!("UPDATE {table} SET {column} = ?2 WHERE id = ?1"), params![id, changed])?;
                }
            }
        }
        Ok(())
    }

    /// Forgets the forms that were sent for a seat.
    pub fn drop_forms_of(&self, board: &str, seat: &str) -> Result<()> {
        self.run("DELETE FROM form WHERE board = ?1 AND seat = ?2", params![board, seat])
    }

    /// Forgets that a mail went.
    pub fn drop_posted(&self, message_id: &str) -> Result<()> {
        self.run("DELETE FROM outbox WHERE message_id = ?1", [message_id])
    }

    /// Writes the file anew, without what was deleted, and empties the WAL.
    pub fn compact(&self) -> Result<()> {
        self.flush()?;
        self.db.execute_batch("VACUUM")?;
        self.db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }

    /// Drops what was asked before this time and never answered, with the letters that waited for it.
    pub fn drop_old_requests(&self, before: Time) -> Result<()> {
        let old = "SELECT id FROM request WHERE made < ?1 AND kind <> 'farewell'";
        let sql =
            format!("UPDATE mail SET raw = x'', fate = 'nobody answered', request = NULL WHERE request IN ({old})");
        self.run(&sql, [before])?;
        self.run(&format!("DELETE FROM request WHERE id IN ({old})"), [before])
    }

    /// Empties the mails that have been in quarantine since before this time.
    pub fn blank_old_quarantine(&self, before: Time) -> Result<()> {
        let sql = "UPDATE mail SET raw = x'', fate = 'old ' || fate WHERE received < ?1 AND fate LIKE 'quarantine%'";
        self.run(sql, [before])
    }

    /// Empties the mails that came before this time, unless their writer plays at a table that goes on; and forgets that mails went,
    /// unless their table goes on. Only rows that are old enough are looked at: they lie in the order they came.
    pub fn blank_old_mails(&self, before: Time) -> Result<()> {
        let over = "('\"over\"', '\"closed\"')";
        let first = "SELECT id FROM mail WHERE received >= ?1 ORDER BY id LIMIT 1";
        let young: i64 = self.one(first, [before], |row| row.get(0))?.unwrap_or(i64::MAX);
        self.run(
            &format!(
                "UPDATE mail SET raw = x'' WHERE id < ?1 AND length(raw) > 0 AND fate <> 'waiting' AND fate NOT LIKE 'quarantine%' AND \
                 NOT EXISTS (SELECT 1 FROM person p JOIN seat s ON s.owner = p.id OR s.standby = p.id JOIN board b ON b.id = \
                 s.board WHERE (p.address = mail.sender OR p.second = mail.sender) AND b.status NOT IN {over})"
            ),
            [young],
        )?;
        let first = "SELECT id FROM outbox WHERE written >= ?1 ORDER BY id LIMIT 1";
        let young: i64 = self.one(first, [before], |row| row.get(0))?.unwrap_or(i64::MAX);
        self.run(
            &format!(
                "DELETE FROM outbox WHERE id < ?1 AND (sent IS NOT NULL OR failed IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM board WHERE id = outbox.board AND \
                 status NOT IN {over})"
            ),
            [young],
        )?;
        // What nobody can answer any more.
        self.run("DELETE FROM press WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE message_id = press.message_id)", [])
    }
}

fn getrandom_bytes() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system gives no random bytes: {error}"))?;
    Ok(bytes)
}

/// The same in an entry of the log, which is kept as a value: its keys are nobody's name.
fn rename_in(entry: &mut Value, name: &str, other: &str) {
    match entry {
        Value::String(text) => *text = rename(text, name, other).unwrap_or_else(|| core::mem::take(text)),
        Value::Array(all) => all.iter_mut().for_each(|one| rename_in(one, name, other)),
        Value::Object(fields) => {
            fields
                .iter_mut()
                .filter(|(key, _)| *key != "sentence")
                .for_each(|(_, value)| rename_in(value, name, other));
        }
        _ => {}
    }
}

/// The text with another name in the place of one, where it stands as words of its own; nothing if it does not stand there.
pub fn rename(text: &str, name: &str, other: &str) -> Option<String> {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (mut out, mut rest, mut before) = (String::new(), text, None);
    let mut is_found = false;
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (ahead, behind) = (&rest[..at], &rest[at + name.len()..]);
        let last = ahead.chars().next_back().or(before);
        let is_whole = !is_part(last) && !is_part(behind.chars().next());
        out.push_str(ahead);
        out.push_str(if is_whole { other } else { name });
        is_found |= is_whole;
        (rest, before) = (behind, name.chars().next_back());
    }
    out.push_str(rest);
    is_found.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::rename;

    #[test]
    fn only_whole_names_are_replaced() {
        let anna = |text| rename(text, "Anna", "player 7");
        assert_eq!(
            anna("Anna left; Annabel and Hanna stay, Anna's seat is free").as_deref(),
            Some("player 7 left; Annabel and Hanna stay, player 7's seat is free")
        );
        assert_eq!(anna("Annabel, AnnaAnna"), None);
        assert_eq!(rename("x", "", "y"), None);
    }
}
