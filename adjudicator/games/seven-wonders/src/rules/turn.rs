//! A turn: everybody plays a card at the same time, then the hands go on (7W-3).

use crate::city::City;
use crate::deck::{Effect, cheap_bit};
use crate::event::{Event, How, Paid};
use crate::game::{Alliance, SevenWonders, Table};
use crate::payment::{Once, Seller, Sources, TRIPLE, Tripled};
use crate::pieces::{Colour, MANUFACTURED, Power, RAW, Side, Way};
use crate::position::{Fate, MOST, Position, Slot, State};
use crate::rules::arrival::{self, Came};
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::free;
use crate::rules::ledger::Ledger;
use crate::rules::myth::hindrance::Hindrances;
use crate::rules::myth::invocation::When;
use crate::rules::myth::rites::{self, Rites};
use crate::rules::myth::worlds::Worlds;
use crate::rules::myth::{self, perform};
use crate::rules::sequence;
use tabellarius_kernel::{Game as _, Play, Question as _, Seat, Seats};

/// Plays a turn.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let (mut rites, mut acts) = if game.deck.numbers.myths > 0 {
        rites::ask(table)?
    } else {
        let choice =
            |state: &State, seat: Seat| Choice::of(game, &state.position, seat, state.hands[seat.index()], Which::Turn);
        // Everybody has cards, but in a rule case perhaps.
        let seats = game.seats().iter().filter(|seat| !table.state.hands[seat.index()].is_empty()).collect();
        (Rites::default(), table.ask_all(seats, "play", choice)?)
    };
    if perform::shuffles_first(table, &mut rites) {
        // 7W-13.44: this turn begins again.
        return Ok(());
    }
    free::choose(table, &mut acts)?;
    let mut ledger = Ledger::default();
    act(table, &mut rites, &mut acts, &mut ledger);
    ledger.settle(table)?;
    if table.state.position.turn == game.turns() {
        last_cards(table)?;
    }
    // 7W-7.2: whoever built such a stage looks through the discards, even if he finds nothing: others must not learn that.
    sequence::go_on(table);
    Ok(())
}

/// What everybody has said is done. Nothing is asked here, so that a letter's forecast can be made by the same code.
pub fn act(table: &mut Table<'_>, rites: &mut Rites, acts: &mut [(Seat, Act)], ledger: &mut Ledger) {
    if rites.0.is_empty() {
        carry_out(table, acts, Which::Turn, None, ledger);
    } else {
        with_myths(table, rites, acts, ledger);
    }
}

/// A turn in which myths are invoked: what is destroyed first, then everybody's myth and card in his own order, then what myths do to
/// others (7W-13.8, 7W-13.9).
fn with_myths(table: &mut Table<'_>, rites: &mut Rites, acts: &mut [(Seat, Act)], ledger: &mut Ledger) {
    let game = table.game;
    let before = rites.0.len();
    perform::destroy(table, rites);
    let is_shaken = rites.0.len() < before;
    let mut worlds = Worlds::of(game, &table.state.position, rites);
    let hindrances = Hindrances::of(game, &table.state, rites, acts);
    perform::perform(table, rites, When::First, &mut worlds, &hindrances, ledger);
    for (seat, act) in acts.iter_mut() {
        if perform::sacrifices(game, &table.state.position, rites, *seat) {
            ledger.sacrifices.insert(*seat);
            *act = sale(act);
        } else if (is_shaken || rites.of(*seat).next().is_some()) && !is_possible(table, &worlds, *seat, act, ledger) {
            // 7W-13.46: a card that was chosen with a myth in mind, of which nothing came, is sold.
            *act = sale(act);
        }
    }
    ledger.place(game, &table.state.position, acts);
    carry_out(table, acts, Which::Turn, Some(&worlds), ledger);
    worlds.after_cards(game, &table.state.position, rites);
    perform::perform(table, rites, When::Last, &mut worlds, &hindrances, ledger);
    myth::outside::perform(table, ledger);
}

fn sale(act: &Act) -> Act {
    Act { way: Way::Sell, card: act.card, trade: Default::default() }
}

/// Whether a card can still be played as it was meant, after the myths that came before it.
fn is_possible(table: &Table<'_>, worlds: &Worlds, seat: Seat, act: &Act, ledger: &Ledger) -> bool {
    let (game, world) = (table.game, worlds.seen_by(seat));
    // 7W-14.2: a card for the Free City comes from the hand of whoever plays for it.
    let hand = core::iter::once(act.card).collect();
    let choice = Choice::of(game, world, seat, hand, Which::Turn);
    choice.hosted(game, world, seat, ledger.host[seat.index()]).legal(game, act).is_ok()
}

/// What one seat did, until everybody's is known.
#[derive(Clone, Copy)]
struct Done<'a> {
    paid: Paid,
    how: How,
    effect: &'a Effect,
    once: Once,
}

