//! What the games of this family truly share: the ground they are played on, the language of their letters, the notation of
//! positions, payments in sets, the ring of trade, moves over chains of triremes, and battles by fives.
//!
//! A game is a [`Core`] with rules of its own around it; the questions here are asked by any [`Mare`] game.

pub mod aid_card;
mod alike;
pub mod battle;
pub mod conquest;
pub mod contest;
pub mod covers;
pub mod ground;
pub mod idle;
pub mod imagine;
pub mod issues;
pub mod keep;
pub mod language;
pub mod moves;
pub mod notation;
pub mod orders;
pub mod payment;
pub mod picture;
pub mod prices;
pub mod rank;
pub mod reason;
pub mod rites;
pub mod roles;
pub mod scene;
pub mod shop;
pub mod trade;
pub mod trimmed;
pub mod worth;

pub(crate) use alike::alike;

use crate::board::Board;
use crate::pieces::Province;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use ground::Place;
use language::facts::Fact;
use language::print::Printer;
use language::term::{Term, lexicon};
use orders::Order;
use reason::Reason;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Lexicon, Link};
use tabellarius_kernel::{Game, Seat, Seats, Unbuilt};

/// A game of this family: it has a core, and its letters speak the common language.
pub trait Mare: Game<Order = Order, Fact = Fact, Term = Term, Reason: From<Reason>> {
    /// What it shares with the others.
    fn core(&self) -> &Core;
}

/// A board, the words for what is on it, and who plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Core {
    /// The board.
    pub board: Board,
    /// The civilizations that are played.
    pub seats: Seats,
    /// All words of the order language.
    pub lexicon: Lexicon<Term>,
}

impl Core {
    /// Builds the words for a board.
    pub fn new<'a>(
        board: Board,
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        seats: Seats,
    ) -> Result<Core, Vec<Flaw>> {
        let lexicon = lexicon(&board, words)?;
        Ok(Core { board, seats, lexicon })
    }

    /// A civilization's capital.
    pub fn capital(&self, seat: Seat) -> Province {
        self.board.civilization(seat).capital
    }

    /// Whether a province is the capital of somebody who plays.
    pub fn is_capital_of_player(&self, province: Province) -> bool {
        self.board.land(province).capital_of.is_some_and(|seat| self.seats.contains(seat))
    }

    /// The seat's name in paths.
    pub fn seat_key_of(&self, seat: Seat) -> &str {
        &self.board.civilization(seat).name
    }

    /// The place's name in paths.
    pub fn place_name(&self, place: Place) -> &str {
        match place {
            Place::Land(province) => &self.board.land(province).name,
            Place::Sea(sea) => &self.board.water(sea).name,
        }
    }

    /// A printer of orders in a language.
    pub fn printer<'a>(&'a self, language: &'a str) -> Printer<'a> {
        Printer { lexicon: &self.lexicon, language }
    }

    /// A name in a language.
    pub fn term_name(&self, language: &str, term: Term) -> &str {
        self.lexicon.name(language, term)
    }

    /// The names of some seats, or a word for nobody.
    pub fn seat_list(&self, language: &str, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<&str> = seats.into_iter().map(|seat| self.term_name(language, Term::Seat(seat))).collect();
        if names.is_empty() { self.term_name(language, Term::Link(Link::Nothing)).into() } else { names.join(", ") }
    }

    /// What readers can look up: these civilizations, provinces and seas; what everything else does is in the rules. A capital that is called like its
    /// civilization, in whatever language, is told of on the civilization's page. Some provinces may be `out` of play.
    pub fn library(&self, seats: Seats, out: &[Province]) -> Vec<String> {
        let languages = self.lexicon.languages();
        let names = |term: Term| languages.iter().map(move |language| self.lexicon.name(language, term));
        let shares_its_name = |province: Province| {
            let civilization = self.board.land(province).capital_of.map(Term::Seat);
            let named = |name| names(Term::Province(province)).any(|own| own == name);
            civilization.is_some_and(|civilization| names(civilization).any(named))
        };
        let lands = self.board.lands().map(|(province, _)| province);
        let provinces = lands.filter(|province| !shares_its_name(*province) && !out.contains(province));
        let seats = seats.iter().map(|seat| seat.to_string());
        let seas = self.board.waters().map(|(sea, _)| sea.to_string());
        seats.chain(provinces.map(|province| province.to_string())).chain(seas).collect()
    }

    /// A number with a name: `2 legion`.
    pub fn counted(&self, language: &str, number: u8, term: Term) -> String {
        format!("{number} {}", self.term_name(language, term))
    }
}

/// Reads which seats are played: `rome+greece+egypt`.
pub fn seats_of(board: &Board, players: usize, names: &str) -> Result<Seats, Unbuilt> {
    let mut seats = Seats::NONE;
    for name in names.split('+').map(str::trim) {
        match (0..=u8::MAX).map(Seat).zip(&board.civilizations).find(|(_, c)| c.key.eq_ignore_ascii_case(name)) {
            Some((seat, _)) => seats.insert(seat),
            None => return Err(Unbuilt::Refused(format!("there is no civilization '{name}'"))),
        }
    }
    if seats.len() == players {
        Ok(seats)
    } else {
        Err(Unbuilt::Refused(format!("{players} players need {players} different seats")))
    }
}
