//! What anybody may know of the people who play: their games, and how strong they seem.

use super::names::Names;
use super::{Eyes, game_name};
use crate::desk::league::counted;
use crate::pages::facts::{Played, Player, Point, Strength, Table};
use crate::store::leagues::Ended;
use anyhow::Result;
use std::collections::BTreeMap;
use tabellarius_league::rating::{Rated, Rating, histories, ratings};

/// No chart shows more.
const LONGEST: usize = 200;

/// Everybody who plays or played. Of games whose tables have no page nothing is listed, but they count.
pub fn players(eyes: &Eyes<'_>, names: &Names, tables: &[Table]) -> Result<Vec<Player>> {
    let all = eyes.store.all_ended()?;
    let games: Vec<(&Ended, Rated)> = counted(all.iter()).collect();
    let overall = histories(games.iter().map(|(_, rated)| rated));
    let mut keys: Vec<&str> = games.iter().map(|(ended, _)| ended.game.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let by_game: Vec<(&str, BTreeMap<_, _>)> = keys
        .into_iter()
        .map(|key| (key, ratings(games.iter().filter(|(ended, _)| ended.game == key).map(|(_, rated)| rated))))
        .collect();
    let mut wins: BTreeMap<(tabellarius_league::Player, &str), u32> = BTreeMap::new();
    for (ended, rated) in &games {
        for player in rated.places.first().into_iter().flatten() {
            *wins.entry((*player, ended.game.as_str())).or_default() += 1;
        }
    }
    let known: BTreeMap<&str, &Table> = tables.iter().map(|table| (table.id.as_str(), table)).collect();
    let mut people: BTreeMap<i64, Player> = BTreeMap::new();
    for id in eyes.store.players()? {
        people.insert(id, nobody_yet(names, id));
    }
    for ended in all.iter().rev() {
        for seat in &ended.seats {
            let Some(id) = seat.owner else { continue };
            let one = people.entry(id).or_insert_with(|| nobody_yet(names, id));
            let place = ended.places.iter().position(|group| group.contains(&seat.seat)).unwrap_or(ended.places.len());
            one.wins += u32::from(place == 0 && !seat.was_left);
            one.late += seat.late;
            if known.contains_key(ended.board.as_str()) {
                one.games.push(Played {
                    table: ended.board.clone(),
                    game: game_name(&ended.game),
                    seat: seat.seat.clone(),
                    place: 1 + ended.places.iter().take(place).map(Vec::len).sum::<usize>(),
                    of: ended.seats.len(),
                    ended: ended.at,
                    is_shown: true,
                });
            }
        }
    }
    for table in tables.iter().filter(|table| table.is_alive()) {
        for who in table.seats.iter().filter_map(|seat| seat.who.as_ref()) {
            if let Some(one) = people.get_mut(&who.id) {
                one.now.push((table.id.clone(), table.game.clone()));
            }
        }
    }
    for (player, history) in overall {
        let Some(one) = people.get_mut(&player.0) else { continue };
        one.overall = history.last().map(|(_, rating)| strength(rating));
        let first = history.len().saturating_sub(LONGEST);
        let point = |(at, rating): &(usize, Rating)| {
            let (ended, rated) = games.get(*at)?;
            let is_win = rated.places.first().is_some_and(|best| best.contains(&player));
            let strength = strength(rating);
            Some(Point { at: ended.at, best: strength.best, give_or_take: strength.give_or_take, is_win })
        };
        one.history = history.get(first..).unwrap_or_default().iter().filter_map(point).collect();
    }
    for (key, ratings) in by_game {
        for (player, rating) in ratings {
            let Some(one) = people.get_mut(&player.0) else { continue };
            let wins = wins.get(&(player, key)).copied().unwrap_or(0);
            one.by_game.push((game_name(key), strength(&rating), wins));
        }
    }
    Ok(people.into_values().collect())
}

fn nobody_yet(names: &Names, id: i64) -> Player {
    Player {
        who: names.who(id),
        is_chosen: names.is_chosen(id),
        overall: None,
        by_game: Vec::new(),
        history: Vec::new(),
        games: Vec::new(),
        now: Vec::new(),
        wins: 0,
        late: 0,
    }
}

fn strength(rating: &Rating) -> Strength {
    Strength {
        shown: rating.shown,
        best: rating.mean.round() as i64,
        give_or_take: (2.0 * rating.uncertainty).round() as i64,
        games: rating.games,
        is_provisional: rating.is_provisional,
    }
}
