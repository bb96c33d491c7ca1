//! From entries to a board: every name is looked up, every number measured, every fact noted.

use super::facts::{self, Facts, Origin};
use super::file::{Name, ProvinceEntry, SeaEntry, Sourced};
use super::read;
use super::{Board, Edition, Land, Pieces, Prices, Stock, Water};
use crate::pieces::{Cards, Good, Province, Sea};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Seats;
use tabellarius_kernel::flaw::{Flaw, Flaws};
use toml::Spanned;

/// The most provinces, or seas, that can be told apart.
const MOST: usize = 250;

/// A board in the making.
pub(super) struct Loader<'a> {
    pub(super) board: Board,
    pub(super) flaws: Flaws<'a>,
    pub(super) facts: Facts,
    pub(super) edition: &'static Edition,
}

/// Reads and checks a data file.
pub(super) fn load(edition: &'static Edition, file: &str, text: &str) -> Result<Board, Vec<Flaw>> {
    let mut flaws = Flaws::new(file, text);
    let Some(file) = read::read(text, &mut flaws) else { return Err(flaws.into_list()) };
    if let Some(source) = &file.source {
        facts::check(&mut flaws, source);
    }
    let fallback = file.source.as_ref().map(|source| source.get_ref().clone()).unwrap_or_default();
    let mut loader = Loader { board: empty(edition), flaws, facts: Facts { fallback, list: Vec::new() }, edition };
    let drawing = Origin { source: &file.drawing.source, note: &file.drawing.note };
    loader.fact(file.drawing.at, "places on the drawn map, edge of the board, colours".into(), drawing);
    file.provinces.iter().for_each(|entry| loader.province(entry));
    file.seas.iter().for_each(|entry| loader.sea(entry));
    loader.borders(&file);
    loader.cards(&file.cards);
    loader.stock(&file.stock);
    loader.pieces(&file.pieces);
    loader.prices(&file.prices);
    loader.civilizations(&file.civilizations);
    if loader.board.civilizations.len() == file.civilizations.len() {
        loader.leave_out(&file.leave_out);
    }
    if let Some(covered) = &file.covered {
        loader.covered(covered);
    }
    if !loader.flaws.is_empty() {
        return Err(loader.flaws.into_list());
    }
    Ok(Board { facts: loader.facts.into_list(), ..loader.board })
}

fn empty(edition: &Edition) -> Board {
    Board {
        provinces: Vec::new(),
        seas: Vec::new(),
        civilizations: Vec::new(),
        bank: Cards::NONE,
        goods: edition.goods,
        cards: edition.cards,
        pieces: Pieces::default(),
        prices: Prices::default(),
        units: edition.units,
        roles: edition.roles,
        straits: Vec::new(),
        stocks: alloc::vec![Stock::default(); edition.most_players - 2],
        left_out: alloc::vec![Seats::NONE; edition.most_players - 3],
        covered: [Vec::new(), Vec::new()],
        facts: Vec::new(),
    }
}

impl Loader<'_> {
    pub(super) fn fact(&mut self, at: usize, what: String, origin: Origin) {
        self.facts.add(&mut self.flaws, at, what, origin);
    }

    fn province(&mut self, entry: &Spanned<ProvinceEntry>) {
        let ProvinceEntry { name, at, island, edge, cities, goods, legendary, market, temple, source, note } =
            entry.get_ref();
        self.fresh(name);
        self.fact(entry.span().start, format!("province {}", name.get_ref()), Origin { source, note });
        let mut land = Land {
            name: name.get_ref().clone(),
            at: self.point(at),
            island: *island,
            edge: *edge,
            capital_of: None,
            cities: Vec::new(),
            goods: Vec::new(),
            legendary: *legendary,
            market: market.unwrap_or(true),
            temple: temple.unwrap_or(true),
            borders: Vec::new(),
            coasts: Vec::new(),
        };
        for site in cities {
            let Sourced { is: city, source, note } = site.get_ref();
            if self.board.city(city).is_some() || land.cities.contains(city) {
                self.flaws.add(site.span().start, format!("the city '{city}' is named twice"));
            }
            let what = format!("city {city} in {}", name.get_ref());
            self.fact(site.span().start, what, Origin { source, note });
            land.cities.push(city.clone());
        }
        for site in goods {
            let Sourced { is: good, source, note } = site.get_ref();
            let what = format!("{good} in {}", name.get_ref());
            self.fact(site.span().start, what, Origin { source, note });
            land.goods.extend(self.good(good, site.span().start));
        }
        if cities.is_empty() && goods.is_empty() {
            let reason = format!("{} has neither a city site nor a goods site", name.get_ref());
            self.flaws.add(name.span().start, reason);
        }
        self.board.provinces.push(land);
    }

    fn sea(&mut self, entry: &Spanned<SeaEntry>) {
        let SeaEntry { name, at, source, note } = entry.get_ref();
        self.fresh(name);
        self.fact(entry.span().start, format!("sea {}", name.get_ref()), Origin { source, note });
        let (name, at) = (name.get_ref().clone(), self.point(at));
        self.board.seas.push(Water { name, at, borders: Vec::new(), coasts: Vec::new() });
    }

    /// Notes a flaw if a province or sea has this name already, or there are too many of them.
    fn fresh(&mut self, name: &Name) {
        let text = name.get_ref();
        let lands = self.board.provinces.iter().map(|land| &land.name);
        let mut names = lands.chain(self.board.seas.iter().map(|water| &water.name));
        if names.any(|other| other.eq_ignore_ascii_case(text)) {
            self.flaws.add(name.span().start, format!("'{text}' is named twice"));
        }
        if self.board.provinces.len().max(self.board.seas.len()) >= MOST {
            self.flaws.add(name.span().start, format!("there are more than {MOST} of them"));
        }
    }

    fn point(&mut self, at: &Spanned<[i64; 2]>) -> (i16, i16) {
        let [x, y] = *at.get_ref();
        match (i16::try_from(x), i16::try_from(y)) {
            (Ok(x), Ok(y)) if x >= 0 && y >= 0 => (x, y),
            _ => {
                self.flaws.add(at.span().start, format!("[{x}, {y}] is not on the map"));
                (0, 0)
            }
        }
    }

    pub(super) fn good(&mut self, key: &str, at: usize) -> Option<Good> {
        let good = Good::from_key(key).filter(|good| self.edition.goods[1..].contains(good));
        if good.is_none() {
            let known: Vec<&str> = self.edition.goods[1..].iter().map(|good| good.key()).collect();
            self.flaws.add(at, format!("unknown good '{key}'; the goods are {}", known.join(", ")));
        }
        good
    }

    pub(super) fn find(&mut self, name: &Name) -> Option<Province> {
        let found = self.board.province(name.get_ref());
        if found.is_none() {
            self.flaws.add(name.span().start, format!("unknown province '{}'", name.get_ref()));
        }
        found
    }

    pub(super) fn find_sea(&mut self, name: &Name) -> Option<Sea> {
        let found = self.board.sea(name.get_ref());
        if found.is_none() {
            self.flaws.add(name.span().start, format!("unknown sea '{}'", name.get_ref()));
        }
        found
    }
}
