//! How tables ended: noted in the same transaction as the end, for standings and ratings.

use crate::desk::sentences::Log;
use crate::desk::work::Work;
use crate::store::leagues::{Ended, EndedSeat};
use crate::store::{Board, Keeper, Records};
use anyhow::Result;
use std::collections::BTreeMap;
use tabellarius_league::Player;
use tabellarius_league::points::Places;
use tabellarius_league::rating::Rated;
use tabellarius_league::standing::Finished;

/// A game is over by its rules.
pub(in crate::desk) fn note_end(work: &mut Work<'_>, board: &Board, places: Vec<Vec<String>>) -> Result<()> {
    note(work, board, places, false)
}

/// A game was ended before its rules end it: by a draw, because only one was left, or because its league has no more time. A table that was only
/// closed, and belongs to no league, has no result.
pub(in crate::desk) fn note_judged(work: &mut Work<'_>, board: &Board, entry: &Log) -> Result<()> {
    if !board.is_started() {
        return Ok(());
    }
    let is_of_league = work.store.league_of(&board.id)?.is_some();
    let is_ended = matches!(entry, Log::DrawnGame | Log::LastOne { .. });
    if !is_of_league && !is_ended {
        return Ok(());
    }
    let table = work.see(board).map_err(crate::desk::reply::Declined::fault)?;
    let mut places = table.places();
    match entry {
        Log::DrawnGame => places = vec![places.concat()],
        Log::LastOne { .. } => {
            let seats = work.store.seats(&board.id)?;
            let stays = |seat: &String| seats.iter().any(|row| row.seat == *seat && !row.is_automatic());
            let (first, others): (Vec<String>, Vec<String>) = places.into_iter().flatten().partition(stays);
            places = [vec![first], others.into_iter().map(|seat| vec![seat]).collect()].concat();
        }
        _ => {}
    }
    note(work, board, places, true)
}

fn note(work: &mut Work<'_>, board: &Board, places: Vec<Vec<String>>, is_judged: bool) -> Result<()> {
    let drawn: BTreeMap<String, i64> = match work.store.fixture(&board.id)? {
        Some(fixture) => fixture.seats.into_iter().collect(),
        None => BTreeMap::new(),
    };
    let seats = work.store.seats(&board.id)?.into_iter().map(|row| {
        // In a league a seat counts for whoever drew it.
        let owner = drawn.get(&row.seat).copied().or(row.owner);
        let was_left = row.keeper != Keeper::Owner || row.owner != owner || owner.is_none();
        let late = board.clock.silences.get(&row.seat).copied().unwrap_or(0);
        EndedSeat { seat: row.seat, owner, was_left, late }
    });
    let ended = Ended {
        board: board.id.clone(),
        game: board.header.game.clone(),
        at: work.now,
        places,
        seats: seats.collect(),
        is_judged,
    };
    work.store.add_ended(&ended)
}

impl Ended {
    fn player(&self, seat: &str) -> Option<Player> {
        self.seats.iter().find(|row| row.seat == seat).and_then(|row| row.owner).map(Player)
    }

    /// The people in their places. Somebody who has several seats counts once, with the best of them.
    fn people(&self) -> Places {
        let mut counted: Vec<Player> = Vec::new();
        let mut places = Places::new();
        for group in &self.places {
            let mut here: Vec<Player> = Vec::new();
            for player in group.iter().filter_map(|seat| self.player(seat)) {
                if !counted.contains(&player) {
                    counted.push(player);
                    here.push(player);
                }
            }
            if !here.is_empty() {
                places.push(here);
            }
        }
        places
    }

    /// Whether somebody won it; nothing, if it was somebody else's.
    pub fn won_by(&self, person: i64) -> Option<bool> {
        let is_own = |seat: &String| self.player(seat) == Some(Player(person));
        let took_part = self.seats.iter().any(|row| row.owner == Some(person));
        took_part.then(|| self.places.first().is_some_and(|best| best.iter().any(is_own)))
    }

    fn left(&self) -> Vec<Player> {
        self.seats.iter().filter(|row| row.was_left).filter_map(|row| row.owner).map(Player).collect()
    }

    /// As a division counts it.
    pub fn finished(&self, round: u32) -> Finished {
        let late = self.seats.iter().filter_map(|row| Some((Player(row.owner?), row.late)));
        Finished { round, places: self.people(), scores: BTreeMap::new(), deserted: self.left(), late: late.collect() }
    }
}

/// All games that count for ratings, of one game or of all: at least two people played, each seat somebody's.
pub(crate) fn rated(store: &Records, game: Option<&str>) -> Result<Vec<Rated>> {
    let all = store.all_ended()?;
    Ok(counted(all.iter().filter(|ended| game.is_none_or(|game| ended.game == game))).map(|(_, rated)| rated).collect())
}

/// Of these games those that count for ratings.
pub(crate) fn counted<'e>(all: impl Iterator<Item = &'e Ended>) -> impl Iterator<Item = (&'e Ended, Rated)> {
    let rated = all.map(|ended| {
        let seats = ended.seats.iter().filter_map(|row| Some((Player(row.owner?), row.seat.clone())));
        (ended, Rated { places: ended.people(), left: ended.left(), seats: seats.collect() })
    });
    rated.filter(|(_, game)| game.seats.len() > 1)
}
