//! Leagues: their rules, seasons, steps, entrants, tables, and how tables ended.

use super::{Records, Store, Time, json, words};
use anyhow::Result;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use tabellarius_league::divisions::{Move, Past};
use tabellarius_league::season::{Calendar, Step};

/// A competition of many tables.
#[derive(Clone, Debug)]
pub struct League {
    /// Its short name: `winter`.
    pub id: String,
    /// By which rules it is played; what they are is the desk's.
    pub rules: String,
    /// Who runs it.
    pub moderator: Option<i64>,
    /// Its newest season.
    pub season: u32,
    /// When its next step is due.
    pub wake: Option<Time>,
}

/// A season of a league.
#[derive(Clone, Debug)]
pub struct Season {
    pub league: String,
    pub number: u32,
    /// When its steps are due.
    pub calendar: Calendar,
    /// Where the draws come from.
    pub seed: String,
    /// The hash of who entered.
    pub salt: String,
}

/// Somebody who plays in a season.
#[derive(Clone, Debug)]
pub struct EntrantRow {
    pub person: i64,
    /// Since when no longer drawn.
    pub gone: Option<Time>,
    /// From 1; 0 before entries are closed.
    pub division: usize,
    /// The last place in it; 0 before the end.
    pub rank: usize,
    pub moved: Option<Moved>,
}

words!(
    /// Where somebody plays next season.
    Moved {
        Up = "up",
        Stays = "stays",
        Down = "down",
    }
);

impl From<Moved> for Move {
    fn from(moved: Moved) -> Move {
        match moved {
            Moved::Up => Move::Up,
            Moved::Stays => Move::Stays,
            Moved::Down => Move::Down,
        }
    }
}

/// A table of a season.
#[derive(Clone, Debug)]
pub struct Fixture {
    pub board: String,
    pub round: u32,
    pub division: usize,
    /// Each seat and who drew it.
    pub seats: Vec<(String, i64)>,
}

/// How a table ended.
#[derive(Clone, Debug)]
pub struct Ended {
    pub board: String,
    pub game: String,
    pub at: Time,
    /// Seats, the best first, those who are level together.
    pub places: Vec<Vec<String>>,
    pub seats: Vec<EndedSeat>,
    /// Whether the league ended it.
    pub is_judged: bool,
}

/// Whose a seat was when its table ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndedSeat {
    pub seat: String,
    /// Whose it was at the end: nobody's, if it was left.
    pub owner: Option<i64>,
    /// Whether somebody else, or an automaton, played it at the end.
    pub was_left: bool,
    /// How often its player was silent in the whole game.
    pub late: u32,
}

/// Points that a moderator gave or took away.
#[derive(Clone, Debug)]
pub struct Penalty {
    pub person: i64,
    pub points: i64,
    pub reason: String,
}

const LEAGUE: &str = "id, rules, moderator, season, wake";

fn league(row: &Row<'_>) -> rusqlite::Result<League> {
    Ok(League { id: row.get(0)?, rules: row.get(1)?, moderator: row.get(2)?, season: row.get(3)?, wake: row.get(4)? })
}

fn entrant(row: &Row<'_>) -> rusqlite::Result<EntrantRow> {
    Ok(EntrantRow {
        person: row.get(0)?,
        gone: row.get(1)?,
        division: row.get::<_, u32>(2)? as usize,
        rank: row.get::<_, u32>(3)? as usize,
        moved: row.get(4)?,
    })
}

fn ended(row: &Row<'_>) -> rusqlite::Result<Ended> {
    Ok(Ended {
        board: row.get(0)?,
        game: row.get(1)?,
        at: row.get(2)?,
        places: json(row, 3)?,
        seats: json(row, 4)?,
        is_judged: row.get(5)?,
    })
}

impl Records {
    /// A league by its name.
    pub fn league(&self, id: &str) -> Result<Option<League>> {
        self.one(&format!("SELECT {LEAGUE} FROM league WHERE id = ?1"), [id], league)
    }

    /// All leagues.
    pub fn leagues(&self) -> Result<Vec<League>> {
        self.all(&format!("SELECT {LEAGUE} FROM league ORDER BY id"), [], league)
    }

    /// Leagues with a step that is due.
    pub fn leagues_due(&self, now: Time) -> Result<Vec<League>> {
        let sql = format!("SELECT {LEAGUE} FROM league WHERE wake <= ?1 ORDER BY wake, id");
        self.all(&sql, [now], league)
    }

