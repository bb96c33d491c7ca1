//! Every sentence the desk may say has its words.

use std::collections::BTreeSet;

#[test]
fn every_key_in_the_code_has_its_sentence() {
    let replies: toml::Table = toml::from_str(include_str!("../../templates/en/desk/replies.toml")).unwrap();
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut dirs = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("adjudicator/desk")];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
                continue;
            }
            let code = std::fs::read_to_string(&path).unwrap();
            for call in ["refuse(case, ", "said(case, ", "note(&board, ", "note(board, ", "note(desk, "] {
                used.extend(keys_after(&code, call));
            }
            for call in ["end_table(&mut board, ", "end_pause(board, "] {
                used.extend(keys_after(&code, call).into_iter().map(|key| format!("log-{key}")));
            }
            let given = ["end_table(&mut board, ", "end_pause(board, ", "&seat.seat, id, ", "*owner, ", "&seat.seat, "];
            for key in given.iter().flat_map(|call| keys_after(&code, call)) {
                used.insert(format!("{key}-subject"));
                used.insert(key);
            }
            for call in ["tell_all(&board, ", "tell_all(board, ", "tell_deadline(&board, ", "tell_deadline(board, "] {
                for key in keys_after(&code, call) {
                    used.insert(format!("{key}-subject"));
                    used.insert(key);
                }
            }
            for call in ["say(&person.language, ", "say(&moderator.language, ", "say(&standby.language, "] {
                used.extend(keys_after(&code, call));
            }
        }
    }
    assert!(used.len() > 80, "{}", used.len());
    let missing: Vec<&String> = used.iter().filter(|key| !replies.contains_key(*key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn keys_after(code: &str, call: &str) -> Vec<String> {
    let places = code.match_indices(call).map(|(at, _)| &code[at + call.len()..]);
    places.filter_map(|rest| rest.strip_prefix('"')?.split_once('"')).map(|(key, _)| key.to_owned()).collect()
}
