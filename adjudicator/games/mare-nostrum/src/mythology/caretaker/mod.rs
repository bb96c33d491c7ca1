//! The automaton that plays for silent seats, from what they see: plain letters that pray, build, raise creatures and attack with sense.
//!
//! [`building`] spends the hand, [`military`] moves; trade, prayer and what the gods destroy are here.

mod building;
mod military;

use super::Mythology;
use super::phases::offering::OFFERING;
use super::position::{Phase, Position, Site};
use super::view::View;
use crate::base::founding::Found;
use crate::common::orders::{Nothing, Order, Spot};
use crate::common::payment::payable;
use crate::common::rites::{Moment, Occasion, Prey, Rite};
use crate::pieces::{Building, Cards, God, Good, Province, Role, Unit};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Game as _, Question as _, Seat};

/// What the automaton looks at.
struct Mind<'a> {
    game: &'a Mythology,
    position: &'a Position,
    seat: Seat,
    hand: Cards,
}

/// The letter for a stage.
pub fn letter(game: &Mythology, view: &View, seat: Seat) -> String {
    let mind = Mind { game, position: &view.position, seat, hand: view.hand.unwrap_or_default() };
    let orders = match view.position.phase {
        Phase::Setup(_) => mind.found(),
        Phase::Commerce => mind.trade(),
        Phase::Offering => mind.pray(),
        Phase::Building => mind.strike().into_iter().chain(building::orders(&mind)).collect(),
        Phase::Military => mind.strike().into_iter().chain(military::orders(&mind)).collect(),
    };
    let orders = if orders.is_empty() { alloc::vec![Order::Nothing(Nothing::AtAll)] } else { orders };
    let lines: Vec<String> = orders.iter().map(|order| game.print_order(order, "en")).collect();
    lines.join("\n")
}

impl Mind<'_> {
    /// The pieces of the aid card, as far as the points go.
    fn found(&self) -> Vec<Order> {
        let question = Found::of(self.position, self.seat);
        question.orders(self.game, &question.default(self.game))
    }

    /// The Director asks for as many cards as are double in the hand, or one.
    fn trade(&self) -> Vec<Order> {
        if self.position.role(Role::Director) != Some(self.seat) {
            return Vec::new();
        }
        let doubles: u8 = self.hand.iter().filter(|(good, _)| *good != Good::Tax).map(|(_, n)| n - 1).sum();
        alloc::vec![Order::Trade(doubles.clamp(1, 5).min(self.hand.len() as u8))]
    }

    /// An offering, if the hand still pays for the dearest thing that it can pay for now.
    fn pray(&self) -> Vec<Order> {
        let dearest = [12, 9, 6, 3].into_iter().find(|price| payable(&self.hand, &[*price]));
        let spare = dearest.is_some_and(|price| payable(&self.hand, &[price, OFFERING]));
        if !spare {
            return Vec::new();
        }
        let armed = self.position.units(self.seat, Unit::Legion) + self.position.units(self.seat, Unit::Creature) > 2;
        let dear: &[God] = if armed {
            &[God::Mars, God::Hermes, God::Athena, God::Baal, God::Vulcan, God::Isis]
        } else {
            &[God::Hermes, God::Isis, God::Athena, God::Astarte, God::Baal, God::Vulcan]
        };
        alloc::vec![Order::Rite(Rite::Pray { gods: dear.to_vec(), with: None })]
    }

    /// What Baal and Vulcan destroy: something of whoever has most heroes and wonders.
    fn strike(&self) -> Vec<Order> {
        let mut rivals: Vec<Seat> = self.game.core.seats.iter().filter(|seat| *seat != self.seat).collect();
        rivals.sort_by_key(|seat| Reverse((self.position.cards_of(*seat).count(), self.position.markers(*seat))));
        let mut orders = Vec::new();
        for (god, kind) in [(God::Baal, Building::City), (God::Vulcan, Building::Caravan)] {
            if self.position.favoured(god) != Some(self.seat) {
                continue;
            }
            let target = rivals.iter().find_map(|rival| {
                let theirs = self.position.provinces().filter(|(_, area)| area.owner == Some(*rival));
                theirs.into_iter().find_map(|(province, area)| {
                    area.sites().find(|site| site.building() == kind).map(|site| (province, self.spot(province, site)))
                })
            });
            if let Some(target) = target {
                orders.push(Order::Rite(Rite::Raze { god, targets: alloc::vec![target], moment: Moment::Now }));
            }
        }
        // Poseidon waits for whoever carries units, and takes some trireme when all have moved.
        if self.position.phase == Phase::Military && self.position.favoured(God::Poseidon) == Some(self.seat) {
            let prey = |occasion| Prey { at: None, seat: None, occasion };
            let prey = [Occasion::Carries(None), Occasion::At(Moment::Last)].map(prey);
            orders.push(Order::Rite(Rite::Poseidon(prey.to_vec())));
        }
        orders
    }

    fn spot(&self, province: Province, site: Site) -> Option<Spot> {
        match site {
            Site::City(n) => Some(Spot::CityOn(n)),
            Site::Caravan(n) => {
                self.game.core.board.land(province).goods.get(usize::from(n)).copied().map(Spot::CaravanOf)
            }
            _ => None,
        }
    }
}
