//! Where an NPC places its discs: the manual's list of 29 priorities (IS-13.7), after the duties of a scenario (IS-14.2).

use super::Mind;
use crate::board::Board;
use crate::game::Table;
use crate::map::MOST_AREAS;
use crate::pieces::{Area, AreaSet, Civ, Faction, Factions, Kind};
use crate::position::{Position, limit};
use crate::rules::placing::{Placing, open};
use crate::scenario::{Duty, Part};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Reverse;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// Which priority decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A number of the list (IS-13.7).
    List(u8),
    /// A duty of the scenario, by its place (IS-14.2).
    Duty(u8),
    /// What was begun is finished: as many discs as the others have (IS-13.7.30).
    Group,
}

/// Discs that an NPC places, and why there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Placed {
    /// Where.
    pub area: Area,
    /// How many.
    pub n: u8,
    /// Why.
    pub by: By,
}

/// What an NPC wants in an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// To hold it: as many discs as the largest other group, one more where IS-13.7.31 asks for it.
    Hold,
    /// A City.
    City,
    /// One disc more.
    More,
    /// So many discs.
    Number(u8),
}

/// Plans all placements of a Placement step, or of the Aeneas rule.
pub fn plan(table: &mut Table<'_>, seat: Seat, n: u8, placing: Placing) -> Vec<Placed> {
    super::settle(table, seat, "areas", |mind, position| {
        let mut position = position.clone();
        let mut all: Vec<Placed> = Vec::new();
        let mut left = n;
        while left > 0 {
            let among = open(mind.game, &position, &position.board, seat, placing);
            let Some(next) = choose(mind, &position, &position.board, among, left, None) else { break };
            position.board.add(next.area, mind.me, next.n);
            left -= next.n;
            match all.last_mut() {
                Some(last) if (last.area, last.by) == (next.area, next.by) => last.n += next.n,
                _ => all.push(next),
            }
        }
        all
    })
}

/// The next area for discs, among those that are open, with so many left: how many come, and by which priority. A card places them
/// one by one: what was begun in the last area is finished first.
pub fn choose(
    mind: &Mind<'_>,
    position: &Position,
    board: &Board,
    among: AreaSet,
    left: u8,
    last: Option<Area>,
) -> Option<Placed> {
    let way = OnceCell::new();
    let look = Look { mind, position, board, among, left, way: &way };
    if let Some(area) =
        last.filter(|area| look.among.contains(*area) && board.discs(*area, mind.me) < look.largest(*area))
        && let Some(n) = look.needs(area, Goal::Hold)
    {
        return Some(Placed { area, n, by: By::Group });
    }
    let civ = position.side(mind.seat).civ;
    let duties = &mind.game.options.cast.duties;
    let mut own: Vec<Duty> =
        duties.iter().filter(|(of, _)| of.is_none_or(|of| of == civ)).map(|(_, duty)| *duty).collect();
    // IS-18.14: the first base of those who have come comes before the old ones, the others after them.
    if let Some(people) = mind.game.options.scenario.invasion(civ, position.epoch) {
        let old = own.iter().take_while(|duty| matches!(duty, Duty::FillArea(..))).count();
        for (number, base) in people.bases.iter().enumerate() {
            own.insert(if number == 0 { 0 } else { old + number }, Duty::FillArea(*base, 3, 3));
        }
    }
    for (duty, number) in own.into_iter().zip(1..) {
        if let Some((area, n)) = look.duty(duty) {
            return Some(Placed { area, n, by: By::Duty(number) });
        }
    }
    let hostile = !mind.enemies.is_empty();
    let numbers = (1..=29).filter(|number| match number {
        12..=22 => hostile,
        23.. => !hostile,
        _ => true,
    });
    // IS-16.8: what it would rather not do begins behind the defence of its own areas.
    let beyond = Look { mind, position, board, among: look.favoured(), left, way: &way };
    let by = |number: u8| if number <= 7 { look.priority(number) } else { beyond.priority(number) };
    numbers.into_iter().find_map(|number| by(number).map(|(area, n)| Placed { area, n, by: By::List(number) }))
}

