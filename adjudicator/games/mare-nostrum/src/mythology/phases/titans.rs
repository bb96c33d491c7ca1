//! Titans throw at units next door, from where they stand (MY-5.8.6).

use super::battle;
use super::heroes::{self, Ajax, Hamilcar};
use super::march::Moved;
use super::military::Campaign;
use super::strike::Force;
use crate::common::ground::Place;
use crate::common::orders::Order;
use crate::common::reason::Reason as Common;
use crate::common::rites::{Idler, Rite};
use crate::mythology::event::{Event, Side};
use crate::mythology::position::{Position, SIDES};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Creature, Province, Unit};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat};

/// Titans that throw together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volley {
    from: Province,
    at: Place,
    target: Seat,
    titans: u8,
}

/// Asks where titans throw, and throws.
pub fn throw(t: &mut Table<'_>, campaign: &mut Campaign, seat: Seat, moved: &mut Moved) -> Play {
    if !t.game.breeds(seat, Creature::Titan) {
        return Ok(());
    }
    let name = t.game.core.seat_key_of(seat);
    let question = Bombard { seat, position: Box::new(t.state.position.clone()) };
    let volleys = t.ask(seat, format_args!("{name}/bombard"), question)?;
    for (n, volley) in (1..).zip(volleys) {
        moved.add(Place::Land(volley.from), Unit::Creature, volley.titans); // who has thrown stays (MY-5.1.2)
        if let Place::Land(province) = volley.at
            && heroes::medusa(t, campaign, "", seat, province)?
        {
            continue;
        }
        land(t, seat, volley, &format!("throw {n}/{name}/{}", t.game.core.place_name(volley.at)))?;
    }
    Ok(())
}

/// One die for each titan; nobody strikes back.
fn land(t: &mut Table<'_>, seat: Seat, volley: Volley, path: &str) -> Play {
    let Volley { at, target, titans, .. } = volley;
    let force = Force::of(t.game, &t.state.position, at, target);
    if force.size() == 0 {
        return Ok(());
    }
    let on_land = matches!(at, Place::Land(_));
    let has = |t: &Table<'_>, card| on_land && t.state.position.has(seat, card);
    let fours = if has(t, Card::Hamilcar) {
        t.ask(seat, format_args!("{path}/hamilcar"), Hamilcar { dice: titans })?
    } else {
        0
    };
    let mut dice = alloc::vec![4; usize::from(fours)];
    let against = t.game.core.seat_key_of(target);
    let mut rolled = t.roll(Audience::All, format_args!("{path}/attack on {against}"), usize::from(titans - fours), 6);
    t.roll(Audience::All, format_args!("{path}/defence of {against}"), 0, 6); // nobody strikes back
    if has(t, Card::Ajax) && titans > fours {
        let upto = t.ask(seat, format_args!("{path}/ajax"), Ajax { faces: rolled.clone() })?;
        let again = rolled.iter().filter(|face| **face <= upto).count();
        let mut fresh = t.roll(Audience::All, format_args!("{path}/attack on {against}/again"), again, 6).into_iter();
        for face in rolled.iter_mut().filter(|face| **face <= upto) {
            *face = fresh.next().unwrap_or(*face);
        }
    }
    dice.append(&mut rolled);
    let mut total = dice.iter().copied().map(u16::from).sum::<u16>();
    let divisor = if on_land && t.state.position.has(target, Card::Penthesilea) { 6 } else { 5 };
    let hits = |total: u16| u8::try_from(total / divisor).unwrap_or(u8::MAX);
    let decides = hits(total) < force.size() && hits(total + 6) >= force.size();
    let mut mars = 0;
    if heroes::mars(t, path, at, seat, target, decides)? {
        mars = 6;
        total += 6;
    }
    let lost = battle::losses(t, format_args!("{path}/losses"), at, target, force, hits(total))?;
    let side = |seat, force: Force, lost: Force| Side {
        seat,
        units: force.units,
        creatures: force.creatures,
        fortresses: force.fortresses,
        dice: Vec::new(),
        sixes: 0,
        bonus: 0,
        mars: 0,
        total: 0,
        hits: 0,
        lost_units: lost.units,
        lost_creatures: lost.creatures,
        lost_fortresses: lost.fortresses,
    };
    let throwers = Force { creatures: titans, ..Force::default() };
    let attacker = Side { dice, mars, total, hits: hits(total), ..side(seat, throwers, Force::default()) };
    t.tell(Event::Bombarded { place: at, attacker, defender: side(target, force, lost) });
    battle::fall(t, at, target, lost);
    Ok(())
}

