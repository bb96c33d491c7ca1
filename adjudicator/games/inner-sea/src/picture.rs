//! What there is to see: discs, Cities, Wonders, Gold, and what of it has just changed. All of it lies open (IS-11.4).

use crate::event::{Cause, Event};
use crate::game::InnerSea;
use crate::pieces::{Area, Civ, Colour, FACTIONS, Faction, Wonder};
use crate::position::Position;
use crate::view::View;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::Game as _;
use tabellarius_kernel::picture::{self, Board, Count, Mark, Picture, Piece, Place, Side, Sign};

/// The picture of a view. The sides are the factions, those without a civilization too, so that a faction's number is its place.
pub fn picture(game: &InnerSea, view: &View, told: &[&Event]) -> Picture {
    let position = &view.position;
    let places = game.chart.in_play.iter().map(|area| place(game, position, area));
    Picture {
        board: Board::Map(places.filter(|place| !place.pieces.is_empty()).collect()),
        sides: sides(game, view),
        marks: told.iter().flat_map(|event| marks(position, event)).collect(),
    }
}

fn sides(game: &InnerSea, view: &View) -> Vec<Side> {
    let factions = || (0..FACTIONS as u8).map(Faction);
    let civ = |faction: Faction| view.position.civ(faction);
    let is_named = |faction: Faction| faction == Faction::BARBARIANS || civ(faction) != Civ::Barbarians;
    let name = |faction: Faction| {
        let seat = || faction.seat().map_or_else(|| civ(faction).to_string(), |seat| seat.to_string());
        if is_named(faction) { civ(faction).to_string() } else { seat() }
    };
    let names: Vec<_> = factions().map(name).collect();
    // Whoever has chosen no civilization yet takes no letter from one.
    let own = |id: &String| {
        if id.starts_with(Civ::KIND) { id.rsplit('/').next().unwrap_or_default().into() } else { "zyxwvu".into() }
    };
    let letters: Vec<String> = names.iter().map(own).collect();
    let letters = picture::letters(letters.iter().map(String::as_str));
    let one = |((faction, name), letter)| Side {
        name,
        letter,
        colour: colour(faction),
        is_reader: view.seat.map(Faction::of) == Some(faction),
        counts: counts(game, &view.position, faction),
    };
    factions().zip(names).zip(letters).map(one).collect()
}

fn counts(game: &InnerSea, position: &Position, faction: Faction) -> Vec<Count> {
    let discs = Count { what: "discs", n: i32::from(position.board.total(faction)) };
    let Some(seat) = faction.seat().filter(|seat| game.seats().contains(*seat)) else { return alloc::vec![discs] };
    let side = position.side(seat);
    alloc::vec![
        Count { what: "points", n: i32::from(side.vp) },
        Count { what: "cities", n: position.cities(&game.chart, seat).len() as i32 },
        discs,
        Count { what: "talents", n: i32::from(side.talents) },
    ]
}

fn colour(faction: Faction) -> picture::Colour {
    match faction.seat().and_then(|seat| Colour::ALL.get(seat.index())) {
        Some(Colour::Red) => picture::Colour::Red,
        Some(Colour::Green) => picture::Colour::Green,
        Some(Colour::Blue) => picture::Colour::Blue,
        Some(Colour::Purple) => picture::Colour::Purple,
        Some(Colour::Brown) => picture::Colour::Bronze,
        Some(Colour::Yellow) => picture::Colour::Yellow,
        None => picture::Colour::Black,
    }
}

fn place(game: &InnerSea, position: &Position, area: Area) -> Place {
    let there: Vec<_> = position.board.in_area(area).collect();
    let cities =
        |faction: Faction| faction.seat().is_some_and(|seat| position.cities(&game.chart, seat).contains(area));
    let mut pieces: Vec<Piece> = Vec::new();
    for (faction, discs, _) in there.iter().filter(|(_, discs, _)| *discs > 0) {
        let sign = if cities(*faction) { Sign::Citadel } else { Sign::Army };
        pieces.push(Piece::of(sign, faction.0, *discs));
    }
    pieces.extend(there.iter().filter(|(.., n)| *n > 0).map(|(faction, _, n)| Piece::of(Sign::Ally, faction.0, *n)));
    for wonder in (0..7).map(Wonder) {
        let work = position.work(wonder);
        if work.area == Some(area)
            && !work.destroyed
            && let Some(owner) = work.owner
        {
            pieces.push(Piece { name: Some(wonder.to_string()), ..Piece::of(Sign::Wonder, owner.0, 1) });
        }
    }
    pieces.extend(position.gold_in(area).map(|gold| Piece::of(Sign::Gold, gold.owner.0, gold.n)));
    Place {
        area: area.to_string(),
        owner: if let [(one, ..)] = there[..] { Some(one.0) } else { None },
        pieces,
        contested: position.board.contested().contains(area),
    }
}

fn marks(position: &Position, event: &Event) -> Vec<Mark> {
    let side = |civ: Civ| position.faction(civ).map(|faction| faction.0);
    let came = |civ: Civ, sign: Sign, n: u8, area: Area| Mark::Came { side: side(civ), sign, n, at: area.to_string() };
    let went = |civ: Civ, sign: Sign, n: u8, area: Area| Mark::Went { side: side(civ), sign, n, at: area.to_string() };
    match event {
        // Those that stood there before the first turn are no news.
        Event::Placed { cause: Cause::Setup, .. } => Vec::new(),
        Event::Placed { civ, heaps, .. } => {
            heaps.iter().map(|heap| came(*civ, Sign::Army, heap.n, heap.area)).collect()
        }
        Event::Allies { civ, heaps } => heaps.iter().map(|heap| came(*civ, Sign::Ally, heap.n, heap.area)).collect(),
        Event::Withdrawn { civ, heaps, .. } => {
            heaps.iter().map(|heap| went(*civ, Sign::Army, heap.n, heap.area)).collect()
        }
        Event::CalledAway { heaps } => {
            heaps.iter().map(|heap| went(Civ::Barbarians, Sign::Army, heap.n, heap.area)).collect()
        }
        Event::Removed { civ, area, n, .. } => alloc::vec![went(*civ, Sign::Army, *n, *area)],
        Event::Shifted { civ, areas, .. } => areas.iter().map(|area| went(*civ, Sign::Army, 1, *area)).collect(),
        Event::Built { civ, area, .. } | Event::WonderGiven { civ, area, .. } => {
            alloc::vec![came(*civ, Sign::Wonder, 1, *area)]
        }
        Event::GoldLooted { from, area, .. } => alloc::vec![went(*from, Sign::Gold, 1, *area)],
        Event::Competition { area, strengths } => {
            let sides = strengths.iter().filter_map(|(civ, _)| side(*civ)).collect();
            alloc::vec![Mark::Fought { at: area.to_string(), sides }]
        }
        _ => Vec::new(),
    }
}

/// Which areas touch which; those beyond a line that cuts the map count, since they are drawn too (IS-1.4).
pub fn neighbours(game: &InnerSea) -> Vec<(String, Vec<String>)> {
    let of = |area: Area| game.map.borders[area.index()].iter().map(|one| one.to_string()).collect();
    game.map.areas().map(|area| (area.to_string(), of(area))).collect()
}