/// Everything that is looked at for one disc.
struct Look<'l, 'm> {
    mind: &'l Mind<'m>,
    position: &'l Position,
    board: &'l Board,
    among: AreaSet,
    left: u8,
    /// How far every area is from enemy Gold and Wonders, for whoever marches on them (IS-15.17).
    /// Looked up when equals come up.
    way: &'l OnceCell<Option<[Option<u8>; MOST_AREAS]>>,
}

/// IS-15.17: of equal areas an Invader of the Empire takes the nearest to enemy Gold or an enemy Wonder.
fn way(mind: &Mind<'_>, position: &Position) -> Option<[Option<u8>; MOST_AREAS]> {
    let marches = mind.game.is_invader(position, mind.seat) && !mind.game.options.scenario.capitals.is_empty();
    let goals = position.gold_of(mind.enemies) | position.wonders_of(mind.enemies);
    marches.then(|| mind.game.chart.distances(goals, mind.ways(position)))
}

impl Look<'_, '_> {
    fn own(&self, area: Area) -> u8 {
        self.board.discs(area, self.mind.me)
    }

    /// The largest other group in an area; white discs are not counted (IS-13.7.30).
    fn largest(&self, area: Area) -> u8 {
        let others = self.board.factions(area).without(self.mind.me);
        others.iter().map(|one| self.board.discs(area, one)).max().unwrap_or(0)
    }

    fn barbarians(&self, area: Area) -> u8 {
        self.board.discs(area, Faction::BARBARIANS)
    }

    fn mine(&self) -> Factions {
        Factions::only(self.mind.me)
    }

    fn cities(&self) -> AreaSet {
        self.board.cities(&self.mind.game.chart, self.mind.me)
    }

    fn works(&self) -> AreaSet {
        self.position.wonders_of(self.mine())
    }

    fn gold(&self) -> AreaSet {
        self.position.gold_of(self.mine())
    }

    fn part(&self) -> Option<&Part> {
        self.mind.game.part_of(self.position, self.mind.seat)
    }

    /// Whether an area is of the kind where it would rather not be (IS-16.8).
    fn is_strange(&self, area: Area) -> bool {
        let is_land = self.mind.game.chart.land.contains(area);
        self.part().and_then(|part| part.prefers).is_some_and(|kind| (kind == Kind::Land) != is_land)
    }

    /// Of equal areas: those of the kind that it likes better (IS-16.8, IS-19.5), then what is on its way (IS-15.17).
    fn tie(&self, area: Area) -> (bool, u8) {
        let is_land = self.mind.game.chart.land.contains(area);
        let leans = self.part().and_then(|part| part.leans.or(part.prefers));
        let way = self.way.get_or_init(|| way(self.mind, self.position));
        let way = way.as_ref().map_or(0, |way| way[area.index()].unwrap_or(u8::MAX));
        (leans.is_some_and(|kind| (kind == Kind::Land) != is_land), way)
    }

    /// The open areas without those where it would rather not be, unless they bring it nearer to enemy Gold or an enemy City (IS-16.8).
    fn favoured(&self) -> AreaSet {
        if self.part().is_none_or(|part| part.prefers.is_none()) {
            return self.among;
        }
        let mut goals = self.position.gold_of(self.mind.enemies) | self.mind.cities(self.board, self.mind.enemies);
        if self.is_invader() {
            // IS-18.6: and the home of who is invaded.
            goals |= self.mind.enemy_homes(self.position);
        }
        let far = self.far(goals);
        let way = |area: Area| far[area.index()].unwrap_or(u8::MAX);
        let own = self.board.occupied(self.mind.me);
        let now = own.iter().map(way).min().unwrap_or(u8::MAX);
        self.among.iter().filter(|area| !self.is_strange(*area) || way(*area) < now).collect()
    }

