//! What a letter is told is what the rules do: forecasts beside real runs, for every game of the catalogue.

use crate::law;
use crate::laws::foreseen;
use crate::support::{garble, letter, letters_by_chance, new_stage, text_of, times};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::table::Rolled;
use tabellarius_kernel::{
    Chance, Draft, Effort, Fate, Line, Listed, Outlook, Pace, Salt, Seat, Seats, Seed, Stage, Verdict, Viewer,
};

/// A stage that waits for letters, with how it got there.
struct Waiting<'a, G: Listed> {
    stage: &'a Stage<G>,
    /// The letters of its closed rounds.
    past: &'a [Vec<(Seat, String)>],
    /// Letters that somebody may write now.
    letters: &'a [(Seat, String)],
}

/// The longest that one stage is followed, in rounds.
const MOST_ROUNDS: u32 = 400;

/// Plays a table by random letters and looks at stages that wait for some; where single questions wait, at every third round of them.
fn watch<G: Listed>(game: &G, pace: Pace, stages: u32, mut look: impl FnMut(Waiting<'_, G>, &mut Chance)) {
    let mut chance = Chance::seed_from_u64(31);
    let mut stage = new_stage(game, pace);
    for _ in 0..times(stages) {
        let mut past = Vec::new();
        for round in 0..MOST_ROUNDS {
            if stage.asked().finished {
                break;
            }
            let letters = match pace {
                Pace::Bulk | Pace::Turn => letters_by_chance(game, stage.start(), &mut chance),
                Pace::Strict => answers_by_chance(game, &stage, &mut chance),
            };
            if pace == Pace::Bulk || round % 3 == 0 {
                look(Waiting { stage: &stage, past: &past, letters: &letters }, &mut chance);
            }
            for (seat, text) in &letters {
                stage.file(*seat, letter(game, text));
            }
            stage.close(game).expect("published events stand");
            past.push(letters);
        }
        if game.winners(&stage.asked().state).is_some() || !stage.asked().finished {
            break;
        }
        stage = stage.next(game);
    }
}

/// A random answer to each question that waits, and beside it sometimes what the seat would say later.
fn answers_by_chance<G: Listed>(game: &G, stage: &Stage<G>, chance: &mut Chance) -> Vec<(Seat, String)> {
    let more = letters_by_chance(game, stage.start(), chance);
    let asked: Seats = stage.asked().open.iter().map(|open| open.seat).collect();
    let letter = |seat: Seat| {
        let open = stage.asked().open.iter().filter(|open| open.seat == seat);
        let orders: Vec<G::Order> = open.flat_map(|open| open.random(game, chance)).collect();
        let later = more.iter().find(|(one, _)| *one == seat).filter(|_| chance.random_bool(0.2));
        let later = later.map_or(String::new(), |(_, text)| format!("\n{text}"));
        (seat, text_of(game, &orders, "en") + &later)
    };
    asked.iter().map(letter).collect()
}

/// What a seat would be told that knew all: the position, the letters, the dice.
fn all_known<G: Listed>(game: &G, stage: &Stage<G>, dice: &[Rolled], seat: Seat) -> Vec<Outlook<G>> {
    let filed = |seat| stage.filed(seat).map_or(&[][..], |letter| letter.lines.as_slice());
    let mut draft = Draft::new(filed(seat), &[], 3);
    draft.assumed = game.seats().iter().filter(|one| *one != seat).map(|one| (one, filed(one).to_vec())).collect();
    draft.world = Some(stage.start().clone());
    draft.dice = dice.iter().map(|roll| (roll.path.clone(), roll.faces.clone())).collect();
    stage.forecast(game, seat, &draft, Effort::ONE).outlooks
}

/// The stage once more, with other dice and the same letters; with these filed now.
fn again<G: Listed>(
    game: &G,
    start: &G::State,
    pace: Pace,
    dice: &[Rolled],
    past: &[Vec<(Seat, String)>],
    now: &[(Seat, String)],
) -> Option<Stage<G>> {
    let script = dice.iter().map(|roll| (roll.path.clone(), roll.faces.clone())).collect();
    let (seed, salt) = (Seed::from_text("again"), Salt::first("again"));
    let mut stage = Stage::open_scripted(game, start.clone(), pace, seed, salt, script);
    for letters in past {
        if stage.asked().finished {
            return None;
        }
        letters.iter().for_each(|(seat, text)| stage.file(*seat, letter(game, text)));
        stage.close(game).ok()?;
    }
    if stage.asked().finished {
        return None;
    }
    now.iter().for_each(|(seat, text)| stage.file(*seat, letter(game, text)));
    Some(stage)
}

/// Every line has a fate, and to whoever knew all, the fate that it meets is told.
fn told_is_done<G: Listed>(game: &G, name: &str, pace: Pace, stages: u32) {
    watch(game, pace, stages, |Waiting { stage, past, letters }, chance| {
        let spoilt: Vec<(Seat, String)> = letters
            .iter()
            .map(|(seat, text)| {
                let is_spoilt = chance.random_bool(0.6);
                (*seat, if is_spoilt { garble(text, letters, chance) } else { text.clone() })
            })
            .collect();
        let Some(stage) = again(game, stage.start(), pace, &stage.asked().rolled, past, &spoilt) else { return };
        let run = stage.preview(game);
        for (seat, _) in &spoilt {
            let lines = &stage.filed(*seat).expect("a letter").lines;
            let told = all_known(game, &stage, &run.rolled, *seat);
            assert_eq!(told.len(), lines.len(), "{name}");
            // A line for another seat of the same player is told with that seat's.
            if lines.iter().any(|line| line.addressed(game, *seat).is_some()) {
                continue;
            }
            let became = run.became.iter().filter(|one| one.seat == *seat);
            for (outlook, one) in told.iter().zip(became) {
                let (told, became) = (without_why(&outlook.fates[0].0), without_why(&one.fate));
                let what = format!("{name} {}: {}", game.stage(stage.start()), one.line.print(game, "en"));
                // A stage that waits again has not come to its end: what comes after that is only told.
                if run.finished {
                    assert_eq!(told, became, "{what}");
                } else {
                    assert!(told.is_done() || !became.is_done(), "{what}: {told:?} is told, {became:?} happens");
                }
            }
        }
    });
}

law! {
    /// What is told is what is done, where all letters of a stage come at once.
    fn what_is_told_is_what_is_done(game, name) {
        told_is_done(game, name, Pace::Bulk, 30);
    }
}

law! {
    /// The same where single questions wait.
    fn what_is_told_is_what_is_done_question_by_question(game, name) {
        told_is_done(game, name, Pace::Strict, 6);
    }
}

/// Why nothing asks for a line is explained to its writer only.
fn without_why<R: Clone>(fate: &Fate<R>) -> Fate<R> {
    match fate {
        Fate::Idle { .. } | Fate::Waits => Fate::Waits,
        fate => fate.clone(),
    }
}

/// What is told as certain is so in every world that looks the same: what cannot be done is done in none, what will be done in all. What only
/// came of it each time it was tried may be otherwise now and then.
fn certain_is_certain<G: Listed>(game: &G, name: &str, pace: Pace, stages: u32) {
    watch(game, pace, stages, |Waiting { stage, letters, .. }, chance| {
        let Some((seat, text)) = letters.choose(chance) else { return };
        let text = if chance.random_bool(0.7) { garble(text, letters, chance) } else { text.clone() };
        let lines = letter(game, &text).lines;
        let told = foreseen(game, stage, *seat, &lines, Effort::LETTER);
        let other = Draft::new(&lines, &[], 77);
        let fresh = stage.forecast(game, *seat, &other, Effort { caretakers: 1, guesses: 12, ..Effort::ONE });
        for ((line, one), two) in lines.iter().zip(&told.outlooks).zip(&fresh.outlooks) {
            let what = format!("{name} {}: {}", game.stage(stage.start()), line.print(game, "en"));
            // Of what came to nothing in all of twelve tries no more is said than that; in as many tries as are compared here it may by chance
            // be what comes out every other time.
            let odd = if one.is_sure() { 0 } else { two.tries() / 2 };
            match one.verdict() {
                Verdict::Cannot => assert!(two.share() <= odd, "{what}: {:?} {:?}", one.fates, two.fates),
                Verdict::Will if one.is_sure() && one.share() == one.tries() => {
                    assert_eq!(two.share(), two.tries(), "{what}: {:?} {:?}", one.fates, two.fates);
                }
                _ => {}
            }
        }
    });
}

law! {
    /// What is told to be certain is certain.
    fn what_cannot_be_is_never_done(game, name) {
        certain_is_certain(game, name, Pace::Bulk, 16);
    }
}

law! {
    /// The same where single questions wait.
    fn what_cannot_be_is_never_done_question_by_question(game, name) {
        certain_is_certain(game, name, Pace::Strict, 5);
    }
}

law! {
    /// In two worlds that look alike to a seat, and have come the same way, the same letter is told the same: where single questions wait too.
    fn worlds_that_look_alike_are_told_alike(game, name) {
        let mut compared = 0;
        watch(game, Pace::Strict, 8, |Waiting { stage, past, letters }, chance| {
            let Some((seat, text)) = letters.choose(chance) else { return };
            let viewer = Viewer::Seat(*seat);
            let world = stage.start();
            let elsewhere = game.imagine(&game.view(world, viewer), *seat, chance);
            let dice = &stage.asked().rolled;
            let (Some(here), Some(there)) = (again(game, world, Pace::Strict, dice, past, &[]), again(game, &elsewhere, Pace::Strict, dice, past, &[])) else { return };
            let seen = |stage: &Stage<G>| {
                let run = stage.asked();
                let told: Vec<_> = run.told.iter().filter(|told| told.audience.hears(viewer)).cloned().collect();
                let open: Vec<_> = run.open.iter().filter(|open| open.seat == *seat).map(|open| format!("{open:?}")).collect();
                let dice: Vec<_> = run.rolled.iter().filter(|roll| roll.audience.hears(viewer)).map(|roll| (roll.path.clone(), roll.faces.clone())).collect();
                // What others have answered for all to see is seen, too: as far as its orders say so.
                let answers: Vec<_> = run.used.iter().flat_map(|used| used.orders.iter().map(move |order| (&used.path, order))).filter(|(_, order)| game.is_seen(order)).map(|(path, order)| format!("{path} {order:?}")).collect();
                (game.view(&run.state, viewer), told, open, dice, answers)
            };
            if seen(&here) != seen(&there) {
                return;
            }
            compared += 1;
            let lines = letter(game, &garble(text, letters, chance)).lines;
            let foresee = |stage: &Stage<G>| foreseen(game, stage, *seat, &lines, Effort { caretakers: 1, guesses: 2, ..Effort::ONE });
            assert_eq!(foresee(&here), foresee(&there), "{name}");
        });
        assert!(compared > 0, "{name}: nothing was compared");
    }
}

law! {
    /// The form offers only orders that are taken, and something wherever something is asked; so are the answers shown with a question.
    fn forms_offer_what_is_accepted(game, name) {
        for (pace, stages) in [(Pace::Bulk, 24), (Pace::Strict, 4)] {
            watch(game, pace, stages, |Waiting { stage, .. }, _| {
                let told = |seat: Seat, lines: &[Line<G>], effort| foreseen(game, stage, seat, lines, effort).outlooks;
                let is_good = |outlook: &Outlook<G>| !matches!(outlook.verdict(), Verdict::Cannot | Verdict::Partly);
                for seat in stage.asked().wanted.iter() {
                    let form = as_lines(&stage.form(game, seat));
                    assert!(!form.is_empty(), "{name} {}: an empty form", game.stage(stage.start()));
                    let among = told(seat, &form, Effort::HURRY);
                    for (line, among) in form.iter().zip(&among) {
                        let alone = &told(seat, std::slice::from_ref(line), Effort::HURRY)[0];
                        assert!(is_good(alone) || is_good(among), "{name}: {} {:?}", line.print(game, "en"), alone.fates);
                    }
                }
                for open in &stage.asked().open {
                    for answer in open.choices(game).into_iter().chain(open.hints(game)).chain([open.default(game)]) {
                        for outlook in told(open.seat, &as_lines(&answer), Effort::ONE) {
                            let text = game.print_order(&outlook.order, "en");
                            assert!(is_good(&outlook), "{name} {}: {text} {:?}", open.path, outlook.fates);
                        }
                    }
                }
            });
        }
    }
}

fn as_lines<G: Listed>(orders: &[G::Order]) -> Vec<Line<G>> {
    (1..).zip(orders).map(|(number, order)| Line::plain(number, order.clone())).collect()
}
