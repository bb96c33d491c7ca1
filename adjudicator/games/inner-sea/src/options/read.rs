//! Reading a variant, and refusing what the rulebook does not allow (IS-10).

use super::{Cast, Options, TimePasses, Victory};
use crate::event::Row;
use crate::map::Map;
use crate::pieces::{Civ, Colour, MOST};
use crate::scenario::{Clock, Ends, Part, Scenario};
use crate::setups::{Civs, Setup};
use alloc::format;
use alloc::vec::Vec;
use tabellarius_kernel::{Seat, Unbuilt};

const ALONE: [u8; MOST] = [0, 1, 2, 3, 4, 5];

const KNOWN: &str = "scenario=KEY, version=KEY, npcs, npcs=carthage+gaul, unknown=2, from=gaul+troy, map=west, npc-vp=2, setup=KEY, situation, epochs=1-2, full-epochs, limit=40, civs=egypt+troy, final-event, hordes, double, \
                     wonders=1, aeneas=2, owners=red+blue/green+purple, divide=4, 62=out, 62=blank, 62=in, \
                     teams=red+blue/green+purple, best-of-team; in the Fall of Rome: longer, no-barbarians, barbarians-given, cooperation, papacy, bribes, crossings, huns; in God-King: assyrians; in Hannibal: consul, scipio, genius, delenda, walls, seas, tidings; \
                     npc-cards=-1, npc-growth=+2, player-cards=+1, player-growth=+1, npc-talents=1, player-talents=1, npc-gift=1, player-gift=1, player-hand=1, late-aeneas";

/// The name in `scenario=punic-wars`, `scenario punic-wars` or `punic-wars`.
fn scenario_name(option: &str) -> &str {
    option.strip_prefix("scenario").unwrap_or(option).trim_start_matches(['=', ' ']).trim()
}

/// The options of a variant, one after another.
fn words(variant: &str) -> impl Iterator<Item = &str> {
    variant.split(',').map(str::trim).filter(|option| !option.is_empty())
}

/// Reads a variant.
pub(super) fn parse(
    setups: &[Setup],
    scenarios: &[Scenario],
    map: &Map,
    players: usize,
    variant: &str,
) -> Result<Options, Unbuilt> {
    let found = |option: &str| {
        let called = || scenarios.iter().filter(|scenario| scenario.is_called(scenario_name(option)));
        // Of several with one name the one that so many people can play (IS-14.1).
        let fits = |scenario: &&Scenario| scenario.versions.iter().any(|version| version.people() == players);
        called().find(fits).or_else(|| called().next())
    };
    if let Some(scenario) = words(variant).find_map(found) {
        return in_scenario(scenario, players, variant);
    }
    if let Some(option) = words(variant).find(|option| option.starts_with("scenario")) {
        let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.key.as_str()).collect();
        return Err(Unbuilt::Refused(format!("there is no '{option}'; there are: {}", known.join(", "))));
    }
    let has_npcs = |option: &str| option == "npcs" || option.starts_with("npcs=") || option.starts_with("unknown=");
    if words(variant).any(has_npcs) {
        return with_npcs(setups, map, players, variant);
    }
    // One person alone, and nothing else said: the scenario that the manual proposes to begin with (IS-14.1).
    if let Some(first) = scenarios.iter().find(|scenario| players == 1 && scenario.is_called("fall-of-rome-2")) {
        return in_scenario(first, players, variant);
    }
    let basic = setups.iter().find(|setup| setup.is_basic && setup.players == players);
    let Some(basic) = basic else {
        return Err(Unbuilt::Refused(format!("there is no set-up for {players} civilizations")));
    };
    let mut options = ordinary(basic.clone());
    let mut span = None;
    let mut time_passes = None;
    let mut doubles = false;
    for option in words(variant) {
        let (key, value) = option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim()));
        match (key, value) {
            ("basic", "") => options.setup = basic.clone(),
            ("situation", "") => {
                let first = setups.iter().find(|setup| !setup.is_basic && setup.players == players);
                options.setup = first.unwrap_or(basic).clone();
            }
            ("setup" | "situation", key) => options.setup = setup_of(setups, players, key)?,
            ("epochs", value) => span = Some(epochs(value)?),
            ("full-epochs", "") => options.clock = Clock::full(),
            ("double", "") if players <= 3 => doubles = true,
            ("double", "") => return Err("double discs are for three civilizations or fewer".into()),
            ("owners", groups) => options.owners = seat_groups(groups, players)?,
            ("divide", value) => options.divisor = number(value, 3, 5, "3, 4 or 5")?,
            ("62", "in") => time_passes = Some(TimePasses::In),
            ("62", "out") => time_passes = Some(TimePasses::Out),
            ("62", "blank") => time_passes = Some(TimePasses::Blank),
            ("teams", groups) => {
                options.teams = seat_groups(groups, players)?;
                if options.victory == Victory::Single {
                    options.victory = Victory::Team;
                }
            }
            ("best-of-team", "") => options.victory = Victory::BestOfTeam,
            _ if setups.iter().any(|setup| setup.key == option) => {
                options.setup = setup_of(setups, players, option)?;
            }
            _ => anywhere(&mut options, option, players)?,
        }
    }
    options.setup.is_doubled |= doubles;
    one_against_two(&mut options, span, time_passes)?;
    check(&options, players)?;
    Ok(options)
}

