//! The words of the language and what they stand for. The words themselves are data.

use crate::deck::{Deck, Expansion, Science};
use crate::deity::Deity;
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour, Good, Side};
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Lexicon, Link};
use tabellarius_kernel::{Seat, keyed};

keyed!(
    /// What an order does.
    Verb, "verb", {
        Build = "build",
        Stage = "stage",
        Sell = "sell",
        Buy = "buy",
        Prefer = "prefer",
        Dig = "dig",
        Draft = "draft",
        Recruit = "recruit",
        Copy = "copy",
        Debt = "debt",
        Pray = "pray",
        Myth = "myth",
        FreeCity = "free-city",
        Look = "look",
        Take = "take",
    }
);

keyed!(
    /// What a condition can count.
    Measure, "measure", { Coins = "coins", Shields = "shields", Stages = "stages" }
);

keyed!(
    /// Other words.
    Word, "word", { Free = "free", Bank = "bank", Far = "far", Nobody = "nobody", First = "first", MoreThan = "more-than" }
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
    /// A good.
    Good(Good),
    /// A colour.
    Colour(Colour),
    /// A neighbour.
    Side(Side),
    /// A symbol.
    Science(Science),
    /// A structure.
    Card(Card),
    /// A city.
    Seat(Seat),
    /// A myth.
    Myth(Deity),
    /// Something that is in another box than those on the table.
    Elsewhere,
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
    ("config/seven-wonders/words.en.toml", include_str!("../../../../../config/seven-wonders/words.en.toml")),
    ("config/seven-wonders/words.it.toml", include_str!("../../../../../config/seven-wonders/words.it.toml")),
    ("config/seven-wonders/words.pl.toml", include_str!("../../../../../config/seven-wonders/words.pl.toml")),
    ("config/seven-wonders/words.nl.toml", include_str!("../../../../../config/seven-wonders/words.nl.toml")),
];

/// Builds the dictionary from word files: the compiled-in ones, or an operator's. English names of cards and wonders come from the
/// data.
pub fn lexicon<'a>(
    deck: &Deck,
    wonders: &[u8],
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Lexicon<Term>, Vec<Flaw>> {
    let mut lexicon = Lexicon::new()?;
    for (card, structure) in deck.all() {
        lexicon.add("en", Term::Card(card), &[&structure.name]);
    }
    for (deity, name) in crate::deity::names(deck) {
        lexicon.add("en", Term::Myth(deity), &[name]);
    }
    for (seat, wonder) in (0u8..).map(Seat).zip(wonders) {
        lexicon.add("en", Term::Seat(seat), &[&deck.wonders[usize::from(*wonder)].name]);
    }
    for (file, text) in files {
        lexicon.load(file, text, |kind, key| meaning(deck, wonders, kind, key))?;
    }
    Ok(lexicon)
}

fn meaning(deck: &Deck, wonders: &[u8], kind: &str, key: &str) -> Option<Term> {
    match kind {
        "verb" => Verb::from_key(key).map(Term::Verb),
        "measure" => Measure::from_key(key).map(Term::Measure),
        "word" => Word::from_key(key).map(Term::Word),
        "good" => Good::from_key(key).map(Term::Good),
        "colour" => Colour::from_key(key).map(Term::Colour),
        "side" => Side::from_key(key).map(Term::Side),
        "science" => Science::from_key(key).map(Term::Science),
        "card" => deck.find(key).map(Term::Card).or_else(|| elsewhere(key)),
        // All myths have names, also where none takes part.
        "myth" => Deity::from_key(key).map(|deity| deck.myth(deity).map_or(Term::Elsewhere, |_| Term::Myth(deity))),
        "wonder" => {
            let Some(wonder) = deck.wonders.iter().position(|wonder| wonder.key == key) else { return elsewhere(key) };
            let seat = wonders.iter().position(|known| usize::from(*known) == wonder);
            // A wonder that does not take part is no seat: nobody can speak of it.
            Some(seat.map_or(Term::Elsewhere, |seat| Term::Seat(Seat(seat as u8))))
        }
        _ => None,
    }
}

/// A word file has the names of all boxes; those that are not on the table mean nothing, but are no mistakes.
fn elsewhere(key: &str) -> Option<Term> {
    let entry = alloc::format!("\nkey = \"{key}\"\n");
    Expansion::ALL.iter().any(|expansion| expansion.file().1.contains(&entry)).then_some(Term::Elsewhere)
}

/// What an identifier as it is written down stands for: `card/7`, `good/wood`.
pub fn term_of(game: &SevenWonders, id: &str) -> Option<Term> {
    let (kind, key) = id.split_once('/')?;
    let number = |below: usize| key.parse::<u8>().ok().filter(|n| usize::from(*n) < below);
    match kind {
        Seat::KIND => number(game.cities().len()).map(|n| Term::Seat(Seat(n))),
        Card::KIND => number(game.deck.cards.len()).map(|n| Term::Card(Card(n))),
        Deity::KIND => Deity::from_key(key).map(Term::Myth),
        Good::KIND => Good::from_key(key).map(Term::Good),
        Colour::KIND => Colour::from_key(key).map(Term::Colour),
        Side::KIND => Side::from_key(key).map(Term::Side),
        Science::KIND => Science::from_key(key).map(Term::Science),
        _ => None,
    }
}
