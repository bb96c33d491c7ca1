//! What myths do to others, after everybody's own effects, in the order of the alphabet (7W-13.9).

use crate::deck::Loss;
use crate::deity::{Aim, Deity, InPlay};
use crate::event::{Event, How};
use crate::game::Table;
use crate::pieces::{Card, Power};
use crate::position::Mixed;
use crate::rules::arrival::{self, Came};
use crate::rules::conflict::{self, Purses};
use crate::rules::ledger::{Harm, Ledger, Levy};
use crate::rules::myth::cost::{self, Tab};
use crate::rules::myth::drawn;
use crate::rules::myth::invocation::{Invocation, Use};
use crate::rules::myth::perform::spend;
use crate::rules::myth::rites::Rites;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Game as _, Seat};

/// Everything that the myths of this turn do to others.
pub fn perform(table: &mut Table<'_>, ledger: &mut Ledger) {
    let mut invoked = core::mem::take(&mut ledger.invoked);
    invoked.sort_by_key(|(deity, seat, _)| (*deity, *seat));
    for (deity, seat, aim) in invoked {
        let game = table.game;
        let age = table.state.position.age;
        let amount = game.deck.myth(deity).map_or(0, |card| card.amount[usize::from(age)]);
        match deity {
            Deity::AmunRa | Deity::Nut => hand_over(table, seat, &aim, deity),
            Deity::Bastet => receive(table, &aim, ledger),
            Deity::Hades => strike(table, seat, &aim),
            Deity::Hecate | Deity::Hera => {
                // All other cities lose to Hecate, the Free City too; to Hera all other players.
                let of = if deity == Deity::Hecate { game.cities() } else { game.seats() };
                let loss = Loss { coins: amount, per: 0 };
                ledger.levies.push(Levy { by: seat, loss, of, harm: Harm::Avertible });
            }
            Deity::Horus => table.state.position.city_mut(seat).looks = aim.seats,
            Deity::Isis => shuffle_hands(table, seat),
            Deity::Medusa | Deity::Pegasus => drawn::draw(table, deity, seat),
            _ => {}
        }
    }
}

fn is_safe(table: &Table<'_>, seat: Seat) -> bool {
    table.state.position.city(seat).has(Power::Immune)
}

/// Defeats or debts that were handed over come to other cities, one to each (7W-13.40, 7W-13.47).
fn hand_over(table: &mut Table<'_>, seat: Seat, aim: &Aim, deity: Deity) {
    for other in aim.seats.into_iter().flatten() {
        let theirs = table.state.position.city_mut(other);
        if deity == Deity::Nut {
            theirs.debts = theirs.debts.saturating_add(1);
            table.tell(Event::DebtGiven { seat, other });
        } else {
            // 7W-13.40: these are not sent back.
            theirs.defeats += 1;
            table.tell(Event::DefeatGiven { seat, other });
        }
    }
}

/// A defeat without a conflict (7W-13.28); the victory was there before.
fn strike(table: &mut Table<'_>, seat: Seat, aim: &Aim) {
    let Some(other) = aim.seats[0] else { return };
    let points = table.game.deck.numbers.victory[usize::from(table.state.position.age)];
    let purses = Purses::of(&table.state.position);
    let returned = conflict::suffer(&mut table.state.position, other, seat);
    table.tell(Event::Struck { seat, other, points, returned });
    purses.tell_gains(table);
}

/// The other half of an exchange: who gives a structure gets the other one, which does again what it does when it is built (7W-13.42).
fn receive(table: &mut Table<'_>, aim: &Aim, ledger: &mut Ledger) {
    let game = table.game;
    let Some((other, own, theirs)) = aim.swap() else { return };
    let position = &mut table.state.position;
    let city = position.city_mut(other);
    city.lose(&game.deck, theirs);
    city.add(&game.deck, own);
    let (came, effect) = (Came::Card(own, How::Power), &game.deck.card(own).effect);
    let coins = arrival::coins_of(game, position, other, came, effect);
    let coins = arrival::bank_pays(position, other, coins);
    arrival::arrive(table, other, came, effect, coins, ledger);
}

