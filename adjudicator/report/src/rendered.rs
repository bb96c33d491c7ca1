//! A finished text, and where in it the order form stands.

use super::WIDTH;
use super::filters::{FORM_BEGINS, FORM_ENDS, VERBATIM, without_hints, wrap};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Range;

/// A text ready to be read, with the place of its order form.
///
/// Put into another page (it is serialized for that), it brings its form along: the lines of the form stay as they are, and the page knows
/// where they have come to stand. It also knows how it came from its templates, so that it can be laid out in another way.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rendered {
    /// As it came from the templates: its lines are not broken, and it holds marks.
    source: String,
    text: String,
    form: Option<Range<usize>>,
    /// What may be answered, if one thing is asked: each a whole letter, the default first.
    choices: Vec<Vec<String>>,
}

impl Rendered {
    /// Makes a text ready to be read that came from templates. If a text has several forms, the first is the one that is answered.
    pub fn new(source: &str) -> Rendered {
        let source = squeeze(source);
        let mut text = String::with_capacity(source.len());
        let (mut start, mut form) = (None, None);
        for line in squeeze(&wrap(&without_hints(&source), WIDTH)).split_inclusive('\n') {
            if start.is_none() && line.contains(FORM_BEGINS) {
                start = Some(text.len());
            }
            text.extend(line.chars().filter(|c| ![FORM_BEGINS, FORM_ENDS, VERBATIM].contains(c)));
            if let (Some(start), None) = (start, &form)
                && line.contains(FORM_ENDS)
            {
                form = Some(start..text.len());
            }
        }
        // A text for others may end with lines that are empty and stay so.
        text.truncate(text.trim_end().len());
        text.push('\n');
        let form = form.map(|form| form.start..form.end.min(text.len()));
        Rendered { source, text, form, choices: Vec::new() }
    }

    /// The same with what may be answered.
    #[must_use]
    pub fn with_choices(self, choices: Vec<Vec<String>>) -> Rendered {
        Rendered { choices, ..self }
    }

    /// What may be answered, if one thing is asked: each a whole letter, the default first.
    pub fn choices(&self) -> &[Vec<String>] {
        &self.choices
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the form, the form itself, and what follows it.
    pub fn around_form(&self) -> Option<(&str, &str, &str)> {
        let Range { start, end } = self.form.clone()?;
        Some((self.text.get(..start)?, self.text.get(start..end)?, self.text.get(end..)?))
    }

    /// The text to be put on another page, where its form is found again. It holds marks until then, as [`super::UNBROKEN`] is one.
    pub fn marked(&self) -> String {
        self.source.clone()
    }

    /// The same without its form's marks: a text to be read later among others.
    pub fn clipped(&self) -> String {
        self.source.chars().filter(|c| ![FORM_BEGINS, FORM_ENDS].contains(c)).collect()
    }

    /// The text up to the end of its form; all of it, if it has none.
    #[must_use]
    pub fn up_to_form(self) -> Rendered {
        match self.source.split_once(FORM_ENDS) {
            Some((source, _)) if self.form.is_some() => {
                Rendered::new(&format!("{source}{FORM_ENDS}")).with_choices(self.choices)
            }
            _ => self,
        }
    }
}

/// A text as it came from templates.
impl From<String> for Rendered {
    fn from(source: String) -> Rendered {
        Rendered::new(&source)
    }
}

impl From<Rendered> for String {
    fn from(rendered: Rendered) -> String {
        rendered.text
    }
}

impl fmt::Display for Rendered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Rendered {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.marked())
    }
}

/// Marks the lines of a form, so that no line of it is broken and its place is found again.
pub(crate) fn mark(form: &str) -> String {
    let mut marked = String::from(FORM_BEGINS);
    for (i, line) in form.trim_matches('\n').lines().enumerate() {
        if i > 0 {
            marked.push('\n');
        }
        marked.push(VERBATIM);
        marked += line.trim_end();
    }
    marked.push(FORM_ENDS);
    marked
}

/// At most one empty line in a row, none at the beginning, one line end at the end; but a text that stays as it is keeps its own.
fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = true;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() && empty {
            continue;
        }
        empty = line.is_empty();
        out.push_str(line);
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
