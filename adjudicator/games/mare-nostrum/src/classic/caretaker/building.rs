//! Building: what the hand can buy, and what of it pays best (MN-4).

use super::{Mind, Sheet};
use crate::classic::orders::{Nothing, Order, Wish};
use crate::classic::phases::building::every_wish;
use crate::classic::phases::income;
use crate::classic::phases::shop::Shop;
use crate::classic::position::Site;
use crate::pieces::{Building, Card, Cards, Good, Province, Role, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// Heroes and wonders in the order in which they help a growing player; the own hero is reserved and can wait (MN-4.6).
const FAVOURITES: [Card; 16] = [
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
/// What is worth less for each card is bought only with cards that would be lost.
const WORTHWHILE: i32 = 60;
/// How many fallbacks a letter names in case somebody else is quicker.
const FALLBACKS: usize = 4;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    mind.lead(sheet, Role::Political);
    let plain = Plan::new(mind, None);
    let plan = match exchange(mind, &plain) {
        Some(better) => better,
        None => plain,
    };
    let lines = sheet.0.len();
    if let Some((give, take)) = plan.swap {
        sheet.order(Order::Swap { give, take });
    }
    for wish in &plan.wishes {
        let buy = |wish: Wish| Order::Build { wish, times: 1, with: Vec::new() };
        match wish {
            Wish::Card(card) if *card != Card::Pyramids => {
                sheet.either(plan.fallbacks(mind, *card).map(Wish::Card).map(buy))
            }
            // The last tokens may be gone when the turn comes (MN-1.3).
            Wish::City(..) | Wish::Caravan(..) if scarce(mind, *wish) => {
                sheet.either([*wish, Wish::Unit(Unit::Legion, mind.game.capital(mind.seat))].map(buy));
            }
            _ => sheet.order(buy(*wish)),
        }
    }
    let taxes = plan.taxes_left().min(2);
    if taxes > 0 {
        sheet.order(Order::Keep(alloc::vec![Good::Tax; usize::from(taxes)]));
    }
    if sheet.0.len() == lines {
        sheet.order(Order::Nothing(Nothing::Build));
    }
}

fn scarce(mind: &Mind<'_>, wish: Wish) -> bool {
    let building = if matches!(wish, Wish::City(..)) { Building::City } else { Building::Caravan };
    usize::from(mind.position.stock[building as usize]) <= 2 * mind.game.seats.len()
}

/// A shopping list with the shop in which it was tried out.
struct Plan<'a> {
    swap: Option<(Good, Good)>,
    hand: Cards,
    shop: Shop<'a>,
    wishes: Vec<Wish>,
    worth: i32,
}

