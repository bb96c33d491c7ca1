//! Battles: whom to attack, one round of dice, losses by fives (MN-5.4).

use super::military::seas;
pub use crate::common::battle::{Force, Losses};

use crate::classic::event::{Event, Place, Side};
use crate::classic::orders::{Nothing, Order};
use crate::classic::position::Position;
use crate::classic::reason::Reason;
use crate::classic::{Classic, Table};
use crate::pieces::{Card, Province, Sea};
use alloc::string::String;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat, Seats};

/// Sea battles: the moving player attacks where he likes (MN-5.4); a sea is never at war, so nobody has to (MN-5.5.1).
pub fn at_sea(t: &mut Table<'_>, seat: Seat) -> Play {
    let strikes: Vec<Strike> = seas(t.game)
        .filter(|sea| t.state.position.fleet(*sea, seat) > 0)
        .filter_map(|sea| Strike::at_sea(&t.state.position, seat, sea))
        .collect();
    strikes.into_iter().try_for_each(|strike| attack(t, seat, strike))
}

/// Asks whom to attack in one place, and fights it out.
fn attack(t: &mut Table<'_>, seat: Seat, strike: Strike) -> Play {
    let place = strike.place;
    let (name, at) = (t.game.core.seat_key_of(seat), t.game.core.place_name(place));
    let attacks = t.ask(seat, format_args!("{name}/{at}/strike"), strike)?;
    attacks.into_iter().try_for_each(|(target, force)| fight(t, place, seat, target, force))
}

/// Land battles: wherever enemies stand with the moving player's legions or fortresses (MN-5.4, MN-5.5).
pub fn on_land(t: &mut Table<'_>, seat: Seat) -> Play {
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        if let Some(strike) = Strike::on_land(&t.state.position, seat, province) {
            attack(t, seat, strike)?;
        }
    }
    Ok(())
}

/// One round of a battle between two sides (MN-5.4.1).
fn fight(t: &mut Table<'_>, place: Place, attacker: Seat, defender: Seat, force: Force) -> Play {
    let all = Force::of(&t.state.position, place, defender);
    let path = {
        let mut path = String::from(t.game.core.seat_key_of(attacker));
        path.push('/');
        path += t.game.core.place_name(place);
        path
    };
    let against = t.game.core.seat_key_of(defender);
    let mut ours = roll(t, format_args!("{path}/attack on {against}"), place, attacker, force);
    let mut theirs = roll(t, format_args!("{path}/defence of {against}"), place, defender, all);
    let our_losses = losses(t, format_args!("{path}/against {against}/losses"), place, attacker, force, theirs.hits);
    let their_losses = losses(t, format_args!("{path}/losses of {against}"), place, defender, all, ours.hits);
    let (our_losses, their_losses) = (our_losses?, their_losses?);
    for (side, lost) in [(&mut ours, our_losses), (&mut theirs, their_losses)] {
        side.lost_units = lost.units;
        side.lost_fortresses = lost.fortresses;
        lost.remove(&mut t.state.position, place, side.seat);
    }
    t.tell(Event::Battle { place, attacker: ours, defender: theirs });
    Ok(())
}

/// One die for each unit, six for each fortress, one more a die for Hannibal or Pericles (MN-5.4.3, MN-5.4.4).
fn roll(t: &mut Table<'_>, path: impl core::fmt::Display, place: Place, seat: Seat, force: Force) -> Side {
    let dice = t.roll(Audience::All, path, usize::from(force.units), 6);
    let hero = match place {
        Place::Land(_) => Card::Hannibal,
        Place::Sea(_) => Card::Pericles,
    };
    let bonus = if t.state.position.owns(seat, hero) { force.units } else { 0 };
    let faces: u16 = dice.iter().copied().map(u16::from).sum();
    let total = faces + u16::from(bonus) + 6 * u16::from(force.fortresses);
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

fn losses(
    t: &mut Table<'_>,
    path: impl core::fmt::Display,
    place: Place,
    seat: Seat,
    force: Force,
    hits: u8,
) -> Play<Force> {
    let question = Losses::new(place, force, hits);
    if t.game.core.seats.contains(seat) {
        t.ask(seat, path, question)
    } else {
        Ok(question.legions_first()) // a neutral side (MN-2.3)
    }
}

/// Whom a player's units in one place attack (MN-5.4.5).
#[derive(Debug)]
pub struct Strike {
    place: Place,
    mine: Force,
    /// The enemies, each with the number of its units.
    enemies: Vec<(Seat, u8)>,
    obliged: Obliged,
}

/// Whether somebody must be attacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Obliged {
    /// On land.
    MustFight,
    /// At sea.
    MayFight,
}

