//! Where each fact of the board comes from.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::{Fact, Flaws};
use toml::Spanned;

/// What an entry says about its own origin.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    pub(super) source: &'a Option<Spanned<String>>,
    pub(super) note: &'a Option<String>,
}

impl Origin<'_> {
    /// What the entry says, and where it is silent what its section says.
    pub(super) fn or<'a>(&'a self, section: Origin<'a>) -> Origin<'a> {
        match self.source {
            Some(_) => *self,
            None => Origin { source: section.source, note: self.note_or(section) },
        }
    }

    fn note_or<'a>(&'a self, section: Origin<'a>) -> &'a Option<String> {
        if self.note.is_some() { self.note } else { section.note }
    }
}

/// The facts collected while a file is loaded.
pub(super) struct Facts {
    /// The source of whatever names none.
    pub(super) fallback: String,
    pub(super) list: Vec<Fact>,
}

impl Facts {
    /// Notes a fact that stands at a byte of the text, and checks its source.
    pub(super) fn add(&mut self, flaws: &mut Flaws, at: usize, what: String, origin: Origin) {
        if let Some(source) = origin.source {
            check(flaws, source);
        }
        let source = origin.source.as_ref().map_or(&self.fallback, |source| source.get_ref());
        let (source, note) = (source.clone(), origin.note.clone());
        self.list.push(Fact { file: flaws.file().into(), line: flaws.line(at), what, source, note });
    }

    /// The facts in the order of the file.
    pub(super) fn into_list(mut self) -> Vec<Fact> {
        self.list.sort_by_key(|fact| fact.line);
        self.list
    }
}

/// Notes a flaw if the source is none of the known kinds.
pub(super) fn check(flaws: &mut Flaws, source: &Spanned<String>) {
    let text = source.get_ref();
    let detailed = |kind: &str| text.strip_prefix(kind).is_some_and(|rest| !rest.trim().is_empty());
    let plain = ["reconstructed", "board", "house"].contains(&text.as_str());
    if !(plain || detailed("rulebook ") || detailed("page http")) {
        let known = "'rulebook <number>:<line>', 'page <address>', 'reconstructed', 'board' or 'house'";
        flaws.add(source.span().start, format!("the source '{text}' is not {known}"));
    }
}
