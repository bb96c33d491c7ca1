//! Building: one player after the other spends his cards (MY-4).

use super::shop::{self, Shop, copyable};
use super::{gods, heroes};
use crate::common::keep::{self, Allowance, Wants};
use crate::common::orders::{Aim, Item, Nothing, Order, Wish};
use crate::common::reason::Reason as Common;
use crate::common::rites::Moment;
use crate::common::roles::Turns;
use crate::mythology::event::{Event, Triumph};
use crate::mythology::position::{Phase, Position};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Cards, God, Good, Role, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat, Seats};

/// Plays the Building phase.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Building });
    t.gather(owing(t))?;
    let mut turns = Turns::new(Role::Political, t.game.core.seats, t.state.position.acted);
    let mut keeps: Vec<(Seat, Cards)> = Vec::new();
    while let Some((seat, leader)) = turns.next(t.state.position.role(Role::Political), t)? {
        t.tell(Event::TurnToBuild { seat, leader });
        gods::strike(t, seat, Moment::Now)?;
        heroes::jason(t, seat)?;
        let question = Build::of(&t.state.position, seat, *t.state.hand(seat));
        let name = t.game.core.seat_key_of(seat);
        let programme = t.ask(seat, format_args!("{name}/build"), question)?;
        carry_out(t, seat, &programme)?;
        keeps.push((seat, programme.keep));
        if won(t, seat) {
            t.state.position.acted = Seats::NONE;
            return Ok(());
        }
        t.state.position.acted.insert(seat);
    }
    t.state.position.acted = Seats::NONE;
    for (seat, keep) in keeps {
        clear_up(t, seat, keep);
    }
    t.state.position.phase = Phase::Military;
    Ok(())
}

/// Who has something to decide: cards to spend, a free marker, or the order of play.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        !t.state.hand(*seat).is_empty()
            || position.has(*seat, Card::Hammurabi)
            || position.has(*seat, Card::Jason)
            || [God::Baal, God::Vulcan, God::Poseidon, God::Astarte]
                .iter()
                .any(|god| position.favoured(*god) == Some(*seat))
            || position.role(Role::Political) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}

fn carry_out(t: &mut Table<'_>, seat: Seat, programme: &Programme) -> Play {
    let swap_at = programme.swap_at(&t.state.position, seat);
    for (i, (purchase, paid)) in programme.purchases.iter().enumerate() {
        if i == swap_at {
            swap(t, seat, programme.swap);
        }
        t.state.pay(seat, paid);
        let before = match purchase.item {
            Item::Influence { province } => t.state.position.area(province).owner,
            _ => None,
        };
        let shop::Purchase { item, price, discount, .. } = *purchase;
        let reborn = match item {
            Item::Unit { province, unit: Unit::Creature } => {
                shop::rises(t.game, &t.state.position, seat, province).then_some(province)
            }
            _ => None,
        };
        let gifts = shop::put(t.game, &mut t.state.position, seat, item);
        match (discount, reborn) {
            (Some(card @ (Card::StatueOfZeus | Card::Lighthouse)), _) => t.tell(Event::Granted { seat, item, card }),
            (_, Some(province)) => t.tell(Event::Reborn { seat, province, paid: *paid }),
            _ => t.tell(Event::Bought { seat, item, price, paid: *paid, discount }),
        }
        if let (Item::Influence { province }, Some(from)) = (item, before) {
            t.tell(Event::Converted { seat, province, from });
        }
        for (item, card) in gifts {
            t.tell(Event::Granted { seat, item, card });
        }
        if item == (Item::Card { card: Card::CastorAndPollux }) {
            heroes::copy(t, seat, programme.copy)?;
        }
    }
    if swap_at >= programme.purchases.len() {
        swap(t, seat, programme.swap);
    }
    Ok(())
}

