//! The question whether a myth is invoked this turn, and how (7W-13.6, 7W-13.7).

use crate::deity::{Aim, Deities, Deity};
use crate::game::SevenWonders;
use crate::orders::Order;
use crate::payment::Trade;
use crate::pieces::{Card, Colour};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::choice;
use crate::rules::myth::cost;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Question, Says, Seat, keyed};

keyed!(
    /// Whether the myth comes before the card of the turn or after it (7W-13.8).
    When, "when", { First = "first", Last = "last" }
);

keyed!(
    /// What is done with the myth (7W-13.8).
    Use, "use", {
        /// Its power is paid for and used.
        Power = "power",
        /// It is discarded for coins.
        Coins = "coins",
    }
);

/// A myth that is invoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// Which one.
    pub deity: Deity,
    /// What is done with it.
    pub used: Use,
    /// Before or after the card of the turn.
    pub when: When,
    /// At whom or what.
    pub aim: Aim,
    /// What must be bought for it.
    pub buy: Trade,
}

/// The question. It holds what the seat can see, and nothing else.
#[derive(Debug)]
pub struct Invoke {
    /// Who is asked.
    pub seat: Seat,
    /// The myths in hand.
    pub hand: Deities,
    /// What lies open.
    pub position: Position,
}

impl Invoke {
    /// The opponents: everybody but the seat and its partner.
    fn opponents(&self, game: &SevenWonders) -> Vec<Seat> {
        let own = game.eyes(self.seat);
        game.seats().iter().filter(|seat| !own.contains(*seat)).collect()
    }

    /// Whether the aim is what the deity needs.
    fn aims(&self, game: &SevenWonders, deity: Deity, aim: &Aim) -> Result<(), Reason> {
        let opponents = self.opponents(game);
        let wrong = Reason::WrongAim { deity };
        let named: Vec<Seat> = aim.seats.iter().flatten().copied().collect();
        let are_opponents = named.iter().all(|seat| opponents.contains(seat));
        let differ = named.len() < 2 || named[0] != named[1];
        let cards = (aim.own.is_some(), aim.theirs.is_some(), aim.deity.is_some());
        let is_first = self.position.age == 0;
        let fits = match deity {
            Deity::Hades | Deity::Poseidon => named.len() == 1 && are_opponents && cards == (false, false, false),
            Deity::AmunRa if is_first => named.is_empty() && cards == (false, false, false),
            Deity::AmunRa | Deity::Nut | Deity::Horus => {
                !named.is_empty() && are_opponents && differ && cards == (false, false, false)
            }
            Deity::Bastet => {
                let both = aim.own.zip(aim.theirs).zip(named.first().copied());
                let Some(((own, theirs), other)) = both.filter(|_| named.len() == 1 && are_opponents) else {
                    return Err(wrong);
                };
                return swap(game, &self.position, (self.seat, own), (other, theirs));
            }
            Deity::Set => {
                (!named.is_empty() || aim.deity.is_some())
                    && named.len() < 2
                    && are_opponents
                    && (cards.0, cards.1) == (false, false)
            }
            Deity::Toinito => {
                named.len() == 1 && game.eyes(self.seat).contains(named[0]) && cards == (false, false, false)
            }
            _ => named.is_empty() && cards == (false, false, false),
        };
        if fits { Ok(()) } else { Err(wrong) }
    }

