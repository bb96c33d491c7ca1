//! From a data file to the box. A wrong file is refused with all of its flaws, each with its line.

mod effect;
mod entries;
mod facts;
mod myth;
mod talent;

use super::{Deck, Effect, Extra, Losses, Numbers, Part, Stage, Structure, Wonder};
use crate::pieces::{Card, CardSet, Colour, Goods, MANUFACTURED, Power, RAW};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use effect::{Carrier, Parts, effect, goods, one_of, things};
use entries::{AgesEntry, CardEntry, File, Name, NumbersEntry, StageEntry};
use facts::{Facts, check_source};
use tabellarius_kernel::flaw::{Flaw, Flaws};

/// Loads data files: the game's own, then those that add to it.
pub(super) fn load(files: &[(&str, &str, Part)]) -> Result<Deck, Vec<Flaw>> {
    let mut deck = Deck {
        cards: Vec::new(),
        wonders: Vec::new(),
        myths: Vec::new(),
        numbers: Numbers::default(),
        facts: Vec::new(),
    };
    let mut read = Vec::new();
    for (file, text, part) in files {
        let mut flaws = Flaws::new(file, text);
        match toml::from_str::<File>(text) {
            Ok(entries) => read.push((flaws, part.of(entries))),
            Err(error) => {
                flaws.add(error.span().map_or(0, |span| span.start), error.message());
                return Err(flaws.into_list());
            }
        }
    }
    let keys = read.iter().flat_map(|(_, entries)| &entries.card);
    let names: Vec<String> = keys.map(|entry| entry.get_ref().key.get_ref().clone()).collect();
    let mut wrong = Vec::new();
    for (i, (mut flaws, entries)) in read.into_iter().enumerate() {
        add(&mut deck, &entries, &names, i == 0, &mut flaws);
        if flaws.is_empty() {
            counts(&deck, &entries, &mut flaws);
        }
        wrong.extend(flaws.into_list());
    }
    if wrong.is_empty() { Ok(deck) } else { Err(wrong) }
}

impl Part {
    /// The entries that are used. What only counts or helps myths is of no use without them (7W-13.3).
    fn of(&self, mut entries: File) -> File {
        let Part::Only(extras) = self else { return entries };
        entries.rules = None;
        entries.myth.clear();
        entries.card.retain(|entry| {
            let card = entry.get_ref();
            let counts_myths = card.per.iter().flat_map(|per| &per.what).any(|what| what.get_ref() == "myth");
            let helps_myths = card.power.as_ref().is_some_and(|power| power.get_ref() == Power::FreeInvocation.key());
            let extra = match Colour::from_key(card.colour.get_ref()) {
                Some(Colour::Purple) => Extra::Guilds,
                Some(Colour::White) => Extra::Leaders,
                _ => return false,
            };
            extras.contains(&extra) && !counts_myths && !helps_myths
        });
        entries.wonder.retain(|entry| {
            let wonder = entry.get_ref();
            let mut talents = wonder.a.iter().chain(&wonder.b).filter_map(|stage| stage.talent.as_ref());
            let helps_myths = talents.any(|talent| matches!(talent.get_ref(), talent::Entry::Invocations(_)));
            extras.contains(&Extra::Wonders) && !helps_myths
        });
        entries
    }
}

/// Adds the entries of one file.
fn add(deck: &mut Deck, entries: &File, names: &[String], is_first: bool, flaws: &mut Flaws) {
    let mut facts = Facts { source: &entries.source, note: &entries.note, list: core::mem::take(&mut deck.facts) };
    check_source(flaws, &entries.source);
    match &entries.rules {
        Some(rules) => {
            let at = rules.span().start;
            let entry = rules.get_ref();
            facts.add(flaws, at, "the numbers of the rules".into(), &entry.source, &entry.note);
            numbers(&mut deck.numbers, entry, flaws);
            check_numbers(&deck.numbers, at, flaws);
        }
        None if is_first => flaws.add(0, "the numbers of the rules are missing"),
        None => {}
    }
    if names.len() > 250 {
        flaws.add(0, "there is room for 250 structures");
    }
    for entry in &entries.card {
        let card = entry.get_ref();
        if deck.cards.iter().any(|known| known.key == *card.key.get_ref()) {
            flaws.add(card.key.span().start, format!("there are two structures '{}'", card.key.get_ref()));
        }
        facts.add(flaws, card.key.span().start, card.name.clone(), &card.source, &card.note);
        let structure = structure(card, names, flaws);
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
        facts.add(flaws, wonder.key.span().start, wonder.name.clone(), &wonder.source, &wonder.note);
        let good = wonder.good.as_ref().map_or(Goods::NONE, |good| goods(core::slice::from_ref(good), flaws));
        let sides = [&wonder.a, &wonder.b].map(|stages| stages.iter().map(|s| stage(s, flaws)).collect());
        let boards = [&wonder.board.a, &wonder.board.b].map(|board| Effect {
            talent: board.as_ref().map(|entry| {
                let talent = talent::read(entry.get_ref(), flaws);
                effect::check_talent(talent, Carrier::Board, entry.span().start, flaws);
                talent
            }),
            ..Effect::default()
        });
        if sides.iter().any(|stages: &Vec<Stage>| stages.is_empty() || stages.len() > 4) {
            flaws.add(entry.span().start, "a side of a wonder has one to four stages");
        }
        let (key, name, is_added) = (wonder.key.get_ref().clone(), wonder.name.clone(), !is_first);
        deck.wonders.push(Wonder { key, name, good, sides, boards, is_added });
    }
    for entry in &entries.myth {
        let entry = entry.get_ref();
        facts.add(flaws, entry.key.span().start, entry.name.clone(), &entry.source, &entry.note);
        deck.myths.extend(myth::read(entry, flaws));
    }
    deck.facts = facts.list;
}