    /// The most discs that it places in an area: no fourth one, where it is thrifty, but with Gold or two enemies (IS-16.8).
    fn most(&self, area: Area) -> u8 {
        let usual = limit(self.position.phase, self.mind.game.chart.kind(area));
        let is_thrifty = self.part().is_some_and(|part| part.is_thrifty);
        let is_dear = self.position.gold_in(area).is_some() || self.mind.enemy_discs(self.board, area) >= 2;
        if is_thrifty && !is_dear { usual.min(3) } else { usual }
    }

    /// Whether the largest other group is exceeded, and not only matched (IS-13.7.31).
    fn exceeds(&self, area: Area) -> bool {
        // IS-17.8: the valiant are content to match.
        if self.part().is_some_and(|part| part.is_valiant) {
            return false;
        }
        self.mind.home == Some(area)
            || self.part().is_some_and(|part| part.is_reckless)
            || (self.works() | self.cities()).contains(area)
            || self.mind.has_enemy(self.board.factions(area))
    }

    /// How many discs come into an area for a goal, if any may come (IS-13.7.30 to IS-13.7.33).
    fn needs(&self, area: Area, goal: Goal) -> Option<u8> {
        let (own, largest) = (self.own(area), self.largest(area));
        let hold = (largest + u8::from(largest > 0 && self.exceeds(area))).max(1);
        let wanted = match goal {
            Goal::Hold => hold,
            Goal::City => hold.max(3),
            Goal::More => hold.max(own + 1),
            Goal::Number(n) => n,
        };
        let room = self.most(area).saturating_sub(own);
        let n = wanted.saturating_sub(own).min(self.left).min(room);
        if n == 0 || own + n < largest {
            return None;
        }
        // IS-13.7.32: an area becomes contested only where an enemy is.
        let others = self.board.factions(area).without(self.mind.me);
        let becomes =
            !others.is_empty() && own.max(largest).max(own + n) >= 2 && !self.board.contested().contains(area);
        // IS-18.6: the reckless do not care who is there.
        let is_reckless = self.part().is_some_and(|part| part.is_reckless);
        if becomes && !is_reckless && !self.mind.has_enemy(others) {
            return None;
        }
        // IS-13.7.33: not into a horde of four.
        if self.barbarians(area) >= 4 && own == 0 {
            return None;
        }
        Some(n)
    }

    /// The best area of a set for a goal: where the primary enemy is, then other enemies, then Barbarians, and then by a key.
    fn best<K: Ord>(&self, areas: AreaSet, goal: Goal, key: impl Fn(Area) -> K) -> Option<(Area, u8)> {
        let able: AreaSet = (areas & self.among).iter().filter(|area| self.needs(*area, goal).is_some()).collect();
        let key = |area: Area| (self.mind.rank(self.board.factions(area)), key(area), self.tie(area));
        let area = self.mind.first_area(able, key)?;
        self.needs(area, goal).map(|n| (area, n))
    }

    /// The best area of a set, each with a goal of its own.
    fn each<K: Ord>(&self, areas: AreaSet, goal: impl Fn(Area) -> Goal, key: impl Fn(Area) -> K) -> Option<(Area, u8)> {
        let able = (areas & self.among).iter().filter(|area| self.needs(*area, goal(*area)).is_some()).collect();
        let area = self.mind.first_area(able, |area| (key(area), self.tie(area)))?;
        self.needs(area, goal(area)).map(|n| (area, n))
    }

    /// The same by the key alone.
    fn nearest<K: Ord>(&self, areas: AreaSet, goal: Goal, key: impl Fn(Area) -> K) -> Option<(Area, u8)> {
        let able: AreaSet = (areas & self.among).iter().filter(|area| self.needs(*area, goal).is_some()).collect();
        let area = self.mind.first_area(able, |area| (key(area), self.tie(area)))?;
        self.needs(area, goal).map(|n| (area, n))
    }

