//! The report of what happened, for one reader.

use super::Rendered;
use super::filters::hinted;
use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use tabellarius_kernel::table::Done;
use tabellarius_kernel::{
    Audience, Ending, Line, Listed, Open, Pace, Reason as _, Refusal, Seat, Seats, Stage, Told, Unused, Viewer,
};

/// How much of it is reported.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Everything: a stage has ended, or somebody asks how things stand.
    #[default]
    Whole,
    /// Everything, to somebody for whom another plays: nothing is asked of this reader. Templates need not tell it from the above.
    #[serde(rename = "whole")]
    Watch,
    /// In the middle of a stage, to somebody who must answer: what is new, and what an answer needs.
    Move,
    /// In the middle of a stage, to the others: what is new.
    News,
}

impl Detail {
    /// Whether its reader may be asked something.
    fn asks(self) -> bool {
        matches!(self, Detail::Whole | Detail::Move)
    }
}

/// What there is to report. The whole news may be handed in: the reader gets only what is his.
pub struct News<'a, G: Listed> {
    /// Who reads.
    pub viewer: Viewer,
    /// The stage that waits.
    pub stage: &'a Stage<G>,
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
#[derive(Serialize)]
pub struct Asked {
    /// The question's name, by which a game's own templates tell its questions apart.
    name: &'static str,
    text: String,
    choices: Vec<Vec<String>>,
}

