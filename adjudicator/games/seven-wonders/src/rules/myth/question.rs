//! The questions of a turn for whoever may invoke a myth: which myths, and which card before or after them (7W-13.6, 7W-13.8).
//!
//! Both are asked at once. What the myths that come first cost and bring is there, or is gone, when the card is paid for.

use super::invocation::{Invocation, Use, When};
use super::rites::{Stand, host};
use super::{aim, cost, powers};
use crate::deity::{Aim, Deities, Deity, Pantheon};
use crate::game::SevenWonders;
use crate::orders::Order;
use crate::payment::Trade;
use crate::pieces::{Colour, Hand, Way};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::arrival::bank_pays;
use crate::rules::choice::{self, Act, Choice, Which, by_side};
use crate::rules::plan;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use cost::{Bill, Tab};
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// What a seat that may invoke myths chooses from. It holds what the seat can see, and nothing else.
#[derive(Clone, Debug)]
pub struct Deed {
    /// Who is asked.
    pub seat: Seat,
    /// The myths in hand.
    pub myths: Deities,
    /// How many of them may be invoked.
    pub left: u8,
    /// The cards in hand.
    pub hand: Hand,
    /// What it stands on.
    pub stand: Stand,
    /// What it may stand on besides, if the partner does so in this turn: his letter is not known yet (7W-13.50, 7W-13.53).
    pub hoped: Vec<Stand>,
}

/// A position in which some of the myths of a seat are invoked already, and what that has used up.
#[derive(Clone)]
struct Now<'a> {
    position: Cow<'a, Position>,
    tab: Tab,
    myths: Deities,
}

impl Deed {
    fn now<'a>(&self, position: &'a Position) -> Now<'a> {
        Now { position: Cow::Borrowed(position), tab: Tab::default(), myths: self.myths }
    }

    /// Adds one invocation to what was invoked so far, or says why it cannot be.
    fn add(
        &self,
        game: &SevenWonders,
        now: &mut Now<'_>,
        so_far: &[Invocation],
        one: &Invocation,
    ) -> Result<(), Reason> {
        if so_far.len() >= usize::from(self.left) {
            return Err(Reason::NoMythLeft { myths: self.left });
        }
        if !now.myths.contains(one.deity) {
            return Err(Reason::NoSuchMyth { deity: one.deity });
        }
        // 7W-13.10: goods come back only once a turn, between myths and card; Egyptian myths cost none, and come at any time.
        let is_bound =
            |one: &Invocation| game.deck.myth(one.deity).is_none_or(|card| card.pantheon != Pantheon::Egyptian);
        if is_bound(one) && so_far.iter().any(|other| is_bound(other) && other.when != one.when) {
            return Err(Reason::MythsApart);
        }
        let bill = check(game, &now.position, self.seat, one, &now.tab)?;
        now.myths.remove(one.deity);
        if let Some(bill) = bill {
            powers::invoke(game, now.position.to_mut(), self.seat, one, &now.tab, &bill);
            now.tab = bill.tab;
        } else if one.when == When::First {
            bank_pays(now.position.to_mut(), self.seat, u16::from(self.stand.position.age) + 1);
        }
        Ok(())
    }

    /// The question which card is played after these myths, perhaps in a partner's city.
    fn card(&self, game: &SevenWonders, mut now: Now<'_>, host: Option<Seat>) -> Choice {
        if now.tab.once != 0 {
            now.position.to_mut().city_mut(self.seat).once |= now.tab.once;
        }
        let choice = Choice::of(game, &now.position, self.seat, self.hand, Which::Turn);
        choice.hosted(game, &now.position, self.seat, host)
    }

    fn all<'a>(&self, game: &SevenWonders, position: &'a Position, rites: &[Invocation]) -> Result<Now<'a>, Reason> {
        let mut now = self.now(position);
        for (i, one) in rites.iter().enumerate() {
            self.add(game, &mut now, &rites[..i], one)?;
        }
        Ok(now)
    }

    /// The myths that a letter invokes, as far as they can be.
    fn hear_rites<'a>(
        &'a self,
        game: &SevenWonders,
        position: &'a Position,
        lines: &mut Lines<'_, SevenWonders>,
    ) -> (Vec<Invocation>, Now<'a>) {
        let (mut rites, mut now) = (Vec::new(), self.now(position));
        let mut dug = self.dug(lines);
        lines.each(|order| match order {
            Order::NoMyth => Says::Yes(()),
            Order::Myth(one) => {
                let mut one = *one;
                match by_side(&now.position, self.seat, one.from) {
                    Ok(trade) => (one.buy, one.from) = (one.buy.plus_capped(trade), Default::default()),
                    Err(reason) => return Says::No(reason),
                }
                if one.deity == Deity::Osiris && one.aim.own.is_none() {
                    one.aim.own = dug.take();
                }
                match self.add(game, &mut now, &rites, &one) {
                    Ok(()) => {
                        rites.push(one);
                        Says::Yes(())
                    }
                    Err(reason) => Says::No(reason),
                }
            }
            _ => Says::Nothing,
        });
        (rites, now)
    }

    /// The structure that the same letter wants to dig up, where it invokes whoever digs (7W-13.45).
    fn dug(&self, lines: &mut Lines<'_, SevenWonders>) -> Option<crate::pieces::Card> {
        let digs = |order: &Order| matches!(order, Order::Myth(one) if one.deity == Deity::Osiris);
        if !self.myths.contains(Deity::Osiris) || !lines.mention(digs) {
            return None;
        }
        lines.first(|order| match order {
            Order::Dig(Some(card)) => Says::Yes(*card),
            _ => Says::Nothing,
        })
    }

    fn random_rite(&self, game: &SevenWonders, now: &Now<'_>, when: When, chance: &mut Chance) -> Option<Invocation> {
        let nth = chance.random_range(0..now.myths.len().max(1));
        let deity = now.myths.iter().nth(nth)?;
        let used = if chance.random_range(0..8u8) == 0 { Use::Coins } else { Use::Power };
        let aim = match used {
            Use::Power => aim::random(game, &now.position, self.seat, deity, chance),
            Use::Coins => Aim::default(),
        };
        Some(Invocation { deity, used, when, aim, buy: Trade::NONE, from: Default::default() })
    }
}

