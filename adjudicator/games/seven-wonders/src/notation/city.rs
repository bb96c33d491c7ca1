//! What a line says of a city.

use super::{Words, wrong};
use crate::city::City;
use crate::deity::InPlay;
use crate::game::SevenWonders;
use crate::language::read::card;
use crate::language::term::Term;
use crate::position::State;
use crate::rules::scoring;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Game as _, Seat};

/// Sets one thing: `side B`, `2 stages`, `5 coins`, `3 victories`, `1 defeat`, `free used`, `1 dig`, or a structure.
pub(super) fn set(game: &SevenWonders, city: &mut City, w: &mut Words<'_>) -> Result<(), Amiss> {
    let mark = w.mark();
    if w.literal("side") {
        let side = w.one_of("side", &["a", "b"])?;
        if city.built.iter().next().is_some() || city.stages > 0 {
            return Err(wrong(w, mark, "the side comes before what is built on it"));
        }
        *city = City { coins: city.coins, ..City::new(&game.deck, city.wonder, u8::from(side == "b")) };
        return Ok(());
    }
    if w.literal("free used") {
        city.free_used = 0b11_1111;
        return Ok(());
    }
    if let Some(number) = w.number() {
        let what = w.one_of("thing to count", &COUNTED)?;
        let number = u16::try_from(number).ok().filter(|n| *n < 200);
        let Some(number) = number else { return Err(wrong(w, mark, "this number is too large")) };
        match what {
            "coins" | "coin" => city.coins = number,
            "victories" => {
                city.victories = number as u8;
                city.wins = city.wins.max(1);
            }
            "wins" => city.wins = number as u8,
            "debts" | "debt" => city.debts = number as u8,
            "doves" | "dove" => city.doves = number as u8,
            "recruits" => city.recruits = number as u8,
            "salvages" => city.salvages = number as u8,
            "token" => city.token = number as u8,
            "defeats" | "defeat" => city.defeats = number as u8,
            "dig" | "digs" => city.digs = number as u8,
            "stages" | "stage" => {
                while u16::from(city.stages) < number {
                    if city.next_stage(&game.deck).is_none() {
                        return Err(wrong(w, mark, "the wonder has fewer stages"));
                    }
                    city.add_stage(&game.deck);
                }
            }
            _ => return Err(wrong(w, mark, "this follows from what is built")),
        }
        return Ok(());
    }
    if let Some(deity) = w.take(super::parts::deity) {
        // `Ares in age 2`, in play.
        let age = if w.literal("of age") { w.need_number()? } else { 1 };
        let myth = InPlay { deity, age: (age.clamp(1, 3) - 1) as u8, note: 0 };
        let mut myths = city.myths;
        let Some(free) = myths.iter_mut().find(|one| one.is_none()) else {
            return Err(wrong(w, mark, "at most three myths are in play"));
        };
        *free = Some(myth);
        city.set_myths(&game.deck, myths);
        city.invoked += 1;
        return Ok(());
    }
    let card = w.need("structure", card)?;
    if city.built.contains(card) && city.doubles.contains(card) {
        return Err(wrong(w, mark, "the structure stands there twice already"));
    }
    city.add(&game.deck, card);
    Ok(())
}

const COUNTED: [&str; 32] = [
    "token",
    "salvages",
    "myths",
    "black",
    "wins",
    "debts",
    "debt",
    "doves",
    "dove",
    "recruits",
    "leaders",
    "coins",
    "coin",
    "victories",
    "defeats",
    "defeat",
    "stages",
    "stage",
    "shields",
    "shield",
    "dig",
    "digs",
    "cards",
    "points",
    "military",
    "treasury",
    "wonder",
    "civilian",
    "commercial",
    "science",
    "guilds",
    "structures",
];

