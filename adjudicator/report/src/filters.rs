//! The filters of our templates: lists, numbers of things, lines of a bearable width.

use super::WIDTH;
use super::rendered::mark;
use tera::value::Key;
use tera::{Kwargs, State, Tera, TeraResult, Value};

/// Marks a line that stays as it is, such as an order that is to be sent back, or what somebody wrote to others.
pub const VERBATIM: char = '\u{1}';

/// Stands for a blank at which a line is not to be broken, such as inside a command that is to be copied.
pub const UNBROKEN: char = '\u{2}';

/// Stand before and after an order form, until [`super::Rendered`] knows its place.
pub const FORM_BEGINS: char = '\u{3}';
pub const FORM_ENDS: char = '\u{4}';

/// Makes the filters known.
pub fn register(tera: &mut Tera) {
    tera.register_filter("list", list);
    tera.register_filter("counted", counted);
    tera.register_filter("of", of);
    tera.register_filter("signed", signed);
    tera.register_filter("column", column);
    tera.register_filter("tidy", |text: &str, _: Kwargs, _: &State| tidy(text));
    tera.register_filter("verbatim", |text: &str, _: Kwargs, _: &State| {
        text.split('\n').map(|line| format!("{VERBATIM}{line}")).collect::<Vec<_>>().join("\n")
    });
    tera.register_filter("form", |text: &str, _: Kwargs, _: &State| mark(text));
    tera.register_filter("unbroken", |text: &str, _: Kwargs, _: &State| text.replace(' ', &UNBROKEN.to_string()));
    tera.register_filter("wrap", |text: &str, _: Kwargs, _: &State| wrap(text, WIDTH));
}

/// `{{ seats | list }}`: Rome, Greece and Egypt.
fn list(all: Vec<Value>, _: Kwargs, state: &State) -> TeraResult<String> {
    join(&all.iter().map(ToString::to_string).collect::<Vec<_>>(), state)
}

/// `{{ cards | counted }}`: 3 taxes, grain and 2 fish. Equal things are counted, one alone goes without number.
fn counted(all: Vec<Value>, _: Kwargs, state: &State) -> TeraResult<String> {
    let mut heaps: Vec<(String, i64)> = Vec::new();
    for name in all.iter().map(ToString::to_string) {
        match heaps.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => heaps.push((name, 1)),
        }
    }
    let mut parts = Vec::new();
    for (name, n) in heaps {
        parts.push(if n == 1 { name } else { number_of(n, &name, state)? });
    }
    join(&parts, state)
}

/// `{{ 2 | of(what="unit/legion") }}`: 2 legions. The thing is an identifier or a name.
fn of(number: i64, kwargs: Kwargs, state: &State) -> TeraResult<String> {
    number_of(number, kwargs.must_get::<&str>("what")?, state)
}

/// `{{ name | column(width=20) }}`: the text, and blanks to the width, for lists in columns.
fn column(text: &str, kwargs: Kwargs, _: &State) -> TeraResult<String> {
    let width = kwargs.must_get::<usize>("width")?;
    Ok(format!("{text:width$}"))
}

/// One space between words, none at the ends: a sentence may be written on several lines.
pub fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `{{ dice | signed }}`: 3+5+2.
fn signed(all: Vec<Value>, _: Kwargs, _: &State) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

fn number_of(number: i64, what: &str, state: &State) -> TeraResult<String> {
    let lookup = |map: &str| -> TeraResult<Option<String>> {
        // A value is shared; asked for as a map, all of it would be copied.
        let map = state.get::<Value>(map)?;
        Ok(map.as_ref().and_then(Value::as_map).and_then(|map| map.get(&Key::Str(what))).map(ToString::to_string))
    };
    let name = match number {
        1 => lookup("one")?,
        _ => lookup("many")?,
    };
    Ok(format!("{number} {}", name.unwrap_or_else(|| what.to_owned())))
}

fn join(parts: &[String], state: &State) -> TeraResult<String> {
    let and = state.get::<String>("and_word")?.unwrap_or_else(|| "&".to_owned());
    Ok(match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    })
}

/// Breaks long lines between words. What follows keeps the line's indentation, and hangs under the text of a list's item.
pub fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        wrap_line(line.trim_end(), width, &mut wrapped);
        wrapped.push('\n');
    }
    wrapped.replace(UNBROKEN, " ")
}

fn wrap_line(line: &str, width: usize, wrapped: &mut String) {
    if let Some((indent, order)) = line.split_once(VERBATIM) {
        wrapped.push_str(indent);
        wrapped.push_str(order);
        // A blank line of somebody's text is no gap of a template.
        if indent.is_empty() && order.is_empty() {
            wrapped.push(VERBATIM);
        }
        return;
    }
    let columns = |text: &str| text.chars().count();
    if columns(line) <= width {
        wrapped.push_str(line);
        return;
    }
    let body = line.trim_start();
    let mut indent = columns(line) - columns(body);
    wrapped.push_str(&" ".repeat(indent));
    if body.starts_with("- ") || body.starts_with("> ") {
        indent += 2;
    }
    let mut column = columns(line) - columns(body);
    for (i, word) in body.split_whitespace().enumerate() {
        if i > 0 && column + 1 + columns(word) > width {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += columns(word);
    }
}
