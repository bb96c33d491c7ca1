//! A city: a wonder board with what was built, and what it gives.

use crate::deck::{Cheap, Deck, Effect, Science, Talent, Things};
use crate::pieces::{Card, CardSet, Colour, Goods, Kinds, Power};
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
        self.choices().iter().filter(|choice| **choice & kinds != 0).count() as u8
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
    /// How many cards of each colour.
    pub colours: [u8; 9],
    /// Powers, as bits.
    pub powers: u32,
    /// How many goods less each colour costs, and stages.
    pub discounts: [u8; 10],
    /// Coins for each colour that is built, and for other things that happen.
    pub bonuses: [u8; 14],
    /// Points more for three different symbols.
    pub set_bonus: u8,
    /// The price of a good of the bank and one more; 0 if the bank sells none.
    pub bank: u8,
    /// So many coins less leaders cost.
    pub leaders_less: u8,
    /// So many coins less they cost the neighbours.
    pub neighbours_less: u8,
    /// So many coins less the first good of the west and of the east costs.
    pub docks: [u8; 2],
    /// Symbols that are copied at the end.
    pub masks: u8,
    /// Conflicts that the city keeps out of.
    pub doves: u8,
    /// The ages in which the free structure was built, as bits; behind them those of the free black one.
    pub free_used: u8,
    /// Points for victories.
    pub victories: u8,
    /// How many victories.
    pub wins: u8,
    /// Defeats.
    pub defeats: u8,
    /// Debts.
    pub debts: u8,
    /// Cards that may be taken from the discards now.
    pub digs: u8,
    /// Leaders that may be recruited now besides.
    pub recruits: u8,
    /// When the owner last looked through the discards: the number of the turn, 0 for never.
    pub looked: u8,
    /// When the bank last paid a coin more: the number of the turn and one more, 0 for never.
    pub bank_paid: u8,
    /// A neighbour's leader that is used as the own one.
    pub copied: Option<Card>,
}

impl City {
    /// A new city (7W-2.2).
    pub fn new(deck: &Deck, wonder: u8, side: u8) -> City {
        let mut city = City { wonder, side, coins: u16::from(deck.numbers.coins), ..City::default() };
        let board = &deck.wonders[usize::from(wonder)];
        city.own.add(board.good, 0);
        city.sells.add(board.good, 0);
        city.gain(&board.boards[usize::from(side)], Market::Kept);
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
        if let Some(talent) = effect.talent {
            self.learn(talent);
        }
    }

    /// What a talent changes for good. What it does at once is in `rules::arrival`.
    fn learn(&mut self, talent: Talent) {
        fn each(things: Things, numbers: &mut [u8], more: u8) {
            let concerned = numbers.iter_mut().enumerate().filter(|(i, _)| things >> i & 1 == 1);
            concerned.for_each(|(_, number)| *number = number.saturating_add(more));
        }
        match talent {
            Talent::Power(Power::Diplomacy) => self.doves += 1,
            Talent::Power(Power::Mask) => self.masks += 1,
            Talent::Power(power) => self.powers |= 1 << power as u8,
            Talent::Discount { on, goods } => each(on, &mut self.discounts, goods),
            Talent::Bonus { on, coins } => each(on, &mut self.bonuses, coins),
            Talent::SetBonus(points) => self.set_bonus += points,
            Talent::Bank(price) => self.bank = price + 1,
            Talent::LeadersCheaper { own, neighbours } => {
                self.leaders_less = self.leaders_less.saturating_add(own);
                self.neighbours_less += neighbours;
            }
            Talent::Dock { west, east } => self.docks = [self.docks[0].max(west.min(1)), self.docks[1].max(east.min(1))],
            Talent::Sets { .. }
            | Talent::Leaders(_)
            | Talent::Loss(_)
            | Talent::Gift(_)
            | Talent::NoStage(_)
            | Talent::Raid(_)
            | Talent::Invocations(_) => {}
        }
    }

    /// A neighbour's leader works here too (7W-11.11): all but what it does once, when it is recruited.
    pub fn copy_leader(&mut self, deck: &Deck, leader: Card) {
        self.copied = Some(leader);
        let effect = Effect { points: 0, ..deck.card(leader).effect };
        self.gain(&effect, Market::Kept);
    }

    /// How many goods less something costs (7W-11.8).
    pub fn discount(&self, thing: Things) -> u8 {
        let of = self.discounts.iter().enumerate().filter(|(i, _)| thing >> i & 1 == 1);
        of.map(|(_, less)| *less).fold(0, u8::saturating_add)
    }

    /// Coins for something that happens (7W-11.9).
    pub fn bonus(&self, thing: Things) -> u8 {
        self.bonuses[(thing.trailing_zeros() as usize).min(13)]
    }

    /// Whether a stage gave this power.
    pub fn has(&self, power: Power) -> bool {
        self.powers >> power as u8 & 1 == 1
    }

    /// Whether a structure can be built without paying in this age (7W-7.3).
    pub fn may_build_free(&self, age: u8) -> bool {
        self.has(Power::FreeStructure) && self.free_used >> age & 1 == 0
    }

    /// Whether a black structure can be built without paying in this age (7W-12.9).
    pub fn may_build_black_free(&self, age: u8) -> bool {
        self.has(Power::FreeBlack) && self.free_used >> (3 + age) & 1 == 0
    }

    /// Notes that the free structure of the age was built; for a black one first that of the one who gives only those.
    pub fn use_free(&mut self, age: u8, colour: Colour) {
        let black = colour == Colour::Black && self.may_build_black_free(age);
        self.free_used |= 1 << if black { 3 + age } else { age };
    }

    /// How many myths lie open here.
    pub fn myths_in_play(&self) -> u16 {
        0
    }

    /// How many of a symbol.
    pub fn symbols(&self, symbol: Science) -> u8 {
        self.science[symbol as usize]
    }
}
