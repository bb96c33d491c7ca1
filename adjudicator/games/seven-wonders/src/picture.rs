//! What there is to see: the cities round the table with their structures, and what was built just now. All of it lies open (7W-10).

use crate::event::Event;
use crate::game::SevenWonders;
use crate::pieces::{Colour, Side as Way};
use crate::rules::scoring;
use crate::view::View;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use tabellarius_kernel::picture::{self, Board, Count, Mark, Picture, Row, Side, Tableau};
use tabellarius_kernel::{Game as _, Seat};

/// The picture of a view: the cities from the reader's on round the table to the east. The sides are the seats.
pub fn picture(game: &SevenWonders, view: &View, told: &[&Event]) -> Picture {
    let position = &view.position;
    let seats: Vec<Seat> = game.cities().iter().collect();
    let mut tableaux = Vec::new();
    let mut seat = view.seat.unwrap_or(Seat(0));
    for _ in &seats {
        tableaux.push(tableau(game, view, seat));
        seat = position.neighbour(seat, Way::East);
    }
    Picture { board: Board::Tableaux(tableaux), sides: sides(game, view, &seats), marks: marks(told) }
}

fn sides(game: &SevenWonders, view: &View, seats: &[Seat]) -> Vec<Side> {
    let letters = picture::letters(seats.iter().map(|seat| game.seat_key(*seat)));
    let one = |(seat, letter): (&Seat, char)| Side {
        name: seat.to_string(),
        letter,
        colour: picture::Colour::ALL.get(seat.index()).copied().unwrap_or(picture::Colour::White),
        is_reader: view.seat == Some(*seat),
        counts: counts(game, view, *seat),
    };
    seats.iter().zip(letters).map(one).collect()
}

fn counts(game: &SevenWonders, view: &View, seat: Seat) -> Vec<Count> {
    let city = view.position.city(seat);
    let points = scoring::score(game, &view.position, seat).total();
    let mut counts = alloc::vec![
        Count { what: "points", n: i32::from(points) },
        Count { what: "coins", n: i32::from(city.coins) },
        Count { what: "shields", n: i32::from(city.shields + city.boon_shields) },
    ];
    let others = [("wins", city.wins), ("defeats", city.defeats), ("debts", city.debts)];
    counts.extend(others.into_iter().filter(|(_, n)| *n > 0).map(|(what, n)| Count { what, n: i32::from(n) }));
    counts
}

fn tableau(game: &SevenWonders, view: &View, seat: Seat) -> Tableau {
    let city = view.position.city(seat);
    let all = game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)].len();
    let of = |colour: &Colour| Row {
        colour: colour.to_string(),
        cards: city
            .cards()
            .filter(|card| game.deck.card(*card).colour == *colour)
            .map(|card| card.to_string())
            .collect(),
    };
    let rows = Colour::ALL.iter().map(of).filter(|row| !row.cards.is_empty());
    Tableau { side: seat.0, stages: (city.stages, all as u8), rows: rows.collect() }
}

fn marks(told: &[&Event]) -> Vec<Mark> {
    let mark = |event: &&Event| {
        Some(match **event {
            Event::Hosted { other, card, .. } => Mark::Laid { side: other.0, card: card.to_string() },
            Event::Built { seat, card, .. } | Event::Dug { seat, card, .. } | Event::Recruited { seat, card, .. } => {
                Mark::Laid { side: seat.0, card: card.to_string() }
            }
            Event::Staged { seat, stage, .. } => Mark::Raised { side: seat.0, stage },
            Event::Conflict { winner, loser, .. } => {
                Mark::Fought { at: winner.to_string(), sides: alloc::vec![winner.0, loser.0] }
            }
            _ => return None,
        })
    };
    told.iter().filter_map(mark).collect()
}
