//! What there is to see on the boards of this family. Everything on the ground lies open.

use super::Core;
use super::ground::{Area, Ground, Place, Site};
use super::orders::Item;
use crate::board::Board;
use crate::pieces::{Building, Province, Sea, Unit};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use tabellarius_kernel::picture::{self, Colour, Count, Mark, Picture, Piece, Sign};

/// The picture of a ground. The sides are the civilizations of the board, played or neutral, by their seats.
pub fn picture(core: &Core, ground: &Ground, reader: Option<Seat>, hands: &[u8], marks: Vec<Mark>) -> Picture {
    let lands = ground.provinces().map(|(province, area)| land(core, province, area));
    let seas = (0..).map(Sea).zip(&ground.fleets).map(|(sea, ships)| picture::Place {
        area: sea.to_string(),
        owner: None,
        pieces: each(ships, Sign::Fleet).collect(),
        contested: ships.iter().filter(|n| **n > 0).count() > 1,
    });
    Picture {
        board: picture::Board::Map(lands.chain(seas).filter(|place| !is_bare(place)).collect()),
        sides: sides(core, ground, reader, hands),
        marks,
    }
}

fn is_bare(place: &picture::Place) -> bool {
    place.owner.is_none() && place.pieces.is_empty()
}

fn sides(core: &Core, ground: &Ground, reader: Option<Seat>, hands: &[u8]) -> Vec<picture::Side> {
    let letters = picture::letters(core.board.civilizations.iter().map(|civ| civ.name.as_str()));
    let one = |(seat, letter): (Seat, char)| {
        let mut counts = alloc::vec![
            Count { what: "cards", n: ground.cards_of(seat).count() as i32 },
            Count { what: "provinces", n: i32::from(ground.markers(seat)) },
        ];
        let troops: u8 = [Unit::Legion, Unit::Creature].iter().map(|unit| ground.units(seat, *unit)).sum();
        counts.push(Count { what: "legions", n: i32::from(troops) });
        if let Some(hand) = hands.get(seat.index()) {
            counts.push(Count { what: "hand", n: i32::from(*hand) });
        }
        picture::Side {
            name: seat.to_string(),
            letter,
            colour: colour(&core.board, seat),
            is_reader: reader == Some(seat),
            counts,
        }
    };
    core.board.seats().iter().zip(letters).map(one).collect()
}

/// The colour of a civilization's pieces, as near as there is one that everybody can tell from the others.
fn colour(board: &Board, seat: Seat) -> Colour {
    match board.civilization(seat).colour.as_str() {
        "violet" => Colour::Purple,
        named => {
            let spare = Colour::ALL.get(seat.index()).copied().unwrap_or(Colour::White);
            Colour::from_key(named).unwrap_or(spare)
        }
    }
}

/// So many pieces of each side.
fn each(counts: &[u8], sign: Sign) -> impl Iterator<Item = Piece> {
    (0u8..).zip(counts).filter(|(_, n)| **n > 0).map(move |(side, n)| Piece::of(sign, side, *n))
}

fn land(core: &Core, province: Province, area: &Area) -> picture::Place {
    let mut pieces: Vec<Piece> = each(&area.legions, Sign::Army).collect();
    pieces.sort_by_key(|piece| piece.side != area.owner.map(|owner| owner.0));
    pieces.extend(each(&area.creatures, Sign::Creature));
    pieces.extend(each(&area.fortresses, Sign::Fortress));
    for (building, sign) in
        [(Building::City, Sign::City), (Building::Temple, Sign::Temple), (Building::Market, Sign::Market)]
    {
        let held =
            area.sites().filter(|site| site.building() == building).filter_map(|site| area.occupier(site)).next();
        match area.count(building) {
            0 => {}
            n => pieces.push(Piece { side: held.map(|seat| seat.0), ..Piece::on_ground(sign, n) }),
        }
    }
    let goods = &core.board.land(province).goods;
    let caravans = area.sites().filter_map(|site| if let Site::Caravan(n) = site { Some((site, n)) } else { None });
    pieces.extend(caravans.map(|(site, n)| Piece {
        sign: Sign::Caravan,
        side: area.occupier(site).map(|seat| seat.0),
        n: 1,
        name: goods.get(usize::from(n)).map(ToString::to_string),
    }));
    pieces.extend(each(&area.docked, Sign::Fleet));
    picture::Place {
        area: province.to_string(),
        owner: area.owner.map(|seat| seat.0),
        pieces,
        contested: area.at_war(),
    }
}

/// Something bought or given has come.
pub fn came(seat: Seat, item: Item) -> Option<Mark> {
    let (sign, at) = match item {
        Item::Influence { province } => (Sign::Marker, province.to_string()),
        Item::Building { province, site } => (building(site), province.to_string()),
        Item::Unit { province, unit } => (unit_sign(unit), province.to_string()),
        Item::Ship { sea } => (Sign::Fleet, sea.to_string()),
        Item::Card { .. } => return None,
    };
    let side = (!matches!(item, Item::Building { .. })).then_some(seat.0);
    Some(Mark::Came { side, sign, n: 1, at })
}

/// How a building is drawn.
pub fn building(site: Site) -> Sign {
    match site.building() {
        Building::City => Sign::City,
        Building::Caravan => Sign::Caravan,
        Building::Market => Sign::Market,
        Building::Temple => Sign::Temple,
    }
}

fn unit_sign(unit: Unit) -> Sign {
    match unit {
        Unit::Legion => Sign::Army,
        Unit::Fortress => Sign::Fortress,
        Unit::Trireme => Sign::Fleet,
        Unit::Creature => Sign::Creature,
    }
}

/// A move.
pub fn moved(seat: Seat, sign: Sign, n: u8, from: Place, to: Place) -> Mark {
    Mark::Moved { side: seat.0, sign, n, from: from.id(), to: to.id() }
}

/// A battle.
pub fn fought(place: Place, one: Seat, other: Seat) -> Mark {
    Mark::Fought { at: place.id(), sides: alloc::vec![one.0, other.0] }
}

/// A building that was destroyed.
pub fn razed(province: Province, site: Site) -> Mark {
    Mark::Went { side: None, sign: building(site), n: 1, at: province.to_string() }
}

/// A marker that came to somebody.
pub fn settled(seat: Seat, province: Province) -> Mark {
    Mark::Came { side: Some(seat.0), sign: Sign::Marker, n: 1, at: province.to_string() }
}

/// Who touches whom, by identifiers; provinces out of play count, since they are drawn too.
pub fn neighbours(board: &Board) -> Vec<(String, Vec<String>)> {
    let lands = board.lands().map(|(province, land)| {
        let beyond = land.borders.iter().map(ToString::to_string);
        (province.to_string(), beyond.chain(land.coasts.iter().map(ToString::to_string)).collect())
    });
    let seas = board.waters().map(|(sea, water)| {
        let beyond = water.borders.iter().map(ToString::to_string);
        (sea.to_string(), beyond.chain(water.coasts.iter().map(ToString::to_string)).collect())
    });
    lands.chain(seas).collect()
}
