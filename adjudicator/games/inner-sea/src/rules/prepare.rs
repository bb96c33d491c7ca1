//! The first question of the Growth Phase: what to withdraw, to shift and to use (IS-4.1, IS-4.2.4, IS-4.4).

use crate::deck::Time;
use crate::effects::{Declared, Mode, Pick, Scope, declare};
use crate::form;
use crate::game::InnerSea;
use crate::npc::Mind;
use crate::orders::{Order, Sheet, Target, Thing, Verb};
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
    /// What is wanted of the sheet at some moment of that step (IS-9.8); nothing said is anything sound.
    pub during: Vec<Target>,
    /// Cards that team mates are shown (IS-10.3).
    pub show: CardSet,
}

impl Prepared {
    fn withdrawn_from(&self, area: Area) -> u16 {
        self.withdraw.iter().filter(|(known, _)| *known == area).map(|(_, n)| u16::from(*n)).sum()
    }
}

/// What a letter wants of the sheet.
enum Wished {
    /// At the start of the Placement step, with these choices.
    First(Declared),
    /// At some moment of it.
    During(Vec<Target>),
}

/// The question.
#[derive(Clone, Debug)]
pub struct PrepareQuestion {
    seat: Seat,
    hand: CardSet,
    position: Position,
}

impl PrepareQuestion {
    /// The question for a seat.
    pub fn of(state: &State, seat: Seat) -> PrepareQuestion {
        let hand = state.hands[seat.index()];
        PrepareQuestion { seat, hand, position: state.position.clone() }
    }

    /// The position after discs were withdrawn: there things are used (IS-4.2.4).
    fn withdrawn(&self, prepared: &Prepared) -> Position {
        let mut position = self.position.clone();
        for (area, n) in &prepared.withdraw {
            position.board.take(*area, Faction::of(self.seat), *n);
        }
        position
    }

    fn uses(&self, game: &InnerSea, position: &Position) -> Uses {
        Uses::of(game, position, self.seat, Time::Growth)
    }

    /// What the sheet allows at the start of the Placement step, when discs were withdrawn and shifted.
    fn placing(&self, game: &InnerSea, prepared: &Prepared, mode: Mode<'_>) -> Result<Declared, Reason> {
        let mut position = self.withdrawn(prepared);
        for area in prepared.shift.iter() {
            position.board.take(area, Faction::of(self.seat), 1);
        }
        let sheet = game.sheet(&position, self.seat);
        if sheet.placing.is_empty() {
            return Ok(Declared::default());
        }
        let scope = Scope::of(self.seat, Time::Growth, None);
        // Where nothing comes of it, that is a choice too, and it can be written down.
        let nothing = || Declared { picks: alloc::vec![Pick::Stop], ..Declared::default() };
        Ok(declare(game, &position, scope, &sheet.placing, mode)?.unwrap_or_else(nothing))
    }

    /// What an NPC does: it uses whatever it can, and nothing else (IS-13.7).
    pub fn by_the_book(&self, mind: &Mind<'_>) -> Prepared {
        let game = mind.game;
        let uses = self.uses(game, &self.position);
        let used = |thing: &Thing| uses.declare(game, &self.position, *thing, Mode::Npc(mind)).ok();
        let uses: Vec<Use> = uses.things.iter().filter_map(used).collect();
        let prepared = Prepared { uses, ..Prepared::default() };
        let placing = self.placing(game, &prepared, Mode::Npc(mind));
        Prepared { placing: placing.unwrap_or_default(), ..prepared }
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
        let most = game.part_of(&self.position, self.seat).and_then(|part| part.withdraws).unwrap_or(u8::MAX);
        let there = self.position.board.discs(area, Faction::of(self.seat));
        if cities.contains(area) { 0 } else { there.min(most) }
    }
}

impl Question<InnerSea> for PrepareQuestion {
    type Answer = Prepared;
    const NAME: &'static str = "growth";

    fn legal(&self, game: &InnerSea, answer: &Prepared) -> Result<(), Reason> {
        for (area, n) in &answer.withdraw {
            if *n == 0 || answer.withdrawn_from(*area) > u16::from(self.free(game, *area)) {
                return Err(Reason::NotWithdrawn { area: *area });
            }
        }
        if let Some(area) = (answer.shift - self.position.cities(&game.chart, self.seat)).first() {
            return Err(Reason::NoCity { area });
        }
        let position = self.withdrawn(answer);
        self.uses(game, &position).legal(game, &position, &answer.uses)?;
        if !answer.show.is_empty() {
            self.may_show(game, &answer.show.iter().collect::<Vec<_>>())?;
        }
        let civs = civs_of(&self.position);
        let targets = answer.placing.picks.iter().map(|pick| pick.target(&civs)).collect();
        let same = self.placing(game, answer, Mode::Wish(targets))?;
        if same.picks == answer.placing.picks { Ok(()) } else { Err(Reason::BadTarget) }
    }

