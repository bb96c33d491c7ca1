//! Leagues of any game: who meets whom, what a place is worth, how the table stands and how it can still end.
//!
//! Plain functions over plain values: no clock, no files, no mail, no game. The desk keeps what they need and does what they say.
//!
//! | file | what |
//! |---|---|
//! | [`points`] | what a place is worth, ties included |
//! | [`sizes`] | so many people at tables of which sizes |
//! | [`draw`], [`cost`], [`die`] | who sits with whom, and where; by a named die that can be checked |
//! | [`mod@format`], [`ladder`] | groups, Swiss, knock-out, ladder, friendly games |
//! | [`standing`] | the order of a division, by tie-breaks in a stated order |
//! | [`range`] | between which ranks somebody can still finish |
//! | [`divisions`] | who plays in which division next season |
//! | [`season`] | the life of a season: steps that run once |
//! | [`rehearsal`] | a season tried out beforehand |
//! | [`rating`] | how strong somebody seems, and how sure that is |

pub mod cost;
pub mod die;
pub mod divisions;
pub mod draw;
pub mod format;
pub mod ladder;
pub mod points;
pub mod range;
pub mod rating;
pub mod rehearsal;
pub mod season;
pub mod sizes;
pub mod standing;

use serde::{Deserialize, Serialize};

/// Somebody who plays in a league.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(pub i64);
