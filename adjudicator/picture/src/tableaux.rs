//! Cards and tokens in front of each player: rows of coloured cards, as they lie round the table.

use crate::canvas::{Anchor, Canvas, Ink, N};
use crate::frame;
use crate::letters::{Style, font};
use crate::palette::{self, INK, MUTED, NEWS, PAPER, RULE};
use crate::signs::{self, Drawn};
use crate::{Sheet, Size};
use tabellarius_kernel::picture::{Mark, Sign, Tableau};

/// Draws everybody's cards under the title; says how high it is.
pub fn draw(to: &mut Canvas, sheet: &Sheet<'_>, all: &[Tableau], from: f32, size: Size) -> f32 {
    let wide = frame::width(size);
    let columns = if size == Size::Full && all.len() > 1 { 2 } else { 1 };
    let gap = if size == Size::Full { 14.0 } else { 8.0 };
    let column = (wide - gap * (columns as f32 + 1.0)) / columns as f32;
    let mut body = Canvas::default();
    let mut y = from;
    for pair in all.chunks(columns) {
        let heights: Vec<f32> = pair.iter().map(|one| panel(None, sheet, one, (0.0, 0.0), column, size)).collect();
        let high = heights.into_iter().fold(0.0, f32::max);
        for (i, one) in pair.iter().enumerate() {
            let x = gap + i as f32 * (column + gap);
            back(&mut body, sheet, one, [x, y, column, high]);
            panel(Some(&mut body), sheet, one, (x, y), column, size);
        }
        y += high + gap;
    }
    to.rect([0.0, from, wide, y - from], 0.0, &format!("fill=\"{PAPER}\""));
    to.add(&body);
    y - from
}

fn back(to: &mut Canvas, sheet: &Sheet<'_>, one: &Tableau, bounds: [f32; 4]) {
    let mine = sheet.side(one.side).is_some_and(|side| side.is_reader);
    let (edge, width) = if mine { (INK, 2.5) } else { (RULE, 1.5) };
    to.rect(bounds, 8.0, &format!("fill=\"#F7F0E0\" stroke=\"{edge}\" stroke-width=\"{width}\""));
}

/// One player's cards; says how high they are.
fn panel(
    mut to: Option<&mut Canvas>,
    sheet: &Sheet<'_>,
    one: &Tableau,
    (x, y): (f32, f32),
    wide: f32,
    size: Size,
) -> f32 {
    let Some(side) = sheet.side(one.side) else { return 0.0 };
    let (r, name, card) = if size == Size::Full { (14.0, 20.0, 15.0) } else { (12.0, 17.0, 13.5) };
    let pad = r * 0.8;
    if let Some(to) = to.as_deref_mut() {
        let middle = y + pad + r;
        signs::draw(to, &Drawn { sign: Sign::Marker, side: Some(side), n: 1 }, (x + pad + r, middle), r);
        to.text(&sheet.words.name(&side.name), (x + pad + 2.0 * r + 10.0, middle), Anchor::Start, Ink::bold(name, INK));
        stages(to, sheet, one, (x + wide - pad, middle), r);
        let told: Vec<String> = side.counts.iter().map(|count| sheet.words.count(count.what, count.n)).collect();
        to.text(&told.join("  ·  "), (x + pad, middle + r + card * 0.9), Anchor::Start, Ink::bold(card, MUTED));
    }
    let mut line = y + pad + 2.0 * r + card * 1.8;
    let (high, between) = (card * 1.55, card * 0.35);
    for row in &one.rows {
        let (ground, letter) = palette::card(&row.colour);
        let begin = x + pad + card * 3.9;
        let mut at = begin;
        if let Some(to) = to.as_deref_mut() {
            let word = sheet.words.name(&row.colour);
            to.text(&word, (x + pad, line + high / 2.0), Anchor::Start, Ink::italic(card, MUTED));
        }
        for id in &row.cards {
            let text = sheet.words.name(id);
            let long = font(Style::Bold).width(&text, card) + card * 1.1;
            if at + long > x + wide - pad && at > begin {
                at = begin;
                line += high + between;
            }
            if let Some(to) = to.as_deref_mut() {
                let edge =
                    if ground == "#EFE6D2" { format!(" stroke=\"{RULE}\" stroke-width=\"1\"") } else { String::new() };
                to.rect([at, line, long, high], card * 0.3, &format!("fill=\"{ground}\"{edge}"));
                to.text(&text, (at + long / 2.0, line + high / 2.0), Anchor::Middle, Ink::bold(card, letter));
                if is_new(sheet, one.side, id) {
                    let bounds = [at - 2.5, line - 2.5, long + 5.0, high + 5.0];
                    to.rect(bounds, card * 0.45, &format!("fill=\"none\" stroke=\"{NEWS}\" stroke-width=\"3\""));
                }
            }
            at += long + between;
        }
        line += high + between * 1.4;
    }
    if one.rows.is_empty() {
        line += high * 0.2;
    }
    line - y + pad * 0.6
}

fn is_new(sheet: &Sheet<'_>, whose: u8, id: &str) -> bool {
    let laid = |mark: &Mark| matches!(mark, Mark::Laid { side, card } if *side == whose && card == id);
    sheet.picture.marks.iter().any(laid)
}

/// The stages of the great work, from right to left: full ones are built.
fn stages(to: &mut Canvas, sheet: &Sheet<'_>, one: &Tableau, (right, y): (f32, f32), r: f32) {
    let (built, all) = one.stages;
    let raised = |n: u8| {
        let is_it = |mark: &Mark| matches!(mark, Mark::Raised { side, stage } if *side == one.side && *stage == n);
        sheet.picture.marks.iter().any(is_it)
    };
    for n in 1..=all {
        let x = right - f32::from(all - n + 1) * r * 1.75;
        let fill = if n <= built { palette::SEA_INK } else { PAPER };
        let d =
            format!("M{},{}h{}l{},{}h{}Z", N(x), N(y + r * 0.7), N(r * 1.4), N(-r * 0.35), N(-r * 1.4), N(-r * 0.7));
        let (edge, width) = if raised(n) { (NEWS, 3.0) } else { (palette::SEA_INK, 1.6) };
        to.path(&d, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""));
    }
}
