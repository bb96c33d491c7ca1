//! Bad input: whatever is written, there is an answer, no panic, and the legal rest is still used.

use crate::laws::foreseen;
use crate::support::letter;
use proptest::prelude::*;
use tabellarius::catalogue::{Visit, visit};
use tabellarius_kernel::read::MOST_LINES;
use tabellarius_kernel::{Complaint, Effort, Game, Listed, Pace, Reading, Salt, Seat, Seed, Stage, read};
use tabellarius_mare_nostrum::board::Board;
use tabellarius_mare_nostrum::classic::WORD_FILES;
use tabellarius_mare_nostrum::classic::language::term::lexicon;
use tabellarius_mare_nostrum::classic::{Classic, Options};

fn game() -> Classic {
    Classic::new(Options::parse(5, "").expect("a variant")).expect("built-in data")
}

fn summary(reading: &Reading<Classic>) -> Vec<String> {
    let show = |problem: &tabellarius_kernel::Problem<_>| {
        let fix = problem.fix.as_ref().map_or(String::new(), |fix| format!(" -> {fix}"));
        format!("{}: {:?}{fix}", problem.line, problem.piece)
    };
    reading.problems.iter().map(show).collect()
}

#[test]
fn a_misspelt_name_gets_the_line_back_mended() {
    let game = game();
    let reading = read(
        &game,
        "build caravan Cartago fruit\nbuild lejion Roma\n  Offerr grain, tax\nmove 2 legions Roma -> Tarrentum",
    );
    assert_eq!(
        summary(&reading),
        [
            "1: \"Cartago\" -> build caravan Carthago fruit",
            "2: \"lejion\" -> build legion Roma",
            "3: \"Offerr\" -> offer grain, tax",
            "4: \"Tarrentum\" -> move 2 legions Roma -> Tarentum",
        ]
    );
}

#[test]
fn short_forms_accents_and_languages_are_understood() {
    let game = game();
    let same = |texts: &[&str]| {
        let readings: Vec<_> = texts.iter().map(|text| read(&game, text)).collect();
        for (text, reading) in texts.iter().zip(&readings) {
            assert_eq!(summary(reading), Vec::<String>::new(), "{text}");
            let choices =
                |reading: &Reading<Classic>| reading.lines.iter().map(|line| line.choices.clone()).collect::<Vec<_>>();
            assert_eq!(choices(reading), choices(&readings[0]), "{text}");
        }
    };
    same(&[
        "move 2 legions Carthago -> Syracusae via Mare Africum",
        "Move 2 Legions from Carthago to Syracusae via mare africum.",
        "move 2 leg carthago→syrac via mare afr",
        "rusz 2 legiony z Carthago do Syrakuz przez Mare Africum",
        "muovi 2 legioni da Cartagine verso Siracusa attraverso Mare Africum",
        "verplaats 2 legioenen van Carthago naar Syracusae door Mare Africum",
    ]);
    same(&[
        "offer 2 grain, tax, wine",
        "offer grain, grain, tax, wine",
        "Offer: grain x2 + tax and wine",
        "offer grain grain tax wine",
        "oferuj 2 zboże, podatek, wino",
    ]);
    same(&["build legion Roma x2 with tax x3, fish+grain+oil", "2 legions Roma with 3 taxes, fish and grain and oil"]);
    same(&["order Rome, Greece, Egypt", "order Rome Greece Egypt", "order: Rome and Greece and Egypt"]);
    same(&["build legion Athenae", "costruisci legione Sparta", "build a legion in Sparta, please"]);
    same(&["offer oil if I have at least 5 cards", "jeśli mam 5 kart: oferuj oliwa", "if I have 5 cards, offer oil"]);
    same(&["build hero Helen", "hero helen of troy", "buy Helen of Troy"]);
    same(&["conquest: occupy", "conquest all occupy", "occupy"]);
    same(&[
        "build 2 legions Roma",
        "1. build two legions Roma",
        "a) bld two lgns Roma",
        "• costruisci due legioni a Roma",
        "2) buduj dwa legiony Roma",
        "- bouw twee legioenen Roma",
    ]);
    same(&[
        "build legion Roma",
        "costruisci una legione a Roma",
        "build one legion in Roma",
        "(1) bouw een legioen Roma",
    ]);
    same(&["nothing", "no orders", "No orders, please.", "nessun ordine", "brak rozkazów", "geen orders"]);
    same(&["conquest Syracusae: pillage city", "pillage city in Syracusae", "pillage Syracusae: city"]);
}

