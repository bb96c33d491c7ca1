//! The laws: seven properties that hold for every game in the catalogue, for all player counts, variants and both paces,
//! under random legal play and under letters that no sane person would write. A new game gets them for free.

use crate::law;
use crate::support::{bytes, garble, letter, letters_by_chance, new_stage, text_of, times};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeMap;
use tabellarius::picture::Size;
use tabellarius::pictures::{Artist, Form, Subject, picture};
use tabellarius::report::{Receipt, Renderer};
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::table::{Origin, Rolled};
use tabellarius_kernel::{
    Chance, Draft, Effort, Forecast, Game, Line, Listed, Pace, Run, Salt, Seat, Seed, Stage, Viewer, read,
};

law! {
    /// Law 5: random legal play reaches an end, and no position on the way is impossible.
    fn no_dead_ends(game, name) {
        let mut chance = Chance::seed_from_u64(5);
        for round in 0..times(300) {
            let result = playout(game, &mut chance, 6_000, |state| {
                assert_eq!(game.sane(state), Ok(()), "{name}, game {round}");
            });
            assert!(result.over, "{name}, game {round}: no end after {} stages", result.stages);
        }
    }
}

law! {
    /// Law 6: a table where nobody ever writes goes on, in both paces.
    fn silence_never_stops_a_table(game, name) {
        for pace in [Pace::Bulk, Pace::Strict] {
            let mut stage = new_stage(game, pace);
            for _ in 0..times(30) {
                finish(game, &mut stage, name);
                if game.winners(&stage.asked().state).is_some() {
                    break;
                }
                stage = stage.next(game);
            }
        }
    }
}

/// Closes rounds until the stage is finished, as the clock would.
fn finish<G: Listed>(game: &G, stage: &mut Stage<G>, name: &str) {
    for _ in 0..2_000 {
        if stage.asked().finished {
            assert_eq!(game.sane(&stage.asked().state), Ok(()), "{name}");
            return;
        }
        assert!(!stage.awaited(game).is_empty(), "{name}: a stage waits for nobody");
        stage.close(game).expect("published events stand");
    }
    panic!("{name}: a stage without end");
}

law! {
    /// Laws 1, 4 and 7 in the strict pace: every question is answered by a letter made of its printed random answer, in every
    /// language in turn; the referee uses exactly that answer, what was published stands, and a second table does the same
    /// to the byte.
    fn strict_letters_are_canonical_sealed_and_deterministic(game, name) {
        let mut chance = Chance::seed_from_u64(7);
        let languages = game.lexicon().languages().to_vec();
        let mut stage = new_stage(game, Pace::Strict);
        let mut twin = new_stage(game, Pace::Strict);
        for _ in 0..times(24) {
            let mut rounds = 0;
            while !stage.asked().finished {
                rounds += 1;
                assert!(rounds < 2_000, "{name}: a stage without end");
                let language = languages.choose(&mut chance).expect("a language");
                let mut expected = Vec::new();
                for open in &stage.asked().open {
                    let orders = open.random(game, &mut chance);
                    let text = text_of(game, &orders, language);
                    let reading = read(game, &text);
                    assert_eq!(reading.problems, [], "{name} {language}: {text}");
                    let back: Vec<_> = reading.lines.iter().map(|line| line.choices[0].order.clone()).collect();
                    assert_eq!(back, orders, "{name} {language}: {text}");
                    expected.push((open.seat, open.path.clone(), orders, text));
                }
                for (seat, ..) in &expected {
                    let mine: Vec<&str> = expected.iter().filter(|(s, ..)| s == seat).map(|(.., t)| t.as_str()).collect();
                    for table in [&mut stage, &mut twin] {
                        table.file(*seat, letter(game, &mine.join("\n")));
                    }
                }
                assert!(stage.awaited(game).is_empty(), "{name}: answered, yet awaited: {expected:?}");
                let run = stage.close(game).expect("published events stand");
                for (seat, path, orders, text) in expected {
                    let used = run.used.iter().find(|used| used.path == path && used.seat == seat);
                    let used = used.unwrap_or_else(|| panic!("{name}: {path} was not used"));
                    assert_eq!((&used.orders, used.origin), (&orders, Origin::Letter), "{name} {path}: {text}");
                }
                twin.close(game).expect("published events stand");
                assert_eq!(bytes(stage.asked()), bytes(twin.asked()), "{name}");
            }
            assert_eq!(game.sane(&stage.asked().state), Ok(()), "{name}");
            if game.winners(&stage.asked().state).is_some() {
                break;
            }
            (stage, twin) = (stage.next(game), twin.next(game));
        }
    }
}

