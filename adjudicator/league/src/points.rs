//! What a place at a table is worth in the league.

use crate::Player;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// Points of a league. They are shared out exactly among up to eight who are level: one point has 840 parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(i64);

/// Divides by everything from 1 to 8.
const PARTS: i64 = 840;

impl Points {
    /// So many whole points.
    pub const fn whole(number: i64) -> Points {
        Points(number * PARTS)
    }

    /// An equal share for each of so many.
    pub fn shared_by(self, heads: usize) -> Points {
        Points(self.0 / (heads.max(1) as i64))
    }
}

impl fmt::Display for Points {
    /// `7`, `7.5`, `3.33`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, parts) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let hundredths = (parts * 100 + PARTS.unsigned_abs() / 2) / PARTS.unsigned_abs();
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ if rest.is_multiple_of(10) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::default(), Add::add)
    }
}

/// Who finished where at a table: the first group are the winners; whoever shares a place stands in one group.
pub type Places = Vec<Vec<Player>>;

/// What each place is worth, best first. A table with fewer people uses the first places only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scale(Vec<i64>);

impl Scale {
    /// A scale. It has at least one place, and no place is worth more than the one before.
    pub fn new(places: Vec<i64>) -> Option<Scale> {
        (!places.is_empty() && places.is_sorted_by(|better, worse| better >= worse)).then_some(Scale(places))
    }

    /// For tables of so many: whoever is last has one point, and the winner has one more than the steps say.
    pub fn usual(seats: usize) -> Scale {
        let last = seats.max(1) as i64;
        let mut places: Vec<i64> = (1..=last).rev().collect();
        if last > 1 {
            places[0] += 1;
        }
        Scale(places)
    }

    /// What a place is worth, counted from 0. Behind the last one nothing is won.
    pub fn at(&self, place: usize) -> Points {
        Points::whole(self.0.get(place).copied().unwrap_or(0))
    }

    /// The most and the least that somebody can have from a table of so many.
    pub fn bounds(&self, seats: usize) -> (Points, Points) {
        (self.at(seats.max(1) - 1), self.at(0))
    }

    /// What everybody at a table gets. Whoever shares places shares their points.
    pub fn award(&self, places: &Places) -> Vec<(Player, Points)> {
        let mut first = 0;
        let mut awarded = Vec::new();
        for group in places {
            let pot: Points = (first..first + group.len()).map(|place| self.at(place)).sum();
            awarded.extend(group.iter().map(|player| (*player, pot.shared_by(group.len()))));
            first += group.len();
        }
        awarded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(groups: &[&[i64]]) -> Places {
        groups.iter().map(|group| group.iter().copied().map(Player).collect()).collect()
    }

    #[test]
    fn points_are_read_as_people_write_them() {
        for (points, written) in [
            (Points::whole(7), "7"),
            (Points::whole(15).shared_by(2), "7.5"),
            (Points::whole(10).shared_by(3), "3.33"),
            (Points::whole(0) - Points::whole(5).shared_by(4), "-1.25"),
        ] {
            assert_eq!(points.to_string(), written);
        }
    }

    #[test]
    fn whoever_shares_places_shares_their_points() {
        let scale = Scale::new(vec![6, 4, 3, 2, 1]).expect("a scale");
        let awarded = scale.award(&places(&[&[1], &[2, 3], &[4], &[5]]));
        let written: Vec<String> = awarded.iter().map(|(player, points)| format!("{} {points}", player.0)).collect();
        assert_eq!(written, ["1 6", "2 3.5", "3 3.5", "4 2", "5 1"]);
    }

    #[test]
    fn a_table_hands_out_the_same_sum_however_its_places_are_shared() {
        let scale = Scale::usual(7);
        let whole: Points = (0..7).map(|place| scale.at(place)).sum();
        for groups in [&[&[1, 2, 3, 4, 5, 6, 7][..]][..], &[&[1, 2], &[3, 4, 5], &[6, 7]], &[&[1], &[2, 3, 4, 5, 6, 7]]]
        {
            let sum: Points = scale.award(&places(groups)).into_iter().map(|(_, points)| points).sum();
            assert_eq!(sum, whole);
        }
    }

    #[test]
    fn a_scale_never_rises() {
        assert_eq!(Scale::new(vec![1, 2]), None);
        assert_eq!(Scale::new(Vec::new()), None);
        assert_eq!(Scale::usual(4), Scale(vec![5, 3, 2, 1]));
    }
}