    fn home(&self) -> AreaSet {
        self.mind.home.map_or(AreaSet::NONE, AreaSet::only)
    }

    /// Areas of a set in which an enemy stands, civilization or Barbarians.
    fn invaded(&self, areas: AreaSet) -> AreaSet {
        areas.iter().filter(|area| self.mind.has_enemy(self.board.factions(*area))).collect()
    }

    fn far(&self, to: AreaSet) -> [Option<u8>; MOST_AREAS] {
        self.mind.game.chart.distances(to, self.mind.ways(self.position))
    }

    fn home_ways(&self) -> [Option<u8>; MOST_AREAS] {
        self.far(self.home())
    }

    /// A duty that a scenario puts before the list (IS-14.2).
    fn duty(&self, duty: Duty) -> Option<(Area, u8)> {
        let chart = &self.mind.game.chart;
        let is_invaded = |area: Area| self.mind.enemy_discs(self.board, area) > 0;
        match duty {
            Duty::FillHome(n, invaded) => {
                let n = if self.mind.home.is_some_and(is_invaded) { invaded } else { n };
                self.nearest(self.home(), Goal::Number(n), |_| ())
            }
            Duty::RelieveGold => {
                let goal =
                    |area: Area| Goal::Number((self.mind.enemy_discs(self.board, area) + 2).min(self.most(area)));
                // The Gold of the other half of its realm is theirs too.
                let (own, _) = self.mind.game.side_of(self.position, self.mind.seat);
                let gold = self.position.gold_of(own);
                self.each(gold.iter().filter(|area| is_invaded(*area)).collect(), goal, |_| ())
            }
            Duty::FillGold => {
                // Whosever Gold it is.
                let gold: AreaSet = self.position.gold.iter().map(|gold| gold.area).collect();
                let few = gold.iter().filter(|area| (1..3).contains(&self.own(*area))).collect();
                self.each(few, |area| Goal::Number(if is_invaded(area) { 4 } else { 3 }), |_| ())
            }
            Duty::FillArea(area, n, invaded) => {
                let n = if is_invaded(area) { invaded } else { n };
                self.nearest(AreaSet::only(area), Goal::Number(n), |_| ())
            }
            Duty::HoldHome => {
                let home = self.mind.home?;
                let around = chart.next_to(home);
                // Barbarians are enemies, too (IS-13.2).
                let enemies = |area: Area| self.mind.enemy_discs(self.board, area) + self.barbarians(area);
                let is_invaded = |area: Area| enemies(area) > 0;
                let filled = match around.iter().any(is_invaded) {
                    true => self.nearest(self.home(), Goal::Number(4), |_| ()),
                    false => None,
                };
                let lands = self.home() | (around & chart.land);
                let held =
                    || self.each(lands, |area| Goal::Number(3 + u8::from(enemies(area) >= 2)), |area| area != home);
                let wanted = |area: Area| (enemies(area) + 1).min(self.most(area));
                let few = |area: &Area| is_invaded(*area) && self.own(*area) < wanted(*area);
                let seas = (around - chart.land).iter().filter(few).collect();
                filled.or_else(held).or_else(|| self.each(seas, |area| Goal::Number(wanted(area)), |_| ()))
            }
            Duty::GrowCities(area, from) => {
                let far = self.far(AreaSet::only(area));
                let own = (self.board.occupied(self.mind.me) & chart.land) - self.cities();
                let grown = own.iter().filter(|area| self.own(*area) >= from && self.own(*area) + self.left >= 3);
                self.nearest(grown.collect(), Goal::City, |area| far[area.index()].unwrap_or(u8::MAX))
            }
            Duty::MatchSeas(area) => {
                let far = self.far(AreaSet::only(area));
                let seas = self.board.occupied(self.mind.me) - chart.land;
                let few = seas.iter().filter(|area| self.own(*area) < self.largest(*area)).collect();
                let goal = |area: Area| Goal::Number(self.largest(area));
                self.each(few, goal, |area| far[area.index()].unwrap_or(u8::MAX))
            }
            Duty::WatchSeas => {
                let seas = chart.next_to_any(self.gold()) & (chart.coastal | chart.open);
                self.nearest(seas - self.board.occupied(self.mind.me), Goal::Number(1), |_| ())
            }
            Duty::GuardRealm(area) => {
                let (own, _) = self.mind.game.side_of(self.position, self.mind.seat);
                let dear = self.home() | AreaSet::only(area) | self.position.gold_of(own);
                let enemies = self.mind.enemy_areas(self.board);
                let near = |area: &Area| enemies.contains(*area) || !(chart.next_to(*area) & enemies).is_empty();
                let cities = self.mind.cities(self.board, self.mind.enemies);
                let key = |area: Area| !cities.contains(area);
                self.each(dear.iter().filter(near).collect(), |area| Goal::Number(self.most(area)), key)
            }
            Duty::GuardHome => {
                let near = chart.next_to(self.mind.home?) & self.board.occupied_by_others(self.mind.me);
                let wanted = |area: Area| (self.largest(area) + 1).min(self.most(area));
                let few = near.iter().filter(|area| self.own(*area) < wanted(*area)).collect();
                self.each(few, |area| Goal::Number(wanted(area)), |area| self.mind.rank(self.board.factions(area)))
            }
        }
    }

