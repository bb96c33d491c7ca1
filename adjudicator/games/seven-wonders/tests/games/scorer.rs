//! Scoring agrees with a plain scorer that knows the cards by name and nothing of the referee's tables (7W-9).

use crate::game;
use rand::SeedableRng as _;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::{Chance, Game as _, Seat};
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::city::City;
use tabellarius_seven_wonders::deity::Deity;
use tabellarius_seven_wonders::pieces::{Colour, Power, Side};
use tabellarius_seven_wonders::position::{Phase, Position};
use tabellarius_seven_wonders::rules::scoring;

fn names<'a>(game: &'a SevenWonders, city: &'a City) -> Vec<&'a str> {
    city.cards().map(|card| game.deck.card(card).name.as_str()).collect()
}

fn of(game: &SevenWonders, city: &City, colour: Colour) -> i32 {
    city.cards().filter(|card| game.deck.card(*card).colour == colour).count() as i32
}

fn printed(name: &str) -> i32 {
    match name {
        "Altar" | "Theater" => 2,
        "Pawnshop" | "Baths" | "Temple" => 3,
        "Statue" | "Courthouse" => 4,
        "Aqueduct" | "Gardens" => 5,
        "Town Hall" | "Senate" => 6,
        "Pantheon" => 7,
        "Palace" => 8,
        // Leaders.
        "Sappho" | "Aspasia" => 2,
        "Zenobia" => 3,
        "Nefertiti" => 4,
        "Cleopatra" => 5,
        // Black structures, and a guild.
        "Residence" => 1,
        "Hideout" | "Architect Cabinet" | "Consulate" => 2,
        "Lair" | "Embassy" => 3,
        "Gates of the City" | "Sepulcher" | "Brotherhood" | "Builders Union" => 4,
        "Cenotaph" | "Counterfeiters Guild" => 5,
        "Tabularium" => 6,
        "Capitol" => 8,
        _ => 0,
    }
}

fn symbol(name: &str) -> Option<usize> {
    match name {
        "Apothecary" | "Dispensary" | "Lodge" | "Academy" | "Euclid" => Some(0),
        "Workshop" | "Laboratory" | "Observatory" | "Study" | "Pythagoras" => Some(1),
        "Scriptorium" | "Library" | "School" | "University" | "Ptolemy" => Some(2),
        _ => None,
    }
}

/// Every way to choose the symbols, one after another: masks first, each from what is left of the neighbours' green structures.
fn science(counts: [i32; 3], any: u32, masks: u32, there: [i32; 3], set: i32) -> i32 {
    let with = |i: usize| {
        let mut more = counts;
        more[i] += 1;
        more
    };
    if masks > 0 && there.iter().sum::<i32>() > 0 {
        let mask = |i: usize| {
            let mut left = there;
            left[i] -= 1;
            science(with(i), any, masks - 1, left, set)
        };
        return (0..3).filter(|i| there[*i] > 0).map(mask).max().expect("one");
    }
    if any == 0 {
        return counts.iter().map(|n| n * n).sum::<i32>() + set * counts.iter().min().expect("three");
    }
    (0..3).map(|i| science(with(i), any - 1, 0, there, set)).max().expect("three")
}

fn guild(game: &SevenWonders, name: &str, own: &City, sides: [&City; 2]) -> i32 {
    let both = |count: &dyn Fn(&City) -> i32| {
        let open = sides.iter().filter(|city| !names(game, city).contains(&"Spartacus"));
        open.map(|city| count(city)).sum::<i32>()
    };
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
        "Architects Guild" => 3 * both(&|city| of(game, city, Colour::Purple)),
        "Diplomats Guild" => both(&|city| of(game, city, Colour::White)),
        "Gamers Guild" => i32::from(own.coins) / 3,
        "Guild of Shadows" => both(&|city| of(game, city, Colour::Black)),
        "Mourners Guild" => both(&|city| i32::from(city.wins)),
        "Counterfeiters Guild" => 5,
        "Enlightened Guild" => 2 * (i32::from(own.myths_in_play()) + both(&|city| i32::from(city.myths_in_play()))),
        "Emperors Guild" => i32::from(own.shields),
        _ => 0,
    }
}

