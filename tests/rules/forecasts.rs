//! What a letter is told is what the rules do: forecasts beside real runs, for every game of the catalogue.

use crate::law;
use crate::laws::foreseen;
use crate::support::{garble, letter, letters_by_chance, new_stage, times};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::{Chance, Draft, Effort, Line, Listed, Outlook, Pace, Run, Seat, Stage, Verdict, Viewer};

/// Plays a table by random letters and looks at every stage that waits for some.
fn watch<G: Listed>(game: &G, stages: u32, mut look: impl FnMut(&Stage<G>, &[(Seat, String)], &mut Chance)) {
    let mut chance = Chance::seed_from_u64(31);
    let mut stage = new_stage(game, Pace::Bulk);
    for _ in 0..times(stages) {
        if !stage.asked().finished {
            let letters = letters_by_chance(game, stage.start(), &mut chance);
            look(&stage, &letters, &mut chance);
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

/// What a seat would be told that knew all: the position, the letters, the dice.
fn all_known<G: Listed>(game: &G, stage: &Stage<G>, run: &Run<G>, seat: Seat) -> Vec<Outlook<G>> {
    let filed = |seat| stage.filed(seat).map_or(&[][..], |letter| letter.lines.as_slice());
    let mut draft = Draft::new(filed(seat), &[], 3);
    draft.assumed = game.seats().iter().filter(|one| *one != seat).map(|one| (one, filed(one).to_vec())).collect();
    draft.world = Some(stage.start().clone());
    draft.dice = run.rolled.iter().map(|roll| (roll.path.clone(), roll.faces.clone())).collect();
    stage.forecast(game, seat, &draft, Effort::ONE).outlooks
}

law! {
    /// Every line has a fate, and it is the one that the line meets: what is told to be done is done, what is told to be refused is
    /// refused.
    fn what_is_told_is_what_is_done(game, name) {
        watch(game, 30, |stage, letters, chance| {
            let mut stage = Stage::open(game, stage.start().clone(), Pace::Bulk, tabellarius_kernel::Seed::from_text("told"), stage.salt());
            for (seat, text) in letters {
                let text = if chance.random_bool(0.6) { garble(text, letters, chance) } else { text.clone() };
                stage.file(*seat, letter(game, &text));
            }
            let run = stage.preview(game);
            for (seat, _) in letters {
                // A line for another seat of the same player is told with that seat's.
                let lines = stage.filed(*seat).map_or(&[][..], |letter| letter.lines.as_slice());
                if lines.iter().any(|line| line.addressed(game, *seat).is_some()) {
                    continue;
                }
                let outlooks = all_known(game, &stage, &run, *seat);
                assert_eq!(outlooks.len(), lines.len(), "{name}");
                for (line, outlook) in lines.iter().zip(&outlooks) {
                    // Several orders may stand on one line of the text, and share its number.
                    if lines.iter().filter(|one| one.number == line.number).count() > 1 {
                        continue;
                    }
                    let is_refused = run.refused.iter().any(|one| (one.seat, one.line) == (*seat, line.number));
                    let is_unused = run.unused.iter().any(|one| one.seat == *seat && one.line.number == line.number);
                    let text = line.print(game, "en");
                    match outlook.verdict() {
                        Verdict::Will => assert!(!is_refused && !is_unused, "{name}: told that it will be done: {text} {:?}", outlook.fates),
                        Verdict::Cannot | Verdict::Partly => assert!(is_refused, "{name}: told that it cannot be done: {text} {:?}", outlook.fates),
                        Verdict::Idle | Verdict::Overtaken => assert!(!is_refused, "{name}: told that nothing asks for it: {text} {:?}", outlook.fates),
                        Verdict::Depends | Verdict::Waits | Verdict::Later => {}
                    }
                }
            }
        });
    }
}

law! {
    /// What a player is told to be impossible happens in no world that looks like theirs.
    fn what_cannot_be_is_never_done(game, name) {
        watch(game, 16, |stage, letters, chance| {
            let Some((seat, text)) = letters.choose(chance) else { return };
            let lines = letter(game, &garble(text, letters, chance)).lines;
            let told = foreseen(game, stage, *seat, &lines, Effort::LETTER);
            let other = Draft::new(&lines, &[], 77);
            let fresh = stage.forecast(game, *seat, &other, Effort { caretakers: 1, guesses: 12 });
            for ((line, one), two) in lines.iter().zip(&told.outlooks).zip(&fresh.outlooks) {
                if one.verdict() == Verdict::Cannot {
                    assert_eq!(two.share(), 0, "{name}: {} {:?} {:?}", line.print(game, "en"), one.fates, two.fates);
                }
            }
        });
    }
}

law! {
    /// The form offers only orders that an imagined run accepts.
    fn forms_offer_what_is_accepted(game, name) {
        watch(game, 24, |stage, _, _| {
            for seat in stage.asked().wanted.iter() {
                let view = game.view(&stage.asked().state, Viewer::Seat(seat));
                for order in game.examples(&view, seat) {
                    let lines = [Line::plain(1, order)];
                    let told = foreseen(game, stage, seat, &lines, Effort::ONE);
                    let outlook = &told.outlooks[0];
                    assert!(!outlook.is_doubtful(), "{name}: {} {:?}", lines[0].print(game, "en"), outlook.fates);
                }
            }
        });
    }
}