impl Strike {
    /// The question for a sea, if there is somebody to attack.
    pub fn at_sea(position: &Position, seat: Seat, sea: Sea) -> Option<Strike> {
        let mut enemies: Seats = (0..crate::classic::position::SIDES as u8).map(Seat).collect();
        enemies.remove(seat);
        Strike::new(position, Place::Sea(sea), seat, enemies, Obliged::MayFight)
    }

    /// The question for a province, if there is a battle to be fought.
    pub fn on_land(position: &Position, seat: Seat, province: Province) -> Option<Strike> {
        let enemies = position.area(province).enemies_of(seat);
        Strike::new(position, Place::Land(province), seat, enemies, Obliged::MustFight)
    }

    fn new(position: &Position, place: Place, seat: Seat, enemies: Seats, obliged: Obliged) -> Option<Strike> {
        let mine = Force::of(position, place, seat);
        let size = |seat| Force::of(position, place, seat).size();
        let enemies: Vec<(Seat, u8)> = enemies.iter().map(|seat| (seat, size(seat))).filter(|(_, n)| *n > 0).collect();
        (mine.units + mine.fortresses > 0 && !enemies.is_empty()).then_some(Strike { place, mine, enemies, obliged })
    }

    /// Everybody against the weakest enemy.
    fn weakest(&self) -> Vec<(Seat, Force)> {
        let weakest = self.enemies.iter().min_by_key(|(_, size)| *size);
        weakest.map(|(seat, _)| (*seat, self.mine)).into_iter().collect()
    }

    /// Whether every unit fights: on land always (MN-5.4.5), at sea against a single enemy (MN-5.4.1).
    fn all_fight(&self) -> bool {
        self.obliged == Obliged::MustFight || self.enemies.len() == 1
    }

    /// Splits the units among the targets that are there; the last one gets the rest, and the fortresses go with the first.
    fn split(&self, targets: &[(Seat, Option<u8>)]) -> Vec<(Seat, Force)> {
        let mut left = self.mine;
        let mut attacks: Vec<(Seat, Force)> = Vec::new();
        for (seat, number) in targets.iter().filter(|(seat, _)| self.enemies.iter().any(|(enemy, _)| enemy == seat)) {
            let units = number.unwrap_or(left.units).min(left.units);
            let force = Force { units, fortresses: left.fortresses };
            if units + force.fortresses > 0 && !attacks.iter().any(|(known, _)| known == seat) {
                left.units -= units;
                left.fortresses = 0;
                attacks.push((*seat, force));
            }
        }
        if let (true, Some((_, force))) = (self.all_fight(), attacks.last_mut()) {
            force.units += left.units;
        }
        attacks
    }

    /// Why other numbers attack than were named, if they do. Against a single enemy numbers mean nothing: all fight.
    fn cut(&self, targets: &[(Seat, Option<u8>)], attacks: &[(Seat, Force)]) -> Option<Reason> {
        if self.enemies.len() == 1 {
            return None;
        }
        let named = |seat: Seat| targets.iter().find(|(target, _)| *target == seat).and_then(|(_, number)| *number);
        attacks.iter().find_map(|(seat, force)| match named(*seat)? {
            wanted if wanted > force.units => Some(Reason::TooFewUnits),
            wanted if wanted < force.units => Some(Reason::AllFight),
            _ => None,
        })
    }
}

impl Question<Classic> for Strike {
    type Answer = Vec<(Seat, Force)>;
    const NAME: &'static str = "strike";

