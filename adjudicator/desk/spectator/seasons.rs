//! What anybody may know of a season of a league.

use super::Eyes;
use super::names::Names;
use crate::desk::league::lines;
use crate::desk::league::rules::LeagueRules;
use crate::pages::facts::{Date, Division, Row, Season, SeasonTable, Zone};
use crate::settings::Page;
use crate::store::leagues::{EntrantRow, League, Moved};
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use tabellarius_kernel::Seed;
use tabellarius_league::season::Step;

/// So many of the last games are shown.
const FORM: usize = 5;

/// A season as its page tells of it.
pub fn season(eyes: &Eyes<'_>, names: &Names, league: &League, number: u32) -> Result<Season> {
    let store = eyes.store;
    let rules: LeagueRules = serde_json::from_str(&league.rules).context("the rules of the league")?;
    let kept = store.season(&league.id, number)?.context("there is no such season")?;
    let done = store.steps_done(&league.id, number)?;
    let has = |step: &Step| done.iter().any(|(other, _)| other == step);
    let dates = kept.calendar.steps().into_iter().enumerate().map(|(at, planned)| {
        let when = done.get(at).map(|(_, when)| *when);
        Date { step: planned.step, at: when.unwrap_or(planned.at), is_done: when.is_some() }
    });
    let dates: Vec<Date> = dates.collect();
    let is_over = has(&Step::Fix);
    let mut entrants: BTreeMap<usize, Vec<EntrantRow>> = BTreeMap::new();
    for row in store.entrants(&league.id, number)? {
        entrants.entry(row.division).or_default().push(row);
    }
    let lowest = entrants.keys().max().copied().unwrap_or(1);
    let mut divisions = Vec::new();
    for (division, rows) in &entrants {
        let lines = lines(store, league, &rules, number, rows)?;
        let moving = rules.moving(lines.len());
        let row = |(at, line): (usize, &crate::desk::league::Line)| {
            let row = &line.row;
            let moved = rows.iter().find(|entrant| entrant.person == row.player.0).and_then(|entrant| entrant.moved);
            let zone = match (moved, *division) {
                (Some(Moved::Up), _) => Zone::Up,
                (Some(Moved::Down), _) => Zone::Down,
                (Some(Moved::Stays), _) | (None, 0) => Zone::Stays,
                (None, division) if division > 1 && at < moving => Zone::Up,
                (None, division) if division < lowest && at >= lines.len() - moving => Zone::Down,
                _ => Zone::Stays,
            };
            Row {
                who: names.who(row.player.0),
                rank: row.rank,
                points: row.points.to_string(),
                played: row.played,
                wins: row.wins,
                form: row.form.iter().skip(row.form.len().saturating_sub(FORM)).map(ToString::to_string).collect(),
                late: row.late,
                best: line.range.best,
                worst: line.range.worst,
                open: line.open,
                is_gone: line.is_gone,
                zone,
            }
        };
        divisions.push(Division { number: *division, rows: lines.iter().enumerate().map(row).collect() });
    }
    let mut tables = Vec::new();
    for fixture in store.fixtures(&league.id, number)? {
        let is_over = store.ended(&fixture.board)?.is_some();
        let page = store.sound_board(&fixture.board)?.map_or(Page::None, |board| board.settings.page);
        let is_told = page == Page::Named || (page == Page::Anonymous && is_over);
        let people = fixture.seats.iter().filter(|_| is_told).map(|(_, person)| names.who(*person)).collect();
        let (id, round, division) = (fixture.board, fixture.round, fixture.division);
        tables.push(SeasonTable { id, round, division, people, is_over, is_shown: page != Page::None });
    }
    let scale = rules.scale();
    Ok(Season {
        league: league.id.clone(),
        number,
        newest: league.season,
        game: super::game_name(&rules.game),
        seats: rules.seats,
        rounds: rules.rounds,
        drawn: done.iter().filter(|(step, _)| matches!(step, Step::Draw { .. })).count() as u32,
        is_open: !has(&Step::Close),
        is_over,
        points: (0..rules.seats).map(|place| scale.at(place).to_string()).collect(),
        ties: rules.tie_words().into_iter().map(str::to_owned).collect(),
        dates,
        divisions,
        tables,
        commitment: Seed::from_hex(&kept.seed).map(|seed| seed.commitment()).unwrap_or_default(),
        seed: is_over.then_some(kept.seed),
    })
}
