//! The set-up by points: what may be placed, what it costs, and where (MN-2.6, MY-2.6).

use crate::common::Mare;
use crate::common::aid_card;
use crate::common::ground::{Area, Ground};
use crate::common::orders::{Item, Nothing, Order, Wish};
use crate::common::reason::Reason;
use crate::common::shop::may_stand;
use crate::pieces::{Card, Province, Unit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Deref;
use rand::seq::SliceRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// A game that can be set up by points.
pub trait Founded: Mare {
    /// What lies on its table.
    type Position: Deref<Target = Ground> + Clone + Debug + 'static;

    /// The points that a player has left.
    fn points(position: &Self::Position, seat: Seat) -> u8;

    /// The full price of an item: nothing makes anything cheaper.
    fn price(&self, item: Item) -> u8;

    /// The item that a wish means; the shop knows how to find an open site.
    fn meant(&self, position: &Self::Position, seat: Seat, wish: Wish) -> Result<Item, Self::Reason>;

    /// Everything a player might conceivably want.
    fn wishes(&self, position: &Self::Position, seat: Seat) -> Vec<Wish>;

    /// Puts a thing on the table with everything that comes with it.
    fn place(&self, position: &mut Self::Position, seat: Seat, item: Item);

    /// Whether a unit may be raised.
    fn may_muster(
        &self,
        position: &Self::Position,
        seat: Seat,
        province: Province,
        unit: Unit,
    ) -> Result<(), Self::Reason>;

    /// Whether a hero or wonder may be bought.
    fn may_own(&self, position: &Self::Position, seat: Seat, card: Card) -> Result<(), Self::Reason>;

    /// Whether a hero brings such a unit along, so that it need not be placed.
    fn brings(&self, _hero: Card, _unit: Unit) -> bool {
        false
    }
}

/// What a player places with the points of a round.
#[derive(Debug)]
pub struct Found<G: Founded> {
    seat: Seat,
    position: Box<G::Position>,
}

impl<G: Founded> Found<G> {
    /// The question for a player.
    pub fn of(position: &G::Position, seat: Seat) -> Found<G> {
        Found { seat, position: Box::new(position.clone()) }
    }

    /// The capital's marker comes first (MN-2.6.5, MY-2.6.5).
    fn plan<'a>(&'a self, game: &'a G) -> Plan<'a, G> {
        let (position, left) = ((*self.position).clone(), G::points(&self.position, self.seat));
        let mut plan = Plan { game, seat: self.seat, position, left, items: Vec::new(), given: None };
        let capital = game.core().capital(self.seat);
        if plan.position.area(capital).owner.is_none() {
            let marker = Item::Influence { province: capital };
            plan.put(marker);
            plan.given = Some(marker);
        }
        plan
    }

    /// How many units of a kind the aid card has in a province, without one that the hero brings along (MY-2.6.4).
    fn wanted(&self, game: &G, province: Province, unit: Unit) -> u8 {
        let civilization = game.core().board.civilization(self.seat);
        let items = aid_card::items(game.core(), self.seat).into_iter();
        let number = items.filter(|item| *item == Item::Unit { province, unit }).count() as u8;
        number.saturating_sub(u8::from(game.brings(civilization.hero, unit)))
    }
}

/// What was placed so far, and what is left for more.
struct Plan<'a, G: Founded> {
    game: &'a G,
    seat: Seat,
    position: G::Position,
    left: u8,
    items: Vec<Item>,
    /// The capital's marker, if the referee has placed it.
    given: Option<Item>,
}

