//! Myths: the deities, what invoking them costs, and what they leave in a city until the age is over (7W-13).

use crate::deck::{Deck, Inclusion, STAGE, Things, of_colour};
use crate::pieces::{Colour, Good, Goods, Power};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::{Seat, keyed};

keyed!(
    /// A myth, in the order of the alphabet: outside effects happen in this order (7W-13.9).
    Deity, "myth", {
        AmunRa = "amun-ra",
        Anubis = "anubis",
        Aphrodite = "aphrodite",
        Apollo = "apollo",
        Ares = "ares",
        Artemis = "artemis",
        Athena = "athena",
        Atlas = "atlas",
        Bastet = "bastet",
        Chronos = "chronos",
        Demeter = "demeter",
        Dionysos = "dionysos",
        Hades = "hades",
        Hecate = "hecate",
        Hephaestus = "hephaestus",
        Hera = "hera",
        Hermes = "hermes",
        HestiaBlue = "hestia-blue",
        HestiaRed = "hestia-red",
        Horus = "horus",
        Ishtar = "ishtar",
        Isis = "isis",
        Marduk = "marduk",
        Medusa = "medusa",
        Nut = "nut",
        Osiris = "osiris",
        Pan = "pan",
        Pegasus = "pegasus",
        Poseidon = "poseidon",
        Set = "set",
        Shamash = "shamash",
        Shenron = "shenron",
        Toinito = "toinito",
        WonderWoman = "wonder-woman",
        Zeus = "zeus",
    }
);

keyed!(
    /// Where a deity is at home: it says when it can be invoked (7W-13.7).
    Pantheon, "pantheon", { Greek = "greek", Egyptian = "egyptian", Babylonian = "babylonian" }
);

/// What an invocation costs, in each age something else (7W-13.2, 7W-13.4).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Price {
    /// These goods.
    pub goods: Goods,
    /// So many goods of any kind.
    pub any: u8,
    /// So many raw goods.
    pub raw: u8,
    /// So many manufactured goods.
    pub manufactured: u8,
    /// So many coins.
    pub coins: u8,
    /// So many shields must be there.
    pub shields: u8,
    /// So many printed points must be there.
    pub points: u8,
    /// What the next stage costs.
    pub stage: Demand,
    /// The card of the turn.
    pub card: Demand,
}

/// Whether something is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Demand {
    /// It is not.
    #[default]
    No,
    /// It is.
    Yes,
}

/// A myth card.
#[derive(Clone, PartialEq, Debug)]
pub struct MythCard {
    /// Which deity.
    pub deity: Deity,
    /// The English name.
    pub name: String,
    /// Where it is at home.
    pub pantheon: Pantheon,
    /// The price in each age.
    pub price: [Price; 3],
    /// The number of its power in each age: coins, shields, cards.
    pub amount: [u8; 3],
    /// When it takes part.
    pub inclusion: Inclusion,
}

/// A set of deities.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Deities(u64);

impl Deities {
    /// None.
    pub const NONE: Deities = Deities(0);

    /// Adds one.
    pub fn insert(&mut self, deity: Deity) {
        self.0 |= 1 << deity as u64;
    }

    /// Takes one out.
    pub fn remove(&mut self, deity: Deity) {
        self.0 &= !(1 << deity as u64);
    }

    /// Whether it is there.
    pub fn contains(self, deity: Deity) -> bool {
        self.0 >> deity as u64 & 1 == 1
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of both.
    pub fn union(self, other: Deities) -> Deities {
        Deities(self.0 | other.0)
    }

    /// In the order of the alphabet.
    pub fn iter(self) -> impl Iterator<Item = Deity> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let next = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Deity::ALL.get(next).copied()
        })
    }
}

impl FromIterator<Deity> for Deities {
    fn from_iter<I: IntoIterator<Item = Deity>>(deities: I) -> Deities {
        let mut set = Deities::NONE;
        deities.into_iter().for_each(|deity| set.insert(deity));
        set
    }
}

/// A myth that lies open in a city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InPlay {
    /// Which one.
    pub deity: Deity,
    /// The age in which it was invoked.
    pub age: u8,
    /// Whom it concerns, which symbols are missing, how many coins lie on it, whether a token was used with it.
    pub note: u8,
}

/// What the myths in play give a city until the age is over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Boons {
    /// Shields.
    pub shields: u8,
    /// Half shields, which break ties.
    pub halves: u8,
    /// Goods each turn, for sale too.
    pub goods: Goods,
    /// Goods less for colours and stages.
    pub discounts: [u8; 10],
    /// Coins for what happens.
    pub bonuses: [u8; 14],
    /// Points more for three different symbols.
    pub set_bonus: u8,
    /// Powers, as bits.
    pub powers: u32,
}

