//! The pieces in their places.

use super::Spot;
use crate::canvas::Canvas;
use crate::geography::Point;
use crate::signs::{Drawn, draw as sign};
use crate::{Sheet, Size};
use tabellarius_kernel::picture::{Piece, Place, Sign};

/// How big pieces are that lie together: the fewer, the bigger.
pub(super) fn radius(place: &Place, of: f32) -> f32 {
    match shown(place).len() {
        0 | 1 => of.max(9.0),
        2 | 3 => of.max(7.5),
        _ => of.max(6.5),
    }
}

/// The pieces that are drawn: where nobody of the owner stands, a tile says whose the land is.
pub(super) fn shown(place: &Place) -> Vec<Piece> {
    let mut pieces = place.pieces.clone();
    if let Some(owner) = place.owner {
        let stands =
            |piece: &Piece| piece.side == Some(owner) && matches!(piece.sign, Sign::Army | Sign::Citadel | Sign::Fleet);
        if !pieces.iter().any(stands) {
            pieces.insert(0, Piece::of(Sign::Marker, owner, 1));
        }
    }
    pieces
}

/// Where so many pieces lie: in the places of the area, and between them if there are more.
pub(super) fn spread(places: &[Point], n: usize) -> Vec<Point> {
    let between = places.windows(2).map(|pair| ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0));
    places.iter().copied().chain(between).take(n).collect()
}

/// Where the one tile of an area lies on a small picture: under its name.
pub(super) fn below(spot: &crate::geography::Area) -> Point {
    let (x, y) = spot.label.middle();
    (x, y + 20.0)
}

pub(super) fn draw(to: &mut Canvas, sheet: &Sheet<'_>, spots: &[Spot<'_>], size: Size) {
    for spot in spots {
        let Some(place) = spot.place else { continue };
        let pieces = shown(place);
        if size == Size::Small {
            if let Some(piece) = pieces.first() {
                let drawn = Drawn { sign: piece.sign, side: piece.side.and_then(|side| sheet.side(side)), n: piece.n };
                sign(to, &drawn, below(spot.area), 13.0);
            }
            continue;
        }
        let places = &spot.area.places;
        let mut r = radius(place, places.radius);
        if pieces.len() > places.at.len() {
            r *= 0.8;
        }
        for (piece, at) in pieces.iter().zip(spread(&places.at, pieces.len())) {
            let drawn = Drawn { sign: piece.sign, side: piece.side.and_then(|side| sheet.side(side)), n: piece.n };
            sign(to, &drawn, at, r);
        }
    }
}
