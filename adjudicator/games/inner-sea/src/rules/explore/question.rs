//! The question where a player explores first (IS-20.3).

use crate::form;
use crate::game::InnerSea;
use crate::npc::ByTheBook;
use crate::orders::Order;
use crate::pieces::{Area, AreaSet, Faction};
use crate::position::Position;
use crate::reason::Reason;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// The areas that a player explores before others.
#[derive(Clone, Debug)]
pub struct ExploreQuestion {
    areas: AreaSet,
}

impl ExploreQuestion {
    /// The question for a seat.
    pub fn of(game: &InnerSea, position: &Position, seat: Seat) -> ExploreQuestion {
        ExploreQuestion { areas: super::around(game, position, core::iter::once(Faction::of(seat))) }
    }

    /// The empty areas next to its discs.
    pub fn areas(&self) -> AreaSet {
        self.areas
    }

    /// Whether there is anything to choose.
    pub fn is_open(&self) -> bool {
        self.areas.len() > 1
    }
}

impl Question<InnerSea> for ExploreQuestion {
    type Answer = Vec<Area>;
    const NAME: &'static str = "explore";

    fn legal(&self, _game: &InnerSea, answer: &Vec<Area>) -> Result<(), Reason> {
        for (i, area) in answer.iter().enumerate() {
            if !self.areas.contains(*area) {
                return Err(Reason::NotUnknown { area: *area });
            }
            if answer[..i].contains(area) {
                return Err(Reason::Twice);
            }
        }
        Ok(())
    }

    /// The first in the order of competition; the others follow it by themselves.
    fn default(&self, game: &InnerSea) -> Vec<Area> {
        super::ranked(game, self.areas).take(1).collect()
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Vec<Area> {
        match self.areas.nth(chance.random_range(0..self.areas.len().max(1))) {
            Some(area) => alloc::vec![area],
            None => self.default(game),
        }
    }

    fn only(&self, game: &InnerSea) -> Option<Vec<Area>> {
        (!self.is_open()).then(|| self.default(game))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<Area>> {
        if !lines.mention(|order| matches!(order, Order::Explore(_))) {
            return None;
        }
        let mut all: Vec<Area> = Vec::new();
        lines.each(|order| match order {
            Order::Explore(area) if all.contains(area) => Says::No(Reason::Twice),
            Order::Explore(area) if !self.areas.contains(*area) => Says::No(Reason::NotUnknown { area: *area }),
            Order::Explore(area) => {
                all.push(*area);
                Says::Yes(())
            }
            _ => Says::Nothing,
        });
        Some(if all.is_empty() { self.default(game) } else { all })
    }

    fn form(&self, game: &InnerSea, answer: &Vec<Area>) -> Vec<Order> {
        form::all(game, self.orders(game, answer))
    }

    fn orders(&self, _game: &InnerSea, answer: &Vec<Area>) -> Vec<Order> {
        answer.iter().map(|area| Order::Explore(*area)).collect()
    }
}

impl ByTheBook for ExploreQuestion {
    /// Nobody asks an NPC: it explores nothing.
    fn decide(&self, table: &mut crate::game::Table<'_>, _seat: Seat) -> Play<Vec<Area>> {
        Ok(self.default(table.game))
    }
}
