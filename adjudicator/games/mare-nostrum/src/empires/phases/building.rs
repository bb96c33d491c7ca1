//! Building: one player after the other spends what he has (EM-4).

use super::shop::{Purchase, Shop};
use super::{leaders, setup};
use crate::common::keep::{self, Allowance, Wants};
use crate::common::orders::{Item, Nothing, Order, Wish};
use crate::common::roles::Turns;
use crate::common::shop::{buildings_in, first_of_each_sort};
use crate::empires::event::{Event, Triumph};
use crate::empires::position::{Phase, Position};
use crate::empires::reason::{Common, Own, Reason};
use crate::empires::{Empires, Table, Tiles};
use crate::pieces::{Card, Cards, Role, Sea, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat, Seats};

/// Plays the Building phase.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Building });
    t.gather(owing(t))?;
    if perseus(t)? {
        return Ok(());
    }
    let mut turns = Turns::new(Role::Political, t.game.core.seats, t.state.position.acted);
    let mut keeps: Vec<(Seat, Cards)> = Vec::new();
    while let Some((seat, leader)) = turns.next(t.state.position.role(Role::Political), t)? {
        t.tell(Event::TurnToBuild { seat, leader });
        let name = t.game.core.seat_key_of(seat);
        let question = Build::of(&t.state.position, seat, *t.state.hand(seat));
        let programme = t.ask(seat, format_args!("{name}/build"), question)?;
        carry_out(t, seat, &programme)?;
        keeps.push((seat, programme.keep));
        if t.state.position.owns(seat, Card::Pyramids) {
            t.state.position.acted = Seats::NONE;
            leaders::win(t, alloc::vec![seat], Triumph::Pyramids); // EM-7.1
            return Ok(());
        }
        t.state.position.acted.insert(seat);
    }
    t.state.position.acted = Seats::NONE;
    for (seat, keep) in keeps {
        clear_up(t, seat, keep);
    }
    t.state.position.drop_broken_holds();
    // Five heroes and wonders win when the phase is over (EM-7.2).
    let five = |seat: &Seat| t.state.position.cards_of(*seat).count() >= 5;
    let reached = t.game.core.seats.iter().filter(five).collect();
    let winners = leaders::among(&t.state.position, reached, Role::Political);
    leaders::win(t, winners, Triumph::Renown);
    if !t.state.position.winners.is_empty() {
        return Ok(());
    }
    if t.game.tiles == Tiles::FiveFaceUp {
        setup::turn_tiles(t);
    }
    t.state.position.phase = Phase::Movement;
    Ok(())
}

/// Who has something to decide: tokens to spend, something free to build, or the order of play.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        !t.state.hand(*seat).is_empty()
            || position.has(*seat, Card::Hammurabi)
            || position.has(*seat, Card::Penthesilea)
            || position.role(Role::Political) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}

/// Perseus' owner may build before everybody, if he wins by it (EM-4.6.3). He is asked whatever he holds: waiting must not tell.
fn perseus(t: &mut Table<'_>) -> Play<bool> {
    let Some(seat) = t.state.position.owner_of(Card::Perseus) else { return Ok(false) };
    let build = Build::of(&t.state.position, seat, *t.state.hand(seat));
    let Some(programme) = t.ask(seat, "perseus", Perseus { build })? else { return Ok(false) };
    t.tell(Event::PerseusBuilds { seat });
    carry_out(t, seat, &programme)?;
    let pyramids = t.state.position.owns(seat, Card::Pyramids);
    leaders::win(t, alloc::vec![seat], if pyramids { Triumph::Pyramids } else { Triumph::Renown });
    Ok(true)
}

fn carry_out(t: &mut Table<'_>, seat: Seat, programme: &Programme) -> Play {
    for (purchase, paid) in &programme.purchases {
        let legends = t.state.pay(seat, paid);
        t.state.position.put(seat, purchase.item);
        let Purchase { item, price, discount, .. } = *purchase;
        let bought = Event::Bought { seat, item, price, paid: *paid, discount };
        match legends {
            0 => t.tell(bought),
            _ => t.show(Audience::All, bought),
        }
        if let Item::Card { card } = item {
            t.state.position.row.retain(|known| *known != card);
        }
        if item == (Item::Card { card: Card::CastorAndPollux }) {
            copy(t, seat, programme.copy)?;
        }
    }
    Ok(())
}

