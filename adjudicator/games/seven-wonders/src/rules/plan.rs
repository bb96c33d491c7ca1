//! Plans that play on by themselves, and what happens in silence (7W-3.5, 7W-4.4).

use crate::game::SevenWonders;
use crate::orders::{Order, Wish};
use crate::payment::Trade;
use crate::pieces::{Card, Colour, Hand, Way};
use crate::reason::Reason;
use crate::rules::choice::{Act, Choice, Which};
use alloc::vec::Vec;
use tabellarius_kernel::{Lines, Says};

/// What `never` lines forbid.
#[derive(Default)]
pub struct Never(Vec<(Option<Way>, Wish)>);

impl Never {
    /// Collects the `never` lines of a letter; `never nothing` lifts those before it.
    pub fn of(lines: &mut Lines<'_, SevenWonders>) -> Never {
        let mut all = Vec::new();
        lines.each(|order| match order {
            Order::Never { way, what } => {
                all.push((*way, *what));
                Says::Yes(())
            }
            Order::NeverNothing => {
                all.clear();
                Says::Yes(())
            }
            _ => Says::Nothing,
        });
        Never(all)
    }

    /// Whether a card may not be used so.
    pub fn forbids(&self, game: &SevenWonders, way: Way, card: Card) -> bool {
        let same_way =
            |never: Option<Way>| never.is_none_or(|never| never == way || (never == Way::Build && way == Way::Free));
        self.0.iter().any(|(never, what)| match what {
            Wish::Stage => way == Way::Stage,
            Wish::Sell => way == Way::Sell,
            what => same_way(*never) && fits(game, *what, card),
        })
    }
}

/// Whether a wish speaks of a card.
pub fn fits(game: &SevenWonders, wish: Wish, card: Card) -> bool {
    match wish {
        Wish::Card(wanted) => wanted == card,
        Wish::Colour(colour) => game.deck.card(card).colour == colour,
        Wish::Any => true,
        Wish::Stage | Wish::Sell => false,
    }
}

/// The wishes that stand: those of the last `prefer` line whose condition holds. An older one is over (7W-4.4).
pub fn wishes(lines: &mut Lines<'_, SevenWonders>) -> Option<Vec<Wish>> {
    if !lines.mention(|order| matches!(order, Order::Prefer(_))) {
        return None;
    }
    let apart = apart(lines);
    let all = lines.each(|order| match order {
        Order::Prefer(wishes) => match apart_with(&apart, wishes) {
            Some(reason) => Says::Partly(wishes.clone(), reason),
            None => Says::Yes(wishes.clone()),
        },
        _ => Says::Nothing,
    });
    all.into_iter().next_back()
}

/// Wishes that stand side by side with `else`: the first of them, and all. Only the first ones count, since a plan is never refused; all
/// of them belong into one line (7W-4.4).
type Apart = Vec<(Vec<Wish>, Vec<Wish>)>;

fn apart(lines: &Lines<'_, SevenWonders>) -> Apart {
    let wishes = |order: &Order| match order {
        Order::Prefer(wishes) => wishes.clone(),
        _ => Vec::new(),
    };
    let lines = lines.side_by_side(|order| matches!(order, Order::Prefer(_)));
    lines.iter().map(|orders| (wishes(orders[0]), orders.iter().copied().flat_map(wishes).collect())).collect()
}

fn apart_with(apart: &Apart, wishes: &[Wish]) -> Option<Reason> {
    let (_, all) = apart.iter().find(|(first, _)| first == wishes)?;
    Some(Reason::WishesApart { all: all.clone() })
}

/// Says of wishes that stand side by side that they should not, also where no plan is needed.
pub fn refuse_apart(lines: &mut Lines<'_, SevenWonders>) {
    let apart = apart(lines);
    if apart.is_empty() {
        return;
    }
    lines.each(|order| match order {
        Order::Prefer(wishes) => apart_with(&apart, wishes).map_or(Says::Nothing, Says::<(), _>::No),
        _ => Says::Nothing,
    });
}