/// Cleopatra's exchange (MY-4.3.5).
fn swap(t: &mut Table<'_>, seat: Seat, swap: Option<(Good, Good)>) {
    if let Some((give, take)) = swap {
        t.state.pay(seat, &Cards::from_iter([give]));
        t.state.draw(seat, take);
        t.tell(Event::Swapped { seat, gave: give, took: take });
    }
}

/// The game ends at once (MY-7.1, MY-7.2).
fn won(t: &mut Table<'_>, seat: Seat) -> bool {
    let Some(by) = victory(t.game, &t.state.position, seat) else { return false };
    t.state.position.winners = alloc::vec![seat];
    t.tell(Event::Victory { seat, by });
    true
}

/// A player's victory, if there is one (MY-7.1, MY-7.2).
fn victory(game: &Mythology, position: &Position, seat: Seat) -> Option<Triumph> {
    let by = if position.owns(seat, Card::Pyramids) { Triumph::Pyramids } else { Triumph::Renown };
    shop::has_won(game, position, seat).then_some(by)
}

/// Gives back what was not spent (MY-4.7).
fn clear_up(t: &mut Table<'_>, seat: Seat, keep: Cards) {
    let mut gone = *t.state.hand(seat);
    gone.remove(&keep);
    t.state.pay(seat, &gone);
    // How many go and how many stay shows something of what was held: by the rules everybody may see that.
    if !gone.is_empty() {
        t.show(Audience::All, Event::Discarded { seat, cards: gone.len() as u8 });
        t.tell_only([seat], Event::DiscardedCards { seat, cards: gone });
    }
    if !keep.is_empty() {
        t.show(Audience::All, Event::Kept { seat, cards: keep.len() as u8 });
        t.tell_only([seat], Event::KeptCards { seat, cards: keep });
    }
}

/// What a player does in his Building turn.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Programme {
    /// Cleopatra's exchange: gives, takes.
    pub swap: Option<(Good, Good)>,
    /// What he buys, each with its payment.
    pub purchases: Vec<(shop::Purchase, Cards)>,
    /// Whom Castor and Pollux copy, if they are bought and it was said.
    pub copy: Option<Card>,
    /// What he keeps of the rest.
    pub keep: Cards,
}

impl Programme {
    /// Before which purchase the exchange takes place: the first, or the one after Cleopatra herself was bought.
    fn swap_at(&self, position: &Position, seat: Seat) -> usize {
        let is_cleopatra =
            |(purchase, _): &(shop::Purchase, Cards)| purchase.item == Item::Card { card: Card::Cleopatra };
        match position.owns(seat, Card::Cleopatra) {
            true => 0,
            false => self.purchases.iter().position(is_cleopatra).map_or(0, |place| place + 1),
        }
    }
}

/// What a player buys.
#[derive(Debug)]
pub struct Build {
    seat: Seat,
    position: Box<Position>,
    hand: Cards,
}

impl Build {
    /// The question for a player, who sees the table and his own hand.
    pub fn of(position: &Position, seat: Seat, hand: Cards) -> Build {
        Build { seat, position: Box::new(position.clone()), hand }
    }

