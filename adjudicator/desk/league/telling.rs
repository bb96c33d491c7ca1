//! Who hears what of a league.

use super::rules::LeagueRules;
use super::{Line, lines};
use crate::desk::post::{Mail, send, send_plain};
use crate::desk::reply::Page;
use crate::desk::sentences::{LeagueTold, Subject};
use crate::desk::work::Work;
use crate::mail::compose::Kind;
use crate::sentence::Notice;
use crate::store::Records;
use crate::store::leagues::{EntrantRow, League, Moved, Season};
use anyhow::{Context as _, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use tabellarius_kernel::Seed;

/// The standing of a league.
#[derive(Serialize)]
pub(in crate::desk) struct StandingPage {
    pub league: String,
    pub season: u32,
    /// After which round; nothing: after the season, or in the middle of a round.
    pub round: Option<u32>,
    pub is_over: bool,
    pub divisions: Vec<DivisionPart>,
    /// The secret behind the draws, once the season is over.
    pub seed: Option<String>,
}

#[derive(Serialize)]
pub(in crate::desk) struct DivisionPart {
    /// Nothing, if there is only one.
    pub number: Option<usize>,
    pub rows: Vec<StandingRow>,
}

#[derive(Serialize)]
pub(in crate::desk) struct StandingRow {
    pub rank: usize,
    pub name: String,
    pub points: String,
    pub played: usize,
    pub wins: usize,
    pub form: Vec<String>,
    pub late: u32,
    pub best: usize,
    pub worst: usize,
    pub open: usize,
    pub is_gone: bool,
    pub moved: Option<&'static str>,
    pub is_you: bool,
}

impl Page for StandingPage {
    const TEMPLATE: &'static str = "desk/standing.txt";
}

/// Tells somebody something about a league.
pub(super) fn tell(work: &mut Work<'_>, person: i64, notice: &impl Notice) -> Result<()> {
    match work.store.person(person)?.filter(|person| !person.is_gone()) {
        Some(person) => send_plain(work, &person, notice),
        None => Ok(()),
    }
}

/// Tells somebody that a moderator gave points, or took them away.
pub(in crate::desk) fn tell_penalty(
    work: &mut Work<'_>,
    league: &League,
    person: i64,
    points: i64,
    reason: &str,
) -> Result<()> {
    tell(work, person, &LeagueTold::Penalty { league: league.id.clone(), points, reason: reason.to_owned() })
}

/// Tells everybody who has entered, and the moderator.
pub(super) fn tell_all(work: &mut Work<'_>, league: &League, notice: &impl Notice) -> Result<()> {
    let mut people: Vec<i64> = entrants_now(work.store, league)?.into_iter().map(|row| row.person).collect();
    people.extend(league.moderator.filter(|moderator| !people.contains(moderator)));
    people.into_iter().try_for_each(|person| tell(work, person, notice))
}

/// Who plays in the newest season.
pub(in crate::desk) fn entrants_now(store: &Records, league: &League) -> Result<Vec<EntrantRow>> {
    store.entrants(&league.id, league.season)
}

/// Who played in the season before, and the moderator.
pub(super) fn veterans(store: &Records, league: &League, season: u32) -> Result<Vec<i64>> {
    let before = store.entrants(&league.id, season.saturating_sub(1))?;
    let mut people: Vec<i64> = before.into_iter().map(|row| row.person).collect();
    people.extend(league.moderator.filter(|moderator| !people.contains(moderator)));
    Ok(people)
}

/// What somebody is called.
pub(in crate::desk) fn name_of(store: &Records, person: i64) -> Result<String> {
    Ok(store.person(person)?.map(|person| person.name).unwrap_or_default())
}

/// What is published of a season's secret before it is over.
pub(super) fn commitment(season: &Season) -> Result<String> {
    Ok(Seed::from_hex(&season.seed).context("the season's seed is damaged")?.commitment())
}

/// The standing of a season for one reader.
pub(in crate::desk) fn standing(
    store: &Records,
    league: &League,
    season: u32,
    round: Option<u32>,
    reader: i64,
) -> Result<StandingPage> {
    let rules: LeagueRules = serde_json::from_str(&league.rules)?;
    let kept = store.season(&league.id, season)?.context("there is no such season")?;
    let is_over = kept.calendar.next(store.steps_done(&league.id, season)?.len()).is_none();
    let mut rows: BTreeMap<usize, Vec<EntrantRow>> = BTreeMap::new();
    for row in store.entrants(&league.id, season)? {
        rows.entry(row.division).or_default().push(row);
    }
    let several = rows.len() > 1;
    let mut divisions = Vec::new();
    for (number, entrants) in &rows {
        let lines = lines(store, league, &rules, season, entrants)?;
        let rows = lines.iter().map(|line| standing_row(store, line, entrants, reader)).collect::<Result<_>>()?;
        divisions.push(DivisionPart { number: several.then_some(*number), rows });
    }
    let seed = is_over.then_some(kept.seed);
    Ok(StandingPage { league: league.id.clone(), season, round, is_over, divisions, seed })
}

fn standing_row(store: &Records, line: &Line, entrants: &[EntrantRow], reader: i64) -> Result<StandingRow> {
    let row = &line.row;
    let moved = entrants.iter().find(|entrant| entrant.person == row.player.0).and_then(|entrant| entrant.moved);
    Ok(StandingRow {
        rank: row.rank,
        name: name_of(store, row.player.0)?,
        points: row.points.to_string(),
        played: row.played,
        wins: row.wins,
        form: row.form.iter().rev().take(3).rev().map(ToString::to_string).collect(),
        late: row.late,
        best: line.range.best,
        worst: line.range.worst,
        open: line.open,
        is_gone: line.is_gone,
        moved: moved.map(Moved::word),
        is_you: row.player.0 == reader,
    })
}

/// Sends everybody the standing.
pub(super) fn send_standing(work: &mut Work<'_>, league: &League, season: u32, round: Option<u32>) -> Result<()> {
    let mut people: Vec<i64> = work.store.entrants(&league.id, season)?.into_iter().map(|row| row.person).collect();
    people.extend(league.moderator.filter(|moderator| !people.contains(moderator)));
    for id in people {
        let Some(person) = work.store.person(id)?.filter(|person| !person.is_gone()) else { continue };
        let mut page = standing(work.store, league, season, round, id)?;
        // After the last round the season is over with this very mail.
        if round.is_none() {
            let kept = work.store.season(&league.id, season)?.context("there is no such season")?;
            (page.is_over, page.seed) = (true, Some(kept.seed));
        }
        let text = work.voice.page(&person, &page)?;
        let subject = Subject::Standing { league: league.id.clone(), season, round };
        let subject = format!("{}: {}", work.club.name, work.voice.say(&person, &subject)?);
        send(work, &person, Mail::plain(Kind::Report, subject, text))?;
    }
    Ok(())
}