impl Boons {
    fn less(&mut self, things: Things, goods: u8) {
        let concerned = self.discounts.iter_mut().enumerate().filter(|(i, _)| things >> i & 1 == 1);
        concerned.for_each(|(_, less)| *less += goods);
    }

    fn pay(&mut self, colours: [Colour; 2], coins: u8) {
        colours.iter().for_each(|colour| self.bonuses[*colour as usize] += coins);
    }

    fn power(&mut self, power: Power) {
        self.powers |= 1 << power as u8;
    }

    /// What these myths give. Each line is the deity's entry in the rulebook (7W-13.20 to 7W-13.53).
    pub fn of(deck: &Deck, myths: &[Option<InPlay>]) -> Boons {
        let mut all = Boons::default();
        for myth in myths.iter().flatten() {
            all.add(deck, myth);
        }
        all
    }

    fn add(&mut self, deck: &Deck, myth: &InPlay) {
        let amount = deck.myth(myth.deity).map_or(0, |card| card.amount[usize::from(myth.age)]);
        let is_first = myth.age == 0;
        match myth.deity {
            // 7W-13.21.
            Deity::Ares => self.shields += amount,
            Deity::Artemis => {
                let of = [[Colour::Brown, Colour::Grey], [Colour::Blue, Colour::Green], [Colour::Red, Colour::Purple]];
                self.pay(of[usize::from(myth.age)], amount);
            }
            Deity::Athena if myth.age == 2 => self.set_bonus += amount,
            Deity::AmunRa if is_first => self.goods = self.goods.plus(Goods::one(Good::Stone)),
            Deity::Demeter if is_first => self.goods = self.goods.plus(Goods::one(Good::Cloth)),
            // 7W-13.23.
            Deity::Demeter => self.less(STAGE, amount),
            Deity::Dionysos if is_first => self.goods = self.goods.plus(Goods::one(Good::Glass)),
            Deity::Dionysos => self.power(Power::Triples),
            // 7W-13.27.
            Deity::Hephaestus => {
                let of = [
                    of_colour(Colour::Red),
                    of_colour(Colour::Blue) | of_colour(Colour::Green),
                    of_colour(Colour::Purple),
                ];
                self.less(of[usize::from(myth.age)], amount);
            }
            // 7W-13.26: half a shield, a whole one, one and a half.
            Deity::Hera => {
                self.shields += u8::from(myth.age > 0);
                self.halves += u8::from(myth.age != 1);
            }
            Deity::Hermes if is_first => self.goods = self.goods.plus(Goods::one(Good::Papyrus)),
            Deity::Hermes => self.power(Power::NeighbourChains),
            Deity::HestiaBlue => self.power(Power::Immune),
            // 7W-13.32.
            Deity::HestiaRed => self.power(Power::Diplomacy),
            // 7W-13.30.
            Deity::Pan => self.power(Power::Copies),
            Deity::Zeus => self.power(Power::LastCard),
            Deity::Marduk => self.power(Power::SharedGoods),
            Deity::Ishtar => self.power(Power::SharedShields),
            Deity::Shamash => self.power(Power::SharedCoins),
            _ => {}
        }
    }
}

/// Where the myths are that do not lie open (7W-13.5).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Myths {
    /// What each seat holds.
    pub hands: [Deities; crate::position::MOST],
    /// The packets that are handed round during the prayer.
    pub packets: [Deities; crate::position::MOST],
    /// What each seat has discarded face down in this age.
    pub gone: [Deities; crate::position::MOST],
    /// What each seat has seen in this age.
    pub seen: [Deities; crate::position::MOST],
}

impl Myths {
    /// Everything that is not in the deck, what lies open not counted.
    pub fn out(&self) -> Deities {
        let all = self.hands.iter().chain(&self.packets).chain(&self.gone);
        all.fold(Deities::NONE, |all, some| all.union(*some))
    }
}

/// Whom or what an invocation is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Aim {
    /// Cities.
    pub seats: [Option<Seat>; 2],
    /// A structure of the own city.
    pub own: Option<crate::pieces::Card>,
    /// A structure of the other city.
    pub theirs: Option<crate::pieces::Card>,
    /// A myth.
    pub deity: Option<Deity>,
}

impl Aim {
    /// The city, the own structure and that city's, where structures are exchanged (7W-13.42).
    pub fn swap(&self) -> Option<(Seat, crate::pieces::Card, crate::pieces::Card)> {
        Some((self.seats[0]?, self.own?, self.theirs?))
    }
}

/// The names of all deities in a deck, for the lexicon.
pub fn names(deck: &Deck) -> Vec<(Deity, &str)> {
    deck.myths.iter().map(|card| (card.deity, card.name.as_str())).collect()
}
