//! Why a run came out as it did, with rule numbers, answers and dice.

use super::rules::Rule;
use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use tabellarius_kernel::table::Origin;
use tabellarius_kernel::{Event as _, Listed, Reason as _, Run, Seat, Viewer};

/// What `explain.txt` is made of.
#[derive(Serialize)]
struct Explanation<'r> {
    finished: bool,
    events: Vec<Event>,
    refused: Vec<Refused>,
    unused: Vec<NeverUsed>,
    answers: Vec<Answer<'r>>,
    dice: Vec<Roll<'r>>,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Event {
    text: String,
    rule: &'static str,
}

#[derive(Serialize)]
struct Refused {
    seat: Seat,
    line: u32,
    order: String,
    text: String,
    rule: &'static str,
}

#[derive(Serialize)]
struct NeverUsed {
    seat: Seat,
    line: u32,
    order: String,
}

#[derive(Serialize)]
struct Answer<'r> {
    seat: Seat,
    path: &'r str,
    orders: Vec<String>,
    source: Origin,
}

#[derive(Serialize)]
struct Roll<'r> {
    path: &'r str,
    faces: &'r [u8],
}

/// Explains a run; one that kept a trace ([`tabellarius_kernel::Stage::explain`]) also tells answers and dice.
///
/// A player is told only the own answers, and only the rolls whose audience they are in; once the game is over, everybody may see all rolls.
pub fn explain<G: Listed>(voice: &Voice<'_, G>, run: &Run<G>, viewer: Viewer) -> Result<String> {
    let game = voice.game;
    let sees = |seat| viewer == Viewer::Moderator || viewer == Viewer::Seat(seat);
    let mut rules: BTreeMap<Vec<u32>, Rule> = BTreeMap::new();
    let mut cite = |number: &'static str| {
        if let Some(rule) = voice.rule(number) {
            rules.insert(rule.order(), rule);
        }
    };
    let mut events = Vec::new();
    for told in run.told.iter().filter(|told| told.audience.hears(viewer)) {
        let rule = told.event.rule();
        cite(rule);
        events.push(Event { text: voice.event(&told.event)?, rule });
    }
    let mut refused = Vec::new();
    for refusal in run.refused.iter().filter(|refusal| sees(refusal.seat)) {
        let rule = refusal.reason.rule();
        cite(rule);
        let order = game.print_order(&refusal.order, voice.language);
        let text = voice.reason(&refusal.reason)?;
        refused.push(Refused { seat: refusal.seat, line: refusal.line, order, text, rule });
    }
    let unused = run.unused.iter().filter(|unused| sees(unused.seat)).map(|unused| NeverUsed {
        seat: unused.seat,
        line: unused.line.number,
        order: voice.line(&unused.line),
    });
    let answers = run.used.iter().filter(|used| sees(used.seat)).map(|used| Answer {
        seat: used.seat,
        path: &used.path,
        orders: used.orders.iter().map(|order| game.print_order(order, voice.language)).collect(),
        source: used.origin,
    });
    let over = game.winners(&run.state).is_some();
    let rolled = run.rolled.iter().filter(|roll| over || roll.audience.hears(viewer));
    let explanation = Explanation {
        finished: run.finished,
        events,
        refused,
        unused: unused.collect(),
        answers: answers.collect(),
        dice: rolled.map(|roll| Roll { path: &roll.path, faces: &roll.faces }).collect(),
        rules: rules.into_values().collect(),
    };
    Ok(voice.letter("explain.txt", &explanation)?.into())
}
