//! The games that tables can be opened for: each game and variant is built once, since a board and its words take a while to read.

use super::OpenTable;
use super::at_table::AtTable;
use super::public::{Showing, show};
use super::seats::{name_of, seat_called, seat_resembling};
use crate::catalogue::{Visit, visit, visit_from};
use crate::edition::{Data, Edition, files, fingerprint};
use crate::pages::facts::Shown;
use crate::referee::{Header, Referee, Round, Snapshot};
use crate::report::{Known, Renderer};
use crate::store::{Records, Store};
use anyhow::{Context as _, Result};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tabellarius_kernel::entry::Files;
use tabellarius_kernel::{Listed, Seat, Seed, StageName};

/// The language in which seats are kept and named by commands.
pub const ENGLISH: &str = "en";

/// All games that were opened.
#[derive(Default)]
pub struct Games {
    built: RefCell<BTreeMap<Played, Rc<dyn Opens>>>,
    /// Data that tables were started with, by their fingerprints.
    kept: RefCell<BTreeMap<String, Data>>,
    /// What this program plays, by game.
    now: RefCell<BTreeMap<String, Edition>>,
}

/// What is played: the game, the number of players, the variant and the edition.
type Played = (String, usize, String, String);

/// Data are kept in the store under their fingerprint, with this before it.
const KEPT: &str = "data ";

impl Games {
    /// Knows the data that tables of this store were started with.
    pub fn of(store: &Records) -> Result<Games> {
        let games = Games::default();
        for (name, text) in store.facts_from(KEPT)? {
            // Damaged data are none: a table that needs them stops alone.
            if let Some(data) = serde_json::from_str::<Data>(&text).ok().filter(|data| name == fingerprint(data)) {
                games.kept.borrow_mut().insert(name, data);
            }
        }
        Ok(games)
    }

    /// The edition that a table starts with now; its data are kept from here on.
    pub fn keep_edition(&self, store: &Store, game: &str) -> Result<String> {
        let (edition, data) = Edition::now(game)?;
        if store.fact(&format!("{KEPT}{}", edition.data))?.is_none() {
            store.set_fact(&format!("{KEPT}{}", edition.data), &serde_json::to_string(&data)?)?;
        }
        Ok(edition.to_string())
    }

    /// The files for a table that was started with other data than ours; nothing, if they are ours.
    fn kept_files(&self, header: &Header) -> Result<Option<Files>> {
        if header.edition.is_empty() {
            return Ok(None);
        }
        let edition = Edition::read(&header.edition)?;
        edition.need_rules(&header.game)?;
        let mut now = self.now.borrow_mut();
        if !now.contains_key(&header.game) {
            now.insert(header.game.clone(), Edition::now(&header.game)?.0);
        }
        if now.get(&header.game).is_some_and(|now| now.data == edition.data) {
            return Ok(None);
        }
        let kept = self.kept.borrow();
        let data = kept.get(&edition.data).with_context(|| {
            format!("it was started with other data of {} ({}), which are not here any more", header.game, edition.data)
        })?;
        files(&header.game, data).map(Some)
    }

    /// Opens a new table.
    pub fn open(&self, header: &Header, seed: Seed) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.open(header.clone(), seed)
    }

    /// Goes on with a table from a snapshot and the rounds since.
    pub fn resume(
        &self,
        header: &Header,
        seed: Seed,
        snapshot: &Snapshot,
        since: &[Round],
    ) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.resume(header.clone(), seed, snapshot, since)
    }

    /// Plays a whole record again.
    pub fn replay(&self, header: &Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.replay(header.clone(), seed, rounds)
    }

    /// The seats of a game as its record names them.
    pub fn seats_by_number(&self, header: &Header) -> Result<Vec<String>> {
        Ok(self.find(header)?.seats_by_number())
    }

    /// The names of the seats of a game, whether a table is open or not.
    pub fn seats(&self, header: &Header) -> Result<Vec<String>> {
        Ok(self.find(header)?.seats())
    }

    /// What a seat of a game is called in a language; one that the game does not know stays as it is.
    pub fn seat_name(&self, header: &Header, seat: &str, language: &str) -> String {
        if language == ENGLISH {
            return seat.to_owned();
        }
        let name = self.find(header).ok().and_then(|game| game.seat_name(seat, language));
        name.unwrap_or_else(|| seat.to_owned())
    }

    /// The seat of a game that somebody means, in any language; if there is none, the one whose name is most like it.
    pub fn seat_meant(&self, header: &Header, name: &str) -> Result<std::result::Result<String, Option<String>>> {
        Ok(self.find(header)?.seat_meant(name))
    }

    /// The seats of a game by the people who hold them: mostly one seat each.
    pub fn hands(&self, header: &Header) -> Result<Vec<Vec<String>>> {
        Ok(self.find(header)?.hands())
    }

    /// What a stage of a game is called: `turn 1/commerce` is `turn 1, Commerce`.
    pub fn stage_title(&self, header: &Header, report: &Renderer, language: &str, stage: &str) -> Result<String> {
        self.find(header)?.stage_title(report, language, stage)
    }

    /// What anybody may see of a table with this record: played again from its beginning, so it is the same whoever looks, and whenever.
    pub fn show(&self, header: &Header, seed: Seed, rounds: &[Round], how: &mut Showing<'_>) -> Result<Shown> {
        self.find(header)?.show(header.clone(), seed, rounds, how)
    }

    fn find(&self, header: &Header) -> Result<Rc<dyn Opens>> {
        let key = (header.game.clone(), header.players, header.variant.clone(), header.edition.clone());
        if let Some(found) = self.built.borrow().get(&key) {
            return Ok(found.clone());
        }
        struct Build;
        impl Visit for Build {
            type Out = Rc<dyn Opens>;

            fn game<G: Listed>(self, game: G) -> Rc<dyn Opens> {
                Rc::new(Built(Rc::new(Known::new(Arc::new(game)))))
            }
        }
        let built = match self.kept_files(header)? {
            None => visit(&header.game, header.players, &header.variant, Build)?,
            Some(files) => visit_from(&files, &header.game, header.players, &header.variant, Build)?,
        };
        self.built.borrow_mut().insert(key, built.clone());
        Ok(built)
    }
}

