//! From a data file to the map. A wrong file is refused with all of its flaws, each with its line.

use super::{Cut, MOST_AREAS, Map, Place};
use crate::pieces::{Area, AreaSet, Civ, Edge, Kind, Region};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::{Fact, Flaw, Flaws};
use toml::Spanned;

type Name = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    source: String,
    note: Option<String>,
    area: Vec<AreaEntry>,
    border: Vec<BorderEntry>,
    #[serde(default)]
    cut: Vec<CutEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaEntry {
    name: Name,
    kind: Name,
    region: Name,
    at: (u16, u16),
    rank: Spanned<u8>,
    #[serde(default)]
    aliases: Vec<String>,
    island: Option<String>,
    home_of: Option<Name>,
    #[serde(default)]
    edges: BTreeMap<Name, String>,
    source: Option<String>,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BorderEntry {
    between: Spanned<(Name, Name)>,
    source: Option<String>,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CutEntry {
    key: Name,
    edge: Name,
    keeps: Name,
    line: Vec<Name>,
    source: Option<String>,
    note: Option<String>,
}

/// Looks a word up in a closed list.
pub(crate) fn one_of<T>(name: &Name, what: &str, find: impl Fn(&str) -> Option<T>, flaws: &mut Flaws) -> Option<T> {
    let found = find(name.get_ref());
    if found.is_none() {
        flaws.add(name.span().start, format!("there is no {what} '{}'", name.get_ref()));
    }
    found
}

/// Reads a map file.
pub(super) fn load(file: &str, text: &str) -> Result<Map, Vec<Flaw>> {
    let mut flaws = Flaws::new(file, text);
    let entries: File = match toml::from_str(text) {
        Ok(entries) => entries,
        Err(error) => {
            flaws.add(error.span().map_or(0, |span| span.start), error.message());
            return Err(flaws.into_list());
        }
    };
    if entries.area.len() > MOST_AREAS {
        flaws.add(0, format!("there is room for {MOST_AREAS} areas"));
        return Err(flaws.into_list());
    }
    let mut map =
        Map { places: Vec::new(), borders: Vec::new(), edges: [AreaSet::NONE; 4], cuts: Vec::new(), facts: Vec::new() };
    let mut facts = Facts { source: &entries.source, list: Vec::new() };
    facts.add(&mut flaws, 0, "the map as a whole".into(), &None, &entries.note);
    areas(&entries.area, &mut map, &mut facts, &mut flaws);
    borders(&entries.border, &mut map, &mut facts, &mut flaws);
    islands(&entries.area, &map, &mut flaws);
    cuts(&entries.cut, &mut map, &mut facts, &mut flaws);
    for civ in &Civ::ALL[..10] {
        let homes = map.places.iter().filter(|place| place.home_of == Some(*civ)).count();
        if homes != 1 {
            flaws.add(0, format!("{} has {homes} home areas, and needs one", civ.key()));
        }
    }
    map.facts = facts.list;
    if flaws.is_empty() { Ok(map) } else { Err(flaws.into_list()) }
}

fn areas(entries: &[AreaEntry], map: &mut Map, facts: &mut Facts, flaws: &mut Flaws) {
    for (i, entry) in entries.iter().enumerate() {
        let at = entry.name.span().start;
        if entries[..i].iter().any(|known| known.name.get_ref() == entry.name.get_ref()) {
            flaws.add(at, format!("there are two areas '{}'", entry.name.get_ref()));
        }
        if entries[..i].iter().any(|known| known.rank.get_ref() == entry.rank.get_ref()) {
            flaws.add(entry.rank.span().start, format!("two areas have the rank {}", entry.rank.get_ref()));
        }
        let kind = one_of(&entry.kind, "kind of area", Kind::from_key, flaws).unwrap_or(Kind::Land);
        let home_of = entry.home_of.as_ref().and_then(|civ| one_of(civ, "civilization", Civ::from_key, flaws));
        if home_of.is_some() && kind != Kind::Land {
            flaws.add(at, "a home is a land area");
        }
        map.places.push(Place {
            name: entry.name.get_ref().clone(),
            aliases: entry.aliases.clone(),
            kind,
            region: one_of(&entry.region, "region", Region::from_key, flaws).unwrap_or(Region::Italy),
            home_of,
            island: entry.island.clone(),
            at: entry.at,
            rank: *entry.rank.get_ref(),
        });
        map.borders.push(AreaSet::NONE);
        for (edge, source) in &entry.edges {
            if let Some(edge) = one_of(edge, "border of the map (N, E, S, W)", Edge::from_key, flaws) {
                map.edges[edge as usize].insert(Area(i as u8));
            }
            let what = format!("{} lies on the {} border", entry.name.get_ref(), edge.get_ref());
            facts.add(flaws, edge.span().start, what, &Some(source.clone()), &None);
        }
        facts.add(flaws, at, format!("the area {}", entry.name.get_ref()), &entry.source, &entry.note);
    }
}

fn borders(entries: &[BorderEntry], map: &mut Map, facts: &mut Facts, flaws: &mut Flaws) {
    for entry in entries {
        let (a, b) = entry.between.get_ref();
        let find = |key: &str| map.find(key);
        let (one, other) = (one_of(a, "area", find, flaws), one_of(b, "area", find, flaws));
        if let (Some(one), Some(other)) = (one, other) {
            if one == other || map.borders[one.index()].contains(other) {
                let reason = format!("the border between {} and {} stands here twice", a.get_ref(), b.get_ref());
                flaws.add(entry.between.span().start, reason);
            }
            map.borders[one.index()].insert(other);
            map.borders[other.index()].insert(one);
        }
        let what = format!("{} touches {}", a.get_ref(), b.get_ref());
        facts.add(flaws, entry.between.span().start, what, &entry.source, &entry.note);
    }
    for (i, entry) in map.places.iter().enumerate() {
        if map.borders[i].is_empty() {
            flaws.add(0, format!("{} touches nothing", entry.name));
        }
    }
}

/// Each land of an island touches each sea of its rim (IS-1.2.1).
fn islands(entries: &[AreaEntry], map: &Map, flaws: &mut Flaws) {
    let seas: AreaSet = map.areas().filter(|area| map.place(*area).kind != Kind::Land).collect();
    for (i, place) in map.places.iter().enumerate().filter(|(_, place)| place.island.is_some()) {
        let others = map.areas().filter(|other| map.place(*other).island == place.island);
        let rim = others.fold(AreaSet::NONE, |rim, other| rim | (map.borders[other.index()] & seas));
        if let Some(missing) = (rim - map.borders[i]).first() {
            let (name, sea) = (&place.name, &map.place(missing).name);
            flaws.add(entries[i].name.span().start, format!("{name} must touch {sea}, as the rest of its island does"));
        }
    }
}

fn cuts(entries: &[CutEntry], map: &mut Map, facts: &mut Facts, flaws: &mut Flaws) {
    for entry in entries {
        let find = |key: &str| map.find(key);
        let line: AreaSet = entry.line.iter().filter_map(|name| one_of(name, "area", find, flaws)).collect();
        let keeps = one_of(&entry.keeps, "area", find, flaws);
        let edge = one_of(&entry.edge, "border of the map (N, E, S, W)", Edge::from_key, flaws);
        if let (Some(keeps), Some(edge)) = (keeps, edge) {
            let cut = Cut { key: entry.key.get_ref().clone(), edge, line, keeps };
            if map.reachable(keeps, line).len() + line.len() >= map.places.len() {
                flaws
                    .add(entry.key.span().start, format!("the line '{}' does not divide the map", entry.key.get_ref()));
            }
            map.cuts.push(cut);
        }
        facts.add(
            flaws,
            entry.key.span().start,
            format!("the line '{}'", entry.key.get_ref()),
            &entry.source,
            &entry.note,
        );
    }
}

struct Facts<'a> {
    source: &'a String,
    list: Vec<Fact>,
}

impl Facts<'_> {
    fn add(&mut self, flaws: &mut Flaws, at: usize, what: String, source: &Option<String>, note: &Option<String>) {
        let source = source.as_ref().unwrap_or(self.source).clone();
        let known = ["reconstructed", "board", "house"].contains(&source.as_str())
            || source.starts_with("rulebook ")
            || source.starts_with("page ");
        if !known {
            flaws.add(
                at,
                format!("the source '{source}' is not 'rulebook ...', 'page ...', 'reconstructed', 'board' or 'house'"),
            );
        }
        self.list.push(Fact { file: flaws.file().into(), line: flaws.line(at), what, source, note: note.clone() });
    }
}
