//! The first question of the Growth Phase: what to withdraw, to shift and to use (IS-4.1, IS-4.2.4, IS-4.4).

use crate::deck::Time;
use crate::effects::{Declared, Mode, Pick, Scope, declare};
use crate::game::InnerSea;
use crate::orders::{Order, Sheet, Thing, Verb};
use crate::pieces::{Area, AreaSet, Card, CardSet, Faction};
use crate::position::{Position, State};
use crate::reason::Reason;
use crate::rules::uses::{Use, Uses, civs_of};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// What a civilization does before it places discs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Prepared {
    /// Discs that go back to the supply.
    pub withdraw: Vec<(Area, u8)>,
    /// Cities that give a disc.
    pub shift: AreaSet,
    /// Investments and Wonders that are used.
    pub uses: Vec<Use>,
    /// The choices for what the sheet allows at the start of the Placement step.
    pub placing: Declared,
    /// Cards that team mates are shown (IS-10.3).
    pub show: CardSet,
}

/// The question.
#[derive(Clone, Debug)]
pub struct PrepareQuestion {
    seat: Seat,
    hand: CardSet,
    position: Position,
    uses: Uses,
}

impl PrepareQuestion {
    /// The question for a seat.
    pub fn of(game: &InnerSea, state: &State, seat: Seat) -> PrepareQuestion {
        let hand = state.hands[seat.index()];
        let uses = Uses::of(game, state, seat, Time::Growth);
        PrepareQuestion { seat, hand, position: state.position.clone(), uses }
    }

    fn placing(&self, game: &InnerSea, mode: Mode<'_>) -> Result<Declared, Reason> {
        let sheet = game.sheet(&self.position, self.seat);
        if sheet.placing.is_empty() {
            return Ok(Declared::default());
        }
        let scope = Scope::of(self.seat, Time::Growth, None);
        // Where nothing comes of it, that is a choice too, and it can be written down.
        let nothing = || Declared { picks: alloc::vec![Pick::Stop], ..Declared::default() };
        Ok(declare(game, &self.position, scope, &sheet.placing, mode)?.unwrap_or_else(nothing))
    }

    /// Team mates may be shown cards of the hand; nobody else (IS-10.3).
    fn may_show(&self, game: &InnerSea, cards: &[Card]) -> Result<(), Reason> {
        match cards.iter().find(|card| !self.hand.contains(**card)) {
            _ if game.mates(self.seat).next().is_none() => Err(Reason::NoMates),
            Some(card) => Err(Reason::NotInHand { card: *card }),
            None => Ok(()),
        }
    }

    /// How many discs may be withdrawn from an area: a City's discs stay (IS-4.1).
    fn free(&self, game: &InnerSea, area: Area) -> u8 {
        let cities = self.position.cities(&game.chart, self.seat);
        if cities.contains(area) { 0 } else { self.position.board.discs(area, Faction::of(self.seat)) }
    }
}

impl Question<InnerSea> for PrepareQuestion {
    type Answer = Prepared;
    const NAME: &'static str = "growth";

    fn legal(&self, game: &InnerSea, answer: &Prepared) -> Result<(), Reason> {
        for (i, (area, n)) in answer.withdraw.iter().enumerate() {
            let again = answer.withdraw[..i].iter().any(|(known, _)| known == area);
            if *n == 0 || *n > self.free(game, *area) || again {
                return Err(Reason::NotWithdrawn { area: *area });
            }
        }
        if let Some(area) = (answer.shift - self.position.cities(&game.chart, self.seat)).first() {
            return Err(Reason::NoCity { area });
        }
        self.uses.legal(game, &self.position, &answer.uses)?;
        if !answer.show.is_empty() {
            self.may_show(game, &answer.show.iter().collect::<Vec<_>>())?;
        }
        let civs = civs_of(&self.position);
        let targets = answer.placing.picks.iter().map(|pick| pick.target(&civs)).collect();
        let same = self.placing(game, Mode::Wish(targets))?;
        if same.picks == answer.placing.picks { Ok(()) } else { Err(Reason::BadTarget) }
    }

