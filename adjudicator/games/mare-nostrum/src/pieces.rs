//! The things on the table: goods, buildings, units, heroes and wonders, roles.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::{id, keyed};

id!(
    /// A province: land or an island.
    Province, "province"
);
id!(
    /// A sea.
    Sea, "sea"
);

keyed!(
    /// A resource: money (a tax, or a coin) or a good (MN-1.4, EM-1.4). Each game has some of them: [`crate::board::Board::goods`].
    Good, "good", {
        Tax = "tax",
        Perfume = "perfume",
        Papyrus = "papyrus",
        Gold = "gold",
        Gems = "gems",
        Oil = "oil",
        Wine = "wine",
        Livestock = "livestock",
        Fruit = "fruit",
        Metal = "metal",
        Grain = "grain",
        Fish = "fish",
        Slaves = "slaves",
        Pottery = "pottery",
        Spice = "spice",
        Stone = "stone",
        Wood = "wood",
        Sheep = "sheep",
        Gladiator = "gladiator",
    }
);

keyed!(
    /// A building token from the common stock (MN-1.3).
    Building, "building", {
        City = "city",
        Caravan = "caravan",
        Market = "market",
        Temple = "temple",
    }
);

keyed!(
    /// A unit of a player's own colour (MN-1.2). Each game has some of them: [`crate::board::Board::units`].
    Unit, "unit", {
        Legion = "legion",
        Fortress = "fortress",
        Trireme = "trireme",
        Creature = "creature",
    }
);

keyed!(
    /// A mythological creature: each civilization has a kind of its own (MY-1.6).
    Creature, "creature", {
        Titan = "titan",
        Behemoth = "behemoth",
        Centaur = "centaur",
        Phoenix = "phoenix",
        Griffin = "griffin",
        Kraken = "kraken",
    }
);

keyed!(
    /// A god (MY-1.7).
    God, "god", {
        Athena = "athena",
        Baal = "baal",
        Hermes = "hermes",
        Astarte = "astarte",
        Isis = "isis",
        Mars = "mars",
        Poseidon = "poseidon",
        Vulcan = "vulcan",
    }
);

keyed!(
    /// A hero or wonder (MN-4.6, EM-4.6). Each game has some of them: [`crate::board::Board::cards`].
    Card, "card", {
        JuliusCaesar = "julius-caesar",
        Hannibal = "hannibal",
        Pericles = "pericles",
        Cleopatra = "cleopatra",
        Hammurabi = "hammurabi",
        Agamemnon = "agamemnon",
        Archimedes = "archimedes",
        Helen = "helen",
        Nebuchadnezzar = "nebuchadnezzar",
        Solomon = "solomon",
        Ulysses = "ulysses",
        CastorAndPollux = "castor-and-pollux",
        Circe = "circe",
        Penthesilea = "penthesilea",
        Gilgamesh = "gilgamesh",
        Perseus = "perseus",
        Hamilcar = "hamilcar",
        QueenOfSheba = "queen-of-sheba",
        Hercules = "hercules",
        Ramses = "ramses",
        Spartacus = "spartacus",
        Antigone = "antigone",
        Colossus = "colossus",
        HangingGardens = "hanging-gardens",
        TempleOfArtemis = "temple-of-artemis",
        StatueOfZeus = "statue-of-zeus",
        Lighthouse = "lighthouse",
        Mausoleum = "mausoleum",
        Pyramids = "pyramids",
        Atlas = "atlas",
        Achilles = "achilles",
        Adonis = "adonis",
        Ajax = "ajax",
        Ariadne = "ariadne",
        Croesus = "croesus",
        Aeneas = "aeneas",
        Jason = "jason",
        Imhotep = "imhotep",
        Medusa = "medusa",
        Midas = "midas",
        Minos = "minos",
        Moses = "moses",
    }
);

keyed!(
    /// The leader of a phase (MN-3.1). Each game has some of them: [`crate::board::Board::roles`].
    Role, "role", {
        Director = "director",
        Political = "political",
        Military = "military",
        HighPriest = "high-priest",
    }
);

impl Card {
    /// Heroes and wonders are bought alike, but are named apart.
    pub fn is_wonder(self) -> bool {
        (Card::Colossus..=Card::Pyramids).contains(&self)
    }
}

/// How many kinds of resource card there are.
pub const GOODS: usize = Good::ALL.len();

/// A heap of resource cards: a hand, an offer, a payment, the bank.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cards([u8; GOODS]);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards([0; GOODS]);

    /// As many taxes as something costs: `with taxes`. No hand holds so many.
    pub const TAXES: Cards = {
        let mut cards = Cards::NONE;
        cards.0[Good::Tax as usize] = u8::MAX;
        cards
    };

    /// A payment as it was named, for something that costs so much.
    pub fn for_price(self, price: u8) -> Cards {
        if self != Cards::TAXES {
            return self;
        }
        let mut cards = Cards::NONE;
        cards.add(Good::Tax, price);
        cards
    }

    /// How many cards of one kind.
    pub fn count(&self, good: Good) -> u8 {
        self.0[good as usize]
    }

    /// How many cards in all.
    pub fn len(&self) -> usize {
        self.0.iter().map(|n| usize::from(*n)).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Cards::NONE
    }

    /// Adds cards of one kind.
    pub fn add(&mut self, good: Good, n: u8) {
        self.0[good as usize] += n;
    }

    /// Takes up to `n` cards of one kind and says how many there were to take.
    pub fn take(&mut self, good: Good, n: u8) -> u8 {
        let taken = n.min(self.count(good));
        self.0[good as usize] -= taken;
        taken
    }

    /// Whether all of the other heap is in this one.
    pub fn covers(&self, other: &Cards) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| *mine >= theirs)
    }

    /// Adds a whole heap.
    pub fn put(&mut self, other: &Cards) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// Takes a whole heap out; what is not there is not taken.
    pub fn remove(&mut self, other: &Cards) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_sub(theirs);
        }
    }

    /// The kinds that are there, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Good, u8)> + '_ {
        Good::ALL.iter().map(|good| (*good, self.count(*good))).filter(|(_, n)| *n > 0)
    }

    /// Every single card, kind by kind.
    pub fn each(&self) -> impl Iterator<Item = Good> + '_ {
        self.iter().flat_map(|(good, n)| core::iter::repeat_n(good, usize::from(n)))
    }

    /// Whether these cards are one set: only taxes, or goods that are all different (MN-4.2).
    pub fn is_set(&self) -> bool {
        let goods = &self.0[1..];
        match self.count(Good::Tax) {
            0 => goods.iter().all(|n| *n <= 1),
            _ => goods.iter().all(|n| *n == 0),
        }
    }
}

impl FromIterator<Good> for Cards {
    fn from_iter<I: IntoIterator<Item = Good>>(goods: I) -> Cards {
        let mut cards = Cards::NONE;
        for good in goods {
            cards.add(good, 1);
        }
        cards
    }
}

impl Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::<Good>::deserialize(from).map(Cards::from_iter)
    }
}
