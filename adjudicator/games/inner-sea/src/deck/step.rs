//! One step of an effect as the file has it. What an operation has a use for it takes out of the entry; whatever is left then is
//! refused, so that no word of a card is ever passed over (IS-12.3).

use super::ops::{self, Reader};
use super::{Condition, Fit, Selector, Step, Time, Who};
use crate::map::one_of;
use crate::pieces::Edge;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::Flaws;
use toml::Spanned;

pub(super) type Name = Spanned<String>;
pub(super) type Flag = Spanned<bool>;
pub(super) type Small = Spanned<u8>;

/// A number, or `all`, or `each`.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub(super) enum Amount {
    Number(i16),
    Word(String),
}

/// A step as it is written.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepEntry {
    pub(super) op: Name,
    pub(super) by: Option<Name>,
    #[serde(rename = "if")]
    condition: Option<Spanned<ConditionEntry>>,
    per: Option<Name>,
    div: Option<Small>,
    max: Option<Small>,
    when: Option<Name>,
    pub(super) up_to: Option<Flag>,
    pub(super) disc: Option<Name>,
    #[serde(rename = "for")]
    pub(super) ally: Option<Name>,
    pub(super) with: Option<Name>,
    pub(super) who: Option<Name>,
    pub(super) n: Option<Spanned<Amount>>,
    pub(super) total: Option<Small>,
    pub(super) areas: Option<Spanned<Amount>>,
    pub(super) area: Option<Name>,
    pub(super) linked: Option<Flag>,
    pub(super) chain: Option<Flag>,
    pub(super) mixed: Option<Flag>,
    pub(super) open_ok: Option<Flag>,
    pub(super) overstack: Option<Flag>,
    pub(super) keep: Option<Small>,
    pub(super) source: Option<Name>,
    pub(super) random: Option<Flag>,
    #[serde(rename = "do")]
    pub(super) act: Option<Name>,
    pub(super) discount: Option<Small>,
    pub(super) rounds: Option<Small>,
    pub(super) until: Option<Name>,
    pub(super) options: Option<Spanned<Vec<Vec<Spanned<StepEntry>>>>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct ConditionEntry {
    occupies: Option<Name>,
    lacks: Option<Name>,
    epoch_min: Option<Small>,
    epoch_max: Option<Small>,
    turn_min: Option<Small>,
    able: Option<Name>,
    done: Option<Flag>,
}

/// When steps take effect, and what is known by then.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'s> {
    /// The times.
    pub times: &'s [Time],
    /// Whether the player is asked for choices.
    pub asks: bool,
    /// Whether a faction was named before.
    pub named: bool,
}

impl<'s> Setting<'s> {
    /// The beginning of an effect.
    pub fn of(times: &'s [Time], asks: bool) -> Setting<'s> {
        Setting { times, asks, named: false }
    }
}

/// Reads a list of steps.
pub(crate) fn steps(entries: &[Spanned<StepEntry>], mut setting: Setting<'_>, flaws: &mut Flaws) -> Vec<Step> {
    let mut all: Vec<Step> = Vec::new();
    for (place, spanned) in entries.iter().enumerate() {
        let (at, mut entry) = (spanned.span().start, spanned.get_ref().clone());
        if let (0, Some(done)) = (place, entry.condition.as_ref().and_then(|one| one.get_ref().done.as_ref())) {
            flaws.add(done.span().start, "'done' asks about the step before, and there is none");
        }
        let Some(step) = step(&mut entry, at, setting, flaws) else { continue };
        refuse_rest(&entry, flaws);
        setting.named |= step.op.names();
        all.push(step);
    }
    for at in 0..all.len() {
        all[at].leads = all[at].op.spread().is_some() && looks_back(&all[at + 1..]);
    }
    all
}

/// Whether steps look at the areas that were chosen before them.
fn looks_back(steps: &[Step]) -> bool {
    for step in steps {
        let selectors = step.op.spread().map(|spread| &spread.area);
        let mentions =
            |selector: &Selector| selector.0.iter().any(|(_, fit)| matches!(fit, Fit::Prev | Fit::NextToPrev));
        if selectors.is_some_and(mentions) {
            return true;
        }
        match &step.op {
            super::Op::Choose { options, .. } if options.iter().any(|option| looks_back(option)) => return true,
            op if op.spread().is_some() => return false,
            _ => {}
        }
    }
    false
}

fn step(entry: &mut StepEntry, at: usize, setting: Setting<'_>, flaws: &mut Flaws) -> Option<Step> {
    let when = entry.when.take();
    let when = match &when {
        None => None,
        Some(name) => {
            let when = one_of(name, "time", Time::from_key, flaws)?;
            if !setting.times.contains(&when) {
                flaws.add(name.span().start, "'when' is not a time of this card");
            }
            Some(when)
        }
    };
    let times = when.as_ref().map_or(setting.times, core::slice::from_ref);
    let setting = Setting { times, ..setting };
    let mut reader = Reader::new(entry, at, setting, flaws);
    let op = ops::read(&mut reader)?;
    let by = ops::chooser(&mut reader, &op);
    let up_to = ops::up_to(&mut reader, &op);
    ops::check_time(&mut reader, &op);
    let named = setting.named || op.names() || op.who().or(op.disc()).is_some_and(Who::is_many);
    if by == Who::Named && !named {
        flaws.add(at, "'by' speaks of a faction that nobody has named");
    }
    let selects = Selects { setting, named };
    if let Some(spread) = op.spread() {
        selects.check(&spread.area, at, flaws);
    }
    let condition = condition(entry.condition.take(), selects, flaws)?;
    let per = per(entry, &op, selects, flaws)?;
    let (has_condition, is_ransom) = (condition != Condition::always() || per.is_some(), op == super::Op::Ransom);
    if has_condition && is_ransom {
        flaws.add(at, "what stands for a lost disc has no conditions");
    }
    Some(Step { op, by, condition, per, up_to, when, leads: false })
}

/// What the terms of a selector may speak of.
#[derive(Clone, Copy)]
struct Selects<'s> {
    setting: Setting<'s>,
    named: bool,
}