/// Castor and Pollux copy the power of another player's hero, chosen once and for all (EM-4.6.2). Whoever names the hero in the same
/// letter has the power at once; whoever has to be asked has it from then on.
fn copy(t: &mut Table<'_>, seat: Seat, named: Option<Card>) -> Play {
    let heroes = copyable(t.game, &t.state.position, seat);
    if heroes.is_empty() {
        t.tell(Event::CopiesNobody { seat });
        return Ok(());
    }
    let name = t.game.core.seat_key_of(seat);
    let card = match named {
        Some(card) => card,
        None => t.ask(seat, format_args!("{name}/copy"), Copy { heroes })?,
    };
    t.state.position.copied = Some(card);
    t.tell(Event::Copies { seat, card });
    Ok(())
}

/// The heroes whose power can be copied: no starting hero, no wonder, not Perseus, and somebody else's (EM-4.6.2).
pub fn copyable(game: &Empires, position: &Position, seat: Seat) -> Vec<Card> {
    let starts = |card: &Card| game.core.board.civilizations.iter().any(|one| one.hero == *card);
    let fits = |card: &Card| {
        !starts(card)
            && !card.is_wonder()
            && *card != Card::Perseus
            && position.owner_of(*card).is_some_and(|owner| owner != seat)
    };
    game.core.board.cards.iter().copied().filter(fits).collect()
}

/// Gives back what was not spent (EM-4.7). How much is kept is told to all, what it is only to its owner (EM-1.6).
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
    /// What is bought, each with its payment.
    pub purchases: Vec<(Purchase, Cards)>,
    /// Whom Castor and Pollux copy, if they are bought and the hero is named.
    pub copy: Option<Card>,
    /// What is kept of the rest.
    pub keep: Cards,
}

impl Programme {
    /// Whether it wins at once for Perseus' owner (EM-4.6.3).
    fn wins(&self, owned: usize) -> bool {
        let cards = self.purchases.iter().filter(|(one, _)| matches!(one.item, Item::Card { .. })).count();
        let pyramids = |(one, _): &(Purchase, Cards)| one.item == Item::Card { card: Card::Pyramids };
        self.purchases.iter().any(pyramids) || owned + cards >= 5
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

    fn shop<'a>(&self, game: &'a Empires) -> Shop<'a> {
        Shop::new(game, &self.position, self.seat, &self.hand)
    }

    fn programme(&self, game: &Empires, shop: &Shop<'_>, wants: &Wants) -> Programme {
        let payments = shop.payments();
        let keep = wants.keep(&game.core, &self.left(&payments), allowed(&shop.position, self.seat));
        let bare = |purchase: &Purchase| Purchase { named: None, ..purchase.clone() };
        let copy = if shop.bought.iter().any(is_castor) { shop.position.copied } else { None };
        Programme { purchases: shop.bought.iter().map(bare).zip(payments).collect(), copy, keep }
    }

    /// What the payments leave of the hand.
    fn left(&self, payments: &[Cards]) -> Cards {
        let mut left = self.hand;
        payments.iter().for_each(|paid| left.remove(paid));
        left
    }

    /// What may be kept when all this has been bought.
    fn allowed_after(&self, programme: &Programme) -> Allowance {
        let mut position = self.position.clone();
        programme.purchases.iter().for_each(|(purchase, _)| position.put(self.seat, purchase.item));
        allowed(&position, self.seat)
    }

    /// Of every sort the first thing that could be paid now.
    pub fn affordable(&self, game: &Empires) -> Vec<Wish> {
        let wishes = every_wish(game, &self.position, self.seat);
        first_of_each_sort(wishes, |wish| self.shop(game).buy(wish, None).is_ok())
    }

    fn speaks(order: &Order) -> bool {
        matches!(order, Order::Build { .. } | Order::Keep(_) | Order::Nothing(Nothing::Build | Nothing::AtAll))
    }
}

