//! A city: a wonder board with what was built, and what it gives.

mod myths;
mod production;

use crate::deck::{Cheap, Deck, Effect, Science, Structure, Talent, Things};
use crate::deity::InPlay;
use crate::pieces::{Card, CardSet, Colour, Hand, Power};
pub use production::Production;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Seat;

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
    /// What can be had once a turn and was, as bits: see [`crate::payment::Once`].
    pub once: u8,
    /// A neighbour's leader that is used as the own one.
    pub copied: Option<Card>,
    /// Further copies of structures (7W-13.30).
    pub doubles: Hand,
    /// The myths that lie open (7W-13.8).
    pub myths: [Option<InPlay>; 3],
    /// How many myths were invoked in this age.
    pub invoked: u8,
    /// The age, from 1, in which one more myth may be invoked by a token; 0 without one.
    pub token: u8,
    /// Shields that myths give.
    pub boon_shields: u8,
    /// Half shields that myths give.
    pub halves: u8,
    /// Shields that a partner lends or borrows during conflicts.
    pub lent: i8,
    /// Powers that myths give, as bits.
    pub boon_powers: u32,
    /// Cards that may be taken from the discards now, or coins instead.
    pub salvages: u8,
    /// Whether the hand is kept when hands are passed on: 1, if it is.
    pub keeps: u8,
    /// Whose hands are looked at when hands have been passed on.
    pub looks: [Option<Seat>; 2],
    /// Whose hands the owner sees in this turn.
    pub sees: [Option<Seat>; 2],
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
        if self.built.contains(card) {
            self.doubles.insert(card);
        } else {
            self.built.insert(card);
        }
        self.colours[structure.colour as usize] += 1;
        let market = match structure.colour {
            Colour::Brown | Colour::Grey => Market::ForSale,
            _ => Market::Kept,
        };
        self.gain(&structure.effect, market);
    }

    /// Adds the next stage and all it gives but coins (7W-4.2.1).
    pub fn add_stage<'a>(&mut self, deck: &'a Deck) -> &'a Effect {
        let stage = &deck.wonders[usize::from(self.wonder)].sides[usize::from(self.side)][usize::from(self.stages)];
        self.stages += 1;
        self.gain(&stage.effect, Market::Kept);
        &stage.effect
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
            Talent::Dock { west, east } => {
                self.docks = [self.docks[0].max(west.min(1)), self.docks[1].max(east.min(1))]
            }
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
        let mut effect = Effect { points: 0, ..deck.card(leader).effect };
        // A dove is handed out once, with the leader.
        effect.talent = effect.talent.filter(|talent| *talent != Talent::Power(Power::Diplomacy));
        self.gain(&effect, Market::Kept);
    }

    /// How many goods less one thing costs (7W-11.8).
    pub fn discount(&self, thing: Things) -> u8 {
        self.discounts[(thing.trailing_zeros() as usize).min(9)]
    }

    /// Coins for something that happens (7W-11.9).
    pub fn bonus(&self, thing: Things) -> u8 {
        self.bonuses[(thing.trailing_zeros() as usize).min(13)]
    }

    /// Whether a stage gave this power.
    pub fn has(&self, power: Power) -> bool {
        (self.powers | self.boon_powers) >> power as u8 & 1 == 1
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
    pub fn use_free(&mut self, age: u8, structure: &Structure) {
        if structure.colour == Colour::Green
            && let Some((at, bit)) = self.missing_symbol(&structure.effect)
        {
            self.myths[at].iter_mut().for_each(|myth| myth.note &= !bit);
            return;
        }
        let black = structure.colour == Colour::Black && self.may_build_black_free(age);
        self.free_used |= 1 << if black { 3 + age } else { age };
    }

    /// All cards, copies too.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.built.iter().chain(self.doubles.iter())
    }

    /// Everything that follows from board, stages, cards and myths, put together again. Tokens, coins and what was used stay.
    pub fn rebuilt(&self, deck: &Deck) -> City {
        let mut again = City::new(deck, self.wonder, self.side);
        for _ in 0..self.stages {
            if again.next_stage(deck).is_some() {
                again.add_stage(deck);
            }
        }
        self.cards().for_each(|card| again.add(deck, card));
        if let Some(leader) = self.copied {
            again.copy_leader(deck, leader);
        }
        again.set_myths(deck, self.myths);
        City {
            own: again.own,
            sells: again.sells,
            cheap: again.cheap,
            shields: again.shields,
            science: again.science,
            colours: again.colours,
            powers: again.powers,
            discounts: again.discounts,
            bonuses: again.bonuses,
            set_bonus: again.set_bonus,
            bank: again.bank,
            leaders_less: again.leaders_less,
            neighbours_less: again.neighbours_less,
            docks: again.docks,
            masks: again.masks,
            boon_shields: again.boon_shields,
            halves: again.halves,
            boon_powers: again.boon_powers,
            ..*self
        }
    }

    /// A structure leaves the city (7W-13.42). Tokens it brought stay; a leader that it copied is gone with it.
    pub fn lose(&mut self, deck: &Deck, card: Card) {
        if !self.doubles.remove(card) {
            self.built.remove(card);
        }
        if deck.card(card).effect.gives(Power::CopyLeader) {
            self.copied = None;
        }
        *self = self.rebuilt(deck);
    }

    /// How many of a symbol.
    pub fn symbols(&self, symbol: Science) -> u8 {
        self.science[symbol as usize]
    }
}
