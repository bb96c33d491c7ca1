//! What people write in other words than ours, and what they are told of it.

use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Complaint, Draft, Effort, Forecast, Game as _, Letter, Odds, Pace, Salt, Seat, Seed, Stage, Verdict, Viewer, read,
};
use tabellarius_mare_nostrum::classic::event::Event;
use tabellarius_mare_nostrum::classic::position::{Hold, Phase, State};
use tabellarius_mare_nostrum::classic::reason::Reason;
use tabellarius_mare_nostrum::classic::{Classic, Options};
use tabellarius_mare_nostrum::common::Mare;
use tabellarius_mare_nostrum::common::ground::Place;
use tabellarius_mare_nostrum::common::orders::{Number, Order, PickWish};
use tabellarius_mare_nostrum::pieces::{Good, Province, Sea, Unit};
use tabellarius_mare_nostrum::{empires, mythology};

const ROME: Seat = Seat(0);
const CARTHAGE: Seat = Seat(1);
const GREECE: Seat = Seat(2);

fn game() -> Classic {
    Classic::new(Options::parse(5, "").expect("a variant")).expect("a sound board")
}

fn province(game: &Classic, name: &str) -> Province {
    game.core.board.province(name).expect("a province")
}

fn order(game: &Classic, text: &str) -> Order {
    let reading = read(game, text);
    assert_eq!(reading.problems, [], "{text}");
    assert_eq!((reading.lines.len(), reading.lines[0].choices.len()), (1, 1), "{text}");
    reading.lines[0].choices[0].order.clone()
}

/// The beginning of a phase in the third turn; everybody has what the aid cards give.
fn at(game: &Classic, phase: Phase) -> State {
    let mut state = game.start();
    (state.position.turn, state.position.phase) = (3, phase);
    state.position.roles = [Some(ROME); 4];
    state
}

fn give(state: &mut State, seat: Seat, goods: &[Good]) {
    for good in goods {
        assert!(state.draw(seat, *good));
    }
}

fn open(game: &Classic, state: State, pace: Pace) -> Stage<Classic> {
    Stage::open(game, state, pace, Seed::from_text("phrases"), Salt::first("phrases"))
}

fn forecast(game: &Classic, stage: &Stage<Classic>, seat: Seat, text: &str, effort: Effort) -> Forecast<Classic> {
    let reading = read(game, text);
    assert_eq!(reading.problems, [], "{text}");
    stage.forecast(game, seat, &Draft::new(&reading.lines, &[], 1), effort)
}

#[test]
fn other_words_are_understood() {
    let game = game();
    assert_eq!(order(&game, "pick any good"), Order::Pick(vec![PickWish::default()]));
    assert_eq!(order(&game, "offer all"), Order::OfferAny);
    assert_eq!(order(&game, "offer any cards"), Order::OfferAny);
    assert_eq!(order(&game, "keep both taxes"), Order::Keep(vec![Good::Tax; 2]));
    // A civilization, though a province may be called like it.
    assert_eq!(order(&game, "attack Carthage"), Order::AttackWherever(vec![CARTHAGE]));
    assert_eq!(order(&game, "attack Greece, Carthage"), Order::AttackWherever(vec![GREECE, CARTHAGE]));
    let carthago = Place::Land(province(&game, "Carthago"));
    assert_eq!(order(&game, "attack Carthago"), Order::Attack { place: carthago, targets: Vec::new() });
    assert_eq!(
        order(&game, "attack Carthage: Greece"),
        Order::Attack { place: carthago, targets: vec![(GREECE, None)] }
    );
    let capitals = game.core.seats.iter().map(|seat| Place::Land(game.core.capital(seat)));
    let nobody_named = capitals.map(|place| Order::Attack { place, targets: Vec::new() });
    let new = [Order::OfferAny, Order::AttackWherever(vec![CARTHAGE, GREECE])];
    for printed in nobody_named.chain(new) {
        for language in ["en", "it", "pl", "nl"] {
            let text = game.print_order(&printed, language);
            assert_eq!(order(&game, &text), printed, "{text}");
        }
    }
}

