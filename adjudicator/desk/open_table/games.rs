//! The games that tables can be opened for: each game and variant is built once, since a board and its words take a while to read.

use super::OpenTable;
use super::at_table::AtTable;
use crate::catalogue::{Visit, visit};
use crate::referee::{Header, Referee, Round, Snapshot};
use crate::report::{Known, Renderer};
use anyhow::Result;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tabellarius_kernel::{Listed, Seed};

/// All games that were opened, by game, number of players and variant.
#[derive(Default)]
pub struct Games {
    built: BTreeMap<(String, usize, String), Rc<dyn Opens>>,
}

impl Games {
    /// Opens a new table.
    pub fn open(&mut self, header: &Header, seed: Seed) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.open(header.clone(), seed)
    }

    /// Goes on with a table from a snapshot and the rounds since.
    pub fn resume(
        &mut self,
        header: &Header,
        seed: Seed,
        snapshot: &Snapshot,
        since: &[Round],
    ) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.resume(header.clone(), seed, snapshot, since)
    }

    /// Plays a whole record again.
    pub fn replay(&mut self, header: &Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>> {
        self.find(header)?.replay(header.clone(), seed, rounds)
    }

    /// The names of the seats of a game, whether a table is open or not.
    pub fn seats(&mut self, header: &Header) -> Result<Vec<String>> {
        Ok(self.find(header)?.seats())
    }

    /// What a stage of a game is called: `turn 1/commerce` is `turn 1, Commerce`.
    pub fn stage_title(&mut self, header: &Header, report: &Renderer, language: &str, stage: &str) -> Result<String> {
        self.find(header)?.stage_title(report, language, stage)
    }

    fn find(&mut self, header: &Header) -> Result<Rc<dyn Opens>> {
        let key = (header.game.clone(), header.players, header.variant.clone());
        if let Some(found) = self.built.get(&key) {
            return Ok(found.clone());
        }
        struct Build;
        impl Visit for Build {
            type Out = Rc<dyn Opens>;

            fn game<G: Listed>(self, game: G) -> Rc<dyn Opens> {
                Rc::new(Built(Rc::new(Known::new(Arc::new(game)))))
            }
        }
        let built = visit(&header.game, header.players, &header.variant, Build)?;
        self.built.insert(key, built.clone());
        Ok(built)
    }
}

/// A game that tables can be opened for.
trait Opens {
    fn open(&self, header: Header, seed: Seed) -> Result<Box<dyn OpenTable>>;
    fn resume(&self, header: Header, seed: Seed, snapshot: &Snapshot, since: &[Round]) -> Result<Box<dyn OpenTable>>;
    fn replay(&self, header: Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>>;
    fn seats(&self) -> Vec<String>;
    fn stage_title(&self, report: &Renderer, language: &str, stage: &str) -> Result<String>;
}

struct Built<G: Listed>(Rc<Known<G>>);

impl<G: Listed> Opens for Built<G> {
    fn open(&self, header: Header, seed: Seed) -> Result<Box<dyn OpenTable>> {
        let (referee, opening) = Referee::<G>::open(self.0.game().clone(), header, seed)?;
        Ok(Box::new(AtTable { known: self.0.clone(), referee, last: Some(opening) }))
    }

    fn resume(&self, header: Header, seed: Seed, snapshot: &Snapshot, since: &[Round]) -> Result<Box<dyn OpenTable>> {
        let referee = Referee::<G>::resume(self.0.game().clone(), header, seed, snapshot, since)?;
        Ok(Box::new(AtTable { known: self.0.clone(), referee, last: None }))
    }

    fn replay(&self, header: Header, seed: Seed, rounds: &[Round]) -> Result<Box<dyn OpenTable>> {
        let (referee, last) = Referee::<G>::replay(self.0.game().clone(), header, seed, rounds)?;
        Ok(Box::new(AtTable { known: self.0.clone(), referee, last: Some(last) }))
    }

    fn seats(&self) -> Vec<String> {
        self.0.game().seats().iter().map(|seat| self.0.game().seat_key(seat).to_owned()).collect()
    }

    fn stage_title(&self, report: &Renderer, language: &str, stage: &str) -> Result<String> {
        report.voice_of(&self.0, language)?.stage(stage)
    }
}
