//! Myths, as the data file says them.

use super::{Name, goods, one_of};
use crate::deck::Inclusion;
use crate::deity::{Deity, Demand, MythCard, Pantheon, Price};
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::Flaws;

/// A myth: who it is, what it costs in each age, and when it takes part.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub key: Name,
    pub name: String,
    pantheon: Name,
    cost: [Cost; 3],
    #[serde(default)]
    amount: [u8; 3],
    #[serde(default)]
    only_with: Vec<String>,
    #[serde(default)]
    not_with: Vec<String>,
    players: Option<[u8; 2]>,
    pub source: Option<Name>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cost {
    #[serde(default)]
    goods: Vec<Name>,
    #[serde(default)]
    any: u8,
    #[serde(default)]
    raw: u8,
    #[serde(default)]
    manufactured: u8,
    #[serde(default)]
    coins: u8,
    #[serde(default)]
    shields: u8,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    stage: bool,
    #[serde(default)]
    card: bool,
}

fn demand(wanted: bool) -> Demand {
    if wanted { Demand::Yes } else { Demand::No }
}

/// Reads a myth.
pub(super) fn read(entry: &Entry, flaws: &mut Flaws) -> Option<MythCard> {
    let deity = one_of(&entry.key, "myth", Deity::from_key, flaws)?;
    let pantheon = one_of(&entry.pantheon, "pantheon", Pantheon::from_key, flaws)?;
    let price = [0, 1, 2].map(|age| {
        let cost: &Cost = &entry.cost[age];
        if cost.any.max(cost.raw).max(cost.manufactured) > 6 {
            flaws.add(entry.key.span().start, "at most six goods of any kind");
        }
        Price {
            goods: goods(&cost.goods, flaws),
            any: cost.any,
            raw: cost.raw,
            manufactured: cost.manufactured,
            coins: cost.coins,
            shields: cost.shields,
            points: cost.points,
            stage: demand(cost.stage),
            card: demand(cost.card),
        }
    });
    let (only_with, not_with) = (entry.only_with.clone(), entry.not_with.clone());
    let inclusion = Inclusion { only_with, not_with, players: entry.players };
    Some(MythCard { deity, name: entry.name.clone(), pantheon, price, amount: entry.amount, inclusion })
}
