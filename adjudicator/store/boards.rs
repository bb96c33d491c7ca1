//! The tables, who sits where, who else belongs to them.

use super::damage::{member_as_it_is, seat_as_it_is, text};
use super::{Records, Store, Time, json, words};
use crate::referee::{Header, Snapshot};
use crate::settings::Settings;
use anyhow::Result;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A table as it is stored.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its short id: `ostia-3`.
    pub id: String,
    /// What was announced.
    pub header: Header,
    /// The secret behind the dice.
    pub seed: String,
    /// How it is run.
    pub settings: Settings,
    /// How it stands.
    pub status: Status,
    /// Who runs it.
    pub moderator: Option<i64>,
    /// The timeline that counts.
    pub timeline: u32,
    /// How many rounds are closed on it.
    pub rounds: u32,
    /// The stage that is open.
    pub stage: String,
    /// How many rounds were closed when that stage opened; nothing before the start.
    pub opened_after: Option<u32>,
    /// When the open round began.
    pub opened: Time,
    /// When the open round closes.
    pub deadline: Option<Time>,
    /// What the clock has done for the open round.
    pub clock: ClockState,
    /// When the clock must look at it next.
    pub wake: Option<Time>,
}

impl Board {
    /// Whether it was started.
    pub fn is_started(&self) -> bool {
        self.opened_after.is_some()
    }

    /// Whether somebody may still play at it.
    pub fn is_alive(&self) -> bool {
        !matches!(self.status, Status::Over | Status::Closed)
    }
}

/// How a table stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It waits for players.
    Gathering,
    /// It is played.
    Running,
    /// The letters are in; the moderator releases the result.
    Held,
    /// The clock stands still; so many seconds were left.
    Paused(Time),
    /// The game is over.
    Over,
    /// It was closed before its end.
    Closed,
    /// Something broke; the operator knows.
    Broken(String),
}

/// What the clock has done for the open round, and what it must remember from those before.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ClockState {
    /// Reminders sent, in seconds before the deadline.
    pub reminded: Vec<Time>,
    /// The grace has begun: what is in is locked.
    pub grace: bool,
    /// Counts the changes of the deadline since the table began, for the calendar file: it never goes back, whatever the rounds do.
    pub changes: u32,
    /// The moderator wants to see this round's result before it goes out.
    pub hold: bool,
    /// The seats that are asked in this round: the deadline stands in their players' calendars.
    pub asked: Vec<String>,
    /// The deadline that stands there.
    pub entry: Option<Time>,
    /// The seats whose silence was counted in this stage, and when.
    pub counted: BTreeMap<String, Time>,
    /// Seats of people who never came: somebody else is sought before the first stage is resolved.
    pub sought: Vec<String>,
    /// A pause of one player ends by itself.
    pub pause: Option<Pause>,
    /// The seats that have had such a pause in this game.
    pub paused: Vec<String>,
    /// How often each seat was silent in the whole game.
    pub silences: BTreeMap<String, u32>,
}

/// A pause that one player asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pause {
    /// Whose.
    pub seat: String,
    /// When it ends.
    pub until: Time,
}

impl ClockState {
    /// For the next round. In the middle of a stage it is remembered whose silence was counted.
    pub fn next(&self, is_new_stage: bool) -> ClockState {
        ClockState {
            changes: self.changes + 1,
            entry: self.entry,
            counted: if is_new_stage { BTreeMap::new() } else { self.counted.clone() },
            paused: self.paused.clone(),
            silences: self.silences.clone(),
            ..ClockState::default()
        }
    }
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatRow {
    /// The seat's name.
    pub seat: String,
    /// Whose it is.
    pub owner: Option<i64>,
    /// Who plays it meanwhile.
    pub standby: Option<i64>,
    /// Who keeps it now.
    pub keeper: Keeper,
    /// Deadlines missed in a row.
    pub missed: u32,
    /// Seconds of lateness left.
    pub bank: Time,
}

impl SeatRow {
    /// Who writes its letters now.
    pub fn player(&self) -> Option<i64> {
        match self.keeper {
            Keeper::Owner => self.owner,
            Keeper::Standby => self.standby,
            Keeper::Caretaker => None,
        }
    }

    /// Whether the automaton writes for it.
    pub fn is_automatic(&self) -> bool {
        self.keeper == Keeper::Caretaker || self.player().is_none()
    }