/// IS-14.8: a set-up with fewer people than civilizations (`situation=two-west, npcs`), or a created scenario (`map=west, civs=rome,
/// npcs=carthage+celtiberia`): the others are NPCs, and discs decide about war and peace (IS-13.12).
fn with_npcs(setups: &[Setup], map: &Map, people: usize, variant: &str) -> Result<Options, Unbuilt> {
    let value =
        |key: &str| words(variant).find_map(|option| option.strip_prefix(key)?.strip_prefix('=')).map(str::trim);
    let unknown = match value("unknown") {
        Some(n) => usize::from(number(n, 1, 5, "a number of unknown civilizations")?),
        None => 0,
    };
    let is_situation = words(variant).any(|option| option == "npcs");
    let mut options = match value("npcs").or(Some("").filter(|_| unknown > 0 && !is_situation)) {
        Some(names) => created(map, (people, unknown), value("civs"), names, (value("map"), value("from")))?,
        None => {
            let named = words(variant).find_map(|option| {
                let key = option.strip_prefix("setup=").or(option.strip_prefix("situation=")).unwrap_or(option);
                setups.iter().find(|setup| setup.key == key)
            });
            let Some(setup) = named else {
                return Err("say in which set-up the NPCs are (setup=KEY, npcs) or who they are (npcs=carthage)".into());
            };
            ordinary(setup.clone())
        }
    };
    let civilizations = options.setup.players;
    if people == 0 || people >= civilizations {
        return Err("with NPCs there are fewer people than civilizations".into());
    }
    options.cast.npcs = (people as u8..civilizations as u8).map(Seat).collect();
    if unknown > civilizations - people {
        return Err("there are not so many civilizations that nobody plays".into());
    }
    if unknown > 0 && civilizations >= MOST {
        return Err("in an exploration five civilizations are the most: the yellow discs are used otherwise".into());
    }
    options.cast.unknown = ((civilizations - unknown) as u8..civilizations as u8).map(Seat).collect();
    options.cast.is_solitaire = people == 1;
    options.cast.handicap.npc_vp = 2;
    options.final_clock = Some(Clock::full());
    for option in words(variant) {
        let (key, value) = option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim()));
        match (key, value) {
            ("npcs" | "unknown" | "from" | "map" | "setup" | "situation" | "created" | "basic", _) => {}
            ("civs", _) if !options.civs.is_empty() => {}
            _ if options.setup.key == option => {}
            ("epochs", value) => (options.first_epoch, options.last_epoch) = epochs(value)?,
            ("full-epochs", "") => options.clock = Clock::full(),
            _ => anywhere(&mut options, option, civilizations)?,
        }
    }
    check(&options, civilizations)?;
    Ok(options)
}

