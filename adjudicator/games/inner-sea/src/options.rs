//! The variant that a table plays, as one value (IS-2, IS-10).

use crate::map::Map;
use crate::pieces::{Civ, Colour, MOST};
use crate::setups::Setup;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Who wins in team play (IS-10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// The best player.
    Single,
    /// The best team, all of it.
    Team,
    /// The best of the best team.
    BestOfTeam,
}

/// Options of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The set-up.
    pub setup: Setup,
    /// The civilizations by seat, if they are not chosen in play.
    pub civs: Vec<Civ>,
    /// The first Epoch.
    pub first_epoch: u8,
    /// The last Epoch.
    pub last_epoch: u8,
    /// The game ends when somebody has so many points (IS-10.5).
    pub vp_limit: Option<u16>,
    /// Whether an event comes at the end of the last Epoch (IS-10.6).
    pub final_event: bool,
    /// Whether an unused colour joins the Barbarians (IS-10.7).
    pub hordes: bool,
    /// Who plays a seat: seats with the same number belong to one player (IS-10.1).
    pub owners: [u8; MOST],
    /// Which team a seat belongs to.
    pub teams: [u8; MOST],
    /// Who wins.
    pub victory: Victory,
}

impl Options {
    /// Reads a variant as a person writes it: `setup=4c, epochs=1-2, limit=40, civs=egypt+troy, hordes`.
    pub fn parse(map: &Map, setups: &[Setup], players: usize, variant: &str) -> Result<Options, String> {
        let basic = setups.iter().find(|setup| setup.is_basic && setup.players == players);
        let Some(basic) = basic else { return Err(format!("there is no set-up for {players} civilizations")) };
        let own: [u8; MOST] = [0, 1, 2, 3, 4, 5];
        let mut options = Options {
            setup: basic.clone(),
            civs: Vec::new(),
            first_epoch: 1,
            last_epoch: 4,
            vp_limit: None,
            final_event: false,
            hordes: false,
            owners: own,
            teams: own,
            victory: Victory::Single,
        };
        for option in variant.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim()));
            match (key, value) {
                ("basic", "") => options.setup = basic.clone(),
                ("situation", "") => {
                    let first = setups.iter().find(|setup| !setup.is_basic && setup.players == players);
                    options.setup = first.unwrap_or(basic).clone();
                }
                ("setup" | "situation", key) => options.setup = setup_of(setups, players, key)?,
                ("epochs", span) => (options.first_epoch, options.last_epoch) = epochs(span)?,
                ("limit", points) => match points.parse() {
                    Ok(points @ 1..=500) => options.vp_limit = Some(points),
                    _ => return Err(format!("'{points}' is not a number of points")),
                },
                ("civs", names) => options.civs = civs(names)?,
                ("final-event", "") => options.final_event = true,
                ("hordes", "") if players < 6 => options.hordes = true,
                ("hordes", "") => return Err("with six civilizations no colour is left for the hordes".into()),
                ("double", "") if players <= 3 => options.setup.is_doubled = true,
                ("double", "") => return Err("double discs are for three civilizations or fewer".into()),
                ("owners", groups) => options.owners = seat_groups(groups, players)?,
                ("teams", groups) => {
                    options.teams = seat_groups(groups, players)?;
                    options.victory = Victory::Team;
                }
                ("best-of-team", "") => options.victory = Victory::BestOfTeam,
                _ if setups.iter().any(|setup| setup.key == option) => {
                    options.setup = setup_of(setups, players, option)?;
                }
                _ => {
                    let known = "setup=KEY, situation, epochs=1-2, limit=40, civs=egypt+troy, final-event, hordes, double, \
                                 owners=red+blue/green+purple, teams=red+blue/green+purple, best-of-team";
                    return Err(format!("'{option}' is not a variant; there are: {known}"));
                }
            }
        }
        options.check(map, players)?;
        Ok(options)
    }

    fn check(&self, map: &Map, players: usize) -> Result<(), String> {
        let _ = map;
        if !self.civs.is_empty() {
            let set = self.civs.iter().fold(0, |all: u16, civ| all | 1 << *civ as u16);
            if self.civs.len() != players || !self.setup.allowed.contains(&set) {
                return Err(format!("these civilizations do not fit the set-up '{}'", self.setup.key));
            }
        }
        Ok(())
    }
}

fn setup_of(setups: &[Setup], players: usize, key: &str) -> Result<Setup, String> {
    match setups.iter().find(|setup| setup.key == key) {
        Some(setup) if setup.players == players => Ok(setup.clone()),
        Some(setup) => Err(format!("the set-up '{key}' is for {} civilizations, not {players}", setup.players)),
        None => {
            let known: Vec<&str> = setups.iter().filter(|s| s.players == players).map(|s| s.key.as_str()).collect();
            Err(format!("there is no set-up '{key}'; for {players} there are: {}", known.join(", ")))
        }
    }
}

fn epochs(span: &str) -> Result<(u8, u8), String> {
    let (first, last) = span.split_once('-').unwrap_or((span, span));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first @ 1..=4), Ok(last @ 1..=4)) if first <= last => Ok((first, last)),
        _ => Err(format!("'{span}' is not a span of Epochs such as 1-4")),
    }
}

fn civs(names: &str) -> Result<Vec<Civ>, String> {
    let civ = |name: &str| {
        let found = Civ::from_key(&name.trim().to_lowercase()).filter(|civ| *civ != Civ::Barbarians);
        found.ok_or_else(|| format!("there is no civilization '{}'", name.trim()))
    };
    names.split('+').map(civ).collect()
}

/// `red+blue/green+purple`: who is not named stays alone.
fn seat_groups(text: &str, players: usize) -> Result<[u8; MOST], String> {
    let mut groups: [u8; MOST] = [0, 1, 2, 3, 4, 5];
    for group in text.split('/') {
        let mut first = None;
        for name in group.split('+') {
            let colour = Colour::from_key(name.trim()).filter(|colour| (*colour as usize) < players);
            let Some(colour) = colour else { return Err(format!("nobody plays '{}'", name.trim())) };
            let head = *first.get_or_insert(colour as u8);
            groups[colour as usize] = head;
        }
    }
    Ok(groups)
}
