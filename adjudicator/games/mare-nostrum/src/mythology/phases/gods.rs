//! What gods do for those by whom they stand (MY-6.3.1 to MY-6.3.8): Hermes, Isis, Baal, Vulcan, Poseidon, and Astarte against them.

use crate::common::ground::Place;
use crate::common::orders::{Order, Spot};
use crate::common::rites::{Gift, Moment, Occasion, Prey, Rite, Whom};
use crate::mythology::event::Event;
use crate::mythology::position::{Position, SIDES, Site};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Building, Cards, God, Good, Province, Sea};
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// Turns a god's card face down (MY-6.1).
pub fn spend(t: &mut Table<'_>, god: God) {
    t.state.position.spend(god);
}

/// Asks whether Astarte shields a player against a god; then both are spent (MY-6.3.4).
pub fn shielded(t: &mut Table<'_>, path: &str, god: God, by: Seat, target: Seat) -> Play<bool> {
    if t.state.position.favoured(God::Astarte) != Some(target) || by == target {
        return Ok(false);
    }
    let shields = t.ask(target, format_args!("{path}/astarte"), Astarte { god })?;
    if shields {
        spend(t, God::Astarte);
        spend(t, god);
        t.tell(Event::Shielded { seat: target, god, against: by });
    }
    Ok(shields)
}

/// The moments at which a player's gods of destruction strike: at his own turns, and when all have moved (MY-6.3.9).
pub fn strike(t: &mut Table<'_>, seat: Seat, moment: Moment) -> Play {
    for god in [God::Baal, God::Vulcan] {
        raze(t, seat, god, moment)?;
    }
    if t.state.position.favoured(God::Poseidon) == Some(seat) {
        let targets = triremes(t.game, &t.state.position, seat);
        sink(t, seat, targets, Occasion::At(moment), "")?;
    }
    Ok(())
}

/// What gods do when all have moved belongs to nobody's turn: it is told under a heading of its own (MY-6.3.9).
fn announce(t: &mut Table<'_>, moment: Moment) {
    let is_new = !t.told().iter().any(|told| told.event == Event::AllHaveMoved);
    if moment == Moment::Last && is_new {
        t.tell(Event::AllHaveMoved);
    }
}

/// Baal destroys an enemy's city, Vulcan an enemy's caravan, anywhere (MY-6.3.2, MY-6.3.8).
fn raze(t: &mut Table<'_>, seat: Seat, god: God, moment: Moment) -> Play {
    if t.state.position.favoured(god) != Some(seat) {
        return Ok(());
    }
    let question = Raze::of(t.game, &t.state.position, seat, god, moment);
    if question.targets.is_empty() {
        return Ok(());
    }
    let name = t.game.core.seat_key_of(seat);
    let when = if moment == Moment::Last { "last" } else { "now" };
    let path = alloc::format!("{name}/{} {when}", god.key());
    let Some((province, site)) = t.ask(seat, &path, question)? else { return Ok(()) };
    let Some(of) = t.state.position.area(province).owner else { return Ok(()) };
    announce(t, moment);
    if shielded(t, &path, god, seat, of)? {
        return Ok(());
    }
    spend(t, god);
    demolish(&mut t.state.position, province, site);
    let good = good_of(t.game, province, site);
    t.tell(Event::Razed { seat, god, province, site, good, of });
    Ok(())
}

/// Takes a building off the board; its token can be built again at once (MY-6.3.2).
pub fn demolish(position: &mut Position, province: Province, site: Site) {
    position.area_mut(province).set(site, false);
    position.stock[site.building() as usize] += 1;
}

/// The good of a caravan's site.
pub fn good_of(game: &Mythology, province: Province, site: Site) -> Option<Good> {
    match site {
        Site::City(_) => Some(Good::Tax),
        Site::Caravan(n) => game.core.board.land(province).goods.get(usize::from(n)).copied(),
        Site::Market | Site::Temple => None,
    }
}

