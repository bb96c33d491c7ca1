//! Law: it does not matter in which order seats are listed (7W-3.1, 7W-8.1, 7W-13.9). The same cities with the same neighbours, hands and
//! letters come out the same, whoever is seat 0. Letters call cities by their wonders, so they need not be changed.

use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Table, read};
use tabellarius_seven_wonders::city::City;
use tabellarius_seven_wonders::deity::Deity;
use tabellarius_seven_wonders::event::Event;
use tabellarius_seven_wonders::position::{Phase, State};
use tabellarius_seven_wonders::{Options, SevenWonders};

/// Which seat each seat becomes.
#[derive(Clone, Copy)]
struct Places([u8; 8]);

impl Places {
    fn of(&self, seat: Seat) -> Seat {
        Seat(self.0[seat.index()])
    }

    fn list<T: Clone>(&self, list: &[T; 8]) -> [T; 8] {
        let mut moved = list.clone();
        list.iter().zip(self.0).for_each(|(one, to)| moved[usize::from(to)] = one.clone());
        moved
    }

    fn city(&self, city: &City) -> City {
        let mut moved = *city;
        for seat in moved.looks.iter_mut().chain(&mut moved.sees).flatten() {
            *seat = self.of(*seat);
        }
        for myth in moved.myths.iter_mut().flatten().filter(|myth| myth.deity == Deity::Poseidon) {
            myth.note = self.of(Seat(myth.note)).0;
        }
        moved
    }

    fn state(&self, state: &State) -> State {
        let mut moved = state.clone();
        let cities = state.position.cities.map(|city| self.city(&city));
        *moved.position.cities = self.list(&cities);
        moved.position.west = self.list(&state.position.west.map(|seat| self.0[usize::from(seat)]));
        moved.position.east = self.list(&state.position.east.map(|seat| self.0[usize::from(seat)]));
        moved.position.ranking = state.position.ranking.iter().map(|seat| self.of(*seat)).collect();
        moved.hands = self.list(&state.hands);
        for (to, from) in moved.log.0.iter_mut().flatten().zip(state.log.0.iter().flatten()) {
            *to = self.list(from);
        }
        for (to, from) in moved.routes.packets.iter_mut().flatten().zip(state.routes.packets.iter().flatten()) {
            *to = self.list(from);
        }
        moved.routes.held = self.list(&state.routes.held);
        let (to, from) = (&mut moved.leaders, &state.leaders);
        (to.hands, to.gone, to.seen) = (self.list(&from.hands), self.list(&from.gone), self.list(&from.seen));
        to.drawn = self.list(&from.drawn);
        let (to, from) = (&mut moved.myths, &state.myths);
        (to.hands, to.packets) = (self.list(&from.hands), self.list(&from.packets));
        (to.gone, to.seen) = (self.list(&from.gone), self.list(&from.seen));
        moved
    }
}

/// Dice by their names.
type Dice = Vec<(String, Vec<u8>)>;

/// What happened, with cities instead of seats, in any order. Lists of all seats and who is named first in a tie say nothing.
fn news(game: &SevenWonders, told: impl Iterator<Item = Event>) -> Vec<String> {
    let named = |event: Event| {
        let event = match event {
            Event::Peace { seat, other, shields } if game.seat_key(other) < game.seat_key(seat) => {
                Event::Peace { seat: other, other: seat, shields }
            }
            event => event,
        };
        let mut text = format!("{event:?}");
        for seat in game.cities().iter() {
            text = text.replace(&format!("Seat({})", seat.0), game.seat_key(seat));
        }
        text
    };
    let mut all: Vec<String> = told.filter(|event| !matches!(event, Event::Over { .. })).map(named).collect();
    all.sort();
    all
}

fn letters(game: &SevenWonders, state: &State, chance: &mut Chance) -> Vec<(String, String)> {
    let mut table = Table::with_chance(game, state.clone(), chance);
    table.keep_trace();
    game.resolve(&mut table).expect("random play never waits");
    let mut letters: Vec<(String, String)> = Vec::new();
    for used in table.used() {
        let lines: Vec<String> = used.orders.iter().map(|order| game.print_order(order, "en")).collect();
        let name = game.seat_key(used.seat).to_string();
        match letters.iter_mut().find(|(known, _)| *known == name) {
            Some((_, text)) => *text += &format!("\n{}", lines.join("\n")),
            None => letters.push((name, lines.join("\n"))),
        }
    }
    letters
}

