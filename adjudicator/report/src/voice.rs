//! One game in one language: whatever the rules say, said in sentences.

use super::filters::tidy;
use super::grammar::Grammar;
use super::names::Named;
use super::samples::{self, Sample};
use super::templates::Locale;
use super::{Found, News, Page, Receipt, Rendered, dispatch, explain, letter, lookup, rules};
use anyhow::{Context as _, Result, anyhow};
use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use tabellarius_kernel::problem::ProblemOf;
use tabellarius_kernel::{Line, Listed, Odds, Run, Seat, StageName, Viewer};
use tera::Context;

/// A game that many letters are written about: what its templates look up is made once for each language.
pub struct Known<G> {
    game: Arc<G>,
    shared: RefCell<BTreeMap<String, Rc<Shared>>>,
}

/// What is prepared for a game in one language.
pub struct Shared {
    /// What every template may look up.
    context: Context,
    /// The names of stages, as they were asked for: every letter tells one.
    titles: RefCell<BTreeMap<StageName, String>>,
}

impl<G: Listed> Known<G> {
    /// Nothing is prepared yet.
    pub fn new(game: Arc<G>) -> Known<G> {
        Known { game, shared: RefCell::default() }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    pub(crate) fn shared(&self, locale: &Locale, language: &str) -> Result<Rc<Shared>> {
        let mut all = self.shared.borrow_mut();
        if let Some(shared) = all.get(language) {
            return Ok(shared.clone());
        }
        let shared = Rc::new(shared(locale, &*self.game, language)?);
        all.insert(language.to_owned(), shared.clone());
        Ok(shared)
    }
}

/// A game and a language: writes everything that is about the game.
pub struct Voice<'a, G: Listed> {
    locale: &'a Locale,
    /// The game.
    pub(crate) game: &'a G,
    /// The reader's language.
    pub(crate) language: &'a str,
    shared: Rc<Shared>,
}

impl<'a, G: Listed> Voice<'a, G> {
    /// A game and a language, with what [`shared`] prepared for them.
    pub(crate) fn new(locale: &'a Locale, game: &'a G, language: &'a str, shared: Rc<Shared>) -> Voice<'a, G> {
        Voice { locale, game, language, shared }
    }

    /// The report of what happened, for one reader.
    pub fn dispatch(&self, news: &News<'_, G>) -> Result<Rendered> {
        dispatch::dispatch(self, news)
    }

    /// The answer to a letter.
    pub fn acknowledgement(&self, receipt: &Receipt<'_, G>) -> Result<Rendered> {
        letter::acknowledgement(self, "acknowledgement.txt", receipt)
    }

    /// The answer to a letter that is only tried.
    pub fn forecast(&self, receipt: &Receipt<'_, G>) -> Result<Rendered> {
        letter::acknowledgement(self, "forecast.txt", receipt)
    }

    /// How a contest would come out that somebody described, or what is wrong with the description.
    pub fn odds(&self, odds: Result<&Odds, &ProblemOf<G>>) -> Result<Rendered> {
        letter::odds(self, odds)
    }

    /// What is wrong with one line, in a few lines: the piece, the reason, the mended line.
    pub fn problem(&self, problem: &ProblemOf<G>) -> Result<String> {
        letter::problem(self, problem)
    }

    /// Why a run came out as it did: each event the viewer hears with its rule, the answers that were used, the dice.
    pub fn explain(&self, run: &Run<G>, viewer: Viewer) -> Result<Rendered> {
        explain::explain(self, run, viewer)
    }

    /// A page that a reader asks for: a card by its name, the own sheet, the areas of the map.
    pub fn look_up(&self, state: &G::State, viewer: Viewer, page: Page<'_>) -> Result<Found> {
        lookup::look_up(self, state, viewer, page)
    }

    /// One event as a sentence.
    pub fn event(&self, event: &G::Event) -> Result<String> {
        self.event_written(serde_json::to_value(event)?, None)
    }

    /// The same for an event as it is written down; a sentence may speak to its `reader`.
    pub(crate) fn event_written(&self, mut event: Value, reader: Option<Seat>) -> Result<String> {
        if let Some(fields) = event.as_object_mut() {
            fields.insert("reader".into(), serde_json::to_value(reader)?);
        }
        self.sentence("events", "event", &event)
    }

    /// A reason as a sentence or two.
    pub fn reason(&self, reason: &G::Reason) -> Result<String> {
        self.sentence("reasons", "reason", &serde_json::to_value(reason)?)
    }

    /// What a question asks, by its name; about a card or the like, if it says so.
    pub fn question(&self, name: &str, about: Option<&str>) -> Result<String> {
        #[derive(Serialize)]
        struct Asked<'q> {
            about: Option<&'q str>,
        }
        self.entry(&format!("{}/questions/{name}", G::ENTRY.key), &Asked { about })
    }

