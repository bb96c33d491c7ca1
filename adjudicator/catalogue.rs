//! The catalogue: which games there are, for how many players, in which variants.
//!
//! A game is a type, so code that works for all games is a [`Visit`]: the catalogue hands it the game.

use crate::config::Config;
use anyhow::{Result, anyhow, bail};
use tabellarius_inner_sea::language::term::WORD_FILES as SEA_WORDS;
use tabellarius_inner_sea::{InnerSea, Options as SeaOptions, game as inner_sea};
use tabellarius_kernel::Notation;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_mare_nostrum::board::{Board, Edition};
use tabellarius_mare_nostrum::classic::{self, Classic, Options};
use tabellarius_mare_nostrum::empires::{self, Empires};
use tabellarius_seven_wonders::deck::{Deck, FILE as WONDERS};
use tabellarius_seven_wonders::language::term::WORD_FILES as WONDER_WORDS;
use tabellarius_seven_wonders::{Options as WonderOptions, SevenWonders};

/// A game as the catalogue lists it.
pub struct Entry {
    /// The name used everywhere: `mare-nostrum`.
    pub key: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The numbers of players.
    pub players: &'static [usize],
    /// Variants worth naming, each a list of options as one would write them, with what they mean.
    pub variants: &'static [(&'static str, &'static str)],
}

/// All games.
pub const GAMES: &[Entry] = &[
    Entry {
        key: "mare-nostrum",
        name: "Mare Nostrum (2003)",
        players: &[3, 4, 5],
        variants: &[
            ("", "set-up by the aid cards"),
            ("advanced", "set-up by 36 points"),
            ("turns=12", "ends after turn 12 with a ranking"),
            ("advanced,turns=12", "both"),
        ],
    },
    Entry {
        key: "empires",
        name: "Mare Nostrum: Empires (2016)",
        players: &[3, 4, 5],
        variants: &[("", "five heroes and wonders face up"), ("experts", "all heroes and wonders face up")],
    },
    Entry {
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
    },
    Entry {
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
    },
];

/// Something that can be done with any game.
pub trait Visit {
    /// What comes out of it.
    type Out;

    /// Does it with a game.
    fn game<G: Notation>(self, game: G) -> Self::Out;
}

/// Finds a game, builds its variant and hands it to the visitor.
pub fn visit<V: Visit>(key: &str, players: usize, variant: &str, visitor: V) -> Result<V::Out> {
    let entry = find(key)?;
    if !entry.players.contains(&players) {
        bail!(
            "{} is for {} to {} players, not {players}",
            entry.name,
            entry.players[0],
            entry.players[entry.players.len() - 1]
        );
    }
    let config = Config::in_use();
    match entry.key {
        "mare-nostrum" => {
            let board = match config.file("mare-nostrum/classic.toml")? {
                Some((file, text)) => Board::load(&file, &text).map_err(flawed)?,
                None => Board::classic().map_err(flawed)?,
            };
            let options = Options::parse_on(&board, players, variant).map_err(|reason| anyhow!(reason))?;
            let words = config.words("mare-nostrum", "words.", &classic::WORD_FILES)?;
            let words = words.iter().map(|(file, text)| (file.as_str(), text.as_str()));
            Ok(visitor.game(Classic::on(board, words, options).map_err(flawed)?))
        }
        "empires" => {
            let board = match config.file("mare-nostrum/empires.toml")? {
                Some((file, text)) => Board::load_as(&Edition::EMPIRES, &file, &text).map_err(flawed)?,
                None => Board::empires().map_err(flawed)?,
            };
            let options = empires::Options::parse_on(&board, players, variant).map_err(|reason| anyhow!(reason))?;
            let words = config.words("mare-nostrum", "empires.words.", &empires::WORD_FILES)?;
            let words = words.iter().map(|(file, text)| (file.as_str(), text.as_str()));
            Ok(visitor.game(Empires::on(board, words, options).map_err(flawed)?))
        }
        "seven-wonders" => {
            let boxes = WonderOptions::expansions(variant);
            let mut files = Vec::new();
            for (file, text) in std::iter::once(WONDERS).chain(boxes.iter().map(|expansion| expansion.file())) {
                let name = file.rsplit('/').next().unwrap_or(file);
                let own = config.file(&format!("seven-wonders/{name}"))?;
                files.push(own.unwrap_or_else(|| (file.to_string(), text.to_string())));
            }
            let files: Vec<_> = files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
            let deck = Deck::load(&files).map_err(flawed)?;
            let options = WonderOptions::parse_on(&deck, players, variant).map_err(|reason| anyhow!(reason))?;
            let words = config.words("seven-wonders", "words.", &WONDER_WORDS)?;
            let words = words.iter().map(|(file, text)| (file.as_str(), text.as_str()));
            Ok(visitor.game(SevenWonders::with(deck, words, options).map_err(flawed)?))
        }
        "inner-sea" => {
            let own = |name: &str| config.file(&format!("inner-sea/{name}.toml"));
            let [map, deck, sheets, setups] = [own("map")?, own("deck")?, own("sheets")?, own("setups")?];
            let mut files = inner_sea::Files::built_in();
            let places = [&mut files.map, &mut files.deck, &mut files.sheets, &mut files.setups];
            for (place, file) in places.into_iter().zip([&map, &deck, &sheets, &setups]) {
                if let Some((name, text)) = file {
                    *place = (name.as_str(), text.as_str());
                }
            }
            let data = inner_sea::Kit::load(&files).map_err(flawed)?;
            let options = SeaOptions::parse(&data.setups, players, variant).map_err(|reason| anyhow!(reason))?;
            let words = config.words("inner-sea", "words.", &SEA_WORDS)?;
            let words = words.iter().map(|(file, text)| (file.as_str(), text.as_str()));
            Ok(visitor.game(InnerSea::with(data, words, options).map_err(flawed)?))
        }
        _ => bail!("{} is in the catalogue but has no rules", entry.name),
    }
}

/// Whether a variant can be played by so many.
pub fn offers(key: &str, players: usize, variant: &str) -> bool {
    struct Nothing;
    impl Visit for Nothing {
        type Out = ();
        fn game<G: Notation>(self, _game: G) {}
    }
    visit(key, players, variant, Nothing).is_ok()
}

/// Finds a game by its name.
pub fn find(key: &str) -> Result<&'static Entry> {
    let known = || GAMES.iter().map(|entry| entry.key).collect::<Vec<_>>().join(", ");
    GAMES
        .iter()
        .find(|entry| entry.key == key)
        .ok_or_else(|| anyhow!("there is no game '{key}'; there are: {}", known()))
}

/// Data flaws as one error.
pub fn flawed(flaws: Vec<Flaw>) -> anyhow::Error {
    let lines: Vec<String> = flaws.iter().map(ToString::to_string).collect();
    anyhow!("{}", lines.join("\n"))
}
