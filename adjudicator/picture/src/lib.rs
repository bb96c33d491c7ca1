//! Pictures of any game's board.
//!
//! A game says in plain values what there is to see ([`tabellarius_kernel::Picture`]), a [`Geography`] where the areas of its map lie.
//! [`svg`] makes a drawing of both, and a [`Painter`] makes PNG of that, for mail programs, which show no SVG. Words come from whoever
//! asks for the picture, since sentences lie in the templates.
//!
//! A picture is the same to the byte each time it is drawn: no clock, no chance, no font of the machine.

mod canvas;
mod film;
mod frame;
pub mod geography;
mod letters;
mod map;
pub mod palette;
mod png;
mod signs;
mod tableaux;

pub use canvas::escape;
pub use film::Film;
pub use geography::Geography;
pub use png::{Painter, Unpainted};

use canvas::Canvas;
use tabellarius_kernel::picture::{Board, Picture, Side};

/// Words for what is drawn, in the reader's language.
pub trait Words {
    /// The name of an identifier.
    fn name(&self, id: &str) -> String;
    /// The English name of an identifier, under which the geography knows an area.
    fn english(&self, id: &str) -> String;
    /// The reader's name of an area that the geography knows under this name, if it is another.
    fn translated(&self, english: &str) -> Option<String>;
    /// A word of the legend.
    fn word(&self, key: &str) -> String;
    /// So many of what is counted: 1 province, 3 provinces.
    fn count(&self, what: &str, n: i32) -> String;
}

/// What is drawn, and what is written round it.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// What there is to see.
    pub picture: &'a Picture,
    /// Where its areas lie, if it is a map.
    pub geography: Option<&'a Geography>,
    /// The name of the game, and of the table if it has one.
    pub title: &'a str,
    /// The turn and the stage.
    pub stage: &'a str,
    /// What the picture tells, for whoever does not see it.
    pub alt: &'a str,
    /// The words.
    pub words: &'a dyn Words,
}

impl<'a> Sheet<'a> {
    /// A side by its place in the picture.
    pub(crate) fn side(&self, side: u8) -> Option<&'a Side> {
        self.picture.sides.get(usize::from(side))
    }
}

/// How big a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// 1000 pixels wide, with all names, and a legend.
    Full,
    /// 400 pixels wide: short names, one piece an area.
    Small,
}

/// A picture in layers: those that are kept are the same for many pictures.
pub(crate) struct Layered {
    pub(crate) size: (f32, f32),
    pub(crate) kept_below: Option<String>,
    pub(crate) between: Option<String>,
    pub(crate) kept_above: Option<String>,
    pub(crate) top: String,
}

/// What a page is made of, in its own pixels.
struct Page {
    size: (f32, f32),
    map: Option<(map::Layers, String)>,
    round: Canvas,
}

fn page(sheet: &Sheet<'_>, size: Size) -> Page {
    let wide = frame::width(size);
    let top = frame::top(size);
    let mut round = Canvas::default();
    frame::title(&mut round, sheet, size);
    let (map, mut end) = match (&sheet.picture.board, sheet.geography) {
        (Board::Map(places), Some(geography)) => {
            let scale = wide / geography.size.0;
            let place = format!("translate(0 {}) scale({})", canvas::N(top), scale);
            (Some((map::draw(sheet, geography, places, size), place)), top + (geography.size.1 * scale).round())
        }
        (Board::Tableaux(all), _) => (None, top + tableaux::draw(&mut round, sheet, all, top, size)),
        _ => (None, top),
    };
    if map.is_some() {
        end += frame::sides(&mut round, sheet, end, size);
        if size == Size::Full {
            end += frame::legend(&mut round, sheet, end);
        }
    }
    Page { size: (wide, end.round()), map, round }
}

/// A picture as SVG: it needs no font and nothing else from anywhere.
pub fn svg(sheet: &Sheet<'_>, size: Size) -> String {
    let page = page(sheet, size);
    let mut all = Canvas::default();
    all.rect([0.0, 0.0, page.size.0, page.size.1], 0.0, &format!("fill=\"{}\"", palette::PAPER));
    if let Some((layers, place)) = &page.map {
        all.group(place, &map::flat(layers));
    }
    all.add(&page.round);
    let title = format!("{}, {}", sheet.title, sheet.stage);
    all.document(page.size, &format!("<title>{}</title>\n<desc>{}</desc>\n", escape(&title), escape(sheet.alt)))
}

pub(crate) fn layered(sheet: &Sheet<'_>, size: Size) -> Layered {
    let page = page(sheet, size);
    let alone = |place: &str, part: &Canvas, ground: bool| {
        let mut all = Canvas::default();
        if ground {
            all.rect([0.0, 0.0, page.size.0, page.size.1], 0.0, &format!("fill=\"{}\"", palette::PAPER));
        }
        all.group(place, part);
        all.document(page.size, "")
    };
    let mut top = Canvas::default();
    if page.map.is_none() {
        top.rect([0.0, 0.0, page.size.0, page.size.1], 0.0, &format!("fill=\"{}\"", palette::PAPER));
    }
    let mut layered =
        Layered { size: page.size, kept_below: None, between: None, kept_above: None, top: String::new() };
    if let Some((layers, place)) = &page.map {
        layered.kept_below = Some(alone(place, &layers.ground, true));
        layered.between = Some(alone(place, &layers.pieces, false));
        layered.kept_above = Some(alone(place, &layers.names, false));
        top.group(place, &layers.over);
    }
    top.add(&page.round);
    layered.top = top.document(page.size, "");
    layered
}
