//! Whole reports: over random games none fails and no line is too wide; some are kept to be read.

use super::classic::classic;
use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Effort, Game, Letter, Pace, Refusal, Run, Salt, Seat, Seats, Seed, Stage, Table, Told, Unused, Verdict,
    Viewer, read,
};
use tabellarius_mare_nostrum::classic::Classic;
use tabellarius_mare_nostrum::pieces::Good;
use tabellarius_report::testing::{acknowledgement, assert_fits, dispatch, forecast, news, opened, renderer};
use tabellarius_report::{Found, News, Page, Receipt, WIDTH};

const VARIANTS: [(usize, &str); 4] = [(3, "turns=8"), (4, "advanced,turns=4"), (5, "turns=6"), (5, "")];

type GEvent = <Classic as Game>::Event;

fn viewers(seats: Seats) -> impl Iterator<Item = Viewer> {
    seats.iter().map(Viewer::Seat).chain([Viewer::Observer, Viewer::Moderator])
}

#[test]
fn reports_of_random_games_fit_and_never_fail() {
    let renderer = renderer();
    let mut dice_explained = false;
    for (i, (players, variant)) in VARIANTS.into_iter().enumerate() {
        let game = classic(players, variant);
        let voice = renderer.voice(&game, "en").unwrap();
        let mut chance = Chance::seed_from_u64(i as u64);
        let mut state = game.start();
        for _ in 0..24 {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            let told = table.told().to_vec();
            state = table.state;
            if game.winners(&state).is_some() {
                let stage = opened(&game, &state, Pace::Bulk);
                let text = dispatch(&voice, &stage, &told, Viewer::Observer);
                assert!(text.contains("THE GAME IS OVER"), "{text}");
                break;
            }
            for pace in [Pace::Bulk, Pace::Strict] {
                let stage = opened(&game, &state, pace);
                let told: Vec<_> = told.iter().chain(&stage.asked().told).cloned().collect();
                for language in ["it", "pl", "nl"] {
                    let voice = renderer.voice(&game, language).unwrap();
                    assert_fits(&dispatch(&voice, &stage, &told, Viewer::Observer));
                }
                for viewer in viewers(game.seats()) {
                    let text = dispatch(&voice, &stage, &told, viewer);
                    assert_fits(&text);
                    if let Viewer::Seat(seat) = viewer {
                        // The same report when the other hands are different ones.
                        let view = game.view(&stage.asked().state, viewer);
                        let other = game.imagine(&view, seat, &mut chance);
                        let other = voice.dispatch(&news(&stage, &other, &told, viewer)).unwrap();
                        assert_eq!(text, other.text());
                    }
                }
                if pace == Pace::Bulk {
                    let mut stage = stage;
                    stage.close(&game).unwrap();
                    let text = voice.explain(&stage.explain(&game), Viewer::Moderator).unwrap().to_string();
                    assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
                    assert!(text.contains("THE RULES"), "{text}");
                    dice_explained |= text.contains("THE DICE");
                }
            }
        }
    }
    assert!(dice_explained, "no battle was explained");
}

#[test]
fn the_forms_examples_are_understood_and_allowed() {
    for (i, (players, variant)) in VARIANTS.into_iter().enumerate() {
        let game = classic(players, variant);
        let mut chance = Chance::seed_from_u64(i as u64 + 10);
        let mut state = game.start();
        let mut seen = 0;
        for _ in 0..20 {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            state = table.state;
            if game.winners(&state).is_some() {
                break;
            }
            let stage = opened(&game, &state, Pace::Bulk);
            let state = &stage.asked().state;
            for seat in stage.asked().wanted.iter() {
                let view = game.view(state, Viewer::Seat(seat));
                for order in game.examples(&view, seat) {
                    let text = game.print_order(&order, "en");
                    let reading = read(&game, &text);
                    assert_eq!(reading.problems, [], "{text}");
                    assert_eq!(reading.lines[0].choices[0].order, order, "{text}");
                    assert!(text.chars().count() + 2 <= WIDTH, "{text}");
                    let in_setup = variant.starts_with("advanced") && game.stage(state).word() == "set-up";
                    // In the set-up the examples are one list: the second needs the first.
                    if !in_setup {
                        let forecast = forecast(&game, &stage, seat, &reading, Effort::ONE);
                        let refused =
                            |verdict| matches!(verdict, Verdict::Cannot | Verdict::Partly | Verdict::Overtaken);
                        assert!(!forecast.outlooks.iter().any(|one| refused(one.verdict())), "{text} {forecast:?}");
                    }
                    seen += 1;
                }
            }
        }
        assert!(seen > 50, "{seen} examples");
    }
}

