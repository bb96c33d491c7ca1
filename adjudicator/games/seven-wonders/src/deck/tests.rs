//! The data file: what it holds, and how a wrong one is refused.

use super::{Deck, Expansion, FILE, Talent};
use crate::deity::Deity;
use crate::pieces::{Card, Colour, Goods};
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaw;

#[test]
fn the_box_is_complete() {
    let deck = Deck::base().expect("built-in data");
    assert_eq!((deck.cards.len(), deck.wonders.len(), deck.guilds().len()), (75, 7, 10));
    // 7W-2.3 and 7W-2.4: the box has 49, 49 and 50 cards.
    assert_eq!([0, 1, 2].map(|age| deck.of_age(age, 7).len()), [49, 49, 40]);
    assert_eq!([0, 1, 2].map(|age| deck.of_age(age, 3).len()), [21, 21, 16]);
    let chained = deck.cards.iter().filter(|card| card.free_from.iter().next().is_some()).count();
    assert_eq!(chained, 25);
    let green = deck.cards.iter().filter(|card| card.colour == Colour::Green).count();
    assert_eq!(green, 12);
    assert_eq!(deck.facts().len(), 1 + 75 + 7);
    assert!(deck.facts().iter().all(|fact| fact.line > 1 && !fact.source.is_empty()));
}

/// The expansions add to the box (7W-11.1, 7W-12.1).
#[test]
fn the_other_boxes_are_complete() {
    let deck = Deck::with(Expansion::ALL).expect("built-in data");
    assert_eq!((deck.cards.len(), deck.wonders.len()), (75 + 40 + 36 + 9, 12));
    assert_eq!((deck.leaders().len(), deck.guilds().len()), (36 + 6 + 6, 10 + 4 + 3 + 3));
    assert_eq!([0, 1, 2].map(|age| deck.black(age).len()), [9, 9, 9]);
    assert_eq!((deck.numbers.coins, deck.numbers.hand, deck.numbers.leaders, deck.numbers.myths), (6, 8, 4, 3));
    assert_eq!((deck.most_players(), Deck::base().expect("built-in data").most_players()), (8, 7));
}

fn check(from: &str, to: &str, expected: &str) {
    assert!(FILE.1.contains(from), "{from}");
    let text = FILE.1.replacen(from, to, 1);
    let flaws = Deck::load(&[("base.toml", &text)]).expect_err(to);
    let told: alloc::vec::Vec<_> = flaws.iter().map(|flaw| alloc::format!("{flaw}")).collect();
    assert!(told.iter().any(|flaw| flaw == expected), "{told:?}");
}

#[test]
fn a_wrong_file_is_refused_with_line_and_reason() {
    check("goods = [\"wood\"]", "goods = [\"wod\"]", "base.toml:32: there is no good 'wod'");
    check("colour = \"brown\"", "colour = \"pink\"", "base.toml:30: there is no colour 'pink'");
    check("key = \"stone-pit\"", "key = \"lumber-yard\"", "base.toml:35: there are two structures 'lumber-yard'");
    check(
        "players = { I = [3, 4] }",
        "players = { I = [3] }",
        "base.toml:27: age 1 has 27 cards for 4 players, and needs 28",
    );
    check(
        "source = \"page",
        "source = \"hearsay",
        "base.toml:9: the source 'hearsay https://github.com/joffrey-bion/seven-wonders' is not 'rulebook <number>:<line>', 'page <address>', 'reconstructed', 'board' or 'house'",
    );
    check("coins_a_point = 3", "coins_a_point = 0", "base.toml:12: coins_a_point must be at least 1");
    check(
        "cheap_price = 1 ",
        "cheap_price = 3 ",
        "base.toml:12: the low price is at most the full price, and that is from 1 to 9",
    );
    check(
        "choice = [\"wood\", \"clay\"]",
        "choice = [\"wood\", \"glass\"]",
        "base.toml:56: what is for sale is a choice of raw or of manufactured goods, not of both",
    );
    let syntax = Deck::load(&[("base.toml", "source = ")]).expect_err("syntax");
    assert_eq!(syntax[0].line, 1);
}

/// A box with one more thing in it.
fn added(entry: &str) -> Result<Deck, Vec<Flaw>> {
    let text = alloc::format!("source = \"house\"\n{entry}");
    let leaders = Expansion::Leaders.file();
    Deck::load(&[FILE, leaders, ("own.toml", &text)])
}

