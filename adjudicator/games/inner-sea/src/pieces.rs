//! Areas, cards, civilizations, factions, and sets of them: the small things of the game.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabellarius_kernel::{Seat, id, keyed};

id!(
    /// An area of the map (IS-1.2).
    Area, "area"
);

id!(
    /// A Fate card by its printed number, from 1 to 103.
    Card, "card"
);

id!(
    /// A Wonder, from 0 to 6.
    Wonder, "wonder"
);

keyed!(
    /// Whom discs belong to: one of the ten civilizations, the Barbarians, who are no civilization (IS-1.1), or a people of a
    /// scenario, which has the sheet and the home that the scenario gives it (IS-14.1).
    Civ, "civ", {
        Carthage = "carthage",
        Celtiberia = "celtiberia",
        Egypt = "egypt",
        Gaul = "gaul",
        Mauretania = "mauretania",
        Minos = "minos",
        Mycenae = "mycenae",
        Phoenicia = "phoenicia",
        Rome = "rome",
        Troy = "troy",
        Barbarians = "barbarians",
        WesternEmpire = "western-empire",
        EasternEmpire = "eastern-empire",
        Visigoths = "visigoths",
        Persians = "persians",
        Greeks = "greeks",
        LandPersians = "land-persians",
        SeaPersians = "sea-persians",
        Hittites = "hittites",
        SeaPeoples = "sea-peoples",
        Tributaries = "tributaries",
        Macedonia = "macedonia",
        Syracuse = "syracuse",
        Huns = "huns",
    }
);

keyed!(
    /// What an area is (IS-1.2).
    Kind, "kind", { Land = "land", Coastal = "coastal", Open = "open" }
);

keyed!(
    /// A border of the map.
    Edge, "edge", { North = "N", East = "E", South = "S", West = "W" }
);

keyed!(
    /// A part of the map, for lists that people read.
    Region, "region", {
        Iberia = "iberia",
        Gaul = "gaul",
        Italy = "italy",
        Africa = "africa",
        Hellas = "hellas",
        Asia = "asia",
        Levant = "levant",
        Egypt = "egypt",
        WesternSeas = "western-seas",
        MiddleSeas = "middle-seas",
        EasternSeas = "eastern-seas",
    }
);

keyed!(
    /// The colour of a set of discs: the name of a seat.
    Colour, "colour", {
        Red = "red",
        Green = "green",
        Blue = "blue",
        Purple = "purple",
        Brown = "brown",
        Yellow = "yellow",
    }
);

/// How many peoples there are, the Barbarians among them.
pub const PEOPLES: usize = Civ::ALL.len();
/// The most civilizations at a table.
pub const MOST: usize = 6;
/// The civilizations and the Barbarians.
pub const FACTIONS: usize = 7;

/// Whose discs: a seat, or the Barbarians.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Faction(pub u8);

impl Faction {
    /// The Barbarians.
    pub const BARBARIANS: Faction = Faction(6);

    /// The faction of a seat.
    pub fn of(seat: Seat) -> Faction {
        Faction(seat.0)
    }

    /// The seat, unless these are the Barbarians.
    pub fn seat(self) -> Option<Seat> {
        (self != Faction::BARBARIANS).then_some(Seat(self.0))
    }

    /// The place in lists by faction.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of factions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Factions(pub u8);

impl Factions {
    /// Nobody.
    pub const NONE: Factions = Factions(0);

    /// One faction alone.
    pub fn only(faction: Faction) -> Factions {
        Factions(1 << faction.0)
    }

    /// Whether the faction belongs to the set.
    pub fn contains(self, faction: Faction) -> bool {
        self.0 >> faction.0 & 1 == 1
    }

    /// Adds a faction.
    pub fn insert(&mut self, faction: Faction) {
        self.0 |= 1 << faction.0;
    }

    /// Takes a faction out.
    pub fn without(self, faction: Faction) -> Factions {
        Factions(self.0 & !(1 << faction.0))
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The factions, seats first.
    pub fn iter(self) -> impl Iterator<Item = Faction> {
        (0..FACTIONS as u8).map(Faction).filter(move |faction| self.contains(*faction))
    }
}

impl core::ops::BitOr for Factions {
    type Output = Factions;

    fn bitor(self, other: Factions) -> Factions {
        Factions(self.0 | other.0)
    }
}

impl FromIterator<Faction> for Factions {
    fn from_iter<I: IntoIterator<Item = Faction>>(all: I) -> Factions {
        all.into_iter().fold(Factions::NONE, |mut set, one| {
            set.insert(one);
            set
        })
    }
}

macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident of $item:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub struct $name(pub u128);

        impl $name {
            /// Nothing.
            pub const NONE: $name = $name(0);

            /// One alone.
            pub fn only(item: $item) -> $name {
                $name(1 << item.0)
            }

            /// Whether it belongs to the set.
            pub fn contains(self, item: $item) -> bool {
                self.0 >> item.0 & 1 == 1
            }

            /// Adds one.
            pub fn insert(&mut self, item: $item) {
                self.0 |= 1 << item.0;
            }

            /// Takes one out.
            pub fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item.0);
            }

            /// How many there are.
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether there is none.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The first one.
            pub fn first(self) -> Option<$item> {
                (self.0 != 0).then(|| $item(self.0.trailing_zeros() as u8))
            }

            /// The one at this place, counted from 0.
            pub fn nth(self, place: usize) -> Option<$item> {
                let mut rest = self.0;
                for _ in 0..place {
                    rest &= rest.wrapping_sub(1);
                }
                (rest != 0).then(|| $item(rest.trailing_zeros() as u8))
            }

            /// All of them in order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let mut rest = self.0;
                core::iter::from_fn(move || {
                    let next = (rest != 0).then(|| $item(rest.trailing_zeros() as u8));
                    rest &= rest.wrapping_sub(1);
                    next
                })
            }
        }

        impl core::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl core::ops::BitAnd for $name {
            type Output = $name;
            fn bitand(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
        }

        impl core::ops::Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }
        }

        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(all: I) -> $name {
                all.into_iter().fold($name::NONE, |mut set, one| {
                    set.insert(one);
                    set
                })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let all = alloc::vec::Vec::<$item>::deserialize(from)?;
                match all.iter().any(|item| item.0 >= 128) {
                    true => Err(serde::de::Error::custom("there is no such piece")),
                    false => Ok(all.into_iter().collect()),
                }
            }
        }
    };
}

bit_set!(
    /// A set of areas.
    AreaSet of Area
);

bit_set!(
    /// A set of Fate cards.
    CardSet of Card
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_keep_their_order() {
        let set: AreaSet = [Area(7), Area(100), Area(0)].into_iter().collect();
        assert_eq!(set.iter().collect::<alloc::vec::Vec<_>>(), [Area(0), Area(7), Area(100)]);
        assert_eq!(set.nth(2), Some(Area(100)));
        assert_eq!((set.nth(3), set.len()), (None, 3));
    }
}
