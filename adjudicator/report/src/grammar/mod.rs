//! What a language does to words: which form a number asks for, how lists end, how a name is bent.
//!
//! All of it is data: `words.toml` has the small words, `forms.toml` the forms of names, and the classes of plurals are those of CLDR. So a
//! language comes with its files alone.

mod forms;
mod span;

pub use forms::Forms;

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use std::collections::BTreeMap;
use std::sync::Arc;
use unic_langid::LanguageIdentifier;

/// The grammar of one language, as its files have it.
#[derive(Clone)]
pub struct Grammar {
    plurals: Arc<PluralRules>,
    words: Arc<BTreeMap<String, String>>,
    forms: Arc<Forms>,
}

impl Grammar {
    /// The grammar of a language with these words and forms. A language that CLDR does not know counts as English does.
    pub fn new(language: &str, words: BTreeMap<String, String>, forms: Forms) -> Option<Grammar> {
        let rules = |language: &str| {
            let language: LanguageIdentifier = language.parse().ok()?;
            PluralRules::create(language, PluralRuleType::CARDINAL).ok()
        };
        let plurals = rules(language).or_else(|| rules("en"))?;
        Some(Grammar { plurals: Arc::new(plurals), words: Arc::new(words), forms: Arc::new(forms) })
    }

    /// A small word by its path: `words/and`.
    pub fn word(&self, path: &str) -> Option<&str> {
        self.words.get(path).map(String::as_str)
    }

    /// The words, by path.
    pub fn words(&self) -> &BTreeMap<String, String> {
        &self.words
    }

    /// All forms of a name.
    pub fn forms_of(&self, name: &str) -> Vec<String> {
        self.forms.all(name)
    }

    /// Which form a number asks for: `one`, `few`, `many`, `other`.
    pub fn class(&self, number: i64) -> &'static str {
        match self.plurals.select(number.unsigned_abs()) {
            Ok(PluralCategory::ZERO) => "zero",
            Ok(PluralCategory::ONE) => "one",
            Ok(PluralCategory::TWO) => "two",
            Ok(PluralCategory::FEW) => "few",
            Ok(PluralCategory::MANY) => "many",
            Ok(PluralCategory::OTHER) | Err(_) => "other",
        }
    }

    /// The form for a number out of several: the one of its class, or the nearest that is there.
    pub fn pick<T>(&self, number: i64, form: impl Fn(&str) -> Option<T>) -> Option<T> {
        [self.class(number), "other", "many", "few"].into_iter().find_map(form)
    }

    /// A list with its last word: `Rome, Greece and Egypt`. What comes last may change the word: `Grecia ed Egitto`.
    pub fn join(&self, parts: &[String], by: &str) -> String {
        match parts {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                let letter: String = last.chars().take(1).flat_map(char::to_lowercase).collect();
                let before = self.word(&format!("words/{by}-before/{letter}"));
                let word = before.or_else(|| self.word(&format!("words/{by}"))).unwrap_or("&");
                format!("{} {word} {last}", first.join(", "))
            }
        }
    }

    /// A name as a sentence needs it: `Rzymu`. Written with a capital, the form begins a sentence: `The` is `L'Egitto`.
    ///
    /// Of a name that has no such form, the words put before it by `after` are used, or else what the language has for all names.
    pub fn inflect(&self, name: &str, to: &str, after: Option<&str>) -> String {
        let form = to.to_lowercase();
        let bent = match (self.forms.get(name, &form), after, self.word(&format!("words/inflect/{form}"))) {
            (Some(known), _, _) => known.to_owned(),
            (None, Some(after), _) => format!("{after} {name}"),
            (None, None, Some(pattern)) => pattern.replace("{}", name),
            (None, None, None) => name.to_owned(),
        };
        if to == form { bent } else { begin(&bent) }
    }

    /// So many of something, whose name may be an identifier with a name and a plural of the game's own.
    pub fn number_of(&self, number: i64, name: &str, plural: Option<&str>, to: Option<&str>) -> String {
        let class = self.class(number);
        let known = |form: &str| self.forms.get(name, form).map(str::to_owned);
        let word = if class == "one" {
            to.map_or_else(|| name.to_owned(), |to| self.inflect(name, to, None))
        } else {
            // An object stands in the form that its number asks for; after a preposition the whole is bent.
            let bent = to.filter(|to| *to != "acc").and_then(|to| known(&format!("{to}_pl")));
            let counted = bent.or_else(|| self.pick(number, known));
            counted.or_else(|| plural.map(str::to_owned)).unwrap_or_else(|| name.to_owned())
        };
        format!("{number} {word}")
    }
}

/// With a capital in front.
pub fn begin(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