/// IS-14.8: people choose their own civilizations and those of the NPCs, at home on the part of the map that is used; some may be unknown
/// at first (IS-20.1).
fn created(
    map: &Map,
    (people, unknown): (usize, usize),
    own: Option<&str>,
    npcs: &str,
    (cut, from): (Option<&str>, Option<&str>),
) -> Result<Options, Unbuilt> {
    let Some(own) = own else { return Err("say who the people are: civs=rome".into()) };
    let mut all = civs(own)?;
    if all.len() != people {
        return Err("there is one civilization for each person".into());
    }
    let others = if npcs.is_empty() { Vec::new() } else { civs(npcs)? };
    let seafarers = [(Civ::Minos, Civ::Phoenicia), (Civ::Phoenicia, Civ::Minos)];
    if seafarers.iter().any(|(one, other)| all.contains(one) && !others.contains(other) && !all.contains(other)) {
        return Err("whoever plays Minos needs Phoenicia as an NPC, and whoever plays Phoenicia needs Minos".into());
    }
    all.extend(others);
    let cut = match cut {
        None | Some("full") => None,
        Some(key) => {
            let found = map.cuts.iter().position(|cut| cut.key == key);
            Some(found.ok_or_else(|| Unbuilt::Refused(format!("there is no part of the map '{key}'")))?)
        }
    };
    let chart = map.chart(cut.map(|cut| &map.cuts[cut]));
    let bits = |civs: &[Civ]| civs.iter().fold(0, |set: Civs, civ| set | 1 << *civ as Civs);
    let set = bits(&all);
    if all.iter().any(|civ| chart.home(*civ).is_none()) {
        return Err("a civilization is not at home on this part of the map".into());
    }
    let players = all.len() + unknown;
    if set.count_ones() as usize != all.len() || players > MOST {
        return Err("six different civilizations are the most".into());
    }
    // IS-20.1: those who may be met are at home there, or those who are named.
    let met = match from {
        Some(names) => bits(&civs(names)?),
        None => bits(&Civ::ALL.iter().copied().take(10).filter(|civ| chart.home(*civ).is_some()).collect::<Vec<_>>()),
    };
    let met = if unknown > 0 { met & !set } else { 0 };
    if (met.count_ones() as usize) < unknown {
        return Err("there are fewer civilizations that may be met than unknown ones".into());
    }
    let setup = Setup {
        key: "created".into(),
        name: "a created scenario".into(),
        players,
        cut,
        discs: 12,
        allowed: alloc::vec![set | met],
        ..Setup::default()
    };
    let mut options = ordinary(setup);
    options.civs = all;
    Ok(options)
}

/// Options of every game and scenario.
fn anywhere(options: &mut Options, option: &str, players: usize) -> Result<(), Unbuilt> {
    let (key, value) = option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim()));
    match (key, value) {
        ("npc-vp", value) => options.cast.handicap.npc_vp = number(value, 0, 9, "a number of points")?,
        ("npc-cards", value) => options.cast.handicap.npc_cards = signed(value)?,
        ("npc-growth", value) => options.cast.handicap.npc_growth = signed(value)?,
        ("player-cards", value) => options.cast.handicap.player_cards = signed(value)?,
        ("player-growth", value) => options.cast.handicap.player_growth = signed(value)?,
        ("npc-talents", value) => options.cast.handicap.first_talents[0] = talents(value)?,
        ("player-talents", value) => options.cast.handicap.first_talents[1] = talents(value)?,
        ("npc-gift", value) => options.cast.handicap.talents[0] = talents(value)?,
        ("player-gift", value) => options.cast.handicap.talents[1] = talents(value)?,
        ("player-hand", value) => {
            options.cast.handicap.player_hand = Some(number(value, 0, 6, "a number of cards")? as u8);
        }
        ("late-aeneas", "") => options.cast.handicap.begins_again_late = true,
        ("longer", "") if options.scenario.capital_vp > 0 => {
            // IS-15.9: a fifth and a sixth turn, unless a card says no.
            let digits = |all: &[u8]| Ends::Digits(all.iter().fold(0, |set, digit| set | 1 << digit));
            options.clock.turns.truncate(3);
            options.clock.turns.extend([digits(&[1, 2, 3]), digits(&[1, 2, 3, 4, 5]), Ends::Always]);
        }
        ("no-barbarians", "") if options.scenario.capital_vp > 0 => {
            let old = |part: &&mut Part| !part.is_invader;
            options.scenario.parts.iter_mut().filter(old).for_each(|part| part.brings_barbarians = false);
        }
        ("barbarians-given" | "cooperation" | "papacy" | "bribes" | "crossings", "")
            if !options.scenario.offered.gives.is_empty()
                && (key != "crossings" || !options.scenario.offered.crossings.is_empty()) =>
        {
            // IS-15.10 to IS-15.14
            let Scenario { offered, extras, .. } = &mut options.scenario;
            match key {
                "barbarians-given" => extras.gives = offered.gives.clone(),
                "cooperation" => extras.partners = offered.partners.clone(),
                "papacy" => extras.papacy = offered.papacy,
                "bribes" => extras.bribes = offered.bribes.clone(),
                _ => extras.crossings = offered.crossings.clone(),
            }
        }
        ("huns", "") if options.scenario.offered.late.is_some() => {
            // IS-15.15: one seat more, for somebody who is not there yet.
            let late = options.scenario.offered.late;
            let seat = Seat(options.setup.players as u8);
            options.civs.extend(late);
            options.setup.players += 1;
            for set in &mut options.setup.allowed {
                *set |= late.map_or(0, |civ| 1 << civ as Civs);
            }
            options.cast.npcs.insert(seat);
            options.cast.late.insert(seat);
        }
        ("consul" | "scipio" | "genius" | "delenda" | "walls" | "seas" | "tidings", "")
            if options.scenario.offered.consul.is_some() =>
        {
            // IS-19.7 to IS-19.12
            let Scenario { offered, extras, .. } = &mut options.scenario;
            match key {
                "consul" => extras.consul = offered.consul,
                "scipio" => (extras.consul, extras.scipio) = (offered.consul, offered.scipio),
                "genius" => extras.genius = offered.genius,
                "walls" => extras.walls = offered.walls.clone(),
                "seas" => extras.outsailed = offered.outsailed,
                "tidings" => {
                    extras.tidings = offered.tidings.clone();
                    extras.levies = offered.levies.clone();
                }
                _ => {
                    extras.determination = offered.determination;
                    options.clock.turns.truncate(5);
                    options.clock.turns.extend([Ends::Never, Ends::Never, Ends::Always]);
                    options.clock.least = 8;
                }
            }
        }
        ("assyrians", "") if !options.scenario.upheavals.is_empty() => {
            // IS-18.14
            options.scenario.is_upheaved = true;
            options.scenario.change = Some(Row::Debasement);
        }
        ("limit", value) => options.vp_limit = Some(number(value, 1, 500, "a number of points")?),
        ("civs", names) => options.civs = civs(names)?,
        ("final-event", "") => options.final_event = true,
        ("hordes", "") if players < 6 => options.hordes = true,
        ("hordes", "") => return Err("with six civilizations no colour is left for the hordes".into()),
        ("wonders", value) => options.first_wonders = number(value, 1, 2, "one or two Wonders")? as u8,
        ("aeneas", value) => options.rebirths = number(value, 0, 9, "how often one may begin again")? as u8,
        _ => return Err(Unbuilt::Refused(format!("'{option}' is not a variant; there are: {KNOWN}"))),
    }
    Ok(())
}

