//! What happens at once depends on no order of the seats: if everybody moves on by some places at the table, the results do too.

use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game, Letter, Pace, Salt, Seat, Seed, Stage, Table, read};
use tabellarius_mare_nostrum::common::ground::{Ground, Hold, Place};
use tabellarius_mare_nostrum::empires::position::Phase;
use tabellarius_mare_nostrum::pieces::{Building, Card, Good};
use tabellarius_mare_nostrum::{classic, empires};

/// How many play here.
const SIDES: usize = 5;

/// Moves a seat on by some places.
fn moved(seat: Seat, by: usize) -> Seat {
    Seat(((seat.index() + by) % SIDES) as u8)
}

/// Moves everything that belongs to somebody.
fn turn_ground(ground: &mut Ground, by: usize) {
    let on = |owner: &mut Option<Seat>| *owner = owner.map(|seat| moved(seat, by));
    for area in &mut ground.areas {
        on(&mut area.owner);
        for pieces in [&mut area.legions, &mut area.fortresses, &mut area.docked] {
            pieces[..SIDES].rotate_right(by);
        }
        area.hold = area.hold.map(|(seat, hold)| (moved(seat, by), hold));
    }
    ground.fleets.iter_mut().for_each(|fleet| fleet[..SIDES].rotate_right(by));
    ground.roles.iter_mut().chain(&mut ground.owners).for_each(on);
}

/// Plays a stage with these letters and lists what is told of the given kinds, with everybody moved back, in a fixed order.
fn news<G: Game>(game: &G, state: &G::State, letters: &[(Seat, String)], kinds: &[&str], by: usize) -> Vec<String> {
    let mut stage = Stage::open(game, state.clone(), Pace::Bulk, Seed::from_text("once"), Salt::first("once"));
    for (seat, text) in letters {
        let reading = read(game, text);
        assert_eq!(reading.problems, [], "{text}");
        stage.file(moved(*seat, by), Letter { text: text.clone(), lines: reading.lines, finality: Finality::Final });
    }
    if !stage.asked().finished {
        stage.close(game).expect("what is published stands");
    }
    let told = stage.asked().told.iter().map(|told| format!("{:?}", told.event));
    let told = told.filter(|event| kinds.iter().any(|kind| event.starts_with(kind)));
    let mut told: Vec<String> = told.map(|event| back(&event, by)).collect();
    told.sort();
    told
}

/// The text of an event with everybody moved back.
fn back(event: &str, by: usize) -> String {
    let mut text = String::new();
    let mut rest = event;
    while let Some((before, after)) = rest.split_once("Seat(") {
        let (number, behind) = after.split_once(')').expect("a seat");
        let seat: usize = number.parse().expect("a number");
        text += &format!("{before}Seat({})", (seat + SIDES - by) % SIDES);
        rest = behind;
    }
    text + rest
}