    /// IS-11.2: nothing is withdrawn, shifted or used; what the sheet gives is taken.
    fn default(&self, game: &InnerSea) -> Prepared {
        let prepared = Prepared::default();
        Prepared { placing: self.placing(game, &prepared, Mode::Sound).unwrap_or_default(), ..prepared }
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
        let position = self.withdrawn(&prepared);
        prepared.uses = self.uses(game, &position).random(game, &position, chance);
        if !self.hand.is_empty() && game.mates(self.seat).next().is_some() && chance.random_range(0..4u8) == 0 {
            prepared.show.extend_one(self.hand.nth(chance.random_range(0..self.hand.len())));
        }
        prepared.placing = self.placing(game, &prepared, Mode::Random(chance)).unwrap_or_default();
        if !game.sheet(&self.position, self.seat).during.is_empty() && chance.random_range(0..2u8) == 0 {
            let areas = game.chart.in_play;
            let area = areas.nth(chance.random_range(0..=areas.len()));
            prepared.during.push(area.map_or(Target::Nothing, Target::Area));
        }
        prepared
    }

    /// Each thing that can be used, alone.
    fn hints(&self, game: &InnerSea) -> Vec<Prepared> {
        let uses = self.uses(game, &self.position).hints(game, &self.position);
        uses.into_iter().map(|used| Prepared { uses: alloc::vec![used], ..self.default(game) }).collect()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Prepared> {
        let things = self.uses(game, &self.position).things;
        let mine = |order: &Order| {
            matches!(order, Order::Withdraw(..) | Order::Shift(_) | Order::Nothing(Verb::Withdraw))
                || matches!(order, Order::Use(thing, _) if things.contains(thing))
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
                let left = u16::from(self.free(game, *area)).saturating_sub(prepared.withdrawn_from(*area));
                let taken = (*n).min(left as u8);
                if taken == 0 {
                    return Says::No(Reason::NotWithdrawn { area: *area });
                }
                prepared.withdraw.push((*area, taken));
                match taken < *n {
                    true => Says::Partly((), Reason::NotWithdrawn { area: *area }),
                    false => Says::Yes(()),
                }
            }
            Order::Shift(area) if prepared.shift.contains(*area) => Says::No(Reason::Twice),
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
        let position = self.withdrawn(&prepared);
        prepared.uses = self.uses(game, &position).hear(game, &position, lines);
        let sheet = game.sheet(&self.position, self.seat);
        let mark = lines.mark();
        let wished = lines.first(|order| match order {
            Order::Use(Thing::Sheet(_), targets) if !sheet.during.is_empty() => {
                Says::Yes(Wished::During(targets.clone()))
            }
            Order::Use(Thing::Sheet(_), _) if sheet.placing.is_empty() => Says::No(Reason::NotUsable),
            Order::Use(Thing::Sheet(_), targets) => match self.placing(game, &prepared, Mode::Wish(targets.clone())) {
                Ok(declared) => Says::Yes(Wished::First(declared)),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        let sound = || self.placing(game, &prepared, Mode::Sound).unwrap_or_default();
        match wished {
            Some(Wished::First(declared)) => prepared.placing = declared,
            Some(Wished::During(targets)) => {
                prepared.placing = sound();
                prepared.during = targets;
                // Whether it can come is seen when discs are placed; that is told then.
                lines.forget_since(mark);
            }
            None => prepared.placing = sound(),
        }
        Some(prepared)
    }

    fn form(&self, game: &InnerSea, answer: &Prepared) -> Vec<Order> {
        form::all(game, self.orders(game, answer))
    }

    fn orders(&self, game: &InnerSea, answer: &Prepared) -> Vec<Order> {
        let mut orders: Vec<Order> = answer.withdraw.iter().map(|(area, n)| Order::Withdraw(*n, *area)).collect();
        orders.extend(answer.shift.iter().map(Order::Shift));
        let position = self.withdrawn(answer);
        orders.extend(self.uses(game, &position).orders(&position, &answer.uses));
        let sound = self.placing(game, answer, Mode::Sound).unwrap_or_default();
        if answer.placing.picks != sound.picks {
            let civs = civs_of(&self.position);
            let targets = answer.placing.picks.iter().map(|pick| pick.target(&civs)).collect();
            orders.push(Order::Use(Thing::Sheet(Sheet::Ability), targets));
        }
        if !answer.during.is_empty() {
            orders.push(Order::Use(Thing::Sheet(Sheet::Ability), answer.during.clone()));
        }
        orders.extend(answer.show.iter().map(|card| Order::Show(alloc::vec![card])));
        if orders.is_empty() {
            orders.push(Order::Nothing(Verb::Withdraw));
        }
        orders
    }
}
