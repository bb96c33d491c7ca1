//! The steps of a season. Each is done once, in one transaction with everything that it tells and starts.

use super::rules::LeagueRules;
use super::{lines, round, telling};
use crate::desk::Desk;
use crate::desk::sentences::{Alarm, LeagueTold};
use crate::desk::telling::alarm;
use crate::desk::work::Work;
use crate::folder::new_seed;
use crate::store::Time;
use crate::store::leagues::{EntrantRow, League, Moved, Season};
use crate::time::{Moment, Span};
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use tabellarius_league::Player;
use tabellarius_league::divisions::{Entrant, place};
use tabellarius_league::rating::ratings;
use tabellarius_league::season::{Planned, Step};

/// If too few have entered, people have so much more time.
const MORE_TIME: Span = Span::days(7);

/// What a step may use.
pub(super) struct Turn<'t> {
    pub league: &'t mut League,
    pub rules: &'t LeagueRules,
    pub season: &'t mut Season,
}

impl Desk {
    /// Does what is due in leagues; a league that breaks stops alone, and the operator is told.
    pub(in crate::desk) fn tick_leagues(&mut self) -> Result<usize> {
        let now = self.now();
        let due = self.store.leagues_due(now)?;
        for league in &due {
            let id = league.id.clone();
            // Two steps may be due at the same moment, and one that was taken back is done again: each has mails of its own.
            let done = self.store.steps_done(&id, league.season)?.len();
            let name = format!("league.{id}.{}.{done}.{now}", league.season);
            let done = self.whole(name.clone(), |work| step(work, &id));
            match done {
                Err(error) if self.store.has_failed() => return Err(error),
                Err(error) => self.whole(format!("{name}.broken"), |work| {
                    if let Some(mut league) = work.store.league(&id)? {
                        league.wake = None;
                        work.store.update_league(&league)?;
                    }
                    alarm(work, None, &Alarm::LeagueHasStopped { league: id.clone(), why: format!("{error:#}") })
                })?,
                Ok(()) => {}
            }
        }
        Ok(due.len())
    }
}

/// Does the next step of a league's season, if it is due.
fn step(work: &mut Work<'_>, id: &str) -> Result<()> {
    let Some(mut league) = work.store.league(id)? else { return Ok(()) };
    let rules: LeagueRules = serde_json::from_str(&league.rules).context("the rules of the league")?;
    let mut season = work.store.season(id, league.season)?.context("the league has no season")?;
    let done = work.store.steps_done(id, season.number)?.len();
    match season.calendar.next(done) {
        Some(planned) if planned.at <= work.now => {
            let turn = &mut Turn { league: &mut league, rules: &rules, season: &mut season };
            if carry_out(work, turn, planned)? {
                work.store.add_step(id, turn.season.number, done, &planned.step, work.now)?;
            }
        }
        Some(_) => {}
        // The season is over; the next one opens by itself, or when the moderator says so.
        None => {
            let fixed = work.store.steps_done(id, season.number)?.last().map_or(work.now, |(_, at)| *at);
            if rules.pause.0 > 0 && fixed + rules.pause.0 <= work.now {
                open_season(work, &mut league, &rules)?;
            }
        }
    }
    set_wake(work, &mut league)
}

/// Notes when the league's next step is due.
pub(in crate::desk) fn set_wake(work: &mut Work<'_>, league: &mut League) -> Result<()> {
    let rules: LeagueRules = serde_json::from_str(&league.rules)?;
    let season = work.store.season(&league.id, league.season)?.context("the league has no season")?;
    let done = work.store.steps_done(&league.id, season.number)?;
    league.wake = match season.calendar.next(done.len()) {
        Some(planned) => Some(planned.at),
        None => done.last().filter(|_| rules.pause.0 > 0).map(|(_, at)| at + rules.pause.0),
    };
    work.store.update_league(league)
}

/// Opens the next season.
pub(in crate::desk) fn open_season(work: &mut Work<'_>, league: &mut League, rules: &LeagueRules) -> Result<()> {
    league.season += 1;
    let seed = new_seed()?.reveal();
    let calendar = rules.calendar(work.now);
    let season = Season { league: league.id.clone(), number: league.season, calendar, seed, salt: String::new() };
    work.store.set_season(&season)?;
    set_wake(work, league)
}

/// Does a step; says whether it is done, or has to wait.
fn carry_out(work: &mut Work<'_>, turn: &mut Turn<'_>, planned: Planned) -> Result<bool> {
    match planned.step {
        Step::Open => opened(work, turn),
        Step::Remind => reminded(work, turn),
        Step::Close => return closed(work, turn),
        Step::Draw { round } => round::draw(work, turn, round),
        Step::Warn { round } => round::warn(work, turn, round),
        Step::End { round } => round::end(work, turn, round),
        Step::Fix => fixed(work, turn),
    }?;
    Ok(true)
}

fn closes(turn: &Turn<'_>) -> Moment {
    Moment(turn.season.calendar.opens + turn.season.calendar.registration)
}

fn opened(work: &mut Work<'_>, turn: &Turn<'_>) -> Result<()> {
    let (league, season) = (turn.league.id.clone(), turn.season.number);
    let commitment = telling::commitment(turn.season)?;
    let notice = LeagueTold::Opened { league, season, game: turn.rules.game.clone(), until: closes(turn), commitment };
    for person in telling::veterans(work.store, turn.league, turn.season.number)? {
        telling::tell(work, person, &notice)?;
    }
    Ok(())
}