/// Compares one thing. Besides what can be set: `no Altar`, `2 shields`, `23 points`, `13 science` and the other kinds of points.
pub(super) fn expect(game: &SevenWonders, state: &State, seat: Seat, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let city = state.position.city(seat);
    let name = |card| game.lexicon().name("en", Term::Card(card));
    if w.link(Link::Nothing) || w.link(Link::Not) {
        let card = w.need("structure", card)?;
        let came = format!("{} stands there", name(card));
        let differs = Differs { expected: format!("no {}", name(card)), came };
        return Ok(if city.built.contains(card) { alloc::vec![differs] } else { Vec::new() });
    }
    if let Some(deity) = w.take(super::parts::deity) {
        let _ = if w.literal("of age") { w.need_number()? } else { 0 };
        let came = if city.deities().any(|one| one == deity) { Vec::new() } else { alloc::vec![()] };
        let expected: String = game.lexicon().name("en", Term::Myth(deity)).into();
        return Ok(came
            .iter()
            .map(|()| Differs { expected: expected.clone(), came: print(game, city, "en") })
            .collect());
    }
    if w.literal("side") {
        let side = w.one_of("side", &["a", "b"])?;
        let own = if city.side == 0 { "a" } else { "b" };
        return Ok(super::differs(format!("side {side}"), format!("side {own}")));
    }
    if w.literal("free used") {
        return Ok(super::differs(
            "free used".into(),
            if city.free_used == 0 { "not used" } else { "free used" }.into(),
        ));
    }
    let below = if w.literal("minus") { -1 } else { 1 };
    if let Some(number) = w.number() {
        let score = scoring::score(game, &state.position, seat);
        let what = w.one_of("thing to count", &COUNTED)?;
        let own = match what {
            "coins" | "coin" => city.coins as i16,
            "victories" => i16::from(city.victories),
            "wins" => i16::from(city.wins),
            "debts" | "debt" => i16::from(city.debts),
            "doves" | "dove" => i16::from(city.doves),
            "recruits" => i16::from(city.recruits),
            "salvages" => i16::from(city.salvages),
            "token" => i16::from(city.token),
            "myths" => score.myths,
            "leaders" => score.leaders,
            "black" => score.black,
            "defeats" | "defeat" => i16::from(city.defeats),
            "stages" | "stage" => i16::from(city.stages),
            "shields" | "shield" => i16::from(city.shields),
            "dig" | "digs" => i16::from(city.digs),
            "cards" => state.hands[seat.index()].len() as i16,
            "structures" => city.cards().count() as i16,
            "military" => score.military,
            "treasury" => score.treasury,
            "wonder" => score.wonder,
            "civilian" => score.civilian,
            "commercial" => score.commercial,
            "science" => score.science,
            "guilds" => score.guilds,
            _ => score.total(),
        };
        return Ok(super::differs(format!("{} {what}", below * number as i16), format!("{own} {what}")));
    }
    let card = w.need("structure", card)?;
    let differs = Differs { expected: name(card).into(), came: print(game, city, "en") };
    Ok(if city.built.contains(card) { Vec::new() } else { alloc::vec![differs] })
}

/// A city as text.
pub(super) fn print(game: &SevenWonders, city: &City, language: &str) -> String {
    let mut parts = alloc::vec![format!("side {}", if city.side == 0 { "A" } else { "B" })];
    let empty = City::new(&game.deck, city.wonder, city.side);
    if city.stages > 0 {
        parts.push(format!("{} stages", city.stages));
    }
    if city.coins != empty.coins {
        parts.push(format!("{} coins", city.coins));
    }
    let counted = [
        (city.victories, "victories"),
        (city.wins, "wins"),
        (city.defeats, "defeats"),
        (city.debts, "debts"),
        (city.doves, "doves"),
        (city.digs, "digs"),
        (city.recruits, "recruits"),
        (city.salvages, "salvages"),
        (city.token, "token"),
    ];
    for (number, what) in counted {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    if city.free_used > 0 {
        parts.push("free used".into());
    }
    for myth in city.myths.iter().flatten() {
        parts.push(format!("{} of age {}", game.lexicon().name(language, Term::Myth(myth.deity)), myth.age + 1));
    }
    parts.extend(city.cards().map(|card| game.lexicon().name(language, Term::Card(card)).into()));
    parts.join(", ")
}