/// At whom titans throw.
#[derive(Debug)]
pub struct Bombard {
    seat: Seat,
    position: Box<Position>,
}

impl Bombard {
    /// Titans in a province that do not have to fight there, and have not thrown yet.
    fn ready(&self, from: Province, volleys: &[Volley]) -> u8 {
        let area = self.position.area(from);
        let thrown: u8 = volleys.iter().filter(|volley| volley.from == from).map(|volley| volley.titans).sum();
        if area.at_war() { 0 } else { area.creatures[self.seat.index()].saturating_sub(thrown) }
    }

    fn near(game: &Mythology, from: Province, at: Place) -> bool {
        match at {
            Place::Land(province) => game.core.board.touches(from, province),
            Place::Sea(sea) => game.core.board.washes(sea, from),
        }
    }

    /// Enemies with units in a place.
    fn enemies(&self, game: &Mythology, at: Place) -> Vec<Seat> {
        let all = (0..SIDES as u8).map(Seat).filter(|seat| *seat != self.seat);
        all.filter(|seat| Force::of(game, &self.position, at, *seat).size() > 0).collect()
    }

    fn all(&self, game: &Mythology) -> Vec<Volley> {
        let mut all = Vec::new();
        for (from, _) in self.position.provinces().filter(|(from, _)| self.ready(*from, &[]) > 0) {
            let land = game.core.board.land(from);
            let near = land.borders.iter().map(|p| Place::Land(*p)).chain(land.coasts.iter().map(|s| Place::Sea(*s)));
            for at in near {
                let titans = self.ready(from, &[]);
                all.extend(self.enemies(game, at).into_iter().map(|target| Volley { from, at, target, titans }));
            }
        }
        all
    }

    fn fits(&self, game: &Mythology, volley: &Volley, before: &[Volley]) -> Result<(), Reason> {
        if volley.titans == 0 || volley.titans > self.ready(volley.from, before) {
            return Err(Own::NoTitan { province: volley.from }.into());
        }
        if !Bombard::near(game, volley.from, volley.at) {
            return Err(Own::NotNextToTitan.into());
        }
        if self.enemies(game, volley.at).contains(&volley.target) { Ok(()) } else { Err(Common::NobodyThere.into()) }
    }
}

impl Question<Mythology> for Bombard {
    type Answer = Vec<Volley>;
    const NAME: &'static str = "bombard";

    fn legal(&self, game: &Mythology, volleys: &Vec<Volley>) -> Result<(), Reason> {
        volleys.iter().enumerate().try_for_each(|(i, volley)| self.fits(game, volley, &volleys[..i]))
    }

    fn default(&self, _: &Mythology) -> Vec<Volley> {
        Vec::new()
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Vec<Volley> {
        if chance.random_bool(0.3) { Vec::new() } else { self.all(game).choose(chance).copied().into_iter().collect() }
    }

    fn only(&self, game: &Mythology) -> Option<Vec<Volley>> {
        self.all(game).is_empty().then(Vec::new)
    }

    fn hints(&self, game: &Mythology) -> Vec<Vec<Volley>> {
        self.all(game).into_iter().map(|volley| alloc::vec![volley]).collect()
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<Volley>> {
        let speaks = |order: &Order| matches!(order, Order::Rite(Rite::Bombard { .. } | Rite::Idle(Idler::Titans)));
        if !lines.mention(speaks) {
            return None;
        }
        let mut volleys: Vec<Volley> = Vec::new();
        lines.each(|order| {
            let Order::Rite(Rite::Bombard { from, at, target, titans }) = order else { return Says::Nothing };
            let ready = self.ready(*from, &volleys);
            let target = target.or_else(|| self.enemies(game, *at).first().copied()).unwrap_or(self.seat);
            let volley = Volley { from: *from, at: *at, target, titans: titans.unwrap_or(ready).min(ready) };
            match self.fits(game, &volley, &volleys) {
                Ok(()) => {
                    volleys.push(volley);
                    Says::Yes(())
                }
                Err(reason) => Says::No(reason),
            }
        });
        Some(volleys)
    }

    fn orders(&self, _: &Mythology, volleys: &Vec<Volley>) -> Vec<Order> {
        if volleys.is_empty() {
            return alloc::vec![Order::Rite(Rite::Idle(Idler::Titans))];
        }
        let order = |volley: &Volley| {
            Order::Rite(Rite::Bombard {
                from: volley.from,
                at: volley.at,
                target: Some(volley.target),
                titans: Some(volley.titans),
            })
        };
        volleys.iter().map(order).collect()
    }
}
