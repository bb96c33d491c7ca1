//! 7 Wonders: every event, reason and question has its sentence; whole reports fit, never fail and leak nothing.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use super::game as wonders;
use rand::SeedableRng as _;
use std::collections::BTreeSet;
use std::path::Path;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Event as _, Game as _, Letter, Listed as _, Pace, Reason as _, Salt, Seat, Seed, Stage, Table,
};
use tabellarius_kernel::{Viewer, read};
use tabellarius_report::testing::{
    acknowledgement, assert_fits, assert_reads_well, dispatch, entries, news, opened, questions_in, renderer, tags,
};
use tabellarius_report::{Found, Page, rules};
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::deity::Deity;
use tabellarius_seven_wonders::event::{Event, How, Paid, Sellers};
use tabellarius_seven_wonders::orders::Order;
use tabellarius_seven_wonders::payment::Trade;
use tabellarius_seven_wonders::pieces::{Card, Good, Goods, Side};
use tabellarius_seven_wonders::reason::Reason;
use tabellarius_seven_wonders::rules::scoring::Score;

fn events() -> Vec<Event> {
    let [seat, other] = [Seat(0), Seat(1)];
    let card = Card(14);
    let trade = Trade { west: Goods::some(Good::Clay, 2), east: Goods::one(Good::Glass), ..Trade::NONE };
    let sellers = Sellers { west: Some(other), east: Some(Seat(2)), far: None };
    let paid = Paid { bank: 1, west: 4, east: 2, far: 0, gained: 3, sellers };
    vec![
        Event::Seated { seats: [seat, other, Seat(2)].into_iter().collect() },
        Event::SideDrawn { seat, side: 'B' },
        Event::DraftBegins { leaders: 4 },
        Event::Drafted { seat, cards: [card, Card(15)].into_iter().collect() },
        Event::RecruitmentBegins { age: 2 },
        Event::Recruited { seat, card, paid: Paid { bank: 2, gained: 6, ..Paid::default() } },
        Event::EnlistedNobody { seat },
        Event::LeadersDrawn { seat, count: 4 },
        Event::LeadersSeen { seat, cards: [card].into_iter().collect() },
        Event::LeaderCopied { seat, card },
        Event::Amended { seat, points: 3 },
        Event::PrayerBegins { age: 2 },
        Event::Prayed { seat, deities: [Deity::Apollo, Deity::Zeus].into_iter().collect() },
        Event::Declared { seat },
        Event::Invoked { seat, deity: Deity::Apollo, paid, trade },
        Event::MythSold { seat, coins: 2 },
        Event::MythFaceDown { seat, deity: Deity::Hera },
        Event::MythPaid { seat, deity: Deity::Horus, coins: 1 },
        Event::Destroyed { seat, other, deity: Deity::Hades },
        Event::Sacrificed { seat },
        Event::Struck { seat, other, points: 3, returned: false },
        Event::DefeatGiven { seat, other },
        Event::DebtGiven { seat, other },
        Event::Exchanged { seat, other, own: card, theirs: Card(15) },
        Event::HandsShuffled { seat },
        Event::ChosenAnew { age: 2, turn: 3 },
        Event::HandKept { seat },
        Event::HandLookedAt { seat, other },
        Event::Salvaged { seat, coins: 3 },
        Event::Built { seat, card, how: How::Lent, paid: Paid::default(), trade: Trade::NONE },
        Event::AgeBegins { age: 2 },
        Event::TurnBegins { age: 2, turn: 3, to: Side::East },
        Event::Built { seat, card, how: How::Paid, paid, trade },
        Event::Built { seat, card, how: How::Chain, paid: Paid::default(), trade: Trade::NONE },
        Event::Built { seat, card, how: How::Power, paid: Paid::default(), trade: Trade::NONE },
        Event::Hosted { seat, other, card, coins: 2 },
        Event::Staged { seat, stage: 2, paid, trade },
        Event::Sold { seat, paid: Paid { gained: 3, ..Paid::default() } },
        Event::FaceDown { seat, card },
        Event::LastDiscarded { cards: 5 },
        Event::Looks { seat, cards: 7 },
        Event::Dug { seat, card, paid: Paid { gained: 5, ..Paid::default() } },
        Event::DugNothing { seat },
        Event::Conflict { winner: seat, loser: other, shields: 3, against: 1, points: 3, returned: false },
        Event::Conflict { winner: seat, loser: other, shields: 3, against: 1, points: 3, returned: true },
        Event::KeptOut { seat },
        Event::Raided { seat, points: 5 },
        Event::Earned { seat, coins: 4 },
        Event::Lost { seat, coins: 2, debts: 1 },
        Event::Peace { seat, other, shields: 0 },
        Event::Scored { seat, score: Score { science: 10, copied: Some(Card(70)), ..Score::default() } },
        Event::Over { winners: [seat].into_iter().collect(), ranking: [seat, other].into_iter().collect() },
        Event::Over { winners: [seat, other].into_iter().collect(), ranking: [seat, other].into_iter().collect() },
    ]
}