/// A game that tables can be opened for.
trait Opens {
    fn open(&self, header: Header, seed: Seed) -> Result<Box<dyn OpenTable>>;
    fn resume(&self, header: Header, seed: Seed, snapshot: &Snapshot, since: &[Round]) -> Result<Box<dyn OpenTable>>;
    fn replay(&self, header: Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>>;
    fn show(&self, header: Header, seed: Seed, rounds: &[Round], how: &mut Showing<'_>) -> Result<Shown>;
    fn seats(&self) -> Vec<String>;
    fn seats_by_number(&self) -> Vec<String>;
    fn seat_name(&self, seat: &str, language: &str) -> Option<String>;
    fn seat_meant(&self, name: &str) -> std::result::Result<String, Option<String>>;
    fn hands(&self) -> Vec<Vec<String>>;
    fn stage_title(&self, report: &Renderer, language: &str, stage: &str) -> Result<String>;
}

struct Built<G: Listed>(Rc<Known<G>>);

impl<G: Listed> Opens for Built<G> {
    fn open(&self, header: Header, seed: Seed) -> Result<Box<dyn OpenTable>> {
        let (referee, opening) = Referee::<G>::open(self.0.game().clone(), header, seed)?;
        Ok(Box::new(AtTable::new(self.0.clone(), referee, Some(opening))))
    }

    fn resume(&self, header: Header, seed: Seed, snapshot: &Snapshot, since: &[Round]) -> Result<Box<dyn OpenTable>> {
        let referee = Referee::<G>::resume(self.0.game().clone(), header, seed, snapshot, since)?;
        Ok(Box::new(AtTable::new(self.0.clone(), referee, None)))
    }

    fn replay(&self, header: Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>> {
        let (referee, last) = Referee::<G>::replay(self.0.game().clone(), header, seed, rounds)?;
        Ok(Box::new(AtTable::new(self.0.clone(), referee, Some(last))))
    }

    fn show(&self, header: Header, seed: Seed, rounds: &[Round], how: &mut Showing<'_>) -> Result<Shown> {
        show(&self.0, header, seed, rounds, how)
    }

    fn seats_by_number(&self) -> Vec<String> {
        crate::folder::seats_by_number(self.0.game().as_ref())
    }

    fn seats(&self) -> Vec<String> {
        self.0.game().seats().iter().map(|seat| self.0.game().seat_key(seat).to_owned()).collect()
    }

    fn seat_name(&self, seat: &str, language: &str) -> Option<String> {
        let game = &**self.0.game();
        let found = game.seats().iter().find(|one| game.seat_key(*one) == seat)?;
        name_of(game, found, language)
    }

    fn seat_meant(&self, name: &str) -> std::result::Result<String, Option<String>> {
        let game = &**self.0.game();
        let key = |seat: Seat| game.seat_key(seat).to_owned();
        seat_called(game, name, |_, _| None).map(key).ok_or_else(|| seat_resembling(game, name).map(key))
    }

    fn hands(&self) -> Vec<Vec<String>> {
        let game = self.0.game();
        let is_first = |seat: &Seat| game.held_with(*seat).iter().next().is_none_or(|first| first == *seat);
        let names = |seat: Seat| game.held_with(seat).iter().map(|seat| game.seat_key(seat).to_owned()).collect();
        game.seats().iter().filter(is_first).map(names).collect()
    }

    fn stage_title(&self, report: &Renderer, language: &str, stage: &str) -> Result<String> {
        report.voice_of(&self.0, language)?.stage(&StageName::from(stage))
    }
}
