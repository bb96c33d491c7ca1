//! Reading orders.

use super::term::{Measure, Term, Verb, Word};
use crate::deck::Deck;
use crate::deity::{Aim, Deity};
use crate::orders::{Order, Terms, Wish};
use crate::payment::{Seller, Trade};
use crate::pieces::{Card, Colour, Good, Goods, Side, Way};
use crate::position::MOST;
use crate::rules::myth::invocation::{Invocation, Use, When};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Cursor, Link, Slip};

type Words<'a> = Cursor<'a, Term>;

fn verb(term: Term) -> Option<Verb> {
    if let Term::Verb(verb) = term { Some(verb) } else { None }
}

/// A card.
pub fn card(term: Term) -> Option<Card> {
    if let Term::Card(card) = term { Some(card) } else { None }
}

fn colour(term: Term) -> Option<Colour> {
    if let Term::Colour(colour) = term { Some(colour) } else { None }
}

fn good(term: Term) -> Option<Good> {
    if let Term::Good(good) = term { Some(good) } else { None }
}

fn seller(term: Term) -> Option<Seller> {
    match term {
        Term::Side(Side::West) => Some(Seller::West),
        Term::Side(Side::East) => Some(Seller::East),
        Term::Word(Word::Far) => Some(Seller::Far),
        Term::Word(Word::Bank) => Some(Seller::Bank),
        _ => None,
    }
}

fn free(w: &mut Words<'_>) -> bool {
    w.take(|term| (term == Term::Word(Word::Free)).then_some(())).is_some()
}

/// Reads one order. Without a verb that of the order before is meant, and without any to build what is named: a structure, or with a
/// card a wonder.
pub fn order(deck: &Deck, w: &mut Words<'_>, before: Option<&Order>) -> Result<Order, Slip> {
    if w.link(Link::Never) {
        return never(w);
    }
    let mark = w.mark();
    // What stands behind `else` is the same kind of order: `free city build Altar else stage with Baths`.
    if is_behind_else(w)
        && let Some(kind) = before.and_then(for_whom)
        && let Some(order) = w.attempt(|w| kind(order(deck, w, None)?, w))
    {
        return Ok(order);
    }
    // `prefer any else sell` goes on with wishes; `else sell Altar` is another order.
    if matches!(before, Some(Order::Prefer(_)))
        && is_behind_else(w)
        && let Some(order) = w.attempt(more_wishes)
    {
        return Ok(order);
    }
    match w.take(verb) {
        Some(Verb::Build) => {
            let mark = w.mark();
            if w.take(verb) == Some(Verb::Stage) {
                return stage(w);
            }
            w.back(mark);
            wonder(w).unwrap_or_else(|| play(w, Way::Build, "structure"))
        }
        Some(Verb::Stage) => stage(w),
        Some(Verb::Sell) => play(w, Way::Sell, "structure"),
        Some(Verb::Buy) => terms(w).map(Order::Buy),
        Some(Verb::Prefer) => {
            w.link(Link::Colon);
            if w.link(Link::Nothing) {
                return Ok(Order::Prefer(Vec::new()));
            }
            wishes(w, "structure or colour").map(Order::Prefer)
        }
        Some(Verb::Draft) => {
            w.link(Link::Colon);
            keep(w)
        }
        Some(Verb::Recruit) => {
            if w.link(Link::Nothing) || w.take(|term| (term == Term::Word(Word::Nobody)).then_some(())).is_some() {
                return Ok(Order::Nobody);
            }
            play(w, Way::Build, "leader")
        }
        Some(Verb::FreeCity) => {
            w.link(Link::Colon);
            for_free(order(deck, w, None)?, w)
        }
        Some(Verb::Take) => {
            w.link(Link::Colon);
            let mark = w.mark();
            let nested = w.take(card).is_some();
            w.back(mark);
            let order = if nested { play(w, Way::Build, "structure")? } else { order(deck, w, None)? };
            taken(order, w)
        }
        Some(Verb::Look) => look(w),
        Some(Verb::Pray) => {
            w.link(Link::Colon);
            pray(w)
        }
        Some(Verb::Myth) => {
            if w.link(Link::Nothing) {
                return Ok(Order::NoMyth);
            }
            myth(w)
        }
        Some(Verb::Copy) => Ok(Order::Copy(w.need("leader", card)?)),
        Some(Verb::Debt) => {
            if w.link(Link::Nothing) {
                return Ok(Order::Debt(0));
            }
            if w.link(Link::All) {
                return Ok(Order::Debt(9_999));
            }
            Ok(Order::Debt(w.need_number()?.min(9_999) as u16))
        }
        Some(Verb::Dig) => {
            if w.link(Link::Nothing) {
                return Ok(Order::Dig(None));
            }
            Ok(Order::Dig(Some(w.need("structure", card)?)))
        }
        None => {
            w.back(mark);
            if w.link(Link::Nothing) {
                return Ok(Order::Content);
            }
            // `recruit Pericles else nobody`
            if is_behind_else(w) && w.take(|term| (term == Term::Word(Word::Nobody)).then_some(())).is_some() {
                return Ok(Order::Nobody);
            }
            match before {
                Some(Order::Play { way, .. }) if w.take(card).is_some() => {
                    w.back(mark);
                    play(w, if *way == Way::Free { Way::Build } else { *way }, "structure")
                }
                Some(Order::Take { .. }) if w.take(card).is_some() => {
                    w.back(mark);
                    taken(play(w, Way::Build, "structure")?, w)
                }
                Some(Order::Draft(_)) => wishes(w, "leader").map(Order::Draft),
                Some(Order::Pray(_)) => pray(w),
                Some(Order::Myth(_)) if w.take(deity).is_some() => {
                    w.back(mark);
                    myth(w)
                }
                Some(Order::Look(_)) => look(w),
                Some(Order::Copy(_)) => Ok(Order::Copy(w.need("leader", card)?)),
                // Behind `else` only: two lines of wishes would not be one plan.
                Some(Order::Prefer(_)) if is_behind_else(w) => wishes(w, "structure or colour").map(Order::Prefer),
                Some(Order::Dig(_)) => Ok(Order::Dig(Some(w.need("structure", card)?))),
                Some(Order::Never { .. }) => never(w),
                Some(Order::Play { .. } | Order::Buy(_)) => match terms(w) {
                    Ok(terms) => Ok(Order::Buy(terms)),
                    Err(_) => {
                        w.back(mark);
                        Err(w.slip("order"))
                    }
                },
                None => bare(deck, w),
                _ => Err(w.need("order", verb).err().unwrap_or_else(|| w.slip("order"))),
            }
        }
    }
}