impl<'a> Plan<'a> {
    /// Buys again and again what pays best for its price, until nothing more can be paid.
    fn new(mind: &Mind<'a>, swap: Option<(Good, Good)>) -> Plan<'a> {
        let mut hand = mind.hand;
        let mut shop = Shop::new(mind.game, mind.position, mind.seat, &hand);
        let swap = swap.filter(|(give, take)| shop.swap(*give, *take).is_ok());
        if let Some((give, take)) = swap {
            hand.take(give, 1);
            hand.add(take, 1);
        }
        let mut plan = Plan { swap, hand, shop, wishes: Vec::new(), worth: 0 };
        let threats: Vec<u8> = mind.position.provinces().map(|(province, _)| mind.threat(province)).collect();
        while !plan.shop.has_won() && plan.buy_best(mind, &threats) {}
        plan
    }

    fn buy_best(&mut self, mind: &Mind<'a>, threats: &[u8]) -> bool {
        let judge = Judge {
            mind,
            income: income::due(&mind.game.board, &self.shop.position)[mind.seat.index()],
            shop: &self.shop,
            threats,
        };
        let mut wishes: Vec<(i32, Wish)> = every_wish(mind.game, &self.shop.position, mind.seat)
            .into_iter()
            .map(|wish| (judge.worth(wish), wish))
            .filter(|(worth, _)| *worth > 0)
            .collect();
        wishes.sort_by_key(|(worth, _)| -worth);
        let kept = self.taxes_left().min(2);
        for (worth, wish) in wishes {
            let before = (worth < WORTHWHILE).then(|| self.shop.clone());
            if self.shop.buy(wish, None).is_err() {
                continue;
            }
            match before {
                // Cards that would be lost buy anything; taxes that can be kept (MN-4.7) wait for something better.
                Some(before) if self.taxes_left().min(2) < kept => self.shop = before,
                _ => {
                    self.wishes.push(wish);
                    self.worth += worth;
                    return true;
                }
            }
        }
        false
    }

    fn taxes_left(&self) -> u8 {
        let paid: u8 = self.shop.payments().iter().map(|cards| cards.count(Good::Tax)).sum();
        self.hand.count(Good::Tax).saturating_sub(paid)
    }

    /// The card and others at the same price that nobody has and the list does not name.
    fn fallbacks(&self, mind: &Mind<'_>, first: Card) -> impl Iterator<Item = Card> + '_ {
        let taken = mind.position.owners;
        let heroes: Vec<Card> = mind.game.board.civilizations.iter().map(|one| one.hero).collect();
        let free = move |card: &Card| {
            taken[*card as usize].is_none() && !heroes.contains(card) && !self.wishes.contains(&Wish::Card(*card))
        };
        core::iter::once(first).chain(FAVOURITES.into_iter().filter(free).take(FALLBACKS))
    }
}

/// Cleopatra's exchange, if it makes more of the hand (MN-4.3.5).
fn exchange<'a>(mind: &Mind<'a>, plain: &Plan<'a>) -> Option<Plan<'a>> {
    if !mind.position.owns(mind.seat, Card::Cleopatra) {
        return None;
    }
    let lacking =
        Good::ALL[1..].iter().find(|good| mind.hand.count(**good) == 0 && mind.position.bank.count(**good) > 0);
    let doubles = mind.hand.iter().filter(|(good, _)| *good != Good::Tax).max_by_key(|(_, copies)| *copies);
    let for_good = lacking.map(|good| (Good::Tax, *good));
    let for_tax = doubles.map(|(good, _)| (good, Good::Tax));
    let plans = [for_good, for_tax].into_iter().flatten().map(|swap| Plan::new(mind, Some(swap)));
    plans.filter(|plan| plan.swap.is_some() && plan.worth > plain.worth).max_by_key(|plan| plan.worth)
}

/// What a purchase is worth for each card of its price, in hundredths.
struct Judge<'a, 'b> {
    mind: &'a Mind<'b>,
    income: Cards,
    shop: &'a Shop<'b>,
    threats: &'a [u8],
}

impl Judge<'_, '_> {
    fn worth(&self, wish: Wish) -> i32 {
        let turns = self.mind.horizon();
        match wish {
            Wish::Card(card) => self.card(card),
            Wish::City(province, _) => self.yielding(province, self.tax(province)) * turns / 3,
            Wish::Caravan(province, Some(good)) => self.yielding(province, self.good(province, good)) * turns / 3,
            Wish::Caravan(_, None) => 0,
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
        i32::from(self.threats[province.index()]) - i32::from(guard)
    }

    /// What an attacker would win.
    fn stake(&self, province: Province) -> i32 {
        let capital = i32::from(self.mind.game.capital(self.mind.seat) == province);
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
        let capital = self.mind.game.capital(self.mind.seat) == province;
        let reserve = if capital { 25 } else { 15 };
        defence.max(self.campaign(province)).max(reserve)
    }

    /// What a legion here helps to conquer: the best province in reach for which few legions are missing.
    fn campaign(&self, from: Province) -> i32 {
        let position = &self.shop.position;
        let reachable = |to: &Province| {
            *to != from && (self.mind.game.board.touches(from, *to) || self.mind.could_cross(self.mind.seat, from, *to))
        };
        let targets = position.provinces().map(|(province, _)| province).filter(reachable);
        targets
            .map(|target| {
                let near = self.near(target);
                let missing = i32::from(self.mind.needed(position.area(target))) - i32::from(near);
                if missing > 0 { self.mind.prize(position, target) / missing / 3 } else { 0 }
            })
            .max()
            .unwrap_or(0)
    }

    /// Own legions that could march into a province, with those just bought.
    fn near(&self, target: Province) -> u8 {
        let seat: Seat = self.mind.seat;
        let position = &self.shop.position;
        let capital = self.mind.game.capital(seat);
        let camps = position.provinces().filter(|(from, area)| {
            area.legions[seat.index()] > 0
                && (self.mind.game.board.touches(*from, target) || self.mind.could_cross(seat, *from, target))
        });
        camps.map(|(from, area)| area.legions[seat.index()] - u8::from(from == capital)).sum()
    }

    /// A trireme opens a sea: it is worth the best free province beyond that cannot be reached yet.
    fn trireme(&self, province: Province) -> i32 {
        let position = &self.shop.position;
        let seat = self.mind.seat;
        let waiting = position.provinces().any(|(_, area)| area.docked[seat.index()] > 0);
        let board = &self.mind.game.board;
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
        let opens = |sea: &crate::pieces::Sea| board.water(*sea).coasts.iter().map(promise).sum::<i32>();
        match unopened.map(opens).max() {
            Some(best) if !waiting => best.min(500) * turns / 12,
            Some(_) => 10,
            None => 0,
        }
    }
}
