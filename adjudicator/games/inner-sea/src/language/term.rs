//! The words of the language and what they stand for. The words themselves are data.

use crate::deck::Deck;
use crate::game::InnerSea;
use crate::map::Map;
use crate::orders::{Sheet, Verb};
use crate::pieces::{Area, Card, Civ, Colour, Region, Wonder};
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Lexicon, Link};
use tabellarius_kernel::{Seat, keyed};

keyed!(
    /// What a condition can count.
    Measure, "measure", {
        Cities = "cities",
        Talents = "talents",
        Cards = "cards",
        Points = "points",
        Discs = "discs",
    }
);

keyed!(
    /// Other words.
    Word, "word", {
        Rest = "rest",
        Option = "option",
        DownTo = "down-to",
        Removing = "removing",
        By = "by",
        Spot = "spot",
        Near = "near",
        First = "first",
        Versus = "versus",
        Gain = "gain",
        OfMine = "of-mine",
        Deck = "deck",
        Discards = "discards",
    }
);

/// A word with a meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A small word of every game.
    Link(Link),
    /// What an order does.
    Verb(Verb),
    /// What a condition can count.
    Measure(Measure),
    /// Another word of this game.
    Word(Word),
    /// An area.
    Area(Area),
    /// A card.
    Card(Card),
    /// A Wonder.
    Wonder(Wonder),
    /// The ability of the own sheet.
    Sheet(Sheet),
    /// A civilization or the Barbarians.
    Civ(Civ),
    /// The same as a people, where the civilization's name is also that of an area.
    People(Civ),
    /// A seat by its colour.
    Seat(Seat),
    /// A part of the map.
    Region(Region),
}

impl From<Link> for Term {
    fn from(link: Link) -> Term {
        Term::Link(link)
    }
}

impl tabellarius_kernel::words::Word for Term {
    fn begins_order(self) -> bool {
        matches!(self, Term::Verb(_))
    }
}

/// The words of each language that are compiled in.
pub const WORD_FILES: [(&str, &str); 4] = [
    ("config/inner-sea/words.en.toml", include_str!("../../../../../config/inner-sea/words.en.toml")),
    ("config/inner-sea/words.it.toml", include_str!("../../../../../config/inner-sea/words.it.toml")),
    ("config/inner-sea/words.pl.toml", include_str!("../../../../../config/inner-sea/words.pl.toml")),
    ("config/inner-sea/words.nl.toml", include_str!("../../../../../config/inner-sea/words.nl.toml")),
];

/// Builds the dictionary: names of areas and cards come from the data, all else from word files.
pub fn lexicon<'a>(
    map: &Map,
    deck: &Deck,
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Lexicon<Term>, Vec<Flaw>> {
    let mut lexicon = Lexicon::new()?;
    for area in map.areas() {
        let place = map.place(area);
        let mut names: Vec<&str> = alloc::vec![&place.name];
        names.extend(place.aliases.iter().map(alloc::string::String::as_str));
        lexicon.add("en", Term::Area(area), &names);
    }
    let wonders = (0..7).map(Wonder).map(|wonder| (Term::Wonder(wonder), deck.wonder(wonder)));
    let cards = deck.all.iter().map(|card| (Term::Card(card), deck.card(card)));
    for (term, file) in cards.chain(wonders) {
        for (language, name) in ["en", "it", "pl", "nl"].iter().zip(&file.names) {
            // `Bread and Circuses` is the same card.
            let spelt_out = name.replace('&', "and");
            let names: &[&str] = if name.contains('&') { &[name, &spelt_out] } else { &[name] };
            lexicon.add(language, term, names);
        }
    }
    for (file, text) in files {
        lexicon.load(file, text, |kind, key| meaning(map, deck, kind, key))?;
    }
    Ok(lexicon)
}

fn meaning(map: &Map, deck: &Deck, kind: &str, key: &str) -> Option<Term> {
    match kind {
        "verb" => Verb::from_key(key).map(Term::Verb),
        "measure" => Measure::from_key(key).map(Term::Measure),
        "word" => Word::from_key(key).map(Term::Word),
        "sheet" => Sheet::from_key(key).map(Term::Sheet),
        "civ" => Civ::from_key(key).map(Term::Civ),
        "people" => Civ::from_key(key).map(Term::People),
        "region" => Region::from_key(key).map(Term::Region),
        "seat" => Colour::from_key(key).map(|colour| Term::Seat(Seat(colour as u8))),
        "area" => map.find(key).map(Term::Area),
        "card" => key.parse().ok().map(Card).filter(|card| deck.all.contains(*card)).map(Term::Card),
        // `W1`, as the deck calls it.
        "wonder" => {
            let number: u8 = key.strip_prefix('W')?.parse().ok()?;
            (1..=7).contains(&number).then(|| Term::Wonder(Wonder(number - 1)))
        }
        _ => None,
    }
}

/// What an identifier as it is written down stands for: `card/7`, `area/12`, `civ/rome`.
pub fn term_of(game: &InnerSea, id: &str) -> Option<Term> {
    let (kind, key) = id.split_once('/')?;
    let number = |below: usize| key.parse::<u8>().ok().filter(|n| usize::from(*n) < below);
    match kind {
        Seat::KIND => number(game.players()).map(|n| Term::Seat(Seat(n))),
        Area::KIND => number(game.map.places.len()).map(|n| Term::Area(Area(n))),
        Card::KIND => number(104).filter(|n| *n > 0).map(|n| Term::Card(Card(n))),
        Wonder::KIND => number(7).map(|n| Term::Wonder(Wonder(n))),
        Civ::KIND => Civ::from_key(key).map(Term::Civ),
        Region::KIND => Region::from_key(key).map(Term::Region),
        Sheet::KIND => Sheet::from_key(key).map(Term::Sheet),
        _ => None,
    }
}
