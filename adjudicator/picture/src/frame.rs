//! What stands round a board: its title, who is who, and what the signs mean.

use crate::canvas::{Anchor, Canvas, Ink, N};
use crate::letters::{Style, font};
use crate::palette::{INK, MUTED, PAPER, RULE};
use crate::signs::{self, Drawn};
use crate::{Sheet, Size};
use tabellarius_kernel::picture::{Board, Mark, Side, Sign};

/// How wide a page is, in pixels of its drawing.
pub fn width(size: Size) -> f32 {
    match size {
        Size::Full => 1000.0,
        Size::Small => 400.0,
    }
}

/// The height of the title.
pub fn top(size: Size) -> f32 {
    match size {
        Size::Full => 50.0,
        Size::Small => 44.0,
    }
}

/// The title: the game on the left, the stage on the right, or below it where there is little room.
pub fn title(to: &mut Canvas, sheet: &Sheet<'_>, size: Size) {
    let wide = width(size);
    to.rect([0.0, 0.0, wide, top(size)], 0.0, &format!("fill=\"{PAPER}\""));
    match size {
        Size::Full => {
            let stage = Ink::italic(21.0, MUTED);
            let room = wide - 56.0 - font(Style::Italic).width(sheet.stage, stage.size);
            fit(to, sheet.title, (18.0, 26.0), room, Ink::bold(25.0, INK));
            to.text(sheet.stage, (wide - 18.0, 27.0), Anchor::End, stage);
        }
        Size::Small => {
            fit(to, sheet.title, (8.0, 14.0), wide - 16.0, Ink::bold(17.0, INK));
            fit(to, sheet.stage, (8.0, 32.0), wide - 16.0, Ink::italic(14.5, MUTED));
        }
    }
}

/// A text that must not be wider than its room.
fn fit(to: &mut Canvas, text: &str, at: (f32, f32), room: f32, ink: Ink<'_>) {
    let wide = font(ink.style).width(text, ink.size).max(1.0);
    to.text(text, at, Anchor::Start, Ink { size: ink.size * (room / wide).min(1.0), ..ink });
}

/// Who is worth a line.
fn present<'a>(sheet: &Sheet<'a>) -> Vec<&'a Side> {
    let all = (0..).zip(&sheet.picture.sides).filter(|(at, _)| sheet.picture.tells_of(*at));
    all.map(|(_, side)| side).collect()
}

/// Who is who, and how everybody stands; says how high it is.
pub fn sides(to: &mut Canvas, sheet: &Sheet<'_>, from: f32, size: Size) -> f32 {
    let all = present(sheet);
    let (wide, most) = (width(size), if size == Size::Full { 6 } else { 2 });
    let columns = if size == Size::Full { all.len().clamp(1, 7).max(1) } else { most };
    let rows = all.len().div_ceil(columns).max(1);
    let (column, row) = match size {
        Size::Full => ((wide - 24.0) / columns as f32, 66.0),
        Size::Small => ((wide - 8.0) / columns as f32, 40.0),
    };
    let pad = if size == Size::Full { 10.0 } else { 6.0 };
    let high = rows as f32 * row + 2.0 * pad;
    to.rect([0.0, from, wide, high], 0.0, &format!("fill=\"{PAPER}\""));
    let left = if size == Size::Full { 14.0 } else { 6.0 };
    for (i, side) in all.iter().enumerate() {
        let (x, y) = (left + (i % columns) as f32 * column, from + pad + (i / columns) as f32 * row);
        one_side(to, sheet, side, (x, y), column - 8.0, size);
    }
    high
}

