//! Lists of which a game may use only the beginning, written down as short as it uses them.
//!
//! The ground has room for the game with most sides, roles and cards. The others must not change their stored positions, and so their
//! seals, whenever a bigger game comes: what they never use is left out, and read back as empty.

use super::ground::SIDES;
use alloc::vec::Vec;
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a list without the empty entries at its end, but never shorter than `least`.
fn write<S: Serializer, T: Serialize + Default + PartialEq>(
    list: &[T],
    least: usize,
    to: S,
) -> Result<S::Ok, S::Error> {
    let used = list.iter().rposition(|one| *one != T::default()).map_or(0, |last| last + 1).max(least).min(list.len());
    let mut seq = to.serialize_seq(Some(used))?;
    list[..used].iter().try_for_each(|one| seq.serialize_element(one))?;
    seq.end()
}

/// Fills a list from its beginning; what is not there is empty.
fn fill<T: Copy + Default, const N: usize>(read: Vec<T>) -> [T; N] {
    let mut list = [T::default(); N];
    list.iter_mut().zip(read).for_each(|(to, from)| *to = from);
    list
}

/// Whether nothing is in a list.
pub fn is_empty(list: &[u8; SIDES]) -> bool {
    *list == [0; SIDES]
}

/// A list that is written with at least so many entries.
macro_rules! trimmed {
    ($(#[$doc:meta])* $name:ident, $least:literal) => {
        $(#[$doc])*
        pub mod $name {
            use super::*;

            /// Writes the list.
            pub fn serialize<S: Serializer, T: Serialize + Default + PartialEq, const N: usize>(
                list: &[T; N],
                to: S,
            ) -> Result<S::Ok, S::Error> {
                write(list, $least, to)
            }

            /// Reads the list.
            pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de> + Copy + Default, const N: usize>(
                from: D,
            ) -> Result<[T; N], D::Error> {
                Vec::deserialize(from).map(fill)
            }
        }
    };
}

trimmed!(
    /// By side: the first games have five.
    sides, 5
);
trimmed!(
    /// By role: the first games have three.
    roles, 3
);
trimmed!(
    /// By hero or wonder: the first two games together have 29.
    cards, 29
);

/// Fleets by sea and side.
pub mod fleets {
    use super::*;

    /// Writes the fleets.
    pub fn serialize<S: Serializer>(fleets: &[[u8; SIDES]], to: S) -> Result<S::Ok, S::Error> {
        struct One<'a>(&'a [u8; SIDES]);
        impl Serialize for One<'_> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                write(self.0, 5, to)
            }
        }
        to.collect_seq(fleets.iter().map(One))
    }

    /// Reads the fleets.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<[u8; SIDES]>, D::Error> {
        Vec::<Vec<u8>>::deserialize(from).map(|fleets| fleets.into_iter().map(fill).collect())
    }
}
