//! The game of 2003 as the catalogue lists it.

use super::{Classic, Options, WORD_FILES};
use crate::board::{Board, CLASSIC};
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for Classic {
    const ENTRY: Entry = Entry {
        key: "mare-nostrum",
        name: "Mare Nostrum (2003)",
        players: &[3, 4, 5],
        variants: &[
            ("", "set-up by the aid cards"),
            ("advanced", "set-up by 36 points"),
            ("turns=12", "ends after turn 12 with a ranking"),
            ("advanced,turns=12", "both"),
        ],
        rules: include_str!("../../../../../docs/rules/mare-nostrum.md"),
        data: &[CLASSIC],
        geography: Some((
            "config/mare-nostrum/geography.toml",
            include_str!("../../../../../config/mare-nostrum/geography.toml"),
        )),
        words: &WORD_FILES,
    };

    fn build(files: &Files, players: usize, variant: &str) -> Result<Classic, Unbuilt> {
        let (file, text) = files.data(CLASSIC.0)?;
        let board = Board::load(file, text)?;
        let options = Options::parse_on(&board, players, variant)?;
        Ok(Classic::on(board, files.words(), options)?)
    }
}
