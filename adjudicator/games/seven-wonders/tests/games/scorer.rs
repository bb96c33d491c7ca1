//! Scoring agrees with a plain scorer that knows the cards by name and nothing of the referee's tables (7W-9).

use crate::game;
use rand::SeedableRng as _;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::{Chance, Game as _, Seat};
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::city::City;
use tabellarius_seven_wonders::pieces::{Colour, Power, Side};
use tabellarius_seven_wonders::position::{Phase, Position};
use tabellarius_seven_wonders::rules::scoring;

fn names<'a>(game: &'a SevenWonders, city: &'a City) -> Vec<&'a str> {
    city.built.iter().map(|card| game.deck.card(card).name.as_str()).collect()
}

fn of(game: &SevenWonders, city: &City, colour: Colour) -> i32 {
    city.built.iter().filter(|card| game.deck.card(*card).colour == colour).count() as i32
}

fn blue(name: &str) -> i32 {
    match name {
        "Altar" | "Theater" => 2,
        "Pawnshop" | "Baths" | "Temple" => 3,
        "Statue" | "Courthouse" => 4,
        "Aqueduct" | "Gardens" => 5,
        "Town Hall" | "Senate" => 6,
        "Pantheon" => 7,
        "Palace" => 8,
        _ => 0,
    }
}

fn symbol(name: &str) -> Option<usize> {
    match name {
        "Apothecary" | "Dispensary" | "Lodge" | "Academy" => Some(0),
        "Workshop" | "Laboratory" | "Observatory" | "Study" => Some(1),
        "Scriptorium" | "Library" | "School" | "University" => Some(2),
        _ => None,
    }
}

/// Every way to choose the symbols, one after another.
fn science(counts: [i32; 3], any: u32) -> i32 {
    if any == 0 {
        return counts.iter().map(|n| n * n).sum::<i32>() + 7 * counts.iter().min().expect("three");
    }
    let with = |i: usize| {
        let mut more = counts;
        more[i] += 1;
        science(more, any - 1)
    };
    (0..3).map(with).max().expect("three")
}

fn guild(game: &SevenWonders, name: &str, own: &City, sides: [&City; 2]) -> i32 {
    let both = |count: &dyn Fn(&City) -> i32| count(sides[0]) + count(sides[1]);
    match name {
        "Workers Guild" => both(&|city| of(game, city, Colour::Brown)),
        "Craftsmens Guild" => 2 * both(&|city| of(game, city, Colour::Grey)),
        "Traders Guild" => both(&|city| of(game, city, Colour::Yellow)),
        "Philosophers Guild" => both(&|city| of(game, city, Colour::Green)),
        "Spies Guild" => both(&|city| of(game, city, Colour::Red)),
        "Magistrates Guild" => both(&|city| of(game, city, Colour::Blue)),
        "Strategists Guild" => both(&|city| i32::from(city.defeats)),
        "Builders Guild" => both(&|city| i32::from(city.stages)) + i32::from(own.stages),
        "Shipowners Guild" => [Colour::Brown, Colour::Grey, Colour::Purple].map(|c| of(game, own, c)).iter().sum(),
        _ => 0,
    }
}

/// Points of the stages, by wonder and side, as they are printed.
fn stages(wonder: &str, side: u8, built: usize) -> (i32, u32) {
    let (points, any): (&[i32], Option<usize>) = match (wonder, side) {
        ("Gizah", 0) => (&[3, 5, 7], None),
        ("Gizah", _) => (&[3, 5, 5, 7], None),
        ("Babylon", 0) => (&[3, 0, 7], Some(1)),
        ("Babylon", _) => (&[3, 0, 0], Some(2)),
        ("Rhodos", 1) => (&[3, 4], None),
        ("Olympia", 1) => (&[0, 5, 0], None),
        ("Ephesos", 1) => (&[2, 3, 5], None),
        ("Halikarnassos", 1) => (&[2, 1, 0], None),
        ("Alexandria", 1) => (&[0, 0, 7], None),
        _ => (&[3, 0, 7], None),
    };
    (points.iter().take(built).sum(), u32::from(any.is_some_and(|at| built > at)))
}

fn plain(game: &SevenWonders, position: &Position, seat: Seat) -> i32 {
    let city = position.city(seat);
    let sides = [Side::West, Side::East].map(|side| position.city(position.neighbour(seat, side)));
    let built = names(game, city);
    let (wonder, mut any) = stages(game.seat_key(seat), city.side, usize::from(city.stages));
    any += u32::from(built.contains(&"Scientists Guild"));
    let mut symbols = [0; 3];
    built.iter().filter_map(|name| symbol(name)).for_each(|i| symbols[i] += 1);
    let yellow = |name: &&str| match *name {
        "Haven" => of(game, city, Colour::Brown),
        "Lighthouse" => of(game, city, Colour::Yellow),
        "Chamber of Commerce" => 2 * of(game, city, Colour::Grey),
        "Arena" => i32::from(city.stages),
        _ => 0,
    };
    let mut total = i32::from(city.victories) - i32::from(city.defeats) + i32::from(city.coins) / 3 + wonder;
    total += built.iter().map(|name| blue(name)).sum::<i32>();
    total += built.iter().map(yellow).sum::<i32>();
    total += built.iter().map(|name| guild(game, name, city, sides)).sum::<i32>();
    let without = science(symbols, any);
    let mut copied = 0;
    if city.has(Power::CopyGuild) {
        for name in sides.iter().flat_map(|side| names(game, side)) {
            let worth = if name == "Scientists Guild" { science(symbols, any + 1) - without } else { 0 };
            copied = copied.max(worth + guild(game, name, city, sides));
        }
    }
    total + without + copied
}

/// 7W-9.1 to 7W-9.8: 2,000 finished cities and more, counted twice.
#[test]
fn scoring_agrees_with_a_plain_scorer() {
    let mut chance = Chance::seed_from_u64(3);
    let (mut cities, mut copies, mut most) = (0, 0, 0);
    for players in 3..=7 {
        for variant in ["a", "b", ""] {
            let game = game(players, variant);
            for _ in 0..40 {
                playout(&game, &mut chance, 100, |state| {
                    let position = &state.position;
                    if position.phase != Phase::Over {
                        return;
                    }
                    for seat in game.seats().iter() {
                        let score = scoring::score(&game, position, seat);
                        assert_eq!(i32::from(score.total()), plain(&game, position, seat), "{score:?}");
                        cities += 1;
                        copies += usize::from(score.copied.is_some());
                        most = most.max(score.total());
                    }
                    let total =
                        |seat: &Seat| (scoring::score(&game, position, *seat).total(), position.city(*seat).coins);
                    assert!(position.ranking.is_sorted_by(|one, two| total(one) >= total(two)));
                });
            }
        }
    }
    assert!(cities > 2_000 && copies > 5 && most > 30, "{cities} {copies} {most}");
}