    /// When the next step of any league is due.
    pub fn next_step(&self) -> Result<Option<Time>> {
        Ok(self.one("SELECT min(wake) FROM league WHERE wake IS NOT NULL", [], |row| row.get(0))?.flatten())
    }

    /// A season.
    pub fn season(&self, league: &str, number: u32) -> Result<Option<Season>> {
        let sql = "SELECT league, number, calendar, seed, salt FROM season WHERE league = ?1 AND number = ?2";
        self.one(sql, params![league, number], |row| {
            let calendar = json(row, 2)?;
            Ok(Season { league: row.get(0)?, number: row.get(1)?, calendar, seed: row.get(3)?, salt: row.get(4)? })
        })
    }

    /// The steps that are done, in order, with the times at which they were.
    pub fn steps_done(&self, league: &str, season: u32) -> Result<Vec<(Step, Time)>> {
        let sql = "SELECT step, done FROM step WHERE league = ?1 AND season = ?2 ORDER BY number";
        self.all(sql, params![league, season], |row| Ok((json(row, 0)?, row.get(1)?)))
    }

    /// Who plays in a season, in the order of the divisions and of entering.
    pub fn entrants(&self, league: &str, season: u32) -> Result<Vec<EntrantRow>> {
        let sql = "SELECT person, gone, division, rank, moved FROM entrant WHERE league = ?1 AND season = ?2 \
                   ORDER BY division, rank, entered, person";
        self.all(sql, params![league, season], entrant)
    }

    /// Where somebody finished in the last season before this one that they played.
    pub fn past(&self, league: &str, season: u32, person: i64) -> Result<Option<Past>> {
        let sql = "SELECT season, division, rank, moved FROM entrant WHERE league = ?1 AND season < ?2 AND person = ?3 AND \
                   moved IS NOT NULL ORDER BY season DESC LIMIT 1";
        self.one(sql, params![league, season, person], |row| {
            let last: u32 = row.get(0)?;
            Ok(Past {
                division: row.get::<_, u32>(1)? as usize,
                rank: row.get::<_, u32>(2)? as usize,
                moved: row.get::<_, Moved>(3)?.into(),
                missed: season.saturating_sub(last + 1),
            })
        })
    }

    /// The tables of a season.
    pub fn fixtures(&self, league: &str, season: u32) -> Result<Vec<Fixture>> {
        let sql = "SELECT board, round, division, seats FROM fixture WHERE league = ?1 AND season = ?2 \
                   ORDER BY round, division, board";
        self.all(sql, params![league, season], |row| {
            let division = row.get::<_, u32>(2)? as usize;
            Ok(Fixture { board: row.get(0)?, round: row.get(1)?, division, seats: json(row, 3)? })
        })
    }

    /// The table of a season, by its name.
    pub fn fixture(&self, board: &str) -> Result<Option<Fixture>> {
        let sql = "SELECT board, round, division, seats FROM fixture WHERE board = ?1";
        self.one(sql, [board], |row| {
            let division = row.get::<_, u32>(2)? as usize;
            Ok(Fixture { board: row.get(0)?, round: row.get(1)?, division, seats: json(row, 3)? })
        })
    }