/// Everybody's card at once: first all pay and build, then coins come in (7W-3.1, 7W-3.4). Goods, prices and chains are those of the
/// world in which each has chosen, where that is not simply the position.
pub fn carry_out(
    table: &mut Table<'_>,
    acts: &[(Seat, Act)],
    which: Which,
    worlds: Option<&Worlds>,
    ledger: &mut Ledger,
) {
    let game = table.game;
    let mut done = [Done { paid: Paid::default(), how: How::Paid, effect: &Effect::NONE, once: 0 }; MOST];
    for ((seat, act), done) in acts.iter().zip(&mut done) {
        let world = worlds.map_or(&table.state.position, |worlds| worlds.seen_by(*seat));
        pay(game, world, *seat, act, which, done, ledger);
    }
    for ((seat, act), done) in acts.iter().zip(&mut done) {
        let host = ledger.host[seat.index()].filter(|_| which == Which::Turn).unwrap_or(*seat);
        table.state.position.city_mut(*seat).coins -= done.paid.total();
        lay_down(game, &mut table.state, (*seat, host), act, which, done);
    }
    for ((seat, act), done) in acts.iter().zip(&done) {
        let came = match act.way {
            Way::Build | Way::Free => Came::Card(act.card, done.how),
            Way::Stage => Came::Stage,
            Way::Sell if which == Which::Turn && ledger.sacrifices.contains(*seat) => Came::Sale(0),
            Way::Sell => Came::Sale(game.deck.numbers.sale),
        };
        let is_built = matches!(act.way, Way::Build | Way::Free);
        let host = ledger.host[seat.index()].filter(|host| which == Which::Turn && is_built && host != seat);
        let position = &mut table.state.position;
        let back = arrival::for_paying(position.city(*seat), done.how, &done.paid);
        let owner = host.unwrap_or(*seat);
        let coins = arrival::coins_of(game, position, owner, came, done.effect);
        position.city_mut(*seat).once |= done.once;
        let (gained, coins) = match host {
            None => {
                let gained = arrival::bank_pays(position, *seat, coins + back);
                (gained, gained)
            }
            Some(host) => (arrival::bank_pays(position, *seat, back), arrival::bank_pays(position, host, coins)),
        };
        arrival::arrive(table, owner, came, done.effect, coins, ledger);
        if matches!(came, Came::Sale(0)) {
            table.tell(Event::Sacrificed { seat: *seat });
            continue;
        }
        tell(table, *seat, act, done.how, Paid { gained, ..done.paid });
        if let Some(host) = host {
            table.tell(Event::Hosted { seat: *seat, other: host, card: act.card, coins });
        }
    }
}

/// What a card costs (7W-5.2, 7W-4.1.3), and who gets it. Prices are read before anything is built.
fn pay(
    game: &SevenWonders,
    position: &Position,
    seat: Seat,
    act: &Act,
    which: Which,
    done: &mut Done<'_>,
    ledger: &mut Ledger,
) {
    if act.way == Way::Sell {
        return;
    }
    if which == Which::Drawn && act.way == Way::Build {
        done.how = How::Power;
        return;
    }
    let host = ledger.host[seat.index()].filter(|_| which == Which::Turn);
    let Ok(cost) = Choice::cost_of(game, position, seat, (act.way, act.card), host) else { return };
    done.how = cost.how;
    let paid = &mut done.paid;
    paid.bank = cost.coins;
    if !act.trade.is_none() || position.city(seat).has(Power::Triples) {
        let mut sources = sources(game, position, seat);
        (0..cost.less).for_each(|_| sources.own.add(Default::default(), RAW | MANUFACTURED));
        done.once = sources.once(cost.goods, act.trade);
        for seller in Seller::ALL {
            let coins = sources.coins(*seller, act.trade.from(*seller));
            paid.add(*seller, position.seller(seat, *seller), coins);
            if let Some(neighbour) = position.seller(seat, *seller) {
                ledger.due[neighbour.index()] += coins;
            }
        }
    }
}

/// Where a city's goods come from.
pub fn sources(game: &SevenWonders, position: &Position, seat: Seat) -> Sources {
    let [west, east] = [Side::West, Side::East].map(|side| position.city(position.neighbour(seat, side)));
    let city = position.city(seat);
    let mut sources = Sources::of(city, west, east, &game.deck.numbers);
    if city.myths[0].is_some() || game.alliance == Alliance::Pairs {
        bless(game, position, seat, &mut sources);
    }
    sources
}

