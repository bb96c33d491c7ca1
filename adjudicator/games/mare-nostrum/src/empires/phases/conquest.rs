//! Conquest: pillage, occupy or take over (EM-5.6).

use super::collect;
use crate::common::conquest::{Conquest, Deed};
use crate::common::orders::{Aim, Bounty, Order};
use crate::empires::event::{Event, Place};
use crate::empires::position::{Area, Hold, Position, Site};
use crate::empires::reason::{Common, Reason};
use crate::empires::{Empires, Table};
use crate::pieces::{Building, Card, Cards, Good, Province};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// Takes over the provinces whose markers the player's legions have stood on since an earlier round (EM-5.6.3, EM-5.6.4). All of them
/// change hands in the same moment.
pub fn take_over(t: &mut Table<'_>, seat: Seat) {
    let position = &t.state.position;
    let owner = |area: &Area| area.owner.filter(|_| area.converter() == Some(seat));
    let taken: Vec<(Province, Seat)> =
        position.provinces().filter_map(|(province, area)| Some((province, owner(area)?))).collect();
    let joined = joined(t.game, position, seat, taken.iter().map(|(province, _)| *province).collect());
    let markers = t.game.core.board.pieces.markers.saturating_sub(position.markers(seat));
    for province in joined.into_iter().take(usize::from(markers)) {
        mark(&mut t.state.position, seat, province);
    }
    for (province, from) in taken {
        let area = t.state.position.area_mut(province);
        if area.owner == Some(seat) {
            t.tell(Event::TakenOver { seat, province, from });
        } else {
            (area.owner, area.hold) = (None, None);
            t.tell(Event::MarkerRemoved { seat, province, from });
        }
    }
}

/// The provinces of a list that are next to or joined with the player's realm, if need be through others of the list; the nearest first.
fn joined(game: &Empires, position: &Position, seat: Seat, mut apart: Vec<Province>) -> Vec<Province> {
    let mut realm: Vec<Province> = position.controlled(seat).collect();
    let home = realm.len();
    let mut next = 0;
    while let Some(from) = realm.get(next).copied() {
        let (near, far) = apart.into_iter().partition(|to| position.adjacent(&game.core.board, seat, from, *to));
        realm.extend::<Vec<_>>(near);
        apart = far;
        next += 1;
    }
    realm.split_off(home)
}

/// Puts a player's marker where another's was.
fn mark(position: &mut Position, seat: Seat, province: Province) {
    let turn = position.turn;
    let area = position.area_mut(province);
    (area.owner, area.settled, area.hold) = (Some(seat), turn, None);
}

/// Whether a player could control a province now: it is next to or joined with another of his, and he has a marker (EM-5.6.4).
fn may_control(game: &Empires, position: &Position, seat: Seat, province: Province) -> Result<(), Common> {
    let near = |from| from != province && position.adjacent(&game.core.board, seat, from, province);
    if position.markers(seat) >= game.core.board.pieces.markers {
        return Err(Common::NoMarkerLeft);
    }
    if position.controlled(seat).any(near) { Ok(()) } else { Err(Common::NotAdjacent { province }) }
}

/// Asks for every province in which the player's legions stand alone under a foreign marker.
pub fn choose(t: &mut Table<'_>, seat: Seat) -> Play {
    let name = t.game.core.seat_key_of(seat);
    let mut deeds = Vec::new();
    let mut stopped = None;
    for province in (0..t.state.position.areas.len() as u8).map(Province) {
        let Some(question) = question(t.game, &t.state.position, seat, province) else { continue };
        let place = t.game.core.place_name(Place::Land(province));
        match t.ask(seat, format_args!("{name}/{place}/conquest"), question) {
            Ok(deed) => deeds.push((province, deed)),
            Err(stop) => stopped = Some(stop),
        }
    }
    if let Some(stop) = stopped {
        return Err(stop);
    }
    only_one_seizure(t, seat, &mut deeds)?;
    deeds.into_iter().try_for_each(|(province, deed)| carry_out(t, seat, province, deed))
}

/// What a player's legions do in the provinces they have conquered, if nothing is said: for the order form.
pub fn standing(game: &Empires, position: &Position, seat: Seat) -> Vec<Order> {
    let asked = conquered(game, position, seat).into_iter().filter(|(_, one)| one.only(game).is_none());
    asked.flat_map(|(_, question)| question.orders(game, &question.default(game))).collect()
}

/// The provinces where a player's legions stand alone under a foreign marker that will not be taken over first, each with its question.
fn conquered(game: &Empires, position: &Position, seat: Seat) -> Vec<(Province, Conquest)> {
    let stays = position.provinces().filter(|(_, area)| area.converter() != Some(seat));
    stays.filter_map(|(province, _)| Some((province, question(game, position, seat, province)?))).collect()
}

/// The Queen of Sheba helps once a round (EM-5.6.6): of several seizures one counts, and in the other provinces a legion stands on the
/// marker until the next round, as without her.
fn only_one_seizure(t: &mut Table<'_>, seat: Seat, deeds: &mut [(Province, Deed)]) -> Play {
    let among: Vec<Province> = deeds.iter().filter(|(_, deed)| *deed == Deed::Seize).map(|(at, _)| *at).collect();
    if among.len() < 2 {
        return Ok(());
    }
    let name = t.game.core.seat_key_of(seat);
    let chosen = t.ask(seat, format_args!("{name}/sheba"), Sheba { among })?;
    for (_, deed) in deeds.iter_mut().filter(|(at, deed)| *deed == Deed::Seize && *at != chosen) {
        *deed = Deed::Convert;
    }
    Ok(())
}

