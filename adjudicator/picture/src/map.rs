//! A map: the ground, whose it is, the names, the pieces, and what has changed.
//!
//! Three layers lie on top of each other; those which never change need be drawn only once for many pictures.

mod changes;
mod ground;
mod pieces;

use crate::canvas::{Anchor, Canvas, Ink, rings};
use crate::geography::{Area, Geography};
use crate::palette::{INK, LAND, NEWS, SEA_INK, look};
use crate::{Sheet, Size};
use tabellarius_kernel::picture::Place;

/// The layers of a map, the lowest first, in pixels of the geography.
pub struct Layers {
    /// Land and water, coasts and borders.
    pub ground: Canvas,
    /// Whose land it is, pieces and changes.
    pub pieces: Canvas,
    /// Names; they stay legible whatever lies there.
    pub names: Canvas,
    /// The heads of arrows, and swords: what would mean nothing if a name hid it.
    pub over: Canvas,
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
    for spot in spots.iter().filter(|spot| spot.area.kind.is_land() && spot.place.is_some_and(|place| place.contested))
    {
        outline(&mut tint, spot.area);
    }
    let to = &mut tint;
    changes::fights(to, sheet, geography);
    pieces::draw(to, sheet, &spots, size);
    let mut over = Canvas::default();
    changes::arrows(to, &mut over, sheet, geography, size);
    changes::rings_round(to, sheet, geography, places, size);
    changes::swords_at(&mut over, sheet, geography, places, size);
    Layers { ground: ground::draw(geography), pieces: tint, names: names(geography, &spots, size), over }
}

/// A thick line round an area where something is going on.
fn outline(to: &mut Canvas, area: &Area) {
    let d = rings(&area.shape);
    to.path(&d, "fill=\"none\" stroke=\"#FFFCF5\" stroke-width=\"5\" stroke-linejoin=\"round\"");
    to.path(&d, &format!("fill=\"none\" stroke=\"{NEWS}\" stroke-width=\"2.6\" stroke-linejoin=\"round\""));
}

fn names(geography: &Geography, spots: &[Spot<'_>], size: Size) -> Canvas {
    let mut names = Canvas::default();
    for spot in spots {
        label(&mut names, spot, size);
    }
    for town in &geography.towns {
        names.circle(town.at, town.radius, &format!("fill=\"{LAND}\" stroke=\"{INK}\" stroke-width=\"3\""));
        names.circle(town.at, town.radius * 0.82, &format!("fill=\"none\" stroke=\"{NEWS}\" stroke-width=\"1.5\""));
        names.text(&town.name, town.at, Anchor::Middle, Ink::bold(town.radius * 0.68, INK));
    }
    names
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
        let short = Ink { size: if land { 22.0 } else { 18.0 }, ..ink(1.0) };
        to.text(&spot.area.short, (x, y - 3.0), Anchor::Middle, short.on(if land { LAND } else { "#C9DDE9" }));
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
    all.add(&layers.pieces);
    all.add(&layers.names);
    all.add(&layers.over);
    all
}