/// Enemy triremes by place and owner, at sea first; those not yet launched lie in their yards.
pub fn triremes(game: &Mythology, position: &Position, seat: Seat) -> Vec<(Place, Seat)> {
    let others = game.core.board.seats().iter().filter(|other| *other != seat).collect::<Vec<_>>();
    let seas = (0..position.fleets.len() as u8).map(|sea| Place::Sea(Sea(sea)));
    let yards = position.provinces().map(|(province, _)| Place::Land(province));
    seas.chain(yards)
        .flat_map(|place| others.iter().map(move |other| (place, *other)))
        .filter(|(place, other)| match place {
            Place::Sea(sea) => position.fleet(*sea, *other) > 0,
            Place::Land(yard) => position.area(*yard).docked[other.index()] > 0,
        })
        .collect()
}

/// Poseidon takes one of these triremes, if the player likes (MY-6.3.7). Says whether he did.
pub fn sink(
    t: &mut Table<'_>,
    seat: Seat,
    targets: Vec<(Place, Seat)>,
    occasion: Occasion,
    path: &str,
) -> Play<Option<Place>> {
    if targets.is_empty() {
        return Ok(None);
    }
    let name = t.game.core.seat_key_of(seat);
    let path = match occasion {
        Occasion::At(Moment::Now) => alloc::format!("{name}/poseidon now"),
        Occasion::At(Moment::Last) => alloc::format!("{name}/poseidon last"),
        _ => alloc::format!("{path}/poseidon"),
    };
    let Some((place, of)) = t.ask(seat, &path, Sink { targets, occasion })? else { return Ok(None) };
    if let Occasion::At(moment) = occasion {
        announce(t, moment);
    }
    if shielded(t, &path, God::Poseidon, seat, of)? {
        return Ok(None);
    }
    spend(t, God::Poseidon);
    match place {
        Place::Sea(sea) => t.state.position.fleets[sea.index()][of.index()] -= 1,
        Place::Land(yard) => t.state.position.area_mut(yard).docked[of.index()] -= 1,
    }
    t.tell(Event::Sunk { seat, place, of });
    Ok(Some(place))
}

/// Hermes yields three more cards of what his player produces (MY-6.3.3).
pub fn hermes(t: &mut Table<'_>, produced: &[Cards; SIDES]) -> Play {
    let Some(seat) = t.state.position.favoured(God::Hermes) else { return Ok(()) };
    let mut choice = Cards::NONE;
    for (good, _) in produced[seat.index()].iter() {
        choice.add(good, t.state.position.bank.count(good).min(3));
    }
    if choice.is_empty() {
        return Ok(());
    }
    let hand = *t.state.hand(seat);
    let cards = t.ask(seat, "hermes", Hermes { choice, hand })?;
    if !cards.is_empty() {
        spend(t, God::Hermes);
        cards.each().for_each(|good| {
            t.state.draw(seat, good);
        });
        t.tell(Event::HermesYields { seat, cards });
    }
    Ok(())
}

/// Isis gives everybody one card of the bank; only the two of them know which (MY-6.3.5).
pub fn isis(t: &mut Table<'_>) -> Play {
    let Some(seat) = t.state.position.favoured(God::Isis) else { return Ok(()) };
    let bank = t.state.position.bank;
    if bank.is_empty() {
        return Ok(());
    }
    let hand = *t.state.hand(seat);
    let gifts = t.ask(seat, "isis", Isis { seat, seats: t.game.core.seats, bank, hand })?;
    if gifts.is_empty() {
        return Ok(());
    }
    spend(t, God::Isis);
    t.tell(Event::IsisGives { seat });
    for (to, good) in gifts {
        if t.state.draw(to, good) {
            t.tell_only([seat, to], Event::IsisGift { seat, to, good });
        }
    }
    Ok(())
}

/// Whether Astarte shields against a god.
#[derive(Debug)]
pub struct Astarte {
    god: God,
}

impl Question<Mythology> for Astarte {
    type Answer = bool;
    const NAME: &'static str = "astarte";

    fn legal(&self, _: &Mythology, _: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Mythology) -> bool {
        true
    }

    fn choices(&self, _: &Mythology) -> Vec<bool> {
        alloc::vec![true, false]
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> bool {
        chance.random_bool(0.7)
    }

    /// Whoever names gods names all against whom Astarte is to be used.
    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<bool> {
        let heard = lines.first(|order| match order {
            Order::Rite(Rite::Astarte(gods)) if gods.contains(&self.god) => Says::Yes(true),
            _ => Says::Nothing,
        });
        let named = |order: &Order| matches!(order, Order::Rite(Rite::Astarte(_)));
        heard.or_else(|| {
            let spoke = lines.first(|order| if named(order) { Says::Yes(()) } else { Says::Nothing });
            spoke.map(|()| false)
        })
    }

    fn orders(&self, _: &Mythology, shields: &bool) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Astarte(if *shields { alloc::vec![self.god] } else { Vec::new() }))]
    }
}

