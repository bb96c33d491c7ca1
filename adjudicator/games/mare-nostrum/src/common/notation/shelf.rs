//! What lies beside the board: heroes and wonders, hands, the bank, the stock, roles, winners.

use super::{Words, each, small, wrong};
use crate::common::Core;
use crate::common::ground::Ground;
use crate::common::language::read::{building, card, good, role, seat};
use crate::common::language::term::{Term, Word};
use crate::pieces::{Building, Cards, Good, Role};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Seat};

/// The most cards of one kind in all hands and the bank together, far above any printed game.
pub const MOST_CARDS: u32 = 200;

/// Reads a line of a section into a position.
pub fn set(ground: &mut Ground, hands: &mut [Cards], section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
    match section {
        "cards" => {
            let seat = head(w)?;
            each(w, |w| {
                let nobody = w.link(Link::Nothing);
                let card = w.need("hero or wonder", card)?;
                ground.owners[card as usize] = if nobody { None } else { Some(seat) };
                Ok(())
            })
        }
        "hands" => {
            let seat = head(w)?;
            let mark = w.mark();
            let (cards, _) = hand(w)?;
            let hand_of = &mut hands[seat.index()];
            ground.bank.put(hand_of);
            *hand_of = Cards::NONE;
            if !ground.bank.covers(&cards) {
                let short = cards.iter().find(|(good, n)| ground.bank.count(*good) < *n);
                let name = short.map_or("", |(good, _)| good.key());
                return Err(wrong(w, mark, format!("the bank has too few cards of '{name}' for this")));
            }
            ground.bank.remove(&cards);
            hand_of.put(&cards);
            done(w)
        }
        "bank" => each(w, |w| {
            let mark = w.mark();
            let (number, good) = some(w, "good", good)?;
            let held: u32 = hands.iter().map(|hand| u32::from(hand.count(good))).sum();
            if held + u32::from(number) > MOST_CARDS {
                return Err(wrong(w, mark, format!("with the hands these are {}", held + u32::from(number))));
            }
            ground.bank.take(good, u8::MAX);
            ground.bank.add(good, number);
            Ok(())
        }),
        "stock" => each(w, |w| {
            let (number, building) = some(w, "building", building)?;
            ground.stock[building as usize] = number;
            Ok(())
        }),
        "roles" => {
            let role = w.need("role", role)?;
            w.link(Link::Colon);
            ground.roles[role as usize] = seats(w)?.first().copied();
            done(w)
        }
        "winners" => {
            ground.winners = seats(w)?;
            done(w)
        }
        _ => Err(wrong(w, 0, format!("there is no section '{section}'"))),
    }
}

/// Compares a line of a section with a position.
pub fn expect(
    game: &Core,
    ground: &Ground,
    hands: &[Cards],
    section: &str,
    w: &mut Words<'_>,
) -> Result<Vec<Differs>, Amiss> {
    let mut found = Vec::new();
    let mut compare = |is: bool, expected: String, came: String| {
        if !is {
            found.push(Differs { expected, came });
        }
    };
    match section {
        "cards" => {
            let seat = head(w)?;
            let name = game.seat_key_of(seat);
            let came = print_cards(game, ground, seat, "en");
            each(w, |w| {
                let has = !w.link(Link::Nothing);
                if let Some(number) = small(w)? {
                    w.take(|term| matches!(term, Term::Word(Word::Hero | Word::Wonder | Word::Cards)).then_some(()));
                    let is = ground.cards_of(seat).count() == usize::from(number);
                    compare(is, format!("{name}: {number} heroes and wonders"), came.clone());
                    return Ok(());
                }
                let card = w.need("hero or wonder", card)?;
                let no = if has { "" } else { "no " };
                let what = format!("{name}: {no}{}", game.term_name("en", Term::Card(card)));
                compare(ground.owns(seat, card) == has, what, came.clone());
                Ok(())
            })?;
        }
        "hands" => {
            let seat = head(w)?;
            let name = game.seat_key_of(seat);
            let held = &hands[seat.index()];
            let came = format!("{} ({} cards)", print_hand(game, held, "en"), held.len());
            let mark = w.mark();
            if let (Some(number), Some(())) =
                (small(w)?, w.take(|term| (term == Term::Word(Word::Cards)).then_some(())))
            {
                compare(held.len() == usize::from(number), format!("{name}: {number} cards"), came);
            } else {
                w.back(mark);
                let (cards, more) = hand(w)?;
                let is = if more { held.covers(&cards) } else { *held == cards };
                compare(is, format!("{name}: {}", print_hand(game, &cards, "en")), came);
            }
        }
        "bank" => each(w, |w| {
            let (number, good) = some(w, "good", good)?;
            let name = game.term_name("en", Term::Good(good));
            let there = ground.bank.count(good);
            compare(there == number, format!("bank: {number} {name}"), format!("{there} {name}"));
            Ok(())
        })?,
        "stock" => each(w, |w| {
            let (number, building) = some(w, "building", building)?;
            let name = game.term_name("en", Term::Building(building));
            let there = ground.stock[building as usize];
            compare(there == number, format!("stock: {number} {name}"), format!("{there} {name}"));
            Ok(())
        })?,
        "roles" => {
            let role = w.need("role", role)?;
            w.link(Link::Colon);
            let holder = seats(w)?.first().copied();
            let name = |seat: Option<Seat>| seat.map_or("nobody", |seat| game.seat_key_of(seat)).to_string();
            let what = format!("{}: {}", game.term_name("en", Term::Role(role)), name(holder));
            compare(ground.role(role) == holder, what, name(ground.role(role)));
        }
        "winners" => {
            let wanted = seats(w)?;
            compare_seats(game, &mut found, section, &ground.winners, &wanted);
        }
        _ => return Err(wrong(w, 0, format!("there is no section '{section}'"))),
    }
    done(w).map(|()| found)
}

