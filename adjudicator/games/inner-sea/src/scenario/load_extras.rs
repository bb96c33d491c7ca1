//! What a table may add to a scenario, as its file has it.

use super::load::{Name, Reader};
use super::{Bond, Crossing, Extras, Levy, Tidings, Turn, Walls};
use crate::deck::Time;
use crate::deck::step::{Setting, StepEntry, steps};
use crate::pieces::Card;
use alloc::vec::Vec;
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExtrasEntry {
    #[serde(default)]
    gives: Vec<[Name; 2]>,
    #[serde(default)]
    partners: Vec<Name>,
    papacy: Option<[Name; 2]>,
    #[serde(default)]
    bribes: Vec<Name>,
    consul: Option<Name>,
    scipio: Option<u8>,
    genius: Option<Name>,
    determination: Option<[Name; 3]>,
    walls: Option<WallsEntry>,
    outsailed: Option<Name>,
    #[serde(default)]
    tidings: Vec<TidingsEntry>,
    late: Option<Name>,
    #[serde(default)]
    crossings: Vec<CrossingEntry>,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrossingEntry {
    civ: Name,
    area: Name,
    discs: u8,
    digits: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WallsEntry {
    civ: Name,
    rounds: u8,
    cities: u8,
    cards: Vec<Name>,
    safe: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TidingsEntry {
    card: Name,
    traders: Option<[Name; 2]>,
    talents: Option<u8>,
    #[serde(default)]
    stirs: bool,
    #[serde(default)]
    shuffles: bool,
    by: Option<Name>,
    at: Option<Name>,
    #[serde(default)]
    effect: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    allies: Vec<LevyEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevyEntry {
    civ: Name,
    effect: Vec<Spanned<StepEntry>>,
    /// A people that must be in an area.
    with: Option<[Name; 2]>,
    /// A people that must not be in an area.
    without: Option<[Name; 2]>,
}

impl Reader<'_, '_> {
    pub(super) fn extras(&mut self, entry: &ExtrasEntry) -> Extras {
        self.fact("what a table may add".into(), &entry.source, None);
        let mut extras = Extras::default();
        for [from, to] in &entry.gives {
            extras.gives.extend(self.civ(from).zip(self.civ(to)));
        }
        extras.partners = entry.partners.iter().filter_map(|name| self.civ(name)).collect();
        if let Some([civ, area]) = &entry.papacy {
            extras.papacy = self.civ(civ).zip(self.area(area));
        }
        extras.consul = entry.consul.as_ref().and_then(|name| self.civ(name));
        extras.scipio = entry.scipio;
        extras.genius = entry.genius.as_ref().and_then(|name| self.civ(name));
        if let Some([civ, area, other]) = &entry.determination
            && let (Some(civ), Some(area), Some(other)) = (self.civ(civ), self.area(area), self.civ(other))
        {
            extras.determination = Some((civ, area, other));
        }
        extras.bribes = entry.bribes.iter().filter_map(|name| self.civ(name)).collect();
        for one in &entry.crossings {
            let digits = one.digits.iter().filter(|digit| **digit < 10).fold(0, |set, digit| set | 1 << digit);
            let crossing = |(civ, area)| Crossing { civ, area, discs: one.discs, digits };
            extras.crossings.extend(self.civ(&one.civ).zip(self.area(&one.area)).map(crossing));
        }
        if let Some(walls) = &entry.walls
            && let Some(civ) = self.civ(&walls.civ)
        {
            let cards = walls.cards.iter().filter_map(|name| self.card(name)).collect();
            let safe = walls.safe.iter().filter_map(|name| self.civ(name)).collect();
            extras.walls = Some(Walls { civ, rounds: walls.rounds, cities: walls.cities, cards, safe });
        }
        extras.outsailed = entry.outsailed.as_ref().and_then(|name| self.civ(name));
        extras.late = entry.late.as_ref().and_then(|name| self.civ(name));
        for one in &entry.tidings {
            let Some(card) = self.card(&one.card) else { continue };
            extras.levies.extend(one.allies.iter().filter_map(|levy| self.levy(card, levy)));
            extras.tidings.extend(self.turn(one).map(|turn| Tidings { card, turn }));
        }
        extras
    }

    fn turn(&mut self, entry: &TidingsEntry) -> Option<Turn> {
        if let Some([one, other]) = &entry.traders {
            return Some(Turn::Traders([self.civ(one)?, self.civ(other)?], entry.talents.unwrap_or(1)));
        }
        if entry.stirs {
            return Some(Turn::Stirs);
        }
        if entry.shuffles {
            return Some(Turn::Shuffles);
        }
        if entry.effect.is_empty() {
            if entry.allies.is_empty() {
                self.flaws.add(entry.card.span().start, "this event brings nothing");
            }
            return Some(Turn::Waits);
        }
        let by = match &entry.by {
            Some(name) => Some(self.civ(name)?),
            None => None,
        };
        let mut effect = steps(&entry.effect, Setting::of(&[Time::Event], true), &mut self.flaws);
        // The words that speak of the home mean the area that is named.
        if let Some(area) = entry.at.as_ref().and_then(|name| self.area(name)) {
            effect.iter_mut().for_each(|step| step.rooted(area));
        }
        Some(Turn::Places(by, effect))
    }

    fn levy(&mut self, card: Card, entry: &LevyEntry) -> Option<Levy> {
        let mut bond = None;
        for (names, kind) in [(&entry.with, Bond::Presence), (&entry.without, Bond::Absence)] {
            if let Some([civ, area]) = names {
                bond = Some((self.civ(civ)?, self.area(area)?, kind));
            }
        }
        let steps = steps(&entry.effect, Setting::of(&[Time::Phase], true), &mut self.flaws);
        Some(Levy { card, civ: self.civ(&entry.civ)?, bond, steps })
    }
}