/// Plays stage by stage, everybody by letter.
struct Club {
    game: Classic,
    stage: Stage<Classic>,
    told: Vec<Told<GEvent>>,
    refused: Vec<Refusal<Classic>>,
    unused: Vec<Unused<Classic>>,
}

impl Club {
    fn new(players: usize) -> Club {
        let game = classic(players, "");
        let seed = Seed::from_text("a club in Ostia");
        let mut stage = Stage::open(&game, game.start(), Pace::Bulk, seed, Salt::first("ostia-3"));
        let mut told = stage.asked().told.clone();
        if stage.asked().finished {
            stage = stage.next(&game);
            told.extend(stage.asked().told.clone());
        }
        Club { game, stage, told, refused: Vec::new(), unused: Vec::new() }
    }

    /// The letters come in and the stage is played; what was told before is told no more.
    fn play(&mut self, letters: &[(u8, &str)]) -> Run<Classic> {
        for (seat, text) in letters {
            let lines = read(&self.game, text).lines;
            self.stage.file(Seat(*seat), Letter { text: (*text).into(), lines, finality: Finality::Final });
        }
        let before = self.stage.asked().told.len();
        self.stage.close(&self.game).unwrap();
        assert!(self.stage.asked().finished);
        let explained = self.stage.explain(&self.game);
        self.told = self.stage.asked().told[before..].to_vec();
        self.refused = explained.refused.clone();
        self.unused = explained.unused.clone();
        let seed = Seed::from_text("a club in Ostia");
        let state = self.stage.asked().state.clone();
        self.stage = Stage::open(&self.game, state, Pace::Bulk, seed, self.stage.salt());
        self.told.extend(self.stage.asked().told.clone());
        explained
    }

    fn dispatch(&self, seat: u8) -> String {
        let asked = self.stage.asked();
        let standing = read(&self.game, "always losses fortress, legion").standing;
        let news = News {
            refused: &self.refused,
            unused: &self.unused,
            standing: &standing,
            ..news(&self.stage, &asked.state, &self.told, Viewer::Seat(Seat(seat)))
        };
        renderer().voice(&self.game, "en").unwrap().dispatch(&news).unwrap().into()
    }

    fn acknowledgement(&self, seat: u8, text: &str) -> String {
        self.acknowledgement_in("en", seat, text)
    }

    fn acknowledgement_in(&self, language: &str, seat: u8, text: &str) -> String {
        let renderer = renderer();
        let voice = renderer.voice(&self.game, language).unwrap();
        let text = acknowledgement(&voice, &self.stage.asked().state, Seat(seat), text);
        assert_fits(&text);
        text
    }
}

#[test]
fn a_turn_reads_well() {
    let mut club = Club::new(5);
    insta::assert_snapshot!("dispatch_commerce", club.dispatch(0));
    club.play(&[(0, "offer fish, grain\npick gold, any"), (1, "trade 2\noffer fruit\npick any from Rome, any")]);
    insta::assert_snapshot!("dispatch_building", club.dispatch(0));
    club.play(&[
        (0, "build 2 legion Roma\nbuild trireme Roma\nbuild city Athenae"),
        (1, "build caravan Carthago\nbuild influence Syracusae"),
        (2, "build trireme Athenae"),
    ]);
    insta::assert_snapshot!("dispatch_military", club.dispatch(0));
    let explained = club.play(&[
        (0, "move 1 trireme Roma -> Mare Tyrrhenum\nmove all legion Roma -> Illyria\nmove 1 legion Roma -> Babylon"),
        (2, "move 1 trireme Athenae -> Mare Ionium"),
    ]);
    insta::assert_snapshot!("dispatch_next_turn", club.dispatch(0));
    let text = renderer().voice(&club.game, "en").unwrap().explain(&explained, Viewer::Moderator).unwrap().to_string();
    for line in text.lines() {
        assert!(line.chars().count() <= WIDTH, "{line}");
    }
    insta::assert_snapshot!("explain_military", text);
}