/// Whether an invocation can be, and the bill of one that is paid now; of one that comes last it is seen only then whether it can be
/// paid (7W-13.8).
fn check(
    game: &SevenWonders,
    position: &Position,
    seat: Seat,
    one: &Invocation,
    tab: &Tab,
) -> Result<Option<Bill>, Reason> {
    let Invocation { deity, used, when, aim, buy, .. } = one;
    match (used, when) {
        (Use::Coins, _) if *aim == Aim::default() && buy.is_none() => Ok(None),
        (Use::Coins, _) => Err(Reason::WrongAim { deity: *deity }),
        (Use::Power, When::First) => payable(game, position, seat, one, tab).map(Some),
        // 7W-13.53: cards that are built already are built where they are.
        (Use::Power, When::Last) if *deity == Deity::Toinito => Err(Reason::TooLate { deity: *deity }),
        (Use::Power, When::Last) => aim::check(game, position, seat, *deity, aim).map(|()| None),
    }
}

/// What a myth costs that can be invoked and paid for now.
pub fn payable(
    game: &SevenWonders,
    position: &Position,
    seat: Seat,
    one: &Invocation,
    tab: &Tab,
) -> Result<Bill, Reason> {
    aim::check(game, position, seat, one.deity, &one.aim)?;
    if one.deity == Deity::Chronos {
        choice::stage_cost(game, position.city(seat))?;
    }
    cost::bill(game, position, seat, one.deity, one.buy, tab)
}

/// Which myths are invoked, in their order.
#[derive(Debug)]
pub struct Invoke(pub Deed);

impl Question<SevenWonders> for Invoke {
    type Answer = Vec<Invocation>;
    const NAME: &'static str = "myth";

    fn legal(&self, game: &SevenWonders, rites: &Vec<Invocation>) -> Result<(), Reason> {
        self.0.all(game, &self.0.stand.position, rites).map(|_| ())
    }

    /// Who can invoke none is not asked; if he tries, he is told.
    fn only(&self, _game: &SevenWonders) -> Option<Vec<Invocation>> {
        (self.0.left == 0).then(Vec::new)
    }

    /// In silence no myth is invoked.
    fn default(&self, _game: &SevenWonders) -> Vec<Invocation> {
        Vec::new()
    }

    /// Now and then a myth, or two where that is allowed, in any way that can be.
    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Vec<Invocation> {
        let (mut rites, mut now) = (Vec::new(), self.0.now(&self.0.stand.position));
        if chance.random_range(0..4u8) != 0 {
            return rites;
        }
        let when = if chance.random_bool(0.5) { When::First } else { When::Last };
        let many = if self.0.left > 1 { chance.random_range(1..=self.0.left) } else { 1 };
        for _ in 0..many {
            let Some(one) = self.0.random_rite(game, &now, when, chance) else { break };
            if self.0.add(game, &mut now, &rites, &one).is_ok() {
                rites.push(one);
            }
        }
        rites
    }

    /// A letter that plays a card and says nothing of myths invokes none.
    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Vec<Invocation>> {
        let (rites, _) = self.0.hear_rites(game, &self.0.stand.position, lines);
        let speaks = |order: &Order| matches!(order, Order::NoMyth | Order::Play { .. } | Order::Prefer(_));
        (!rites.is_empty() || lines.mention(speaks)).then_some(rites)
    }

