//! Reading one order.

use super::rites;
use super::term::{Term, Verb, Word};
use crate::common::ground::Place;
use crate::common::orders::{Aim, Bounty, Nothing, Number, Order, PickWish, Spot, Wish};
use crate::common::rites::Rite;
use crate::pieces::{Building, Card, Cards, God, Good, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Cursor, Link, Slip};

pub(super) type Words<'a> = Cursor<'a, Term>;

/// The most copies of one thing in one order; nobody has more pieces.
pub(super) const MOST: u32 = 20;

/// Reads one order; `before` lends its verb or place to what follows it on the line.
pub fn order(w: &mut Words<'_>, before: Option<&Order>) -> Result<Order, Slip> {
    let start = w.mark();
    if w.link(Link::Nothing) {
        return Ok(w.attempt(nothing_of).unwrap_or_else(|| nothing_like(before)));
    }
    // What is said of heroes and wonders behind a purchase is a purchase too, even if the name alone is an order: `hero Helen else Ulysses`.
    if let Some(Order::Build { .. }) = before
        && let Some(bought) = w.attempt(bare_card)
    {
        return Ok(bought);
    }
    // Behind a move of a later wave another move is of the same wave: `wave 2: move legion Roma -> Tarentum, move legion Roma -> Illyria`.
    if let Some(Order::Rite(wave @ Rite::Wave { .. })) = before
        && let Some(order) = w.attempt(|w| rites::again(w, wave))
    {
        return Ok(Order::Rite(order));
    }
    if !is_longer_as_purchase(w)
        && let Some(verb) = w.take(verb)
    {
        w.link(Link::Colon);
        return after_verb(w, verb, before);
    }
    if let Some(rite) = rites::begins(w, before) {
        return rite.map(Order::Rite);
    }
    if let Some(card) = w.take(|term| {
        use Card::*;
        let acts = |card: &Card| {
            matches!(
                card,
                Ulysses | Helen | TempleOfArtemis | Cleopatra | Colossus | Antigone | StatueOfZeus | Nebuchadnezzar
            )
        };
        card(term).filter(acts)
    }) {
        w.link(Link::Colon);
        match card {
            Card::Ulysses => return ulysses(w),
            Card::Helen => return helen(w),
            Card::TempleOfArtemis | Card::Colossus => return Ok(Order::Bonus(card, goods(w)?)),
            // In the 2003 game he leaves his owner no choice (MN-5.6.4).
            Card::Nebuchadnezzar if w.knows(Term::God(God::Mars)) => {
                if let Some(goods) = w.attempt(goods) {
                    return Ok(Order::Bonus(card, goods));
                }
            }
            Card::Nebuchadnezzar => {}
            Card::Antigone => return Ok(Order::Antigone(if w.link(Link::Nothing) { 0 } else { small(w)? })),
            // In the 2003 game the statue brings no peace (MN-4.4.6), and no word for it.
            Card::StatueOfZeus if w.knows(Term::Verb(Verb::Peace)) => return peace(w),
            Card::StatueOfZeus => {}
            _ => return swap(w),
        }
    }
    w.back(start);
    // Without a verb: a purchase, or more of what stands to the left.
    match before {
        Some(Order::Move { number, unit, from, .. }) => match w.attempt(|w| another_way(w, *number, *unit, *from)) {
            Some(order) => Ok(order),
            None => movement(w, *unit),
        },
        Some(Order::Attack { .. } | Order::AttackWherever(_)) => attack(w),
        Some(Order::Conquest { province, .. }) => conquest(w, *province),
        Some(Order::Build { wish: Wish::Influence(_), .. }) if w.take(province).is_some() => {
            w.back(start);
            Ok(build(Wish::Influence(w.need("province", province)?), 1, Vec::new()))
        }
        Some(Order::Build { .. }) => purchase(w),
        _ if starts_purchase(w) => match w.attempt(units_go) {
            Some(order) => Ok(order),
            None => purchase(w),
        },
        _ => match before.and_then(|before| w.attempt(|w| same_again(w, before))) {
            Some(order) => Ok(order),
            None => Err(w.need("order", verb).err().unwrap_or_else(|| w.slip("order"))),
        },
    }
}

/// Whether the longest name that stands here is of something to buy: `control marker Dacia`, where `control` alone is a verb.
fn is_longer_as_purchase(w: &mut Words<'_>) -> bool {
    let start = w.mark();
    let end = |w: &mut Words<'_>, is: fn(Term) -> bool| {
        w.back(start);
        w.take(|term| is(term).then_some(()));
        w.mark()
    };
    let as_purchase = end(w, |term| matches!(term, Term::Word(Word::Influence)));
    let is_longer = as_purchase > start && as_purchase > end(w, |term| verb(term).is_some());
    w.back(start);
    is_longer
}

