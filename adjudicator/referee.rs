//! The referee of one table: replays its record, takes letters, closes rounds, seals what happened.
//!
//! The record is everything: who plays what, and the letters of every closed round. The position is found by playing the record
//! again. Each closed round gets a seal that depends on all rounds before it; seals are printed in reports while the game runs and
//! can be checked by anybody once the seed is revealed (`tabellarius audit`).

use anyhow::{Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Checked, Game, Letter, Line, Pace, Problem, Reading, Refusal, Run, Salt, Seat, Seats, Seed, Stage, Told, Unused,
    Viewer, read,
};

/// What a table is, as it was announced before the first letter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The short id.
    pub table: String,
    /// The game.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The variant.
    #[serde(default)]
    pub variant: String,
    /// The pace.
    pub pace: Pace,
    /// The commitment to the seed.
    pub commitment: String,
}

impl Header {
    /// The salt the table starts with: nobody can choose it after the announcement.
    fn first_salt(&self) -> Salt {
        Salt::first(&format!("{} {} {} {} {}", self.table, self.game, self.players, self.variant, self.commitment))
    }
}

/// One closed round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The stage it belonged to.
    pub stage: String,
    /// The letters that were in, by seat.
    pub letters: BTreeMap<String, String>,
    /// The seal after it.
    pub seal: String,
}

/// What closing a round brought.
#[derive(Debug)]
pub struct Closed<G: Game> {
    /// The stage whose round was closed.
    pub stage: String,
    /// What happened since the last report, in order; includes the opening of the next stage.
    pub told: Vec<Told<G::Event>>,
    /// Orders that could not be carried out.
    pub refused: Vec<Refusal<G>>,
    /// Orders that never came into play.
    pub unused: Vec<Unused<G>>,
    /// The seal after the round.
    pub seal: String,
}

/// What a letter came to, before anything is resolved.
#[derive(Debug)]
pub struct Received<G: Game> {
    /// The letter as read.
    pub reading: Reading<G>,
    /// What it would do as far as its writer can see.
    pub checked: Checked<G>,
}

impl<G: Game> Received<G> {
    /// All problems, of the language and of the rules.
    pub fn problems(&self) -> impl Iterator<Item = &Problem<G::Reason>> {
        self.reading.problems.iter().chain(&self.checked.problems)
    }
}

/// A table with its referee.
#[derive(Debug)]
pub struct Referee<G: Game> {
    /// The game.
    pub game: G,
    /// The announcement.
    pub header: Header,
    /// The closed rounds.
    pub rounds: Vec<Round>,
    seed: Seed,
    stage: Stage<G>,
    /// The stage before, kept to be explained.
    finished: Option<Stage<G>>,
    standing: BTreeMap<Seat, Vec<Line<G>>>,
    /// How many events of the stage have been reported.
    reported: usize,
    seal: String,
}

impl<G: Game> Referee<G> {
    /// Opens a new table and plays it to the first letter that is needed; returns what happened on the way.
    pub fn open(game: G, header: Header, seed: Seed) -> Result<(Referee<G>, Closed<G>)> {
        ensure!(seed.commitment() == header.commitment, "the seed is not the one the table was announced with");
        let stage = Stage::open(&game, game.start(), header.pace, seed.clone(), header.first_salt());
        let seal = header.commitment.clone();
        let mut referee = Referee {
            game,
            header,
            rounds: Vec::new(),
            seed,
            stage,
            finished: None,
            standing: BTreeMap::new(),
            reported: 0,
            seal,
        };
        let opening = referee.report(referee.game.stage(referee.stage.start()));
        Ok((referee, opening))
    }

    /// Plays a record again; every seal must come out as written.
    pub fn replay(game: G, header: Header, seed: Seed, rounds: &[Round]) -> Result<(Referee<G>, Closed<G>)> {
        let (mut referee, mut last) = Referee::open(game, header, seed)?;
        for (i, round) in rounds.iter().enumerate() {
            let stage = referee.stage_name();
            ensure!(round.stage == stage, "round {}: the record says {}, the rules say {stage}", i + 1, round.stage);
            for (seat, text) in &round.letters {
                referee.receive(referee.seat(seat)?, text);
            }
            last = referee.close()?;
            ensure!(
                last.seal == round.seal,
                "round {} ({stage}): the seal is {}, the record says {}",
                i + 1,
                last.seal,
                round.seal
            );
        }
        Ok((referee, last))
    }

    /// The stage that is open now.
    pub fn stage_name(&self) -> String {
        self.game.stage(self.stage.start())
    }

    /// The stage that is open now.
    pub fn stage(&self) -> &Stage<G> {
        &self.stage
    }