    /// The league and season that a table belongs to.
    pub fn league_of(&self, board: &str) -> Result<Option<(String, u32)>> {
        let sql = "SELECT league, season FROM fixture WHERE board = ?1";
        self.one(sql, [board], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Who sat out, once for each round.
    pub fn byes(&self, league: &str, season: u32) -> Result<Vec<(u32, i64)>> {
        let sql = "SELECT round, person FROM bye WHERE league = ?1 AND season = ?2 ORDER BY round, person";
        self.all(sql, params![league, season], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// What moderators gave and took away.
    pub fn penalties(&self, league: &str, season: u32) -> Result<Vec<Penalty>> {
        let sql = "SELECT person, points, reason FROM penalty WHERE league = ?1 AND season = ?2 ORDER BY id";
        self.all(sql, params![league, season], |row| {
            Ok(Penalty { person: row.get(0)?, points: row.get(1)?, reason: row.get(2)? })
        })
    }

    /// How a table ended.
    pub fn ended(&self, board: &str) -> Result<Option<Ended>> {
        let sql = "SELECT board, game, ended, places, seats, judged FROM result WHERE board = ?1";
        self.one(sql, [board], ended)
    }

    /// How all tables ended, in the order in which they did.
    pub fn all_ended(&self) -> Result<Vec<Ended>> {
        let sql = "SELECT board, game, ended, places, seats, judged FROM result ORDER BY ended, board";
        self.all(sql, [], ended)
    }
}

impl Store {
    /// Adds a league.
    pub fn add_league(&self, league: &League) -> Result<()> {
        self.run(
            "INSERT INTO league VALUES (?1, ?2, ?3, ?4, ?5)",
            params![league.id, league.rules, league.moderator, league.season, league.wake],
        )
    }

    /// Changes a league.
    pub fn update_league(&self, league: &League) -> Result<()> {
        self.run(
            "UPDATE league SET rules = ?2, moderator = ?3, season = ?4, wake = ?5 WHERE id = ?1",
            params![league.id, league.rules, league.moderator, league.season, league.wake],
        )
    }

    /// Adds a season, or changes it.
    pub fn set_season(&self, season: &Season) -> Result<()> {
        let calendar = serde_json::to_string(&season.calendar)?;
        self.run(
            "INSERT OR REPLACE INTO season VALUES (?1, ?2, ?3, ?4, ?5)",
            params![season.league, season.number, calendar, season.seed, season.salt],
        )
    }

    /// Notes that a step is done. Doing it twice fails.
    pub fn add_step(&self, league: &str, season: u32, number: usize, step: &Step, done: Time) -> Result<()> {
        let step = serde_json::to_string(step)?;
        self.run("INSERT INTO step VALUES (?1, ?2, ?3, ?4, ?5)", params![league, season, number as u32, step, done])
    }

    /// Notes that a step is not done after all.
    pub fn remove_step(&self, league: &str, season: u32, number: usize) -> Result<()> {
        let sql = "DELETE FROM step WHERE league = ?1 AND season = ?2 AND number = ?3";
        self.run(sql, params![league, season, number as u32])
    }

    /// Somebody enters; again, if they had gone.
    pub fn enter(&self, league: &str, season: u32, person: i64, at: Time) -> Result<()> {
        let sql = "INSERT INTO entrant VALUES (?1, ?2, ?3, ?4, NULL, 0, 0, NULL) \
                   ON CONFLICT (league, season, person) DO UPDATE SET gone = NULL";
        self.run(sql, params![league, season, person, at])
    }

    /// Somebody who has not been put into a division is no longer on the list.
    pub fn withdraw(&self, league: &str, season: u32, person: i64) -> Result<()> {
        let sql = "DELETE FROM entrant WHERE league = ?1 AND season = ?2 AND person = ?3 AND division = 0";
        self.run(sql, params![league, season, person])
    }

    /// What became of somebody in a season.
    pub fn set_entrant(&self, league: &str, season: u32, row: &EntrantRow) -> Result<()> {
        self.run(
            "UPDATE entrant SET gone = ?4, division = ?5, rank = ?6, moved = ?7 WHERE league = ?1 AND season = ?2 AND person = ?3",
            params![league, season, row.person, row.gone, row.division as u32, row.rank as u32, row.moved],
        )
    }

    /// Adds a table to a season.
    pub fn add_fixture(&self, league: &str, season: u32, fixture: &Fixture) -> Result<()> {
        let seats = serde_json::to_string(&fixture.seats)?;
        self.run(
            "INSERT INTO fixture VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![fixture.board, league, season, fixture.round, fixture.division as u32, seats],
        )
    }

    /// The tables and byes of a round do not count after all.
    pub fn drop_round(&self, league: &str, season: u32, round: u32) -> Result<()> {
        self.run(
            "DELETE FROM fixture WHERE league = ?1 AND season = ?2 AND round = ?3",
            params![league, season, round],
        )?;
        self.run("DELETE FROM bye WHERE league = ?1 AND season = ?2 AND round = ?3", params![league, season, round])
    }

    /// Somebody sits out a round.
    pub fn add_bye(&self, league: &str, season: u32, round: u32, person: i64) -> Result<()> {
        self.run("INSERT INTO bye VALUES (?1, ?2, ?3, ?4)", params![league, season, round, person])
    }

    /// A moderator gives points, or takes them away.
    pub fn add_penalty(&self, league: &str, season: u32, penalty: &Penalty, at: Time) -> Result<()> {
        self.run(
            "INSERT INTO penalty (league, season, person, points, reason, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![league, season, penalty.person, penalty.points, penalty.reason, at],
        )
    }

    /// Notes how a table ended.
    pub fn add_ended(&self, ended: &Ended) -> Result<()> {
        let (places, seats) = (serde_json::to_string(&ended.places)?, serde_json::to_string(&ended.seats)?);
        self.run(
            "INSERT OR REPLACE INTO result VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![ended.board, ended.game, ended.at, places, seats, ended.is_judged],
        )
    }
}
