//! A table that goes on, without what its players may not know: for reports of faults, and to be shown around.

use serde_json::{Value, json};

/// What says that a file holds no secrets. It cannot be imported: the game could not go on.
pub const MARK: &str = "without-secrets";
/// Who plays in secret writes these: orders and positions, diaries, whose letters somebody does not want.
const SECRET_PARTS: [&str; 4] = ["round", "letter", "page", "mute"];
/// Everything could be reckoned from these.
const SECRET_COLUMNS: [&str; 2] = ["seed", "snapshot"];

/// Takes the secrets out of an exported table, unless its game is over and they are published anyway.
pub fn take_secrets_out(file: &mut Value) {
    let status = file["board"][0]["status"].as_str().unwrap_or_default();
    if matches!(status, "\"over\"" | "\"closed\"") {
        return;
    }
    for part in SECRET_PARTS {
        file[part] = json!([]);
    }
    for column in SECRET_COLUMNS {
        file["board"][0][column] = Value::Null;
    }
    file[MARK] = json!(true);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_game_that_is_over_keeps_its_seed() {
        let of = |status: &str| {
            let mut file = json!({ "board": [{ "id": "x", "seed": "abc", "snapshot": "hands", "status": status }],
                "letter": [{ "text": "move" }], "round": [{ "record": "move" }], "log": [{ "text": "said" }] });
            take_secrets_out(&mut file);
            file.to_string()
        };
        let running = of("\"running\"");
        assert!(!["abc", "hands", "move"].iter().any(|secret| running.contains(secret)), "{running}");
        assert!(running.contains("said") && running.contains(MARK));
        assert!(of("\"over\"").contains("abc"));
    }
}