/// Which of several provinces the Queen of Sheba seizes: the one whose line comes first.
#[derive(Debug)]
pub struct Sheba {
    among: Vec<Province>,
}

impl Question<Empires> for Sheba {
    type Answer = Province;
    const NAME: &'static str = "sheba";

    fn legal(&self, _: &Empires, province: &Province) -> Result<(), Reason> {
        let known = self.among.contains(province);
        if known { Ok(()) } else { Err(Common::NothingThere { province: *province }.into()) }
    }

    fn default(&self, _: &Empires) -> Province {
        self.among.first().copied().unwrap_or(Province(0))
    }

    fn choices(&self, _: &Empires) -> Vec<Province> {
        self.among.clone()
    }

    fn random(&self, game: &Empires, chance: &mut Chance) -> Province {
        self.among.choose(chance).copied().unwrap_or_else(|| self.default(game))
    }

    fn hear(&self, game: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Province> {
        let named = lines.each(|order| match order {
            Order::Conquest { province: None, aim: Aim::Seize } => Says::Yes(self.default(game)),
            Order::Conquest { province: Some(province), aim: Aim::Seize } if self.among.contains(province) => {
                Says::Yes(*province)
            }
            _ => Says::Nothing,
        });
        named.first().copied()
    }

    fn orders(&self, _: &Empires, province: &Province) -> Vec<Order> {
        alloc::vec![Order::Conquest { province: Some(*province), aim: Aim::Seize }]
    }
}

fn question(game: &Empires, position: &Position, seat: Seat, province: Province) -> Option<Conquest> {
    let area = position.area(province);
    let owner = area.owner?;
    if owner == seat || area.legions[seat.index()] == 0 || area.at_war() {
        return None;
    }
    let mut sites: Vec<Site> = area.sites().collect();
    sites.sort_by_key(|site| Reverse(worth(game, position, province, *site)));
    // The capital's mark is printed on the board (EM-5.6.7).
    let may_convert = if game.core.board.land(province).capital_of.is_some() {
        Err(Common::Capital { province })
    } else {
        may_control(game, position, seat, province)
    };
    let may_seize = match position.has(seat, Card::QueenOfSheba) {
        true => may_convert.clone(), // EM-5.6.6
        false => Err(Common::NeedsCard { card: Card::QueenOfSheba }),
    };
    let goods = game.core.board.land(province).goods.clone();
    Some(Conquest::new(seat, province, area, sites, goods).may_convert(may_convert).may_seize(may_seize))
}

/// How much a building earns a round for whoever holds it; a capital or legendary city is worth more (EM-7.3).
pub fn worth(game: &Empires, position: &Position, province: Province, site: Site) -> u8 {
    let area = position.area(province);
    match site {
        Site::City(0) if game.is_great_city(province) => 4,
        Site::City(_) | Site::Caravan(_) => 2,
        Site::Temple => area.count(Building::City),
        Site::Market => area.count(Building::Caravan),
    }
}

fn carry_out(t: &mut Table<'_>, seat: Seat, province: Province, deed: Deed) -> Play {
    let area = t.state.position.area_mut(province);
    let Some(of) = area.owner else { return Ok(()) };
    let before = area.hold.take();
    match deed {
        Deed::Pillage(sites) => {
            return sites.into_iter().try_for_each(|site| pillage(t, seat, province, site, of));
        }
        Deed::Occupy(sites) => {
            area.hold = Some((seat, Hold::Occupy(sites.iter().copied().collect())));
            if area.hold != before {
                t.tell(Event::Occupied { seat, province, sites, of });
            }
        }
        Deed::Seize => {
            area.legions[seat.index()] -= 1;
            mark(&mut t.state.position, seat, province);
            t.tell(Event::Seized { seat, province, from: of });
        }
        Deed::Convert => {
            area.hold = Some((seat, Hold::Convert));
            if area.hold != before {
                t.tell(Event::OnMarker { seat, province, of });
            }
        }
        Deed::Stay => {}
    }
    Ok(())
}

/// Destroys one building and takes its spoils; Hamilcar takes twice as much (EM-5.6.1).
fn pillage(t: &mut Table<'_>, seat: Seat, province: Province, site: Site, of: Seat) -> Play {
    let hamilcar = t.state.position.has(seat, Card::Hamilcar);
    let legendary = t.game.core.board.land(province).legendary && matches!(site, Site::City(_));
    let name = t.game.core.seat_key_of(seat);
    let bounty = match legendary && !hamilcar {
        true => Some(collect::choose(t, seat, province, format_args!("{name}/{province}/spoils"))?),
        false => None,
    };
    t.state.position.area_mut(province).set(site, false);
    t.state.position.stock[site.building() as usize] += 1;
    let times = if hamilcar && !legendary { 2 } else { 1 };
    let good = match site {
        Site::City(_) if bounty == Some(Bounty::Legend) => None,
        Site::City(_) => Some(Good::Tax),
        Site::Caravan(n) => t.game.core.board.land(province).goods.get(usize::from(n)).copied(),
        Site::Market | Site::Temple => None,
    };
    let mut spoils = Cards::NONE;
    if let Some(good) = good {
        spoils.add(good, (0..times).filter(|_| t.state.draw(seat, good)).count() as u8);
    }
    t.tell(Event::Pillaged { seat, province, site, spoils, of });
    if legendary && (hamilcar || bounty == Some(Bounty::Legend)) {
        collect::draw_legend(t, seat, None, format_args!("{province} spoils"));
    }
    Ok(())
}
