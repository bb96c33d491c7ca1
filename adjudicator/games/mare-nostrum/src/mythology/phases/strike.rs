//! Forces, whom to attack, and which units are lost (MY-5.4).

use super::march::Trek;
use crate::common::orders::{Nothing, Order};
use crate::common::reason::Reason as Common;
use crate::mythology::Mythology;
use crate::mythology::event::Place;
use crate::mythology::position::{Position, SIDES};
use crate::mythology::reason::Reason;
use crate::pieces::{Creature, Province, Sea, Unit};
use alloc::string::String;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat, Seats};

/// Units that fight together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Force {
    /// Legions or triremes.
    pub units: u8,
    /// Fortresses.
    pub fortresses: u8,
    /// Creatures.
    pub creatures: u8,
}

impl Force {
    /// All units of a side in a place that can fight there (MY-5.4.2); at sea krakens fight with triremes (MY-5.8.4).
    pub fn of(game: &Mythology, position: &Position, place: Place, seat: Seat) -> Force {
        let i = seat.index();
        match place {
            Place::Land(province) => {
                let area = position.area(province);
                Force { units: area.legions[i], fortresses: area.fortresses[i], creatures: area.creatures[i] }
            }
            Place::Sea(sea) => {
                let krakens = if game.breeds(seat, Creature::Kraken) { position.krakens_in(sea) } else { 0 };
                Force { units: position.fleet(sea, seat), fortresses: 0, creatures: krakens }
            }
        }
    }

    /// How many units there are.
    pub fn size(self) -> u8 {
        self.units + self.fortresses + self.creatures
    }

    /// Takes lost units off the board.
    pub fn remove(self, position: &mut Position, place: Place, seat: Seat) {
        let i = seat.index();
        match place {
            Place::Land(province) => {
                let area = position.area_mut(province);
                area.legions[i] -= self.units;
                area.fortresses[i] -= self.fortresses;
                area.creatures[i] -= self.creatures;
            }
            Place::Sea(sea) => {
                position.fleets[sea.index()][i] -= self.units;
                position.krakens[sea.index()] -= self.creatures;
            }
        }
    }

    fn get(&mut self, kind: Kind) -> &mut u8 {
        match kind {
            Kind::Units => &mut self.units,
            Kind::Fortresses => &mut self.fortresses,
            Kind::Creatures => &mut self.creatures,
        }
    }
}

/// What can be lost: legions and triremes go by one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Units,
    Fortresses,
    Creatures,
}

/// What goes first without a word: whatever was cheapest to raise.
const CHEAPEST_FIRST: [Kind; 3] = [Kind::Units, Kind::Fortresses, Kind::Creatures];

fn kind(unit: Unit) -> Kind {
    match unit {
        Unit::Legion | Unit::Trireme => Kind::Units,
        Unit::Fortress => Kind::Fortresses,
        Unit::Creature => Kind::Creatures,
    }
}

/// Which units a side loses (MY-5.4.1, MY-5.4.6).
#[derive(Debug)]
pub struct Losses {
    place: Place,
    force: Force,
    hits: u8,
}

impl Losses {
    /// The question for a side that was hit; nobody loses more than he has.
    pub fn new(place: Place, force: Force, hits: u8) -> Losses {
        Losses { place, force, hits: hits.min(force.size()) }
    }

    /// Legions and triremes before fortresses, creatures last.
    pub fn cheapest_first(&self) -> Force {
        self.ranked(&CHEAPEST_FIRST)
    }

    fn ranked(&self, order: &[Kind]) -> Force {
        let (mut left, mut there, mut lost) = (self.hits, self.force, Force::default());
        for kind in order.iter().chain(&CHEAPEST_FIRST) {
            let n = (*there.get(*kind)).min(left);
            *there.get(*kind) -= n;
            *lost.get(*kind) += n;
            left -= n;
        }
        lost
    }

