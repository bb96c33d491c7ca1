//! The ways to play a season: who is put together, round by round.

use crate::Player;
use crate::points::Places;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a league is played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody of a division meets as many others as there are rounds for.
    #[default]
    Groups,
    /// Those who stand near each other meet.
    Swiss,
    /// The best of each table go on.
    KnockOut,
    /// Neighbours meet, and go up and down by rungs: see [`crate::ladder`].
    Ladder,
    /// Only ratings count: nobody has points, and nobody goes up or down.
    Friendly,
}

impl Format {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Format); 5] = [
        ("groups", Format::Groups),
        ("swiss", Format::Swiss),
        ("knock-out", Format::KnockOut),
        ("ladder", Format::Ladder),
        ("friendly", Format::Friendly),
    ];

    /// Whether everybody plays in one division, so that nobody goes up or down.
    pub fn is_of_one(self) -> bool {
        matches!(self, Format::Ladder | Format::Friendly)
    }

    /// How people stand before a round is drawn, for formats in which neighbours meet: the place in the standing, from 0.
    pub fn levels(self, standing: &[Player]) -> BTreeMap<Player, i64> {
        match self {
            Format::Swiss => standing.iter().copied().zip(0..).collect(),
            Format::Groups | Format::KnockOut | Format::Ladder | Format::Friendly => BTreeMap::new(),
        }
    }
}

/// Who goes on from the tables of a knock-out round: the best `each` of every table. Of those who share the last place that goes on, whoever
/// stood better before does.
pub fn survivors(tables: &[Places], each: usize, standing: &[Player]) -> Vec<Player> {
    let level = |player: &Player| standing.iter().position(|one| one == player).unwrap_or(usize::MAX);
    let best = |places: &Places| {
        let in_order = places.iter().flat_map(|group| {
            let mut group = group.clone();
            group.sort_by_key(level);
            group
        });
        in_order.take(each).collect::<Vec<_>>()
    };
    tables.iter().flat_map(best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(numbers: &[i64]) -> Vec<Player> {
        numbers.iter().copied().map(Player).collect()
    }

    #[test]
    fn the_best_of_each_table_go_on() {
        let tables = [vec![players(&[1]), players(&[2, 3]), players(&[4])], vec![players(&[5, 6]), players(&[7])]];
        let standing = players(&[3, 6, 1, 2, 4, 5, 7]);
        assert_eq!(survivors(&tables, 2, &standing), players(&[1, 3, 6, 5]));
        assert_eq!(survivors(&tables, 1, &standing), players(&[1, 6]));
    }
}
