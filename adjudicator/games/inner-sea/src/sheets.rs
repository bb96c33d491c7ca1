//! The civilization sheets, written in the words of the deck (IS-9). Cards beat sheets, and sheets beat rules (IS-1.9).
//!
//! Carthage IS-9.1, Celtiberia IS-9.2, Egypt IS-9.3, Gaul IS-9.4, Mauretania IS-9.5, Minos IS-9.6, Mycenae IS-9.7, Phoenicia IS-9.8,
//! Rome IS-9.9, Troy IS-9.10: each is an entry of the file.

use crate::deck::step::{Setting, StepEntry, steps};
use crate::deck::{Step, Time};
use crate::map::one_of;
use crate::pieces::{Civ, PEOPLES};
use crate::scenario::Prize;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::{Fact, Flaw, Flaws};
use tabellarius_kernel::keyed;
use toml::Spanned;

/// The compiled-in file.
pub const FILE: (&str, &str) =
    ("config/inner-sea/sheets.toml", include_str!("../../../../config/inner-sea/sheets.toml"));

keyed!(
    /// What a sheet allows besides its steps.
    Power, "power", {
        OpenSea = "open-sea",
        DoubleLoot = "double-loot",
        Alphabet = "alphabet",
        Walls = "walls",
    }
);

/// One sheet.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SheetFile {
    /// Our own words for what it allows.
    pub text: String,
    /// In the Acquisition step (IS-4.2).
    pub acquire: Vec<Step>,
    /// At the start of the Placement step (IS-4.5).
    pub placing: Vec<Step>,
    /// At any moment of the Placement step (IS-9.8).
    pub during: Vec<Step>,
    /// At the start of the Competition Phase (IS-6.2).
    pub opening: Vec<Step>,
    /// Once a turn, at the start of one competition (IS-6.3).
    pub competition: Vec<Step>,
    /// At the end of the Victory Count (IS-7.3).
    pub scoring: Vec<Step>,
    /// What else it allows.
    pub powers: Vec<Power>,
}

impl SheetFile {
    fn lists(&mut self) -> [&mut Vec<Step>; 6] {
        let SheetFile { acquire, placing, during, opening, competition, scoring, .. } = self;
        [acquire, placing, during, opening, competition, scoring]
    }

    /// IS-19.11: what brings allies at sea is gone.
    pub fn loses_the_seas(&mut self) {
        self.competition.retain(|step| !step.is_at_sea());
    }

    /// Whether the sheet has a power.
    pub fn has(&self, power: Power) -> bool {
        self.powers.contains(&power)
    }
}

/// The sheets of everybody with what goes with a prize added: the words that speak of the home mean the area there (IS-14.5).
pub fn with_prize(sheets: &[SheetFile], printed: &[SheetFile], prize: &Prize) -> Vec<SheetFile> {
    let mut more = printed.get(prize.sheet as usize).cloned().unwrap_or_default();
    for steps in more.lists() {
        steps.iter_mut().for_each(|step| step.rooted(prize.area));
    }
    let with = |own: &SheetFile| {
        let (mut own, mut more) = (own.clone(), more.clone());
        for (to, from) in own.lists().into_iter().zip(more.lists()) {
            to.append(from);
        }
        own.powers.append(&mut more.powers);
        own.text = if own.text.is_empty() { more.text } else { format!("{} {}", own.text, more.text) };
        own
    };
    sheets.iter().map(with).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    sheet: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    civ: Spanned<String>,
    text: String,
    #[serde(default)]
    acquire: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    placing: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    during: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    opening: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    competition: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    scoring: Vec<Spanned<StepEntry>>,
    #[serde(default)]
    powers: Vec<Spanned<String>>,
    source: String,
    note: Option<String>,
}

/// Reads a file of sheets: one for each civilization, in the order of [`Civ`].
pub fn load(file: &str, text: &str) -> Result<(Vec<SheetFile>, Vec<Fact>), Vec<Flaw>> {
    let mut flaws = Flaws::new(file, text);
    let entries: File = match toml::from_str(text) {
        Ok(entries) => entries,
        Err(error) => {
            flaws.add(error.span().map_or(0, |span| span.start), error.message());
            return Err(flaws.into_list());
        }
    };
    let mut sheets = alloc::vec![SheetFile::default(); 10];
    let mut facts = Vec::new();
    let mut seen = [false; PEOPLES];
    for entry in &entries.sheet {
        let at = entry.civ.span().start;
        let Some(civ) = one_of(&entry.civ, "civilization", Civ::from_key, &mut flaws) else { continue };
        if core::mem::replace(&mut seen[civ as usize], true) || civ >= Civ::Barbarians {
            flaws.add(at, format!("'{}' has a sheet already, or needs none", civ.key()));
            continue;
        }
        let mut read =
            |list: &[Spanned<StepEntry>], time: Time, asks: bool| steps(list, Setting::of(&[time], asks), &mut flaws);
        sheets[civ as usize] = SheetFile {
            text: entry.text.clone(),
            acquire: read(&entry.acquire, Time::Growth, false),
            placing: read(&entry.placing, Time::Growth, true),
            during: read(&entry.during, Time::Growth, true),
            opening: read(&entry.opening, Time::Phase, true),
            competition: read(&entry.competition, Time::Competition, true),
            scoring: read(&entry.scoring, Time::Scoring, false),
            powers: Vec::new(),
        };
        let powers = entry.powers.iter().filter_map(|power| one_of(power, "power", Power::from_key, &mut flaws));
        sheets[civ as usize].powers = powers.collect();
        let (what, source) = (format!("the sheet of {}", civ.key()), entry.source.clone());
        facts.push(Fact { file: file.into(), line: flaws.line(at), what, source, note: entry.note.clone() });
    }
    for civ in Civ::ALL.iter().take(10).filter(|civ| !seen[**civ as usize]) {
        flaws.add(0, format!("'{}' has no sheet", civ.key()));
    }
    if flaws.is_empty() { Ok((sheets, facts)) } else { Err(flaws.into_list()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    #[test]
    fn ten_sheets_and_wrong_ones_refused() {
        let (sheets, facts) = load(FILE.0, FILE.1).expect("the sheets");
        assert_eq!((sheets.len(), facts.len()), (10, 10));
        assert!(sheets[Civ::Phoenicia as usize].has(Power::Alphabet));
        let check = |from: &str, to: &str, expected: &str| {
            let flaws = load("sheets.toml", &FILE.1.replacen(from, to, 1)).expect_err(to);
            assert!(flaws.iter().any(|flaw| flaw.to_string().ends_with(expected)), "{flaws:?}");
        };
        check("civ = \"gaul\"", "civ = \"goth\"", "there is no civilization 'goth'");
        check("civ = \"gaul\"", "civ = \"rome\"", "'rome' has a sheet already, or needs none");
        check("\"walls\"", "\"doors\"", "there is no power 'doors'");
        check("op = \"ready\"", "op = \"steady\"", "there is no operation 'steady'");
    }
}
