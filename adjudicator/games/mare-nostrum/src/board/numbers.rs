//! Counts and prices.

use super::Stock;
use super::facts::Origin;
use super::file::{Name, Sourced, StockEntry};
use super::load::Loader;
use super::read::Section;
use crate::pieces::Building;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use toml::Spanned;

/// The largest count or price that makes sense. All units of a player together are still counted in a byte.
const LARGEST: u8 = 80;

/// The numbers of players, as sections name them.
const COUNTS: [&str; 4] = ["3", "4", "5", "6"];

/// The numbers of one section, by key.
struct Numbers(Vec<(String, u8)>);

impl Numbers {
    fn get(&self, key: &str) -> u8 {
        self.0.iter().find(|(known, _)| known == key).map_or(0, |(_, number)| *number)
    }
}

impl Loader<'_> {
    pub(super) fn cards(&mut self, section: &Section<Spanned<Sourced<i64>>>) {
        let keys: Vec<&str> = self.edition.goods.iter().map(|good| good.key()).collect();
        let numbers = self.numbers(section, &keys, "cards of");
        for good in self.edition.goods {
            self.board.bank.add(*good, numbers.get(good.key()));
        }
    }

    pub(super) fn pieces(&mut self, section: &Section<Spanned<Sourced<i64>>>) {
        let mut keys = alloc::vec!["marker"];
        keys.extend(self.edition.units.iter().map(|unit| unit.key()));
        let numbers = self.numbers(section, &keys, "pieces of each player:");
        self.board.pieces.markers = numbers.get("marker") + self.edition.printed_marks;
        for unit in self.edition.units {
            self.board.pieces.units[*unit as usize] = numbers.get(unit.key());
        }
    }

    pub(super) fn prices(&mut self, section: &Section<Spanned<Sourced<i64>>>) {
        let mut keys = alloc::vec!["marker", "hero", "wonder", "pyramids"];
        keys.extend(Building::ALL.iter().map(|building| building.key()));
        keys.extend(self.edition.units.iter().map(|unit| unit.key()));
        let numbers = self.numbers(section, &keys, "price of");
        let prices = &mut self.board.prices;
        prices.marker = numbers.get("marker");
        prices.hero = numbers.get("hero");
        prices.wonder = numbers.get("wonder");
        prices.pyramids = numbers.get("pyramids");
        for building in Building::ALL {
            prices.buildings[*building as usize] = numbers.get(building.key());
        }
        for unit in self.edition.units {
            prices.units[*unit as usize] = numbers.get(unit.key());
        }
    }

    pub(super) fn stock(&mut self, section: &Section<Spanned<StockEntry>>) {
        let origin = Origin { source: &section.source, note: &section.note };
        self.complete(section, &COUNTS[..self.board.stocks.len()]);
        for (key, entry) in &section.entries {
            let what = format!("building tokens for {} players", key.get_ref());
            self.fact(key.span().start, what, origin);
            let StockEntry { city, caravan, market, temple } = entry.get_ref();
            let tokens = [city, caravan, market, temple]
                .map(|number| self.number(*number.get_ref(), number.span().start, LARGEST));
            if let Some(players) = players(key).filter(|players| players - 3 < self.board.stocks.len()) {
                self.board.stocks[players - 3] = Stock(tokens);
            }
        }
    }

    pub(super) fn leave_out(&mut self, section: &Section<Vec<Name>>) {
        let origin = Origin { source: &section.source, note: &section.note };
        self.complete(section, &COUNTS[..self.board.left_out.len()]);
        for (key, names) in &section.entries {
            let what = format!("left out with {} players", key.get_ref());
            self.fact(key.span().start, what, origin);
            let known = players(key).filter(|players| players - 3 < self.board.left_out.len());
            let Some(players) = known else { continue };
            for name in names {
                let civilizations = (0..=u8::MAX).zip(&self.board.civilizations);
                let seat = civilizations.into_iter().find(|(_, one)| one.key == *name.get_ref());
                match seat.map(|(seat, _)| Seat(seat)) {
                    Some(seat) => self.board.left_out[players - 3].insert(seat),
                    None => {
                        let reason = format!("unknown civilization '{}'", name.get_ref());
                        self.flaws.add(name.span().start, reason);
                    }
                }
            }
            if self.board.civilizations.len() != names.len() + players {
                let reason = format!("this does not leave {players} civilizations");
                self.flaws.add(key.span().start, reason);
            }
        }
    }

    /// The provinces that lie under other boards with fewer players (EM-1.2).
    pub(super) fn covered(&mut self, section: &Section<Vec<Name>>) {
        let origin = Origin { source: &section.source, note: &section.note };
        self.complete(section, &["3", "4"]);
        for (key, names) in &section.entries {
            let what = format!("covered with {} players", key.get_ref());
            self.fact(key.span().start, what, origin);
            let found: Vec<_> = names.iter().filter_map(|name| self.find(name)).collect();
            if let Some(players) = players(key).filter(|players| *players < 5) {
                self.board.covered[players - 3] = found;
            }
        }
    }

    /// Reads the numbers of a section that must have exactly these keys.
    fn numbers(&mut self, section: &Section<Spanned<Sourced<i64>>>, keys: &[&str], what: &str) -> Numbers {
        let outer = Origin { source: &section.source, note: &section.note };
        self.complete(section, keys);
        let mut numbers = Vec::new();
        for (key, entry) in &section.entries {
            let Sourced { is, source, note } = entry.get_ref();
            let what = format!("{what} {}", key.get_ref());
            self.fact(key.span().start, what, Origin { source, note }.or(outer));
            let number = self.number(*is, entry.span().start, LARGEST);
            numbers.push((key.get_ref().clone(), number));
        }
        Numbers(numbers)
    }

    /// Notes the keys that a section lacks and those that it should not have.
    fn complete<T>(&mut self, section: &Section<T>, keys: &[&str]) {
        for (key, _) in &section.entries {
            if !keys.contains(&key.get_ref().as_str()) {
                let reason = format!("unknown key '{}'; known are {}", key.get_ref(), keys.join(", "));
                self.flaws.add(key.span().start, reason);
            }
        }
        for key in keys {
            if !section.entries.iter().any(|(known, _)| known.get_ref() == key) {
                self.flaws.add(section.at, format!("'{key}' is missing here"));
            }
        }
    }

    /// Measures a number; a wrong one counts as the largest, so that it is reported only once.
    pub(super) fn number(&mut self, number: i64, at: usize, largest: u8) -> u8 {
        match u8::try_from(number) {
            Ok(number) if number <= largest => number,
            _ => {
                self.flaws.add(at, format!("{number} is not a number from 0 to {largest}"));
                largest
            }
        }
    }
}

/// The number of players that a key stands for.
fn players(key: &Name) -> Option<usize> {
    match key.get_ref().as_str() {
        "3" => Some(3),
        "4" => Some(4),
        "5" => Some(5),
        "6" => Some(6),
        _ => None,
    }
}