/// In Dutch the verb of a condition comes last, and some verbs split; what we print has its verb there too, and reads back.
#[test]
fn dutch_sentences_are_read_as_people_write_them() {
    let game = game();
    for (typed, english) in [
        ("als Griekenland in Syracuse is", "if Greece is in Syracusae"),
        ("als Rome in Syracuse is", "if Rome is in Syracusae"),
        ("als ik minstens 2 legioenen heb", "if I have at least 2 legions"),
        ("als ik in Tarente minstens 2 legioenen heb", "if I have at least 2 legions in Tarentum"),
        ("als Egypte meer triremen dan Griekenland heeft", "if Egypt has more triremes than Greece"),
        (
            "als ik meer triremen heb dan Griekenland in Mare Africum",
            "if I have more triremes than Greece in Mare Africum",
        ),
        ("als Tarente in staat van oorlog is", "if Tarentum is at war"),
        ("als Rome in staat van oorlog is", "if Roma is at war"),
        ("als Tarente van Egypte is", "if Tarentum is held by Egypt"),
        ("als Tarente vrij is", "if Tarentum is free"),
        ("als Tarente van mij is", "if Tarentum is held by me"),
        ("als Odysseus van Rome is", "if Rome has Ulysses"),
        ("als ik Helena heb", "if I have Helen of Troy"),
    ] {
        let text = format!("bouw karavaan Cyrene {typed}");
        let reading = read(&game, &text);
        assert_eq!(reading.problems, [], "{text}");
        let line = &reading.lines[0];
        assert_eq!(line.print(&game, "en"), format!("build caravan Cyrene {english}"), "{text}");
        let printed = line.print(&game, "nl");
        let again = read(&game, &printed);
        assert_eq!(again.problems, [], "{printed}");
        assert_eq!(again.lines[0].print(&game, "en"), line.print(&game, "en"), "{printed}");
    }
    let line = &read(&game, "build caravan Cyrene if Greece is in Syracusae").lines[0];
    assert_eq!(line.print(&game, "nl"), "bouw karavaan Cyrene als Griekenland in Syracuse is");
    assert_eq!(order(&game, "bied vis, 2 graan aan"), Order::Offer(vec![Good::Fish, Good::Grain, Good::Grain]));
    assert_eq!(order(&game, "bied vee, fruit"), Order::Offer(vec![Good::Livestock, Good::Fruit]));
    assert_eq!(order(&game, "val Griekenland aan"), Order::AttackWherever(vec![GREECE]));
    let takes_gold = PickWish { good: Some(Good::Gold), from: Some(ROME), most: None };
    assert_eq!(order(&game, "Odysseus wanneer Rome goud neemt"), Order::Ulysses(vec![takes_gold]));
    assert_eq!(game.print_order(&Order::Ulysses(vec![takes_gold]), "nl"), "Odysseus wanneer Rome goud neemt");
}

/// The same words in the other games of the family, and what they mean there (MY-3.3.1, MY-4.7, MY-5.4, EM-3.2, EM-4.7, EM-5.4.1).
fn family_understands<G: Mare>(game: &G, money: &str) {
    let order = |text: &str| {
        let reading = read(game, text);
        assert_eq!(reading.problems, [], "{text}");
        assert_eq!((reading.lines.len(), reading.lines[0].choices.len()), (1, 1), "{text}");
        reading.lines[0].choices[0].order.clone()
    };
    let carthage = game.seats().iter().find(|seat| game.seat_key(*seat) == "Carthage").expect("Carthage plays");
    assert_eq!(order("pick any good"), Order::Pick(vec![PickWish::default()]));
    assert_eq!(order("offer all"), Order::OfferAny);
    for words in ["keep both", "keep", "keep the", "keep 2"] {
        assert_eq!(order(&format!("{words} {money}")), Order::Keep(vec![Good::Tax; 2]), "{words}");
    }
    assert_eq!(order("attack Carthage"), Order::AttackWherever(vec![carthage]));
    // One is one, several without a number are all, in every language; a shortened word says nothing of how many.
    let home = game.core().capital(carthage);
    let name = &game.core().board.land(home).name;
    let next = *game.core().board.land(home).borders.first().expect("a neighbour");
    let to = &game.core().board.land(next).name;
    let wanted = |number, unit| {
        let (from, to) = (Place::Land(home), Place::Land(next));
        Order::Move { number, unit: Some(unit), from, to, via: Vec::new() }
    };
    for (words, number, unit) in [
        ("move legion", Number::Exactly(1), Unit::Legion),
        ("move leg", Number::Exactly(1), Unit::Legion),
        ("move legions", Number::All, Unit::Legion),
        ("move the legions", Number::All, Unit::Legion),
        ("move 2 legions", Number::Exactly(2), Unit::Legion),
        ("move both armies", Number::Exactly(2), Unit::Legion),
        ("muovi legioni", Number::All, Unit::Legion),
        ("rusz legiony", Number::All, Unit::Legion),
        ("verplaats legioenen", Number::All, Unit::Legion),
        ("verplaats 3 legioenen", Number::Exactly(3), Unit::Legion),
    ] {
        let text = format!("{words} {name} -> {to}");
        let order = order(&text);
        assert_eq!(order, wanted(number, unit), "{text}");
        // What is printed back says how many.
        let printed = game.print_order(&order, "en");
        assert!(printed.contains(if number == Number::All { "all legions" } else { "legion" }), "{printed}");
    }
}

