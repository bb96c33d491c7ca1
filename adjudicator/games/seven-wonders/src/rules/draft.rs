//! Drafting leaders before the first age (7W-11.2).

use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::{Order, Wish};
use crate::pieces::{Card, Hand, Side};
use crate::position::{MOST, Phase, State};
use crate::reason::Reason;
use crate::rules::plan::{fits, worth};
use crate::rules::sequence;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says};

/// Which leader of a packet is kept.
#[derive(Debug)]
pub struct Keep {
    /// The packet.
    pub packet: Hand,
}

impl Keep {
    fn best(&self, game: &SevenWonders, wish: Wish) -> Option<Card> {
        let fitting = self.packet.iter().filter(|card| fits(game, wish, *card));
        fitting.fold(None, |best, card| match best {
            Some(best) if worth(game, best) >= worth(game, card) => Some(best),
            _ => Some(card),
        })
    }
}

impl Question<SevenWonders> for Keep {
    type Answer = Card;
    const NAME: &'static str = "draft";

    fn legal(&self, _game: &SevenWonders, card: &Card) -> Result<(), Reason> {
        if self.packet.contains(*card) { Ok(()) } else { Err(Reason::NotOffered { card: *card }) }
    }

    fn default(&self, game: &SevenWonders) -> Card {
        self.best(game, Wish::Any).unwrap_or(Card(0))
    }

    fn only(&self, _game: &SevenWonders) -> Option<Card> {
        if self.packet.len() == 1 { self.packet.get(0) } else { None }
    }

    fn random(&self, _game: &SevenWonders, chance: &mut Chance) -> Card {
        self.packet.get(chance.random_range(0..self.packet.len())).unwrap_or(Card(0))
    }

    /// `draft Plato, Solomon, any`: the first that is there. By mail the later packets are not known yet.
    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Card> {
        lines.first(|order| match order {
            Order::Draft(wishes) => match wishes.iter().find_map(|wish| self.best(game, *wish)) {
                Some(card) => Says::Yes(card),
                None => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &SevenWonders, card: &Card) -> Vec<Order> {
        alloc::vec![Order::Draft(alloc::vec![Wish::Card(*card)])]
    }
}

/// Leaders are drafted once: a line about it comes too late afterwards (7W-11.2).
pub fn refuse_late(lines: &mut Lines<'_, SevenWonders>) {
    lines.each(|order| match order {
        Order::Draft(_) => Says::<(), _>::No(Reason::DraftOver),
        _ => Says::Nothing,
    });
}

/// Deals the packets.
pub fn deal(table: &mut Table<'_>) {
    let game = table.game;
    let each = game.deck.numbers.leaders;
    let all = game.leaders();
    let order = table.shuffle(Audience::NOBODY, "leaders", all.len() as u8);
    let mut cards = order.iter().map(|i| all[usize::from(*i)]);
    for seat in game.seats().iter() {
        let packet: Hand = cards.by_ref().take(usize::from(each)).collect();
        table.state.hands[seat.index()] = packet;
    }
    table.state.leaders.pile = cards.collect();
    note_seen(&mut table.state);
    table.tell(Event::DraftBegins { leaders: each });
}

/// Everybody sees the packet he holds.
fn note_seen(state: &mut State) {
    for (seen, hand) in state.leaders.seen.iter_mut().zip(&state.hands) {
        hand.iter().for_each(|card| seen.insert(card));
    }
}

/// Everybody keeps one leader and hands the others on to the east, until each has his four (7W-11.2).
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for round in 1..=game.deck.numbers.leaders {
        let path = alloc::format!("draft {round}");
        // Everybody has a packet, but in a rule case perhaps.
        let seats = game.seats().iter().filter(|seat| !table.state.hands[seat.index()].is_empty()).collect();
        let kept = table.ask_all(seats, &path, |state, seat| Keep { packet: state.hands[seat.index()] })?;
        let state = &mut table.state;
        for (seat, card) in kept {
            state.hands[seat.index()].remove(card);
            state.leaders.hands[seat.index()].insert(card);
        }
        let packets = core::mem::replace(&mut state.hands, [Hand::EMPTY; MOST]);
        for seat in game.seats().iter() {
            state.hands[game.next_seat(&state.position, seat, Side::East).index()] = packets[seat.index()];
        }
        note_seen(state);
        // What comes to hand is shown to whoever gets it.
        for seat in game.seats().iter() {
            let shown: Vec<u8> = table.state.hands[seat.index()].iter().map(|card| card.0).collect();
            table.reveal(Audience::Only([seat].into_iter().collect()), &shown);
        }
    }
    for seat in game.seats().iter() {
        let cards = table.state.leaders.hands[seat.index()];
        table.tell_only([seat], Event::Drafted { seat, cards });
    }
    sequence::after(table, Phase::Draft);
    Ok(())
}