/// What is refrained from, behind `no`: `no trade`, `no attack`.
fn nothing_of(w: &mut Words<'_>) -> Result<Order, Slip> {
    match w.need("order", verb)? {
        Verb::Trade => Ok(Order::Trade(0)),
        Verb::Build => Ok(Order::Nothing(Nothing::Build)),
        Verb::Move => Ok(Order::Nothing(Nothing::Move)),
        Verb::Attack => Ok(Order::Nothing(Nothing::Attack)),
        _ => Err(w.slip("order")),
    }
}

/// What `nothing` means behind another order: nothing of its kind.
fn nothing_like(before: Option<&Order>) -> Order {
    match before {
        Some(Order::Build { .. }) => Order::Nothing(Nothing::Build),
        Some(Order::Move { .. }) => Order::Nothing(Nothing::Move),
        Some(Order::Attack { .. } | Order::AttackWherever(_)) => Order::Nothing(Nothing::Attack),
        Some(Order::Conquest { province, .. }) => Order::Conquest { province: *province, aim: Aim::Stay },
        Some(Order::Keep(_)) => Order::Keep(Vec::new()),
        Some(Order::Ulysses(_)) => Order::Ulysses(Vec::new()),
        Some(Order::Helen(_)) => Order::HelenNever,
        Some(Order::Peace(_)) => Order::Peace(Vec::new()),
        _ => Order::Nothing(Nothing::AtAll),
    }
}

/// A hero or wonder, and nothing that would make it another order: `Ulysses`, but not `Ulysses when Rome takes gold`.
fn bare_card(w: &mut Words<'_>) -> Result<Order, Slip> {
    let card = w.need("hero or wonder", card)?;
    let with = if w.link(Link::With) { payments(w, 1)? } else { Vec::new() };
    if ends(w) { Ok(build(Wish::Card(card), 1, with)) } else { Err(w.slip("order")) }
}

/// Whether an order ends here.
pub(super) fn ends(w: &mut Words<'_>) -> bool {
    let ends = [Link::Comma, Link::Semicolon, Link::And, Link::If, Link::Only, Link::Else];
    // What is left of a verb that splits ends it as well: `val Griekenland aan`.
    let mark = w.mark();
    w.skip_fillers();
    let found = w.is_done() || ends.iter().any(|end| w.sees(*end));
    w.back(mark);
    found
}

/// Another order of the same kind without its verb: `offer grain else fish`.
fn same_again(w: &mut Words<'_>, before: &Order) -> Result<Order, Slip> {
    let verb = match before {
        Order::Trade(_) => Verb::Trade,
        Order::Offer(_) | Order::OfferAny => Verb::Offer,
        Order::Pick(_) => Verb::Pick,
        Order::Give(_) => Verb::Give,
        Order::Heir(..) => Verb::Name,
        Order::Sequence(_) => Verb::Order,
        Order::Swap { .. } => Verb::Swap,
        Order::Keep(_) => Verb::Keep,
        Order::Losses { .. } => Verb::Losses,
        Order::Copy(_) => Verb::Copy,
        Order::Collect(..) => Verb::Collect,
        Order::Bonus(card, _) => return Ok(Order::Bonus(*card, goods(w)?)),
        Order::Antigone(_) => return Ok(Order::Antigone(small(w)?)),
        Order::Ulysses(_) => return ulysses(w),
        Order::Helen(_) | Order::HelenNever => return helen(w),
        Order::Peace(_) => return peace(w),
        Order::Rite(rite) => return rites::again(w, rite).map(Order::Rite),
        _ => return Err(w.slip("order")),
    };
    let order = after_verb(w, verb, None)?;
    match order {
        // A role that was named is meant again.
        Order::Heir(None, seats) => {
            let role = if let Order::Heir(role, _) = before { *role } else { None };
            Ok(Order::Heir(role, seats))
        }
        order => Ok(order),
    }
}

