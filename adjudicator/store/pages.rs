//! What the club's pages look at: whether anything has changed, and what people may be called there.

use super::damage::{text, text_if_any};
use super::people::GONE;
use super::{Records, Store, Time, json};
use anyhow::Result;
use rusqlite::params;

/// Somebody, with all names they are known by.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub id: i64,
    pub name: String,
    /// What their address begins with: no name that was chosen.
    pub mailbox: String,
    /// What they want to be called there; empty: nothing; none: they have not said.
    pub shown: Option<String>,
    /// Names and addresses of before.
    pub former: Vec<String>,
    pub is_gone: bool,
}

impl Records {
    /// How often anything was written since this database was opened.
    pub fn changes(&self) -> u64 {
        self.db.total_changes()
    }

    /// What of each table a spectator may notice, as one text that changes when that does. No letter of an open round is in it.
    pub fn table_marks(&self) -> Result<Vec<(String, String)>> {
        let sql = "SELECT id, json_array(timeline, rounds, stage, status, deadline, opened, settings, moderator, header,
                     json_extract(CASE WHEN json_valid(clock) THEN clock ELSE '{}' END, '$.changes', '$.silences'),
                     (SELECT group_concat(seat || ':' || coalesce(owner, 0) || ':' || coalesce(standby, 0) || ':' || keeper, ';')
                        FROM (SELECT * FROM seat WHERE seat.board = board.id ORDER BY seat)),
                     (SELECT count(*) FROM member WHERE member.board = board.id AND role = 'waiting'),
                     (SELECT max(id) FROM log WHERE log.board = board.id),
                     (SELECT ended || places FROM result WHERE result.board = board.id),
                     (SELECT league || season || round FROM fixture WHERE fixture.board = board.id))
                   FROM board ORDER BY id";
        self.all(sql, [], |row| Ok((text(row, 0)?, text(row, 1)?)))
    }

    /// The same of each season.
    pub fn season_marks(&self) -> Result<Vec<(String, u32, String)>> {
        let sql = "SELECT season.league, season.number, json_array(league.rules, league.season, season.calendar, season.salt,
                     (SELECT group_concat(number || ':' || done, ';') FROM step WHERE step.league = season.league AND step.season = number),
                     (SELECT group_concat(person || ':' || coalesce(gone, 0) || ':' || division || ':' || rank || ':' || coalesce(moved, ''), ';')
                        FROM entrant WHERE entrant.league = season.league AND entrant.season = number),
                     (SELECT group_concat(fixture.board || ':' || coalesce(result.places, '') || ':' || coalesce(result.seats, ''), ';') FROM fixture
                        LEFT JOIN result ON result.board = fixture.board WHERE fixture.league = season.league AND fixture.season = number),
                     (SELECT group_concat(person || ':' || points, ';') FROM penalty WHERE penalty.league = season.league AND penalty.season = number),
                     (SELECT count(*) FROM bye WHERE bye.league = season.league AND bye.season = number))
                   FROM season JOIN league ON league.id = season.league ORDER BY season.league, season.number";
        self.all(sql, [], |row| Ok((text(row, 0)?, row.get(1)?, text(row, 2)?)))
    }

    /// Everybody, by all their names.
    pub fn everybody_named(&self) -> Result<Vec<Named>> {
        let sql = "SELECT id, name, address, shown, former FROM person ORDER BY id";
        self.all(sql, [], |row| {
            let (name, address): (String, String) = (text(row, 1)?, text(row, 2)?);
            Ok(Named {
                id: row.get(0)?,
                name,
                mailbox: address.split('@').next().unwrap_or_default().to_owned(),
                shown: text_if_any(row, 3)?,
                // A list that cannot be read is none.
                former: json(row, 4).unwrap_or_default(),
                is_gone: address.ends_with(GONE),
            })
        })
    }

    /// Who has something to do with a seat or a season, or once had.
    pub fn players(&self) -> Result<Vec<i64>> {
        let sql = "SELECT owner FROM seat WHERE owner IS NOT NULL UNION SELECT person FROM entrant ORDER BY 1";
        self.all(sql, [], |row| row.get(0))
    }

    /// When a table was opened.
    pub fn created(&self, board: &str) -> Result<Option<Time>> {
        self.one("SELECT created FROM board WHERE id = ?1", [board], |row| row.get(0))
    }
}

impl Store {
    /// Keeps what somebody wants to be called on the pages; empty: nothing.
    pub fn set_shown(&self, person: i64, shown: &str) -> Result<()> {
        self.run("UPDATE person SET shown = ?2 WHERE id = ?1", params![person, shown])
    }
}
