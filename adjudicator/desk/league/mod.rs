//! Leagues: what the clock does in a season, and how its divisions stand. How points, draws and ranges come about is in the crate
//! `tabellarius-league`.
//!
//! | file | what |
//! |---|---|
//! | [`rules`] | how a league is played, each rule a word and a value |
//! | `results` | how tables ended, noted when they do |
//! | `division` | a division with its standing and ranges |
//! | `files` | leagues that the club's file opens |
//! | `steps` | the steps of a season, each done once |
//! | `round` | a round is drawn, or ended |
//! | `telling` | who hears what of it |

mod division;
mod files;
mod results;
mod round;
pub mod rules;
mod steps;
mod telling;

pub(crate) use division::{Line, lines};
pub(crate) use results::{counted, rated};
pub(super) use results::{note_end, note_judged};
pub(super) use round::{rehearsal, undo_draw};
pub(super) use steps::{open_season, set_wake, shift, undo_fix};
pub(super) use telling::{entrants_now, name_of, standing, tell_penalty};
