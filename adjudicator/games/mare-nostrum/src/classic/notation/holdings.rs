//! Everything that does not lie on the map: the stage, heroes and wonders, hands, bank, stock, roles, points, lots, winners.

use super::{Words, each, small, wrong};
use crate::classic::Classic;
use crate::classic::language::read::{building, card, good, role, seat};
use crate::classic::language::term::{Term, Word};
use crate::classic::position::{Phase, State};
use crate::pieces::{Building, Cards, Good, Role};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Game as _, Seat};

/// The most cards of one kind in all hands and the bank together, far above any printed game.
const MOST_CARDS: u32 = 200;

/// Reads a line of a section into a position.
pub fn set(state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
    match section {
        "stage" => {
            let (phase, turn) = stage(w)?;
            state.position.phase = phase.unwrap_or(state.position.phase);
            state.position.turn = turn.unwrap_or(state.position.turn);
            done(w)
        }
        "cards" => {
            let seat = head(w)?;
            each(w, |w| {
                let nobody = w.link(Link::Nothing);
                let card = w.need("hero or wonder", card)?;
                state.position.owners[card as usize] = if nobody { None } else { Some(seat) };
                Ok(())
            })
        }
        "hands" => {
            let seat = head(w)?;
            let mark = w.mark();
            let (cards, _) = hand(w)?;
            let old = *state.hand(seat);
            state.pay(seat, &old);
            if !state.position.bank.covers(&cards) {
                let short = cards.iter().find(|(good, n)| state.position.bank.count(*good) < *n);
                let name = short.map_or("", |(good, _)| good.key());
                return Err(wrong(w, mark, format!("the bank has too few cards of '{name}' for this")));
            }
            state.position.bank.remove(&cards);
            state.hand_mut(seat).put(&cards);
            done(w)
        }
        "bank" => each(w, |w| {
            let mark = w.mark();
            let (number, good) = some(w, "good", good)?;
            let held: u32 = state.hands.iter().map(|hand| u32::from(hand.count(good))).sum();
            if held + u32::from(number) > MOST_CARDS {
                return Err(wrong(w, mark, format!("with the hands these are {}", held + u32::from(number))));
            }
            state.position.bank.take(good, u8::MAX);
            state.position.bank.add(good, number);
            Ok(())
        }),
        "stock" => each(w, |w| {
            let (number, building) = some(w, "building", building)?;
            state.position.stock[building as usize] = number;
            Ok(())
        }),
        "roles" => {
            let role = w.need("role", role)?;
            w.link(Link::Colon);
            state.position.roles[role as usize] = seats(w)?.first().copied();
            done(w)
        }
        "points" => {
            let seat = head(w)?;
            state.position.points[seat.index()] = small(w)?.ok_or_else(|| w.slip("number"))?;
            done(w)
        }
        "lots" => {
            state.position.lots = seats(w)?;
            done(w)
        }
        "winners" => {
            state.position.winners = seats(w)?;
            done(w)
        }
        _ => Err(wrong(w, 0, format!("there is no section '{section}'"))),
    }
}

/// Compares a line of a section with a position.
pub fn expect(game: &Classic, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let position = &state.position;
    let mut found = Vec::new();
    let mut compare = |is: bool, expected: String, came: String| {
        if !is {
            found.push(Differs { expected, came });
        }
    };
    match section {
        "stage" => {
            let (phase, turn) = stage(w)?;
            let is = phase.is_none_or(|phase| phase == position.phase) && turn.is_none_or(|turn| turn == position.turn);
            let wanted = print_stage(phase.unwrap_or(position.phase), turn.unwrap_or(position.turn));
            compare(is, wanted, game.stage(state));
        }
        "cards" => {
            let seat = head(w)?;
            let name = game.seat_key_of(seat);
            let came = print_cards(game, state, seat, "en");
            each(w, |w| {
                let has = !w.link(Link::Nothing);
                if let Some(number) = small(w)? {
                    w.take(|term| matches!(term, Term::Word(Word::Hero | Word::Wonder | Word::Cards)).then_some(()));
                    let is = position.cards_of(seat).count() == usize::from(number);
                    compare(is, format!("{name}: {number} heroes and wonders"), came.clone());
                    return Ok(());
                }
                let card = w.need("hero or wonder", card)?;
                let no = if has { "" } else { "no " };
                let what = format!("{name}: {no}{}", game.name("en", Term::Card(card)));
                compare(position.owns(seat, card) == has, what, came.clone());
                Ok(())
            })?;
        }
        "hands" => {
            let seat = head(w)?;
            let name = game.seat_key_of(seat);
            let held = state.hand(seat);
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
            let name = game.name("en", Term::Good(good));
            let there = position.bank.count(good);
            compare(there == number, format!("bank: {number} {name}"), format!("{there} {name}"));
            Ok(())
        })?,
        "stock" => each(w, |w| {
            let (number, building) = some(w, "building", building)?;
            let name = game.name("en", Term::Building(building));
            let there = position.stock[building as usize];
            compare(there == number, format!("stock: {number} {name}"), format!("{there} {name}"));
            Ok(())
        })?,
        "roles" => {
            let role = w.need("role", role)?;
            w.link(Link::Colon);
            let holder = seats(w)?.first().copied();
            let name = |seat: Option<Seat>| seat.map_or("nobody", |seat| game.seat_key_of(seat)).to_string();
            let what = format!("{}: {}", game.name("en", Term::Role(role)), name(holder));
            compare(position.role(role) == holder, what, name(position.role(role)));
        }
        "points" => {
            let seat = head(w)?;
            let number = small(w)?.ok_or_else(|| w.slip("number"))?;
            let there = position.points[seat.index()];
            compare(there == number, format!("{}: {number} points", game.seat_key_of(seat)), there.to_string());
        }
        "lots" | "winners" => {
            let list = if section == "lots" { &position.lots } else { &position.winners };
            let wanted = seats(w)?;
            let text = |seats: &[Seat]| game.seat_list("en", seats.iter().copied());
            compare(*list == wanted, format!("{section}: {}", text(&wanted)), text(list));
        }
        _ => return Err(wrong(w, 0, format!("there is no section '{section}'"))),
    }
    done(w).map(|()| found)
}

