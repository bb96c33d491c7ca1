//! The referee of one table: replays its record, takes letters, closes rounds, seals what happened.
//!
//! The record is everything: who plays what, and the letters of every closed round. The position is found by playing the record
//! again. Each closed round gets a seal that depends on all rounds before it; seals are printed in reports while the game runs and
//! can be checked by anybody once the seed is revealed (`tabellarius audit`).

mod correction;
mod letters;

pub use correction::Correction;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use letters::Letters;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::sync::Arc;
use tabellarius_kernel::plan::print_letter;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Complaint, Draft, Effort, Forecast, Line, Listed, Outlook, Pace, Problem, Reading, Refusal, Run, Salt, Seat, Seats,
    Seed, Stage, StageName, Told, Unused, Verdict, Viewer, read,
};

/// What is offered instead of a line is tried first. For more lines of one letter nothing is offered: whoever sends a thousand slips must not
/// keep all others waiting.
const MOST_FIXES: usize = 40;

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
    /// The edition of rules and data that it was started with ([`crate::edition`]); empty before the start, and in older records.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub edition: String,
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
    /// The letters that were in, by seat, in canonical form.
    pub letters: BTreeMap<String, String>,
    /// What a moderator put in their place. The dice are those of the letters as they came, so nobody can fish for better ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub amended: BTreeMap<String, String>,
    /// What a moderator set right on the board, line by line: such a round has no letters, and opens its stage again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<Correction>,
    /// The seal after it.
    pub seal: String,
}

/// What closing a round brought.
#[derive(Debug)]
pub struct Closed<G: Listed> {
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

impl<G: Listed> Closed<G> {
    /// What two rounds brought, one after the other, for people who hear of both at once.
    pub fn followed_by(mut self, next: Closed<G>) -> Closed<G> {
        self.told.extend(next.told);
        // A stage that goes on tells again what it has refused.
        let fresh: Vec<_> = next.refused.into_iter().filter(|one| !self.refused.contains(one)).collect();
        self.refused.extend(fresh);
        let fresh: Vec<_> = next.unused.into_iter().filter(|one| !self.unused.contains(one)).collect();
        self.unused.extend(fresh);
        (self.stage, self.seal) = (next.stage, next.seal);
        self
    }
}

/// What a letter came to, before anything is resolved.
#[derive(Debug)]
pub struct Received<G: Listed> {
    /// The letter as read.
    pub reading: Reading<G>,
    /// What is kept of it; empty if no order was understood.
    pub canonical: String,
    /// Whether that reads to the same lines under the same numbers, so that it need not be read again.
    is_same: bool,
    /// What would become of it as far as its writer can see.
    pub forecast: Forecast<G>,
}

impl<G: Listed> Received<G> {
    /// All problems, of the language and of the rules.
    pub fn problems(&self, game: &G) -> Vec<Problem<G::Reason>> {
        let mut problems = self.reading.problems.clone();
        problems.extend(self.forecast.problems(game, "en"));
        problems.sort_by_key(|problem| problem.line);
        problems
    }

    /// How many lines or parts of them leave something undone: where an alternative comes into play, nothing is.
    pub fn doubts(&self) -> usize {
        self.reading.problems.len() + self.forecast.doubts()
    }
}

/// A table as it was when its present stage opened: with the rounds closed since, all that is needed to go on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// How many rounds had been closed.
    pub rounds: usize,
    /// The position, as text: only its game can read it, and reads it once.
    pub state: Box<RawValue>,
    /// The salt.
    pub salt: String,
    /// The seal.
    pub seal: String,
    /// Standing plans by seat, as text.
    pub standing: BTreeMap<String, String>,
    /// Lines that earlier letters left for this stage, by seat, as text.
    pub carried: BTreeMap<String, String>,
}

/// A table with its referee.
#[derive(Debug)]
pub struct Referee<G: Listed> {
    /// The game; tables of the same game share it.
    pub game: Arc<G>,
    /// The announcement.
    pub header: Header,
    /// The closed rounds.
    pub rounds: Vec<Round>,
    seed: Seed,
    stage: Stage<G>,
    /// The stages that ended with the last round, kept to be explained.
    finished: Vec<Stage<G>>,
    standing: Plans<G>,
    /// How many events of the stage have been reported.
    reported: usize,
    seal: String,
    /// How many rounds have been closed since the table began, also those before a snapshot.
    round_count: usize,
    opened: Opened<G>,
    /// Letters a moderator put in the place of others, in the open round.
    amended: BTreeMap<Seat, String>,
    letters: Letters<G>,
}