law! {
    /// Laws 1 and 7 in the bulk pace, with good and with spoilt letters: whatever was understood prints to text that reads back to
    /// itself in every language, the stage runs through, and the stored position survives being written down.
    fn bulk_takes_any_letter(game, name) {
        let mut chance = Chance::seed_from_u64(11);
        let languages = game.lexicon().languages().to_vec();
        for _ in 0..times(6) {
            let mut stage = new_stage(game, Pace::Bulk);
            for _ in 0..45 {
                if !stage.asked().finished {
                    let letters = letters_by_chance(game, stage.start(), &mut chance);
                    for (seat, text) in &letters {
                        let text = if chance.random_bool(0.5) { garble(text, &letters, &mut chance) } else { text.clone() };
                        let filed = letter(game, &text);
                        let language = languages.choose(&mut chance).expect("a language");
                        assert_canonical(game, &filed.lines, language, name);
                        let _ = foreseen(game, &stage, *seat, &filed.lines, Effort::ONE);
                        stage.file(*seat, filed);
                    }
                    let run = stage.close(game).expect("published events stand");
                    assert!(run.finished, "{name}: a bulk stage needs one round");
                }
                let state = &stage.asked().state;
                assert_eq!(game.sane(state), Ok(()), "{name}");
                let stored = serde_json::to_string(state).expect("serialisable");
                assert_eq!(&serde_json::from_str::<G::State>(&stored).expect("readable"), state, "{name}");
                if game.winners(state).is_some() {
                    break;
                }
                stage = stage.next(game);
            }
        }
    }
}

fn assert_canonical<G: Listed>(game: &G, lines: &[Line<G>], language: &str, name: &str) {
    for line in lines {
        let text = line.print(game, language);
        let reading = read(game, &text);
        assert_eq!(reading.problems, [], "{name} {language}: {text}");
        let back: Vec<_> = reading.lines.iter().map(|line| &line.choices).collect();
        assert_eq!(back, [&line.choices], "{name} {language}: {text}");
    }
}

law! {
    /// Law 2: amending one seat's letter moves no roll whose name and number of dice stay.
    fn dice_have_names(game, name) {
        let mut chance = Chance::seed_from_u64(13);
        let mut stage = new_stage(game, Pace::Bulk);
        for _ in 0..times(60) {
            if !stage.asked().finished {
                let letters = letters_by_chance(game, stage.start(), &mut chance);
                for (seat, text) in &letters {
                    stage.file(*seat, letter(game, text));
                }
                stage.close(game).expect("published events stand");
                let before = stage.explain(game);
                let others = letters_by_chance(game, stage.start(), &mut chance);
                let (seat, text) = others.choose(&mut chance).expect("a seat");
                let after = stage.amended(game, *seat, read(game, text).lines);
                for roll in &after.rolled {
                    let same = |was: &&Rolled| was.path == roll.path && was.faces.len() == roll.faces.len();
                    if let Some(was) = before.rolled.iter().find(same) {
                        assert_eq!(roll.faces, was.faces, "{name} {}", roll.path);
                    }
                }
            }
            if game.winners(&stage.asked().state).is_some() {
                break;
            }
            stage = stage.next(game);
        }
    }
}

law! {
    /// No order is ever carried out as something its words do not say: every answer that was taken from a letter or a plan is
    /// covered by a line of it, however spoilt the letter.
    fn letters_bind(game, name) {
        let mut chance = Chance::seed_from_u64(23);
        for pace in [Pace::Bulk, Pace::Strict] {
            for _ in 0..times(if pace == Pace::Bulk { 4 } else { 1 }) {
                let mut stage = new_stage(game, pace);
                for _ in 0..if pace == Pace::Bulk { 45 } else { 12 } {
                    let mut said: BTreeMap<Seat, (String, Vec<_>)> = BTreeMap::new();
                    // At a strict table each question has a round of its own, and earlier letters of the stage go on to count.
                    for _ in 0..40 {
                        if stage.asked().finished {
                            break;
                        }
                        let letters = letters_by_chance(game, stage.start(), &mut chance);
                        for (seat, text) in &letters {
                            let text = if chance.random_bool(0.8) { garble(text, &letters, &mut chance) } else { text.clone() };
                            let reading = read(game, &text);
                            stage.set_standing(*seat, reading.standing.clone());
                            let before: Vec<_> = stage.carried().get(seat).into_iter().flatten().cloned().collect();
                            let (texts, lines) = said.entry(*seat).or_insert((String::new(), before));
                            *texts += &text;
                            texts.push('\n');
                            lines.extend(reading.standing.iter().chain(&reading.lines).cloned());
                            stage.file(*seat, letter(game, &text));
                        }
                        stage.close(game).expect("published events stand");
                    }
                    for used in stage.explain(game).used {
                        if !matches!(used.origin, Origin::Letter | Origin::Plan) {
                            continue;
                        }
                        let Some((text, lines)) = said.get(&used.seat) else { continue };
                        for done in &used.orders {
                            let mut orders = lines.iter().flat_map(|line| &line.choices).map(|choice| &choice.order);
                            let printed = game.print_order(done, "en");
                            let path = &used.path;
                            assert!(
                                orders.any(|order| game.covers(order, done)),
                                "{name} {pace:?} {path}: nobody said '{printed}' ({done:?}):\n{text}\n{lines:?}"
                            );
                        }
                    }
                    if !stage.asked().finished || game.winners(&stage.asked().state).is_some() {
                        break;
                    }
                    stage = stage.next(game);
                }
            }
        }
    }
}

