//! What an NPC looks at: its enemies, what is dear to it, how equals are told apart (IS-13.2 to IS-13.4).

use crate::board::Board;
use crate::game::InnerSea;
use crate::pieces::{Area, AreaSet, Civ, Faction, Factions};
use crate::position::Position;
use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Reverse;
use tabellarius_kernel::{Game as _, Seat};

/// The mind of an NPC at one moment.
#[derive(Debug)]
pub struct Mind<'m> {
    /// The game.
    pub game: &'m InnerSea,
    /// Whose.
    pub seat: Seat,
    /// The same as a faction.
    pub me: Faction,
    /// Its civilization.
    pub civ: Civ,
    /// Its home.
    pub home: Option<Area>,
    /// The civilizations it is an enemy of.
    pub enemies: Factions,
    /// The primary one.
    pub primary: Option<Faction>,
    /// Those that people play.
    pub players: Factions,
    lots: Vec<u8>,
    tied: Cell<bool>,
}

/// Who of those in an area matters most: the primary enemy, another enemy, Barbarians, anybody else (IS-13.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// The primary enemy.
    Primary,
    /// Another enemy.
    Enemy,
    /// The Barbarians.
    Barbarians,
    /// Somebody else, or nobody.
    Others,
}

impl<'m> Mind<'m> {
    /// The mind of a seat.
    pub fn of(game: &'m InnerSea, position: &Position, seat: Seat) -> Mind<'m> {
        let playing = position.peoples();
        let enemies: Factions = position.enemies[seat.index()].iter().filter(|one| playing.contains(*one)).collect();
        let only = if enemies.len() == 1 { enemies.iter().next() } else { None };
        let primary = position.primary[seat.index()].map(Faction::of).filter(|one| enemies.contains(*one)).or(only);
        Mind {
            game,
            seat,
            me: Faction::of(seat),
            civ: position.side(seat).civ,
            // IS-14.5: whoever holds the prize is at home there.
            home: game.prize_of(position, seat).map(|prize| prize.area).or(position.home(&game.chart, seat)),
            enemies,
            primary,
            players: game.seats().iter().map(Faction::of).collect(),
            lots: Vec::new(),
            tied: Cell::new(false),
        }
    }

    /// Whether equals were left that only a lot can tell apart.
    pub fn was_tied(&self) -> bool {
        self.tied.get()
    }

    /// A lot is cast.
    pub fn cast(&mut self, lots: Vec<u8>) {
        self.lots = lots;
    }

    /// The first of several by a key; of equals the lot decides.
    pub fn first<T: Copy, K: Ord>(
        &self,
        all: impl Iterator<Item = T>,
        number: impl Fn(T) -> u8,
        key: impl Fn(T) -> K,
    ) -> Option<T> {
        let mut best: Option<(K, T)> = None;
        let mut equals = false;
        for one in all {
            let own = key(one);
            match &best {
                Some((known, _)) if *known < own => {}
                Some((known, other)) if *known == own => {
                    equals = true;
                    let lot = |one: T| self.lots.get(usize::from(number(one))).copied();
                    if lot(one) < lot(*other) {
                        best = Some((own, one));
                    }
                }
                _ => {
                    equals = false;
                    best = Some((own, one));
                }
            }
        }
        if equals && self.lots.is_empty() {
            self.tied.set(true);
        }
        best.map(|(_, one)| one)
    }

    /// The first of several areas by a key.
    pub fn first_area<K: Ord>(&self, among: AreaSet, key: impl Fn(Area) -> K) -> Option<Area> {
        self.first(among.iter(), |area| area.0, key)
    }

    /// Who of those in an area matters most.
    pub fn rank(&self, factions: Factions) -> Rank {
        let others = factions.without(self.me);
        if self.primary.is_some_and(|one| others.contains(one)) {
            Rank::Primary
        } else if others.iter().any(|one| self.enemies.contains(one)) {
            Rank::Enemy
        } else if others.contains(Faction::BARBARIANS) {
            Rank::Barbarians
        } else {
            Rank::Others
        }
    }

    /// Whether an enemy is among these: a civilization or the Barbarians (IS-13.2).
    pub fn has_enemy(&self, factions: Factions) -> bool {
        self.rank(factions) != Rank::Others
    }

    /// Whether an Invader's card makes an old power discard (IS-15.17).
    pub fn rival_robbed(&self, robbed: Factions) -> bool {
        let is_old = |one: &Faction| one.seat().is_some_and(|seat| !self.game.is_npc(seat));
        let has_rival = |part: &crate::scenario::Part| part.rival.is_some();
        let civ = self.civ;
        self.game.options.scenario.part(civ).is_some_and(has_rival) && robbed.iter().any(|one| is_old(&one))
    }

    /// The areas of the enemies that are civilizations.
    pub fn enemy_areas(&self, board: &Board) -> AreaSet {
        self.enemies.iter().fold(AreaSet::NONE, |all, one| all | board.occupied(one))
    }

    /// The discs of enemy civilizations in an area.
    pub fn enemy_discs(&self, board: &Board, area: Area) -> u8 {
        self.enemies.iter().map(|one| board.discs(area, one)).sum()
    }

    /// The Cities of some factions.
    pub fn cities(&self, board: &Board, of: Factions) -> AreaSet {
        of.iter().fold(AreaSet::NONE, |all, one| all | board.cities(&self.game.chart, one))
    }

    /// The areas that this NPC's way may lead over.
    pub fn ways(&self, position: &Position) -> AreaSet {
        let chart = &self.game.chart;
        if self.game.sails_open(position, self.seat) { chart.in_play } else { chart.in_play - chart.open }
    }

    /// The homes of the enemies.
    pub fn enemy_homes(&self, position: &Position) -> AreaSet {
        self.enemies.iter().filter_map(|one| position.home_of(&self.game.chart, one)).collect()
    }

    /// Enemies first, the primary one before all; then Barbarians; of the others those with most points, Cities, then turn order
    /// (IS-13.6).
    pub fn victim(&self, position: &Position, among: Factions) -> Option<Faction> {
        let place = |one: Faction| position.in_order().position(|other| other == one);
        let key = |one: Faction| {
            let vp = one.seat().map_or(0, |seat| self.game.score(position, seat));
            let cities = position.board.cities(&self.game.chart, one).len();
            (self.rank(Factions::only(one)), Reverse(vp), Reverse(cities), place(one))
        };
        // IS-15.7: an Invader's cards hit the old power of its half first, if it has any cards.
        let part = self.game.part_of(position, self.seat);
        let rival = part.and_then(|part| part.rival).and_then(|civ| position.faction(civ));
        // IS-19.5
        let hunted = part.and_then(|part| part.hunts).and_then(|civ| position.faction(civ));
        if let Some(hunted) = hunted.filter(|one| among.contains(*one)) {
            return Some(hunted);
        }
        let has_cards = |one: Faction| one.seat().is_some_and(|seat| position.side(seat).hand > 0);
        if let Some(rival) = rival.filter(|one| among.contains(*one) && has_cards(*one)) {
            return Some(rival);
        }
        among.without(self.me).iter().min_by_key(|one| key(*one))
    }
}
