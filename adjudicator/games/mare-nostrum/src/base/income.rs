//! Income: what buildings owe to whom, how a short bank is shared, and the good of the Temple of Artemis.

use crate::board::Board;
use crate::common::ground::{Ground, SIDES, Site};
use crate::common::orders::Order;
use crate::common::reason::Reason;
use crate::common::{Core, Mare};
use crate::pieces::{Building, Card, Cards, Good, Province};
use alloc::vec::Vec;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// What every side is owed by its buildings (MN-3.2 to MN-3.2.5).
pub fn due(board: &Board, position: &Ground) -> [Cards; SIDES] {
    let mut due = [Cards::NONE; SIDES];
    for (province, area) in position.provinces() {
        for site in area.sites() {
            let (good, doubler) = match site {
                Site::City(_) => (Good::Tax, Site::Temple),
                Site::Caravan(n) => match board.land(province).goods.get(usize::from(n)) {
                    Some(good) => (*good, Site::Market),
                    None => continue,
                },
                Site::Market | Site::Temple => continue,
            };
            if let Some(holder) = area.holder(site) {
                // The double goes to whoever holds both the building and its temple or market (MN-3.2.1, MN-3.2.2, MY-3.2.1, MY-3.2.2).
                let doubled = area.has(doubler) && area.holder(doubler) == Some(holder);
                due[holder.index()].add(good, if doubled { 2 } else { 1 });
            }
        }
    }
    due
}

/// Pays what is owed out of the bank, one by one round the table from one seat, so that a short bank is shared (MN-3.2.6, MY-3.2.6).
/// What is left in `due` could not be paid. Says what everybody got.
pub fn share_out(
    game: &Core,
    bank: &mut Cards,
    hands: &mut [Cards; SIDES],
    due: &mut [Cards; SIDES],
    first: Seat,
) -> [Cards; SIDES] {
    let mut got = [Cards::NONE; SIDES];
    for &good in game.board.goods {
        while game.seats.iter().any(|seat| due[seat.index()].count(good) > 0) && bank.count(good) > 0 {
            for seat in game.seats.starting_with(first) {
                let i = seat.index();
                if due[i].count(good) > 0 && bank.take(good, 1) == 1 {
                    hands[i].add(good, 1);
                    due[i].take(good, 1);
                    got[i].add(good, 1);
                }
            }
        }
    }
    got
}

/// Which good the Temple of Artemis gives.
#[derive(Debug)]
pub struct Artemis {
    /// What lies in the bank, without taxes.
    pub bank: Cards,
    /// What the owner holds.
    pub hand: Cards,
}

impl<G: Mare> Question<G> for Artemis {
    type Answer = Good;
    const NAME: &'static str = "artemis";

    fn legal(&self, _: &G, good: &Good) -> Result<(), G::Reason> {
        if self.bank.count(*good) > 0 { Ok(()) } else { Err(Reason::ArtemisHasNot.into()) }
    }

    /// A good the hand lacks, the rarest first: it makes a set longer.
    fn default(&self, game: &G) -> Good {
        let goods = self.bank.iter().map(|(good, _)| good);
        goods.min_by_key(|good| (self.hand.count(*good), game.core().board.bank.count(*good))).unwrap_or(Good::Tax)
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Good {
        self.bank.iter().map(|(good, _)| good).choose(chance).unwrap_or(Good::Tax)
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Good> {
        lines.first(|order| match order {
            Order::Bonus(Card::TempleOfArtemis, goods) => match goods.iter().find(|good| self.bank.count(**good) > 0) {
                Some(good) => Says::Yes(*good),
                None => Says::No(Reason::ArtemisHasNot.into()),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, good: &Good) -> Vec<Order> {
        alloc::vec![Order::Bonus(Card::TempleOfArtemis, alloc::vec![*good])]
    }
}

/// How much a building earns a turn for whoever holds it: used to judge, not to pay.
pub fn worth(position: &Ground, province: Province, site: Site) -> u8 {
    let area = position.area(province);
    let count = |building| area.sites().filter(|site| site.building() == building).count() as u8;
    match site {
        Site::City(_) | Site::Caravan(_) => 2,
        Site::Temple => count(Building::City),
        Site::Market => count(Building::Caravan),
    }
}
