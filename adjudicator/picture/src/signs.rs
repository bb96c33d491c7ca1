//! How pieces look: each kind has a shape of its own, each side a colour and a letter.

use crate::canvas::{Anchor, Canvas, Ink, N};
use crate::palette::{INK, STONE, look};
use tabellarius_kernel::picture::{Colour, Side, Sign};

/// A piece to draw.
pub struct Drawn<'a> {
    /// What it is.
    pub sign: Sign,
    /// Whose.
    pub side: Option<&'a Side>,
    /// How many.
    pub n: u8,
}

const PLAIN: &str = "#FFFDF6";

/// Draws a piece of a radius.
pub fn draw(to: &mut Canvas, piece: &Drawn<'_>, at: (f32, f32), r: f32) {
    let side = piece.side;
    let (fill, on) = side.map_or((STONE, PLAIN), |side| (look(side.colour).tile, look(side.colour).letter));
    let edge = if side.is_some_and(|side| side.colour == Colour::White) { STONE } else { PLAIN };
    let style = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{}\"", N(r * 0.13));
    let (x, y) = at;
    match piece.sign {
        Sign::Army | Sign::Marker | Sign::Fleet | Sign::Citadel => tile(to, piece, at, r),
        Sign::Ally => {
            to.circle(at, r * 0.85, &format!("fill=\"{PLAIN}\" stroke=\"{fill}\" stroke-width=\"{}\"", N(r * 0.3)));
            let text = side.map_or_else(|| piece.n.to_string(), |side| format!("{}{}", side.letter, many(piece.n)));
            to.text(&text, at, Anchor::Middle, Ink::bold(r * 0.95, INK));
        }
        Sign::City => {
            let house = format!(
                "M{},{}v{}h{}v{}l{},{}Z",
                N(x - r * 0.72),
                N(y - r * 0.1),
                N(r * 0.85),
                N(r * 1.44),
                N(-r * 0.85),
                N(-r * 0.72),
                N(-r * 0.72)
            );
            to.path(&house, &style);
            count(to, piece.n, at, r);
        }
        Sign::Caravan => {
            to.circle(at, r * 0.62, &style);
            to.circle(at, r * 0.24, &format!("fill=\"{PLAIN}\""));
            count(to, piece.n, at, r);
        }
        Sign::Market => {
            to.rect([x - r * 0.68, y - r * 0.6, r * 1.36, r * 1.25], r * 0.12, &style);
            let awning = format!("M{},{}h{}", N(x - r * 0.68), N(y - r * 0.12), N(r * 1.36));
            to.path(&awning, &format!("stroke=\"{PLAIN}\" stroke-width=\"{}\"", N(r * 0.2)));
        }
        Sign::Temple => {
            let gable = format!(
                "M{},{}L{},{} {},{}Z",
                N(x - r * 0.95),
                N(y - r * 0.15),
                N(x),
                N(y - r * 0.85),
                N(x + r * 0.95),
                N(y - r * 0.15)
            );
            to.path(&gable, &style);
            for column in [-0.6, 0.0, 0.6] {
                to.rect([x + r * column - r * 0.15, y - r * 0.05, r * 0.3, r * 0.6], 0.0, &format!("fill=\"{fill}\""));
            }
            to.rect([x - r * 0.9, y + r * 0.5, r * 1.8, r * 0.24], 0.0, &format!("fill=\"{fill}\""));
        }
        Sign::Fortress => {
            let (w, h) = (r * 0.78, r * 0.8);
            let d = format!(
                "M{},{}v{}h{}v{}h{}v{}h{}v{}h{}v{}h{}v{}Z",
                N(x - w),
                N(y + h),
                N(-2.0 * h),
                N(w * 0.5),
                N(h * 0.45),
                N(w * 0.25),
                N(-h * 0.45),
                N(w * 0.5),
                N(h * 0.45),
                N(w * 0.25),
                N(-h * 0.45),
                N(w * 0.5),
                N(2.0 * h)
            );
            to.path(&d, &style);
            let letter = side.map(|side| side.letter.to_string()).unwrap_or_default();
            to.text(&letter, (x, y + r * 0.28), Anchor::Middle, Ink::bold(r * 0.95, on));
            count(to, piece.n, at, r);
        }
        Sign::Creature => {
            let point = |i: usize| {
                let (angle, far) =
                    (std::f32::consts::PI * i as f32 / 5.0, if i.is_multiple_of(2) { r * 1.08 } else { r * 0.72 });
                (x + far * angle.sin(), y - far * angle.cos())
            };
            let star: Vec<_> = (0..10).map(point).collect();
            to.path(&(crate::canvas::line(&star) + "Z"), &style);
            let text = side.map_or(String::new(), |side| format!("{}{}", side.letter, many(piece.n)));
            to.text(&text, at, Anchor::Middle, Ink::bold(r * 0.85, on));
        }
        Sign::Wonder => {
            let d = format!(
                "M{},{}L{},{} {},{}Z",
                N(x - r),
                N(y + r * 0.75),
                N(x),
                N(y - r * 0.95),
                N(x + r),
                N(y + r * 0.75)
            );
            to.path(&d, &style);
            let letter = side.map(|side| side.letter.to_string()).unwrap_or_default();
            to.text(&letter, (x, y + r * 0.3), Anchor::Middle, Ink::bold(r * 0.85, on));
        }
        Sign::Gold => {
            to.circle(at, r * 0.7, &format!("fill=\"#E8B80E\" stroke=\"{INK}\" stroke-width=\"{}\"", N(r * 0.12)));
            to.text(&piece.n.to_string(), at, Anchor::Middle, Ink::bold(r, INK));
        }
    }
}

