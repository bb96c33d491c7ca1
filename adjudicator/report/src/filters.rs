//! The filters of our templates: lists, numbers of things, lines of a bearable width.

use super::WIDTH;
use super::grammar::{Grammar, begin};
use super::rendered::mark;
use tera::value::Key;
use tera::{ArgFromValue as _, Error, Kwargs, State, Tera, TeraResult, Value};

/// Marks a line that stays as it is, such as an order that is to be sent back, or what somebody wrote to others.
pub const VERBATIM: char = '\u{1}';

/// Stands for a blank at which a line is not to be broken, such as inside a command that is to be copied.
pub const UNBROKEN: char = '\u{2}';

/// Stand before and after an order form, until [`super::Rendered`] knows its place.
pub const FORM_BEGINS: char = '\u{3}';
pub const FORM_ENDS: char = '\u{4}';

/// Stand around the name of what a line is, such as the deadline. Who reads text does not see it; a page is laid out by it.
pub const HINT_BEGINS: char = '\u{5}';
pub const HINT_ENDS: char = '\u{6}';

/// Stands behind a cell of a list in columns.
pub const CELL: char = '\u{7}';

/// Makes the filters known, as a language's grammar has them.
pub fn register(tera: &mut Tera, grammar: &Grammar) {
    let mut with = |name: &'static str, filter: fn(&Grammar, &Value, &Kwargs, &State) -> TeraResult<String>| {
        let grammar = grammar.clone();
        tera.register_filter(name, move |value: &Value, kwargs: Kwargs, state: &State| {
            filter(&grammar, value, &kwargs, state)
        });
    };
    with("list", list);
    with("counted", counted);
    with("of", of);
    with("plural", plural);
    with("inflect", inflect);
    with("span", |grammar, text, _, _| Ok(grammar.span(&text.to_string())));
    with("setting", setting);
    tera.register_filter("begin", |text: &str, _: Kwargs, _: &State| begin(text));
    tera.register_filter("signed", signed);
    tera.register_filter("column", column);
    tera.register_filter("tidy", |text: &str, _: Kwargs, _: &State| tidy(text));
    tera.register_filter("verbatim", |text: &str, _: Kwargs, _: &State| {
        text.split('\n').map(|line| format!("{VERBATIM}{line}")).collect::<Vec<_>>().join("\n")
    });
    // What somebody wrote to others: it stays as it is, and is shown as theirs.
    tera.register_filter("words", |text: &str, _: Kwargs, _: &State| {
        let line = |line| format!("{HINT_BEGINS}words{HINT_ENDS}{VERBATIM}{line}");
        text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    });
    // `{{ "band" | hint }}`: what the line is that it stands in.
    tera.register_filter("hint", |name: &str, _: Kwargs, _: &State| format!("{HINT_BEGINS}{name}{HINT_ENDS}"));
    tera.register_filter("form", |text: &str, _: Kwargs, _: &State| mark(text));
    tera.register_filter("unbroken", |text: &str, _: Kwargs, _: &State| text.replace(' ', &UNBROKEN.to_string()));
    tera.register_filter("wrap", |text: &str, _: Kwargs, _: &State| wrap(text, WIDTH));
}

/// The values of a list, as texts.
fn texts(all: &Value) -> TeraResult<Vec<String>> {
    let all = all.as_array().ok_or_else(|| Error::message(format!("a list was expected, not {}", all.name())))?;
    Ok(all.iter().map(ToString::to_string).collect())
}

fn number(value: &Value) -> TeraResult<i64> {
    i64::from_value(value)
}

/// `{{ seats | list }}`: Rome, Greece and Egypt. `to` is the form of each name, `by` another word than `and`: `or`.
fn list(grammar: &Grammar, all: &Value, kwargs: &Kwargs, _: &State) -> TeraResult<String> {
    let to = kwargs.get::<&str>("to")?;
    let bent = |name: String| to.map_or_else(|| name.clone(), |to| grammar.inflect(&name, to, None));
    let parts: Vec<String> = texts(all)?.into_iter().map(bent).collect();
    Ok(grammar.join(&parts, kwargs.get::<&str>("by")?.unwrap_or("and")))
}

