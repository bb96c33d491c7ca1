//! Set-up: the aid cards, the neutrals, the roles, and the advanced set-up in four rounds (MN-2).

use super::roles;
use super::shop::{may_muster, may_own, may_stand};
use crate::classic::event::{Event, RoleReason};
use crate::classic::orders::{Item, Nothing, Order, Wish};
use crate::classic::phases::building::every_wish;
use crate::classic::position::{Phase, Position, Site};
use crate::classic::reason::Reason;
use crate::classic::{Classic, Setup, Table};
use crate::pieces::{Province, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::seq::SliceRandom as _;
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat};

/// Points for an advanced set-up (MN-2.6), and how many of them come in each of the four rounds (MN-2.6.5).
pub const POINTS: u8 = 36;
pub(crate) const ROUNDS: u8 = 4;

/// The board before the first lots are cast.
pub fn start(game: &Classic) -> Position {
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

/// The pieces of an aid card (MN-2.1) and its role (MN-2.4).
fn aid_card(game: &Classic, position: &mut Position, seat: Seat) {
    for item in aid_card_items(game, seat) {
        position.put(seat, item);
    }
    if let Some(role) = game.core.board.civilization(seat).role {
        position.roles[role as usize] = Some(seat);
    }
}

/// What an aid card gives, marker of the capital first.
pub fn aid_card_items(game: &Classic, seat: Seat) -> Vec<Item> {
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

/// A civilization that nobody plays stands still and defends itself (MN-2.3).
fn neutral(game: &Classic, position: &mut Position, seat: Seat) {
    let civilization = game.core.board.civilization(seat);
    let capital = civilization.capital;
    for province in core::iter::once(capital).chain(civilization.neutral.iter().copied()) {
        position.put(seat, Item::Influence { province });
        position.put(seat, Item::Unit { province, unit: Unit::Legion });
    }
    position.put(seat, Item::Unit { province: capital, unit: Unit::Fortress });
}

/// Plays one round of the set-up.
pub fn play(t: &mut Table<'_>, round: u8) -> Play {
    match (t.game.setup, round) {
        (Setup::Basic, _) => begin(t),
        (Setup::Advanced, 0) => draw_lots(t),
        (Setup::Advanced, _) => found(t, round)?,
    }
    Ok(())
}

fn draw_lots(t: &mut Table<'_>) {
    let seats: Vec<Seat> = t.game.core.seats.iter().collect();
    let order = t.shuffle(Audience::All, "order of building", seats.len() as u8);
    let lots: Vec<Seat> = order.iter().map(|i| seats[usize::from(*i)]).collect();
    t.tell(Event::LotsDrawn { seats: lots.clone() });
    t.state.position.lots = lots;
    t.state.position.phase = Phase::Setup(1);
}

/// Everybody spends his points of the round, in the order of the lots (MN-2.6.5).
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
            t.state.position.put(seat, item);
            t.tell(Event::Placed { seat, item, points });
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

/// Gives the roles that are still free (MN-2.5, MN-2.6.6), and the first turn begins.
fn begin(t: &mut Table<'_>) {
    for &role in t.game.core.board.roles {
        if t.state.position.role(role).is_none() {
            let has_role = |seat: &Seat| t.state.position.roles.contains(&Some(*seat));
            let mut among: Vec<Seat> = t.game.core.seats.iter().filter(|seat| !has_role(seat)).collect();
            if among.is_empty() {
                among = t.game.core.seats.iter().collect();
            }
            let counts = roles::counts(&t.state.position, role);
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
    t.state.position.turn = 1;
    t.state.position.phase = Phase::Commerce;
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

    /// Places wishes as long as points and rules allow; the capital's marker comes first (MN-2.6.5).
    fn site_plan(&self, game: &Classic) -> SitePlan<'_> {
        let mut plan = SitePlan { seat: self.seat, position: (*self.position).clone(), items: Vec::new(), home: self };
        let capital = game.core.capital(self.seat);
        if plan.position.area(capital).owner.is_none() {
            plan.put(game, Item::Influence { province: capital });
        }
        plan
    }
}

/// The capital's marker is placed even on a board where it costs more than the points of a round (MN-2.6.5).
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
    fn put(&mut self, game: &Classic, item: Item) {
        spend(&mut self.position, self.seat, game.price(item));
        self.position.put(self.seat, item);
        self.items.push(item);
    }

    fn try_wish(&mut self, game: &Classic, wish: Wish) -> Result<(), Reason> {
        let item = self.item(game, wish)?;
        // A marker the referee has placed already is no mistake of the player's.
        if self.items.first() == Some(&item) && self.home.position.area(game.core.capital(self.seat)).owner.is_none() {
            return Ok(());
        }
        self.may_place(game, item)?;
        self.put(game, item);
        Ok(())
    }

    fn item(&self, game: &Classic, wish: Wish) -> Result<Item, Reason> {
        // The shop knows how to find an open site; prices and hands play no part here.
        super::shop::Shop::new(game, &self.position, self.seat, &crate::pieces::Cards::NONE).find(wish)
    }

    /// MN-2.6 to MN-2.6.4. The rules of building hold, but nobody asks when the marker came (MN-2.6.2).
    fn may_place(&self, game: &Classic, item: Item) -> Result<(), Reason> {
        let position = &self.position;
        let civilization = game.core.board.civilization(self.seat);
        let near = |province: Province| {
            let is_near = province == civilization.capital || civilization.near.contains(&province);
            if is_near { Ok(()) } else { Err(Reason::TooFarFromCapital { province }) }
        };
        match item {
            Item::Influence { province } => {
                near(province)?;
                if let Some(seat) = position.area(province).owner {
                    return Err(Reason::MarkerThere { province, seat });
                }
                if position.markers(self.seat) >= game.core.board.pieces.markers {
                    return Err(Reason::NoMarkerLeft); // MN-1.2
                }
            }
            Item::Building { province, site } => {
                self.own(province)?;
                may_stand(&game.core, position, province, site)?;
            }
            Item::Unit { province, unit } => {
                if unit != Unit::Fortress && province != civilization.capital {
                    return Err(Reason::OnlyInCapital { unit });
                }
                self.own(province)?;
                may_muster(game, position, self.seat, province, unit)?;
            }
            Item::Ship { .. } => return Err(Reason::OnlyInCapital { unit: Unit::Trireme }),
            Item::Card { card } if card != civilization.hero => return Err(Reason::NotInSetup { card }),
            Item::Card { card } => may_own(game, position, self.seat, card)?,
        }
        let (price, left) = (game.price(item), position.points[self.seat.index()]);
        if price <= left { Ok(()) } else { Err(Reason::NoPoints { price, left }) }
    }

    fn own(&self, province: Province) -> Result<(), Reason> {
        let mine = self.position.area(province).owner == Some(self.seat);
        if mine { Ok(()) } else { Err(Reason::NotYours { province }) }
    }
}

impl Question<Classic> for Found {
    type Answer = Vec<Item>;
    const NAME: &'static str = "found";

    fn legal(&self, game: &Classic, items: &Vec<Item>) -> Result<(), Reason> {
        let mut plan = self.site_plan(game);
        let placed = plan.items.len();
        for item in &items[placed.min(items.len())..] {
            plan.may_place(game, *item)?;
            plan.put(game, *item);
        }
        Ok(())
    }

    /// The pieces of the aid card, as far as the points go.
    fn default(&self, game: &Classic) -> Vec<Item> {
        let mut plan = self.site_plan(game);
        for item in aid_card_items(game, self.seat) {
            let is_there = match item {
                Item::Unit { province, unit: Unit::Legion } => {
                    let wanted = game.core.board.civilization(self.seat).start.legions.iter();
                    let wanted: u8 = wanted.filter(|(p, _)| *p == province).map(|(_, n)| *n).sum();
                    plan.position.area(province).legions[self.seat.index()] >= wanted
                }
                _ => false,
            };
            if !is_there && plan.may_place(game, item).is_ok() {
                plan.put(game, item);
            }
        }
        plan.items
    }

    fn random(&self, game: &Classic, chance: &mut Chance) -> Vec<Item> {
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

    fn hear(&self, game: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Vec<Item>> {
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
    fn orders(&self, game: &Classic, items: &Vec<Item>) -> Vec<Order> {
        let build = |item: &Item| Order::Build { wish: item.wish(&game.core.board), times: 1, with: Vec::new() };
        match items.get(self.site_plan(game).items.len()..) {
            None | Some([]) => alloc::vec![Order::Nothing(Nothing::Build)],
            Some(chosen) => chosen.iter().map(build).collect(),
        }
    }
}
