//! Military: one player after the other moves and fights; then the roles change hands (MY-5, MY-3.1).

use super::march::{Aeneas, March, Moved, Trek};
use super::sail::{Sail, Stroke, unhatch};
use super::wave::Wave;
use super::{battle, conquest, gods, income, roles, titans, transport};
use crate::base::helen::Helen;
use crate::common::language::rites::WAVES;
use crate::common::moves::besieged;
use crate::common::rank::best_first;
use crate::common::rites::Moment;
use crate::common::roles::Turns;
use crate::mythology::event::{Event, Place, Triumph};
use crate::mythology::position::{Phase, Position, State};
use crate::mythology::{Goal, Mythology, Table};
use crate::pieces::{Building, Card, God, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat, Seats};

/// What is remembered within one Military phase.
#[derive(Default)]
pub struct Campaign {
    /// Who has used Helen (MY-5.4.7).
    helen: Seats,
    /// Who has used Medusa, and where battle is forbidden (MY-5.4.8).
    pub medusa: Seats,
    /// The provinces in which there is no battle this turn.
    pub forbidden: Vec<Province>,
    /// Who has used Hercules (MY-5.4.10).
    pub hercules: Seats,
    /// Where the moving player has won a battle (MY-5.6.7).
    pub won: Vec<Province>,
    /// Where the Greeks have attacked the moving player (MY-5.7).
    pub blockaded: Vec<Sea>,
    /// The sea that Aeneas crosses for the moving player (MY-5.3.3).
    pub aeneas: Option<Sea>,
}

/// Plays the Military phase.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Military });
    t.gather(owing(t))?;
    let mut turns = Turns::new(Role::Military, t.game.core.seats, t.state.position.acted);
    let mut campaign = Campaign::default();
    while let Some((seat, leader)) = turns.next(t.state.position.role(Role::Military), t)? {
        t.tell(Event::TurnToMove { seat, leader });
        campaign.won.clear();
        campaign.blockaded.clear();
        campaign.aeneas = None;
        move_and_fight(t, &mut campaign, seat)?;
        t.state.position.acted.insert(seat);
    }
    for seat in t.game.core.seats.iter() {
        gods::strike(t, seat, Moment::Last)?; // MY-6.3.9
    }
    conquest::trim_holds(&mut t.state.position);
    t.state.position.hatched.clear();
    roles::settle(t)?;
    t.state.position.acted = Seats::NONE;
    t.state.position.phase = Phase::Commerce;
    t.state.position.turn = turn.saturating_add(1);
    if !won_by_roles(t) {
        end_by_turn_limit(t, turn);
    }
    Ok(())
}

/// Who has something to decide: units that can move, a fortress at war, a hero or god that may act, a role to be named, the order of play.
fn owing(t: &Table<'_>) -> Seats {
    use Card::{Ajax, Hamilcar, Helen, Hercules, Medusa, Midas};
    let position = &t.state.position;
    let mobile = [Unit::Legion, Unit::Trireme, Unit::Creature];
    let heroes = [Helen, Medusa, Midas, Hercules, Ajax, Hamilcar];
    let gods = [God::Athena, God::Baal, God::Vulcan, God::Poseidon, God::Mars, God::Astarte];
    let owes = |seat: &Seat| {
        mobile.iter().any(|unit| t.game.in_play(position, *seat, *unit) > 0)
            || besieged(&t.game.core, position, *seat)
            || heroes.iter().any(|card| position.has(*seat, *card))
            || gods.iter().any(|god| position.favoured(*god) == Some(*seat))
            || position.roles.contains(&Some(*seat))
    };
    t.game.core.seats.iter().filter(owes).collect()
}

