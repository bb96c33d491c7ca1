//! The answer to a letter: what was understood, what was not, what is still open.

use super::dispatch::Asked;
use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use tabellarius_kernel::problem::ProblemOf;
use tabellarius_kernel::{Checked, Complaint, Line, Listed, Open, Reading, Reason as _, Seat, StageName};

/// A letter that came in, and what the referee made of it.
pub struct Receipt<'a, G: Listed> {
    /// Who wrote it.
    pub seat: Seat,
    /// The stage it was filed for.
    pub stage: &'a StageName,
    /// What was read.
    pub reading: &'a Reading<G>,
    /// What it would do.
    pub checked: &'a Checked<G>,
    /// The questions to this seat that it does not answer.
    pub open: &'a [&'a Open<G>],
}

/// What is printed of one problem.
#[derive(Serialize)]
struct Trouble {
    line: u32,
    piece: String,
    text: String,
    rule: Option<&'static str>,
    fix: Option<String>,
}

/// An order that was understood.
#[derive(Serialize)]
struct Understood {
    text: String,
    /// Whether something about it would be refused: it stands among the problems too.
    doubted: bool,
}

/// What `acknowledgement.txt` and `forecast.txt` are made of.
#[derive(Serialize)]
struct Acknowledgement {
    seat: Seat,
    stage: String,
    orders: Vec<Understood>,
    /// Orders for later phases, by the name of the phase.
    later: Vec<(String, Vec<String>)>,
    standing: Vec<String>,
    would: Vec<String>,
    problems: Vec<Trouble>,
    /// Where an alternative of the writer's comes into play, and why.
    notes: Vec<Trouble>,
    open: Vec<Asked>,
}

/// One problem alone.
pub fn problem<G: Listed>(voice: &Voice<'_, G>, problem: &ProblemOf<G>) -> Result<String> {
    let trouble = trouble(voice, problem)?;
    voice.shared_entry("problems/one", &trouble)
}

fn trouble<G: Listed>(voice: &Voice<'_, G>, problem: &ProblemOf<G>) -> Result<Trouble> {
    let (text, rule) = match &problem.why {
        Complaint::Rule { reason } => (voice.reason(reason)?, Some(reason.rule())),
        why => (complaint(voice, why)?, None),
    };
    Ok(Trouble { line: problem.line, piece: shortened(&problem.piece), text, rule, fix: problem.fix.clone() })
}

/// The rules name an order in English; the reader gets it as it stands in the list of what was understood.
fn in_own_words<G: Listed>(voice: &Voice<'_, G>, lines: &[Line<G>], problem: &ProblemOf<G>) -> String {
    let orders = lines.iter().filter(|line| line.number == problem.line).flat_map(|line| &line.choices);
    let mut orders = orders.map(|choice| &choice.order);
    let found = orders.find(|order| voice.game.print_order(order, "en") == problem.piece);
    found.map_or_else(|| problem.piece.clone(), |order| voice.game.print_order(order, voice.language))
}

fn complaint<G: Listed>(voice: &Voice<'_, G>, why: &Complaint<G::Reason>) -> Result<String> {
    let mut fields = serde_json::to_value(why)?;
    let key = fields.get("complaint").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(what) = fields.get_mut("what") {
        *what = Value::String(voice.kind(what.as_str().unwrap_or_default()));
    }
    voice.shared_entry(&format!("problems/{key}"), &fields)
}

/// A wrong piece may be as long as a letter; nobody needs to read it again.
fn shortened(piece: &str) -> String {
    const MOST: usize = 60;
    match piece.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", piece[..end].trim_end()),
        None => piece.to_owned(),
    }
}

/// The whole answer, by the template of this name.
pub fn acknowledgement<G: Listed>(voice: &Voice<'_, G>, template: &str, receipt: &Receipt<'_, G>) -> Result<String> {
    let here = &receipt.stage.phase;
    // A line with an alternative for another stage is used there too; it is listed where it is first used.
    let stage_of = |line: &Line<G>| {
        let mut stages = line.choices.iter().map(|choice| voice.game.stage_of(&choice.order));
        stages.find(|stage| stage.is_none_or(|stage| stage != here)).flatten()
    };
    let mut orders = Vec::new();
    let mut later: Vec<(String, Vec<String>)> = Vec::new();
    for line in &receipt.reading.lines {
        let text = voice.line(line);
        match stage_of(line) {
            None => orders.push(Understood { text, doubted: receipt.checked.doubts(voice.game, line) }),
            Some(stage) => {
                let phase = voice.phase(stage)?;
                match later.iter_mut().find(|(known, _)| *known == phase) {
                    Some((_, lines)) => lines.push(text),
                    None => later.push((phase, vec![text])),
                }
            }
        }
    }
    let (mut problems, mut notes): (Vec<Trouble>, Vec<Trouble>) = (Vec::new(), Vec::new());
    for problem in &receipt.reading.problems {
        problems.push(trouble(voice, problem)?);
    }
    for problem in &receipt.checked.problems {
        let piece = in_own_words(voice, &receipt.reading.lines, problem);
        let list = match receipt.checked.falls_back(voice.game, &receipt.reading.lines, problem) {
            true => &mut notes,
            false => &mut problems,
        };
        list.push(Trouble { piece: shortened(&piece), ..trouble(voice, problem)? });
    }
    problems.sort_by_key(|problem| problem.line);
    let page = Acknowledgement {
        seat: receipt.seat,
        stage: voice.stage(receipt.stage)?,
        orders,
        later,
        standing: receipt.reading.standing.iter().map(|line| voice.line(line)).collect(),
        would: receipt.checked.would.iter().map(|event| voice.event(event)).collect::<Result<_>>()?,
        problems,
        notes,
        open: receipt.open.iter().map(|open| Asked::new(voice, open)).collect::<Result<_>>()?,
    };
    Ok(voice.letter(template, &page)?.into())
}