    /// The name of a stage for people: `turn 4, Commerce`.
    pub fn stage(&self, stage: &StageName) -> Result<String> {
        if let Some(title) = self.shared.titles.borrow().get(stage) {
            return Ok(title.clone());
        }
        let title = self.stage_title(stage)?;
        self.shared.titles.borrow_mut().insert(stage.clone(), title.clone());
        Ok(title)
    }

    fn stage_title(&self, stage: &StageName) -> Result<String> {
        #[derive(Serialize)]
        struct Title<'s> {
            number: Option<u32>,
            part: &'s str,
            phase: Option<String>,
        }
        let mut title = Title { number: stage.number(), part: stage.word(), phase: None };
        title.phase = Some(self.entry(&format!("{}/stages/{}", G::ENTRY.key, stage.phase), &title)?);
        self.entry(&format!("{}/stages/title", G::ENTRY.key), &title)
    }

    /// The name of a phase, such as `commerce`.
    pub(crate) fn phase(&self, phase: &str) -> Result<String> {
        self.render_tidy(&format!("{}/stages/{phase}", G::ENTRY.key), &self.shared.context)
    }

    /// A kind of word, as it is called in complaints: `a province`.
    pub(crate) fn kind(&self, kind: &str) -> String {
        let path = format!("{}/words/kind/{kind}", G::ENTRY.key);
        self.locale.grammar.words().get(&path).cloned().unwrap_or_else(|| kind.to_owned())
    }

    /// A word that is no sentence: the game's own, or the one that all share.
    pub(crate) fn word(&self, path: &str) -> Option<String> {
        let own = self.locale.grammar.words().get(&format!("{}/words/{path}", G::ENTRY.key));
        own.or_else(|| self.locale.grammar.words().get(&format!("words/{path}"))).cloned()
    }

    /// How something came out, in a word or two: `you hold it`.
    pub(crate) fn outcome(&self, outcome: &str) -> String {
        let path = format!("{}/words/outcome/{outcome}", G::ENTRY.key);
        self.locale.grammar.words().get(&path).cloned().unwrap_or_else(|| outcome.to_owned())
    }

    /// The grammar of the reader's language.
    pub(crate) fn grammar(&self) -> &Grammar {
        &self.locale.grammar
    }

    /// A line in canonical form.
    pub(crate) fn line(&self, line: &Line<G>) -> String {
        line.print(self.game, self.language)
    }

    /// The rules of the game as its reader has them.
    pub(crate) fn book(&self) -> rules::Book {
        rules::Book::of(&G::ENTRY, self.language)
    }

    /// Renders a letter: a template of the game, or else the one all games share.
    pub(crate) fn letter(&self, name: &str, what: &impl Serialize) -> Result<Rendered> {
        let own = format!("{}/{name}", G::ENTRY.key);
        let name = if self.locale.tera.contains_template(&own) { &own } else { name };
        let what = serde_json::to_value(what)?;
        self.keep(name, false, &what);
        Ok(finished(&self.render(name, &self.context_of(&what)?)?))
    }

    /// Renders a letter that only some games have.
    pub(crate) fn own_letter(&self, name: &str, what: &impl Serialize) -> Result<Option<Rendered>> {
        let own = format!("{}/{name}", G::ENTRY.key);
        if !self.locale.tera.contains_template(&own) {
            return Ok(None);
        }
        Ok(Some(self.letter(name, what)?))
    }

    /// Renders an entry of the shared lists.
    pub(crate) fn shared_entry(&self, path: &str, what: &impl Serialize) -> Result<String> {
        self.entry(path, what)
    }

    fn entry(&self, path: &str, what: &impl Serialize) -> Result<String> {
        let what = serde_json::to_value(what)?;
        self.keep(path, false, &what);
        self.render_tidy(path, &self.context_of(&what)?)
    }

    /// Says an entry again that was said before, maybe in another language.
    pub fn again(&self, sample: &Sample) -> Result<String> {
        let mut context = self.context_of(&sample.what)?;
        if sample.raw {
            context.insert("raw", &sample.what);
        }
        Ok(finished(&self.render(&sample.entry, &context)?).into())
    }

    fn keep(&self, entry: &str, raw: bool, what: &Value) {
        samples::keep(Some((G::ENTRY.key, self.game.seats().len())), entry, raw, what);
    }

    /// A sentence may ask what the rules wrote, not only for its name: that stands in `raw`.
    fn sentence(&self, list: &str, tag: &str, raw: &Value) -> Result<String> {
        let mut context = self.context_of(raw)?;
        context.insert("raw", raw);
        let key = context.get(tag).and_then(tera::Value::as_str).ok_or_else(|| anyhow!("a value without '{tag}'"))?;
        let entry = format!("{}/{list}/{key}", G::ENTRY.key);
        self.keep(&entry, true, raw);
        self.render_tidy(&entry, &context)
    }

    /// What a template sees: the fields of a value, with names in them.
    fn context_of(&self, what: &Value) -> Result<Context> {
        let mut context = self.shared.context.clone();
        let fields = what.as_object().ok_or_else(|| anyhow!("templates need a value with fields"))?;
        for (key, value) in fields {
            context.insert(key.clone(), &Named { game: self.game, language: self.language, value });
        }
        Ok(context)
    }

    /// A letter of the desk that has nothing of the game in it.
    pub(crate) fn page(&self, name: &str, what: &impl Serialize) -> Result<Rendered> {
        page(self.locale, name, what)
    }

    /// Renders a sentence: it may be written on several lines.
    fn render_tidy(&self, name: &str, context: &Context) -> Result<String> {
        Ok(tidy(&self.render(name, context)?))
    }

    fn render(&self, name: &str, context: &Context) -> Result<String> {
        self.locale.tera.render(name, context).with_context(|| format!("the template '{name}'"))
    }
}