/// `{{ cards | counted }}`: 3 taxes, grain and 2 fish. Equal things are counted, one alone goes without number.
fn counted(grammar: &Grammar, all: &Value, kwargs: &Kwargs, state: &State) -> TeraResult<String> {
    let to = kwargs.get::<&str>("to")?;
    let mut heaps: Vec<(String, i64)> = Vec::new();
    for name in texts(all)? {
        match heaps.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => heaps.push((name, 1)),
        }
    }
    let mut parts = Vec::new();
    for (name, n) in heaps {
        parts.push(match (n, to) {
            (1, None) => name,
            (1, Some(to)) => grammar.inflect(&name, to, None),
            _ => number_of(grammar, n, &name, to, state)?,
        });
    }
    Ok(grammar.join(&parts, "and"))
}

/// `{{ 2 | of(what="unit/legion") }}`: 2 legions. The thing is an identifier or a name; `to` is the form that the sentence needs.
fn of(grammar: &Grammar, n: &Value, kwargs: &Kwargs, state: &State) -> TeraResult<String> {
    number_of(grammar, number(n)?, kwargs.must_get::<&str>("what")?, kwargs.get::<&str>("to")?, state)
}

/// `{{ n | plural(one="karta", few="karty", many="kart") }}`: the form for a number, without the number.
fn plural(grammar: &Grammar, n: &Value, kwargs: &Kwargs, _: &State) -> TeraResult<String> {
    let n = number(n)?;
    let forms: Vec<(&str, String)> = ["zero", "one", "two", "few", "many", "other"]
        .into_iter()
        .filter_map(|class| Some((class, kwargs.get::<String>(class).ok()??)))
        .collect();
    let form = |class: &str| forms.iter().find(|(known, _)| *known == class).map(|(_, form)| form.clone());
    // The form of this very class must be there, but that `other` may be called `many`, which reads better where there are only two.
    grammar.pick(n, form).ok_or_else(|| Error::message(format!("there is no plural form for {n}")))
}

/// `{{ seat | inflect(to="gen") }}`: a form of a name; `after` is put before a name that has no such form.
fn inflect(grammar: &Grammar, name: &Value, kwargs: &Kwargs, _: &State) -> TeraResult<String> {
    Ok(grammar.inflect(&name.to_string(), kwargs.must_get::<&str>("to")?, kwargs.get::<&str>("after")?))
}

/// `{{ key | setting }}`: a setting or its value, or several, as the language calls them.
fn setting(grammar: &Grammar, value: &Value, _: &Kwargs, _: &State) -> TeraResult<String> {
    let all = if value.as_array().is_some() { texts(value)? } else { vec![value.to_string()] };
    Ok(all.iter().map(|one| grammar.setting(one)).collect::<Vec<_>>().join(", "))
}

/// `{{ name | column(width=20) }}`: the text, and blanks to the width, for lists in columns.
fn column(text: &str, kwargs: Kwargs, _: &State) -> TeraResult<String> {
    let width = kwargs.must_get::<usize>("width")?;
    Ok(format!("{text:width$}{CELL}"))
}

/// A text with what it is.
pub fn hinted(name: &str, text: &str) -> String {
    format!("{HINT_BEGINS}{name}{HINT_ENDS}{text}")
}

/// A text without what only a page is laid out by.
pub fn without_hints(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_hint = false;
    for c in text.chars() {
        match c {
            HINT_BEGINS => is_hint = true,
            HINT_ENDS => is_hint = false,
            CELL => {}
            c if !is_hint => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// One space between words, none at the ends: a sentence may be written on several lines.
pub fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `{{ dice | signed }}`: 3+5+2.
fn signed(all: Vec<Value>, _: Kwargs, _: &State) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

fn number_of(grammar: &Grammar, n: i64, what: &str, to: Option<&str>, state: &State) -> TeraResult<String> {
    let lookup = |map: &str| -> TeraResult<Option<String>> {
        // A value is shared; asked for as a map, all of it would be copied.
        let map = state.get::<Value>(map)?;
        Ok(map.as_ref().and_then(Value::as_map).and_then(|map| map.get(&Key::Str(what))).map(ToString::to_string))
    };
    let (name, plural) = (lookup("one")?, lookup("many")?);
    Ok(grammar.number_of(n, name.as_deref().unwrap_or(what), plural.as_deref(), to))
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
