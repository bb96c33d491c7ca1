//! From a data file to the deck. A wrong file is refused with all of its flaws, each with its line.

use super::step::{Setting, StepEntry, steps};
use super::{After, CardFile, CardKind, Class, Deck, Step, Tag, Time, classes};
use crate::map::one_of;
use crate::pieces::{Card, CardSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::{Fact, Flaw, Flaws};
use toml::Spanned;

type Name = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    card: Vec<CardEntry<u8>>,
    wonder: Vec<CardEntry<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardEntry<I> {
    id: Spanned<I>,
    #[serde(rename = "ref")]
    _known_as: Option<String>,
    name: Name,
    name_it: String,
    name_pl: String,
    name_nl: String,
    kind: Name,
    great_person: bool,
    tags: Vec<Name>,
    text: Name,
    timing: Vec<Name>,
    effect: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    negates: Vec<Name>,
    negate_scope: Option<Name>,
    after_play: Name,
    #[serde(default)]
    discs: u8,
    uses_per_turn: Option<u8>,
    special: Option<Name>,
    provenance: Name,
    npc: u8,
    note: Option<String>,
}

/// Reads a deck file.
pub(super) fn load(file: &str, text: &str) -> Result<Deck, Vec<Flaw>> {
    let mut flaws = Flaws::new(file, text);
    let entries: File = match toml::from_str(text) {
        Ok(entries) => entries,
        Err(error) => {
            flaws.add(error.span().map_or(0, |span| span.start), error.message());
            return Err(flaws.into_list());
        }
    };
    let mut facts = Vec::new();
    let mut deck =
        Deck { cards: Vec::new(), wonders: Vec::new(), events: CardSet::NONE, all: CardSet::NONE, facts: Vec::new() };
    for (number, entry) in (1u8..).zip(&entries.card) {
        if *entry.id.get_ref() != number {
            flaws.add(entry.id.span().start, format!("cards are numbered in order: this one should be {number}"));
        }
        let card = card(entry, &mut flaws);
        if card.kind == CardKind::Wonder {
            flaws.add(entry.kind.span().start, "a Wonder stands under [[wonder]]");
        }
        if card.kind == CardKind::Event {
            deck.events.insert(Card(number));
        }
        deck.all.insert(Card(number));
        facts.push(fact(&flaws, entry, format!("card {number}, {}", entry.name.get_ref())));
        deck.cards.push(card);
    }
    if entries.card.len() != 103 {
        flaws.add(0, format!("there are {} cards, and the change of Epoch needs 103", entries.card.len()));
    }
    for entry in &entries.wonder {
        let card = card(entry, &mut flaws);
        if card.kind != CardKind::Wonder {
            flaws.add(entry.kind.span().start, "under [[wonder]] all are of the kind 'wonder'");
        }
        facts.push(fact(&flaws, entry, format!("the Wonder {}", entry.name.get_ref())));
        deck.wonders.push(card);
    }
    if entries.wonder.len() != 7 {
        flaws.add(0, format!("there are {} Wonders, and there should be 7", entries.wonder.len()));
    }
    let names: Vec<&Name> =
        entries.card.iter().map(|c| &c.name).chain(entries.wonder.iter().map(|c| &c.name)).collect();
    for (i, name) in names.iter().enumerate() {
        if names[..i].iter().any(|known| known.get_ref() == name.get_ref()) {
            flaws.add(name.span().start, format!("there are two cards '{}'", name.get_ref()));
        }
    }
    deck.facts = facts;
    if flaws.is_empty() { Ok(deck) } else { Err(flaws.into_list()) }
}

fn fact<I>(flaws: &Flaws, entry: &CardEntry<I>, what: String) -> Fact {
    let source = match entry.provenance.get_ref().as_str() {
        "rulebook" => "rulebook 004".to_string(),
        "near-final" => "page InsideGMT".to_string(),
        other => other.to_string(),
    };
    let line = flaws.line(entry.name.span().start);
    Fact { file: flaws.file().into(), line, what, source, note: entry.note.clone().filter(|note| !note.is_empty()) }
}

fn card<I>(entry: &CardEntry<I>, flaws: &mut Flaws) -> CardFile {
    let kind = one_of(&entry.kind, "kind of card", CardKind::from_key, flaws).unwrap_or(CardKind::Plain);
    let timing: Vec<Time> =
        entry.timing.iter().filter_map(|time| one_of(time, "time", Time::from_key, flaws)).collect();
    let allowed: &[Time] = match kind {
        CardKind::Plain => &[Time::Card, Time::Order],
        CardKind::Competition => &[Time::Phase, Time::Competition],
        CardKind::Negate => &[Time::Response],
        CardKind::Event => &[Time::Event],
        CardKind::Investment | CardKind::Wonder => {
            &[Time::Growth, Time::Draw, Time::Scoring, Time::Loss, Time::Competition, Time::Order]
        }
    };
    if timing.is_empty() || timing.iter().any(|time| !allowed.contains(time)) {
        flaws.add(entry.kind.span().start, "the timing does not fit the kind of card");
    }
    let effect = steps(&entry.effect, Setting::of(&timing, true), flaws);
    one_chooser(entry, kind, &effect, flaws);
    if entry.effect.is_empty() && kind != CardKind::Negate {
        flaws.add(entry.name.span().start, "the card has no effect");
    }
    let negates: Vec<Class> =
        entry.negates.iter().filter_map(|class| one_of(class, "class of cards", class_of, flaws)).collect();
    if (kind == CardKind::Negate) == negates.is_empty() {
        flaws.add(entry.kind.span().start, "negations, and only they, say what they negate");
    }
    let scope = |key: &str| match key {
        "any" => Some(false),
        "mine" => Some(true),
        _ => None,
    };
    let only_mine = entry.negate_scope.as_ref().and_then(|name| one_of(name, "scope (any, mine)", scope, flaws));
    let after = one_of(&entry.after_play, "fate of a card", After::from_key, flaws).unwrap_or(After::Discard);
    if (kind == CardKind::Investment) != (after == After::Invest)
        || (kind == CardKind::Wonder) != (after == After::Stay)
    {
        flaws.add(entry.after_play.span().start, "after_play does not fit the kind of card");
    }
    let has_discs = matches!(kind, CardKind::Investment | CardKind::Wonder);
    if has_discs != (entry.discs > 0) || entry.discs > 20 {
        flaws.add(entry.name.span().start, "investments and Wonders, and only they, have 1 to 20 discs");
    }
    let special = |key: &str| (key == "traitor").then_some(());
    let is_traitor = entry.special.as_ref().is_some_and(|name| one_of(name, "hook", special, flaws).is_some());
    let provenance = |key: &str| ["rulebook", "near-final", "completed", "house", "board"].contains(&key).then_some(());
    one_of(&entry.provenance, "provenance", provenance, flaws);
    if entry.text.get_ref().is_empty() {
        flaws.add(entry.text.span().start, "the card has no text");
    }
    CardFile {
        names: [entry.name.get_ref().clone(), entry.name_it.clone(), entry.name_pl.clone(), entry.name_nl.clone()],
        kind,
        great_person: entry.great_person,
        tags: entry.tags.iter().filter_map(|tag| one_of(tag, "tag", Tag::from_key, flaws)).collect(),
        text: entry.text.get_ref().clone(),
        timing,
        hit_by: classes::derive(&effect),
        effect,
        negates,
        only_mine: only_mine.unwrap_or(false),
        after,
        discs: entry.discs,
        uses_per_turn: entry.uses_per_turn.unwrap_or(1),
        is_traitor,
        npc: entry.npc,
    }
}

/// An event is aimed by one civilization: the one that drew it, or the one with fewest points.
fn one_chooser<I>(entry: &CardEntry<I>, kind: CardKind, effect: &[Step], flaws: &mut Flaws) {
    let mut choosing = effect.iter().filter(|step| step.op.chooses());
    let first = choosing.next().map(|step| step.by);
    if kind == CardKind::Event && choosing.any(|step| Some(step.by) != first) {
        flaws.add(entry.name.span().start, "all choices of an event are made by the same civilization: say 'by' alike");
    }
}

fn class_of(key: &str) -> Option<Class> {
    let (class, of) = key.split_once(':').unwrap_or((key, ""));
    match (class, of) {
        ("places", k) => k.parse().ok().map(Class::Places),
        ("removes", k) => k.parse().ok().map(Class::Removes),
        ("barbarians", "") => Some(Class::Barbarians),
        ("hand", "") => Some(Class::Hand),
        ("great_person", "") => Some(Class::GreatPerson),
        ("wonder_use", "") => Some(Class::WonderUse),
        ("tag", tag) => Tag::from_key(tag).map(Class::Tag),
        ("kind", kind) => CardKind::from_key(kind).map(Class::Kind),
        _ => None,
    }
}
