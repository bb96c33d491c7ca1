//! The caretaker automaton: plays a sound game for a silent seat from what that seat can see.
//!
//! It is a player like any other: it gets a view and writes a letter in plain order text, which the referee then reads. There
//! is no luck, clock or memory in it, so the same view always gives the same letter. One file for each phase; here is what
//! they share: how much a province yields, who could walk in, and who is about to win. All worths are in hundredths of a card.

mod battle;
mod building;
mod commerce;
mod judge;
mod military;
mod setup;

use super::Classic;
use super::orders::Order;
use super::phases::{income, roles};
use super::position::{Area, Phase, Position, SIDES, Site};
use super::view::View;
use crate::pieces::{Building, Card, Cards, Good, Province, Role, Sea};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Choice, Line, Seat};

/// After this turn it attacks with less than a clear majority.
const BOLD: u16 = 12;

/// The letter it writes for the stage.
pub fn letter(game: &Classic, view: &View, seat: Seat) -> String {
    let mind = Mind { game, view, position: &view.position, seat, hand: view.hand.unwrap_or_default() };
    let mut sheet = Sheet::default();
    match view.position.phase {
        Phase::Setup(_) => setup::write(&mind, &mut sheet),
        Phase::Commerce => commerce::write(&mind, &mut sheet),
        Phase::Building => building::write(&mind, &mut sheet),
        Phase::Military => military::write(&mind, &mut sheet),
    }
    sheet.text(game)
}

/// The letter while it is being written.
#[derive(Default)]
struct Sheet(Vec<Line<Classic>>);

impl Sheet {
    fn order(&mut self, order: Order) {
        self.0.push(Line::plain(self.0.len() as u32 + 1, order));
    }

    /// A line with fallbacks, the dearest first.
    fn either(&mut self, orders: impl IntoIterator<Item = Order>) {
        let choices: Vec<_> = orders.into_iter().map(|order| Choice { when: None, order }).collect();
        self.line(choices);
    }

    fn line(&mut self, choices: Vec<Choice<Classic>>) {
        if !choices.is_empty() {
            self.0.push(Line { number: self.0.len() as u32 + 1, choices });
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn text(&self, game: &Classic) -> String {
        let mut text = String::new();
        for line in &self.0 {
            text += &line.print(game, "en");
            text.push('\n');
        }
        text
    }
}

/// What the automaton knows and how it judges.
struct Mind<'a> {
    game: &'a Classic,
    view: &'a View,
    position: &'a Position,
    seat: Seat,
    hand: Cards,
}

impl Mind<'_> {
    /// The other players, the one nearest to victory first.
    fn rivals(&self) -> Vec<Seat> {
        let mut rivals: Vec<Seat> = self.game.core.seats.iter().filter(|seat| *seat != self.seat).collect();
        let due = income::due(&self.game.core.board, self.position);
        rivals.sort_by_key(|seat| core::cmp::Reverse((self.cards(*seat), due[seat.index()].len())));
        rivals
    }

    /// How many heroes and wonders somebody owns.
    fn cards(&self, seat: Seat) -> usize {
        self.position.cards_of(seat).count()
    }

    /// Whether a rival is one purchase away from victory: then he is everybody's enemy (MN-6.2).
    fn is_about_to_win(&self, seat: Seat) -> bool {
        seat != self.seat && self.game.core.seats.contains(seat) && self.cards(seat) >= 3
    }

    /// How many turns an investment will probably still pay.
    fn horizon(&self) -> i32 {
        let most = self.game.core.seats.iter().map(|seat| self.cards(seat)).max().unwrap_or(0);
        let by_turn = 13 - i32::from(self.position.turn);
        let by_cards = match most {
            0 | 1 => 12,
            2 => 6,
            _ => 3,
        };
        let by_limit = self.game.turn_limit.map_or(99, |limit| i32::from(limit) - i32::from(self.position.turn));
        by_turn.max(4).min(by_cards).min(by_limit.max(0))
    }