/// All cards in hands are shuffled and dealt again, as many to each as before (7W-13.44).
pub fn shuffle_hands(table: &mut Table<'_>, seat: Seat) {
    let game = table.game;
    // 7W-14.1: the pile of the Free City is nobody's hand.
    let in_hand = |other: usize| game.seats().iter().any(|seat| seat.index() == other);
    let (age, turn) = (table.state.position.age, table.state.position.turn);
    for holder in game.seats().iter() {
        let (packet, cards) = (table.state.routes.held_now(age, turn, holder), table.state.hands[holder.index()]);
        table.state.routes.mixed.push(Mixed { age, packet, holder, cards });
    }
    let hands = table.state.hands.iter().enumerate().filter(|(i, _)| in_hand(*i));
    let all: Vec<Card> = hands.flat_map(|(_, hand)| hand.iter()).collect();
    let order = table.shuffle(Audience::NOBODY, format_args!("isis/{}", game.seat_key(seat)), all.len() as u8);
    let mut cards = order.iter().map(|i| all[usize::from(*i)]);
    for (_, hand) in table.state.hands.iter_mut().enumerate().filter(|(i, _)| in_hand(*i)) {
        *hand = cards.by_ref().take(hand.len()).collect();
    }
    table.state.routes.shuffle();
    table.tell(Event::HandsShuffled { seat });
}

/// A myth of an opponent is destroyed: one just revealed, or one in play (7W-13.46). Without one nothing is invoked.
pub fn destroy(table: &mut Table<'_>, rites: &mut Rites, seat: Seat, set: &Invocation) {
    let game = table.game;
    let Ok(bill) = cost::bill(game, &table.state.position, seat, Deity::Set, set.buy, &Tab::default()) else { return };
    let may_be = |other: Seat, deity: Deity| {
        !game.eyes(seat).contains(other)
            && set.aim.seats[0].is_none_or(|wanted| wanted == other)
            && set.aim.deity.is_none_or(|wanted| wanted == deity)
            && deity != Deity::HestiaBlue
    };
    let safe = |table: &Table<'_>, other: Seat| is_safe(table, other);
    let revealed =
        rites.0.iter().find(|(other, one)| one.used == Use::Power && may_be(*other, one.deity) && !safe(table, *other));
    let target = revealed.map(|(other, one)| (*other, one.deity)).or_else(|| {
        game.seats().iter().filter(|other| !safe(table, *other)).find_map(|other| {
            let mut open = table.state.position.city(other).deities();
            open.find(|deity| may_be(other, *deity)).map(|deity| (other, deity))
        })
    });
    let Some((other, deity)) = target else { return };
    table.state.position.city_mut(seat).coins -= bill.paid.total();
    let age = table.state.position.age;
    let is_revealed = rites.of(other).any(|one| one.deity == deity);
    if is_revealed {
        // Nothing of it is paid, but the other myths of that hand are lost all the same.
        rites.remove(other, deity);
        table.state.myths.gone[other.index()].insert(deity);
        spend(table, other, deity);
    } else {
        let city = table.state.position.city_mut(other);
        let mut myths = city.myths;
        myths.iter_mut().filter(|one| one.is_some_and(|one| one.deity == deity)).for_each(|one| *one = None);
        city.set_myths(&game.deck, myths);
        table.state.myths.gone[other.index()].insert(deity);
    }
    let set = InPlay { deity: Deity::Set, age, note: 0 };
    table.state.position.city_mut(seat).lay_open(&game.deck, set);
    table.tell(Event::Invoked { seat, deity: Deity::Set, paid: bill.paid, trade: Default::default() });
    table.tell(Event::Destroyed { seat, other, deity });
    spend(table, seat, Deity::Set);
}
