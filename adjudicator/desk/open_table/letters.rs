//! Letters: read, answered, filed.

use super::{Acknowledged, AtTable, Intent, Seating, Telling as _, Writing};
use crate::referee::{Plans, Received};
use crate::report::Receipt;
use crate::store;
use anyhow::Result;
use tabellarius_kernel::read::begun;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Effort, Game, Line, Listed, Outlook, Problem, Seat, Verdict, is_understood, read};

/// Whether a letter was filed, or only tried.
#[derive(Clone, Copy)]
enum Filing {
    Filed,
    Tried,
}

/// What somebody wants to try.
struct Assumptions<G: Game> {
    /// The own orders.
    own: String,
    /// What others are assumed to order.
    others: Plans<G>,
    /// What was not understood of that.
    problems: Vec<Problem<G::Reason>>,
}

/// One line of orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Single {
    /// Its alternatives in English.
    pub choices: Vec<String>,
    /// The line as its reader reads it.
    pub shown: String,
}

/// Letters: read, answered, filed.
pub trait Letters {
    /// Whether a line is an order, wholly understood.
    fn understands(&self, line: &str) -> bool;
    /// Whether a line is an order, or could be one with a slip in it.
    fn resembles(&self, line: &str) -> bool;
    /// The orders that a seat could give now and that begin with the same word as a line, in a language: `draw 2`.
    fn begun_so(&self, seat: &str, line: &str, language: &str) -> Vec<String>;
    /// The orders of a letter one by one: each in English, to compare it, and in a language.
    fn one_by_one(&self, text: &str, language: &str) -> Vec<Single>;
    /// The lines of a letter as a language prints them.
    fn printed(&self, text: &str, language: &str) -> Vec<String>;
    /// The other seats that a seat's letter gives orders for.
    fn others_ordered(&self, seat: &str, text: &str) -> Result<Vec<String>>;
    /// Files a letter and answers it.
    fn receive(&mut self, to: Writing<'_>, text: &str, intent: Intent) -> Result<Acknowledged>;
    /// Answers a letter and files nothing.
    fn what_if(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Answers a letter that is filed already: its orders may have been planned long ago.
    fn look_at(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Puts another letter in the place of a seat's own.
    fn amend(&mut self, to: Writing<'_>, text: &str) -> Result<Acknowledged>;
    /// Files a letter again as the store has it.
    fn restore(&mut self, seat: &str, text: &str, finality: store::Finality) -> Result<()>;
    /// What the automaton would write for a seat.
    fn caretaker(&self, seat: &str) -> Result<String>;
}

impl<G: Listed> Letters for AtTable<G> {
    fn understands(&self, line: &str) -> bool {
        is_understood(&*self.referee.game, line)
    }

    fn resembles(&self, line: &str) -> bool {
        let reading = tabellarius_kernel::read::read(&*self.referee.game, line);
        self.understands(line) || reading.problems.iter().any(|problem| problem.fix.is_some())
    }

    fn begun_so(&self, seat: &str, line: &str, language: &str) -> Vec<String> {
        let game = &*self.referee.game;
        let words = begun(game, line);
        if words.is_empty() {
            return Vec::new();
        }
        let asked = self.examples(seat, language).unwrap_or_default();
        asked.into_iter().filter(|order| begun(game, order).iter().any(|word| words.contains(word))).collect()
    }

    fn one_by_one(&self, text: &str, language: &str) -> Vec<Single> {
        let game = &*self.referee.game;
        let lines = tabellarius_kernel::read::read(game, text).lines;
        let single = |line: &Line<G>| Single {
            choices: line.choices.iter().map(|one| game.print_order(&one.order, "en")).collect(),
            shown: line.print(game, language),
        };
        lines.iter().map(single).collect()
    }

    fn printed(&self, text: &str, language: &str) -> Vec<String> {
        let game = &*self.referee.game;
        let reading = tabellarius_kernel::read::read(game, text);
        reading.lines.iter().chain(&reading.standing).map(|line| line.print(game, language)).collect()
    }

    fn others_ordered(&self, seat: &str, text: &str) -> Result<Vec<String>> {
        let seat = self.referee.seat(seat)?;
        let reading = tabellarius_kernel::read::read(&*self.referee.game, text);
        let lines = reading.lines.iter().chain(&reading.standing);
        let others = lines.filter_map(|line| line.addressed(&*self.referee.game, seat)).map(|(other, _)| other);
        Ok(self.names(others.filter(|other| *other != seat).collect()))
    }

    fn receive(&mut self, to: Writing<'_>, text: &str, intent: Intent) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let finality = if intent == Intent::Draft { Finality::Draft } else { Finality::Final };
        let received = self.referee.receive_as(seat, text, finality, to.effort);
        let mut acknowledged = self.acknowledged(to, seat, &received, Filing::Filed)?;
        let looks_wrong = acknowledged.problems > 0 || self.speaks_of_later_only(seat, &received);
        let is_doubtful = intent == Intent::Unsaid && looks_wrong && !acknowledged.canonical.is_empty();
        if is_doubtful {
            self.referee.make_draft(seat);
        }
        acknowledged.is_draft = is_doubtful || intent == Intent::Draft;
        Ok(acknowledged)
    }

    fn what_if(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let Assumptions { own, others, problems } = self.assumptions(seat, text);
        let mut received = self.referee.try_assuming(seat, &own, others, Effort::WHAT_IF);
        received.reading.problems.extend(problems);
        received.reading.problems.sort_by_key(|problem| problem.line);
        self.acknowledged(to, seat, &received, Filing::Tried)
    }

    fn look_at(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.try_letter(seat, text, to.effort);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn amend(&mut self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.amend(seat, text);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn restore(&mut self, seat: &str, text: &str, finality: store::Finality) -> Result<()> {
        let seat = self.referee.seat(seat)?;
        match finality {
            store::Finality::Draft => self.referee.refile(seat, text, Finality::Draft),
            store::Finality::Final => self.referee.refile(seat, text, Finality::Final),
            store::Finality::Amended => self.referee.refile_amended(seat, text),
        }
        Ok(())
    }

    fn caretaker(&self, seat: &str) -> Result<String> {
        let seat = self.referee.seat(seat)?;
        Ok(self.referee.caretaker(seat))
    }
}

impl<G: Listed> AtTable<G> {
    /// Whether a letter is asked for here and has lines for later stages alone: its writer may have mistaken the stage, or take it that what
    /// came before still counts.
    fn speaks_of_later_only(&self, seat: Seat, received: &Received<G>) -> bool {
        let is_later = |outlook: &Outlook<G>| outlook.verdict() == Verdict::Later;
        let outlooks = &received.forecast.outlooks;
        self.referee.stage().asked().wanted.contains(seat)
            && received.reading.standing.is_empty()
            && !outlooks.is_empty()
            && outlooks.iter().all(is_later)
    }

    /// What a writer would order, and what others are assumed to order: `Rome: move 2 legions Roma -> Tarentum`. Lines stay where
    /// they stood, so that they are named by their numbers.
    fn assumptions(&self, seat: Seat, text: &str) -> Assumptions<G> {
        let own = self.referee.game.held_with(seat);
        let (mut lines, mut others, mut problems) = (Vec::new(), Plans::<G>::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let named = line.split_once(':').and_then(|(name, order)| Some((name, self.find_seat(name)?, order)));
            let other = named.and_then(|(said, name, order)| Some((said, self.referee.seat(&name).ok()?, order)));
            match other.filter(|(_, other, _)| !own.contains(*other)) {
                Some((said, other, order)) => {
                    let reading = read(&*self.referee.game, order);
                    others.entry(other).or_default().extend(reading.lines);
                    problems.extend(reading.problems.into_iter().map(|problem| Problem {
                        line: number,
                        fix: problem.fix.map(|fix| format!("{}: {}", said.trim(), fix.trim())),
                        ..problem
                    }));
                    lines.push("");
                }
                None => lines.push(line),
            }
        }
        Assumptions { own: lines.join("\n"), others, problems }
    }

    fn acknowledge(&self, to: Writing<'_>, seat: Seat, received: &Received<G>, filing: Filing) -> Result<String> {
        let stage = self.referee.stage_name();
        let open = self.open_to(seat);
        let Received { reading, forecast, .. } = received;
        let receipt = Receipt { seat, stage: &stage, reading, forecast, open: &open };
        let voice = to.report.voice_of(&self.known, to.language)?;
        let text = match filing {
            Filing::Filed => voice.acknowledgement(&receipt),
            Filing::Tried => voice.forecast(&receipt),
        };
        Ok(text?.marked())
    }

    fn acknowledged(
        &self,
        to: Writing<'_>,
        seat: Seat,
        received: &Received<G>,
        filing: Filing,
    ) -> Result<Acknowledged> {
        let game = &*self.referee.game;
        let refused = received.forecast.problems(game, to.language);
        let wrong = received.reading.problems.iter().chain(&refused);
        Ok(Acknowledged {
            fixes: wrong.map(|one| (one.line, one.fix.clone())).collect(),
            text: self.acknowledge(to, seat, received, filing)?,
            canonical: received.canonical.clone(),
            problems: received.doubts(),
            open: self.open_to(seat).len(),
            is_draft: false,
        })
    }
}