law! {
    /// Whoever may know a roll knows what it decided: no other faces could have changed something hidden and left all they are told
    /// as it is. So the rolls in an explanation tell nobody what lies in a pile or in another's hand.
    fn rolls_tell_no_secrets(game, name) {
        let mut chance = Chance::seed_from_u64(29);
        let mut stage = new_stage(game, Pace::Bulk);
        for _ in 0..times(40) {
            let letters = letters_by_chance(game, stage.start(), &mut chance);
            let played = |script: Option<(&str, Vec<u8>)>| {
                let (seed, salt) = (Seed::from_text("rolls"), Salt::first("rolls"));
                let script = script.into_iter().map(|(path, faces)| (path.to_string(), faces)).collect();
                let mut stage = Stage::open_scripted(game, stage.start().clone(), Pace::Bulk, seed, salt, script);
                for (seat, text) in &letters {
                    stage.file(*seat, letter(game, text));
                }
                stage.preview(game)
            };
            let run = played(None);
            for roll in run.rolled.iter().filter(|roll| roll.faces.len() > 1) {
                for _ in 0..4 {
                    let mut faces = roll.faces.clone();
                    // Two that change places are another roll of the same dice, and another order of the same pile.
                    let n = faces.len();
                    faces.swap(chance.random_range(0..n), chance.random_range(0..n));
                    if faces == roll.faces {
                        continue;
                    }
                    let other = played(Some((&roll.path, faces)));
                    if other.state == run.state {
                        continue;
                    }
                    let seats = game.seats().iter().map(Viewer::Seat);
                    for viewer in seats.chain([Viewer::Observer]).filter(|viewer| roll.audience.hears(*viewer)) {
                        let (here, there) = (news(game, &run, viewer), news(game, &other, viewer));
                        assert_ne!(here, there, "{name}: {viewer:?} learns from {} what nobody told", roll.path);
                    }
                }
            }
            if !stage.asked().finished {
                for (seat, text) in &letters {
                    stage.file(*seat, letter(game, text));
                }
                stage.close(game).expect("published events stand");
            }
            if game.winners(&stage.asked().state).is_some() {
                break;
            }
            stage = stage.next(game);
        }
    }
}

/// Everything a viewer learns from a run.
fn news<G: Listed>(game: &G, run: &Run<G>, viewer: Viewer) -> String {
    let told: Vec<_> = run.told.iter().filter(|told| told.audience.hears(viewer)).map(|told| &told.event).collect();
    let asked: Vec<_> = run.open.iter().filter(|open| Viewer::Seat(open.seat) == viewer).collect();
    format!("{told:?}{asked:?}{:?}", game.view(&run.state, viewer))
}

