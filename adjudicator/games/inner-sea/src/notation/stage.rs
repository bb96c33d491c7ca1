//! Where in the sequence of play a position is.

use super::{Words, each, wrong};
use crate::position::{Phase, State};
use alloc::format;
use alloc::string::String;
use tabellarius_kernel::Amiss;

const PHASES: [(&str, Phase); 8] = [
    ("first discs", Phase::Settling),
    ("exploration", Phase::Exploration),
    ("growth", Phase::Growth),
    ("cards", Phase::Cards),
    ("competition", Phase::Competition),
    ("valuation", Phase::Valuation),
    ("epoch end", Phase::EpochEnd),
    ("over", Phase::Over),
];

/// `epoch 1, turn 2, cards`
pub(super) fn set(state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    each(w, |w| {
        let mark = w.mark();
        if w.literal("epoch end") {
            state.position.phase = Phase::EpochEnd;
        } else if w.literal("epoch") {
            match w.need_number()? {
                epoch @ 1..=4 => state.position.epoch = epoch as u8,
                _ => return Err(wrong(w, mark, "there are four Epochs")),
            }
        } else if w.literal("turn") {
            match w.need_number()? {
                turn @ 1..=8 => state.position.turn = turn as u8,
                _ => return Err(wrong(w, mark, "an Epoch has at most eight turns")),
            }
        } else {
            let keys = PHASES.map(|(key, _)| key);
            let key = w.one_of("phase", &keys)?;
            let found = PHASES.iter().find(|(known, _)| *known == key).map(|(_, phase)| *phase);
            state.position.phase = found.unwrap_or(Phase::Growth);
        }
        Ok(())
    })
}

pub(super) fn text(state: &State) -> String {
    let position = &state.position;
    let phase = PHASES.iter().find(|(_, phase)| *phase == position.phase).map_or("setup", |(key, _)| *key);
    format!("epoch {}, turn {}, {phase}", position.epoch, position.turn)
}
