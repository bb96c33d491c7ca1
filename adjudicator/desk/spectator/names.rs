//! What people are called where anybody can read it.

use crate::pages::facts::Who;
use crate::store::{Named, Records};
use anyhow::Result;
use std::collections::BTreeMap;

/// Everybody, by the name that the pages may show.
#[derive(Clone, PartialEq, Default)]
pub struct Names {
    known: BTreeMap<i64, (Who, bool)>,
    /// What stands in old texts, the longest first, and what stands for it.
    instead: Vec<(String, String)>,
}

impl Names {
    /// As people want it now: the name they chose for the pages, or only a number; of whoever has not said anything, the first name.
    pub fn of(store: &Records) -> Result<Names> {
        let everybody = store.everybody_named()?;
        let mut names = Names::default();
        let shown: Vec<String> = everybody.iter().map(shown).collect();
        for (one, name) in everybody.iter().zip(&shown) {
            let is_shared = shown.iter().filter(|other| *other == name).count() > 1;
            let name = if is_shared { format!("{name} #{}", one.id) } else { name.clone() };
            let is_chosen = one.shown.as_deref().is_some_and(|chosen| !chosen.is_empty());
            for known in one.former.iter().chain([&one.name]).filter(|known| **known != name && known.len() > 1) {
                names.instead.push((known.clone(), name.clone()));
            }
            names.known.insert(one.id, (Who { id: one.id, name }, is_chosen));
        }
        names.instead.sort_by_key(|(known, _)| std::cmp::Reverse(known.len()));
        Ok(names)
    }

    /// Somebody.
    pub fn who(&self, person: i64) -> Who {
        let known = self.known.get(&person).map(|(who, _)| who.clone());
        known.unwrap_or_else(|| Who { id: person, name: format!("#{person}") })
    }

    /// Whether somebody chose the name for the pages.
    pub fn is_chosen(&self, person: i64) -> bool {
        self.known.get(&person).is_some_and(|(_, is_chosen)| *is_chosen)
    }

    /// A text with these names in the place of those that it holds, and without addresses.
    pub fn masked(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (known, name) in self.instead.iter().filter(|(known, _)| text.contains(known.as_str())).collect::<Vec<_>>()
        {
            text = replaced(&text, known, name);
        }
        let word = |word: &str| if word.contains('@') { "[...]".to_owned() } else { word.to_owned() };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

fn shown(one: &Named) -> String {
    let number = || format!("#{}", one.id);
    match &one.shown {
        Some(chosen) if chosen.is_empty() => number(),
        Some(chosen) => chosen.clone(),
        None if one.is_gone => one.name.clone(),
        None => {
            // What somebody's address begins with is no name, unless it looks like one.
            let is_mailbox = one.name.eq_ignore_ascii_case(&one.mailbox) && !one.name.chars().all(char::is_alphabetic);
            let first = one.name.split_whitespace().next().filter(|first| !is_mailbox && !first.contains('@'));
            first.map_or_else(number, str::to_owned)
        }
    }
}

/// Puts one name in the place of another where that stands as a word.
fn replaced(text: &str, known: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(known) {
        let end = at + known.len();
        let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_word = !is_part(rest[..at].chars().next_back()) && !is_part(rest[end..].chars().next());
        out.push_str(&rest[..at]);
        out.push_str(if is_word { name } else { known });
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, mailbox: &str, chosen: Option<&str>) -> Named {
        let (name, mailbox) = (name.to_owned(), mailbox.to_owned());
        Named { id: 7, name, mailbox, shown: chosen.map(str::to_owned), former: Vec::new(), is_gone: false }
    }

    #[test]
    fn nobody_is_called_by_more_than_a_first_name_unless_they_say_so() {
        assert_eq!(shown(&named("Anna Conti", "anna", None)), "Anna");
        assert_eq!(shown(&named("anna.conti73", "anna.conti73", None)), "#7");
        assert_eq!(shown(&named("Anna Conti", "anna", Some("Marius"))), "Marius");
        assert_eq!(shown(&named("Anna Conti", "anna", Some(""))), "#7");
    }

    #[test]
    fn old_texts_hold_the_names_of_today() {
        let instead = vec![("Anna Conti".to_owned(), "Marius".to_owned()), ("Bo".to_owned(), "#3".to_owned())];
        let names = Names { known: BTreeMap::new(), instead };
        assert_eq!(
            names.masked("Anna Conti gave Rome to Bo (bo@home.example), not to Bob."),
            "Marius gave Rome to #3 [...] not to Bob."
        );
    }
}