#[test]
fn a_letter_with_mistakes_gets_a_kind_answer() {
    let mut club = Club::new(5);
    club.play(&[]);
    let letter = "biuld caravan Roma\nbuild city Tarrentum\nbuild fortress Roma; hold the line\nbuild city Athenae\n\
                  build 2 legions Roma with fish+fish+grain\nmove 2 legions Roma -> Babylon\nbuild influence Ca\n\
                  build trireme Roma\nbuild city\noffer gold\nalways losses legion";
    insta::assert_snapshot!("acknowledgement_building", club.acknowledgement(0, letter));
    insta::assert_snapshot!("acknowledgement_empty", club.acknowledgement(0, "\nDear all,\n"));
    assert!(club.acknowledgement(0, "").contains("write: nothing"));
    club.play(&[]);
    let letter = "move 2 legions Roma -> Babylon\nmove 1 legion Roma -> Tarentum\nmove 1 legion Roma -> Tarentum\n\
                  move 1 legion Roma -> Tarentum\nmove 1 legion Roma -> Tarentum\nbuild city Roma";
    insta::assert_snapshot!("acknowledgement_military", club.acknowledgement(0, letter));
}

#[test]
fn orders_that_never_came_into_play_are_listed() {
    let mut club = Club::new(5);
    // Rome is not the Director, and nobody trades: neither its number nor its offer nor its condition matters.
    club.play(&[(0, "trade 2\noffer fish; pick gold if I have 99 cards\nbuild city Roma\nnothing"), (1, "trade 0")]);
    let text = club.dispatch(0);
    let list = text.split("YOUR ORDERS THAT NEVER CAME INTO PLAY\n").nth(1).expect("a list");
    let list = list.split("\n\n").next().unwrap();
    assert_eq!(
        list,
        "- Line 1: trade 2\n- Line 2: offer fish\n- Line 2: pick gold if I have at least 99 cards in hand\n\
         Nothing asked for them, or nothing they name could be had, or the condition\ndid not hold."
    );
    assert!(!club.dispatch(1).contains("NEVER CAME INTO PLAY"));
}

#[test]
fn orders_given_ahead_stand_in_the_form() {
    let mut club = Club::new(5);
    let lines = read(&club.game, "offer fish\nbuild legion Roma\nmove 1 legion Roma -> Tarentum").lines;
    club.stage.file(Seat(0), Letter { text: String::new(), lines, finality: Finality::Final });
    club.stage.close(&club.game).unwrap();
    let building = club.stage.next(&club.game);
    let kept = building.kept(&club.game, Seat(0));
    let state = &building.asked().state;
    let news = News { kept: &kept, ..news(&building, state, &[], Viewer::Seat(Seat(0))) };
    let rendered = renderer().voice(&club.game, "en").unwrap().dispatch(&news).unwrap();
    let text = rendered.text();
    assert!(text.contains("\n# Rome, turn 1, Building\nbuild legion Roma\n#"), "{text}");
    assert_fits(text);
}

#[test]
fn the_wrong_piece_is_named_in_the_readers_language() {
    let mut club = Club::new(5);
    club.play(&[]);
    let text = club.acknowledgement_in("pl", 0, "build city Athenae; build city Athenae with fish");
    assert!(text.contains("- Wiersz 1: buduj miasto Ateny za ryba\n"), "{text}");
}

#[test]
fn an_answer_says_what_is_still_open() {
    let club = Club::new(5);
    let renderer = renderer();
    let voice = renderer.voice(&club.game, "en").unwrap();
    let stage = Stage::open(
        &club.game,
        club.stage.start().clone(),
        Pace::Strict,
        Seed::from_text("seed"),
        Salt::first("ostia-3"),
    );
    let director = Seat(1);
    let open: Vec<_> = stage.asked().open.iter().filter(|open| open.seat == director).collect();
    let reading = read(&club.game, "pick gold");
    let forecast = forecast(&club.game, &stage, director, &reading, Effort::LETTER);
    let name = club.game.stage(stage.start());
    let receipt = Receipt { seat: director, stage: &name, reading: &reading, forecast: &forecast, open: &open };
    let text = voice.acknowledgement(&receipt).unwrap().text().to_owned();
    assert!(text.contains("STILL OPEN\n- You are Director: how many cards"), "{text}");
    // The same question stands in his dispatch, with its default in the form.
    let text = dispatch(&voice, &stage, &[], Viewer::Seat(director));
    assert!(text.contains("- You are Director") && text.contains("\n# trade 3\n"), "{text}");
    // Nobody else is asked.
    let text = dispatch(&voice, &stage, &[], Viewer::Seat(Seat(0)));
    assert!(text.contains("Nothing is asked of you now."), "{text}");
}

