//! The answer to a letter: what cannot be done, what will be, what depends on others, what is still open.

use super::Rendered;
use super::dispatch::Asked;
use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use tabellarius_kernel::problem::ProblemOf;
use tabellarius_kernel::{
    Ahead, Complaint, Forecast, Line, Listed, Odds, Open, Outlook, Reading, Reason as _, Seat, StageName, Verdict,
};

/// A letter that came in, and what the referee made of it.
pub struct Receipt<'a, G: Listed> {
    /// Who wrote it.
    pub seat: Seat,
    /// The stage it was filed for.
    pub stage: &'a StageName,
    /// What was read.
    pub reading: &'a Reading<G>,
    /// What would become of it.
    pub forecast: &'a Forecast<G>,
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

/// A line that will be done.
#[derive(Serialize)]
struct Sure {
    text: String,
    /// What exactly, where the referee has filled something in.
    deeds: Vec<String>,
}

/// A line of which a part will be done.
#[derive(Serialize)]
struct Partly {
    trouble: Trouble,
    deeds: Vec<String>,
}

/// A line of which something may come or not.
#[derive(Serialize)]
struct Unsure {
    text: String,
    /// How often it was tried.
    tries: u32,
    /// How often it was done.
    done: u32,
    /// How often only a part of it was done.
    parts: u32,
    /// Why not the other times, or not all of it.
    why: Option<String>,
    rule: Option<&'static str>,
}

/// What `acknowledgement.txt` and `forecast.txt` are made of.
#[derive(Serialize)]
struct Acknowledgement {
    seat: Seat,
    stage: String,
    /// How often the stage was played through with this letter.
    worlds: u32,
    /// How often the writer won in it.
    wins: u32,
    /// What was not understood.
    unread: Vec<Trouble>,
    cannot: Vec<Trouble>,
    /// What was done no time it was tried, though others or dice come before it.
    failed: Vec<Trouble>,
    /// What will be done in part, and why not all of it.
    partly: Vec<Partly>,
    will: Vec<Sure>,
    /// What was done each time it was tried, though others or dice come before it.
    tried: Vec<Sure>,
    depends: Vec<Unsure>,
    waits: Vec<String>,
    /// Orders for later phases, by the name of the phase.
    later: Vec<(String, Vec<String>)>,
    standing: Vec<String>,
    /// Where an alternative of the writer's comes into play, and why.
    notes: Vec<Trouble>,
    would: Vec<String>,
    odds: Vec<Prospect>,
    ahead: Vec<LaterStage>,
    open: Vec<Asked>,
}

/// How something that dice decide would come out.
#[derive(Serialize)]
struct Prospect {
    /// What it is about, as an identifier.
    subject: String,
    /// Words for how it may come out, each with its share in percent.
    shares: Vec<(String, u32)>,
    /// How often it came to that.
    times: u32,
    /// In how many of a hundred cases it comes to that at all; nothing, if it always did.
    likely: Option<u32>,
    /// What is lost on average, with one digit behind the point; nothing, if that is nothing.
    lost: Option<String>,
}

impl Prospect {
    fn new<G: Listed>(voice: &Voice<'_, G>, odds: &Odds) -> Prospect {
        let times = odds.times.max(1);
        let counts: Vec<u32> = odds.outcomes.iter().map(|(_, n)| *n).collect();
        let named = odds.outcomes.iter().map(|(outcome, _)| voice.outcome(outcome));
        let lost = f64::from(odds.lost) / f64::from(times);
        Prospect {
            subject: odds.subject.clone(),
            shares: named.zip(percent(&counts, times)).collect(),
            times,
            likely: (odds.times < odds.of).then(|| (odds.times * 100 / odds.of.max(1)).max(1)),
            lost: (lost >= 0.05).then(|| format!("{lost:.1}")),
        }
    }
}

/// Counts as percent of all, so that counts that make up all of it add up to a hundred: what is over goes to the largest remainders.
fn percent(counts: &[u32], all: u32) -> Vec<u32> {
    let mut shares: Vec<u32> = counts.iter().map(|n| n * 100 / all).collect();
    let sum: u32 = counts.iter().sum();
    let wanted = (sum * 100 + all / 2) / all;
    let mut by_remainder: Vec<usize> = (0..counts.len()).collect();
    by_remainder.sort_by_key(|at| core::cmp::Reverse(counts[*at] * 100 % all));
    let missing = wanted.saturating_sub(shares.iter().sum());
    by_remainder.into_iter().take(missing as usize).for_each(|at| shares[at] += 1);
    shares
}

#[cfg(test)]
mod percent_tests {
    use super::percent;

    #[test]
    fn shares_of_all_add_up_to_a_hundred() {
        assert_eq!(percent(&[211, 153, 36], 400), [53, 38, 9]);
        assert_eq!(percent(&[1, 1, 1], 3).iter().sum::<u32>(), 100);
        assert_eq!(percent(&[2, 2, 2, 2, 2, 2], 12).iter().sum::<u32>(), 100);
        assert_eq!(percent(&[5, 1, 1, 1], 8), [63, 13, 12, 12]);
        assert_eq!(percent(&[], 1), [0; 0]);
    }
}

/// What `odds.txt` is made of.
#[derive(Serialize)]
struct OddsPage {
    trouble: Option<Trouble>,
    odds: Option<Prospect>,
}

