//! Mythology as the catalogue lists it.

use super::{Mythology, Options, WORD_FILES};
use crate::board::{Board, Edition, MYTHOLOGY};
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for Mythology {
    const ENTRY: Entry = Entry {
        key: "mythology",
        name: "Mare Nostrum: Mythology (2005)",
        players: &[3, 4, 5, 6],
        variants: &[
            ("", "set-up by the aid cards"),
            ("advanced", "free set-up by 45 points"),
            ("long", "five heroes and wonders win, the Pyramids cost 13"),
            ("roles,turns=30", "three roles win instead of heroes and wonders; a ranking after turn 30"),
        ],
        rules: include_str!("../../../../../docs/rules/mythology.md"),
        data: &[MYTHOLOGY],
        geography: Some((
            "config/mythology/geography.toml",
            include_str!("../../../../../config/mythology/geography.toml"),
        )),
        words: &WORD_FILES,
    };

    fn build(files: &Files, players: usize, variant: &str) -> Result<Mythology, Unbuilt> {
        let (file, text) = files.data(MYTHOLOGY.0)?;
        let board = Board::load_as(&Edition::MYTHOLOGY, file, text)?;
        let options = Options::parse_on(&board, players, variant)?;
        Ok(Mythology::on(board, files.words(), options)?)
    }
}