/// The lines of a section.
pub fn print(game: &Classic, state: &State, section: &str, language: &str) -> Vec<String> {
    let position = &state.position;
    let all = || game.board.seats().iter();
    let named = |seat: Seat, what: String| format!("{}: {what}", game.name(language, Term::Seat(seat)));
    match section {
        "stage" => alloc::vec![print_stage(position.phase, position.turn)],
        "cards" => all()
            .filter(|seat| position.cards_of(*seat).next().is_some())
            .map(|seat| named(seat, print_cards(game, state, seat, language)))
            .collect(),
        "hands" => all()
            .filter(|seat| !state.hand(*seat).is_empty())
            .map(|seat| named(seat, print_hand(game, state.hand(seat), language)))
            .collect(),
        "bank" => {
            let kind = |good: &Good| game.counted(language, position.bank.count(*good), Term::Good(*good));
            alloc::vec![Good::ALL.iter().map(kind).collect::<Vec<_>>().join(", ")]
        }
        "stock" => {
            let kind = |of: &Building| game.counted(language, position.stock[*of as usize], Term::Building(*of));
            alloc::vec![Building::ALL.iter().map(kind).collect::<Vec<_>>().join(", ")]
        }
        "roles" => {
            let held = |role: &Role| {
                let holder = position.role(*role)?;
                Some(format!("{}: {}", game.name(language, Term::Role(*role)), game.seat_list(language, [holder])))
            };
            Role::ALL.iter().filter_map(held).collect()
        }
        "points" => all()
            .filter(|seat| position.points[seat.index()] > 0)
            .map(|seat| named(seat, position.points[seat.index()].to_string()))
            .collect(),
        "lots" => list(game, language, &position.lots),
        "winners" => list(game, language, &position.winners),
        _ => Vec::new(),
    }
}

fn list(game: &Classic, language: &str, seats: &[Seat]) -> Vec<String> {
    if seats.is_empty() { Vec::new() } else { alloc::vec![game.seat_list(language, seats.iter().copied())] }
}

fn print_stage(phase: Phase, turn: u16) -> String {
    match phase {
        Phase::Setup(round) => format!("{} {round}, turn {turn}", phase.key()),
        _ => format!("{}, turn {turn}", phase.key()),
    }
}

fn print_cards(game: &Classic, state: &State, seat: Seat, language: &str) -> String {
    let names: Vec<&str> = state.position.cards_of(seat).map(|card| game.name(language, Term::Card(card))).collect();
    if names.is_empty() { "no heroes or wonders".into() } else { names.join(", ") }
}

fn print_hand(game: &Classic, cards: &Cards, language: &str) -> String {
    let kinds: Vec<String> = cards.iter().map(|(good, n)| game.counted(language, n, Term::Good(good))).collect();
    if kinds.is_empty() { game.name(language, Term::Link(Link::Nothing)).into() } else { kinds.join(", ") }
}

fn head(w: &mut Words<'_>) -> Result<Seat, Amiss> {
    let seat = w.need("civilization", seat)?;
    w.link(Link::Colon);
    Ok(seat)
}

fn done(w: &Words<'_>) -> Result<(), Amiss> {
    if w.is_done() { Ok(()) } else { Err(w.slip("the end of the line").into()) }
}

/// `military, turn 3`, `turn 3, commerce`, `set-up 2`
fn stage(w: &mut Words<'_>) -> Result<(Option<Phase>, Option<u16>), Amiss> {
    let (mut phase, mut turn) = (None, None);
    each(w, |w| {
        if w.link(Link::Turn) {
            turn = Some(small(w)?.map(u16::from).ok_or_else(|| w.slip("number"))?);
            return Ok(());
        }
        phase = Some(match w.one_of("phase", &["commerce", "building", "military", "set up", "setup"])? {
            "commerce" => Phase::Commerce,
            "building" => Phase::Building,
            "military" => Phase::Military,
            _ => Phase::Setup(small(w)?.unwrap_or(0).min(4)),
        });
        Ok(())
    })?;
    Ok((phase, turn))
}

/// `3 tax`, `no gold`, `gold`
fn some<R: PartialEq>(
    w: &mut Words<'_>,
    what: &'static str,
    want: impl Fn(Term) -> Option<R>,
) -> Result<(u8, R), Amiss> {
    let number = if w.link(Link::Nothing) { 0 } else { small(w)?.unwrap_or(1) };
    w.link(Link::Times);
    Ok((number, w.need(what, want)?))
}

/// `3 tax, 2 grain`, `nothing`, `2 tax and more`
fn hand(w: &mut Words<'_>) -> Result<(Cards, bool), Amiss> {
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
fn seats(w: &mut Words<'_>) -> Result<Vec<Seat>, Amiss> {
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
