//! Military: guard what is threatened, take what is weak (MN-5).

use super::battle::{attacks, conquests};
use super::{Mind, Sheet};
use crate::classic::event::Place;
use crate::classic::orders::{Nothing, Number, Order};
use crate::classic::phases::income;
use crate::classic::position::{Hold, Position};
use crate::common::moves::{Trek, Voyage, route};
use crate::pieces::{Card, Cards, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    mind.lead(sheet, Role::Military);
    let mut campaign = Campaign::new(mind);
    campaign.launch();
    campaign.relieve();
    campaign.conquer();
    campaign.advance();
    campaign.tell(sheet);
    attacks(mind, &campaign, sheet);
    if mind.position.units(mind.seat, Unit::Fortress) > 0 {
        // A fortress makes a sure hit and stays where it is needed: legions fall first (MN-5.4.6).
        sheet.order(Order::Losses { place: None, units: alloc::vec![(Unit::Legion, None), (Unit::Fortress, None)] });
    }
    if mind.position.units(mind.seat, Unit::Legion) > 0 {
        conquests(mind, &campaign, sheet);
    }
    if mind.position.owns(mind.seat, Card::Helen) {
        sheet.order(Order::Helen(Vec::new()));
    }
}

/// The moves while they are being planned.
pub(super) struct Campaign<'a, 'b> {
    mind: &'a Mind<'b>,
    /// The table after the moves planned so far.
    pub(super) position: Position,
    voyages: Vec<Voyage>,
    pub(super) treks: Vec<Trek>,
    /// Legions that may leave each province.
    free: Vec<u8>,
}

impl<'a, 'b> Campaign<'a, 'b> {
    fn new(mind: &'a Mind<'b>) -> Campaign<'a, 'b> {
        let free = mind.position.provinces().map(|(province, _)| free_legions(mind, province)).collect();
        Campaign { mind, position: mind.position.clone(), voyages: Vec::new(), treks: Vec::new(), free }
    }

    /// Ships go where they open most: free land to settle, weak land to take. A ship that is useful where it is stays.
    fn launch(&mut self) {
        let (mind, seat) = (self.mind, self.mind.seat);
        let board = &mind.game.core.board;
        let docks: Vec<Province> = mind
            .position
            .provinces()
            .filter(|(_, area)| area.docked[seat.index()] > 0)
            .map(|(province, _)| province)
            .collect();
        for province in docks {
            for _ in 0..mind.position.area(province).docked[seat.index()] {
                let best = board.land(province).coasts.iter().max_by_key(|sea| (self.opens(**sea), Reverse(sea.0)));
                if let Some(to) = best {
                    self.sail(Voyage { ships: 1, from: Place::Land(province), to: *to });
                }
            }
        }
        for (sea, water) in board.waters() {
            let ships = mind.position.fleet(sea, seat);
            if ships == 0 || self.use_of(sea) > 0 {
                continue;
            }
            // Only into a sea that touches own land: a chain must begin at home.
            let home = |sea: &&Sea| mind.owned().any(|province| board.washes(**sea, province));
            let best = water.borders.iter().filter(home).max_by_key(|next| (self.opens(**next), Reverse(next.0)));
            if let Some(to) = best.filter(|to| self.opens(**to) > 0) {
                self.sail(Voyage { ships: 1, from: Place::Sea(sea), to: *to });
            }
        }
    }

    fn sail(&mut self, voyage: Voyage) {
        voyage.apply(&mut self.position, self.mind.seat);
        self.voyages.push(voyage);
    }

    /// What a ship opens in a sea where there is none yet.
    fn opens(&self, sea: Sea) -> i32 {
        if self.position.fleet(sea, self.mind.seat) > 0 { 0 } else { 1 + self.use_of(sea) }
    }

    /// What a ship in a sea is good for: provinces on its coasts to settle or to conquer, own land to reach.
    fn use_of(&self, sea: Sea) -> i32 {
        let mind = self.mind;
        let income = income::due(&mind.game.core.board, mind.position)[mind.seat.index()];
        let worth = |province: &Province| match mind.position.area(*province).owner {
            None => self.beyond_land(*province, &income),
            Some(owner) if owner != mind.seat => {
                mind.yields(*province) * 20 / i32::from(mind.needed(mind.position.area(*province)))
            }
            Some(_) => 0,
        };
        mind.game.core.board.water(sea).coasts.iter().map(worth).sum()
    }

    fn beyond_land(&self, province: Province, income: &Cards) -> i32 {
        let by_land = self.mind.owned().any(|from| self.mind.game.core.board.touches(from, province));
        if by_land { 0 } else { self.mind.promise(self.mind.position, income, province) }
    }

    /// Drives enemies out of own provinces, and reinforces those that are threatened; the dearest first.
    fn relieve(&mut self) {
        let mind = self.mind;
        let mut wanting: Vec<(i32, Province, u8)> = Vec::new();
        for province in mind.owned() {
            let area = mind.position.area(province);
            let stake = mind.yields(province) + i32::from(mind.game.core.capital(mind.seat) == province);
            let guard = mind.guard(area);
            let enemies: u8 = area.enemies_of(mind.seat).iter().map(|seat| area.land_units(seat)).sum();
            if enemies > 0 {
                // One against one is fair at home; the capital is worth any fight.
                wanting.push((stake * 2, province, (enemies + 1).saturating_sub(guard).max(1)));
            } else if stake > 1 && mind.threat(province) > guard {
                wanting.push((stake, province, mind.threat(province) - guard));
            }
        }
        wanting.sort_by_key(|(stake, _, _)| -stake);
        for (_, province, legions) in wanting {
            self.send(province, legions, Least(1));
        }
    }

