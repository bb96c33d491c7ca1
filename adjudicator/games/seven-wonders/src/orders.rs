//! What a letter can order.

use crate::deity::Deity;
use crate::payment::Trade;
use crate::pieces::{Card, Colour, Goods, Way};
use crate::position::MOST;
use crate::rules::myth::invocation::Invocation;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// One order.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// `nothing`: its writer is content with what is done for the silent.
    Content,
    /// `build Baths buy stone west`, `stage with Altar`, `sell Tavern`.
    Play {
        /// What is done with the card.
        way: Way,
        /// The card.
        card: Card,
        /// What must be bought; the referee finds the rest.
        buy: Terms,
    },
    /// `free city build Altar`: what is done with a card for the Free City.
    ForFree {
        /// What is done with the card.
        way: Way,
        /// The card.
        card: Card,
        /// What must be bought.
        buy: Terms,
    },
    /// `buy clay east`: for whatever is built.
    Buy(Terms),
    /// `prefer Scriptorium, any green, stage, sell`: until further notice. With no wishes, `prefer nothing`, the plan is over.
    Prefer(Vec<Wish>),
    /// `never sell red`: what plans must not do, until further notice.
    Never {
        /// What is not to be done; anything, if it is left out.
        way: Option<Way>,
        /// With which cards.
        what: Wish,
    },
    /// `never nothing`: all that was forbidden to plans is allowed again.
    NeverNothing,
    /// `dig Senate` or `dig nothing`: from the discards.
    Dig(Option<Card>),
    /// `draft Plato, Solomon, any`: which leaders are kept, best first.
    Draft(Vec<Wish>),
    /// `copy Plato`: which leader of a neighbour is used.
    Copy(Card),
    /// `recruit nobody`: no further leader.
    Nobody,
    /// `debt 2`: so much of a loss is not paid.
    Debt(u16),
    /// `pray Apollo, Zeus, any`: which myths are kept, best first; nothing named is any.
    Pray(Vec<Option<Deity>>),
    /// `myth Hades first against Rhodos`.
    Myth(Invocation),
    /// `myth nothing`: none is invoked.
    NoMyth,
    /// `look Rhodos, Gizah`, `look nothing`: at whose hands one looks.
    Look([Option<Seat>; 2]),
    /// `take Plato`, `take stage with Nero`, `take sell Lair`: what is done with a card that a myth has drawn.
    Take {
        /// What is done with the card.
        way: Way,
        /// The card.
        card: Card,
        /// What must be bought.
        buy: Terms,
    },
}

/// What a line says of how something is built and paid: what must be bought, and what it names that must be so.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// What must be bought from neighbours, overseas, or from the bank.
    pub trade: Trade,
    /// What must be bought from cities that are called by their names.
    pub cities: Cities,
    /// The stage that is meant, from 1; 0 if none is named.
    pub stage: u8,
    /// Whose wonder is meant.
    pub wonder: Option<Seat>,
}

/// Goods of cities that are called by their names, by seat.
pub type Cities = [Goods; MOST];

impl From<Trade> for Terms {
    fn from(trade: Trade) -> Terms {
        Terms { trade, ..Terms::default() }
    }
}

impl Terms {
    /// Whether nothing must be bought.
    pub fn buys_nothing(&self) -> bool {
        self.trade.is_none() && self.cities == Cities::default()
    }
}

/// What a plan speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A structure.
    Card(Card),
    /// Any structure of a colour.
    Colour(Colour),
    /// Any structure.
    Any,
    /// A stage of the wonder.
    Stage,
    /// A sale.
    Sell,
}