fn check_numbers(numbers: &Numbers, at: usize, flaws: &mut Flaws) {
    if numbers.coins_a_point == 0 {
        flaws.add(at, "coins_a_point must be at least 1");
    }
    if numbers.cheap_price > numbers.price || numbers.price == 0 || numbers.price > 9 {
        flaws.add(at, "the low price is at most the full price, and that is from 1 to 9");
    }
    if numbers.victory.iter().chain([&numbers.coins, &numbers.sale, &numbers.science_set]).any(|number| *number > 20) {
        flaws.add(at, "a number of the rules is larger than 20");
    }
    if !(2..=8).contains(&numbers.hand) || !(2..=8).contains(&numbers.hand_of_eight) {
        flaws.add(at, "a hand has from 2 to 8 cards");
    }
    if numbers.leaders > 4 || !matches!(numbers.myths, 0 | 3) {
        flaws.add(at, "at most 4 leaders, and 3 myths or none");
    }
}

/// Every player gets a hand of each age, none is left over, and there are enough guilds and black cards (7W-2.3, 7W-2.4, 7W-12.1).
fn counts(deck: &Deck, entries: &File, flaws: &mut Flaws) {
    let at = entries.card.first().map_or(0, |card| card.span().start);
    for players in 3..=7usize {
        let guilds = players + usize::from(deck.numbers.guilds_above_players);
        for age in 0..3 {
            let guilds = if age == 2 { guilds } else { 0 };
            let (have, need) = (deck.of_age(age, players).len() + guilds, usize::from(deck.numbers.hand) * players);
            if have > need || have + deck.black(age).len() < need {
                flaws.add(at, format!("age {} has {have} cards for {players} players, and needs {need}", age + 1));
            }
        }
        if deck.guilds().len() < guilds {
            flaws.add(at, format!("there are too few guilds for {players} players"));
        }
    }
}

fn numbers(numbers: &mut Numbers, entry: &NumbersEntry, flaws: &mut Flaws) {
    let set = |number: &mut u8, new: Option<u8>| *number = new.unwrap_or(*number);
    set(&mut numbers.coins, entry.coins);
    set(&mut numbers.sale, entry.sale);
    set(&mut numbers.price, entry.price);
    set(&mut numbers.cheap_price, entry.cheap_price);
    set(&mut numbers.guilds_above_players, entry.guilds_above_players);
    set(&mut numbers.science_set, entry.science_set);
    set(&mut numbers.coins_a_point, entry.coins_a_point);
    set(&mut numbers.hand, entry.hand);
    set(&mut numbers.hand_of_eight, entry.hand_of_eight);
    set(&mut numbers.leaders, entry.leaders);
    set(&mut numbers.myths, entry.myths);
    numbers.victory = entry.victory.unwrap_or(numbers.victory);
    if let Some(name) = &entry.losses {
        numbers.losses = one_of(name, "way to lose coins", Losses::from_key, flaws).unwrap_or(numbers.losses);
    }
}

fn structure(entry: &CardEntry, names: &[String], flaws: &mut Flaws) -> Structure {
    let parts = Parts {
        goods: &entry.goods,
        choice: &entry.choice,
        numbers: [entry.shields, entry.points, entry.coins],
        science: &entry.science,
        cheap: &entry.cheap,
        per: &entry.per,
        power: &entry.power,
        talent: &entry.talent,
        carrier: Carrier::Card,
        at: entry.key.span().start,
    };
    let mut free_from = CardSet::NONE;
    for parent in &entry.free_from {
        match names.iter().position(|name| name == parent.get_ref()) {
            Some(at) => free_from.insert(Card(at.min(255) as u8)),
            None => flaws.add(parent.span().start, format!("there is no structure '{}'", parent.get_ref())),
        }
    }
    let AgesEntry { one, two, three } = &entry.players;
    let colour = one_of(&entry.colour, "colour", Colour::from_key, flaws).unwrap_or(Colour::Brown);
    let is_dealt = !(one.is_empty() && two.is_empty() && three.is_empty());
    // 7W-2.3, 7W-11.2, 7W-12.2: leaders and guilds are not dealt by numbers, and leaders cost coins only.
    if is_dealt == matches!(colour, Colour::White | Colour::Purple) {
        flaws.add(
            entry.key.span().start,
            "a structure of an age says for how many players it is dealt; a leader or a guild does not",
        );
    }
    if colour == Colour::White && !(entry.cost.is_empty() && entry.free_from.is_empty()) {
        flaws.add(entry.key.span().start, "a leader costs coins, and nothing makes it free");
    }
    Structure {
        key: entry.key.get_ref().clone(),
        name: entry.name.clone(),
        colour,
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
        talent: &entry.talent,
        carrier: Carrier::Stage,
        at: entry.talent.as_ref().map_or(0, |talent| talent.span().start),
    };
    let age = |key: &str| ["I", "II", "III"].iter().position(|age| *age == key).map(|age| age as u8);
    let card_of = entry.card_of.as_ref().and_then(|name| one_of(name, "age", age, flaws));
    Stage { cost: goods(&entry.cost, flaws), price: entry.price, card_of, effect: effect(&parts, flaws) }
}
