//! What becomes of each line of a letter.

use crate::{Game, Line, Seat, StageName};
use alloc::vec::Vec;
use serde::Serialize;

/// What one line said to one question.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Heard<R> {
    /// Whose line it is.
    pub seat: Seat,
    /// Its place in the letter, counted from 0.
    pub place: usize,
    /// Which of its alternatives, counted from 0.
    pub choice: usize,
    /// What it said.
    pub said: Said<R>,
    /// Whether all that came before is known: then it says this in every world.
    pub is_sure: bool,
}

/// What a line said to a question.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Said<R> {
    /// It answered.
    Yes,
    /// It answered, and not all it wants can be had.
    Partly(R),
    /// It was refused.
    No(R),
    /// It was refused, and its writer had foreseen that: `else nothing`.
    Foreseen(R),
    /// Its condition did not hold.
    Guarded,
    /// It would have answered, but the line at this place went before it.
    Overtaken(usize),
}

impl<R> Said<R> {
    /// Whether an answer was made of it.
    pub fn is_taken(&self) -> bool {
        matches!(self, Said::Yes | Said::Partly(_))
    }

    /// Whether the question heard it at all.
    pub fn has_spoken(&self) -> bool {
        !matches!(self, Said::Guarded | Said::Overtaken(_))
    }
}

/// What becomes of a line, or of one of its alternatives, in one run of a stage.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "fate", bound(serialize = "R: Serialize"))]
pub enum Fate<R> {
    /// It is carried out.
    Done,
    /// A part of it is carried out.
    Part {
        /// Why not all.
        reason: R,
    },
    /// The rules refuse it.
    Refused {
        /// Why.
        reason: R,
    },
    /// The rules refuse it, and its writer has foreseen that.
    Foreseen {
        /// Why.
        reason: R,
    },
    /// Another line has answered what this one would answer.
    Overtaken {
        /// The number of that line.
        by: u32,
    },
    /// Its condition does not hold.
    Guarded,
    /// It is for another stage, and kept.
    Later {
        /// The phase.
        phase: &'static str,
    },
    /// It is a wish about something that has not come to pass and still may.
    Waits,
    /// An alternative before it was carried out.
    Spare,
    /// Nothing asks for it.
    Idle {
        /// Why not, if the game can say.
        why: Option<R>,
    },
}

impl<R> Fate<R> {
    /// Whether something comes of it.
    pub fn is_done(&self) -> bool {
        matches!(self, Fate::Done | Fate::Part { .. })
    }

    /// Whether it speaks of what was hidden from the line's writer.
    pub(crate) fn is_chance(&self) -> bool
    where
        R: crate::Reason,
    {
        match self {
            Fate::Refused { reason } | Fate::Idle { why: Some(reason) } => reason.is_hidden(),
            _ => false,
        }
    }

    /// How much a fate says about its line: of several alternatives the one that says most counts.
    fn weight(&self) -> u8 {
        match self {
            Fate::Done | Fate::Part { .. } => 8,
            Fate::Foreseen { .. } => 7,
            Fate::Refused { .. } => 6,
            Fate::Overtaken { .. } => 5,
            Fate::Guarded => 4,
            Fate::Later { .. } => 3,
            Fate::Waits => 2,
            Fate::Idle { .. } => 1,
            Fate::Spare => 0,
        }
    }
}

/// The fates of a line's alternatives, as the questions of a run have heard them; `heard` is about this line only.
pub(crate) fn of_line<G: Game>(
    game: &G,
    here: &StageName,
    lines: &[Line<G>],
    line: &Line<G>,
    heard: &[&Heard<G::Reason>],
    unasked: impl Fn(&G::Order) -> Fate<G::Reason>,
) -> Vec<Fate<G::Reason>> {
    let mut fates: Vec<Fate<G::Reason>> = Vec::with_capacity(line.choices.len());
    for (number, choice) in line.choices.iter().enumerate() {
        let said = || heard.iter().filter(|one| one.choice == number).map(|one| &one.said);
        // A line may be heard by many questions: what was said last is what is left of it.
        let find = |wanted: fn(&Said<G::Reason>) -> bool| said().rfind(|said| wanted(said));
        let fate = if said().any(|said| matches!(said, Said::Yes)) {
            Fate::Done
        } else if let Some(Said::Partly(reason)) = find(|said| matches!(said, Said::Partly(_))) {
            Fate::Part { reason: reason.clone() }
        } else if let Some(Said::No(reason)) = find(|said| matches!(said, Said::No(_))) {
            Fate::Refused { reason: reason.clone() }
        } else if let Some(Said::Foreseen(reason)) = find(|said| matches!(said, Said::Foreseen(_))) {
            Fate::Foreseen { reason: reason.clone() }
        } else if fates.iter().any(Fate::is_done) {
            Fate::Spare
        } else if game.is_abstention(&choice.order) || game.is_content(&choice.order) {
            Fate::Done
        } else if let Some(phase) = game.kept_for(&choice.order, &here.phase) {
            Fate::Later { phase }
        } else if let Some(Said::Overtaken(by)) = find(|said| matches!(said, Said::Overtaken(_))) {
            match choice.when {
                // Whoever gives conditions has foreseen that several lines may fit.
                Some(_) => Fate::Waits,
                None => Fate::Overtaken { by: lines.get(*by).map_or(0, |line| line.number) },
            }
        } else if said().any(|said| matches!(said, Said::Guarded)) {
            Fate::Guarded
        } else {
            match unasked(&choice.order) {
                // Why it can never come, the game has said.
                Fate::Idle { why: None } if game.may_never_come(&choice.order) => Fate::Waits,
                fate => fate,
            }
        };
        fates.push(fate);
    }
    fates
}

/// Which of a line's alternatives decides what is said of the line.
pub(crate) fn deciding<R>(fates: &[Fate<R>]) -> usize {
    let best = fates.iter().map(Fate::weight).max().unwrap_or(0);
    // What was tried last says most: all before it have failed.
    let same = |fate: &Fate<R>| fate.weight() == best;
    let found = if best == 8 { fates.iter().position(same) } else { fates.iter().rposition(same) };
    found.unwrap_or(0)
}
