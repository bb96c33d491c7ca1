//! Words for a picture: its title, its legend, and what it tells to whoever does not see it.

use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use tabellarius_kernel::picture::{Board, Mark, Picture, Piece, Side};
use tabellarius_kernel::{Listed, StageName};

/// What `picture.txt` is made of.
#[derive(Serialize)]
struct Told {
    game: &'static str,
    stage: String,
    sides: Vec<ToldSide>,
    /// Areas that are nobody's in which something stands.
    others: Vec<ToldPlace>,
    marks: Vec<ToldMark>,
}

#[derive(Serialize)]
struct ToldSide {
    name: String,
    letter: char,
    is_reader: bool,
    counts: Vec<String>,
    places: Vec<ToldPlace>,
    rows: Vec<ToldRow>,
    stages: Option<(u8, u8)>,
}

#[derive(Serialize)]
struct ToldPlace {
    name: String,
    pieces: Vec<String>,
}

#[derive(Serialize)]
struct ToldRow {
    colour: String,
    cards: Vec<String>,
}

/// A change: its kind, and names for what has part in it.
#[derive(Serialize, PartialEq)]
struct ToldMark {
    mark: &'static str,
    side: String,
    what: String,
    from: String,
    at: String,
    sides: Vec<String>,
}

impl<G: Listed> Voice<'_, G> {
    /// The name of an identifier, in the reader's language or another.
    pub fn name_in(&self, id: &str, language: &str) -> String {
        self.game.name(id, language).unwrap_or(id).to_owned()
    }

    /// The name of an identifier in the reader's language.
    pub fn name_of(&self, id: &str) -> String {
        self.name_in(id, self.language)
    }

    /// The forms that a name has in sentences.
    pub fn forms_of(&self, name: &str) -> Vec<String> {
        self.grammar().forms_of(name)
    }

    /// A word of a picture's legend; a game may have one of its own.
    pub fn picture_word(&self, key: &str) -> String {
        self.word(&format!("picture/{key}")).unwrap_or_else(|| key.to_owned())
    }

    /// So many of what a picture counts.
    pub fn picture_count(&self, what: &str, n: i32) -> String {
        let word = self.grammar().pick(n.into(), |class| self.word(&format!("picture/{class}/{what}")));
        format!("{n} {}", word.unwrap_or_else(|| what.to_owned()))
    }

    /// What a picture tells, in sentences.
    pub fn picture_told(&self, picture: &Picture, stage: &StageName) -> Result<String> {
        let title = self.stage(stage)?;
        let places: &[_] = if let Board::Map(places) = &picture.board { places } else { &[] };
        let told = |place: &tabellarius_kernel::picture::Place| ToldPlace {
            name: self.name_of(&place.area),
            pieces: place.pieces.iter().map(|piece| self.piece(picture, place.owner, piece)).collect(),
        };
        let sides = (0u8..).zip(&picture.sides).filter(|(at, _)| picture.tells_of(*at)).map(|(at, side)| {
            let tableau =
                if let Board::Tableaux(all) = &picture.board { all.iter().find(|one| one.side == at) } else { None };
            let rows = tableau.map_or(&[][..], |one| &one.rows);
            ToldSide {
                name: self.name_of(&side.name),
                letter: side.letter,
                is_reader: side.is_reader,
                counts: side.counts.iter().map(|count| self.picture_count(count.what, count.n)).collect(),
                places: places.iter().filter(|place| place.owner == Some(at)).map(told).collect(),
                rows: rows
                    .iter()
                    .map(|row| ToldRow {
                        colour: self.name_of(&row.colour),
                        cards: row.cards.iter().map(|card| self.name_of(card)).collect(),
                    })
                    .collect(),
                stages: tableau.map(|one| one.stages),
            }
        });
        let sides = sides.collect();
        let others =
            places.iter().filter(|place| place.owner.is_none() && !place.pieces.is_empty()).map(told).collect();
        let mut marks: Vec<ToldMark> = Vec::new();
        for mark in picture.marks.iter().map(|mark| self.mark(picture, mark)) {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        let told = Told { game: G::ENTRY.name, stage: title, sides, others, marks };
        self.shared_entry("picture.txt", &told)
    }

    /// A piece in words: with whose it is where that is not the owner of the ground.
    fn piece(&self, picture: &Picture, owner: Option<u8>, piece: &Piece) -> String {
        let word = self.picture_word(piece.sign.key());
        let named = piece.name.as_ref().map(|name| self.name_of(name));
        let mut text = named.map_or_else(|| word.clone(), |name| format!("{word} ({name})"));
        if piece.n > 1 {
            text = format!("{text} {}", piece.n);
        }
        match piece.side.filter(|side| Some(*side) != owner).and_then(|side| picture.sides.get(usize::from(side))) {
            Some(side) => format!("{}: {text}", self.side(side)),
            None => text,
        }
    }

    fn side(&self, side: &Side) -> String {
        self.name_of(&side.name)
    }

    fn mark(&self, picture: &Picture, mark: &Mark) -> ToldMark {
        let side = |at: u8| picture.sides.get(usize::from(at)).map_or_else(String::new, |side| self.side(side));
        let some = |at: &Option<u8>| at.map_or_else(String::new, side);
        let what = |sign: &tabellarius_kernel::picture::Sign, n: u8| {
            let word = self.picture_word(sign.key());
            if n > 1 { format!("{word} {n}") } else { word }
        };
        let blank = ToldMark {
            mark: "",
            side: String::new(),
            what: String::new(),
            from: String::new(),
            at: String::new(),
            sides: Vec::new(),
        };
        match mark {
            Mark::Moved { side: whose, sign, n, from, to } => ToldMark {
                mark: "moved",
                side: side(*whose),
                what: what(sign, *n),
                from: self.name_of(from),
                at: self.name_of(to),
                ..blank
            },
            Mark::Came { side: whose, sign, n, at } => {
                ToldMark { mark: "came", side: some(whose), what: what(sign, *n), at: self.name_of(at), ..blank }
            }
            Mark::Went { side: whose, sign, n, at } => {
                ToldMark { mark: "went", side: some(whose), what: what(sign, *n), at: self.name_of(at), ..blank }
            }
            Mark::Fought { at, sides } => {
                let sides = sides.iter().map(|one| side(*one)).collect();
                ToldMark { mark: "fought", at: self.name_of(at), sides, ..blank }
            }
            Mark::Laid { side: whose, card } => {
                ToldMark { mark: "laid", side: side(*whose), what: self.name_of(card), ..blank }
            }
            Mark::Raised { side: whose, stage } => {
                ToldMark { mark: "raised", side: side(*whose), what: stage.to_string(), ..blank }
            }
        }
    }
}
