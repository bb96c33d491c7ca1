//! Somebody who looks at the club with a spectator's eyes, and keeps its pages as it sees it.
//!
//! It looks whether anything has changed that a spectator may notice, and does what is stale bit by bit, while nobody waits for the desk: a
//! table is played again from its record, a season is ranked, the lists are made. What it needs is public: closed rounds, who sits where,
//! what was announced. A table that cannot be shown costs its own page and nothing else.
//!
//! | file | what |
//! |---|---|
//! | [`names`] | what people are called where anybody can read it |
//! | [`tables`], [`seasons`], [`players`] | what anybody may know of them, as [`crate::pages::facts`] |

mod names;
mod players;
mod seasons;
mod tables;

use super::club::Club;
use super::open_table::{Games, Showing};
use super::tables::seed_of;
use super::work::message;
use crate::pages::facts::{House, Lists, Season, SeatTold, Shown, Table};
use crate::pages::folder::Folder;
use crate::pages::words::Speech;
use crate::pages::{self, Files, LANGUAGES, calendar};
use crate::pictures::Artist;
use crate::report::Renderer;
use crate::store::{Board, Records};
use anyhow::{Context as _, Result, anyhow};
use names::Names;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a spectator looks at.
pub struct Eyes<'e> {
    pub store: &'e Records,
    pub club: &'e Club,
    pub report: &'e Renderer,
    pub games: &'e Games,
}

/// A part of the site that is made in one go.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Table(String),
    Season(String, u32),
    /// Everything that lists: it comes last, when all others are made.
    Lists,
}

/// What is kept of a part that was made.
struct Made<T> {
    /// What it was made of.
    mark: String,
    fact: Option<T>,
    paths: BTreeSet<String>,
}

/// A table with what lists tell of it, by language.
struct OnList {
    table: Table,
    stages: BTreeMap<String, String>,
    seats: BTreeMap<String, Rc<BTreeMap<String, SeatTold>>>,
}

/// Keeps the pages of a club.
pub struct Spectator {
    folder: Folder,
    artist: Artist,
    names: Names,
    /// What the operator decided.
    club: String,
    /// How much had been written when it looked last.
    seen: Option<u64>,
    stale: VecDeque<Part>,
    tables: BTreeMap<String, Made<OnList>>,
    seasons: BTreeMap<(String, u32), Made<Season>>,
    lists: BTreeSet<String>,
    /// What the pages of players were made of.
    players: BTreeMap<i64, blake3::Hash>,
    /// What seats are called: the same for many tables.
    called: BTreeSet<Rc<BTreeMap<String, SeatTold>>>,
    /// Whether everything was made once, and what nobody knows was removed.
    is_swept: bool,
}

/// What a look came to.
#[derive(Default, Debug)]
pub struct Looked {
    /// Files that were written.
    pub written: usize,
    /// Whether something is still stale.
    pub more: bool,
    /// What could not be shown, and why.
    pub amiss: Vec<(String, String)>,
}

impl Spectator {
    /// Somebody who has seen nothing yet.
    pub fn open(dir: &Path) -> Result<Spectator> {
        Ok(Spectator {
            folder: Folder::open(dir)?,
            artist: Artist::new(),
            names: Names::default(),
            club: String::new(),
            seen: None,
            stale: VecDeque::new(),
            tables: BTreeMap::new(),
            seasons: BTreeMap::new(),
            lists: BTreeSet::new(),
            players: BTreeMap::new(),
            called: BTreeSet::new(),
            is_swept: false,
        })
    }

    /// Looks at everything again next time: another program may have written.
    pub fn forget(&mut self) {
        self.seen = None;
    }

    /// Where the pages are.
    pub fn dir(&self) -> &Path {
        self.folder.dir()
    }

    /// Looks, and makes what is stale, for about so long.
    pub fn look(&mut self, eyes: &Eyes<'_>, longest: Duration) -> Result<Looked> {
        let begun = Instant::now();
        let mut looked = Looked::default();
        if self.stale.is_empty() {
            self.find_stale(eyes)?;
        }
        while let Some(part) = self.stale.front().cloned() {
            let made = catch_unwind(AssertUnwindSafe(|| self.make(eyes, &part)));
            match made.unwrap_or_else(|panic| Err(anyhow!("the program broke down: {}", message(&*panic)))) {
                Ok((written, amiss)) => {
                    looked.written += written;
                    looked.amiss.extend(amiss.map(|why| (format!("{part:?}"), why)));
                }
                Err(error) => {
                    // Perhaps the folder cannot be written: all of it is looked at again, later.
                    self.seen = None;
                    self.club.clear();
                    self.stale.clear();
                    return Err(error);
                }
            }
            self.stale.pop_front();
            if begun.elapsed() >= longest {
                break;
            }
        }
        looked.more = !self.stale.is_empty();
        Ok(looked)
    }

