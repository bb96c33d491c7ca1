//! Myths, as the data file says them.

use super::{Name, goods, one_of};
use crate::deck::{Expansion, Inclusion};
use crate::deity::{Deity, Demand, MythCard, Pantheon, Price};
use alloc::format;
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

/// Whether the number of a power does something in an age, counted from 0.
fn uses_amount(deity: Deity, age: usize) -> bool {
    match deity {
        Deity::Aphrodite
        | Deity::Apollo
        | Deity::Ares
        | Deity::Artemis
        | Deity::Demeter
        | Deity::Hecate
        | Deity::Hephaestus
        | Deity::Hera
        | Deity::Horus
        | Deity::Medusa
        | Deity::Pegasus
        | Deity::Shenron => true,
        Deity::Athena => age != 1,
        Deity::AmunRa | Deity::Dionysos | Deity::Hermes => age == 0,
        Deity::WonderWoman => age == 2,
        _ => false,
    }
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
    let at = entry.key.span().start;
    for (age, amount) in entry.amount.iter().enumerate() {
        if *amount > 0 && !uses_amount(deity, age) {
            flaws.add(at, format!("the power of {} has no number in age {}", entry.name, age + 1));
        }
    }
    for name in entry.only_with.iter().chain(&entry.not_with) {
        if Expansion::from_key(name).is_none() && !["teams", "house"].contains(&name.as_str()) {
            flaws.add(
                at,
                format!("there is no box '{name}'; a myth that shall not take part has only_with = [\"house\"]"),
            );
        }
    }
    if entry.players.is_some_and(|[least, most]| least > most) {
        flaws.add(at, "the fewest players are more than the most");
    }
    let (only_with, not_with) = (entry.only_with.clone(), entry.not_with.clone());
    let inclusion = Inclusion { only_with, not_with, players: entry.players };
    Some(MythCard { deity, name: entry.name.clone(), pantheon, price, amount: entry.amount, inclusion })
}
