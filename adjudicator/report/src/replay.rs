//! Entries said again from samples, in a language that is being written: what is missing, what cannot be said, what stayed English.

use super::samples::Sample;
use super::{Renderer, voice};
use anyhow::Result;
use serde_json::Value;

/// Numbers that ask for every form of a plural in the languages we know.
const NUMBERS: [i64; 5] = [0, 1, 2, 5, 22];

impl Renderer {
    /// The entries that a language has only in English.
    pub fn missing(&self, language: &str) -> Vec<String> {
        let own = self.templates.own(language);
        self.templates.own("en").into_iter().filter(|entry| own.binary_search(entry).is_err()).collect()
    }

    /// All entries that a language has of its own.
    pub fn entries(&self, language: &str) -> Vec<String> {
        self.templates.own(language)
    }

    /// The words that a language has of its own, by path.
    pub fn own_words(&self, language: &str) -> Vec<String> {
        self.templates.own_words(language)
    }

    /// Which form a number asks for in a language.
    pub fn plural_class(&self, language: &str, number: i64) -> Result<&'static str> {
        Ok(self.templates.locale(language)?.grammar.class(number))
    }

    /// The entries that a language has of its own, as they are written.
    pub fn texts(&self, language: &str) -> Vec<(String, String)> {
        self.templates.texts(language)
    }

    /// Says an entry of the desk again.
    pub fn again(&self, language: &str, sample: &Sample) -> Result<String> {
        Ok(voice::page(self.templates.locale(language)?, &sample.entry, &sample.what)?.into())
    }
}

impl Sample {
    /// The sample as it is, and with other numbers in it.
    pub fn with_numbers(&self) -> Vec<Sample> {
        let mut all = vec![self.clone()];
        let has_numbers =
            self.what.as_object().is_some_and(|fields| fields.values().any(|field| field.is_i64() || field.is_u64()));
        for n in NUMBERS.into_iter().filter(|_| has_numbers) {
            let mut other = self.clone();
            for field in other.what.as_object_mut().into_iter().flat_map(|fields| fields.values_mut()) {
                if field.is_i64() || field.is_u64() {
                    *field = Value::from(n);
                }
            }
            all.push(other);
        }
        all
    }
}