/// Names of structures that are also what a letter begins with that is meant for other players: whoever means the structure says so.
const COMMANDS: [&str; 1] = ["Press"];

/// Wishes that nothing else follows.
fn more_wishes(w: &mut Words<'_>) -> Result<Order, Slip> {
    let all = wishes(w, "structure or colour")?;
    if w.take(card).is_some() { Err(w.slip("order")) } else { Ok(Order::Prefer(all)) }
}

/// Whether the word before is `else`.
fn is_behind_else(w: &mut Words<'_>) -> bool {
    let here = w.mark();
    let Some(before) = here.checked_sub(1) else { return false };
    w.back(before);
    let found = w.link(Link::Else);
    w.back(here);
    found
}

type Kind = fn(Order, &Words<'_>) -> Result<Order, Slip>;

/// For whom an order is that plays a card, if not for the own city: those words need not be said again.
fn for_whom(before: &Order) -> Option<Kind> {
    match before {
        Order::ForFree { .. } => Some(for_free),
        Order::Take { .. } => Some(taken),
        _ => None,
    }
}

fn for_free(order: Order, w: &Words<'_>) -> Result<Order, Slip> {
    match order {
        Order::Play { way: way @ (Way::Build | Way::Stage | Way::Sell), card, buy } => {
            Ok(Order::ForFree { way, card, buy })
        }
        _ => Err(w.slip("order")),
    }
}

fn taken(order: Order, w: &Words<'_>) -> Result<Order, Slip> {
    match order {
        Order::Play { way: way @ (Way::Build | Way::Stage | Way::Sell), card, buy } => {
            Ok(Order::Take { way, card, buy })
        }
        _ => Err(w.slip("order")),
    }
}

/// A line that is nothing but a name: of a structure, of a wonder with a card, or of goods with their seller. Leaders are people, and
/// people sign letters: whoever means one is asked to say so.
fn bare(deck: &Deck, w: &mut Words<'_>) -> Result<Order, Slip> {
    let mark = w.mark();
    if let Some(card) = w.take(card) {
        let tokens = mark..w.mark();
        w.back(mark);
        let structure = deck.card(card);
        let verb = match structure.colour {
            Colour::White => "recruit",
            _ if COMMANDS.contains(&structure.name.as_str()) => "build",
            _ => return play(w, Way::Build, "structure"),
        };
        let meant = Some(alloc::format!("{verb} {}", structure.name));
        return Err(Slip { tokens, what: "order", meant, fits: Vec::new() });
    }
    if let Some(deity) = w.take(deity) {
        let tokens = mark..w.mark();
        let name =
            crate::deity::names(deck).into_iter().find(|(known, _)| *known == deity).map_or("", |(_, name)| name);
        let meant = Some(alloc::format!("myth {name}"));
        return Err(Slip { tokens, what: "order", meant, fits: Vec::new() });
    }
    if let Some(wonder) = wonder(w) {
        return wonder;
    }
    if let Some(terms) = w.attempt(terms) {
        return Ok(Order::Buy(terms));
    }
    Err(w.need("order", verb).err().unwrap_or_else(|| w.slip("order")))
}

/// `Rhodos with Altar`: a stage of a wonder that is called by its name. Without a card the line to write is shown.
fn wonder(w: &mut Words<'_>) -> Option<Result<Order, Slip>> {
    let mark = w.mark();
    let seat = w.take(seat)?;
    let tokens = mark..w.mark();
    w.link(Link::With);
    if w.is_done() {
        let meant = Some("stage with CARD".into());
        return Some(Err(Slip { tokens, what: "structure", meant, fits: Vec::new() }));
    }
    Some(play(w, Way::Stage, "structure").map(|order| match order {
        Order::Play { way, card, buy } => Order::Play { way, card, buy: Terms { wonder: Some(seat), ..buy } },
        other => other,
    }))
}

/// `stage with Altar`, `stage 2 with Altar`
fn stage(w: &mut Words<'_>) -> Result<Order, Slip> {
    let number = w.number().map_or(0, |number| number.clamp(1, 9) as u8);
    w.link(Link::With);
    Ok(match play(w, Way::Stage, "structure")? {
        Order::Play { way, card, buy } => Order::Play { way, card, buy: Terms { stage: number, ..buy } },
        other => other,
    })
}

/// `Baths buy 2 stone west`, `free Palace`, `Palace free`.
fn play(w: &mut Words<'_>, way: Way, what: &'static str) -> Result<Order, Slip> {
    let is_free = way == Way::Build && free(w);
    let card = w.need(what, card)?;
    let is_free = is_free || (way == Way::Build && free(w));
    let way = if is_free { Way::Free } else { way };
    let mark = w.mark();
    let buy = match w.take(verb) {
        Some(Verb::Buy) => terms(w)?,
        _ => {
            w.back(mark);
            Terms::default()
        }
    };
    Ok(Order::Play { way, card, buy })
}

fn deity(term: Term) -> Option<Deity> {
    if let Term::Myth(deity) = term { Some(deity) } else { None }
}

fn seat(term: Term) -> Option<Seat> {
    if let Term::Seat(seat) = term { Some(seat) } else { None }
}

/// `look Rhodos, Gizah`, `look at Rhodos`, `look nothing`
fn look(w: &mut Words<'_>) -> Result<Order, Slip> {
    let mut seats = [None; 2];
    if w.link(Link::Nothing) {
        return Ok(Order::Look(seats));
    }
    seats[0] = Some(w.need("city", seat)?);
    let mark = w.mark();
    if w.link(Link::Comma) || w.link(Link::And) || w.link(Link::Plus) {
        seats[1] = w.take(seat);
    }
    if seats[1].is_none() {
        w.back(mark);
    }
    Ok(Order::Look(seats))
}

/// `pray Apollo, Zeus, any`
fn pray(w: &mut Words<'_>) -> Result<Order, Slip> {
    let mut list = Vec::new();
    loop {
        list.push(if w.link(Link::Any) { None } else { Some(w.need("myth", deity)?) });
        if !goes_on(w, deity) {
            return Ok(Order::Pray(list));
        }
    }
}

/// `keep Plato, any` and `keep Apollo, any`: the questions ask what is kept, of leaders and of myths.
fn keep(w: &mut Words<'_>) -> Result<Order, Slip> {
    let mark = w.mark();
    let is_myth = w.take(deity).is_some();
    w.back(mark);
    if is_myth { pray(w) } else { wishes(w, "leader").map(Order::Draft) }
}

/// Whether a list goes on here: behind a comma or the like, if neither the line ends there nor another order begins. What follows is
/// meant for the list, so that a slip of the pen in it is told as one.
fn goes_on<T: PartialEq>(w: &mut Words<'_>, item: fn(Term) -> Option<T>) -> bool {
    let mark = w.mark();
    let linked = w.link(Link::Comma) || w.link(Link::Then) || w.link(Link::And) || w.link(Link::Or);
    let after = w.mark();
    let is_item = w.take(item).is_some();
    w.back(after);
    let ends = !linked || (!is_item && (w.is_done() || w.link(Link::Never) || w.take(verb).is_some()));
    w.back(if ends { mark } else { after });
    !ends
}

/// `Hades first against Rhodos`, `Zeus for coins`, `Bastet: Altar for Rhodos Theater`, `Seth: Hades`. In any order, and last if it is not
/// said when.
fn myth(w: &mut Words<'_>) -> Result<Order, Slip> {
    let first = |term: Term| (term == Term::Word(Word::First)).then_some(When::First);
    let coins = |term: Term| (term == Term::Measure(Measure::Coins)).then_some(());
    let which = w.need("myth", deity)?;
    // 7W-13.44: that everybody chooses anew must be asked for.
    let unsaid = if which == Deity::Isis { When::Last } else { When::First };
    let (mut when, mut used, mut aim) = (unsaid, Use::Power, Aim::default());
    let mut buy = Terms::default();
    loop {
        let mark = w.mark();
        if w.link(Link::Last) {
            when = When::Last;
        } else if let Some(first) = w.take(first) {
            when = first;
        } else if w.take(coins).is_some() {
            used = Use::Coins;
        } else if let Some(seat) = w.take(seat) {
            let place = if aim.seats[0].is_none() { 0 } else { 1 };
            if aim.seats[1].is_some() {
                return Err(w.slip("at most two cities"));
            }
            aim.seats[place] = Some(seat);
        } else if let Some(other) = w.take(deity) {
            aim.deity = Some(other);
        } else if let Some(card) = w.take(card) {
            // The own structure stands before the city that gives the other one.
            *(if aim.own.is_none() && aim.seats[0].is_none() { &mut aim.own } else { &mut aim.theirs }) = Some(card);
        } else if w.take(verb) == Some(Verb::Buy) {
            let more = terms(w)?;
            buy.trade = buy.trade.plus_capped(more.trade);
            buy.cities.iter_mut().zip(more.cities).for_each(|(goods, more)| *goods = goods.plus_capped(more));
        } else {
            w.back(mark);
            let filler = w.link(Link::For) || w.link(Link::Colon) || w.link(Link::Plus) || w.link(Link::With);
            let inner = filler || ((w.link(Link::Comma) || w.link(Link::And)) && aims_next(w));
            if !inner {
                w.back(mark);
                return Ok(Order::Myth(Invocation { deity: which, used, when, aim, buy: buy.trade, from: buy.cities }));
            }
        }
    }
}

/// Whether another city, structure or myth follows behind a comma; else a new order begins there.
fn aims_next(w: &mut Words<'_>) -> bool {
    let mark = w.mark();
    let follows = w.take(seat).is_some() || w.take(deity).is_some();
    w.back(mark);
    follows
}

/// `clay east + 2 wood west`, `stone + ore from Rhodos`: goods without a seller are bought where the next ones are.
fn terms(w: &mut Words<'_>) -> Result<Terms, Slip> {
    let mut all = Terms::default();
    let mut pending = Goods::NONE;
    loop {
        let mark = w.mark();
        let count = w.number().unwrap_or(1);
        if count == 0 {
            w.back(mark);
            return Err(w.slip("small number"));
        }
        w.link(Link::Times);
        let good = w.need("good", good)?;
        pending = pending.plus_capped(Goods::some(good, count.min(7) as u8));
        let mark = w.mark();
        let from = w.link(Link::From);
        if let Some(seat) = w.take(seat) {
            let goods = &mut all.cities[seat.index().min(MOST - 1)];
            *goods = goods.plus_capped(core::mem::take(&mut pending));
        } else if let Some(seller) = w.take(seller) {
            all.trade = all.trade.plus_capped(Trade::of(seller, core::mem::take(&mut pending)));
        } else if from || !joins(w) || !more_goods(w) {
            return Err(w.need("west or east", seller).err().unwrap_or_else(|| w.slip("west or east")));
        } else {
            w.back(mark);
        }
        let mark = w.mark();
        let goes_on = joins(w);
        // `buy clay east and build Baths`: the rest is another order.
        if goes_on {
            let next = w.mark();
            let _ = w.number();
            let is_good = w.take(self::good).is_some();
            w.back(if is_good { next } else { mark });
            if is_good {
                continue;
            }
        }
        return Ok(all);
    }
}

/// What stands between goods: `clay + ore west`, `two papyrus, glass east`.
fn joins(w: &mut Words<'_>) -> bool {
    w.link(Link::Plus) || w.link(Link::And) || w.link(Link::Comma)
}

/// Whether goods follow.
fn more_goods(w: &mut Words<'_>) -> bool {
    let mark = w.mark();
    let _ = w.number();
    w.link(Link::Times);
    let follows = w.take(good).is_some();
    w.back(mark);
    follows
}

/// A wish of a plan. `stage` and `sell` are wishes only if no card follows: else a new order begins there.
fn wish(w: &mut Words<'_>) -> Option<Wish> {
    let mark = w.mark();
    if w.link(Link::Any) {
        return Some(w.take(colour).map_or(Wish::Any, Wish::Colour));
    }
    // `all green`, as Dutch players say it: one card a turn is taken anyway.
    let all = w.link(Link::All);
    // `Nero` is a leader, and black in Italian: the name of a card that stands there in full is meant.
    if !all
        && w.reads(|term| card(term).is_some())
        && let Some(card) = w.take(card)
    {
        return Some(Wish::Card(card));
    }
    if let Some(colour) = w.take(colour) {
        return Some(Wish::Colour(colour));
    }
    if all {
        w.back(mark);
        return None;
    }
    if let Some(card) = w.take(card) {
        return Some(Wish::Card(card));
    }
    let wish = match w.take(verb) {
        Some(Verb::Stage) => Wish::Stage,
        Some(Verb::Sell) => Wish::Sell,
        _ => {
            w.back(mark);
            return None;
        }
    };
    let after = w.mark();
    if w.link(Link::With) || w.take(card).is_some() {
        w.back(mark);
        return None;
    }
    w.back(after);
    Some(wish)
}

/// `Scriptorium, any green, stage, sell`
fn wishes(w: &mut Words<'_>, what: &'static str) -> Result<Vec<Wish>, Slip> {
    let mut wishes = Vec::new();
    loop {
        match wish(w) {
            Some(wish) => wishes.push(wish),
            None => return Err(w.need(what, card).err().unwrap_or_else(|| w.slip(what))),
        }
        let mark = w.mark();
        let linked = w.link(Link::Comma) || w.link(Link::Then) || w.link(Link::And) || w.link(Link::Or);
        // `stage` and `sell` are wishes too, if no card follows.
        let next = w.mark();
        let more = linked && wish(w).is_some();
        w.back(if more { next } else { mark });
        if !more && !goes_on(w, card) {
            return Ok(wishes);
        }
    }
}

/// `never sell red`, `never stage`, `never red`
fn never(w: &mut Words<'_>) -> Result<Order, Slip> {
    if w.link(Link::Nothing) {
        return Ok(Order::NeverNothing);
    }
    let mark = w.mark();
    let way = match w.take(verb) {
        Some(Verb::Build) => Some(Way::Build),
        Some(Verb::Stage) => Some(Way::Stage),
        Some(Verb::Sell) => Some(Way::Sell),
        _ => {
            w.back(mark);
            None
        }
    };
    if way.is_some() {
        w.link(Link::With);
    }
    let mark = w.mark();
    match wish(w) {
        Some(what @ (Wish::Card(_) | Wish::Colour(_) | Wish::Any)) => Ok(Order::Never { way, what }),
        _ => {
            w.back(mark);
            match way {
                Some(Way::Stage) => Ok(Order::Never { way: None, what: Wish::Stage }),
                Some(Way::Sell) => Ok(Order::Never { way: None, what: Wish::Sell }),
                _ => Err(w.need("structure or colour", card).err().unwrap_or_else(|| w.slip("structure or colour"))),
            }
        }
    }
}
