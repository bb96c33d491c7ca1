//! Set-up: the aid cards, the neutrals, the cards that are taken out, the roles, and the free set-up in five rounds (MY-2).

use super::building::every_wish;
use super::roles;
use super::shop::{may_muster, may_own, may_stand, put};
use crate::common::orders::{Item, Nothing, Order, Wish};
use crate::common::reason::Reason as Common;
use crate::mythology::event::{Event, RoleReason};
use crate::mythology::position::{Area, Phase, Position, Site};
use crate::mythology::reason::Reason;
use crate::mythology::{Mythology, Setup, Table};
use crate::pieces::{Card, Province, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::seq::SliceRandom as _;
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat};

/// Points for a free set-up (MY-2.6), and how many of them come in each of the five rounds (MY-2.6.5).
pub const POINTS: u8 = 45;
pub(crate) const ROUNDS: u8 = 5;

/// How many heroes and wonders are taken out of the game (MY-2.7).
pub const REMOVED: usize = 8;

/// The board before the first lots are cast.
pub fn start(game: &Mythology) -> Position {
    let mut position = Position::empty(&game.core.board, game.core.seats.len());
    position.turn = 0;
    position.phase = Phase::Setup(0);
    for seat in game.core.board.seats().iter() {
        if !game.core.seats.contains(seat) {
            neutral(game, &mut position, seat);
        } else if game.setup == Setup::Basic {
            aid_card(game, &mut position, seat);
        }
    }
    position
}

/// The pieces of an aid card (MY-2.1) and its role (MY-2.4).
fn aid_card(game: &Mythology, position: &mut Position, seat: Seat) {
    for item in aid_card_items(game, seat) {
        position.put(seat, item);
    }
    if let Some(role) = game.core.board.civilization(seat).role {
        position.roles[role as usize] = Some(seat);
    }
}

/// What an aid card gives, marker of the capital first.
pub fn aid_card_items(game: &Mythology, seat: Seat) -> Vec<Item> {
    let civilization = game.core.board.civilization(seat);
    let start = &civilization.start;
    let mut items = Vec::new();
    let capital_first = |province: &Province| *province != civilization.capital;
    let mut markers = start.markers.clone();
    markers.sort_by_key(capital_first);
    items.extend(markers.into_iter().map(|province| Item::Influence { province }));
    items.extend(start.cities.iter().map(|(province, n)| Item::Building { province: *province, site: Site::City(*n) }));
    let caravan = |(province, n): &(Province, u8)| Item::Building { province: *province, site: Site::Caravan(*n) };
    items.extend(start.caravans.iter().map(caravan));
    items.extend(start.markets.iter().map(|province| Item::Building { province: *province, site: Site::Market }));
    items.extend(start.temples.iter().map(|province| Item::Building { province: *province, site: Site::Temple }));
    for (unit, list) in
        [(Unit::Legion, &start.legions), (Unit::Fortress, &start.fortresses), (Unit::Trireme, &start.triremes)]
    {
        for (province, n) in list {
            items.extend((0..*n).map(|_| Item::Unit { province: *province, unit }));
        }
    }
    items.push(Item::Card { card: civilization.hero });
    items
}

/// A civilization that nobody plays stands still and defends itself (MY-2.3).
fn neutral(game: &Mythology, position: &mut Position, seat: Seat) {
    let civilization = game.core.board.civilization(seat);
    let capital = civilization.capital;
    for province in core::iter::once(capital).chain(civilization.neutral.iter().copied()) {
        position.put(seat, Item::Influence { province });
        position.put(seat, Item::Unit { province, unit: Unit::Legion });
        position.put(seat, Item::Unit { province, unit: Unit::Fortress });
    }
    position.put(seat, Item::Unit { province: capital, unit: Unit::Creature });
}

