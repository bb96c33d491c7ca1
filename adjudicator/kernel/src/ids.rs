//! Identifiers that describe themselves when written down.
//!
//! A province is a small number while the rules run and `"province/7"` in every stored or printed form,
//! so templates can find the name in the reader's language without knowing which field they print.

use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Defines a newtype over `u8` that is written as `kind/number`.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u8);

        impl $name {
            /// The kind under which this identifier is written and named.
            pub const KIND: &'static str = $kind;

            /// The place of this identifier in its list.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::write!(f, "{}/{}", $kind, self.0)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::ids::number_of(from, $kind).map($name)
            }
        }
    };
}

/// Defines an enum with a fixed list of members, each written as `kind/key`.
#[macro_export]
macro_rules! keyed {
    ($(#[$doc:meta])* $name:ident, $kind:literal, { $($(#[$vdoc:meta])* $variant:ident = $key:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// The kind under which this identifier is written and named.
            pub const KIND: &'static str = $kind;
            /// All members, in the order of the rulebook.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The name used in data files.
            pub fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            /// The member with this key.
            pub fn from_key(key: &str) -> Option<$name> {
                match key { $($key => Some($name::$variant),)+ _ => None }
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::write!(f, "{}/{}", $kind, self.key())
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = $crate::ids::text_of(from, $kind)?;
                $name::from_key(&text).ok_or_else(|| $crate::ids::unknown($kind, &text))
            }
        }
    };
}

id!(
    /// A side at a table. Which civilization, city or colour it is, the game says.
    Seat, "seat"
);

/// A set of seats, kept in their order round the table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seats(u32);

impl Seats {
    /// No seat at all.
    pub const NONE: Seats = Seats(0);

    /// The first so many seats.
    pub fn first(count: usize) -> Seats {
        Seats(((1u64 << count.min(32)) - 1) as u32)
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the seat belongs to the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in their order round the table.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let next = (left != 0).then(|| Seat(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The seats in their order round the table, beginning with the given one or whoever follows it.
    pub fn starting_with(self, first: Seat) -> impl Iterator<Item = Seat> {
        let before = (1 << first.0) - 1;
        Seats(self.0 & !before).iter().chain(Seats(self.0 & before).iter())
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        let mut set = Seats::NONE;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        alloc::vec::Vec::<Seat>::deserialize(from).map(Seats::from_iter)
    }
}

#[doc(hidden)]
pub fn text_of<'de, D: Deserializer<'de>>(from: D, kind: &str) -> Result<alloc::string::String, D::Error> {
    let text = alloc::string::String::deserialize(from)?;
    match text.split_once('/') {
        Some((k, key)) if k == kind => Ok(key.into()),
        _ => Err(unknown(kind, &text)),
    }
}

#[doc(hidden)]
pub fn number_of<'de, D: Deserializer<'de>>(from: D, kind: &str) -> Result<u8, D::Error> {
    let text = text_of(from, kind)?;
    text.parse().map_err(|_| unknown(kind, &text))
}

#[doc(hidden)]
pub fn unknown<E: de::Error>(kind: &str, text: &str) -> E {
    struct Unknown<'a>(&'a str, &'a str);
    impl fmt::Display for Unknown<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "'{}' is not a {}", self.1, self.0)
        }
    }
    E::custom(Unknown(kind, text))
}
