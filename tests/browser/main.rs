//! Mails and films in a real browser, on a phone and on a desk, in light and in dark: nothing sticks out, every picture has words, all text
//! can be read, every button can be hit, the slider of a film moves.
//!
//! Without Chromium these tests are skipped, and say so; `tests/run` installs it where it may. `TABELLARIUS_NO_SKIP=1` makes a skip a failure.
//! `TABELLARIUS_SCREENSHOTS=DIR` keeps pictures of the pages.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use assert_cmd::Command;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is opened: phone and desk.
const WIDTHS: [u32; 2] = [360, 1_280];

/// Where Chromium is; nothing: it is not here, and these tests are skipped.
fn chromium() -> Option<PathBuf> {
    let places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let found = named.into_iter().chain(places.map(PathBuf::from)).find(|path| path.exists());
    if found.is_none() {
        let why = "SKIPPED: no Chromium for tests/browser (install: chromium)";
        assert!(std::env::var_os("TABELLARIUS_NO_SKIP").is_none(), "{why}");
        eprintln!("{why}");
    }
    found
}

/// Runs it on a file, and returns what it prints.
fn browse(program: &Path, profile: &Path, file: &Path, options: &[&str]) -> String {
    let output = Command::new(program)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(options)
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// All pages of a folder and of those in it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "html") && !path.ends_with("index.html") {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// One page that shows all others, each as wide as it is looked at.
fn harness(folder: &Path, pages: &[PathBuf]) -> PathBuf {
    let mut all = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<body style=\"margin:0\">\n".to_owned();
    for page in pages {
        let name = page.strip_prefix(folder).unwrap().display().to_string();
        let place = name.rsplit_once('/').map_or(String::new(), |(place, _)| format!("{place}/"));
        let text = std::fs::read_to_string(page).unwrap().replace("src=\"", &format!("src=\"{place}"));
        for width in WIDTHS {
            let _ = writeln!(
                all,
                "<iframe data-page=\"{name}\" data-width=\"{width}\" width=\"{width}\" height=\"700\" style=\"border:0\" srcdoc=\"{}\"></iframe>",
                escaped(&text)
            );
        }
    }
    let _ = write!(all, "<script>{}</script>\n</body>", include_str!("check.js"));
    let path = folder.join("harness.html");
    std::fs::write(&path, all).unwrap();
    path
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Verdict {
    pages: usize,
    is_dark: bool,
    wrong: Vec<String>,
}

fn tabellarius() -> Command {
    Command::cargo_bin("tabellarius").unwrap()
}

#[test]
fn mails_and_films_can_be_read_on_a_phone_and_on_a_desk_in_light_and_in_dark() {
    let Some(program) = chromium() else { return };
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("gallery");
    tabellarius().arg("gallery").arg(&folder).args(["--rounds", "2"]).assert().success();
    let table = dir.path().join("table");
    tabellarius().arg("play").arg(&table).args(["--new", "latrones", "--players", "3"]).assert().success();
    for _ in 0..3 {
        tabellarius().arg("play").arg(&table).args(["--close", "--caretaker", "all"]).assert().success();
    }
    tabellarius().arg("film").arg(&table).arg("--out").arg(folder.join("film.html")).assert().success();
    let pages = pages(&folder);
    assert!(pages.len() > 80, "{pages:?}");
    let harness = harness(&folder, &pages);
    for (scheme, is_dark) in [("1", false), ("0", true)] {
        let profile = dir.path().join(format!("profile-{scheme}"));
        let setting = format!("--blink-settings=preferredColorScheme={scheme}");
        let options = [setting.as_str(), "--dump-dom", "--virtual-time-budget=30000", "--allow-file-access-from-files"];
        let shown = browse(&program, &profile, &harness, &options);
        let verdict = shown.rsplit_once("<pre id=\"verdict\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        let verdict: Verdict = serde_json::from_str(&unescaped(verdict.expect("the browser looked").0)).unwrap();
        assert_eq!((verdict.pages, verdict.is_dark), (pages.len() * WIDTHS.len(), is_dark));
        assert!(verdict.wrong.is_empty(), "{:#?}", verdict.wrong);
    }
    if let Some(kept) = std::env::var_os("TABELLARIUS_SCREENSHOTS").map(PathBuf::from) {
        screenshots(&program, dir.path(), &folder, &pages, &kept);
    }
}

/// Pictures of all pages, to be looked at.
fn screenshots(program: &Path, dir: &Path, folder: &Path, pages: &[PathBuf], kept: &Path) {
    std::fs::create_dir_all(kept).unwrap();
    for page in pages {
        let name = page.strip_prefix(folder).unwrap().display().to_string().replace('/', "-");
        for width in WIDTHS {
            for (scheme, word) in [("1", "light"), ("0", "dark")] {
                let file = kept.join(format!("{name}-{width}-{word}.png"));
                let (size, shot) = (format!("--window-size={width},2400"), format!("--screenshot={}", file.display()));
                let setting = format!("--blink-settings=preferredColorScheme={scheme}");
                browse(program, &dir.join("shots"), page, &[&setting, &size, &shot]);
            }
        }
    }
}