law! {
    /// Law 3: change what a seat cannot see, and nothing it is shown, told, asked or made to wait for changes.
    fn nothing_leaks(game, name) {
        let mut chance = Chance::seed_from_u64(17);
        let renderer = Renderer::new(None).expect("built-in templates");
        let mut artist = Artist::new();
        let mut stage = new_stage(game, Pace::Bulk);
        for _ in 0..times(60) {
            for seat in game.seats().iter() {
                let viewer = Viewer::Seat(seat);
                let world = stage.start().clone();
                let other = game.imagine(&game.view(&world, viewer), seat, &mut chance);
                assert_eq!(game.view(&world, viewer), game.view(&other, viewer), "{name}");
                assert_eq!(game.sane(&other), Ok(()), "{name}");
                for pace in [Pace::Bulk, Pace::Strict] {
                    let here = reopened(game, &world, pace);
                    let there = reopened(game, &other, pace);
                    // Where a hidden thing was shown to the seat, such as a card it drew, worlds may part; not before.
                    if !same_news(here.asked(), there.asked(), None, viewer, name) {
                        continue;
                    }
                    // While the table waits: the same news, the same view, the same people waited for.
                    assert_eq!(heard(game, &here, viewer), heard(game, &there, viewer), "{name}");
                    assert_eq!(here.awaited(game), there.awaited(game), "{name}");
                    // The same answer to the same letter, whatever others hold or have written.
                    let letters = letters_by_chance(game, stage.start(), &mut chance);
                    let mine = &letters.iter().find(|(s, _)| *s == seat).expect("own letter").1;
                    let lines = read(game, &garble(mine, &letters, &mut chance)).lines;
                    let foresee = |stage: &Stage<G>| foreseen(game, stage, seat, &lines, Effort { caretakers: 1, guesses: 1, ..Effort::ONE });
                    assert_eq!(foresee(&here), foresee(&there), "{name}");
                    // Rendering takes time, so only some answers are compared as the player reads them.
                    if pace == Pace::Bulk && chance.random_bool(0.1) {
                        let text = garble(mine, &letters, &mut chance);
                        assert_eq!(answer(game, &renderer, &here, seat, &text), answer(game, &renderer, &there, seat, &text), "{name}");
                        // A picture is made of nothing else: the same to the byte.
                        let mut drawn = |stage: &Stage<G>| drawn(game, &renderer, &mut artist, stage, viewer);
                        assert!(drawn(&here) == drawn(&there), "{name}: two pictures for one view");
                    }
                    // Once resolved: where everybody acted the same, the seat hears the same.
                    let (mut here, mut there) = (here, there);
                    for (s, text) in &letters {
                        here.file(*s, letter(game, text));
                        there.file(*s, letter(game, text));
                    }
                    let (one, two) = (here.preview(game), there.preview(game));
                    let acts = |run: &Run<G>, i: usize| run.used.get(i).map(|used| (used.path.clone(), used.orders.clone()));
                    let parts = (0..one.used.len().max(two.used.len())).find(|i| acts(&one, *i) != acts(&two, *i));
                    // Where somebody acts otherwise worlds part too: what was told before is the same.
                    let until = parts.and_then(|i| [&one, &two].iter().filter_map(|run| Some(run.used.get(i)?.told)).min());
                    if same_news(&one, &two, until, viewer, name) && parts.is_none() {
                        let open = |run: &Run<G>| run.open.iter().map(|open| (open.seat, open.path.clone())).collect::<Vec<_>>();
                        assert_eq!(open(&one), open(&two), "{name}");
                        // And why it came out so, as the seat or a bystander reads it.
                        if chance.random_bool(0.1) {
                            for reader in [viewer, Viewer::Observer] {
                                let why = |run: &Run<G>| renderer.voice(game, "en").expect("a voice").explain(run, reader).expect("an explanation");
                                assert_eq!(why(&one), why(&two), "{name}");
                            }
                        }
                    }
                }
            }
            if !stage.asked().finished {
                for (seat, text) in letters_by_chance(game, stage.start(), &mut chance) {
                    stage.file(seat, letter(game, &text));
                }
                stage.close(game).expect("published events stand");
            }
            if game.winners(&stage.asked().state).is_some() {
                break;
            }
            stage = stage.next(game);
        }
    }
}

/// Compares what a viewer was told in two worlds that look the same to him: it is the same up to the first thing that showed him
/// something hidden, and as far as is compared. Says whether it was the same to the end.
pub fn same_news<G: Listed>(one: &Run<G>, two: &Run<G>, until: Option<usize>, viewer: Viewer, name: &str) -> bool {
    // What was shown in another way, such as in a question: from there on worlds may part too.
    let seen = |run: &Run<G>| run.revealed.iter().filter(|one| one.audience.hears(viewer)).cloned().collect::<Vec<_>>();
    let (here, there) = (seen(one), seen(two));
    let differs = (0..here.len().max(there.len())).find(|i| here.get(*i) != there.get(*i));
    let last = differs.and_then(|i| [here.get(i), there.get(i)].into_iter().flatten().map(|one| one.told).min());
    let until = [until, last].into_iter().flatten().min();
    let heard = |run: &Run<G>| {
        let told = run
            .told
            .iter()
            .enumerate()
            .take(until.unwrap_or(usize::MAX))
            .filter(|(_, told)| told.audience.hears(viewer));
        told.map(|(i, told)| (told.event.clone(), run.shown.contains(&i))).collect::<Vec<_>>()
    };
    let (one, two) = (heard(one), heard(two));
    let Some(parts) = (0..one.len().max(two.len())).find(|i| one.get(*i) != two.get(*i)) else {
        return last.is_none();
    };
    let shows = |news: &[(G::Event, bool)]| news.get(parts).is_some_and(|(_, shows)| *shows);
    assert!(shows(&one) || shows(&two), "{name} leaks: {:?} here, {:?} there", one.get(parts), two.get(parts));
    false
}

