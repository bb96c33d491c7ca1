//! Names for identifiers: `"province/7"` becomes `"Roma"`, wherever in a value it stands.

use serde_json::{Map, Value};
use tabellarius_kernel::Game;

/// Puts names for all identifiers in a value, keys of maps included.
pub fn named<G: Game>(game: &G, language: &str, value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(name(game, language, text)),
        Value::Array(all) => Value::Array(all.into_iter().map(|one| named(game, language, one)).collect()),
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(key, value)| (name(game, language, key), named(game, language, value)))
                .collect::<Map<_, _>>(),
        ),
        other => other,
    }
}

fn name<G: Game>(game: &G, language: &str, text: String) -> String {
    // Most texts are no identifiers: look before asking the game.
    if !text.contains('/') {
        return text;
    }
    match game.name(&text, language) {
        Some(name) => name.to_owned(),
        None => text,
    }
}
