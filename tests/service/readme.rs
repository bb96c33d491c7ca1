//! The README's own lines work as they are printed, one after the other, after a plain `init`.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The lines of the README that begin with the program's name, without their comments.
fn lines() -> Vec<Vec<String>> {
    let readme = include_str!("../../README.md");
    let lines = readme.lines().filter_map(|line| line.strip_prefix("    tabellarius "));
    lines.map(|line| words(line.split(" #").next().unwrap_or_default())).collect()
}

/// The words of a line as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    pieces
        .flat_map(|(i, piece)| match i % 2 {
            0 => piece.split_whitespace().map(String::from).collect(),
            _ => vec![piece.to_owned()],
        })
        .collect()
}

/// The letter at the head of the README, and the answer to it.
fn example() -> (String, String) {
    let readme = include_str!("../../README.md");
    let blocks: Vec<String> = readme
        .split("\n\n")
        .map(|part| part.lines().map(|line| line.strip_prefix("    ").map(|line| format!("{line}\n"))).collect())
        .map(|lines: Option<String>| lines.unwrap_or_default())
        .collect();
    let begins = |word: &str| blocks.iter().position(|block| block.starts_with(word)).unwrap();
    let (letter, answer) = (begins("pick "), begins("Rome, "));
    (blocks[letter].clone(), blocks[answer..answer + 3].join("\n"))
}

fn tabellarius(dir: &Path, words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabellarius"));
    command.current_dir(dir).args(words).stdin(Stdio::null());
    command
}

/// Runs a line to its end; returns what it said.
fn run(dir: &Path, words: &[String]) -> String {
    let done = tabellarius(dir, words).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "tabellarius {}: {said}", words.join(" "));
    said
}

/// The service stops with the test.
struct Service(Child);

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_lines_of_the_readme_work_as_printed() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = None;
    let mut seen = Vec::new();
    for line in lines() {
        seen.push(line[0].clone());
        match line[0].as_str() {
            "run" => {
                let child = tabellarius(dir.path(), &line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
                service = Some(Service(child));
            }
            "read" => {
                let begun = Instant::now();
                let answer = loop {
                    let said = run(dir.path(), &line);
                    if !said.contains("has got no mail yet") || begun.elapsed() > Duration::from_secs(60) {
                        break said;
                    }
                    std::thread::sleep(Duration::from_millis(100));
                };
                assert!(answer.contains("OSTIA-1 IS OPEN"), "{answer}");
            }
            "table" => assert!(run(dir.path(), &line).contains("ostia-1")),
            // The game is not over yet: the folder itself can be proved at any time.
            "audit" => {
                let said = run(dir.path(), &["audit".into(), "ostia".into()]);
                assert!(said.contains("every seal came out as recorded"), "{said}");
            }
            "check" => {
                let letter = dir.path().join(&line[3]);
                let (asked, answered) = example();
                std::fs::write(&letter, asked).unwrap();
                // What is said of the letter is what the README shows; that it was not all right shows in the exit code.
                let said = tabellarius(dir.path(), &line).output().unwrap();
                let said = String::from_utf8(said.stdout).unwrap();
                assert!(said.starts_with(&answered), "{said}\nis not\n{answered}");
            }
            // The second one resolves, once all letters are in.
            "play" if !line.contains(&"--new".to_owned()) => {
                for seat in ["rome", "greece", "egypt", "carthage", "babylon"] {
                    std::fs::write(dir.path().join(format!("ostia/letters/{seat}.txt")), "pick any\n").unwrap();
                }
                assert!(run(dir.path(), &line).contains("building"));
            }
            _ => drop(run(dir.path(), &line)),
        }
    }
    drop(service);
    for word in ["init", "doctor", "run", "send", "read", "table", "play", "check", "explain", "audit"] {
        assert!(seen.iter().any(|one| one == word), "the README does not show {word}");
    }
}

#[test]
fn init_reads_piped_answers() {
    let dir = tempfile::tempdir().unwrap();
    let answers =
        "Vienna Games\nreferee@games.example\nyou@games.example\nEurope/Vienna\nimap.games.example\n\n\nsecret.txt\n";
    let file = dir.path().join("answers");
    std::fs::write(&file, answers).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_tabellarius"))
        .current_dir(dir.path())
        .arg("init")
        .stdin(std::fs::File::open(&file).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{said}");
    assert!(said.contains("What is the club called? [Our club] Vienna Games\n"), "{said}");
    let written = std::fs::read_to_string(dir.path().join("tabellarius.toml")).unwrap();
    for line in [
        "name = \"Vienna Games\"",
        "address = \"referee@games.example\"",
        "operator = \"you@games.example\"",
        "moderators = [\"you@games.example\"]",
        "zone = \"Europe/Vienna\"",
        "imap = \"imap.games.example\"",
        "user = \"referee@games.example\"",
        "password-file = \"secret.txt\"",
    ] {
        assert!(written.lines().any(|one| one.trim() == line || one.starts_with(line)), "{line}: {written}");
    }
}
