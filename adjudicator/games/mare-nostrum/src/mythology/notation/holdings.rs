//! Everything that does not lie on the map: the stage, gods, krakens at and under the sea, what is copied or taken out.

use crate::common::language::read::{card, province, sea, seat, unit};
use crate::common::language::term::Term;
use crate::common::notation::shelf::{self, compare_seats, done, head, list, seats};
use crate::common::notation::{Words, each, small, wrong};
use crate::mythology::Mythology;
use crate::mythology::position::{Favour, Phase, State};
use crate::pieces::{Card, Creature, God, Province, Sea, Unit};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Game as _, Seat};

fn god(term: Term) -> Option<God> {
    if let Term::God(god) = term { Some(god) } else { None }
}

/// Reads a line of a section into a position.
pub fn set(game: &Mythology, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
    let position = &mut state.position;
    match section {
        "stage" => {
            let (phase, turn) = stage(w)?;
            position.phase = phase.unwrap_or(position.phase);
            position.turn = turn.unwrap_or(position.turn);
        }
        "points" => {
            let seat = head(w)?;
            position.points[seat.index()] = small(w)?.ok_or_else(|| w.slip("number"))?;
        }
        "lots" => position.lots = seats(w)?,
        "copies" => position.copied = if w.link(Link::Nothing) { None } else { Some(w.need("hero or wonder", card)?) },
        "removed" => position.removed = cards(w)?,
        "gods" => {
            let seat = head(w)?;
            each(w, |w| {
                let nobody = w.link(Link::Nothing);
                let god = w.need("god", god)?;
                let spent = w.literal("used");
                position.gods[god as usize] = (!nobody).then_some(Favour { seat, spent });
                Ok(())
            })?;
        }
        "krakens" => {
            let mark = w.mark();
            match deep(w)? {
                Deep::At(sea, number) => position.krakens[sea.index()] = number,
                Deep::Under(number) => position.dived = number,
                Deep::Ashes(number) => position.ashes = number,
                Deep::Hatched(province, number) => {
                    position.hatched.retain(|at| *at != province);
                    position.hatched.extend((0..number).map(|_| province));
                }
            }
            let most = game.core.board.pieces.unit(Unit::Creature);
            for creature in [Creature::Kraken, Creature::Phoenix] {
                let Some(seat) = game.breeder(creature) else { continue };
                if game.in_play(position, seat, Unit::Creature) > most {
                    return Err(wrong(w, mark, format!("there are only {most} of them")));
                }
            }
        }
        _ => return shelf::set(&mut state.position.ground, &mut state.hands, section, w),
    }
    done(w)
}

/// Compares a line of a section with a position.
pub fn expect(game: &Mythology, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let position = &state.position;
    let mut found = Vec::new();
    let mut compare = |is: bool, expected: String, came: String| {
        if !is {
            found.push(Differs { expected, came });
        }
    };
    let name = |card: Option<Card>| {
        card.map_or("nobody".into(), |card| game.core.term_name("en", Term::Card(card)).to_string())
    };
    match section {
        "stage" => {
            let (phase, turn) = stage(w)?;
            let is = phase.is_none_or(|phase| phase == position.phase) && turn.is_none_or(|turn| turn == position.turn);
            let expected = print_stage(phase.unwrap_or(position.phase), turn.unwrap_or(position.turn));
            compare(is, expected, game.stage(state).to_string());
        }
        "points" => {
            let seat = head(w)?;
            let number = small(w)?.ok_or_else(|| w.slip("number"))?;
            let there = position.points[seat.index()];
            compare(there == number, format!("{}: {number} points", game.core.seat_key_of(seat)), there.to_string());
        }
        "lots" => compare_seats(&game.core, &mut found, section, &position.lots, &seats(w)?),
        "copies" => {
            let wanted = if w.link(Link::Nothing) { None } else { Some(w.need("hero or wonder", card)?) };
            compare(position.copied == wanted, format!("copies: {}", name(wanted)), name(position.copied));
        }
        "removed" => {
            let wanted = cards(w)?;
            let came = || print(game, state, "removed", "en").join(", ");
            compare(wanted.iter().all(|card| position.removed.contains(card)), "removed: these".into(), came());
        }
        "gods" => {
            let seat = head(w)?;
            let came = print(game, state, "gods", "en").join("; ");
            each(w, |w| {
                let has = !w.link(Link::Nothing);
                let god = w.need("god", god)?;
                let spent = w.literal("used");
                let there = position.gods[god as usize] == Some(Favour { seat, spent });
                let mine = position.gods[god as usize].is_some_and(|favour| favour.seat == seat);
                let is = if has { there } else { !mine };
                compare(is, format!("{}: {}", game.core.seat_key_of(seat), god.key()), came.clone());
                Ok(())
            })?;
        }
        "krakens" => {
            let (wanted, there, what) = match deep(w)? {
                Deep::At(sea, n) => (n, position.krakens_in(sea), "krakens there"),
                Deep::Under(n) => (n, position.dived, "krakens under the sea"),
                Deep::Ashes(n) => (n, position.ashes, "phoenixes in ashes"),
                Deep::Hatched(at, n) => {
                    (n, position.hatched.iter().filter(|one| **one == at).count() as u8, "krakens built this turn")
                }
            };
            compare(wanted == there, format!("{wanted} {what}"), there.to_string());
        }
        _ => return shelf::expect(&game.core, position, &state.hands, section, w),
    }
    done(w).map(|()| found)
}

