//! `docs/adding-a-game.md` walks through Latrones: what it shows is the source, it leaves out no file that knows the game, and the copy it begins
//! with is whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const WALK: &str = "docs/adding-a-game.md";
const KEY: &str = "latrones";

/// Where the game may be named without being part of it: what tells of it, and what is tried or shown with the smallest game.
const NO_PART: [&str; 12] = [
    "README.md",
    "CHANGELOG.md",
    "Cargo.lock",
    "docs/",
    "tests/",
    "adjudicator/kernel/",
    "adjudicator/picture/Cargo.toml",
    "adjudicator/picture/examples/",
    "adjudicator/picture/tests/",
    "adjudicator/report/",
    "adjudicator/cli/demo.rs",
    "adjudicator/edition.rs",
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files of the project, by their paths from its root.
fn files(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name.starts_with("target") {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{path}/"), found);
        } else {
            found.insert(path);
        }
    }
}

/// Copies a file, or a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().expect("a file lies in a folder")).expect("a folder");
        fs::copy(from, to).expect("a file");
    }
}

/// The blocks of code with the file they are from.
fn blocks(walk: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut lines = walk.lines();
    while let Some(line) = lines.next() {
        let Some(fence) = line.strip_prefix("```") else { continue };
        let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some((_, file)) = fence.split_once(' ') {
            blocks.push((file.to_owned(), code.join("\n")));
        }
    }
    blocks
}

#[test]
fn what_the_walk_shows_is_the_source() {
    let blocks = blocks(&read(WALK));
    assert!(blocks.len() > 15, "{} blocks", blocks.len());
    for (file, code) in blocks {
        assert!(read(&file).contains(&code), "this is not in {file} (any more):\n{code}");
    }
}

#[test]
fn the_walk_leaves_out_no_file() {
    let walk = read(WALK);
    let mut all = BTreeSet::new();
    files(Path::new(env!("CARGO_MANIFEST_DIR")), "", &mut all);
    let is_named_after_it = |path: &str| path.to_lowercase().contains(KEY);
    let is_no_part = |path: &str| NO_PART.iter().any(|place| path.starts_with(place));
    let knows_it = |path: &str| {
        let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default();
        String::from_utf8_lossy(&text).to_lowercase().contains(KEY)
    };
    // A translation is what its original is; seeds are picked by the fuzzer.
    let is_copy = |path: &str| {
        let languages = ["it", "pl", "nl"];
        path.starts_with("tests/fuzz/")
            || languages.iter().any(|language| {
                path.starts_with(&format!("templates/{language}/")) || path.ends_with(&format!(".{language}.md"))
            })
    };
    let is_part = |path: &&String| is_named_after_it(path) || (!is_no_part(path) && knows_it(path));
    let parts: Vec<&String> = all.iter().filter(|path| !is_copy(path)).filter(is_part).collect();
    assert!(parts.len() > 15, "{parts:?}");
    for path in parts {
        assert!(walk.contains(&format!("`{path}`")), "{WALK} does not name {path}");
    }
}

#[test]
fn the_copy_that_the_walk_begins_with_is_whole() {
    let walk = read(WALK);
    let script = walk.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the first commands");
    let words: Vec<&str> = script.split(|c: char| c == '=' || c.is_whitespace()).collect();
    let said = |name: &str| words[words.iter().position(|word| *word == name).expect("a name") + 1];
    let (key, letters) = (said("KEY"), said("LETTERS"));
    let (root, place) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().expect("a folder"));
    for part in ["adjudicator/games", "config", "templates/en", "tests/cases"] {
        copy(&root.join(part).join(KEY), &place.path().join(part).join(KEY));
    }
    copy(&root.join("docs/rules/latrones.md"), &place.path().join("docs/rules/latrones.md"));
    let done = std::process::Command::new("sh").args(["-euc", script]).current_dir(place.path()).status();
    assert!(done.expect("a shell").success(), "{script}");
    let mut all = BTreeSet::new();
    files(place.path(), "", &mut all);
    let (copies, models): (Vec<_>, Vec<_>) = all.iter().partition(|path| path.contains(key));
    assert_eq!(copies.len(), models.len());
    assert!(models.iter().all(|path| copies.contains(&&path.replace(KEY, key))), "{copies:?}");
    for path in copies {
        let text = fs::read_to_string(place.path().join(path)).expect("a text");
        assert!(!text.to_lowercase().contains(KEY), "{path} still names {KEY}");
        assert!(!text.contains("LA-"), "{path} still has the numbers of {KEY}");
    }
    let rules = fs::read_to_string(place.path().join(format!("docs/rules/{key}.md"))).expect("rules");
    assert!(rules.contains(&format!("**{letters}-1.1**")), "{rules}");
    // What the walk says of the lines elsewhere.
    assert!(read("Cargo.toml").contains("\"adjudicator/games/*\""), "a new folder is a member by itself");
}
