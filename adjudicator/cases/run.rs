//! Playing a case: the position is set, the letters are filed, the rounds closed, the expectations compared.

use super::Failure;
use super::answers;
use super::expect::{Looked, expect};
use super::file::{Case, HEADERS, Start, Step, Text, When};
use super::refusals::Refusals;
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::words::{Cursor, Folded, nearest};
use tabellarius_kernel::{Amiss, Letter, Line, Listed, Salt, Seat, Seed, Stage, read};

/// Runs a case: what went wrong, and the last position.
pub fn run<G: Listed>(game: G, case: &Case) -> (Vec<Failure>, Vec<String>) {
    let state = start(&game, case);
    let mut player = Player {
        game,
        case,
        state,
        stage: None,
        script: Vec::new(),
        refusals: Refusals::default(),
        failures: Vec::new(),
        not_fixed: Vec::new(),
        fresh: true,
    };
    for step in &case.steps {
        // A line that cannot be read makes the rest meaningless, but all lines of one step are looked at.
        let before = player.failures.len();
        let is_check = matches!(step, Step::Expect(..) | Step::Answer(..));
        player.step(step);
        if !is_check && player.failures.len() > before {
            return (player.failures, Vec::new());
        }
    }
    player.finish()
}

/// The position a case begins with, before it sets anything.
fn start<G: Listed>(game: &G, case: &Case) -> G::State {
    match case.start {
        Start::Empty => game.blank(),
        Start::Setup(_) => game.start(),
    }
}

/// Reads a line with the game's own words.
pub fn with_words<G: Listed, R>(game: &G, text: &str, read: impl FnOnce(&mut Cursor<'_, G::Term>) -> R) -> R {
    let mut line = Folded::default();
    line.fold(text);
    read(&mut Cursor::new(game.lexicon(), &line, true))
}

/// What is wrong with a line, with the wrong piece as it was typed.
pub fn amiss_reason(text: &str, amiss: &Amiss) -> String {
    let mut line = Folded::default();
    line.fold(text);
    amiss.reason(&text[line.typed(amiss.tokens())])
}

struct Player<'a, G: Listed> {
    game: G,
    case: &'a Case,
    state: G::State,
    stage: Option<Stage<G>>,
    /// Fixed dice: the line of the file, the path's end, the faces.
    script: Vec<(usize, String, Vec<u8>)>,
    refusals: Refusals,
    failures: Vec<Failure>,
    /// Rolls that the case left to chance.
    not_fixed: Vec<String>,
    /// Whether something has been filed since the last round was closed.
    fresh: bool,
}

