//! Whether what was done is within the words of an order: what they name binds, what they leave open the referee may choose (IS-11.1).

use crate::game::InnerSea;
use crate::orders::{Against, Means, Order, Payment, Target, Thing, Verb, Wish};
use crate::pieces::{Area, Card};
use alloc::vec::Vec;

/// Whether an order covers what was done.
pub fn covers(game: &InnerSea, said: &Order, done: &Order) -> bool {
    match (said, done) {
        // Nothing of it was done: it was refused, or there was nothing to do.
        (said, Order::Nothing(verb)) => is_about(said, *verb),
        (Order::Nothing(Verb::Negate), Order::Allow(_)) => true,
        (Order::Nothing(Verb::Compete), Order::Compete(_, None, _)) => true,
        // A sheet that is wanted in one competition is saved for it in the others (IS-6.3).
        (Order::Compete(_, Some(Thing::Sheet(_)), _), Order::Compete(_, None, _)) => true,
        (Order::Compete(area, ..), Order::Compete(there, None, _)) => area == there,
        (Order::Draw(_) | Order::Use(..), Order::Draw(0)) => true,

        (Order::Withdraw(most, area), Order::Withdraw(n, there)) => area == there && n <= most,
        (Order::Place(most, area), Order::Place(n, there)) | (Order::Settle(most, area), Order::Settle(n, there)) => {
            area == there && most.is_none_or(|most| n.is_some_and(|n| n <= most))
        }
        (Order::Fill(near), Order::Place(_, there)) => {
            near.is_none_or(|near| near == *there || game.chart.next_to(near).contains(*there))
        }
        (Order::Play(card, named), Order::Play(same, targets)) => card == same && aims_at(game, named, targets),
        (Order::Use(thing, named), Order::Use(same, targets)) => thing == same && aims_at(game, named, targets),
        (Order::Compete(area, thing, named), Order::Compete(there, same, targets)) => {
            // Nothing may come of a card in a competition, whatever it is aimed at (IS-5.2.1).
            area == there && thing == same && (targets.is_empty() || aims_at(game, named, targets))
        }
        (Order::Choose(named), Order::Choose(targets)) => {
            // One line may answer several questions: each answer is one of its targets, or holds them all.
            targets.iter().all(|target| named.contains(target)) || aims_at(game, named, targets)
        }
        (Order::Wonder(wonder, site, wish), Order::Wonder(same, there, paid)) => {
            // A Wonder of the beginning costs nothing (IS-10.8).
            wonder == same && (site.is_none() || site == there) && (*paid == Payment::default() || pays(wish, paid))
        }
        (Order::Negate(card, against), Order::Negate(same, target)) => card == same && is_against(against, target),
        (Order::Losses(_, area, means), Order::Losses(_, there, paid)) => {
            (area.is_none() || area == there) && paid.iter().all(|paid| may_pay(means, *paid))
        }
        (Order::Draw(most), Order::Draw(n)) => n <= most,
        (Order::Keep(wishes), Order::Keep(done))
        | (Order::Discard(wishes), Order::Discard(done))
        | (Order::Take(wishes), Order::Take(done)) => wants(wishes, done),
        (Order::Show(cards), Order::Show(shown)) => shown.iter().all(|card| cards.contains(card)),
        (said, done) => said == done,
    }
}

/// Whether an order speaks of what a verb does.
fn is_about(said: &Order, verb: Verb) -> bool {
    match said {
        Order::Nothing(Verb::Compete) => matches!(verb, Verb::Compete | Verb::Play),
        Order::Nothing(said) => *said == verb,
        Order::Withdraw(..) | Order::Shift(_) | Order::Show(_) => verb == Verb::Withdraw,
        // A letter that places discs says that nothing is withdrawn, and no more is used than it says.
        Order::Place(..) | Order::Fill(_) => matches!(verb, Verb::Place | Verb::Withdraw),
        Order::Use(..) => matches!(verb, Verb::Use | Verb::Withdraw | Verb::Play),
        // A letter that speaks of competitions has no card for the start of the phase.
        Order::Compete(..) => verb == Verb::Play,
        Order::Settle(..) => verb == Verb::Settle,
        Order::Play(..) => verb == Verb::Play,
        Order::Rank(..) => verb == Verb::Rank,
        Order::Peace(..) => verb == Verb::Peace,
        Order::Appeal => verb == Verb::Appeal,
        Order::Bribe(_) => verb == Verb::Bribe,
        Order::Accept(_) => verb == Verb::Accept,
        Order::Give(..) => verb == Verb::Give,
        _ => false,
    }
}

/// Whether all targets that were named were hit; others may stand beside them where the letter left something open.
fn aims_at(game: &InnerSea, named: &[Target], targets: &[Target]) -> bool {
    let mut left: Vec<Target> = targets.to_vec();
    named.iter().filter(|target| **target != Target::Nothing).all(|target| {
        // A home may stand for its civilization: `spy on Egypt`.
        let same = |other: &Target| match (target, other) {
            (Target::Area(area), Target::Civ(civ)) => game.chart.home(*civ) == Some(*area),
            (target, other) => target == other,
        };
        match left.iter().position(|other| other == target).or_else(|| left.iter().position(same)) {
            Some(at) => {
                left.remove(at);
                true
            }
            None => false,
        }
    })
}

/// Whether everything that was to be paid was paid, with whatever the referee had to add.
fn pays(wish: &Payment, paid: &Payment) -> bool {
    let discs = |payment: &Payment, area: Area| -> u16 {
        payment.discs.iter().filter(|(known, _)| *known == area).map(|(_, n)| u16::from(*n)).sum()
    };
    wish.discs.iter().all(|(area, _)| discs(paid, *area) >= discs(wish, *area))
        && paid.talents >= wish.talents
        && wish.cards.iter().all(|card| paid.cards.contains(card))
}

fn is_against(plan: &Against, done: &Against) -> bool {
    plan.what.is_none() || plan.what == done.what
}

/// Whether a means is among those that a letter gives; the discs themselves are always what is left.
fn may_pay(means: &[Means], paid: Means) -> bool {
    means.iter().any(|one| match (one, paid) {
        (Means::Talents { most, .. }, Means::Talents { most: Some(n), .. }) => most.is_none_or(|most| n <= most),
        (Means::AnyCard, Means::Thing(Thing::Card(_))) => true,
        (one, paid) => *one == paid,
    }) || paid == Means::Discs
}

/// Whether cards are those that were wished for: some of them, or all of them and more that had to be chosen.
fn wants(wishes: &[Wish], done: &[Wish]) -> bool {
    let named = |wish: &Wish| if let Wish::Card(card) = wish { Some(*card) } else { None };
    let (wanted, chosen): (Vec<Card>, Vec<Card>) =
        (wishes.iter().filter_map(named).collect(), done.iter().filter_map(named).collect());
    wishes.contains(&Wish::Any)
        || chosen.iter().all(|card| wanted.contains(card))
        || chosen.iter().any(|card| wanted.contains(card))
}