/// Those who played last and have not entered are asked once.
fn reminded(work: &mut Work<'_>, turn: &Turn<'_>) -> Result<()> {
    let (league, season) = (turn.league.id.clone(), turn.season.number);
    let entered = telling::entrants_now(work.store, turn.league)?;
    let notice = LeagueTold::ClosesSoon { league, season, until: closes(turn), entered: entered.len() };
    for person in telling::veterans(work.store, turn.league, turn.season.number)? {
        if Some(person) != turn.league.moderator && !entered.iter().any(|row| row.person == person) {
            telling::tell(work, person, &notice)?;
        }
    }
    Ok(())
}

/// Nobody enters any more: everybody gets a division. Too few: everybody waits a week more.
fn closed(work: &mut Work<'_>, turn: &mut Turn<'_>) -> Result<bool> {
    let entered = telling::entrants_now(work.store, turn.league)?;
    let least = round::sizes(work, turn.rules)?.allowed.into_iter().min().unwrap_or(2);
    let (league, season) = (turn.league.id.clone(), turn.season.number);
    if entered.len() < least {
        turn.season.calendar.registration += MORE_TIME.0;
        work.store.set_season(turn.season)?;
        let notice = LeagueTold::TooFew { league, season, entered: entered.len(), least, until: closes(turn) };
        telling::tell_all(work, turn.league, &notice)?;
        return Ok(false);
    }
    let strength = ratings(&super::rated(work.store, Some(&turn.rules.game))?);
    let mut entrants = Vec::new();
    for row in &entered {
        let player = Player(row.person);
        let past = work.store.past(&league, season, row.person)?;
        entrants.push(Entrant { player, past, rating: strength.get(&player).map_or(0, |rating| rating.shown) });
    }
    let (divisions, warnings) = place(&entrants, turn.rules.limits());
    for (division, players) in (1..).zip(&divisions) {
        for player in players {
            let row = EntrantRow { person: player.0, gone: None, division, rank: 0, moved: None };
            work.store.set_entrant(&league, season, &row)?;
        }
    }
    // Who entered is in the draws, so nobody could choose them when the seed was made.
    let mut people: Vec<i64> = entered.iter().map(|row| row.person).collect();
    people.sort_unstable();
    turn.season.salt = blake3::hash(format!("{people:?}").as_bytes()).to_hex().to_string();
    work.store.set_season(turn.season)?;
    for (number, players) in (1..).zip(&divisions) {
        let mut names = Vec::new();
        for player in players {
            names.push(telling::name_of(work.store, player.0)?);
        }
        let number = (divisions.len() > 1).then_some(number);
        let notice = LeagueTold::Divided { league: league.clone(), season, division: number, names };
        for player in players {
            telling::tell(work, player.0, &notice)?;
        }
    }
    if let (Some(moderator), false) = (turn.league.moderator, warnings.is_empty()) {
        let sizes = divisions.iter().map(Vec::len).collect();
        telling::tell(work, moderator, &LeagueTold::Unbalanced { league, season, sizes })?;
    }
    Ok(true)
}

/// The standing is fixed: who goes up and down is noted, the secret is published.
fn fixed(work: &mut Work<'_>, turn: &Turn<'_>) -> Result<()> {
    let (league, season) = (turn.league.id.clone(), turn.season.number);
    let mut divisions: BTreeMap<usize, Vec<EntrantRow>> = BTreeMap::new();
    for row in work.store.entrants(&league, season)? {
        divisions.entry(row.division).or_default().push(row);
    }
    let lowest = divisions.keys().max().copied().unwrap_or(1);
    for (division, rows) in &divisions {
        let lines = lines(work.store, turn.league, turn.rules, season, rows)?;
        let moving = turn.rules.moving(lines.len());
        for (at, line) in lines.iter().enumerate() {
            let moved = match at {
                // Who left goes down; nobody goes up from the highest division, or down from the lowest.
                _ if line.is_gone && *division < lowest => Moved::Down,
                at if at < moving && *division > 1 && !line.is_gone => Moved::Up,
                at if at >= lines.len() - moving && *division < lowest => Moved::Down,
                _ => Moved::Stays,
            };
            let gone = rows.iter().find(|row| row.person == line.row.player.0).and_then(|row| row.gone);
            let person = line.row.player.0;
            let row = EntrantRow { person, gone, division: *division, rank: at + 1, moved: Some(moved) };
            work.store.set_entrant(&league, season, &row)?;
        }
    }
    telling::send_standing(work, turn.league, season, None)
}

/// The standing is open again, and nobody has gone up or down.
pub(in crate::desk) fn undo_fix(work: &mut Work<'_>, league: &League) -> Result<()> {
    for row in work.store.entrants(&league.id, league.season)? {
        work.store.set_entrant(&league.id, league.season, &EntrantRow { rank: 0, moved: None, ..row })?;
    }
    Ok(())
}

/// After a time in which we were not awake the steps that are left come later by as much.
pub(in crate::desk) fn shift(work: &mut Work<'_>, away: Time) -> Result<()> {
    for mut league in work.store.leagues()? {
        let Some(mut season) = work.store.season(&league.id, league.season)? else { continue };
        season.calendar.opens += away;
        work.store.set_season(&season)?;
        set_wake(work, &mut league)?;
    }
    Ok(())
}