/// What was the case when the present stage opened.
#[derive(Debug)]
struct Opened<G: Listed> {
    rounds: usize,
    salt: Salt,
    seal: String,
    standing: Plans<G>,
}

/// Lines by the seats they are for.
pub type Plans<G> = BTreeMap<Seat, Vec<Line<G>>>;

impl<G: Listed> Referee<G> {
    /// Opens a new table and plays it to the first letter that is needed; returns what happened on the way.
    pub fn open(game: impl Into<Arc<G>>, header: Header, seed: Seed) -> Result<(Referee<G>, Closed<G>)> {
        let game = game.into();
        ensure!(seed.commitment() == header.commitment, "the seed is not the one the table was announced with");
        let stage = Stage::open(&*game, game.start(), header.pace, seed.clone(), header.first_salt());
        let (salt, seal) = (header.first_salt(), header.commitment.clone());
        let opened = Opened { rounds: 0, salt, seal, standing: BTreeMap::new() };
        let mut referee = Referee::with_stage(game, header, seed, stage, opened);
        referee.reported = 0;
        let opening = referee.report(referee.stage_name().to_string());
        Ok((referee, opening))
    }

    /// Plays a record again; every seal must come out as written.
    pub fn replay(
        game: impl Into<Arc<G>>,
        header: Header,
        seed: Seed,
        rounds: &[Round],
    ) -> Result<(Referee<G>, Closed<G>)>
    where
        G: Listed,
    {
        let (mut referee, opening) = Referee::open(game, header, seed)?;
        let last = referee.play_rounds(rounds)?.unwrap_or(opening);
        Ok((referee, last))
    }

    /// Goes on from a snapshot with the rounds that were closed since. Earlier rounds are not in its list.
    pub fn resume(
        game: impl Into<Arc<G>>,
        header: Header,
        seed: Seed,
        snapshot: &Snapshot,
        since: &[Round],
    ) -> Result<Referee<G>>
    where
        G: Listed,
    {
        let game = game.into();
        ensure!(seed.commitment() == header.commitment, "the seed is not the one the table was announced with");
        let salt = Salt::from_hex(&snapshot.salt).context("the snapshot holds no salt")?;
        let lines = |texts: &BTreeMap<String, String>| -> Result<Plans<G>> {
            texts.iter().map(|(name, text)| Ok((seat_of(&*game, name)?, read(&*game, text).lines))).collect()
        };
        let (standing, carried) = (lines(&snapshot.standing)?, lines(&snapshot.carried)?);
        let state = serde_json::from_str(snapshot.state.get()).context("the snapshot holds no position")?;
        let stage = Stage::reopen(&*game, state, header.pace, seed.clone(), salt, carried, standing.clone());
        let opened = Opened { rounds: snapshot.rounds, salt, seal: snapshot.seal.clone(), standing };
        let mut referee = Referee::with_stage(game, header, seed, stage, opened);
        referee.play_rounds(since)?;
        Ok(referee)
    }

    fn with_stage(game: Arc<G>, header: Header, seed: Seed, stage: Stage<G>, opened: Opened<G>) -> Referee<G> {
        let letters = Letters::none(opened.standing.clone());
        Referee {
            game,
            header,
            rounds: Vec::new(),
            seed,
            reported: stage.asked().told.len(),
            stage,
            finished: Vec::new(),
            standing: opened.standing.clone(),
            seal: opened.seal.clone(),
            round_count: opened.rounds,
            opened,
            amended: BTreeMap::new(),
            letters,
        }
    }

    /// Plays the record again from its beginning and shows the table after the opening and after each round.
    pub fn round_by_round(self, show: impl FnMut(&Referee<G>, &Closed<G>) -> Result<()>) -> Result<()>
    where
        G: Listed,
    {
        Referee::show_rounds(self.game, self.header, self.seed, &self.rounds, show)
    }

    /// Plays a record from its beginning and shows the table after the opening and after each round: no letter of an open round is in it.
    pub fn show_rounds(
        game: impl Into<Arc<G>>,
        header: Header,
        seed: Seed,
        rounds: &[Round],
        mut show: impl FnMut(&Referee<G>, &Closed<G>) -> Result<()>,
    ) -> Result<()>
    where
        G: Listed,
    {
        let (mut again, opening) = Referee::open(game, header, seed)?;
        show(&again, &opening)?;
        for round in rounds {
            if let Some(closed) = again.play_rounds(std::slice::from_ref(round))? {
                show(&again, &closed)?;
            }
        }
        Ok(())
    }

