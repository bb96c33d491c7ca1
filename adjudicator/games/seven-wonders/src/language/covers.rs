//! Whether doing something is within the words of an order: what they name binds, what they leave open the referee may find.

use crate::game::SevenWonders;
use crate::orders::{Order, Terms, Wish};
use crate::pieces::{Card, Way};
use crate::rules::myth::invocation::Invocation;
use crate::rules::plan::fits;

/// Whether one order covers what was done.
pub fn covers(game: &SevenWonders, said: &Order, done: &Order) -> bool {
    match (said, done) {
        (Order::Play { way, card, buy }, Order::Play { way: did, card: with, buy: bought })
        | (Order::ForFree { way, card, buy }, Order::ForFree { way: did, card: with, buy: bought })
        | (
            Order::Take { way, card, buy } | Order::Play { way, card, buy },
            Order::Take { way: did, card: with, buy: bought },
        ) => (way, card) == (did, with) && buys(buy, bought),
        // 7W-4.4: a plan builds, with a stage or a sale where it says so; never what costs a power.
        (Order::Prefer(wishes), Order::Play { way, card, .. } | Order::Take { way, card, .. }) => {
            wishes.iter().any(|wish| fulfils(game, *wish, *way, *card))
        }
        (Order::Prefer(wishes), Order::Dig(Some(card))) => wishes.iter().any(|wish| fits(game, *wish, *card)),
        // 7W-13.44: whoever has all hands shuffled first chooses from another hand; what he would have played is not.
        (Order::Myth(one), Order::Play { .. }) => one.shuffles_first(),
        (Order::Draft(wishes), Order::Draft(kept)) => {
            let is_wished = |card: Card| wishes.iter().any(|wish| fits(game, *wish, card));
            kept.iter().all(|one| matches!(one, Wish::Card(card) if is_wished(*card)))
        }
        (Order::Pray(list), Order::Pray(kept)) => list.contains(&None) || kept.iter().all(|deity| list.contains(deity)),
        // 7W-12.4: no more is owed than is lost, and what cannot be paid is owed all the same.
        (Order::Debt(_), Order::Debt(_)) => true,
        (Order::Myth(one), Order::Myth(did)) => invokes(one, did),
        // A letter that plays a card and says nothing of myths and looks wants none.
        (Order::Play { .. } | Order::Prefer(_), Order::NoMyth | Order::Look([None, None])) => true,
        _ => said == done,
    }
}

/// Whether what was bought has all that was asked for; if nothing is said of it, it was the cheapest.
fn buys(asked: &Terms, bought: &Terms) -> bool {
    bought.trade.is_none() || bought.trade.has(asked.trade)
}

fn fulfils(game: &SevenWonders, wish: Wish, way: Way, card: Card) -> bool {
    match wish {
        Wish::Stage => way == Way::Stage,
        Wish::Sell => way == Way::Sell,
        wish => way == Way::Build && fits(game, wish, card),
    }
}

/// The same myth, at the same time, for the same; what is dug up may stand in another line (7W-13.45).
fn invokes(said: &Invocation, did: &Invocation) -> bool {
    let own = said.aim.own.or(did.aim.own);
    let aim = crate::deity::Aim { own, ..said.aim };
    (said.deity, said.used, said.when, aim) == (did.deity, did.used, did.when, did.aim) && did.buy.has(said.buy)
}
