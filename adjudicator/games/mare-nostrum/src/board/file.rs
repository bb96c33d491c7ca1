//! The shapes of the entries in a data file, before anything is checked.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// A name with its place in the text.
pub(super) type Name = Spanned<String>;

/// A value written plainly, or as `{ is = value, source = "…", note = "…" }`.
pub(super) struct Sourced<T> {
    pub(super) is: T,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Long<T> {
    is: T,
    source: Option<Name>,
    note: Option<String>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sourced<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Either(PhantomData))
    }
}

struct Either<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
    type Value = Sourced<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a plain value or { is = value, source = \"...\" }")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Sourced<T>, E> {
        T::deserialize(number.into_deserializer()).map(plain)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Sourced<T>, E> {
        T::deserialize(text.into_deserializer()).map(plain)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Sourced<T>, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(seq)).map(plain)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Sourced<T>, A::Error> {
        let Long { is, source, note } = Long::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Sourced { is, source, note })
    }
}

fn plain<T>(is: T) -> Sourced<T> {
    Sourced { is, source: None, note: None }
}

/// `[[province]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProvinceEntry {
    pub(super) name: Name,
    pub(super) at: Spanned<[i64; 2]>,
    #[serde(default)]
    pub(super) island: bool,
    #[serde(default)]
    pub(super) edge: bool,
    #[serde(default)]
    pub(super) cities: Vec<Spanned<Sourced<String>>>,
    #[serde(default)]
    pub(super) goods: Vec<Spanned<Sourced<String>>>,
    #[serde(default)]
    pub(super) legendary: bool,
    pub(super) market: Option<bool>,
    pub(super) temple: Option<bool>,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}

/// `[[sea]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaEntry {
    pub(super) name: Name,
    pub(super) at: Spanned<[i64; 2]>,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}

/// A land border, or a passage from sea to sea.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BetweenEntry {
    pub(super) between: [Name; 2],
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}

/// A province that touches a sea.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoastEntry {
    pub(super) land: Name,
    pub(super) sea: Name,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}

/// The building tokens for one number of players.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StockEntry {
    pub(super) city: Spanned<i64>,
    pub(super) caravan: Spanned<i64>,
    pub(super) market: Spanned<i64>,
    pub(super) temple: Spanned<i64>,
}

/// `[[civilization]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CivilizationEntry {
    pub(super) key: Name,
    pub(super) name: Name,
    pub(super) colour: Name,
    pub(super) capital: Option<Spanned<Sourced<String>>>,
    pub(super) hero: Spanned<Sourced<String>>,
    pub(super) creature: Option<Spanned<Sourced<String>>>,
    pub(super) role: Option<Spanned<Sourced<String>>>,
    pub(super) also_near: Option<Spanned<Sourced<Vec<Name>>>>,
    pub(super) neutral: Option<Spanned<Sourced<Vec<Name>>>>,
    pub(super) start: Spanned<StartEntry>,
}

/// `[civilization.start]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartEntry {
    pub(super) markers: Vec<Name>,
    #[serde(default)]
    pub(super) cities: Vec<Name>,
    #[serde(default)]
    pub(super) caravans: Vec<Spanned<CaravanEntry>>,
    #[serde(default)]
    pub(super) markets: Vec<Name>,
    #[serde(default)]
    pub(super) temples: Vec<Name>,
    #[serde(default)]
    pub(super) legions: BTreeMap<Name, Spanned<i64>>,
    #[serde(default)]
    pub(super) fortresses: BTreeMap<Name, Spanned<i64>>,
    #[serde(default)]
    pub(super) triremes: BTreeMap<Name, Spanned<i64>>,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}

/// A caravan of a set-up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaravanEntry {
    pub(super) good: Name,
    #[serde(rename = "in")]
    pub(super) place: Name,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
}
