//! Inner Sea as the catalogue lists it.

use crate::game::{self, Kit};
use crate::language::term::WORD_FILES;
use crate::{InnerSea, Options, deck, map, scenario, setups, sheets};
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for InnerSea {
    const ENTRY: Entry = Entry {
        key: "inner-sea",
        name: "Ancient Civilizations of the Inner Sea",
        players: &[2, 3, 4, 5, 6],
        variants: &[
            ("", "the basic set-up, four Epochs"),
            ("situation,epochs=1-2", "the first game situation for so many, two Epochs"),
            ("epochs=4,final-event", "the last Epoch alone, with an event at its end"),
            ("owners=red+green/blue", "for three civilizations: one player against one of two, two Epochs"),
            ("teams=red+blue/green+purple,epochs=1-2", "for four: two teams of two, two Epochs"),
            ("owners=red+green/blue+purple,epochs=2-3,wonders=1", "for four: two civilizations and two Wonders each"),
        ],
        rules: include_str!("../../../../docs/rules/inner-sea.md"),
        data: &[map::FILE, deck::FILE, sheets::FILE, setups::FILE],
        words: &WORD_FILES,
    };

    fn build(files: &Files, players: usize, variant: &str) -> Result<InnerSea, Unbuilt> {
        let kit = Kit::load(&game::Files {
            map: files.data(map::FILE.0)?,
            deck: files.data(deck::FILE.0)?,
            sheets: files.data(sheets::FILE.0)?,
            setups: files.data(setups::FILE.0)?,
            scenarios: scenario::FILES.iter().map(|file| files.data(file.0)).collect::<Result<_, _>>()?,
        })?;
        let options = Options::parse(&kit.setups, &kit.scenarios, players, variant)?;
        Ok(InnerSea::with(kit, files.words(), options)?)
    }
}