/// What would become of a letter as the stage stands.
pub fn foreseen<G: Listed>(game: &G, stage: &Stage<G>, seat: Seat, lines: &[Line<G>], effort: Effort) -> Forecast<G> {
    let draft = Draft::new(lines, &[], 5);
    stage.forecast(game, seat, &draft, effort)
}

pub fn reopened<G: Listed>(game: &G, state: &G::State, pace: Pace) -> Stage<G> {
    Stage::open(game, state.clone(), pace, Seed::from_text("leak"), Salt::first("leak"))
}

/// The answer to a letter as its writer reads it.
fn answer<G: Listed>(game: &G, renderer: &Renderer, stage: &Stage<G>, seat: Seat, text: &str) -> String {
    let reading = read(game, text);
    let forecast = foreseen(game, stage, seat, &reading.lines, Effort::LETTER);
    let name = game.stage(stage.start());
    let open: Vec<_> = stage.asked().open.iter().filter(|open| open.seat == seat).collect();
    let receipt = Receipt { seat, stage: &name, reading: &reading, forecast: &forecast, open: &open };
    renderer.voice(game, "en").expect("a voice").acknowledgement(&receipt).expect("an answer").text().to_owned()
}

/// The picture of a stage as it waits, and what it tells.
fn drawn<G: Listed>(
    game: &G,
    renderer: &Renderer,
    artist: &mut Artist,
    stage: &Stage<G>,
    viewer: Viewer,
) -> Option<(Vec<u8>, String)> {
    let run = stage.asked();
    let voice = renderer.voice(game, "en").expect("a voice");
    let subject = Subject { game, state: &run.state, told: &run.told, viewer, table: None };
    let drawn = artist.draw(&voice, &subject, Form::Svg, Size::Full).expect("a picture");
    drawn.map(|drawn| (drawn.bytes, drawn.alt))
}

/// Everything a seat gets to know while a stage waits.
pub fn heard<G: Listed>(game: &G, stage: &Stage<G>, viewer: Viewer) -> String {
    let run = stage.asked();
    let told: Vec<_> = run.told.iter().filter(|told| told.audience.hears(viewer)).collect();
    let Viewer::Seat(seat) = viewer else { return String::new() };
    let open: Vec<_> = run.open.iter().filter(|open| open.seat == seat).map(|open| format!("{open:?}")).collect();
    let subject = Subject { game, state: &run.state, told: &run.told, viewer, table: None };
    let seen = picture(&subject);
    format!("{}{told:?}{open:?}{seen:?}", serde_json::to_string(&game.view(&run.state, viewer)).expect("serialisable"))
}

/// The comparison bites: a hand that is told to everybody is found out; one that is shown to its owner, or told only to him, is not.
#[test]
fn a_hand_told_to_all_is_a_leak() {
    use tabellarius_inner_sea::InnerSea;
    use tabellarius_inner_sea::event::Event;
    use tabellarius_kernel::{Audience, Told};
    let game = InnerSea::new(2, "civs=egypt+troy").expect("the game");
    let mut stage = new_stage(&game, Pace::Bulk);
    while stage.asked().finished {
        stage = stage.next(&game);
    }
    let (me, other) = (Seat(0), Seat(1));
    let world = stage.start().clone();
    let elsewhere = game.imagine(&game.view(&world, Viewer::Seat(me)), me, &mut Chance::seed_from_u64(1));
    assert_ne!(world.hands, elsewhere.hands);
    let leaks = |audience: Audience, shows: bool| {
        let run = |state: &<InnerSea as Game>::State| {
            let mut run = reopened(&game, state, Pace::Bulk).preview(&game);
            if shows {
                run.shown.push(run.told.len());
            }
            let cards = state.hands[other.index()].iter().collect();
            run.told.push(Told { audience, event: Event::Got { seat: other, cards } });
            run
        };
        let (one, two) = (run(&world), run(&elsewhere));
        let compare = || same_news(&one, &two, None, Viewer::Seat(me), "a trial");
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(compare))
    };
    assert!(leaks(Audience::All, false).is_err(), "a hand was told to all");
    assert!(matches!(leaks(Audience::All, true), Ok(false)), "a hand was shown to all by the rules");
    assert!(matches!(leaks(Audience::Only([other].into_iter().collect()), false), Ok(true)), "nobody else heard it");
}