    /// What the deity needs besides being paid.
    fn possible(&self, game: &SevenWonders, deity: Deity) -> Result<(), Reason> {
        match deity {
            Deity::Chronos => choice::stage_cost(game, self.position.city(self.seat)).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn check(&self, game: &SevenWonders, invocation: &Invocation) -> Result<(), Reason> {
        let Invocation { deity, used, when, aim, buy } = invocation;
        if !self.hand.contains(*deity) {
            return Err(Reason::NoSuchMyth { deity: *deity });
        }
        match (used, when) {
            (Use::Coins, _) if *aim == Aim::default() && buy.is_none() => Ok(()),
            (Use::Coins, _) => Err(Reason::WrongAim { deity: *deity }),
            (Use::Power, When::First) => {
                self.aims(game, *deity, aim)?;
                self.possible(game, *deity)?;
                cost::bill(game, &self.position, self.seat, *deity, *buy).map(|_| ())
            }
            // Whether it can be paid is seen when the card of the turn has been played.
            (Use::Power, When::Last) => self.aims(game, *deity, aim),
        }
    }

    fn random_aim(&self, game: &SevenWonders, deity: Deity, chance: &mut Chance) -> Aim {
        let opponents = self.opponents(game);
        let mut aim = Aim::default();
        match deity {
            Deity::AmunRa if self.position.age == 0 => {}
            Deity::Hades | Deity::Poseidon | Deity::AmunRa | Deity::Nut | Deity::Horus | Deity::Set => {
                aim.seats[0] = opponents.choose(chance).copied();
                let second = opponents.choose(chance).copied().filter(|seat| Some(*seat) != aim.seats[0]);
                if matches!(deity, Deity::AmunRa | Deity::Nut | Deity::Horus) && chance.random_bool(0.5) {
                    aim.seats[1] = second;
                }
            }
            Deity::Toinito => aim.seats[0] = game.eyes(self.seat).iter().nth(chance.random_range(0..2)),
            Deity::Bastet => {
                aim.seats[0] = opponents.choose(chance).copied();
                let random = |seat: Seat, chance: &mut Chance| {
                    let built: Vec<Card> = self.position.city(seat).built.iter().collect();
                    built.choose(chance).copied()
                };
                aim.own = random(self.seat, chance);
                aim.theirs = aim.seats[0].and_then(|seat| random(seat, chance));
            }
            _ => {}
        }
        aim
    }
}

/// Whether two structures can be exchanged (7W-13.42): as many goods each, no coins, nothing twice.
pub fn swap(
    game: &SevenWonders,
    position: &Position,
    (seat, own): (Seat, Card),
    (other, theirs): (Seat, Card),
) -> Result<(), Reason> {
    let wrong = Err(Reason::WrongAim { deity: Deity::Bastet });
    let (city, opponent) = (position.city(seat), position.city(other));
    let [one, two] = [own, theirs].map(|card| game.deck.card(card));
    let stands = city.built.contains(own) && opponent.built.contains(theirs);
    let fits = one.cost.len() == two.cost.len() && one.price == 0 && two.price == 0;
    let is_white = one.colour == Colour::White || two.colour == Colour::White;
    let is_double = city.built.contains(theirs) || opponent.built.contains(own);
    if stands && fits && !is_white && !is_double { Ok(()) } else { wrong }
}

impl Question<SevenWonders> for Invoke {
    type Answer = Option<Invocation>;
    const NAME: &'static str = "myth";

    fn legal(&self, game: &SevenWonders, answer: &Option<Invocation>) -> Result<(), Reason> {
        answer.as_ref().map_or(Ok(()), |invocation| self.check(game, invocation))
    }

    /// In silence no myth is invoked.
    fn default(&self, _game: &SevenWonders) -> Option<Invocation> {
        None
    }

    /// Now and then a myth, in any way that is allowed.
    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Option<Invocation> {
        if chance.random_range(0..4u8) != 0 {
            return None;
        }
        let nth = chance.random_range(0..self.hand.len());
        let deity = self.hand.iter().nth(nth)?;
        let used = if chance.random_range(0..8u8) == 0 { Use::Coins } else { Use::Power };
        let when = if chance.random_bool(0.5) { When::First } else { When::Last };
        let aim = if used == Use::Power { self.random_aim(game, deity, chance) } else { Aim::default() };
        let invocation = Invocation { deity, used, when, aim, buy: Trade::NONE };
        self.check(game, &invocation).is_ok().then_some(invocation)
    }

    /// A letter that plays a card and says nothing of myths invokes none.
    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Option<Invocation>> {
        let heard = lines.first(|order| match order {
            Order::NoMyth => Says::Yes(None),
            Order::Myth(invocation) => match self.check(game, invocation) {
                Ok(()) => Says::Yes(Some(*invocation)),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        let plays = |order: &Order| matches!(order, Order::Play { .. } | Order::Prefer(_));
        heard.or_else(|| lines.mention(plays).then_some(None))
    }

    fn orders(&self, _game: &SevenWonders, answer: &Option<Invocation>) -> Vec<Order> {
        alloc::vec![answer.map_or(Order::NoMyth, Order::Myth)]
    }
}
