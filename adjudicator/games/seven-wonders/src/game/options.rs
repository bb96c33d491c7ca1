//! The variant that a table plays, as a person writes it.

use crate::deck::{Deck, Expansion, Extra, FILE, Part};
use crate::deity::{Deity, MythCard};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Unbuilt;
use tabellarius_kernel::flaw::Flaw;

/// Which sides of the boards are played (7W-2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// Drawn for each board.
    Drawn,
    /// All A.
    A,
    /// All B.
    B,
}

/// Who plays with whom (7W-12.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alliance {
    /// Everybody for himself.
    Alone,
    /// Two and two, side by side.
    Pairs,
}

/// The variant that a table plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The boxes that are played with.
    pub expansions: Vec<Expansion>,
    /// What is used of a box besides.
    pub extras: Vec<Extra>,
    /// The wonders that take part, by seat.
    pub wonders: Vec<u8>,
    /// Which sides are played.
    pub sides: Sides,
    /// Who plays with whom.
    pub alliance: Alliance,
    /// How many play; a further wonder is the Free City (7W-14.1).
    pub players: usize,
}

const KNOWN: &str = "a, b, leaders, cities, myths, teams, myth-guilds, myth-leaders, wonders=rhodos+gizah+babylon";

impl Options {
    /// Reads a variant as a person writes it: `leaders`, `a`, `wonders=rhodos+gizah+babylon`, separated by commas.
    pub fn parse(players: usize, variant: &str) -> Result<Options, Unbuilt> {
        let deck = Options::deck(variant)?;
        Options::parse_on(&deck, players, variant)
    }

    /// The compiled-in data that a variant needs.
    pub fn deck(variant: &str) -> Result<Deck, Vec<Flaw>> {
        Deck::load_parts(&Options::files_of(variant))
    }

    /// The compiled-in files that a variant needs, and how much of each: the game's own first.
    pub fn files_of(variant: &str) -> Vec<(&'static str, &'static str, Part)> {
        files(&Options::expansions(variant), Options::extras(variant))
    }

    /// The compiled-in files that are needed.
    pub fn files(&self) -> Vec<(&'static str, &'static str, Part)> {
        files(&self.expansions, self.extras.clone())
    }

    /// What a variant takes of a box that is not played with: a wonder must be named to take part (7W-2.1).
    fn extras(variant: &str) -> Vec<Extra> {
        let names: Vec<&str> = variant.split(',').map(str::trim).collect();
        let is_named = |extra: &Extra| match extra {
            Extra::Wonders => names.iter().any(|name| name.starts_with("wonders")),
            extra => names.contains(&extra.key()),
        };
        Extra::ALL.iter().copied().filter(is_named).collect()
    }

    /// The myths that take part, by their signs (7W-13.3).
    pub(super) fn pantheon(&self, deck: &Deck) -> Vec<Deity> {
        let on_table = |name: &String| match name.as_str() {
            "teams" => self.alliance == Alliance::Pairs,
            name => self.expansions.iter().any(|expansion| expansion.key() == name),
        };
        let players = self.players as u8;
        let takes_part = |card: &&MythCard| {
            let signs = &card.inclusion;
            signs.only_with.iter().all(on_table)
                && !signs.not_with.iter().any(on_table)
                && signs.players.is_none_or(|[least, most]| (least..=most).contains(&players))
        };
        let mut all: Vec<Deity> = deck.myths.iter().filter(takes_part).map(|card| card.deity).collect();
        all.sort();
        all
    }

    /// The boxes that a variant names.
    pub fn expansions(variant: &str) -> Vec<Expansion> {
        let names: Vec<&str> = variant.split(',').map(str::trim).collect();
        Expansion::ALL.iter().copied().filter(|expansion| names.contains(&expansion.key())).collect()
    }

    /// The same with an operator's data.
    pub fn parse_on(deck: &Deck, players: usize, variant: &str) -> Result<Options, Unbuilt> {
        let expansions = Options::expansions(variant);
        let most = deck.most_players();
        if !(2..=most).contains(&players) {
            return Err(Unbuilt::Refused(format!("7 Wonders is for 2 to {most} players, not {players}")));
        }
        // 7W-14.1: between two players lies the Free City.
        let cities = players.max(3);
        let mut options = Options {
            wonders: deck.first_wonders(cities),
            sides: Sides::Drawn,
            expansions,
            extras: Options::extras(variant),
            alliance: Alliance::Alone,
            players,
        };
        for option in variant.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            match option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim())) {
                ("a", "") => options.sides = Sides::A,
                ("b", "") => options.sides = Sides::B,
                ("teams", "") if !options.expansions.contains(&Expansion::Cities) => {
                    return Err("teams come with Cities: write 'cities, teams'".into());
                }
                ("teams", "") if players % 2 == 1 || players == 2 => {
                    return Err(Unbuilt::Refused(format!("{players} players make no teams of two")));
                }
                ("teams", "") => options.alliance = Alliance::Pairs,
                ("myth-leaders", "") if !options.expansions.contains(&Expansion::Leaders) => {
                    return Err("the leaders of Myths come with Leaders: write 'leaders, myth-leaders'".into());
                }
                (key @ ("myth-guilds" | "myth-leaders"), "") if options.expansions.contains(&Expansion::Myths) => {
                    return Err(Unbuilt::Refused(format!("'{key}' is part of 'myths'")));
                }
                ("myth-guilds" | "myth-leaders", "") => {}
                (key, "") if Expansion::from_key(key).is_some() => {}
                ("wonders", names) => options.wonders = wonders_of(deck, cities, names)?,
                _ => return Err(Unbuilt::Refused(format!("'{option}' is not a variant; there are: {KNOWN}"))),
            }
        }
        Ok(options)
    }
}

fn files(boxes: &[Expansion], extras: Vec<Extra>) -> Vec<(&'static str, &'static str, Part)> {
    let mut files = alloc::vec![(FILE.0, FILE.1, Part::Whole)];
    files.extend(boxes.iter().map(|expansion| (expansion.file().0, expansion.file().1, Part::Whole)));
    if !boxes.contains(&Expansion::Myths) && !extras.is_empty() {
        let (file, text) = Expansion::Myths.file();
        files.push((file, text, Part::Only(extras)));
    }
    files
}

fn wonders_of(deck: &Deck, players: usize, names: &str) -> Result<Vec<u8>, Unbuilt> {
    let mut wonders = Vec::new();
    for name in names.split('+').map(str::trim) {
        let found = (0u8..).zip(&deck.wonders).find(|(_, wonder)| wonder.key.eq_ignore_ascii_case(name));
        match found {
            Some((i, _)) if !wonders.contains(&i) => wonders.push(i),
            Some(_) => return Err(Unbuilt::Refused(format!("'{name}' can be played only once"))),
            None => return Err(Unbuilt::Refused(format!("there is no wonder '{name}'"))),
        }
    }
    if wonders.len() == players {
        Ok(wonders)
    } else {
        Err(Unbuilt::Refused(format!("{players} players need {players} wonders")))
    }
}
