//! What happens when myths are invoked: each seat's own effects, before or after its card (7W-13.8).

use super::cost::{self, Tab};
use super::hindrance::Hindrances;
use super::invocation::{Invocation, Use, When};
use super::rites::{Rites, allowed};
use super::worlds::Worlds;
use super::{outside, powers, question};
use crate::deity::{Aim, Deity};
use crate::event::{Event, Paid};
use crate::game::{SevenWonders, Table};
use crate::payment::Seller;
use crate::position::Position;
use crate::rules::arrival::{self, Came, bank_pays};
use crate::rules::ledger::Ledger;
use crate::rules::{deal, dig};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Game as _, Seat};

/// Myths that are destroyed are destroyed first, before anything of them is paid or happens (7W-13.46).
pub fn destroy(table: &mut Table<'_>, rites: &mut Rites) {
    let sets = rites.0.iter().filter(|(_, one)| (one.deity, one.used) == (Deity::Set, Use::Power));
    for (seat, set) in sets.copied().collect::<Vec<_>>() {
        // One that was destroyed itself does nothing any more.
        if rites.of(seat).any(|one| *one == set) {
            rites.remove(seat, Deity::Set);
            outside::destroy(table, rites, seat, &set);
        }
    }
}

/// Whoever has all hands shuffled before anybody chooses does so now; then everybody chooses anew (7W-13.44). Says whether that
/// happened. What others wrote for this turn was written for other hands.
pub fn shuffles_first(table: &mut Table<'_>, rites: &mut Rites) -> bool {
    let Some((seat, isis)) = rites.0.iter().find(|(_, one)| one.shuffles_first()).copied() else { return false };
    // 7W-13.46: only whoever is after this one answers it.
    let hits = |set: &Invocation| match set.aim.deity {
        Some(deity) => deity == Deity::Isis,
        None => set.aim.seats[0] == Some(seat),
    };
    let sets = rites.0.iter().filter(|(_, one)| (one.deity, one.used) == (Deity::Set, Use::Power) && hits(one));
    for (other, set) in sets.copied().collect::<Vec<_>>() {
        if rites.of(seat).any(|one| one.deity == Deity::Isis) {
            rites.remove(other, Deity::Set);
            outside::destroy(table, rites, other, &set);
        }
    }
    if !rites.of(seat).any(|one| one.deity == Deity::Isis) {
        return false;
    }
    let (mut worlds, nobody) = (Worlds::alone(&table.state.position), Rites::default());
    let hindrances = Hindrances::of(table.game, &table.state, &nobody, &[]);
    let mut ledger = Ledger::default();
    one(table, seat, &isis, &mut Tab::default(), (&mut worlds, &hindrances), &mut ledger);
    outside::shuffle_hands(table, seat);
    table.state.position.cities.iter_mut().for_each(|city| city.sees = [None; 2]);
    let game = table.game;
    let (age, turn) = (table.state.position.age, table.state.position.turn);
    *table.state.routes.of_turn(age, turn) = table.state.routes.new_packets();
    if game.free_city().is_some() {
        deal::note_held(table);
    }
    table.tell(Event::ChosenAnew { age: age + 1, turn });
    true
}

/// The invocations that come before or after the card of the turn, each seat's in its own world. Goods do not come back between those of
/// one seat (7W-13.10).
pub fn perform(
    table: &mut Table<'_>,
    rites: &Rites,
    when: When,
    worlds: &mut Worlds,
    hindrances: &Hindrances,
    ledger: &mut Ledger,
) {
    for seat in table.game.seats().iter() {
        let mut tab = Tab::default();
        for invocation in rites.of(seat).filter(|one| one.when == when) {
            match invocation.used {
                Use::Power => one(table, seat, invocation, &mut tab, (worlds, hindrances), ledger),
                Use::Coins => {
                    discard(table, seat, invocation.deity);
                    go_on(table, worlds, seat);
                }
            }
        }
        if tab.once != 0 {
            table.state.position.city_mut(seat).once |= tab.once;
            go_on(table, worlds, seat);
        }
    }
}

/// The own city in the world of a seat is the one that has become of it.
fn go_on(table: &Table<'_>, worlds: &mut Worlds, seat: Seat) {
    *worlds.seen_by_mut(seat).city_mut(seat) = *table.state.position.city(seat);
}

