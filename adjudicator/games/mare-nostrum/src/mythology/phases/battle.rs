//! Battles: one round of dice, what heroes, creatures and gods do to it, losses by fives (MY-5.4).

use super::gods;
use super::heroes::{self, Ajax, Hamilcar};
use super::march::{Moved, Trek};
use super::military::Campaign;
use super::strike::{Force, Losses, Strike};
use crate::common::rites::Occasion;
use crate::mythology::Table;
use crate::mythology::event::{Event, Place, Side};
use crate::mythology::position::Site;
use crate::pieces::{Card, Creature, God, Province, Sea, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Play, Seat};

/// Sea battles: the moving player attacks where he likes (MY-5.4); a sea is never at war, so nobody has to (MY-5.5.1).
pub fn at_sea(t: &mut Table<'_>, campaign: &mut Campaign, seat: Seat, moved: &mut Moved) -> Play {
    let strikes: Vec<Strike> = (0..t.state.position.fleets.len() as u8)
        .map(Sea)
        .filter_map(|sea| Strike::at_sea(t.game, &t.state.position, seat, sea))
        .collect();
    for strike in strikes {
        let place = strike.place;
        let fights = attack(t, campaign, "", seat, strike)?;
        // A kraken that has fought at sea does not land to fight again (MY-5.1.2).
        if let (Place::Sea(sea), true) = (place, fights) {
            moved.add(place, Unit::Creature, t.state.position.krakens_in(sea));
        }
    }
    Ok(())
}

/// Land battles of one wave: in the first wherever enemies stand with the moving player's land units (MY-5.4, MY-5.5), later only those
/// who have just come (MY-5.1.2); none where Medusa forbids it. Says where there was a battle.
pub fn on_land(
    t: &mut Table<'_>,
    campaign: &mut Campaign,
    seat: Seat,
    wave: u8,
    treks: &[Trek],
) -> Play<Vec<Province>> {
    let prefix = prefix(wave);
    let mut fought = Vec::new();
    let strike = |t: &Table<'_>, province: Province| match wave {
        1 => Strike::on_land(t.game, &t.state.position, seat, province),
        _ => Strike::of_wave(t.game, &t.state.position, seat, province, treks),
    };
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        if strike(t, province).is_none() || heroes::medusa(t, campaign, &prefix, seat, province)? {
            continue;
        }
        if let Some(strike) = strike(t, province) {
            attack(t, campaign, &prefix, seat, strike)?;
            fought.push(province);
            let area = t.state.position.area(province);
            if area.troops(seat) > 0 && !area.at_war() {
                campaign.won.push(province);
            }
        }
    }
    Ok(fought)
}

/// What stands before the names of what happens in a later wave: each name comes once in a turn.
pub fn prefix(wave: u8) -> String {
    if wave > 1 { format!("wave {wave}/") } else { String::new() }
}

/// Asks whom to attack in one place, and fights it out; says whether anybody is attacked.
fn attack(t: &mut Table<'_>, campaign: &mut Campaign, prefix: &str, seat: Seat, strike: Strike) -> Play<bool> {
    let place = strike.place;
    let (name, at) = (t.game.core.seat_key_of(seat), t.game.core.place_name(place));
    let attacks = t.ask(seat, format_args!("{prefix}{name}/{at}/strike"), strike)?;
    let fights = !attacks.is_empty();
    for (target, force) in attacks {
        let theirs = Force::of(t.game, &t.state.position, place, target);
        fight(t, campaign, prefix, place, (seat, force), (target, theirs))?;
    }
    Ok(fights)
}

/// What one side brings into a battle.
struct Host {
    seat: Seat,
    force: Force,
    /// A legion that Hercules makes a creature.
    hero: u8,
}

impl Host {
    /// Units that would not roll: fortresses, creatures, the legion of Hercules (MY-5.4.3, MY-5.8).
    fn steady(&self) -> u8 {
        self.force.fortresses + self.force.creatures + self.hero
    }

    /// How many creatures of a kind fight here.
    fn beasts(&self, t: &Table<'_>, creature: Creature) -> u8 {
        if t.game.breeds(self.seat, creature) { self.force.creatures + self.hero } else { 0 }
    }
}