/// What myths add to the sources of a city.
fn bless(game: &SevenWonders, position: &Position, seat: Seat, sources: &mut Sources) {
    let shares = |seat: Seat| position.city(seat).has(Power::SharedGoods);
    if let Some(partner) = game.partner(seat).filter(|partner| shares(seat) || shares(*partner)) {
        // 7W-13.50: partners use each other's goods for nothing.
        let theirs = position.city(partner).own;
        sources.own.add(theirs.fixed, 0);
        theirs.choices().iter().for_each(|choice| sources.own.add(Default::default(), *choice));
    }
    let own = position.city(seat);
    if own.has(Power::Triples) && own.once & TRIPLE == 0 {
        let (fixed, choices) = (own.own.fixed.kinds(), own.own.choices().len() as u8);
        sources.special.get_or_insert_default().triples = Some(Tripled { fixed, choices });
    }
    if let Some(far) = position.far(seat) {
        // 7W-13.31: the low price. A dock takes nothing off it, only off what would be as cheap without.
        for side in [Side::West, Side::East] {
            if position.neighbour(seat, side) == far {
                if let Some(special) = &mut sources.special {
                    let low = |kinds| if sources.cheap & cheap_bit(side, kinds) != 0 { kinds } else { 0 };
                    special.docks[side as usize] &= low(RAW) | low(MANUFACTURED);
                }
                sources.cheap |= cheap_bit(side, RAW | MANUFACTURED);
                return;
            }
        }
        sources.special.get_or_insert_default().far = position.city(far).sells;
    }
}

/// The card goes where it belongs, and gives all but coins.
fn lay_down<'a>(
    game: &'a SevenWonders,
    state: &mut State,
    (seat, host): (Seat, Seat),
    act: &Act,
    which: Which,
    done: &mut Done<'a>,
) {
    let (age, turn) = (state.position.age, state.position.turn);
    let city = state.position.city_mut(seat);
    let fate = match act.way {
        Way::Build | Way::Free => {
            if act.way == Way::Free {
                city.use_free(age, game.deck.card(act.card));
            }
            state.position.city_mut(host).add(&game.deck, act.card);
            done.effect = &game.deck.card(act.card).effect;
            Fate::Built
        }
        Way::Stage => {
            done.effect = city.add_stage(&game.deck);
            Fate::Staged
        }
        Way::Sell => Fate::Sold,
    };
    let turn = match which {
        Which::Turn => turn,
        // A drawn card never was in a hand.
        Which::Drawn => return,
        Which::Last => turn + 1,
        Which::Leader => {
            // 7W-11.5: a leader is no card of an age, and does not come to the discards.
            let leaders = &mut state.leaders;
            leaders.hands[seat.index()].remove(act.card);
            if fate != Fate::Built {
                leaders.gone[seat.index()].insert(act.card);
            }
            return;
        }
    };
    // 7W-14.2: a card for the Free City comes from the hand of whoever plays for it.
    let from = game.holder(&state.position).filter(|_| game.free_city() == Some(seat)).unwrap_or(seat);
    state.hands[from.index()].remove(act.card);
    state.position.discards += u8::from(fate == Fate::Sold);
    *state.log.slot_mut(age, turn, seat) = Slot::new(act.card, fate);
}

/// The event of a card that was played; the city is as it is with the card.
pub fn told(game: &SevenWonders, city: &City, seat: Seat, act: &Act, how: How, paid: Paid) -> Event {
    match act.way {
        Way::Sell => Event::Sold { seat, paid },
        Way::Stage => Event::Staged { seat, stage: city.stages, paid, trade: act.trade },
        Way::Build | Way::Free if game.deck.card(act.card).colour == Colour::White => {
            Event::Recruited { seat, card: act.card, paid }
        }
        Way::Build | Way::Free => Event::Built { seat, card: act.card, how, paid, trade: act.trade },
    }
}

fn tell(table: &mut Table<'_>, seat: Seat, act: &Act, how: How, paid: Paid) {
    let event = told(table.game, table.state.position.city(seat), seat, act, how, paid);
    table.tell(event);
    if matches!(act.way, Way::Stage | Way::Sell) {
        let holder = table.game.holder(&table.state.position);
        let knows = holder.filter(|_| table.game.free_city() == Some(seat)).unwrap_or(seat);
        table.tell_only([knows], Event::FaceDown { seat, card: act.card });
    }
}

/// The last turn leaves one card in each hand: it is discarded, unless something lets it be played (7W-3.3, 7W-7.1).
fn last_cards(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let plays = |seat: &Seat| {
        !table.state.hands[seat.index()].is_empty() && table.state.position.city(*seat).has(Power::LastCard)
    };
    let seats: Seats = game.seats().iter().filter(plays).collect();
    if !seats.is_empty() {
        // All at once, as any cards of a turn (7W-3.1).
        let acts = table.ask_all(seats, "last", |state, seat| {
            Choice::of(game, &state.position, seat, state.hands[seat.index()], Which::Last)
        })?;
        let mut ledger = Ledger::default();
        carry_out(table, &acts, Which::Last, None, &mut ledger);
        ledger.settle(table)?;
    }
    let state = &mut table.state;
    let mut cards = 0;
    for seat in game.cities().iter() {
        if let Some(card) = state.hands[seat.index()].get(0) {
            state.hands[seat.index()].remove(card);
            *state.log.slot_mut(state.position.age, game.turns() + 1, seat) = Slot::new(card, Fate::Left);
            cards += 1;
        }
    }
    state.position.discards += cards;
    table.tell(Event::LastDiscarded { cards });
    Ok(())
}