/// EM-2.5, EM-3.2, EM-3.6, EM-6.3: collecting, Antigone and her copy, the offers, and the titles.
#[test]
fn empires_deals_offers_and_crowns_at_once() {
    let game = empires::Empires::new(empires::Options::parse(5, "experts").expect("variant")).expect("board");
    let mut chance = Chance::seed_from_u64(41);
    let mut tried = [0; 2];
    for _ in 0..40 {
        let mut state = game.start();
        for _ in 0..chance.random_range(1..25) {
            if game.winners(&state).is_some() {
                break;
            }
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
        if game.winners(&state).is_some() || state.position.phase == Phase::Building {
            continue;
        }
        // The dice of a legendary city are named after its holder: they are another matter.
        for (province, _) in game.core.board.lands().filter(|(_, land)| land.legendary) {
            let area = state.position.area_mut(province);
            area.sites().filter(|site| site.building() == Building::City).for_each(|site| area.set(site, false));
        }
        for card in [Card::Antigone, Card::CastorAndPollux, Card::Colossus, Card::Circe, Card::TempleOfArtemis] {
            state.position.owners[card as usize] = Some(Seat(chance.random_range(0..SIDES as u8)));
        }
        state.position.copied = Some(Card::Antigone);
        for good in [Good::Tax, Good::Grain, Good::Wine, Good::Stone] {
            let left = state.position.bank.count(good);
            state.position.bank.take(good, left.saturating_sub(2));
        }
        let trades = state.position.phase == Phase::Trade;
        if !trades {
            // Nobody moves, so that only the titles are left to settle.
            for area in &mut state.position.areas {
                area.legions = Default::default();
                area.hold = None;
            }
        }
        let kinds: &[&str] = match trades {
            true => &["Collected", "SupplyShort", "CirceCollects", "ExtraGood", "AntigoneOffers", "Offered"],
            false => &["LeaderSettled", "Victory"],
        };
        let letters: Vec<(Seat, String)> = match trades {
            true => (0..SIDES as u8).map(|n| (Seat(n), format!("Antigone {n}"))).collect(),
            false => Vec::new(),
        };
        let here = news(&game, &state, &letters, kinds, 0);
        assert!(!here.is_empty());
        tried[usize::from(trades)] += 1;
        for by in 1..SIDES {
            let mut other = state.clone();
            turn_ground(&mut other.position.ground, by);
            other.hands[..SIDES].rotate_right(by);
            other.legends[..SIDES].rotate_right(by);
            other.position.last_peace = other.position.last_peace.map(|seat| moved(seat, by));
            assert_eq!(news(&game, &other, &letters, kinds, by), here, "moved on by {by}");
        }
    }
    assert!(tried.iter().all(|n| *n >= 5), "{tried:?}");
}

/// MN-3.1.2, MN-3.2.6, MN-3.3.1: roles, income out of a short bank, offers.
#[test]
fn the_classic_game_deals_and_offers_at_once() {
    let game = classic::Classic::new(classic::Options::parse(5, "").expect("variant")).expect("board");
    let mut chance = Chance::seed_from_u64(43);
    let mut tried = 0;
    for _ in 0..40 {
        let mut state = game.start();
        for _ in 0..3 * chance.random_range(1..9) {
            if game.winners(&state).is_some() {
                break;
            }
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
        if game.winners(&state).is_some() {
            continue;
        }
        for good in [Good::Tax, Good::Grain, Good::Fish, Good::Gold] {
            let left = state.position.bank.count(good);
            state.position.bank.take(good, left.saturating_sub(2));
        }
        let kinds = ["RoleSettled", "Income", "BankShort", "NumberNamed", "SitsOut", "Offered"];
        let here = news(&game, &state, &[], &kinds, 0);
        tried += 1;
        for by in 1..SIDES {
            let mut other = state.clone();
            turn_ground(&mut other.position.ground, by);
            other.hands[..SIDES].rotate_right(by);
            assert_eq!(news(&game, &other, &[], &kinds, by), here, "moved on by {by}");
        }
    }
    assert!(tried >= 10, "{tried}");
}

/// EM-5.6.3, EM-5.6.4, EM-5.6.6: all takeovers of a turn, and the Queen of Sheba's in it.
#[test]
fn empires_takes_over_at_once() {
    let game = empires::Empires::new(empires::Options::parse(5, "experts").expect("variant")).expect("board");
    let mut chance = Chance::seed_from_u64(47);
    let mut tried = 0;
    for _ in 0..120 {
        let mut state = game.start();
        for _ in 0..chance.random_range(1..25) {
            if game.winners(&state).is_some() {
                break;
            }
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
        if game.winners(&state).is_some() || state.position.phase != Phase::Movement {
            continue;
        }
        let taker = Seat(chance.random_range(0..SIDES as u8));
        state.position.owners[Card::QueenOfSheba as usize] = Some(taker);
        for area in &mut state.position.areas {
            (area.legions, area.fortresses, area.hold) = (Default::default(), Default::default(), None);
        }
        let capitals: Vec<_> = (0..SIDES as u8).map(|n| game.core.capital(Seat(n))).collect();
        let others = state
            .position
            .provinces()
            .filter(|(province, area)| !capitals.contains(province) && area.owner.is_some_and(|owner| owner != taker));
        let mut others: Vec<_> = others.map(|(province, _)| province).collect();
        others.shuffle(&mut chance);
        others.truncate(5);
        let Some((seized, held)) = others.split_first() else { continue };
        for province in &others {
            let area = state.position.area_mut(*province);
            area.legions[taker.index()] = 1;
            area.hold = held.contains(province).then_some((taker, Hold::Convert));
        }
        let letters = [(taker, format!("move nothing\nseize {}", game.core.place_name(Place::Land(*seized))))];
        let kinds = ["TakenOver", "MarkerRemoved", "Seized", "OnMarker"];
        let here = news(&game, &state, &letters, &kinds, 0);
        tried += usize::from(here.len() > 2);
        for by in 1..SIDES {
            let mut other = state.clone();
            turn_ground(&mut other.position.ground, by);
            other.hands[..SIDES].rotate_right(by);
            other.legends[..SIDES].rotate_right(by);
            other.position.last_peace = other.position.last_peace.map(|seat| moved(seat, by));
            assert_eq!(news(&game, &other, &letters, &kinds, by), here, "moved on by {by}");
        }
    }
    assert!(tried >= 10, "{tried}");
}
