//! A moderator sets the board right: for tables where something went wrong at home.
//!
//! A correction is a round of its own in the record, without letters. It changes the position with which the stage began and opens
//! the stage again, so whatever happens by itself at its beginning happens again, on the corrected board. The letters of the open
//! round are not part of it; whoever keeps them files them again. Dice and salt stay: nobody can fish for better ones.

use super::{Closed, Opened, Referee, Round};
use crate::cases::run::{amiss_reason, with_words};
use anyhow::{Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tabellarius_kernel::{Listed, Stage};

/// One thing that is set right, in the notation of rule cases: `board`, `Syracusae: Rome, city`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Correction {
    /// The section of the position.
    pub section: String,
    /// Its line.
    pub line: String,
}

impl Correction {
    /// Reads `Syracusae: Rome, city; hands Rome: 3 tax` as a moderator writes it: the section may be left out where the board, the
    /// first of them, is meant, and where it is the same as before.
    pub fn read<G: Listed>(text: &str) -> Vec<Correction> {
        let pieces = text.split(['\n', ';']).map(str::trim).filter(|piece| !piece.is_empty());
        // A section goes on until another is named: `cards Greece: Ulysses; Carthage: Helen`.
        let mut section = G::SECTIONS[0];
        pieces
            .map(|piece| {
                let (first, rest) = piece.split_once([' ', ':']).unwrap_or((piece, ""));
                let named = |section: &&&str| {
                    let singular = section.strip_suffix('s').unwrap_or(section);
                    first.eq_ignore_ascii_case(section) || first.eq_ignore_ascii_case(singular)
                };
                match G::SECTIONS.iter().find(named) {
                    Some(named) => {
                        section = named;
                        let line = rest.trim_start_matches([' ', ':']).to_owned();
                        Correction { section: section.to_owned(), line }
                    }
                    None => Correction { section: section.to_owned(), line: piece.to_owned() },
                }
            })
            .collect()
    }

    /// Whether everybody may read the line.
    pub fn is_open<G: Listed>(&self) -> bool {
        G::OPEN.contains(&self.section.as_str())
    }

    fn apply<G: Listed>(&self, game: &G, state: &mut G::State) -> Result<()> {
        let Correction { section, line } = self;
        ensure!(G::SECTIONS.contains(&section.as_str()), "a position has no part called \"{section}\"");
        with_words(game, line, |words| game.set(state, section, words))
            .map_err(|amiss| anyhow!("{line}: {}", amiss_reason(line, &amiss)))
    }
}

impl<G: Listed> Referee<G> {
    /// Whether the stage has only just begun: only then can its beginning be set right without taking back what was resolved.
    pub fn is_at_beginning(&self) -> bool {
        self.round_count == self.opened.rounds
    }

    /// Sets the board right and opens the stage again. If something is wrong with it, nothing has changed.
    pub fn correct(&mut self, corrections: &[Correction]) -> Result<Closed<G>> {
        ensure!(self.winners().is_none(), "the game is over");
        ensure!(self.is_at_beginning(), "part of this stage is resolved already");
        let name = self.stage_name().to_string();
        let mut state = self.stage.start().clone();
        for correction in corrections {
            correction.apply(&*self.game, &mut state)?;
        }
        ensure!(self.game.stage(&state).to_string() == name, "a correction cannot go to another stage");
        ensure!(self.game.winners(&state).is_none(), "a correction cannot end the game");
        if let Err(wrong) = self.game.sane(&state) {
            bail!("such a position cannot be: {wrong}");
        }
        let (pace, seed, salt) = (self.header.pace, self.seed.clone(), self.stage.salt());
        let (carried, standing) = (self.stage.carried().clone(), self.opened.standing.clone());
        let stage = Stage::reopen(&*self.game, state, pace, seed, salt, carried, standing.clone());
        if let Err(wrong) = self.game.sane(&stage.asked().state) {
            bail!("such a position cannot be: {wrong}");
        }
        self.stage = stage;
        self.standing = standing.clone();
        self.letters = super::Letters::none(standing.clone());
        self.amended = BTreeMap::new();
        self.reported = 0;
        self.finished.clear();
        self.round_count += 1;
        // The stage begins here: a snapshot holds the corrected position, with the seal of this round.
        let closed = self.report(name.clone());
        self.opened = Opened { rounds: self.round_count, salt: self.stage.salt(), seal: closed.seal.clone(), standing };
        let corrected = corrections.to_vec();
        let (letters, amended) = (BTreeMap::new(), BTreeMap::new());
        self.rounds.push(Round { stage: name, letters, amended, corrected, seal: closed.seal.clone() });
        Ok(closed)
    }
}