/// How a contest would come out that somebody described, or what is wrong with the description.
pub fn odds<G: Listed>(voice: &Voice<'_, G>, odds: Result<&Odds, &ProblemOf<G>>) -> Result<Rendered> {
    let page = match odds {
        Ok(odds) => OddsPage { trouble: None, odds: Some(Prospect::new(voice, odds)) },
        Err(problem) => OddsPage { trouble: Some(trouble(voice, problem)?), odds: None },
    };
    voice.letter("odds.txt", &page)
}

/// What would become of lines for a later stage.
#[derive(Serialize)]
struct LaterStage {
    stage: String,
    lines: Vec<LaterLine>,
}

/// What would become of one of them.
#[derive(Serialize)]
struct LaterLine {
    text: String,
    /// Whether something would come of it.
    is_done: bool,
    why: Option<String>,
    rule: Option<&'static str>,
}

impl LaterStage {
    fn new<G: Listed>(voice: &Voice<'_, G>, ahead: &Ahead<G>) -> Result<LaterStage> {
        let line = |(line, outlook): &(Line<G>, Outlook<G>)| {
            let reason = outlook.reason();
            Ok(LaterLine {
                text: voice.line(line),
                is_done: outlook.share() > 0,
                why: reason.map(|reason| voice.reason(reason)).transpose()?,
                rule: reason.map(|reason| reason.rule()),
            })
        };
        let lines = ahead.lines.iter().map(line).collect::<Result<_>>()?;
        Ok(LaterStage { stage: voice.stage(&ahead.stage)?, lines })
    }
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
pub fn acknowledgement<G: Listed>(voice: &Voice<'_, G>, template: &str, receipt: &Receipt<'_, G>) -> Result<Rendered> {
    let Receipt { reading, forecast, .. } = receipt;
    let mut page = Acknowledgement {
        seat: receipt.seat,
        stage: voice.stage(receipt.stage)?,
        worlds: forecast.worlds,
        wins: forecast.wins,
        unread: reading.problems.iter().map(|problem| trouble(voice, problem)).collect::<Result<_>>()?,
        cannot: Vec::new(),
        failed: Vec::new(),
        partly: Vec::new(),
        will: Vec::new(),
        tried: Vec::new(),
        depends: Vec::new(),
        waits: Vec::new(),
        later: Vec::new(),
        standing: reading.standing.iter().map(|line| voice.line(line)).collect(),
        notes: Vec::new(),
        would: forecast.would.iter().map(|event| voice.event(event)).collect::<Result<_>>()?,
        odds: forecast.odds.iter().map(|odds| Prospect::new(voice, odds)).collect(),
        ahead: forecast.ahead.iter().map(|ahead| LaterStage::new(voice, ahead)).collect::<Result<_>>()?,
        open: receipt.open.iter().map(|open| Asked::new(voice, open)).collect::<Result<_>>()?,
    };
    for (line, outlook) in reading.lines.iter().zip(&forecast.outlooks) {
        page.add(voice, line, outlook)?;
    }
    page.would.dedup();
    voice.letter(template, &page)
}

impl Acknowledgement {
    /// Puts a line where its fate belongs.
    fn add<G: Listed>(&mut self, voice: &Voice<'_, G>, line: &Line<G>, outlook: &Outlook<G>) -> Result<()> {
        let text = voice.line(line);
        let deeds = outlook.done_as.iter().map(|order| voice.game.print_order(order, voice.language));
        let deeds: Vec<String> = deeds.filter(|deed| *deed != text).collect();
        if let Some(problem) = outlook.problem(voice.game, voice.language) {
            let trouble = trouble(voice, &problem)?;
            match outlook.verdict() {
                Verdict::Partly => self.partly.push(Partly { trouble, deeds: deeds.clone() }),
                Verdict::Cannot if !outlook.is_sure() => self.failed.push(trouble),
                _ => self.cannot.push(trouble),
            }
        }
        for (order, reason) in &outlook.passed {
            let piece = shortened(&voice.game.print_order(order, voice.language));
            let (text, rule) = (voice.reason(reason)?, Some(reason.rule()));
            self.notes.push(Trouble { line: outlook.line, piece, text, rule, fix: None });
        }
        match outlook.verdict() {
            Verdict::Will if outlook.is_sure() => self.will.push(Sure { text, deeds }),
            Verdict::Will => self.tried.push(Sure { text, deeds }),
            Verdict::Depends => {
                let reason = outlook.reason();
                let why = reason.map(|reason| voice.reason(reason)).transpose()?;
                self.depends.push(Unsure {
                    text,
                    tries: outlook.tries(),
                    done: outlook.share() - outlook.parts(),
                    parts: outlook.parts(),
                    why,
                    rule: reason.map(|reason| reason.rule()),
                });
            }
            Verdict::Waits => self.waits.push(text),
            Verdict::Later => {
                let phase = outlook.phase().map(|phase| voice.phase(phase)).transpose()?.unwrap_or_default();
                match self.later.iter_mut().find(|(known, _)| *known == phase) {
                    Some((_, lines)) => lines.push(text),
                    None => self.later.push((phase, vec![text])),
                }
            }
            Verdict::Partly | Verdict::Cannot | Verdict::Overtaken | Verdict::Idle => {}
        }
        Ok(())
    }
}