#[test]
fn the_good_part_of_a_bad_letter_is_used() {
    let game = game();
    let reading =
        read(&game, "Dear all,\n> build fortress Roma\nbuild city Roma; fnord; build temple Roma\n\n-- \nCaesar");
    assert_eq!(reading.lines.len(), 2, "{reading:?}");
    let pieces: Vec<&str> = reading.problems.iter().map(|problem| problem.piece.as_str()).collect();
    assert_eq!(pieces, ["Dear", "fnord"]);
}

#[test]
fn half_an_order_is_no_order() {
    let reading = read(
        &game(),
        "build city Roma fnord; build temple Roma\nbuild city Roma, caravan Rmoa grain\nalways losses legion x",
    );
    assert_eq!(printed(&game(), &reading), ["build temple Roma", "build city Roma"]);
    assert_eq!(reading.standing, []);
    assert_eq!(
        summary(&reading),
        [
            "1: \"fnord\" -> build city Roma; build temple Roma",
            "2: \"Rmoa\" -> build city Roma, caravan Roma grain",
            "3: \"x\" -> always losses legion",
        ]
    );
}

fn printed<G: Listed>(game: &G, reading: &Reading<G>) -> Vec<String> {
    reading.lines.iter().map(|line| line.print(game, "en")).collect()
}