    /// Everybody who may read what the seat reads: its owner never loses sight of the game.
    pub fn readers(&self) -> impl Iterator<Item = i64> {
        let standby = self.standby.filter(|_| self.keeper == Keeper::Standby);
        self.owner.into_iter().chain(standby.filter(|id| Some(*id) != self.owner))
    }
}

words!(
    /// Who keeps a seat.
    Keeper {
        /// Whose it is.
        Owner = "owner",
        /// Somebody who stepped in.
        Standby = "standby",
        /// The automaton.
        Caretaker = "caretaker",
    }
);

words!(
    /// What somebody without a seat is to a table.
    Role {
        /// Wants to play.
        Waiting = "waiting",
        /// Reads along.
        Observer = "observer",
        /// Would step in.
        Standby = "standby",
    }
);

/// Somebody who belongs to a table without a seat.
#[derive(Clone, Debug)]
pub struct Member {
    /// Who.
    pub person: i64,
    /// As what.
    pub role: Role,
    /// The seats that are wished for, best first, separated by commas.
    pub wishes: String,
}

/// Somebody whose row is gone is nobody.
const BOARD: &str = "id, header, seed, settings, status, (SELECT person.id FROM person WHERE person.id = moderator), timeline, rounds, stage, opened_after, opened, \
                     deadline, clock, wake";

fn board(row: &Row<'_>) -> rusqlite::Result<Board> {
    Ok(Board {
        id: row.get(0)?,
        header: json(row, 1)?,
        seed: row.get(2)?,
        settings: json(row, 3)?,
        status: json(row, 4)?,
        moderator: row.get(5)?,
        timeline: row.get(6)?,
        rounds: row.get(7)?,
        stage: row.get(8)?,
        opened_after: row.get(9)?,
        opened: row.get(10)?,
        deadline: row.get(11)?,
        clock: json(row, 12)?,
        wake: row.get(13)?,
    })
}

fn seat(row: &Row<'_>) -> rusqlite::Result<SeatRow> {
    Ok(SeatRow {
        seat: row.get(0)?,
        owner: row.get(1)?,
        standby: row.get(2)?,
        keeper: row.get(3)?,
        missed: row.get(4)?,
        bank: row.get(5)?,
    })
}

fn member(row: &Row<'_>) -> rusqlite::Result<Member> {
    Ok(Member { person: row.get(0)?, role: row.get(1)?, wishes: row.get(2)? })
}

impl Records {
    /// A table by its id.
    pub fn board(&self, id: &str) -> Result<Option<Board>> {
        self.row_of(id, &format!("SELECT {BOARD} FROM board WHERE id = ?1"), [id], board)
    }

    /// A table by its id, unless its row is damaged: that must not trouble whoever writes about another one.
    pub fn sound_board(&self, id: &str) -> Result<Option<Board>> {
        self.board(id).or_else(|error| if self.has_failed() { Err(error) } else { Ok(None) })
    }

    /// The ids of all tables.
    pub fn board_ids(&self) -> Result<Vec<String>> {
        self.all("SELECT id FROM board ORDER BY created, id", [], |row| text(row, 0))
    }

    /// The position when the open stage opened.
    pub fn snapshot(&self, board: &str) -> Result<Option<Snapshot>> {
        let sql = "SELECT snapshot FROM board WHERE id = ?1 AND snapshot IS NOT NULL";
        self.row_of(board, sql, [board], |row| json(row, 0))
    }

    /// The tables the clock must look at, the longest overdue first. Letters are read up to `read`: a table whose deadline has passed since
    /// waits for those that came in time.
    pub fn due(&self, now: Time, read: Time, most: u32) -> Result<Vec<String>> {
        let sql = "SELECT id FROM board WHERE wake <= ?1 AND (deadline IS NULL OR deadline > ?1 OR deadline <= ?2)
                   ORDER BY wake, id LIMIT ?3";
        self.all(sql, params![now, read, most], |row| text(row, 0))
    }

    /// Whether a round was due by then that the clock has not closed until now.
    pub fn was_due(&self, by: Time, now: Time) -> Result<bool> {
        let sql = "SELECT 1 FROM board WHERE wake <= ?2 AND deadline <= ?1 LIMIT 1";
        Ok(self.one(sql, [by, now], |row| row.get::<_, i64>(0))?.is_some())
    }

    /// When the clock must look again.
    pub fn next_wake(&self) -> Result<Option<Time>> {
        Ok(self.one("SELECT min(wake) FROM board WHERE wake IS NOT NULL", [], |row| row.get(0))?.flatten())
    }

    /// The seats of a table.
    pub fn seats(&self, board: &str) -> Result<Vec<SeatRow>> {
        let sql = "SELECT seat, (SELECT id FROM person WHERE id = owner), (SELECT id FROM person WHERE id = standby), keeper, missed, bank FROM seat WHERE board = ?1 ORDER BY seat";
        match self.rows_of(board, sql, [board], seat) {
            Err(_) if self.has_stopped(board)? => self.readable(sql, [board], seat_as_it_is),
            seats => seats,
        }
    }

    /// The tables somebody has to do with: a seat, a wish, a standby, an eye, or the moderator's chair.
    pub fn boards_of(&self, person: i64) -> Result<Vec<String>> {
        self.all(
            "SELECT board FROM seat WHERE owner = ?1 OR standby = ?1 UNION SELECT board FROM member WHERE person = ?1 \
             UNION SELECT id FROM board WHERE moderator = ?1 ORDER BY 1",
            [person],
            |row| text(row, 0),
        )
    }