    /// IS-11.2: nothing is withdrawn, shifted or used; what the sheet gives is taken.
    fn default(&self, game: &InnerSea) -> Prepared {
        Prepared { placing: self.placing(game, Mode::Sound).unwrap_or_default(), ..Prepared::default() }
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Prepared {
        let mut prepared = Prepared::default();
        let own = self.position.board.occupied(Faction::of(self.seat));
        if !own.is_empty() && chance.random_range(0..4u8) == 0 {
            let area = own.nth(chance.random_range(0..own.len()));
            let withdrawn = area.map(|area| (area, self.free(game, area))).filter(|(_, n)| *n > 0);
            prepared.withdraw.extend(withdrawn.map(|(area, n)| (area, chance.random_range(1..=n))));
        }
        let cities = self.position.cities(&game.chart, self.seat);
        if !cities.is_empty() && chance.random_range(0..6u8) == 0 {
            prepared.shift = cities.nth(chance.random_range(0..cities.len())).map_or(AreaSet::NONE, AreaSet::only);
        }
        prepared.uses = self.uses.random(game, &self.position, chance);
        if !self.hand.is_empty() && game.mates(self.seat).next().is_some() && chance.random_range(0..4u8) == 0 {
            prepared.show.extend_one(self.hand.nth(chance.random_range(0..self.hand.len())));
        }
        prepared.placing = self.placing(game, Mode::Random(chance)).unwrap_or_default();
        prepared
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Prepared> {
        let mine = |order: &Order| {
            matches!(order, Order::Withdraw(..) | Order::Shift(_) | Order::Nothing(Verb::Withdraw))
                || matches!(order, Order::Use(thing, _) if self.uses.things.contains(thing))
                || matches!(order, Order::Show(_))
                || matches!(
                    order,
                    Order::Use(Thing::Sheet(_), _) | Order::Place(..) | Order::Fill(_) | Order::Nothing(Verb::Place)
                )
        };
        if !lines.mention(mine) {
            return None;
        }
        let mut prepared = Prepared::default();
        lines.each(|order| match order {
            Order::Withdraw(n, area) => {
                let there = self.free(game, *area);
                let known = prepared.withdraw.iter().position(|(known, _)| known == area);
                let before = known.map_or(0, |at| prepared.withdraw[at].1);
                let n = (*n).min(there - before.min(there));
                if n == 0 {
                    return Says::No(Reason::NotWithdrawn { area: *area });
                }
                match known {
                    Some(at) => prepared.withdraw[at].1 += n,
                    None => prepared.withdraw.push((*area, n)),
                }
                Says::Yes(())
            }
            Order::Shift(area) if self.position.cities(&game.chart, self.seat).contains(*area) => {
                prepared.shift.insert(*area);
                Says::Yes(())
            }
            Order::Shift(area) => Says::No(Reason::NoCity { area: *area }),
            Order::Nothing(Verb::Withdraw) => Says::Yes(()),
            Order::Show(cards) => match self.may_show(game, cards) {
                Ok(()) => {
                    cards.iter().for_each(|card| prepared.show.insert(*card));
                    Says::Yes(())
                }
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        prepared.uses = self.uses.hear(game, &self.position, lines);
        let wished = lines.first(|order| match order {
            Order::Use(Thing::Sheet(_), targets) => match self.placing(game, Mode::Wish(targets.clone())) {
                Ok(declared) => Says::Yes(declared),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        prepared.placing = wished.unwrap_or_else(|| self.placing(game, Mode::Sound).unwrap_or_default());
        Some(prepared)
    }

    fn orders(&self, game: &InnerSea, answer: &Prepared) -> Vec<Order> {
        let mut orders: Vec<Order> = answer.withdraw.iter().map(|(area, n)| Order::Withdraw(*n, *area)).collect();
        orders.extend(answer.shift.iter().map(Order::Shift));
        orders.extend(self.uses.orders(&self.position, &answer.uses));
        let sound = self.placing(game, Mode::Sound).unwrap_or_default();
        if answer.placing.picks != sound.picks {
            let civs = civs_of(&self.position);
            let targets = answer.placing.picks.iter().map(|pick| pick.target(&civs)).collect();
            orders.push(Order::Use(Thing::Sheet(Sheet::Ability), targets));
        }
        if !answer.show.is_empty() {
            orders.push(Order::Show(answer.show.iter().collect()));
        }
        if orders.is_empty() {
            orders.push(Order::Nothing(Verb::Withdraw));
        }
        orders
    }
}
