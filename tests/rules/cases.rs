//! Runs every rule case of `tests/cases`, and tries what a moderator may write wrongly.

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use std::fs;
use std::path::{Path, PathBuf};
use tabellarius::cases::{Outcome, run_text};
use tabellarius_kernel::Chance;

/// The case files of one folder.
fn cases_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder of cases").map(|e| e.expect("entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "case"));
    files.sort();
    files
}

/// The folders of cases, one a game, each with the letters that the numbers of its rules begin with.
fn folders() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = Vec::new();
    for entry in fs::read_dir(root.join("tests/cases")).expect("the folder of cases") {
        let folder = entry.expect("entry").path();
        let rules = root.join("docs/rules").join(name(&folder)).with_extension("md");
        let rules = fs::read_to_string(rules).expect("a folder of cases is named after its game");
        let first = rules.lines().find_map(|line| line.strip_prefix("- **")).expect("a rule");
        let prefix = first.split_once('-').expect("a number such as MN-1.1").0.to_string();
        folders.push((folder, prefix));
    }
    folders.sort();
    folders
}

fn case_files() -> Vec<PathBuf> {
    folders().iter().flat_map(|(folder, _)| cases_in(folder)).collect()
}

fn name(file: &Path) -> String {
    file.file_name().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn every_case_comes_out_as_it_says() {
    let mut count = 0;
    let mut failures = String::new();
    for file in case_files() {
        let text = fs::read_to_string(&file).expect("a text");
        for outcome in run_text(&name(&file), &text) {
            count += 1;
            failures += &outcome.to_string();
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count > 150, "only {count} cases were found");
}

/// A file is named after its first rule, and each case names its rules.
#[test]
fn cases_are_named_after_their_rules() {
    for (folder, prefix) in folders() {
        for file in cases_in(&folder) {
            let name = name(&file);
            let number = name.split('-').next().expect("a number");
            let text = fs::read_to_string(&file).expect("a text");
            let titles: Vec<&str> = text.lines().filter(|line| line.starts_with("case:")).collect();
            let numbered = format!("({prefix}-");
            assert!(titles.iter().all(|title| title.contains(&numbered)), "{name}: a title without a rule number");
            let rule = format!("{prefix}-{number}");
            let cites = |title: &&str| title.split(['(', ',', ')', ' ']).any(|word| word == rule);
            assert!(titles.iter().any(cites), "{name}: no case cites {rule}");
        }
    }
}

/// The ten examples of the documentation are the files themselves.
#[test]
fn the_documentation_quotes_real_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_to_string(root.join("docs/cases.md")).expect("docs/cases.md");
    let mut quotes = 0;
    let mut rest = docs.as_str();
    while let Some(start) = rest.find("`tests/cases/mare-nostrum/") {
        let after = &rest[start + 1..];
        let path = &after[..after.find('`').expect("the end of the path")];
        let block = &after[after.find("```\n").expect("a quote") + 4..];
        let quote = &block[..block.find("```").expect("the end of the quote")];
        let file = fs::read_to_string(root.join(path)).expect(path);
        assert!(file.contains(quote.trim_end()), "{path} is not quoted as it is:\n{quote}");
        quotes += 1;
        rest = &block[quote.len()..];
    }
    assert!(quotes >= 10, "only {quotes} examples");
}

fn told(text: &str) -> String {
    run_text("a.case", text).iter().map(Outcome::to_string).collect()
}

fn check(text: &str, expected: &str) {
    let told = told(text);
    assert!(told.lines().any(|line| line == expected), "expected\n{expected}\ncame\n{told}");
}

#[test]
fn failures_say_what_was_expected_and_what_came() {
    let start = "case: x\nstage: military, turn 2\nboard:\n  Syracusae: Babylon, city, 1 legion Egypt\n";
    check(
        &format!("{start}expect:\n  Syracusae: no city"),
        "a.case:6: expected Syracusae: 0 of 'city'; there is: Babylon, city Syracusae, 1 legion Egypt, Egypt convert",
    );
    check(
        &format!("{start}expect:\n  role military: Rome"),
        "a.case:6: expected Military Leader: Rome; there is: Egypt",
    );
    check(
        &format!("{start}expect:\n  hands:\n    Rome: 2 tax\n  stage: turn 9"),
        "a.case:7: expected Rome: 2 tax; there is: nothing (0 cards)",
    );
    check(
        &format!("{start}expect:\n  event turn to move: seat Egypt, leader Rome"),
        "a.case:6: expected event turn to move: seat Egypt, leader Rome; there was: turn to move: leader Egypt, seat Rome | \
         turn to move: leader Egypt, seat Carthage | turn to move: leader Egypt, seat Greece | \
         turn to move: leader Egypt, seat Babylon | turn to move: leader Egypt, seat Egypt",
    );
    check(&format!("{start}expect:\n  asks Rome"), "a.case:6: expected asks Rome; there is: nobody is asked");
    check(
        &format!("{start}letter Egypt:\n  move legion Syracusae -> Roma\nexpect:\n  stage: commerce"),
        "a.case:6: refused, MN-5.3 no route: 'move 1 legion Syracusae -> Roma'",
    );
    check(
        &format!("{start}letter Egypt:\n  conquest Syracusae: stay  ! MN-5.6\nexpect:\n  stage: commerce"),
        "a.case:6: expected to be refused by MN-5.6; it was not",
    );
    check(
        &format!("{start}letter Egypt:\n  move legion Syracusae -> Roma ! MN-4.2\nexpect:\n  stage: commerce"),
        "a.case:6: expected to be refused by MN-4.2; it was refused: MN-5.3 no route: 'move 1 legion Syracusae -> Roma'",
    );
    check(
        &format!("{start}dice:\n  Syracusae: Egypt 4, Rome 3\nexpect:\n  stage: commerce"),
        "a.case:6: these dice were never rolled: 'turn 2/military/Egypt/Syracusae/attack on Rome'; rolls were: none",
    );
}

#[test]
fn a_malformed_file_is_refused_with_line_and_reason() {
    let check = |text: &str, expected: &str| check(text, &format!("a.case:{expected}"));
    check("", "1: there is no case in this file; it should begin with 'case: what it shows (rule number)'");
    check("board:\n  Roma: Rome", "1: a case begins with 'case: what it shows (rule number)'");
    check("  x", "1: this line is indented, but no header stands above it");
    check("case:", "1: a case needs a title, such as 'case: A fortress adds six (MN-5.4.1)'");
    check("case: x\nborad:\n  Roma: Rome", "2: there is no section 'borad:'; did you mean 'board:'?");
    check("case: x\nexpct", "2: expected a header that ends with a colon, such as 'board:'; did you mean 'expect:'?");
    check("case: x\nexpect:", "2: nothing is expected here; say what, on indented lines");
    check("case: x\nexpect later:\n  x", "2: 'expect later' is not known; there are 'expect:' and 'expect now:'");
    check("case: x\nletter:\n  build nothing", "2: whose letter? Write, for example, 'letter Rome:'");
    check("case: x\nletter Egpyt:\n  nothing", "2: 'Egpyt' is not known here as civilization; did you mean 'Egypt'?");
    check("case: x\npace: slow", "2: 'slow' is not a pace; there are: bulk, strict");
    check("case: x\nstart:", "2: 'start:' says empty, set-up, or the name of a set-up");
    let games: Vec<&str> = tabellarius::catalogue::GAMES.iter().map(|entry| entry.key).collect();
    let known = format!("2: there is no game 'mare'; there are: {}", games.join(", "));
    check("case: x\ngame: mare\nexpect:\n  stage: turn 1", &known);
    check("case: x\nplayers: 9\nexpect:\n  stage: turn 1", "1: Mare Nostrum (2003) is for 3 to 5 players, not 9");
    check(
        "case: x\nboard:\n  Hieroslyma: Babylon",
        "3: 'Hieroslyma' is not known here as province or sea; did you mean 'Hierosolyma'?",
    );
    check(
        "case: x\nfacts:\n  bordr Roma - Athenae",
        "3: 'bordr' is not known here as kind of fact; did you mean 'border'?",
    );
    check("case: x\ndice:\n  Roma: Rome 7, Greece 1", "3: a die shows 1 to 6");
    check("case: x\nboard:\n  Roma: Rome", "1: the case expects nothing: add 'expect:'");
    check(
        "case: x\nboard:\n  Roma: Rome\nfacts:\n  price legion 4\nexpect:\n  stage: turn 1",
        "5: facts of the board come before the position and the letters",
    );
    check("case: x\nexpect:\n  stage: turn 1\nboard:\n  Roma: Rome", "4: the position is set before the first letter");
}

/// Whatever stands in the file: an answer, no panic.
#[test]
fn nonsense_is_answered() {
    let good = fs::read_to_string(&case_files()[0]).expect("a text");
    let all: String = case_files().iter().map(|file| fs::read_to_string(file).expect("a text")).collect();
    let mut seed = 5u32;
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below.max(1)
    };
    let lines: Vec<&str> = all.lines().collect();
    for _ in 0..150 {
        // Lines of all cases thrown together, some with a piece torn out.
        let mut text = String::from("case: nonsense\n");
        for _ in 0..next(25) {
            let line = lines[next(lines.len())];
            let chars: Vec<char> = line.chars().collect();
            let cut = if next(4) == 0 { next(chars.len()) } else { chars.len() };
            text.extend(&chars[..cut]);
            text.push('\n');
        }
        run_text("nonsense.case", &text);
    }
    run_text("nul.case", "case: \0\nboard:\n  \0: \u{202e}, 99999999999999999999 legions\n");
    run_text("long.case", &good.replace("expect:", &"expect:\n  Roma: Rome\n".repeat(500)));
}

