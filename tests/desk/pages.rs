//! The club's pages: they hold what anybody may know, and nothing else; every way in them leads somewhere.

use crate::house::{ANNA, DAY, FIVE, HOUR, House, LIVIA};
use crate::leaks::{GAMES, Others, begun, forked};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tabellarius::desk::spectator::Spectator;

/// Every file of a site.
type Site = BTreeMap<String, String>;

/// All files in a folder.
fn read(dir: &Path) -> Site {
    fn walk(dir: &Path, root: &Path, site: &mut Site) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, site);
            } else {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                site.insert(name, String::from_utf8(std::fs::read(&path).unwrap()).unwrap());
            }
        }
    }
    let mut site = Site::new();
    walk(dir, dir, &mut site);
    site
}

/// The pages of a house, as they are from now on.
struct Watched {
    dir: tempfile::TempDir,
    spectator: Spectator,
}

impl Watched {
    fn new() -> Watched {
        let dir = tempfile::tempdir().unwrap();
        let spectator = Spectator::open(&dir.path().join("site")).unwrap();
        Watched { dir, spectator }
    }

    /// How many files were written.
    fn look(&mut self, house: &House) -> usize {
        let looked = house.desk.show_to(&mut self.spectator, Duration::MAX).unwrap();
        assert!(looked.amiss.is_empty() && !looked.more, "{looked:?}");
        looked.written
    }

    fn site(&self) -> Site {
        read(&self.dir.path().join("site"))
    }

