//! What there is to see: three roads to Rome, and who lay there in the night that is over.

use crate::Latrones;
use crate::position::{Event, Road, View};
use alloc::string::ToString as _;
use alloc::vec::Vec;
use tabellarius_kernel::picture::{self, Board, Colour, Count, Mark, Picture, Piece, Place, Side, Sign};
use tabellarius_kernel::{Game as _, Seat};

/// The picture of a view. Between nights all men are in their camps, so the roads show what the viewer heard of the night (LA-3.1).
pub fn picture(game: &Latrones, view: &View, told: &[&Event]) -> Picture {
    let places = Road::ALL.iter().map(|road| Place {
        area: road.to_string(),
        owner: told.iter().find_map(|event| match event {
            Event::Taken { seat, road: on } if on == road => Some(seat.0),
            _ => None,
        }),
        pieces: told.iter().flat_map(|event| lay(event, *road)).collect(),
        contested: false,
    });
    Picture {
        board: Board::Map(places.collect()),
        sides: sides(game, view),
        marks: told.iter().filter_map(mark).collect(),
    }
}

/// Who lay in wait on a road.
fn lay(event: &&Event, road: Road) -> Vec<Piece> {
    match event {
        Event::Ambush { road: on, bands } if *on == road => {
            bands.iter().map(|(seat, men)| Piece::of(Sign::Army, seat.0, *men)).collect()
        }
        Event::Escaped { road: on } if *on == road => alloc::vec![Piece::on_ground(Sign::Caravan, 1)],
        _ => Vec::new(),
    }
}

fn mark(event: &&Event) -> Option<Mark> {
    let went =
        |seat: Seat, road: &Road| Mark::Went { side: Some(seat.0), sign: Sign::Army, n: 1, at: road.to_string() };
    match event {
        Event::Fought { road, fighters } => {
            Some(Mark::Fought { at: road.to_string(), sides: fighters.iter().map(|fighter| fighter.seat.0).collect() })
        }
        Event::ManLost { seat, road } | Event::Withdrew { seat, road } => Some(went(*seat, road)),
        Event::Taken { seat, road } => {
            Some(Mark::Came { side: Some(seat.0), sign: Sign::Marker, n: 1, at: road.to_string() })
        }
        _ => None,
    }
}

fn sides(game: &Latrones, view: &View) -> Vec<Side> {
    let letters = picture::letters(view.bands.iter().map(|band| game.seat_key(band.seat)));
    let colours = [Colour::Red, Colour::White, Colour::Black, Colour::Blue];
    let counts = |band: &crate::position::SeenBand| {
        let mut counts = alloc::vec![
            Count { what: "men", n: i32::from(band.men) },
            Count { what: "caravans", n: i32::from(band.caravans) },
        ];
        counts.extend(band.purse.map(|purse| Count { what: "denarii", n: i32::from(purse) }));
        counts
    };
    let one = |(band, letter): (&crate::position::SeenBand, char)| Side {
        name: band.seat.to_string(),
        letter,
        colour: colours.get(band.seat.index()).copied().unwrap_or(Colour::White),
        is_reader: view.seat == Some(band.seat),
        counts: counts(band),
    };
    view.bands.iter().zip(letters).map(one).collect()
}