fn after_verb(w: &mut Words<'_>, verb: Verb, before: Option<&Order>) -> Result<Order, Slip> {
    let context = match before {
        Some(Order::Conquest { province, .. }) => *province,
        _ => None,
    };
    match verb {
        Verb::Trade => Ok(Order::Trade(if w.link(Link::Nothing) { 0 } else { small(w)? })),
        Verb::Offer if w.link(Link::All) || w.link(Link::Any) => {
            w.take(cards); // `offer all cards`
            Ok(Order::OfferAny)
        }
        Verb::Offer => Ok(Order::Offer(goods(w)?)),
        Verb::Pick | Verb::Takes => Ok(Order::Pick(wishes(w, pick_wish)?)),
        Verb::Give => Ok(Order::Give(goods(w)?)),
        Verb::Name => heir(w),
        Verb::Order => Ok(Order::Sequence(list(w, |w| w.need("civilization", seat))?)),
        Verb::Build if w.link(Link::Nothing) => Ok(Order::Nothing(Nothing::Build)),
        Verb::Build => purchase(w),
        Verb::Swap => swap(w),
        Verb::Keep => Ok(Order::Keep(kept(w)?)),
        Verb::Move if w.link(Link::Nothing) => {
            w.take(unit); // `move no triremes`
            Ok(Order::Nothing(Nothing::Move))
        }
        Verb::Move => movement(w, None),
        Verb::Attack if w.link(Link::Nothing) => Ok(Order::Nothing(Nothing::Attack)),
        Verb::Attack => attack(w),
        Verb::Losses => losses(w),
        Verb::Conquest => conquest(w, context),
        Verb::Pillage => aim_with_spots(w, None, context, Aim::Pillage),
        Verb::Occupy => aim_with_spots(w, None, context, Aim::Occupy),
        Verb::Convert => plain_aim(w, context, Aim::Convert),
        Verb::Stay => plain_aim(w, context, Aim::Stay),
        Verb::Seize => plain_aim(w, context, Aim::Seize),
        Verb::Collect => collect(w),
        Verb::Copy => Ok(Order::Copy(list(w, |w| w.need("hero or wonder", card))?)),
        Verb::Peace => peace(w),
        Verb::Pray
        | Verb::Bombard
        | Verb::Dive
        | Verb::Surface
        | Verb::Blockade
        | Verb::Carries
        | Verb::Fights
        | Verb::Wave => rites::after(w, verb).map(Order::Rite),
    }
}

/// `collect coin in Sicilia`, `collect legendary`
fn collect(w: &mut Words<'_>) -> Result<Order, Slip> {
    let bounty = w.need("coin or legendary", |term| match term {
        Term::Good(Good::Tax) => Some(Bounty::Coin),
        Term::Word(Word::Legendary) => Some(Bounty::Legend),
        _ => None,
    })?;
    let _ = w.link(Link::In) || w.link(Link::From);
    Ok(Order::Collect(bounty, w.take(province)))
}

/// `peace with Rome, Greece`, `Zeus: Rome`, `peace never`
fn peace(w: &mut Words<'_>) -> Result<Order, Slip> {
    if w.link(Link::Never) || w.link(Link::Nothing) {
        return Ok(Order::Peace(Vec::new()));
    }
    let _ = w.link(Link::For) || w.link(Link::With);
    Ok(Order::Peace(list(w, |w| w.need("civilization", seat))?))
}

fn build(wish: Wish, times: u8, with: Vec<Cards>) -> Order {
    Order::Build { wish, times, with }
}

/// A small number.
pub(super) fn small(w: &mut Words<'_>) -> Result<u8, Slip> {
    let mark = w.mark();
    let number = w.need_number()?;
    u8::try_from(number).ok().filter(|n| *n < 200).ok_or_else(|| {
        w.back(mark);
        w.slip("small number")
    })
}

/// A comma, a word, or both: `Rome, then Greece`.
fn separator(w: &mut Words<'_>) -> bool {
    let mark = w.link(Link::Comma) || w.link(Link::Plus);
    let word = w.link(Link::And) || w.link(Link::Then);
    mark || word
}

/// One or more things separated by commas, or by nothing: `offer grain tax`. A comma in front of something else is left alone.
pub(super) fn list<R>(w: &mut Words<'_>, read: impl Fn(&mut Words<'_>) -> Result<R, Slip>) -> Result<Vec<R>, Slip> {
    let mut all = alloc::vec![read(w)?];
    loop {
        let mark = w.mark();
        if !separator(w) {
            match w.attempt(&read) {
                Some(one) if w.mark() > mark => all.push(one),
                _ => return Ok(all),
            }
            continue;
        }
        match read(w) {
            Ok(one) => all.push(one),
            Err(slip) if starts_order(w, mark) => {
                let _ = slip;
                w.back(mark);
                return Ok(all);
            }
            Err(slip) => return Err(slip),
        }
    }
}