    /// Notes which parts show something that is no longer so.
    fn find_stale(&mut self, eyes: &Eyes<'_>) -> Result<()> {
        let changes = eyes.store.changes();
        if self.seen == Some(changes) {
            return Ok(());
        }
        let names = Names::of(eyes.store)?;
        let club =
            format!("{:?} {:?} {:?} {:?}", eyes.club.name, eyes.club.address, eyes.club.zone, eyes.club.language);
        let is_new_house = names != self.names || club != self.club || self.lists.is_empty();
        (self.names, self.club) = (names, club);
        let mut stale: Vec<Part> = Vec::new();
        let mark = |mark: String| blake3::hash(mark.as_bytes()).to_hex().to_string();
        let tables: BTreeMap<String, String> =
            eyes.store.table_marks()?.into_iter().map(|(id, what)| (id, mark(what))).collect();
        for (id, mark) in &tables {
            if is_new_house || self.tables.get(id).is_none_or(|made| made.mark != *mark) {
                stale.push(Part::Table(id.clone()));
            }
        }
        let seasons: BTreeMap<(String, u32), String> =
            eyes.store.season_marks()?.into_iter().map(|(id, number, what)| ((id, number), mark(what))).collect();
        for (id, mark) in &seasons {
            if is_new_house || self.seasons.get(id).is_none_or(|made| made.mark != *mark) {
                stale.push(Part::Season(id.0.clone(), id.1));
            }
        }
        stale.extend(self.tables.keys().filter(|id| !tables.contains_key(*id)).cloned().map(Part::Table));
        stale.extend(
            self.seasons.keys().filter(|id| !seasons.contains_key(*id)).map(|(id, n)| Part::Season(id.clone(), *n)),
        );
        if !stale.is_empty() || is_new_house {
            stale.push(Part::Lists);
        }
        // What a part is made of is noted when it is stale, so what changes meanwhile makes it stale again.
        for part in &stale {
            match part {
                Part::Table(id) => {
                    let made = self.tables.entry(id.clone()).or_insert_with(Made::nothing);
                    made.mark = tables.get(id).cloned().unwrap_or_default();
                }
                Part::Season(id, number) => {
                    let made = self.seasons.entry((id.clone(), *number)).or_insert_with(Made::nothing);
                    made.mark = seasons.get(&(id.clone(), *number)).cloned().unwrap_or_default();
                }
                Part::Lists => {}
            }
        }
        self.stale = stale.into();
        self.seen = Some(changes);
        Ok(())
    }

    /// Makes a part; how many files were written, and why something of it could not be shown.
    fn make(&mut self, eyes: &Eyes<'_>, part: &Part) -> Result<(usize, Option<String>)> {
        match part {
            Part::Table(id) => self.make_table(eyes, id),
            Part::Season(league, number) => self.make_season(eyes, league, *number).map(|written| (written, None)),
            Part::Lists => self.make_lists(eyes).map(|written| (written, None)),
        }
    }

    fn make_table(&mut self, eyes: &Eyes<'_>, id: &str) -> Result<(usize, Option<String>)> {
        let board = eyes.store.sound_board(id)?.filter(|board| super::proof::is_table_name(&board.id));
        let fact = match &board {
            Some(board) => tables::table(eyes, &self.names, board)?,
            None => None,
        };
        let (mut files, mut amiss, mut listed) = (Files::new(), None, None);
        if let (Some(board), Some(table)) = (&board, fact) {
            let shown = match self.shown(eyes, board, &table) {
                Ok(shown) => shown,
                Err(error) => {
                    amiss = Some(format!("{error:#}"));
                    Shown::default()
                }
            };
            files = table_files(eyes, &table, &shown)?;
            listed = Some(self.on_list(table, &shown));
        }
        let written = self.folder.write(&files)?;
        let paths: BTreeSet<String> = files.into_keys().collect();
        let before = self.tables.get(id).map(|made| made.paths.clone()).unwrap_or_default();
        before.difference(&paths).try_for_each(|path| self.folder.remove(path))?;
        match board {
            Some(_) => {
                let made = self.tables.entry(id.to_owned()).or_insert_with(Made::nothing);
                (made.fact, made.paths) = (listed, paths);
            }
            None => drop(self.tables.remove(id)),
        }
        Ok((written, amiss))
    }