fn reasons() -> Vec<Reason> {
    let card = Card(14);
    vec![
        Reason::NotInHand { card },
        Reason::BuiltAlready { card },
        Reason::PlayedYourself { card },
        Reason::CardIsPrice { card, deity: Deity::Medusa },
        Reason::NoneInPacket,
        Reason::DraftOver,
        Reason::WishesApart { all: Vec::new() },
        Reason::NothingToCopy,
        Reason::NotForFree,
        Reason::NoGoods { card, cost: Goods::some(Good::Clay, 2) },
        Reason::NoGoodsForStage { stage: 2, cost: Goods::one(Good::Ore) },
        Reason::NoCoins { price: 4, coins: 3 },
        Reason::NoStageLeft,
        Reason::NotFree { card },
        Reason::NoSuchTrade,
        Reason::NotDiscarded { card },
        Reason::NotNextStage { stage: 1, next: 2 },
        Reason::NotYourWonder { city: Seat(1) },
        Reason::NoSeller { city: Seat(1) },
        Reason::WrongCardForStage { stage: 1, age: 3 },
        Reason::NotOffered { card },
        Reason::NothingChosen,
        Reason::MustBuild,
        Reason::NoSuchMyth { deity: Deity::Ares },
        Reason::NoMythLeft { myths: 1 },
        Reason::NoLookLeft,
        Reason::TooLate { deity: Deity::Toinito },
        Reason::MythsApart,
        Reason::CardGone { deity: Deity::Medusa },
        Reason::WrongAim { deity: Deity::Hades },
        Reason::TooFewShields { shields: 2 },
        Reason::TooFewPoints { points: 6 },
        Reason::NoGoodsForMyth { deity: Deity::Apollo },
    ]
}

#[test]
fn everything_has_a_sentence() {
    let (renderer, game) = (renderer(), wonders(7, "leaders,cities,myths"));
    let voice = renderer.voice(&game, "en").unwrap();
    let questions = questions_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert_eq!(tags(&events(), "event"), entries("seven-wonders/events"));
    assert_eq!(tags(&reasons(), "reason"), entries("seven-wonders/reasons"));
    assert_eq!(questions, entries("seven-wonders/questions"));
    let mut texts = Vec::new();
    for event in events() {
        texts.push(voice.event(&event).unwrap());
        assert!(rules::find(SevenWonders::ENTRY.rules, event.rule()).is_some(), "{}", event.rule());
    }
    for reason in reasons() {
        texts.push(voice.reason(&reason).unwrap());
        assert!(rules::find(SevenWonders::ENTRY.rules, reason.rule()).is_some(), "{}", reason.rule());
    }
    for name in
        ["play", "dig", "draft", "recruit", "enlist", "copy", "loss", "pray", "myth", "take", "look", "free-city"]
    {
        texts.push(voice.question(name, None).unwrap());
    }
    texts.iter().for_each(|text| assert_reads_well(&text.replace('?', ".")));
    insta::assert_snapshot!("wonders", texts.join("\n"));
}

