//! What of a letter is not done, before any of it is: commands that stand in it twice, more commands than the club takes, and lines
//! with letters of another script that only look like ours. A letter of 900 commands must not hold up everybody else.

use super::reading::{Said, Sheet};
use super::reply::{Done, Reply};
use super::sentences::Mails;
use anyhow::Result;

/// So many lines are named.
const MOST_NAMED: usize = 10;

/// Takes out of the sheets what is not done; what the writer is told about it.
pub(super) fn measure(sheets: &mut Vec<Sheet>, most: usize) -> Result<Vec<Done>> {
    let mut told = Vec::new();
    let hidden = without_lookalikes(sheets);
    if !hidden.is_empty() {
        told.push(Done::amiss(Reply::say(Mails::NamesHide { lines: hidden })?));
    }
    without_doubles(sheets);
    if most > 0 && bound(sheets, most) {
        told.push(Done::amiss(Reply::say(Mails::ManyCommands { most })?));
    }
    Ok(told)
}

/// Whoever says the same twice means it once.
fn without_doubles(sheets: &mut [Sheet]) {
    for sheet in sheets {
        let mut seen: Vec<Said> = Vec::new();
        sheet.commands.retain(|said| {
            let is_new =
                !seen.iter().any(|one| one.verb == said.verb && one.rest == said.rest && one.body == said.body);
            if is_new && seen.len() < 1_000 {
                seen.push(said.clone());
            }
            is_new
        });
    }
}

/// Keeps the first commands; naming a table is one. Says whether there were more.
fn bound(sheets: &mut Vec<Sheet>, most: usize) -> bool {
    let (mut count, mut is_over) = (0, false);
    let mut kept = 0;
    for (at, sheet) in sheets.iter_mut().enumerate() {
        count += usize::from(at > 0);
        if count > most {
            is_over = true;
            break;
        }
        kept += 1;
        let room = most - count;
        is_over |= sheet.commands.len() > room;
        sheet.commands.truncate(room);
        count += sheet.commands.len();
    }
    sheets.truncate(kept);
    is_over
}

/// Takes lines away that hold lookalikes: orders, and what stands beside a command. Texts for people stay as they are.
fn without_lookalikes(sheets: &mut [Sheet]) -> Vec<String> {
    let mut hidden = Vec::new();
    for sheet in sheets {
        for list in [&mut sheet.orders, &mut sheet.tries] {
            if !list.is_ascii() && list.lines().any(is_foreign) {
                let kept = list.lines().map(|line| {
                    if is_foreign(line) {
                        hidden.push(line.trim().to_owned());
                        return "";
                    }
                    line
                });
                *list = kept.collect::<Vec<_>>().join("\n");
            }
        }
        sheet.commands.retain(|said| {
            let is_bad = said.rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | '@')).any(is_mixed);
            if is_bad {
                hidden.push(said.rest.clone());
            }
            !is_bad
        });
    }
    hidden.truncate(MOST_NAMED);
    hidden.iter_mut().for_each(|line| *line = line.chars().take(80).collect());
    hidden
}

/// Whether a word holds letters of ours beside letters of a script that has some that look the same.
pub(super) fn is_mixed(word: &str) -> bool {
    !word.is_ascii() && word.chars().any(is_other_script) && word.chars().any(|c| c.is_ascii_alphabetic())
}

/// Whether a line holds letters that no name of our games has.
fn is_foreign(line: &str) -> bool {
    !line.is_ascii() && line.chars().any(is_other_script)
}

/// Greek, Cyrillic, Armenian, Cherokee, the wide and the mathematical forms of our own letters.
fn is_other_script(c: char) -> bool {
    let is_sign = matches!(c, 'µ' | 'Ω' | '\u{37e}');
    let is_script = matches!(c, '\u{370}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{1c80}'..='\u{1c8f}' | '\u{1f00}'..='\u{1fff}'
        | '\u{2de0}'..='\u{2dff}' | '\u{a640}'..='\u{a69f}' | '\u{ff21}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}');
    is_script && !is_sign
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::verb::Verb;

    fn said(rest: &str) -> Said {
        Said { line: 0, verb: Verb::Map, rest: rest.into(), body: String::new(), is_ended: false }
    }

    #[test]
    fn nine_hundred_commands_are_forty_and_the_same_twice_is_once() -> Result<()> {
        let many = |of: &dyn Fn(usize) -> String| Sheet {
            commands: (0..900).map(|n| said(&of(n))).collect(),
            ..Sheet::default()
        };
        let mut same = vec![many(&|_| "Rome".into())];
        assert!(measure(&mut same, 40)?.is_empty());
        assert_eq!(same[0].commands.len(), 1);
        let mut other = vec![many(&|n| n.to_string()), many(&|n| n.to_string())];
        assert_eq!(measure(&mut other, 40)?.len(), 1);
        assert_eq!(other.iter().map(|sheet| sheet.commands.len()).sum::<usize>(), 40);
        let mut tables: Vec<Sheet> =
            (0..900).map(|n| Sheet { table: Some(n.to_string()), ..Sheet::default() }).collect();
        assert_eq!((measure(&mut tables, 40)?.len(), tables.len()), (1, 41));
        let mut free = vec![many(&|n| n.to_string())];
        assert!(measure(&mut free, 0)?.is_empty() && free[0].commands.len() == 900, "0 means no limit");
        Ok(())
    }

    #[test]
    fn lookalikes_are_named_and_not_read() {
        for word in ["\u{430}nna", "R\u{43e}me", "Gre\u{435}ce", "p\u{3bf}st", "\u{ff32}ome"] {
            assert!(is_mixed(word), "{word}");
        }
        for word in ["Anna", "Łódź", "città", "Иван", "Αννα", "naïve", "50µ", "→", "naïef"] {
            assert!(!is_mixed(word), "{word}");
        }
        let mut sheets = vec![Sheet {
            orders: "build city Roma\nmove 1 l\u{435}gion\n".into(),
            commands: vec![said("R\u{43e}me"), said("Rome")],
            ..Sheet::default()
        }];
        let hidden = without_lookalikes(&mut sheets);
        assert_eq!(hidden, ["move 1 l\u{435}gion", "R\u{43e}me"]);
        assert_eq!((sheets[0].orders.as_str(), sheets[0].commands.len()), ("build city Roma\n", 1));
    }
}
