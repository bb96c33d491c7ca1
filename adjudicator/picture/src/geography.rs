//! Where the areas of a map lie: read from `config/<game>/geography.toml`.

mod check;
mod lines;

pub use lines::Lines;
use serde::Deserialize;
use std::collections::BTreeMap;
use tabellarius_kernel::flaw::Flaw;

/// A point of the drawing.
pub type Point = (f32, f32);

/// What an area is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Land.
    Land,
    /// Water.
    Sea,
    /// Deep water.
    OpenSea,
}

impl Kind {
    /// Whether one stands on it.
    pub fn is_land(self) -> bool {
        self == Kind::Land
    }
}

/// Where the areas of a map lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Geography {
    /// Width and height.
    pub size: (f32, f32),
    /// What is not in play.
    pub scenery: Vec<Scenery>,
    /// The areas, by the English names that the game gives them.
    pub areas: BTreeMap<String, Area>,
    /// Areas that are neighbours and do not touch.
    pub links: Vec<Between>,
    /// Areas that touch and are no neighbours.
    pub barriers: Vec<Between>,
    /// Roads, only to look at.
    pub roads: Vec<Vec<Point>>,
    /// Ranges of hills, only to look at.
    pub hills: Vec<Vec<Point>>,
    /// Towns, only to look at.
    pub towns: Vec<Town>,
    /// Coasts and borders.
    pub lines: Lines,
}

/// Land or water that is not in play.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenery {
    /// What it is.
    pub kind: Kind,
    /// Its rings.
    pub shape: Vec<Vec<Point>>,
}

/// An area.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// Its name in three letters.
    pub short: String,
    /// What it is.
    pub kind: Kind,
    /// Its name, and where it is written.
    pub label: Label,
    /// Places for pieces, the best first.
    pub places: Places,
    /// Its outlines and its holes: a point lies inside if an odd number of rings is round it.
    pub shape: Vec<Vec<Point>>,
}

/// Where an area's name is written.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The name in English, line by line.
    pub lines: Vec<String>,
    /// The size of the letters.
    pub size: f32,
    /// Left, top, right, bottom.
    #[serde(rename = "box")]
    pub bounds: [f32; 4],
    /// Whether it stands in the area, not beside it.
    pub inside: bool,
}

impl Label {
    /// Its middle.
    pub fn middle(&self) -> Point {
        let [left, top, right, bottom] = self.bounds;
        ((left + right) / 2.0, (top + bottom) / 2.0)
    }
}

/// Places for pieces.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// How far a piece may reach.
    pub radius: f32,
    /// Their middles.
    pub at: Vec<Point>,
}

/// A line between two areas.
#[derive(Clone, PartialEq, Debug)]
pub struct Between {
    /// Their names.
    pub areas: [String; 2],
    /// The line.
    pub line: Vec<Point>,
}

/// A town.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub at: Point,
    /// How big it is drawn.
    pub radius: f32,
}

/// The neighbours of each area by the rules, both by English names.
pub type Neighbours = Vec<(String, Vec<String>)>;

impl Geography {
    /// Reads a file, and compares it with the rules' map.
    pub fn load(file: &str, text: &str, rules: &Neighbours) -> Result<Geography, Vec<Flaw>> {
        let geography = Geography::read(file, text)?;
        let flaws = check::check(&geography, rules);
        let at = |reason: String| Flaw { file: file.into(), line: line_of(text, &reason), reason };
        if flaws.is_empty() { Ok(geography) } else { Err(flaws.into_iter().map(at).collect()) }
    }

    /// Reads a file.
    pub fn read(file: &str, text: &str) -> Result<Geography, Vec<Flaw>> {
        let one = |line: usize, reason: String| vec![Flaw { file: file.into(), line, reason }];
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            one(line, error.message().to_owned())
        })?;
        Geography::of(raw).map_err(|reason| one(line_of(text, &reason), reason))
    }

    fn of(raw: Raw) -> Result<Geography, String> {
        let mut areas = BTreeMap::new();
        for area in raw.area {
            let shape = rings(&area.name, &area.shape)?;
            let entry = Area { short: area.short, kind: area.kind, label: area.label, places: area.places, shape };
            if areas.insert(area.name.clone(), entry).is_some() {
                return Err(format!("\"{}\" stands here twice", area.name));
            }
        }
        let mut scenery = Vec::new();
        for one in raw.scenery {
            scenery.push(Scenery { kind: one.kind, shape: rings("scenery", &one.shape)? });
        }
        let between = |all: Vec<RawBetween>| -> Result<Vec<Between>, String> {
            all.into_iter()
                .map(|one| Ok(Between { line: points(&one.between[0], &one.line)?, areas: one.between }))
                .collect()
        };
        let lines_of = |what: &str, all: Vec<RawLine>| -> Result<Vec<Vec<Point>>, String> {
            all.iter().map(|one| points(what, &one.line)).collect()
        };
        let lines = lines::derive(raw.size, &areas, &scenery);
        Ok(Geography {
            size: raw.size,
            links: between(raw.link)?,
            barriers: between(raw.barrier)?,
            roads: lines_of("road", raw.road)?,
            hills: lines_of("hills", raw.hills)?,
            towns: raw.town,
            scenery,
            areas,
            lines,
        })
    }
}

/// The line of the file on which a name in quotes stands first, for somebody who must mend it.
fn line_of(text: &str, reason: &str) -> usize {
    let name = reason.split('"').nth(1).map(|name| format!("name = \"{name}\""));
    let at = name.and_then(|name| text.find(&name)).unwrap_or(0);
    text[..at].lines().count() + 1
}

fn rings(whose: &str, rings: &[String]) -> Result<Vec<Vec<Point>>, String> {
    let all: Vec<Vec<Point>> = rings.iter().map(|ring| points(whose, ring)).collect::<Result<_, _>>()?;
    match all.is_empty() || all.iter().any(|ring| ring.len() < 3) {
        true => Err(format!("\"{whose}\": a shape has rings of three points or more")),
        false => Ok(all),
    }
}

/// Reads `x,y x,y …`.
fn points(whose: &str, text: &str) -> Result<Vec<Point>, String> {
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        let (x, y): (f32, f32) = (x.parse().ok()?, y.parse().ok()?);
        (x.is_finite() && y.is_finite()).then_some((x, y))
    };
    let bad = |word: &str| format!("\"{whose}\": '{word}' is not a point such as 12,34.5");
    text.split_whitespace().map(|word| point(word).ok_or_else(|| bad(word))).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    size: (f32, f32),
    #[serde(rename = "source")]
    _source: String,
    #[serde(default)]
    scenery: Vec<RawScenery>,
    area: Vec<RawArea>,
    #[serde(default)]
    link: Vec<RawBetween>,
    #[serde(default)]
    barrier: Vec<RawBetween>,
    #[serde(default)]
    road: Vec<RawLine>,
    #[serde(default)]
    hills: Vec<RawLine>,
    #[serde(default)]
    town: Vec<Town>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScenery {
    kind: Kind,
    shape: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    name: String,
    short: String,
    kind: Kind,
    label: Label,
    places: Places,
    shape: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBetween {
    between: [String; 2],
    line: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine {
    line: String,
}
