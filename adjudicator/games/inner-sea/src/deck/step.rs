//! One step of an effect as the file has it, and what is wrong with it.

use super::{Condition, Fit, Op, Reach, Selector, Spread, Step, Time, Until, Who, WonderAct};
use crate::map::one_of;
use crate::pieces::Edge;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::Flaws;
use toml::Spanned;

type Name = Spanned<String>;

/// A number, or `all`, or `each`.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum Amount {
    Number(i16),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepEntry {
    op: Name,
    by: Option<Name>,
    #[serde(rename = "if")]
    condition: Option<ConditionEntry>,
    per: Option<Name>,
    div: Option<u8>,
    max: Option<u8>,
    #[serde(default)]
    up_to: bool,
    when: Option<Name>,
    disc: Option<Name>,
    #[serde(rename = "for")]
    ally: Option<Name>,
    with: Option<Name>,
    who: Option<Name>,
    n: Option<Spanned<Amount>>,
    total: Option<u8>,
    areas: Option<Spanned<Amount>>,
    area: Option<Name>,
    #[serde(default)]
    linked: bool,
    #[serde(default)]
    chain: bool,
    #[serde(default)]
    mixed: bool,
    #[serde(default)]
    open_ok: bool,
    #[serde(default)]
    overstack: bool,
    keep: Option<u8>,
    source: Option<Name>,
    #[serde(default)]
    random: bool,
    #[serde(rename = "do")]
    act: Option<Name>,
    discount: Option<u8>,
    rounds: Option<u8>,
    until: Option<Name>,
    #[serde(default)]
    options: Vec<Vec<Spanned<StepEntry>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionEntry {
    occupies: Option<Name>,
    lacks: Option<Name>,
    epoch_min: Option<u8>,
    epoch_max: Option<u8>,
    turn_min: Option<u8>,
    able: Option<Name>,
    done: Option<bool>,
}

/// Reads a list of steps.
pub(crate) fn steps(entries: &[Spanned<StepEntry>], times: &[Time], flaws: &mut Flaws) -> Vec<Step> {
    entries.iter().filter_map(|entry| step(entry, times, flaws)).collect()
}

fn step(spanned: &Spanned<StepEntry>, times: &[Time], flaws: &mut Flaws) -> Option<Step> {
    let entry = spanned.get_ref();
    let at = spanned.span().start;
    let op = op(entry, at, times, flaws)?;
    let by = entry.by.as_ref().and_then(|by| one_of(by, "faction", Who::from_key, flaws)).unwrap_or(Who::Me);
    let when = entry.when.as_ref().and_then(|when| one_of(when, "time", Time::from_key, flaws));
    if when.is_some_and(|when| !times.contains(&when)) {
        flaws.add(at, "'when' is not a time of this card");
    }
    let per = entry
        .per
        .as_ref()
        .map(|per| (selector(per, flaws), entry.div.unwrap_or(1).max(1), entry.max.unwrap_or(u8::MAX)));
    Some(Step { op, by, condition: condition(entry, flaws), per, up_to: entry.up_to, when })
}

fn condition(entry: &StepEntry, flaws: &mut Flaws) -> Condition {
    let Some(entry) = &entry.condition else { return Condition::always() };
    let able = entry
        .able
        .as_ref()
        .and_then(|able| one_of(able, "ability (open_sea)", |key| (key == "open_sea").then_some(()), flaws));
    Condition {
        occupies: entry.occupies.as_ref().map(|area| selector(area, flaws)),
        lacks: entry.lacks.as_ref().map(|area| selector(area, flaws)),
        epoch_min: entry.epoch_min.unwrap_or(0),
        epoch_max: entry.epoch_max.unwrap_or(4),
        turn_min: entry.turn_min.unwrap_or(0),
        able_open: able.is_some(),
        done: entry.done,
    }
}

fn op(entry: &StepEntry, at: usize, times: &[Time], flaws: &mut Flaws) -> Option<Op> {
    let name = entry.op.get_ref().as_str();
    fn need(name: &Option<Name>, key: &str, at: usize, flaws: &mut Flaws) -> Option<Who> {
        match name {
            Some(name) => one_of(name, "faction", Who::from_key, flaws),
            None => {
                flaws.add(at, format!("this step needs '{key}'"));
                None
            }
        }
    }
    let small = |low: i16, flaws: &mut Flaws| match entry.n.as_ref().map(|n| n.get_ref()) {
        Some(Amount::Number(n)) if (low..=9).contains(n) && *n != 0 => Some(*n as i8),
        _ => {
            flaws.add(at, format!("this step needs 'n', a number from {low} to 9"));
            None
        }
    };
    let op = match name {
        "place" => {
            let ally = entry.ally.as_ref().and_then(|ally| one_of(ally, "faction", Who::from_key, flaws));
            let disc = need(&entry.disc, "disc", at, flaws)?;
            Op::Place { disc, ally: ally.unwrap_or(Who::Me), spread: spread(entry, at, flaws)? }
        }
        "remove" => Op::Remove { disc: need(&entry.disc, "disc", at, flaws)?, spread: spread(entry, at, flaws)? },
        "replace" => {
            let disc = need(&entry.disc, "disc", at, flaws)?;
            let with = need(&entry.with, "with", at, flaws)?;
            Op::Replace { disc, with, spread: spread(entry, at, flaws)? }
        }
        "move" => Op::Move { disc: need(&entry.disc, "disc", at, flaws)?, spread: spread(entry, at, flaws)? },
        "ready" => Op::Ready(small(1, flaws)? as u8),
        "talents" => Op::Talents { who: need(&entry.who, "who", at, flaws)?, n: small(-9, flaws)? },
        "vp" => Op::Vp { who: need(&entry.who, "who", at, flaws)?, n: small(-9, flaws)? },
        "draw" => {
            let n = small(1, flaws)? as u8;
            let from_discards = entry.source.as_ref().is_some_and(|source| {
                one_of(source, "source (discard)", |key| (key == "discard").then_some(()), flaws).is_some()
            });
            let keep = entry.keep.unwrap_or(n);
            if keep > n {
                flaws.add(at, "more cards are kept than drawn");
            }
            Op::Draw { who: need(&entry.who, "who", at, flaws)?, n, keep, from_discards }
        }
        "discard" => {
            Op::Discard { who: need(&entry.who, "who", at, flaws)?, n: small(1, flaws)? as u8, random: entry.random }
        }
        "steal" => {
            Op::Steal { who: need(&entry.who, "who", at, flaws)?, n: small(1, flaws)? as u8, random: entry.random }
        }
        "wonder" => {
            let n = match entry.n.as_ref().map(|n| n.get_ref()) {
                Some(Amount::Number(n @ 1..=9)) => *n as u8,
                _ => 1,
            };
            let discount = entry.discount.unwrap_or(0);
            let act = entry.act.as_ref().and_then(|act| {
                one_of(
                    act,
                    "deed with a Wonder (build, restore, destroy, add, drain)",
                    |key| match key {
                        "build" => Some(WonderAct::Build(discount)),
                        "restore" => Some(WonderAct::Restore),
                        "destroy" => Some(WonderAct::Destroy),
                        "add" => Some(WonderAct::Add(n)),
                        "drain" => Some(WonderAct::Drain(n)),
                        _ => None,
                    },
                    flaws,
                )
            });
            Op::Wonder { who: need(&entry.who, "who", at, flaws)?, act: act? }
        }
        "order" => Op::Order { who: need(&entry.who, "who", at, flaws)? },
        "end_epoch" => Op::EndEpoch,
        "shield" => {
            let n = if entry.n.is_some() { small(1, flaws)? as u8 } else { 0 };
            Op::Shield { who: need(&entry.who, "who", at, flaws)?, rounds: entry.rounds.unwrap_or(0), n }
        }
        "no_ransom" => Op::NoRansom { who: need(&entry.who, "who", at, flaws)? },
        "truce" => Op::Truce { spread: spread(entry, at, flaws)? },
        "ban" => {
            let until = entry.until.as_ref().and_then(|until| {
                one_of(
                    until,
                    "time (turn, next_turn)",
                    |key| match key {
                        "turn" => Some(Until::Turn),
                        "next_turn" => Some(Until::NextTurn),
                        _ => None,
                    },
                    flaws,
                )
            });
            Op::Ban { spread: spread(entry, at, flaws)?, until: until? }
        }
        "choose" => {
            let who = entry.who.as_ref().and_then(|who| one_of(who, "faction", Who::from_key, flaws));
            if entry.options.len() < 2 || entry.options.iter().any(Vec::is_empty) {
                flaws.add(at, "'choose' needs at least two options, none of them empty");
            }
            Op::Choose { who, options: entry.options.iter().map(|option| steps(option, times, flaws)).collect() }
        }
        _ => {
            flaws.add(entry.op.span().start, format!("there is no operation '{name}'"));
            return None;
        }
    };
    Some(op)
}

fn spread(entry: &StepEntry, at: usize, flaws: &mut Flaws) -> Option<Spread> {
    let per_area = match entry.n.as_ref().map(|n| n.get_ref()) {
        None => None,
        Some(Amount::Number(n @ 1..=9)) => Some(*n as u8),
        Some(Amount::Word(word)) if word == "all" => Some(u8::MAX),
        Some(_) => {
            flaws.add(at, "'n' is a number from 1 to 9, or \"all\"");
            return None;
        }
    };
    let reach = match (per_area, entry.total, entry.areas.as_ref().map(|areas| areas.get_ref())) {
        (None, Some(total), _) => Reach::Total(total),
        (n, None, Some(Amount::Number(areas @ 1..=9))) => Reach::Areas { n: n.unwrap_or(1), areas: *areas as u8 },
        (n, None, Some(Amount::Word(word))) if word == "each" => Reach::Every { n: n.unwrap_or(1) },
        _ => {
            flaws.add(at, "say either 'total', or 'n' and 'areas' (a number or \"each\")");
            return None;
        }
    };
    let area = entry.area.as_ref().map_or_else(Selector::default, |area| selector(area, flaws));
    let StepEntry { linked, chain, mixed, open_ok, overstack, .. } = *entry;
    Some(Spread { reach, area, linked, chain, mixed, open_ok, overstack })
}

fn selector(text: &Name, flaws: &mut Flaws) -> Selector {
    let mut all = Vec::new();
    for word in text.get_ref().split_whitespace() {
        let (is, term) = match word.strip_prefix('!') {
            Some(term) => (false, term),
            None => (true, word),
        };
        match fit(term) {
            Some(fit) => all.push((is, fit)),
            None => flaws.add(text.span().start, format!("there is no area term '{term}'")),
        }
    }
    Selector(all)
}

fn fit(term: &str) -> Option<Fit> {
    let (relation, of) = term.split_once(':').unwrap_or((term, ""));
    let who = || Who::from_key(of).filter(|who| *who != Who::White);
    match (relation, of) {
        ("land", "") => Some(Fit::Land),
        ("sea", "") => Some(Fit::Sea),
        ("coastal", "") => Some(Fit::Coastal),
        ("open", "") => Some(Fit::Open),
        ("contested", "") => Some(Fit::Contested),
        ("here", "") => Some(Fit::Here),
        ("prev", "") => Some(Fit::Prev),
        ("edge", of) => Edge::from_key(of).map(Fit::Edge),
        ("adj", "prev") => Some(Fit::NextToPrev),
        ("adj", "here") => Some(Fit::NextToHere),
        ("adj", "sea") => Some(Fit::NextToSea),
        ("adj", "coastal") => Some(Fit::NextToCoastal),
        ("adj", "open") => Some(Fit::NextToOpen),
        ("adj", _) => who().map(Fit::NextTo),
        ("occ", _) => who().map(Fit::Occupied),
        ("ctrl", _) => who().map(Fit::Controlled),
        ("city", _) => who().map(Fit::City),
        ("near", _) => who().map(Fit::Near),
        ("home", _) => who().map(Fit::Home),
        ("round", _) => who().map(Fit::Round),
        ("beside", _) => who().map(Fit::Beside),
        ("two", _) => who().map(Fit::Two),
        ("shore", _) => who().map(Fit::Shore),
        ("nile", "") => Some(Fit::Nile),
        _ => None,
    }
}
