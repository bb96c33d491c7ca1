//! Conquest: pillage, occupy or convert (MN-5.6).

use super::income;
use super::military::place_name;
use crate::classic::event::{Event, Place};
use crate::classic::orders::{Aim, Order, Spot};
use crate::classic::position::{Area, Hold, Position, Site};
use crate::classic::reason::Reason;
use crate::classic::{Classic, Table};
use crate::pieces::{Building, Card, Good, Province};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// What a conqueror does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Destroys a building.
    Pillage(Site),
    /// Sets legions on buildings.
    Occupy(Vec<Site>),
    /// Sets a legion on the marker.
    Convert,
    /// Stays.
    Stay,
}

/// Asks for every province in which the player's legions stand alone under a foreign marker.
pub fn choose(t: &mut Table<'_>, seat: Seat) -> Play {
    let name = t.game.seat_key_of(seat);
    let mut deeds = Vec::new();
    let mut stopped = None;
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let Some(question) = Conquest::of(t.game, &t.state.position, seat, province) else { continue };
        let place = place_name(t.game, Place::Land(province));
        match t.ask(seat, format_args!("{name}/{place}/conquest"), question) {
            Ok(deed) => deeds.push((province, deed)),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    deeds.into_iter().for_each(|(province, deed)| carry_out(t, seat, province, deed));
    Ok(())
}

fn carry_out(t: &mut Table<'_>, seat: Seat, province: Province, deed: Deed) {
    let area = t.state.position.area_mut(province);
    let Some(of) = area.owner else { return };
    let before = area.hold.take();
    match deed {
        Deed::Pillage(site) => pillage(t, seat, province, site, of),
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
        Deed::Stay => {}
    }
}

/// Destroys one building (MN-5.6.1); Nebuchadnezzar takes its card (MN-5.6.4).
fn pillage(t: &mut Table<'_>, seat: Seat, province: Province, site: Site, of: Seat) {
    t.state.position.area_mut(province).set(site, false);
    t.state.position.stock[site.building() as usize] += 1;
    let good = match site {
        Site::City(_) => Some(Good::Tax),
        Site::Caravan(n) => t.game.board.land(province).goods.get(usize::from(n)).copied(),
        Site::Market | Site::Temple => None,
    };
    t.tell(Event::Pillaged { seat, province, site, good, of });
    if let Some(good) = good
        && t.state.position.owns(seat, Card::Nebuchadnezzar)
        && t.state.draw(seat, good)
    {
        t.tell(Event::Spoils { seat, card: Card::Nebuchadnezzar, good });
    }
}

/// What to do with one conquered province.
#[derive(Debug)]
pub struct Conquest {
    seat: Seat,
    province: Province,
    area: Area,
    /// The buildings, the most gainful first.
    sites: Vec<Site>,
    goods: Vec<Good>,
    may_convert: Result<(), Reason>,
}

impl Conquest {
    /// The question, if the player has conquered the province.
    pub fn of(game: &Classic, position: &Position, seat: Seat, province: Province) -> Option<Conquest> {
        let area = position.area(province);
        let owner = area.owner?;
        if owner == seat || area.legions[seat.index()] == 0 || area.at_war() {
            return None;
        }
        let mut sites: Vec<Site> = area.sites().collect();
        sites.sort_by_key(|site| Reverse(income::worth(position, province, *site)));
        let capital = game.is_capital_of_player(province); // MN-4.5.1
        let may_convert = if capital { Err(Reason::Capital { province }) } else { Ok(()) };
        let goods = game.board.land(province).goods.clone();
        Some(Conquest { seat, province, area: *area, sites, goods, may_convert })
    }

    fn legions(&self) -> u8 {
        self.area.legions[self.seat.index()]
    }

    fn matches(&self, spot: Spot, site: Site) -> bool {
        match (spot, site) {
            (Spot::Kind(building), site) => site.building() == building,
            (Spot::CityOn(wanted), Site::City(n)) => wanted == n,
            (Spot::CaravanOf(good), Site::Caravan(n)) => self.goods.get(usize::from(n)) == Some(&good),
            _ => false,
        }
    }

    /// The sites meant by some spots, none twice; without spots the most gainful ones.
    fn meant(&self, spots: &[Spot]) -> Vec<Site> {
        if spots.is_empty() {
            return self.sites.clone();
        }
        let mut meant: Vec<Site> = Vec::new();
        for spot in spots {
            let all = matches!(spot, Spot::Kind(Building::City | Building::Caravan));
            for site in &self.sites {
                if self.matches(*spot, *site) && !meant.contains(site) {
                    meant.push(*site);
                    if !all {
                        break;
                    }
                }
            }
        }
        meant
    }

    fn occupation(&self, spots: &[Spot]) -> Option<Deed> {
        let mut sites = self.meant(spots);
        sites.truncate(usize::from(self.legions()));
        (!sites.is_empty()).then_some(Deed::Occupy(sites))
    }

    fn deed(&self, aim: &Aim) -> Result<Deed, Reason> {
        let nothing = Reason::NothingThere { province: self.province };
        match aim {
            Aim::Stay => Ok(Deed::Stay),
            Aim::Convert => self.may_convert.clone().map(|()| Deed::Convert),
            Aim::Occupy(spots) => self.occupation(spots).ok_or(nothing),
            Aim::Pillage(spots) => {
                let dearest = self.meant(spots).into_iter().max_by_key(|site| match (spots.is_empty(), site) {
                    (true, Site::Temple | Site::Market) => 1,
                    _ => 0,
                });
                let first = self.meant(spots).into_iter().next();
                let site = if spots.is_empty() { dearest } else { first };
                site.map(Deed::Pillage).ok_or(nothing)
            }
        }
    }

    fn spot(&self, site: Site) -> Spot {
        match site {
            Site::City(n) => Spot::CityOn(n),
            Site::Caravan(n) => match self.goods.get(usize::from(n)) {
                Some(good) => Spot::CaravanOf(*good),
                None => Spot::Kind(Building::Caravan),
            },
            Site::Market => Spot::Kind(Building::Market),
            Site::Temple => Spot::Kind(Building::Temple),
        }
    }
}

impl Question<Classic> for Conquest {
    type Answer = Deed;
    const NAME: &'static str = "conquest";

    fn legal(&self, _: &Classic, deed: &Deed) -> Result<(), Reason> {
        let there = |site: &Site| self.area.has(*site);
        match deed {
            Deed::Stay => Ok(()),
            Deed::Convert => self.may_convert.clone(),
            Deed::Pillage(site) if there(site) => Ok(()),
            Deed::Occupy(sites) if sites.len() > usize::from(self.legions()) => {
                Err(Reason::TooFewLegions { legions: self.legions() })
            }
            Deed::Occupy(sites) if !sites.is_empty() && sites.iter().all(there) => Ok(()),
            _ => Err(Reason::NothingThere { province: self.province }),
        }
    }

    /// What the legions did before; else convert; else occupy what pays most.
    fn default(&self, _: &Classic) -> Deed {
        match &self.area.hold {
            Some((by, Hold::Occupy(sites))) if *by == self.seat => {
                let mut sites: Vec<Site> = sites.iter().filter(|site| self.area.has(*site)).collect();
                sites.truncate(usize::from(self.legions()));
                if !sites.is_empty() {
                    return Deed::Occupy(sites);
                }
            }
            Some((by, Hold::Convert)) if *by == self.seat && self.may_convert.is_ok() => return Deed::Convert,
            _ => {}
        }
        match self.may_convert {
            Ok(()) => Deed::Convert,
            Err(_) => self.occupation(&[]).unwrap_or(Deed::Stay),
        }
    }

    fn random(&self, game: &Classic, chance: &mut Chance) -> Deed {
        let aims = [Aim::Stay, Aim::Convert, Aim::Occupy(Vec::new()), Aim::Pillage(Vec::new())];
        match aims.choose(chance).map(|aim| self.deed(aim)) {
            Some(Ok(deed)) => deed,
            _ => self.default(game),
        }
    }

    fn choices(&self, _: &Classic) -> Vec<Deed> {
        let mut deeds: Vec<Deed> = self.sites.iter().copied().map(Deed::Pillage).collect();
        deeds.extend(self.occupation(&[]));
        deeds.extend(self.may_convert.is_ok().then_some(Deed::Convert));
        deeds.push(Deed::Stay);
        deeds
    }

    fn only(&self, _: &Classic) -> Option<Deed> {
        (self.sites.is_empty() && self.may_convert.is_err()).then_some(Deed::Stay)
    }

    /// A line for this province goes before one for all.
    fn hear(&self, _: &Classic, lines: &mut Lines<'_, Classic>) -> Option<Deed> {
        let mut hear = |wanted: Option<Province>| {
            lines.first(|order| match order {
                Order::Conquest { province, aim } if *province == wanted => match self.deed(aim) {
                    Ok(deed) => Says::Yes(deed),
                    Err(reason) => Says::No(reason),
                },
                _ => Says::Nothing,
            })
        };
        hear(Some(self.province)).or_else(|| hear(None))
    }

    fn orders(&self, _: &Classic, deed: &Deed) -> Vec<Order> {
        let aim = match deed {
            Deed::Pillage(site) => Aim::Pillage(alloc::vec![self.spot(*site)]),
            Deed::Occupy(sites) => Aim::Occupy(sites.iter().map(|site| self.spot(*site)).collect()),
            Deed::Convert => Aim::Convert,
            Deed::Stay => Aim::Stay,
        };
        alloc::vec![Order::Conquest { province: Some(self.province), aim }]
    }
}
