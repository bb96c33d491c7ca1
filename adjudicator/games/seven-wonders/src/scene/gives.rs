//! What a card does, in pieces that templates make sentences of: a player with a phone has no cards before him.

use super::{kinds, list};
use crate::deck::{COIN, DEFEAT, EAST, Effect, MYTH, OWN, SHIELD, STAGE, Science, Talent, Things, VICTORY, WEST};
use crate::pieces::{Colour, Good, MANUFACTURED, RAW};
use alloc::vec::Vec;
use serde::Serialize;

/// One thing that a card does.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Piece {
    /// Goods every turn.
    Goods { goods: Vec<Good> },
    /// One of these goods every turn.
    Choice { goods: Vec<Good> },
    /// Shields.
    Shields { n: u8 },
    /// Points.
    Points { n: u8 },
    /// Coins at once.
    Coins { n: u8 },
    /// A symbol.
    Symbol { symbol: Science },
    /// A low price.
    Cheap { raw: u8, manufactured: u8, west: u8, east: u8 },
    /// Coins or points for what is counted, in the own city, the neighbours', or both.
    Per { coins: u8, points: u8, every: u8, of: Vec<&'static str>, own: u8, others: u8 },
    /// A power, by its name in data files.
    Power { power: &'static str },
    /// Something else, with its number and what it concerns.
    Talent { talent: &'static str, n: u8, of: Vec<&'static str> },
}

/// What is counted or concerned; templates may say it otherwise.
fn names(things: Things) -> Vec<&'static str> {
    let name = |colour: &Colour| match colour {
        Colour::Brown => "brown card",
        Colour::Grey => "grey card",
        Colour::Blue => "blue card",
        Colour::Yellow => "yellow card",
        Colour::Red => "red card",
        Colour::Green => "green card",
        Colour::Purple => "guild",
        Colour::White => "leader",
        Colour::Black => "black card",
    };
    let colours = Colour::ALL.iter().filter(|colour| things >> **colour as u32 & 1 == 1).map(name);
    let others = [
        (STAGE, "stage"),
        (crate::deck::CHAIN, "chain"),
        (VICTORY, "victory"),
        (DEFEAT, "defeat"),
        (SHIELD, "shield"),
        (COIN, "coin"),
        (MYTH, "myth"),
    ];
    colours.chain(others.into_iter().filter(|(bit, _)| things & bit != 0).map(|(_, name)| name)).collect()
}

/// The pieces of an effect.
pub fn pieces(effect: &Effect) -> Vec<Piece> {
    let mut all = Vec::new();
    if !effect.goods.is_none() {
        all.push(Piece::Goods { goods: list(effect.goods) });
    }
    if effect.choice != 0 {
        all.push(Piece::Choice { goods: kinds(effect.choice) });
    }
    let numbers = [(effect.shields, 0), (effect.points, 1), (effect.coins, 2)];
    for (n, which) in numbers.into_iter().filter(|(n, _)| *n > 0) {
        all.push(match which {
            0 => Piece::Shields { n },
            1 => Piece::Points { n },
            _ => Piece::Coins { n },
        });
    }
    all.extend(effect.science.map(|symbol| Piece::Symbol { symbol }));
    if effect.cheap != 0 {
        use crate::deck::cheap_bit;
        use crate::pieces::Side;
        let has =
            |sides: [Side; 2], kinds| u8::from(sides.iter().any(|side| effect.cheap & cheap_bit(*side, kinds) != 0));
        let both = [Side::West, Side::East];
        let on = |side: Side| has([side; 2], RAW | MANUFACTURED);
        all.push(Piece::Cheap {
            raw: has(both, RAW),
            manufactured: has(both, MANUFACTURED),
            west: on(Side::West),
            east: on(Side::East),
        });
    }
    all.extend(effect.per.map(|per| Piece::Per {
        coins: per.coins,
        points: per.points,
        every: per.every,
        of: names(per.what),
        own: u8::from(per.places & OWN != 0),
        others: u8::from(per.places & (WEST | EAST) != 0),
    }));
    all.extend(effect.talent.map(talent));
    all
}

fn talent(talent: Talent) -> Piece {
    let (talent, n, of) = match talent {
        Talent::Power(power) => return Piece::Power { power: power.key() },
        Talent::Discount { on, goods } => ("discount", goods, names(on)),
        Talent::Bonus { on, coins } => ("bonus", coins, names(on)),
        Talent::Sets { of, points } => ("sets", points, names(of)),
        Talent::SetBonus(points) => ("set-bonus", points, Vec::new()),
        Talent::Bank(price) => ("bank", price, Vec::new()),
        Talent::LeadersCheaper { own, .. } => ("leaders-cheaper", own, Vec::new()),
        Talent::Leaders(count) => ("leaders", count, Vec::new()),
        Talent::Loss(loss) => ("others-lose", loss.coins, names(loss.per)),
        Talent::Gift(coins) => ("neighbours-gain", coins, Vec::new()),
        Talent::Dock { west, .. } => ("dock", west, Vec::new()),
        Talent::NoStage(points) => ("no-stage", points, Vec::new()),
        Talent::Raid(points) => ("raid", points, Vec::new()),
        Talent::Invocations(age) => ("invocations", age + 1, Vec::new()),
    };
    Piece::Talent { talent, n, of }
}