impl Selects<'_> {
    fn check(self, selector: &Selector, at: usize, flaws: &mut Flaws) {
        let fights = self.setting.times.iter().all(|time| *time == Time::Competition);
        for (_, fit) in &selector.0 {
            if matches!(fit, Fit::Here | Fit::NextToHere) && !fights {
                flaws.add(at, "'here' is the area of a competition, and there is none at this time");
            }
            if fit.who() == Some(Who::Named) && !self.named {
                flaws.add(at, "'named' is a faction that nobody has named by then");
            }
        }
    }
}

fn condition(entry: Option<Spanned<ConditionEntry>>, selects: Selects<'_>, flaws: &mut Flaws) -> Option<Condition> {
    let Some(spanned) = entry else { return Some(Condition::always()) };
    let (at, entry) = (spanned.span().start, spanned.into_inner());
    let able = match &entry.able {
        Some(able) => one_of(able, "ability (open_sea)", |key| (key == "open_sea").then_some(()), flaws),
        None => None,
    };
    // The condition looks at whoever the step speaks of, one by one: there somebody is always named.
    let selects = Selects { named: true, ..selects };
    let mut areas = |name: &Option<Name>| {
        let selector = selector(name.as_ref()?, flaws);
        selects.check(&selector, at, flaws);
        Some(selector)
    };
    let (occupies, lacks) = (areas(&entry.occupies), areas(&entry.lacks));
    let mut number = |small: &Option<Small>, what: &str, otherwise: u8| match small {
        None => otherwise,
        Some(small) if (1..=4).contains(small.get_ref()) => *small.get_ref(),
        Some(small) => {
            flaws.add(small.span().start, format!("'{what}' is a number from 1 to 4"));
            otherwise
        }
    };
    let (epoch_min, epoch_max) = (number(&entry.epoch_min, "epoch_min", 0), number(&entry.epoch_max, "epoch_max", 4));
    let turn_min = number(&entry.turn_min, "turn_min", 0);
    let done = entry.done.map(Spanned::into_inner);
    let condition = Condition { occupies, lacks, epoch_min, epoch_max, turn_min, able_open: able.is_some(), done };
    if condition == Condition::always() {
        flaws.add(at, "'if' without a condition");
    }
    Some(condition)
}

/// `per`, and the numbers that belong to it.
fn per(
    entry: &mut StepEntry,
    op: &super::Op,
    selects: Selects<'_>,
    flaws: &mut Flaws,
) -> Option<Option<(Selector, u8, u8)>> {
    let Some(name) = entry.per.take() else { return Some(None) };
    let at = name.span().start;
    if op.names() && !matches!(op, super::Op::Choose { .. }) {
        flaws.add(at, "'per' would name a faction anew each time: name it in a step before, and say 'named' here");
    }
    let selector = selector(&name, flaws);
    selects.check(&selector, at, flaws);
    let mut number = |small: Option<Small>, what: &str, otherwise: u8| match small {
        Some(small) if *small.get_ref() == 0 => {
            flaws.add(small.span().start, format!("'{what}' is at least 1"));
            otherwise
        }
        small => small.map_or(otherwise, Spanned::into_inner),
    };
    let (div, max) = (number(entry.div.take(), "div", 1), number(entry.max.take(), "max", u8::MAX));
    Some(Some((selector, div, max)))
}

/// Whatever nobody has taken by now the operation has no use for.
fn refuse_rest(entry: &StepEntry, flaws: &mut Flaws) {
    macro_rules! left {
        ($($field:ident $key:literal),+) => {{
            let StepEntry { op: _, $($field),+ } = entry;
            [$(($key, $field.as_ref().map(|one| one.span().start))),+]
        }};
    }
    let left = left!(
        by "by", condition "if", per "per", div "div", max "max", when "when", up_to "up_to", disc "disc", ally "for",
        with "with", who "who", n "n", total "total", areas "areas", area "area", linked "linked", chain "chain",
        mixed "mixed", open_ok "open_ok", overstack "overstack", keep "keep", source "source", random "random",
        act "do", discount "discount", rounds "rounds", until "until", options "options"
    );
    for (key, at) in left.into_iter().filter_map(|(key, at)| Some((key, at?))) {
        let why = match key {
            "div" | "max" => "stands only beside 'per'",
            "linked" | "chain" | "up_to" if entry.op.get_ref() != "choose" => {
                "has no use in this step: there is no row of areas to choose"
            }
            _ => "has no use in this step",
        };
        flaws.add(at, format!("'{key}' {why} (op = \"{}\")", entry.op.get_ref()));
    }
}

/// Reads a selector of areas (IS-12.5).
pub(super) fn selector(text: &Name, flaws: &mut Flaws) -> Selector {
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

impl Fit {
    fn who(self) -> Option<Who> {
        match self {
            Fit::Occupied(who)
            | Fit::Controlled(who)
            | Fit::City(who)
            | Fit::Near(who)
            | Fit::Home(who)
            | Fit::NextTo(who)
            | Fit::Round(who)
            | Fit::Beside(who)
            | Fit::Two(who)
            | Fit::Shore(who) => Some(who),
            _ => None,
        }
    }
}