/// A list of wishes, the dearest first: between wishes `or` means what a comma does.
pub(super) fn wishes<R>(w: &mut Words<'_>, read: impl Fn(&mut Words<'_>) -> Result<R, Slip>) -> Result<Vec<R>, Slip> {
    let mut all = list(w, &read)?;
    while w.link(Link::Or) {
        all.extend(list(w, &read)?);
    }
    Ok(all)
}

/// Whether what follows the comma at the mark begins an order of its own.
fn starts_order(w: &mut Words<'_>, mark: usize) -> bool {
    behind_comma(w, mark, |w| w.take(verb).is_some())
}

fn behind_comma(w: &mut Words<'_>, mark: usize, is: impl Fn(&mut Words<'_>) -> bool) -> bool {
    let here = w.mark();
    w.back(mark);
    separator(w);
    let found = is(w);
    w.back(here);
    found
}

/// `2 grain, tax x3, wine`
pub(super) fn goods(w: &mut Words<'_>) -> Result<Vec<Good>, Slip> {
    if w.link(Link::Nothing) {
        return Ok(Vec::new());
    }
    some_goods(w, 1)
}

/// Cards to keep; of taxes that are not counted both that may be kept (MN-4.7, MY-4.7, EM-4.7).
fn kept(w: &mut Words<'_>) -> Result<Vec<Good>, Slip> {
    if w.link(Link::Nothing) { Ok(Vec::new()) } else { some_goods(w, 2) }
}

/// Goods, each as often as is said; `taxes` without a number count for so many.
fn some_goods(w: &mut Words<'_>, taxes: u8) -> Result<Vec<Good>, Slip> {
    let some = list(w, |w| {
        w.skip_fillers();
        let uncounted = w.reads(|term| term == Term::Taxes);
        let (good, number) = some_good(w)?;
        Ok((good, if uncounted && number == 1 { taxes } else { number }))
    })?;
    Ok(some.into_iter().flat_map(|(good, number)| core::iter::repeat_n(good, usize::from(number))).collect())
}

fn some_good(w: &mut Words<'_>) -> Result<(Good, u8), Slip> {
    let before = w.number();
    w.link(Link::Times);
    let good = w.need("good", good)?;
    let mark = w.mark();
    let after = if w.link(Link::Times) { w.number() } else { None };
    if after.is_none() {
        w.back(mark);
    }
    Ok((good, before.or(after).unwrap_or(1).min(MOST) as u8))
}

/// `gold from Egypt`, `any from Egypt`, `gold`, `2 gold`, `any`, `any good`
fn pick_wish(w: &mut Words<'_>) -> Result<PickWish, Slip> {
    let most = copies(w)?;
    w.link(Link::Times);
    let good = match w.link(Link::Any) {
        true => {
            w.take(cards);
            None
        }
        false => Some(w.need("good", good)?),
    };
    let from = if w.link(Link::From) { Some(w.need("civilization", seat)?) } else { None };
    Ok(PickWish { good, from, most })
}

/// `ulysses when Rome takes gold, when Greece takes any`, `ulysses any`, `ulysses never`
fn ulysses(w: &mut Words<'_>) -> Result<Order, Slip> {
    if w.link(Link::Never) || w.link(Link::Nothing) {
        return Ok(Order::Ulysses(Vec::new()));
    }
    let when = |w: &mut Words<'_>| {
        w.link(Link::When);
        let takes =
            |w: &mut Words<'_>| w.take(|term| verb(term).filter(|verb| matches!(verb, Verb::Takes | Verb::Pick)));
        let from = if w.link(Link::Any) { None } else { w.take(seat) };
        let said = takes(w).is_some();
        let good = if w.link(Link::Any) { None } else { w.take(good) };
        // In some languages the verb comes last: `wanneer Rome goud neemt`.
        if !said {
            takes(w);
        }
        Ok(PickWish { good, from, most: None })
    };
    Ok(Order::Ulysses(list(w, when)?))
}

/// `helen in Roma, Syracusae`, `helen any`, `helen never`
fn helen(w: &mut Words<'_>) -> Result<Order, Slip> {
    if w.link(Link::Never) || w.link(Link::Nothing) {
        return Ok(Order::HelenNever);
    }
    if w.link(Link::Any) || w.link(Link::Always) || w.is_done() {
        return Ok(Order::Helen(Vec::new()));
    }
    w.link(Link::In);
    Ok(Order::Helen(list(w, |w| w.need("province", province))?))
}

/// `name Greece director`, `name director Greece, Rome`
fn heir(w: &mut Words<'_>) -> Result<Order, Slip> {
    let first = w.take(role);
    w.link(Link::Colon);
    let seats = list(w, |w| w.need("civilization", seat))?;
    w.link(Link::For);
    Ok(Order::Heir(first.or_else(|| w.take(role)), seats))
}

