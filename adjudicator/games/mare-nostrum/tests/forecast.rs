//! What a letter is told is what the rules do: worlds look as the writer's own, what is promised is done, what is refused stays refused.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Draft, Effort, Forecast, Game, Letter, Line, Pace, Salt, Seat, Seed, Stage, Table, Verdict, Viewer, read,
};
use tabellarius_mare_nostrum::common::Mare;
use tabellarius_mare_nostrum::common::ground::Place;
use tabellarius_mare_nostrum::common::orders::{Item, Number, Order, PickWish};
use tabellarius_mare_nostrum::pieces::{Cards, Province, Sea, Unit};
use tabellarius_mare_nostrum::{classic, empires, mythology};

const LUCK: u64 = 7;

/// What an event shows that a seat has done, as an order.
trait Seen: Mare {
    fn deed(&self, event: &Self::Event, by: Seat) -> Option<Order>;
}

fn bought<G: Mare>(game: &G, item: Item, with: Vec<Cards>) -> Order {
    Order::Build { wish: item.wish(&game.core().board), times: 1, with }
}

fn sailed(ships: u8, from: Place, to: Sea) -> Order {
    let number = Number::Exactly(ships);
    Order::Move { number, unit: Some(Unit::Trireme), from, to: Place::Sea(to), via: Vec::new() }
}

fn marched(legions: u8, from: Province, to: Province, via: &[Sea]) -> Order {
    let (number, from, to) = (Number::Exactly(legions), Place::Land(from), Place::Land(to));
    Order::Move { number, unit: Some(Unit::Legion), from, to, via: via.to_vec() }
}

macro_rules! seen {
    ($game:ty, $event:path) => {
        impl Seen for $game {
            fn deed(&self, event: &Self::Event, by: Seat) -> Option<Order> {
                use $event as Event;
                match event {
                    Event::Bought { seat, item, paid, .. } if *seat == by => Some(bought(self, *item, vec![*paid])),
                    Event::Sailed { seat, ships, from, to, .. } if *seat == by => Some(sailed(*ships, *from, *to)),
                    Event::Marched { seat, legions, from, to, via, .. } if *seat == by && *legions > 0 => {
                        Some(marched(*legions, *from, *to, via))
                    }
                    Event::Offered { seat, cards } if *seat == by => Some(Order::Offer(cards.each().collect())),
                    Event::Taken { seat, from, good } if *seat == by => {
                        Some(Order::Pick(vec![PickWish { good: Some(*good), from: Some(*from), most: None }]))
                    }
                    event => own(self, event, by),
                }
            }
        }
    };
}

/// What only one of the games has.
trait Own {
    fn order(&self, game: &impl Mare, by: Seat) -> Option<Order>;
}

impl Own for classic::event::Event {
    fn order(&self, game: &impl Mare, by: Seat) -> Option<Order> {
        use classic::event::Event;
        match self {
            Event::Placed { seat, item, .. } if *seat == by => Some(bought(game, *item, Vec::new())),
            Event::NumberNamed { seat, number } if *seat == by => Some(Order::Trade(*number)),
            Event::Swapped { seat, gave, took } if *seat == by => Some(Order::Swap { give: *gave, take: *took }),
            _ => None,
        }
    }
}

impl Own for empires::event::Event {
    fn order(&self, _: &impl Mare, by: Seat) -> Option<Order> {
        use empires::event::Event;
        match self {
            Event::TilePlayed { seat, number } if *seat == by => Some(Order::Trade(*number)),
            Event::AntigoneOffers { seat, number } if *seat == by => Some(Order::Antigone(*number)),
            Event::Peace { seat, with } if *seat == by => Some(Order::Peace(vec![*with])),
            _ => None,
        }
    }
}

impl Own for mythology::event::Event {
    fn order(&self, game: &impl Mare, by: Seat) -> Option<Order> {
        use mythology::event::Event;
        let creatures = |number, from, to, via: &[Sea]| {
            let number = Number::Exactly(number);
            Order::Move { number, unit: Some(Unit::Creature), from, to, via: via.to_vec() }
        };
        match self {
            Event::Placed { seat, item, .. } if *seat == by => Some(bought(game, *item, Vec::new())),
            Event::Reborn { seat, province, paid } if *seat == by => {
                Some(bought(game, Item::Unit { province: *province, unit: Unit::Creature }, vec![*paid]))
            }
            Event::NumberNamed { seat, number } if *seat == by => Some(Order::Trade(*number)),
            Event::Swapped { seat, gave, took } if *seat == by => Some(Order::Swap { give: *gave, take: *took }),
            Event::Swam { seat, creatures: number, from, to } if *seat == by => {
                Some(creatures(*number, *from, *to, &[]))
            }
            Event::Marched { seat, creatures: number, from, to, via, .. } if *seat == by => {
                Some(creatures(*number, Place::Land(*from), Place::Land(*to), via))
            }
            _ => None,
        }
    }
}

