//! Units that are carried over the sea: Poseidon and the Greek blockade may stop them (MY-5.3.2, MY-5.7, MY-6.3.7).

use super::battle;
use super::gods;
use super::march::Trek;
use super::military::Campaign;
use super::strike::Force;
use crate::common::ground::Place;
use crate::common::orders::Order;
use crate::common::rites::{Occasion, Rite, Spread};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{God, Sea};
use alloc::format;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// The civilization that can blockade (MY-5.7).
const BLOCKADER: &str = "greece";

/// Whether units that are to be carried arrive, when everybody who can stop them has had a say.
pub fn arrives(
    t: &mut Table<'_>,
    campaign: &mut Campaign,
    mover: Seat,
    trek: &Trek,
    number: impl core::fmt::Display,
) -> Play<bool> {
    if trek.via.is_empty() {
        return Ok(true);
    }
    let name = t.game.core.seat_key_of(mover);
    let path = format!("{name}/transport {number}");
    if let Some(owner) = t.state.position.favoured(God::Poseidon).filter(|owner| *owner != mover) {
        let carriers = carriers(t, campaign, mover, trek);
        let targets = carriers.into_iter().map(|sea| (Place::Sea(sea), mover)).collect();
        gods::sink(t, owner, targets, Occasion::Carries(Some(trek.to)), &path)?;
    }
    blockade(t, campaign, mover, trek, &path)?;
    Ok(trek.via.iter().all(|sea| carries(t, campaign, mover, *sea)))
}

fn carries(t: &Table<'_>, campaign: &Campaign, mover: Seat, sea: Sea) -> bool {
    t.state.position.fleet(sea, mover) > 0 || campaign.aeneas == Some(sea)
}

/// The seas of a transport in which triremes carry.
fn carriers(t: &Table<'_>, campaign: &Campaign, mover: Seat, trek: &Trek) -> Vec<Sea> {
    let ships = |sea: &&Sea| t.state.position.fleet(**sea, mover) > 0 && campaign.aeneas != Some(**sea);
    trek.via.iter().filter(ships).copied().collect()
}

/// The Greeks may attack triremes that carry units against a province of theirs (MY-5.7).
fn blockade(t: &mut Table<'_>, campaign: &mut Campaign, mover: Seat, trek: &Trek, path: &str) -> Play {
    let mut seats = t.game.core.seats.iter();
    let Some(greece) = seats.find(|seat| t.game.core.board.civilization(*seat).key == BLOCKADER) else { return Ok(()) };
    if greece == mover || t.state.position.area(trek.to).owner != Some(greece) {
        return Ok(());
    }
    let carriers = carriers(t, campaign, mover, trek);
    let open = |sea: &Sea| t.state.position.fleet(*sea, greece) > 0 && !campaign.blockaded.contains(sea);
    let seas: Vec<(Sea, u8, u8)> = carriers
        .into_iter()
        .filter(open)
        .map(|sea| (sea, t.state.position.fleet(sea, greece), t.state.position.fleet(sea, mover)))
        .collect();
    if seas.is_empty() {
        return Ok(());
    }
    for sea in t.ask(greece, format_args!("{path}/blockade"), Blockade { seas })? {
        campaign.blockaded.push(sea);
        let place = Place::Sea(sea);
        let ours = Force::of(t.game, &t.state.position, place, greece);
        // Only triremes carry: krakens next to them have no part in it.
        let theirs = Force { creatures: 0, ..Force::of(t.game, &t.state.position, place, mover) };
        battle::fight(t, campaign, "blockade/", place, (greece, ours), (mover, theirs))?;
    }
    Ok(())
}

/// In which seas the Greeks attack.
#[derive(Debug)]
pub struct Blockade {
    /// The seas with the Greeks' and the carrier's triremes.
    seas: Vec<(Sea, u8, u8)>,
}

impl Blockade {
    fn all(&self, meant: impl Fn(&(Sea, u8, u8)) -> bool) -> Vec<Sea> {
        self.seas.iter().filter(|sea| meant(sea)).map(|(sea, ..)| *sea).collect()
    }
}

impl Question<Mythology> for Blockade {
    type Answer = Vec<Sea>;
    const NAME: &'static str = "blockade";

    fn legal(&self, _: &Mythology, seas: &Vec<Sea>) -> Result<(), Reason> {
        let there = |sea: &Sea| self.seas.iter().any(|(known, ..)| known == sea);
        if seas.iter().all(there) { Ok(()) } else { Err(Own::NoPrey.into()) }
    }

    /// Where the Greeks have no fewer triremes.
    fn default(&self, _: &Mythology) -> Vec<Sea> {
        self.all(|(_, mine, theirs)| mine >= theirs)
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Vec<Sea> {
        let dice: Vec<bool> = self.seas.iter().map(|_| chance.random_bool(0.5)).collect();
        self.seas.iter().zip(dice).filter(|(_, yes)| *yes).map(|((sea, ..), _)| *sea).collect()
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<Sea>> {
        let named = lines.each(|order| match order {
            Order::Rite(Rite::Blockade(spread)) => Says::Yes(self.all(|(sea, ..)| spread.has(sea))),
            _ => Says::Nothing,
        });
        (!named.is_empty()).then(|| self.all(|(sea, ..)| named.iter().any(|seas| seas.contains(sea))))
    }

    fn orders(&self, _: &Mythology, seas: &Vec<Sea>) -> Vec<Order> {
        let spread = if seas.is_empty() { Spread::Never } else { Spread::In(seas.clone()) };
        alloc::vec![Order::Rite(Rite::Blockade(spread))]
    }
}
