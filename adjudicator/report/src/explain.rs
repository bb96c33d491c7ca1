//! Why a run came out as it did, with rule numbers, answers and dice.

use super::Rendered;
use super::rules::Rule;
use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Became;
use tabellarius_kernel::table::Origin;
use tabellarius_kernel::words::Folded;
use tabellarius_kernel::{Event as _, Fate, Listed, Reason as _, Run, Seat, Viewer};

/// What `explain.txt` is made of.
#[derive(Serialize)]
struct Explanation<'r> {
    finished: bool,
    events: Vec<Event>,
    lines: Vec<CameTo>,
    answers: Vec<Answer<'r>>,
    dice: Vec<Roll<'r>>,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Event {
    text: String,
    rule: &'static str,
}

/// What a line of a letter came to.
#[derive(Serialize)]
struct CameTo {
    seat: Seat,
    line: u32,
    text: String,
    /// As the rules call it: `done`, `refused`.
    fate: String,
    why: Option<String>,
    rule: Option<&'static str>,
    /// The line that went before it.
    by: Option<u32>,
    /// The phase it is kept for.
    phase: Option<String>,
}

impl CameTo {
    fn new<G: Listed>(voice: &Voice<'_, G>, became: &Became<G>) -> Result<CameTo> {
        let written = serde_json::to_value(&became.fate)?;
        let reason = match &became.fate {
            Fate::Part { reason } | Fate::Refused { reason } | Fate::Foreseen { reason } => Some(reason),
            _ => None,
        };
        let phase = if let Fate::Later { phase } = became.fate { Some(voice.phase(phase)?) } else { None };
        Ok(CameTo {
            seat: became.seat,
            line: became.line.number,
            text: voice.line(&became.line),
            fate: written.get("fate").and_then(|fate| fate.as_str()).unwrap_or_default().to_owned(),
            why: reason.map(|reason| voice.reason(reason)).transpose()?,
            rule: reason.map(|reason| reason.rule()),
            by: if let Fate::Overtaken { by } = became.fate { Some(by) } else { None },
            phase,
        })
    }
}

#[derive(Serialize)]
struct Answer<'r> {
    seat: Seat,
    /// The name of the question in the record, which is English in every language.
    path: &'r str,
    /// What is named in it, in the reader's words.
    about: Vec<String>,
    orders: Vec<String>,
    source: Origin,
}

#[derive(Serialize)]
struct Roll<'r> {
    path: &'r str,
    about: Vec<String>,
    faces: &'r [u8],
}

/// Explains a run; one that kept a trace ([`tabellarius_kernel::Stage::explain`]) also tells answers and dice.
///
/// A player is told only the own answers, and only the rolls whose audience they are in; once the game is over, everybody may see all rolls.
pub fn explain<G: Listed>(voice: &Voice<'_, G>, run: &Run<G>, viewer: Viewer) -> Result<Rendered> {
    let game = voice.game;
    let sees = |seat| viewer == Viewer::Moderator || viewer == Viewer::Seat(seat);
    let mut rules: BTreeMap<Vec<u32>, Rule> = BTreeMap::new();
    let book = voice.book();
    let mut cite = |number: &'static str| {
        if let Some(rule) = book.find(number) {
            rules.insert(rule.order(), rule);
        }
    };
    let mut events = Vec::new();
    for told in run.told.iter().filter(|told| told.audience.hears(viewer)) {
        let rule = told.event.rule();
        cite(rule);
        events.push(Event { text: voice.event(&told.event)?, rule });
    }
    let mut lines = Vec::new();
    for became in run.became.iter().filter(|became| sees(became.seat)) {
        let line = CameTo::new(voice, became)?;
        line.rule.into_iter().for_each(&mut cite);
        lines.push(line);
    }
    let answers = run.used.iter().filter(|used| sees(used.seat)).map(|used| Answer {
        seat: used.seat,
        path: &used.path,
        about: named_in(voice, &used.path),
        orders: used.orders.iter().map(|order| game.print_order(order, voice.language)).collect(),
        source: used.origin,
    });
    let over = game.winners(&run.state).is_some();
    let rolled = run.rolled.iter().filter(|roll| over || roll.audience.hears(viewer));
    let explanation = Explanation {
        finished: run.finished,
        events,
        lines,
        answers: answers.collect(),
        dice: rolled
            .map(|roll| Roll { path: &roll.path, about: named_in(voice, &roll.path), faces: &roll.faces })
            .collect(),
        rules: rules.into_values().collect(),
    };
    voice.letter("explain.txt", &explanation)
}

/// The seats, places and cards that a path of the record names, as the reader calls them: `turn 3/military/Rome/Syracusae` is about Rome and
/// Syracusae.
fn named_in<G: Listed>(voice: &Voice<'_, G>, path: &str) -> Vec<String> {
    let (game, lexicon) = (voice.game, voice.game.lexicon());
    let seat = |name: &str| {
        let seat = game.seats().iter().find(|seat| game.seat_key(*seat) == name)?;
        game.name(serde_json::to_value(seat).ok()?.as_str()?, voice.language).map(str::to_owned)
    };
    let term = |name: &str| {
        let mut folded = Folded::default();
        folded.fold(name);
        let mut terms = lexicon.exact(folded.text(0..folded.tokens().len())).iter();
        // Only what is a name: `march` is a part of a path, and an order too.
        let found = terms.find(|term| lexicon.name("en", **term) == name && name.starts_with(char::is_uppercase))?;
        Some(lexicon.name(voice.language, *found).to_owned())
    };
    let parts = path.split('/').flat_map(|part| {
        [" of ", " on ", " for ", "against "]
            .iter()
            .fold(vec![part], |parts, mark| parts.into_iter().flat_map(|part| part.split(mark)).collect())
    });
    let mut names: Vec<String> = parts.filter_map(|part| seat(part).or_else(|| term(part))).collect();
    names.dedup();
    names
}