#[test]
fn the_family_understands_other_words() {
    family_understands(&game(), "taxes");
    let options = mythology::Options::parse(6, "").expect("a variant");
    family_understands(&mythology::Mythology::new(options).expect("a sound board"), "taxes");
    let options = empires::Options::parse(5, "").expect("a variant");
    family_understands(&empires::Empires::new(options).expect("a sound board"), "coins");
}

/// MN-3.3.1: whoever offers anything lays out what can best be spared; MN-5.4: whoever is to be attacked is attacked wherever he is met.
#[test]
fn other_words_are_done() {
    let game = game();
    let mut state = at(&game, Phase::Commerce);
    give(&mut state, CARTHAGE, &[Good::Fish, Good::Grain, Good::Grain]);
    let stage = open(&game, state, Pace::Bulk);
    let told = forecast(&game, &stage, CARTHAGE, "offer all", Effort::ONE);
    assert_eq!(told.outlooks[0].verdict(), Verdict::Will, "{told:?}");

    let mut state = at(&game, Phase::Military);
    state.position.fleets[0][ROME.index()] = 1;
    state.position.fleets[0][CARTHAGE.index()] = 1;
    let mut stage = open(&game, state, Pace::Bulk);
    let told = forecast(&game, &stage, ROME, "attack Carthage\nattack Greece", Effort::ONE);
    let verdicts: Vec<Verdict> = told.outlooks.iter().map(|outlook| outlook.verdict()).collect();
    assert_eq!(verdicts, [Verdict::Will, Verdict::Waits]);
    let lines = read(&game, "attack Carthage").lines;
    stage.file(ROME, Letter { text: String::new(), lines, finality: Finality::Final });
    let run = stage.close(&game).expect("what is published stands");
    let fought = |event: &Event| matches!(event, Event::Battle { place: Place::Sea(Sea(0)), attacker, .. } if attacker.seat == ROME);
    assert!(run.told.iter().any(|told| fought(&told.event)));
}

/// MN-4.5: in Building `convert` buys the marker there and then, and nothing of it is kept for a later phase.
#[test]
fn a_conversion_is_bought_and_not_kept() {
    let game = game();
    let mut state = at(&game, Phase::Building);
    give(&mut state, ROME, &[Good::Fish, Good::Grain, Good::Wine]);
    let (taken, neighbour) = game
        .core
        .board
        .lands()
        .find_map(|(province, land)| {
            let is_free = state.position.area(province).owner.is_none();
            let next = |to: &&Province| state.position.area(**to).owner == Some(ROME);
            land.borders.iter().find(next).filter(|_| is_free).map(|next| (province, *next))
        })
        .expect("a free province next to one of Rome's");
    assert_eq!(state.position.area(neighbour).owner, Some(ROME));
    let area = state.position.area_mut(taken);
    area.owner = Some(GREECE);
    area.legions[ROME.index()] = 1;
    area.hold = Some((ROME, Hold::Convert));
    let name = game.core.board.land(taken).name.clone();
    let stage = open(&game, state, Pace::Bulk);
    let told = forecast(&game, &stage, ROME, &format!("convert {name}"), Effort::LETTER);
    assert_eq!(told.outlooks[0].verdict(), Verdict::Will, "{told:?}");
    assert!(told.would.iter().any(|event| matches!(event, Event::Converted { .. })), "{:?}", told.would);
    // Without the cards it is refused at once.
    let mut state = stage.start().clone();
    let hand = *state.hand(ROME);
    state.pay(ROME, &hand);
    let stage = open(&game, state, Pace::Bulk);
    let told = forecast(&game, &stage, ROME, &format!("convert {name}\nkeep tax"), Effort::LETTER);
    assert_eq!(told.outlooks[0].reason(), Some(&Reason::CannotPay { price: 3 }), "{told:?}");
}

