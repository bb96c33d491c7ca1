//! Conquest: pillage, occupy or convert (MY-5.6).

use super::gods::{demolish, good_of};
use super::income;
use super::military::Campaign;
use crate::base::income::worth;
use crate::common::conquest::{Conquest, Deed};
use crate::common::orders::Order;
use crate::common::reason::Reason as Common;
use crate::mythology::event::{Event, Place};
use crate::mythology::position::{Hold, Position, Site};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Good, Province};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// Asks for every province in which the player's units stand alone under a foreign marker.
pub fn choose(t: &mut Table<'_>, campaign: &Campaign, seat: Seat) -> Play {
    let name = t.game.core.seat_key_of(seat);
    let mut deeds = Vec::new();
    let mut stopped = None;
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let Some(question) = conquest(t.game, &t.state.position, campaign, seat, province) else { continue };
        let place = t.game.core.place_name(Place::Land(province));
        match t.ask(seat, format_args!("{name}/{place}/conquest"), question) {
            Ok(deed) => deeds.push((province, deed)),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    deeds.into_iter().try_for_each(|(province, deed)| carry_out(t, seat, province, deed))
}

fn carry_out(t: &mut Table<'_>, seat: Seat, province: Province, deed: Deed) -> Play {
    let area = t.state.position.area_mut(province);
    let Some(of) = area.owner else { return Ok(()) };
    let before = area.hold.take();
    match deed {
        Deed::Pillage(sites) => {
            for (n, site) in (1..).zip(sites) {
                pillage(t, seat, province, site, of, n)?;
            }
        }
        Deed::Occupy(sites) => {
            area.hold = Some((seat, Hold::Occupy(sites.iter().copied().collect())));
            if area.hold != before {
                t.tell(Event::Occupied { seat, province, sites, of });
            }
        }
        Deed::Convert => {
            area.hold = Some((seat, Hold::Convert));
            if area.hold != before {
                t.tell(Event::Converting { seat, province, of });
            }
        }
        Deed::Stay | Deed::Seize => {}
    }
    Ok(())
}

/// Destroys one building (MY-5.6.1); Nebuchadnezzar takes its card, or for a temple or market any that the province yields (MY-5.6.4).
fn pillage(t: &mut Table<'_>, seat: Seat, province: Province, site: Site, of: Seat, number: u8) -> Play {
    let yields = income::yields(t.game, &t.state.position, province);
    demolish(&mut t.state.position, province, site);
    let good = good_of(t.game, province, site);
    t.tell(Event::Pillaged { seat, province, site, good, of });
    if !t.state.position.has(seat, Card::Nebuchadnezzar) {
        return Ok(());
    }
    let spoils = match good {
        None if !yields.is_empty() => {
            let (name, at) = (t.game.core.seat_key_of(seat), t.game.core.place_name(Place::Land(province)));
            Some(t.ask(seat, format_args!("{name}/{at}/spoils {number}"), Spoils { province, yields })?)
        }
        good => good,
    };
    if let Some(good) = spoils
        && t.state.draw(seat, good)
    {
        t.tell(Event::Spoils { seat, card: Card::Nebuchadnezzar, good });
    }
    Ok(())
}

/// Which card Nebuchadnezzar takes for a temple or market.
#[derive(Debug)]
pub struct Spoils {
    province: Province,
    /// What the province yields and the bank has, the rarest first.
    yields: Vec<Good>,
}

impl Question<Mythology> for Spoils {
    type Answer = Good;
    const NAME: &'static str = "spoils";

    fn legal(&self, _: &Mythology, good: &Good) -> Result<(), Reason> {
        if self.yields.contains(good) { Ok(()) } else { Err(Own::NotYielded { province: self.province }.into()) }
    }

    fn default(&self, _: &Mythology) -> Good {
        self.yields.first().copied().unwrap_or(Good::Tax)
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Good {
        self.yields.choose(chance).copied().unwrap_or_else(|| self.default(game))
    }

    fn only(&self, _: &Mythology) -> Option<Good> {
        if self.yields.iter().all(|good| Some(good) == self.yields.first()) {
            self.yields.first().copied()
        } else {
            None
        }
    }

    fn choices(&self, _: &Mythology) -> Vec<Good> {
        let mut goods = self.yields.clone();
        goods.dedup();
        goods
    }

    fn about(&self, _: &Mythology) -> Option<String> {
        Some(self.province.to_string())
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Good> {
        lines.first(|order| match order {
            Order::Bonus(Card::Nebuchadnezzar, goods) => match goods.iter().find(|good| self.yields.contains(good)) {
                Some(good) => Says::Yes(*good),
                None => Says::No(Own::NotYielded { province: self.province }.into()),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, good: &Good) -> Vec<Order> {
        alloc::vec![Order::Bonus(Card::Nebuchadnezzar, alloc::vec![*good])]
    }
}

/// The question, if the player has conquered the province.
fn conquest(
    game: &Mythology,
    position: &Position,
    campaign: &Campaign,
    seat: Seat,
    province: Province,
) -> Option<Conquest> {
    let area = position.area(province);
    let owner = area.owner?;
    if owner == seat || area.troops(seat) == 0 || area.at_war() {
        return None;
    }
    let mut sites: Vec<Site> = area.sites().collect();
    sites.sort_by_key(|site| Reverse(worth(position, province, *site)));
    let capital = game.core.is_capital_of_player(province);
    let may_convert = if capital { Err(Common::Capital { province }) } else { Ok(()) }; // MY-4.5.1
    let goods = game.core.board.land(province).goods.clone();
    // Achilles: a building for each unit after a battle won (MY-5.6.7).
    let raids = position.has(seat, Card::Achilles) && campaign.won.contains(&province);
    let pillages = if raids { area.troops(seat) } else { 1 };
    Some(Conquest::new(seat, province, area, sites, goods).may_convert(may_convert).pillages(pillages))
}

/// Ends holds of buildings that are gone.
pub fn trim_holds(position: &mut Position) {
    for area in &mut position.ground.areas {
        let Some((by, Hold::Occupy(sites))) = area.hold else { continue };
        let left: Vec<Site> = sites.iter().filter(|site| area.has(*site)).collect();
        area.hold = (!left.is_empty()).then(|| (by, Hold::Occupy(left.into_iter().collect())));
    }
}
