//! What borders what, on land and at sea.

use super::facts::Origin;
use super::file::{BetweenEntry, CoastEntry, Name};
use super::load::Loader;
use super::read::File;
use alloc::format;
use toml::Spanned;

impl Loader<'_> {
    /// Loads all borders, then looks for provinces that nobody can reach.
    pub(super) fn borders(&mut self, file: &File) {
        let section = Origin { source: &file.borders.source, note: &file.borders.note };
        file.land.iter().for_each(|entry| self.land_border(entry, section));
        file.coast.iter().for_each(|entry| self.coast(entry, section));
        file.sea.iter().for_each(|entry| self.passage(entry, section));
        file.strait.iter().for_each(|entry| self.strait(entry, section));
        for entry in &file.provinces {
            let name = &entry.get_ref().name;
            let land = self.board.provinces.iter().find(|land| land.name == *name.get_ref());
            if land.is_some_and(|land| land.borders.is_empty() && land.coasts.is_empty()) {
                let reason = format!("{} has neither a border nor a coast", name.get_ref());
                self.flaws.add(name.span().start, reason);
            }
        }
    }

    fn land_border(&mut self, entry: &Spanned<BetweenEntry>, section: Origin) {
        let BetweenEntry { between: [a, b], source, note } = entry.get_ref();
        let at = entry.span().start;
        let what = format!("border {} - {}", a.get_ref(), b.get_ref());
        self.fact(at, what, Origin { source, note }.or(section));
        let (Some(left), Some(right)) = (self.find(a), self.find(b)) else { return };
        for (name, province) in [(a, left), (b, right)] {
            if self.board.land(province).island {
                let reason = format!("the island {} cannot have a land border", name.get_ref());
                self.flaws.add(name.span().start, reason);
            }
        }
        if left == right {
            self.itself(a);
        } else if self.board.touches(left, right) {
            self.twice(at, a, b);
        } else {
            self.board.provinces[left.index()].borders.push(right);
            self.board.provinces[right.index()].borders.push(left);
        }
    }

    fn coast(&mut self, entry: &Spanned<CoastEntry>, section: Origin) {
        let CoastEntry { land, sea, source, note } = entry.get_ref();
        let at = entry.span().start;
        let what = format!("coast {} - {}", land.get_ref(), sea.get_ref());
        self.fact(at, what, Origin { source, note }.or(section));
        let (Some(province), Some(water)) = (self.find(land), self.find_sea(sea)) else { return };
        if self.board.washes(water, province) {
            self.twice(at, land, sea);
        } else {
            self.board.provinces[province.index()].coasts.push(water);
            self.board.seas[water.index()].coasts.push(province);
        }
    }

    fn passage(&mut self, entry: &Spanned<BetweenEntry>, section: Origin) {
        let BetweenEntry { between: [a, b], source, note } = entry.get_ref();
        let at = entry.span().start;
        let what = format!("passage {} - {}", a.get_ref(), b.get_ref());
        self.fact(at, what, Origin { source, note }.or(section));
        let (Some(left), Some(right)) = (self.find_sea(a), self.find_sea(b)) else { return };
        if left == right {
            self.itself(a);
        } else if self.board.joins(left, right) {
            self.twice(at, a, b);
        } else {
            self.board.seas[left.index()].borders.push(right);
            self.board.seas[right.index()].borders.push(left);
        }
    }

    /// A strait joins two provinces that have no land border (MY-5.3.4).
    fn strait(&mut self, entry: &Spanned<BetweenEntry>, section: Origin) {
        let BetweenEntry { between: [a, b], source, note } = entry.get_ref();
        let at = entry.span().start;
        let what = format!("strait {} - {}", a.get_ref(), b.get_ref());
        self.fact(at, what, Origin { source, note }.or(section));
        let (Some(left), Some(right)) = (self.find(a), self.find(b)) else { return };
        if left == right {
            self.itself(a);
        } else if self.board.touches(left, right) {
            self.twice(at, a, b);
        } else {
            self.board.straits.push((left, right));
        }
    }

    fn itself(&mut self, name: &Name) {
        self.flaws.add(name.span().start, format!("{} borders itself", name.get_ref()));
    }

    fn twice(&mut self, at: usize, a: &Name, b: &Name) {
        self.flaws.add(at, format!("{} - {} is listed twice", a.get_ref(), b.get_ref()));
    }
}