impl<G: Founded> Plan<'_, G> {
    /// The capital's marker is placed even on a board where it costs more than the points of a round (MN-2.6.5, MY-2.6.5).
    fn put(&mut self, item: Item) {
        self.left = self.left.saturating_sub(self.game.price(item));
        self.game.place(&mut self.position, self.seat, item);
        self.items.push(item);
    }

    fn try_wish(&mut self, wish: Wish) -> Result<(), G::Reason> {
        let item = self.game.meant(&self.position, self.seat, wish)?;
        // A marker the referee has placed already is no mistake of the player's.
        if self.given == Some(item) {
            return Ok(());
        }
        self.may_place(item)?;
        self.put(item);
        Ok(())
    }

    /// MN-2.6 to MN-2.6.4, MY-2.6 to MY-2.6.4. The rules of building hold, but nobody asks when the marker came (MN-2.6.2, MY-2.6.2).
    fn may_place(&self, item: Item) -> Result<(), G::Reason> {
        let (core, position) = (self.game.core(), &self.position);
        let civilization = core.board.civilization(self.seat);
        match item {
            Item::Influence { province } => {
                if province != civilization.capital && !civilization.near.contains(&province) {
                    return Err(Reason::TooFarFromCapital { province }.into());
                }
                if let Some(seat) = position.area(province).owner {
                    return Err(Reason::MarkerThere { province, seat }.into());
                }
                if position.markers(self.seat) >= core.board.pieces.markers {
                    return Err(Reason::NoMarkerLeft.into()); // MN-1.2, MY-1.2
                }
            }
            Item::Building { province, site } => {
                self.own(province)?;
                may_stand(core, position, province, site)?;
            }
            Item::Unit { province, unit } => {
                if matches!(unit, Unit::Legion | Unit::Trireme) && province != civilization.capital {
                    return Err(Reason::OnlyInCapital { unit }.into());
                }
                self.own(province)?;
                self.game.may_muster(position, self.seat, province, unit)?;
            }
            Item::Ship { .. } => return Err(Reason::OnlyInCapital { unit: Unit::Trireme }.into()),
            Item::Card { card } if card != civilization.hero => return Err(Reason::NotInSetup { card }.into()),
            Item::Card { card } => self.game.may_own(position, self.seat, card)?,
        }
        let (price, left) = (self.game.price(item), self.left);
        if price <= left { Ok(()) } else { Err(Reason::NoPoints { price, left }.into()) }
    }

    fn own(&self, province: Province) -> Result<(), Reason> {
        let mine = self.position.area(province).owner == Some(self.seat);
        if mine { Ok(()) } else { Err(Reason::NotYours { province }) }
    }
}

impl<G: Founded> Question<G> for Found<G> {
    type Answer = Vec<Item>;
    const NAME: &'static str = "found";

    fn legal(&self, game: &G, items: &Vec<Item>) -> Result<(), G::Reason> {
        let mut plan = self.plan(game);
        for item in items.iter().skip(plan.items.len()) {
            plan.may_place(*item)?;
            plan.put(*item);
        }
        Ok(())
    }

    /// The pieces of the aid card, as far as the points go.
    fn default(&self, game: &G) -> Vec<Item> {
        let mut plan = self.plan(game);
        for item in aid_card::items(game.core(), self.seat) {
            let is_there = match item {
                Item::Unit { province, unit } => {
                    units(plan.position.area(province), self.seat, unit) >= self.wanted(game, province, unit)
                }
                _ => false,
            };
            if !is_there && plan.may_place(item).is_ok() {
                plan.put(item);
            }
        }
        plan.items
    }

    fn random(&self, game: &G, chance: &mut Chance) -> Vec<Item> {
        let mut plan = self.plan(game);
        for _ in 0..2 {
            let mut wishes = game.wishes(&plan.position, self.seat);
            wishes.shuffle(chance);
            for wish in wishes {
                let _ = plan.try_wish(wish);
            }
        }
        plan.items
    }

    fn hear(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Vec<Item>> {
        let speaks =
            |order: &Order| matches!(order, Order::Build { .. } | Order::Nothing(Nothing::Build | Nothing::AtAll));
        if !lines.mention(speaks) {
            return None;
        }
        let mut plan = self.plan(game);
        lines.each(|order| {
            let Order::Build { wish, times, .. } = order else { return Says::Nothing };
            let mut said = Says::Yes(());
            for n in 0..*times {
                if let Err(reason) = plan.try_wish(*wish) {
                    said = if n == 0 { Says::No(reason) } else { Says::Partly((), reason) };
                    break;
                }
            }
            said
        });
        Some(plan.items)
    }

    /// Without the capital's marker, which the referee places.
    fn orders(&self, game: &G, items: &Vec<Item>) -> Vec<Order> {
        let build = |item: &Item| Order::Build { wish: item.wish(&game.core().board), times: 1, with: Vec::new() };
        match items.get(self.plan(game).items.len()..) {
            None | Some([]) => alloc::vec![Order::Nothing(Nothing::Build)],
            Some(chosen) => chosen.iter().map(build).collect(),
        }
    }
}

fn units(area: &Area, seat: Seat, unit: Unit) -> u8 {
    let pieces = match unit {
        Unit::Legion => &area.legions,
        Unit::Fortress => &area.fortresses,
        Unit::Trireme => &area.docked,
        Unit::Creature => &area.creatures,
    };
    pieces[seat.index()]
}
