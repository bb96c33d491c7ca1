//! A letter taken apart: which table, which commands, which orders.
//!
//! A line is a command if it begins with one and is not, as a whole, an order of the game: `draw` may be both. (What looks something
//! up by its name is always a command: `card Helen`.) Everything else is
//! orders. Lines keep their numbers. A text (press, a diary's page) goes on to a line `end`, or to the end of the letter; one
//! that begins beside its command, `press to Rome: see you in Sicily`, ends with its paragraph.

use super::verb::{Verb, Verbs};

/// What one letter says about one table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sheet {
    /// The table that was named; nothing: the one the letter answers.
    pub table: Option<String>,
    /// The commands, in order.
    pub commands: Vec<Said>,
    /// The orders; lines that are none are empty.
    pub orders: String,
    /// Orders that are only tried.
    pub tries: String,
}

/// A command with what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Where it stands.
    pub line: u32,
    /// The command.
    pub verb: Verb,
    /// What stands beside it.
    pub rest: String,
    /// The text that follows it, if it is one that takes a text.
    pub body: String,
    /// Whether the text was ended by a line of its own.
    pub is_ended: bool,
}

/// Takes a letter apart. `is_order` says whether a line is, as a whole, an order at this table.
pub fn read(verbs: &Verbs, text: &str, mut is_order: impl FnMut(Option<&str>, &str) -> bool) -> Vec<Sheet> {
    let mut sheets = vec![Sheet::default()];
    let mut lines = text.lines().zip(1u32..).peekable();
    let mut tries = false;
    while let Some((line, number)) = lines.next() {
        let Some(sheet) = sheets.last_mut() else { break };
        let plain = line.trim();
        let said = if plain.is_empty() { None } else { verbs.read(plain) };
        let wins = |said: &super::verb::Said| said.is_look_up() || !is_order(sheet.table.as_deref(), plain);
        let said = said.filter(|said| said.verb != Verb::End).filter(wins);
        let Some(said) = said else {
            let list = if tries { &mut sheet.tries } else { &mut sheet.orders };
            if !plain.is_empty() && verbs.read(plain).is_none_or(|said| said.verb != Verb::End) {
                put(list, number, line);
            }
            continue;
        };
        match said.verb {
            Verb::Table => {
                tries = false;
                let table = table_named(&said.rest);
                if *sheet == Sheet::default() {
                    sheet.table = table;
                } else {
                    sheets.push(Sheet { table, ..Sheet::default() });
                }
            }
            Verb::WhatIf => {
                tries = true;
                if !said.rest.is_empty() {
                    put(&mut sheet.tries, number, &said.rest);
                }
                sheet.commands.push(Said::new(number, said.verb, String::new()));
            }
            verb => {
                let mut command = Said::new(number, verb, said.rest);
                if takes_text(verb) {
                    let (beside, inline) = split(verb, &command.rest);
                    command.rest = beside;
                    let is_inline = !inline.is_empty();
                    command.body = inline;
                    while let Some((next, _)) = lines.peek() {
                        let is_end = verbs.read(next.trim()).is_some_and(|said| said.verb == Verb::End && said.in_full);
                        let mut stops = |next: &str| {
                            next.trim().is_empty()
                                || verbs.read(next.trim()).is_some_and(|said| said.in_full)
                                || is_order(sheet.table.as_deref(), next.trim())
                        };
                        if !is_end && is_inline && stops(next) {
                            break;
                        }
                        let Some((next, _)) = lines.next() else { break };
                        if is_end {
                            command.is_ended = true;
                            break;
                        }
                        command.body.push('\n');
                        command.body.push_str(next);
                    }
                    command.is_ended |= is_inline;
                    command.body = command.body.trim().to_owned();
                }
                sheet.commands.push(command);
            }
        }
    }
    sheets
}

impl Said {
    fn new(line: u32, verb: Verb, rest: String) -> Said {
        Said { line, verb, rest, body: String::new(), is_ended: false }
    }
}

