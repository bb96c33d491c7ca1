//! The forms of names, by the name as it is printed.

use std::collections::BTreeMap;

/// The forms of names: `forms."Rzym".gen = "Rzymu"`.
#[derive(Clone, Default, Debug)]
pub struct Forms {
    names: BTreeMap<String, BTreeMap<String, String>>,
}

impl Forms {
    /// Takes a form from its place among the templates: `forms/Rzym/gen`.
    pub fn add(&mut self, path: &str, form: String) {
        let Some((name, key)) = path.split_once("forms/").and_then(|(_, rest)| rest.rsplit_once('/')) else { return };
        self.names.entry(name.to_owned()).or_default().insert(key.to_owned(), form);
    }

    /// All forms of a name.
    pub fn all(&self, name: &str) -> Vec<String> {
        self.names.get(name).into_iter().flat_map(|forms| forms.values().cloned()).collect()
    }

    /// A form of a name.
    pub fn get(&self, name: &str, form: &str) -> Option<&str> {
        self.names.get(name)?.get(form).map(String::as_str)
    }
}
