//! The civilizations and their basic set-ups.

use super::facts::Origin;
use super::file::{CaravanEntry, CivilizationEntry, Name, Sourced, StartEntry};
use super::load::Loader;
use super::{Civilization, Start};
use crate::pieces::{Building, Card, Creature, Province, Role, Unit};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use toml::Spanned;

impl Loader<'_> {
    /// Loads the civilizations in the order of the file, which is the order of the seats.
    pub(super) fn civilizations(&mut self, entries: &[Spanned<CivilizationEntry>]) {
        if !(3..=6).contains(&entries.len()) {
            let at = entries.last().map_or(0, |entry| entry.span().start);
            self.flaws.add(at, format!("there are {} civilizations, not 3 to 6", entries.len()));
        }
        for (seat, entry) in (0..=u8::MAX).map(Seat).zip(entries) {
            self.civilization(seat, entry);
        }
        self.enough_tokens(entries);
    }

    fn civilization(&mut self, seat: Seat, spanned: &Spanned<CivilizationEntry>) {
        let entry = spanned.get_ref();
        let name = entry.name.get_ref();
        if self.board.civilizations.iter().any(|one| one.key == *entry.key.get_ref()) {
            let reason = format!("'{}' is named twice", entry.key.get_ref());
            self.flaws.add(entry.key.span().start, reason);
        }
        if !entry.colour.get_ref().bytes().all(|byte| byte.is_ascii_lowercase()) {
            let reason = format!("'{}' is not the name of a colour", entry.colour.get_ref());
            self.flaws.add(entry.colour.span().start, reason);
        }
        let Some(capital) = &entry.capital else {
            self.flaws.add(spanned.span().start, format!("{name} has no capital"));
            return;
        };
        let Sourced { is, source, note } = capital.get_ref();
        self.fact(capital.span().start, format!("capital of {name}"), Origin { source, note });
        let found = self.find(&Spanned::new(capital.span(), is.clone()));
        let hero = self.hero(name, &entry.hero);
        let role = entry.role.as_ref().and_then(|role| self.role(name, role));
        let creature = self.creature(name, spanned.span().start, entry.creature.as_ref());
        let (Some(capital), Some(hero)) = (found, hero) else { return };
        let land = &mut self.board.provinces[capital.index()];
        if land.capital_of.replace(seat).is_some() {
            let reason = format!("{} is the capital of another civilization already", land.name);
            self.flaws.add(spanned.span().start, reason);
        }
        let mut near = self.board.land(capital).borders.clone();
        let neutral = match &entry.neutral {
            Some(list) => self.places(list, format!("neutral {name}")),
            None => near.clone(),
        };
        if let Some(list) = &entry.also_near {
            for place in self.places(list, format!("also near the capital of {name}")) {
                if !near.contains(&place) {
                    near.push(place);
                }
            }
        }
        let start = self.start(name, capital, &entry.start);
        self.board.civilizations.push(Civilization {
            key: entry.key.get_ref().clone(),
            name: name.clone(),
            colour: entry.colour.get_ref().clone(),
            capital,
            hero,
            creature,
            role,
            near,
            neutral,
            start,
        });
    }

    fn hero(&mut self, name: &str, entry: &Spanned<Sourced<String>>) -> Option<Card> {
        let (at, Sourced { is, source, note }) = (entry.span().start, entry.get_ref());
        self.fact(at, format!("hero of {name}"), Origin { source, note });
        let hero = Card::from_key(is).filter(|card| !card.is_wonder() && self.edition.cards.contains(card));
        match hero {
            None => self.flaws.add(at, format!("unknown hero '{is}'")),
            Some(hero) if self.board.civilizations.iter().any(|one| one.hero == hero) => {
                self.flaws.add(at, format!("the hero '{is}' is given twice"));
            }
            Some(_) => {}
        }
        hero
    }

    /// The creature of a civilization: in a game with creatures each has its own, in others none has.
    fn creature(&mut self, name: &str, at: usize, entry: Option<&Spanned<Sourced<String>>>) -> Option<Creature> {
        let needed = self.edition.units.contains(&Unit::Creature);
        let Some(entry) = entry else {
            if needed {
                self.flaws.add(at, format!("{name} has no creature"));
            }
            return None;
        };
        let (at, Sourced { is, source, note }) = (entry.span().start, entry.get_ref());
        self.fact(at, format!("creature of {name}"), Origin { source, note });
        let creature = Creature::from_key(is).filter(|_| needed);
        match creature {
            None => self.flaws.add(at, format!("unknown creature '{is}'")),
            Some(_) if self.board.civilizations.iter().any(|one| one.creature == creature) => {
                self.flaws.add(at, format!("the creature '{is}' is given twice"));
            }
            Some(_) => {}
        }
        creature
    }

    fn role(&mut self, name: &str, entry: &Spanned<Sourced<String>>) -> Option<Role> {
        let (at, Sourced { is, source, note }) = (entry.span().start, entry.get_ref());
        self.fact(at, format!("starting role of {name}"), Origin { source, note });
        let role = Role::from_key(is).filter(|role| self.edition.roles.contains(role));
        if role.is_none() {
            self.flaws.add(at, format!("unknown role '{is}'"));
        } else if self.board.civilizations.iter().any(|one| one.role == role) {
            self.flaws.add(at, format!("the role '{is}' is given twice"));
        }
        role
    }

    fn places(&mut self, entry: &Spanned<Sourced<Vec<Name>>>, what: String) -> Vec<Province> {
        let Sourced { is, source, note } = entry.get_ref();
        self.fact(entry.span().start, what, Origin { source, note });
        is.iter().filter_map(|name| self.find(name)).collect()
    }

    fn start(&mut self, civilization: &str, capital: Province, spanned: &Spanned<StartEntry>) -> Start {
        let entry = spanned.get_ref();
        let (at, origin) = (spanned.span().start, Origin { source: &entry.source, note: &entry.note });
        self.fact(at, format!("basic set-up of {civilization}"), origin);
        let mut start = Start::default();
        for name in &entry.markers {
            let Some(province) = self.find(name) else { continue };
            let others = self.board.civilizations.iter().map(|one| &one.start);
            if others.chain([&start]).any(|start| start.markers.contains(&province)) {
                let reason = format!("{} has a marker already", name.get_ref());
                self.flaws.add(name.span().start, reason);
            }
            start.markers.push(province);
        }
        if !start.markers.contains(&capital) {
            self.flaws.add(at, format!("{civilization} has no marker in its capital"));
        }
        for name in &entry.cities {
            match self.board.city(name.get_ref()) {
                None => {
                    let reason = format!("no city site is called '{}'", name.get_ref());
                    self.flaws.add(name.span().start, reason);
                }
                Some(site) if start.cities.contains(&site) => {
                    let reason = format!("the city '{}' is placed twice", name.get_ref());
                    self.flaws.add(name.span().start, reason);
                }
                Some(site) => {
                    self.marked(&start, site.0, name);
                    start.cities.push(site);
                }
            }
        }
        for caravan in &entry.caravans {
            self.caravan(civilization, &mut start, caravan, origin);
        }
        start.markets = self.single(&start, &entry.markets);
        start.temples = self.single(&start, &entry.temples);
        start.legions = self.units(&start, &entry.legions, Unit::Legion);
        start.fortresses = self.units(&start, &entry.fortresses, Unit::Fortress);
        start.triremes = self.units(&start, &entry.triremes, Unit::Trireme);
        let (used, most) = (start.markers.len(), self.board.pieces.markers);
        if used > usize::from(most) {
            self.flaws.add(at, format!("{used} markers are more than the {most} of a player"));
        }
        start
    }

    fn caravan(&mut self, civilization: &str, start: &mut Start, spanned: &Spanned<CaravanEntry>, section: Origin) {
        let CaravanEntry { good: key, place, source, note } = spanned.get_ref();
        let what = format!("{civilization} starts with {} in {}", key.get_ref(), place.get_ref());
        if source.is_some() || note.is_some() {
            self.fact(spanned.span().start, what, Origin { source, note }.or(section));
        }
        let good = self.good(key.get_ref(), key.span().start);
        let (Some(good), Some(province)) = (good, self.find(place)) else { return };
        let sites = (0..=u8::MAX).zip(&self.board.land(province).goods);
        let mut sites = sites.filter(|(_, yields)| **yields == good).map(|(site, _)| (province, site));
        match sites.find(|site| !start.caravans.contains(site)) {
            Some(site) => start.caravans.push(site),
            None => {
                let reason = format!("{} has no free site for {}", place.get_ref(), good.key());
                self.flaws.add(spanned.span().start, reason);
            }
        }
        self.marked(start, province, place);
    }

    /// Places one building of a kind in each of the provinces.
    fn single(&mut self, start: &Start, names: &[Name]) -> Vec<Province> {
        let mut list = Vec::new();
        for name in names {
            let Some(province) = self.find(name) else { continue };
            self.marked(start, province, name);
            if list.contains(&province) {
                let reason = format!("{} can hold only one of them", name.get_ref());
                self.flaws.add(name.span().start, reason);
            }
            list.push(province);
        }
        list
    }

    fn units(&mut self, start: &Start, entries: &BTreeMap<Name, Spanned<i64>>, unit: Unit) -> Vec<(Province, u8)> {
        let most = self.board.pieces.unit(unit);
        let mut left = most;
        let mut list = Vec::new();
        for (name, number) in entries {
            let largest = if unit == Unit::Fortress { left.min(1) } else { left };
            let number = self.number(*number.get_ref(), number.span().start, largest);
            left -= number;
            let Some(province) = self.find(name) else { continue };
            self.marked(start, province, name);
            if unit == Unit::Trireme && self.board.land(province).coasts.is_empty() {
                self.flaws.add(name.span().start, format!("{} has no coast", name.get_ref()));
            }
            list.push((province, number));
        }
        list
    }

    /// Notes a flaw if something is placed where the civilization has no marker.
    fn marked(&mut self, start: &Start, province: Province, name: &Name) {
        if !start.markers.contains(&province) {
            let land = &self.board.land(province).name;
            let reason = format!("there is no marker in {land} to place this");
            self.flaws.add(name.span().start, reason);
        }
    }

    /// Notes a flaw if the set-ups together need more tokens than a full table has.
    fn enough_tokens(&mut self, entries: &[Spanned<CivilizationEntry>]) {
        let at = entries.first().map_or(0, |entry| entry.span().start);
        let stock = self.board.stock(self.board.civilizations.len());
        let starts = self.board.civilizations.iter().map(|one| &one.start);
        let mut used = [0; Building::ALL.len()];
        for start in starts {
            used[Building::City as usize] += start.cities.len();
            used[Building::Caravan as usize] += start.caravans.len();
            used[Building::Market as usize] += start.markets.len();
            used[Building::Temple as usize] += start.temples.len();
        }
        for building in Building::ALL {
            let (used, most) = (used[*building as usize], stock.of(*building));
            if used > usize::from(most) {
                let reason = format!("the set-ups need {used} of '{}', the stock has {most}", building.key());
                self.flaws.add(at, reason);
            }
        }
    }
}