    /// One number of the list.
    fn priority(&self, number: u8) -> Option<(Area, u8)> {
        match number {
            1..=9 => self.at_home(number),
            10 | 11 => self.at_sea(number),
            12..=22 => self.against_enemies(number),
            _ => self.in_peace(number),
        }
    }

    /// 1 to 9: the defence of the home (IS-13.7.1 to IS-13.7.9).
    fn at_home(&self, number: u8) -> Option<(Area, u8)> {
        let chart = &self.mind.game.chart;
        match number {
            // IS-13.7.1
            1 => self.best(self.invaded(self.home()), Goal::Hold, |_| ()),
            // IS-13.7.2
            2 => self.best(self.invaded(self.works()), Goal::Hold, |_| ()),
            // IS-13.7.3
            3 => self.best(self.invaded(self.gold()), Goal::Hold, |_| ()),
            // IS-13.7.4
            4 => self.best(self.invaded(self.cities()), Goal::Hold, |_| ()),
            // IS-13.7.5
            5 => self.best(self.home() - self.cities(), Goal::City, |_| ()),
            // IS-13.7.6
            6 => self.best(self.works() - self.cities(), Goal::City, |_| ()),
            // IS-13.7.7
            7 => self.best(self.gold() - self.cities(), Goal::City, |_| ()),
            // IS-13.7.8
            8 => {
                let near = chart.next_to(self.mind.home?) & chart.land;
                if !(near & self.cities()).is_empty() {
                    return None;
                }
                // The farther from all discs of players, the better.
                let theirs = self.mind.players.iter().fold(AreaSet::NONE, |all, one| all | self.board.occupied(one));
                let far = self.far(theirs);
                self.nearest(near, Goal::City, |area| Reverse(far[area.index()].unwrap_or(u8::MAX)))
            }
            _ => {
                self.mind.home?;
                let best = self.mind.players.iter().filter_map(Faction::seat);
                let rival = best.max_by_key(|seat| self.mind.game.score(self.position, *seat))?;
                let cities = |one: Faction| self.board.cities(chart, one).len();
                let vp = |seat: Seat| self.position.side(seat).vp;
                let behind = cities(self.mind.me) < cities(Faction::of(rival)) && vp(self.mind.seat) < vp(rival);
                let far = self.home_ways();
                let own = (self.board.occupied(self.mind.me) & chart.land) - self.cities();
                let can: AreaSet = own.iter().filter(|area| self.own(*area) + self.left >= 3).collect();
                if behind { self.nearest(can, Goal::City, |area| far[area.index()].unwrap_or(u8::MAX)) } else { None }
            }
        }
    }