/// The first wish of the plan that can be fulfilled now (7W-4.4). Structures are built, never with the free one of the age: that is too
/// good for a plan. `any`, `stage` and `sell` speak of the cards of an age: a leader, or a card that a myth has drawn, is taken only by name
/// or colour, and never used up.
pub fn hear(game: &SevenWonders, choice: &Choice, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
    let mark = lines.mark();
    let wishes = wishes(lines)?;
    let never = Never::of(lines);
    let is_dealt = matches!(choice.which, Which::Turn | Which::Last);
    let mut heard = wishes.into_iter().filter(|wish| is_dealt || matches!(wish, Wish::Card(_) | Wish::Colour(_)));
    let act = heard.find_map(|wish| fulfil(game, choice, &never, wish));
    if act.is_none() {
        lines.forget_since(mark);
        refuse_apart(lines);
    }
    act
}

fn fulfil(game: &SevenWonders, choice: &Choice, never: &Never, wish: Wish) -> Option<Act> {
    let way = match wish {
        Wish::Stage => Way::Stage,
        Wish::Sell => Way::Sell,
        _ => Way::Build,
    };
    // What is built should be good, then cheap; what is used up should be of little use.
    let order = |price: u16, worth: i16| if way == Way::Build { (worth, -(price as i16)) } else { (-worth, 0) };
    let mut cards: Vec<Card> = choice.hand.iter().collect();
    cards.dedup();
    let able = cards.into_iter().filter(|card| way != Way::Build || fits(game, wish, *card));
    let able = able.filter(|card| !never.forbids(game, way, *card));
    let priced = able.filter_map(|card| choice.price(game, way, card).ok().map(|price| (card, price)));
    let (card, _) = priced.first_max_by(|(card, price)| order(*price, worth(game, *card)))?;
    choice.act(game, way, card, Trade::NONE).ok()
}

/// The first of the greatest; `max_by_key` would take the last.
trait FirstMax: Iterator + Sized {
    fn first_max_by<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.fold(None, |best: Option<Self::Item>, one| match best {
            Some(best) if key(&best) >= key(&one) => Some(best),
            _ => Some(one),
        })
    }
}

impl<I: Iterator> FirstMax for I {}

/// A fixed ranking of structures: what an average city has of it, in tenths of a point.
pub fn worth(game: &SevenWonders, card: Card) -> i16 {
    let structure = game.deck.card(card);
    let effect = &structure.effect;
    let base = match structure.colour {
        Colour::Grey => 38,
        Colour::Brown => 30 + 4 * i16::from(effect.goods.len()) + 5 * i16::from(effect.choice.count_ones() > 1),
        Colour::Green => 45,
        Colour::Purple => 50,
        Colour::Yellow => 28,
        Colour::White => 20,
        Colour::Blue | Colour::Red | Colour::Black => 0,
    };
    let per = effect.per.map_or(0, |per| 15 * i16::from(per.points) + 8 * i16::from(per.coins));
    let choice = if structure.colour == Colour::Yellow && effect.choice != 0 { 15 } else { 0 };
    let talent = if effect.talent.is_some() { 20 } else { 0 };
    let symbol = if structure.colour == Colour::White && effect.science.is_some() { 25 } else { 0 };
    talent
        + symbol
        + base
        + 10 * i16::from(effect.points)
        + 22 * i16::from(effect.shields)
        + 3 * i16::from(effect.coins)
        + per
        + choice
}

/// The card of a hand that is least useful.
pub fn least(game: &SevenWonders, hand: Hand) -> Card {
    hand.iter().first_max_by(|card| -worth(game, *card)).unwrap_or(Card(0))
}

/// What a silent seat does (7W-3.5): the cheapest structure, of equally cheap ones the best; else a stage; else the least useful
/// card is sold.
pub fn silent(game: &SevenWonders, choice: &Choice) -> Act {
    let build = choice.all(game).filter(|(way, ..)| *way == Way::Build);
    let build = build.first_max_by(|(_, card, price)| (-(*price as i16), worth(game, *card)));
    let stage =
        || choice.all(game).filter(|(way, ..)| *way == Way::Stage).first_max_by(|(_, card, _)| -worth(game, *card));
    let (way, card, _) = build.or_else(stage).unwrap_or_else(|| (Way::Sell, least(game, choice.hand), 0));
    let sale = Act { way: Way::Sell, card, trade: Trade::NONE };
    choice.act(game, way, card, Trade::NONE).unwrap_or(sale)
}
