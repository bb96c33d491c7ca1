//! The report of what happened, for one reader.

use super::voice::Voice;
use anyhow::Result;
use serde_json::{Value, json};
use tabellarius_kernel::{Line, Listed, Open, Reason as _, Refusal, Seats, Told, Unused, Viewer};

/// How much of it is reported.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Detail {
    /// Everything: a stage has ended, or somebody asks how things stand.
    #[default]
    Whole,
    /// In the middle of a stage, to somebody who must answer: what is new, and what he needs for his answer.
    Move,
    /// In the middle of a stage, to the others: what is new.
    News,
}

impl Detail {
    /// As templates know it.
    fn word(self) -> &'static str {
        match self {
            Detail::Whole => "whole",
            Detail::Move => "move",
            Detail::News => "news",
        }
    }
}

/// What there is to report. The whole news may be handed in: the reader gets only what is his.
pub struct News<'a, G: Listed> {
    /// Who reads.
    pub viewer: Viewer,
    /// The position now.
    pub state: &'a G::State,
    /// What happened since his last report, the opening of the present stage included.
    pub told: &'a [Told<G::Event>],
    /// Orders that could not be carried out.
    pub refused: &'a [Refusal<G>],
    /// Orders that never came into play.
    pub unused: &'a [Unused<G>],
    /// Whose orders for the present stage are awaited.
    pub wanted: Seats,
    /// The questions that wait.
    pub open: &'a [Open<G>],
    /// What the reader has written for the present stage already.
    pub kept: &'a [Line<G>],
    /// The reader's standing plans.
    pub standing: &'a [Line<G>],
    /// How much of it is reported.
    pub detail: Detail,
}

/// A question that waits: what it asks, and what may be answered, the default first.
pub fn question<G: Listed>(voice: &Voice<'_, G>, open: &Open<G>) -> Result<Value> {
    let print =
        |orders: &[G::Order]| orders.iter().map(|order| voice.game.print_order(order, voice.language)).collect();
    let mut choices: Vec<Vec<String>> = vec![print(&open.default(voice.game))];
    for choice in open.choices(voice.game).into_iter().chain(open.hints(voice.game)) {
        let choice = print(&choice);
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    Ok(
        json!({ "text": voice.question(open.name, open.about(voice.game).as_deref())?, "name": open.name, "choices": choices }),
    )
}

/// Writes the report.
pub fn dispatch<G: Listed>(voice: &Voice<'_, G>, news: &News<'_, G>) -> Result<String> {
    let game = voice.game;
    let seat = match news.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Observer | Viewer::Moderator => None,
    };
    let view = game.view(news.state, news.viewer);
    let stage = game.stage(news.state);
    let over = game.winners(news.state).is_some();
    let mut asked: Vec<Value> = Vec::new();
    for open in news.open.iter().filter(|open| Some(open.seat) == seat) {
        asked.push(question(voice, open)?);
    }
    let wanted = !over && seat.is_some_and(|seat| news.wanted.contains(seat));
    let mut examples: Vec<String> = match seat {
        Some(seat) if wanted => {
            game.examples(&view, seat).iter().map(|order| game.print_order(order, voice.language)).collect()
        }
        _ => Vec::new(),
    };
    // What would be accepted now from whoever is asked, one line each.
    let form: Vec<String> = match seat {
        Some(seat) if !asked.is_empty() => {
            game.examples(&view, seat).iter().map(|order| game.print_order(order, voice.language)).collect()
        }
        _ => Vec::new(),
    };
    let choices = asked.iter().flat_map(|one| one["choices"].as_array()).flatten();
    examples.extend(choices.flat_map(Value::as_array).flatten().filter_map(Value::as_str).map(String::from));
    let mut events: Vec<Value> = Vec::new();
    for told in news.told.iter().filter(|told| told.audience.hears(news.viewer)) {
        let raw = serde_json::to_value(&told.event)?;
        events.push(json!({
            "kind": raw["event"],
            "text": voice.event_written(&raw)?,
            "mine": seat.is_some_and(|seat| raw["seat"] == json!(seat)),
        }));
    }
    let mut refused: Vec<Value> = Vec::new();
    for refusal in news.refused.iter().filter(|refusal| Some(refusal.seat) == seat) {
        let entry = json!({
            "line": refusal.line,
            "order": game.print_order(&refusal.order, voice.language),
            "text": voice.reason(&refusal.reason)?,
            "rule": refusal.reason.rule(),
            "done": refusal.done,
        });
        if !refused.contains(&entry) {
            refused.push(entry);
        }
    }
    let unused = news.unused.iter().filter(|unused| Some(unused.seat) == seat);
    let unused: Vec<Value> = unused
        .map(|unused| {
            let guarded = unused.line.choices.iter().any(|choice| choice.when.is_some());
            json!({ "line": unused.line.number, "order": voice.line(&unused.line), "guarded": guarded })
        })
        .collect();
    voice.letter(
        "dispatch.txt",
        &json!({
            "seat": seat,
            "stage": voice.stage(&stage)?,
            "over": over,
            "wanted": wanted,
            "asked": asked,
            "kept": news.kept.iter().map(|line| voice.line(line)).collect::<Vec<_>>(),
            "standing": news.standing.iter().map(|line| voice.line(line)).collect::<Vec<_>>(),
            "examples": examples,
            "form": form,
            "events": events,
            "refused": refused,
            "unused": unused,
            "scene": game.scene(&view),
            "detail": news.detail.word(),
        }),
    )
}