/// IS-14.1: a scenario brings its own values; `version=solitaire` names one of several ways to sit down to it.
fn in_scenario(scenario: &Scenario, people: usize, variant: &str) -> Result<Options, Unbuilt> {
    let wanted = words(variant).find_map(|option| option.strip_prefix("version=")).map(str::trim);
    let version = scenario.version(people, wanted)?;
    let ordinary = ordinary(Setup::default());
    let mut options = scenario.options(version, ordinary);
    let fixed = options.civs.clone();
    for option in words(variant) {
        let is_name = scenario.is_called(scenario_name(option));
        let is_said = matches!(option, "scenario" | "basic") || option.starts_with("version=");
        if !is_name && !is_said {
            let civilizations = options.setup.players;
            anywhere(&mut options, option, civilizations)?;
        }
    }
    let is_allowed = fixed.is_empty() || options.civs.starts_with(&fixed);
    if !is_allowed {
        return Err(Unbuilt::Refused(format!("the scenario '{}' says who plays what", scenario.key)));
    }
    check(&options, options.setup.players)?;
    Ok(options)
}

/// The usual options for a set-up.
fn ordinary(setup: Setup) -> Options {
    Options {
        setup,
        civs: Vec::new(),
        first_epoch: 1,
        last_epoch: 4,
        clock: Clock::usual(),
        final_clock: None,
        vp_limit: None,
        final_event: false,
        hordes: false,
        first_wonders: 0,
        rebirths: 1,
        owners: ALONE,
        divisor: 4,
        time_passes: TimePasses::In,
        teams: ALONE,
        victory: Victory::Single,
        scenario: Scenario::ordinary(),
        cast: Cast::default(),
    }
}

/// IS-10.2: one against two plays two Epochs, from the first, second or third on; card 62 is left in the box unless they say otherwise.
fn one_against_two(
    options: &mut Options,
    span: Option<(u8, u8)>,
    time_passes: Option<TimePasses>,
) -> Result<(), Unbuilt> {
    let is_uneven = options.single().is_some();
    let usual = if is_uneven { (1, 2) } else { (1, 4) };
    (options.first_epoch, options.last_epoch) = span.unwrap_or(usual);
    let usual = if is_uneven { TimePasses::Out } else { TimePasses::In };
    options.time_passes = time_passes.unwrap_or(usual);
    let (first, last) = (options.first_epoch, options.last_epoch);
    if is_uneven && (first > 3 || last > first + 1) {
        return Err("one against two plays at most two Epochs, beginning with the first, second or third".into());
    }
    Ok(())
}

