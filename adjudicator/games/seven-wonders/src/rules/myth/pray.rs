//! The prayer before each age: three myths for everybody, picked as they go round (7W-13.5).

use crate::deity::{Deities, Deity};
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::position::Phase;
use crate::reason::Reason;
use crate::rules::{draft, sequence};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says};

/// Which myth of a packet is kept.
#[derive(Debug)]
pub struct Pick {
    /// The packet.
    pub packet: Deities,
}

/// A fixed ranking for silent seats, the most useful first.
const RANKING: [Deity; 12] = [
    Deity::Apollo,
    Deity::Aphrodite,
    Deity::Ares,
    Deity::Zeus,
    Deity::Osiris,
    Deity::Chronos,
    Deity::Demeter,
    Deity::Dionysos,
    Deity::Hermes,
    Deity::Hephaestus,
    Deity::Athena,
    Deity::Hades,
];

/// The place of a deity in the fixed ranking.
pub fn rank(deity: Deity) -> usize {
    RANKING.iter().position(|known| *known == deity).unwrap_or(RANKING.len() + deity as usize)
}

impl Question<SevenWonders> for Pick {
    type Answer = Deity;
    const NAME: &'static str = "pray";

    fn legal(&self, _game: &SevenWonders, deity: &Deity) -> Result<(), Reason> {
        if self.packet.contains(*deity) { Ok(()) } else { Err(Reason::NoSuchMyth { deity: *deity }) }
    }

    fn default(&self, _game: &SevenWonders) -> Deity {
        self.packet.iter().min_by_key(|deity| rank(*deity)).unwrap_or(Deity::Shenron)
    }

    fn only(&self, _game: &SevenWonders) -> Option<Deity> {
        if self.packet.len() == 1 { self.packet.iter().next() } else { None }
    }

    fn random(&self, _game: &SevenWonders, chance: &mut Chance) -> Deity {
        self.packet.iter().nth(chance.random_range(0..self.packet.len().max(1))).unwrap_or(Deity::Shenron)
    }

    /// `pray Apollo, Zeus, any`: the first that is there.
    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Deity> {
        draft::refuse_late(lines);
        let there = |wish: &Option<Deity>| match wish {
            Some(deity) => Some(*deity).filter(|deity| self.packet.contains(*deity)),
            None => Some(self.default(game)),
        };
        lines.first(|order| match order {
            Order::Pray(list) => match list.iter().find_map(there) {
                Some(deity) => Says::Yes(deity),
                None => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &SevenWonders, deity: &Deity) -> Vec<Order> {
        alloc::vec![Order::Pray(alloc::vec![Some(*deity)])]
    }
}

/// Deals three myths to everybody.
pub fn deal(table: &mut Table<'_>) {
    let game = table.game;
    let open: Deities = table.state.position.cities.iter().flat_map(|city| city.deities()).collect();
    let deck: Vec<Deity> = game.pantheon().iter().copied().filter(|deity| !open.contains(*deity)).collect();
    let order = table.shuffle(Audience::NOBODY, "myths", deck.len() as u8);
    let mut drawn = order.iter().map(|i| deck[usize::from(*i)]);
    let each = usize::from(game.deck.numbers.myths);
    for seat in game.seats().iter() {
        table.state.myths.packets[seat.index()] = drawn.by_ref().take(each).collect();
    }
    note_seen(table);
    let age = table.state.position.age + 1;
    table.tell(Event::PrayerBegins { age });
}

fn note_seen(table: &mut Table<'_>) {
    let myths = &mut table.state.myths;
    for (seen, packet) in myths.seen.iter_mut().zip(&myths.packets) {
        *seen = seen.union(*packet);
    }
}

/// Everybody keeps one myth and hands the others on, until each has three (7W-13.5).
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for round in 1..=game.deck.numbers.myths {
        let path = alloc::format!("pray {round}");
        // Everybody has a packet, but in a rule case perhaps.
        let seats = game.seats().iter().filter(|seat| !table.state.myths.packets[seat.index()].is_empty()).collect();
        let kept = table.ask_all(seats, &path, |state, seat| Pick { packet: state.myths.packets[seat.index()] })?;
        let state = &mut table.state;
        for (seat, deity) in kept {
            state.myths.packets[seat.index()].remove(deity);
            state.myths.hands[seat.index()].insert(deity);
        }
        let packets = core::mem::take(&mut state.myths.packets);
        let to = state.position.passes_to();
        for seat in game.seats().iter() {
            state.myths.packets[game.next_seat(&state.position, seat, to).index()] = packets[seat.index()];
        }
        note_seen(table);
        // What comes to hand is shown to whoever gets it.
        for seat in game.seats().iter() {
            let shown: Vec<u8> = table.state.myths.packets[seat.index()].iter().map(|deity| deity as u8).collect();
            table.reveal(Audience::Only(game.eyes(seat)), &shown);
        }
    }
    for seat in game.seats().iter() {
        let deities = table.state.myths.hands[seat.index()];
        table.tell_only(game.eyes(seat).iter(), Event::Prayed { seat, deities });
    }
    sequence::after(table, Phase::Pray);
    Ok(())
}
