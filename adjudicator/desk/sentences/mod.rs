//! Everything the desk can say in a sentence or two, by what it is about. How it is said lies in
//! `templates/<language>/desk/replies.toml`; a test holds the two together.

mod alarms;
mod aside;
mod calendar;
mod clock;
mod identity;
mod info;
mod leagues;
mod log;
mod mails;
mod moderating;
mod news;
mod notices;
mod orders;
mod people;
mod press;
mod seats;
mod subjects;
mod tables;

pub use alarms::Alarm;
pub use aside::Aside;
pub use calendar::Entry;
pub use clock::Clock;
pub use identity::Identity;
pub use info::Info;
pub use leagues::{LeagueTold, Leagues, Neighbour};
pub use log::Log;
pub use mails::Mails;
pub use moderating::Moderating;
pub use news::{Drawn, News, Silent};
pub use notices::Told;
pub use orders::Orders;
pub use people::{About, Moved, Regained};
pub use press::Letters;
pub use seats::Seats;
pub use subjects::Subject;
pub use tables::Tables;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentence::Declared;
    use std::collections::{BTreeMap, BTreeSet};

    const FAMILIES: [&[Declared]; 24] = [
        Leagues::DECLARED,
        LeagueTold::DECLARED,
        LeagueTold::SUBJECTS,
        crate::desk::league::rules::Unfit::DECLARED,
        Alarm::DECLARED,
        Aside::DECLARED,
        Entry::DECLARED,
        Clock::DECLARED,
        Identity::DECLARED,
        Info::DECLARED,
        Log::DECLARED,
        Mails::DECLARED,
        Moderating::DECLARED,
        News::DECLARED,
        Told::DECLARED,
        Told::SUBJECTS,
        Orders::DECLARED,
        About::DECLARED,
        Letters::DECLARED,
        Seats::DECLARED,
        Subject::DECLARED,
        Tables::DECLARED,
        crate::time::Unclear::DECLARED,
        crate::settings::Unsuitable::DECLARED,
    ];

    /// The sentences as they are written, by key.
    fn written() -> BTreeMap<String, String> {
        toml::from_str(include_str!("../../../templates/en/desk/replies.toml")).expect("replies")
    }

    #[test]
    fn whatever_can_be_said_has_a_sentence_and_every_sentence_can_be_said() {
        let written = written();
        let declared: Vec<&str> = FAMILIES.iter().flat_map(|family| family.iter().map(|(key, _)| *key)).collect();
        let keys: BTreeSet<&str> = declared.iter().copied().collect();
        assert_eq!(keys.len(), declared.len(), "a key is declared twice");
        let sentences: BTreeSet<&str> = written.keys().map(String::as_str).collect();
        let mute: Vec<_> = keys.difference(&sentences).collect();
        let unsaid: Vec<_> = sentences.difference(&keys).collect();
        assert!(mute.is_empty() && unsaid.is_empty(), "without a sentence: {mute:?}; never said: {unsaid:?}");
    }

    #[test]
    fn a_sentence_uses_only_what_it_is_given() {
        let written = written();
        for (key, fields) in FAMILIES.iter().flat_map(|family| family.iter()) {
            let sentence = &written[*key];
            for name in names(sentence) {
                assert!(fields.contains(&name.as_str()), "{key} has no {name}: {sentence}");
            }
        }
        assert_eq!(
            names("{% for one in all %}{{ one.x | list }}{% if not loop.last %}, {% endif %}{% endfor %}"),
            ["all"]
        );
        assert_eq!(
            names("{{ ('accept ' ~ free[0]) | unbroken }} {% if by == \"vote\" %}{{ n + 1 }}{% endif %}"),
            ["by", "free", "n"]
        );
    }

    /// The names that a template looks up.
    fn names(template: &str) -> Vec<String> {
        const WORDS: [&str; 13] =
            ["if", "elif", "else", "endif", "for", "in", "endfor", "not", "and", "or", "loop", "true", "false"];
        let mut own: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
        let mut found: Vec<String> = Vec::new();
        for piece in template.split('{').skip(1).filter(|piece| piece.starts_with(['{', '%'])).chain(
            // `{{ x }}` splits into an empty piece and ` x }}`.
            template.split("{{").skip(1),
        ) {
            let code = piece.trim_start_matches('%').split(['}', '%']).next().unwrap_or_default();
            let (mut quote, mut word, mut before) = (None, String::new(), ' ');
            for c in code.chars().chain([' ']) {
                match (quote, c) {
                    (Some(open), _) if c == open => quote = None,
                    (Some(_), _) => {}
                    (None, '\'' | '"') => quote = Some(c),
                    (None, _) if c.is_alphanumeric() || c == '_' => word.push(c),
                    (None, _) => {
                        let name = std::mem::take(&mut word);
                        let is_name = name.starts_with(char::is_alphabetic)
                            && !matches!(before, '.' | '|')
                            && c != '='
                            && c != '(';
                        let is_loop = before == 'f';
                        if is_loop {
                            own.push(name.clone());
                        }
                        before = if name == "for" {
                            'f'
                        } else if c == ' ' && name.is_empty() {
                            before
                        } else {
                            c
                        };
                        if is_name && !is_loop && !own.contains(&name) && !found.contains(&name) {
                            found.push(name);
                        }
                    }
                }
            }
        }
        found
    }
}