/// A line, what counts of it, and what is named as wrong.
type Row = (&'static str, &'static [&'static str], &'static [&'static str]);

fn check_rows<G: Listed>(game: &G, rows: &[Row]) {
    for (line, left, named) in rows {
        let reading = read(game, line);
        assert_eq!(printed(game, &reading), *left, "{line}");
        let pieces: Vec<&str> = reading.problems.iter().map(|problem| problem.piece.as_str()).collect();
        assert_eq!(pieces, *named, "{line}");
    }
}

#[test]
fn a_bad_part_is_dropped_and_named_and_the_rest_counts() {
    check_rows(
        &game(),
        &[
            (
                "build caravan Roma wine, fnord, market Roma",
                &["build caravan Roma wine", "build market Roma"],
                &["fnord"],
            ),
            ("build fnord Roma, market Roma", &["build market Roma"], &["fnord"]),
            ("build caravan Fnord, market Roma, temple Roma", &["build market Roma", "build temple Roma"], &["Fnord"]),
            ("offer grain, fnord, tax", &["offer grain, tax"], &["fnord"]),
            ("offer fnord, grain, tax", &["offer grain, tax"], &["fnord"]),
            ("pick gold from Fnord, wine, any", &["pick wine, any"], &["Fnord"]),
            ("offer grain and fnord", &["offer grain"], &["fnord"]),
            (
                "move 2 legions Fnord -> Roma, 1 legion Roma -> Tarentum",
                &["move 1 legion Roma -> Tarentum"],
                &["Fnord"],
            ),
            ("build city Roma; fnord; temple Roma", &["build city Roma", "build temple Roma"], &["fnord"]),
            ("move legion Fnord -> Roma; legion Roma -> Tarentum", &["move 1 legion Roma -> Tarentum"], &["Fnord"]),
            ("attack Roma: Greece, Fnord, Egypt", &["attack Roma: Greece, Egypt"], &["Fnord"]),
            ("attack Roma: Fnord, Greece", &["attack Roma: Greece"], &["Fnord"]),
            ("order Rome, Fnord, Egypt", &["order Rome, Egypt"], &["Fnord"]),
            (
                "build city Roma, move legion Fnord -> Roma, legion Roma -> Tarentum",
                &["build city Roma", "move 1 legion Roma -> Tarentum"],
                &["Fnord"],
            ),
        ],
    );
}

/// The same in every game: it is the kernel that reads lists.
#[test]
fn bad_parts_are_dropped_in_every_game() {
    struct Rows(&'static [Row]);
    impl Visit for Rows {
        type Out = ();
        fn game<G: Listed>(self, game: G) {
            check_rows(&game, self.0);
        }
    }
    let seven: &[Row] = &[
        (
            "prefer Scriptorium, fnord, any green; never sell red",
            &["prefer Scriptorium, any green", "never sell any red"],
            &["fnord"],
        ),
        ("1. bld Altar else sell Fnord", &["build Altar"], &["Fnord"]),
        ("build Fnord else sell Tavern", &[], &["Fnord"]),
        ("no orders", &["nothing"], &[]),
    ];
    visit("seven-wonders", 4, "", Rows(seven)).expect("a game");
    let inner: &[Row] = &[
        ("place two Tyre, 1 Fnord, 1 Levantine Sea", &["place 2 Tyre", "place 1 Levantine Sea"], &["Fnord"]),
        ("place 1 Fnord, 2 Tyre", &["place 2 Tyre"], &["Fnord"]),
        (
            "play Silk Road, fnord, Earthquake on Ionia",
            &["play Silk Road Opens", "play Earthquake in Ionia"],
            &["fnord"],
        ),
        ("a) civilisation Troy", &["civilization Troy"], &[]),
        ("b) geen orders", &["nothing"], &[]),
    ];
    visit("inner-sea", 2, "", Rows(inner)).expect("a game");
    let empires: &[Row] = &[
        ("build 2 legions Roma, fnord, market Roma", &["build 2 legions Italia", "build market Italia"], &["fnord"]),
        ("brak rozkazów", &["nothing"], &[]),
    ];
    visit("empires", 4, "", Rows(empires)).expect("a game");
}

/// No order is carried out as something its words do not say.
#[test]
fn what_hangs_together_is_dropped_together() {
    check_rows(
        &game(),
        &[
            // A payment, a route, a guard: without them it would be another order.
            (
                "build legion Roma x2 with tax x3, fnord, market Roma",
                &["build market Roma"],
                &["fnord", "legion Roma x2 with tax x3, fnord"],
            ),
            ("move legion Roma -> Syracusae via Fnord, attack Roma", &["attack Roma: any"], &["Fnord"]),
            ("build city Roma if Fnord has 3 cards, temple Roma", &["build temple Roma"], &["Fnord"]),
            ("if Fnord has 3 cards, build city Roma, temple Roma", &[], &["Fnord"]),
            (
                "if Rome has 3 cards: fnord, build city Roma; build temple Roma",
                &["build temple Roma"],
                &["fnord", "if Rome has 3 cards: fnord, build city Roma"],
            ),
            (
                "build legion Roma, with fnord, market Roma",
                &["build market Roma"],
                &["with", "legion Roma, with fnord"],
            ),
            ("build legion Roma and with fnord; build market Roma", &["build market Roma"], &["with"]),
            ("build city Roma, if Rome has 3 cards", &[], &["build city Roma, if Rome has 3 cards"]),
            ("build city Roma, if Fnord has 3 cards: build temple Roma", &[], &["Fnord"]),
            // A fallback is no first choice, and the third choice is not the second.
            ("hero Fnord else Ulysses", &[], &["Fnord"]),
            ("build hero Helen else hero Fnord else hero Ulysses", &["build hero Helen of Troy"], &["Fnord"]),
            ("pick gold else offer fnord, grain", &["pick gold"], &["fnord", "else offer fnord, grain"]),
            // What hangs on an unknown verb, or on an unknown place.
            ("moove legion Roma -> Tarentum, legion Roma", &[], &["moove"]),
            ("losses Fnord: legion, fortress", &[], &["Fnord"]),
            (
                "move legion Roma -> Fnord, legion Tarentum",
                &[],
                &["Fnord", "move legion Roma -> Fnord, legion Tarentum"],
            ),
            ("build city Roma quickly", &[], &["quickly"]),
        ],
    );
}

/// Whatever word is put wherever into a list of orders, what is left was ordered.
#[test]
fn a_stray_word_makes_no_other_order() {
    let game = game();
    let lines = [
        "build caravan Roma wine, market Roma, 2 legions Roma with tax x3, city Roma else temple Roma; hero Helen",
        "move 2 legions Roma -> Tarentum, legion Tarentum -> Roma via Mare Ionium; attack Roma: Greece",
        "if Rome has 3 cards: build city Roma, temple Roma; build hero Helen if Greece is in Roma else hero Ulysses",
        "conquest Roma: pillage city else occupy, build legion Tarentum, legion Roma, move trireme Roma -> Mare Ionium",
    ];
    for line in lines {
        let whole = read(&game, line);
        assert_eq!(summary(&whole), Vec::<String>::new(), "{line}");
        let said: Vec<_> = whole.lines.iter().map(|line| line.choices.clone()).collect();
        let words: Vec<&str> = line.split(' ').collect();
        for place in 0..=words.len() {
            for stray in ["fnord", "if fnord", "with fnord", "via fnord", "fnord:", "when"] {
                let mut spoilt = words.clone();
                spoilt.insert(place, stray);
                let spoilt = spoilt.join(" ");
                let reading = read(&game, &spoilt);
                assert!(!reading.problems.is_empty(), "{spoilt}");
                for left in &reading.lines {
                    let is_said = said.iter().any(|said| said.starts_with(&left.choices));
                    assert!(is_said, "{spoilt} -> {}", left.print(&game, "en"));
                }
            }
        }
    }
}

#[test]
fn a_misspelt_card_of_a_payment_gets_a_suggestion() {
    let reading = read(
        &game(),
        "build caravan Numidia grain with perfume+papyrus+grian\nbuild legion Roma x2 with tax x3, fihs+oil+wine",
    );
    assert_eq!(
        summary(&reading),
        [
            "1: \"grian\" -> build caravan Numidia grain with perfume+papyrus+grain",
            "2: \"fihs\" -> build legion Roma x2 with tax x3, fish+oil+wine",
        ]
    );
    let reading = read(&game(), "build legion Roma with tax x3, caravan Roma wine, Helen of Troy");
    assert_eq!((reading.lines.len(), summary(&reading)), (3, Vec::new()));
}

#[test]
fn an_ambiguous_short_form_names_what_it_fits() {
    let reading = read(&game(), "influence Cyr; influence Cyp");
    assert_eq!(reading.lines.len(), 2, "one meaning each: {reading:?}");
    let reading = read(&game(), "move trireme mare afr -> mar");
    let Complaint::Ambiguous { fits, .. } = &reading.problems[0].why else { panic!("{reading:?}") };
    assert!(fits.len() > 2);
}

#[test]
fn a_hundred_thousand_lines_get_an_answer() {
    let game = game();
    for line in ["build city Roma\n", "nonsense und mehr nonsense\n", "\n", "if if if else else\n"] {
        let reading = read(&game, &line.repeat(100_000));
        assert!(reading.lines.len() <= MOST_LINES);
        assert!(reading.problems.iter().any(|p| matches!(p.why, Complaint::TooLong { .. })));
    }
    let reading = read(&game, &"build city Roma; ".repeat(100_000));
    assert!(matches!(reading.problems[0].why, Complaint::TooLong { .. }));
}

#[test]
fn an_empty_letter_is_a_letter() {
    struct Empty;
    impl Visit for Empty {
        type Out = ();
        fn game<G: Listed>(self, game: G) {
            let mut stage = crate::support::new_stage(&game, Pace::Bulk);
            while stage.asked().finished {
                stage = stage.next(&game);
            }
            for seat in game.seats().iter() {
                stage.file(seat, letter(&game, ""));
            }
            assert!(stage.awaited(&game).is_empty());
            assert!(stage.close(&game).is_ok_and(|run| run.finished));
        }
    }
    visit("mare-nostrum", 5, "", Empty).expect("a game");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text at all is read, checked and printed back.
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        survives(&text);
    }

    /// Text made of the language's own words gets further into the readers than noise does.
    #[test]
    fn any_sentence_is_read(words in prop::collection::vec(prop::sample::select(vocabulary()), 0..14)) {
        survives(&words.join(" "));
    }

    /// A data file with a random cut or splice is read or refused, never a panic; a refusal names a line of the file.
    #[test]
    fn any_board_file_is_read_or_refused(from in 0..40_000usize, len in 0..200usize, put in "[ -~\n]{0,20}") {
        let text = include_str!("../../config/mare-nostrum/classic.toml");
        let from = floor(text, from.min(text.len()));
        let to = floor(text, (from + len).min(text.len()));
        let spoilt = format!("{}{put}{}", &text[..from], &text[to..]);
        if let Err(flaws) = Board::load("classic.toml", &spoilt) {
            prop_assert!(!flaws.is_empty());
            for flaw in flaws {
                prop_assert!((1..=spoilt.lines().count() + 1).contains(&flaw.line), "{flaw}");
                prop_assert!(!flaw.reason.is_empty());
            }
        }
    }

    /// The same for a file of words.
    #[test]
    fn any_word_file_is_read_or_refused(from in 0..8_000usize, len in 0..100usize, put in "[ -~\n]{0,20}") {
        let (file, text) = WORD_FILES[0];
        let from = floor(text, from.min(text.len()));
        let to = floor(text, (from + len).min(text.len()));
        let spoilt = format!("{}{put}{}", &text[..from], &text[to..]);
        let board = Board::classic().expect("built-in data");
        if let Err(flaws) = lexicon(&board, [(file, spoilt.as_str())]) {
            prop_assert!(flaws.iter().all(|flaw| flaw.line <= spoilt.lines().count() + 1));
        }
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn survives(text: &str) {
    thread_local! {
        static GAME: (Classic, Vec<<Classic as Game>::State>) = {
            let game = game();
            let mut states = Vec::new();
            let mut stage = crate::support::new_stage(&game, Pace::Bulk);
            for _ in 0..4 {
                states.push(stage.asked().state.clone());
                if !stage.asked().finished {
                    stage.close(&game).expect("published events stand");
                }
                stage = stage.next(&game);
            }
            (game, states)
        };
    }
    GAME.with(|(game, states)| {
        let reading = read(game, text);
        for line in reading.lines.iter().chain(&reading.standing) {
            let printed = line.print(game, "en");
            let back = read(game, &printed);
            assert_eq!(back.problems, [], "{text:?} -> {printed:?}");
            assert_eq!(
                back.lines.iter().map(|line| &line.choices).collect::<Vec<_>>(),
                [&line.choices],
                "{text:?} -> {printed:?}"
            );
        }
        for state in states {
            let stage = Stage::open(game, state.clone(), Pace::Bulk, Seed::from_text("odd"), Salt::first("odd"));
            for seat in (0..5).map(Seat) {
                let _ = foreseen(game, &stage, seat, &reading.lines, Effort::ONE);
            }
        }
    });
}

fn vocabulary() -> Vec<String> {
    let game = game();
    let lexicon = game.lexicon();
    let mut words: Vec<String> = lexicon.terms().map(|term| lexicon.name("en", term).to_string()).collect();
    words.extend(["3", "0", "255", "4294967296", "x2", "-", "\n", "#", ".", "roma's", "carth"].map(String::from));
    words
}