/// Every part of an entry does something where it stands, or the file is refused with line and reason.
#[test]
fn what_would_do_nothing_is_refused() {
    let card =
        |rest: &str| added(&alloc::format!("[[card]]\nkey = \"own\"\nname = \"Own\"\ncolour = \"purple\"\n{rest}"));
    let stage = |rest: &str| {
        let sides = alloc::format!("A = [{{ points = 1, {rest} }}]\nB = [{{ points = 1 }}]");
        added(&alloc::format!("[[wonder]]\nkey = \"own\"\nname = \"Own\"\ngood = \"clay\"\n{sides}"))
    };
    let board = |talent: &str| {
        let sides = "A = [{ points = 1 }]\nB = [{ points = 1 }]";
        let board = alloc::format!("board = {{ A = {talent} }}");
        added(&alloc::format!("[[wonder]]\nkey = \"own\"\nname = \"Own\"\ngood = \"clay\"\n{board}\n{sides}"))
    };
    // What does something is taken.
    for good in [
        "talent = { bonus = { on = [\"stage\"], coins = 1 } }",
        "per = { what = [\"red\"], in = [\"own\"], coins = 1 }",
        "talent = { dock = { west = 1, east = 1 } }",
    ] {
        assert!(card(good).is_ok() && stage(good).is_ok(), "{good}");
    }
    assert!(board("{ discount = { on = [\"stage\"], goods = 1 } }").is_ok());
    for bad in [
        "per = { what = [\"chain\"], in = [\"own\"], points = 1 }",
        "per = { what = [\"red\"], in = [], points = 1 }",
        "per = { what = [\"red\"], in = [\"own\"] }",
        "per = { what = [\"red\"], in = [\"own\"], every = 0, points = 1 }",
        "talent = { discount = { on = [\"victory\"], goods = 1 } }",
        "talent = { bonus = { on = [\"coin\"], coins = 1 } }",
        "talent = { sets = { of = [\"stage\"], points = 1 } }",
        "talent = { dock = { west = 2, east = 0 } }",
        "talent = { invocations = 4 }",
        "talent = { others-lose = { coins = 1, per = [\"chain\"] } }",
        "talent = { raid = 0 }",
        "power = \"immune\"",
        "cost = [\"clay\"]\nplayers = { III = [3] }",
    ] {
        assert!(card(bad).is_err(), "{bad}");
    }
    for bad in [
        "per = { what = [\"red\"], in = [\"own\"], points = 1 }",
        "talent = { sets = { of = [\"red\"], points = 1 } }",
        "talent = { no-stage = 3 }",
        "power = \"copy-leader\"",
    ] {
        assert!(stage(bad).is_err(), "{bad}");
    }
    for bad in ["{ raid = 3 }", "{ leaders = 2 }", "{ neighbours-gain = 1 }", "{ invocations = 2 }", "{ no-stage = 3 }"]
    {
        assert!(board(bad).is_err(), "{bad}");
    }
    let myth = |rest: &str| {
        let file = Expansion::Myths.file();
        let text = file.1.replacen("key = \"zeus\"", &alloc::format!("key = \"zeus\"\n{rest}"), 1);
        Deck::load(&[FILE, (file.0, &text)])
    };
    assert!(myth("").is_ok() && myth("only_with = [\"leaders\"]").is_ok());
    assert!(myth("amount = [1, 0, 0]").is_err() && myth("only_with = [\"leader\"]").is_err());
    assert!(myth("players = [6, 5]").is_err());
}

/// Law: whatever a structure or a stage of the boxes gives can be seen: without any one part of it the city, its coins or its points are
/// others. What it does to others and once is in `rules::arrival`, a line for each talent.
#[test]
fn every_part_of_an_effect_is_used() {
    use crate::city::City;
    use crate::rules::{arrival, scoring};
    use tabellarius_kernel::{Game as _, Seat};
    let options = crate::Options::parse(3, "leaders,cities,myths").expect("a variant");
    let mut game = crate::SevenWonders::new(options).expect("built-in data");
    let mut position = game.start().position;
    for seat in game.cities().iter() {
        for (card, structure) in game.deck.all() {
            let colour = structure.colour as usize;
            let city = position.city_mut(seat);
            if city.colours[colour] < 2 && structure.effect.talent.is_none() {
                city.add(&game.deck, card);
            }
        }
        let city = position.city_mut(seat);
        (city.coins, city.wins, city.defeats) = (8, 2, 2);
        city.add_stage(&game.deck);
        city.lay_open(&game.deck, crate::deity::InPlay { deity: Deity::Apollo, age: 2, note: 0 });
    }
    let seen = |game: &crate::SevenWonders, card: Card| {
        let mut position = position.clone();
        let mut city: City = *position.city(Seat(0));
        city.lose(&game.deck, card);
        *position.city_mut(Seat(0)) = city;
        position.city_mut(Seat(0)).add(&game.deck, card);
        let came = arrival::Came::Card(card, crate::event::How::Power);
        let coins = arrival::coins_of(game, &position, Seat(0), came, &game.deck.card(card).effect);
        (*position.city(Seat(0)), coins, scoring::score(game, &position, Seat(0)))
    };
    let cards: Vec<Card> = game.deck.all().map(|(card, _)| card).collect();
    let mut parts = 0;
    for card in cards {
        let whole = game.deck.card(card).effect;
        let before = seen(&game, card);
        let without = |part: usize| {
            let mut less = whole;
            match part {
                0 => less.goods = Goods::NONE,
                1 => less.choice = 0,
                2 => less.shields = 0,
                3 => less.points = 0,
                4 => less.coins = 0,
                5 => less.science = None,
                6 => less.cheap = 0,
                7 => less.per.iter_mut().for_each(|per| per.coins = 0),
                8 => less.per.iter_mut().for_each(|per| per.points = 0),
                _ => less.talent = None,
            }
            less
        };
        let is_once = |talent: Talent| {
            use crate::pieces::Power;
            let powers = [Power::FromDiscards, Power::ExtraLeader, Power::CopyLeader, Power::Amends];
            let power = powers.iter().any(|power| talent == Talent::Power(*power));
            power || matches!(talent, Talent::Gift(_) | Talent::Loss(_) | Talent::Leaders(_) | Talent::Raid(_))
        };
        for part in 0..10 {
            let less = without(part);
            if less == whole || (part == 9 && whole.talent.is_some_and(is_once)) {
                continue;
            }
            if matches!(whole.talent, Some(Talent::NoStage(_))) && part == 9 {
                continue;
            }
            game.deck.cards[card.index()].effect = less;
            assert_ne!(seen(&game, card), before, "{} part {part}", game.deck.card(card).name);
            game.deck.cards[card.index()].effect = whole;
            parts += 1;
        }
    }
    assert!(parts > 150, "{parts}");
}