#[test]
fn a_player_who_must_pick_sees_what_lies_open() {
    let club = Club::new(5);
    let renderer = renderer();
    let voice = renderer.voice(&club.game, "en").unwrap();
    let seed = Seed::from_text("seed");
    let mut stage = Stage::open(&club.game, club.stage.start().clone(), Pace::Strict, seed, Salt::first("ostia-3"));
    let lines = read(&club.game, "trade 1; offer perfume").lines;
    stage.file(Seat(1), Letter { text: String::new(), lines, finality: Finality::Final });
    stage.close(&club.game).unwrap();
    for (seat, text) in [(0, "offer wine"), (2, "offer oil"), (3, "offer papyrus"), (4, "offer slaves")] {
        let lines = read(&club.game, text).lines;
        stage.file(Seat(seat), Letter { text: String::new(), lines, finality: Finality::Final });
    }
    stage.close(&club.game).unwrap();
    let text = dispatch(&voice, &stage, &[], Viewer::Seat(Seat(1)));
    for wanted in ["wine from Rome", "oil from Greece", "papyrus from Egypt", "slaves from Babylon"] {
        assert!(text.contains(&format!("# pick {wanted}\n")), "{wanted}: {text}");
    }
    assert!(!text.contains("# pick perfume"), "{text}");
    assert_fits(&text);
}

#[test]
fn places_and_aid_cards_can_be_looked_up() {
    let club = Club::new(5);
    let renderer = renderer();
    let voice = renderer.voice(&club.game, "en").unwrap();
    let look_up = |viewer, page| {
        let found = voice.look_up(&club.stage.asked().state, viewer, page).unwrap();
        // What is not found has no text, so nothing that is asserted of it holds.
        let Found::Page(text) = found else { return String::new() };
        assert_fits(text.text());
        text.text().to_owned()
    };
    let page = |page| look_up(Viewer::Seat(Seat(0)), page);
    insta::assert_snapshot!("sheet", page(Page::Sheet));
    let libya = page(Page::Card("Libya"));
    assert!(
        libya.starts_with("Libya borders Thebae, Cyrene and Leptis Magna; sites: caravan of livestock\n"),
        "{libya}"
    );
    assert!(page(Page::Card("mare ionium")).contains("its coasts: Tarentum, Syracusae, Epirus and Athenae"));
    // A capital that is called like its civilization, in whatever language, is on the civilization's page.
    for name in ["Rome", "Roma", "Babylon", "Carthago", "Egypt"] {
        assert!(page(Page::Card(name)).starts_with("THE AID CARD OF "), "{name}");
    }
    // What heroes and wonders do is in the rules.
    assert!(page(Page::Card("Hannibal")).contains("MN-5.4.3"));
    let board = page(Page::Areas);
    for id in club.game.library() {
        let name = club.game.name(&id, "en").unwrap();
        assert!(page(Page::Card(name)).contains(name), "{name}");
        assert!(id.starts_with("seat/") || board.contains(&format!("\n- {name} ")), "{name}");
    }
    assert!(look_up(Viewer::Observer, Page::Sheet).starts_with("THE AID CARDS\n"));
}

#[test]
fn an_advanced_set_up_says_what_can_be_placed_where_and_for_what() {
    let game = classic(3, "advanced");
    let mut chance = Chance::seed_from_u64(1);
    let mut table = Table::with_chance(&game, game.start(), &mut chance);
    game.resolve(&mut table).unwrap();
    let stage = opened(&game, &table.state, Pace::Bulk);
    let renderer = renderer();
    let text = dispatch(&renderer.voice(&game, "en").unwrap(), &stage, &stage.asked().told, Viewer::Seat(Seat(2)));
    assert_fits(&text);
    let plain = text.replace('\n', " ");
    assert!(plain.contains("You have 9 points to spend now."), "{text}");
    assert!(plain.contains("It costs you: influence 3; city 3;"), "{text}");
    assert!(plain.contains("fortress 3; trireme 3; your hero 9."), "{text}");
    assert!(text.contains("\nWHERE YOUR NEXT MARKER CAN GO\n"), "{text}");
    assert!(text.contains("\n- Athenae borders Epirus;"), "{text}");
}

#[test]
fn a_forecast_tells_of_a_victory() {
    let mut club = Club::new(5);
    club.play(&[]);
    let mut state = club.stage.asked().state.clone();
    *state.hand_mut(Seat(0)) = core::iter::repeat_n(Good::Tax, 12).collect();
    let renderer = renderer();
    let voice = renderer.voice(&club.game, "en").unwrap();
    let text = acknowledgement(&voice, &state, Seat(0), "build the Pyramids");
    assert!(
        text.contains("- Rome buys the Pyramids with 12 taxes.\n- Rome has built the Pyramids and wins!"),
        "{text}"
    );
}
