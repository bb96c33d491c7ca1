//! Invoking myths (7W-13): who does, in which order things happen, and what is left of them.

pub mod cost;
pub mod drawn;
pub mod outside;
pub mod powers;
pub mod pray;
pub mod question;

use crate::deity::{Deity, Demand, Pantheon};
use crate::event::{Event, Paid};
use crate::game::{SevenWonders, Table};
use crate::pieces::Way;
use crate::position::{Position, State};
use crate::rules::arrival::{self, Came, bank_pays};
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::ledger::Ledger;
use alloc::vec::Vec;
use question::{Invocation, Invoke, Use, When};
use tabellarius_kernel::{Game as _, Play, Question as _, Seat, Seats};

/// The invocations of a turn, by seat.
#[derive(Default, Debug)]
pub struct Rites(pub Vec<(Seat, Invocation)>);

impl Rites {
    /// What a seat invokes.
    pub fn of(&self, seat: Seat) -> Option<&Invocation> {
        self.0.iter().find(|(own, _)| *own == seat).map(|(_, invocation)| invocation)
    }
}

/// Whether a seat may invoke a myth now (7W-13.10).
pub fn may_invoke(game: &SevenWonders, state: &State, seat: Seat) -> bool {
    let city = state.position.city(seat);
    !state.myths.hands[seat.index()].is_empty() && city.invoked < allowed(game, &state.position, seat)
}

/// How many myths a seat may invoke in this age: one, and more by a token or stages (7W-13.10).
pub fn allowed(game: &SevenWonders, position: &Position, seat: Seat) -> u8 {
    use crate::deck::Talent;
    let city = position.city(seat);
    let stages = &game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
    let built = stages.iter().take(usize::from(city.stages));
    let more = built.filter(|stage| stage.effect.talent == Some(Talent::Invocations(position.age))).count() as u8;
    1 + more + u8::from(city.token == position.age + 1)
}

/// Who invokes what: everybody says so at once, and who has declared it is told (7W-13.6).
pub fn select(table: &mut Table<'_>) -> Play<Rites> {
    let game = table.game;
    let seats: Seats = game.seats().iter().filter(|seat| may_invoke(game, &table.state, *seat)).collect();
    if seats.is_empty() {
        return Ok(Rites::default());
    }
    let question = |state: &State, seat: Seat| Invoke {
        seat,
        hand: state.myths.hands[seat.index()],
        position: state.position.clone(),
    };
    let said = table.ask_all(seats, "myth", question)?;
    let all: Vec<_> = said.into_iter().filter_map(|(seat, said)| said.map(|one| (seat, one))).collect();
    for (seat, invocation) in &all {
        let is_declared = game.deck.myth(invocation.deity).is_some_and(|card| card.pantheon != Pantheon::Egyptian);
        if is_declared {
            table.tell(Event::Declared { seat: *seat });
        }
    }
    Ok(Rites(all))
}

/// What a seat chooses its card in: what lies open, with its own myth in it if that comes first (7W-13.8).
pub fn choice(game: &SevenWonders, state: &State, rites: &Rites, seat: Seat) -> Choice {
    let hand = state.hands[seat.index()];
    match rites.of(seat) {
        Some(invocation) if invocation.when == When::First => {
            let mut position = state.position.clone();
            match invocation.used {
                Use::Power => powers::invoke(game, &mut position, seat, invocation).gained,
                Use::Coins => bank_pays(&mut position, seat, u16::from(state.position.age) + 1),
            };
            Choice::of(game, &position, seat, hand, Which::Turn)
        }
        _ => Choice::of(game, &state.position, seat, hand, Which::Turn),
    }
}

/// Myths that are destroyed are destroyed first, before anything of them is paid or happens (7W-13.46).
pub fn destroy(table: &mut Table<'_>, rites: &mut Rites, ledger: &mut Ledger) {
    let sets: Vec<(Seat, Invocation)> = rites.0.iter().filter(|(_, one)| one.deity == Deity::Set).copied().collect();
    for (seat, set) in sets {
        // One that was destroyed itself does nothing any more.
        if rites.of(seat).is_none() || set.used == Use::Coins {
            continue;
        }
        rites.0.retain(|(own, _)| *own != seat);
        outside::destroy(table, rites, seat, &set, ledger);
    }
}

/// The invocations that come before or after the card of the turn.
pub fn perform(table: &mut Table<'_>, rites: &Rites, when: When, ledger: &mut Ledger) {
    for (seat, invocation) in rites.0.iter().filter(|(_, one)| one.when == when) {
        match invocation.used {
            Use::Power => perform_one(table, *seat, invocation, ledger),
            Use::Coins => discard(table, *seat, invocation.deity),
        }
    }
}

fn perform_one(table: &mut Table<'_>, seat: Seat, invocation: &Invocation, ledger: &mut Ledger) {
    let game = table.game;
    let deity = invocation.deity;
    let question = Invoke { seat, hand: table.state.myths.hands[seat.index()], position: table.state.position.clone() };
    let first = Invocation { when: When::First, ..*invocation };
    if question.legal(game, &Some(first)).is_err() {
        // 7W-13.8: what cannot be paid any more is discarded for coins.
        discard(table, seat, deity);
        return;
    }
    let done = powers::invoke(game, &mut table.state.position, seat, invocation);
    let trade = done.bill.trade;
    let sources = crate::rules::turn::sources(game, &question.position, seat);
    let mut paid = Paid { bank: done.bill.coins, gained: done.gained, ..Paid::default() };
    for seller in crate::payment::Seller::ALL {
        use crate::payment::Seller;
        let coins = sources.coins(*seller, trade.from(*seller));
        match seller {
            Seller::West => paid.west = coins,
            Seller::East => paid.east = coins,
            Seller::Far => paid.far = coins,
            Seller::Bank => paid.bank += coins,
        }
        if let Some(neighbour) = question.position.seller(seat, *seller) {
            ledger.due[neighbour.index()] += coins;
        }
    }
    table.tell(Event::Invoked { seat, deity, paid, trade });
    if let Some(effect) = done.stage {
        let gained = arrival::arrive(table, seat, Came::Stage, &effect, Default::default(), ledger);
        let stage = table.state.position.city(seat).stages;
        let paid = Paid { gained, ..Paid::default() };
        table.tell(Event::Staged { seat, stage, paid, trade: Default::default() });
    }
    spend(table, seat, deity);
    if deity == Deity::Toinito {
        // 7W-13.53: both partners build in one city, this turn.
        for one in game.eyes(seat).iter() {
            ledger.host[one.index()] = invocation.aim.seats[0];
        }
    }
    ledger.invoked.push((deity, seat, invocation.aim));
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
    let wants =
        |one: &&Invocation| one.used == Use::Power && cost::price(game, position, seat, one.deity).card == Demand::Yes;
    rites.of(seat).filter(wants).is_some()
}

/// A card that was chosen with a myth in mind, which was destroyed: what cannot be paid any more is sold (7W-13.46).
pub fn still_legal(game: &SevenWonders, state: &State, rites: &Rites, seat: Seat, act: Act) -> Act {
    let choice = choice(game, state, rites, seat);
    let sale = Act { way: Way::Sell, card: act.card, trade: Default::default() };
    if choice.legal(game, &act).is_ok() { act } else { sale }
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
        let is_over = table.state.position.age == 2;
        let city = table.state.position.city_mut(seat);
        city.invoked = 0;
        if !is_over {
            city.set_myths(&game.deck, [None; 3]);
        }
    }
    *table.state.myths = Default::default();
    table.state.position.reversed = 0;
}
