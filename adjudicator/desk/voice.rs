//! How people are told things: sentences and pages, each in the reader's language and on the reader's clock.

use super::reply::{Page, Reply};
use super::sentences::Log;
use super::spelling::Spelling;
use crate::pictures::Artist;
use crate::report::{Rendered, Renderer, UNBROKEN};
use crate::sentence::{Notice, Sentence, path};
use crate::store::Person;
use crate::time::Moment;
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;
use tabellarius_kernel::Effort;

/// The desk's words.
pub struct DeskVoice {
    /// Where they lie.
    pub report: Renderer,
    /// What people write behind commands, in all languages.
    pub spelling: Spelling,
    /// How often a stage is played through to answer a letter: less while many letters wait.
    pub effort: Effort,
    /// Who draws the pictures.
    pub artist: RefCell<Artist>,
}

impl DeskVoice {
    /// A sentence for a reader.
    pub fn say(&self, to: &Person, sentence: &impl Sentence) -> Result<String> {
        self.line(to, sentence.key(), serde_json::to_value(sentence)?)
    }

    /// The subject of the mail that tells something.
    pub fn subject(&self, to: &Person, notice: &impl Notice) -> Result<String> {
        self.line(to, notice.subject(), serde_json::to_value(notice)?)
    }

    /// What stands in a table's public log, which all read in one language.
    pub fn log(&self, entry: &Log) -> Result<String> {
        Ok(self.report.sentence("en", &path(entry.key()), entry)?.replace(UNBROKEN, " "))
    }

    /// A page for a reader. It holds marks until it is a mail; so does whatever is made of it.
    pub fn page<P: Page>(&self, to: &Person, page: &P) -> Result<String> {
        self.page_at(to, P::TEMPLATE, page)
    }

    /// A page that may hold an order form.
    pub fn letter<P: Page>(&self, to: &Person, page: &P) -> Result<Rendered> {
        self.report.letter(&to.language, P::TEMPLATE, &on_clock(&self.report, to, serde_json::to_value(page)?))
    }

    /// A page whose template is chosen by what it is about.
    pub fn page_at(&self, to: &Person, template: &str, page: &impl Serialize) -> Result<String> {
        let fields = on_clock(&self.report, to, serde_json::to_value(page)?);
        Ok(self.report.letter(&to.language, template, &fields)?.marked())
    }

    /// A part of a page for a reader, whose lines are broken when it is put there.
    pub fn part<P: Page>(&self, to: &Person, page: &P) -> Result<String> {
        self.report.part(&to.language, P::TEMPLATE, &on_clock(&self.report, to, serde_json::to_value(page)?))
    }

    /// A reply in words.
    pub fn reply(&self, to: &Person, reply: Reply) -> Result<String> {
        match reply {
            Reply::Sentence { key, fields } => self.line(to, key, fields),
            Reply::Page { template, fields } => {
                Ok(self.report.letter(&to.language, template, &on_clock(&self.report, to, fields))?.marked())
            }
            Reply::Text(text) => Ok(text),
            Reply::Several(replies) => {
                let said = replies.into_iter().map(|reply| self.reply(to, reply));
                Ok(said.collect::<Result<Vec<_>>>()?.join("\n\n"))
            }
        }
    }

    /// A sentence by its key, with what it may use.
    pub fn line(&self, to: &Person, key: &str, fields: Value) -> Result<String> {
        self.report.sentence(&to.language, &path(key), &on_clock(&self.report, to, fields))
    }
}

/// Fields with every [`Moment`] in them as the reader's clock shows it, in the reader's words.
fn on_clock(report: &Renderer, to: &Person, mut fields: Value) -> impl Serialize {
    fn walk(value: &mut Value, said: &impl Fn(Moment) -> String) {
        match value {
            Value::Object(fields) => match fields.get(Moment::MARK).and_then(Value::as_i64) {
                Some(moment) => *value = Value::String(said(Moment(moment))),
                None => fields.values_mut().for_each(|value| walk(value, said)),
            },
            Value::Array(values) => values.iter_mut().for_each(|value| walk(value, said)),
            _ => {}
        }
    }
    let word = |path: &str| report.word(&to.language, path);
    walk(&mut fields, &|moment| moment.on_clock_of(&to.zone, word));
    fields
}