impl Asked {
    /// As a reader is asked it.
    pub fn new<G: Listed>(voice: &Voice<'_, G>, open: &Open<G>) -> Result<Asked> {
        let mut choices: Vec<Vec<String>> = vec![print(voice, &open.default(voice.game))];
        for choice in open.choices(voice.game).into_iter().chain(open.hints(voice.game)) {
            let choice = print(voice, &choice);
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        Ok(Asked { name: open.name, text: voice.question(open.name, open.about(voice.game).as_deref())?, choices })
    }
}

/// An answer with which the game would end.
#[derive(Serialize)]
struct Last {
    orders: Vec<String>,
    winner: Option<Seat>,
}

impl Last {
    fn new<G: Listed>(voice: &Voice<'_, G>, ending: &Ending<G>) -> Last {
        Last { orders: print(voice, &ending.orders), winner: ending.winners.first().copied() }
    }
}

/// Something that happened: what kind of thing, and the sentence.
#[derive(Serialize)]
struct Happened {
    kind: String,
    text: String,
}

/// An order of the reader's that could not be carried out, and why.
#[derive(PartialEq, Serialize)]
struct Refused {
    line: u32,
    order: String,
    text: String,
    rule: &'static str,
    done: Done,
}

/// A line of the reader's that never came into play.
#[derive(Serialize)]
struct NeverUsed {
    line: u32,
    order: String,
    guarded: bool,
}

/// A later stage for which the same letter is, and orders for it to choose from.
#[derive(Serialize)]
struct Later {
    stage: String,
    orders: Vec<String>,
}

/// What `dispatch.txt` is made of.
#[derive(Serialize)]
struct Dispatch<S> {
    seat: Option<Seat>,
    stage: String,
    over: bool,
    /// Somebody else plays for the reader.
    watches: bool,
    /// Orders for the whole stage are awaited from the reader.
    wanted: bool,
    asked: Vec<Asked>,
    endings: Vec<Last>,
    kept: Vec<String>,
    standing: Vec<String>,
    /// Orders to choose from: what would be understood in this stage, and what the questions may be answered with.
    examples: Vec<String>,
    /// What would be accepted now from a reader who is asked something.
    form: Vec<String>,
    later: Vec<Later>,
    events: Vec<Happened>,
    refused: Vec<Refused>,
    unused: Vec<NeverUsed>,
    scene: S,
    detail: Detail,
}

fn print<G: Listed>(voice: &Voice<'_, G>, orders: &[G::Order]) -> Vec<String> {
    orders.iter().map(|order| voice.game.print_order(order, voice.language)).collect()
}

/// The standing plans that stand in the form: all, if one of them is for this stage, since a letter with plans replaces all that
/// stood before; else none.
fn standing_here<'n, G: Listed>(voice: &Voice<'_, G>, news: &News<'n, G>) -> &'n [Line<G>] {
    let here = voice.game.stage(news.state).phase;
    let is_here = |order: &G::Order| voice.game.stage_of(order).is_none_or(|stage| stage == here);
    let plays = news.standing.iter().any(|line| line.choices.iter().any(|choice| is_here(&choice.order)));
    if plays { news.standing } else { &[] }
}

/// Writes the report.
pub fn dispatch<G: Listed>(voice: &Voice<'_, G>, news: &News<'_, G>) -> Result<Rendered> {
    let game = voice.game;
    let seat = match news.viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Observer | Viewer::Moderator => None,
    };
    let view = game.view(news.state, news.viewer);
    let over = game.winners(news.state).is_some();
    let mut asked: Vec<Asked> = Vec::new();
    for open in news.open.iter().filter(|open| news.detail.asks() && Some(open.seat) == seat) {
        asked.push(Asked::new(voice, open)?);
    }
    let wanted = !over && news.detail.asks() && seat.is_some_and(|seat| news.wanted.contains(seat));
    let offered = match seat {
        Some(seat) if wanted || !asked.is_empty() => news.stage.form(game, seat),
        _ => Vec::new(),
    };
    let form = print(voice, &offered);
    let endings = match seat {
        Some(seat) if !asked.is_empty() => news.stage.endings(game, seat),
        _ => Vec::new(),
    };
    let mut examples = if wanted { form.clone() } else { Vec::new() };
    examples.extend(asked.iter().flat_map(|one| &one.choices).flatten().cloned());
    let mut later = Vec::new();
    if let Some(seat) = seat.filter(|_| wanted && news.stage.pace() == Pace::Turn) {
        for one in news.stage.later_forms(game, seat) {
            later.push(Later { stage: voice.stage(&one.stage)?, orders: print(voice, &one.orders) });
        }
    }
    let mut events: Vec<Happened> = Vec::new();
    for told in news.told.iter().filter(|told| told.audience.hears(news.viewer)) {
        let raw = serde_json::to_value(&told.event)?;
        let kind = raw["event"].as_str().unwrap_or_default().to_owned();
        let text = voice.event_written(raw, seat)?;
        let is_secret = seat.is_some() && told.audience != Audience::All;
        events.push(Happened { kind, text: if is_secret { hinted("mine", &text) } else { text } });
    }
    let mut refused: Vec<Refused> = Vec::new();
    for refusal in news.refused.iter().filter(|refusal| Some(refusal.seat) == seat) {
        let entry = Refused {
            line: refusal.line,
            order: game.print_order(&refusal.order, voice.language),
            text: voice.reason(&refusal.reason)?,
            rule: refusal.reason.rule(),
            done: refusal.done,
        };
        if !refused.contains(&entry) {
            refused.push(entry);
        }
    }
    let unused = news.unused.iter().filter(|unused| Some(unused.seat) == seat).map(|unused| NeverUsed {
        line: unused.line.number,
        order: voice.line(&unused.line),
        guarded: unused.line.choices.iter().any(|choice| choice.when.is_some()),
    });
    let choices = match asked.as_slice() {
        // Where nothing can be listed, the default and what the form offers are what there is to choose from.
        [only] if !wanted && only.choices.len() < 2 => {
            let offered = form.iter().map(|order| vec![order.clone()]);
            let mut all = only.choices.clone();
            all.extend(offered.filter(|one| !only.choices.contains(one)));
            all
        }
        [only] if !wanted => only.choices.clone(),
        [] if let Some(seat) = seat.filter(|_| wanted) => {
            let alone = news.stage.alternatives(game, seat, &offered);
            alone.iter().map(|order| print(voice, std::slice::from_ref(order))).collect()
        }
        _ => Vec::new(),
    };
    let text = voice.letter(
        "dispatch.txt",
        &Dispatch {
            seat,
            stage: voice.stage(&game.stage(news.state))?,
            over,
            watches: news.detail == Detail::Watch,
            wanted,
            asked,
            endings: endings.iter().map(|ending| Last::new(voice, ending)).collect(),
            kept: news.kept.iter().map(|line| voice.line(line)).collect(),
            standing: standing_here(voice, news).iter().map(|line| voice.line(line)).collect(),
            examples,
            form,
            later,
            events,
            refused,
            unused: unused.collect(),
            scene: game.scene(&view),
            detail: news.detail,
        },
    )?;
    Ok(text.with_choices(choices))
}