    /// The board of a table, and how it came to that. One that has not begun, or has stopped, shows nothing.
    fn shown(&mut self, eyes: &Eyes<'_>, board: &Board, table: &Table) -> Result<Shown> {
        if !board.is_started() || table.state == crate::pages::facts::State::Stopped {
            return Ok(Shown::default());
        }
        let rounds = eyes.store.rounds(&board.id, board.timeline, 0, board.rounds)?;
        let how = &mut Showing {
            report: eyes.report,
            artist: &mut self.artist,
            languages: &LANGUAGES,
            pictured_in: &eyes.club.language,
        };
        let show = || eyes.games.show(&board.header, seed_of(board)?, &rounds, how);
        let shown = catch_unwind(AssertUnwindSafe(show));
        let mut shown = shown.unwrap_or_else(|panic| Err(anyhow!("the program broke down: {}", message(&*panic))))?;
        shown.record = tables::record(eyes, board)?;
        Ok(shown)
    }

    /// What lists tell of a table. Many tables call their seats the same.
    fn on_list(&mut self, table: Table, shown: &Shown) -> OnList {
        let (mut stages, mut seats) = (BTreeMap::new(), BTreeMap::new());
        for (language, told) in &shown.told {
            stages.insert(language.clone(), told.stage.clone());
            let called =
                told.seats.iter().map(|(key, seat)| (key.clone(), SeatTold { counts: Vec::new(), ..seat.clone() }));
            let called = Rc::new(called.collect::<BTreeMap<_, _>>());
            let called = self.called.get(&called).cloned().unwrap_or(called);
            self.called.insert(called.clone());
            seats.insert(language.clone(), called);
        }
        OnList { table, stages, seats }
    }

    fn make_season(&mut self, eyes: &Eyes<'_>, league: &str, number: u32) -> Result<usize> {
        let kept = eyes.store.league(league)?.filter(|kept| number <= kept.season);
        let season = kept.map(|kept| seasons::season(eyes, &self.names, &kept, number)).transpose()?;
        let mut files = Files::new();
        if let Some(season) = &season {
            let house = house(eyes);
            for language in LANGUAGES {
                let s = Speech::new(eyes.report, language, &eyes.club.zone);
                let page = pages::league::render(&s, &house, season)?;
                files.insert(format!("{language}/leagues/{league}-{number}.html"), page);
            }
        }
        let written = self.folder.write(&files)?;
        let made = self.seasons.entry((league.to_owned(), number)).or_insert_with(Made::nothing);
        (made.fact, made.paths) = (season, files.into_keys().collect());
        Ok(written)
    }

    fn make_lists(&mut self, eyes: &Eyes<'_>) -> Result<usize> {
        let mut lists = Lists::default();
        for listed in self.tables.values().filter_map(|made| made.fact.as_ref()) {
            for (language, stage) in &listed.stages {
                lists.stages.insert((language.clone(), listed.table.id.clone()), stage.clone());
            }
            for (language, seats) in &listed.seats {
                lists.seats.insert((language.clone(), listed.table.id.clone()), seats.clone());
            }
            lists.tables.push(listed.table.clone());
        }
        lists.seasons = self.seasons.values().filter_map(|made| made.fact.clone()).collect();
        lists.players = players::players(eyes, &self.names, &lists.tables)?;
        let house = house(eyes);
        let players = lists.players.iter().map(|player| Ok((player.who.id, mark_of(&house, player)?)));
        let players = players.collect::<Result<BTreeMap<i64, blake3::Hash>>>()?;
        let is_fresh = |id: &i64| self.players.contains_key(id) && self.players.get(id) == players.get(id);
        let fresh: BTreeSet<i64> = players.keys().copied().filter(is_fresh).collect();
        let files = pages::shared(&house);
        let mut written = self.folder.write(&files)?;
        let mut paths: BTreeSet<String> = files.into_keys().collect();
        for language in LANGUAGES {
            let files = list_files(eyes, &house, &lists, language, &fresh)?;
            written += self.folder.write(&files)?;
            paths.extend(files.into_keys());
            paths.extend(players.keys().map(|id| format!("{language}/players/{id}.html")));
        }
        self.players = players;
        let before = std::mem::take(&mut self.lists);
        before.difference(&paths).try_for_each(|path| self.folder.remove(path))?;
        self.lists = paths;
        if !self.is_swept {
            let tables = self.tables.values().flat_map(|made| &made.paths);
            let all = tables.chain(self.seasons.values().flat_map(|made| &made.paths)).chain(&self.lists);
            let all: BTreeSet<String> = all.cloned().collect();
            self.folder.keep_only(&all)?;
            self.is_swept = true;
        }
        Ok(written)
    }
}

