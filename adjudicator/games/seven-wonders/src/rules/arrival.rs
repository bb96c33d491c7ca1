//! What happens at once when a card or a stage comes into play (7W-6.1, 7W-11.9, 7W-12.4).

use crate::city::City;
use crate::deck::{
    CHAIN, COIN, DEFEAT, EAST, Effect, MYTH, OWN, Per, SHIELD, STAGE, Talent, Things, VICTORY, WEST, of_colour,
};
use crate::event::{Event, How, Paid};
use crate::game::{SevenWonders, Table};
use crate::payment::REFUNDS;
use crate::pieces::{Card, Colour, Power, Side};
use crate::position::Position;
use crate::rules::conflict::{self, Purses};
use crate::rules::ledger::{Harm, Ledger, Levy};
use tabellarius_kernel::Seat;

/// What came into play.
#[derive(Clone, Copy, Debug)]
pub enum Came {
    /// A card that was built, or a leader that was recruited.
    Card(Card, How),
    /// A stage.
    Stage,
    /// Nothing: a card was sold.
    Sale(u8),
}

/// The coins that a structure or a stage brings at once. What neighbours built in the same turn counts (7W-6.1).
pub fn income(position: &Position, seat: Seat, effect: &Effect) -> u16 {
    let counted = effect.per.filter(|per| per.coins > 0);
    u16::from(effect.coins) + counted.map_or(0, |per| u16::from(per.coins) * count(position, seat, &per))
}

/// How much there is of what is counted, in the cities that count (7W-6.1, 7W-9.5, 7W-9.7).
pub fn count(position: &Position, seat: Seat, per: &Per) -> u16 {
    let mut sum = 0;
    if per.places & OWN != 0 {
        sum += of_city(position.city(seat), per.what);
    }
    if per.places & WEST != 0 {
        sum += of_city(position.city(position.neighbour(seat, Side::West)), per.what);
    }
    if per.places & EAST != 0 {
        sum += of_city(position.city(position.neighbour(seat, Side::East)), per.what);
    }
    sum / u16::from(per.every)
}

/// How much of what is counted is in one city.
pub fn of_city(city: &City, what: Things) -> u16 {
    let colours = city.colours.iter().enumerate().filter(|(i, _)| what >> i & 1 == 1);
    let mut sum: u16 = colours.map(|(_, count)| u16::from(*count)).sum();
    if what & (STAGE | VICTORY | DEFEAT | SHIELD | COIN | MYTH) != 0 {
        for (thing, count) in [
            (STAGE, u16::from(city.stages)),
            (VICTORY, u16::from(city.wins)),
            (DEFEAT, u16::from(city.defeats)),
            (SHIELD, u16::from(city.shields)),
            (COIN, city.coins),
            (MYTH, city.myths_in_play()),
        ] {
            sum += if what & thing != 0 { count } else { 0 };
        }
    }
    sum
}

/// The coins that a card, a stage or a sale brings the city where it is, by itself and by others of its cards.
pub fn coins_of(game: &SevenWonders, position: &Position, seat: Seat, came: Came, effect: &Effect) -> u16 {
    let mut coins = income(position, seat, effect);
    let city = position.city(seat);
    match came {
        Came::Card(card, _) => coins += u16::from(city.bonus(of_colour(game.deck.card(card).colour))),
        Came::Stage => coins += u16::from(city.bonus(STAGE)),
        Came::Sale(price) => coins += u16::from(price),
    }
    coins + for_shields(city, effect)
}

/// Coins for new shields (7W-13.60).
pub fn for_shields(city: &City, effect: &Effect) -> u16 {
    u16::from(effect.shields) * u16::from(city.bonus(SHIELD))
}

/// The coins that come to whoever pays, because of how: for a chain, and back for purchases. They are his wherever the card stands.
pub fn for_paying(city: &City, how: How, paid: &Paid) -> u16 {
    // 7W-11.9: coins for a structure that another one makes free.
    let chain = if matches!(how, How::Chain | How::Lent) { u16::from(city.bonus(CHAIN)) } else { 0 };
    // 7W-13.29: a coin for a chain from a neighbour's structure.
    chain + u16::from(how == How::Lent) + refunds(city, paid)
}

