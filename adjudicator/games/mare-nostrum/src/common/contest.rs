//! Battles that somebody describes and nobody has ordered: `Syracusae 3 legions against 2 legions + fortress`.

use super::Core;
use super::battle::Force;
use super::ground::{Ground, Place, SIDES};
use super::language::read::{place, seat as side, unit};
use super::language::term::Term;
use super::orders::Order;
use crate::pieces::Unit;
use alloc::vec::Vec;
use tabellarius_kernel::words::{Cursor, Link, Slip};
use tabellarius_kernel::{Contest, Seat};

type Words<'a> = Cursor<'a, Term>;

/// The units of one side, and whose they are if that is said.
struct Host {
    units: Vec<(Unit, u8)>,
    side: Option<Seat>,
}

/// Reads a battle and puts both sides there; everybody else goes away. Without own units those that stand there fight.
pub fn read(core: &Core, ground: &mut Ground, seat: Seat, w: &mut Words<'_>) -> Result<Contest<Order>, Slip> {
    w.link(Link::In);
    let place = w.need("province or sea", place)?;
    w.link(Link::Colon);
    let mine = if w.sees(Link::For) { None } else { Some(host(core, place, w)?) };
    if !w.link(Link::For) {
        return Err(w.slip("other side"));
    }
    let theirs = host(core, place, w)?;
    let enemy = theirs.side.filter(|side| *side != seat).unwrap_or_else(|| usual_enemy(core, ground, place, seat));
    if let Some(mine) = &mine {
        clear(ground, place, seat);
        mine.units.iter().for_each(|(unit, n)| put(ground, place, seat, *unit, *n));
    }
    (0..SIDES as u8).map(Seat).filter(|other| *other != seat).for_each(|other| clear(ground, place, other));
    theirs.units.iter().for_each(|(unit, n)| put(ground, place, enemy, *unit, *n));
    // One battle is meant: the others have had their turns, or they would fight it once more in theirs.
    ground.acted = core.seats.iter().filter(|other| *other != seat).collect();
    Ok(Contest {
        subject: place.id(),
        orders: alloc::vec![Order::Attack { place, targets: alloc::vec![(enemy, None)] }],
    })
}

/// `2 legions + fortress Greece`, `Greece 2 legions`
fn host(core: &Core, place: Place, w: &mut Words<'_>) -> Result<Host, Slip> {
    let mut named = w.take(side);
    let mut units = Vec::new();
    loop {
        let mark = w.mark();
        let number = w.number().unwrap_or(1);
        let kind = w.need("unit", unit)?;
        let fits = match place {
            Place::Land(_) => kind != Unit::Trireme,
            Place::Sea(_) => kind == Unit::Trireme,
        };
        if !fits || number > u32::from(core.board.pieces.unit(kind)) {
            w.back(mark);
            return Err(w.slip(if fits { "small number" } else { "unit" }));
        }
        units.push((kind, number as u8));
        if !(w.link(Link::Plus) || w.link(Link::And) || w.link(Link::Comma)) {
            break;
        }
    }
    named = named.or_else(|| w.take(side));
    Ok(Host { units, side: named })
}

/// Whoever stands there now, or owns the place; else anybody.
fn usual_enemy(core: &Core, ground: &Ground, place: Place, seat: Seat) -> Seat {
    let others = || (0..SIDES as u8).map(Seat).filter(|other| *other != seat);
    let there = others().find(|other| Force::of(ground, place, *other).size() > 0);
    let owner = match place {
        Place::Land(province) => ground.area(province).owner.filter(|owner| *owner != seat),
        Place::Sea(_) => None,
    };
    there.or(owner).or_else(|| core.seats.iter().find(|other| *other != seat)).unwrap_or(seat)
}

fn clear(ground: &mut Ground, place: Place, seat: Seat) {
    let at = seat.index();
    match place {
        Place::Land(province) => {
            let area = ground.area_mut(province);
            (area.legions[at], area.fortresses[at], area.creatures[at]) = (0, 0, 0);
            area.hold = area.hold.filter(|(holder, _)| *holder != seat);
        }
        Place::Sea(sea) => ground.fleets[sea.index()][at] = 0,
    }
}

/// A fortress stands under its owner's marker.
fn put(ground: &mut Ground, place: Place, seat: Seat, unit: Unit, number: u8) {
    let at = seat.index();
    match place {
        Place::Sea(sea) => ground.fleets[sea.index()][at] = number,
        Place::Land(province) => {
            let area = ground.area_mut(province);
            match unit {
                Unit::Legion => area.legions[at] = number,
                Unit::Creature => area.creatures[at] = number,
                Unit::Fortress => {
                    area.fortresses[at] = number;
                    area.owner = Some(seat);
                    area.hold = None;
                }
                Unit::Trireme => {}
            }
        }
    }
}