/// One player's turn: the gods, the four steps (MY-5.1.1), then the conquests.
fn move_and_fight(t: &mut Table<'_>, campaign: &mut Campaign, seat: Seat) -> Play {
    gods::strike(t, seat, Moment::Now)?;
    let name = t.game.core.seat_key_of(seat);
    let mut moved = Moved::default();
    let strokes = t.ask(seat, format_args!("{name}/sail"), Sail::of(&t.state.position, seat))?;
    strokes.into_iter().for_each(|stroke| sail(t, seat, stroke, &mut moved));
    launch(t, seat);
    battle::at_sea(t, campaign, seat, &mut moved)?;
    if t.state.position.has(seat, Card::Aeneas) {
        let march = March::of(&t.state.position, seat, moved.clone(), None);
        campaign.aeneas = t.ask(seat, format_args!("{name}/aeneas"), Aeneas { march })?;
        if let Some(sea) = campaign.aeneas {
            t.tell(Event::AeneasCrosses { seat, sea });
        }
    }
    let mut entered = Vec::new();
    let mut fought = Vec::new();
    for wave in 1..=WAVES {
        let treks = go(t, campaign, seat, wave, &mut moved, &fought)?;
        step_in(t, campaign, seat, wave, &treks)?;
        if wave == 1 {
            titans::throw(t, campaign, seat, &mut moved)?;
        }
        fought = battle::on_land(t, campaign, seat, wave, &treks)?;
        rest(t, seat, &fought, &mut moved);
        for trek in &treks {
            if !entered.contains(&trek.to) {
                entered.push(trek.to);
            }
        }
        if treks.is_empty() {
            break;
        }
    }
    t.state.position.drop_empty_holds();
    conquest::choose(t, campaign, seat)?;
    conquest::trim_holds(&mut t.state.position);
    for province in entered {
        let area = t.state.position.area(province);
        if area.at_war() && area.land_units(seat) > 0 {
            let seats = area.armies().iter().collect();
            t.tell(Event::AtWar { province, seats });
        }
    }
    Ok(())
}

/// Whoever has fought neither moves nor fights again this turn (MY-5.1.2).
fn rest(t: &Table<'_>, seat: Seat, fought: &[Province], moved: &mut Moved) {
    for province in fought {
        let area = t.state.position.area(*province);
        moved.add(Place::Land(*province), Unit::Legion, area.legions[seat.index()]);
        moved.add(Place::Land(*province), Unit::Creature, area.creatures[seat.index()]);
    }
}

/// A trireme goes to sea as soon as it can (MY-5.2): to its owner's others, if there are some next to it, or else into the first sea.
fn launch(t: &mut Table<'_>, seat: Seat) {
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let ships = t.state.position.area(province).docked[seat.index()];
        if ships == 0 {
            continue;
        }
        let coasts = &t.game.core.board.land(province).coasts;
        let with_others = coasts.iter().find(|sea| t.state.position.fleet(**sea, seat) > 0);
        let Some(to) = with_others.or(coasts.first()).copied() else { continue };
        t.state.position.area_mut(province).docked[seat.index()] = 0;
        t.state.position.fleets[to.index()][seat.index()] += ships;
        t.tell(Event::Sailed { seat, ships, from: Place::Land(province), to, via: Vec::new() });
    }
}

/// Carries a move at sea out.
fn sail(t: &mut Table<'_>, seat: Seat, stroke: Stroke, moved: &mut Moved) {
    let i = seat.index();
    let position = &mut t.state.position;
    let leave = |position: &mut Position, from: Place, krakens: u8| match from {
        Place::Land(province) => position.area_mut(province).creatures[i] -= krakens,
        Place::Sea(sea) => position.krakens[sea.index()] -= krakens,
    };
    match stroke {
        Stroke::Sail { ships, from, to, via } => {
            match from {
                Place::Land(province) => position.area_mut(province).docked[i] -= ships,
                Place::Sea(sea) => position.fleets[sea.index()][i] -= ships,
            }
            position.fleets[to.index()][i] += ships;
            t.tell(Event::Sailed { seat, ships, from, to, via });
        }
        Stroke::Swim { krakens, from, to } => {
            leave(position, from, krakens);
            (0..krakens).for_each(|_| unhatch(&mut position.hatched, from));
            position.krakens[to.index()] += krakens;
            moved.add(Place::Sea(to), Unit::Creature, krakens);
            t.tell(Event::Swam { seat, creatures: krakens, from, to: Place::Sea(to) });
        }
        Stroke::Dive { krakens, from } => {
            leave(position, from, krakens);
            position.dived += krakens;
            t.tell(Event::Dived { seat, creatures: krakens, from });
        }
        Stroke::Surface { krakens, sea, to } => {
            position.dived -= krakens;
            let end = to.unwrap_or(sea);
            position.krakens[end.index()] += krakens;
            t.tell(Event::Surfaced { seat, creatures: krakens, sea });
            if to.is_some() {
                moved.add(Place::Sea(end), Unit::Creature, krakens);
                t.tell(Event::Swam { seat, creatures: krakens, from: Place::Sea(sea), to: Place::Sea(end) });
            }
        }
    }
}

