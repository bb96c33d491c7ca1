//! A sound player for silent seats: it sees only the view, and writes a letter.

use crate::effects::{Mode, Pick};
use crate::form::{self, placing_as_seen};
use crate::game::InnerSea;
use crate::npc;
use crate::orders::{Against, Means, Order, Payment, Thing, Times};
use crate::pieces::{Faction, Wonder};
use crate::position::Phase;
use crate::rules::cards::{Action, ActionQuestion};
use crate::rules::opening::{ContestQuestion, SHEET};
use crate::rules::valuation;
use crate::view::View;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Question as _, Seat};

/// The letter.
pub fn letter(game: &InnerSea, view: &View, seat: Seat) -> String {
    let orders = match view.position.phase {
        Phase::Growth => growth(game, view, seat),
        Phase::Cards => cards(game, view, seat),
        Phase::Competition => competition(game, view, seat),
        Phase::Valuation if valuation::draws(game, &view.position) => {
            form::scoring(game, view, seat).chain(draws(view, seat)).collect()
        }
        // The referee's own choices are sound there.
        Phase::Setup | Phase::Settling | Phase::Exploration | Phase::Valuation | Phase::EpochEnd | Phase::Over => {
            alloc::vec![Order::Content]
        }
    };
    let lines: Vec<String> = orders.iter().map(|order| game.print_order(order, "en")).collect();
    lines.join("\n")
}

/// Cities first, then settlements, then new land: what the referee would do too.
fn growth(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let question = placing_as_seen(game, view, seat);
    let mut orders = question.orders(game, &question.soundly(game));
    // Those who grow before may bring more trade: nothing is left over.
    orders.push(Order::Fill(None));
    orders
}

/// Negations wait for something that hurts; the other cards are played in the NPCs' order; two cards are kept for losses.
fn cards(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let hand = view.hand.unwrap_or_default();
    let question = ActionQuestion::as_seen(seat, hand, &view.position);
    let mut orders: Vec<Order> = Vec::new();
    for card in (hand & game.negations).iter() {
        let least = if game.deck.card(card).only_mine { 0 } else { 2 };
        orders.push(Order::Negate(card, Against { least, ..Against::default() }));
    }
    let mut playable = question.playable(game);
    playable.retain(|(_, declared)| {
        let own = declared.harm[seat.index()];
        let goods = |seat: usize| declared.goods[seat];
        let gifts: i16 = (0..7).filter(|other| *other != seat.index()).map(goods).sum();
        // What would bring something only to others is kept.
        let is_gift = goods(seat.index()) <= 0 && gifts > 0;
        !is_gift && (own == 0 || declared.harm.iter().sum::<u8>() > 2 * own)
    });
    playable.sort_by_key(|(card, _)| game.deck.card(*card).npc);
    let mut left = question.clone();
    let mut builds = false;
    for (card, declared) in playable {
        builds |= declared.picks.iter().any(|pick| matches!(pick, Pick::Wonder(_)));
        let action = Action::Play(card, declared);
        orders.extend(question.orders(game, &action));
        left.is_done(&action);
    }
    // A Wonder, where spare discs and talents pay for it, cards that are not played, and no card builds one.
    let question = left;
    if !builds && view.position.side(seat).talents >= 2 {
        let wonders = (0..7).map(Wonder);
        let first = wonders.filter_map(|w| question.build(game, w, None, &Payment::default()).ok()).next();
        // What is paid is left open: cards that come before it may have used up discs of the supply.
        orders.extend(first.and_then(|action| match action {
            Action::Build(wonder, site, _) => Some(Order::Wonder(wonder, Some(site), Payment::default())),
            _ => None,
        }));
    }
    orders.push(losses());
    orders.push(Order::Pass);
    orders
}

/// Discs of Cities are worth a talent.
fn losses() -> Order {
    Order::Losses(Times::All, None, alloc::vec![Means::Talents { most: Some(1), keep: 0 }, Means::Discs])
}

/// Every card that helps is played where the most is at stake: in the first area of the order.
fn competition(game: &InnerSea, view: &View, seat: Seat) -> Vec<Order> {
    let me = Faction::of(seat);
    let hand = view.hand.unwrap_or_default();
    let own = view.position.board.contested() & view.position.board.occupied(me);
    let mut orders = Vec::new();
    let mut left = hand & game.fighting;
    let mut sheet = true;
    for area in npc::competition::in_order(game, &view.position, own) {
        let question = ContestQuestion::as_seen(game, &view.position, hand, seat, Some(area));
        let things: Vec<Thing> = left.iter().map(Thing::Card).chain(sheet.then_some(SHEET)).collect();
        let mut any = false;
        for thing in things {
            let Ok(used) = question.declare(game, thing, Mode::Sound) else { continue };
            if used.declared.harm[me.index()] > 0 {
                continue;
            }
            any = true;
            match thing {
                Thing::Card(card) => left.remove(card),
                _ => sheet = false,
            }
            orders.extend(question.orders(game, &alloc::vec![used]));
        }
        if !any {
            orders.push(Order::Compete(area, None, Vec::new()));
        }
    }
    orders.push(losses());
    orders
}

/// One talent in two goes into cards.
fn draws(view: &View, seat: Seat) -> Vec<Order> {
    alloc::vec![Order::Draw(view.position.side(seat).talents / 2)]
}