/// The table that a line `table ostia-3: …` names.
pub fn table_named(rest: &str) -> Option<String> {
    rest.split_whitespace().next().map(|word| word.trim_matches(':').to_lowercase())
}

/// Whether a text belongs to the command.
fn takes_text(verb: Verb) -> bool {
    matches!(verb, Verb::Press | Verb::Diary | Verb::Announce | Verb::Note | Verb::Amend)
}

/// What stands beside a command, and the text that begins on the same line: `to Rome, Greece: hello`.
fn split(verb: Verb, rest: &str) -> (String, String) {
    match (verb, rest.split_once(':')) {
        (Verb::Press | Verb::Amend, Some((to, text))) => (to.trim().to_owned(), text.trim().to_owned()),
        (Verb::Press | Verb::Amend, None) => (rest.to_owned(), String::new()),
        _ => (String::new(), rest.to_owned()),
    }
}

/// Puts a line into a list of lines under its number.
fn put(list: &mut String, number: u32, line: &str) {
    let rows = if list.is_empty() { 1 } else { list.matches('\n').count() as u32 + 1 };
    for _ in rows..number {
        list.push('\n');
    }
    list.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheets(text: &str) -> anyhow::Result<Vec<Sheet>> {
        let is_order =
            |_: Option<&str>, line: &str| line.starts_with("move") || line.starts_with("build") || line == "draw 2";
        Ok(read(&Verbs::load()?, text, is_order))
    }

    #[test]
    fn orders_keep_their_lines_between_commands() -> anyhow::Result<()> {
        let found = sheets("move a\nstatus\n\nbuild b\ndraw 2\ndraw\ngibberish")?;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].orders, "move a\n\n\nbuild b\ndraw 2\n\ngibberish");
        let verbs: Vec<(u32, Verb)> = found[0].commands.iter().map(|said| (said.line, said.verb)).collect();
        assert_eq!(verbs, [(2, Verb::Status), (6, Verb::Draw)]);
        Ok(())
    }

    #[test]
    fn several_tables_in_one_letter() -> anyhow::Result<()> {
        let found = sheets("table Ostia-3\nmove a\ntable roma-1:\nbuild b")?;
        let tables: Vec<_> = found.iter().map(|sheet| sheet.table.as_deref()).collect();
        assert_eq!(tables, [Some("ostia-3"), Some("roma-1")]);
        assert_eq!((found[0].orders.trim(), found[1].orders.trim()), ("move a", "build b"));
        Ok(())
    }

    #[test]
    fn a_text_ends_where_its_writer_says_so() -> anyhow::Result<()> {
        let found = sheets("press to Rome, Greece\nHello.\n\nmove together?\nend\nmove a")?;
        let press = &found[0].commands[0];
        assert_eq!((press.rest.as_str(), press.body.as_str()), ("to Rome, Greece", "Hello.\n\nmove together?"));
        assert!(press.is_ended);
        assert_eq!(found[0].orders.trim(), "move a");
        let found = sheets("press to all: hello,\nmy friends\nmove a\nannounce Snow\nis near")?;
        assert_eq!(found[0].commands[0].body, "hello,\nmy friends");
        assert_eq!(found[0].commands[1].body, "Snow\nis near");
        assert_eq!(found[0].orders.trim(), "move a");
        let found = sheets("press to all\nhello\nmove a")?;
        assert!(!found[0].commands[0].is_ended && found[0].orders.is_empty());
        Ok(())
    }

    #[test]
    fn what_follows_what_if_is_only_tried() -> anyhow::Result<()> {
        let found = sheets("what if\nmove a\nbuild b")?;
        assert_eq!((found[0].orders.as_str(), found[0].tries.as_str()), ("", "\nmove a\nbuild b"));
        let found = sheets("what if move a")?;
        assert_eq!(found[0].tries, "move a");
        Ok(())
    }
}
