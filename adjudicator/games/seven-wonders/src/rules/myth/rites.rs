//! The invocations of a turn: who may, and who says what (7W-13.6, 7W-13.10).

use super::invocation::{Invocation, Use, When};
use super::look;
use super::question::{Card, Deed, Invoke};
use crate::deck::Talent;
use crate::deity::{Deities, Deity, InPlay, Pantheon};
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::position::{Position, State};
use crate::rules::choice::Act;
use alloc::sync::Arc;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Play, Seat};

/// The invocations of a turn, in the order of the seats; those of a seat in the order in which it wants them.
#[derive(Default, Debug)]
pub struct Rites(pub Vec<(Seat, Invocation)>);

impl Rites {
    /// What a seat invokes.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = &Invocation> {
        self.0.iter().filter(move |(own, _)| *own == seat).map(|(_, invocation)| invocation)
    }

    /// Takes one out.
    pub fn remove(&mut self, seat: Seat, deity: Deity) {
        self.0.retain(|(own, one)| (*own, one.deity) != (seat, deity));
    }

    fn shares_goods(&self, seat: Seat) -> bool {
        self.of(seat).any(|one| (one.deity, one.used, one.when) == (Deity::Marduk, Use::Power, When::First))
    }

    /// What a seat stands on: what lies open, and what its partner invokes for both of them.
    pub fn stand(&self, game: &SevenWonders, open: &Arc<Position>, seat: Seat) -> Stand {
        let partner = game.partner(seat);
        // 7W-13.50: the goods of the partner are there if he shares them in this turn.
        let sharing = partner.filter(|partner| self.shares_goods(*partner));
        let position = sharing.map_or_else(|| open.clone(), |partner| shared(game, open, partner));
        Stand { position, host: partner.and_then(|partner| host(self.of(partner))) }
    }
}

/// What a seat stands on when it chooses.
#[derive(Clone, Debug)]
pub struct Stand {
    /// What lies open: one copy for all seats, but for those whose partner shares his goods.
    pub position: Arc<Position>,
    /// In whose city both partners build, where that was agreed (7W-13.53).
    pub host: Option<Seat>,
}

/// In whose city these invocations let both partners build (7W-13.53).
pub fn host<'a>(mut rites: impl Iterator<Item = &'a Invocation>) -> Option<Seat> {
    rites.find(|one| (one.deity, one.used) == (Deity::Toinito, Use::Power))?.aim.seats[0]
}

/// How many myths a seat may invoke in this age: one, and more by a token or stages (7W-13.10).
pub fn allowed(game: &SevenWonders, position: &Position, seat: Seat) -> u8 {
    let city = position.city(seat);
    let stages = &game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
    let built = stages.iter().take(usize::from(city.stages));
    let more = built.filter(|stage| stage.effect.talent == Some(Talent::Invocations(position.age))).count() as u8;
    let by_token = city.token == position.age + 1
        || city.myths.iter().flatten().any(|myth| myth.deity == Deity::WonderWoman && myth.note > 0);
    1 + more + u8::from(by_token)
}

/// How many myths a seat may still invoke now: never more than it has.
pub fn left(game: &SevenWonders, state: &State, seat: Seat) -> u8 {
    let invoked = state.position.city(seat).invoked;
    let held = state.myths.hands[seat.index()].len() as u8;
    allowed(game, &state.position, seat).saturating_sub(invoked).min(held)
}

/// Everybody says at once which myths he invokes and which card he plays; who has declared a myth is told (7W-13.6).
pub fn ask(table: &mut Table<'_>) -> Play<(Rites, Vec<(Seat, Act)>)> {
    let game = table.game;
    let mut seats: Vec<Seat> = game.seats().iter().filter(|seat| !table.state.hands[seat.index()].is_empty()).collect();
    // 7W-13.50, 7W-13.53: a partner can use what is shared in this turn, so whoever may share is heard first.
    let shares = |deities: Deities| deities.contains(Deity::Marduk) || deities.contains(Deity::Toinito);
    seats.sort_by_key(|seat| !shares(table.state.myths.hands[seat.index()]));
    let (mut rites, mut acts, mut stopped) = (Rites::default(), Vec::with_capacity(seats.len()), None);
    let open = Arc::new(table.state.position.clone());
    let (mut silent, mut looks) = (Vec::new(), Vec::new());
    for seat in seats {
        let name = game.seat_key(seat);
        let waits = game.partner(seat).filter(|partner| silent.contains(partner));
        let deed = deed_in(game, &table.state, &open, &rites, seat, waits);
        let known = match table.ask(seat, format_args!("myth/{name}"), Invoke(deed.clone())) {
            Ok(said) => Some(said),
            Err(stop) => {
                silent.push(seat);
                stopped = Some(stop);
                None
            }
        };
        rites.0.extend(known.iter().flatten().map(|one| (seat, *one)));
        match table.ask(seat, format_args!("play/{name}"), Card { deed, rites: known }) {
            Ok(act) => acts.push((seat, act)),
            Err(stop) => stopped = Some(stop),
        }
        match look::ask(table, seat) {
            Ok(others) => looks.push((seat, others)),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    for (seat, others) in looks {
        table.state.position.city_mut(seat).take_looks(&others);
    }
    acts.sort_by_key(|(seat, _)| *seat);
    rites.0.sort_by_key(|(seat, _)| *seat);
    for (seat, invocation) in &rites.0 {
        let is_declared = game.deck.myth(invocation.deity).is_some_and(|card| card.pantheon != Pantheon::Egyptian);
        if is_declared {
            table.tell(Event::Declared { seat: *seat });
        }
    }
    Ok((rites, acts))
}

/// What a seat chooses from; its partner may not have said yet what he does.
pub fn deed(game: &SevenWonders, state: &State, rites: &Rites, seat: Seat, waits: Option<Seat>) -> Deed {
    deed_in(game, state, &Arc::new(state.position.clone()), rites, seat, waits)
}

fn deed_in(
    game: &SevenWonders,
    state: &State,
    open: &Arc<Position>,
    rites: &Rites,
    seat: Seat,
    waits: Option<Seat>,
) -> Deed {
    let stand = rites.stand(game, open, seat);
    let mut hoped = Vec::new();
    if let Some(partner) = waits {
        let holds = |deity| state.myths.hands[partner.index()].contains(deity);
        if holds(Deity::Marduk) {
            hoped.push(Stand { position: shared(game, &stand.position, partner), ..stand.clone() });
        }
        if holds(Deity::Toinito) {
            hoped.push(Stand { host: Some(partner), ..stand.clone() });
        }
    }
    let (myths, hand) = (state.myths.hands[seat.index()], state.hands[seat.index()]);
    Deed { seat, myths, left: left(game, state, seat), hand, stand, hoped }
}

fn shared(game: &SevenWonders, position: &Position, partner: Seat) -> Arc<Position> {
    let mut position = position.clone();
    let myth = InPlay { deity: Deity::Marduk, age: position.age, note: 0 };
    position.city_mut(partner).lay_open(&game.deck, myth);
    Arc::new(position)
}
