//! What a purchase is worth: income over the turns to come, against what could be lost and what could be won.

use super::Mind;
use crate::classic::orders::Wish;
use crate::classic::phases::shop::Shop;
use crate::classic::position::Site;
use crate::pieces::{Building, Card, Cards, Good, Province, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// Heroes and wonders in the order in which they help a growing player; the own hero is reserved and can wait (MN-4.6).
pub(super) const FAVOURITES: [Card; 16] = [
    Card::TempleOfArtemis,
    Card::Colossus,
    Card::HangingGardens,
    Card::Mausoleum,
    Card::Hammurabi,
    Card::Cleopatra,
    Card::Hannibal,
    Card::JuliusCaesar,
    Card::Pericles,
    Card::Ulysses,
    Card::Helen,
    Card::Solomon,
    Card::Agamemnon,
    Card::Archimedes,
    Card::Nebuchadnezzar,
    Card::StatueOfZeus,
];
/// What neighbours could do and offer, province by province: purchases hardly change it, so it is found once.
pub(super) struct Outlook {
    /// The most legions a rival could bring.
    threats: Vec<u8>,
    /// What a conquest would win.
    prizes: Vec<i32>,
}

impl Outlook {
    pub(super) fn of(mind: &Mind<'_>) -> Outlook {
        let provinces = || mind.position.provinces().map(|(province, _)| province);
        Outlook {
            threats: provinces().map(|province| mind.threat(province)).collect(),
            prizes: provinces().map(|province| mind.prize(mind.position, province)).collect(),
        }
    }
}

/// What a purchase is worth for each card of its price, in hundredths.
pub(super) struct Judge<'a, 'b> {
    pub(super) mind: &'a Mind<'b>,
    /// What the buyer earns with everything on his list.
    pub(super) income: Cards,
    /// The shop with everything on his list.
    pub(super) shop: &'a Shop<'b>,
    pub(super) outlook: &'a Outlook,
}

impl Judge<'_, '_> {
    pub(super) fn worth(&self, wish: Wish) -> i32 {
        let turns = self.mind.horizon();
        match wish {
            Wish::Card(card) => self.card(card),
            Wish::City(province, _) => self.yielding(province, self.tax(province)) * turns / 3,
            Wish::Caravan(province, Some(good)) => self.yielding(province, self.good(province, good)) * turns / 3,
            Wish::Caravan(_, None) | Wish::Ship(_) | Wish::Unit(Unit::Creature, _) => 0,
            Wish::Temple(province) => self.doubling(province, Building::City) * turns / 6,
            Wish::Market(province) => self.doubling(province, Building::Caravan) * turns / 6,
            Wish::Influence(province) => self.influence(province),
            Wish::Unit(Unit::Legion, province) => self.legion(province),
            Wish::Unit(Unit::Fortress, province) => self.fortress(province),
            Wish::Unit(Unit::Trireme, province) => self.trireme(province),
        }
    }

    /// Victory before everything; else whatever helps most, before every other purchase: sets of nine are rare.
    fn card(&self, card: Card) -> i32 {
        match FAVOURITES.iter().position(|favourite| *favourite == card) {
            _ if card == Card::Pyramids => 1_000_000,
            Some(place) => 100_000 - place as i32,
            None => 99_000,
        }
    }

    fn tax(&self, province: Province) -> i32 {
        let quality = self.mind.quality(&self.income, Good::Tax);
        if self.shop.position.area(province).has(Site::Temple) { quality * 2 } else { quality }
    }

    fn good(&self, province: Province, good: Good) -> i32 {
        let quality = self.mind.quality(&self.income, good);
        if self.shop.position.area(province).has(Site::Market) { quality + 60 } else { quality }
    }

    /// A building that others will take is worth less.
    fn yielding(&self, province: Province, quality: i32) -> i32 {
        if self.gap(province) > 0 { quality / 2 } else { quality }
    }

    fn doubling(&self, province: Province, building: Building) -> i32 {
        let area = self.shop.position.area(province);
        let sites = area.sites().filter(|site| site.building() == building).count() as i32;
        let each = match building {
            Building::City => self.mind.quality(&self.income, Good::Tax),
            _ => 70,
        };
        self.yielding(province, each * sites)
    }

    fn influence(&self, province: Province) -> i32 {
        let area = self.shop.position.area(province);
        let turns = self.mind.horizon();
        if area.owner.is_some() {
            // A province to convert brings all that stands in it.
            return if area.converter() == Some(self.mind.seat) { self.conversion(province) } else { 0 };
        }
        let promise = self.mind.promise(&self.shop.position, &self.income, province);
        let sites = self.mind.open_sites(&self.shop.position, province).count().min(2) as i32;
        let price = if self.is_free_marker() { 0 } else { 3 };
        if sites == 0 {
            return if price == 0 { 1 } else { 0 };
        }
        self.yielding(province, promise) * (turns - 1).max(0) / (price + 3 * sites)
    }

    fn is_free_marker(&self) -> bool {
        let used = self.shop.bought.iter().any(|purchase| purchase.discount == Some(Card::Hammurabi));
        self.shop.position.owns(self.mind.seat, Card::Hammurabi) && !used
    }

    fn conversion(&self, province: Province) -> i32 {
        let turns = self.mind.horizon();
        let promise = self.mind.promise(&self.shop.position, &self.income, province);
        (self.mind.yields(province) * 120 * turns + promise * (turns - 1).max(0) / 3) / 3
    }

    /// By how many legions an attacker could be stronger than the guard.
    fn gap(&self, province: Province) -> i32 {
        let guard = self.mind.guard(self.shop.position.area(province));
        i32::from(self.outlook.threats[province.index()]) - i32::from(guard)
    }

    /// What an attacker would win.
    fn stake(&self, province: Province) -> i32 {
        let capital = i32::from(self.mind.game.core.capital(self.mind.seat) == province);
        self.mind.yields(province) + capital
    }

    fn fortress(&self, province: Province) -> i32 {
        let stake = self.stake(province);
        let turns = self.mind.horizon().min(6);
        match self.gap(province) {
            1.. if stake >= 2 => stake * turns * 60 / 3,
            _ => stake * 5,
        }
    }

    fn legion(&self, province: Province) -> i32 {
        let turns = self.mind.horizon().min(6);
        let defence = match self.gap(province) {
            gap @ 1.. => self.stake(province) * turns * 50 / 3 / gap,
            _ => 0,
        };
        let capital = self.mind.game.core.capital(self.mind.seat) == province;
        let reserve = if capital { 25 } else { 15 };
        defence.max(self.campaign(province)).max(reserve)
    }

    /// What a legion here helps to conquer: the best province in reach for which few legions are missing.
    fn campaign(&self, from: Province) -> i32 {
        let position = &self.shop.position;
        let reachable = |to: &Province| {
            *to != from
                && (self.mind.game.core.board.touches(from, *to) || self.mind.could_cross(self.mind.seat, from, *to))
        };
        let prizes = position.provinces().map(|(province, _)| province).zip(&self.outlook.prizes);
        let targets = prizes.filter(|(target, prize)| **prize > 0 && reachable(target));
        targets
            .map(|(target, prize)| {
                let missing = i32::from(self.mind.needed(position.area(target))) - i32::from(self.near(target));
                if missing > 0 { prize / missing / 3 } else { 0 }
            })
            .max()
            .unwrap_or(0)
    }

    /// Own legions that could march into a province, with those just bought.
    fn near(&self, target: Province) -> u8 {
        let seat: Seat = self.mind.seat;
        let position = &self.shop.position;
        let capital = self.mind.game.core.capital(seat);
        let camps = position.provinces().filter(|(from, area)| {
            area.legions[seat.index()] > 0
                && (self.mind.game.core.board.touches(*from, target) || self.mind.could_cross(seat, *from, target))
        });
        camps.map(|(from, area)| area.legions[seat.index()] - u8::from(from == capital)).sum()
    }

    /// A trireme opens a sea: it is worth the best free province beyond that cannot be reached yet.
    fn trireme(&self, province: Province) -> i32 {
        let position = &self.shop.position;
        let seat = self.mind.seat;
        let waiting = position.provinces().any(|(_, area)| area.docked[seat.index()] > 0);
        let board = &self.mind.game.core.board;
        let unopened = board.land(province).coasts.iter().filter(|sea| position.fleet(**sea, seat) == 0);
        let promise = |to: &Province| {
            let reached = self.mind.owned().any(|from| position.adjacent(board, seat, from, *to));
            match position.area(*to).owner {
                None if !reached => self.mind.promise(position, &self.income, *to),
                Some(owner)
                    if owner != seat && self.mind.needed(position.area(*to)) < position.units(seat, Unit::Legion) =>
                {
                    self.mind.yields(*to) * 60
                }
                _ => 0,
            }
        };
        let turns = (self.mind.horizon() - 2).max(0);
        let opens = |sea: &Sea| board.water(*sea).coasts.iter().map(promise).sum::<i32>();
        match unopened.map(opens).max() {
            Some(best) if !waiting => best.min(500) * turns / 12,
            Some(_) => 10,
            None => 0,
        }
    }
}
