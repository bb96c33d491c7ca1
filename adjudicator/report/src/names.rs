//! Names for identifiers: `"province/7"` becomes `"Roma"`, wherever in a value it stands.

use serde::{Serialize, Serializer};
use serde_json::Value;
use tabellarius_kernel::Listed;

/// A value that is written with names for all its identifiers, keys of maps included.
pub struct Named<'a, G> {
    /// The game that knows the names.
    pub game: &'a G,
    /// Their language.
    pub language: &'a str,
    /// The value.
    pub value: &'a Value,
}

impl<'a, G: Listed> Named<'a, G> {
    fn part(&self, value: &'a Value) -> Named<'a, G> {
        Named { value, ..*self }
    }

    fn name(&self, text: &'a str) -> &'a str {
        // Most texts are no identifiers: look before asking the game.
        if text.contains('/') { self.game.name(text, self.language).unwrap_or(text) } else { text }
    }
}

impl<G: Listed> Serialize for Named<'_, G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::String(text) => to.serialize_str(self.name(text)),
            Value::Array(all) => to.collect_seq(all.iter().map(|one| self.part(one))),
            Value::Object(fields) => {
                let mut fields: Vec<(&str, Named<'_, G>)> =
                    fields.iter().map(|(key, value)| (self.name(key), self.part(value))).collect();
                // Readers look for names in the order of the alphabet.
                fields.sort_by_key(|(key, _)| *key);
                to.collect_map(fields)
            }
            other => other.serialize(to),
        }
    }
}