#[test]
fn reports_of_random_games_fit_never_fail_and_leak_nothing() {
    let renderer = renderer();
    for (i, (players, variant)) in [
        (3, "b"),
        (5, ""),
        (7, "a"),
        (4, "leaders,b"),
        (6, "leaders,cities,teams"),
        (5, "leaders,cities,myths"),
        (2, "leaders"),
    ]
    .into_iter()
    .enumerate()
    {
        let game = wonders(players, variant);
        let voice = renderer.voice(&game, "en").unwrap();
        let mut chance = Chance::seed_from_u64(i as u64);
        let mut state = game.start();
        let mut kept = false;
        while game.winners(&state).is_none() {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            let told = table.told().to_vec();
            state = table.state;
            let stage = opened(&game, &state, Pace::Bulk);
            for seat in game.seats().iter() {
                let in_world = |state| voice.dispatch(&news(&stage, state, &told, Viewer::Seat(seat))).unwrap();
                let text = String::from(in_world(&state));
                assert_fits(&text);
                let other = game.imagine(&game.view(&state, Viewer::Seat(seat)), seat, &mut chance);
                assert_eq!(text, in_world(&other).text());
                if players == 5 && !kept && state.position.age == 1 && state.position.turn == 3 {
                    kept = true;
                    // The base game and the game with every box have reports of their own.
                    let suffix = if variant.is_empty() { "" } else { "_of_all_boxes" };
                    insta::assert_snapshot!(format!("wonders_dispatch{suffix}"), text);
                    let letter = "build Scriptorum\nbuild Palace\nsell Tavern\nprefer any green, stage";
                    let text = acknowledgement(&voice, &state, seat, letter);
                    assert_fits(&text);
                    insta::assert_snapshot!(format!("wonders_acknowledgement{suffix}"), text);
                }
            }
            for language in ["it", "pl", "nl"] {
                let voice = renderer.voice(&game, language).unwrap();
                assert_fits(voice.dispatch(&news(&stage, &state, &told, Viewer::Observer)).unwrap().text());
            }
            assert_fits(voice.dispatch(&news(&stage, &state, &told, Viewer::Moderator)).unwrap().text());
        }
    }
}

/// A question in the middle of a turn lists its answers: how much is lost, whom the guild can copy. The form offers them, and no cards.
#[test]
fn questions_within_a_turn_list_their_answers() {
    let (renderer, game) = (renderer(), wonders(5, "leaders,cities"));
    let voice = renderer.voice(&game, "en").unwrap();
    let mut chance = Chance::seed_from_u64(84);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for table in 0..60 {
        let seed = Seed::from_text(&format!("seed {table}"));
        let mut stage = Stage::open(&game, game.start(), Pace::Strict, seed, Salt::first("t"));
        while game.winners(&stage.asked().state).is_none() && seen.len() < 2 {
            if stage.asked().finished {
                stage = stage.next(&game);
                continue;
            }
            let mut letters = Vec::new();
            for open in &stage.asked().open {
                let print = |orders: &[Order]| {
                    orders.iter().map(|one| game.print_order(one, "en")).collect::<Vec<_>>().join("\n")
                };
                if matches!(open.name, "loss" | "copy") {
                    let text = dispatch(&voice, &stage, &[], Viewer::Seat(open.seat));
                    assert_fits(&text);
                    let choices = open.choices(&game);
                    assert!(choices.len() > 1 && !text.contains("# build") && !text.contains("# sell"), "{text}");
                    assert!(choices.iter().all(|choice| text.contains(&format!("\n# {}\n", print(choice)))), "{text}");
                    let default = format!("If you say nothing, this is done: {}.", print(&open.default(&game)));
                    assert!(text.contains(&default), "{text}");
                    seen.insert(open.name);
                }
                letters.push((open.seat, print(&open.random(&game, &mut chance))));
            }
            for (seat, text) in letters {
                let lines = read(&game, &text).lines;
                stage.file(seat, Letter { text, lines, finality: Finality::Final });
            }
            stage.close(&game).unwrap();
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["copy", "loss"]);
}

/// The own city, and any board by its name: a player with a phone has no board before him.
#[test]
fn cities_have_pages() {
    let (renderer, game) = (renderer(), wonders(3, "cities,a,wonders=rhodos+olympia+petra"));
    let voice = renderer.voice(&game, "en").unwrap();
    let look = |viewer: Viewer, page: Page<'_>| match voice.look_up(&game.start(), viewer, page).unwrap() {
        Found::Page(page) => {
            assert_fits(page.text());
            page.text().to_owned()
        }
        other => panic!("{other:?}"),
    };
    let text = look(Viewer::Seat(Seat(0)), Page::Sheet);
    for expected in ["YOUR CITY\nRhodos (side A): ", "YOUR WONDER\n- stage 1 (3 points): needs 2 wood", "together "] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(look(Viewer::Observer, Page::Sheet).contains("THE CITIES"));
    let text = look(Viewer::Seat(Seat(0)), Page::Card("Petra"));
    for expected in ["Petra gives clay.", "Side A", ": 7 coins"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}
