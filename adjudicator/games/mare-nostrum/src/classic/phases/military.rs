//! Military: one player after the other moves and fights (MN-5).

use super::battle::{self, Force};
use super::{conquest, roles};
use crate::base::helen::Helen;
use crate::classic::event::{Event, Place};
use crate::classic::position::Phase;
use crate::classic::{Classic, Table};
use crate::common::moves::{March, Sail, Trek, Voyage, besieged};
use crate::common::rank::best_first;
use crate::common::roles::Turns;
use crate::pieces::{Card, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat, Seats};

/// Plays the Military phase.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Military });
    let clear = roles::settle_if_clear(t, Role::Military);
    t.gather(owing(t))?;
    if !clear {
        roles::settle(t, Role::Military)?;
    }
    let mut turns = Turns::new(Role::Military, t.game.core.seats, t.state.position.acted);
    let mut helen = HelenWaits(true);
    while let Some((seat, leader)) = turns.next(t.state.position.role(Role::Military), t)? {
        t.tell(Event::TurnToMove { seat, leader });
        move_and_fight(t, seat, &mut helen)?;
        t.state.position.acted.insert(seat);
    }
    t.state.position.acted = Seats::NONE;
    t.state.position.phase = Phase::Commerce;
    t.state.position.turn = turn.saturating_add(1);
    end_by_turn_limit(t, turn);
    Ok(())
}

/// Who has something to decide: units that can move, a fortress at war, Helen's help, or the order of play.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        position.units(*seat, Unit::Legion) + position.units(*seat, Unit::Trireme) > 0
            || besieged(&t.game.core, position, *seat)
            || position.owns(*seat, Card::Helen)
            || position.role(Role::Military) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}

/// One player's turn: the four steps (MN-5.1.1), then his conquests.
fn move_and_fight(t: &mut Table<'_>, seat: Seat, helen: &mut HelenWaits) -> Play {
    let name = t.game.core.seat_key_of(seat);
    let voyages = t.ask(seat, format_args!("{name}/sail"), Sail::of(&t.state.position, seat))?;
    voyages.iter().for_each(|voyage| sail(t, seat, voyage));
    battle::at_sea(t, seat)?;
    let treks = t.ask(seat, format_args!("{name}/march"), March::of(&t.state.position, seat))?;
    treks.iter().for_each(|trek| march(t, seat, trek));
    helen.step_in(t, seat, &treks)?;
    battle::on_land(t, seat)?;
    t.state.position.drop_empty_holds();
    conquest::choose(t, seat)?;
    for province in treks.iter().map(|trek| trek.to) {
        let area = t.state.position.area(province);
        if area.at_war() && area.land_units(seat) > 0 {
            let seats = area.armies().iter().collect();
            t.tell(Event::AtWar { province, seats });
        }
    }
    Ok(())
}

fn sail(t: &mut Table<'_>, seat: Seat, voyage: &Voyage) {
    voyage.apply(&mut t.state.position, seat);
    t.tell(Event::Sailed { seat, ships: voyage.ships, from: voyage.from, to: voyage.to });
}

fn march(t: &mut Table<'_>, seat: Seat, trek: &Trek) {
    trek.apply(&mut t.state.position, seat);
    let Trek { legions, from, to, via } = trek.clone();
    t.tell(Event::Marched { seat, legions, from, to, via });
}

/// Whether Helen can still act in this phase.
struct HelenWaits(bool);

impl HelenWaits {
    /// Helen turns one legion that has just entered a province of her owner's (MN-5.4.7).
    fn step_in(&mut self, t: &mut Table<'_>, mover: Seat, treks: &[Trek]) -> Play {
        let position = &t.state.position;
        let Some(owner) = position.owner_of(Card::Helen).filter(|owner| self.0 && *owner != mover) else {
            return Ok(());
        };
        if position.units(owner, Unit::Legion) >= t.game.core.board.pieces.unit(Unit::Legion) {
            return Ok(());
        }
        let mut entered: Vec<(Province, u8)> = Vec::new();
        for trek in treks.iter().filter(|trek| position.area(trek.to).owner == Some(owner)) {
            match entered.iter_mut().find(|(province, _)| *province == trek.to) {
                Some((_, legions)) => *legions += trek.legions,
                None => entered.push((trek.to, trek.legions)),
            }
        }
        if entered.is_empty() {
            return Ok(());
        }
        let name = t.game.core.seat_key_of(mover);
        let Some(province) = t.ask(owner, format_args!("{name}/helen"), Helen { entered })? else { return Ok(()) };
        self.0 = false;
        let area = t.state.position.area_mut(province);
        area.legions[mover.index()] -= 1;
        area.legions[owner.index()] += 1;
        t.tell(Event::HelenTurns { seat: owner, province, from: mover });
        Ok(())
    }
}

/// The ranking when the last turn is over (MN-6.3).
fn end_by_turn_limit(t: &mut Table<'_>, turn: u16) {
    if t.game.turn_limit.is_none_or(|limit| turn < u16::from(limit)) {
        return;
    }
    let game = t.game;
    let state = &t.state;
    let (ranking, first) = best_first(game.core.seats, |seat| {
        let cards = state.position.cards_of(seat).count();
        (cards, worth(game, &state.position, seat), state.hand(seat).len())
    });
    t.tell(Event::TurnLimit { ranking: ranking.clone(), first });
    t.state.position.winners = ranking;
}

/// What a player's markers, buildings and units would cost (MN-6.3).
pub fn worth(game: &Classic, position: &crate::classic::position::Position, seat: Seat) -> u32 {
    let prices = &game.core.board.prices;
    let units =
        game.core.board.units.iter().map(|unit| u32::from(position.units(seat, *unit)) * u32::from(prices.unit(*unit)));
    let buildings = crate::pieces::Building::ALL
        .iter()
        .map(|building| u32::from(position.buildings(seat, *building)) * u32::from(prices.building(*building)));
    u32::from(position.markers(seat)) * u32::from(prices.marker) + units.sum::<u32>() + buildings.sum::<u32>()
}

/// A force that attacks: how many units against whom, where.
pub fn assault(place: Place, target: Seat, units: u8, fortresses: u8) -> (Place, Seat, Force) {
    (place, target, Force { units, fortresses })
}

/// Every sea.
pub fn seas(game: &Classic) -> impl Iterator<Item = Sea> {
    (0..game.core.board.seas.len() as u8).map(Sea)
}