    /// 10 and 11: Phoenicia and Minos at sea (IS-13.7.10, IS-13.7.11).
    fn at_sea(&self, number: u8) -> Option<(Area, u8)> {
        let chart = &self.mind.game.chart;
        let (civ, step) = if number == 10 { (Civ::Phoenicia, 4) } else { (Civ::Minos, 3) };
        if self.position.side(self.mind.seat).civ != civ {
            return None;
        }
        let seas = chart.coastal | chart.open;
        let held = (self.board.occupied(self.mind.me) & seas).len() as u8;
        let missing = step - held % step;
        // The first seas in any case; further ones only as many at a time as bring a point.
        if held >= step && self.left < missing {
            return None;
        }
        let is_free = |area: &Area| {
            let others = self.board.factions(*area).without(self.mind.me);
            let barbarians_alone = civ == Civ::Minos && others == Factions::only(Faction::BARBARIANS);
            barbarians_alone || others.iter().all(|one| self.board.discs(*area, one) < 2)
        };
        let open: AreaSet = (seas - self.board.occupied(self.mind.me)).iter().filter(is_free).collect();
        // Minos comes with two where only Barbarians are.
        let alone = |area: &Area| self.board.factions(*area) == Factions::only(Faction::BARBARIANS);
        let barbarian: AreaSet = open.iter().filter(alone).collect();
        let two = if civ == Civ::Minos { barbarian } else { AreaSet::NONE };
        let far = self.home_ways();
        let near = |area: Area| far[area.index()].unwrap_or(u8::MAX);
        self.nearest(open - two, Goal::Number(1), near).or_else(|| self.nearest(two, Goal::Number(2), near))
    }

    /// 12 to 22: against enemies (IS-13.7.12 to IS-13.7.22).
    fn against_enemies(&self, number: u8) -> Option<(Area, u8)> {
        let (mind, chart) = (self.mind, &self.mind.game.chart);
        let gold = self.unheld(self.position.gold_of(mind.enemies));
        let works = self.unheld(self.position.wonders_of(mind.enemies));
        let cities = self.unheld(mind.cities(self.board, mind.enemies));
        let enemy_discs = |area: Area| mind.enemy_discs(self.board, area);
        // Land first, the sea only where no land is left; then where the enemy has fewest discs.
        let beside = |areas: AreaSet| {
            let near = chart.next_to_any(areas);
            let land = self.nearest(near & chart.land, Goal::Hold, enemy_discs);
            land.or_else(|| self.nearest(near - chart.land, Goal::Hold, enemy_discs))
        };
        match number {
            // IS-13.7.12
            12 => self.best(gold, Goal::Hold, |_| ()),
            // IS-13.7.13
            13 => self.best(works, Goal::Hold, |_| ()),
            // IS-13.7.14
            14 => beside(gold),
            // IS-13.7.15
            15 => beside(works),
            // IS-13.7.16
            16 => self.best(cities, Goal::Hold, |_| ()),
            // IS-13.7.17
            17 if self.is_invader() => {
                let far = self.on_foot(gold | works | cities);
                let home = self.on_foot(mind.enemy_homes(self.position));
                let near = |far: &[Option<u8>; MOST_AREAS], area: Area| far[area.index()].unwrap_or(u8::MAX);
                let key = |area: Area| (near(&far, area), near(&home, area), !chart.land.contains(area));
                self.nearest(self.among, Goal::Hold, key)
            }
            17 => None,
            // IS-13.7.18
            18 => beside(cities),
            // IS-13.7.19
            19 if self.left < 2 => None,
            19 => self.best(self.with_group(2, 2), Goal::Hold, |_| ()),
            // IS-13.7.20
            20 => self.best(self.with_group(1, 1), Goal::Hold, |_| ()),
            // IS-13.7.21
            21 => {
                let enemies = mind.enemy_areas(self.board) | self.board.occupied(Faction::BARBARIANS);
                self.best(self.board.settlements(chart, mind.me) - enemies, Goal::City, |_| ())
            }
            _ => {
                let enemies = mind.enemy_areas(self.board);
                let free = chart.in_play - enemies - self.board.occupied(Faction::BARBARIANS);
                let home = self.far(mind.enemy_homes(self.position));
                let near = self.far(enemies);
                let key = |area: Area| [&home, &near].map(|far| far[area.index()].unwrap_or(u8::MAX));
                self.nearest(free, Goal::More, key)
            }
        }
    }

