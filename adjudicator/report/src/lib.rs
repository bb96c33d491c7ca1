//! What people read: acknowledgements, dispatches, explanations.
//!
//! Events, reasons and problems come from the rules as plain values. [`names`] puts names in the reader's language for the
//! identifiers in them, and the sentences are templates: one entry a thing in `templates/<language>/…`. An operator's
//! directory wins over what is compiled in, entry by entry, and a language falls back on English in the same way.

mod dispatch;
mod explain;
mod filters;
mod letter;
mod lookup;
mod names;
pub mod rules;
mod templates;
#[cfg(test)]
mod tests;
mod voice;

pub use dispatch::{Detail, News};
pub use filters::UNBROKEN;
pub use letter::Receipt;
pub use lookup::{Found, Page};

use anyhow::Result;
use serde::Serialize;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use tabellarius_kernel::problem::ProblemOf;
use tabellarius_kernel::{Listed, Run, Viewer};
use templates::Templates;
use voice::Voice;

/// The widest line of a report. Only an order is never broken, since it must be read back.
pub const WIDTH: usize = 76;

/// Everything needed to write to people, in all languages.
pub struct Report {
    templates: Templates,
    kept: RefCell<Kept>,
}

/// What was prepared for games that many letters are written about.
#[derive(Default)]
struct Kept {
    /// The games; as long as they are here, no other thing can be where they are.
    games: Vec<Arc<dyn Any>>,
    /// What their templates look up, by the place of the game in memory and by language.
    shared: BTreeMap<(usize, String), Rc<tera::Context>>,
}

impl Report {
    /// Takes the compiled-in templates, and over them an operator's directory with the same layout.
    pub fn new(directory: Option<&Path>) -> Result<Report> {
        Ok(Report { templates: Templates::load(directory)?, kept: RefCell::default() })
    }

    /// Keeps what is prepared for a game from now on: the names of its things in a language, its atlas.
    pub fn remember<G: Listed>(&self, game: &Arc<G>) {
        let mut kept = self.kept.borrow_mut();
        if !kept.games.iter().any(|one| place_of(&**one) == place_of(&**game)) {
            kept.games.push(game.clone());
        }
    }

    /// The languages that have sentences of their own.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.templates.languages()
    }

    /// One event as a sentence.
    pub fn event<G: Listed>(&self, game: &G, language: &str, event: &G::Event) -> Result<String> {
        self.voice(game, language)?.event(event)
    }

    /// The name of a stage such as `turn 4/commerce`.
    pub fn stage<G: Listed>(&self, game: &G, language: &str, stage: &str) -> Result<String> {
        self.voice(game, language)?.stage(stage)
    }

    /// A letter of the desk, which has no game in it, at the width of all our letters.
    pub fn page(&self, language: &str, name: &str, what: &impl Serialize) -> Result<String> {
        voice::page(self.templates.tongue(language)?, name, what)
    }

    /// A part of such a letter, whose lines are broken when it is put on a page.
    pub fn part(&self, language: &str, name: &str, what: &impl Serialize) -> Result<String> {
        voice::plain(self.templates.tongue(language)?, name, what)
    }

    /// One entry of a list of the desk's sentences, on one line; it may hold [`UNBROKEN`] blanks until it is put on a page.
    pub fn line(&self, language: &str, name: &str, what: &impl Serialize) -> Result<String> {
        Ok(filters::tidy(&voice::plain(self.templates.tongue(language)?, name, what)?))
    }

    /// Why the rules refuse something, and what would help.
    pub fn reason<G: Listed>(&self, game: &G, language: &str, reason: &G::Reason) -> Result<String> {
        self.voice(game, language)?.reason(reason)
    }

    /// What is wrong with one line, in a few lines: the piece, the reason, the mended line.
    pub fn problem<G: Listed>(&self, game: &G, language: &str, problem: &ProblemOf<G>) -> Result<String> {
        letter::problem(&self.voice(game, language)?, problem)
    }

    /// The answer to a letter.
    pub fn acknowledgement<G: Listed>(&self, game: &G, language: &str, receipt: &Receipt<'_, G>) -> Result<String> {
        letter::acknowledgement(&self.voice(game, language)?, "acknowledgement.txt", receipt)
    }

    /// The answer to a letter that is only tried.
    pub fn forecast<G: Listed>(&self, game: &G, language: &str, receipt: &Receipt<'_, G>) -> Result<String> {
        letter::acknowledgement(&self.voice(game, language)?, "forecast.txt", receipt)
    }

    /// The report of what happened, for one reader.
    pub fn dispatch<G: Listed>(&self, game: &G, language: &str, news: &News<'_, G>) -> Result<String> {
        dispatch::dispatch(&self.voice(game, language)?, news)
    }

    /// Why a run came out as it did: each event the viewer hears with its rule, the answers that were used, the dice.
    pub fn explain<G: Listed>(&self, game: &G, language: &str, run: &Run<G>, viewer: Viewer) -> Result<String> {
        explain::explain(&self.voice(game, language)?, run, viewer)
    }

    /// A page that a reader asks for: a card by its name, the own sheet, the areas of the map.
    pub fn look_up<G: Listed>(
        &self,
        game: &G,
        language: &str,
        state: &G::State,
        viewer: Viewer,
        page: Page<'_>,
    ) -> Result<Found> {
        let found = lookup::look_up(&self.voice(game, language)?, state, viewer, page)?;
        let (Page::Card(name), Found::Nothing { .. } | Found::NoPage) = (page, &found) else { return Ok(found) };
        // What has no text of its own may have a rule.
        let rules = lookup::in_english(game, name).into_iter().map(|name| rules::about(G::ENTRY.rules, &name));
        let Some(rules) = rules.into_iter().find(|rules| !rules.is_empty()) else { return Ok(found) };
        let mut text = String::new();
        for rule in rules {
            let what = serde_json::json!({ "number": rule.number, "chapter": rule.chapter, "text": rule.text });
            text += &self.page(language, "desk/rule.txt", &what)?;
            text.push('\n');
        }
        Ok(Found::Page(text))
    }

    fn voice<'a, G: Listed>(&'a self, game: &'a G, language: &'a str) -> Result<Voice<'a, G>> {
        let tongue = self.templates.tongue(language)?;
        let (place, mut kept) = (place_of(game), self.kept.borrow_mut());
        if !kept.games.iter().any(|one| place_of(&**one) == place) {
            return Ok(Voice::new(tongue, game, language, Rc::new(voice::shared(tongue, game, language)?)));
        }
        let key = (place, language.to_owned());
        let shared = match kept.shared.get(&key) {
            Some(shared) => shared.clone(),
            None => {
                let shared = Rc::new(voice::shared(tongue, game, language)?);
                kept.shared.insert(key, shared.clone());
                shared
            }
        };
        Ok(Voice::new(tongue, game, language, shared))
    }
}

/// Where a thing is in memory.
fn place_of<T: ?Sized>(thing: &T) -> usize {
    std::ptr::from_ref(thing).cast::<()>().addr()
}