/// Plays a stage with these dice, where there are any, and says which dice were thrown.
fn played(game: &SevenWonders, state: &State, letters: &[(String, String)], dice: Dice) -> (State, Vec<String>, Dice) {
    let (seed, salt) = (Seed::from_text("places"), Salt::first("places"));
    let mut stage = Stage::open_scripted(game, state.clone(), Pace::Bulk, seed, salt, dice);
    for (name, text) in letters {
        let seat = game.seats().iter().find(|seat| game.seat_key(*seat) == name).expect("a seat");
        let lines = read(game, text).lines;
        stage.file(seat, Letter { text: text.clone(), lines, finality: Finality::Final });
    }
    if !stage.asked().finished {
        stage.close(game).expect("published events stand");
    }
    let thrown = stage.explain(game).rolled.into_iter().map(|roll| (roll.path, roll.faces)).collect();
    let run = stage.asked();
    (run.state.clone(), news(game, run.told.iter().map(|told| told.event)), thrown)
}

#[test]
fn it_does_not_matter_who_is_listed_first() {
    let mut chance = Chance::seed_from_u64(31);
    let (mut compared, mut shuffled, mut drawn) = (0, 0, 0);
    let tables = [
        (2, "leaders,cities"),
        (3, ""),
        (3, "leaders,cities,myths"),
        (4, "leaders,cities,myths,teams"),
        (5, "cities,myths"),
        (6, "leaders,cities,myths,teams"),
        (7, "leaders,myths"),
        (7, "leaders,cities,myths"),
        (8, "leaders,cities,myths,teams"),
    ];
    for (players, variant) in tables {
        let options = Options::parse(players, variant).expect("a variant");
        let game = SevenWonders::new(options.clone()).expect("built-in data");
        for _ in 0..6 {
            let by = if variant.contains("teams") { 2 } else { chance.random_range(1..players as u8) };
            let mut places = Places([0, 1, 2, 3, 4, 5, 6, 7]);
            (0..players).for_each(|seat| places.0[seat] = (seat as u8 + by) % players as u8);
            let mut other = options.clone();
            (0..players).for_each(|seat| other.wonders[usize::from(places.0[seat])] = options.wonders[seat]);
            let other = SevenWonders::new(other).expect("built-in data");
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let letters = letters(&game, &state, &mut chance);
                let (here, told, dice) = played(&game, &state, &letters, Vec::new());
                // Cards are dealt and shuffled by the place of a seat in the list: that is chance, not rules. Where the hands that Isis
                // has shuffled are not played from in the same turn, everything else must be the same.
                let is_dealt = matches!(state.position.phase, Phase::SetUp | Phase::Deal);
                let is_shuffled = told.iter().any(|event| event.starts_with("HandsShuffled"));
                let is_last = state.position.turn == game.turns();
                if !(is_dealt || is_shuffled && is_last) {
                    let (there, news, _) = played(&other, &places.state(&state), &letters, dice);
                    assert_eq!(
                        places.list(&here.leaders.drawn),
                        there.leaders.drawn,
                        "{players} {variant}: {letters:#?}"
                    );
                    shuffled += usize::from(is_shuffled);
                    drawn += usize::from(here.leaders.drawn.iter().any(|cards| !cards.is_empty()));
                    assert_eq!(told, news, "{players} {variant}: {letters:#?}");
                    let moved = places.state(&here);
                    for seat in other.cities().iter() {
                        let (one, two) = (moved.position.city(seat), there.position.city(seat));
                        assert_eq!(one, two, "{players} {variant}: {letters:#?}");
                    }
                    let rest = |state: &State| {
                        let position = &state.position;
                        (position.phase, position.age, position.turn, position.reversed, position.discards)
                    };
                    assert_eq!(rest(&moved), rest(&there), "{players} {variant}: {letters:#?}");
                    // A card of the Free City's pile is drawn by chance.
                    let goes_on = here.position.phase == Phase::Turn && here.position.age == state.position.age;
                    if goes_on && game.free_city().is_none() && !is_shuffled {
                        assert_eq!(moved.hands, there.hands, "{players} {variant}: {letters:#?}");
                    }
                    compared += 1;
                }
                state = here;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} stages");
    assert!(shuffled > 5 && drawn > 20, "Isis {shuffled} times, cards drawn {drawn} times");
}
