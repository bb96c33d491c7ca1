//! What people read: acknowledgements, dispatches, explanations.
//!
//! Events, reasons and problems come from the rules as plain values. [`names`] puts names in the reader's language for the
//! identifiers in them, and the sentences are templates: one entry a thing in `templates/<language>/…`. An operator's
//! directory wins over what is compiled in, entry by entry, and a language falls back on English in the same way.
//!
//! A [`Renderer`] has all templates. A [`Voice`] is one game in one language, and writes everything that is about a game.

mod dispatch;
mod explain;
mod filters;
mod grammar;
pub mod guides;
pub mod layout;
mod letter;
mod lookup;
mod names;
mod picture;
mod rendered;
mod replay;
pub mod rules;
pub mod samples;
mod templates;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod voice;

pub use dispatch::{Detail, News};
pub use filters::UNBROKEN;
pub use letter::Receipt;
pub use lookup::{Found, Page};
pub use rendered::Rendered;
pub use voice::{Known, Voice};

use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use tabellarius_kernel::Listed;
use templates::Templates;

/// The widest line of a report. Only an order is never broken, since it must be read back.
pub const WIDTH: usize = 76;

/// Everything needed to write to people, in all languages.
pub struct Renderer {
    templates: Arc<Templates>,
}

/// The compiled-in templates, once they were read: that takes a while, and they are the same for everybody.
static BUILT_IN: OnceLock<Arc<Templates>> = OnceLock::new();

impl Renderer {
    /// Takes the compiled-in templates, and over them an operator's directory with the same layout.
    pub fn new(directory: Option<&Path>) -> Result<Renderer> {
        let templates = match (directory, BUILT_IN.get()) {
            (None, Some(known)) => known.clone(),
            (None, None) => {
                let read = Arc::new(Templates::load(None)?);
                BUILT_IN.get_or_init(|| read).clone()
            }
            (Some(_), _) => Arc::new(Templates::load(directory)?),
        };
        Ok(Renderer { templates })
    }

    /// The languages that have sentences of their own.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.templates.languages()
    }

    /// A small word of a language by its path in `words.toml`: `date/month/11`.
    pub fn word(&self, language: &str, path: &str) -> Option<String> {
        let locale = self.templates.locale(language).ok()?;
        locale.grammar.word(&format!("words/{path}")).map(str::to_owned)
    }

    /// All small words of a language by path: `words/date/month/11`; nothing, if it has no sentences.
    pub fn words(&self, language: &str) -> Option<&BTreeMap<String, String>> {
        let is_written = self.languages().any(|known| known == language);
        let locale = self.templates.locale(language).ok().filter(|_| is_written)?;
        Some(locale.grammar.words())
    }

    /// A setting, or its value, as a language calls it.
    pub fn setting(&self, language: &str, text: &str) -> String {
        self.templates.locale(language).map_or_else(|_| text.to_owned(), |locale| locale.grammar.setting(text))
    }

    /// A game in a language. What its templates look up is made anew each time: for many letters, see [`Renderer::voice_of`].
    pub fn voice<'a, G: Listed>(&'a self, game: &'a G, language: &'a str) -> Result<Voice<'a, G>> {
        let locale = self.templates.locale(language)?;
        Ok(Voice::new(locale, game, language, Rc::new(voice::shared(locale, game, language)?)))
    }

    /// A game that many letters are written about, in a language.
    pub fn voice_of<'a, G: Listed>(&'a self, known: &'a Known<G>, language: &'a str) -> Result<Voice<'a, G>> {
        let locale = self.templates.locale(language)?;
        Ok(Voice::new(locale, known.game(), language, known.shared(locale, language)?))
    }

    /// A letter of the desk, at the width of all our letters, with the order form that a part of it may have.
    pub fn letter(&self, language: &str, name: &str, what: &impl Serialize) -> Result<Rendered> {
        voice::page(self.templates.locale(language)?, name, what)
    }

    /// A letter of the desk that has no order form in it.
    pub fn page(&self, language: &str, name: &str, what: &impl Serialize) -> Result<String> {
        Ok(self.letter(language, name, what)?.into())
    }

    /// A part of such a letter, whose lines are broken when it is put on a page.
    pub fn part(&self, language: &str, name: &str, what: &impl Serialize) -> Result<String> {
        voice::plain(self.templates.locale(language)?, name, what)
    }

    /// One entry of a list of the desk's sentences, on one line; it may hold [`UNBROKEN`] blanks until it is put on a page.
    pub fn sentence(&self, language: &str, name: &str, what: &impl Serialize) -> Result<String> {
        Ok(filters::tidy(&voice::plain(self.templates.locale(language)?, name, what)?))
    }
}
