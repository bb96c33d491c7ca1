//! A city: a wonder board with what was built, and what it gives.

use crate::deck::{Cheap, Deck, Effect, Science};
use crate::pieces::{Card, CardSet, Colour, Goods, Kinds, Power};
use serde::{Deserialize, Serialize};

/// What is produced each turn: some goods for certain, and from each source with a choice one more (7W-5.1).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Production {
    /// What is there in any case.
    pub fixed: Goods,
    choices: [Kinds; 16],
    count: u8,
}

impl Production {
    /// Adds a source.
    pub fn add(&mut self, goods: Goods, choice: Kinds) {
        self.fixed = self.fixed.plus(goods);
        if choice != 0 && self.count < 16 {
            self.choices[usize::from(self.count)] = choice;
            self.count += 1;
        }
    }

    /// The sources with a choice.
    pub fn choices(&self) -> &[Kinds] {
        &self.choices[..usize::from(self.count.min(16))]
    }

    /// How many sources with a choice can give one of these kinds.
    pub fn choosing(&self, kinds: Kinds) -> u8 {
        self.choices().iter().filter(|choice| **choice & kinds != 0).count() as u8
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

/// Whether neighbours may buy what a source gives (7W-5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Market {
    /// They may: boards, brown and grey structures.
    ForSale,
    /// They may not.
    Kept,
}

/// A city (7W-1.2). Everything but coins, tokens and powers used follows from the board, the stages and the structures.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct City {
    /// The wonder, as a place in the data.
    pub wonder: u8,
    /// The side of the board: 0 is A, 1 is B.
    pub side: u8,
    /// How many stages are built.
    pub stages: u8,
    /// Coins.
    pub coins: u16,
    /// The structures.
    pub built: CardSet,
    /// What it produces.
    pub own: Production,
    /// What of it neighbours may buy.
    pub sells: Production,
    /// Low prices.
    pub cheap: Cheap,
    /// Shields.
    pub shields: u8,
    /// Symbols: compass, gear, tablet, any.
    pub science: [u8; 4],
    /// How many structures of each colour.
    pub colours: [u8; 7],
    /// Powers of stages, as bits.
    pub powers: u8,
    /// The ages in which the free structure was built, as bits.
    pub free_used: u8,
    /// Points for victories.
    pub victories: u8,
    /// Defeats.
    pub defeats: u8,
    /// Stages built this turn that let a card be taken from the discards.
    pub digs: u8,
    /// When the owner last looked through the discards: the number of the turn, 0 for never.
    pub looked: u8,
}

impl City {
    /// A new city (7W-2.2).
    pub fn new(deck: &Deck, wonder: u8, side: u8) -> City {
        let mut city = City { wonder, side, coins: u16::from(deck.numbers.coins), ..City::default() };
        let good = deck.wonders[usize::from(wonder)].good;
        city.own.add(good, 0);
        city.sells.add(good, 0);
        city
    }

    /// Adds a structure and all it gives but coins.
    pub fn add(&mut self, deck: &Deck, card: Card) {
        let structure = deck.card(card);
        self.built.insert(card);
        self.colours[structure.colour as usize] += 1;
        let market = match structure.colour {
            Colour::Brown | Colour::Grey => Market::ForSale,
            _ => Market::Kept,
        };
        self.gain(&structure.effect, market);
    }

    /// Adds the next stage and all it gives but coins (7W-4.2.1).
    pub fn add_stage(&mut self, deck: &Deck) -> Effect {
        let stage = &deck.wonders[usize::from(self.wonder)].sides[usize::from(self.side)][usize::from(self.stages)];
        self.stages += 1;
        self.gain(&stage.effect, Market::Kept);
        stage.effect
    }

    /// The next stage to build, if there is one.
    pub fn next_stage<'a>(&self, deck: &'a Deck) -> Option<&'a crate::deck::Stage> {
        deck.wonders[usize::from(self.wonder)].sides[usize::from(self.side)].get(usize::from(self.stages))
    }

    /// What is gained stays for the rest of the game (7W-6.2); stages give what structures give, but sell nothing (7W-7.5).
    fn gain(&mut self, effect: &Effect, market: Market) {
        if !effect.goods.is_none() || effect.choice != 0 {
            self.own.add(effect.goods, effect.choice);
            if market == Market::ForSale {
                self.sells.add(effect.goods, effect.choice);
            }
        }
        self.shields += effect.shields;
        self.cheap |= effect.cheap;
        if let Some(symbol) = effect.science {
            self.science[symbol as usize] += 1;
        }
        if let Some(power) = effect.power {
            self.powers |= 1 << power as u8;
        }
    }

    /// Whether a stage gave this power.
    pub fn has(&self, power: Power) -> bool {
        self.powers >> power as u8 & 1 == 1
    }

    /// Whether a structure can be built without paying in this age (7W-7.3).
    pub fn may_build_free(&self, age: u8) -> bool {
        self.has(Power::FreeStructure) && self.free_used >> age & 1 == 0
    }

    /// How many of a symbol.
    pub fn symbols(&self, symbol: Science) -> u8 {
        self.science[symbol as usize]
    }
}
