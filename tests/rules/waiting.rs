//! Waiting tells. Where single questions wait for letters, who is asked, for what, and in which round, must tell nobody what others hold:
//! an answer that only one hand allows is asked for like any other (MN-3.3.5, EM-3.5).

use crate::law;
use crate::laws::{heard, reopened, same_news};
use crate::support::{letter, letters_by_chance, new_stage, text_of, times};
use rand::{RngExt as _, SeedableRng as _};
use tabellarius_kernel::{Chance, Game, Listed, Pace, Run, Seat, Stage, Viewer};

/// No stage is followed longer.
const MOST_ROUNDS: usize = 60;
/// So many answers to a question are tried until one is taken in both worlds; then its seat is silent.
const TRIES: usize = 4;

law! {
    /// Law 3 over the rounds of a stage: two worlds that look the same to a seat, in which all do the same, ask the same seats the same way,
    /// round after round, until something hidden is shown.
    fn waiting_tells_nothing(game, name) {
        // All act at once there, and what is played shows what was held: two worlds in which all do the same are hard to find. Not looked at yet.
        if G::ENTRY.key == "seven-wonders" {
            return;
        }
        let mut chance = Chance::seed_from_u64(31);
        let mut stage = new_stage(game, Pace::Bulk);
        for _ in 0..times(30) {
            for seat in game.seats().iter() {
                let world = stage.start().clone();
                let other = game.imagine(&game.view(&world, Viewer::Seat(seat)), seat, &mut chance);
                follow(game, seat, [&world, &other], &mut chance, name);
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

/// Plays a stage in two worlds side by side, and compares what a seat gets to know, and of whom it hears that they are waited for.
fn follow<G: Listed>(game: &G, seat: Seat, worlds: [&G::State; 2], chance: &mut Chance, name: &str) {
    let viewer = Viewer::Seat(seat);
    let [mut here, mut there] = worlds.map(|world| reopened(game, world, Pace::Strict));
    for _ in 0..MOST_ROUNDS {
        let (one, two) = (here.asked(), there.asked());
        // Where somebody did something else, without a letter of his or because only one thing could be done, worlds part.
        let acts = |run: &Run<G>, i: usize| run.used.get(i).map(|used| (used.path.clone(), used.orders.clone()));
        let both = one.used.len().min(two.used.len());
        let parts = (0..both).find(|i| acts(one, *i) != acts(two, *i));
        let until = parts.and_then(|i| [one, two].iter().filter_map(|run| Some(run.used.get(i)?.told)).min());
        if !same_news(one, two, until, viewer, name) || parts.is_some() {
            return;
        }
        assert_eq!(one.used.len(), two.used.len(), "{name}: one was asked, and not the other: {:?}", one.open);
        assert_eq!(one.finished, two.finished, "{name}: waiting for {:?} and {:?}", one.open, two.open);
        assert_eq!(asked(one, seat), asked(two, seat), "{name}");
        assert_eq!(here.awaited(game), there.awaited(game), "{name}");
        // What was shown of a hand may lie open from then on: cards that were discarded are in the bank, which all know (MN-1.5). Where the
        // next stage begins, more may be seen: whoever digs there sees the discards.
        let is_hidden = |run: &Run<G>| !run.finished && run.shown.is_empty() && run.revealed.is_empty();
        if is_hidden(one) && is_hidden(two) {
            assert_eq!(heard(game, &here, viewer), heard(game, &there, viewer), "{name}");
        }
        if one.finished {
            return;
        }
        answer([&mut here, &mut there], game, chance);
        here.close(game).expect("published events stand");
        there.close(game).expect("published events stand");
    }
}

/// What a seat is asked. Of others it hears only that they are waited for.
fn asked<G: Game>(run: &Run<G>, seat: Seat) -> Vec<String> {
    run.open.iter().filter(|open| open.seat == seat).map(|open| open.path.clone()).collect()
}

/// Most of those who are asked write a letter that answers what they are asked in both worlds.
fn answer<G: Listed>([here, there]: [&mut Stage<G>; 2], game: &G, chance: &mut Chance) {
    for seat in here.awaited(game).iter() {
        if chance.random_ratio(1, 5) {
            continue;
        }
        for _ in 0..TRIES {
            let questions = here.asked().open.iter().filter(|open| open.seat == seat);
            let orders: Vec<G::Order> = questions.flat_map(|open| open.random(game, chance)).collect();
            let text = text_of(game, &orders, "en");
            let mut is_taken = true;
            for stage in [&mut *here, &mut *there] {
                stage.file(seat, letter(game, &text));
                is_taken &= !stage.awaited(game).contains(seat);
            }
            if is_taken {
                break;
            }
            here.take_back(seat);
            there.take_back(seat);
        }
    }
}