    /// What it does not hold yet: where it has as many discs as it wants, the next goal is looked for, as in the example [2941-2953].
    fn unheld(&self, areas: AreaSet) -> AreaSet {
        let most = |area: Area| limit(self.position.phase, self.mind.game.chart.kind(area));
        let wanted = |area: Area| (self.largest(area) + u8::from(self.exceeds(area))).max(1).min(most(area));
        areas.iter().filter(|area| self.own(*area) < wanted(*area)).collect()
    }

    /// The ways over areas in which a group could be matched with the discs that are left.
    fn on_foot(&self, to: AreaSet) -> [Option<u8>; MOST_AREAS] {
        let matched = |area: &Area| self.own(*area) + self.left >= self.largest(*area);
        let over = self.mind.ways(self.position).iter().filter(matched).collect();
        self.mind.game.chart.distances(to, over)
    }

    fn is_invader(&self) -> bool {
        self.mind.game.is_invader(self.position, self.mind.seat)
    }

    /// Areas in which an enemy civilization has a group of this size, and no more Barbarians than that.
    fn with_group(&self, size: u8, barbarians: u8) -> AreaSet {
        let has = |area: &Area| self.mind.enemies.iter().any(|one| self.board.discs(*area, one) == size);
        let fits = |area: &Area| has(area) && self.barbarians(*area) <= barbarians;
        self.mind.enemy_areas(self.board).iter().filter(fits).collect()
    }

    /// 23 to 29: nobody's enemy (IS-13.7.23 to IS-13.7.29).
    fn in_peace(&self, number: u8) -> Option<(Area, u8)> {
        let (mind, chart) = (self.mind, &self.mind.game.chart);
        let own = self.board.occupied(mind.me);
        let empty = chart.in_play - self.board.occupied_by_any();
        let seas = chart.coastal | chart.open;
        let of_barbarians = self.board.controlled(Faction::BARBARIANS) & chart.next_to_any(own);
        let fewest = |area: Area| self.barbarians(area);
        match number {
            // IS-13.7.23
            23 => {
                let camps: AreaSet = (own & chart.land).iter().filter(|area| self.own(*area) == 1).collect();
                self.best(camps, Goal::Number(2), |_| ())
            }
            // IS-13.7.24
            24 => self.nearest(empty & seas & chart.next_to_any(own & chart.land), Goal::Hold, |_| ()),
            // IS-13.7.25
            25 => self.nearest(empty & chart.land & chart.next_to_any(own), Goal::Number(3), |_| ()),
            // IS-13.7.26
            26 => {
                let vp = |seat: Seat| self.position.side(seat).vp;
                let most = self.position.order.iter().map(|seat| vp(*seat)).max();
                let leads = Some(vp(mind.seat)) == most;
                let settled = self.board.settlements(chart, mind.me);
                if leads { None } else { self.best(settled, Goal::City, |_| ()) }
            }
            // IS-13.7.27
            27 => self.nearest(of_barbarians & chart.land, Goal::Hold, fewest),
            // IS-13.7.28
            28 => self.nearest(of_barbarians & seas, Goal::Hold, fewest),
            _ => {
                let theirs = self.board.occupied_by_others(mind.me) - self.board.occupied(Faction::BARBARIANS);
                self.nearest((seas & theirs & chart.next_to_any(own)) - own, Goal::Number(1), |_| ())
            }
        }
    }
}
