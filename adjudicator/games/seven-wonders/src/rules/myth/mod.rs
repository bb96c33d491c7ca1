//! Invoking myths (7W-13): who does, in which order things happen, and what is left of them.

pub mod aim;
pub mod cost;
pub mod drawn;
pub mod hindrance;
pub mod invocation;
pub mod look;
pub mod outside;
pub mod perform;
pub mod powers;
pub mod pray;
pub mod question;
pub mod rites;
pub mod worlds;
