//! Latrones as the catalogue lists it.

use crate::Latrones;
use crate::language::{WORD_FILES, lexicon};
use alloc::format;
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for Latrones {
    const ENTRY: Entry = Entry {
        key: "latrones",
        name: "Latrones",
        players: &[2, 3, 4],
        variants: &[("", "five nights")],
        rules: include_str!("../../../../docs/rules/latrones.md"),
        data: &[],
        geography: Some(("config/latrones/geography.toml", include_str!("../../../../config/latrones/geography.toml"))),
        words: &WORD_FILES,
    };

    fn build(files: &Files, players: usize, variant: &str) -> Result<Latrones, Unbuilt> {
        if !variant.is_empty() {
            return Err(Unbuilt::Refused(format!("Latrones has no variant '{variant}'")));
        }
        Ok(Latrones { players, lexicon: lexicon(files.words())? })
    }
}