/// `swap grain for tax`
fn swap(w: &mut Words<'_>) -> Result<Order, Slip> {
    let give = w.need("good", good)?;
    let _ = w.link(Link::For) || w.link(Link::To) || w.link(Link::With);
    Ok(Order::Swap { give, take: w.need("good", good)? })
}

fn starts_purchase(w: &mut Words<'_>) -> bool {
    let mark = w.mark();
    w.number();
    let found = w.take(|term| match term {
        Term::Building(_) | Term::Unit(_) | Term::Creature(_) | Term::Card(_) => Some(()),
        Term::Word(Word::Influence | Word::Hero | Word::Wonder) => Some(()),
        _ => None,
    });
    w.back(mark);
    found.is_some()
}

/// `caravan Carthago fruit`, `2 legions Roma with tax x3, fish+grain+oil`, `influence Numidia`, `hero Helen`
fn purchase(w: &mut Words<'_>) -> Result<Order, Slip> {
    let before = copies(w)?;
    w.link(Link::Times);
    let wish = wish(w)?;
    let mark = w.mark();
    let after = if w.link(Link::Times) { copies(w)? } else { None };
    if after.is_none() {
        w.back(mark);
    }
    let times = before.or(after).unwrap_or(1);
    let with = if w.link(Link::With) { payments(w, times)? } else { Vec::new() };
    Ok(build(wish, times, with))
}

/// How many, if a number stands here: not none, and no more than anybody has pieces.
fn copies(w: &mut Words<'_>) -> Result<Option<u8>, Slip> {
    let mark = w.mark();
    match w.number() {
        Some(number @ 1..=MOST) => Ok(Some(number as u8)),
        Some(_) => {
            w.back(mark);
            Err(w.slip("small number"))
        }
        None => Ok(None),
    }
}

fn wish(w: &mut Words<'_>) -> Result<Wish, Slip> {
    #[derive(PartialEq)]
    enum Kind {
        Building(Building),
        Unit(Unit),
        Influence,
        Named,
        Card(Card),
    }
    let kind = w.need("thing to build", |term| match term {
        Term::Card(card) => Some(Kind::Card(card)),
        Term::Building(building) => Some(Kind::Building(building)),
        Term::Unit(_) | Term::Creature(_) => unit(term).map(Kind::Unit),
        Term::Word(Word::Influence) => Some(Kind::Influence),
        Term::Word(Word::Hero | Word::Wonder) => Some(Kind::Named),
        _ => None,
    })?;
    match kind {
        Kind::Card(card) => Ok(Wish::Card(card)),
        Kind::Named => Ok(Wish::Card(w.need("hero or wonder", card)?)),
        Kind::Influence => {
            let _ = w.link(Link::In) || w.link(Link::To);
            Ok(Wish::Influence(w.need("province", land)?))
        }
        Kind::Unit(unit) => {
            w.link(Link::In);
            if unit == Unit::Trireme
                && let Some(sea) = w.take(sea)
            {
                return Ok(Wish::Ship(sea));
            }
            Ok(Wish::Unit(unit, w.need("province", land)?))
        }
        Kind::Building(Building::City) => {
            if !w.link(Link::In)
                && let Some((province, site)) = w.take(city)
            {
                return Ok(Wish::City(province, Some(site)));
            }
            Ok(Wish::City(w.need("province", land)?, None))
        }
        Kind::Building(Building::Caravan) => {
            w.link(Link::For);
            let first = w.take(good);
            w.link(Link::In);
            let province = w.need("province", land)?;
            let _ = w.link(Link::For) || w.link(Link::In);
            Ok(Wish::Caravan(province, first.or_else(|| w.take(good))))
        }
        Kind::Building(building) => {
            w.link(Link::In);
            let province = w.need("province", land)?;
            Ok(if building == Building::Market { Wish::Market(province) } else { Wish::Temple(province) })
        }
    }
}

