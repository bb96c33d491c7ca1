//! Every rule has a number, every number is cited beside its code and by a test, and nobody cites a rule that is not there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The prefix of each rulebook and its file.
const BOOKS: [(&str, &str); 2] = [("MN", "docs/rules/mare-nostrum.md"), ("EM", "docs/rules/empires.md")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder that end so.
fn files(folder: &str, ends: &[&str]) -> Vec<PathBuf> {
    fn walk(folder: &Path, ends: &[&str], found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for path in entries.map(|entry| entry.expect("entry").path()) {
            if path.is_dir() {
                walk(&path, ends, found);
            } else if path.extension().is_some_and(|end| ends.iter().any(|wanted| end == *wanted)) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), ends, &mut found);
    found.sort();
    found
}

/// The rule numbers in a text.
fn cited(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (prefix, _) in BOOKS {
        let mark = format!("{prefix}-");
        for (start, _) in text.match_indices(&mark) {
            let rest = &text[start + mark.len()..];
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number = rest[..end].trim_end_matches('.');
            if !number.is_empty() {
                found.insert(format!("{mark}{number}"));
            }
        }
    }
    found
}

/// The rules and chapters of all documents.
fn rules() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut rules, mut chapters) = (BTreeSet::new(), BTreeSet::new());
    for (prefix, file) in BOOKS {
        let text = fs::read_to_string(root().join(file)).expect("the rules");
        let defined = |line: &str| Some(line.strip_prefix("- **")?.split_once("**")?.0.to_string());
        let chapter = |line: &str| Some(format!("{prefix}-{}", line.strip_prefix("## ")?.split_once('.')?.0));
        rules.extend(text.lines().filter_map(defined));
        chapters.extend(text.lines().filter_map(chapter));
    }
    (rules, chapters)
}

/// A source file in two parts: the code, and the tests at its end.
fn code_and_tests(file: &Path) -> (String, String) {
    let text = fs::read_to_string(file).expect("a text");
    let is_test =
        file.file_name().is_some_and(|name| name == "tests.rs") || file.components().any(|c| c.as_os_str() == "tests");
    if is_test {
        return (String::new(), text);
    }
    match text.split_once("#[cfg(test)]\nmod tests {") {
        Some((code, tests)) => (code.into(), tests.into()),
        None => (text, String::new()),
    }
}

#[test]
fn every_rule_is_cited_beside_its_code_and_by_a_test() {
    let (rules, _) = rules();
    assert!(rules.len() > 80, "only {} rules were found", rules.len());
    let (mut code, mut tests) = (BTreeSet::new(), BTreeSet::new());
    for file in files("adjudicator/games/mare-nostrum/src", &["rs"]) {
        let (own, own_tests) = code_and_tests(&file);
        code.extend(cited(&own));
        tests.extend(cited(&own_tests));
    }
    for file in files("tests", &["rs"]) {
        tests.extend(cited(&fs::read_to_string(file).expect("a text")));
    }
    for file in files("tests/cases", &["case"]) {
        let text = fs::read_to_string(file).expect("a text");
        text.lines().filter(|line| line.starts_with("case:")).for_each(|title| tests.extend(cited(title)));
    }
    let without_code: Vec<&String> = rules.difference(&code).collect();
    let without_test: Vec<&String> = rules.difference(&tests).collect();
    assert!(without_code.is_empty(), "no code cites {without_code:?}");
    assert!(without_test.is_empty(), "no test cites {without_test:?}");
}

#[test]
fn nobody_cites_a_rule_that_is_not_there() {
    let (rules, chapters) = rules();
    let mut unknown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in ["adjudicator", "tests", "docs", "templates", "config"] {
        for file in files(folder, &["rs", "case", "md", "toml", "txt", "tera", "html"]) {
            let numbers = cited(&fs::read_to_string(&file).expect("a text"));
            for number in numbers.into_iter().filter(|number| !rules.contains(number) && !chapters.contains(number)) {
                unknown.entry(number).or_default().push(file.display().to_string());
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The numbers of each document are in order and none is given twice.
#[test]
fn the_rules_are_numbered_in_order() {
    for (prefix, file) in BOOKS {
        let text = fs::read_to_string(root().join(file)).expect("the rules");
        let mark = format!("- **{prefix}-");
        let numbers: Vec<Vec<u32>> = text
            .lines()
            .filter_map(|line| line.strip_prefix(&mark)?.split_once("**"))
            .map(|(number, _)| number.split('.').map(|part| part.parse().expect("a number")).collect())
            .collect();
        for pair in numbers.windows(2) {
            assert!(pair[0] < pair[1], "{:?} comes before {:?}", pair[0], pair[1]);
        }
    }
}
