//! Moves on land: legions and creatures over borders, straits and seas (MY-5.3, MY-5.8).

use super::shop::is_strait;
use crate::common::ground::Place;
use crate::common::moves::{leads_over, or_nothing, passage, some_of, stays, went};
use crate::common::orders::{Nothing, Number, Order};
use crate::common::reason::Reason as Common;
use crate::common::rites::{Idler, Rite};
use crate::mythology::Mythology;
use crate::mythology::position::Position;
use crate::mythology::reason::{Own, Reason};
use crate::pieces::{Card, Creature, Province, Sea, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// Legions or creatures that go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trek {
    /// Which kind.
    pub unit: Unit,
    /// How many.
    pub number: u8,
    /// From where; only krakens come from the sea.
    pub from: Place,
    /// To where.
    pub to: Province,
    /// Over which seas; none across a border.
    pub via: Vec<Sea>,
}

/// An order to march, as it was written.
pub(super) struct Wanted<'a> {
    pub number: Number,
    pub unit: Option<Unit>,
    pub from: Place,
    pub to: Province,
    pub via: &'a [Sea],
}

/// Units that have moved and may not move again, by the place where they are now.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Moved(Vec<(Place, Unit, u8)>);

impl Moved {
    /// Notes that units came here.
    pub fn add(&mut self, place: Place, unit: Unit, number: u8) {
        self.0.push((place, unit, number));
    }

    fn count(&self, place: Place, unit: Unit) -> u8 {
        self.0.iter().filter(|(at, of, _)| *at == place && *of == unit).map(|(.., n)| *n).sum()
    }
}

/// Where a player's land units go.
#[derive(Debug)]
pub struct March {
    seat: Seat,
    position: Box<Position>,
    moved: Moved,
    /// The sea that Aeneas crosses this turn.
    aeneas: Option<Sea>,
    /// If transports were stopped: only these units may still go, each so many, and not where others of the letter went already.
    again: Option<Vec<Trek>>,
    done: Vec<(Place, Province)>,
}

impl March {
    /// The question for a player.
    pub fn of(position: &Position, seat: Seat, moved: Moved, aeneas: Option<Sea>) -> March {
        March { seat, position: Box::new(position.clone()), moved, aeneas, again: None, done: Vec::new() }
    }

    /// Asks only for units whose transport was stopped (MY-5.3.2).
    pub fn again(mut self, stopped: Vec<Trek>, done: Vec<(Place, Province)>) -> March {
        self.again = Some(stopped);
        self.done = done;
        self
    }

    pub(super) fn ready(&self, game: &Mythology, from: Place, unit: Unit, treks: &[Trek]) -> u8 {
        let there = match (from, unit) {
            (Place::Land(province), Unit::Legion) => self.position.area(province).legions[self.seat.index()],
            (Place::Land(province), Unit::Creature) => self.position.area(province).creatures[self.seat.index()],
            (Place::Sea(sea), Unit::Creature) if game.breeds(self.seat, Creature::Kraken) => {
                self.position.krakens_in(sea)
            }
            _ => 0,
        };
        let gone: u8 = treks.iter().filter(|trek| trek.from == from && trek.unit == unit).map(|trek| trek.number).sum();
        let ready = there.saturating_sub(gone + self.moved.count(from, unit));
        match &self.again {
            None => ready,
            Some(stopped) => {
                let stopped = stopped.iter().filter(|trek| trek.from == from && trek.unit == unit);
                ready.min(stopped.map(|trek| trek.number).sum::<u8>().saturating_sub(gone))
            }
        }
    }

    pub(super) fn camps(&self, game: &Mythology) -> Vec<(Place, Unit)> {
        let lands = self.position.provinces().map(|(province, _)| Place::Land(province));
        let all = lands.chain((0..self.position.fleets.len() as u8).map(|sea| Place::Sea(Sea(sea))));
        all.flat_map(|place| [(place, Unit::Legion), (place, Unit::Creature)])
            .filter(|(place, unit)| self.ready(game, *place, *unit, &[]) > 0)
            .collect()
    }

    /// The way of a unit, if there is one.
    pub(super) fn way(
        &self,
        game: &Mythology,
        unit: Unit,
        from: Place,
        to: Province,
        via: &[Sea],
    ) -> Result<Vec<Sea>, Reason> {
        let board = &game.core.board;
        let creature = game.kind(self.seat).filter(|_| unit == Unit::Creature);
        let cannot = |creature| Reason::from(Own::NotForCreature { creature, province: to });
        let start = match (from, creature) {
            (Place::Sea(sea), Some(Creature::Kraken)) => {
                return if board.washes(sea, to) { Ok(Vec::new()) } else { Err(cannot(Creature::Kraken)) };
            }
            (Place::Sea(_), _) => return Err(Common::WrongElement { unit }.into()),
            (Place::Land(province), _) => province,
        };
        let none = || Reason::from(Common::NoRoute { from: start, province: to });
        if start == to {
            return Err(none());
        }
        match creature {
            Some(Creature::Griffin) => {
                if flies(game, start, to) {
                    Ok(Vec::new())
                } else {
                    Err(cannot(Creature::Griffin))
                }
            }
            Some(Creature::Kraken) => {
                let coast = !board.land(to).coasts.is_empty();
                if coast && board.touches(start, to) { Ok(Vec::new()) } else { Err(cannot(Creature::Kraken)) }
            }
            _ if via.is_empty() && board.touches(start, to) => Ok(Vec::new()),
            _ if via.is_empty() && self.position.has(self.seat, Card::Moses) && is_strait(game, start, to) => {
                Ok(Vec::new()) // MY-5.3.4
            }
            _ => {
                let carries = |sea: Sea| self.position.fleet(sea, self.seat) > 0 || self.aeneas == Some(sea);
                let found = if via.is_empty() {
                    passage(board, start, to, carries)
                } else {
                    leads_over(board, start, to, via, carries).then(|| via.to_vec())
                };
                found.ok_or_else(none)
            }
        }
    }