/// One round of a battle between two sides (MY-5.4.1).
pub fn fight(
    t: &mut Table<'_>,
    campaign: &mut Campaign,
    prefix: &str,
    place: Place,
    (attacker, ours): (Seat, Force),
    (defender, theirs): (Seat, Force),
) -> Play {
    let against = String::from(t.game.core.seat_key_of(defender));
    let path = format!("{prefix}{}/{}", t.game.core.seat_key_of(attacker), t.game.core.place_name(place));
    let battle = format!("{path}/{against}");
    let mut ours = Host { seat: attacker, force: ours, hero: 0 };
    let mut theirs = Host { seat: defender, force: theirs, hero: 0 };
    match place {
        Place::Land(province) => before_land(t, campaign, &battle, province, &mut ours, &mut theirs)?,
        Place::Sea(sea) => before_sea(t, &battle, sea, &mut ours, &mut theirs)?,
    }
    if ours.force.size() == 0 || theirs.force.size() == 0 {
        return Ok(());
    }
    let mut one = roll(t, &format!("{path}/attack on {against}"), place, &ours, &theirs, Stance::Attack)?;
    let mut two = roll(t, &format!("{path}/defence of {against}"), place, &theirs, &ours, Stance::Defence)?;
    for (side, enemy) in [(&mut one, theirs.force), (&mut two, ours.force)] {
        let foe = if side.seat == attacker { defender } else { attacker };
        let divisor = toughness(t, place, foe);
        let hits = |total: u16| u8::try_from(total / divisor).unwrap_or(u8::MAX);
        let decides = hits(side.total) < enemy.size() && hits(side.total + 6) >= enemy.size();
        if heroes::mars(t, &battle, place, side.seat, foe, decides)? {
            side.mars = 6;
            side.total += 6;
        }
        side.hits = hits(side.total);
    }
    let our_losses = losses(t, format_args!("{path}/against {against}/losses"), place, attacker, ours.force, two.hits);
    let their_losses = losses(t, format_args!("{path}/losses of {against}"), place, defender, theirs.force, one.hits);
    let (our_losses, their_losses) = (our_losses?, their_losses?);
    for (side, lost) in [(&mut one, our_losses), (&mut two, their_losses)] {
        side.lost_units = lost.units;
        side.lost_fortresses = lost.fortresses;
        side.lost_creatures = lost.creatures;
    }
    t.tell(Event::Battle { place, attacker: one, defender: two });
    fall(t, place, attacker, our_losses);
    fall(t, place, defender, their_losses);
    Ok(())
}

/// Takes lost units off the board; a phoenix waits to rise again (MY-5.8.5).
pub fn fall(t: &mut Table<'_>, place: Place, seat: Seat, lost: Force) {
    lost.remove(&mut t.state.position, place, seat);
    if lost.creatures > 0 && t.game.breeds(seat, Creature::Phoenix) && t.game.core.seats.contains(seat) {
        t.state.position.ashes += lost.creatures;
        t.tell(Event::PhoenixFalls { seat, creatures: lost.creatures });
    }
}

/// How many points take a unit: five, or six of Penthesilea's land units (MY-5.4.14).
fn toughness(t: &Table<'_>, place: Place, seat: Seat) -> u16 {
    let amazons = matches!(place, Place::Land(_)) && t.state.position.has(seat, Card::Penthesilea);
    if amazons { 6 } else { 5 }
}

/// What happens before the dice of a land battle: Midas buys, Hercules rises, centaurs kill.
fn before_land(
    t: &mut Table<'_>,
    campaign: &mut Campaign,
    path: &str,
    province: Province,
    ours: &mut Host,
    theirs: &mut Host,
) -> Play {
    for attacker_buys in [true, false] {
        let (buyer, seller) = if attacker_buys { (&mut *ours, &mut *theirs) } else { (&mut *theirs, &mut *ours) };
        if seller.force.size() > 0 && buyer.force.size() > 0 {
            let bought = heroes::midas(t, path, buyer.seat, seller.seat, province, seller.force.units)?;
            buyer.force.units += bought;
            seller.force.units -= bought;
        }
    }
    if ours.force.size() == 0 || theirs.force.size() == 0 {
        return Ok(());
    }
    for host in [&mut *ours, &mut *theirs] {
        if heroes::hercules(t, campaign, path, host.seat, province, host.force.units)? {
            host.hero = 1;
        }
    }
    for attacker_kills in [true, false] {
        let (killer, victim) = if attacker_kills { (&*ours, &mut *theirs) } else { (&*theirs, &mut *ours) };
        // The legion of Hercules is a creature, and centaurs kill none.
        let legions = killer.beasts(t, Creature::Centaur).min(victim.force.units - victim.hero);
        if legions > 0 {
            victim.force.units -= legions;
            let (seat, of) = (killer.seat, victim.seat);
            fall(t, Place::Land(province), of, Force { units: legions, ..Force::default() });
            t.tell(Event::CentaursKill { seat, province, of, legions });
        }
    }
    Ok(())
}