    fn page(&self, path: &str) -> String {
        std::fs::read_to_string(self.dir.path().join("site").join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

fn site_of(house: &House) -> Site {
    let mut watched = Watched::new();
    watched.look(house);
    watched.site()
}

/// A league under way, and a table of five.
fn club() -> House {
    let mut house = House::new();
    house.write(
        LIVIA,
        "league new winter latrones 3, rounds 2, round 2 weeks, registration 1 week, warning 3 days, divisions 2-4-5, table least 1 hour, \
         table deadline 1 hour, table silent-after 0, table caretaker-after 0, table reminders none",
    );
    for name in ["anna", "bela", "cleo", "dido", "enki", "fay", "gus"] {
        house.write(&format!("{name}@home.example"), "league join winter");
    }
    house.wait(7 * DAY + 12 * HOUR);
    house.table("ostia-3", "mare-nostrum 5", &FIVE);
    for _ in 0..2 {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
    }
    house.write(LIVIA, "new capua-1 empires 4");
    house
}

/// What stands in an attribute, wherever it stands.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Where a way from one page leads.
fn target(from: &str, way: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in way.split(['#', '?']).next().unwrap().split('/') {
        match part {
            ".." => drop(parts.pop().expect("a way out of the site")),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[test]
fn every_way_leads_somewhere_and_every_picture_has_words() {
    let site = site_of(&club());
    let mut ways = 0;
    for (path, page) in site.iter().filter(|(path, _)| path.ends_with(".html")) {
        for way in attributes(page, "href").into_iter().chain(attributes(page, "src")) {
            if way.starts_with("mailto:") || way.starts_with('#') {
                continue;
            }
            assert!(!way.contains("//"), "{path} leads out of the house: {way}");
            assert!(site.contains_key(&target(path, way)), "{path}: nothing lies at {way}");
            ways += 1;
        }
        if path.ends_with("-film.html") || path == "index.html" {
            continue;
        }
        assert!(page.contains("<h1>") && page.contains("lang=\""), "{path}");
        let pictures = page.matches("<img ").count();
        assert_eq!(attributes(page, "alt").iter().filter(|alt| !alt.is_empty()).count(), pictures, "{path}");
        assert_eq!(
            page.matches(" style=\"").count() + page.matches("<script>").count(),
            0,
            "{path}: our own rules forbid it"
        );
    }
    assert!(ways > 1_000, "{ways}");
    for language in ["en", "it", "nl", "pl"] {
        for page in [
            "index",
            "tables",
            "leagues",
            "players",
            "archive",
            "search",
            "leagues/winter-1",
            "tables/ostia-3",
            "tables/capua-1",
        ] {
            assert!(site.contains_key(&format!("{language}/{page}.html")), "{language}/{page}");
        }
        serde_json::from_str::<serde_json::Value>(&site[&format!("{language}/search.json")]).unwrap();
        let feed = &site[&format!("{language}/results.atom")];
        assert!(feed.starts_with("<?xml") && feed.contains("<entry><title>winter-"), "{feed}");
        let calendar = &site[&format!("{language}/deadlines.ics")];
        assert!(
            calendar.contains("UID:ostia-3@club.example\r\n") && calendar.lines().all(|line| line.len() <= 76),
            "{calendar}"
        );
    }
    assert!(site["it/index.html"].contains("Partite in corso") && site["pl/index.html"].contains("Trwające partie"));
    assert!(site["tables/ostia-3.svg"].starts_with("<svg") && site["tables/ostia-3-film.html"].contains("frames"));
}

#[test]
fn no_address_of_a_member_and_no_tag_stands_on_a_page() {
    let mut house = club();
    house.write(ANNA, "table ostia-3\nemergency my father is ill");
    for (path, text) in site_of(&house) {
        for word in ["home.example", "livia@", "ops@club", "father", "referee+", "referee%2B"] {
            assert!(!text.contains(word), "{path} holds {word}");
        }
    }
}

#[test]
fn only_what_changed_is_written() {
    let mut house = club();
    let mut watched = Watched::new();
    assert!(watched.look(&house) > 100);
    assert_eq!(watched.look(&house), 0);
    // A letter of an open round changes nothing that a spectator may notice.
    house.write(ANNA, "table ostia-3\nbuy nothing");
    assert_eq!(watched.look(&house), 0);
    for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
        house.write(&address, &format!("table ostia-3\n{text}"));
    }
    let before = watched.site();
    let written = watched.look(&house);
    assert!((5..40).contains(&written), "{written}");
    for (path, text) in watched.site() {
        if path.contains("/winter") || path.contains("capua") {
            assert_eq!(before[&path], text, "{path}");
        }
    }
    // What is made bit by bit is the same as what is made at once.
    assert_eq!(watched.site(), site_of(&house));
}

#[test]
fn a_table_is_shown_as_its_moderator_wants() {
    let mut house = club();
    let mut watched = Watched::new();
    house.write(LIVIA, "table ostia-3\nset page anonymous");
    watched.look(&house);
    let page = watched.page("en/tables/ostia-3.html");
    assert!(page.contains("Who plays here is told when the game is over") && !page.contains("bela"), "{page}");
    let players: Vec<String> =
        watched.site().into_iter().filter(|(path, _)| path.contains("/players/")).map(|(_, page)| page).collect();
    assert!(
        players.len() >= 28 && players.iter().all(|page| !page.contains("ostia-3")),
        "nor do the pages of players tell it"
    );
    assert!(!watched.page("en/search.json").contains("Mare Nostrum, bela"));
    house.write(LIVIA, "table ostia-3\nclose: we all have flu");
    watched.look(&house);
    let page = watched.page("en/tables/ostia-3.html");
    assert!(page.contains(">bela<") && page.contains("The game is over") && page.contains("Get the record"), "{page}");
    house.write(LIVIA, "table capua-1\nset page none");
    watched.look(&house);
    assert!(watched.site().keys().all(|path| !path.contains("capua")));
    assert!(watched.site().values().all(|text| !text.contains("capua-1")));
}

#[test]
fn people_are_called_what_they_want_to_be_called() {
    let mut house = club();
    let mut watched = Watched::new();
    house.write(ANNA, "name Anna Conti");
    watched.look(&house);
    let league = |watched: &Watched| watched.page("en/leagues/winter-1.html");
    assert!(league(&watched).contains(">Anna<") && !league(&watched).contains("Conti"));
    let told = house.write(ANNA, "pages Marius");
    assert!(told.contains("Marius"), "{told}");
    watched.look(&house);
    assert!(league(&watched).contains(">Marius<") && !league(&watched).contains(">Anna<"));
    house.write(ANNA, "pages none");
    watched.look(&house);
    for (path, text) in watched.site() {
        assert!(!text.contains("Anna") && !text.contains(">anna<") && !text.contains("Marius"), "{path}");
    }
}

/// The law of leaks for pages: worlds that differ in what was written in an open round are shown by the same bytes.
#[test]
fn pages_tell_nothing_of_an_open_round() {
    let dir = tempfile::tempdir().unwrap();
    for (at, (what, players)) in GAMES.into_iter().enumerate() {
        let file = dir.path().join(format!("{at}.db"));
        begun(&file, what, players);
        let of = |others| site_of(&forked(&file, "pages", ANNA, others));
        let one = of(Others::Wrote);
        assert!(
            one.contains_key("en/tables/ostia-3.html") && one.contains_key("en/tables/ostia-3-orders.html"),
            "{what}"
        );
        for others in [Others::WroteOtherwise, Others::AreSilent] {
            let other = of(others);
            assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{what}: {others:?}");
            for (path, text) in &one {
                assert!(*text == other[path], "{what}: {path}: others {others:?}");
            }
        }
    }
}

#[test]
fn a_table_that_cannot_be_shown_costs_its_own_page_only() {
    let mut house = club();
    house.table("thapsus-1", "latrones 2", &[(ANNA, "any"), (FIVE[1].0, "any")]);
    let mut board = house.board("thapsus-1");
    board.header.variant = "no such variant".into();
    house.desk.store.update_board(&board).unwrap();
    let mut watched = Watched::new();
    let looked = house.desk.show_to(&mut watched.spectator, Duration::MAX).unwrap();
    assert_eq!(looked.amiss.len(), 1, "{looked:?}");
    assert!(watched.page("en/tables/thapsus-1.html").contains("thapsus-1"));
    assert!(watched.page("en/tables/ostia-3.html").contains("ostia-3.svg"));
}
