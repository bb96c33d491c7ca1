//! What a letter is told is what the rules do: forecasts beside real runs, for every game of the catalogue.

use crate::law;
use crate::laws::foreseen;
use crate::support::{garble, letter, letters_by_chance, new_stage, times};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::table::Rolled;
use tabellarius_kernel::{
    Chance, Draft, Effort, Fate, Line, Listed, Outlook, Pace, Seat, Seed, Stage, Verdict, Viewer,
};

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
fn all_known<G: Listed>(game: &G, stage: &Stage<G>, dice: &[Rolled], seat: Seat) -> Vec<Outlook<G>> {
    let filed = |seat| stage.filed(seat).map_or(&[][..], |letter| letter.lines.as_slice());
    let mut draft = Draft::new(filed(seat), &[], 3);
    draft.assumed = game.seats().iter().filter(|one| *one != seat).map(|one| (one, filed(one).to_vec())).collect();
    draft.world = Some(stage.start().clone());
    draft.dice = dice.iter().map(|roll| (roll.path.clone(), roll.faces.clone())).collect();
    stage.forecast(game, seat, &draft, Effort::ONE).outlooks
}

law! {
    /// Every line has a fate, and to whoever knew all, the fate that it meets is told.
    fn what_is_told_is_what_is_done(game, name) {
        watch(game, 30, |stage, letters, chance| {
            let mut stage = Stage::open(game, stage.start().clone(), Pace::Bulk, Seed::from_text("told"), stage.salt());
            let mut played = Stage::open(game, stage.start().clone(), Pace::Bulk, Seed::from_text("told"), stage.salt());
            for (seat, text) in letters {
                let text = if chance.random_bool(0.6) { garble(text, letters, chance) } else { text.clone() };
                stage.file(*seat, letter(game, &text));
                played.file(*seat, letter(game, &text));
            }
            played.close(game).expect("published events stand");
            let run = played.explain(game);
            let told: Vec<(Seat, Vec<Outlook<G>>)> =
                letters.iter().map(|(seat, _)| (*seat, all_known(game, &stage, &run.rolled, *seat))).collect();
            let lines: Vec<Vec<Line<G>>> =
                letters.iter().map(|(seat, _)| stage.filed(*seat).map_or(Vec::new(), |letter| letter.lines.clone())).collect();
            let became = run.became;
            for ((seat, outlooks), lines) in told.iter().zip(&lines) {
                assert_eq!(outlooks.len(), lines.len(), "{name}");
                // A line for another seat of the same player is told with that seat's.
                if lines.iter().any(|line| line.addressed(game, *seat).is_some()) {
                    continue;
                }
                let became = became.iter().filter(|one| one.seat == *seat);
                for (outlook, one) in outlooks.iter().zip(became) {
                    let told = without_why(&outlook.fates[0].0);
                    assert_eq!(told, without_why(&one.fate), "{name}: {}", one.line.print(game, "en"));
                }
            }
        });
    }
}

/// Why nothing asks for a line is explained to its writer only.
fn without_why<R: Clone>(fate: &Fate<R>) -> Fate<R> {
    match fate {
        Fate::Idle { .. } | Fate::Waits => Fate::Waits,
        fate => fate.clone(),
    }
}

law! {
    /// What a player is told to be impossible happens in hardly any world that looks like theirs: others may always do something odd.
    fn what_cannot_be_is_never_done(game, name) {
        watch(game, 16, |stage, letters, chance| {
            let Some((seat, text)) = letters.choose(chance) else { return };
            let lines = letter(game, &garble(text, letters, chance)).lines;
            let told = foreseen(game, stage, *seat, &lines, Effort::LETTER);
            let other = Draft::new(&lines, &[], 77);
            let fresh = stage.forecast(game, *seat, &other, Effort { caretakers: 1, guesses: 12, ..Effort::ONE });
            for ((line, one), two) in lines.iter().zip(&told.outlooks).zip(&fresh.outlooks) {
                if one.verdict() == Verdict::Cannot {
                    assert!(two.share() <= 1, "{name}: {} {:?} {:?}", line.print(game, "en"), one.fates, two.fates);
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
                let form: Vec<Line<G>> = (1..).zip(game.examples(&view, seat)).map(|(n, order)| Line::plain(n, order)).collect();
                // In some stages the lines of a form build on one another. One world does not prove that something is impossible.
                let whole = foreseen(game, stage, seat, &form, Effort::HURRY);
                for (line, among) in form.iter().zip(&whole.outlooks) {
                    let alone = &foreseen(game, stage, seat, std::slice::from_ref(line), Effort::HURRY).outlooks[0];
                    // Nothing may ask for a line without another one: that is no fault of the form.
                    let is_good = |outlook: &Outlook<G>| !matches!(outlook.verdict(), Verdict::Cannot | Verdict::Partly);
                    let is_good = is_good(alone) || is_good(among);
                    assert!(is_good, "{name}: {} {:?}", line.print(game, "en"), alone.fates);
                }
            }
        });
    }
}