#[test]
fn the_command_counts_and_fails_with_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("dispute.case");
    let run = |text: &str| {
        fs::write(&file, text).expect("written");
        let mut command = assert_cmd::Command::cargo_bin("tabellarius").expect("the binary");
        command.args(["case", "run"]).arg(folder.path()).assert()
    };
    run("case: a\nexpect now:\n  stage: turn 1\n").success().stdout("1 passed, 0 failed\n");
    let failed = run("case: a\nexpect now:\n  stage: turn 1\ncase: b\nexpect now:\n  stage: turn 2\n").code(1);
    let stdout = String::from_utf8_lossy(&failed.get_output().stdout).into_owned();
    assert!(stdout.contains("dispute.case:6: expected commerce, turn 2; there is: turn 1/commerce\n"), "{stdout}");
    assert!(stdout.ends_with("\n1 passed, 1 failed\n"), "{stdout}");
}

/// Names are the letters' own: any language, no accents, short forms.
#[test]
fn names_may_be_written_as_in_letters() {
    let told = told(
        "case: x\nstage: military, turn 2\nboard:\n  jerusalem: BABILON, fort\n  thebaé: Egipt, 3 legiony\ncards:\n  Cartagine: Annibale\n\
         dice:\n  Jerusalem: Egitto 4 2 5, Babilonia\nletter Egipt:\n  move 3 legions Thebes -> Jerusal\n\
         expect:\n  Hierosolyma: no fortress, 2 legions Egypt\n  card Carthage: Hannibal\n",
    );
    assert_eq!(told, "");
}

