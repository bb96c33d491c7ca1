//! The Offering: one player after the other may win a god's favour (MY-6).

use crate::common::orders::Order;
use crate::common::payment;
use crate::common::reason::Reason as Common;
use crate::common::rites::Rite;
use crate::common::roles::Turns;
use crate::mythology::event::Event;
use crate::mythology::position::{Favour, Phase, Position};
use crate::mythology::reason::{Own, Reason};
use crate::mythology::{Mythology, Table};
use crate::pieces::{Card, Cards, God, Role};
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// What an offering costs (MY-6.2.1).
pub const OFFERING: u8 = 3;

/// Plays the Offering.
pub fn play(t: &mut Table<'_>) -> Play {
    let turn = t.state.position.turn;
    t.tell(Event::PhaseBegins { turn, phase: Phase::Offering });
    let left = |god: &&God| t.state.position.gods[**god as usize].is_some();
    let gods: Vec<God> = God::ALL.iter().filter(left).copied().collect();
    t.state.position.gods = Default::default(); // used or not, they go back (MY-6.1)
    if !gods.is_empty() {
        t.tell(Event::GodsLeave { gods });
    }
    t.gather(owing(t))?;
    let mut turns = Turns::new(Role::HighPriest, t.game.core.seats, t.state.position.acted);
    while let Some((seat, leader)) = turns.next(t.state.position.role(Role::HighPriest), t)? {
        t.tell(Event::TurnToPray { seat, leader });
        let name = t.game.core.seat_key_of(seat);
        let question = Pray { hand: *t.state.hand(seat), taken: taken(&t.state.position) };
        if let Some((god, paid)) = t.ask(seat, format_args!("{name}/pray"), question)? {
            t.state.pay(seat, &paid);
            favour(t, god, seat);
            t.tell(Event::Prayed { seat, god, paid });
        }
        t.state.position.acted.insert(seat);
    }
    // When all have made their offerings; the original before the copy (MY-6.2.2).
    for seat in t.state.position.who_have(Card::Adonis) {
        let name = t.game.core.seat_key_of(seat);
        let question = Adonis { taken: taken(&t.state.position) };
        if let Some(god) = t.ask(seat, format_args!("{name}/adonis"), question)? {
            favour(t, god, seat);
            t.tell(Event::AdonisBrings { seat, god });
        }
    }
    t.state.position.acted = Seats::NONE;
    t.state.position.phase = Phase::Building;
    Ok(())
}

fn favour(t: &mut Table<'_>, god: God, seat: Seat) {
    t.state.position.gods[god as usize] = Some(Favour { seat, spent: false });
}

/// Who has something to decide: enough cards to offer, Adonis, or the order of play.
fn owing(t: &Table<'_>) -> Seats {
    let position = &t.state.position;
    let owes = |seat: &Seat| {
        t.state.hand(*seat).len() >= usize::from(OFFERING)
            || position.has(*seat, Card::Adonis)
            || position.role(Role::HighPriest) == Some(*seat)
    };
    t.game.core.seats.iter().filter(owes).collect()
}

/// The gods that stand by somebody.
fn taken(position: &Position) -> Vec<(God, Seat)> {
    God::ALL.iter().filter_map(|god| position.gods[*god as usize].map(|favour| (*god, favour.seat))).collect()
}

fn free(taken: &[(God, Seat)]) -> Vec<God> {
    God::ALL.iter().copied().filter(|god| !taken.iter().any(|(known, _)| known == god)).collect()
}

/// The first god of a list that is free.
fn first_free(taken: &[(God, Seat)], gods: &[God]) -> Result<God, Reason> {
    let open = |god: &&God| !taken.iter().any(|(known, _)| known == *god);
    match (gods.iter().find(open), gods.first()) {
        (Some(god), _) => Ok(*god),
        (None, Some(god)) => {
            let seat = taken.iter().find(|(known, _)| known == god).map_or(Seat(0), |(_, seat)| *seat);
            Err(Own::GodTaken { god: *god, seat }.into())
        }
        (None, None) => Err(Common::NotAmongThem.into()),
    }
}

/// To which god a player makes an offering, if to any, and of which cards.
#[derive(Debug)]
pub struct Pray {
    hand: Cards,
    taken: Vec<(God, Seat)>,
}

impl Pray {
    fn pay(&self) -> Result<Cards, Reason> {
        let paid = payment::pay_all(&self.hand, &[OFFERING]).and_then(|sets| sets.into_iter().next());
        paid.ok_or_else(|| Common::CannotPay { price: OFFERING }.into())
    }

