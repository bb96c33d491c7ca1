//! What myths do to others, after everybody's own effects, in the order of the alphabet (7W-13.9).

use crate::deity::{Aim, Deity};
use crate::event::Event;
use crate::game::Table;
use crate::pieces::{Card, Hand, Power};
use crate::rules::arrival::{self, Came};
use crate::rules::conflict;
use crate::rules::ledger::Ledger;
use crate::rules::myth::question::{Invocation, swap};
use crate::rules::myth::{Rites, cost};
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Seat};

/// Everything that the myths of this turn do to others.
pub fn perform(table: &mut Table<'_>, ledger: &mut Ledger) {
    let mut invoked = core::mem::take(&mut ledger.invoked);
    invoked.sort_by_key(|(deity, seat, _)| (*deity, *seat));
    for (deity, seat, aim) in invoked {
        let game = table.game;
        let age = table.state.position.age;
        let amount = game.deck.myth(deity).map_or(0, |card| card.amount[usize::from(age)]);
        match deity {
            Deity::AmunRa if age > 0 => hand_over(table, seat, &aim, deity),
            Deity::Nut => hand_over(table, seat, &aim, deity),
            Deity::Bastet => exchange(table, seat, &aim, ledger),
            Deity::Hades => strike(table, seat, &aim),
            Deity::Hecate | Deity::Hera => {
                for other in game.seats().iter().filter(|other| *other != seat) {
                    if !table.state.position.city(other).has(Power::Immune) {
                        ledger.losses[other.index()] += u16::from(amount);
                    }
                }
            }
            Deity::Horus => table.state.position.city_mut(seat).looks = aim.seats,
            Deity::Isis => shuffle_hands(table, seat),
            Deity::Medusa | Deity::Pegasus => ledger.drawing.push((deity, seat)),
            _ => {}
        }
    }
}

fn is_safe(table: &Table<'_>, seat: Seat) -> bool {
    table.state.position.city(seat).has(Power::Immune)
}

/// Defeats or debts go to other cities, one to each (7W-13.40, 7W-13.47).
fn hand_over(table: &mut Table<'_>, seat: Seat, aim: &Aim, deity: Deity) {
    for other in aim.seats.into_iter().flatten() {
        if is_safe(table, other) {
            continue;
        }
        let position = &mut table.state.position;
        let own = position.city_mut(seat);
        let count = if deity == Deity::Nut { &mut own.debts } else { &mut own.defeats };
        if *count == 0 {
            continue;
        }
        *count -= 1;
        let theirs = position.city_mut(other);
        if deity == Deity::Nut {
            theirs.debts += 1;
            table.tell(Event::DebtGiven { seat, other });
        } else {
            // 7W-13.40: these are not sent back.
            theirs.defeats += 1;
            table.tell(Event::DefeatGiven { seat, other });
        }
    }
}

/// A victory without a conflict (7W-13.28).
fn strike(table: &mut Table<'_>, seat: Seat, aim: &Aim) {
    let Some(other) = aim.seats[0].filter(|other| !is_safe(table, *other)) else { return };
    let points = table.game.deck.numbers.victory[usize::from(table.state.position.age)];
    let returned = conflict::beat(&mut table.state.position, seat, other, points);
    table.tell(Event::Struck { seat, other, points, returned });
}

/// Two structures change cities, and what they do when they are built they do again (7W-13.42).
fn exchange(table: &mut Table<'_>, seat: Seat, aim: &Aim, ledger: &mut Ledger) {
    let game = table.game;
    let (Some(other), Some(own), Some(theirs)) = (aim.seats[0], aim.own, aim.theirs) else { return };
    if is_safe(table, other) || swap(game, &table.state.position, (seat, own), (other, theirs)).is_err() {
        return;
    }
    table.tell(Event::Exchanged { seat, other, own, theirs });
    for (owner, lost) in [(seat, own), (other, theirs)] {
        table.state.position.city_mut(owner).lose(&game.deck, lost);
    }
    for (owner, won) in [(seat, theirs), (other, own)] {
        table.state.position.city_mut(owner).add(&game.deck, won);
    }
    for (owner, won) in [(seat, theirs), (other, own)] {
        let effect = &game.deck.card(won).effect;
        let came = Came::Card(won, crate::event::How::Power);
        arrival::arrive(table, owner, came, effect, Default::default(), ledger);
    }
}

