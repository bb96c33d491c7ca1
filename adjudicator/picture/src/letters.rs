//! Letters as outlines, from a font in the binary: a picture looks the same everywhere, and needs no font where it is looked at.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// A style of letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Style {
    /// Names of land, numbers, headings.
    Bold,
    /// Names of water, second lines.
    Italic,
}

/// Outlines of a style, in units of a thousandth of the size.
pub struct Font {
    glyphs: BTreeMap<char, Glyph>,
    kerns: BTreeMap<(char, char), f32>,
}

/// One letter.
struct Glyph {
    path: String,
    advance: f32,
}

/// The font in the binary.
pub fn font(style: Style) -> &'static Font {
    static BOLD: OnceLock<Font> = OnceLock::new();
    static ITALIC: OnceLock<Font> = OnceLock::new();
    match style {
        Style::Bold => BOLD.get_or_init(|| Font::read(include_bytes!("../fonts/AlegreyaSans-Bold.ttf"))),
        Style::Italic => ITALIC.get_or_init(|| Font::read(include_bytes!("../fonts/AlegreyaSans-MediumItalic.ttf"))),
    }
}

impl Font {
    /// Reads all letters; a font that cannot be read has none, which a test would notice.
    fn read(bytes: &[u8]) -> Font {
        let mut font = Font { glyphs: BTreeMap::new(), kerns: BTreeMap::new() };
        let Ok(face) = Face::parse(bytes, 0) else { return font };
        let scale = 1000.0 / f32::from(face.units_per_em());
        let mut ids = BTreeMap::new();
        for letter in (' '..='~').chain('\u{a0}'..'\u{250}').chain('\u{2010}'..='\u{2030}').chain(['\u{2212}']) {
            let Some(id) = face.glyph_index(letter) else { continue };
            let mut outline = Outline { path: String::new(), scale };
            face.outline_glyph(id, &mut outline);
            let advance = f32::from(face.glyph_hor_advance(id).unwrap_or(0)) * scale;
            font.glyphs.insert(letter, Glyph { path: outline.path, advance });
            ids.insert(letter, id);
        }
        // Only pairs of plain letters are worth their room.
        let plain = || ids.iter().filter(|(letter, _)| letter.is_ascii_alphabetic());
        for (a, first) in plain() {
            for (b, second) in plain() {
                if let Some(by) = kern(&face, *first, *second) {
                    font.kerns.insert((*a, *b), f32::from(by) * scale);
                }
            }
        }
        font
    }

    /// A letter that there is, for one that there may not be.
    fn known(&self, letter: char) -> char {
        if self.glyphs.contains_key(&letter) { letter } else { '?' }
    }

    /// The letters of a text, each with where it begins; and how wide all of it is.
    pub fn set(&self, text: &str) -> (Vec<(char, f32)>, f32) {
        let mut at = 0.0;
        let mut before = None;
        let mut letters = Vec::new();
        for letter in text.chars().map(|letter| self.known(letter)) {
            at += before.and_then(|before| self.kerns.get(&(before, letter))).copied().unwrap_or(0.0);
            letters.push((letter, at));
            at += self.glyphs.get(&letter).map_or(0.0, |glyph| glyph.advance);
            before = Some(letter);
        }
        (letters, at)
    }

    /// How wide a text is at a size.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        self.set(text).1 * size / 1000.0
    }

    /// The outline of a letter.
    pub fn outline(&self, letter: char) -> &str {
        self.glyphs.get(&letter).map_or("", |glyph| &glyph.path)
    }
}

/// How much nearer two letters stand than others.
fn kern(face: &Face<'_>, first: GlyphId, second: GlyphId) -> Option<i16> {
    let lookups = face.tables().gpos?.lookups;
    for lookup in lookups {
        for subtable in lookup.subtables.into_iter::<PositioningSubtable<'_>>() {
            let PositioningSubtable::Pair(pairs) = subtable else { continue };
            let by = match pairs {
                PairAdjustment::Format1 { coverage, sets } => {
                    coverage.get(first).and_then(|at| sets.get(at)).and_then(|set| set.get(second))
                }
                PairAdjustment::Format2 { coverage, classes, matrix } => {
                    coverage.get(first).and_then(|_| matrix.get((classes.0.get(first), classes.1.get(second))))
                }
            };
            if let Some((by, _)) = by {
                return (by.x_advance != 0).then_some(by.x_advance);
            }
        }
    }
    None
}

struct Outline {
    path: String,
    scale: f32,
}

impl Outline {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (i, (x, y)) in points.iter().enumerate() {
            let sep = if i == 0 { "" } else { " " };
            let _ = write!(self.path, "{sep}{} {}", (x * self.scale).round(), (y * self.scale).round());
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty font would drop every name without a word.
    #[test]
    fn every_letter_of_our_languages_can_be_drawn() {
        for style in [Style::Bold, Style::Italic] {
            let font = font(style);
            for letter in "ABCXYZabcxyz0123456789ąćęłńóśźżĄŁÀÈèìòùéëïöüčșț–’…·×".chars()
            {
                assert!(!font.outline(letter).is_empty(), "{style:?} {letter}");
            }
            assert!(font.width("Roma", 10.0) > 15.0 && font.width("Roma", 10.0) < 40.0);
            assert!(font.width("AV", 100.0) < font.width("A", 100.0) + font.width("V", 100.0), "no kerning");
            assert_eq!(font.set("Ж").0[0].0, '?', "what cannot be drawn is seen to be missing");
        }
    }
}