    /// Takes what is weak, the best prize first.
    fn conquer(&mut self) {
        let mind = self.mind;
        let mut targets: Vec<(i32, Province)> = mind
            .position
            .provinces()
            .map(|(province, _)| (mind.prize(&self.position, province), province))
            .filter(|(prize, _)| *prize > 0)
            .collect();
        targets.sort_by_key(|(prize, province)| (-prize, *province));
        for (_, province) in targets {
            let area = mind.position.area(province);
            let there = area.legions[mind.seat.index()];
            let needed = mind.needed(area);
            if there >= needed && area.enemies_of(mind.seat).is_empty() {
                continue;
            }
            let missing = needed.saturating_sub(there).max(1);
            // Occupied buildings want a legion each; a marker needs only one.
            self.send(province, missing, Least(missing));
        }
    }

    /// Sends legions from wherever they are free, if at least so many can come.
    fn send(&mut self, to: Province, legions: u8, least: Least) {
        let seat = self.mind.seat;
        let mut treks: Vec<Trek> = Vec::new();
        let mut missing = legions;
        for from in (0..self.free.len() as u8).map(Province).filter(|from| *from != to) {
            let number = self.free[from.index()].min(missing);
            if number > 0
                && let Some(via) = route(&self.mind.game.core, &self.position, seat, from, to)
            {
                treks.push(Trek { legions: number, from, to, via });
                missing -= number;
            }
        }
        if legions - missing >= least.0 {
            treks.into_iter().for_each(|trek| self.march(trek));
        }
    }

    fn march(&mut self, trek: Trek) {
        self.free[trek.from.index()] -= trek.legions;
        self.treks.push(trek);
    }

    /// Legions with nothing to do go one step towards the nearest prize they could win together.
    fn advance(&mut self) {
        for from in (0..self.free.len() as u8).map(Province) {
            let legions = self.free[from.index()];
            if legions > 0
                && let Some(to) = self.step(from, legions)
            {
                self.march(Trek { legions, from, to, via: Vec::new() });
            }
        }
    }

    /// The first step of the shortest way by land over empty or own provinces to a prize.
    fn step(&self, from: Province, legions: u8) -> Option<Province> {
        let mind = self.mind;
        let board = &mind.game.core.board;
        let quiet = |province: Province| {
            let area = mind.position.area(province);
            area.enemies_of(mind.seat).is_empty() && (area.owner.is_none() || area.owner == Some(mind.seat))
        };
        let mut ways: Vec<(Province, Province)> = board.land(from).borders.iter().map(|next| (*next, *next)).collect();
        let mut seen: Vec<Province> = alloc::vec![from];
        let mut next = 0;
        while let Some((province, first)) = ways.get(next).copied() {
            next += 1;
            if seen.contains(&province) {
                continue;
            }
            seen.push(province);
            let area = mind.position.area(province);
            if !quiet(province) {
                if quiet(first) && mind.prize(mind.position, province) > 0 && mind.needed(area) <= legions {
                    return Some(first);
                }
                continue;
            }
            ways.extend(board.land(province).borders.iter().map(|beyond| (*beyond, first)));
        }
        None
    }

    fn tell(&self, sheet: &mut Sheet) {
        let whole = |number| Number::Exactly(number);
        for Voyage { ships, from, to } in &self.voyages {
            let (number, to) = (whole(*ships), Place::Sea(*to));
            sheet.order(Order::Move { number, unit: Some(Unit::Trireme), from: *from, to, via: Vec::new() });
        }
        for Trek { legions, from, to, via } in &self.treks {
            let (number, from, to) = (whole(*legions), Place::Land(*from), Place::Land(*to));
            sheet.order(Order::Move { number, unit: Some(Unit::Legion), from, to, via: via.clone() });
        }
        // Said of whatever is not named above: triremes and legions are asked for one after the other.
        if self.voyages.is_empty() || self.treks.is_empty() {
            sheet.order(Order::Nothing(Nothing::Move));
        }
    }
}

/// The fewest legions with which a march makes sense.
struct Least(u8);

/// How many legions may leave a province: not the guard of what is threatened, not the last of the capital, not those who hold something.
fn free_legions(mind: &Mind<'_>, province: Province) -> u8 {
    let area = mind.position.area(province);
    let legions = area.legions[mind.seat.index()];
    if legions == 0 {
        return 0;
    }
    let kept = if area.at_war() {
        // A battle that goes well is fought on; from a bad one all may leave (MN-5.5).
        if mind.needed(area) <= legions * 2 { legions } else { 0 }
    } else if area.owner == Some(mind.seat) {
        let fortress = 2 * area.fortresses[mind.seat.index()];
        let capital = u8::from(mind.game.core.capital(mind.seat) == province);
        let stake = mind.yields(province);
        let threat = if stake > 0 { mind.threat(province) } else { 0 };
        threat.saturating_sub(fortress).max(capital)
    } else {
        match &area.hold {
            Some((by, Hold::Convert)) if *by == mind.seat => 1,
            Some((by, Hold::Occupy(sites))) if *by == mind.seat => sites.len() as u8,
            _ => 0,
        }
    };
    legions.saturating_sub(kept)
}

impl Campaign<'_, '_> {
    /// The legions that will stand in a province after the moves.
    pub(super) fn legions_in(&self, province: Province) -> u8 {
        let come: u8 = self.treks.iter().filter(|trek| trek.to == province).map(|trek| trek.legions).sum();
        let gone: u8 = self.treks.iter().filter(|trek| trek.from == province).map(|trek| trek.legions).sum();
        self.mind.position.area(province).legions[self.mind.seat.index()] + come - gone
    }
}
