//! A map: the ground, whose it is, the names, the pieces, and what has changed.
//!
//! Four layers lie on top of each other, so that those which never change need be drawn only once for many pictures.

mod changes;
mod ground;
mod pieces;

use crate::canvas::{Anchor, Canvas, Ink, rings};
use crate::geography::{Area, Geography};
use crate::palette::{INK, LAND, NEWS, SEA, SEA_INK, look};
use crate::{Sheet, Size};
use tabellarius_kernel::picture::Place;

/// The layers of a map, the lowest first, in pixels of the geography.
pub struct Layers {
    /// Land and water.
    pub ground: Canvas,
    /// Whose land it is.
    pub tint: Canvas,
    /// Coasts, borders and names.
    pub ink: Canvas,
    /// Pieces and changes.
    pub top: Canvas,
}

/// An area with what is in it.
struct Spot<'a> {
    area: &'a Area,
    place: Option<&'a Place>,
    /// The name in the reader's language, if it is not that of the file.
    name: Option<String>,
}

/// Draws a map.
pub fn draw(sheet: &Sheet<'_>, geography: &Geography, places: &[Place], size: Size) -> Layers {
    let english = |place: &Place| sheet.words.english(&place.area);
    let keyed: Vec<(String, &Place)> = places.iter().map(|place| (english(place), place)).collect();
    let mut spots: Vec<Spot<'_>> = Vec::new();
    for (name, area) in &geography.areas {
        let place = keyed.iter().find(|(key, _)| key == name).map(|(_, place)| *place);
        spots.push(Spot { area, place, name: sheet.words.translated(name) });
    }
    let mut tint = Canvas::default();
    for spot in spots.iter().filter(|spot| spot.area.kind.is_land()) {
        let Some(owner) = spot.place.and_then(|place| sheet.side(place.owner?)) else { continue };
        let look = look(owner.colour);
        let style = format!("fill=\"{}\" fill-opacity=\"{}\" fill-rule=\"evenodd\"", look.tint, look.strength);
        tint.path(&rings(&spot.area.shape), &style);
    }
    let mut top = Canvas::default();
    for spot in spots.iter().filter(|spot| spot.place.is_some_and(|place| place.contested)) {
        outline(&mut top, spot.area);
    }
    changes::fights(&mut top, sheet, geography);
    changes::arrows(&mut top, sheet, geography, size);
    pieces::draw(&mut top, sheet, &spots, size);
    changes::rings_round(&mut top, sheet, geography, places, size);
    Layers { ground: ground::draw(geography), tint, ink: ink(geography, &spots, size), top }
}

/// A thick line round an area where something is going on.
fn outline(to: &mut Canvas, area: &Area) {
    let d = rings(&area.shape);
    to.path(&d, "fill=\"none\" stroke=\"#FFFCF5\" stroke-width=\"5\" stroke-linejoin=\"round\"");
    to.path(&d, &format!("fill=\"none\" stroke=\"{NEWS}\" stroke-width=\"2.6\" stroke-linejoin=\"round\""));
}

fn ink(geography: &Geography, spots: &[Spot<'_>], size: Size) -> Canvas {
    let mut ink = Canvas::default();
    ground::lines(&mut ink, geography);
    for spot in spots {
        label(&mut ink, spot, size);
    }
    for town in &geography.towns {
        ink.circle(town.at, town.radius, &format!("fill=\"{LAND}\" stroke=\"{INK}\" stroke-width=\"3\""));
        ink.circle(town.at, town.radius * 0.82, &format!("fill=\"none\" stroke=\"{NEWS}\" stroke-width=\"1.5\""));
        ink.text(&town.name, town.at, Anchor::Middle, Ink::bold(town.radius * 0.68, INK));
    }
    ink
}

/// An area's name: whole where there is room, in three letters on a small picture.
fn label(to: &mut Canvas, spot: &Spot<'_>, size: Size) {
    let label = &spot.area.label;
    let land = spot.area.kind.is_land();
    let ink = |size: f32| match land {
        true => Ink::bold(size, INK),
        false => Ink::italic(size, SEA_INK),
    };
    let (x, y) = label.middle();
    if size == Size::Small {
        let short = Ink { size: if land { 23.0 } else { 19.0 }, ..ink(1.0) };
        to.text(&spot.area.short, (x, y), Anchor::Middle, short.on(if land { LAND } else { "#C9DDE9" }));
        return;
    }
    let ink = ink(label.size).on(if land && label.inside {
        LAND
    } else if land {
        "#DCE9F0"
    } else {
        "#BFD5E3"
    });
    match &spot.name {
        Some(name) => {
            // Another language's name has to do with the room of the English one.
            let room = (label.bounds[2] - label.bounds[0]).max(30.0) * 1.15;
            let wide = crate::letters::font(ink.style).width(name, ink.size);
            to.text(name, (x, y), Anchor::Middle, Ink { size: ink.size * (room / wide).min(1.0), ..ink });
        }
        None => {
            let high = (label.bounds[3] - label.bounds[1]) / label.lines.len().max(1) as f32;
            for (i, text) in label.lines.iter().enumerate() {
                to.text(text, (x, label.bounds[1] + high * (i as f32 + 0.5)), Anchor::Middle, ink);
            }
        }
    }
}

/// The whole map as one drawing.
pub fn flat(layers: &Layers) -> Canvas {
    let mut all = layers.ground.clone();
    all.add(&layers.tint);
    all.add(&layers.ink);
    all.add(&layers.top);
    all
}

/// What a map lies on, where nothing else does.
pub const GROUND: &str = SEA;
