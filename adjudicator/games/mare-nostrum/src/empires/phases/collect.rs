//! Collecting: what everybody controls pays (EM-2).

use crate::common::orders::{Bounty, Order};
use crate::empires::event::Event;
use crate::empires::position::{Hold, Position, SIDES, Site};
use crate::empires::reason::{Common, Reason};
use crate::empires::{Empires, Table};
use crate::pieces::{Card, Cards, Good, Province, Role};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::RngExt as _;
use rand::seq::IteratorRandom as _;
use tabellarius_kernel::{Audience, Chance, Lines, Play, Question, Says, Seat};

/// What everybody is owed.
#[derive(Clone, Default, Debug)]
pub struct Due {
    /// Coins and goods.
    pub cards: [Cards; SIDES],
    /// Legendary cities that give a legendary good, in the order of the board.
    pub legends: Vec<(Seat, Province)>,
    /// Legendary cities with a temple, which give one thing more (EM-2.3).
    pub temples: Vec<(Seat, Province)>,
    /// What Circe's legions bring in (EM-2.6).
    pub circe: Vec<(Seat, Province, Good)>,
}

/// Counts what is owed (EM-2.1 to EM-2.3, EM-2.6, EM-2.8).
pub fn due(game: &Empires, position: &Position) -> Due {
    let mut due = Due::default();
    for (province, area) in position.provinces() {
        let land = game.core.board.land(province);
        for site in area.sites() {
            let Some(holder) = area.holder(site) else { continue };
            let (good, doubler) = match site {
                Site::City(_) => (Good::Tax, Site::Temple),
                Site::Caravan(n) => match land.goods.get(usize::from(n)) {
                    Some(good) => (*good, Site::Market),
                    None => continue,
                },
                Site::Market | Site::Temple => continue,
            };
            // The double goes to whoever controls both the building and its temple or market (EM-2.2).
            let doubled = area.has(doubler) && area.holder(doubler) == Some(holder);
            let legendary = land.legendary && matches!(site, Site::City(_));
            due.cards[holder.index()].add(good, if doubled && !legendary { 2 } else { 1 });
            if legendary {
                due.legends.push((holder, province));
                if doubled {
                    due.temples.push((holder, province));
                }
            }
        }
    }
    for seat in game.core.seats.iter() {
        if position.has(seat, Card::Circe) {
            due.circe.extend(circe(game, position, seat).map(|(province, good)| (seat, province, good)));
        }
    }
    for (seat, _, good) in &due.circe {
        due.cards[seat.index()].add(*good, 1);
    }
    if let Some(owner) = position.owner_of(Card::TempleOfArtemis) {
        due.cards[owner.index()].add(Good::Tax, 1); // EM-2.8
    }
    due
}

/// Circe's legions that hold nothing stand on the empty goods sites of their province, if nobody else stands there (EM-2.6).
fn circe<'a>(game: &'a Empires, position: &'a Position, seat: Seat) -> impl Iterator<Item = (Province, Good)> + 'a {
    position.provinces().flat_map(move |(province, area)| {
        let posted = match &area.hold {
            Some((by, Hold::Occupy(posts))) if *by == seat => posts.len(),
            Some((by, Hold::Convert)) if *by == seat => 1,
            _ => 0,
        };
        let free = usize::from(area.legions[seat.index()]).saturating_sub(posted);
        let free = if area.enemies_of(seat).is_empty() { free } else { 0 };
        let mut goods: Vec<Good> = (0..=u8::MAX)
            .zip(&game.core.board.land(province).goods)
            .filter(|(n, _)| !area.has(Site::Caravan(*n)))
            .map(|(_, good)| *good)
            .collect();
        goods.sort_by_key(|good| game.core.board.bank.count(*good));
        goods.truncate(free);
        // Each counts as a caravan, so the market of the province doubles it (EM-2.2).
        let doubled = area.has(Site::Market) && area.holder(Site::Market) == Some(seat);
        let times = if doubled { 2 } else { 1 };
        goods.into_iter().flat_map(move |good| core::iter::repeat_n((province, good), times))
    })
}

