//! The myths that lie open in a city, and what they give it.

use super::City;
use crate::deck::{Deck, Effect, Science};
use crate::deity::{Boons, Deity, InPlay};
use tabellarius_kernel::Seat;

impl City {
    /// How many myths lie open here.
    pub fn myths_in_play(&self) -> u16 {
        self.myths.iter().flatten().count() as u16
    }

    /// The myths that lie open here.
    pub fn deities(&self) -> impl Iterator<Item = Deity> {
        self.myths.into_iter().flatten().map(|myth| myth.deity)
    }

    /// Lays other myths open: what the old ones gave is gone, what the new ones give is there.
    pub fn set_myths(&mut self, deck: &Deck, myths: [Option<InPlay>; 3]) {
        let (old, new) = (Boons::of(deck, &self.myths), Boons::of(deck, &myths));
        self.myths = myths;
        let change = |number: &mut u8, old: u8, new: u8| *number = number.saturating_sub(old).saturating_add(new);
        change(&mut self.shields, old.shields, new.shields);
        change(&mut self.set_bonus, old.set_bonus, new.set_bonus);
        (self.boon_shields, self.halves, self.boon_powers) = (new.shields, new.halves, new.powers);
        for (i, number) in self.discounts.iter_mut().enumerate() {
            change(number, old.discounts[i], new.discounts[i]);
        }
        for (i, number) in self.bonuses.iter_mut().enumerate() {
            change(number, old.bonuses[i], new.bonuses[i]);
        }
        for production in [&mut self.own, &mut self.sells] {
            production.take(old.goods);
            production.add(new.goods, 0);
        }
    }

    /// Lays one more myth open; there is room for three.
    pub fn lay_open(&mut self, deck: &Deck, myth: InPlay) {
        let mut myths = self.myths;
        if let Some(free) = myths.iter_mut().find(|one| one.is_none()) {
            *free = Some(myth);
        }
        self.set_myths(deck, myths);
    }

    /// How often the owner may still look at a hand: a coin lies on the myth for each look (7W-13.43).
    pub fn looks_left(&self) -> u8 {
        self.myths.iter().flatten().find(|one| one.deity == Deity::Horus).map_or(0, |one| one.note)
    }

    /// Takes looks: the coins for them go back.
    pub fn take_looks(&mut self, others: &[Seat]) {
        self.looks.iter_mut().zip(others).for_each(|(look, other)| *look = Some(*other));
        for myth in self.myths.iter_mut().flatten().filter(|one| one.deity == Deity::Horus) {
            myth.note = myth.note.saturating_sub(others.len() as u8);
        }
    }

    /// Whether a green structure can be built without paying because its symbol was missing (7W-13.22).
    pub fn may_build_missing(&self, effect: &Effect) -> bool {
        self.missing_symbol(effect).is_some()
    }

    /// The myth that lets a missing symbol be built, and the symbol's bit.
    pub(super) fn missing_symbol(&self, effect: &Effect) -> Option<(usize, u8)> {
        let bit = 1 << effect.science.filter(|symbol| *symbol != Science::Any)? as u8;
        let is_athena = |myth: &Option<InPlay>| {
            myth.is_some_and(|myth| myth.deity == Deity::Athena && myth.age == 1 && myth.note & bit != 0)
        };
        Some((self.myths.iter().position(is_athena)?, bit))
    }
}
