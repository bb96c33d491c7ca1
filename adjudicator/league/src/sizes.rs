//! So many people, at tables of which sizes.

/// Which sizes tables may have, and which is the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The sizes that the game can be played with.
    pub allowed: Vec<usize>,
    /// The size that the league wants.
    pub wanted: usize,
}

/// How people are split.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Split {
    /// The sizes of the tables, largest first.
    pub tables: Vec<usize>,
    /// How many sit out.
    pub byes: usize,
}

impl Sizes {
    /// Splits so many people: as few as possible sit out, then as few seats as possible are missing to (or are over) the wanted size, then as
    /// few tables as possible differ from it.
    pub fn split(&self, people: usize) -> Split {
        let sizes: Vec<usize> = self.allowed.iter().copied().filter(|size| *size > 0).collect();
        // The best split of each number of people with nobody left over, from the best split of fewer.
        let mut best: Vec<Option<(usize, usize, Vec<usize>)>> = vec![None; people + 1];
        best[0] = Some((0, 0, Vec::new()));
        for number in 1..=people {
            for size in sizes.iter().copied().filter(|size| *size <= number) {
                let Some((off, odd, tables)) = &best[number - size] else { continue };
                let (off, odd) = (off + size.abs_diff(self.wanted), odd + usize::from(size != self.wanted));
                if best[number].as_ref().is_none_or(|(least, fewest, _)| (off, odd) < (*least, *fewest)) {
                    let mut tables = tables.clone();
                    tables.push(size);
                    best[number] = Some((off, odd, tables));
                }
            }
        }
        let seated = (0..=people).rev().find_map(|number| best[number].clone().map(|(_, _, tables)| (number, tables)));
        let (seated, mut tables) = seated.unwrap_or_default();
        tables.sort_by(|one, other| other.cmp(one));
        Split { tables, byes: people - seated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_as_near_to_the_wanted_size_as_they_can() {
        let mare = Sizes { allowed: vec![3, 4, 5], wanted: 5 };
        for (people, tables) in [
            (5, vec![5]),
            (6, vec![3, 3]),
            (7, vec![4, 3]),
            (8, vec![5, 3]),
            (9, vec![5, 4]),
            (11, vec![5, 3, 3]),
            (12, vec![5, 4, 3]),
            (14, vec![5, 5, 4]),
            (40, vec![5; 8]),
        ] {
            assert_eq!(mare.split(people), Split { tables, byes: 0 }, "{people}");
        }
    }

    #[test]
    fn as_few_as_possible_sit_out() {
        let only_five = Sizes { allowed: vec![5], wanted: 5 };
        assert_eq!(only_five.split(13), Split { tables: vec![5, 5], byes: 3 });
        assert_eq!(only_five.split(4), Split { tables: vec![], byes: 4 });
        let four_or_six = Sizes { allowed: vec![4, 6], wanted: 6 };
        assert_eq!(four_or_six.split(9), Split { tables: vec![4, 4], byes: 1 });
        assert_eq!(four_or_six.split(10), Split { tables: vec![6, 4], byes: 0 });
    }

    #[test]
    fn everybody_is_counted_once() {
        for wanted in 2..=8 {
            for least in 2..=wanted {
                let sizes = Sizes { allowed: (least..=wanted).collect(), wanted };
                for people in 0..60 {
                    let split = sizes.split(people);
                    assert_eq!(split.tables.iter().sum::<usize>() + split.byes, people);
                    assert!(split.tables.iter().all(|size| sizes.allowed.contains(size)));
                }
            }
        }
    }
}
