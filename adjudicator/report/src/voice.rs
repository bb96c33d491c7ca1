//! One game in one language: whatever the rules say, said in sentences.

use super::filters::{VERBATIM, tidy, wrap};
use super::names::Named;
use super::templates::Tongue;
use super::{WIDTH, rules};
use anyhow::{Context as _, Result, anyhow};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;
use tabellarius_kernel::{Line, Listed};
use tera::Context;

/// A game and a language.
pub struct Voice<'a, G: Listed> {
    tongue: &'a Tongue,
    /// The game.
    pub game: &'a G,
    /// The reader's language.
    pub language: &'a str,
    /// What every template may look up.
    shared: Rc<Context>,
}

impl<'a, G: Listed> Voice<'a, G> {
    /// A game and a language, with what [`shared`] prepared for them.
    pub fn new(tongue: &'a Tongue, game: &'a G, language: &'a str, shared: Rc<Context>) -> Voice<'a, G> {
        Voice { tongue, game, language, shared }
    }

    /// One event as a sentence.
    pub fn event(&self, event: &G::Event) -> Result<String> {
        self.event_written(&serde_json::to_value(event)?)
    }

    /// The same for an event as it is written down.
    pub fn event_written(&self, event: &Value) -> Result<String> {
        self.sentence("events", "event", event)
    }

    /// A reason as a sentence or two.
    pub fn reason(&self, reason: &G::Reason) -> Result<String> {
        self.sentence("reasons", "reason", &serde_json::to_value(reason)?)
    }

    /// What a question asks, by its name; about a card or the like, if it says so.
    pub fn question(&self, name: &str, about: Option<&str>) -> Result<String> {
        self.render_tidy(&format!("{}/questions/{name}", self.game.key()), &self.context(&json!({ "about": about }))?)
    }

    /// The name of a stage such as `turn 4/commerce`.
    pub fn stage(&self, stage: &str) -> Result<String> {
        let (part, phase) = stage.split_once('/').unwrap_or(("", stage));
        let mut context = Context::clone(&self.shared);
        context.insert("number", &part.rsplit(' ').next().and_then(|n| n.parse::<u32>().ok()));
        context.insert("part", part.split(' ').next().unwrap_or_default());
        let entry = format!("{}/stages/{phase}", self.game.key());
        context.insert("phase", &self.render_tidy(&entry, &context)?);
        self.render_tidy(&format!("{}/stages/title", self.game.key()), &context)
    }

    /// The name of a phase, such as `commerce`.
    pub fn phase(&self, phase: &str) -> Result<String> {
        self.render_tidy(&format!("{}/stages/{phase}", self.game.key()), &self.shared)
    }

    /// A kind of word, as it is called in complaints: `a province`.
    pub fn kind(&self, kind: &str) -> String {
        let path = format!("{}/words/kind/{kind}", self.game.key());
        self.tongue.words.get(&path).cloned().unwrap_or_else(|| kind.to_owned())
    }

    /// A line in canonical form.
    pub fn line(&self, line: &Line<G>) -> String {
        line.print(self.game, self.language)
    }

    /// The text of a rule.
    pub fn rule(&self, number: &str) -> Option<rules::Rule> {
        rules::find(G::ENTRY.rules, number)
    }

    /// Renders a letter: a template of the game, or else the one all games share.
    pub fn letter(&self, name: &str, what: &Value) -> Result<String> {
        let own = format!("{}/{name}", self.game.key());
        let name = if self.tongue.tera.contains_template(&own) { &own } else { name };
        let text = self.render(name, &self.context(what)?)?;
        Ok(squeeze(&wrap(&text, WIDTH)))
    }

    /// Renders a letter that only some games have.
    pub fn own_letter(&self, name: &str, what: &Value) -> Result<Option<String>> {
        let own = format!("{}/{name}", self.game.key());
        if !self.tongue.tera.contains_template(&own) {
            return Ok(None);
        }
        self.letter(name, what).map(Some)
    }

    /// Renders an entry of the shared lists.
    pub fn shared_entry(&self, path: &str, what: &Value) -> Result<String> {
        self.render_tidy(path, &self.context(what)?)
    }

    /// A sentence may ask what the rules wrote, not only for its name: that stands in `raw`.
    fn sentence(&self, list: &str, tag: &str, raw: &Value) -> Result<String> {
        let mut context = self.context(raw)?;
        context.insert("raw", raw);
        let key = context.get(tag).and_then(tera::Value::as_str).ok_or_else(|| anyhow!("a value without '{tag}'"))?;
        self.render_tidy(&format!("{}/{list}/{key}", self.game.key()), &context)
    }

    /// What a template sees: the fields of a value, with names in them.
    fn context(&self, what: &Value) -> Result<Context> {
        let mut context = Context::clone(&self.shared);
        let fields = what.as_object().ok_or_else(|| anyhow!("templates need a value with fields"))?;
        for (key, value) in fields {
            context.insert(key.clone(), &Named { game: self.game, language: self.language, value });
        }
        Ok(context)
    }

    /// Renders a sentence: it may be written on several lines.
    fn render_tidy(&self, name: &str, context: &Context) -> Result<String> {
        Ok(tidy(&self.render(name, context)?))
    }

    fn render(&self, name: &str, context: &Context) -> Result<String> {
        self.tongue.tera.render(name, context).with_context(|| format!("the template '{name}'"))
    }
}

/// Prepares what every template may look up: the game's atlas, the plurals of its names, the word for `and`.
pub fn shared<G: Listed>(tongue: &Tongue, game: &G, language: &str) -> Result<Context> {
    let mut shared = Context::new();
    shared.insert("and_word", tongue.words.get("words/and").map_or("&", String::as_str));
    let (one, many) = plurals(tongue, game, language);
    shared.insert("one", &one);
    shared.insert("many", &many);
    shared.insert("atlas", &Named { game, language, value: &serde_json::to_value(game.atlas())? });
    Ok(shared)
}

/// A letter of the desk.
pub fn page(tongue: &Tongue, name: &str, what: &impl Serialize) -> Result<String> {
    Ok(squeeze(&wrap(&plain(tongue, name, what)?, WIDTH)))
}

/// A template of the desk as it is.
pub fn plain(tongue: &Tongue, name: &str, what: &impl Serialize) -> Result<String> {
    let mut context = Context::from_serialize(what).map_err(|error| anyhow!("{error}"))?;
    context.insert("and_word", tongue.words.get("words/and").map_or("&", String::as_str));
    tongue.tera.render(name, &context).with_context(|| format!("the template '{name}'"))
}

/// One and many of each thing, by identifier and by name. English plurals serve only English names.
fn plurals<G: Listed>(
    tongue: &Tongue,
    game: &G,
    language: &str,
) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let prefix = format!("{}/words/plural/", game.key());
    let (mut one, mut many) = (BTreeMap::new(), BTreeMap::new());
    for (path, plural) in &tongue.words {
        let Some(id) = path.strip_prefix(&prefix) else { continue };
        let Some(name) = game.name(id, language) else { continue };
        let is_own = tongue.language == language && tongue.own_words.contains(path);
        let fits = is_own || game.name(id, "en") == Some(name);
        let plural = if fits { plural.as_str() } else { name };
        one.insert(id.to_owned(), name.to_owned());
        many.insert(id.to_owned(), plural.to_owned());
        one.insert(name.to_owned(), name.to_owned());
        many.insert(name.to_owned(), plural.to_owned());
    }
    (one, many)
}

/// At most one empty line in a row, none at the beginning, one line end at the end; but a text that stays as it is keeps its own.
fn squeeze(text: &str) -> String {
    let mut out = String::new();
    let mut empty = true;
    for line in text.lines() {
        if line.is_empty() && empty {
            continue;
        }
        empty = line.is_empty();
        out.push_str(line.trim_matches(VERBATIM));
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