fn one_side(to: &mut Canvas, sheet: &Sheet<'_>, side: &Side, (x, y): (f32, f32), room: f32, size: Size) {
    let (r, name, line) = if size == Size::Full { (13.0, 17.0, 14.0) } else { (11.0, 14.5, 12.5) };
    if side.is_reader {
        to.rect([x - 5.0, y - 2.0, room + 4.0, if size == Size::Full { 66.0 } else { 40.0 }], 6.0, "fill=\"#F7F0E0\"");
    }
    signs::draw(to, &Drawn { sign: Sign::Marker, side: Some(side), n: 1 }, (x + r + 1.0, y + r + 1.0), r);
    fit(
        to,
        &sheet.words.name(&side.name),
        (x + 2.0 * r + 8.0, y + r * 0.95),
        room - 2.0 * r - 8.0,
        Ink::bold(name, INK),
    );
    let told: Vec<String> = side.counts.iter().map(|count| sheet.words.count(count.what, count.n)).collect();
    match size {
        Size::Full => {
            let halves = told.split_at(told.len().min(2));
            fit(to, &halves.0.join(", "), (x, y + 37.0), room - 4.0, Ink::bold(line, INK));
            fit(to, &halves.1.join(", "), (x, y + 54.0), room - 4.0, Ink::italic(line, MUTED));
        }
        Size::Small => fit(to, &told.join(", "), (x, y + 30.0), room - 4.0, Ink::italic(line, INK)),
    }
}

/// What the signs on a map mean; says how high it is.
pub fn legend(to: &mut Canvas, sheet: &Sheet<'_>, from: f32) -> f32 {
    let Board::Map(places) = &sheet.picture.board else { return 0.0 };
    let is_there = |sign: &Sign| places.iter().flat_map(|place| &place.pieces).any(|piece| piece.sign == *sign);
    let signs: Vec<Sign> = Sign::ALL.iter().copied().filter(is_there).collect();
    let marks = &sheet.picture.marks;
    let has = |test: fn(&Mark) -> bool| marks.iter().any(test);
    let high = 34.0;
    to.rect([0.0, from, width(Size::Full), high], 0.0, &format!("fill=\"{PAPER}\""));
    to.path(&format!("M14,{}H986", N(from)), &format!("stroke=\"{RULE}\" stroke-width=\"1\""));
    let (mut x, y, ink) = (22.0, from + high / 2.0, Ink::italic(14.5, INK));
    let word = |to: &mut Canvas, x: &mut f32, key: &str| {
        let word = sheet.words.word(key);
        to.text(&word, (*x + 14.0, y), Anchor::Start, ink);
        *x += 14.0 + font(ink.style).width(&word, ink.size) + 26.0;
    };
    let side = sheet.picture.sides.iter().find(|side| side.is_reader).or(sheet.picture.sides.first());
    for sign in signs {
        let owned =
            !matches!(sign, Sign::Caravan | Sign::Market | Sign::Temple) && (sign != Sign::City || owned_city(sheet));
        let drawn = Drawn {
            sign,
            side: side.filter(|_| owned),
            n: if sign == Sign::Army || sign == Sign::Fleet { 2 } else { 1 },
        };
        signs::draw(to, &drawn, (x, y), 9.5);
        word(to, &mut x, sign.key());
    }
    if has(|mark| matches!(mark, Mark::Moved { .. })) {
        to.path(
            &format!("M{},{}h14m-5,-4l6,4l-6,4", N(x - 8.0), N(y)),
            &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.4\""),
        );
        word(to, &mut x, "moved");
    }
    if has(|mark| matches!(mark, Mark::Came { .. })) {
        signs::ring(to, (x, y), 8.5, true);
        word(to, &mut x, "came");
    }
    if has(|mark| matches!(mark, Mark::Went { .. })) {
        signs::ring(to, (x, y), 8.5, false);
        word(to, &mut x, "went");
    }
    if has(|mark| matches!(mark, Mark::Fought { .. })) || places.iter().any(|place| place.contested) {
        signs::swords(to, (x, y), 9.5);
        word(to, &mut x, "fought");
    }
    high
}

/// Whether Cities are somebody's pieces in this game.
fn owned_city(sheet: &Sheet<'_>) -> bool {
    let Board::Map(places) = &sheet.picture.board else { return false };
    places.iter().flat_map(|place| &place.pieces).any(|piece| piece.sign == Sign::City && piece.side.is_some())
}
