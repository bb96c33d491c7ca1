//! A finished text, and where in it the order form stands.

use super::filters::{FORM_BEGINS, FORM_ENDS, VERBATIM};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Range;

/// A text ready to be read, with the place of its order form.
///
/// Put into another page (it is serialized for that), it brings its form along: the lines of the form stay as they are, and the page knows
/// where they have come to stand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rendered {
    text: String,
    form: Option<Range<usize>>,
}

impl Rendered {
    /// Takes the marks of a form out of a text. If a text has several forms, the first is the one that is answered.
    pub(crate) fn new(marked: &str) -> Rendered {
        let mut text = String::with_capacity(marked.len());
        let (mut start, mut form) = (None, None);
        for line in marked.split_inclusive('\n') {
            if start.is_none() && line.contains(FORM_BEGINS) {
                start = Some(text.len());
            }
            text.extend(line.chars().filter(|c| ![FORM_BEGINS, FORM_ENDS].contains(c)));
            if let (Some(start), None) = (start, &form)
                && line.contains(FORM_ENDS)
            {
                form = Some(start..text.len());
            }
        }
        Rendered { text, form }
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
        match self.around_form() {
            None => self.text.clone(),
            Some((before, form, after)) => format!("{before}{}\n{after}", mark(form)),
        }
    }

    /// The text up to the end of its form; all of it, if it has none.
    #[must_use]
    pub fn up_to_form(mut self) -> Rendered {
        if let Some(form) = &self.form {
            self.text.truncate(form.end);
        }
        self
    }
}

/// A text without a form.
impl From<String> for Rendered {
    fn from(text: String) -> Rendered {
        Rendered { text, form: None }
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