/// Notes a list of seats that is not as expected.
pub fn compare_seats(game: &Core, found: &mut Vec<Differs>, section: &str, list: &[Seat], wanted: &[Seat]) {
    if list != wanted {
        let text = |seats: &[Seat]| game.seat_list("en", seats.iter().copied());
        found.push(Differs { expected: format!("{section}: {}", text(wanted)), came: text(list) });
    }
}

/// The lines of a section.
pub fn print(game: &Core, ground: &Ground, hands: &[Cards], section: &str, language: &str) -> Vec<String> {
    let all = || game.board.seats().iter();
    let named = |seat: Seat, what: String| format!("{}: {what}", game.term_name(language, Term::Seat(seat)));
    match section {
        "cards" => all()
            .filter(|seat| ground.cards_of(*seat).next().is_some())
            .map(|seat| named(seat, print_cards(game, ground, seat, language)))
            .collect(),
        "hands" => all()
            .filter(|seat| !hands[seat.index()].is_empty())
            .map(|seat| named(seat, print_hand(game, &hands[seat.index()], language)))
            .collect(),
        "bank" => {
            let kind = |good: &Good| game.counted(language, ground.bank.count(*good), Term::Good(*good));
            alloc::vec![game.board.goods.iter().map(kind).collect::<Vec<_>>().join(", ")]
        }
        "stock" => {
            let kind = |of: &Building| game.counted(language, ground.stock[*of as usize], Term::Building(*of));
            alloc::vec![Building::ALL.iter().map(kind).collect::<Vec<_>>().join(", ")]
        }
        "roles" => {
            let held = |role: &Role| {
                let holder = ground.role(*role)?;
                Some(format!("{}: {}", game.term_name(language, Term::Role(*role)), game.seat_list(language, [holder])))
            };
            game.board.roles.iter().filter_map(held).collect()
        }
        "winners" => list(game, language, &ground.winners),
        _ => Vec::new(),
    }
}

/// Seats on one line; no line, if there is none.
pub fn list(game: &Core, language: &str, seats: &[Seat]) -> Vec<String> {
    if seats.is_empty() { Vec::new() } else { alloc::vec![game.seat_list(language, seats.iter().copied())] }
}

fn print_cards(game: &Core, ground: &Ground, seat: Seat, language: &str) -> String {
    let names: Vec<&str> = ground.cards_of(seat).map(|card| game.term_name(language, Term::Card(card))).collect();
    if names.is_empty() { "no heroes or wonders".into() } else { names.join(", ") }
}

/// A heap of cards.
pub fn print_hand(game: &Core, cards: &Cards, language: &str) -> String {
    let kinds: Vec<String> = cards.iter().map(|(good, n)| game.counted(language, n, Term::Good(good))).collect();
    if kinds.is_empty() { game.term_name(language, Term::Link(Link::Nothing)).into() } else { kinds.join(", ") }
}

/// The seat a line speaks of.
pub fn head(w: &mut Words<'_>) -> Result<Seat, Amiss> {
    let seat = w.need("civilization", seat)?;
    w.link(Link::Colon);
    Ok(seat)
}

/// Nothing may follow.
pub fn done(w: &Words<'_>) -> Result<(), Amiss> {
    if w.is_done() { Ok(()) } else { Err(w.slip("the end of the line").into()) }
}

/// `3 tax`, `no gold`, `gold`
pub fn some<R: PartialEq>(
    w: &mut Words<'_>,
    what: &'static str,
    want: impl Fn(Term) -> Option<R>,
) -> Result<(u8, R), Amiss> {
    let number = if w.link(Link::Nothing) { 0 } else { small(w)?.unwrap_or(1) };
    w.link(Link::Times);
    Ok((number, w.need(what, want)?))
}

/// `3 tax, 2 grain`, `nothing`, `2 tax and more`
pub fn hand(w: &mut Words<'_>) -> Result<(Cards, bool), Amiss> {
    let mut cards = Cards::NONE;
    let mut more = false;
    let mark = w.mark();
    if w.link(Link::Nothing) && w.is_done() {
        return Ok((cards, false));
    }
    w.back(mark);
    each(w, |w| {
        if w.link(Link::More) {
            more = true;
            return Ok(());
        }
        let mark = w.mark();
        let (number, good) = some(w, "good", good)?;
        if cards.count(good).saturating_add(number) > 99 {
            return Err(wrong(w, mark, "these are too many cards"));
        }
        cards.add(good, number);
        Ok(())
    })?;
    Ok((cards, more))
}

/// `Rome, Greece`, `nobody`
pub fn seats(w: &mut Words<'_>) -> Result<Vec<Seat>, Amiss> {
    let mut all = Vec::new();
    if w.literal("nobody") || w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        let mark = w.mark();
        let seat = w.need("civilization", seat)?;
        if all.contains(&seat) {
            return Err(wrong(w, mark, "this civilization is named twice"));
        }
        all.push(seat);
        Ok(())
    })?;
    Ok(all)
}