    fn shop<'a>(&self, game: &'a Mythology) -> Shop<'a> {
        Shop::new(game, &self.position, self.seat, &self.hand)
    }

    /// Goes through the list from top to bottom (MY-4.2.1), perhaps after an exchange that is made beforehand.
    fn serve<'a>(
        &self,
        game: &'a Mythology,
        lines: &mut Lines<'_, Mythology>,
        beforehand: Option<(Good, Good)>,
    ) -> (Shop<'a>, Option<(Good, Good)>) {
        let mut shop = self.shop(game).copying(self.copied_in(game, lines));
        let mut swap = beforehand.filter(|(give, take)| shop.swap(*give, *take).is_ok());
        let mut made = swap;
        lines.each(|order| match order {
            _ if shop.has_won() => Says::Nothing,
            Order::Build { wish, times, with } => buy_times(&mut shop, *wish, *times, with),
            Order::Conquest { province: Some(province), aim: Aim::Convert }
                if shop.position.area(*province).converter() == Some(self.seat) =>
            {
                said(shop.buy(Wish::Influence(*province), None))
            }
            Order::Swap { give, take } if made == Some((*give, *take)) => {
                made = None;
                Says::Yes(())
            }
            // Once a phase (MY-4.3.5).
            Order::Swap { .. } if swap.is_some() => Says::No(Common::NoSwap.into()),
            Order::Swap { give, take } => said(shop.swap(*give, *take).inspect(|()| {
                swap = Some((*give, *take));
            })),
            _ => Says::Nothing,
        });
        (shop, swap)
    }

    /// The first hero that a letter names for Castor and Pollux and that can be copied as things stand (MY-4.6.3).
    fn copied_in(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Card> {
        let heroes = copyable(game, &self.position, self.seat);
        let mark = lines.mark();
        let named = lines.first(|order| match order {
            Order::Copy(cards) => match cards.iter().find(|card| heroes.contains(card)) {
                Some(card) => Says::Yes(*card),
                None => Says::No(Own::NotToCopy { card: cards.first().copied().unwrap_or(Card::Achilles) }.into()),
            },
            _ => Says::Nothing,
        });
        lines.forget_since(mark);
        named
    }

    /// The exchanges to try: whoever has named one gets that one or none (MY-4.3.5); under a condition, only where it stands.
    fn exchanges(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Vec<(Good, Good)> {
        let speaks = lines.mention(|order| matches!(order, Order::Swap { .. }));
        if !speaks {
            return game.core.board.goods[1..]
                .iter()
                .flat_map(|good| [(*good, Good::Tax), (Good::Tax, *good)])
                .collect();
        }
        let mark = lines.mark();
        let named = lines.each(|order| match order {
            Order::Swap { give, take } => Says::Yes((*give, *take)),
            _ => Says::Nothing,
        });
        lines.forget_since(mark);
        named
    }

    /// What an exchange and the payments leave of the hand.
    fn left(&self, swap: Option<(Good, Good)>, payments: &[Cards]) -> Cards {
        let mut left = after_swap(self.hand, swap);
        payments.iter().for_each(|paid| left.remove(paid));
        left
    }

    /// The table when all this has been bought.
    fn after(&self, game: &Mythology, programme: &Programme) -> Box<Position> {
        let mut position = self.position.clone();
        for (purchase, _) in &programme.purchases {
            shop::put(game, &mut position, self.seat, purchase.item);
        }
        position
    }

    /// What may be kept when all this has been bought.
    fn allowed_after(&self, game: &Mythology, programme: &Programme) -> Allowance {
        allowed(&self.after(game, programme), self.seat)
    }

    /// Of every sort the first thing that could be paid now.
    pub fn affordable(&self, game: &Mythology) -> Vec<Wish> {
        let mut seen = Vec::new();
        let mut first = |wish: &Wish| {
            let sort = match wish {
                Wish::Unit(unit, _) => 10 + *unit as u8,
                Wish::Ship(_) => return false, // triremes are built in a yard
                Wish::Influence(_) => 0,
                Wish::City(..) => 1,
                Wish::Caravan(..) => 2,
                Wish::Market(_) => 3,
                Wish::Temple(_) => 4,
                Wish::Card(_) => 5,
            };
            let is_new = !seen.contains(&sort) && self.shop(game).buy(*wish, None).is_ok();
            if is_new {
                seen.push(sort);
            }
            is_new
        };
        let wishes = every_wish(game, &self.position, self.seat);
        wishes.into_iter().filter(|wish| first(wish)).collect()
    }

    fn programme(&self, game: &Mythology, shop: &Shop<'_>, swap: Option<(Good, Good)>, wants: &Wants) -> Programme {
        let payments = shop.payments();
        let copy = shop.position.copied.filter(|_| self.position.copied.is_none());
        let keep = wants.keep(&game.core, &self.left(swap, &payments), allowed(&shop.position, self.seat));
        let with_payment =
            |(purchase, paid): (&shop::Purchase, Cards)| (shop::Purchase { named: None, ..purchase.clone() }, paid);
        Programme { swap, purchases: shop.bought.iter().zip(payments).map(with_payment).collect(), copy, keep }
    }
}

/// Buys the same thing several times; the buyer is told where it stops.
fn buy_times(shop: &mut Shop<'_>, wish: Wish, times: u8, with: &[Cards]) -> Says<(), Reason> {
    for n in 0..times {
        if let Err(reason) = shop.buy(wish, with.get(usize::from(n))) {
            return if n == 0 { Says::No(reason) } else { Says::Partly((), reason) };
        }
        if shop.has_won() {
            break;
        }
    }
    Says::Yes(())
}

fn said(result: Result<(), Reason>) -> Says<(), Reason> {
    match result {
        Ok(()) => Says::Yes(()),
        Err(reason) => Says::No(reason),
    }
}

fn after_swap(mut hand: Cards, swap: Option<(Good, Good)>) -> Cards {
    if let Some((give, take)) = swap {
        hand.take(give, 1);
        hand.add(take, 1);
    }
    hand
}

/// What may be kept: two taxes (MY-4.7), and two goods with the Hanging Gardens (MY-4.7.1).
fn allowed(position: &Position, seat: Seat) -> Allowance {
    Allowance { money: 2, goods: if position.owns(seat, Card::HangingGardens) { 2 } else { 0 } }
}

impl Question<Mythology> for Build {
    type Answer = Programme;
    const NAME: &'static str = "build";

    fn legal(&self, game: &Mythology, programme: &Programme) -> Result<(), Reason> {
        let mut shop = self.shop(game).copying(programme.copy);
        let swap_at = programme.swap_at(&self.position, self.seat);
        let mut left = after_swap(self.hand, programme.swap);
        for i in 0..=programme.purchases.len() {
            if let (true, Some((give, take))) = (i == swap_at, programme.swap) {
                shop.swap(give, take)?;
            }
            if let Some((purchase, paid)) = programme.purchases.get(i) {
                let named = (purchase.price > 0).then_some(paid);
                shop.buy(purchase.item.wish(&game.core.board), named)?;
                left.remove(paid);
            }
        }
        if left.covers(&programme.keep) && allowed(&shop.position, self.seat).allows(&programme.keep) {
            Ok(())
        } else {
            Err(Common::TooMuchKept.into())
        }
    }

    /// Buys nothing and keeps what may be kept.
    fn default(&self, game: &Mythology) -> Programme {
        self.programme(game, &self.shop(game), None, &Wants::default())
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Programme {
        let heroes = copyable(game, &self.position, self.seat);
        let mut shop = self.shop(game).copying(heroes.choose(chance).copied());
        let mut swap = None;
        if chance.random_bool(0.5) && self.position.owns(self.seat, Card::Cleopatra) {
            let goods: Vec<Good> = game.core.board.goods.to_vec();
            if let (Some(give), Some(take)) = (goods.choose(chance), goods.choose(chance)) {
                swap = shop.swap(*give, *take).is_ok().then_some((*give, *take));
            }
        }
        let mut wishes = every_wish(game, &self.position, self.seat);
        wishes.shuffle(chance);
        for wish in wishes {
            if shop.has_won() {
                break;
            }
            let _ = shop.buy(wish, None);
        }
        shop.place_gifts();
        self.programme(game, &shop, swap, &Wants::default())
    }

    /// Of every sort the first purchase that could be paid now.
    fn hints(&self, game: &Mythology) -> Vec<Programme> {
        let one = |wish: Wish| {
            let mut shop = self.shop(game);
            shop.buy(wish, None).ok()?;
            Some(self.programme(game, &shop, None, &Wants::default()))
        };
        self.affordable(game).into_iter().filter_map(one).collect()
    }

    /// Payments and what is kept are the referee's to find.
    fn form(&self, game: &Mythology, programme: &Programme) -> Vec<Order> {
        if programme.purchases.is_empty() {
            return alloc::vec![Order::Nothing(Nothing::Build)];
        }
        let wish = |(purchase, _): &(shop::Purchase, Cards)| purchase.item.wish(&game.core.board);
        let buy = |wish| Order::Build { wish, times: 1, with: Vec::new() };
        programme.purchases.iter().map(wish).map(buy).collect()
    }

    fn only(&self, _: &Mythology) -> Option<Programme> {
        let idle = self.hand.is_empty() && !self.position.has(self.seat, Card::Hammurabi);
        idle.then(Programme::default)
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Programme> {
        let speaks = |order: &Order| {
            matches!(order, Order::Build { .. } | Order::Swap { .. } | Order::Keep(_) | Order::Copy(_))
                || matches!(order, Order::Nothing(Nothing::Build | Nothing::AtAll))
                || matches!(order, Order::Conquest { province: Some(province), aim: Aim::Convert }
                    if self.position.area(*province).converter() == Some(self.seat))
        };
        if !lines.mention(speaks) {
            return None;
        }
        let mark = lines.mark();
        let (mut shop, mut swap) = self.serve(game, lines, None);
        if lines.refusals_since(mark) > 0 && self.position.owns(self.seat, Card::Cleopatra) {
            // Perhaps an exchange made first makes more of the list possible: take the first that does.
            let refused = lines.refusals_since(mark);
            for candidate in self.exchanges(game, lines) {
                let try_mark = lines.mark();
                let (other, found) = self.serve(game, lines, Some(candidate));
                if found.is_some() && lines.refusals_since(try_mark) < refused {
                    (shop, swap) = (other, found);
                    lines.forget_between(mark, try_mark);
                    break;
                }
                lines.forget_since(try_mark);
            }
        }
        shop.place_gifts();
        let left = self.left(swap, &shop.payments());
        let wants = Wants::heard(game, lines, &left, allowed(&shop.position, self.seat));
        Some(self.programme(game, &shop, swap, &wants))
    }

    fn orders(&self, game: &Mythology, programme: &Programme) -> Vec<Order> {
        let mut orders = Vec::new();
        for (purchase, paid) in &programme.purchases {
            let with = if purchase.price > 0 { alloc::vec![*paid] } else { Vec::new() };
            orders.push(Order::Build { wish: purchase.item.wish(&game.core.board), times: 1, with });
        }
        if let Some((give, take)) = programme.swap {
            orders.insert(programme.swap_at(&self.position, self.seat), Order::Swap { give, take });
        }
        orders.extend(programme.copy.map(|card| Order::Copy(alloc::vec![card])));
        let payments: Vec<Cards> = programme.purchases.iter().map(|(_, paid)| *paid).collect();
        let left = self.left(programme.swap, &payments);
        orders.extend(keep::order(&game.core, &programme.keep, &left, self.allowed_after(game, programme)));
        if orders.is_empty() {
            orders.push(Order::Nothing(Nothing::Build));
        }
        orders
    }
}

/// Everything a player might conceivably want: for random play and for the automaton. The Queen of Sheba hires at the edge (MY-4.4.10).
pub fn every_wish(game: &Mythology, position: &Position, seat: Seat) -> Vec<Wish> {
    let mut wishes = crate::common::shop::every_wish(&game.core, position, seat);
    if position.has(seat, Card::QueenOfSheba) {
        let edge = position.provinces().filter(|(at, area)| area.owner != Some(seat) && game.core.board.land(*at).edge);
        wishes.extend(edge.map(|(province, _)| Wish::Unit(Unit::Legion, province)));
    }
    wishes
}