fn own<G: Mare<Event: Own>>(game: &G, event: &G::Event, by: Seat) -> Option<Order> {
    event.order(game, by)
}

seen!(classic::Classic, classic::event::Event);
seen!(empires::Empires, empires::event::Event);
seen!(mythology::Mythology, mythology::event::Event);

fn classic(players: usize, variant: &str) -> classic::Classic {
    classic::Classic::new(classic::Options::parse(players, variant).expect("a variant")).expect("a sound board")
}

fn empires(players: usize, variant: &str) -> empires::Empires {
    empires::Empires::new(empires::Options::parse(players, variant).expect("a variant")).expect("a sound board")
}

fn mythology(players: usize, variant: &str) -> mythology::Mythology {
    let options = mythology::Options::parse(players, variant).expect("a variant");
    mythology::Mythology::new(options).expect("a sound board")
}

/// Positions of random games, each at the start of a stage.
fn positions<G: Game>(game: &G, games: u64, most: usize) -> Vec<G::State> {
    let mut positions = Vec::new();
    for number in 0..games {
        let mut chance = Chance::seed_from_u64(number);
        let mut state = game.start();
        for _ in 0..most {
            if game.winners(&state).is_some() {
                break;
            }
            positions.push(state.clone());
            let mut table = Table::with_chance(game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
    }
    positions
}

fn open<G: Game>(game: &G, state: &G::State, pace: Pace, seed: &str) -> Stage<G> {
    Stage::open(game, state.clone(), pace, Seed::from_text(seed), Salt::first("forecast"))
}

fn forecast<G: Game>(game: &G, stage: &Stage<G>, seat: Seat, lines: &[Line<G>], luck: u64, n: Effort) -> Forecast<G> {
    let draft = Draft::new(lines, &[], luck);
    stage.forecast(game, seat, &draft, n)
}

/// A world looks to its seat as the real one does, it could be, and the stage opens in it with the same words.
fn worlds_look_alike<G: Game>(game: &G) {
    let effort = Effort { caretakers: 1, guesses: 2, ..Effort::ONE };
    let mut chance = Chance::seed_from_u64(3);
    let mut played = 0;
    for state in positions(game, 3, 30) {
        for pace in [Pace::Bulk, Pace::Strict] {
            let stage = open(game, &state, pace, &format!("opening {played}"));
            if stage.asked().finished {
                continue;
            }
            for seat in game.seats().iter() {
                let view = game.view(&state, Viewer::Seat(seat));
                let world = game.imagine(&view, seat, &mut chance);
                assert_eq!(game.sane(&world), Ok(()), "{}", game.stage(&state));
                assert_eq!(game.view(&world, Viewer::Seat(seat)), view, "{}", game.stage(&state));
                let forecast = forecast(game, &stage, seat, &[], played, effort);
                assert_eq!(forecast.worlds, 4, "{} {} {pace:?}", game.stage(&state), game.seat_key(seat));
                played += 1;
            }
        }
    }
    assert!(played > 200, "only {played}");
}

#[test]
fn worlds_of_the_classic_game_look_alike() {
    for (players, variant) in [(3, ""), (4, "advanced"), (5, "turns=6")] {
        worlds_look_alike(&classic(players, variant));
    }
}

#[test]
fn worlds_of_empires_look_alike() {
    for (players, variant) in [(3, ""), (4, "experts"), (5, "experts")] {
        worlds_look_alike(&empires(players, variant));
    }
}

#[test]
fn worlds_of_mythology_look_alike() {
    for (players, variant) in [(3, ""), (5, "advanced"), (6, "turns=6")] {
        worlds_look_alike(&mythology(players, variant));
    }
}

/// What people might write: the caretaker's letter, the lines of the form, what others would write; with slips.
fn letter<G: Mare>(game: &G, stage: &Stage<G>, seat: Seat, chance: &mut Chance) -> Vec<Line<G>> {
    let state = &stage.asked().state;
    let sees = |seat| game.view(state, Viewer::Seat(seat));
    let mut texts: Vec<String> = game.caretaker(&sees(seat), seat).lines().map(String::from).collect();
    texts.extend(game.examples(&sees(seat), seat).iter().map(|order| game.print_order(order, "en")));
    let other = game.seats().iter().find(|other| *other != seat).expect("another seat");
    texts.extend(game.examples(&sees(other), other).iter().map(|order| game.print_order(order, "en")));
    let slips = ["offer gold, gold, gold", "keep 5 tax", "trade 9", "pick gold", "losses fortress, legion"];
    texts.extend(slips.map(String::from));
    texts.shuffle(chance);
    texts.truncate(chance.random_range(1..8));
    if let (true, Some(twice)) = (chance.random_bool(0.3), texts.choose(chance).cloned()) {
        texts.push(twice);
    }
    read(game, &texts.join("\n")).lines
}

/// Whether the order shows in what happens.
fn shows(order: &Order) -> bool {
    use Order::*;
    matches!(order, Build { .. } | Move { .. } | Trade(_) | Offer(_) | Pick(_) | Swap { .. } | Antigone(_))
}

fn what_is_told_is_done<G: Seen>(game: &G, told: &mut BTreeMap<String, u32>) {
    let mut chance = Chance::seed_from_u64(11);
    for (number, state) in positions(game, 3, 24).into_iter().enumerate() {
        let stage = open(game, &state, Pace::Bulk, &format!("told {number}"));
        if stage.asked().finished {
            continue;
        }
        for seat in game.seats().iter() {
            let lines = letter(game, &stage, seat, &mut chance);
            let one = forecast(game, &stage, seat, &lines, LUCK, Effort::ONE);
            let numbers: Vec<u32> = lines.iter().map(|line| line.number).collect();
            let told_of: Vec<u32> = one.outlooks.iter().map(|outlook| outlook.line).collect();
            assert_eq!(told_of, numbers, "each line has one outlook");
            // The very world that was imagined, played.
            let view = game.view(&state, Viewer::Seat(seat));
            let mut luck = Chance::seed_from_u64(LUCK);
            let mut world = game.imagine(&view, seat, &mut luck);
            let heard: Vec<&G::Event> = stage.asked().told.iter().map(|told| &told.event).collect();
            let has_drawn = !game.recall(&mut world, seat, &heard, &mut luck).is_empty();
            let mut played = open(game, &world, Pace::Bulk, &format!("imagined {LUCK} 0 0"));
            played.file(seat, Letter { text: String::new(), lines: lines.clone(), finality: Finality::Final });
            let run = played.preview(game);
            let deeds: Vec<Order> = run.told.iter().filter_map(|told| game.deed(&told.event, seat)).collect();
            let many = forecast(game, &stage, seat, &lines, LUCK, Effort::LETTER);
            let fresh = forecast(game, &stage, seat, &lines, 1000 + number as u64, Effort::LETTER);
            let silent = forecast(game, &stage, seat, &lines, 2000 + number as u64, Effort::ONE);
            for (i, outlook) in one.outlooks.iter().enumerate() {
                let verdict = outlook.verdict();
                *told.entry(format!("{verdict:?}")).or_default() += 1;
                let what = || {
                    let letter: Vec<String> = lines.iter().map(|line| line.print(game, "en")).collect();
                    format!("{} {}: {outlook:?}\n{letter:#?}\n{deeds:?}", game.stage(&state), game.seat_key(seat))
                };
                // What a drawn token would do in a world of its own cannot be seen here.
                if verdict == Verdict::Will && shows(&outlook.order) && !has_drawn {
                    let times = match &outlook.order {
                        Order::Build { times, .. } => usize::from(*times),
                        _ => 1,
                    };
                    let done = deeds.iter().filter(|deed| game.covers(&outlook.order, deed)).count();
                    let won = game.winners(&run.state).is_some();
                    assert!(done >= times || (won && done > 0), "told and not done: {}", what());
                }
                if many.outlooks[i].verdict() == Verdict::Cannot {
                    // Without dice hidden cards make no difference; what others do may, though hardly ever.
                    let has_dice = run.rolled.iter().any(|roll| roll.path.contains("/attack on "));
                    assert!(has_dice || silent.outlooks[i].share() == 0, "refused and done: {}", what());
                    let key = if fresh.outlooks[i].share() == 0 { "refused again" } else { "refused here" };
                    *told.entry(key.into()).or_default() += 1;
                }
            }
            // Two tables that look alike to a player give the same answer.
            let twin = game.imagine(&view, seat, &mut chance);
            let twin = open(game, &twin, Pace::Bulk, &format!("told {number}"));
            let seen = |stage: &Stage<G>| {
                let hears = |told: &&tabellarius_kernel::Told<G::Event>| told.audience.hears(Viewer::Seat(seat));
                stage.asked().told.iter().filter(hears).cloned().collect::<Vec<_>>()
            };
            if seen(&twin) == seen(&stage) {
                assert_eq!(forecast(game, &twin, seat, &lines, LUCK, Effort::LETTER), many);
                *told.entry("alike".into()).or_default() += 1;
            }
        }
    }
}

#[test]
fn what_a_letter_is_told_is_done() {
    let mut told = BTreeMap::new();
    what_is_told_is_done(&classic(5, ""), &mut told);
    what_is_told_is_done(&classic(3, "advanced"), &mut told);
    what_is_told_is_done(&empires(5, "experts"), &mut told);
    what_is_told_is_done(&empires(4, ""), &mut told);
    what_is_told_is_done(&mythology(6, ""), &mut told);
    what_is_told_is_done(&mythology(4, "advanced"), &mut told);
    let share = |key: &str| told.get(key).copied().unwrap_or_default();
    assert!(share("refused here") * 50 < share("refused again"), "{told:?}");
    println!("{told:?}");
    for verdict in ["Will", "Partly", "Cannot", "Overtaken", "Idle", "Waits", "Later", "alike"] {
        assert!(told.get(verdict).is_some_and(|times| *times > 20), "{verdict}: {told:?}");
    }
}