/// Plays one round of the set-up.
pub fn play(t: &mut Table<'_>, round: u8) -> Play {
    if round == 0 {
        take_out(t);
    }
    match (t.game.setup, round) {
        (Setup::Basic, _) => begin(t),
        (Setup::Free, 0) => draw_lots(t),
        (Setup::Free, _) => found(t, round)?,
    }
    Ok(())
}

/// Eight heroes and wonders are taken out by lot, never the Pyramids nor a civilization's own hero (MY-2.7).
fn take_out(t: &mut Table<'_>) {
    let own = |card: &Card| t.game.core.board.civilizations.iter().any(|one| one.hero == *card);
    let pool: Vec<Card> =
        t.game.core.board.cards.iter().copied().filter(|card| *card != Card::Pyramids && !own(card)).collect();
    let lots = t.shuffle(Audience::All, "heroes and wonders taken out", pool.len() as u8);
    let mut cards: Vec<Card> = lots.iter().take(REMOVED).map(|i| pool[usize::from(*i)]).collect();
    cards.sort();
    t.tell(Event::CardsRemoved { cards: cards.clone() });
    t.state.position.removed = cards;
}

fn draw_lots(t: &mut Table<'_>) {
    let seats: Vec<Seat> = t.game.core.seats.iter().collect();
    let order = t.shuffle(Audience::All, "order of building", seats.len() as u8);
    let lots: Vec<Seat> = order.iter().map(|i| seats[usize::from(*i)]).collect();
    t.tell(Event::LotsDrawn { seats: lots.clone() });
    t.state.position.lots = lots;
    t.state.position.phase = Phase::Setup(1);
}

/// Everybody spends his points of the round, in the order of the lots (MY-2.6.5).
fn found(t: &mut Table<'_>, round: u8) -> Play {
    t.tell(Event::PhaseBegins { turn: 0, phase: Phase::Setup(round) });
    for seat in t.game.core.seats.iter() {
        t.state.position.points[seat.index()] += POINTS / ROUNDS;
    }
    t.gather(t.game.core.seats)?;
    for seat in t.state.position.lots.clone() {
        let name = t.game.core.seat_key_of(seat);
        let question = Found { seat, position: Box::new(t.state.position.clone()) };
        for item in t.ask(seat, format_args!("{name}/found"), question)? {
            let points = t.game.price(item);
            spend(&mut t.state.position, seat, points);
            let gifts = put(t.game, &mut t.state.position, seat, item);
            t.tell(Event::Placed { seat, item, points });
            for (item, card) in gifts {
                t.tell(Event::Granted { seat, item, card }); // Hannibal's legion, Pericles' trireme (MY-2.6.4)
            }
        }
    }
    if round < ROUNDS {
        t.state.position.phase = Phase::Setup(round + 1);
    } else {
        t.state.position.points = Default::default();
        begin(t);
    }
    Ok(())
}

/// Gives the roles that are still free (MY-2.5, MY-2.6.6), and the first turn begins.
fn begin(t: &mut Table<'_>) {
    for &role in t.game.core.board.roles {
        if t.state.position.role(role).is_none() {
            let has_role = |seat: &Seat| t.state.position.roles.contains(&Some(*seat));
            let mut among: Vec<Seat> = t.game.core.seats.iter().filter(|seat| !has_role(seat)).collect();
            if among.is_empty() {
                among = t.game.core.seats.iter().collect();
            }
            let counts = roles::counts(t.game, &t.state.position, role);
            let count = |seat: &Seat| counts[seat.index()];
            let best = among.iter().map(count).max().unwrap_or(0);
            among.retain(|seat| count(seat) == best);
            let (drawn, why) = match among.len() {
                0 | 1 => (0, RoleReason::Most),
                tied => {
                    let lots = t.shuffle(Audience::All, format_args!("lots for {}", role.key()), tied as u8);
                    (lots.first().map_or(0, |i| usize::from(*i)), RoleReason::Lots)
                }
            };
            if let Some(seat) = among.get(drawn) {
                roles::give(t, role, *seat, best, why);
            }
        }
    }
    t.state.position.hatched.clear();
    t.state.position.turn = 1;
    t.state.position.phase = Phase::Commerce;
}