/// What a leader counts, besides printed points and symbols.
fn leader(game: &SevenWonders, name: &str, own: &City) -> i32 {
    let count = |colour| of(game, own, colour);
    match name {
        "Alexander" => i32::from(own.wins),
        "Amytis" => 2 * i32::from(own.stages),
        "Hiram" => 2 * count(Colour::Purple),
        "Hypatia" => count(Colour::Green),
        "Nebuchadnezzar" => count(Colour::Blue),
        "Pericles" => 2 * count(Colour::Red),
        "Phidias" => count(Colour::Brown),
        "Praxiteles" => 2 * count(Colour::Grey),
        "Varro" => count(Colour::Yellow),
        "Darius" => count(Colour::Black),
        "Midas" => i32::from(own.coins) / 3,
        "Justinian" => 3 * [Colour::Red, Colour::Green, Colour::Blue].map(count).into_iter().min().expect("three"),
        "Plato" => {
            use Colour::{Blue, Brown, Green, Grey, Purple, Red, Yellow};
            7 * [Brown, Grey, Blue, Yellow, Green, Red, Purple].map(count).into_iter().min().expect("seven")
        }
        "Heracles" => 7 * i32::from(own.stages == 0),
        _ => 0,
    }
}

fn black(game: &SevenWonders, name: &str, own: &City) -> i32 {
    match name {
        "Secret Society" => of(game, own, Colour::Black),
        "Slave Market" => i32::from(own.wins),
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
        ("Rome", 0) => (&[4, 6], None),
        ("Rome", _) => (&[0, 3, 3], None),
        ("Petra", 0) => (&[3, 7, 7], None),
        ("Petra", _) => (&[3, 14], None),
        ("Byzantium", 0) => (&[3, 2, 7], None),
        ("Byzantium", _) => (&[3, 4], None),
        ("Tartaros", 0) => (&[2, 4, 6], None),
        ("Tartaros", _) => (&[6, 6, 6], None),
        ("Ithaca", 1) => (&[3, 6], None),
        _ => (&[3, 0, 7], None),
    };
    (points.iter().take(built).sum(), u32::from(any.is_some_and(|at| built > at)))
}

