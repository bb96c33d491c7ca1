//! Income (MN-3.2).

use crate::board::Board;
use crate::classic::event::Event;
use crate::classic::orders::Order;
use crate::classic::position::{Position, SIDES, Site};
use crate::classic::reason::Reason;
use crate::classic::{Classic, Table};
use crate::pieces::{Building, Card, Cards, Good, Role};
use alloc::vec::Vec;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// What every side is owed by its buildings (MN-3.2 to MN-3.2.5).
pub fn due(board: &Board, position: &Position) -> [Cards; SIDES] {
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
                // The double goes to whoever holds both the building and its temple or market (MN-3.2.1, MN-3.2.2).
                let doubled = area.has(doubler) && area.holder(doubler) == Some(holder);
                due[holder.index()].add(good, if doubled { 2 } else { 1 });
            }
        }
    }
    due
}

/// Pays the income out of the bank.
pub fn collect(t: &mut Table<'_>) {
    let game = t.game;
    let mut due = due(&game.core.board, &t.state.position);
    let mut got = [Cards::NONE; SIDES];
    let director = t.state.position.role(Role::Director).unwrap_or(Seat(0));
    if let Some(owner) = t.state.position.owner_of(Card::Colossus) {
        due[owner.index()].add(Good::Tax, 1); // MN-3.2.7
    }
    for &good in game.core.board.goods {
        // One by one round the table from the Director, so that a short bank is shared (MN-3.2.6).
        while game.core.seats.iter().any(|seat| due[seat.index()].count(good) > 0)
            && t.state.position.bank.count(good) > 0
        {
            for seat in game.core.seats.starting_with(director) {
                if due[seat.index()].count(good) > 0 && t.state.draw(seat, good) {
                    due[seat.index()].take(good, 1);
                    got[seat.index()].add(good, 1);
                }
            }
        }
    }
    for seat in game.core.seats.iter() {
        t.tell(Event::Income { seat, cards: got[seat.index()] });
        if t.state.position.owns(seat, Card::Colossus) && due[seat.index()].count(Good::Tax) == 0 {
            t.tell(Event::ExtraTax { seat, card: Card::Colossus });
        }
        for (good, missing) in due[seat.index()].iter() {
            t.tell(Event::BankShort { seat, good, missing });
        }
    }
}

/// The owner of the Temple of Artemis takes one more good of his choice (MN-3.2.8).
pub fn artemis(t: &mut Table<'_>) -> Play {
    let Some(seat) = t.state.position.owner_of(Card::TempleOfArtemis) else { return Ok(()) };
    let mut bank = t.state.position.bank;
    bank.take(Good::Tax, u8::MAX);
    if bank.is_empty() {
        return Ok(());
    }
    let hand = *t.state.hand(seat);
    let good = t.ask(seat, "artemis", Artemis { bank, hand })?;
    t.state.draw(seat, good);
    t.tell(Event::ExtraGood { seat, card: Card::TempleOfArtemis, good });
    Ok(())
}

/// Which good the Temple of Artemis gives.
#[derive(Debug)]
pub struct Artemis {
    bank: Cards,
    hand: Cards,
}

impl Question<Classic> for Artemis {
    type Answer = Good;
    const NAME: &'static str = "artemis";

    fn legal(&self, _: &Classic, good: &Good) -> Result<(), Reason> {
        if self.bank.count(*good) > 0 { Ok(()) } else { Err(Reason::ArtemisHasNot) }
    }

    /// A good the hand lacks, the rarest first: it makes a set longer.
    fn default(&self, game: &Classic) -> Good {
        let goods = self.bank.iter().map(|(good, _)| good);
        goods.min_by_key(|good| (self.hand.count(*good), game.core.board.bank.count(*good))).unwrap_or(Good::Tax)
    }

    fn random(&self, _: &Classic, chance: &mut Chance) -> Good {
        self.bank.iter().map(|(good, _)| good).choose(chance).unwrap_or(Good::Tax)
    }

    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Good> {
        lines.first(|order| match order {
            Order::Bonus(Card::TempleOfArtemis, goods) => match goods.iter().find(|good| self.bank.count(**good) > 0) {
                Some(good) => Says::Yes(*good),
                None => Says::No(Reason::ArtemisHasNot),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Classic, good: &Good) -> Vec<Order> {
        alloc::vec![Order::Bonus(Card::TempleOfArtemis, alloc::vec![*good])]
    }
}

/// How much a building earns a turn for whoever holds it: used to judge, not to pay.
pub fn worth(position: &Position, province: crate::pieces::Province, site: Site) -> u8 {
    let area = position.area(province);
    let count = |building| area.sites().filter(|site| site.building() == building).count() as u8;
    match site {
        Site::City(_) | Site::Caravan(_) => 2,
        Site::Temple => count(Building::City),
        Site::Market => count(Building::Caravan),
    }
}