/// Moves the land units of a wave (MY-5.1.2); whoever is stopped at sea may go another way (MY-5.3.2). Says who went where.
fn go(
    t: &mut Table<'_>,
    campaign: &mut Campaign,
    seat: Seat,
    wave: u8,
    moved: &mut Moved,
    fought: &[Province],
) -> Play<Vec<Trek>> {
    let name = t.game.core.seat_key_of(seat);
    let prefix = battle::prefix(wave);
    let march = March::of(&t.state.position, seat, moved.clone(), campaign.aeneas);
    let treks = match wave {
        1 => t.ask(seat, format_args!("{name}/march"), march)?,
        _ => t.ask(seat, format_args!("{prefix}{name}/march"), Wave::of(t.game, march, wave, fought))?,
    };
    let mut gone = Vec::new();
    let mut stopped = Vec::new();
    for (n, trek) in (1..).zip(treks) {
        if transport::arrives(t, campaign, seat, &trek, format_args!("{prefix}{n}"))? {
            march_on(t, seat, &trek, moved);
            gone.push(trek);
        } else {
            stop(t, seat, &trek);
            stopped.push(trek);
        }
    }
    if !stopped.is_empty() && wave == 1 {
        let done = gone.iter().chain(&stopped).map(|trek| (trek.from, trek.to)).collect();
        let march = March::of(&t.state.position, seat, moved.clone(), campaign.aeneas).again(stopped, done);
        let first = gone.len() + 1;
        for (n, trek) in (first + 100..).zip(t.ask(seat, format_args!("{name}/march again"), march)?) {
            if transport::arrives(t, campaign, seat, &trek, n)? {
                march_on(t, seat, &trek, moved);
                gone.push(trek);
            } else {
                stop(t, seat, &trek);
            }
        }
    }
    Ok(gone)
}

fn stop(t: &mut Table<'_>, seat: Seat, trek: &Trek) {
    if let Place::Land(from) = trek.from {
        t.tell(Event::TransportStopped { seat, from, to: trek.to });
    }
}

fn march_on(t: &mut Table<'_>, seat: Seat, trek: &Trek, moved: &mut Moved) {
    let Trek { unit, number, from, to, via } = trek.clone();
    let i = seat.index();
    let position = &mut t.state.position;
    moved.add(Place::Land(to), unit, number);
    let legions = if unit == Unit::Legion { number } else { 0 };
    let creatures = number - legions;
    match from {
        Place::Land(province) => {
            let area = position.area_mut(province);
            area.legions[i] -= legions;
            area.creatures[i] -= creatures;
        }
        Place::Sea(sea) => position.krakens[sea.index()] -= creatures,
    }
    let area = position.area_mut(to);
    area.legions[i] += legions;
    area.creatures[i] += creatures;
    match from {
        Place::Land(from) => t.tell(Event::Marched { seat, legions, creatures, from, to, via }),
        Place::Sea(_) => t.tell(Event::Swam { seat, creatures, from, to: Place::Land(to) }),
    }
}