/// `fish+grain+oil, tax x3`: one payment for each thing bought at most. One payment may also be a list: `fish, grain, oil`.
pub(super) fn payments(w: &mut Words<'_>, most: u8) -> Result<Vec<Cards>, Slip> {
    if w.attempt(only_taxes).is_some() {
        return Ok(alloc::vec![Cards::TAXES; usize::from(most)]);
    }
    let mut all = alloc::vec![payment(w)?];
    while let (1, [cards]) = (most, all.as_mut_slice()) {
        // `with grain, oil, wine` and `with grain oil wine` are one payment, where one thing is bought.
        match w.attempt(|w| {
            separator(w);
            few(w)
        }) {
            Some((good, number)) => cards.add(good, number.min(room(cards))),
            None => break,
        }
    }
    loop {
        let mark = w.mark();
        if all.len() >= usize::from(most) || !w.link(Link::Comma) {
            return Ok(all);
        }
        match payment(w) {
            Ok(cards) => all.push(cards),
            Err(_) if starts_order(w, mark) || next_purchase(w, mark) => {
                w.back(mark);
                return Ok(all);
            }
            Err(slip) => return Err(slip),
        }
    }
}

/// `taxes`, with no number and no other good beside it: as many as it costs.
fn only_taxes(w: &mut Words<'_>) -> Result<(), Slip> {
    w.skip_fillers();
    if !w.reads(|term| term == Term::Taxes) || w.take(good).is_none() || w.sees(Link::Times) {
        return Err(w.slip("good"));
    }
    let mark = w.mark();
    let is_joined = separator(w) && w.attempt(some_good).is_some();
    w.back(mark);
    if is_joined { Err(w.slip("good")) } else { Ok(()) }
}

/// Whether what follows the comma at the mark is another thing to buy.
fn next_purchase(w: &mut Words<'_>, mark: usize) -> bool {
    behind_comma(w, mark, |w| starts_purchase(w) || w.take(card).is_some())
}

pub(super) fn payment(w: &mut Words<'_>) -> Result<Cards, Slip> {
    let mut cards = Cards::NONE;
    let (good, number) = some_good(w)?;
    cards.add(good, number);
    loop {
        let mark = w.mark();
        let plus = w.link(Link::Plus);
        if !plus && !w.link(Link::And) {
            return Ok(cards);
        }
        match some_good(w) {
            Ok((good, number)) => cards.add(good, number.min(room(&cards))),
            Err(slip) if plus => return Err(slip),
            Err(_) => {
                w.back(mark);
                return Ok(cards);
            }
        }
    }
}

/// One good, or two of a kind: a part of a payment. More of a kind would be a payment of its own.
fn few(w: &mut Words<'_>) -> Result<(Good, u8), Slip> {
    let (good, number) = some_good(w)?;
    if number <= 2 { Ok((good, number)) } else { Err(w.slip("good")) }
}

/// How many more cards a payment may name: nobody holds more.
fn room(cards: &Cards) -> u8 {
    40u8.saturating_sub(cards.len() as u8)
}

/// A move without its verb: `2 legions from Italia to Numidia`. Without `to` it might be a purchase.
fn units_go(w: &mut Words<'_>) -> Result<Order, Slip> {
    let start = w.mark();
    w.number();
    w.need("unit", unit)?;
    w.link(Link::From);
    w.need("province or sea", place)?;
    if !w.link(Link::To) {
        return Err(w.slip("province or sea"));
    }
    w.back(start);
    movement(w, None)
}

/// Another aim for the same units, behind `else`: `move legion Africa -> Sicilia else Libya`.
fn another_way(w: &mut Words<'_>, number: Number, unit: Option<Unit>, from: Place) -> Result<Order, Slip> {
    let here = w.mark();
    w.back(here.saturating_sub(1));
    let is_else = w.link(Link::Else) && w.mark() == here;
    w.back(here);
    if !is_else {
        return Err(w.slip("province or sea"));
    }
    w.link(Link::To);
    let to = w.need("province or sea", place)?;
    let via = if w.link(Link::Via) { list(w, |w| w.need("sea", sea))? } else { Vec::new() };
    if ends(w) { Ok(Order::Move { number, unit, from, to, via }) } else { Err(w.slip("province or sea")) }
}

/// `2 legions Carthago -> Syracusae via Mare Africum`
pub(super) fn movement(w: &mut Words<'_>, unit_before: Option<Unit>) -> Result<Order, Slip> {
    let (number, named) = some_units(w);
    let unit = named.or(unit_before);
    // `to Syracusae from Carthago` says the same the other way round.
    let aim = if w.link(Link::To) { Some(w.need("province or sea", place)?) } else { None };
    if !w.link(Link::From) && aim.is_some() {
        return Err(w.slip("from where"));
    }
    let from = w.need("province or sea", place)?;
    let to = match aim {
        Some(to) => to,
        None => {
            w.link(Link::To);
            w.need("province or sea", place)?
        }
    };
    let via = if w.link(Link::Via) { list(w, |w| w.need("sea", sea))? } else { Vec::new() };
    Ok(Order::Move { number, unit, from, to, via })
}

