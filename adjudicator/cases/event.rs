//! Looking for an event: `event bought: seat Rome, price 2, discount Julius Caesar`.
//!
//! Every game's events are written down with the same shape, so their fields can be asked for by name, one inside the other:
//! `event battle: place Hierosolyma, attacker total 11, defender lost units 1`.

use super::expect::Looked;
use super::run::with_words;
use serde_json::Value;
use tabellarius_kernel::Listed;
use tabellarius_kernel::words::Link;

/// Whether an event should have been told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// At least once.
    Once,
    /// Not at all.
    Never,
}

/// Looks for an event among those that were told.
pub fn expect<G: Listed>(looked: &Looked<'_, G>, text: &str, wanted: Wanted) -> Vec<String> {
    let (name, fields) = text.split_once(':').unwrap_or((text, ""));
    let name = plain(name);
    let all: Vec<Value> = looked.run.told.iter().filter_map(|told| serde_json::to_value(&told.event).ok()).collect();
    let named: Vec<&Value> = all.iter().filter(|event| tag(event) == name).collect();
    let parts: Vec<&str> = fields.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let found = named.iter().find(|event| parts.iter().all(|part| has(looked.game, event, &plain(part))));
    match (wanted, found) {
        (Wanted::Once, Some(_)) | (Wanted::Never, None) => Vec::new(),
        (Wanted::Never, Some(event)) => {
            vec![format!("expected no event {text}; there was: {}", print(looked.game, event))]
        }
        (Wanted::Once, None) if named.is_empty() => {
            let mut names: Vec<String> = all.iter().map(tag).collect();
            names.dedup();
            vec![format!("expected event {text}; the events were: {}", names.join(", "))]
        }
        (Wanted::Once, None) => {
            let near: Vec<String> = named.iter().map(|event| print(looked.game, event)).collect();
            vec![format!("expected event {text}; there was: {}", near.join(" | "))]
        }
    }
}

fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace(['-', '_'], " ")
}

fn tag(event: &Value) -> String {
    plain(event.get("event").and_then(Value::as_str).unwrap_or_default())
}

/// Whether `attacker total 11` holds: names of fields lead in, the rest is compared.
fn has<G: Listed>(game: &G, value: &Value, text: &str) -> bool {
    if let Value::Object(fields) = value {
        let inner = fields.iter().filter_map(|(key, inner)| {
            let key = plain(key);
            let rest = text.strip_prefix(&key)?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| (key.len(), inner, rest.trim()))
        });
        // The longest field name is meant, and an object may also be called by its own kind: `item influence`.
        if let Some((_, inner, rest)) = inner.max_by_key(|(length, ..)| *length) {
            return has(game, inner, rest);
        }
        return fields.values().any(|kind| kind.as_str().is_some_and(|kind| plain(kind) == text));
    }
    match value {
        Value::Object(_) => false,
        Value::Null => matches!(text, "nothing" | "none" | "nobody"),
        Value::Bool(is) => text == if *is { "yes" } else { "no" },
        // After the name of a field with a number in it, as in `site city`, nothing more need be said.
        Value::Number(number) => text.is_empty() || text == number.to_string(),
        Value::String(word) if word.contains('/') => {
            names(game, text).is_some_and(|list| list.len() == 1 && list[0].1.contains(word))
        }
        Value::String(word) => plain(word) == text,
        Value::Array(list) => has_list(game, list, text),
    }
}

fn has_list<G: Listed>(game: &G, list: &[Value], text: &str) -> bool {
    if list.iter().all(Value::is_number) && !list.is_empty() {
        let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
        return text.split_whitespace().collect::<Vec<_>>() == numbers;
    }
    if list.is_empty() {
        return matches!(text, "nothing" | "none" | "nobody");
    }
    let Some(wanted) = names(game, text) else { return false };
    let mut left: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    for (number, ids) in &wanted {
        for _ in 0..*number {
            match left.iter().position(|one| ids.iter().any(|id| id == one)) {
                Some(place) => left.remove(place),
                None => return false,
            };
        }
    }
    left.is_empty()
}

/// `2 tax + grain`: how many of what; nothing if a name is not known.
fn names<G: Listed>(game: &G, text: &str) -> Option<Vec<(u32, Vec<String>)>> {
    with_words(game, text, |words| {
        let mut all = Vec::new();
        loop {
            let number = words.number().unwrap_or(1).min(99);
            let ids = game.ids_named(words);
            if ids.is_empty() {
                return None;
            }
            all.push((number, ids));
            if words.is_done() {
                return Some(all);
            }
            if !(words.link(Link::Plus) || words.link(Link::And)) {
                return None;
            }
        }
    })
}

/// An event in the words in which it can be asked for.
fn print<G: Listed>(game: &G, event: &Value) -> String {
    let Value::Object(fields) = event else { return text(game, event) };
    let fields = fields.iter().filter(|(key, _)| *key != "event");
    let fields: Vec<String> = fields.map(|(key, value)| format!("{} {}", plain(key), text(game, value))).collect();
    format!("{}: {}", tag(event), fields.join(", "))
}

fn text<G: Listed>(game: &G, value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::Bool(is) => if *is { "yes" } else { "no" }.into(),
        Value::Number(number) => number.to_string(),
        Value::String(word) => game.name_of(word).unwrap_or_else(|| plain(word)),
        Value::Array(list) if list.is_empty() => "nothing".into(),
        Value::Array(list) => {
            let between = if list.iter().all(Value::is_number) { " " } else { " + " };
            list.iter().map(|one| text(game, one)).collect::<Vec<_>>().join(between)
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{} {}", plain(key), text(game, value)));
            format!("({})", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