fn many(n: u8) -> String {
    if n > 1 { n.to_string() } else { String::new() }
}

/// A tile with a letter, and a number where there is one: round the corners on land, a hull at sea, a roof for a City.
fn tile(to: &mut Canvas, piece: &Drawn<'_>, (x, y): (f32, f32), r: f32) {
    let Some(side) = piece.side else { return };
    let look = look(side.colour);
    let text = match (piece.sign, piece.n) {
        (Sign::Marker, _) => side.letter.to_string(),
        (_, n) => format!("{}{n}", side.letter),
    };
    let wide = r * (0.44 + 0.33 * text.chars().count() as f32);
    let high = r * 0.84;
    let d = match piece.sign {
        Sign::Fleet => {
            let keel = wide * 0.62;
            format!(
                "M{},{}h{}L{},{}h{}Z",
                N(x - wide * 1.12),
                N(y - high),
                N(wide * 2.24),
                N(x + keel),
                N(y + high),
                N(-2.0 * keel)
            )
        }
        Sign::Citadel => format!(
            "M{},{}v{}L{},{} {},{}v{}Z",
            N(x - wide),
            N(y + high),
            N(-high * 1.75),
            N(x),
            N(y - high * 1.5),
            N(x + wide),
            N(y - high * 0.75),
            N(high * 1.75)
        ),
        _ => String::new(),
    };
    // The reader's own pieces have a dark edge with a light one round it.
    let strokes: &[(&str, f32)] =
        if side.is_reader { &[(PLAIN, r * 0.5), (INK, r * 0.26)] } else { &[(STONE, r * 0.2), (PLAIN, r * 0.14)] };
    for (colour, width) in strokes {
        let style = format!(
            "fill=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            look.tile,
            N(*width)
        );
        match d.is_empty() {
            true => to.rect([x - wide, y - high, wide * 2.0, high * 2.0], r * 0.35, &style),
            false => to.path(&d, &style),
        }
    }
    to.text(&text, (x, y), Anchor::Middle, Ink::bold(r * 1.32, look.letter));
}

/// A small number at the corner of a piece of which there are several.
fn count(to: &mut Canvas, n: u8, (x, y): (f32, f32), r: f32) {
    if n > 1 {
        let at = (x + r * 0.72, y - r * 0.62);
        to.circle(at, r * 0.52, &format!("fill=\"{PLAIN}\" stroke=\"{STONE}\" stroke-width=\"{}\"", N(r * 0.1)));
        to.text(&n.to_string(), at, Anchor::Middle, Ink::bold(r * 0.95, INK));
    }
}

/// Crossed swords: a battle.
pub fn swords(to: &mut Canvas, (x, y): (f32, f32), r: f32) {
    to.circle(
        (x, y),
        r,
        &format!("fill=\"{}\" stroke=\"{PLAIN}\" stroke-width=\"{}\"", crate::palette::NEWS, N(r * 0.16)),
    );
    let s = r * 0.52;
    let d = format!(
        "M{},{}L{},{}M{},{}L{},{}M{},{}l{},{}M{},{}l{},{}",
        N(x - s),
        N(y - s),
        N(x + s),
        N(y + s),
        N(x + s),
        N(y - s),
        N(x - s),
        N(y + s),
        N(x - s * 0.9),
        N(y + s * 0.25),
        N(s * 0.65),
        N(s * 0.65),
        N(x + s * 0.9),
        N(y + s * 0.25),
        N(-s * 0.65),
        N(s * 0.65)
    );
    to.path(&d, &format!("fill=\"none\" stroke=\"#FFFFFF\" stroke-width=\"{}\" stroke-linecap=\"round\"", N(r * 0.2)));
}

/// A ring round what has come, or a broken one where something has gone.
pub fn ring(to: &mut Canvas, at: (f32, f32), r: f32, came: bool) {
    let dashes = if came { String::new() } else { format!(" stroke-dasharray=\"{} {}\"", N(r * 0.42), N(r * 0.34)) };
    for (colour, width) in [(PLAIN, 4.0), (crate::palette::NEWS, 2.2)] {
        to.circle(at, r, &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}"));
    }
}