/// So many of what a god could destroy are shown to whoever is asked.
const SHOWN: usize = 8;

/// Which building a god destroys, if any.
#[derive(Debug)]
pub struct Raze {
    god: God,
    moment: Moment,
    targets: Vec<(Province, Site)>,
    goods: Vec<Option<Good>>,
}

impl Raze {
    fn of(game: &Mythology, position: &Position, seat: Seat, god: God, moment: Moment) -> Raze {
        let kind = if god == God::Baal { Building::City } else { Building::Caravan };
        let enemy = position.provinces().filter(|(_, area)| area.owner.is_some_and(|owner| owner != seat));
        let sites = enemy.flat_map(|(province, area)| area.sites().map(move |site| (province, site)));
        let targets: Vec<(Province, Site)> = sites.filter(|(_, site)| site.building() == kind).collect();
        let goods = targets.iter().map(|(province, site)| good_of(game, *province, *site)).collect();
        Raze { god, moment, targets, goods }
    }

    fn meant(&self, (province, spot): &(Province, Option<Spot>)) -> Option<(Province, Site)> {
        let fits = |((at, site), good): &(&(Province, Site), &Option<Good>)| {
            *at == *province
                && match spot {
                    Some(Spot::CityOn(n)) => *site == Site::City(*n),
                    Some(Spot::CaravanOf(wanted)) => **good == Some(*wanted),
                    _ => true,
                }
        };
        self.targets.iter().zip(&self.goods).find(fits).map(|(target, _)| *target)
    }
}

impl Question<Mythology> for Raze {
    type Answer = Option<(Province, Site)>;
    const NAME: &'static str = "raze";

    fn legal(&self, _: &Mythology, target: &Self::Answer) -> Result<(), Reason> {
        match target {
            Some(target) if !self.targets.contains(target) => Err(Own::NothingToDestroy.into()),
            _ => Ok(()),
        }
    }