/// How many units of a kind the aid card has in a province, without the one that the hero brings along (MY-2.6.4).
fn wanted(game: &Mythology, seat: Seat, province: Province, unit: Unit) -> u8 {
    let civilization = game.core.board.civilization(seat);
    let (list, brought) = match unit {
        Unit::Legion => (&civilization.start.legions, civilization.hero == Card::Hannibal),
        Unit::Trireme => (&civilization.start.triremes, civilization.hero == Card::Pericles),
        _ => (&civilization.start.fortresses, false),
    };
    let number: u8 = list.iter().filter(|(at, _)| *at == province).map(|(_, n)| *n).sum();
    number.saturating_sub(u8::from(brought))
}

fn unit_count(area: &Area, seat: Seat, unit: Unit) -> u8 {
    let pieces = match unit {
        Unit::Legion => &area.legions,
        Unit::Trireme => &area.docked,
        Unit::Fortress => &area.fortresses,
        Unit::Creature => &area.creatures,
    };
    pieces[seat.index()]
}

/// What a player places with the points he has.
#[derive(Debug)]
pub struct Found {
    seat: Seat,
    position: Box<Position>,
}

impl Found {
    /// The question for a player.
    pub fn of(position: &Position, seat: Seat) -> Found {
        Found { seat, position: Box::new(position.clone()) }
    }

    /// Places wishes as long as points and rules allow; the capital's marker comes first (MY-2.6.5).
    fn site_plan(&self, game: &Mythology) -> SitePlan<'_> {
        let mut plan = SitePlan { seat: self.seat, position: (*self.position).clone(), items: Vec::new(), home: self };
        let capital = game.core.capital(self.seat);
        if plan.position.area(capital).owner.is_none() {
            plan.put(game, Item::Influence { province: capital });
        }
        plan
    }
}

/// The capital's marker is placed even on a board where it costs more than the points of a round (MY-2.6.5).
fn spend(position: &mut Position, seat: Seat, price: u8) {
    let left = &mut position.points[seat.index()];
    *left = left.saturating_sub(price);
}

struct SitePlan<'a> {
    seat: Seat,
    position: Position,
    items: Vec<Item>,
    home: &'a Found,
}

impl SitePlan<'_> {
    fn put(&mut self, game: &Mythology, item: Item) {
        spend(&mut self.position, self.seat, game.price(item));
        put(game, &mut self.position, self.seat, item);
        self.items.push(item);
    }

    fn try_wish(&mut self, game: &Mythology, wish: Wish) -> Result<(), Reason> {
        let item = self.item(game, wish)?;
        // A marker the referee has placed already is no mistake of the player's.
        if self.items.first() == Some(&item) && self.home.position.area(game.core.capital(self.seat)).owner.is_none() {
            return Ok(());
        }
        self.may_place(game, item)?;
        self.put(game, item);
        Ok(())
    }

    fn item(&self, game: &Mythology, wish: Wish) -> Result<Item, Reason> {
        // The shop knows how to find an open site; prices and hands play no part here.
        super::shop::Shop::new(game, &self.position, self.seat, &crate::pieces::Cards::NONE).find(wish)
    }

    /// MY-2.6 to MY-2.6.4. The rules of building hold, but nobody asks when the marker came (MY-2.6.2).
    fn may_place(&self, game: &Mythology, item: Item) -> Result<(), Reason> {
        let position = &self.position;
        let civilization = game.core.board.civilization(self.seat);
        let near = |province: Province| -> Result<(), Reason> {
            let is_near = province == civilization.capital || civilization.near.contains(&province);
            if is_near { Ok(()) } else { Err(Common::TooFarFromCapital { province }.into()) }
        };
        match item {
            Item::Influence { province } => {
                near(province)?;
                if let Some(seat) = position.area(province).owner {
                    return Err(Common::MarkerThere { province, seat }.into());
                }
                if position.markers(self.seat) >= game.core.board.pieces.markers {
                    return Err(Common::NoMarkerLeft.into()); // MY-1.2
                }
            }
            Item::Building { province, site } => {
                self.own(province)?;
                may_stand(&game.core, position, province, site)?;
            }
            Item::Unit { province, unit } => {
                if matches!(unit, Unit::Legion | Unit::Trireme) && province != civilization.capital {
                    return Err(Common::OnlyInCapital { unit }.into());
                }
                self.own(province)?;
                may_muster(game, position, self.seat, province, unit)?;
            }
            Item::Ship { .. } => return Err(Common::OnlyInCapital { unit: Unit::Trireme }.into()),
            Item::Card { card } if card != civilization.hero => return Err(Common::NotInSetup { card }.into()),
            Item::Card { card } => may_own(game, position, self.seat, card)?,
        }
        let (price, left) = (game.price(item), position.points[self.seat.index()]);
        if price <= left { Ok(()) } else { Err(Common::NoPoints { price, left }.into()) }
    }

    fn own(&self, province: Province) -> Result<(), Reason> {
        let mine = self.position.area(province).owner == Some(self.seat);
        if mine { Ok(()) } else { Err(Common::NotYours { province }.into()) }
    }
}