/// How many units of which kind: `2 legions`, `all`, `legion`; `legions` without a number are all of them.
pub(super) fn some_units(w: &mut Words<'_>) -> (Number, Option<Unit>) {
    let number =
        if w.link(Link::All) { Some(Number::All) } else { w.number().map(|n| Number::Exactly(n.min(MOST) as u8)) };
    // `morze` may be a word that means nothing, or begin a name.
    let mark = w.mark();
    w.skip_fillers();
    let several = w.reads(|term| matches!(term, Term::Several(_)));
    let unit = w.take(unit);
    if unit.is_none() {
        w.back(mark);
    }
    (number.unwrap_or(if several { Number::All } else { Number::Exactly(1) }), unit)
}

/// `attack Mare Africum: Greece 2, Rome`, `attack Greece in Mare Africum`, `attack Greece`
fn attack(w: &mut Words<'_>) -> Result<Order, Slip> {
    let mark = w.mark();
    // What a province is called on our maps is the province, unless a civilization is called so too: `attack Roma`.
    let province = w.take(land);
    w.back(mark);
    let is_place = province.is_some_and(|province| w.is_name_of(Term::Province(province)));
    let people = w.take(seat);
    w.back(mark);
    let is_people = people.is_some_and(|seat| w.is_name_of(Term::Seat(seat)));
    if let Some(target) = w.take(seat).filter(|_| is_people || !is_place) {
        let number = if w.link(Link::With) { Some(small(w)?) } else { None };
        if w.link(Link::In) {
            let place = w.need("province or sea", place)?;
            return Ok(Order::Attack { place, targets: alloc::vec![(target, number)] });
        }
        w.back(mark);
        // Whoever names only people means them wherever they are, though a province may have the same name: `attack Carthage`.
        let people = |w: &mut Words<'_>| {
            let seats = list(w, |w| w.need("civilization", seat))?;
            if ends(w) { Ok(seats) } else { Err(w.slip("province or sea")) }
        };
        if let Some(seats) = w.attempt(people) {
            return Ok(Order::AttackWherever(seats));
        }
    }
    w.back(mark);
    let place = w.need("province or sea", place)?;
    let named = w.link(Link::Colon) || w.link(Link::For);
    let target = |w: &mut Words<'_>| {
        let seat = w.need("civilization", seat)?;
        let number = if w.link(Link::With) { Some(small(w)?) } else { w.number().map(|n| n.min(MOST) as u8) };
        Ok((seat, number))
    };
    let targets = if named && !w.link(Link::Any) { list(w, target)? } else { Vec::new() };
    Ok(Order::Attack { place, targets })
}

/// `losses legion, fortress last`, `losses Roma: 1 legion, 1 fortress`
fn losses(w: &mut Words<'_>) -> Result<Order, Slip> {
    w.link(Link::In);
    let place = w.take(place);
    w.link(Link::Colon);
    let one = |w: &mut Words<'_>| {
        let number = w.number().map(|n| n.min(MOST) as u8);
        let unit = w.need("unit", unit)?;
        Ok((w.link(Link::Last), unit, number))
    };
    let mut units = list(w, one)?;
    // What goes last goes behind everything that is not named, too.
    let unnamed = |unit: &Unit| units.iter().all(|(_, named, _)| named != unit);
    if units.iter().all(|(last, ..)| *last) {
        let others: Vec<Unit> = [Unit::Legion, Unit::Fortress].into_iter().filter(unnamed).collect();
        units.extend(others.into_iter().map(|unit| (false, unit, None)));
    }
    units.sort_by_key(|(last, ..)| *last);
    Ok(Order::Losses { place, units: units.into_iter().map(|(_, unit, number)| (unit, number)).collect() })
}

/// `conquest Syracusae: pillage city`
fn conquest(w: &mut Words<'_>, context: Option<Province>) -> Result<Order, Slip> {
    let named = if w.link(Link::All) { None } else { w.take(land) };
    let place = named.or(context);
    w.link(Link::Colon);
    match w.need("pillage, occupy, convert or stay", verb)? {
        Verb::Pillage => aim_with_spots(w, named, context, Aim::Pillage),
        Verb::Occupy => aim_with_spots(w, named, context, Aim::Occupy),
        Verb::Convert => plain_aim(w, place, Aim::Convert),
        Verb::Stay => plain_aim(w, place, Aim::Stay),
        Verb::Seize => plain_aim(w, place, Aim::Seize),
        _ => Err(w.slip("pillage, occupy, convert or stay")),
    }
}