    fn play_rounds(&mut self, rounds: &[Round]) -> Result<Option<Closed<G>>>
    where
        G: Listed,
    {
        let mut last = None;
        for round in rounds {
            let (number, stage) = (self.round_count + 1, self.stage_name().to_string());
            ensure!(round.stage == stage, "round {number}: the record says {}, the rules say {stage}", round.stage);
            for (seat, text) in &round.letters {
                self.refile(self.seat(seat)?, text, Finality::Final);
            }
            for (seat, text) in &round.amended {
                self.refile_amended(self.seat(seat)?, text);
            }
            let closed = if round.corrected.is_empty() { self.close()? } else { self.correct(&round.corrected)? };
            let (seal, said) = (&closed.seal, &round.seal);
            ensure!(seal == said, "round {number} ({stage}): the seal is {seal}, the record says {said}");
            last = Some(closed);
        }
        Ok(last)
    }

    /// The table when its present stage opened, to be stored: going on from it is quick, however long the game has been.
    pub fn snapshot(&self) -> Result<Snapshot> {
        let texts = |plans: &Plans<G>| {
            let text = |(seat, lines): (&Seat, &Vec<Line<G>>)| {
                (self.game.seat_key(*seat).to_string(), print_letter(&*self.game, lines, "en"))
            };
            plans.iter().map(text).collect()
        };
        Ok(Snapshot {
            rounds: self.opened.rounds,
            state: to_raw_value(self.stage.start())?,
            salt: self.opened.salt.to_hex(),
            seal: self.opened.seal.clone(),
            standing: texts(&self.opened.standing),
            carried: texts(self.stage.carried()),
        })
    }

    /// How many rounds had been closed when the present stage opened: a snapshot is new when this is.
    pub fn opened_after(&self) -> usize {
        self.opened.rounds
    }

    /// The stage that is open now.
    pub fn stage_name(&self) -> StageName {
        self.game.stage(self.stage.start())
    }

    /// The stage that is open now.
    pub fn stage(&self) -> &Stage<G> {
        &self.stage
    }

    /// A seat by its name.
    pub fn seat(&self, name: &str) -> Result<Seat> {
        seat_of(&*self.game, name)
    }