/// In which order a short supply is dealt: by the trade track, then round the table from the Trade Leader (EM-2.5).
pub fn by_trade(game: &Empires, position: &Position) -> Vec<Seat> {
    let leader = position.role(Role::Director).unwrap_or(Seat(0));
    let mut seats: Vec<Seat> = game.core.seats.starting_with(leader).collect();
    let track = position.track(Role::Director);
    seats.sort_by_key(|seat| Reverse(track[seat.index()]));
    seats
}

/// Pays out what asks nobody.
pub fn collect(t: &mut Table<'_>) -> Due {
    let game = t.game;
    let due = due(game, &t.state.position);
    let order = by_trade(game, &t.state.position);
    for &seat in &order {
        let owed = due.cards[seat.index()];
        let mut got = Cards::NONE;
        for (good, n) in owed.iter() {
            let drawn = (0..n).filter(|_| t.state.draw(seat, good)).count() as u8;
            got.add(good, drawn);
        }
        t.tell(Event::Collected { seat, cards: got });
        for (good, n) in owed.iter().filter(|(good, n)| got.count(*good) < *n) {
            t.tell(Event::SupplyShort { seat, good, missing: n - got.count(good) });
        }
        for (_, province, good) in due.circe.iter().filter(|(by, ..)| *by == seat) {
            t.tell(Event::CirceCollects { seat, province: *province, good: *good });
        }
        if t.state.position.owns(seat, Card::TempleOfArtemis) {
            t.tell(Event::ExtraCoin { seat, card: Card::TempleOfArtemis });
        }
    }
    for seat in order {
        for (_, province) in due.legends.iter().filter(|(by, _)| *by == seat) {
            draw_legend(t, seat, Some(*province), format_args!("{province}"));
        }
    }
    due
}

/// Draws a legendary good unseen; the used ones are shuffled when none is left (EM-2.4).
pub fn draw_legend(t: &mut Table<'_>, seat: Seat, province: Option<Province>, path: impl core::fmt::Display) {
    if t.state.stack.is_empty() {
        t.state.stack = core::mem::take(&mut t.state.discard);
    }
    // All kinds are put into an order, whatever is left of them: so a roll depends on its name alone.
    let kinds = &t.game.core.board.goods[1..];
    let name = t.game.core.seat_key_of(seat);
    let order = t.shuffle(Audience::NOBODY, format_args!("{name}/legendary {path}"), kinds.len() as u8);
    let stack = t.state.stack;
    let drawn = order.iter().filter_map(|place| kinds.get(usize::from(*place))).find(|good| stack.count(**good) > 0);
    let Some(&good) = drawn else {
        t.tell(Event::NoLegend { seat });
        return;
    };
    t.state.stack.take(good, 1);
    t.state.hands[seat.index()].add(good, 1);
    t.state.legends[seat.index()].add(good, 1);
    t.tell(Event::LegendDrawn { seat, province });
    t.show(Audience::Only([seat].into_iter().collect()), Event::LegendIs { seat, good });
}

/// What needs a choice: temples at legendary cities (EM-2.3), then the Colossus (EM-2.7).
pub fn choices(t: &mut Table<'_>, due: &Due) -> Play {
    for seat in by_trade(t.game, &t.state.position) {
        for (_, province) in due.temples.iter().filter(|(by, _)| *by == seat) {
            let name = t.game.core.seat_key_of(seat);
            let bounty = choose(t, seat, *province, format_args!("{name}/{province}/bounty"))?;
            t.tell(Event::TempleGives { seat, province: *province, bounty });
            match bounty {
                Bounty::Coin if t.state.draw(seat, Good::Tax) => {}
                Bounty::Coin => t.tell(Event::SupplyShort { seat, good: Good::Tax, missing: 1 }),
                Bounty::Legend => draw_legend(t, seat, Some(*province), format_args!("{province} temple")),
            }
        }
    }
    let Some(seat) = t.state.position.owner_of(Card::Colossus) else { return Ok(()) };
    let mut bank = t.state.position.bank;
    bank.take(Good::Tax, u8::MAX);
    if bank.is_empty() {
        return Ok(());
    }
    let good = t.ask(seat, "colossus", Colossus { bank, hand: *t.state.hand(seat) })?;
    t.state.draw(seat, good);
    t.tell(Event::ExtraGood { seat, card: Card::Colossus, good });
    Ok(())
}