    /// The provinces with the player's marker.
    fn owned(&self) -> impl Iterator<Item = Province> + '_ {
        self.position.provinces().filter(|(_, area)| area.owner == Some(self.seat)).map(|(province, _)| province)
    }

    /// How many cards a turn a province yields when nobody else stands in it.
    fn yields(&self, province: Province) -> i32 {
        let area = self.position.area(province);
        let count = |building| area.sites().filter(|site| site.building() == building).count() as i32;
        let doubled = |site| if area.has(site) { 2 } else { 1 };
        count(Building::City) * doubled(Site::Temple) + count(Building::Caravan) * doubled(Site::Market)
    }

    /// What one more card of this kind each turn is worth to somebody with this income.
    fn quality(&self, income: &Cards, good: Good) -> i32 {
        match (good, income.count(good)) {
            (Good::Tax, 0..=3) => 120,
            (Good::Tax, _) => 140, // seven taxes and the two that are kept buy a hero
            (_, 0) => 130,
            (_, 1) => 80,
            _ => 60,
        }
    }

    /// What the empty sites of a province could yield, the two best of them.
    fn promise(&self, position: &Position, income: &Cards, province: Province) -> i32 {
        let mut best: Vec<i32> = self.open_sites(position, province).map(|good| self.quality(income, good)).collect();
        best.sort_by_key(|quality| -quality);
        best.iter().take(2).sum()
    }

    /// What the empty sites of a province would yield, as long as there are tokens (MN-1.3).
    fn open_sites<'b>(&'b self, position: &'b Position, province: Province) -> impl Iterator<Item = Good> + 'b {
        let land = self.game.core.board.land(province);
        let area = position.area(province);
        let left = |building: Building| position.stock[building as usize] > 0;
        let cities = (0..land.cities.len() as u8).filter(move |n| left(Building::City) && !area.has(Site::City(*n)));
        let goods = land.goods.iter().enumerate();
        let caravans = goods.filter(move |(n, _)| left(Building::Caravan) && !area.has(Site::Caravan(*n as u8)));
        cities.map(|_| Good::Tax).chain(caravans.map(|(_, good)| *good))
    }

    /// How many legions of each side could enter a province in the coming Military phase.
    fn reach(&self, province: Province) -> [u8; SIDES] {
        let mut reach = [0; SIDES];
        let land = self.game.core.board.land(province);
        for seat in self.game.core.seats.iter() {
            for (from, area) in self.position.provinces().filter(|(from, _)| *from != province) {
                let legions = area.legions[seat.index()];
                if legions > 0 && (land.borders.contains(&from) || self.could_cross(seat, from, province)) {
                    reach[seat.index()] += legions;
                }
            }
        }
        reach
    }

    /// Whether a side has triremes to carry legions across; those in the yard are launched first.
    fn could_cross(&self, seat: Seat, from: Province, to: Province) -> bool {
        let washes = |sea: &Sea| self.game.core.board.washes(*sea, to);
        let in_yard = self.position.area(from).docked[seat.index()] > 0;
        (in_yard && self.game.core.board.land(from).coasts.iter().any(washes))
            || self.position.chain(&self.game.core.board, seat, from).iter().any(washes)
    }

    /// The most legions that a single rival could bring into a province.
    fn threat(&self, province: Province) -> u8 {
        let reach = self.reach(province);
        let rivals = self.game.core.seats.iter().filter(|seat| *seat != self.seat);
        rivals.map(|seat| reach[seat.index()]).max().unwrap_or(0)
    }

    /// How many attacking legions the player's units in a province can face.
    fn guard(&self, area: &Area) -> u8 {
        area.legions[self.seat.index()] + 2 * area.fortresses[self.seat.index()]
    }

    /// How many legions are clearly stronger than the others' units in a province (MN-5.4.1): a die makes 0.7 hits, a fortress more than one.
    fn needed(&self, area: &Area) -> u8 {
        let enemies = area.enemies_of(self.seat);
        let legions: u8 = enemies.iter().map(|seat| area.legions[seat.index()]).sum();
        let fortresses: u8 = enemies.iter().map(|seat| area.fortresses[seat.index()]).sum();
        let units = legions + fortresses;
        let hannibal = u8::from(units > 0 && self.position.owns(self.seat, Card::Hannibal));
        match units {
            0 => 1,
            // A table that has played long enough wants a decision.
            _ if self.position.turn > BOLD => units + 1,
            _ => (2 * units + u8::from(fortresses > 0) - hannibal).max(units + 1),
        }
    }

    /// Whether the player may replace the marker of a province and reaches it (MN-4.5).
    fn could_convert(&self, position: &Position, province: Province) -> bool {
        let near = |from| position.adjacent(&self.game.core.board, self.seat, from, province);
        let reached = position.owns(self.seat, Card::Lighthouse) || self.owned().any(near);
        reached
            && !self.game.core.is_capital_of_player(province)
            && position.markers(self.seat) < self.game.core.board.pieces.markers
    }

    /// What the player would win by conquering a province; nothing, if there is nothing to win.
    fn prize(&self, position: &Position, province: Province) -> i32 {
        let area = position.area(province);
        let Some(owner) = area.owner.filter(|owner| *owner != self.seat) else { return 0 };
        let turns = self.horizon();
        let yields = self.yields(province) * 100;
        let gain = if self.could_convert(position, province) {
            let mine = income::due(&self.game.core.board, position)[self.seat.index()];
            yields * turns + self.promise(position, &mine, province) * (turns - 1).max(0) / 4
        } else {
            yields * 3
        };
        let harm = if self.is_about_to_win(owner) { yields * 3 } else { 0 };
        gain / 2 + harm
    }

    /// Says for a tie whom to name, and for the phase's leader in which order all act: what the role will ask.
    fn lead(&self, sheet: &mut Sheet, role: Role) {
        let (_, leaders) = roles::leaders(self.game, self.position, role);
        let holder = self.position.role(role) == Some(self.seat);
        let mut weakest_first = self.rivals();
        weakest_first.reverse();
        if holder && !leaders.contains(self.seat) && leaders.len() > 1 {
            let heirs = weakest_first.iter().copied().filter(|seat| leaders.contains(*seat)).collect();
            sheet.order(Order::Heir(Some(role), heirs));
        }
        if !holder && !leaders.contains(self.seat) {
            return;
        }
        match role {
            Role::Director | Role::HighPriest => {}
            // Who builds first has the choice of what is scarce; who moves last keeps what he takes.
            Role::Political => {
                sheet.order(Order::Sequence(core::iter::once(self.seat).chain(weakest_first).collect()));
            }
            Role::Military => {
                sheet.order(Order::Sequence(self.rivals().into_iter().chain(core::iter::once(self.seat)).collect()));
            }
        }
    }
}