    /// The sea that would open a way, if only Aeneas crossed it (MY-5.3.3).
    pub fn crossing(&self, game: &Mythology, from: Place, to: Province) -> Option<Sea> {
        let Place::Land(start) = from else { return None };
        let with = |sea: &Sea| {
            let carries = |other: Sea| self.position.fleet(other, self.seat) > 0 || other == *sea;
            passage(&game.core.board, start, to, carries).is_some()
        };
        (0..self.position.fleets.len() as u8).map(Sea).find(with)
    }

    /// Hears one order to march, when these have gone.
    pub(super) fn march_one(&self, game: &Mythology, treks: &mut Vec<Trek>, wanted: &Wanted<'_>) -> Says<(), Reason> {
        let Wanted { number, unit, from, to, via } = *wanted;
        if let Some(unit) = unit.filter(|unit| !matches!(unit, Unit::Legion | Unit::Creature)) {
            return Says::No(Common::WrongElement { unit }.into());
        }
        let some = |treks: &[Trek], unit| some_of(number, self.ready(game, from, unit, treks));
        // Without a word of which: legions, and with `all` everybody.
        let legions = some(treks, Unit::Legion) > 0;
        let first = unit.unwrap_or(if legions { Unit::Legion } else { Unit::Creature });
        let way = match self.way(game, first, from, to, via) {
            Ok(way) => way,
            Err(reason) => return Says::No(reason),
        };
        let trek = Trek { unit: first, number: some(treks, first), from, to, via: way };
        let said = self.push(game, treks, trek, number);
        if (number, unit, legions) == (Number::All, None, true)
            && let n @ 1.. = some(treks, Unit::Creature)
            && let Ok(way) = self.way(game, Unit::Creature, from, to, via)
        {
            let trek = Trek { unit: Unit::Creature, number: n, from, to, via: way };
            let _ = self.push(game, treks, trek, number);
        }
        said
    }

    fn push(&self, game: &Mythology, treks: &mut Vec<Trek>, trek: Trek, number: Number) -> Says<(), Reason> {
        match trek.number {
            0 => Says::No(Common::NoUnit { unit: trek.unit }.into()),
            n => {
                let unit = trek.unit;
                debug_assert!(self.ready(game, trek.from, unit, treks) >= n);
                treks.push(trek);
                went(number, n, unit)
            }
        }
    }
}

/// Whether a griffin flies there: over one area, land or sea, whoever holds it (MY-5.8.3).
pub fn flies(game: &Mythology, from: Province, to: Province) -> bool {
    let board = &game.core.board;
    let land = board.land(from);
    board.touches(from, to)
        || land.borders.iter().any(|over| board.touches(*over, to))
        || land.coasts.iter().any(|over| board.washes(*over, to))
}

impl Question<Mythology> for March {
    type Answer = Vec<Trek>;
    const NAME: &'static str = "march";

    fn legal(&self, game: &Mythology, treks: &Vec<Trek>) -> Result<(), Reason> {
        for (i, trek) in treks.iter().enumerate() {
            self.way(game, trek.unit, trek.from, trek.to, &trek.via)?;
            if trek.number == 0 || self.ready(game, trek.from, trek.unit, &treks[..i]) < trek.number {
                return Err(Common::NoUnit { unit: trek.unit }.into());
            }
        }
        Ok(())
    }