/// Helen turns one legion that has just entered a province of her owner's (MY-5.4.7).
fn step_in(t: &mut Table<'_>, campaign: &mut Campaign, mover: Seat, wave: u8, treks: &[Trek]) -> Play {
    let prefix = battle::prefix(wave);
    for owner in t.state.position.who_have(Card::Helen) {
        let position = &t.state.position;
        let full = position.units(owner, Unit::Legion) >= t.game.core.board.pieces.unit(Unit::Legion);
        if owner == mover || campaign.helen.contains(owner) || full {
            continue;
        }
        let mut entered: Vec<(Province, u8)> = Vec::new();
        let legions = treks.iter().filter(|trek| trek.unit == Unit::Legion);
        for trek in legions.filter(|trek| position.area(trek.to).owner == Some(owner)) {
            match entered.iter_mut().find(|(province, _)| *province == trek.to) {
                Some((_, legions)) => *legions += trek.number,
                None => entered.push((trek.to, trek.number)),
            }
        }
        // Another Helen may have turned some of them before.
        entered.retain(|(province, _)| position.area(*province).legions[mover.index()] > 0);
        if entered.is_empty() {
            continue;
        }
        let (name, of) = (t.game.core.seat_key_of(mover), t.game.core.seat_key_of(owner));
        let question = Helen { entered };
        let Some(province) = t.ask(owner, format_args!("{prefix}{name}/helen of {of}"), question)? else { continue };
        campaign.helen.insert(owner);
        let area = t.state.position.area_mut(province);
        area.legions[mover.index()] -= 1;
        area.legions[owner.index()] += 1;
        t.tell(Event::HelenTurns { seat: owner, province, from: mover });
    }
    Ok(())
}

/// Three roles win at once, where a table plays so (MY-7.4).
fn won_by_roles(t: &mut Table<'_>) -> bool {
    if t.game.goal != Goal::Roles {
        return false;
    }
    let held = |seat: &Seat| t.state.position.roles.iter().filter(|holder| **holder == Some(*seat)).count();
    let Some(seat) = t.game.core.seats.iter().find(|seat| held(seat) >= 3) else { return false };
    t.state.position.winners = alloc::vec![seat];
    t.tell(Event::Victory { seat, by: Triumph::Roles });
    true
}

/// Whether nobody has a card or anything that yields one: then nothing will ever be built again (MY-7.5).
fn is_barren(game: &Mythology, state: &State) -> bool {
    let yields = |seat: Seat| {
        !income::due(game, &state.position)[seat.index()].is_empty()
            || !income::circe(game, &state.position, seat).is_empty()
            || [Card::Colossus, Card::TempleOfArtemis].iter().any(|card| state.position.owns(seat, *card))
    };
    game.core.seats.iter().all(|seat| state.hand(seat).is_empty() && !yields(seat))
}

/// The ranking when the last turn is over (MY-7.3), or when nothing can ever be built again (MY-7.5).
fn end_by_turn_limit(t: &mut Table<'_>, turn: u16) {
    let game = t.game;
    let limit = game.turn_limit.is_some_and(|limit| turn >= u16::from(limit));
    if !limit && !is_barren(game, &t.state) {
        return;
    }
    let state = &t.state;
    let (ranking, first) = best_first(game.core.seats, |seat| {
        let cards = state.position.cards_of(seat).count();
        (cards, worth(game, &state.position, seat), state.hand(seat).len())
    });
    t.tell(match limit {
        true => Event::TurnLimit { ranking: ranking.clone(), first },
        false => Event::Barren { ranking: ranking.clone(), first },
    });
    t.state.position.winners = ranking;
}

/// What a player's markers, buildings and units would cost (MY-7.3).
pub fn worth(game: &Mythology, position: &Position, seat: Seat) -> u32 {
    let prices = &game.core.board.prices;
    let units = game.core.board.units.iter();
    let units = units.map(|unit| u32::from(game.in_play(position, seat, *unit)) * u32::from(prices.unit(*unit)));
    let buildings = Building::ALL
        .iter()
        .map(|building| u32::from(position.buildings(seat, *building)) * u32::from(prices.building(*building)));
    u32::from(position.markers(seat)) * u32::from(prices.marker) + units.sum::<u32>() + buildings.sum::<u32>()
}