impl super::Desk {
    /// Lets a spectator look at the club, for about so long.
    pub fn show_to(&self, spectator: &mut Spectator, longest: Duration) -> Result<Looked> {
        let eyes = Eyes { store: &self.store, club: &self.club, report: &self.voice.report, games: &self.tables.games };
        spectator.look(&eyes, longest)
    }
}

impl<T> Made<T> {
    fn nothing() -> Made<T> {
        Made { mark: String::new(), fact: None, paths: BTreeSet::new() }
    }
}

/// The club as strangers know it.
fn house(eyes: &Eyes<'_>) -> House {
    House {
        name: eyes.club.name.clone(),
        address: eyes.club.address.clone(),
        zone: eyes.club.zone.clone(),
        language: eyes.club.language.clone(),
        games: crate::catalogue::GAMES.iter().map(|entry| entry.name.to_owned()).collect(),
    }
}

/// What a game is called.
fn game_name(key: &str) -> String {
    crate::catalogue::find(key).map_or(key, |entry| entry.name).to_owned()
}

fn table_files(eyes: &Eyes<'_>, table: &Table, shown: &Shown) -> Result<Files> {
    let house = house(eyes);
    let own = Speech::new(eyes.report, &eyes.club.language, &eyes.club.zone);
    let stage = shown.told.get(&eyes.club.language).map_or(&table.stage, |told| &told.stage);
    let mut files = pages::table::files(table, shown, calendar::of_table(&own, &house, table, stage));
    for language in LANGUAGES {
        let s = Speech::new(eyes.report, language, &eyes.club.zone);
        let page =
            pages::table::render(&s, &house, table, shown).with_context(|| format!("the page of {}", table.id))?;
        files.insert(format!("{language}/tables/{}.html", table.id), page);
        if let Some(told) = shown.told.get(language).filter(|told| !told.forms.is_empty() && table.is_alive()) {
            let page = pages::orders::render(&s, &house, table, told)?;
            files.insert(format!("{language}/tables/{}-orders.html", table.id), page);
        }
    }
    Ok(files)
}

/// What the page of a player is made of.
fn mark_of(house: &House, player: &pages::facts::Player) -> Result<blake3::Hash> {
    Ok(blake3::hash(&serde_json::to_vec(&(house, player))?))
}

/// The lists in one language, and the pages of those players whose pages are not fresh.
fn list_files(eyes: &Eyes<'_>, house: &House, lists: &Lists, language: &str, fresh: &BTreeSet<i64>) -> Result<Files> {
    let s = Speech::new(eyes.report, language, &eyes.club.zone);
    let mut files = Files::new();
    let mut put = |name: &str, bytes: Vec<u8>| drop(files.insert(format!("{language}/{name}"), bytes));
    put("index.html", pages::home::render(&s, house, lists)?);
    put("tables.html", pages::lists::tables(&s, house, lists)?);
    put("leagues.html", pages::lists::leagues(&s, house, lists)?);
    put("players.html", pages::lists::players(&s, house, lists)?);
    for (name, bytes) in pages::lists::archive(&s, house, lists)? {
        put(&name, bytes);
    }
    for player in lists.players.iter().filter(|player| !fresh.contains(&player.who.id)) {
        put(&format!("players/{}.html", player.who.id), pages::player::render(&s, house, lists, player)?);
    }
    let (search, index) = pages::search::render(&s, house, lists)?;
    put("search.html", search);
    put("search.json", index);
    put("results.atom", pages::feed::render(&s, house, lists)?);
    put("deadlines.ics", calendar::of_all(&s, house, lists).into_bytes());
    Ok(files)
}
