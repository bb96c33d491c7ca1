//! From a data file to a scenario. A wrong file is refused with all of its flaws, each with its line.

use super::load_extras::ExtrasEntry;
use super::{
    Back, Clock, Conquest, Duty, Ends, Entry, EntryBy, Extras, FirstTurn, Invasion, Kept, March, Minor, Part, Prize,
    Realm, Rebirth, Reckoning, Reinforcement, Scenario, School, Tie, Upheaval, Version,
};
use crate::deck::step::{Setting, StepEntry, steps};
use crate::deck::{Deck, Time};
use crate::event::Row;
use crate::map::{Map, one_of};
use crate::options::TimePasses;
use crate::pieces::{Area, AreaSet, Card, Civ, Kind, Wonder};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::{Fact, Flaw, Flaws};
use toml::Spanned;

pub(super) type Name = Spanned<String>;
/// So many discs in each of these areas: `{ 3 = ["Syracuse"], 1 = ["Sea of Sicily"] }`.
type Heaps = BTreeMap<Spanned<String>, Vec<Name>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    key: Name,
    name: String,
    name_it: String,
    #[serde(default)]
    also: Vec<String>,
    source: Name,
    note: Option<String>,
    map: Option<Name>,
    #[serde(default)]
    keep: Vec<Name>,
    epochs: Spanned<[u8; 2]>,
    #[serde(default)]
    clock: Vec<Name>,
    #[serde(default)]
    stops_after_competition: bool,
    #[serde(default)]
    least_turns: u8,
    card_62: Option<Name>,
    #[serde(default = "yes")]
    wonders: bool,
    aeneas: Option<u8>,
    discs: Option<u8>,
    #[serde(default)]
    doubled: bool,
    sphere: Option<Name>,
    #[serde(default)]
    barbarians: Heaps,
    conquest: Option<ConquestEntry>,
    prize: Option<PrizeEntry>,
    #[serde(default)]
    landlocked: bool,
    capitals: Option<CapitalsEntry>,
    #[serde(default)]
    gold: Heaps,
    rebirth: Option<RebirthEntry>,
    #[serde(default)]
    march: Vec<MarchEntry>,
    minor: Option<MinorEntry>,
    change: Option<Name>,
    omen: Option<Name>,
    measured: Option<Name>,
    #[serde(default)]
    strongholds: BTreeMap<Name, u16>,
    extras: Option<ExtrasEntry>,
    #[serde(default)]
    upheaval: Vec<UpheavalEntry>,
    #[serde(default)]
    reinforcement: Vec<ReinforcementEntry>,
    part: Vec<PartEntry>,
    version: Vec<VersionEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarchEntry {
    civ: Name,
    area: Name,
    below: u8,
    else_at: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpheavalEntry {
    epoch: u8,
    #[serde(default)]
    north: u8,
    people: Option<InvasionEntry>,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvasionEntry {
    civ: Name,
    place: Heaps,
    growth: u8,
    bases: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MinorEntry {
    ally: Name,
    client: Name,
    payer: Name,
    turncoat: Name,
    homes: Vec<Name>,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RebirthEntry {
    civ: Name,
    areas: Vec<Name>,
    discs: u8,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementEntry {
    card: Name,
    civ: Name,
    discs: u8,
    effect: Vec<Spanned<StepEntry>>,
    source: Name,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConquestEntry {
    #[serde(default)]
    control: Vec<Name>,
    #[serde(default)]
    another_home: bool,
    wonders: Option<WondersEntry>,
    from_epoch: Option<u8>,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WondersEntry {
    civ: Name,
    areas: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrizeEntry {
    area: Name,
    sheet: Name,
    cards: u8,
    epoch_vp: u16,
    final_vp: u16,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapitalsEntry {
    areas: Vec<Name>,
    final_vp: u16,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryEntry {
    discs: u8,
    areas: Vec<Name>,
    by: Name,
    #[serde(default)]
    when_weak: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideEntry {
    civs: Vec<Name>,
    divide: Option<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartEntry {
    civ: Name,
    sheet: Option<Name>,
    home: Option<Name>,
    place: Option<Heaps>,
    rank: Option<u8>,
    #[serde(default)]
    talents: u8,
    hand: Option<u8>,
    #[serde(default)]
    cards: Vec<Name>,
    #[serde(default)]
    works: BTreeMap<Name, Name>,
    growth: Option<u8>,
    #[serde(default)]
    invader: bool,
    entry: Option<EntryEntry>,
    withdraws: Option<u8>,
    #[serde(default)]
    shuns: Vec<Name>,
    rival: Option<Name>,
    #[serde(default)]
    bonus_card: bool,
    opening: Option<Name>,
    #[serde(default)]
    muster: Vec<Spanned<StepEntry>>,
    vassal_of: Option<Name>,
    #[serde(default)]
    epoch_tribute: bool,
    discs: Option<u8>,
    hand_limit: Option<u8>,
    #[serde(default)]
    no_points: bool,
    #[serde(default)]
    no_builder: bool,
    #[serde(default)]
    helped_as_npc: bool,
    #[serde(default)]
    reckless: bool,
    apart_from: Option<Name>,
    #[serde(default)]
    avoids: Vec<Name>,
    loots: Option<u8>,
    #[serde(default)]
    gold_points: bool,
    far_from: Option<Name>,
    #[serde(default)]
    doubled: bool,
    realm: Option<RealmEntry>,
    #[serde(default)]
    lives_by_gold: bool,
    draws: Option<u8>,
    prefers: Option<Name>,
    #[serde(default)]
    thrifty: bool,
    #[serde(default)]
    valiant: bool,
    #[serde(default)]
    keeps: Vec<KeptEntry>,
    school: Option<SchoolEntry>,
    #[serde(default)]
    ready: u8,
    first_turn: Option<Name>,
    tribute: Option<TributeEntry>,
    #[serde(default)]
    sailors: u8,
    #[serde(default)]
    searches: bool,
    #[serde(default)]
    leaves_alone: Vec<Name>,
    leans: Option<Name>,
    hunts: Option<Name>,
    #[serde(default)]
    counts_late: bool,
    source: Option<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RealmEntry {
    with: Name,
    on: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptEntry {
    card: Name,
    back: Option<Name>,
    #[serde(default)]
    stands_in: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchoolEntry {
    card: Name,
    area: Name,
    discs: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TributeEntry {
    talents: u8,
    ready: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VersionEntry {
    key: Name,
    name: String,
    #[serde(default)]
    hands: Vec<Vec<Name>>,
    #[serde(default)]
    choice: Vec<Name>,
    #[serde(default)]
    npcs: Vec<Name>,
    #[serde(default)]
    gold: Heaps,
    #[serde(default)]
    duties: Vec<DutyEntry>,
    map: Option<Name>,
    #[serde(default)]
    keep: Vec<Name>,
    #[serde(default)]
    order: Vec<Name>,
    #[serde(default)]
    barbarians: Heaps,
    #[serde(default)]
    sides: Vec<SideEntry>,
    tie: Option<Name>,
    favours: Option<Name>,
    foregone: Option<Name>,
    must_hold: Option<HoldEntry>,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HoldEntry {
    civ: Name,
    areas: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DutyEntry {
    duty: Name,
    of: Option<Name>,
    n: Option<[u8; 2]>,
    area: Option<Name>,
}

/// What names in a file are looked up in.
pub(super) struct Reader<'r, 'f> {
    map: &'r Map,
    deck: &'r Deck,
    file: &'f str,
    pub(super) flaws: Flaws<'f>,
    facts: Vec<Fact>,
}

/// Reads a scenario; also returns every fact with its source.
pub fn load(map: &Map, deck: &Deck, file: &str, text: &str) -> Result<(Scenario, Vec<Fact>), Vec<Flaw>> {
    let mut reader = Reader { map, deck, file, flaws: Flaws::new(file, text), facts: Vec::new() };
    let entry: File = match toml::from_str(text) {
        Ok(entry) => entry,
        Err(error) => {
            reader.flaws.add(error.span().map_or(0, |span| span.start), error.message());
            return Err(reader.flaws.into_list());
        }
    };
    let scenario = reader.scenario(&entry);
    if reader.flaws.is_empty() { Ok((scenario, reader.facts)) } else { Err(reader.flaws.into_list()) }
}

impl Reader<'_, '_> {
    pub(super) fn fact(&mut self, what: String, source: &Name, note: Option<String>) {
        let at = source.span().start;
        if !source.get_ref().starts_with("rulebook ") {
            self.flaws.add(at, "a scenario's source is 'rulebook ...', with its lines");
        }
        let line = self.flaws.line(at);
        self.facts.push(Fact { file: self.file.to_string(), line, what, source: source.get_ref().clone(), note });
    }

    pub(super) fn area(&mut self, name: &Name) -> Option<Area> {
        one_of(name, "area", |key| self.map.find(key), &mut self.flaws)
    }

    pub(super) fn civ(&mut self, name: &Name) -> Option<Civ> {
        one_of(name, "civilization", Civ::from_key, &mut self.flaws)
    }

    fn cut(&mut self, name: &Name) -> Option<usize> {
        let find = |key: &str| self.map.cuts.iter().position(|cut| cut.key == key);
        one_of(name, "line across the map", find, &mut self.flaws)
    }

    fn heaps(&mut self, heaps: &Heaps) -> Vec<(Area, u8)> {
        let mut all = Vec::new();
        for (n, areas) in heaps {
            let number = n.get_ref().parse().ok().filter(|n| (1..=9u8).contains(n));
            let Some(number) = number else {
                self.flaws.add(n.span().start, format!("'{}' is not a number of discs", n.get_ref()));
                continue;
            };
            for name in areas {
                if let Some(area) = self.area(name) {
                    if all.iter().any(|(known, _)| *known == area) {
                        self.flaws.add(name.span().start, format!("'{}' stands here twice", name.get_ref()));
                    }
                    all.push((area, number));
                }
            }
        }
        all
    }

    fn scenario(&mut self, entry: &File) -> Scenario {
        let key = entry.key.get_ref().clone();
        self.fact(format!("the scenario '{key}'"), &entry.source, entry.note.clone());
        let slug = |name: &str| name.to_lowercase().replace([' ', '\''], "-");
        let (first, last) = (entry.epochs.get_ref()[0], entry.epochs.get_ref()[1]);
        if !(1..=last).contains(&first) || last > 4 {
            self.flaws.add(entry.epochs.span().start, "these are not two Epochs, the first before the last");
        }
        let cut = entry.map.as_ref().and_then(|name| self.cut(name));
        let kept: AreaSet = entry.keep.iter().filter_map(|name| self.area(name)).collect();
        let parts: Vec<Part> = entry.part.iter().filter_map(|part| self.part(part)).collect();
        let conquest = entry.conquest.as_ref().and_then(|entry| self.conquest(entry));
        let prize = entry.prize.as_ref().and_then(|entry| self.prize(entry));
        let mut versions: Vec<Version> = entry.version.iter().map(|version| self.version(version, &parts)).collect();
        let gold = self.heaps(&entry.gold);
        versions.iter_mut().for_each(|version| version.gold.extend(gold.iter().copied()));
        let (mut capitals, mut capital_vp) = (AreaSet::NONE, 0);
        if let Some(entry) = &entry.capitals {
            self.fact("the capitals".into(), &entry.source, None);
            capitals = entry.areas.iter().filter_map(|name| self.area(name)).collect();
            capital_vp = entry.final_vp;
        }
        if versions.is_empty() {
            self.flaws.add(entry.key.span().start, "nobody can sit down to it: there is no version");
        }
        let time_passes = entry.card_62.as_ref().and_then(|name| {
            let find = |key: &str| match key {
                "in" => Some(TimePasses::In),
                "out" => Some(TimePasses::Out),
                _ => None,
            };
            one_of(name, "place for card 62 (in, out)", find, &mut self.flaws)
        });
        let mut clock = Clock::usual();
        if !entry.clock.is_empty() {
            clock.turns = entry.clock.iter().filter_map(|turn| self.ends(turn)).collect();
        }
        clock.stops_after_competition = entry.stops_after_competition;
        clock.least = entry.least_turns;
        let sphere = entry.sphere.as_ref().and_then(|name| self.cut(name));
        let change = entry.change.as_ref().and_then(|name| one_of(name, "change", Row::from_key, &mut self.flaws));
        let omen = entry.omen.as_ref().and_then(|name| self.civ(name));
        let measured = entry.measured.as_ref().and_then(|name| self.civ(name));
        let reinforcements = entry.reinforcement.iter().filter_map(|entry| self.reinforcement(entry)).collect();
        let rebirth = entry.rebirth.as_ref().and_then(|entry| {
            self.fact("who begins again".into(), &entry.source, None);
            let areas = entry.areas.iter().filter_map(|name| self.area(name)).collect();
            Some(Rebirth { civ: self.civ(&entry.civ)?, areas, discs: entry.discs })
        });
        let mut march = Vec::new();
        for entry in &entry.march {
            let (civ, area, else_at) = (self.civ(&entry.civ), self.area(&entry.area), self.area(&entry.else_at));
            if let (Some(civ), Some(area), Some(else_at)) = (civ, area, else_at) {
                march.push(March { civ, area, below: entry.below, else_at });
            }
        }
        let minor = entry.minor.as_ref().and_then(|entry| {
            self.fact("minor states".into(), &entry.source, None);
            let homes = entry.homes.iter().filter_map(|name| self.area(name)).collect();
            let [ally, client, payer, turncoat] =
                [&entry.ally, &entry.client, &entry.payer, &entry.turncoat].map(|name| self.civ(name));
            Some(Minor { ally: ally?, client: client?, payer: payer?, turncoat: turncoat?, homes })
        });
        let mut strongholds = Vec::new();
        for (name, n) in &entry.strongholds {
            strongholds.extend(self.area(name).map(|area| (area, *n)));
        }
        let upheavals = entry.upheaval.iter().filter_map(|entry| self.upheaval(entry)).collect();
        let scenario = Scenario {
            offered: entry.extras.as_ref().map(|entry| self.extras(entry)).unwrap_or_default(),
            extras: Extras::default(),
            upheavals,
            is_upheaved: false,
            also: [slug(&entry.name), slug(&entry.name_it)].into_iter().chain(entry.also.iter().cloned()).collect(),
            name: entry.name.clone(),
            cut,
            kept,
            barbarians: self.heaps(&entry.barbarians),
            epochs: (first, last),
            clock,
            time_passes: time_passes.unwrap_or(TimePasses::In),
            has_wonders: entry.wonders,
            rebirths: entry.aeneas.unwrap_or(1),
            discs: entry.discs.unwrap_or(12),
            is_doubled: entry.doubled,
            sphere,
            conquest,
            prize,
            is_landlocked: entry.landlocked,
            capitals,
            capital_vp,
            change,
            reinforcements,
            omen,
            measured,
            rebirth,
            march,
            minor,
            strongholds,
            parts,
            versions,
            key,
        };
        self.in_play(entry, &scenario);
        scenario
    }

    fn upheaval(&mut self, entry: &UpheavalEntry) -> Option<Upheaval> {
        self.fact(format!("the end of Epoch {}", entry.epoch), &entry.source, None);
        let people = match &entry.people {
            None => None,
            Some(people) => Some(Invasion {
                civ: self.civ(&people.civ)?,
                place: self.heaps(&people.place),
                growth: people.growth,
                bases: people.bases.iter().filter_map(|name| self.area(name)).collect(),
            }),
        };
        Some(Upheaval { epoch: entry.epoch, north: entry.north, people })
    }

    /// Everything that is named lies on the part of the map that is used: by the scenario, or by each version that cuts it otherwise.
    fn in_play(&mut self, entry: &File, scenario: &Scenario) {
        for version in &scenario.versions {
            let (cut, kept) = version.map.map_or((scenario.cut, scenario.kept), |(cut, kept)| (Some(cut), kept));
            let chart = self.map.chart_with(cut.map(|cut| &self.map.cuts[cut]), kept);
            let plays = |part: &&Part| version.civs().contains(&part.civ);
            let placed = scenario.parts.iter().filter(plays).flat_map(|part| part.place.iter().flatten());
            let gold = version.gold.iter().filter(|_| version.map.is_none());
            let barbarians = scenario.barbarians.iter().chain(&version.barbarians);
            for (area, _) in placed.chain(gold).chain(barbarians) {
                if !chart.in_play.contains(*area) {
                    let name = &self.map.place(*area).name;
                    self.flaws.add(entry.key.span().start, format!("{name} is not in play"));
                }
            }
        }
    }

    fn ends(&mut self, name: &Name) -> Option<Ends> {
        let digits = |text: &str| {
            let digit = |c: char| c.to_digit(10).map(|digit| 1u16 << digit);
            text.chars().map(digit).try_fold(0, |all, digit| Some(all | digit?)).map(Ends::Digits)
        };
        let find = |key: &str| match key {
            "goes on" => Some(Ends::Never),
            "ends" => Some(Ends::Always),
            "odd ends" => Some(Ends::Odd),
            _ => digits(key.strip_suffix(" ends")?),
        };
        one_of(name, "end of a turn (goes on, 23 ends, odd ends, ends)", find, &mut self.flaws)
    }

    fn part(&mut self, entry: &PartEntry) -> Option<Part> {
        let civ = self.civ(&entry.civ)?;
        if let Some(source) = &entry.source {
            self.fact(format!("the part of {}", civ.key()), source, None);
        }
        let own = (civ < Civ::Barbarians).then_some(civ);
        let sheet = match &entry.sheet {
            Some(name) if name.get_ref() == "none" => None,
            Some(name) => self.civ(name).filter(|civ| *civ < Civ::Barbarians),
            None => own,
        };
        let map = self.map;
        let printed = |civ: Civ| map.areas().find(|area| map.place(*area).home_of == Some(civ));
        let home = match &entry.home {
            Some(name) if name.get_ref() == "none" => None,
            Some(name) => self.area(name),
            None => own.and_then(printed),
        };
        let deck = self.deck;
        let cards: Vec<Card> = entry.cards.iter().filter_map(|name| self.card(name)).collect();
        let mut works = Vec::new();
        for (name, area) in &entry.works {
            let find = |key: &str| (0..7).map(Wonder).find(|wonder| deck.wonder(*wonder).names[0] == key);
            if let (Some(wonder), Some(area)) = (one_of(name, "Wonder", find, &mut self.flaws), self.area(area)) {
                works.push((wonder, area));
            }
        }
        let place = entry.place.as_ref().map(|heaps| self.heaps(heaps));
        let (talents, hand) = (entry.talents, entry.hand.unwrap_or(5));
        if usize::from(hand) + cards.len() > 6 {
            self.flaws.add(entry.civ.span().start, "a first hand has six cards at most");
        }
        let arrival = entry.entry.as_ref().and_then(|entry| self.entry(entry));
        let rival = entry.rival.as_ref().and_then(|name| self.civ(name));
        let opening = entry.opening.as_ref().and_then(|name| self.civ(name)).filter(|civ| *civ < Civ::Barbarians);
        let realm = entry
            .realm
            .as_ref()
            .and_then(|entry| Some(Realm { twin: self.civ(&entry.with)?, kind: self.element(&entry.on)? }));
        let prefers = entry.prefers.as_ref().and_then(|name| self.element(name));
        let keeps: Vec<Kept> = entry.keeps.iter().filter_map(|entry| self.kept(entry)).collect();
        let school = entry.school.as_ref().and_then(|entry| {
            Some(School { card: self.card(&entry.card)?, area: self.area(&entry.area)?, discs: entry.discs })
        });
        let first_turn = entry.first_turn.as_ref().and_then(|name| {
            let find = |key: &str| match key {
                "places only" => Some(FirstTurn::PlacesOnly),
                "rests" => Some(FirstTurn::Rests),
                _ => None,
            };
            one_of(name, "first turn (places only, rests)", find, &mut self.flaws)
        });
        Some(Part {
            civ,
            sheet,
            home,
            place,
            rank: entry.rank,
            talents,
            hand,
            cards,
            works,
            growth: entry.growth,
            is_invader: entry.invader,
            entry: arrival,
            withdraws: entry.withdraws,
            shuns: entry.shuns.iter().filter_map(|name| self.civ(name)).collect(),
            rival,
            has_bonus_card: entry.bonus_card,
            opening,
            muster: steps(&entry.muster, Setting::of(&[Time::Phase], true), &mut self.flaws),
            far_from: entry.far_from.as_ref().and_then(|name| self.civ(name)),
            brings_barbarians: true,
            vassal_of: entry.vassal_of.as_ref().and_then(|name| self.civ(name)),
            has_epoch_tribute: entry.epoch_tribute,
            discs: entry.discs,
            hand_limit: entry.hand_limit,
            has_no_points: entry.no_points,
            is_no_builder: entry.no_builder,
            is_helped_as_npc: entry.helped_as_npc,
            is_reckless: entry.reckless,
            apart_from: entry.apart_from.as_ref().and_then(|name| self.civ(name)),
            avoids: entry.avoids.iter().filter_map(|name| self.civ(name)).collect(),
            loots: entry.loots,
            has_gold_points: entry.gold_points,
            is_doubled: entry.doubled,
            realm,
            lives_by_gold: entry.lives_by_gold,
            draws: entry.draws,
            prefers,
            is_thrifty: entry.thrifty,
            is_valiant: entry.valiant,
            keeps,
            school,
            ready: entry.ready,
            first_turn: first_turn.unwrap_or_default(),
            tribute: entry.tribute.as_ref().map_or((0, 0), |tribute| (tribute.talents, tribute.ready)),
            sailors: entry.sailors,
            searches: entry.searches,
            leaves_alone: entry.leaves_alone.iter().filter_map(|name| self.civ(name)).collect(),
            leans: entry.leans.as_ref().and_then(|name| self.element(name)),
            hunts: entry.hunts.as_ref().and_then(|name| self.civ(name)),
            counts_late: entry.counts_late,
        })
    }

    pub(super) fn card(&mut self, name: &Name) -> Option<Card> {
        let deck = self.deck;
        let find = |key: &str| deck.all.iter().find(|card| deck.card(*card).names[0] == key);
        one_of(name, "card", find, &mut self.flaws)
    }

    fn element(&mut self, name: &Name) -> Option<Kind> {
        let find = |key: &str| match key {
            "land" => Some(Kind::Land),
            "sea" => Some(Kind::Coastal),
            _ => None,
        };
        one_of(name, "element (land, sea)", find, &mut self.flaws)
    }

    fn kept(&mut self, entry: &KeptEntry) -> Option<Kept> {
        let card = self.card(&entry.card)?;
        let areas: AreaSet = entry.stands_in.iter().filter_map(|name| self.area(name)).collect();
        let back = match &entry.back {
            None => Back::Stands(areas),
            Some(name) => {
                let find = |key: &str| match key {
                    "free" => Some(Back::Free),
                    "drawn" => Some(Back::Drawn),
                    "once" => Some(Back::Once),
                    _ => None,
                };
                one_of(name, "way back (free, drawn, once)", find, &mut self.flaws)?
            }
        };
        Some(Kept { card, back })
    }

    fn reinforcement(&mut self, entry: &ReinforcementEntry) -> Option<Reinforcement> {
        self.fact("reinforcements".into(), &entry.source, None);
        let effect = steps(&entry.effect, Setting::of(&[Time::Growth], true), &mut self.flaws);
        Some(Reinforcement { card: self.card(&entry.card)?, civ: self.civ(&entry.civ)?, discs: entry.discs, effect })
    }

    fn entry(&mut self, entry: &EntryEntry) -> Option<Entry> {
        let areas: Vec<Area> = entry.areas.iter().filter_map(|name| self.area(name)).collect();
        let find = |key: &str| match key {
            "parity" => Some(EntryBy::Parity),
            "first digit" => Some(EntryBy::FirstDigit),
            "only" => Some(EntryBy::Only),
            "in play" => Some(EntryBy::InPlay),
            _ => None,
        };
        let by =
            one_of(&entry.by, "way to choose an area (parity, first digit, only, in play)", find, &mut self.flaws)?;
        let wanted = match by {
            EntryBy::Parity => 2,
            EntryBy::FirstDigit => 5,
            EntryBy::Only => 1,
            EntryBy::InPlay => areas.len().max(1),
        };
        if areas.len() != wanted {
            self.flaws.add(entry.by.span().start, format!("this chooses one of {wanted} areas"));
        }
        Some(Entry { discs: entry.discs, areas, by, when_weak: entry.when_weak })
    }

    fn conquest(&mut self, entry: &ConquestEntry) -> Option<Conquest> {
        self.fact("who has conquered".into(), &entry.source, None);
        let all: AreaSet = entry.control.iter().filter_map(|name| self.area(name)).collect();
        if let Some(wonders) = &entry.wonders {
            return Some(Conquest::Wonders(self.civ(&wonders.civ)?, wonders.areas));
        }
        match (all.is_empty(), entry.another_home) {
            (false, false) => Some(Conquest::All(all, entry.from_epoch.unwrap_or(1))),
            (true, true) => Some(Conquest::AnotherHome),
            _ => {
                self.flaws.add(entry.source.span().start, "say either 'control' or 'another_home'");
                None
            }
        }
    }

    fn prize(&mut self, entry: &PrizeEntry) -> Option<Prize> {
        self.fact("what an area brings".into(), &entry.source, None);
        let (area, sheet) = (self.area(&entry.area)?, self.civ(&entry.sheet)?);
        let (cards, epoch_vp, final_vp) = (entry.cards, entry.epoch_vp, entry.final_vp);
        Some(Prize { area, sheet, cards, epoch_vp, final_vp })
    }

    fn version(&mut self, entry: &VersionEntry, parts: &[Part]) -> Version {
        let key = entry.key.get_ref().clone();
        self.fact(format!("the version '{key}'"), &entry.source, None);
        let mut civs = |names: &[Name]| -> Vec<Civ> { names.iter().filter_map(|name| self.civ(name)).collect() };
        let hands: Vec<Vec<Civ>> = entry.hands.iter().map(|hand| civs(hand)).collect();
        let (choice, npcs, order) = (civs(&entry.choice), civs(&entry.npcs), civs(&entry.order));
        let barbarians = self.heaps(&entry.barbarians);
        let all: Vec<Civ> = hands.iter().flatten().chain(&choice).chain(&npcs).copied().collect();
        for (i, civ) in all.iter().enumerate() {
            if !parts.iter().any(|part| part.civ == *civ) {
                self.flaws.add(entry.key.span().start, format!("'{}' is no part of the scenario", civ.key()));
            }
            if all[..i].contains(civ) {
                self.flaws.add(entry.key.span().start, format!("'{}' is held twice", civ.key()));
            }
        }
        let duties = entry.duties.iter().filter_map(|entry| self.duty(entry)).collect();
        let kept: AreaSet = entry.keep.iter().filter_map(|name| self.area(name)).collect();
        let map = entry.map.as_ref().and_then(|name| self.cut(name)).map(|cut| (cut, kept));
        let mut sides = Vec::new();
        for side in &entry.sides {
            let civs: Vec<Civ> = side.civs.iter().filter_map(|name| self.civ(name)).collect();
            sides.push((civs, side.divide.unwrap_or(1).max(1)));
        }
        let holder = entry.tie.as_ref().and_then(|name| self.area(name)).map(Tie::Holder);
        let tie = holder.or_else(|| entry.favours.as_ref().and_then(|name| self.civ(name)).map(Tie::People));
        let foregone = entry.foregone.as_ref().and_then(|name| self.civ(name));
        let must_hold = entry.must_hold.as_ref().and_then(|entry| {
            Some((self.civ(&entry.civ)?, entry.areas.iter().filter_map(|name| self.area(name)).collect()))
        });
        let gold = self.heaps(&entry.gold);
        let reckoning = Reckoning { sides, tie, foregone, must_hold };
        Version { key, name: entry.name.clone(), hands, choice, npcs, gold, duties, map, order, barbarians, reckoning }
    }

    fn duty(&mut self, entry: &DutyEntry) -> Option<(Option<Civ>, Duty)> {
        let of = match &entry.of {
            Some(name) => Some(self.civ(name)?),
            None => None,
        };
        let [n, invaded] = entry.n.unwrap_or([4, 4]);
        let area = entry.area.as_ref().and_then(|name| self.area(name));
        let find = |key: &str| match key {
            "fill home" => Some(Duty::FillHome(n, invaded)),
            "guard home" => Some(Duty::GuardHome),
            "relieve gold" => Some(Duty::RelieveGold),
            "fill gold" => Some(Duty::FillGold),
            "watch seas" => Some(Duty::WatchSeas),
            "guard realm" => area.map(Duty::GuardRealm),
            "fill area" => area.map(|area| Duty::FillArea(area, n, invaded)),
            "hold home" => Some(Duty::HoldHome),
            "grow cities" => area.map(|area| Duty::GrowCities(area, n)),
            "match seas" => area.map(Duty::MatchSeas),
            _ => None,
        };
        Some((of, one_of(&entry.duty, "duty", find, &mut self.flaws)?))
    }
}
