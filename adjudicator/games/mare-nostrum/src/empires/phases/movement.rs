//! Movement and battle: one player after the other (EM-5), then the leaders (EM-6).

use super::{battle, conquest, leaders};
use crate::common::moves::{March, Sail, Trek, besieged};
use crate::common::orders::Order;
use crate::common::roles::Turns;
use crate::empires::event::{Event, Triumph};
use crate::empires::position::{Phase, Position, Site};
use crate::empires::reason::{Common, Own, Reason};
use crate::empires::{Empires, Table};
use crate::pieces::{Card, Province, Role, Unit};
use alloc::vec::Vec;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// How many capitals and legendary cities win (EM-7.3).
const GREAT_CITIES: usize = 4;

/// Plays the phase, and the choice of leaders after it.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Movement });
    t.gather(owing(t))?;
    let peace = declare_peace(t)?;
    let mut turns = Turns::new(Role::Military, t.game.core.seats, t.state.position.acted);
    while let Some((seat, leader)) = turns.next(t.state.position.role(Role::Military), t)? {
        t.tell(Event::TurnToMove { seat, leader });
        move_and_fight(t, seat, peace)?;
        t.state.position.acted.insert(seat);
    }
    t.state.position.acted = Seats::NONE;
    let reached =
        t.game.core.seats.iter().filter(|seat| great_cities(t.game, &t.state.position, *seat) >= GREAT_CITIES);
    let winners = leaders::among(&t.state.position, reached.collect(), Role::Military);
    leaders::win(t, winners, Triumph::Conquest);
    if t.state.position.winners.is_empty() {
        leaders::settle(t)?;
        leaders::triumph(t);
    }
    if t.state.position.winners.is_empty() {
        t.state.position.phase = Phase::Trade;
        t.state.position.turn = turn.saturating_add(1);
    }
    Ok(())
}

/// Who has something to decide: units that can move, a fort that may have to choose its enemy, the peace of Zeus, or a title to pass on.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        position.units(*seat, Unit::Legion) + position.units(*seat, Unit::Trireme) > 0
            || besieged(&t.game.core, position, *seat)
            || position.owns(*seat, Card::StatueOfZeus)
            || position.roles.contains(&Some(*seat))
    };
    t.game.core.seats.iter().filter(owes).collect()
}

/// How many capitals and legendary cities a player controls or occupies (EM-7.3).
pub fn great_cities(game: &Empires, position: &Position, seat: Seat) -> usize {
    let held = |(province, _): &(Province, &_)| {
        let area = position.area(*province);
        game.is_great_city(*province) && area.has(Site::City(0)) && area.holder(Site::City(0)) == Some(seat)
    };
    position.provinces().filter(held).count()
}

/// Two players between whom there is peace this round.
type Peace = Option<(Seat, Seat)>;

/// The other one of a peace.
fn partner(peace: Peace, seat: Seat) -> Option<Seat> {
    match peace? {
        (one, other) if one == seat => Some(other),
        (one, other) if other == seat => Some(one),
        _ => None,
    }
}

/// The Statue of Zeus: no war with one opponent this round, whose legions go home (EM-5.5).
fn declare_peace(t: &mut Table<'_>) -> Play<Peace> {
    let Some((seat, zeus)) = Zeus::of(t.game, &t.state.position) else { return Ok(None) };
    let with = t.ask(seat, "peace", zeus)?;
    t.state.position.last_peace = with;
    let Some(with) = with else { return Ok(None) };
    t.tell(Event::Peace { seat, with });
    let home = t.game.core.capital(with);
    for province in t.state.position.controlled(seat).collect::<Vec<_>>() {
        let legions = core::mem::take(&mut t.state.position.area_mut(province).legions[with.index()]);
        if legions > 0 {
            t.state.position.area_mut(home).legions[with.index()] += legions;
            t.tell(Event::SentHome { seat: with, province, legions, to: home });
        }
    }
    t.state.position.drop_broken_holds();
    Ok(Some((seat, with)))
}