    /// Who belongs to a table without a seat, in the order they came.
    pub fn members(&self, board: &str) -> Result<Vec<Member>> {
        let sql = "SELECT person, role, wishes FROM member WHERE board = ?1 AND person IN (SELECT id FROM person) ORDER BY since, person";
        match self.rows_of(board, sql, [board], member) {
            Err(_) if self.has_stopped(board)? => self.readable(sql, [board], member_as_it_is),
            members => members,
        }
    }
}

impl Store {
    /// Adds a table.
    pub fn add_board(&self, board: &Board, now: Time) -> Result<()> {
        self.run(
            "INSERT INTO board (id, header, seed, settings, status, moderator, created, timeline, rounds, stage, opened_after, \
             opened, deadline, clock, wake) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            params![
                board.id,
                serde_json::to_string(&board.header)?,
                board.seed,
                serde_json::to_string(&board.settings)?,
                serde_json::to_string(&board.status)?,
                board.moderator,
                now,
                board.timeline,
                board.rounds,
                board.stage,
                board.opened_after,
                board.opened,
                board.deadline,
                serde_json::to_string(&board.clock)?,
                board.wake,
            ],
        )
    }

    /// Keeps how a table stands now: everything but its position.
    pub fn update_board(&self, board: &Board) -> Result<()> {
        self.run(
            "UPDATE board SET settings = ?2, status = ?3, moderator = ?4, timeline = ?5, rounds = ?6, stage = ?7, \
             opened = ?8, deadline = ?9, clock = ?10, wake = ?11, header = ?12, seed = ?13 WHERE id = ?1",
            params![
                board.id,
                serde_json::to_string(&board.settings)?,
                serde_json::to_string(&board.status)?,
                board.moderator,
                board.timeline,
                board.rounds,
                board.stage,
                board.opened,
                board.deadline,
                serde_json::to_string(&board.clock)?,
                board.wake,
                serde_json::to_string(&board.header)?,
                board.seed,
            ],
        )
    }

    /// Keeps the position when a stage opened.
    pub fn set_snapshot(&self, board: &str, snapshot: &Snapshot) -> Result<()> {
        let text = serde_json::to_string(snapshot)?;
        let sql = "UPDATE board SET snapshot = ?2, opened_after = ?3 WHERE id = ?1";
        self.run(sql, params![board, text, snapshot.rounds as u32])
    }

    /// A table stops, whatever else stands in its rows.
    pub fn stop_table(&self, board: &str, why: &str) -> Result<()> {
        let status = serde_json::to_string(&Status::Broken(why.to_owned()))?;
        self.run("UPDATE board SET status = ?2, wake = NULL WHERE id = ?1", params![board, status])
    }

    /// Keeps when the clock must look at a table next.
    pub fn set_wake(&self, board: &str, wake: Option<Time>) -> Result<()> {
        self.run("UPDATE board SET wake = ?2 WHERE id = ?1", params![board, wake])
    }

    /// Moves every deadline that is running by so many seconds; returns how many.
    pub fn shift_deadlines(&self, seconds: Time) -> Result<usize> {
        // The calendar files that tell of it must count as newer.
        let sql = "UPDATE board SET deadline = deadline + ?1, wake = wake + ?1, clock = CASE WHEN json_valid(clock) \
                   THEN json_set(clock, '$.changes', coalesce(json_extract(clock, '$.changes'), 0) + 1) ELSE clock END WHERE abs(deadline / 2) < ?2 AND abs(wake / 2) < ?2";
        // Where somebody has written a time that is none, adding to it would fail, and with it all others.
        self.change(sql, params![seconds, Time::MAX / 4])
    }

    /// Keeps who sits in a seat.
    pub fn set_seat(&self, board: &str, seat: &SeatRow) -> Result<()> {
        self.run(
            "INSERT INTO seat VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (board, seat) DO UPDATE SET owner = ?3, \
             standby = ?4, keeper = ?5, missed = ?6, bank = ?7",
            params![board, seat.seat, seat.owner, seat.standby, seat.keeper, seat.missed, seat.bank],
        )
    }

    /// Adds somebody to a table, or changes their wishes.
    pub fn add_member(&self, board: &str, member: &Member, now: Time) -> Result<()> {
        self.run(
            "INSERT INTO member VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (board, person, role) DO UPDATE SET wishes = ?4",
            params![board, member.person, member.role, member.wishes, now],
        )
    }

    /// Takes somebody off a table.
    pub fn remove_member(&self, board: &str, person: i64, role: Role) -> Result<()> {
        self.run("DELETE FROM member WHERE board = ?1 AND person = ?2 AND role = ?3", params![board, person, role])
    }
}
