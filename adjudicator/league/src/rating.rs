//! Ratings by Weng and Lin, for tables of any number, with ties: how strong somebody seems, and how sure that is. They are always made anew from the
//! list of games, so a result that is mended mends them.

use crate::Player;
use crate::points::Places;
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use std::collections::BTreeMap;

/// With fewer games than this a rating is provisional.
const PROVISIONAL: usize = 5;

/// What somebody's seat counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Played {
    /// Played by whom it is counted for.
    Oneself,
    /// Left to somebody else before the end: it counts for nobody's rating, but the others have met a seat of middling strength.
    Left,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rated {
    /// Who finished where.
    pub places: Places,
    /// Who had left.
    pub left: Vec<Player>,
    /// Which seat each had, to find out which seats win.
    pub seats: BTreeMap<Player, String>,
}

/// How strong somebody seems.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// What is shown and sorted by: surely at least so strong.
    pub shown: i64,
    /// The best guess.
    pub mean: f64,
    /// How unsure it is.
    pub uncertainty: f64,
    /// How many games it rests on.
    pub games: usize,
    /// Whether these are too few to go by.
    pub is_provisional: bool,
}

/// How often a seat was played, and won.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Advantage {
    pub played: usize,
    /// Shared wins count in part.
    pub won: f64,
    /// What was to be expected if all seats were equal.
    pub expected: f64,
}

/// Everybody's rating after these games, in the order in which they ended.
pub fn ratings<'g>(games: impl IntoIterator<Item = &'g Rated>) -> BTreeMap<Player, Rating> {
    rate(games, |_, _, _| {})
}

/// Everybody's ratings after each of the games that counted for them, with the game's place in the list.
pub fn histories<'g>(games: impl IntoIterator<Item = &'g Rated>) -> BTreeMap<Player, Vec<(usize, Rating)>> {
    let mut all: BTreeMap<Player, Vec<(usize, Rating)>> = BTreeMap::new();
    rate(games, |at, player, rating| all.entry(player).or_default().push((at, rating)));
    all
}

/// Rates one game after the other, and shows each change.
fn rate<'g>(
    games: impl IntoIterator<Item = &'g Rated>,
    mut changed: impl FnMut(usize, Player, Rating),
) -> BTreeMap<Player, Rating> {
    let mut known: BTreeMap<Player, (WengLinRating, usize)> = BTreeMap::new();
    let config = WengLinConfig::new();
    for (at, game) in games.into_iter().enumerate() {
        let seats: Vec<(Player, usize)> = (1..)
            .zip(&game.places)
            .flat_map(|(place, group)| group.iter().map(move |player| (*player, place)))
            .collect();
        let has_left = |player: &Player| game.left.contains(player);
        let before: Vec<[WengLinRating; 1]> = seats
            .iter()
            .map(|(player, _)| match known.get(player).filter(|_| !has_left(player)) {
                Some((rating, _)) => [*rating],
                None => [WengLinRating::new()],
            })
            .collect();
        if before.len() < 2 {
            continue;
        }
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            before.iter().zip(&seats).map(|(team, (_, place))| (&team[..], MultiTeamOutcome::new(*place))).collect();
        let after = weng_lin_multi_team(&teams, &config);
        for ((player, _), rating) in seats.iter().zip(after) {
            if let ([rating], false) = (rating.as_slice(), has_left(player)) {
                let entry = known.entry(*player).or_insert_with(|| (WengLinRating::new(), 0));
                *entry = (*rating, entry.1 + 1);
                changed(at, *player, shown(entry.0, entry.1));
            }
        }
    }
    known.into_iter().map(|(player, (rating, games))| (player, shown(rating, games))).collect()
}

/// On the scale that people know from other games: a newcomer begins near 0, a strong player has 1500 and more.
fn shown(rating: WengLinRating, games: usize) -> Rating {
    let sure = (rating.rating - 3.0 * rating.uncertainty) * 40.0;
    Rating {
        shown: sure.round() as i64,
        mean: rating.rating * 40.0,
        uncertainty: rating.uncertainty * 40.0,
        games,
        is_provisional: games < PROVISIONAL,
    }
}