impl<G: Listed> Player<'_, G> {
    fn fail(&mut self, line: usize, what: impl Into<String>) {
        self.failures.push(Failure { line, what: what.into() });
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Facts(lines) => self.facts(lines),
            Step::Set(header, lines) => self.set(header, lines),
            Step::Dice(lines) => lines.iter().for_each(|line| self.dice(line)),
            Step::Letter(seat, lines) => self.letter(seat, lines),
            Step::Plan(seat, lines) => self.plan(seat, lines),
            Step::Answer(seat, lines) => self.answer(seat, lines),
            Step::Then(line) => self.close(*line),
            Step::Expect(when, lines) => {
                let line = lines.first().map_or(self.case.title.line, |line| line.line);
                match when {
                    When::After if self.fresh => self.close(line),
                    When::After => {}
                    When::Now => {
                        self.open(line);
                    }
                }
                let Some(stage) = &self.stage else { return };
                let looked = Looked { game: &self.game, run: stage.asked() };
                self.failures.extend(expect(&looked, lines));
            }
        }
    }

    fn facts(&mut self, lines: &[Text]) {
        if self.stage.is_some() || self.state != start(&self.game, self.case) {
            let line = lines.first().map_or(self.case.title.line, |line| line.line);
            return self.fail(line, "facts of the board come before the position and the letters");
        }
        for line in lines {
            let mut amended = self.game.clone();
            match with_words(&self.game, &line.text, |words| amended.amend(words)) {
                Ok(()) => self.game = amended,
                Err(amiss) => self.fail(line.line, amiss_reason(&line.text, &amiss)),
            }
        }
        // The bank and the stock of the start come from the facts.
        self.state = start(&self.game, self.case);
    }

    fn set(&mut self, header: &Text, lines: &[Text]) {
        let Some(section) = G::SECTIONS.iter().find(|section| **section == header.text) else {
            let known: Vec<&str> = HEADERS.iter().chain(G::SECTIONS).copied().collect();
            let meant = match nearest(&header.text, &known) {
                Some(meant) => format!("did you mean '{meant}:'?"),
                None => format!("there are: {}", known.join(", ")),
            };
            return self.fail(header.line, format!("there is no section '{}:'; {meant}", header.text));
        };
        if self.stage.is_some() {
            return self.fail(header.line, "the position is set before the first letter");
        }
        for line in lines {
            let mut state = self.state.clone();
            match with_words(&self.game, &line.text, |words| self.game.set(&mut state, section, words)) {
                Ok(()) => self.state = state,
                Err(amiss) => self.fail(line.line, amiss_reason(&line.text, &amiss)),
            }
        }
    }

    /// The stage whose dice are fixed now: the one that waits, or the next one.
    fn stage_name(&self) -> String {
        match &self.stage {
            None => self.game.stage(&self.state).to_string(),
            Some(stage) if stage.asked().finished => self.game.stage(&stage.asked().state).to_string(),
            Some(stage) => self.game.stage(stage.start()).to_string(),
        }
    }

    fn dice(&mut self, line: &Text) {
        let read = match line.text.rsplit_once(':') {
            Some((path, faces)) if path.contains('/') => {
                let faces: Result<Vec<u8>, _> = faces.split_whitespace().map(str::parse).collect();
                match faces {
                    Ok(faces) => vec![(path.trim().to_string(), faces)],
                    Err(_) => return self.fail(line.line, "after the colon come the faces, such as '4 2 5'"),
                }
            }
            _ => match with_words(&self.game, &line.text, |words| self.game.dice(words)) {
                Ok(read) => read,
                Err(amiss) => return self.fail(line.line, amiss_reason(&line.text, &amiss)),
            },
        };
        let stage = self.stage_name();
        for (path, faces) in read {
            let path = format!("{stage}/{path}");
            if let Some(stage) = &mut self.stage {
                stage.script(path.clone(), faces.clone());
            }
            self.script.push((line.line, path, faces));
        }
    }

    /// Makes sure that a stage is in progress; says whether it is.
    fn open(&mut self, line: usize) -> bool {
        match self.stage.take() {
            None => {
                let script = self.script.iter().map(|(_, path, faces)| (path.clone(), faces.clone())).collect();
                let (seed, salt) = (Seed::from_text("case"), Salt::first("case"));
                let start = self.state.clone();
                self.stage = Some(Stage::open_scripted(&self.game, start, self.case.pace, seed, salt, script));
                self.collect();
            }
            Some(stage) if stage.asked().finished => {
                if self.game.winners(&stage.asked().state).is_some() {
                    self.stage = Some(stage);
                    self.fail(line, "the game is over: nothing comes after this");
                    return false;
                }
                self.check_dice(&stage);
                self.stage = Some(stage.next(&self.game));
                self.collect();
            }
            stage => self.stage = stage,
        }
        true
    }

    fn seat(&mut self, name: &Text) -> Option<Seat> {
        match with_words(&self.game, &name.text, |words| self.game.seat_named(words)) {
            Ok(seat) if self.game.seats().contains(seat) => return Some(seat),
            Ok(_) => self.fail(name.line, format!("nobody plays {} in this case", name.text)),
            Err(slip) => self.fail(name.line, amiss_reason(&name.text, &Amiss::Slip(slip))),
        }
        None
    }

    /// Reads orders; their lines are numbered as in the case file.
    fn orders(&mut self, lines: &[Text]) -> (String, tabellarius_kernel::Reading<G>) {
        let first = lines.first().map_or(0, |line| line.line);
        let last = lines.last().map_or(0, |line| line.line);
        let mut texts = vec![String::new(); (last + 1).saturating_sub(first)];
        for line in lines {
            let mut text = line.text.as_str();
            if let Some((order, why)) = text.rsplit_once('!') {
                self.refusals.mark(line.line, why);
                text = order;
            }
            if let Some(slot) = texts.get_mut(line.line - first) {
                *slot = text.trim().to_string();
            }
        }
        let text = texts.join("\n");
        let mut reading = read(&self.game, &text);
        let offset = first.saturating_sub(1) as u32;
        reading.lines.iter_mut().chain(&mut reading.standing).for_each(|line| line.number += offset);
        for problem in &reading.problems {
            self.refusals.misread((problem.line + offset) as usize, problem);
        }
        (text, reading)
    }

    fn letter(&mut self, name: &Text, lines: &[Text]) {
        let Some(seat) = self.seat(name) else { return };
        if !self.open(name.line) {
            return;
        }
        let (text, reading) = self.orders(lines);
        if let Some(stage) = &mut self.stage {
            if !reading.standing.is_empty() {
                stage.set_standing(seat, reading.standing);
            }
            // Lines for another seat of the same player count there, unless it has a letter of its own.
            let mut own = Vec::new();
            let mut lent: BTreeMap<Seat, Vec<Line<G>>> = BTreeMap::new();
            for line in reading.lines {
                match line.addressed(&self.game, seat).filter(|(to, _)| *to != seat) {
                    Some((to, line)) => lent.entry(to).or_default().push(line),
                    None => own.push(line),
                }
            }
            stage.file(seat, Letter { text, lines: own, finality: Finality::Final });
            for (to, lines) in lent {
                if stage.filed(to).is_none() {
                    stage.file(to, Letter { text: String::new(), lines, finality: Finality::Final });
                }
            }
        }
        self.fresh = true;
    }

    fn plan(&mut self, name: &Text, lines: &[Text]) {
        let Some(seat) = self.seat(name) else { return };
        if !self.open(name.line) {
            return;
        }
        let (_, reading) = self.orders(lines);
        if let Some(stage) = &mut self.stage {
            stage.set_standing(seat, reading.lines.into_iter().chain(reading.standing).collect());
        }
        self.fresh = true;
    }

    fn answer(&mut self, name: &Text, lines: &[Text]) {
        let Some(seat) = self.seat(name) else { return };
        let Some(stage) = &self.stage else { return self.fail(name.line, "an answer comes after a letter") };
        self.failures.extend(answers::expect(&self.game, stage, seat, lines));
    }

    fn close(&mut self, line: usize) {
        if !self.open(line) {
            return;
        }
        self.fresh = false;
        let Some(stage) = &mut self.stage else { return };
        let dice: Vec<_> = self.script.iter().map(|(_, path, faces)| (path.clone(), faces.clone())).collect();
        answers::listen(&self.game, stage, &dice, &mut self.refusals);
        if !stage.asked().finished
            && let Err(unsealed) = stage.close(&self.game)
        {
            let what =
                format!("event {} was published and did not happen again: the referee is at fault", unsealed.event);
            return self.fail(line, what);
        }
        self.collect();
    }

    /// Notes what the last run refused.
    fn collect(&mut self) {
        let Some(stage) = &self.stage else { return };
        for refusal in &stage.asked().refused {
            self.refusals.refused(&self.game, refusal);
        }
        stage.asked().passed.iter().for_each(|refusal| self.refusals.passed(&self.game, refusal));
        stage.asked().unused.iter().for_each(|unused| self.refusals.unused(unused.line.number as usize));
    }

    /// Fixed dice that were not rolled are a mistake of the case.
    fn check_dice(&mut self, stage: &Stage<G>) {
        let name = self.game.stage(stage.start());
        let rolled = stage.explain(&self.game).rolled;
        let is_fixed = |path: &str| self.script.iter().any(|(_, end, _)| path.ends_with(end.as_str()));
        let free = rolled.iter().filter(|roll| !roll.faces.is_empty() && !is_fixed(&roll.path));
        self.not_fixed.extend(free.map(|roll| format!("{}: {:?}", roll.path, roll.faces)));
        for (line, path, faces) in std::mem::take(&mut self.script) {
            if !path.starts_with(&format!("{name}/")) {
                self.script.push((line, path, faces));
                continue;
            }
            match rolled.iter().find(|roll| roll.path.ends_with(&path)).map(|roll| &roll.faces) {
                Some(came) if *came == faces => {}
                Some(came) => {
                    let what = format!("'{path}' is a roll of {} dice, not of {}", came.len(), faces.len());
                    self.fail(line, what);
                }
                None if faces.is_empty() => {}
                None => {
                    let paths: Vec<&str> = rolled.iter().map(|roll| roll.path.as_str()).collect();
                    let paths = if paths.is_empty() { "none".into() } else { paths.join("; ") };
                    self.fail(line, format!("these dice were never rolled: '{path}'; rolls were: {paths}"));
                }
            }
        }
    }

    fn finish(mut self) -> (Vec<Failure>, Vec<String>) {
        if self.fresh {
            self.close(self.case.title.line);
        }
        if !self.case.steps.iter().any(|step| matches!(step, Step::Expect(..) | Step::Answer(..)))
            && self.refusals.expects_nothing()
        {
            self.fail(self.case.title.line, "the case expects nothing: add 'expect:'");
        }
        if let Some(stage) = self.stage.take() {
            if stage.asked().finished {
                self.check_dice(&stage);
            }
            self.state = stage.asked().state.clone();
        }
        self.failures.extend(self.refusals.failures());
        if !self.failures.is_empty() && !self.not_fixed.is_empty() {
            let rolls = self.not_fixed.join("; ");
            self.fail(self.case.title.line, format!("note: these rolls were not fixed under 'dice:': {rolls}"));
        }
        let shown = self.game.print(&self.state, "en").into_iter();
        let shown = shown.flat_map(|(section, lines)| {
            std::iter::once(format!("{section}:")).chain(lines.into_iter().map(|line| format!("  {line}")))
        });
        (self.failures, shown.collect())
    }
}
