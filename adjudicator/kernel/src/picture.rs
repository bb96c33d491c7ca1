//! What lies on the table, told to whoever draws it.
//!
//! A game says in plain values what is where ([`crate::Game::picture`]), from a view and from what its viewer was told; so a picture can
//! show nothing that its reader may not know. How it looks is no business of a game: one crate draws the pictures of all games.

use crate::keyed;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// A picture of a table.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Picture {
    /// What it shows.
    pub board: Board,
    /// Who plays, in the order of the legend; everything else names a side by its place in this list.
    pub sides: Vec<Side>,
    /// What has changed.
    pub marks: Vec<Mark>,
}

impl Picture {
    /// Whether there is nothing to be seen.
    pub fn is_empty(&self) -> bool {
        self.board == Board::Nothing
    }

    /// Whether a side is to be told of: it has something, or something of it is seen.
    pub fn tells_of(&self, at: u8) -> bool {
        let Some(side) = self.sides.get(usize::from(at)) else { return false };
        let is_seen = match &self.board {
            Board::Map(places) => places.iter().flat_map(|place| &place.pieces).any(|piece| piece.side == Some(at)),
            Board::Tableaux(all) => all.iter().any(|one| one.side == at),
            Board::Nothing => false,
        };
        side.is_reader || is_seen || side.counts.iter().any(|count| count.n != 0)
    }
}

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Board {
    /// The game has no board that could be drawn.
    #[default]
    Nothing,
    /// A map: what stands in each of its areas. Where the areas lie is in the game's geography ([`crate::Entry::geography`]).
    Map(Vec<Place>),
    /// Cards and tokens in front of each player.
    Tableaux(Vec<Tableau>),
}

keyed!(
    /// A colour in which something of a side is drawn; no two can be mistaken for each other by anybody who sees some colours.
    Colour, "colour", {
        Red = "red",
        Blue = "blue",
        Yellow = "yellow",
        Green = "green",
        Purple = "purple",
        Bronze = "bronze",
        Sky = "sky",
        Black = "black",
        White = "white",
    }
);

/// Somebody whose pieces are on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// The identifier by which reports know its name.
    pub name: String,
    /// A letter of its own: a colour alone tells nothing to those who do not see it.
    pub letter: char,
    /// Its colour.
    pub colour: Colour,
    /// Whether the picture is drawn for this side.
    pub is_reader: bool,
    /// Numbers that tell how it stands, what decides the game first.
    pub counts: Vec<Count>,
}

/// A number with what it counts: a key of `templates/<language>/words.toml`, chapters `picture.one` and `picture.many`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// What is counted.
    pub what: &'static str,
    /// How many there are.
    pub n: i32,
}

keyed!(
    /// The kind of a piece.
    Sign, "sign", {
        Army = "army",
        Fleet = "fleet",
        Fortress = "fortress",
        Creature = "creature",
        City = "city",
        Citadel = "citadel",
        Caravan = "caravan",
        Market = "market",
        Temple = "temple",
        Wonder = "wonder",
        Gold = "gold",
        Ally = "ally",
        Marker = "marker",
    }
);

/// Pieces of one kind in one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// What it is.
    pub sign: Sign,
    /// Whose it is; nobody's, if it goes with the ground.
    pub side: Option<u8>,
    /// How many.
    pub n: u8,
    /// Its own name, if it has one that matters.
    pub name: Option<String>,
}

impl Piece {
    /// Pieces of a side.
    pub fn of(sign: Sign, side: u8, n: u8) -> Piece {
        Piece { sign, side: Some(side), n, name: None }
    }

    /// Pieces that go with the ground.
    pub fn on_ground(sign: Sign, n: u8) -> Piece {
        Piece { sign, side: None, n, name: None }
    }
}

/// An area of a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The identifier of the area.
    pub area: String,
    /// Whose ground it is.
    pub owner: Option<u8>,
    /// What stands there, the most important first; whoever has no room for all leaves out the last.
    pub pieces: Vec<Piece>,
    /// Whether sides fight there now.
    pub contested: bool,
}

/// What lies in front of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tableau {
    /// Whose.
    pub side: u8,
    /// How many stages of a great work are built, and how many there are.
    pub stages: (u8, u8),
    /// Rows of cards.
    pub rows: Vec<Row>,
}

/// Cards of one colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// The identifier of the colour: its last part is a colour of cards, see `adjudicator/picture/src/palette.rs`.
    pub colour: String,
    /// The identifiers of the cards.
    pub cards: Vec<String>,
}

/// Something that has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "mark")]
pub enum Mark {
    /// Pieces went from one area to another.
    Moved {
        /// Whose.
        side: u8,
        /// What.
        sign: Sign,
        /// How many.
        n: u8,
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// Something has come.
    Came {
        /// Whose.
        side: Option<u8>,
        /// What.
        sign: Sign,
        /// How many.
        n: u8,
        /// Where.
        at: String,
    },
    /// Something has gone.
    Went {
        /// Whose.
        side: Option<u8>,
        /// What.
        sign: Sign,
        /// How many.
        n: u8,
        /// From where.
        at: String,
    },
    /// A battle was fought.
    Fought {
        /// Where.
        at: String,
        /// By whom.
        sides: Vec<u8>,
    },
    /// A card was laid down.
    Laid {
        /// By whom.
        side: u8,
        /// The card.
        card: String,
    },
    /// A stage of a great work was built.
    Raised {
        /// By whom.
        side: u8,
        /// Which stage, from 1.
        stage: u8,
    },
}

/// Gives each side a letter of its own name: the first, or the next that nobody before it has.
pub fn letters<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<char> {
    let mut taken: Vec<char> = Vec::new();
    for name in names {
        let own = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_uppercase);
        let free = own.chain('A'..='Z').find(|letter| !taken.contains(letter));
        taken.push(free.unwrap_or('?'));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter is told apart from all others at the table.
    #[test]
    fn letters_are_unique() {
        assert_eq!(letters(["Rome", "Rhodos", "Ro", "R", "Rome"]), ['R', 'H', 'O', 'A', 'M']);
        assert_eq!(letters(["Ēlis", "7 Hills"]), ['Ē', 'H']);
    }
}