fn check(options: &Options, players: usize) -> Result<(), Unbuilt> {
    if !options.civs.is_empty() {
        let set = options.civs.iter().fold(0, |all: Civs, civ| all | 1 << *civ as Civs);
        // IS-20.1: who is unknown comes later.
        let unknown = options.cast.unknown.len();
        let fits = |all: &Civs| if unknown > 0 { set & !all == 0 } else { set == *all };
        if options.civs.len() + unknown != players || !options.setup.allowed.iter().any(fits) {
            return Err(Unbuilt::Refused(format!("these civilizations do not fit the set-up '{}'", options.setup.key)));
        }
    }
    let sizes = |groups: &[u8; MOST]| -> Vec<usize> {
        let size = |one: &u8| groups[..players].iter().filter(|other| *other == one).count();
        groups[..players].iter().map(size).collect()
    };
    let is_even = |sizes: &[usize]| sizes.windows(2).all(|pair| pair[0] == pair[1]);
    let (owned, teams) = (sizes(&options.owners), sizes(&options.teams));
    // IS-10.1: everybody has as many civilizations, but for one against two.
    let is_ordinary = options.scenario.key.is_empty();
    if is_ordinary && (!is_even(&owned) && options.single().is_none() || owned.first() == Some(&players)) {
        return Err("every player has the same number of civilizations, or one plays against two".into());
    }
    // IS-10.3: teams are of one size, and everybody in them has one civilization.
    let plays_teams = options.victory != Victory::Single;
    if plays_teams && (!is_even(&teams) || teams.first() == Some(&1) || teams.first() == Some(&players)) {
        return Err("teams have the same number of players, at least two each".into());
    }
    if plays_teams && owned.first() != Some(&1) {
        return Err("in team play everybody has one civilization".into());
    }
    // IS-10.8: there are seven Wonders.
    if options.first_wonders > 0 && options.first_epoch == 1 {
        return Err("Wonders at the beginning are for games that begin in the second Epoch or later".into());
    }
    if usize::from(options.first_wonders) * players > 7 {
        return Err("there are seven Wonders: two each are for three civilizations or fewer".into());
    }
    Ok(())
}

fn number(text: &str, least: u16, most: u16, what: &str) -> Result<u16, Unbuilt> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Unbuilt::Refused(format!("'{text}' is not {what}")))
}

/// IS-13.16
fn talents(text: &str) -> Result<u8, Unbuilt> {
    number(text, 0, 9, "a number of talents").map(|n| n as u8)
}

/// IS-13.15: `+1`, `-2`.
fn signed(text: &str) -> Result<i8, Unbuilt> {
    let number = text.strip_prefix('+').unwrap_or(text).parse().ok().filter(|number| (-4..=4).contains(number));
    number.ok_or_else(|| Unbuilt::Refused(format!("'{text}' is not a number from -4 to +4")))
}

fn setup_of(setups: &[Setup], players: usize, key: &str) -> Result<Setup, Unbuilt> {
    match setups.iter().find(|setup| setup.key == key) {
        Some(setup) if setup.players == players => Ok(setup.clone()),
        Some(setup) => {
            Err(Unbuilt::Refused(format!("the set-up '{key}' is for {} civilizations, not {players}", setup.players)))
        }
        None => {
            let known: Vec<&str> = setups.iter().filter(|s| s.players == players).map(|s| s.key.as_str()).collect();
            Err(Unbuilt::Refused(format!("there is no set-up '{key}'; for {players} there are: {}", known.join(", "))))
        }
    }
}

fn epochs(span: &str) -> Result<(u8, u8), Unbuilt> {
    let (first, last) = span.split_once('-').unwrap_or((span, span));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first @ 1..=4), Ok(last @ 1..=4)) if first <= last => Ok((first, last)),
        _ => Err(Unbuilt::Refused(format!("'{span}' is not a span of Epochs such as 1-4"))),
    }
}