/// All cards in hands are shuffled and dealt again, as many to each as before (7W-13.44).
fn shuffle_hands(table: &mut Table<'_>, seat: Seat) {
    let game = table.game;
    let all: Vec<Card> = table.state.hands.iter().flat_map(Hand::iter).collect();
    let order = table.shuffle(format_args!("isis/{}", game.seat_key(seat)), all.len() as u8);
    let mut cards = order.iter().map(|i| all[usize::from(*i)]);
    for hand in &mut table.state.hands {
        *hand = cards.by_ref().take(hand.len()).collect();
    }
    table.state.routes.shuffled = table.state.routes.shuffled.saturating_add(1);
    table.tell(Event::HandsShuffled { seat });
}

/// A myth of an opponent is destroyed: one just revealed, or one in play (7W-13.46). Without one nothing is invoked.
pub fn destroy(table: &mut Table<'_>, rites: &mut Rites, seat: Seat, set: &Invocation, ledger: &mut Ledger) {
    let game = table.game;
    let Ok(bill) = cost::bill(game, &table.state.position, seat, Deity::Set, set.buy) else { return };
    let may_be = |other: Seat, deity: Deity| {
        !game.eyes(seat).contains(other)
            && set.aim.seats[0].is_none_or(|wanted| wanted == other)
            && set.aim.deity.is_none_or(|wanted| wanted == deity)
            && deity != Deity::HestiaBlue
    };
    let safe = |table: &Table<'_>, other: Seat| is_safe(table, other);
    let revealed = rites.0.iter().find(|(other, one)| {
        one.used == crate::rules::myth::question::Use::Power && may_be(*other, one.deity) && !safe(table, *other)
    });
    let target = revealed.map(|(other, one)| (*other, one.deity)).or_else(|| {
        game.seats().iter().filter(|other| !safe(table, *other)).find_map(|other| {
            let mut open = table.state.position.city(other).deities();
            open.find(|deity| may_be(other, *deity)).map(|deity| (other, deity))
        })
    });
    let Some((other, deity)) = target else { return };
    table.state.position.city_mut(seat).coins -= bill.coins;
    let age = table.state.position.age;
    let is_revealed = rites.of(other).is_some_and(|one| one.deity == deity);
    if is_revealed {
        // Nothing of it is paid, but the other myths of that hand are lost all the same.
        rites.0.retain(|(own, _)| *own != other);
        table.state.myths.gone[other.index()].insert(deity);
        crate::rules::myth::spend(table, other, deity);
    } else {
        let city = table.state.position.city_mut(other);
        let mut myths = city.myths;
        myths.iter_mut().filter(|one| one.is_some_and(|one| one.deity == deity)).for_each(|one| *one = None);
        city.set_myths(&game.deck, myths);
        table.state.myths.gone[other.index()].insert(deity);
    }
    let city = table.state.position.city_mut(seat);
    let mut myths = city.myths;
    if let Some(free) = myths.iter_mut().find(|one| one.is_none()) {
        *free = Some(crate::deity::InPlay { deity: Deity::Set, age, note: 0 });
    }
    city.set_myths(&game.deck, myths);
    let paid = crate::event::Paid { bank: bill.coins, ..Default::default() };
    table.tell(Event::Invoked { seat, deity: Deity::Set, paid, trade: Default::default() });
    table.tell(Event::Destroyed { seat, other, deity });
    crate::rules::myth::spend(table, seat, Deity::Set);
    let _ = ledger;
}