    /// Whether these are exactly the hits, from the units that fought.
    fn fits(&self, lost: &Force) -> bool {
        let there = lost.units <= self.force.units
            && lost.fortresses <= self.force.fortresses
            && lost.creatures <= self.force.creatures;
        there && u16::from(lost.units) + u16::from(lost.fortresses) + u16::from(lost.creatures) == u16::from(self.hits)
    }
}

impl Question<Mythology> for Losses {
    type Answer = Force;
    const NAME: &'static str = "losses";

    fn legal(&self, _: &Mythology, lost: &Force) -> Result<(), Reason> {
        if self.fits(lost) { Ok(()) } else { Err(Common::WrongLosses { hits: self.hits }.into()) }
    }

    fn default(&self, _: &Mythology) -> Force {
        self.cheapest_first()
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Force {
        let mut order = CHEAPEST_FIRST;
        order.shuffle(chance);
        self.ranked(&order)
    }

    fn about(&self, _: &Mythology) -> Option<String> {
        Some(self.place.id())
    }

    fn choices(&self, _: &Mythology) -> Vec<Force> {
        let mut all = Vec::new();
        for creatures in 0..=self.hits {
            for fortresses in 0..=self.hits - creatures {
                all.push(Force { units: self.hits - creatures - fortresses, fortresses, creatures });
            }
        }
        all.retain(|lost| self.fits(lost));
        all
    }

    fn only(&self, _: &Mythology) -> Option<Force> {
        let kinds = [self.force.units, self.force.fortresses, self.force.creatures].iter().filter(|n| **n > 0).count();
        (kinds < 2 || self.hits == self.force.size() || self.hits == 0).then(|| self.cheapest_first())
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Force> {
        let mut hear = |here: bool| {
            lines.first(|order| match order {
                Order::Losses { place, units } if place.is_some() == here && place.is_none_or(|p| p == self.place) => {
                    let order: Vec<Kind> = units.iter().map(|(unit, _)| kind(*unit)).collect();
                    let by_rank = self.ranked(&order);
                    if !units.iter().any(|(_, number)| number.is_some()) {
                        return Says::Yes(by_rank);
                    }
                    let mut exactly = Force::default();
                    units.iter().for_each(|(unit, number)| *exactly.get(kind(*unit)) += number.unwrap_or(0));
                    // Numbers that do not fit say at least what goes first.
                    match self.fits(&exactly) {
                        true => Says::Yes(exactly),
                        false => Says::Partly(by_rank, Common::WrongLosses { hits: self.hits }.into()),
                    }
                }
                _ => Says::Nothing,
            })
        };
        hear(true).or_else(|| hear(false))
    }

    fn orders(&self, _: &Mythology, lost: &Force) -> Vec<Order> {
        let all = [(Unit::Legion, lost.units), (Unit::Fortress, lost.fortresses), (Unit::Creature, lost.creatures)];
        let units = all.into_iter().map(|(unit, n)| (unit, Some(n))).collect();
        alloc::vec![Order::Losses { place: Some(self.place), units }]
    }
}

/// Whom a player's units in one place attack (MY-5.4.5).
#[derive(Debug)]
pub struct Strike {
    /// Where.
    pub place: Place,
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
    pub fn at_sea(game: &Mythology, position: &Position, seat: Seat, sea: Sea) -> Option<Strike> {
        let mut enemies: Seats = (0..SIDES as u8).map(Seat).collect();
        enemies.remove(seat);
        Strike::new(game, position, Place::Sea(sea), seat, enemies, Obliged::MayFight)
    }

    /// The question for a province, if there is a battle to be fought.
    pub fn on_land(game: &Mythology, position: &Position, seat: Seat, province: Province) -> Option<Strike> {
        let enemies = position.area(province).enemies_of(seat);
        Strike::new(game, position, Place::Land(province), seat, enemies, Obliged::MustFight)
    }

    /// The question for those of a later wave who have just come, if there is a battle to be fought: nobody fights twice (MY-5.1.2).
    pub fn of_wave(
        game: &Mythology,
        position: &Position,
        seat: Seat,
        province: Province,
        treks: &[Trek],
    ) -> Option<Strike> {
        let came = |unit| {
            let some = treks.iter().filter(|trek| trek.to == province && trek.unit == unit);
            some.map(|trek| trek.number).sum::<u8>()
        };
        let strike = Strike::on_land(game, position, seat, province)?;
        // Helen may have turned one of them.
        let units = came(Unit::Legion).min(strike.mine.units);
        let creatures = came(Unit::Creature).min(strike.mine.creatures);
        let mine = Force { units, creatures, fortresses: 0 };
        (mine.size() > 0).then_some(Strike { mine, ..strike })
    }

    fn new(
        game: &Mythology,
        position: &Position,
        place: Place,
        seat: Seat,
        enemies: Seats,
        obliged: Obliged,
    ) -> Option<Strike> {
        let mine = Force::of(game, position, place, seat);
        let size = |seat| Force::of(game, position, place, seat).size();
        let enemies: Vec<(Seat, u8)> = enemies.iter().map(|seat| (seat, size(seat))).filter(|(_, n)| *n > 0).collect();
        (mine.size() > 0 && !enemies.is_empty()).then_some(Strike { place, mine, enemies, obliged })
    }

    /// Everybody against the weakest enemy.
    fn weakest(&self) -> Vec<(Seat, Force)> {
        let weakest = self.enemies.iter().min_by_key(|(_, size)| *size);
        weakest.map(|(seat, _)| (*seat, self.mine)).into_iter().collect()
    }

    /// Whether every unit fights: on land always (MY-5.4.5), at sea against a single enemy (MY-5.4.1).
    fn all_fight(&self) -> bool {
        self.obliged == Obliged::MustFight || self.enemies.len() == 1
    }

    /// Legions, triremes and creatures that can be split; creatures go with the last of them.
    fn mobile(&self) -> u8 {
        self.mine.units + self.mine.creatures
    }

    /// Splits the units among the targets that are there; the last one gets the rest, and the fortresses go with the first. Creatures
    /// go where they are counted last.
    fn split(&self, targets: &[(Seat, Option<u8>)]) -> Vec<(Seat, Force)> {
        let mut left = self.mine;
        let mut attacks: Vec<(Seat, Force)> = Vec::new();
        for (seat, number) in targets.iter().filter(|(seat, _)| self.enemies.iter().any(|(enemy, _)| enemy == seat)) {
            let wanted = number.unwrap_or(left.units + left.creatures);
            let units = wanted.min(left.units);
            let creatures = (wanted - units).min(left.creatures);
            let force = Force { units, creatures, fortresses: left.fortresses };
            if force.size() > 0 && !attacks.iter().any(|(known, _)| known == seat) {
                left.units -= units;
                left.creatures -= creatures;
                left.fortresses = 0;
                attacks.push((*seat, force));
            }
        }
        if let (true, Some((_, force))) = (self.all_fight(), attacks.last_mut()) {
            force.units += left.units;
            force.creatures += left.creatures;
        }
        attacks
    }

    /// Why other numbers attack than were named, if they do. Against a single enemy numbers mean nothing: all fight.
    fn cut(&self, targets: &[(Seat, Option<u8>)], attacks: &[(Seat, Force)]) -> Option<Reason> {
        if self.enemies.len() == 1 {
            return None;
        }
        let named = |seat: Seat| targets.iter().find(|(target, _)| *target == seat).and_then(|(_, number)| *number);
        attacks.iter().find_map(|(seat, force)| match (named(*seat)?, force.units + force.creatures) {
            (wanted, sent) if wanted > sent => Some(Common::TooFewUnits.into()),
            (wanted, sent) if wanted < sent => Some(Common::AllFight.into()),
            _ => None,
        })
    }
}

impl Question<Mythology> for Strike {
    type Answer = Vec<(Seat, Force)>;
    const NAME: &'static str = "strike";

    fn legal(&self, _: &Mythology, attacks: &Vec<(Seat, Force)>) -> Result<(), Reason> {
        let mut seen = Seats::NONE;
        for (seat, force) in attacks {
            if !self.enemies.iter().any(|(enemy, _)| enemy == seat) || seen.contains(*seat) {
                return Err(Common::NobodyThere.into());
            }
            seen.insert(*seat);
            if force.size() == 0 {
                return Err(Common::TooFewUnits.into());
            }
        }
        let sum = |of: fn(&Force) -> u8| attacks.iter().map(|(_, force)| of(force)).sum::<u8>();
        let sent = Force {
            units: sum(|force| force.units),
            fortresses: sum(|force| force.fortresses),
            creatures: sum(|force| force.creatures),
        };
        let peace = attacks.is_empty() && self.obliged == Obliged::MayFight;
        match () {
            () if sent == self.mine || peace => Ok(()),
            () if self.all_fight() => Err(Common::AllFight.into()),
            () if sent.units <= self.mine.units && sent.creatures <= self.mine.creatures => Ok(()),
            () => Err(Common::TooFewUnits.into()),
        }
    }

    fn default(&self, _: &Mythology) -> Vec<(Seat, Force)> {
        match self.obliged {
            Obliged::MustFight => self.weakest(),
            Obliged::MayFight => Vec::new(),
        }
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Vec<(Seat, Force)> {
        if self.obliged == Obliged::MayFight && chance.random_bool(0.5) {
            return Vec::new();
        }
        let number = chance.random_range(0..=self.mobile());
        match (self.enemies.choose(chance), self.enemies.choose(chance)) {
            (Some((one, _)), Some((two, _))) if one != two => self.split(&[(*one, Some(number)), (*two, None)]),
            (Some((one, _)), _) => self.split(&[(*one, None)]),
            _ => self.weakest(),
        }
    }

    fn about(&self, _: &Mythology) -> Option<String> {
        Some(self.place.id())
    }

    /// All units against one enemy; splitting them is for whoever thinks of it.
    fn hints(&self, _: &Mythology) -> Vec<Vec<(Seat, Force)>> {
        self.enemies.iter().map(|(seat, _)| self.split(&[(*seat, None)])).collect()
    }

    /// Where all fight one enemy, numbers say nothing.
    fn form(&self, game: &Mythology, attacks: &Vec<(Seat, Force)>) -> Vec<Order> {
        match attacks.as_slice() {
            [(seat, force)] if *force == self.mine => {
                alloc::vec![Order::Attack { place: self.place, targets: alloc::vec![(*seat, None)] }]
            }
            _ => self.orders(game, attacks),
        }
    }

    fn only(&self, _: &Mythology) -> Option<Vec<(Seat, Force)>> {
        (self.obliged == Obliged::MustFight && self.enemies.len() == 1).then(|| self.weakest())
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<(Seat, Force)>> {
        let here = lines.first(|order| match order {
            Order::Attack { place, targets } if *place == self.place => {
                let attacks = if targets.is_empty() { self.weakest() } else { self.split(targets) };
                match self.cut(targets, &attacks) {
                    _ if attacks.is_empty() => Says::No(Common::NobodyThere.into()),
                    Some(reason) => Says::Partly(attacks, reason),
                    None => Says::Yes(attacks),
                }
            }
            Order::Nothing(Nothing::Attack) if self.obliged == Obliged::MayFight => Says::Yes(Vec::new()),
            _ => Says::Nothing,
        });
        // A line for this place goes before one for all.
        let wherever = |lines: &mut Lines<'_, Mythology>| {
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

    fn orders(&self, _: &Mythology, attacks: &Vec<(Seat, Force)>) -> Vec<Order> {
        if attacks.is_empty() {
            return alloc::vec![Order::Nothing(Nothing::Attack)];
        }
        let targets = attacks.iter().map(|(seat, force)| (*seat, Some(force.units + force.creatures))).collect();
        alloc::vec![Order::Attack { place: self.place, targets }]
    }
}
