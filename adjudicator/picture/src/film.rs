//! A film: all pictures of a game in one page with a slider, which needs nothing from anywhere.

use crate::canvas::{Canvas, N, escape};
use crate::{Sheet, Size, map, palette};

/// One picture of a film.
struct Frame {
    stage: String,
    told: String,
    below: Canvas,
    above: Canvas,
    high: f32,
}

/// Grows picture by picture; what never changes is kept once.
#[derive(Default)]
pub struct Film {
    ground: Canvas,
    names: Canvas,
    wide: f32,
    frames: Vec<Frame>,
}

impl Film {
    /// Nothing is in it yet.
    pub fn new() -> Film {
        Film::default()
    }

    /// Adds a picture.
    pub fn add(&mut self, sheet: &Sheet<'_>) {
        let page = crate::page(sheet, Size::Full);
        let [mut ground, mut names, mut below, mut above] = std::array::from_fn(|_| Canvas::default());
        if let Some((map::Layers { ground: land, pieces, names: labels, over }, place)) = &page.map {
            ground.group(place, land);
            names.group(place, labels);
            below.group(place, pieces);
            above.group(place, over);
        }
        above.add(&page.round);
        self.wide = page.size.0;
        (self.ground, self.names) = (ground, names);
        let (stage, told) = (sheet.stage.to_owned(), sheet.alt.to_owned());
        self.frames.push(Frame { stage, told, below, above, high: page.size.1 });
    }

    /// The page. `word` says what stands on its buttons.
    pub fn page(&self, title: &str, language: &str, word: impl Fn(&str) -> String) -> String {
        let high = self.frames.iter().map(|frame| frame.high).fold(0.0, f32::max);
        let mut all = Canvas::default();
        let ground = format!("fill=\"{}\"", palette::PAPER);
        all.rect([0.0, 0.0, self.wide, high], 0.0, &ground);
        all.add(&self.ground);
        for (n, frame) in self.frames.iter().enumerate() {
            all.marked(&shown(n, self.frames.len()), &frame.below);
        }
        all.add(&self.names);
        for (n, frame) in self.frames.iter().enumerate() {
            all.marked(&shown(n, self.frames.len()), &frame.above);
        }
        let svg = all.document((self.wide, high), &format!("<title>{}</title>\n", escape(title)));
        let frames: Vec<String> = self.frames.iter().map(Frame::json).collect();
        let last = N(self.frames.len().saturating_sub(1) as f32).to_string();
        let texts = [
            ("{svg}", svg),
            ("{frames}", format!("[{}]", frames.join(",\n"))),
            ("{title}", escape(title)),
            ("{language}", escape(language)),
            ("{last}", last),
            ("{round}", escape(&word("film-round"))),
            ("{back}", escape(&word("film-back"))),
            ("{on}", escape(&word("film-on"))),
            ("{play}", escape(&word("film-play"))),
            ("{words}", escape(&word("film-words"))),
        ];
        fill(include_str!("film.html"), &texts)
    }
}

/// Which picture a part belongs to; the last is seen at first, also where no script runs.
fn shown(n: usize, all: usize) -> String {
    let hidden = if n + 1 == all { "" } else { " style=\"display:none\"" };
    format!("data-frame=\"{n}\"{hidden}")
}

/// Puts texts into a page in one pass, so that none of them can hold the place of another.
fn fill(page: &str, texts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = page;
    loop {
        let next = texts
            .iter()
            .filter_map(|(place, text)| Some((rest.find(place)?, *place, text)))
            .min_by_key(|found| found.0);
        let Some((at, place, text)) = next else { break };
        out.push_str(&rest[..at]);
        out.push_str(text);
        rest = &rest[at + place.len()..];
    }
    out + rest
}

impl Frame {
    fn json(&self) -> String {
        format!("{{\"stage\":{},\"told\":{}}}", quoted(&self.stage), quoted(&self.told))
    }
}

/// A text as JSON that can stand in a page: no tag can end it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
            control if control.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            plain => out.push(plain),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_breaks_out_of_the_page() {
        assert_eq!(quoted("a \"b\" </script> \n"), "\"a \\\"b\\\" \\u003c/script\\u003e \\u000a\"");
        assert_eq!(fill("x{a}y{b}", &[("{a}", "{b}".into()), ("{b}", "2".into())]), "x{b}y2");
    }
}
