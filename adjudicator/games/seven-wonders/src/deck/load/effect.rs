//! What a structure or a stage does, as the data file says it.

use super::entries::{CheapEntry, Name, PerEntry};
use super::talent;
use crate::deck::{
    CHAIN, COIN, DEFEAT, EAST, Effect, MYTH, OWN, Per, SHIELD, STAGE, Science, Talent, Things, VICTORY, WEST,
    cheap_bit, of_colour,
};
use crate::pieces::{Colour, Good, Goods, Kinds, MANUFACTURED, Power, RAW, Side};
use alloc::format;
use tabellarius_kernel::flaw::Flaws;
use toml::Spanned;

/// The parts of an entry that say what it does.
pub(super) struct Parts<'a> {
    pub goods: &'a [Name],
    pub choice: &'a [Name],
    pub numbers: [u8; 3],
    pub science: &'a Option<Name>,
    pub cheap: &'a Option<CheapEntry>,
    pub per: &'a Option<PerEntry>,
    pub power: &'a Option<Name>,
    pub talent: &'a Option<Spanned<talent::Entry>>,
    /// What carries the effect.
    pub carrier: Carrier,
    /// Where it stands in the file.
    pub at: usize,
}

/// What can carry an effect. Not everything does something on each of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    Card,
    Stage,
    Board,
}

/// The things that can be counted in a city.
const COUNTED: Things = COLOURS | STAGE | VICTORY | DEFEAT | SHIELD | COIN | MYTH;
/// All colours.
const COLOURS: Things = (1 << 9) - 1;

/// Every part of a talent must do something where it stands: what would do nothing is refused.
pub(super) fn check_talent(talent: Talent, carrier: Carrier, at: usize, flaws: &mut Flaws) {
    let lasts = matches!(
        talent,
        Talent::Power(_)
            | Talent::Discount { .. }
            | Talent::Bonus { .. }
            | Talent::SetBonus(_)
            | Talent::Bank(_)
            | Talent::LeadersCheaper { .. }
            | Talent::Dock { .. }
    );
    let fits = match talent {
        Talent::Power(power) => power.has_carrier(carrier == Carrier::Stage),
        Talent::Discount { on, goods } => on != 0 && on & !(COLOURS | STAGE) == 0 && goods > 0,
        Talent::Bonus { on, coins } => {
            on != 0 && on & !(COLOURS | STAGE | CHAIN | VICTORY | DEFEAT | SHIELD) == 0 && coins > 0
        }
        // Points for sets and for a city without stages are counted with cards.
        Talent::Sets { of, points } => of != 0 && of & !COLOURS == 0 && points > 0 && carrier == Carrier::Card,
        Talent::NoStage(points) => points > 0 && carrier == Carrier::Card,
        Talent::SetBonus(points) => points > 0,
        Talent::Bank(_) => true,
        Talent::LeadersCheaper { own, neighbours } => own > 0 || neighbours > 0,
        Talent::Leaders(count) => count > 0,
        Talent::Loss(loss) => loss.coins > 0 && loss.per & !COUNTED == 0,
        Talent::Gift(coins) => coins > 0,
        Talent::Dock { west, east } => west <= 1 && east <= 1 && west + east > 0,
        Talent::Raid(points) => points > 0,
        // How many myths may be invoked is read off the stages.
        Talent::Invocations(_) => carrier == Carrier::Stage,
    };
    if !fits || (carrier == Carrier::Board && !lasts) {
        flaws.add(at, "this talent would do nothing here, or not all of it");
    }
}

pub(super) fn effect(parts: &Parts<'_>, flaws: &mut Flaws) -> Effect {
    let [shields, points, coins] = parts.numbers;
    let choice = goods(parts.choice, flaws).kinds();
    let science = parts.science.as_ref().and_then(|name| one_of(name, "symbol", Science::from_key, flaws));
    let power = parts.power.as_ref().and_then(|name| one_of(name, "power", Power::from_key, flaws));
    if let (Some(_), Some(talent)) = (power, parts.talent) {
        flaws.add(talent.span().start, "a card has a power or a talent, not both");
    }
    let talent = parts.talent.as_ref().map(|entry| talent::read(entry.get_ref(), flaws));
    let talent = power.map(Talent::Power).or(talent);
    let cheap = parts.cheap.as_ref().map_or(0, |cheap| {
        let kinds: Kinds = one_of(&cheap.goods, "kind of goods", kinds_of, flaws).unwrap_or(0);
        let sides = cheap.from.iter().filter_map(|side| one_of(side, "neighbour", Side::from_key, flaws));
        sides.fold(0, |bits, side| bits | cheap_bit(side, kinds))
    });
    let per = parts.per.as_ref().map(|entry| per(entry, parts.carrier, flaws));
    if let Some(talent) = talent {
        check_talent(talent, parts.carrier, parts.at, flaws);
    }
    Effect { goods: goods(parts.goods, flaws), choice, shields, points, coins, science, cheap, per, talent }
}

fn kinds_of(key: &str) -> Option<Kinds> {
    match key {
        "raw" => Some(RAW),
        "manufactured" => Some(MANUFACTURED),
        _ => None,
    }
}

/// Colours and other things that can be counted or concerned.
pub(super) fn things(names: &[Name], flaws: &mut Flaws) -> Things {
    let thing = |key: &str| match key {
        "stage" => Some(STAGE),
        "chain" => Some(CHAIN),
        "victory" => Some(VICTORY),
        "defeat" => Some(DEFEAT),
        "shield" => Some(SHIELD),
        "coin" => Some(COIN),
        "myth" => Some(MYTH),
        _ => Colour::from_key(key).map(of_colour),
    };
    names
        .iter()
        .filter_map(|name| one_of(name, "colour, stage, chain, victory, defeat, shield, coin or myth", thing, flaws))
        .fold(0, |all, one| all | one)
}

fn per(entry: &PerEntry, carrier: Carrier, flaws: &mut Flaws) -> Per {
    let what = things(&entry.what, flaws);
    let at = entry.what.first().or(entry.places.first()).map_or(0, |name| name.span().start);
    if what == 0 || what & !COUNTED != 0 || entry.places.is_empty() || entry.every == Some(0) {
        flaws.add(at, "what is counted, where, and how many count once, must be said; chains cannot be counted");
    }
    if entry.coins == 0 && entry.points == 0 {
        flaws.add(at, "what is counted must bring coins or points");
    }
    if entry.points > 0 && carrier == Carrier::Stage {
        flaws.add(at, "a stage brings points of its own, not for what is counted");
    }
    let every = entry.every.unwrap_or(1).max(1);
    let mut per = Per { what, every, places: 0, coins: entry.coins, points: entry.points };
    let place = |key: &str| match key {
        "own" => Some(OWN),
        "west" => Some(WEST),
        "east" => Some(EAST),
        _ => None,
    };
    for name in &entry.places {
        per.places |= one_of(name, "place (own, west, east)", place, flaws).unwrap_or(0);
    }
    per
}

pub(super) fn goods(names: &[Name], flaws: &mut Flaws) -> Goods {
    if let Some(too_many) = names.get(7) {
        flaws.add(too_many.span().start, "more than seven goods");
    }
    names.iter().take(7).filter_map(|name| one_of(name, "good", Good::from_key, flaws)).collect()
}

pub(super) fn one_of<T>(name: &Name, what: &str, find: impl Fn(&str) -> Option<T>, flaws: &mut Flaws) -> Option<T> {
    let found = find(name.get_ref());
    if found.is_none() {
        flaws.add(name.span().start, format!("there is no {what} '{}'", name.get_ref()));
    }
    found
}