fn civs(names: &str) -> Result<Vec<Civ>, Unbuilt> {
    let civ = |name: &str| {
        let found = Civ::from_key(&name.trim().to_lowercase()).filter(|civ| *civ < Civ::Barbarians);
        found.ok_or_else(|| Unbuilt::Refused(format!("there is no civilization '{}'", name.trim())))
    };
    names.split('+').map(civ).collect()
}

/// `red+blue/green+purple`: who is not named stays alone.
fn seat_groups(text: &str, players: usize) -> Result<[u8; MOST], Unbuilt> {
    let mut groups = ALONE;
    let mut seen = [false; MOST];
    for group in text.split('/') {
        let mut first = None;
        for name in group.split('+') {
            let colour = Colour::from_key(name.trim()).filter(|colour| (*colour as usize) < players);
            let Some(colour) = colour else { return Err(Unbuilt::Refused(format!("nobody plays '{}'", name.trim()))) };
            if core::mem::replace(&mut seen[colour as usize], true) {
                return Err(Unbuilt::Refused(format!("'{}' is named twice", name.trim())));
            }
            let head = *first.get_or_insert(colour as u8);
            groups[colour as usize] = head;
        }
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setups::{FILE, load};
    use alloc::string::ToString as _;

    fn try_out(players: usize, variant: &str) -> Result<Options, Unbuilt> {
        let map = Map::built_in().expect("the map");
        let (setups, _) = load(&map, FILE.0, FILE.1).expect("the set-ups");
        parse(&setups, &[], &map, players, variant)
    }

    /// IS-10.5: from any start to any end; IS-10.2: one against two is limited to two Epochs, and card 62 stays out.
    #[test]
    fn epochs_from_any_start_to_any_end() {
        for first in 1..=4 {
            for last in first..=4 {
                let options = try_out(2, &format!("epochs={first}-{last}")).expect("a span");
                assert_eq!((options.first_epoch, options.last_epoch), (first, last));
                let uneven = try_out(3, &format!("owners=red+green/blue, epochs={first}-{last}"));
                assert_eq!(uneven.is_ok(), first <= 3 && last <= first + 1, "{first}-{last}");
            }
        }
        let uneven = try_out(3, "owners=red+blue").expect("one against two");
        assert_eq!((uneven.single(), uneven.first_epoch, uneven.last_epoch), (Some(Seat(1)), 1, 2));
        assert_eq!((uneven.time_passes, uneven.divisor), (TimePasses::Out, 4));
        assert_eq!(try_out(3, "owners=red+blue, 62=blank, divide=3").map(|o| o.divisor), Ok(3));
        assert_eq!(try_out(3, "").map(|options| options.single()), Ok(None));
    }

    /// IS-10.1, IS-10.3, IS-10.7, IS-10.8, IS-2.7: what the rulebook does not allow is refused.
    #[test]
    fn what_cannot_be_played_is_refused() {
        let check = |players: usize, variant: &str, expected: &str| {
            let refused = try_out(players, variant).expect_err(variant);
            let refused = refused.to_string();
            assert!(refused.starts_with(expected), "{variant}: {refused}");
        };
        check(4, "owners=red+blue", "every player has the same number");
        check(4, "owners=red+blue+green+purple", "every player has the same number");
        check(5, "teams=red+blue/green+purple", "teams have the same number");
        check(4, "teams=red+blue/green+purple, owners=red+green/blue+purple", "in team play everybody has one");
        check(4, "teams=red+blue/red+purple", "'red' is named twice");
        check(4, "wonders=1", "Wonders at the beginning are for games");
        check(4, "wonders=2, epochs=2-4", "there are seven Wonders");
        check(2, "wonders=3, epochs=2-4", "'3' is not one or two Wonders");
        check(6, "hordes", "with six civilizations no colour");
        check(4, "double", "double discs are for three");
        check(2, "epochs=3-2", "'3-2' is not a span");
        check(2, "setup=4c", "the set-up '4c' is for 4");
        check(2, "setup=9z", "there is no set-up '9z'; for 2 there are: basic-2, 2a");
        check(2, "civs=egypt+rome", "these civilizations do not fit");
        check(3, "divide=9", "'9' is not 3, 4 or 5");
        check(2, "beer", "'beer' is not a variant; there are: scenario=KEY");
        assert!(try_out(6, "owners=red+green/blue+purple/brown+yellow").is_ok());
        assert!(try_out(6, "teams=red+green+blue/purple+brown+yellow, best-of-team").is_ok());
        assert!(try_out(3, "wonders=2, epochs=2-4, double, aeneas=2, full-epochs").is_ok());
    }
}
