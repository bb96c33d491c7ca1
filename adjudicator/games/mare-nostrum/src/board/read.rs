//! From text to entries: the syntax and the shape of a data file, entry by entry.

use super::file::{BetweenEntry, CivilizationEntry, CoastEntry, Name, ProvinceEntry, SeaEntry, Sourced, StockEntry};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::Flaws;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// A whole data file, well formed but not yet checked.
pub(super) struct File {
    pub(super) source: Option<Name>,
    pub(super) drawing: Section<()>,
    pub(super) provinces: Vec<Spanned<ProvinceEntry>>,
    pub(super) seas: Vec<Spanned<SeaEntry>>,
    pub(super) borders: Section<()>,
    pub(super) land: Vec<Spanned<BetweenEntry>>,
    pub(super) coast: Vec<Spanned<CoastEntry>>,
    pub(super) sea: Vec<Spanned<BetweenEntry>>,
    /// Only where a game has straits.
    pub(super) strait: Vec<Spanned<BetweenEntry>>,
    pub(super) cards: Section<Spanned<Sourced<i64>>>,
    pub(super) stock: Section<Spanned<StockEntry>>,
    pub(super) pieces: Section<Spanned<Sourced<i64>>>,
    pub(super) prices: Section<Spanned<Sourced<i64>>>,
    pub(super) leave_out: Section<Vec<Name>>,
    pub(super) covered: Option<Section<Vec<Name>>>,
    pub(super) civilizations: Vec<Spanned<CivilizationEntry>>,
}

/// A table of the file: what it says about its origin, and its entries by key.
pub(super) struct Section<T> {
    pub(super) at: usize,
    pub(super) source: Option<Name>,
    pub(super) note: Option<String>,
    pub(super) entries: Vec<(Name, T)>,
}

/// Reads the file; on any flaw of syntax or shape there is nothing to check.
pub(super) fn read(text: &str, flaws: &mut Flaws) -> Option<File> {
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        flaws.add(error.span().map_or(0, |span| span.start), error.message());
    }
    if !flaws.is_empty() {
        return None;
    }
    let mut table = Table { at: 0, path: String::new(), table: root.into_inner() };
    let mut borders = table.table("borders", flaws);
    let file = File {
        source: table.take("source", flaws).and_then(|value| shape(value, flaws)),
        drawing: table.table("drawing", flaws).rest(flaws),
        provinces: table.list("province", flaws),
        seas: table.list("sea", flaws),
        land: borders.list("land", flaws),
        coast: borders.list("coast", flaws),
        sea: borders.list("sea", flaws),
        strait: if borders.table.contains_key("strait") { borders.list("strait", flaws) } else { Vec::new() },
        borders: borders.rest(flaws),
        cards: table.section("cards", flaws),
        stock: table.section("stock", flaws),
        pieces: table.section("pieces", flaws),
        prices: table.section("prices", flaws),
        leave_out: table.section("leave_out", flaws),
        covered: table.table.contains_key("covered").then(|| table.section("covered", flaws)),
        civilizations: table.list("civilization", flaws),
    };
    for key in table.table.keys() {
        flaws.add(key.span().start, format!("unknown section '{}'", key.get_ref()));
    }
    flaws.is_empty().then_some(file)
}

/// A table that is being taken apart.
struct Table<'i> {
    at: usize,
    path: String,
    table: DeTable<'i>,
}

impl<'i> Table<'i> {
    /// Takes out a value, or says that it is missing.
    fn take(&mut self, key: &str, flaws: &mut Flaws) -> Option<Spanned<DeValue<'i>>> {
        let value = self.table.remove(key);
        if value.is_none() {
            flaws.add(self.at, format!("'{}{key}' is missing", self.path));
        }
        value
    }

    /// Takes out a list, and reads its entries one by one.
    fn list<T: Deserialize<'i>>(&mut self, key: &str, flaws: &mut Flaws) -> Vec<T> {
        let Some(value) = self.take(key, flaws) else { return Vec::new() };
        let at = value.span().start;
        let DeValue::Array(array) = value.into_inner() else {
            flaws.add(at, format!("'{}{key}' must be a list", self.path));
            return Vec::new();
        };
        array.into_iter().filter_map(|entry| shape(entry, flaws)).collect()
    }

    /// Takes out a table.
    fn table(&mut self, key: &str, flaws: &mut Flaws) -> Table<'i> {
        let path = format!("{}{key}.", self.path);
        let Some(value) = self.take(key, flaws) else {
            return Table { at: self.at, path, table: DeTable::new() };
        };
        let at = value.span().start;
        let DeValue::Table(table) = value.into_inner() else {
            flaws.add(at, format!("'{}{key}' must be a table", self.path));
            return Table { at, path, table: DeTable::new() };
        };
        Table { at, path, table }
    }

    /// Takes out a table of entries of one kind.
    fn section<T: Deserialize<'i>>(&mut self, key: &str, flaws: &mut Flaws) -> Section<T> {
        let mut table = self.table(key, flaws);
        let (source, note) = table.origin(flaws);
        let mut entries = Vec::new();
        for (key, value) in table.table {
            let name = Spanned::new(key.span(), String::from(key.into_inner()));
            if let Some(entry) = shape(value, flaws) {
                entries.push((name, entry));
            }
        }
        Section { at: table.at, source, note, entries }
    }

    /// What is left of a table whose entries have been taken out: only its origin.
    fn rest(mut self, flaws: &mut Flaws) -> Section<()> {
        let (source, note) = self.origin(flaws);
        for key in self.table.keys() {
            flaws.add(key.span().start, format!("unknown key '{}{}'", self.path, key.get_ref()));
        }
        Section { at: self.at, source, note, entries: Vec::new() }
    }

    /// Takes out what the table says about its origin.
    fn origin(&mut self, flaws: &mut Flaws) -> (Option<Name>, Option<String>) {
        let source = self.table.remove("source").and_then(|value| shape(value, flaws));
        let note = self.table.remove("note").and_then(|value| shape(value, flaws));
        (source, note)
    }
}

/// Reads one value, or notes why it does not fit.
fn shape<'i, T: Deserialize<'i>>(value: Spanned<DeValue<'i>>, flaws: &mut Flaws) -> Option<T> {
    let start = value.span().start;
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(value) => Some(value),
        Err(error) => {
            flaws.add(error.span().map_or(start, |span| span.start), error.message());
            None
        }
    }
}
