//! What would become of lines that are kept for later stages: the turn is played on, stage by stage, while all others are silent.

use crate::stage::{Finality, Letter};
use crate::{Chance, Draft, Effort, Game, Line, Outlook, Pace, Salt, Seat, Seed, Stage, StageName, Verdict, Viewer};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rand::SeedableRng as _;

/// So far ahead nobody looks.
const MOST_STAGES: usize = 12;

/// What would become of some lines in a later stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Ahead<G: Game> {
    /// The stage.
    pub stage: StageName,
    /// The lines for it, and what they would come to.
    pub lines: Vec<(Line<G>, Outlook<G>)>,
}

/// What a seat could order in a later stage of the turn.
#[derive(Clone, PartialEq, Debug)]
pub struct LaterForm<G: Game> {
    /// The stage.
    pub stage: StageName,
    /// One order of each sort.
    pub orders: Vec<G::Order>,
}

impl<G: Game> Stage<G> {
    /// Plays on from the open round to the end of the turn as its writer can imagine it, as long as lines are kept for later.
    pub fn look_ahead(&self, game: &G, seat: Seat, draft: &Draft<'_, G>) -> Vec<Ahead<G>> {
        let mut letters = draft.assumed.clone();
        letters.insert(seat, draft.lines.to_vec());
        let mut ahead = Vec::new();
        self.play_on(game, seat, &letters, draft.luck, |stage| ahead.extend(stage.kept_lines(game, seat, draft)));
        ahead
    }

    /// What a seat could order in the later stages of this turn, as far as it can imagine them while everybody is silent: for those who
    /// write one letter for all of them.
    pub fn later_forms(&self, game: &G, seat: Seat) -> Vec<LaterForm<G>> {
        let mut forms = Vec::new();
        self.play_on(game, seat, &BTreeMap::new(), 0, |stage| {
            let orders = stage.form(game, seat);
            if stage.is_asked(seat) && !orders.is_empty() {
                forms.push(LaterForm { stage: game.stage(stage.start()), orders });
            }
        });
        forms
    }

    /// Plays an imagined world on to the end of the turn with these letters, and shows each later stage in which letters are awaited.
    fn play_on(
        &self,
        game: &G,
        seat: Seat,
        letters: &BTreeMap<Seat, Vec<Line<G>>>,
        luck: u64,
        mut show: impl FnMut(&Stage<G>),
    ) {
        if !self.is_fresh() || self.asked().finished {
            return;
        }
        let mut chance = Chance::seed_from_u64(luck);
        let mut world = game.imagine(&game.view(self.start(), Viewer::Seat(seat)), seat, &mut chance);
        let _ = game.recall(&mut world, seat, &self.opening(seat), &mut chance);
        let turn = game.stage(self.start()).turn;
        let (seed, salt) = (Seed::from_text(&format!("ahead {luck}")), Salt::first("ahead"));
        let mut stage = Stage::open(game, world, Pace::Bulk, seed, salt);
        for number in 0..MOST_STAGES {
            if !stage.asked().finished {
                if number > 0 {
                    show(&stage);
                }
                for (seat, lines) in letters {
                    stage.file(*seat, Letter { text: String::new(), lines: lines.clone(), finality: Finality::Final });
                }
                if stage.close(game).is_err() {
                    break;
                }
            }
            if !stage.asked().finished || game.winners(&stage.asked().state).is_some() {
                break;
            }
            stage = stage.next(game);
            if game.stage(stage.start()).turn != turn {
                break;
            }
        }
    }

    /// The lines of a letter for this stage, with what they would come to; nothing, if there are none.
    fn kept_lines(&self, game: &G, seat: Seat, draft: &Draft<'_, G>) -> Option<Ahead<G>> {
        let here = game.stage(self.start());
        let is_meant = |line: &&Line<G>| {
            line.choices.iter().any(|choice| game.stage_of(&choice.order) == Some(here.phase.as_str()))
        };
        let lines: Vec<Line<G>> = draft.lines.iter().filter(is_meant).cloned().collect();
        let known = Draft { world: Some(self.start().clone()), ..Draft::new(&lines, draft.plans, draft.luck) };
        let told = self.forecast(game, seat, &known, Effort::ONE);
        let lines = lines.iter().cloned().zip(told.outlooks).filter(|(_, outlook)| outlook.verdict() != Verdict::Later);
        let lines: Vec<_> = lines.collect();
        (!lines.is_empty()).then_some(Ahead { stage: here, lines })
    }
}