fn plain(game: &SevenWonders, position: &Position, seat: Seat) -> i32 {
    let city = position.city(seat);
    let sides = [Side::West, Side::East].map(|side| position.city(position.neighbour(seat, side)));
    let mut built = names(game, city);
    // A neighbour's leader that is used counts as if it were here, but not among the leaders of the city.
    built.extend(city.copied.map(|card| game.deck.card(card).name.as_str()));
    let (wonder, mut any) = stages(game.seat_key(seat), city.side, usize::from(city.stages));
    any += u32::from(built.contains(&"Scientists Guild"));
    let mut symbols = [0; 3];
    built.iter().filter_map(|name| symbol(name)).for_each(|i| symbols[i] += 1);
    let masks =
        built.iter().filter(|name| ["Pigeon Loft", "Spy Ring", "Torture Chamber"].contains(name)).count() as u32;
    let mut there = [0; 3];
    for name in sides.iter().flat_map(|side| names(game, side)) {
        let is_leader = ["Euclid", "Pythagoras", "Ptolemy"].contains(&name);
        symbol(name).filter(|_| !is_leader).into_iter().for_each(|i| there[i] += 1);
    }
    let last = |wanted: Deity| city.myths.iter().flatten().any(|myth| myth.deity == wanted && myth.age == 2);
    let set = if built.contains(&"Aristotle") { 10 } else { 7 } + if last(Deity::Athena) { 3 } else { 0 };
    let yellow = |name: &&str| match *name {
        "Haven" => of(game, city, Colour::Brown),
        "Lighthouse" => of(game, city, Colour::Yellow),
        "Chamber of Commerce" => 2 * of(game, city, Colour::Grey),
        "Arena" => i32::from(city.stages),
        _ => 0,
    };
    let mut total = i32::from(city.victories) - i32::from(city.defeats) + i32::from(city.coins) / 3 + wonder;
    total -= i32::from(city.debts);
    total += if last(Deity::Aphrodite) { i32::from(city.coins) / 3 } else { 0 };
    total += if last(Deity::WonderWoman) { 5 } else { 0 };
    total += built.iter().map(|name| printed(name)).sum::<i32>();
    total += built.iter().map(yellow).sum::<i32>();
    total += built.iter().map(|name| leader(game, name, city) + black(game, name, city)).sum::<i32>();
    // The printed points of the one guild that has some were counted above.
    let guilds = built.iter().filter(|name| **name != "Counterfeiters Guild");
    total += guilds.map(|name| guild(game, name, city, sides)).sum::<i32>();
    let without = science(symbols, any, masks, there, set);
    let mut copied = 0;
    if city.has(Power::CopyGuild) {
        for name in sides.iter().flat_map(|side| names(game, side)) {
            let is_choice = name == "Scientists Guild";
            let worth = if is_choice { science(symbols, any + 1, masks, there, set) - without } else { 0 };
            copied = copied.max(worth + guild(game, name, city, sides));
        }
    }
    total + without + copied
}

fn compare(players: usize, variant: &str, games: usize, chance: &mut Chance) -> (usize, usize, i16) {
    let (mut cities, mut copies, mut most) = (0, 0, 0);
    let game = game(players, variant);
    for _ in 0..games {
        playout(&game, chance, 200, |state| {
            let position = &state.position;
            if position.phase != Phase::Over {
                return;
            }
            for seat in game.seats().iter() {
                let score = scoring::score(&game, position, seat);
                assert_eq!(
                    i32::from(score.total()),
                    plain(&game, position, seat),
                    "{score:?} {:?}",
                    names(&game, position.city(seat))
                );
                cities += 1;
                copies += usize::from(score.copied.is_some() || position.city(seat).copied.is_some());
                most = most.max(score.total());
            }
            let total = |seat: &Seat| (scoring::score(&game, position, *seat).total(), position.city(*seat).coins);
            assert!(position.ranking.is_sorted_by(|one, two| total(one) >= total(two)));
        });
    }
    (cities, copies, most)
}

/// 7W-9.1 to 7W-9.8: 2,000 finished cities and more, counted twice.
#[test]
fn scoring_agrees_with_a_plain_scorer() {
    let mut chance = Chance::seed_from_u64(3);
    let (mut cities, mut copies, mut most) = (0, 0, 0);
    for players in 3..=7 {
        for variant in ["a", "b", ""] {
            let (c, k, m) = compare(players, variant, 40, &mut chance);
            (cities, copies, most) = (cities + c, copies + k, most.max(m));
        }
    }
    assert!(cities > 2_000 && copies > 5 && most > 30, "{cities} {copies} {most}");
}

/// 7W-11.7, 7W-11.11, 7W-12.8, 7W-12.11: the same with leaders and black structures.
#[test]
fn scoring_agrees_with_expansions() {
    let mut chance = Chance::seed_from_u64(4);
    let (mut cities, mut copies) = (0, 0);
    for players in 2..=7 {
        for variant in ["leaders", "cities", "leaders,cities,b", "leaders,cities,a", "myths", "leaders,cities,myths"] {
            let (c, k, _) = compare(players, variant, 40, &mut chance);
            (cities, copies) = (cities + c, copies + k);
        }
    }
    assert!(cities > 900 && copies > 5, "{cities} {copies}");
}