/// Which seat wins how often.
pub fn advantages<'g>(games: impl IntoIterator<Item = &'g Rated>) -> BTreeMap<String, Advantage> {
    let mut seats: BTreeMap<String, Advantage> = BTreeMap::new();
    for game in games {
        let all = game.seats.len();
        let winners = game.places.first().map_or(0, Vec::len);
        for (player, seat) in &game.seats {
            let entry = seats.entry(seat.clone()).or_default();
            entry.played += 1;
            entry.expected += 1.0 / all as f64;
            if game.places.first().is_some_and(|best| best.contains(player)) {
                entry.won += 1.0 / winners as f64;
            }
        }
    }
    seats
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(groups: &[&[i64]]) -> Rated {
        let places = groups.iter().map(|group| group.iter().copied().map(Player).collect()).collect();
        Rated { places, left: Vec::new(), seats: BTreeMap::new() }
    }

    /// Three newcomers finish one after the other. By hand, after Weng and Lin's Bradley-Terry model with the usual numbers (mean 25, deviation
    /// 25/3, beta 25/6): c² = 2·69.444 + 2·17.361 = 173.611, c = 13.176; each expects ½ against each. The winner gains 2·(69.444/13.176)·½ = 5.270; the
    /// deviation: eta = 2·gamma·(69.444/173.611)·¼ = 2·(8.333/13.176)·0.4·0.25 = 0.12649; 8.3333·√(1-0.12649) = 7.7885.
    #[test]
    fn a_first_game_is_as_reckoned_by_hand() {
        let ratings = ratings(&[game(&[&[1], &[2], &[3]])]);
        let near = |value: f64, by_hand: f64| (value - by_hand * 40.0).abs() < 0.05;
        assert!(near(ratings[&Player(1)].mean, 25.0 + 5.2705), "{ratings:?}");
        assert!(near(ratings[&Player(2)].mean, 25.0));
        assert!(near(ratings[&Player(3)].mean, 25.0 - 5.2705));
        assert!(near(ratings[&Player(1)].uncertainty, 7.7885), "{ratings:?}");
    }

    #[test]
    fn whoever_wins_more_stands_higher_and_surer() {
        let games: Vec<Rated> = (0..20).map(|_| game(&[&[1], &[2, 3], &[4]])).collect();
        let ratings = ratings(&games);
        assert!(ratings[&Player(1)].shown > ratings[&Player(2)].shown);
        assert_eq!(ratings[&Player(2)], ratings[&Player(3)], "level all the time");
        assert!(ratings[&Player(3)].shown > ratings[&Player(4)].shown);
        let first = super::ratings(&games[..1]);
        assert!(first[&Player(1)].is_provisional && !ratings[&Player(1)].is_provisional);
        assert!(ratings[&Player(1)].uncertainty < first[&Player(1)].uncertainty, "{ratings:?}");
    }

    #[test]
    fn a_history_ends_where_the_rating_stands() {
        let games = [game(&[&[1], &[2]]), game(&[&[3], &[1]]), game(&[&[2], &[3]])];
        let (now, histories) = (ratings(&games), histories(&games));
        assert_eq!(histories[&Player(1)].iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0, 1]);
        for (player, history) in &histories {
            assert_eq!(history.last().map(|(_, rating)| *rating), Some(now[player]));
        }
    }

    #[test]
    fn a_seat_that_was_left_rates_nobody() {
        let mut left = game(&[&[1], &[2], &[3]]);
        left.left = vec![Player(3)];
        let ratings = ratings(&[left]);
        assert_eq!(ratings.len(), 2);
        assert!(ratings[&Player(1)].mean > ratings[&Player(2)].mean);
    }

    #[test]
    fn seats_that_win_are_found() {
        let mut one = game(&[&[1], &[2]]);
        one.seats = BTreeMap::from([(Player(1), "Egypt".into()), (Player(2), "Rome".into())]);
        let mut two = game(&[&[1, 2]]);
        two.seats = one.seats.clone();
        let advantages = advantages(&[one, two]);
        assert_eq!(advantages["Egypt"], Advantage { played: 2, won: 1.5, expected: 1.0 });
        assert_eq!(advantages["Rome"], Advantage { played: 2, won: 0.5, expected: 1.0 });
    }
}