impl Question<Mythology> for Found {
    type Answer = Vec<Item>;
    const NAME: &'static str = "found";

    fn legal(&self, game: &Mythology, items: &Vec<Item>) -> Result<(), Reason> {
        let mut plan = self.site_plan(game);
        let placed = plan.items.len();
        for item in &items[placed.min(items.len())..] {
            plan.may_place(game, *item)?;
            plan.put(game, *item);
        }
        Ok(())
    }

    /// The pieces of the aid card, as far as the points go.
    fn default(&self, game: &Mythology) -> Vec<Item> {
        let mut plan = self.site_plan(game);
        for item in aid_card_items(game, self.seat) {
            let is_there = match item {
                Item::Unit { province, unit } => {
                    unit_count(plan.position.area(province), self.seat, unit) >= wanted(game, self.seat, province, unit)
                }
                _ => false,
            };
            if !is_there && plan.may_place(game, item).is_ok() {
                plan.put(game, item);
            }
        }
        plan.items
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Vec<Item> {
        let mut plan = self.site_plan(game);
        for _ in 0..2 {
            let mut wishes = every_wish(game, &plan.position, self.seat);
            wishes.shuffle(chance);
            for wish in wishes {
                let _ = plan.try_wish(game, wish);
            }
        }
        plan.items
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<Item>> {
        let speaks =
            |order: &Order| matches!(order, Order::Build { .. } | Order::Nothing(Nothing::Build | Nothing::AtAll));
        if !lines.mention(speaks) {
            return None;
        }
        let mut plan = self.site_plan(game);
        lines.each(|order| {
            let Order::Build { wish, times, .. } = order else { return Says::Nothing };
            let mut said = Says::Yes(());
            for n in 0..*times {
                if let Err(reason) = plan.try_wish(game, *wish) {
                    said = if n == 0 { Says::No(reason) } else { Says::Partly((), reason) };
                    break;
                }
            }
            said
        });
        Some(plan.items)
    }

    /// Without the capital's marker, which the referee places.
    fn orders(&self, game: &Mythology, items: &Vec<Item>) -> Vec<Order> {
        let build = |item: &Item| Order::Build { wish: item.wish(&game.core.board), times: 1, with: Vec::new() };
        match items.get(self.site_plan(game).items.len()..) {
            None | Some([]) => alloc::vec![Order::Nothing(Nothing::Build)],
            Some(chosen) => chosen.iter().map(build).collect(),
        }
    }
}
