//! The kernel of Tabellarius: what every game refereed by mail has in common.
//!
//! The rules of a stage are one plain function that *asks*. When an answer is missing the run stops, nothing of it
//! is kept, and when more letters are in the stage is run again from its stored position with the bigger book.
//!
//! Read in this order: [`game`] (what a game must say about itself), [`question`], [`table`] (ask, roll, tell),
//! [`stage`] (rounds, sealing), [`plan`] (what a letter holds), [`forecast`], [`fate`] and [`odds`] (what would become of it), [`form`]
//! (what is offered), [`words`] (the order language's toolbox), [`notation`] (positions as text), [`picture`] (what there is to see), [`entry`] (how a game gets into the catalogue).
//!
//! The crate is `no_std`: no files, clock, sockets, threads or randomly ordered maps can get in here.
#![no_std]
extern crate alloc;

pub mod advice;
pub mod ahead;
pub mod dice;
pub mod entry;
pub mod fate;
pub mod flaw;
pub mod forecast;
pub mod form;
pub mod game;
pub mod ids;
pub mod language;
pub mod notation;
pub mod odds;
pub mod picture;
pub mod plan;
pub mod playout;
pub mod problem;
pub mod question;
pub mod read;
pub mod stage;
mod stage_name;
pub mod table;
pub mod words;

pub use advice::Thought;
pub use ahead::{Ahead, LaterForm};
pub use dice::{Salt, Seed};
pub use entry::{Entry, Files, Listed, Unbuilt};
pub use fate::Fate;
pub use forecast::{Draft, Effort, Forecast, Outlook, Verdict};
pub use form::Ending;
pub use game::{Event, Game, Reason, Unsound, Viewer, by_worth};
pub use ids::{Seat, Seats};
pub use language::Language;
pub use notation::{Amiss, Differs, Notation};
pub use odds::{Contest, Issue, Odds};
pub use picture::Picture;
pub use plan::{Choice, Condition, Line, Lines, Says};
pub use problem::{Complaint, Problem};
pub use question::{Chance, Open, Question};
pub use rand;
pub use read::{Reading, is_understood, read};
pub use serde;
pub use stage::{Letter, Pace, Run, Stage, Unused};
pub use stage_name::StageName;
pub use table::{Audience, Play, Refusal, Stop, Table, Told};