    fn accepts(&self, paid: &Cards) -> Result<(), Reason> {
        if !paid.is_set() {
            return Err(Common::NotASet { cards: *paid }.into());
        }
        if paid.len() != usize::from(OFFERING) {
            return Err(Common::WrongPrice { price: OFFERING, paid: paid.len() as u8 }.into());
        }
        if self.hand.covers(paid) { Ok(()) } else { Err(Common::NotInHand { cards: *paid }.into()) }
    }
}

impl Question<Mythology> for Pray {
    type Answer = Option<(God, Cards)>;
    const NAME: &'static str = "pray";

    fn legal(&self, _: &Mythology, answer: &Self::Answer) -> Result<(), Reason> {
        let Some((god, paid)) = answer else { return Ok(()) };
        first_free(&self.taken, &[*god])?;
        self.accepts(paid)
    }

    fn default(&self, _: &Mythology) -> Self::Answer {
        None
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Self::Answer {
        let god = if chance.random_bool(0.3) { free(&self.taken).choose(chance).copied() } else { None };
        god.and_then(|god| Some((god, self.pay().ok()?)))
    }

    // Whoever holds enough cards is asked, whatever they are: waiting must not tell what somebody holds.
    fn only(&self, _: &Mythology) -> Option<Self::Answer> {
        (self.hand.len() < usize::from(OFFERING) || free(&self.taken).is_empty()).then_some(None)
    }

    fn hints(&self, _: &Mythology) -> Vec<Self::Answer> {
        let Ok(paid) = self.pay() else { return Vec::new() };
        free(&self.taken).into_iter().map(|god| Some((god, paid))).collect()
    }

    /// Which cards are given is the referee's to find.
    fn form(&self, _: &Mythology, answer: &Self::Answer) -> Vec<Order> {
        let gods = answer.map(|(god, _)| god).into_iter().collect();
        alloc::vec![Order::Rite(Rite::Pray { gods, with: None })]
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Self::Answer> {
        lines.first(|order| {
            let Order::Rite(Rite::Pray { gods, with }) = order else { return Says::Nothing };
            if gods.is_empty() {
                return Says::Yes(None);
            }
            let god = match first_free(&self.taken, gods) {
                Ok(god) => god,
                Err(reason) => return Says::No(reason),
            };
            let paid = match with {
                Some(paid) => self.accepts(paid).map(|()| *paid),
                None => self.pay(),
            };
            match paid {
                Ok(paid) => Says::Yes(Some((god, paid))),
                Err(reason) => Says::No(reason),
            }
        })
    }

    fn orders(&self, _: &Mythology, answer: &Self::Answer) -> Vec<Order> {
        let (gods, with) = match answer {
            Some((god, paid)) => (alloc::vec![*god], Some(*paid)),
            None => (Vec::new(), None),
        };
        alloc::vec![Order::Rite(Rite::Pray { gods, with })]
    }
}

/// Which god Adonis brings, if any.
#[derive(Debug)]
pub struct Adonis {
    taken: Vec<(God, Seat)>,
}

impl Question<Mythology> for Adonis {
    type Answer = Option<God>;
    const NAME: &'static str = "adonis";

    fn legal(&self, _: &Mythology, god: &Option<God>) -> Result<(), Reason> {
        god.map_or(Ok(()), |god| first_free(&self.taken, &[god]).map(|_| ()))
    }

    /// The first of those that help most without a word more.
    fn default(&self, _: &Mythology) -> Option<God> {
        let dear =
            [God::Hermes, God::Isis, God::Athena, God::Astarte, God::Mars, God::Poseidon, God::Vulcan, God::Baal];
        first_free(&self.taken, &dear).ok()
    }

    fn random(&self, _: &Mythology, chance: &mut Chance) -> Option<God> {
        free(&self.taken).choose(chance).copied()
    }

    fn choices(&self, _: &Mythology) -> Vec<Option<God>> {
        free(&self.taken).into_iter().map(Some).chain([None]).collect()
    }

    fn only(&self, _: &Mythology) -> Option<Option<God>> {
        free(&self.taken).is_empty().then_some(None)
    }

    fn hear(&self, _: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Option<God>> {
        lines.first(|order| match order {
            Order::Rite(Rite::Adonis(gods)) if gods.is_empty() => Says::Yes(None),
            Order::Rite(Rite::Adonis(gods)) => match first_free(&self.taken, gods) {
                Ok(god) => Says::Yes(Some(god)),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &Mythology, god: &Option<God>) -> Vec<Order> {
        alloc::vec![Order::Rite(Rite::Adonis(god.iter().copied().collect()))]
    }
}
