//! The cheapest payment really is the cheapest.

use super::*;
use crate::deck::Deck;
use crate::pieces::Kinds;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::Chance;

/// Every unit of the cost is covered by any source that can give it, one after another: slow, and plainly right.
fn brute_force(sources: &Sources, cost: Goods) -> Option<u16> {
    let mut units: Vec<(Kinds, u16)> = Vec::new();
    let mut list = |production: &Production, price: &dyn Fn(Kinds) -> u16| {
        for (good, count) in production.fixed.each() {
            (0..count).for_each(|_| units.push((good.kind(), price(good.kind()))));
        }
        production.choices().iter().for_each(|kinds| units.push((*kinds, price(*kinds))));
    };
    list(&sources.own, &|_| 0);
    let unit = |side: Side, kinds: Kinds| {
        u16::from(if sources.cheap & cheap_bit(side, kinds) != 0 { sources.prices[1] } else { sources.prices[0] })
    };
    list(&sources.sells[0], &|kinds| unit(Side::West, kinds));
    list(&sources.sells[1], &|kinds| unit(Side::East, kinds));
    if let Some(Special { bank: price @ 1.., .. }) = sources.special {
        units.push((ANY, u16::from(price) - 1));
    }
    fn cover(wanted: &[Good], units: &mut Vec<(Kinds, u16)>) -> Option<u16> {
        let Some((good, rest)) = wanted.split_first() else { return Some(0) };
        let mut best: Option<u16> = None;
        let mut tried = Vec::new();
        for i in 0..units.len() {
            let unit = units[i];
            if unit.0 & good.kind() == 0 || tried.contains(&unit) {
                continue;
            }
            tried.push(unit);
            units.swap_remove(i);
            if let Some(price) = cover(rest, units) {
                best = Some(best.map_or(price + unit.1, |best| best.min(price + unit.1)));
            }
            units.push(unit);
            let last = units.len() - 1;
            units.swap(i, last);
        }
        best
    }
    let wanted: Vec<Good> = cost.each().flat_map(|(good, count)| (0..count).map(move |_| good)).collect();
    cover(&wanted, &mut units)
}

fn random_city(deck: &Deck, chance: &mut Chance, cards: usize) -> City {
    let mut city = City::new(deck, chance.random_range(0..7), chance.random_range(0..2));
    for _ in 0..cards {
        let card = crate::pieces::Card(chance.random_range(0..deck.cards.len() as u8));
        let card_is_useful = deck.card(card).effect.choice != 0
            || !deck.card(card).effect.goods.is_none()
            || deck.card(card).effect.cheap != 0;
        if card_is_useful && !city.built.contains(card) {
            city.add(deck, card);
        }
    }
    for _ in 0..chance.random_range(0..3) {
        if city.next_stage(deck).is_some() {
            city.add_stage(deck);
        }
    }
    city
}

/// 7W-5.5: the cheapest payment is the cheapest, on random cities, for every cost in the box.
#[test]
fn the_cheapest_payment_is_the_cheapest() {
    let deck = Deck::base().expect("built-in data");
    let mut chance = Chance::seed_from_u64(1);
    let stages = deck.wonders.iter().flat_map(|wonder| &wonder.sides).flatten().map(|stage| stage.cost);
    let mut costs: Vec<Goods> = deck.cards.iter().map(|card| card.cost).chain(stages).collect();
    costs.sort();
    costs.dedup();
    let (mut possible, mut bought) = (0, 0);
    for _ in 0..400 {
        let [city, west, east] = [(); 3].map(|()| {
            let cards = chance.random_range(0..14);
            random_city(&deck, &mut chance, cards)
        });
        let sources = Sources::of(&city, &west, &east, &deck.numbers);
        for cost in &costs {
            let expected = brute_force(&sources, *cost);
            assert_eq!(sources.least(*cost), expected, "{cost:?} {sources:?}");
            let trade = sources.cheapest(*cost, u16::MAX);
            assert_eq!(trade.map(|trade| sources.total(trade)), expected, "{cost:?} {sources:?}");
            assert!(trade.is_none_or(|trade| sources.allows(*cost, trade)));
            possible += usize::from(trade.is_some());
            bought += usize::from(trade.is_some_and(|trade| !trade.is_none()));
        }
    }
    assert!(possible > 5_000 && bought > 2_000, "{possible} {bought}");
}

/// 7W-11.8, 7W-11.10, 7W-12.6, 7W-12.7, 7W-5.1, 7W-5.2: with docks, the bank, a city elsewhere, discounts, warehouses and
/// tripled goods the cheapest payment still is the cheapest of all that are allowed.
#[test]
fn the_cheapest_payment_is_the_cheapest_with_special_sources() {
    let deck = Deck::with(crate::deck::Expansion::ALL).expect("built-in data");
    let mut chance = Chance::seed_from_u64(2);
    let mut costs: Vec<Goods> = deck.cards.iter().map(|card| card.cost).collect();
    costs.sort();
    costs.dedup();
    let (mut possible, mut saved, mut tripled) = (0, 0, 0);
    for round in 0..300 {
        let [mut city, west, east, far] = [(); 4].map(|()| {
            let cards = chance.random_range(0..14);
            random_city(&deck, &mut chance, cards)
        });
        city.docks = [(); 2].map(|()| chance.random_range(0..2));
        city.bank = chance.random_range(0..3);
        let mut sources = Sources::of(&city, &west, &east, &deck.numbers);
        let plain = Sources { special: None, ..sources };
        let special = sources.special.get_or_insert_default();
        special.far = if round % 3 == 0 { far.sells } else { Production::default() };
        let (fixed, choices) = (city.own.fixed.kinds(), city.own.choices().len() as u8);
        special.triples = (round % 5 == 0).then_some(Tripled { fixed, choices });
        if round % 7 == 0 {
            special.docks = special.docks.map(|kinds| kinds & RAW);
        }
        let sources = sources.with_discount(chance.random_range(0..3));
        for cost in &costs {
            let all = sources.all(*cost, u16::MAX);
            let expected = all.iter().map(|trade| sources.total(*trade)).min();
            assert_eq!(sources.least(*cost), expected, "{cost:?} {sources:?}");
            let trade = sources.cheapest(*cost, u16::MAX);
            assert_eq!(trade.map(|trade| sources.total(trade)), expected, "{cost:?} {sources:?}");
            assert!(trade.is_none_or(|trade| sources.allows(*cost, trade)));
            possible += usize::from(trade.is_some());
            saved += usize::from(plain.least(*cost) > expected);
            tripled += usize::from(special_triples(&sources) && !sources.own.covers(*cost) && expected == Some(0));
        }
    }
    assert!(possible > 5_000 && saved > 500 && tripled > 20, "{possible} {saved} {tripled}");
}