/// A coin back for each city that was paid, once a turn each (7W-11.9).
pub fn refunds(city: &City, paid: &Paid) -> u16 {
    if !city.has(Power::Refund) {
        return 0;
    }
    let sold = [paid.west, paid.east, paid.far].into_iter().zip(REFUNDS);
    sold.filter(|(coins, refund)| *coins > 0 && city.once & refund == 0).count() as u16
}

/// What a card, a stage or a sale does at once besides bringing its owner coins, of which there were so many. What it does to others is
/// noted: everybody's own effects come first.
pub fn arrive(table: &mut Table<'_>, seat: Seat, came: Came, effect: &Effect, coins: u16, ledger: &mut Ledger) {
    let game = table.game;
    let position = &mut table.state.position;
    let is_shared = match came {
        Came::Card(card, _) => game.deck.card(card).colour == Colour::Yellow,
        Came::Sale(_) => true,
        Came::Stage => false,
    };
    if coins > 1 && is_shared && position.city(seat).has(Power::SharedCoins) {
        // 7W-13.52: the partner gets as much, less one.
        if let Some(partner) = game.partner(seat) {
            ledger.gifts[partner.index()] += coins - 1;
        }
    }
    match effect.talent {
        None => {}
        // 7W-12.5: the neighbours get theirs from the bank.
        Some(Talent::Gift(gift)) => {
            for side in [Side::West, Side::East] {
                ledger.gifts[position.neighbour(seat, side).index()] += u16::from(gift);
            }
        }
        Some(Talent::Loss(loss)) => {
            let is_black = matches!(came, Came::Card(card, _) if game.deck.card(card).colour == Colour::Black);
            let harm = if is_black { Harm::Avertible } else { Harm::Certain };
            ledger.levies.push(Levy { by: seat, loss, of: game.cities(), harm });
        }
        // 7W-14.4: the Free City has neither leaders nor anybody to choose them.
        Some(Talent::Leaders(_) | Talent::Power(Power::ExtraLeader | Power::CopyLeader))
            if game.free_city() == Some(seat) => {}
        Some(Talent::Leaders(count)) => crate::rules::recruit::draw(table, seat, count),
        Some(Talent::Power(Power::FromDiscards)) => position.city_mut(seat).digs += 1,
        Some(Talent::Power(Power::ExtraLeader)) => position.city_mut(seat).recruits += 1,
        Some(Talent::Power(Power::CopyLeader)) => ledger.copies.insert(seat),
        // 7W-13.60: two defeats for a victory of the second age.
        Some(Talent::Power(Power::Amends)) if position.city(seat).defeats >= 2 => {
            let points = game.deck.numbers.victory[1];
            position.city_mut(seat).defeats -= 2;
            let purses = Purses::of(position);
            conflict::win(position, seat, points);
            table.tell(Event::Amended { seat, points });
            purses.tell_gains(table);
        }
        // 7W-13.61: a victory without a conflict, and later a defeat for each neighbour.
        Some(Talent::Raid(points)) => {
            let purses = Purses::of(position);
            conflict::win(position, seat, points);
            ledger.raids.insert(seat);
            table.tell(Event::Raided { seat, points });
            purses.tell_gains(table);
        }
        Some(_) => {}
    }
}

/// The bank pays coins, and one more where somebody makes it do so (7W-12.10). Returns how many it paid.
pub fn bank_pays(position: &mut Position, seat: Seat, coins: u16) -> u16 {
    let moment = position.moment() + 1;
    let city = position.city_mut(seat);
    let mut paid = coins;
    if coins > 0 && city.has(Power::BankBonus) && city.bank_paid != moment {
        city.bank_paid = moment;
        paid += 1;
    }
    city.coins += paid;
    paid
}
