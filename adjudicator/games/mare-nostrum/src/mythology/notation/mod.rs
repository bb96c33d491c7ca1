//! Positions of this game as text: `Hierosolyma: Babylon, city, fortress, 1 legion, 2 legions Egypt`.
//!
//! Provinces and triremes are in `common/notation`; [`holdings`] is everything else, krakens at sea included.

pub mod holdings;

use super::Mythology;
use super::position::{Position, State};
use crate::common::language::read::seat;
use crate::common::notation::{self, Words, area, compare, dice, facts, print};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::notation::Printed;
use tabellarius_kernel::words::Slip;
use tabellarius_kernel::{Amiss, Differs, Notation, Seat};

impl Notation for Mythology {
    const SECTIONS: &'static [&'static str] = &[
        "board", "krakens", "stage", "cards", "copies", "removed", "gods", "hands", "bank", "stock", "roles", "points",
        "lots", "winners",
    ];
    const OPEN: &'static [&'static str] = &[
        "board", "krakens", "stage", "cards", "copies", "removed", "gods", "bank", "stock", "roles", "points", "lots",
        "winners",
    ];

    fn blank(&self) -> State {
        State { position: Position::empty(&self.core.board, self.core.seats.len()), hands: Default::default() }
    }

    fn set(&self, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
        match section {
            "board" => area::set(&self.core, &mut state.position, w),
            _ => holdings::set(self, state, section, w),
        }
    }

    fn expect(&self, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
        match section {
            "board" => compare::expect(&self.core, &state.position, w),
            _ => holdings::expect(self, state, section, w),
        }
    }

    fn print(&self, state: &State, language: &str) -> Vec<Printed> {
        let print = |section: &&'static str| match *section {
            "board" => ("board", print::print_all(&self.core, &state.position, language)),
            other => (other, holdings::print(self, state, other, language)),
        };
        Self::SECTIONS.iter().map(print).filter(|(_, lines)| !lines.is_empty()).collect()
    }

    fn amend(&mut self, w: &mut Words<'_>) -> Result<(), Amiss> {
        facts::amend(&mut self.core, w)
    }

    fn dice(&self, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
        dice::read(&self.core, w)
    }

    fn seat_named(&self, w: &mut Words<'_>) -> Result<Seat, Slip> {
        w.need("civilization", seat)
    }

    fn ids_named(&self, w: &mut Words<'_>) -> Vec<String> {
        notation::ids_named(w)
    }

    fn name_of(&self, id: &str) -> Option<String> {
        notation::name_of(&self.core, id)
    }
}
