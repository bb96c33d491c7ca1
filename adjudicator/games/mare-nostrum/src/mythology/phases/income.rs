//! Income (MY-3.2).

use crate::base::income::{self, Artemis, share_out};
use crate::mythology::Mythology;
use crate::mythology::Table;
use crate::mythology::event::Event;
use crate::mythology::position::{Position, SIDES, Site};
use crate::pieces::{Card, Cards, Good, Role};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Play, Seat};

/// What every side is owed by its buildings (MY-3.2 to MY-3.2.5), without Circe's legions.
pub fn due(game: &Mythology, position: &Position) -> [Cards; SIDES] {
    income::due(&game.core.board, position)
}

/// What Circe's legions yield: each stands for a caravan on a free site of a province of the player's own, the rarest good first; a
/// market doubles it (MY-3.2.9).
pub fn circe(game: &Mythology, position: &Position, seat: Seat) -> Cards {
    let mut cards = Cards::NONE;
    if !position.has(seat, Card::Circe) {
        return cards;
    }
    for (province, area) in position.provinces().filter(|(_, area)| area.owner == Some(seat)) {
        let goods = (0..).zip(&game.core.board.land(province).goods).filter(|(n, _)| !area.has(Site::Caravan(*n)));
        let mut free: Vec<Good> = goods.map(|(_, good)| *good).collect();
        free.sort_by_key(|good| game.core.board.bank.count(*good));
        let doubled = area.has(Site::Market) && area.holder(Site::Market) == Some(seat);
        for good in free.into_iter().take(usize::from(area.legions[seat.index()])) {
            cards.add(good, if doubled { 2 } else { 1 });
        }
    }
    cards
}

/// Pays the income out of the bank; says what everybody produces.
pub fn collect(t: &mut Table<'_>) -> [Cards; SIDES] {
    let game = t.game;
    let mut due = due(game, &t.state.position);
    for seat in game.core.seats.iter() {
        let cards = circe(game, &t.state.position, seat);
        if !cards.is_empty() {
            due[seat.index()].put(&cards);
            t.tell(Event::CirceCollects { seat, cards });
        }
    }
    let produced = due;
    let director = t.state.position.role(Role::Director).unwrap_or(Seat(0));
    if let Some(owner) = t.state.position.owner_of(Card::Colossus) {
        due[owner.index()].add(Good::Tax, 1); // MY-3.2.7
    }
    let state = &mut t.state;
    let got = share_out(&game.core, &mut state.position.ground.bank, &mut state.hands, &mut due, director);
    for seat in game.core.seats.iter() {
        t.tell(Event::Income { seat, cards: got[seat.index()] });
        if t.state.position.owns(seat, Card::Colossus) && due[seat.index()].count(Good::Tax) == 0 {
            t.tell(Event::ExtraTax { seat, card: Card::Colossus });
        }
        for (good, missing) in due[seat.index()].iter() {
            t.tell(Event::BankShort { seat, good, missing });
        }
    }
    produced
}

/// The owner of the Temple of Artemis takes one more good of his choice (MY-3.2.8).
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

/// What a province yields to whoever holds it, the rarest first: what Nebuchadnezzar may take for a temple or market (MY-5.6.4).
pub fn yields(game: &Mythology, position: &Position, province: crate::pieces::Province) -> Vec<Good> {
    let area = position.area(province);
    let goods = &game.core.board.land(province).goods;
    let mut all: Vec<Good> = area
        .sites()
        .filter_map(|site| match site {
            Site::City(_) => Some(Good::Tax),
            Site::Caravan(n) => goods.get(usize::from(n)).copied(),
            _ => None,
        })
        .filter(|good| position.bank.count(*good) > 0)
        .collect();
    all.sort_by_key(|good| (*good == Good::Tax, game.core.board.bank.count(*good), Reverse(*good)));
    all
}
