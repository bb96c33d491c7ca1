//! Conquest: what legions that stand alone under a foreign marker do there.

use super::Mare;
use super::ground::{Area, Hold, Site};
use super::orders::{Aim, Order, Spot};
use super::reason::Reason;
use crate::pieces::{Building, Card, Good, Province};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// What a conqueror does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Destroys buildings: one, unless a hero allows more.
    Pillage(Vec<Site>),
    /// Sets legions on buildings.
    Occupy(Vec<Site>),
    /// Sets a legion on the marker.
    Convert,
    /// Replaces the marker at once.
    Seize,
    /// Stays.
    Stay,
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
    may_seize: Result<(), Reason>,
    /// How many buildings may be destroyed.
    pillages: u8,
}

impl Conquest {
    /// The question for a province that the player has conquered; `sites` are its buildings, the most gainful first.
    pub fn new(seat: Seat, province: Province, area: &Area, sites: Vec<Site>, goods: Vec<Good>) -> Conquest {
        let may_seize = Err(Reason::NeedsCard { card: Card::QueenOfSheba });
        Conquest { seat, province, area: *area, sites, goods, may_convert: Ok(()), may_seize, pillages: 1 }
    }

    /// Whether a legion may be set on the marker.
    pub fn may_convert(mut self, may: Result<(), Reason>) -> Conquest {
        self.may_convert = may;
        self
    }

    /// Whether the marker may be replaced at once.
    pub fn may_seize(mut self, may: Result<(), Reason>) -> Conquest {
        self.may_seize = may;
        self
    }

    /// Lets several buildings be destroyed at once.
    pub fn pillages(mut self, most: u8) -> Conquest {
        self.pillages = most.max(1);
        self
    }

    fn legions(&self) -> u8 {
        self.area.troops(self.seat)
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

    /// Why not all that is named for a province is done, if something named does not stand there. With too few legions the first named
    /// are occupied: that is what the order of the list is for.
    fn cut(&self, province: Option<Province>, aim: &Aim) -> Option<Reason> {
        let stands = |spot: &Spot| self.sites.iter().any(|site| self.matches(*spot, *site));
        match aim {
            Aim::Occupy(spots) if province.is_some() && !spots.iter().all(stands) => {
                Some(Reason::NothingThere { province: self.province })
            }
            _ => None,
        }
    }

    fn deed(&self, aim: &Aim) -> Result<Deed, Reason> {
        let nothing = Reason::NothingThere { province: self.province };
        match aim {
            Aim::Stay => Ok(Deed::Stay),
            Aim::Convert => self.may_convert.clone().map(|()| Deed::Convert),
            Aim::Seize => self.may_seize.clone().map(|()| Deed::Seize),
            Aim::Occupy(spots) => self.occupation(spots).ok_or(nothing),
            Aim::Pillage(spots) => {
                let mut sites = self.meant(spots);
                if spots.is_empty() {
                    // Whatever is dearest: of those the last, as it was before several could go.
                    sites.reverse();
                    sites.sort_by_key(|site| !matches!(site, Site::Temple | Site::Market));
                }
                sites.truncate(usize::from(self.pillages));
                if sites.is_empty() { Err(nothing) } else { Ok(Deed::Pillage(sites)) }
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

impl<G: Mare> Question<G> for Conquest {
    type Answer = Deed;
    const NAME: &'static str = "conquest";

    fn legal(&self, _: &G, deed: &Deed) -> Result<(), G::Reason> {
        let there = |site: &Site| self.area.has(*site);
        match deed {
            Deed::Stay => Ok(()),
            Deed::Convert => self.may_convert.clone().map_err(G::Reason::from),
            Deed::Seize => self.may_seize.clone().map_err(G::Reason::from),
            Deed::Pillage(sites) if sites.len() > usize::from(self.pillages) => {
                Err(Reason::TooFewLegions { legions: self.pillages }.into())
            }
            Deed::Pillage(sites) if !sites.is_empty() && sites.iter().all(there) => Ok(()),
            Deed::Occupy(sites) if sites.len() > usize::from(self.legions()) => {
                Err(Reason::TooFewLegions { legions: self.legions() }.into())
            }
            Deed::Occupy(sites) if !sites.is_empty() && sites.iter().all(there) => Ok(()),
            _ => Err(Reason::NothingThere { province: self.province }.into()),
        }
    }

    /// What the legions did before; else convert; else occupy what pays most.
    fn default(&self, _: &G) -> Deed {
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

    fn random(&self, game: &G, chance: &mut Chance) -> Deed {
        let aims = [Aim::Stay, Aim::Convert, Aim::Occupy(Vec::new()), Aim::Pillage(Vec::new()), Aim::Seize];
        match aims.choose(chance).map(|aim| self.deed(aim)) {
            Some(Ok(deed)) => deed,
            _ => self.default(game),
        }
    }

    fn about(&self, _: &G) -> Option<String> {
        Some(self.province.to_string())
    }

    fn choices(&self, _: &G) -> Vec<Deed> {
        let mut deeds: Vec<Deed> = self.sites.iter().map(|site| Deed::Pillage(alloc::vec![*site])).collect();
        deeds.extend(self.occupation(&[]));
        deeds.extend(self.may_convert.is_ok().then_some(Deed::Convert));
        deeds.extend(self.may_seize.is_ok().then_some(Deed::Seize));
        deeds.push(Deed::Stay);
        deeds
    }

    fn only(&self, _: &G) -> Option<Deed> {
        (self.sites.is_empty() && self.may_convert.is_err()).then_some(Deed::Stay)
    }

    /// A line for this province goes before one for all. What is refused never becomes a deed that nobody named: whoever holds nothing
    /// there just stays, whoever does goes on with it (MN-5.6, MY-5.6, EM-5.6).
    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Deed> {
        let mark = lines.mark();
        let mut hear = |wanted: Option<Province>| {
            lines.first(|order| match order {
                Order::Conquest { province, aim } if *province == wanted => {
                    match (self.deed(aim), self.cut(*province, aim)) {
                        (Ok(deed), None) => Says::Yes(deed),
                        (Ok(deed), Some(reason)) => Says::Partly(deed, reason.into()),
                        (Err(reason), _) => Says::No(reason.into()),
                    }
                }
                _ => Says::Nothing,
            })
        };
        let heard = hear(Some(self.province)).or_else(|| hear(None));
        let holds = self.area.hold.is_some_and(|(by, _)| by == self.seat);
        heard.or_else(|| (!holds && lines.refusals_since(mark) > 0).then_some(Deed::Stay))
    }

    fn orders(&self, _: &G, deed: &Deed) -> Vec<Order> {
        let aim = match deed {
            Deed::Pillage(sites) => Aim::Pillage(sites.iter().map(|site| self.spot(*site)).collect()),
            Deed::Occupy(sites) => Aim::Occupy(sites.iter().map(|site| self.spot(*site)).collect()),
            Deed::Convert => Aim::Convert,
            Deed::Seize => Aim::Seize,
            Deed::Stay => Aim::Stay,
        };
        alloc::vec![Order::Conquest { province: Some(self.province), aim }]
    }
}