    fn orders(&self, _game: &SevenWonders, rites: &Vec<Invocation>) -> Vec<Order> {
        if rites.is_empty() {
            return alloc::vec![Order::NoMyth];
        }
        rites.iter().copied().map(Order::Myth).collect()
    }
}

fn sale(card: crate::pieces::Card) -> Act {
    Act { way: Way::Sell, card, trade: Trade::NONE }
}

/// Which card is played with the myths. Asked before they are known, it hears them in the same letter.
#[derive(Debug)]
pub struct Card {
    /// What the seat chooses from.
    pub deed: Deed,
    /// The myths, once they are known.
    pub rites: Option<Vec<Invocation>>,
}

impl Card {
    /// The question which card is played after these myths; after none, if they cannot be.
    fn after(&self, game: &SevenWonders, stand: &Stand, rites: &[Invocation]) -> Choice {
        let own = self.deed.all(game, &stand.position, rites);
        let host = host(rites.iter()).filter(|_| own.is_ok()).or(stand.host);
        self.deed.card(game, own.unwrap_or_else(|_| self.deed.now(&stand.position)), host)
    }

    fn choice(&self, game: &SevenWonders) -> Choice {
        self.after(game, &self.deed.stand, self.rites.as_deref().unwrap_or_default())
    }

    /// The myth whose price is the card of this turn, if one of these is (7W-13.4).
    fn claimed_by(&self, game: &SevenWonders, rites: &[Invocation]) -> Option<Deity> {
        let position = &self.deed.stand.position;
        rites.iter().find(|one| cost::wants_card(game, position, self.deed.seat, one)).map(|one| one.deity)
    }

    /// Which card is given up for a myth. A line that wants to build it wants something else, and is told so.
    fn hear_price(&self, game: &SevenWonders, deity: Deity, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        lines.first(|order| match order {
            Order::Play { card, .. } if game.deck.card(*card).colour == Colour::White => Says::Nothing,
            Order::Play { card, .. } if !self.deed.hand.contains(*card) => Says::No(Reason::NotInHand { card: *card }),
            Order::Play { way: Way::Sell, card, .. } => Says::Yes(sale(*card)),
            Order::Play { card, .. } => Says::No(Reason::CardIsPrice { card: *card, deity }),
            _ => Says::Nothing,
        })
    }

    fn least(&self, game: &SevenWonders) -> Act {
        sale(plan::least(game, self.deed.hand))
    }

    fn hear_in(&self, game: &SevenWonders, stand: &Stand, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        let heard;
        let rites = match &self.rites {
            Some(rites) => rites,
            None => {
                let mark = lines.mark();
                heard = self.deed.hear_rites(game, &stand.position, lines).0;
                // What is wrong with the myths is told where they are asked for.
                lines.forget_since(mark);
                &heard
            }
        };
        if let Some(deity) = self.claimed_by(game, rites) {
            return self.hear_price(game, deity, lines);
        }
        let choice = self.after(game, stand, rites);
        // 7W-13.44: whoever has all hands shuffled first chooses from another hand.
        let again = rites.iter().any(Invocation::shuffles_first);
        choice.hear(game, lines).or_else(|| again.then(|| choice.default(game)))
    }
}

impl Question<SevenWonders> for Card {
    type Answer = Act;
    const NAME: &'static str = "play";

    fn legal(&self, game: &SevenWonders, act: &Act) -> Result<(), Reason> {
        match self.rites.as_deref().and_then(|rites| self.claimed_by(game, rites)) {
            Some(deity) if act.way != Way::Sell => Err(Reason::CardIsPrice { card: act.card, deity }),
            _ => self.choice(game).legal(game, act),
        }
    }

    fn default(&self, game: &SevenWonders) -> Act {
        let claimed = self.rites.as_deref().and_then(|rites| self.claimed_by(game, rites));
        if claimed.is_some() { self.least(game) } else { self.choice(game).default(game) }
    }

    /// As long as the myths are not known, and where the card is the price of one, only a sale is certain to be possible.
    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Act {
        if let Some(rites) = self.rites.as_deref()
            && self.claimed_by(game, rites).is_none()
        {
            return self.choice(game).random(game, chance);
        }
        let card = self.deed.hand.get(chance.random_range(0..self.deed.hand.len()));
        card.map_or_else(|| self.default(game), sale)
    }

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        let mark = lines.mark();
        self.hear_in(game, &self.deed.stand, lines).or_else(|| {
            self.deed.hoped.iter().find_map(|hoped| {
                let between = lines.mark();
                let act = self.hear_in(game, hoped, lines)?;
                lines.forget_between(mark, between);
                Some(act)
            })
        })
    }

    fn orders(&self, game: &SevenWonders, act: &Act) -> Vec<Order> {
        self.choice(game).orders(game, act)
    }
}
