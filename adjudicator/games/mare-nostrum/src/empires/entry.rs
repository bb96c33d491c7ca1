//! The game of 2016 as the catalogue lists it.

use super::{Empires, Options, WORD_FILES};
use crate::board::{Board, EMPIRES, Edition};
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for Empires {
    const ENTRY: Entry = Entry {
        key: "empires",
        name: "Mare Nostrum: Empires (2016)",
        players: &[3, 4, 5],
        variants: &[("", "five heroes and wonders face up"), ("experts", "all heroes and wonders face up")],
        rules: include_str!("../../../../../docs/rules/empires.md"),
        data: &[EMPIRES],
        geography: Some((
            "config/mare-nostrum/empires.geography.toml",
            include_str!("../../../../../config/mare-nostrum/empires.geography.toml"),
        )),
        words: &WORD_FILES,
    };

    fn build(files: &Files, players: usize, variant: &str) -> Result<Empires, Unbuilt> {
        let (file, text) = files.data(EMPIRES.0)?;
        let board = Board::load_as(&Edition::EMPIRES, file, text)?;
        let options = Options::parse_on(&board, players, variant)?;
        Ok(Empires::on(board, files.words(), options)?)
    }
}