/// Where single questions wait, a letter that comes after one's own turn is told so.
#[test]
fn a_turn_that_is_over_is_over() {
    let game = game();
    let mut state = at(&game, Phase::Building);
    for seat in game.core.seats.iter() {
        give(&mut state, seat, &[Good::Grain, Good::Fish, Good::Slaves]);
    }
    let mut stage = open(&game, state, Pace::Strict);
    let text = "build legion Roma";
    let told = forecast(&game, &stage, ROME, text, Effort::ONE);
    assert_eq!(told.outlooks[0].verdict(), Verdict::Will, "{told:?}");
    for _ in 0..20 {
        if stage.asked().state.position.acted.contains(ROME) {
            break;
        }
        for seat in stage.awaited(&game).iter() {
            let text =
                if stage.asked().open.iter().any(|open| open.name == "next") { "order Rome" } else { "build nothing" };
            let lines = read(&game, text).lines;
            stage.file(seat, Letter { text: text.into(), lines, finality: Finality::Final });
        }
        stage.close(&game).expect("what is published stands");
    }
    assert!(stage.asked().state.position.acted.contains(ROME), "Rome has had its turn");
    let told = forecast(&game, &stage, ROME, text, Effort::LETTER);
    let problems = told.problems(&game, "en");
    assert!(
        matches!(problems.as_slice(), [one] if one.why == Complaint::Rule { reason: Reason::TurnOver }),
        "{problems:?}"
    );
    let told = forecast(&game, &stage, CARTHAGE, "build legion Carthago", Effort::LETTER);
    assert_eq!(told.doubts(), 0, "others wait for their turn: {told:?}");
}

/// MN-5.4: of a battle that a letter brings about its writer is told the odds.
#[test]
fn odds_of_a_battle() {
    let game = game();
    let mut state = at(&game, Phase::Military);
    let home = game.core.capital(ROME);
    let to = *game.core.board.land(home).borders.first().expect("a border");
    state.position.area_mut(home).legions[ROME.index()] = 4;
    let area = state.position.area_mut(to);
    area.legions = Default::default();
    area.legions[GREECE.index()] = 1;
    let (from, name) = (game.core.board.land(home).name.clone(), game.core.board.land(to).name.clone());
    let stage = open(&game, state, Pace::Bulk);
    let text = format!("move 3 legions {from} -> {name}");
    let told = forecast(&game, &stage, ROME, &text, Effort::LETTER);
    let odds = told.odds.iter().find(|odds| odds.subject == to.to_string()).expect("odds of the battle");
    assert_eq!(odds.outcomes.iter().map(|(_, n)| n).sum::<u32>(), odds.times);
    assert!(odds.times >= 16, "{odds:?}");
    // Three legions roll 3 to 18 and kill one legion with 5 or more; a single one kills one with 5 or 6.
    assert_eq!(odds.outcomes[0].0, "held", "{odds:?}");
    assert!(odds.lost * 10 > odds.times && odds.lost < odds.times, "{odds:?}");
    assert!(
        forecast(&game, &stage, ROME, "move nothing", Effort::LETTER)
            .odds
            .iter()
            .all(|odds| odds.subject != to.to_string())
    );
}

/// MN-5.4: a battle that somebody only imagines is fought once, not once more in the turn of the other side.
#[test]
fn an_imagined_battle_is_fought_once() {
    let game = game();
    let view = game.view(&at(&game, Phase::Military), Viewer::Seat(ROME));
    let odds = Odds::described(&game, &view, ROME, "Syracusae 1 legion against 1 legion Greece");
    let odds = odds.expect("battles are known").expect("a battle is described");
    let share = |key: &str| odds.outcomes.iter().filter(|(name, _)| *name == key).map(|(_, n)| 100 * n / odds.of).sum();
    // Each kills the other with a five or a six: two thirds of two thirds stand on both sides.
    let (fighting, held): (u32, u32) = (share("fighting"), share("held"));
    assert!((38..=51).contains(&fighting) && (16..=28).contains(&held), "{odds:?}");
}