/// What happens before the dice of a sea battle: Poseidon may take a trireme (MY-6.3.7).
fn before_sea(t: &mut Table<'_>, path: &str, sea: Sea, ours: &mut Host, theirs: &mut Host) -> Play {
    let Some(owner) = t.state.position.favoured(God::Poseidon) else { return Ok(()) };
    let fights = [&*ours, &*theirs];
    let fights = fights
        .iter()
        .filter(|host| host.seat != owner && host.force.units > 0)
        .map(|host| (Place::Sea(sea), host.seat));
    let before = |t: &Table<'_>, seat: Seat| t.state.position.fleet(sea, seat);
    let (one, two) = (before(t, ours.seat), before(t, theirs.seat));
    gods::sink(t, owner, fights.collect(), Occasion::Fights, path)?;
    ours.force.units -= one - before(t, ours.seat);
    theirs.force.units -= two - before(t, theirs.seat);
    Ok(())
}

/// Who is attacked is in defence, whoever's province it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stance {
    Attack,
    Defence,
}

/// One die for each legion or trireme and six for each fortress and creature (MY-5.4.1, MY-5.4.3); facing a behemoth these roll too
/// (MY-5.8.1). Heroes add to it (MY-5.4.4, MY-5.4.11 to MY-5.4.13).
fn roll(t: &mut Table<'_>, path: &str, place: Place, host: &Host, foe: &Host, stance: Stance) -> Play<Side> {
    let on_land = matches!(place, Place::Land(_));
    let seat = host.seat;
    let rollers = host.force.units - host.hero;
    let behemoth = foe.beasts(t, Creature::Behemoth) > 0 && on_land;
    let (dice, sixes) = if behemoth { (rollers + host.steady(), 0) } else { (rollers, host.steady()) };
    let position = &t.state.position;
    let has = |card| position.has(seat, card);
    let (hamilcar, ajax) = (on_land && has(Card::Hamilcar), on_land && has(Card::Ajax));
    let hero = if on_land { Card::Hannibal } else { Card::Pericles };
    let mut bonus = if has(hero) { rollers } else { 0 };
    if let (Place::Land(province), Stance::Defence, true) = (place, stance, has(Card::Ariadne)) {
        bonus += thread(t, province);
    }
    let fours = if dice > 0 && hamilcar { t.ask(seat, format_args!("{path}/hamilcar"), Hamilcar { dice })? } else { 0 };
    let mut faces = alloc::vec![4; usize::from(fours)];
    let mut rolled = t.roll(Audience::All, path, usize::from(dice - fours), 6);
    if ajax && dice > fours {
        let upto = t.ask(seat, format_args!("{path}/ajax"), Ajax { faces: rolled.clone() })?;
        let again = rolled.iter().filter(|face| **face <= upto).count();
        let mut fresh = t.roll(Audience::All, format_args!("{path}/again"), again, 6).into_iter();
        for face in rolled.iter_mut().filter(|face| **face <= upto) {
            *face = fresh.next().unwrap_or(*face);
        }
    }
    faces.append(&mut rolled);
    let total = faces.iter().copied().map(u16::from).sum::<u16>() + u16::from(bonus) + 6 * u16::from(sixes);
    Ok(Side {
        seat,
        units: host.force.units,
        creatures: host.force.creatures,
        fortresses: host.force.fortresses,
        dice: faces,
        sixes: 6 * sixes,
        bonus,
        mars: 0,
        total,
        hits: 0,
        lost_units: 0,
        lost_creatures: 0,
        lost_fortresses: 0,
    })
}

/// What Ariadne's buildings add in defence: one for each city and caravan, two for each market and temple (MY-5.4.13).
fn thread(t: &Table<'_>, province: Province) -> u8 {
    let worth = |site: Site| if matches!(site, Site::Market | Site::Temple) { 2 } else { 1 };
    t.state.position.area(province).sites().map(worth).sum()
}

/// Asks which units are lost; a neutral side loses the cheapest first (MY-2.3).
pub fn losses(
    t: &mut Table<'_>,
    path: impl core::fmt::Display,
    place: Place,
    seat: Seat,
    force: Force,
    hits: u8,
) -> Play<Force> {
    let question = Losses::new(place, force, hits);
    if t.game.core.seats.contains(seat) { t.ask(seat, path, question) } else { Ok(question.cheapest_first()) }
}