fn special_triples(sources: &Sources) -> bool {
    sources.special.is_some_and(|special| special.triples.is_some())
}

/// 7W-5.6: what is asked for is bought, and the rest as cheaply as can be.
#[test]
fn explicit_purchases_override() {
    let deck = Deck::base().expect("built-in data");
    let card = |key: &str| deck.find(key).expect(key);
    let new = |key: &str| {
        let wonder = deck.wonders.iter().position(|wonder| wonder.key == key).expect(key);
        City::new(&deck, wonder as u8, 0)
    };
    let [mut city, mut west, mut east] = ["ephesos", "gizah", "olympia"].map(new);
    city.add(&deck, card("west-trading-post"));
    west.add(&deck, card("clay-pool"));
    east.add(&deck, card("clay-pool"));
    let sources = Sources::of(&city, &west, &east, &deck.numbers);
    let clay = Goods::one(Good::Clay);
    assert_eq!(sources.cheapest(clay, 9), Some(Trade::of(Seller::West, clay)));
    assert_eq!(sources.least(clay), Some(1));
    let wish = Trade::of(Seller::East, clay);
    assert_eq!(sources.cheapest_with(clay, wish, 9), Some(wish));
    assert_eq!(sources.total(wish), 2);
    // Two: one from each; more than that nobody sells.
    assert_eq!(sources.least(Goods::some(Good::Clay, 2)), Some(3));
    assert_eq!(sources.least(Goods::some(Good::Clay, 3)), None);
    // Nothing is bought that is not needed.
    assert_eq!(sources.cheapest_with(Goods::one(Good::Papyrus), wish, 9), None);
    // 7W-5.3: a yellow structure sells nothing.
    west.add(&deck, card("caravansery"));
    let sources = Sources::of(&city, &west, &east, &deck.numbers);
    assert_eq!(sources.least(Goods::one(Good::Ore)), None);
}

/// Every legal purchase for so many coins, the cheapest when what comes back is counted.
fn cheapest_of_all(sources: &Sources, cost: Goods, bought: Trade, coins: u16) -> Option<(i32, u16)> {
    let all = sources.all(cost, coins);
    all.into_iter().filter(|trade| trade.has(bought)).map(|trade| sources.rank(trade)).min()
}

/// 7W-11.9, 7W-5.5: where a coin comes back for each city that is paid, the cheapest purchase is the cheapest in the end, of those there are
/// coins for; also where some of the refunds are used up, and where something must be bought.
#[test]
fn the_cheapest_payment_counts_what_comes_back() {
    let deck = Deck::with(crate::deck::Expansion::ALL).expect("built-in data");
    let mut chance = Chance::seed_from_u64(3);
    let mut costs: Vec<Goods> = deck.cards.iter().map(|card| card.cost).collect();
    costs.sort();
    costs.dedup();
    let (mut compared, mut better) = (0, 0);
    for round in 0..250 {
        let [mut city, west, east, far] = [(); 4].map(|()| {
            let cards = chance.random_range(0..12);
            random_city(&deck, &mut chance, cards)
        });
        city.powers |= 1 << Power::Refund as u8;
        city.once = [0, REFUNDS[0], REFUNDS[1] | DOCKS[0], REFUNDS[2]][round % 4];
        city.docks = [(); 2].map(|()| chance.random_range(0..2));
        let mut sources = Sources::of(&city, &west, &east, &deck.numbers);
        let special = sources.special.get_or_insert_default();
        special.far = if round % 3 == 0 { far.sells } else { Production::default() };
        for cost in &costs {
            let coins = chance.random_range(0..9);
            let Some(least) = sources.least(*cost) else { continue };
            let trade = sources.cheapest(*cost, coins).expect("it can be had");
            assert!(sources.allows(*cost, trade), "{cost:?} {sources:?}");
            if least > coins {
                assert!(sources.total(trade) > coins);
                continue;
            }
            let expected = cheapest_of_all(&sources, *cost, Trade::NONE, coins);
            assert_eq!(Some(sources.rank(trade)), expected, "{cost:?} {coins} {sources:?}");
            compared += 1;
            let first = sources.trade_for(*cost, least).expect("it can be had");
            better += usize::from(sources.rank(trade) < sources.rank(first));
            // What must be bought is bought, and the rest as cheaply as can be.
            let all = sources.all(*cost, coins);
            let wish = all[chance.random_range(0..all.len())];
            let with = sources.cheapest_with(*cost, wish, coins).expect("it can be bought");
            assert!(with.has(wish), "{cost:?}");
            assert_eq!(Some(sources.rank(with)), cheapest_of_all(&sources, *cost, wish, coins), "{cost:?}");
        }
    }
    assert!(compared > 2_000 && better > 20, "{compared} {better}");
}