    fn default(&self, _: &Mythology) -> Self::Answer {
        None
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Self::Answer {
        if chance.random_bool(0.2) { self.targets.choose(chance).copied() } else { None }
    }

    fn hints(&self, _: &Mythology) -> Vec<Self::Answer> {
        self.targets.iter().take(SHOWN).copied().map(Some).collect()
    }

    fn about(&self, _: &Mythology) -> Option<alloc::string::String> {
        Some(alloc::string::ToString::to_string(&self.god))
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Self::Answer> {
        lines.first(|order| match order {
            Order::Rite(Rite::Raze { god, targets, moment }) if *god == self.god => {
                if targets.is_empty() || (self.moment, *moment) == (Moment::Now, Moment::Last) {
                    return Says::Yes(None);
                }
                match targets.iter().find_map(|target| self.meant(target)) {
                    Some(target) => Says::Yes(Some(target)),
                    None => Says::No(Own::NothingToDestroy.into()),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, target: &Self::Answer) -> Vec<Order> {
        let place = target.and_then(|target| self.targets.iter().position(|one| *one == target));
        let targets = target.map(|(province, site)| {
            let spot = match site {
                Site::City(n) => Some(Spot::CityOn(n)),
                _ => place.and_then(|place| self.goods[place]).map(Spot::CaravanOf),
            };
            (province, spot)
        });
        alloc::vec![Order::Rite(Rite::Raze {
            god: self.god,
            targets: targets.into_iter().collect(),
            moment: if target.is_some() { self.moment } else { Moment::Now },
        })]
    }
}

/// Which trireme Poseidon takes, if any.
#[derive(Debug)]
pub struct Sink {
    targets: Vec<(Place, Seat)>,
    occasion: Occasion,
}

impl Sink {
    fn fits(&self, prey: &Prey, (place, seat): &(Place, Seat)) -> bool {
        let now = match (prey.occasion, self.occasion) {
            (Occasion::Carries(None), Occasion::Carries(_)) => true,
            // What could not be had before may be had when all have moved.
            (Occasion::At(_), Occasion::At(Moment::Last)) => true,
            (wanted, is) => wanted == is,
        };
        now && prey.at.is_none_or(|wanted| wanted == *place) && prey.seat.is_none_or(|wanted| wanted == *seat)
    }
}

impl Question<Mythology> for Sink {
    type Answer = Option<(Place, Seat)>;
    const NAME: &'static str = "poseidon";

    fn legal(&self, _: &Mythology, target: &Self::Answer) -> Result<(), Reason> {
        match target {
            Some(target) if !self.targets.contains(target) => Err(Own::NoPrey.into()),
            _ => Ok(()),
        }
    }

    fn default(&self, _: &Mythology) -> Self::Answer {
        None
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Self::Answer {
        if chance.random_bool(0.2) { self.targets.choose(chance).copied() } else { None }
    }

    fn choices(&self, _: &Mythology) -> Vec<Self::Answer> {
        self.targets.iter().copied().map(Some).chain([None]).collect()
    }

    /// Whoever has named an occasion has said that it is not now.
    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Self::Answer> {
        let heard = lines.first(|order| {
            let Order::Rite(Rite::Poseidon(prey)) = order else { return Says::Nothing };
            let hit = prey.iter().find_map(|prey| self.targets.iter().find(|target| self.fits(prey, target)));
            if let Some(target) = hit {
                return Says::Yes(Some(*target));
            }
            let last = self.occasion == Occasion::At(Moment::Last);
            let due =
                |prey: &Prey| prey.occasion == self.occasion || (last && matches!(prey.occasion, Occasion::At(_)));
            if prey.iter().any(due) { Says::No(Own::NoPrey.into()) } else { Says::Nothing }
        });
        let named = |order: &Order| matches!(order, Order::Rite(Rite::Poseidon(_)));
        heard.or_else(|| {
            let spoke = lines.first(|order| if named(order) { Says::Yes(()) } else { Says::Nothing });
            spoke.map(|()| None)
        })
    }

    fn orders(&self, _: &Mythology, target: &Self::Answer) -> Vec<Order> {
        let prey = target.map(|(place, seat)| Prey { at: Some(place), seat: Some(seat), occasion: self.occasion });
        alloc::vec![Order::Rite(Rite::Poseidon(prey.into_iter().collect()))]
    }
}

/// Which three cards Hermes yields.
#[derive(Debug)]
pub struct Hermes {
    /// What is produced and lies in the bank, three of a kind at most.
    choice: Cards,
    hand: Cards,
}

impl Hermes {
    fn number(&self) -> usize {
        self.choice.len().min(3)
    }

    /// Fills up with what the hand has least of, the rarest first.
    fn fill(&self, game: &Mythology, mut cards: Cards) -> Cards {
        while cards.len() < self.number() {
            let mut held = self.hand;
            held.put(&cards);
            let left = self.choice.iter().filter(|(good, n)| cards.count(*good) < *n).map(|(good, _)| good);
            let key = |good: &Good| {
                (if *good == Good::Tax { 1 } else { held.count(*good) }, game.core.board.bank.count(*good))
            };
            let Some(good) = left.min_by_key(key) else { break };
            cards.add(good, 1);
        }
        cards
    }
}

impl Question<Mythology> for Hermes {
    type Answer = Cards;
    const NAME: &'static str = "hermes";

    fn legal(&self, _: &Mythology, cards: &Cards) -> Result<(), Reason> {
        let all = cards.is_empty() || cards.len() == self.number();
        if all && self.choice.covers(cards) { Ok(()) } else { Err(Own::NotProduced.into()) }
    }

    fn default(&self, game: &Mythology) -> Cards {
        self.fill(game, Cards::NONE)
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Cards {
        let mut all: Vec<Good> = self.choice.each().collect();
        all.shuffle(chance);
        all.into_iter().take(self.number()).collect()
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Cards> {
        lines.first(|order| {
            let Order::Rite(Rite::Hermes(goods)) = order else { return Says::Nothing };
            if goods.is_empty() {
                return Says::Yes(Cards::NONE);
            }
            let mut left = self.choice;
            let named: Vec<Good> = goods.iter().copied().filter(|good| left.take(*good, 1) == 1).collect();
            let cards: Cards = named.iter().copied().take(self.number()).collect();
            match cards.len() {
                0 => Says::No(Own::NotProduced.into()),
                n if n == self.number() => Says::Yes(cards),
                // A list that is too short is filled up.
                n if n == goods.len() => Says::Yes(self.fill(game, cards)),
                _ => Says::Partly(self.fill(game, cards), Own::NotProduced.into()),
            }
        })
    }

    fn orders(&self, _: &Mythology, cards: &Cards) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Hermes(cards.each().collect()))]
    }
}

/// What Isis gives to whom.
#[derive(Debug)]
pub struct Isis {
    seat: Seat,
    seats: Seats,
    bank: Cards,
    hand: Cards,
}

impl Isis {
    /// One card for everybody, as far as the bank goes; the giver is served first.
    fn gifts(&self, game: &Mythology, wish: impl Fn(Seat) -> Option<Good>) -> Vec<(Seat, Good)> {
        let mut bank = self.bank;
        let mut gifts = Vec::new();
        for seat in self.seats.starting_with(self.seat) {
            let wished = wish(seat).filter(|good| bank.count(*good) > 0);
            let there = || bank.iter().map(|(good, _)| good).filter(|good| *good != Good::Tax);
            let mine = |good: &Good| (self.hand.count(*good), game.core.board.bank.count(*good));
            let found = match wished {
                Some(good) => Some(good),
                None if seat == self.seat => there().min_by_key(mine),
                None => there().max_by_key(|good| bank.count(*good)),
            };
            let Some(good) = found.or_else(|| (bank.count(Good::Tax) > 0).then_some(Good::Tax)) else { continue };
            bank.take(good, 1);
            gifts.push((seat, good));
        }
        gifts.sort();
        gifts
    }
}

impl Question<Mythology> for Isis {
    type Answer = Vec<(Seat, Good)>;
    const NAME: &'static str = "isis";

    fn legal(&self, _: &Mythology, gifts: &Self::Answer) -> Result<(), Reason> {
        let cards: Cards = gifts.iter().map(|(_, good)| *good).collect();
        let to: Seats = gifts.iter().map(|(seat, _)| *seat).collect();
        let everybody = gifts.is_empty() || gifts.len() == self.seats.len().min(self.bank.len());
        if everybody && to.len() == gifts.len() && self.bank.covers(&cards) {
            Ok(())
        } else {
            Err(Own::NothingToGive.into())
        }
    }

    fn default(&self, game: &Mythology) -> Self::Answer {
        self.gifts(game, |_| None)
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Self::Answer {
        let wishes: Vec<(Seat, Option<Good>)> =
            self.seats.iter().map(|seat| (seat, self.bank.iter().map(|(good, _)| good).choose(chance))).collect();
        self.gifts(game, |seat| wishes.iter().find(|(of, _)| *of == seat).and_then(|(_, good)| *good))
    }

    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Self::Answer> {
        lines.first(|order| {
            let Order::Rite(Rite::Isis(wishes)) = order else { return Says::Nothing };
            if wishes.is_empty() {
                return Says::Yes(Vec::new());
            }
            let wish = |seat: Seat| {
                let me = seat == self.seat;
                let named = wishes.iter().find(|gift| gift.to == Whom::Seat(seat) || (me && gift.to == Whom::Me));
                named.or_else(|| wishes.iter().find(|gift| gift.to == Whom::Others)).and_then(|gift| gift.good)
            };
            let gifts = self.gifts(game, wish);
            let missing = gifts.iter().any(|(seat, good)| wish(*seat).is_some_and(|wished| wished != *good));
            if missing { Says::Partly(gifts, Own::NothingToGive.into()) } else { Says::Yes(gifts) }
        })
    }

    fn orders(&self, _: &Mythology, gifts: &Self::Answer) -> Vec<Order> {
        let gift = |(to, good): &(Seat, Good)| Gift { good: Some(*good), to: Whom::Seat(*to) };
        alloc::vec![Order::Rite(Rite::Isis(gifts.iter().map(gift).collect()))]
    }

    /// What everybody gets would not fit a line.
    fn form(&self, _: &Mythology, gifts: &Self::Answer) -> Vec<Order> {
        let mine = gifts.iter().find(|(to, _)| *to == self.seat).map(|(_, good)| *good);
        let gifts = [(mine, Whom::Me), (None, Whom::Others)].map(|(good, to)| Gift { good, to });
        alloc::vec![Order::Rite(Rite::Isis(gifts.to_vec()))]
    }
}
