//! Battles: whom to attack, one round of dice, losses by fives (EM-5.4).

use crate::common::battle::{Force, Losses, Side};
use crate::common::orders::{Nothing, Order};
use crate::empires::event::{Event, Place};
use crate::empires::position::{Position, SIDES};
use crate::empires::reason::{Common, Reason};
use crate::empires::{Empires, Table};
use crate::pieces::{Card, Province, Sea};
use alloc::format;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat, Seats};

/// What a fort adds to its owner's sum (EM-5.4.2).
const FORT: u16 = 5;
/// What Nebuchadnezzar adds in a province of his owner's (EM-5.4.5).
const NEBUCHADNEZZAR: u8 = 5;

/// Sea battles: the moving player attacks where he likes (EM-5.2).
pub fn at_sea(t: &mut Table<'_>, seat: Seat, spared: Option<Seat>) -> Play {
    for sea in (0..t.state.position.fleets.len() as u8).map(Sea) {
        if t.state.position.fleet(sea, seat) == 0 {
            continue;
        }
        let enemies = (0..SIDES as u8).map(Seat).filter(|other| *other != seat && Some(*other) != spared);
        strike(t, seat, Place::Sea(sea), enemies.collect())?;
    }
    Ok(())
}

/// Land battles: wherever enemies stand with the moving player's legions or fort (EM-5.3.1).
pub fn on_land(t: &mut Table<'_>, seat: Seat, spared: Option<Seat>) -> Play {
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let area = t.state.position.area(province);
        if area.land_units(seat) == 0 {
            continue;
        }
        let mut enemies = area.enemies_of(seat);
        spared.into_iter().for_each(|spared| enemies.remove(spared));
        strike(t, seat, Place::Land(province), enemies)?;
    }
    Ok(())
}

fn strike(t: &mut Table<'_>, seat: Seat, place: Place, enemies: Seats) -> Play {
    let Some(strike) = Strike::of(&t.state.position, place, seat, enemies) else { return Ok(()) };
    let (name, at) = (t.game.core.seat_key_of(seat), t.game.core.place_name(place));
    match t.ask(seat, format_args!("{name}/{at}/strike"), strike)? {
        Some(target) => fight(t, place, seat, target),
        None => Ok(()),
    }
}

/// One round of a battle between two sides (EM-5.4).
fn fight(t: &mut Table<'_>, place: Place, attacker: Seat, defender: Seat) -> Play {
    let path = format!("{}/{}", t.game.core.seat_key_of(attacker), t.game.core.place_name(place));
    let against = t.game.core.seat_key_of(defender);
    let forces = [attacker, defender].map(|seat| Force::of(&t.state.position, place, seat));
    let mut ours = roll(t, format_args!("{path}/attack on {against}"), place, attacker, forces[0], Part::Active);
    let mut theirs = roll(t, format_args!("{path}/defence of {against}"), place, defender, forces[1], Part::Other);
    // Each fort stops one hit against its owner (EM-5.4.2).
    let felt = |hits: u8, force: Force| hits.saturating_sub(force.fortresses.min(1));
    let our_losses = Losses::new(place, forces[0], felt(theirs.hits, forces[0]));
    let our_losses = t.ask(attacker, format_args!("{path}/against {against}/losses"), our_losses);
    let their_losses = Losses::new(place, forces[1], felt(ours.hits, forces[1]));
    let their_losses = t.ask(defender, format_args!("{path}/losses of {against}"), their_losses);
    for (side, lost) in [(&mut ours, our_losses?), (&mut theirs, their_losses?)] {
        side.lost_units = lost.units;
        side.lost_fortresses = lost.fortresses;
        lost.remove(&mut t.state.position.ground, place, side.seat);
    }
    t.tell(Event::Battle { place, attacker: ours, defender: theirs });
    Ok(())
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Active,
    Other,
}

