//! What every card of the box costs and gives, for whoever asks for it by its name.

use super::{Piece, gives, list};
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour, Good};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Serialize;

/// What never changes and templates must look up.
#[derive(Serialize)]
pub struct Atlas {
    /// The cards.
    pub cards: BTreeMap<String, Page>,
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
        Atlas { cards: cards(game).map(page).collect() }
    }
}