fn is_castor(purchase: &Purchase) -> bool {
    purchase.item == Item::Card { card: Card::CastorAndPollux }
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

/// What may be kept: two coins (EM-4.7), and two different goods with the Hanging Gardens (EM-4.7.1).
fn allowed(position: &Position, seat: Seat) -> Allowance {
    Allowance { money: 2, goods: if position.has(seat, Card::HangingGardens) { 2 } else { 0 } }
}

impl Question<Empires> for Build {
    type Answer = Programme;
    const NAME: &'static str = "build";

    fn legal(&self, game: &Empires, programme: &Programme) -> Result<(), Reason> {
        let mut shop = self.shop(game).copying(programme.copy);
        let mut left = self.hand;
        for (purchase, paid) in &programme.purchases {
            shop.buy(purchase.item.wish(&game.core.board), (purchase.price > 0).then_some(paid))?;
            left.remove(paid);
        }
        if left.covers(&programme.keep) && allowed(&shop.position, self.seat).allows(&programme.keep) {
            Ok(())
        } else {
            Err(Common::TooMuchKept.into())
        }
    }

    /// Buys nothing and keeps what may be kept.
    fn default(&self, game: &Empires) -> Programme {
        self.programme(game, &self.shop(game), &Wants::default())
    }

    fn random(&self, game: &Empires, chance: &mut Chance) -> Programme {
        let heroes = copyable(game, &self.position, self.seat);
        let mut shop = self.shop(game).copying(heroes.choose(chance).copied());
        let mut wishes = every_wish(game, &self.position, self.seat);
        wishes.shuffle(chance);
        for wish in wishes {
            if shop.has_won() {
                break;
            }
            let _ = shop.buy(wish, None);
        }
        self.programme(game, &shop, &Wants::default())
    }

    /// Of every sort the first purchase that could be paid now.
    fn hints(&self, game: &Empires) -> Vec<Programme> {
        let one = |wish: Wish| {
            let mut shop = self.shop(game);
            shop.buy(wish, None).ok()?;
            Some(self.programme(game, &shop, &Wants::default()))
        };
        self.affordable(game).into_iter().filter_map(one).collect()
    }

    /// What Perseus' owner said when asked whether to build first and win is not said of the turn to build (EM-4.6.3).
    fn waits(&self, order: &Order) -> bool {
        *order == Order::Nothing(Nothing::Build) && self.position.owns(self.seat, Card::Perseus)
    }

    fn hear(&self, game: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Programme> {
        if !lines.mention(Build::speaks) {
            return None;
        }
        // Whom Castor and Pollux copy must be known before anything is bought: their power counts from the moment they are there.
        let heroes = copyable(game, &self.position, self.seat);
        let is_bought = |order: &Order| matches!(order, Order::Build { wish: Wish::Card(Card::CastorAndPollux), .. });
        let mut copy = None;
        if lines.mention(is_bought) {
            copy = lines.first(|order| match order {
                Order::Copy(cards) => match cards.iter().find(|card| heroes.contains(card)) {
                    Some(card) => Says::<_, Reason>::Yes(*card),
                    // Where there is a choice it is refused when they are bought.
                    None => match (heroes.as_slice(), cards.first()) {
                        ([] | [_], Some(card)) => Says::No(Own::NotToCopy { card: *card }.into()),
                        _ => Says::Nothing,
                    },
                },
                _ => Says::Nothing,
            });
        }
        let mut shop = self.shop(game).copying(copy);
        lines.each(|order| match order {
            Order::Build { .. } if shop.has_won() => Says::No(Common::AlreadyWon.into()), // EM-7.1
            Order::Build { wish, times, with } => buy_times(&mut shop, *wish, *times, with),
            _ => Says::Nothing,
        });
        let wants = Wants::heard(game, lines, &self.left(&shop.payments()), allowed(&shop.position, self.seat));
        Some(self.programme(game, &shop, &wants))
    }

    fn orders(&self, game: &Empires, programme: &Programme) -> Vec<Order> {
        let buy = |(purchase, paid): &(Purchase, Cards)| {
            let with = if purchase.price > 0 { alloc::vec![*paid] } else { Vec::new() };
            Order::Build { wish: purchase.item.wish(&game.core.board), times: 1, with }
        };
        let mut orders: Vec<Order> = programme.purchases.iter().map(buy).collect();
        orders.extend(programme.copy.map(|card| Order::Copy(alloc::vec![card])));
        let payments: Vec<Cards> = programme.purchases.iter().map(|(_, paid)| *paid).collect();
        orders.extend(keep::order(&game.core, &programme.keep, &self.left(&payments), self.allowed_after(programme)));
        if orders.is_empty() {
            orders.push(Order::Nothing(Nothing::Build));
        }
        orders
    }

    /// Payments and what is kept are the referee's to find.
    fn form(&self, game: &Empires, programme: &Programme) -> Vec<Order> {
        if programme.purchases.is_empty() {
            return alloc::vec![Order::Nothing(Nothing::Build)];
        }
        let wish = |(purchase, _): &(Purchase, Cards)| purchase.item.wish(&game.core.board);
        let buy = |wish| Order::Build { wish, times: 1, with: Vec::new() };
        programme.purchases.iter().map(wish).map(buy).collect()
    }
}

/// Whether Perseus' owner builds first, and what.
#[derive(Debug)]
pub struct Perseus {
    build: Build,
}

impl Perseus {
    fn wins(&self, programme: &Programme) -> bool {
        programme.wins(self.build.position.cards_of(self.build.seat).count())
    }
}

impl Question<Empires> for Perseus {
    type Answer = Option<Programme>;
    const NAME: &'static str = "perseus";

    fn legal(&self, game: &Empires, programme: &Option<Programme>) -> Result<(), Reason> {
        match programme {
            Some(programme) if !self.wins(programme) => {
                Err(Common::NothingThere { province: game.core.capital(self.build.seat) }.into())
            }
            Some(programme) => self.build.legal(game, programme),
            None => Ok(()),
        }
    }

    fn default(&self, _: &Empires) -> Option<Programme> {
        None
    }

    fn random(&self, game: &Empires, chance: &mut Chance) -> Option<Programme> {
        Some(self.build.random(game, chance)).filter(|programme| self.wins(programme))
    }

    /// Whoever could win now does; nobody has to ask for it.
    fn hear(&self, game: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Option<Programme>> {
        let mark = lines.mark();
        let programme = self.build.hear(game, lines)?;
        let wins = self.wins(&programme);
        if !wins {
            lines.forget_since(mark); // they will be heard again in his turn
        }
        Some(wins.then_some(programme))
    }

    fn orders(&self, game: &Empires, programme: &Option<Programme>) -> Vec<Order> {
        match programme {
            Some(programme) => self.build.orders(game, programme),
            None => alloc::vec![Order::Nothing(Nothing::Build)],
        }
    }
}

/// Whose power Castor and Pollux copy.
#[derive(Debug)]
pub struct Copy {
    heroes: Vec<Card>,
}

impl Question<Empires> for Copy {
    type Answer = Card;
    const NAME: &'static str = "copy";

    fn legal(&self, _: &Empires, card: &Card) -> Result<(), Reason> {
        if self.heroes.contains(card) { Ok(()) } else { Err(Own::NotToCopy { card: *card }.into()) }
    }

    fn default(&self, _: &Empires) -> Card {
        self.heroes.first().copied().unwrap_or(Card::Hercules)
    }

    fn random(&self, game: &Empires, chance: &mut Chance) -> Card {
        self.heroes.choose(chance).copied().unwrap_or_else(|| self.default(game))
    }

    fn choices(&self, _: &Empires) -> Vec<Card> {
        self.heroes.clone()
    }

    fn only(&self, _: &Empires) -> Option<Card> {
        if let [only] = self.heroes.as_slice() { Some(*only) } else { None }
    }

    fn hear(&self, _: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Card> {
        lines.first(|order| match order {
            Order::Copy(cards) => match (cards.iter().find(|card| self.heroes.contains(card)), cards.first()) {
                (Some(card), _) => Says::Yes(*card),
                (None, Some(card)) => Says::No(Own::NotToCopy { card: *card }.into()),
                (None, None) => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Empires, card: &Card) -> Vec<Order> {
        alloc::vec![Order::Copy(alloc::vec![*card])]
    }
}

/// Everything a player might conceivably want: for random play and for the automaton.
pub fn every_wish(game: &Empires, position: &Position, seat: Seat) -> Vec<Wish> {
    let mut wishes = Vec::new();
    for (province, area) in position.provinces() {
        if area.owner == Some(seat) {
            wishes.extend(buildings_in(&game.core, province));
            wishes.extend([Wish::Unit(Unit::Legion, province), Wish::Unit(Unit::Fortress, province)]);
        } else if area.owner.is_none() {
            wishes.push(Wish::Influence(province));
        }
    }
    wishes.extend((0..position.fleets.len() as u8).map(|sea| Wish::Ship(Sea(sea))));
    wishes.extend(position.row.iter().map(|card| Wish::Card(*card)));
    wishes
}