/// Every one of the 103 Fate cards and 7 Wonders of the Inner Sea has been played in a case of its own, which names it in a letter (an
/// event: in the deck it comes from) and expects something of it.
#[test]
fn every_card_of_the_inner_sea_has_a_case_of_its_own() {
    use tabellarius_inner_sea::InnerSea;
    use tabellarius_inner_sea::pieces::Wonder;
    let game = InnerSea::new(2, "").expect("the game");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/inner-sea/5.2-every-card.case");
    let text = fs::read_to_string(file).expect("the cases");
    let cases: Vec<&str> = text.split("case: ").skip(1).collect();
    let cards = game.deck.all.iter().map(|card| (format!("Card {}", card.0), game.deck.card(card)));
    let wonders = (0..7).map(Wonder).map(|wonder| (format!("Wonder {}", wonder.0 + 1), game.deck.wonder(wonder)));
    let mut count = 0;
    for (label, card) in cards.chain(wonders) {
        let name = &card.names[0];
        let title = format!("{label}, {name} (");
        let own: Vec<&&str> = cases.iter().filter(|case| case.starts_with(&title)).collect();
        assert!(!own.is_empty(), "{label}, {name} has no case of its own");
        for case in own {
            let (_, body) = case.split_once('\n').expect("a body");
            let (before, after) = body.split_once("expect").expect("something expected");
            assert!(before.contains(name.as_str()), "{label}, {name} is not played in its case");
            assert!(after.lines().skip(1).any(|line| line.starts_with("  ")), "{label}: nothing is expected");
        }
        count += 1;
    }
    assert_eq!(count, 110);
}