    /// What a seat can see now.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.stage.asked().state, viewer)
    }

    /// Reads a letter and says what would become of it; files nothing.
    pub fn try_letter(&self, seat: Seat, text: &str, effort: Effort) -> Received<G> {
        self.try_assuming(seat, text, BTreeMap::new(), effort)
    }

    /// The same, if others wrote what the writer assumes of them.
    pub fn try_assuming(&self, seat: Seat, text: &str, assumed: Plans<G>, effort: Effort) -> Received<G> {
        let mut reading = read(&*self.game, text);
        self.withdraw_idle_fixes(seat, &mut reading);
        let (canonical, is_same) = canonical(&*self.game, &reading);
        let forecast = self.forecast(seat, &reading, assumed, effort);
        Received { reading, canonical, is_same, forecast }
    }

    fn forecast(&self, seat: Seat, reading: &Reading<G>, assumed: Plans<G>, effort: Effort) -> Forecast<G> {
        let plans = if reading.standing.is_empty() { self.standing(seat) } else { &reading.standing };
        // The same letter gets the same answer; the table's own secrets have no part in it.
        let luck = reading.lines.iter().map(|line| line.print(&*self.game, "en")).collect::<Vec<_>>().join("\n");
        let draft = Draft { assumed, ..Draft::new(&reading.lines, plans, luck_of(&luck)) };
        self.stage.forecast(&*self.game, seat, &draft, effort)
    }

    /// What is offered instead of a line is copied without much thought: it is offered only if it would be taken here and now. A line that
    /// is cut short must even be asked for.
    fn withdraw_idle_fixes(&self, seat: Seat, reading: &mut Reading<G>) {
        for (tried, problem) in reading.problems.iter_mut().filter(|problem| problem.fix.is_some()).enumerate() {
            if tried >= MOST_FIXES {
                problem.fix = None;
                continue;
            }
            let Some(offered) = problem.fix.as_ref().map(|fix| read(&*self.game, fix)) else { continue };
            // A blank to be filled in is no line yet.
            if !offered.problems.is_empty() {
                continue;
            }
            let is_cut = problem.why == Complaint::LeftOver;
            let is_good = |outlook: &Outlook<G>| match outlook.verdict() {
                Verdict::Will | Verdict::Waits => true,
                _ => !is_cut && !outlook.is_doubtful(),
            };
            let told = self.forecast(seat, &offered, BTreeMap::new(), Effort::HURRY);
            if !told.outlooks.iter().all(is_good) {
                problem.fix = None;
            }
        }
    }

    /// Takes a letter for the open round; it replaces the seat's earlier one. Standing lines replace the seat's standing plans.
    pub fn receive(&mut self, seat: Seat, text: &str) -> Received<G> {
        self.receive_as(seat, text, Finality::Final, Effort::LETTER)
    }

    /// Takes a letter that is final, or a draft that lets nobody's round close early.
    ///
    /// What is kept is the letter's canonical form: it reads the same when, years later, the referee understands more words. A
    /// letter in which no order was understood is not filed: it must not take the place of a better one.
    pub fn receive_as(&mut self, seat: Seat, text: &str, finality: Finality, effort: Effort) -> Received<G> {
        let received = self.try_letter(seat, text, effort);
        let Received { reading, canonical, is_same, .. } = &received;
        if !canonical.is_empty() {
            match is_same {
                true => self.file(seat, canonical.clone(), reading.clone(), finality),
                false => self.refile(seat, canonical, finality),
            }
            self.amended.remove(&seat);
        }
        received
    }

    /// What a caretaker would write for a seat: it sees what the seat sees, and its luck is known to nobody else's dice.
    pub fn caretaker(&self, seat: Seat) -> String {
        let luck = luck_of(&format!("caretaker {} {} {seat}", self.header.table, self.round_count));
        self.stage.advice(&*self.game, seat, luck, self.game.thought().hurried())
    }

    /// Puts another letter in the place of a seat's own, by a moderator's hand. The seat's own one still makes the salt.
    pub fn amend(&mut self, seat: Seat, text: &str) -> Received<G> {
        let received = self.try_letter(seat, text, Effort::LETTER);
        self.refile_amended(seat, &received.canonical);
        received
    }

    /// Files a letter again as it was kept, to the letter: the dice depend on it.
    pub fn refile(&mut self, seat: Seat, text: &str, finality: Finality) {
        self.file(seat, text.to_owned(), read(&*self.game, text), finality);
    }

    /// Files a moderator's letter again as it was kept.
    pub fn refile_amended(&mut self, seat: Seat, text: &str) {
        let own = self.stage.filed(seat).map(|letter| letter.text.clone()).unwrap_or_default();
        self.file(seat, own, read(&*self.game, text), Finality::Final);
        self.amended.insert(seat, text.to_owned());
    }

    /// What a seat has filed in this round is a draft from here on.
    pub fn make_draft(&mut self, seat: Seat) {
        let changed = self.letters.make_draft(seat);
        self.look_through(changed);
    }

    fn file(&mut self, seat: Seat, text: String, orders: Reading<G>, finality: Finality) {
        let changed = self.letters.write(&self.game, seat, text, orders, finality);
        self.look_through(changed);
    }

    /// The letters of these seats have changed.
    fn look_through(&mut self, changed: Seats) {
        for seat in changed.iter() {
            match self.letters.letter(seat) {
                Some(letter) => self.stage.file(seat, letter),
                None => self.stage.take_back(seat),
            }
            let plans = self.letters.plans(seat);
            self.stage.set_standing(seat, plans.clone());
            if plans.is_empty() {
                self.standing.remove(&seat);
            } else {
                self.standing.insert(seat, plans);
            }
        }
    }

    /// The seats whose letters are still awaited.
    pub fn awaited(&self) -> Seats {
        self.stage.awaited(&*self.game)
    }

    /// A seat's standing plans.
    pub fn standing(&self, seat: Seat) -> &[Line<G>] {
        self.standing.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// Who has won, once the game is over.
    pub fn winners(&self) -> Option<Vec<Seat>> {
        self.game.winners(&self.stage.asked().state)
    }

    /// How all seats stand now, the best first.
    pub fn places(&self) -> Vec<Vec<Seat>> {
        self.game.places(&self.stage.asked().state)
    }

    /// The secret, to be published when the game is over.
    pub fn reveal(&self) -> Option<String> {
        self.winners().map(|_| self.seed.reveal())
    }

    /// The table as it was when so many rounds were closed.
    pub fn back_to(self, rounds: usize) -> Result<Referee<G>>
    where
        G: Listed,
    {
        Ok(self.stood_after(rounds)?.0)
    }

    /// The same with what closing the last of these rounds brought, or the opening.
    pub fn stood_after(self, rounds: usize) -> Result<(Referee<G>, Closed<G>)>
    where
        G: Listed,
    {
        ensure!(rounds <= self.rounds.len(), "only {} rounds have been closed", self.rounds.len());
        Referee::replay(self.game, self.header, self.seed, &self.rounds[..rounds])
    }

    /// The last round that was closed, with all answers and dice: every stage that it ended, and the open one if it has begun to
    /// happen. Nothing, if no round has been closed.
    pub fn explain(&self) -> Vec<Run<G>> {
        if self.rounds.is_empty() {
            return Vec::new();
        }
        let open = Some(&self.stage).filter(|_| self.finished.is_empty() || self.reported > 0);
        self.finished.iter().chain(open).map(|stage| stage.explain(&*self.game)).collect()
    }

    /// Whether the open stage belongs to the same letters as the round closed last: at a table where one letter is for a whole turn it is
    /// closed at once, with what these letters foresee.
    pub fn goes_on(&self) -> bool {
        let turn = |round: &Round| StageName::from(round.stage.as_str()).turn;
        self.header.pace == Pace::Turn
            && self.winners().is_none()
            && self
                .rounds
                .last()
                .is_some_and(|round| round.corrected.is_empty() && turn(round) == self.stage_name().turn)
    }

    /// Closes the round: silence becomes the default, and the table plays on to the next letter that is needed.
    pub fn close(&mut self) -> Result<Closed<G>> {
        if self.winners().is_some() {
            bail!("the game is over");
        }
        // What is explained is all that one letter was for.
        if !self.goes_on() {
            self.finished.clear();
        }
        let stage = self.stage_name().to_string();
        let letters = self.game.seats();
        let letters = letters.iter().filter_map(|seat| {
            self.stage.filed(seat).map(|letter| (self.game.seat_key(seat).to_string(), letter.text.clone()))
        });
        let letters: BTreeMap<String, String> = letters.filter(|(_, text)| !text.is_empty()).collect();
        self.letters = Letters::none(self.standing.clone());
        let amended = std::mem::take(&mut self.amended).into_iter();
        let amended = amended.map(|(seat, text)| (self.game.seat_key(seat).to_string(), text)).collect();
        self.stage.close(&*self.game).map_err(|broken| {
            anyhow!("{stage}: event {} was published and is different now; the table stops", broken.event + 1)
        })?;
        self.round_count += 1;
        let closed = self.report(stage.clone());
        self.rounds.push(Round { stage, letters, amended, corrected: Vec::new(), seal: closed.seal.clone() });
        Ok(closed)
    }

    /// Goes on to the next stage that waits, and collects what happened since the last report.
    fn report(&mut self, stage: String) -> Closed<G> {
        let mut told = Vec::new();
        let mut refused = Vec::new();
        let mut opens = self.round_count == 0;
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
            opens = true;
            let next = self.stage.next(&*self.game);
            self.finished.push(std::mem::replace(&mut self.stage, next));
        }
        self.seal = self.next_seal(&told);
        if opens {
            let (salt, seal, standing) = (self.stage.salt(), self.seal.clone(), self.standing.clone());
            self.opened = Opened { rounds: self.round_count, salt, seal, standing };
        }
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

/// Imagined luck that is always the same for the same text.
fn luck_of(text: &str) -> u64 {
    u64::from_le_bytes(*blake3::hash(text.as_bytes()).as_bytes().first_chunk().unwrap_or(&[0; 8]))
}

/// A letter in canonical form, every order on the line where its writer put it, so that reports can name the line; and whether it
/// reads to the same lines under the same numbers.
fn canonical<G: Listed>(game: &G, reading: &Reading<G>) -> (String, bool) {
    let mut rows: Vec<(u32, &str, String)> = Vec::new();
    let both = [("", &reading.lines), ("always ", &reading.standing)];
    for (line, mark) in both.into_iter().flat_map(|(mark, lines)| lines.iter().map(move |line| (line, mark))) {
        rows.push((line.number, mark, line.print(game, "en")));
    }
    rows.sort_by_key(|(number, _, _)| *number);
    let (mut text, mut row) = (String::new(), 1);
    for (i, (number, mark, line)) in rows.iter().enumerate() {
        let joins = i > 0 && *number <= row;
        while row < *number {
            text.push('\n');
            row += 1;
        }
        text += if joins { "; " } else { mark };
        text += line;
    }
    let again = read(game, &text);
    if again.lines == reading.lines && again.standing == reading.standing {
        return (text, true);
    }
    // A row of short forms may have become too long to be read: then every order gets a row of its own.
    (rows.iter().map(|(_, mark, line)| format!("{mark}{line}\n")).collect(), false)
}

/// A seat by its name.
fn seat_of<G: Listed>(game: &G, name: &str) -> Result<Seat> {
    let seats = game.seats();
    let found = seats.iter().find(|seat| game.seat_key(*seat).eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let known: Vec<&str> = seats.iter().map(|seat| game.seat_key(seat)).collect();
        anyhow!("nobody plays '{name}' at this table; there are: {}", known.join(", "))
    })
}
