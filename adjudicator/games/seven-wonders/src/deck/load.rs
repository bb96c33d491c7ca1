//! From a data file to the box. A wrong file is refused with all of its flaws, each with its line.

use super::{Deck, EAST, Effect, Numbers, OWN, Per, Science, Stage, Structure, WEST, Wonder, cheap_bit};
use crate::pieces::{Card, CardSet, Colour, Good, Goods, Kinds, MANUFACTURED, Power, RAW, Side};
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
    source: Name,
    note: Option<String>,
    rules: Spanned<NumbersEntry>,
    #[serde(default)]
    card: Vec<Spanned<CardEntry>>,
    #[serde(default)]
    wonder: Vec<Spanned<WonderEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumbersEntry {
    coins: u8,
    sale: u8,
    price: u8,
    cheap_price: u8,
    victory: [u8; 3],
    guilds_above_players: u8,
    science_set: u8,
    coins_a_point: u8,
    source: Option<Name>,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardEntry {
    key: Name,
    name: String,
    colour: Name,
    #[serde(default)]
    players: AgesEntry,
    #[serde(default)]
    cost: Vec<Name>,
    #[serde(default)]
    price: u8,
    #[serde(default)]
    free_from: Vec<Name>,
    #[serde(default)]
    goods: Vec<Name>,
    #[serde(default)]
    choice: Vec<Name>,
    #[serde(default)]
    shields: u8,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    coins: u8,
    science: Option<Name>,
    cheap: Option<CheapEntry>,
    per: Option<PerEntry>,
    power: Option<Name>,
    source: Option<Name>,
    note: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct AgesEntry {
    #[serde(default, rename = "I")]
    one: Vec<u8>,
    #[serde(default, rename = "II")]
    two: Vec<u8>,
    #[serde(default, rename = "III")]
    three: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageEntry {
    #[serde(default)]
    cost: Vec<Name>,
    #[serde(default)]
    goods: Vec<Name>,
    #[serde(default)]
    choice: Vec<Name>,
    #[serde(default)]
    shields: u8,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    coins: u8,
    science: Option<Name>,
    cheap: Option<CheapEntry>,
    per: Option<PerEntry>,
    power: Option<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WonderEntry {
    key: Name,
    name: String,
    good: Name,
    #[serde(rename = "A")]
    a: Vec<StageEntry>,
    #[serde(rename = "B")]
    b: Vec<StageEntry>,
    source: Option<Name>,
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheapEntry {
    goods: Name,
    from: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PerEntry {
    what: Vec<Name>,
    #[serde(rename = "in")]
    places: Vec<Name>,
    #[serde(default)]
    coins: u8,
    #[serde(default)]
    points: u8,
}

/// The parts of an entry that say what it does.
struct Parts<'a> {
    goods: &'a [Name],
    choice: &'a [Name],
    numbers: [u8; 3],
    science: &'a Option<Name>,
    cheap: &'a Option<CheapEntry>,
    per: &'a Option<PerEntry>,
    power: &'a Option<Name>,
}

/// Loads a data file.
pub(super) fn load(file: &str, text: &str) -> Result<Deck, Vec<Flaw>> {
    let mut flaws = Flaws::new(file, text);
    let entries: File = match toml::from_str(text) {
        Ok(entries) => entries,
        Err(error) => {
            flaws.add(error.span().map_or(0, |span| span.start), error.message());
            return Err(flaws.into_list());
        }
    };
    let mut facts = Facts { source: &entries.source, note: &entries.note, list: Vec::new() };
    check_source(&mut flaws, &entries.source);
    let mut deck = Deck { cards: Vec::new(), wonders: Vec::new(), numbers: numbers(&entries.rules), facts: Vec::new() };
    let rules = entries.rules.get_ref();
    facts.add(&mut flaws, entries.rules.span().start, "the numbers of the rules".into(), &rules.source, &rules.note);
    if rules.coins_a_point == 0 {
        flaws.add(entries.rules.span().start, "coins_a_point must be at least 1");
    }
    let numbers = &deck.numbers;
    if numbers.cheap_price > numbers.price || numbers.price == 0 || numbers.price > 9 {
        flaws.add(entries.rules.span().start, "the low price is at most the full price, and that is from 1 to 9");
    }
    if numbers.victory.iter().chain([&numbers.coins, &numbers.sale, &numbers.science_set]).any(|number| *number > 20) {
        flaws.add(entries.rules.span().start, "a number of the rules is larger than 20");
    }
    if entries.card.len() > 250 {
        flaws.add(0, "there is room for 250 structures");
    }
    let names: Vec<&str> = entries.card.iter().map(|entry| entry.get_ref().key.get_ref().as_str()).collect();
    for (i, entry) in entries.card.iter().enumerate() {
        let card = entry.get_ref();
        if names[..i].contains(&card.key.get_ref().as_str()) {
            flaws.add(card.key.span().start, format!("there are two structures '{}'", card.key.get_ref()));
        }
        facts.add(&mut flaws, card.key.span().start, card.name.clone(), &card.source, &card.note);
        let structure = structure(card, &names, &mut flaws);
        let choice = structure.effect.choice;
        // The price of a source must not depend on what is taken from it.
        if choice & RAW != 0 && choice & MANUFACTURED != 0 && matches!(structure.colour, Colour::Brown | Colour::Grey) {
            flaws.add(
                card.key.span().start,
                "what is for sale is a choice of raw or of manufactured goods, not of both",
            );
        }
        deck.cards.push(structure);
    }
    for entry in &entries.wonder {
        let wonder = entry.get_ref();
        if deck.wonders.iter().any(|known| known.key == *wonder.key.get_ref()) {
            flaws.add(wonder.key.span().start, format!("there are two wonders '{}'", wonder.key.get_ref()));
        }
        facts.add(&mut flaws, wonder.key.span().start, wonder.name.clone(), &wonder.source, &wonder.note);
        let good = goods(core::slice::from_ref(&wonder.good), &mut flaws);
        let sides = [&wonder.a, &wonder.b].map(|stages| stages.iter().map(|s| stage(s, &mut flaws)).collect());
        deck.wonders.push(Wonder { key: wonder.key.get_ref().clone(), name: wonder.name.clone(), good, sides });
    }
    for (side, at) in deck.wonders.iter().zip(&entries.wonder) {
        if side.sides.iter().any(|stages: &Vec<Stage>| stages.is_empty() || stages.len() > 4) {
            flaws.add(at.span().start, "a side of a wonder has one to four stages");
        }
    }
    if flaws.is_empty() {
        counts(&deck, &entries, &mut flaws);
    }
    deck.facts = facts.list;
    if flaws.is_empty() { Ok(deck) } else { Err(flaws.into_list()) }
}

/// Every player gets seven cards of each age, none is left over (7W-2.3, 7W-2.4).
fn counts(deck: &Deck, entries: &File, flaws: &mut Flaws) {
    let at = entries.card.first().map_or(0, |card| card.span().start);
    for players in 3..=7usize {
        for age in 0..3 {
            let guilds = if age == 2 { players + usize::from(deck.numbers.guilds_above_players) } else { 0 };
            let (have, need) = (deck.of_age(age, players).len() + guilds, 7 * players);
            if have != need {
                flaws.add(at, format!("age {} has {have} cards for {players} players, and needs {need}", age + 1));
            }
        }
        if deck.guilds().len() < players + usize::from(deck.numbers.guilds_above_players) {
            flaws.add(at, format!("there are too few guilds for {players} players"));
        }
    }
}

fn numbers(entry: &Spanned<NumbersEntry>) -> Numbers {
    let entry = entry.get_ref();
    Numbers {
        coins: entry.coins,
        sale: entry.sale,
        price: entry.price,
        cheap_price: entry.cheap_price,
        victory: entry.victory,
        guilds_above_players: entry.guilds_above_players,
        science_set: entry.science_set,
        coins_a_point: entry.coins_a_point,
    }
}

fn structure(entry: &CardEntry, names: &[&str], flaws: &mut Flaws) -> Structure {
    let parts = Parts {
        goods: &entry.goods,
        choice: &entry.choice,
        numbers: [entry.shields, entry.points, entry.coins],
        science: &entry.science,
        cheap: &entry.cheap,
        per: &entry.per,
        power: &entry.power,
    };
    let mut free_from = CardSet::NONE;
    for parent in &entry.free_from {
        match names.iter().position(|name| name == parent.get_ref()) {
            Some(at) => free_from.insert(Card(at.min(255) as u8)),
            None => flaws.add(parent.span().start, format!("there is no structure '{}'", parent.get_ref())),
        }
    }
    let AgesEntry { one, two, three } = &entry.players;
    Structure {
        key: entry.key.get_ref().clone(),
        name: entry.name.clone(),
        colour: one_of(&entry.colour, "colour", Colour::from_key, flaws).unwrap_or(Colour::Brown),
        players: [one.clone(), two.clone(), three.clone()],
        cost: goods(&entry.cost, flaws),
        price: entry.price,
        free_from,
        effect: effect(&parts, flaws),
    }
}

fn stage(entry: &StageEntry, flaws: &mut Flaws) -> Stage {
    let parts = Parts {
        goods: &entry.goods,
        choice: &entry.choice,
        numbers: [entry.shields, entry.points, entry.coins],
        science: &entry.science,
        cheap: &entry.cheap,
        per: &entry.per,
        power: &entry.power,
    };
    Stage { cost: goods(&entry.cost, flaws), effect: effect(&parts, flaws) }
}

fn effect(parts: &Parts<'_>, flaws: &mut Flaws) -> Effect {
    let [shields, points, coins] = parts.numbers;
    let choice = goods(parts.choice, flaws).kinds();
    let science = parts.science.as_ref().and_then(|name| one_of(name, "symbol", Science::from_key, flaws));
    let power = parts.power.as_ref().and_then(|name| one_of(name, "power", Power::from_key, flaws));
    let cheap = parts.cheap.as_ref().map_or(0, |cheap| {
        let kinds: Kinds = one_of(&cheap.goods, "kind of goods", kinds_of, flaws).unwrap_or(0);
        let sides = cheap.from.iter().filter_map(|side| one_of(side, "neighbour", Side::from_key, flaws));
        sides.fold(0, |bits, side| bits | cheap_bit(side, kinds))
    });
    let per = parts.per.as_ref().map(|entry| per(entry, flaws));
    Effect { goods: goods(parts.goods, flaws), choice, shields, points, coins, science, cheap, per, power }
}

fn kinds_of(key: &str) -> Option<Kinds> {
    match key {
        "raw" => Some(RAW),
        "manufactured" => Some(MANUFACTURED),
        _ => None,
    }
}

fn per(entry: &PerEntry, flaws: &mut Flaws) -> Per {
    let mut per =
        Per { colours: 0, stages: false, defeats: false, places: 0, coins: entry.coins, points: entry.points };
    for what in &entry.what {
        match what.get_ref().as_str() {
            "stage" => per.stages = true,
            "defeat" => per.defeats = true,
            _ => {
                if let Some(colour) = one_of(what, "colour, stage or defeat", Colour::from_key, flaws) {
                    per.colours |= 1 << colour as u8;
                }
            }
        }
    }
    let place = |key: &str| match key {
        "own" => Some(OWN),
        "west" => Some(WEST),
        "east" => Some(EAST),
        _ => None,
    };
    for name in &entry.places {
        per.places |= one_of(name, "place (own, west, east)", place, flaws).unwrap_or(0);
    }
    per
}

fn goods(names: &[Name], flaws: &mut Flaws) -> Goods {
    if let Some(too_many) = names.get(7) {
        flaws.add(too_many.span().start, "more than seven goods");
    }
    names.iter().take(7).filter_map(|name| one_of(name, "good", Good::from_key, flaws)).collect()
}

fn one_of<T>(name: &Name, what: &str, find: impl Fn(&str) -> Option<T>, flaws: &mut Flaws) -> Option<T> {
    let found = find(name.get_ref());
    if found.is_none() {
        flaws.add(name.span().start, format!("there is no {what} '{}'", name.get_ref()));
    }
    found
}

struct Facts<'a> {
    source: &'a Name,
    note: &'a Option<String>,
    list: Vec<Fact>,
}

impl Facts<'_> {
    fn add(&mut self, flaws: &mut Flaws, at: usize, what: String, source: &Option<Name>, note: &Option<String>) {
        if let Some(source) = source {
            check_source(flaws, source);
        }
        let source = source.as_ref().unwrap_or(self.source).get_ref().clone();
        let note = note.clone().or_else(|| self.note.clone());
        self.list.push(Fact { file: flaws.file().into(), line: flaws.line(at), what, source, note });
    }
}

fn check_source(flaws: &mut Flaws, source: &Name) {
    let text = source.get_ref();
    let detailed = |kind: &str| text.strip_prefix(kind).is_some_and(|rest| !rest.trim().is_empty());
    if !(["reconstructed", "board", "house"].contains(&text.as_str()) || detailed("rulebook ") || detailed("page http"))
    {
        let known = "'rulebook <number>:<line>', 'page <address>', 'reconstructed', 'board' or 'house'";
        flaws.add(source.span().start, format!("the source '{text}' is not {known}"));
    }
}