fn one(
    table: &mut Table<'_>,
    seat: Seat,
    invocation: &Invocation,
    tab: &mut Tab,
    (worlds, hindrances): (&mut Worlds, &Hindrances),
    ledger: &mut Ledger,
) {
    let game = table.game;
    let deity = invocation.deity;
    let world = worlds.seen_by_mut(seat);
    let Ok(bill) = question::payable(game, world, seat, invocation, tab) else {
        // 7W-13.8: what cannot be paid any more is discarded for coins.
        discard(table, seat, deity);
        return go_on(table, worlds, seat);
    };
    for seller in Seller::ALL {
        if let Some(neighbour) = world.seller(seat, *seller) {
            ledger.due[neighbour.index()] += bill.paid.to(*seller);
        }
    }
    let invocation = hindrances.left_of(game, &table.state, invocation);
    let done = powers::invoke(game, world, seat, &invocation, tab, &bill);
    *table.state.position.city_mut(seat) = *world.city(seat);
    *tab = bill.tab;
    table.tell(Event::Invoked { seat, deity, paid: Paid { gained: done.gained, ..bill.paid }, trade: bill.trade });
    if let Some((came, effect, gained)) = done.came {
        tell_what_came(table, seat, &invocation, came, gained);
        arrival::arrive(table, seat, came, effect, gained, ledger);
    }
    spend(table, seat, deity);
    match deity {
        // 7W-13.24: turned round twice it is as it was.
        Deity::Atlas => table.state.position.reversed ^= 1,
        // 7W-13.53: both partners build in one city, this turn.
        Deity::Toinito => game.eyes(seat).iter().for_each(|one| ledger.host[one.index()] = invocation.aim.seats[0]),
        _ => {}
    }
    let aim = match deity {
        Deity::AmunRa | Deity::Nut => Aim { seats: done.given, ..invocation.aim },
        _ => invocation.aim,
    };
    ledger.invoked.push((deity, seat, aim));
    go_on(table, worlds, seat);
}

/// A stage, or a structure of another city or of the discards, has come to the city by a myth.
fn tell_what_came(table: &mut Table<'_>, seat: Seat, invocation: &Invocation, came: Came, gained: u16) {
    let paid = Paid { gained, ..Paid::default() };
    match (came, invocation.aim.swap()) {
        (Came::Card(theirs, _), Some((other, own, _))) => table.tell(Event::Exchanged { seat, other, own, theirs }),
        (Came::Card(card, _), None) => {
            // 7W-13.45: that it was there is news to all.
            table.reveal(Audience::All, &[card.0]);
            dig::take_out(&mut table.state, card);
            table.tell(Event::Dug { seat, card, paid });
        }
        _ => {
            let stage = table.state.position.city(seat).stages;
            table.tell(Event::Staged { seat, stage, paid, trade: Default::default() });
        }
    }
}

/// The myth leaves the hand; the others do too, unless one more may be invoked (7W-13.8, 7W-13.10).
pub fn spend(table: &mut Table<'_>, seat: Seat, deity: Deity) {
    let game = table.game;
    table.state.position.city_mut(seat).invoked += 1;
    let most = allowed(game, &table.state.position, seat);
    let state = &mut table.state;
    state.myths.hands[seat.index()].remove(deity);
    if state.position.city(seat).invoked >= most {
        let rest = core::mem::take(&mut state.myths.hands[seat.index()]);
        let gone = &mut state.myths.gone[seat.index()];
        *gone = gone.union(rest);
    }
}

/// A myth is discarded for coins, face down (7W-13.8).
fn discard(table: &mut Table<'_>, seat: Seat, deity: Deity) {
    let worth = u16::from(table.state.position.age) + 1;
    let coins = bank_pays(&mut table.state.position, seat, worth);
    table.state.myths.gone[seat.index()].insert(deity);
    table.tell(Event::MythSold { seat, coins });
    table.tell_only([seat], Event::MythFaceDown { seat, deity });
    spend(table, seat, deity);
}

/// The card of the turn of whoever invokes a myth that wants it as its price: it is discarded for nothing (7W-13.4).
pub fn sacrifices(game: &SevenWonders, position: &Position, rites: &Rites, seat: Seat) -> bool {
    rites.of(seat).any(|one| cost::wants_card(game, position, seat, one))
}

/// After the conflicts: coins left on a card, then all myths go back, but for those of the last age (7W-13.11).
pub fn clean_up(table: &mut Table<'_>) {
    let game = table.game;
    for seat in game.seats().iter() {
        let city = table.state.position.city(seat);
        let left = city.myths.iter().flatten().find(|one| one.deity == Deity::Horus).map_or(0, |one| one.note);
        if left > 0 {
            let coins = bank_pays(&mut table.state.position, seat, u16::from(left));
            table.tell(Event::MythPaid { seat, deity: Deity::Horus, coins });
        }
        let age = table.state.position.age;
        let city = table.state.position.city_mut(seat);
        city.invoked = 0;
        // 7W-13.36: a token is for one age.
        city.token = if city.token > age + 1 { city.token } else { 0 };
        if age < 2 {
            city.set_myths(&game.deck, [None; 3]);
        }
    }
    *table.state.myths = Default::default();
    table.state.position.reversed = 0;
}
