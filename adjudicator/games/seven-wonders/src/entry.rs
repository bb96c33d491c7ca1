//! 7 Wonders as the catalogue lists it.

use crate::deck::{Deck, FILES};
use crate::language::term::WORD_FILES;
use crate::{Options, SevenWonders};
use alloc::vec::Vec;
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for SevenWonders {
    const ENTRY: Entry = Entry {
        key: "seven-wonders",
        name: "7 Wonders",
        players: &[2, 3, 4, 5, 6, 7, 8],
        variants: &[
            ("", "the side of each board is drawn"),
            ("a", "all boards on side A"),
            ("b", "all boards on side B"),
            ("leaders", "with Leaders"),
            ("cities", "with Cities"),
            ("leaders,cities", "with Leaders and Cities"),
            ("myths", "with Myths"),
            ("leaders,myths", "with Leaders and Myths"),
            ("cities,myths", "with Cities and Myths"),
            ("leaders,cities,myths", "with everything"),
            ("leaders,cities,myths,teams", "with everything, two against two against two"),
            ("leaders,cities,teams", "the same, two against two against two"),
        ],
        rules: include_str!("../../../../docs/rules/seven-wonders.md"),
        data: FILES,
        geography: None,
        words: &WORD_FILES,
    };

    fn build(files: &Files, players: usize, variant: &str) -> Result<SevenWonders, Unbuilt> {
        let mut parts = Vec::new();
        for (path, _, part) in Options::files_of(variant) {
            let (file, text) = files.data(path)?;
            parts.push((file, text, part));
        }
        let deck = Deck::load_parts(&parts)?;
        let options = Options::parse_on(&deck, players, variant)?;
        Ok(SevenWonders::with(deck, files.words(), options)?)
    }
}