    fn legal(&self, _: &Classic, attacks: &Vec<(Seat, Force)>) -> Result<(), Reason> {
        let mut seen = Seats::NONE;
        for (seat, force) in attacks {
            if !self.enemies.iter().any(|(enemy, _)| enemy == seat) || seen.contains(*seat) {
                return Err(Reason::NobodyThere);
            }
            seen.insert(*seat);
            if force.units + force.fortresses == 0 {
                return Err(Reason::TooFewUnits);
            }
        }
        let units: u8 = attacks.iter().map(|(_, force)| force.units).sum();
        let fortresses: u8 = attacks.iter().map(|(_, force)| force.fortresses).sum();
        let all = units == self.mine.units && fortresses == self.mine.fortresses;
        let peace = attacks.is_empty() && self.obliged == Obliged::MayFight;
        match () {
            () if all || peace => Ok(()),
            () if self.all_fight() => Err(Reason::AllFight),
            () if units <= self.mine.units && fortresses == 0 => Ok(()),
            () => Err(Reason::TooFewUnits),
        }
    }

    fn default(&self, _: &Classic) -> Vec<(Seat, Force)> {
        match self.obliged {
            Obliged::MustFight => self.weakest(),
            Obliged::MayFight => Vec::new(),
        }
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> Vec<(Seat, Force)> {
        if self.obliged == Obliged::MayFight && chance.random_bool(0.5) {
            return Vec::new();
        }
        let number = chance.random_range(0..=self.mine.units);
        match (self.enemies.choose(chance), self.enemies.choose(chance)) {
            (Some((one, _)), Some((two, _))) if one != two => self.split(&[(*one, Some(number)), (*two, None)]),
            (Some((one, _)), _) => self.split(&[(*one, None)]),
            _ => self.weakest(),
        }
    }

    fn about(&self, _: &Classic) -> Option<String> {
        Some(self.place.id())
    }

    /// All units against one enemy; splitting them is for whoever thinks of it.
    fn hints(&self, _: &Classic) -> Vec<Vec<(Seat, Force)>> {
        self.enemies.iter().map(|(seat, _)| self.split(&[(*seat, None)])).collect()
    }

    /// Where all fight one enemy, numbers say nothing.
    fn form(&self, game: &Classic, attacks: &Vec<(Seat, Force)>) -> Vec<Order> {
        match attacks.as_slice() {
            [(seat, force)] if force.units == self.mine.units => {
                alloc::vec![Order::Attack { place: self.place, targets: alloc::vec![(*seat, None)] }]
            }
            _ => self.orders(game, attacks),
        }
    }

    fn only(&self, _: &Classic) -> Option<Vec<(Seat, Force)>> {
        (self.obliged == Obliged::MustFight && self.enemies.len() == 1).then(|| self.weakest())
    }

    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Vec<(Seat, Force)>> {
        let here = lines.first(|order| match order {
            Order::Attack { place, targets } if *place == self.place => {
                let attacks = if targets.is_empty() { self.weakest() } else { self.split(targets) };
                match self.cut(targets, &attacks) {
                    _ if attacks.is_empty() => Says::No(Reason::NobodyThere),
                    Some(reason) => Says::Partly(attacks, reason),
                    None => Says::Yes(attacks),
                }
            }
            Order::Nothing(Nothing::Attack) if self.obliged == Obliged::MayFight => Says::Yes(Vec::new()),
            _ => Says::Nothing,
        });
        // A line for this place goes before one for all.
        let wherever = |lines: &mut Lines<'_, Classic>| {
            lines.first(|order| match order {
                Order::AttackWherever(seats) => {
                    let targets: Vec<_> = seats.iter().map(|seat| (*seat, None)).collect();
                    let attacks = self.split(&targets);
                    if attacks.is_empty() { Says::Nothing } else { Says::Yes(attacks) }
                }
                _ => Says::Nothing,
            })
        };
        here.or_else(|| wherever(lines))
    }

    fn orders(&self, _: &Classic, attacks: &Vec<(Seat, Force)>) -> Vec<Order> {
        if attacks.is_empty() {
            return alloc::vec![Order::Nothing(Nothing::Attack)];
        }
        let targets = attacks.iter().map(|(seat, force)| (*seat, Some(force.units))).collect();
        alloc::vec![Order::Attack { place: self.place, targets }]
    }
}
