//! The glossary names types that are there.

use std::fs;
use std::path::Path;

/// All source of the project, one text.
fn source(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            text += &source(&path);
        } else if path.extension().is_some_and(|end| end == "rs") {
            text += &fs::read_to_string(&path).expect("text");
        }
    }
    text
}

#[test]
fn each_type_of_the_glossary_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = source(&root.join("adjudicator"));
    let glossary = fs::read_to_string(root.join("docs/glossary.md")).expect("the glossary");
    let rows: Vec<Vec<&str>> = glossary
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| word"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 30, "a glossary has words");
    let mut words: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    words.sort_unstable();
    words.windows(2).for_each(|two| assert_ne!(two[0], two[1], "a word stands once"));
    for row in &rows {
        for name in row[2].split('`').skip(1).step_by(2).filter(|name| !name.ends_with('/')) {
            let item = name.rsplit("::").next().unwrap_or(name);
            let kinds = ["struct ", "enum ", "trait ", "type ", "fn "];
            let is_there = |kind: &&str| {
                let wanted = format!("{kind}{item}");
                let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                source.match_indices(&wanted).any(|(at, _)| ends(&source[at + wanted.len()..]))
            };
            assert!(kinds.iter().any(is_there), "{}: there is no {name}", row[0]);
        }
    }
}
