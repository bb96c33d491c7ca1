//! What a city produces.

use crate::pieces::{Goods, Kinds};
use serde::{Deserialize, Serialize};

/// The most sources with a choice.
const CHOICES: usize = 24;

/// What is produced each turn: some goods for certain, and from each source with a choice one more (7W-5.1).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Production {
    /// What is there in any case.
    pub fixed: Goods,
    choices: [Kinds; CHOICES],
    count: u8,
}

impl Production {
    /// Adds a source.
    pub fn add(&mut self, goods: Goods, choice: Kinds) {
        self.fixed = self.fixed.plus(goods);
        if choice != 0 && usize::from(self.count) < CHOICES {
            self.choices[usize::from(self.count)] = choice;
            self.count += 1;
        }
    }

    /// The sources with a choice.
    pub fn choices(&self) -> &[Kinds] {
        &self.choices[..usize::from(self.count).min(CHOICES)]
    }

    /// How many sources with a choice can give one of these kinds.
    pub fn choosing(&self, kinds: Kinds) -> u8 {
        if self.count == 0 {
            return 0;
        }
        // Places without a source give nothing: looking at all of them is one step for the processor.
        self.choices.iter().map(|choice| u8::from(choice & kinds != 0)).sum()
    }

    /// The same without one of the sources with a choice.
    pub fn without(&self, source: usize) -> Production {
        let mut left = Production { fixed: self.fixed, ..Production::default() };
        let others = self.choices().iter().enumerate().filter(|(i, _)| *i != source);
        others.for_each(|(_, choice)| left.add(Goods::NONE, *choice));
        left
    }

    /// The kinds that it can give.
    pub fn kinds(&self) -> Kinds {
        self.choices().iter().fold(self.fixed.kinds(), |kinds, choice| kinds | choice)
    }

    /// Takes out goods that were there for a time only.
    pub fn take(&mut self, goods: Goods) {
        self.fixed = self.fixed.less(goods);
    }

    /// The most goods of these kinds that there can be at once.
    pub fn most(&self, kinds: Kinds) -> u8 {
        if kinds == 0 { 0 } else { self.fixed.among(kinds) + self.choosing(kinds) }
    }

    /// Whether all of these goods can be had at once. By Hall's theorem it is enough that for every set of kinds there are as
    /// many sources as goods wanted.
    pub fn covers(&self, goods: Goods) -> bool {
        let need = goods.less(self.fixed);
        let all = need.kinds();
        let mut kinds = all;
        while kinds != 0 {
            if need.among(kinds) > self.choosing(kinds) {
                return false;
            }
            kinds = (kinds - 1) & all;
        }
        true
    }
}