fn plain_aim(w: &mut Words<'_>, context: Option<Province>, aim: Aim) -> Result<Order, Slip> {
    w.link(Link::In);
    Ok(Order::Conquest { province: w.take(land).or(context), aim })
}

/// `pillage Syracusae: city`, `pillage city in Syracusae`, `pillage city Syracusae`, `occupy city, caravan grain`. A name binds: whatever
/// is named with its place is meant there and nowhere else.
///
/// `named` is the province that the line has named already; `context` the one that an earlier order was about.
fn aim_with_spots(
    w: &mut Words<'_>,
    named: Option<Province>,
    context: Option<Province>,
    aim: impl Fn(Vec<Spot>) -> Aim,
) -> Result<Order, Slip> {
    let starts_spot = |w: &mut Words<'_>| {
        let mark = w.mark();
        let found = w.take(building).is_some();
        w.back(mark);
        found
    };
    let mut places: Vec<Province> = named.into_iter().collect();
    let mut spots = Vec::new();
    if !starts_spot(w) {
        if let Some(at) = w.take(province) {
            places.push(at);
        } else if let Some((at, site)) = w.take(city) {
            // A city that is not called like its province: its province, or the city itself.
            places.push(at);
            if ends(w) {
                spots.push(Spot::CityOn(site));
            }
        }
        w.link(Link::Colon);
    }
    let mark = w.mark();
    if starts_spot(w) {
        for (spot, at) in list(w, spot)? {
            spots.push(spot);
            places.extend(at);
        }
        if w.link(Link::In) || !ends(w) {
            places.push(w.need("province", land)?);
        }
    } else if w.link(Link::In) {
        places.push(w.need("province", land)?);
    }
    if places.windows(2).any(|pair| pair[0] != pair[1]) {
        w.back(mark);
        return Err(w.slip("place in the same province"));
    }
    // `pillage fortress` must not become a pillage of anything.
    if spots.is_empty() && !ends(w) {
        return Err(w.need("building", building).err().unwrap_or_else(|| w.slip("building")));
    }
    Ok(Order::Conquest { province: places.first().copied().or(context), aim: aim(spots) })
}

/// A building, and its province where its name says it.
fn spot(w: &mut Words<'_>) -> Result<(Spot, Option<Province>), Slip> {
    match w.need("building", building)? {
        Building::Caravan => {
            w.link(Link::For);
            Ok((w.take(good).map_or(Spot::Kind(Building::Caravan), Spot::CaravanOf), None))
        }
        Building::City => match copies(w)? {
            Some(number) => Ok((Spot::CityOn(number - 1), None)),
            None => Ok(match w.take(city) {
                Some((province, site)) => (Spot::CityOn(site), Some(province)),
                None => (Spot::Kind(Building::City), None),
            }),
        },
        other => Ok((Spot::Kind(other), None)),
    }
}

macro_rules! wanted {
    ($($(#[$doc:meta])* $name:ident -> $kind:ty: $pattern:pat => $value:expr;)+) => {
        $($(#[$doc])* pub(crate) fn $name(term: Term) -> Option<$kind> {
            match term { $pattern => Some($value), _ => None }
        })+
    };
}

wanted! {
    verb -> Verb: Term::Verb(verb) => verb;
    good -> Good: Term::Good(good) => good;
    building -> Building: Term::Building(building) => building;
    card -> Card: Term::Card(card) => card;
    role -> Role: Term::Role(role) => role;
    cards -> (): Term::Word(Word::Cards) => ();
    seat -> Seat: Term::Seat(seat) => seat;
    province -> Province: Term::Province(province) => province;
    sea -> Sea: Term::Sea(sea) => sea;
    city -> (Province, u8): Term::City(province, site) => (province, site);
}

/// A kind of unit; the name of any creature means a creature of the writer's own kind.
pub(crate) fn unit(term: Term) -> Option<Unit> {
    match term {
        Term::Unit(unit) => Some(unit),
        Term::Creature(_) => Some(Unit::Creature),
        _ => None,
    }
}

/// A province; a city's name means its province.
pub(crate) fn land(term: Term) -> Option<Province> {
    match term {
        Term::Province(province) | Term::City(province, _) => Some(province),
        _ => None,
    }
}

/// A province or a sea; a city's name means its province.
pub(crate) fn place(term: Term) -> Option<Place> {
    match term {
        Term::Province(province) | Term::City(province, _) => Some(Place::Land(province)),
        Term::Sea(sea) => Some(Place::Sea(sea)),
        _ => None,
    }
}