/// One die for each unit, five for a fort, and what heroes add (EM-5.4, EM-5.4.2, EM-5.4.5).
fn roll(t: &mut Table<'_>, path: impl core::fmt::Display, place: Place, seat: Seat, force: Force, part: Part) -> Side {
    let position = &t.state.position;
    let has = |card| position.has(seat, card);
    let (mut dice, mut bonus) = (force.units, 0);
    if let Place::Land(province) = place {
        dice += u8::from(has(Card::Ramses));
        bonus += match part {
            Part::Active if has(Card::JuliusCaesar) => force.units,
            Part::Other if has(Card::Pericles) => 2 * force.units,
            _ => 0,
        };
        if has(Card::Nebuchadnezzar) && position.area(province).owner == Some(seat) {
            bonus += NEBUCHADNEZZAR;
        }
    }
    let dice = t.roll(Audience::All, path, usize::from(dice), 6);
    let faces: u16 = dice.iter().copied().map(u16::from).sum();
    let total = faces + u16::from(bonus) + FORT * u16::from(force.fortresses);
    Side {
        seat,
        units: force.units,
        fortresses: force.fortresses,
        dice,
        bonus,
        total,
        hits: u8::try_from(total / 5).unwrap_or(u8::MAX),
        lost_units: 0,
        lost_fortresses: 0,
    }
}

/// Whom a player's units in one place attack: one opponent, and in each place once a turn (EM-5.4.1).
#[derive(Debug)]
pub struct Strike {
    place: Place,
    /// The enemies, each with the number of its units.
    enemies: Vec<(Seat, u8)>,
}

impl Strike {
    /// The question, if there is somebody to attack.
    pub fn of(position: &Position, place: Place, seat: Seat, enemies: Seats) -> Option<Strike> {
        let size = |seat| Force::of(position, place, seat).size();
        let enemies: Vec<_> = enemies.iter().map(|seat| (seat, size(seat))).filter(|(_, n)| *n > 0).collect();
        (size(seat) > 0 && !enemies.is_empty()).then_some(Strike { place, enemies })
    }

    /// On land nobody can avoid a battle (EM-5.3.1), at sea he can (EM-5.2).
    fn must(&self) -> bool {
        matches!(self.place, Place::Land(_))
    }

    fn weakest(&self) -> Option<Seat> {
        self.enemies.iter().min_by_key(|(_, size)| *size).map(|(seat, _)| *seat)
    }

    fn is_there(&self, seat: Seat) -> bool {
        self.enemies.iter().any(|(enemy, _)| *enemy == seat)
    }
}

impl Question<Empires> for Strike {
    type Answer = Option<Seat>;
    const NAME: &'static str = "strike";

    fn legal(&self, _: &Empires, target: &Option<Seat>) -> Result<(), Reason> {
        match target {
            Some(seat) if self.is_there(*seat) => Ok(()),
            None if !self.must() => Ok(()),
            _ => Err(Common::NobodyThere.into()),
        }
    }

    fn default(&self, _: &Empires) -> Option<Seat> {
        self.weakest().filter(|_| self.must())
    }

    fn choices(&self, _: &Empires) -> Vec<Option<Seat>> {
        let peace = (!self.must()).then_some(None);
        self.enemies.iter().map(|(seat, _)| Some(*seat)).chain(peace).collect()
    }

    fn random(&self, _: &Empires, chance: &mut Chance) -> Option<Seat> {
        if !self.must() && chance.random_bool(0.5) {
            return None;
        }
        self.enemies.choose(chance).map(|(seat, _)| *seat)
    }

    fn only(&self, _: &Empires) -> Option<Option<Seat>> {
        (self.must() && self.enemies.len() == 1).then(|| self.weakest())
    }

    fn hear(&self, _: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Option<Seat>> {
        let here = lines.first(|order| match order {
            Order::Attack { place, targets } if *place == self.place => {
                let named = targets.iter().map(|(seat, _)| *seat).find(|seat| self.is_there(*seat));
                // Numbers mean nothing: all units fight one enemy (EM-5.4.1).
                match if targets.is_empty() { self.weakest() } else { named } {
                    Some(target) => Says::Yes(Some(target)),
                    None => Says::No(Common::NobodyThere.into()),
                }
            }
            Order::Nothing(Nothing::Attack) if !self.must() => Says::Yes(None),
            _ => Says::Nothing,
        });
        // A line for this place goes before one for all.
        let wherever = |lines: &mut Lines<'_, Empires>| {
            lines.first(|order| match order {
                Order::AttackWherever(seats) => match seats.iter().find(|seat| self.is_there(**seat)) {
                    Some(seat) => Says::Yes(Some(*seat)),
                    None => Says::Nothing,
                },
                _ => Says::Nothing,
            })
        };
        here.or_else(|| wherever(lines))
    }

    fn orders(&self, _: &Empires, target: &Option<Seat>) -> Vec<Order> {
        match target {
            Some(target) => alloc::vec![Order::Attack { place: self.place, targets: alloc::vec![(*target, None)] }],
            None => alloc::vec![Order::Nothing(Nothing::Attack)],
        }
    }
}
