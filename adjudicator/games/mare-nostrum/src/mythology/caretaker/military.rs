//! Where the automaton's units go: against whoever next door is weaker, and into what stands empty.

use super::Mind;
use crate::common::ground::Place;
use crate::common::orders::{Aim, Number, Order};
use crate::common::rites::Rite;
use crate::pieces::{Creature, Province, Unit};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::Seat;

impl Mind<'_> {
    /// What a side's land units in a province roll on average, in halves of a point.
    fn strength(&self, province: Province, seat: Seat) -> i32 {
        let (area, i) = (self.position.area(province), seat.index());
        7 * i32::from(area.legions[i]) + 12 * i32::from(area.creatures[i] + area.fortresses[i])
    }

    /// The strongest enemy in a province.
    fn enemy(&self, province: Province) -> i32 {
        let enemies = self.position.area(province).enemies_of(self.seat);
        enemies.iter().map(|seat| self.strength(province, seat)).sum()
    }

    /// How many enemy units stand next door.
    pub(super) fn threat(&self, province: Province) -> i32 {
        let near = self.game.core.board.land(province).borders.iter();
        near.map(|next| {
            self.position
                .area(*next)
                .enemies_of(self.seat)
                .iter()
                .map(|seat| i32::from(self.position.area(*next).troops(seat)))
                .sum::<i32>()
        })
        .sum()
    }
}

/// From each camp at most one attack with everybody, or a settler into enemy land that nobody holds; over land, or where own triremes lie.
pub(super) fn orders(mind: &Mind<'_>) -> Vec<Order> {
    let mut orders = Vec::new();
    let i = mind.seat.index();
    for (from, area) in mind.position.provinces() {
        let (legions, creatures) = (area.legions[i], area.creatures[i]);
        // Whoever is still to replace a marker stays on it.
        let converts = area.converter() == Some(mind.seat) && area.owner != Some(mind.seat);
        if area.troops(mind.seat) == 0 || area.at_war() || converts {
            continue;
        }
        let foreign = |to: &&Province| {
            let owner = mind.position.area(**to).owner;
            owner.is_some_and(|owner| owner != mind.seat) || mind.enemy(**to) > 0
        };
        let board = &mind.game.core.board;
        // Where a trireme of its own lies, legions are carried (MY-5.3).
        let mut near: Vec<Province> = board.land(from).borders.clone();
        for sea in mind.position.chain(board, mind.seat, from).into_iter().filter(|_| legions > 0) {
            near.extend(board.water(sea).coasts.iter().filter(|to| **to != from));
        }
        near.sort();
        near.dedup();
        let mut targets: Vec<Province> = near.iter().filter(foreign).copied().collect();
        targets.sort_by_key(|to| (mind.enemy(*to), Reverse(mind.position.area(*to).sites().count())));
        if mind.game.breeds(mind.seat, Creature::Titan)
            && creatures > 0
            && let Some(at) = targets.iter().find(|to| board.touches(from, **to) && mind.enemy(**to) > 0)
        {
            orders.push(Order::Rite(Rite::Bombard { from, at: Place::Land(*at), target: None, titans: None }));
        }
        let Some(to) = targets.first() else { continue };
        let walks = board.touches(from, *to);
        let carried = !mind.game.breeds(mind.seat, Creature::Griffin) && !mind.game.breeds(mind.seat, Creature::Kraken);
        let creatures = if walks || carried { creatures } else { 0 };
        let mine = 7 * i32::from(legions) + 12 * i32::from(creatures);
        if 2 * mine < 3 * mind.enemy(*to) || mine == 0 {
            continue;
        }
        let go = |unit, number| Order::Move {
            number: Number::Exactly(number),
            unit: Some(unit),
            from: Place::Land(from),
            to: Place::Land(*to),
            via: Vec::new(),
        };
        // Against nobody one is enough; whoever is threatened at home keeps one there.
        let alone = mind.enemy(*to) == 0;
        let stays = u8::from(mind.threat(from) > 0 && legions > 1);
        let sent = if alone { legions.min(1) } else { legions - stays };
        orders.extend((sent > 0).then(|| go(Unit::Legion, sent)));
        let dry = mind.game.core.board.land(*to).coasts.is_empty();
        let cannot = mind.game.breeds(mind.seat, Creature::Kraken) && dry;
        if creatures > 0 && !cannot && (!alone || sent == 0) {
            orders.push(go(Unit::Creature, creatures));
        }
        let aim = if mind.game.core.is_capital_of_player(*to) { Aim::Occupy(Vec::new()) } else { Aim::Convert };
        orders.push(Order::Conquest { province: Some(*to), aim });
    }
    orders
}
