//! The sequence of play (7W-1.1): what comes before each age, and what follows what.

use crate::event::Event;
use crate::game::Table;
use crate::position::Phase;
use crate::rules::myth::{perform, pray};
use crate::rules::{conflict, deal, draft, scoring};

/// What comes before the cards of an age are dealt, in its order; dealing is the last of it.
pub fn opening(game: &crate::SevenWonders, age: u8) -> impl Iterator<Item = Phase> + '_ {
    game.opening.iter().copied().filter(move |phase| age == 0 || !matches!(phase, Phase::SetUp | Phase::Draft))
}

/// The first phase of an age.
pub fn begin_age(table: &mut Table<'_>, age: u8) {
    let position = &mut table.state.position;
    position.age = age;
    position.turn = 0;
    if let Some(first) = opening(table.game, age).next() {
        enter(table, first);
    }
}

/// Goes on with what comes after a phase of the opening.
pub fn after(table: &mut Table<'_>, phase: Phase) {
    let age = table.state.position.age;
    if let Some(next) = opening(table.game, age).skip_while(|known| *known != phase).nth(1) {
        enter(table, next);
    }
}

/// Enters a phase, and deals what it needs.
fn enter(table: &mut Table<'_>, phase: Phase) {
    table.state.position.phase = phase;
    match phase {
        Phase::Draft => draft::deal(table),
        Phase::Pray => pray::deal(table),
        Phase::Recruit => {
            let age = table.state.position.age + 1;
            table.tell(Event::RecruitmentBegins { age });
        }
        _ => {}
    }
}

/// A stage is over in which cards came into play: whoever looks through the discards or recruits one more leader does so first, then
/// the game goes on (7W-7.2, 7W-11.12).
pub fn go_on(table: &mut Table<'_>) {
    let game = table.game;
    let cities = game.cities().len();
    let (mut digs, mut recruits) = (0, 0);
    for city in &table.state.position.cities[..cities] {
        digs |= city.digs | city.salvages;
        recruits |= city.recruits;
    }
    if digs > 0 {
        if table.state.position.discards > 0 {
            table.state.position.phase = Phase::Dig;
            return;
        }
        table.state.position.cities.iter_mut().for_each(|city| (city.digs, city.salvages) = (0, 0));
    }
    if game.deck.numbers.myths > 0 && table.state.leaders.drawn.iter().any(|hand| !hand.is_empty()) {
        table.state.position.phase = Phase::Take;
        return;
    }
    if recruits > 0 {
        table.state.position.phase = Phase::Enlist;
        return;
    }
    let position = &mut table.state.position;
    position.cities[..cities].iter_mut().for_each(|city| city.once = 0);
    if position.turn == 0 {
        after(table, Phase::Recruit);
        return;
    }
    position.phase = Phase::Turn;
    if position.turn < game.turns() {
        deal::pass(table);
        return;
    }
    conflict::fight(table);
    table.state.position.cities.iter_mut().for_each(|city| {
        (city.keeps, city.looks, city.sees) = (0, [None; 2], [None; 2]);
    });
    if game.deck.numbers.myths > 0 {
        perform::clean_up(table);
    }
    match table.state.position.age {
        age @ 0..2 => begin_age(table, age + 1),
        _ => scoring::finish(table),
    }
}
