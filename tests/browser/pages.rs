//! The club's pages in a real browser: no page is wider than its window, every text can be read in light and in dark, every picture is there, the
//! page for orders puts letters together, and the search finds. Without Chromium this is skipped.
//!
//! `PAGES_SHOTS=DIR` leaves pictures of some pages there, to be looked at.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

#[path = "../desk/house.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod house;

use house::{DAY, FIVE, HOUR, House, LIVIA, MONDAY};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tabellarius::store::Store;

/// What is played, so that every kind of page has something on it.
fn club(file: &Path) {
    let mut house = House::with(Store::open(file).unwrap(), MONDAY);
    house.write(
        LIVIA,
        "league new winter latrones 3, rounds 3, round 2 weeks, registration 1 week, divisions 4-6-8, warning 3 days, table least 1 hour, \
         table deadline 3 hours, table silent-after 0, table caretaker-after 0, table reminders none",
    );
    let people = ["anna", "bela", "cleo", "dido", "enki", "fay", "gus", "hanna", "ivo", "jan", "kaja", "luca", "mara"];
    for name in people {
        house.write(&format!("{name}@home.example"), "league join winter");
        let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        house.write(&format!("{name}@home.example"), &format!("name {capital}"));
    }
    // The first round is over, the second begins.
    house.wait(7 * DAY + 14 * DAY + HOUR);
    house.table("ostia-3", "mare-nostrum 5", &FIVE);
    house.table("delft-2", "seven-wonders 3", &[(FIVE[0].0, "any"), (FIVE[1].0, "any"), (FIVE[2].0, "any")]);
    house.table("thapsus-1", "inner-sea 3", &[(FIVE[2].0, "any"), (FIVE[3].0, "any"), (FIVE[4].0, "any")]);
    for (table, rounds) in [("ostia-3", 5), ("delft-2", 4), ("thapsus-1", 3)] {
        for _ in 0..rounds {
            for (address, text) in house.desk.automata_letters(table).unwrap() {
                house.write(&address, &format!("table {table}\n{text}"));
            }
        }
    }
    house.write(LIVIA, "new capua-1 empires 4");
    house.desk.store.settle().unwrap();
}

/// The binary shows the site until this goes.
struct Shown {
    server: Child,
    address: String,
    site: PathBuf,
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn shown(dir: &Path) -> Shown {
    let file = dir.join("tabellarius.toml");
    let club = "name = \"Club Ostia\"\naddress = \"referee@ostia.example\"\noperator = \"ops@ostia.example\"\nzone = \"Europe/Rome\"\n";
    std::fs::write(&file, format!("{club}pages = \"site\"\n")).unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_tabellarius"))
        .args(["pages", "--serve", "127.0.0.1:0", "--club"])
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = lines.find_map(|line| line.ok().filter(|line| line.contains("http://"))).unwrap();
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
    Shown { server, address, site: dir.join("site") }
}

/// A browser that asks nobody else; nothing, if there is none here.
fn browser(profile: &Path, is_dark: bool) -> Option<Command> {
    let found = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let Some(path) = found.into_iter().find(|path| Path::new(path).exists()) else {
        assert!(std::env::var_os("TABELLARIUS_NO_SKIP").is_none(), "there is no Chromium");
        eprintln!("no Chromium here; skipped");
        return None;
    };
    let mut command = Command::new("timeout");
    command.args(["180", path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
    command.args([
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
    ]);
    command.arg(format!("--blink-settings=preferredColorScheme={}", if is_dark { 0 } else { 1 }));
    command.arg(format!("--user-data-dir={}", profile.join(if is_dark { "dark" } else { "light" }).display()));
    command.stderr(Stdio::null());
    Some(command)
}

const PAGES: [&str; 13] = [
    "index.html",
    "tables.html",
    "leagues.html",
    "players.html",
    "archive.html",
    "search.html",
    "leagues/winter-1.html",
    "players/4.html",
    "tables/ostia-3.html",
    "tables/ostia-3-orders.html",
    "tables/delft-2.html",
    "tables/thapsus-1.html",
    "tables/capua-1.html",
];

#[test]
fn pages_are_good_in_a_browser() {
    let dir = tempfile::tempdir().unwrap();
    let Some(_) = browser(dir.path(), false) else { return };
    club(&dir.path().join("tabellarius.db"));
    let shown = shown(dir.path());
    let all: Vec<String> =
        ["en", "it", "nl", "pl"].iter().flat_map(|language| PAGES.map(|page| format!("{language}/{page}"))).collect();
    std::fs::write(shown.site.join("check.html"), include_str!("check.html")).unwrap();
    std::fs::write(shown.site.join("pages.json"), serde_json::to_string(&all).unwrap()).unwrap();
    if let Some(place) = std::env::var_os("PAGES_SHOTS") {
        shots(&shown, dir.path(), Path::new(&place));
    }
    for is_dark in [false, true] {
        let mut command = browser(dir.path(), is_dark).unwrap();
        command.args(["--virtual-time-budget=120000", "--dump-dom"]);
        let said = command.arg(format!("http://{}/check.html", shown.address)).output().unwrap();
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let told = said.split("<body>").nth(1).and_then(|rest| rest.split("</body>").next()).unwrap_or(&said);
        let told = told.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let told: serde_json::Value = serde_json::from_str(told.trim()).unwrap_or_else(|_| panic!("{said}"));
        assert_eq!(told["scheme"], if is_dark { "dark" } else { "light" });
        assert_eq!(told["pages"], all.len());
        let wrong: Vec<&str> = told["wrong"].as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    scripts_help(&shown, dir.path());
}

/// With scripts, the page for orders has a box for each line, and the search shows what was asked for.
fn scripts_help(shown: &Shown, profile: &Path) {
    let dump = |path: &str| {
        let mut command = browser(profile, false).unwrap();
        command.args(["--virtual-time-budget=5000", "--dump-dom"]).arg(format!("http://{}/{path}", shown.address));
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    };
    let orders = dump("en/tables/ostia-3-orders.html");
    assert!(orders.contains("type=\"checkbox\"") && orders.contains("table ostia-3\n"), "{orders}");
    assert!(orders.contains("href=\"mailto:referee@ostia.example?subject=%5Bostia-3%5D"), "{orders}");
    let found = dump("en/search.html?q=winter+season");
    assert_eq!(found.matches("<li>").count(), 1, "{found}");
}

fn shots(shown: &Shown, profile: &Path, place: &Path) {
    std::fs::create_dir_all(place).unwrap();
    for page in PAGES {
        for (width, is_dark) in [(360, false), (1280, false), (360, true), (1280, true)] {
            let scheme = if is_dark { "dark" } else { "light" };
            let name = format!("{}-{width}-{scheme}.png", page.replace('/', "-").replace(".html", ""));
            let mut command = browser(profile, is_dark).unwrap();
            command
                .arg(format!("--window-size={width},2600"))
                .arg(format!("--screenshot={}", place.join(name).display()));
            command.arg(format!("http://{}/en/{page}", shown.address)).output().unwrap();
        }
    }
}
