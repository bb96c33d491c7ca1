//! Which rules and which data a table is played with. A table keeps what it was started with: mended rules have another number, corrected data
//! (boards, decks, set-ups) another fingerprint, and the data themselves lie in the database. So nothing that is installed later changes a
//! running game.

use crate::catalogue::find;
use crate::config::Config;
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeMap;
use std::fmt;
use tabellarius_kernel::Entry;
use tabellarius_kernel::entry::Files;

/// The games whose rules were mended so that a table that was running would have come to something else, and how often, counted from 1. A
/// game that is not here plays its first edition. Whoever mends a rule in such a way counts on here, and says so in the CHANGELOG.
const MENDED: [(&str, u32); 0] = [];

/// An edition: `1.0123456789abcdef`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edition {
    /// The number of the rules.
    pub rules: u32,
    /// The fingerprint of the data.
    pub data: String,
}

/// Files of data: their paths and texts.
pub type Data = BTreeMap<String, String>;

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.rules, self.data)
    }
}

impl Edition {
    /// Reads one.
    pub fn read(text: &str) -> Result<Edition> {
        let (rules, data) = text.split_once('.').with_context(|| format!("\"{text}\" is no edition"))?;
        let rules = rules.parse().with_context(|| format!("\"{text}\" is no edition"))?;
        Ok(Edition { rules, data: data.to_owned() })
    }

    /// What this program plays now.
    pub fn now(game: &str) -> Result<(Edition, Data)> {
        let entry = find(game)?;
        let data = data_now(entry)?;
        Ok((Edition { rules: rules_of(game), data: fingerprint(&data) }, data))
    }

    /// Whether this program has the rules; if not, which program has them.
    pub fn need_rules(&self, game: &str) -> Result<()> {
        let ours = rules_of(game);
        if self.rules != ours {
            bail!(
                "it is played with edition {} of the rules of {game}, and this program has edition {ours}: use the version of Tabellarius that \
                 the CHANGELOG names for it",
                self.rules
            );
        }
        Ok(())
    }
}

/// Whether this program can play a record as it was played; if not, what it takes.
pub fn need_now(game: &str, edition: &str) -> Result<()> {
    if edition.is_empty() {
        return Ok(());
    }
    let edition = Edition::read(edition)?;
    edition.need_rules(game)?;
    let now = Edition::now(game)?.0.data;
    if now != edition.data {
        bail!(
            "it was played with other data of {game} ({}; here they are {now}): use the version, or the --config directory, that the club had",
            edition.data
        );
    }
    Ok(())
}

fn rules_of(game: &str) -> u32 {
    MENDED.iter().find(|(key, _)| *key == game).map_or(1, |(_, edition)| *edition)
}

fn data_now(entry: &Entry) -> Result<Data> {
    entry.data.iter().map(|file| Ok((file.0.to_owned(), Config::in_use().text(*file)?.1))).collect()
}

/// The same data have the same fingerprint.
pub fn fingerprint(data: &Data) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("tabellarius data");
    for text in data.iter().flat_map(|(path, text)| [path, text]) {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The files that a game is built from, with these data.
pub fn files(game: &str, data: &Data) -> Result<Files> {
    let entry = find(game)?;
    let text = |path: &'static str| {
        let text = data
            .get(path)
            .with_context(|| format!("{path} is missing among the data that the table was started with"))?;
        Ok((path, (path.to_owned(), text.clone())))
    };
    let data = entry.data.iter().map(|file| text(file.0)).collect::<Result<_>>()?;
    Ok(Files::new(data, Config::in_use().words(entry.words)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_is_read_as_it_is_written_and_data_have_their_own() -> Result<()> {
        let (edition, mut data) = Edition::now("latrones")?;
        assert_eq!(Edition::read(&edition.to_string())?, edition);
        assert_eq!(edition.data, fingerprint(&data));
        need_now("latrones", &edition.to_string())?;
        need_now("latrones", "")?;
        let said =
            |edition: &str| need_now("latrones", edition).map_or_else(|error| error.to_string(), |()| String::new());
        assert!(said(&format!("99.{}", edition.data)).contains("edition 99 of the rules"));
        assert!(said("1.0123456789abcdef").contains("other data of latrones"));
        assert!(Edition::read("first").is_err());
        if let Some(text) = data.values_mut().next() {
            text.push('\n');
            assert_ne!(edition.data, fingerprint(&data));
        }
        Ok(())
    }
}