    fn default(&self, _: &Mythology) -> Vec<Trek> {
        Vec::new()
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Vec<Trek> {
        let mut treks = Vec::new();
        for (from, unit) in self.camps(game) {
            let number = chance.random_range(0..=self.ready(game, from, unit, &[]));
            let mut near: Vec<Province> = match from {
                Place::Land(province) => {
                    let mut near = game.core.board.land(province).borders.clone();
                    for sea in self.position.chain(&game.core.board, self.seat, province) {
                        near.extend(&game.core.board.water(sea).coasts);
                    }
                    near
                }
                Place::Sea(sea) => game.core.board.water(sea).coasts.clone(),
            };
            near.retain(|to| Place::Land(*to) != from);
            if let (Some(to), true) = (near.choose(chance), number > 0)
                && let Ok(via) = self.way(game, unit, from, *to, &[])
            {
                treks.push(Trek { unit, number, from, to: *to, via });
            }
        }
        treks
    }

    fn only(&self, game: &Mythology) -> Option<Vec<Trek>> {
        self.camps(game).is_empty().then(Vec::new)
    }

    /// From each camp its units, to the first province next door that is not the player's own, or else to any.
    fn hints(&self, game: &Mythology) -> Vec<Vec<Trek>> {
        let one = |(from, unit): (Place, Unit)| {
            let near = match from {
                Place::Land(province) => &game.core.board.land(province).borders,
                Place::Sea(sea) => &game.core.board.water(sea).coasts,
            };
            let open = |to: &&Province| self.way(game, unit, from, **to, &[]).is_ok();
            let mut next = near.iter().filter(open);
            let foreign = |to: &&Province| self.position.area(**to).owner != Some(self.seat);
            let to = *next.clone().find(foreign).or_else(|| next.next())?;
            let number = self.ready(game, from, unit, &[]);
            Some(alloc::vec![Trek { unit, number, from, to, via: Vec::new() }])
        };
        self.camps(game).into_iter().filter_map(one).collect()
    }

    /// `move nothing`, said of the triremes, is not said of the legions; and what goes again is another matter.
    fn waits(&self, order: &Order) -> bool {
        *order == Order::Nothing(Nothing::Move)
            || (self.again.is_some() && matches!(order, Order::Move { to: Place::Land(_), .. }))
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<Trek>> {
        let lands = |order: &Order| matches!(order, Order::Rite(Rite::Surface { to: Some(Place::Land(_)), .. }));
        let speaks =
            |order: &Order| matches!(order, Order::Move { to: Place::Land(_), .. }) || lands(order) || stays(order);
        if !lines.mention(speaks) {
            return None;
        }
        let mut treks: Vec<Trek> = Vec::new();
        lines.each(|order| {
            let surfaces = matches!(order, Order::Rite(Rite::Surface { .. }));
            let (number, unit, from, to, via) = match order {
                Order::Move { number, unit, from, to: Place::Land(to), via } => {
                    (*number, *unit, *from, *to, via.as_slice())
                }
                Order::Rite(Rite::Surface { number, sea, to: Some(Place::Land(to)) }) => {
                    (Number::Exactly(*number), Some(Unit::Creature), Place::Sea(*sea), *to, &[][..])
                }
                _ => return Says::Nothing,
            };
            if self.again.is_some() && self.done.contains(&(from, to)) {
                return Says::Nothing; // these have gone
            }
            if surfaces && self.ready(game, from, Unit::Creature, &treks) == 0 {
                return Says::Nothing; // none came up, and its owner was told why
            }
            self.march_one(game, &mut treks, &Wanted { number, unit, from, to, via })
        });
        Some(treks)
    }

    fn orders(&self, _: &Mythology, treks: &Vec<Trek>) -> Vec<Order> {
        let order = |trek: &Trek| Order::Move {
            number: Number::Exactly(trek.number),
            unit: Some(trek.unit),
            from: trek.from,
            to: Place::Land(trek.to),
            via: trek.via.clone(),
        };
        or_nothing(treks.iter().map(order).collect())
    }
}

/// Which sea Aeneas crosses this turn, if any.
#[derive(Debug)]
pub struct Aeneas {
    /// What the units could do with it.
    pub march: March,
}

impl Question<Mythology> for Aeneas {
    type Answer = Option<Sea>;
    const NAME: &'static str = "aeneas";

    fn legal(&self, _: &Mythology, _: &Option<Sea>) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Mythology) -> Option<Sea> {
        None
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Option<Sea> {
        let seas = self.march.position.fleets.len() as u8;
        chance.random_bool(0.7).then(|| Sea(chance.random_range(0..seas)))
    }

    /// Whoever names no sea, but a move that needs one, means that sea.
    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Option<Sea>> {
        let named = lines.first(|order| match order {
            Order::Rite(Rite::Aeneas(sea)) => Says::Yes(Some(*sea)),
            Order::Rite(Rite::Idle(Idler::Aeneas)) => Says::Yes(None),
            _ => Says::Nothing,
        });
        named.or_else(|| {
            lines.first(|order| {
                let Order::Move { unit, from, to: Place::Land(to), via, .. } = order else { return Says::Nothing };
                let unit = unit.unwrap_or(Unit::Legion);
                if !via.is_empty() || self.march.way(game, unit, *from, *to, &[]).is_ok() {
                    return Says::Nothing;
                }
                match self.march.crossing(game, *from, *to) {
                    Some(sea) => Says::Yes(Some(sea)),
                    None => Says::Nothing,
                }
            })
        })
    }

    fn orders(&self, _: &Mythology, sea: &Option<Sea>) -> Vec<Order> {
        alloc::vec![Order::Rite(sea.map_or(Rite::Idle(Idler::Aeneas), Rite::Aeneas))]
    }
}
