//! What is bought, and from whom.

use crate::pieces::Goods;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::keyed;

/// What is bought, and where.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// From the western neighbour.
    pub west: Goods,
    /// From the eastern neighbour.
    pub east: Goods,
    /// From a city elsewhere (7W-5.2).
    pub far: Goods,
    /// From the bank (7W-11.10).
    pub bank: Goods,
}

keyed!(
    /// Where goods are bought.
    Seller, "seller", { West = "west", East = "east", Far = "far", Bank = "bank" }
);

impl Trade {
    /// Nothing is bought.
    pub const NONE: Trade = Trade { west: Goods::NONE, east: Goods::NONE, far: Goods::NONE, bank: Goods::NONE };

    /// Whether nothing is bought.
    pub fn is_none(self) -> bool {
        self == Trade::NONE
    }

    fn both(self, other: Trade, sum: impl Fn(Goods, Goods) -> Goods) -> Trade {
        Trade {
            west: sum(self.west, other.west),
            east: sum(self.east, other.east),
            far: sum(self.far, other.far),
            bank: sum(self.bank, other.bank),
        }
    }

    /// Both together.
    pub fn plus(self, other: Trade) -> Trade {
        self.both(other, Goods::plus)
    }

    /// Both together, as a letter may ask for it: see [`Goods::plus_capped`].
    pub fn plus_capped(self, other: Trade) -> Trade {
        self.both(other, Goods::plus_capped)
    }

    /// What is left when the other is taken away.
    pub fn less(self, other: Trade) -> Trade {
        self.both(other, Goods::less)
    }

    /// Whether everything of the other is in it.
    pub fn has(self, other: Trade) -> bool {
        Seller::ALL.iter().all(|seller| self.from(*seller).has(other.from(*seller)))
    }

    /// Goods of one seller.
    pub fn of(seller: Seller, goods: Goods) -> Trade {
        match seller {
            Seller::West => Trade { west: goods, ..Trade::NONE },
            Seller::East => Trade { east: goods, ..Trade::NONE },
            Seller::Far => Trade { far: goods, ..Trade::NONE },
            Seller::Bank => Trade { bank: goods, ..Trade::NONE },
        }
    }

    /// What is bought from one seller.
    pub fn from(self, seller: Seller) -> Goods {
        match seller {
            Seller::West => self.west,
            Seller::East => self.east,
            Seller::Far => self.far,
            Seller::Bank => self.bank,
        }
    }

    /// All goods that are bought.
    pub fn all(self) -> Goods {
        self.west.plus(self.east).plus(self.far).plus(self.bank)
    }
}