/// The lines of a section.
pub fn print(game: &Mythology, state: &State, section: &str, language: &str) -> Vec<String> {
    let position = &state.position;
    let name = |term: Term| game.core.term_name(language, term);
    match section {
        "stage" => alloc::vec![print_stage(position.phase, position.turn)],
        "points" => {
            let seats = game.core.board.seats();
            let some = seats.iter().filter(|seat| position.points[seat.index()] > 0);
            some.map(|seat| format!("{}: {}", game.core.seat_list(language, [seat]), position.points[seat.index()]))
                .collect()
        }
        "lots" => list(&game.core, language, &position.lots),
        "copies" => position.copied.map(|card| name(Term::Card(card)).to_string()).into_iter().collect(),
        "removed" => {
            let names: Vec<&str> = position.removed.iter().map(|card| name(Term::Card(*card))).collect();
            if names.is_empty() { Vec::new() } else { alloc::vec![names.join(", ")] }
        }
        "gods" => {
            let of = |seat: Seat| {
                let mine = God::ALL.iter().filter_map(move |god| {
                    position.gods[*god as usize].filter(|favour| favour.seat == seat).map(|favour| (*god, favour.spent))
                });
                let names: Vec<String> = mine
                    .map(|(god, spent)| format!("{}{}", name(Term::God(god)), if spent { " used" } else { "" }))
                    .collect();
                (!names.is_empty()).then(|| format!("{}: {}", name(Term::Seat(seat)), names.join(", ")))
            };
            game.core.board.seats().iter().filter_map(of).collect()
        }
        "krakens" => {
            let mut lines: Vec<String> = (0..)
                .map(Sea)
                .zip(&position.krakens)
                .filter(|(_, n)| **n > 0)
                .map(|(sea, n)| format!("{}: {n}", name(Term::Sea(sea))))
                .collect();
            let mut hatched = position.hatched.clone();
            hatched.sort();
            hatched.dedup();
            for province in hatched {
                let n = position.hatched.iter().filter(|at| **at == province).count();
                lines.push(format!("built {}: {n}", name(Term::Province(province))));
            }
            if position.dived > 0 {
                lines.push(format!("dived: {}", position.dived));
            }
            if position.ashes > 0 {
                lines.push(format!("ashes: {}", position.ashes));
            }
            lines
        }
        _ => shelf::print(&game.core, position, &state.hands, section, language),
    }
}

fn print_stage(phase: Phase, turn: u16) -> String {
    match phase {
        Phase::Setup(round) => format!("{} {round}, turn {turn}", phase.key()),
        _ => format!("{}, turn {turn}", phase.key()),
    }
}

fn cards(w: &mut Words<'_>) -> Result<Vec<Card>, Amiss> {
    let mut cards = Vec::new();
    if !w.link(Link::Nothing) {
        each(w, |w| {
            cards.push(w.need("hero or wonder", card)?);
            Ok(())
        })?;
    }
    cards.sort();
    Ok(cards)
}

/// What a line can say of krakens and phoenixes that do not stand in a province.
enum Deep {
    At(Sea, u8),
    Under(u8),
    Ashes(u8),
    Hatched(Province, u8),
}

/// `Mare Ionium: 2`, `dived: 1`, `ashes: 1`, `built Poseidonis: 1`
fn deep(w: &mut Words<'_>) -> Result<Deep, Amiss> {
    let number = |w: &mut Words<'_>| {
        w.link(Link::Colon);
        let n = if w.link(Link::Nothing) { 0 } else { small(w)?.ok_or_else(|| w.slip("number"))? };
        w.take(unit);
        w.take(seat);
        Ok::<u8, Amiss>(n)
    };
    if w.literal("dived") {
        return number(w).map(Deep::Under);
    }
    if w.literal("ashes") {
        return number(w).map(Deep::Ashes);
    }
    if w.literal("built") {
        let at = w.need("province", province)?;
        return number(w).map(|n| Deep::Hatched(at, n));
    }
    let at = w.need("sea", sea)?;
    number(w).map(|n| Deep::At(at, n))
}

/// `military, turn 3`, `turn 3, commerce`, `set-up 2`
fn stage(w: &mut Words<'_>) -> Result<(Option<Phase>, Option<u16>), Amiss> {
    let (mut phase, mut turn) = (None, None);
    each(w, |w| {
        if w.link(Link::Turn) {
            turn = Some(small(w)?.map(u16::from).ok_or_else(|| w.slip("number"))?);
            return Ok(());
        }
        phase =
            Some(match w.one_of("phase", &["commerce", "offering", "building", "military", "set up", "setup"])? {
                "commerce" => Phase::Commerce,
                "offering" => Phase::Offering,
                "building" => Phase::Building,
                "military" => Phase::Military,
                _ => Phase::Setup(small(w)?.unwrap_or(0).min(5)),
            });
        Ok(())
    })?;
    Ok((phase, turn))
}
