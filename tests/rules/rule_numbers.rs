//! Every rule has a number, every number is cited beside its code and by a test, and nobody cites a rule that is not there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

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

/// A game's rules: the document, the key of the game, and the letters its numbers begin with.
struct Book {
    prefix: String,
    key: String,
    text: String,
}

/// Every document of `docs/rules`; its first rule says what its numbers begin with, and its name is that of its game, with a language behind a
/// dot if it is a translation.
fn documents() -> Vec<Book> {
    let book = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("the rules");
        let first = text.lines().find_map(|line| line.strip_prefix("- **")).expect("a rule");
        let prefix = first.split_once('-').expect("a number such as MN-1.1").0.to_string();
        let key = file.file_stem().expect("a name").to_string_lossy().into_owned();
        Book { prefix, key, text }
    };
    files("docs/rules", &["md"]).into_iter().map(book).collect()
}

/// The documents that are no translations: a book for each game.
fn books() -> Vec<Book> {
    let books: Vec<Book> = documents().into_iter().filter(|book| !book.key.contains('.')).collect();
    let keys: Vec<&str> = tabellarius::catalogue::GAMES.iter().map(|entry| entry.key).collect();
    for key in &keys {
        assert!(books.iter().any(|book| book.key == *key), "{key} has no rules in docs/rules");
    }
    for book in &books {
        assert!(keys.contains(&book.key.as_str()), "no game has the key {}", book.key);
        assert_eq!(
            books.iter().filter(|other| other.prefix == book.prefix).count(),
            1,
            "{}- is used twice",
            book.prefix
        );
    }
    books
}

impl Book {
    /// The rule numbers of this book that a text cites.
    fn cited(&self, text: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let start_of = format!("{}-", self.prefix);
        for (start, _) in text.match_indices(&start_of) {
            let rest = &text[start + start_of.len()..];
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number = rest[..end].trim_end_matches('.');
            if !number.is_empty() {
                found.insert(format!("{start_of}{number}"));
            }
        }
        found
    }

    /// The rules and chapters of the document.
    fn rules(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let defined =
            |line: &str| line.strip_prefix("- **").and_then(|rest| rest.split_once("**")).map(|(n, _)| n.to_string());
        let chapter = |line: &str| {
            line.strip_prefix("## ").and_then(|rest| rest.split_once('.')).map(|(n, _)| format!("{}-{n}", self.prefix))
        };
        (self.text.lines().filter_map(defined).collect(), self.text.lines().filter_map(chapter).collect())
    }
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
    for book in books() {
        let (rules, _) = book.rules();
        // A reader that loses rules must not pass for a short book: every number in bold is one.
        let numbers = book.text.matches(&format!("**{}-", book.prefix)).count();
        assert!(numbers > 0 && rules.len() == numbers, "{} of {numbers} rules were found in {}", rules.len(), book.key);
        let (mut code, mut tests) = (BTreeSet::new(), BTreeSet::new());
        for file in files("adjudicator/games", &["rs"]) {
            let (own, own_tests) = code_and_tests(&file);
            code.extend(book.cited(&own));
            tests.extend(book.cited(&own_tests));
        }
        for file in files("tests", &["rs"]) {
            tests.extend(book.cited(&fs::read_to_string(file).expect("a text")));
        }
        for file in files("tests/cases", &["case"]) {
            let text = fs::read_to_string(file).expect("a text");
            text.lines().filter(|line| line.starts_with("case:")).for_each(|title| tests.extend(book.cited(title)));
        }
        let without_code: Vec<&String> = rules.difference(&code).collect();
        let without_test: Vec<&String> = rules.difference(&tests).collect();
        assert!(without_code.is_empty(), "{}: no code cites {without_code:?}", book.key);
        assert!(without_test.is_empty(), "{}: no test cites {without_test:?}", book.key);
    }
}

#[test]
fn nobody_cites_a_rule_that_is_not_there() {
    for book in books() {
        let (rules, chapters) = book.rules();
        let mut unknown: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for folder in ["adjudicator", "tests", "docs", "templates", "config"] {
            for file in files(folder, &["rs", "case", "md", "toml", "txt", "tera", "html"]) {
                let numbers = book.cited(&fs::read_to_string(&file).expect("a text"));
                for number in numbers.into_iter().filter(|number| !rules.contains(number) && !chapters.contains(number))
                {
                    unknown.entry(number).or_default().push(file.display().to_string());
                }
            }
        }
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

/// A translation has the rules of its book, all of them and no others, in the same order.
#[test]
fn translations_have_the_same_rules() {
    let numbers = |book: &Book| -> Vec<String> {
        let number = |line: &str| Some(line.strip_prefix("- **")?.split_once("**")?.0.to_string());
        book.text.lines().filter_map(number).collect()
    };
    let books = books();
    for translation in documents().iter().filter(|book| book.key.contains('.')) {
        let key = translation.key.split('.').next();
        let book = books.iter().find(|book| Some(book.key.as_str()) == key).expect("the book of a translation");
        assert_eq!(numbers(translation), numbers(book), "{}", translation.key);
    }
}

/// The numbers of each document are in order and none is given twice.
#[test]
fn the_rules_are_numbered_in_order() {
    for book in books() {
        let numbers: Vec<Vec<u32>> = book
            .text
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("- **{}-", book.prefix))?.split_once("**"))
            .map(|(number, _)| number.split('.').map(|part| part.parse().expect("a number")).collect())
            .collect();
        for pair in numbers.windows(2) {
            assert!(pair[0] < pair[1], "{}: {:?} comes before {:?}", book.key, pair[0], pair[1]);
        }
    }
}
