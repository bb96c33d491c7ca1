//! The words of the language and what they stand for. The words themselves are data.

use crate::board::Board;
use crate::pieces::{Building, Card, Creature, God, Good, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Lexicon, Link};
use tabellarius_kernel::{Seat, keyed};

keyed!(
    /// What an order does.
    Verb, "verb", {
        Trade = "trade",
        Offer = "offer",
        Pick = "pick",
        Takes = "takes",
        Give = "give",
        Name = "name",
        Order = "order",
        Build = "build",
        Swap = "swap",
        Keep = "keep",
        Move = "move",
        Attack = "attack",
        Losses = "losses",
        Conquest = "conquest",
        Pillage = "pillage",
        Occupy = "occupy",
        Convert = "convert",
        Stay = "stay",
        Collect = "collect",
        Copy = "copy",
        Seize = "seize",
        Peace = "peace",
        Pray = "pray",
        Bombard = "bombard",
        Dive = "dive",
        Surface = "surface",
        Blockade = "blockade",
        Carries = "carries",
        Fights = "fights",
        Wave = "wave",
    }
);

keyed!(
    /// Other words.
    Word, "word", {
        Influence = "influence",
        Hero = "hero",
        Wonder = "wonder",
        Cards = "cards",
        War = "war",
        Free = "free",
        HeldBy = "held-by",
        Alone = "alone",
        Legendary = "legendary",
        Others = "others",
        Against = "against",
        Decides = "decides",
        Win = "win",
    }
);

/// A word with a meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A small word of every game.
    Link(Link),
    /// What an order does.
    Verb(Verb),
    /// Another word of this game.
    Word(Word),
    /// A resource.
    Good(Good),
    /// A kind of building.
    Building(Building),
    /// A kind of unit.
    Unit(Unit),
    /// Several units of a kind.
    Several(Unit),
    /// Several taxes or coins.
    Taxes,
    /// A kind of creature.
    Creature(Creature),
    /// A god.
    God(God),
    /// A hero or wonder.
    Card(Card),
    /// A role.
    Role(Role),
    /// A civilization.
    Seat(Seat),
    /// A province.
    Province(Province),
    /// A sea.
    Sea(Sea),
    /// A city site of a province.
    City(Province, u8),
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

/// Builds the dictionary for a board from word files: the compiled-in ones, or an operator's.
pub fn lexicon<'a>(
    board: &Board,
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Lexicon<Term>, Vec<Flaw>> {
    let mut lexicon = Lexicon::new()?;
    for (file, text) in files {
        lexicon.load(file, text, |kind, key| meaning(board, kind, key))?;
    }
    for (province, land) in board.lands() {
        lexicon.add("en", Term::Province(province), &[&land.name]);
        for (site, city) in (0..=u8::MAX).zip(&land.cities) {
            lexicon.add("en", Term::City(province, site), &[city]);
        }
    }
    for (sea, water) in board.waters() {
        lexicon.add("en", Term::Sea(sea), &[&water.name]);
    }
    Ok(lexicon)
}

fn meaning(board: &Board, kind: &str, key: &str) -> Option<Term> {
    let seat = |key: &str| (0..=u8::MAX).zip(&board.civilizations).find(|(_, c)| c.key == key).map(|(i, _)| Seat(i));
    match kind {
        "verb" => Verb::from_key(key).map(Term::Verb),
        // A new language brings its small words along.
        "link" => Link::from_key(key).map(Term::Link),
        "word" => Word::from_key(key).map(Term::Word),
        "good" => Good::from_key(key).map(Term::Good),
        "building" => Building::from_key(key).map(Term::Building),
        "unit" => Unit::from_key(key).map(Term::Unit),
        "several" if key == Good::Tax.key() => Some(Term::Taxes),
        "several" => Unit::from_key(key).map(Term::Several),
        "creature" => Creature::from_key(key).map(Term::Creature),
        "god" => God::from_key(key).map(Term::God),
        "card" => Card::from_key(key).map(Term::Card),
        "role" => Role::from_key(key).map(Term::Role),
        "civilization" => seat(key).map(Term::Seat),
        "province" => board.province(key).map(Term::Province),
        "sea" => board.sea(key).map(Term::Sea),
        "city" => board.city(key).map(|(province, site)| Term::City(province, site)),
        _ => None,
    }
}

/// What an identifier as it is written down stands for: `province/7`, `good/tax`, and `city/8.1` for a city site.
pub fn term_of(board: &Board, id: &str) -> Option<Term> {
    let (kind, key) = id.split_once('/')?;
    let number = |below: usize| key.parse::<u8>().ok().filter(|n| usize::from(*n) < below);
    match kind {
        Seat::KIND => number(board.civilizations.len()).map(|n| Term::Seat(Seat(n))),
        Province::KIND => number(board.provinces.len()).map(|n| Term::Province(Province(n))),
        Sea::KIND => number(board.seas.len()).map(|n| Term::Sea(Sea(n))),
        Good::KIND => Good::from_key(key).map(Term::Good),
        Building::KIND => Building::from_key(key).map(Term::Building),
        Unit::KIND => Unit::from_key(key).map(Term::Unit),
        Creature::KIND => Creature::from_key(key).map(Term::Creature),
        God::KIND => God::from_key(key).map(Term::God),
        Card::KIND => Card::from_key(key).map(Term::Card),
        Role::KIND => Role::from_key(key).map(Term::Role),
        "city" => {
            let (province, site) = key.split_once('.')?;
            let (province, site) = (province.parse::<u8>().ok()?, site.parse::<u8>().ok()?);
            board.provinces.get(usize::from(province))?.cities.get(usize::from(site))?;
            Some(Term::City(Province(province), site))
        }
        _ => None,
    }
}
