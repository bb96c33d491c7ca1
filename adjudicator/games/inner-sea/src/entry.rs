//! Inner Sea as the catalogue lists it.

use crate::game::{self, Kit};
use crate::language::term::WORD_FILES;
use crate::{InnerSea, Options, deck, map, scenario, setups, sheets};
use tabellarius_kernel::{Entry, Files, Listed, Unbuilt};

impl Listed for InnerSea {
    const ENTRY: Entry = Entry {
        key: "inner-sea",
        name: "Ancient Civilizations of the Inner Sea",
        players: &[1, 2, 3, 4, 5, 6],
        variants: &[
            ("", "the basic set-up, four Epochs"),
            ("situation,epochs=1-2", "the first game situation for so many, two Epochs"),
            ("epochs=4,final-event", "the last Epoch alone, with an event at its end"),
            ("owners=red+green/blue", "for three civilizations: one player against one of two, two Epochs"),
            ("teams=red+blue/green+purple,epochs=1-2", "for four: two teams of two, two Epochs"),
            ("owners=red+green/blue+purple,epochs=2-3,wonders=1", "for four: two civilizations and two Wonders each"),
            ("punic-wars", "The Punic Wars, for two; or for one against Rome or Carthage"),
            ("second-punic-war", "The Second Punic War, for three; or for one, as Rome against Carthage and Mycenae"),
            ("caesar-and-pompey", "Caesar and Pompey, for two; or for one against the other"),
            ("antony-and-cleopatra", "Antony and Cleopatra, for two; or for one against the other"),
            (
                "fall-of-rome-2",
                "The Fall of Rome II, for one: both halves of the Empire against Visigoths and Persians",
            ),
            ("fall-of-rome-2,version=west", "The Fall of Rome II, for one: the Western Empire against the Visigoths"),
            ("fall-of-rome-2,version=east", "The Fall of Rome II, for one: the Eastern Empire against the Persians"),
            ("fall-of-rome-2,huns", "The Fall of Rome II, for one: and the Huns come"),
            ("greeks-and-persians", "Greeks and Persians, for two; or for one, as the Greeks"),
            ("fall-of-rome-1", "The Fall of Rome I, for two, three or four"),
            ("fall-of-rome-1,version=crossed", "for two: West and Persians against East and Visigoths"),
            ("god-king", "God-King of Egypt, for one against Hittites and Sea Peoples; or for two to five"),
            (
                "god-king,version=phoenicia-own,assyrians",
                "for one: Egypt and Phoenicia, and the Assyrians come; `version=mycenae-own` and others with Phoenicia and Mycenae",
            ),
            ("hannibal", "Hannibal, for two; or for one, as Rome (version=rome) or Carthage (version=carthage)"),
            (
                "hannibal,walls,seas,tidings",
                "Hannibal, for two, with walls, another sheet of Carthage and other events",
            ),
            ("alexander", "Alexander the Great, for two; or for one, as Alexander"),
            ("darius", "Darius III, for two; or for one, as Darius"),
            ("three-west,npcs,epochs=1-2", "a situation with NPCs: the first one or two civilizations are people's"),
            (
                "civs=rome,unknown=2,map=west,epochs=1-2",
                "exploration, for one: two civilizations that nobody knows yet",
            ),
            (
                "civs=rome,npcs=carthage+celtiberia,map=west,epochs=1-2",
                "a created scenario, for one: name all civilizations",
            ),
        ],
        rules: include_str!("../../../../docs/rules/inner-sea.md"),
        data: &[
            map::FILE,
            deck::FILE,
            sheets::FILE,
            setups::FILE,
            scenario::FILES[0],
            scenario::FILES[1],
            scenario::FILES[2],
            scenario::FILES[3],
            scenario::FILES[4],
            scenario::FILES[5],
            scenario::FILES[6],
            scenario::FILES[7],
            scenario::FILES[8],
            scenario::FILES[9],
            scenario::FILES[10],
        ],
        geography: Some((
            "config/inner-sea/geography.toml",
            include_str!("../../../../config/inner-sea/geography.toml"),
        )),
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
        let options = Options::parse(&kit.setups, &kit.scenarios, &kit.map, players, variant)?;
        Ok(InnerSea::with(kit, files.words(), options)?)
    }
}
