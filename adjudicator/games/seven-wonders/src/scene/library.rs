//! What every card and board of the box costs and gives, for whoever asks for it by its name.

use super::{Piece, gives, list};
use crate::city::City;
use crate::deck::{Effect, Stage};
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour, Good};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// What never changes and templates must look up.
#[derive(Serialize)]
pub struct Atlas {
    /// The cards.
    pub cards: BTreeMap<String, Page>,
    /// The boards, by their cities.
    pub boards: BTreeMap<String, Board>,
}

/// What a board says.
#[derive(Serialize)]
pub struct Board {
    /// The goods it gives.
    pub goods: Vec<Good>,
    /// Its sides: what the side does, and its stages in their order.
    pub sides: Vec<(char, Vec<Piece>, Vec<StagePage>)>,
}

/// What a stage of a wonder says.
#[derive(Serialize)]
pub struct StagePage {
    /// Its number.
    pub number: u8,
    /// Whether it is built.
    pub is_built: bool,
    /// The goods it costs.
    pub cost: Vec<Good>,
    /// The coins it costs.
    pub price: u8,
    /// The age of the card it wants, from 1, if it wants a certain one.
    pub card_of: Option<u8>,
    /// What it does.
    pub gives: Vec<Piece>,
}

fn stage_page((number, stage): (u8, &Stage), built: u8) -> StagePage {
    StagePage {
        number,
        is_built: number <= built,
        cost: list(stage.cost),
        price: stage.price,
        card_of: stage.card_of.map(|age| age + 1),
        gives: gives::pieces(&stage.effect),
    }
}

/// The stages of a city's board, in their order.
pub fn stages(game: &SevenWonders, city: &City) -> Vec<StagePage> {
    let board = &game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
    (1u8..).zip(board).map(|one| stage_page(one, city.stages)).collect()
}

/// What a city's board does besides its good.
pub fn board_gives(game: &SevenWonders, city: &City) -> Vec<Piece> {
    gives::pieces(&game.deck.wonders[usize::from(city.wonder)].boards[usize::from(city.side)])
}

fn board(game: &SevenWonders, seat: Seat) -> Board {
    let wonder = &game.deck.wonders[usize::from(game.wonder(seat))];
    let side = |((letter, stages), effect): ((char, &Vec<Stage>), &Effect)| {
        (letter, gives::pieces(effect), (1u8..).zip(stages).map(|one| stage_page(one, 0)).collect())
    };
    let sides = ['A', 'B'].into_iter().zip(&wonder.sides).zip(&wonder.boards).map(side);
    Board { goods: list(wonder.good), sides: sides.collect() }
}

/// What a card says.
#[derive(Serialize)]
pub struct Page {
    /// Its colour.
    pub colour: Colour,
    /// The goods it costs.
    pub cost: Vec<Good>,
    /// The coins it costs.
    pub price: u8,
    /// What it does.
    pub gives: Vec<Piece>,
    /// The structures that make it free.
    pub after: Vec<Card>,
    /// The structures that it makes free.
    pub leads_to: Vec<Card>,
}

/// All cards of the box.
pub fn cards(game: &SevenWonders) -> impl Iterator<Item = Card> {
    (0..game.deck.cards.len() as u8).map(Card)
}

impl Atlas {
    /// The atlas of a game.
    pub fn of(game: &SevenWonders) -> Atlas {
        let page = |card: Card| {
            let structure = game.deck.card(card);
            let frees = |other: &Card| game.deck.card(*other).free_from.contains(card);
            let page = Page {
                colour: structure.colour,
                cost: list(structure.cost),
                price: structure.price,
                gives: gives::pieces(&structure.effect),
                after: cards(game).filter(|other| structure.free_from.contains(*other)).collect(),
                leads_to: cards(game).filter(frees).collect(),
            };
            (card.to_string(), page)
        };
        let boards = game.cities().iter().map(|seat| (seat.to_string(), board(game, seat)));
        Atlas { cards: cards(game).map(page).collect(), boards: boards.collect() }
    }
}
