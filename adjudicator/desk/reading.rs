//! A letter taken apart: which table, which commands, which orders.
//!
//! A line is a command if it begins with one and is not, as a whole, an order of the game: `draw` may be both. (What looks something
//! up by its name is always a command: `card Helen`.) Everything else is
//! orders. Lines keep their numbers. Texts (press, a diary's page) are cut out first: see [`super::texts`].

use super::texts;
use super::verb::{Verb, Verbs};
use crate::mail::letter::Piece;
use crate::mail::phrases::Phrases;

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
pub fn read(
    verbs: &Verbs,
    phrases: &Phrases,
    letter: &[Piece],
    mut is_order: impl FnMut(Option<&str>, &str) -> bool,
    is_name: impl Fn(&str) -> bool,
) -> Vec<Sheet> {
    let mut sheets = vec![Sheet::default()];
    let mut tries = false;
    for row in texts::rows(verbs, phrases, letter, &mut is_order, &is_name) {
        let Some(sheet) = sheets.last_mut() else { break };
        let (line, number) = (row.line.as_str(), row.number);
        let plain = line.trim();
        let said = if plain.is_empty() || row.is_signature { None } else { verbs.read(plain) };
        let said = said.filter(|said| {
            let is_prose = said.verb == Verb::Reply && row.text.is_none();
            let mut wins = || said.is_look_up() || !is_order(sheet.table.as_deref(), plain);
            !is_prose && said.verb != Verb::End && wins()
        });
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
                if let Some(text) = row.text {
                    (command.rest, command.body, command.is_ended) = (text.beside, text.body, text.is_ended);
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
        let mail = format!("From: a@b.example\n\n{text}\n");
        let letter = crate::mail::Letter::read(mail.as_bytes(), Phrases::built_in());
        Ok(read(&Verbs::load()?, Phrases::built_in(), letter.pieces(), is_order, |line| line == "Marco Rossi"))
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
    fn a_text_is_word_for_word_and_what_stands_around_it_is_read() -> anyhow::Result<()> {
        let found = sheets(
            "Hi,\npress to Rome\nHello — “à”\n  - one\nEnd of it?\n--\nBest\n> old\nend\nmove a\n\nCheers\nMarco",
        )?;
        let press = &found[0].commands[0];
        assert_eq!(press.body, "Hello — “à”\n  - one\nEnd of it?\n--\nBest\n> old");
        assert!(press.is_ended && found[0].commands.len() == 1);
        assert_eq!(found[0].orders.trim(), "move a");
        // Without an end: up to the signature, the footer, the quote.
        for tail in [
            "\n-- \nMe\nx\ny\nz\na\nb",
            "\n--\nMe",
            "\n\nSent from my iPhone",
            "\n> old\nend?",
            "\nOn 2 Nov 2026, at 20:15, T wrote:\n> move a\nend",
        ] {
            let found = sheets(&format!("press to Rome\nHello.\nSent from my heart.\nBye{tail}"))?;
            let press = &found[0].commands[0];
            assert_eq!((press.body.as_str(), press.is_ended), ("Hello.\nSent from my heart.\nBye", false), "{tail}");
        }
        // Two dashes with much below them are the writer's.
        let found = sheets("press to Rome\nHello.\n--\none\ntwo\nthree\nfour\nfive")?;
        assert_eq!(found[0].commands[0].body, "Hello.\n--\none\ntwo\nthree\nfour\nfive");
        // An end in one language may be a word in another.
        let found = sheets("press to Rome\nFine\nby me.\nEnd.\nend\nmove a\nend")?;
        assert_eq!((found[0].commands[0].body.as_str(), found[0].orders.trim()), ("Fine\nby me.\nEnd.", "move a"));
        let found = sheets("lettera a Roma\nCiao\nfine\nmove a\npress to Rome\nHi\nend")?;
        assert_eq!((found[0].commands[0].body.as_str(), found[0].commands[1].body.as_str()), ("Ciao", "Hi"));
        // Orders of an amendment are read as orders are.
        let found = sheets("amend Rome\n• move a → b\nend")?;
        assert_eq!(found[0].commands[0].body, "move a -> b");
        Ok(())
    }

    #[test]
    fn a_reply_is_a_command_only_if_it_says_no_more() -> anyhow::Result<()> {
        for (line, rest) in
            [("reply", ""), ("Reply all", "all"), ("reply to all:", "to all"), ("rispondi anonimo", "anonimo")]
        {
            let found = sheets(&format!("{line}\nFine.\nend\nmove a"))?;
            let reply = &found[0].commands[0];
            assert_eq!((reply.verb, reply.rest.as_str(), reply.body.as_str()), (Verb::Reply, rest, "Fine."), "{line}");
        }
        for line in ["Reply soon, please", "Answer me!"] {
            assert!(sheets(line)?[0].commands.is_empty(), "{line}");
        }
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