/// Prepares what every template may look up: the game's atlas, the plurals of its names, the word for `and`.
pub fn shared<G: Listed>(locale: &Locale, game: &G, language: &str) -> Result<Shared> {
    let mut context = Context::new();
    context.insert("and_word", locale.grammar.word("words/and").unwrap_or("&"));
    let (one, many) = plurals(locale, game, language);
    context.insert("one", &one);
    context.insert("many", &many);
    context.insert("atlas", &Named { game, language, value: &serde_json::to_value(game.atlas())? });
    Ok(Shared { context, titles: RefCell::default() })
}

/// A letter of the desk.
pub fn page(locale: &Locale, name: &str, what: &impl Serialize) -> Result<Rendered> {
    Ok(finished(&plain(locale, name, what)?))
}

/// A text as it came from a template, made ready to be read.
fn finished(text: &str) -> Rendered {
    Rendered::new(text)
}

/// A template of the desk as it is.
pub fn plain(locale: &Locale, name: &str, what: &impl Serialize) -> Result<String> {
    if cfg!(debug_assertions) {
        samples::keep(None, name, false, &serde_json::to_value(what)?);
    }
    let mut context = Context::from_serialize(what).map_err(|error| anyhow!("{error}"))?;
    context.insert("and_word", locale.grammar.word("words/and").unwrap_or("&"));
    locale.tera.render(name, &context).with_context(|| format!("the template '{name}'"))
}

/// One and many of each thing, by identifier and by name. English plurals serve only English names.
fn plurals<G: Listed>(
    locale: &Locale,
    game: &G,
    language: &str,
) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let prefix = format!("{}/words/plural/", G::ENTRY.key);
    let (mut one, mut many) = (BTreeMap::new(), BTreeMap::new());
    for (path, plural) in locale.grammar.words() {
        let Some(id) = path.strip_prefix(&prefix) else { continue };
        let Some(name) = game.name(id, language) else { continue };
        let is_own = locale.language == language && locale.own_words.contains(path);
        let fits = is_own || game.name(id, "en") == Some(name);
        let plural = if fits { plural.as_str() } else { name };
        one.insert(id.to_owned(), name.to_owned());
        many.insert(id.to_owned(), plural.to_owned());
        one.insert(name.to_owned(), name.to_owned());
        many.insert(name.to_owned(), plural.to_owned());
    }
    (one, many)
}
