//! What somebody is told, as a value: it is put into words once, at the edge, in the reader's language and on the reader's clock.

use crate::sentence::Sentence;
use crate::settings::Unset;
use crate::store::Board;
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

/// What comes of something that somebody asked for.
pub type Answer<T> = Result<T, Declined>;

/// What somebody is told.
#[derive(Debug)]
pub enum Reply {
    /// A sentence or two.
    Sentence {
        /// Its key in the templates.
        key: &'static str,
        /// What it may use.
        fields: Value,
    },
    Page {
        template: &'static str,
        /// What it may use.
        fields: Value,
    },
    /// What a game has put into the reader's words.
    Text(String),
    /// One after the other.
    Several(Vec<Reply>),
}

/// What stands on a page of the desk: all that its template may use.
pub trait Page: Serialize {
    /// The template.
    const TEMPLATE: &'static str;
}

impl Reply {
    /// A sentence.
    pub fn say(sentence: impl Sentence) -> Result<Reply> {
        Ok(Reply::Sentence { key: sentence.key(), fields: serde_json::to_value(&sentence)? })
    }

    /// A page.
    pub fn page<P: Page>(page: &P) -> Result<Reply> {
        Ok(Reply::Page { template: P::TEMPLATE, fields: serde_json::to_value(page)? })
    }
}

/// Why something was not done.
#[derive(Debug)]
pub enum Declined {
    /// It cannot be done, and whoever asked is told so. Nothing is wrong with us, and nothing was changed.
    Reply(Reply),
    /// The table cannot be set up: it has to stop.
    Broken(Box<Board>, anyhow::Error),
    /// Something is wrong with us.
    Fault(anyhow::Error),
}

impl From<anyhow::Error> for Declined {
    fn from(fault: anyhow::Error) -> Declined {
        Declined::Fault(fault)
    }
}

impl From<Unset> for Declined {
    fn from(unset: Unset) -> Declined {
        match unset {
            Unset::Unclear(unclear) => decline(unclear),
            Unset::Unsuitable(unsuitable) => decline(unsuitable),
        }
    }
}

impl Declined {
    /// The same where nobody asked who could be told.
    pub fn fault(self) -> anyhow::Error {
        match self {
            Declined::Reply(reply) => anyhow::anyhow!("declined, and nobody had asked: {reply:?}"),
            Declined::Broken(_, fault) | Declined::Fault(fault) => fault,
        }
    }
}

/// Why something cannot be done, as whoever asked is told.
pub fn decline(why: impl Sentence) -> Declined {
    Reply::say(why).map_or_else(Declined::Fault, Declined::Reply)
}

/// Declines, unless something is so.
pub fn need(is_so: bool, why: impl FnOnce() -> Declined) -> Answer<()> {
    if is_so { Ok(()) } else { Err(why()) }
}

/// What came of one command or one list of orders.
#[derive(Debug)]
pub struct Done {
    /// What the writer is told.
    pub reply: Reply,
    /// How many things were wrong.
    pub problems: usize,
    /// Whether orders were filed.
    pub is_filed: bool,
    /// The letter with everything in it put right.
    pub mended: Option<String>,
}

impl Done {
    /// All is well.
    pub fn well(reply: Reply) -> Done {
        Done { reply, problems: 0, is_filed: false, mended: None }
    }

    /// One thing is not.
    pub fn amiss(reply: Reply) -> Done {
        Done { reply, problems: 1, is_filed: false, mended: None }
    }
}