    /// A seat by its name.
    pub fn seat(&self, name: &str) -> Result<Seat> {
        let seats = self.game.seats();
        let found = seats.iter().find(|seat| self.game.seat_key(*seat).eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let known: Vec<&str> = seats.iter().map(|seat| self.game.seat_key(seat)).collect();
            anyhow!("nobody plays '{name}' at this table; there are: {}", known.join(", "))
        })
    }

    /// What a seat can see now.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.stage.asked().state, viewer)
    }

    /// Reads a letter and says what it would do; files nothing.
    pub fn try_letter(&self, seat: Seat, text: &str) -> Received<G> {
        let reading = read(&self.game, text);
        let checked = self.game.check(&self.view(Viewer::Seat(seat)), seat, &reading.lines);
        Received { reading, checked }
    }

    /// Takes a letter for the open round; it replaces the seat's earlier one. Standing lines replace the seat's standing plans.
    pub fn receive(&mut self, seat: Seat, text: &str) -> Received<G> {
        let received = self.try_letter(seat, text);
        let lines = received.reading.lines.clone();
        if !received.reading.standing.is_empty() {
            self.standing.insert(seat, received.reading.standing.clone());
            self.stage.set_standing(seat, received.reading.standing.clone());
        }
        self.stage.file(seat, Letter { text: text.into(), lines, finality: Finality::Final });
        received
    }

    /// The seats whose letters are still awaited.
    pub fn awaited(&self) -> Seats {
        self.stage.awaited(&self.game)
    }

    /// A seat's standing plans.
    pub fn standing(&self, seat: Seat) -> &[Line<G>] {
        self.standing.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// Who has won, once the game is over.
    pub fn winners(&self) -> Option<Vec<Seat>> {
        self.game.winners(&self.stage.asked().state)
    }

    /// The secret, to be published when the game is over.
    pub fn reveal(&self) -> Option<String> {
        self.winners().map(|_| self.seed.reveal())
    }

    /// The table as it was when so many rounds were closed.
    pub fn back_to(self, rounds: usize) -> Result<Referee<G>> {
        ensure!(rounds <= self.rounds.len(), "only {} rounds have been closed", self.rounds.len());
        Ok(Referee::replay(self.game, self.header, self.seed, &self.rounds[..rounds])?.0)
    }

    /// The last round that was closed, with all answers and dice.
    pub fn explain(&self) -> Option<Run<G>> {
        let round = self.rounds.last()?;
        let stage = if round.stage == self.stage_name() { Some(&self.stage) } else { self.finished.as_ref() };
        stage.map(|stage| stage.explain(&self.game))
    }

    /// Closes the round: silence becomes the default, and the table plays on to the next letter that is needed.
    pub fn close(&mut self) -> Result<Closed<G>> {
        if self.winners().is_some() {
            bail!("the game is over");
        }
        let stage = self.stage_name();
        let letters = self.game.seats();
        let letters = letters.iter().filter_map(|seat| {
            self.stage.filed(seat).map(|letter| (self.game.seat_key(seat).to_string(), letter.text.clone()))
        });
        let letters: BTreeMap<String, String> = letters.collect();
        self.stage.close(&self.game).map_err(|broken| {
            anyhow!("{stage}: event {} was published and is different now; the table stops", broken.event + 1)
        })?;
        let closed = self.report(stage.clone());
        self.rounds.push(Round { stage, letters, seal: closed.seal.clone() });
        Ok(closed)
    }

    /// Goes on to the next stage that waits, and collects what happened since the last report.
    fn report(&mut self, stage: String) -> Closed<G> {
        let mut told = Vec::new();
        let mut refused = Vec::new();
        let mut unused = Vec::new();
        loop {
            let run = self.stage.asked();
            told.extend(run.told[self.reported.min(run.told.len())..].iter().cloned());
            refused.extend(run.refused.iter().cloned());
            unused.extend(run.unused.iter().cloned());
            self.reported = run.told.len();
            if !run.finished || self.game.winners(&run.state).is_some() {
                break;
            }
            self.reported = 0;
            let next = self.stage.next(&self.game);
            self.finished = Some(std::mem::replace(&mut self.stage, next));
        }
        self.seal = self.next_seal(&told);
        Closed { stage, told, refused, unused, seal: self.seal.clone() }
    }

    /// The seal hides what it covers until the seed is known: hands and letters could be guessed from a plain hash.
    fn next_seal(&self, told: &[Told<G::Event>]) -> String {
        let state = serde_json::to_vec(&self.stage.asked().state).unwrap_or_default();
        let told = serde_json::to_vec(told).unwrap_or_default();
        let salt = self.stage.salt().to_hex();
        self.seed.seal([self.seal.as_bytes(), salt.as_bytes(), &told, &state])
    }
}
