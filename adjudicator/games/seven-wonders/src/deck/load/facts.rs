//! Where every fact comes from.

use super::entries::Name;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::{Fact, Flaws};

pub(super) struct Facts<'a> {
    pub source: &'a Name,
    pub note: &'a Option<String>,
    pub list: Vec<Fact>,
}

impl Facts<'_> {
    pub fn add(&mut self, flaws: &mut Flaws, at: usize, what: String, source: &Option<Name>, note: &Option<String>) {
        if let Some(source) = source {
            check_source(flaws, source);
        }
        let source = source.as_ref().unwrap_or(self.source).get_ref().clone();
        let note = note.clone().or_else(|| self.note.clone());
        self.list.push(Fact { file: flaws.file().into(), line: flaws.line(at), what, source, note });
    }
}

pub(super) fn check_source(flaws: &mut Flaws, source: &Name) {
    let text = source.get_ref();
    let detailed = |kind: &str| text.strip_prefix(kind).is_some_and(|rest| !rest.trim().is_empty());
    if !(["reconstructed", "board", "house"].contains(&text.as_str()) || detailed("rulebook ") || detailed("page http"))
    {
        let known = "'rulebook <number>:<line>', 'page <address>', 'reconstructed', 'board' or 'house'";
        flaws.add(source.span().start, format!("the source '{text}' is not {known}"));
    }
}
