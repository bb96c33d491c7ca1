//! What sentences were made of, kept by a development build so that they can be said again, in another language.
//!
//! A translator must see each entry with what really stands in it. So wherever [`KEEP_IN`] names a directory, everything that is put into words
//! leaves there what it was made of, with identifiers instead of names, a few samples of each shape for each entry.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The variable with the directory in which samples are kept.
pub const KEEP_IN: &str = "TABELLARIUS_SAMPLES";

/// What one entry was made of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The game and how many play it; nothing, for an entry of the desk.
    pub game: Option<(String, usize)>,
    /// The entry: `mare-nostrum/events/bought`.
    pub entry: String,
    /// Whether the entry sees its value as the rules wrote it, too.
    pub raw: bool,
    /// The value.
    pub what: Value,
}

/// Keeps a sample, if that is asked for. A build for everyday use keeps nothing.
#[cfg(not(debug_assertions))]
pub fn keep(_: Option<(&str, usize)>, _: &str, _: bool, _: &Value) {}

/// Keeps a sample, if that is asked for.
#[cfg(debug_assertions)]
pub fn keep(game: Option<(&str, usize)>, entry: &str, raw: bool, what: &Value) {
    kept::keep(game, entry, raw, what);
}

#[cfg(debug_assertions)]
mod kept {
    use super::{KEEP_IN, Sample};
    use serde_json::Value;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs::OpenOptions;
    use std::io::Write as _;
    use std::path::PathBuf;
    use std::sync::{Mutex, OnceLock};

    /// So many shapes of one sentence are kept, and so many of a whole letter.
    const SENTENCES: usize = 40;
    const LETTERS: usize = 8;

    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    static SHAPES: Mutex<BTreeMap<String, BTreeSet<String>>> = Mutex::new(BTreeMap::new());

    pub fn keep(game: Option<(&str, usize)>, entry: &str, raw: bool, what: &Value) {
        let Some(folder) = FOLDER.get_or_init(|| std::env::var_os(KEEP_IN).map(PathBuf::from)) else { return };
        let most = if entry.ends_with(".txt") { LETTERS } else { SENTENCES };
        {
            let Ok(mut shapes) = SHAPES.lock() else { return };
            let known = shapes.entry(format!("{game:?} {entry}")).or_default();
            if known.len() >= most || !known.insert(shape(what)) {
                return;
            }
        }
        let game = game.map(|(key, players)| (key.to_owned(), players));
        let sample = Sample { game, entry: entry.to_owned(), raw, what: what.clone() };
        let file = folder.join(format!("{}.jsonl", std::process::id()));
        if let (Ok(mut file), Ok(line)) =
            (OpenOptions::new().create(true).append(true).open(file), serde_json::to_string(&sample))
        {
            // A sample that cannot be kept is missing; that is all.
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// What conditions of a template may look at: which fields are there, whether lists are empty, one or more.
    fn shape(value: &Value) -> String {
        match value {
            Value::Null => "-".into(),
            Value::Bool(is) => is.to_string(),
            Value::Number(number) => match number.as_i64() {
                Some(n @ 0..=1) => n.to_string(),
                _ => "n".into(),
            },
            Value::String(text) if text.is_empty() => "_".into(),
            Value::String(text) if text.contains([' ', '/']) || text.len() > 16 => "s".into(),
            Value::String(text) => text.clone(),
            Value::Array(all) => match all.as_slice() {
                [] => "[]".into(),
                [only] => format!("[{}]", shape(only)),
                [first, ..] => format!("[{},+]", shape(first)),
            },
            Value::Object(fields) => {
                let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}:{}", shape(value))).collect();
                format!("{{{}}}", fields.join(","))
            }
        }
    }
}