/// One player's turn: takeovers, triremes, sea battles, legions, land battles, conquests (EM-5.1.1).
fn move_and_fight(t: &mut Table<'_>, seat: Seat, peace: Peace) -> Play {
    conquest::take_over(t, seat);
    let name = t.game.core.seat_key_of(seat);
    let spared = partner(peace, seat);
    let voyages = t.ask(seat, format_args!("{name}/sail"), Sail::of(&t.state.position, seat))?;
    for voyage in voyages {
        voyage.apply(&mut t.state.position.ground, seat);
        t.tell(Event::Sailed { seat, ships: voyage.ships, from: voyage.from, to: voyage.to });
    }
    battle::at_sea(t, seat, spared)?;
    let march = March::of(&t.state.position, seat).barring(barred(t.game, &t.state.position, spared));
    let treks = t.ask(seat, format_args!("{name}/march"), march)?;
    for trek in &treks {
        trek.apply(&mut t.state.position.ground, seat);
        let Trek { legions, from, to, via } = trek.clone();
        t.tell(Event::Marched { seat, legions, from, to, via });
    }
    battle::on_land(t, seat, spared)?;
    t.state.position.drop_broken_holds();
    conquest::choose(t, seat)?;
    t.state.position.drop_broken_holds();
    for province in treks.iter().map(|trek| trek.to) {
        let area = t.state.position.area(province);
        if area.at_war() && area.land_units(seat) > 0 {
            let seats = area.armies().iter().collect();
            t.tell(Event::AtWar { province, seats });
        }
    }
    Ok(())
}

/// Covered provinces (EM-1.2), and those of somebody with whom there is peace (EM-5.5).
pub fn barred(game: &Empires, position: &Position, spared: Option<Seat>) -> Vec<(Province, Common)> {
    let covered = game.covered().iter().map(|province| (*province, Common::Covered { province: *province }));
    let spared = spared
        .into_iter()
        .flat_map(|seat| position.controlled(seat).map(move |province| (province, Common::AtPeace { province, seat })));
    covered.chain(spared).collect()
}

/// With whom the owner of the Statue of Zeus makes peace.
#[derive(Debug)]
pub struct Zeus {
    others: Seats,
}

impl Zeus {
    /// The question for the owner of the statue, if anybody has it: not the same player in two rounds running.
    pub fn of(game: &Empires, position: &Position) -> Option<(Seat, Zeus)> {
        let seat = position.owner_of(Card::StatueOfZeus)?;
        let others =
            game.core.seats.iter().filter(|other| *other != seat && Some(*other) != position.last_peace).collect();
        Some((seat, Zeus { others }))
    }
}

impl Question<Empires> for Zeus {
    type Answer = Option<Seat>;
    const NAME: &'static str = "peace";

    fn legal(&self, _: &Empires, with: &Option<Seat>) -> Result<(), Reason> {
        match with {
            Some(seat) if !self.others.contains(*seat) => Err(Common::NotAmongThem.into()),
            _ => Ok(()),
        }
    }

    fn default(&self, _: &Empires) -> Option<Seat> {
        None
    }

    fn choices(&self, _: &Empires) -> Vec<Option<Seat>> {
        self.others.iter().map(Some).chain([None]).collect()
    }

    fn random(&self, _: &Empires, chance: &mut Chance) -> Option<Seat> {
        self.others.iter().map(Some).chain([None]).choose(chance).flatten()
    }

    fn hear(&self, _: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Option<Seat>> {
        lines.first(|order| match order {
            Order::Peace(seats) => match seats.iter().find(|seat| self.others.contains(**seat)) {
                Some(seat) => Says::Yes(Some(*seat)),
                None if seats.is_empty() => Says::Yes(None),
                None => Says::No(Own::PeaceBefore.into()),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Empires, with: &Option<Seat>) -> Vec<Order> {
        alloc::vec![Order::Peace(with.iter().copied().collect())]
    }
}