/// Asks for a coin or a legendary good from a legendary city. Where no legendary good is left there is the coin (EM-2.3).
pub fn choose(t: &mut Table<'_>, seat: Seat, province: Province, path: impl core::fmt::Display) -> Play<Bounty> {
    let bounty = t.ask(seat, path, Choose { province })?;
    if bounty == Bounty::Legend && t.state.stack.is_empty() && t.state.discard.is_empty() {
        t.tell(Event::NoLegend { seat });
        return Ok(Bounty::Coin);
    }
    Ok(bounty)
}

/// A coin or a legendary good from a legendary city.
#[derive(Debug)]
pub struct Choose {
    /// Where the city is.
    pub province: Province,
}

impl Question<Empires> for Choose {
    type Answer = Bounty;
    const NAME: &'static str = "bounty";

    fn legal(&self, _: &Empires, _: &Bounty) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _: &Empires) -> Bounty {
        Bounty::Coin
    }

    fn choices(&self, _: &Empires) -> Vec<Bounty> {
        alloc::vec![Bounty::Coin, Bounty::Legend]
    }

    fn random(&self, _: &Empires, chance: &mut Chance) -> Bounty {
        if chance.random_bool(0.5) { Bounty::Coin } else { Bounty::Legend }
    }

    /// A line for this city goes before one for all.
    fn hear(&self, _: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Bounty> {
        let mut hear = |wanted: Option<Province>| {
            lines.first(|order| match order {
                Order::Collect(bounty, province) if *province == wanted => Says::Yes(*bounty),
                _ => Says::Nothing,
            })
        };
        hear(Some(self.province)).or_else(|| hear(None))
    }

    fn orders(&self, _: &Empires, bounty: &Bounty) -> Vec<Order> {
        alloc::vec![Order::Collect(*bounty, Some(self.province))]
    }
}

/// Which good the Colossus gives.
#[derive(Debug)]
pub struct Colossus {
    bank: Cards,
    hand: Cards,
}

impl Question<Empires> for Colossus {
    type Answer = Good;
    const NAME: &'static str = "colossus";

    fn legal(&self, _: &Empires, good: &Good) -> Result<(), Reason> {
        if self.bank.count(*good) > 0 { Ok(()) } else { Err(Common::ArtemisHasNot.into()) }
    }

    /// A good the hand lacks, the rarest first: it makes a set longer.
    fn default(&self, game: &Empires) -> Good {
        let goods = self.bank.iter().map(|(good, _)| good);
        goods.min_by_key(|good| (self.hand.count(*good), game.core.board.bank.count(*good))).unwrap_or(Good::Tax)
    }

    fn choices(&self, _: &Empires) -> Vec<Good> {
        self.bank.iter().map(|(good, _)| good).collect()
    }

    fn random(&self, _: &Empires, chance: &mut Chance) -> Good {
        self.bank.iter().map(|(good, _)| good).choose(chance).unwrap_or(Good::Tax)
    }

    fn hear(&self, _: &Empires, lines: &mut Lines<'_, Empires>) -> Option<Good> {
        lines.first(|order| match order {
            Order::Bonus(Card::Colossus, goods) => match goods.iter().find(|good| self.bank.count(**good) > 0) {
                Some(good) => Says::Yes(*good),
                None => Says::No(Common::ArtemisHasNot.into()),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Empires, good: &Good) -> Vec<Order> {
        alloc::vec![Order::Bonus(Card::Colossus, alloc::vec![*good])]
    }
}
