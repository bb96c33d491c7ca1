//! A drawing that grows: shapes and letters, written as SVG.

use crate::letters::{Style, font};
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

/// A part of a drawing.
#[derive(Clone, Default)]
pub struct Canvas {
    body: String,
    used: BTreeSet<(Style, char)>,
}

/// Where a text stands beside its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Ink<'a> {
    /// The style of its letters.
    pub style: Style,
    /// Their size.
    pub size: f32,
    /// Their colour.
    pub fill: &'a str,
    /// What shines round them.
    pub halo: Option<&'a str>,
}

impl<'a> Ink<'a> {
    /// Bold letters.
    pub fn bold(size: f32, fill: &'a str) -> Ink<'a> {
        Ink { style: Style::Bold, size, fill, halo: None }
    }

    /// Letters for second lines.
    pub fn italic(size: f32, fill: &'a str) -> Ink<'a> {
        Ink { style: Style::Italic, size, fill, halo: None }
    }

    /// With something round them.
    pub fn on(self, halo: &'a str) -> Ink<'a> {
        Ink { halo: Some(halo), ..self }
    }
}

/// A number in as few characters as do.
pub struct N(pub f32);

impl Display for N {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 10.0).round() / 10.0;
        // There is no minus zero in a drawing.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

impl Canvas {
    /// Adds a path.
    pub fn path(&mut self, d: &str, style: &str) {
        if !d.is_empty() {
            let _ = writeln!(self.body, "<path d=\"{d}\" {style}/>");
        }
    }

    /// Adds a circle.
    pub fn circle(&mut self, (x, y): (f32, f32), r: f32, style: &str) {
        let _ = writeln!(self.body, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {style}/>", N(x), N(y), N(r));
    }

    /// Adds a rectangle with rounded corners.
    pub fn rect(&mut self, [x, y, w, h]: [f32; 4], r: f32, style: &str) {
        let (x, y, w, h, r) = (N(x), N(y), N(w), N(h), N(r));
        let _ = writeln!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {style}/>");
    }

    /// Adds a text; its middle line lies at the height of the point.
    pub fn text(&mut self, text: &str, (x, y): (f32, f32), anchor: Anchor, ink: Ink<'_>) {
        let font = font(ink.style);
        let (letters, wide) = font.set(text);
        let scale = ink.size / 1000.0;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - wide * scale / 2.0,
            Anchor::End => x - wide * scale,
        };
        // Letters stand on a line about a third of their size below the middle of capitals.
        let base = y + ink.size * 0.325;
        let mut uses = String::new();
        let key = if ink.style == Style::Bold { 'b' } else { 'i' };
        for (letter, at) in letters.iter().filter(|(letter, _)| !font.outline(*letter).is_empty()) {
            self.used.insert((ink.style, *letter));
            let _ = write!(uses, "<use href=\"#{key}{:x}\"", u32::from(*letter));
            if at.round() != 0.0 {
                let _ = write!(uses, " x=\"{}\"", at.round());
            }
            uses.push_str("/>");
        }
        let place = format!("transform=\"translate({} {}) scale({scale} -{scale})\"", N(left), N(base));
        if let Some(halo) = ink.halo {
            let wide = (2600.0 / ink.size.max(1.0)).round();
            let _ = writeln!(
                self.body,
                "<g {place} fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"{wide}\" stroke-linejoin=\"round\">{uses}</g>"
            );
        }
        let _ = writeln!(self.body, "<g {place} fill=\"{}\">{uses}</g>", ink.fill);
    }

    /// Adds a part in a place of its own.
    pub fn group(&mut self, transform: &str, part: &Canvas) {
        let _ = writeln!(self.body, "<g transform=\"{transform}\">\n{}</g>", part.body);
        self.used.extend(part.used.iter().copied());
    }

    /// Adds a part that can be found by its attributes.
    pub fn marked(&mut self, attributes: &str, part: &Canvas) {
        let _ = writeln!(self.body, "<g {attributes}>\n{}</g>", part.body);
        self.used.extend(part.used.iter().copied());
    }

    /// Adds a part.
    pub fn add(&mut self, part: &Canvas) {
        self.body.push_str(&part.body);
        self.used.extend(part.used.iter().copied());
    }

    /// The whole as a file. `head` says what it shows.
    pub fn document(&self, (width, height): (f32, f32), head: &str) -> String {
        let mut out = String::with_capacity(self.body.len() + 32_000);
        let (w, h) = (N(width), N(height));
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" "
        );
        out.push_str("role=\"img\">\n");
        out.push_str(head);
        out.push_str("<defs>\n");
        for (style, letter) in &self.used {
            let key = if *style == Style::Bold { 'b' } else { 'i' };
            let d = font(*style).outline(*letter);
            let _ = writeln!(out, "<path id=\"{key}{:x}\" d=\"{d}\"/>", u32::from(*letter));
        }
        out.push_str("</defs>\n");
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// A text as it stands in XML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A line of points as a path.
pub fn line(points: &[(f32, f32)]) -> String {
    let mut d = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        let _ = write!(d, "{}{},{}", if i == 0 { "M" } else { " " }, N(*x), N(*y));
    }
    d
}

/// Rings as a path.
pub fn rings(shape: &[Vec<(f32, f32)>]) -> String {
    shape.iter().map(|ring| line(ring) + "Z").collect()
}

/// A line rounded off at its corners.
pub fn smooth(points: &[(f32, f32)]) -> String {
    let [first, middle @ .., last] = points else { return line(points) };
    let mut d = format!("M{},{}", N(first.0), N(first.1));
    for (i, at) in middle.iter().enumerate() {
        let to = middle.get(i + 1).map_or(*last, |next| ((at.0 + next.0) / 2.0, (at.1 + next.1) / 2.0));
        let _ = write!(d, "Q{},{} {},{}", N(at.0), N(at.1), N(to.0), N(to.1));
    }
    if middle.is_empty() {
        let _ = write!(d, "L{},{}", N(last.0), N(last.1));
    }
    d
}