/// Spoils a case file as a tired moderator might: lines are lost, doubled, moved or come from another game's case, words and numbers
/// change.
fn spoil(text: &str, others: &[String], chance: &mut Chance) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..chance.random_range(1..5u8) {
        let at = chance.random_range(0..lines.len().max(1)).min(lines.len().saturating_sub(1));
        let Some(line) = lines.get(at).cloned() else { break };
        let foreign = others.choose(chance).map_or("", String::as_str);
        let any = foreign.lines().nth(chance.random_range(0..foreign.lines().count().max(1))).unwrap_or_default();
        let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
        let word = chance.random_range(0..words.len().max(1));
        match chance.random_range(0..9u8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, line),
            2 => lines.insert(at, any.to_string()),
            3 => {
                let to = chance.random_range(0..lines.len());
                lines.swap(at, to);
            }
            4 => words[word] = any.rsplit(' ').next().unwrap_or_default().to_string(),
            5 => {
                words[word] = ["0", "1", "9", "199", "255", "65535", "-1"].choose(chance).map_or("", |n| n).to_string()
            }
            6 => drop(words.remove(word)),
            7 => words
                .insert(word, ["nothing", "all", ":", ",", "none", "x 9", "{", "\u{feff}", "é"][at % 9].to_string()),
            _ => {
                let number = line.replace(|c: char| c.is_ascii_digit(), "9");
                words = number.split(' ').map(str::to_string).collect();
            }
        }
        if at < lines.len() && words.join(" ") != lines[at] {
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n")
}

/// Whatever a case file says, it is played or refused with file and line; nothing panics. The first are files that did.
#[test]
fn spoilt_cases_are_refused_and_nothing_panics() {
    let texts: Vec<(String, String)> =
        case_files().iter().map(|file| (name(file), fs::read_to_string(file).expect("a text"))).collect();
    let others: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
    let rounds: u32 = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let mut chance = Chance::seed_from_u64(rounds.into());
    let (mut refused, mut panics) = (0, Vec::new());
    for (file, text) in texts.iter().flat_map(|text| std::iter::repeat_n(text, rounds as usize)) {
        // One case of a file is enough to spoil.
        let cases: Vec<&str> = text.split("\ncase:").collect();
        let one = chance.random_range(0..cases.len());
        let text = if one == 0 { cases[0].to_string() } else { format!("case:{}", cases[one]) };
        let spoilt = spoil(&text, &others, &mut chance);
        match std::panic::catch_unwind(|| run_text(file, &spoilt)) {
            Ok(outcomes) => refused += usize::from(outcomes.iter().any(|outcome| !outcome.passed())),
            Err(_) => panics.push(format!("{file} panics:\n{spoilt}")),
        }
    }
    assert!(panics.is_empty(), "{}", panics.join("\n\n"));
    assert!(refused > texts.len() / 2, "only {refused} were refused");
}
