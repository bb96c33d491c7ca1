//! What may stand beside each command: a line is a command only if nothing else does.
//!
//! `orders attached`, `leave Sicily to me`, `draw near!` begin with a command's word and are none. They are answered as lines that
//! were not understood, with the command to copy; nothing is done, and no order or sentence that begins so is lost.

use super::verb::{Verb, Verbs, Word};

/// What a command takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// Nothing, or the name of a table.
    Alone,
    /// A number or two, and perhaps a table: `history 5`, `rollback to 7`.
    Number,
    /// A number, or one word to be found: `rules 3.3`, `rules trade`.
    Topic,
    /// A table, or the name of a place as names are written: `map Sardinia`.
    Place,
    /// A table, or a reason behind a colon: `close: we all have flu`. What cannot be undone is not begun by a sentence, `Close call!`.
    Reason,
    /// A word, and perhaps a table.
    Word,
    /// One word, or several that the desk knows together: `format html without pictures`.
    Way,
    /// The name of a seat, and perhaps a table.
    Name,
    /// What somebody wants to be called.
    Person,
    /// Yes, and nothing else.
    Yes,
    /// A word that the desk knows, such as yes or no; or a table.
    Choice,
    /// A time or a date, which has a number in it; or one word.
    Time,
    /// An address, or a word about addresses.
    Address,
    /// A table, and what one wishes there.
    Seats,
    /// Readers, up to a colon or the end of the line.
    Readers,
    /// A name, and perhaps a number: `standings winter 2`.
    Few,
    /// The name of a command.
    Command,
    /// Whatever its writer likes.
    Text,
}

fn shape(verb: Verb) -> Shape {
    match verb {
        Verb::Help => Shape::Command,
        Verb::Rules => Shape::Topic,
        Verb::History | Verb::Explain | Verb::Status | Verb::Rollback | Verb::Quarantine | Verb::List => Shape::Number,
        Verb::Map => Shape::Place,
        Verb::Table | Verb::Language | Verb::Timezone | Verb::ClearVotes => Shape::Word,
        Verb::Format => Shape::Way,
        Verb::Join => Shape::Seats,
        Verb::Accept | Verb::Eject | Verb::Caretaker | Verb::Card | Verb::Sheet | Verb::Mute | Verb::Unmute => {
            Shape::Name
        }
        Verb::Name | Verb::Pages => Shape::Person,
        Verb::Standings | Verb::Rating => Shape::Few,
        Verb::Extend | Verb::Absent | Verb::Deadline => Shape::Time,
        Verb::Draw | Verb::Start => Shape::Choice,
        Verb::Concede => Shape::Yes,
        Verb::Address | Verb::Replace => Shape::Address,
        Verb::Press => Shape::Readers,
        Verb::Games
        | Verb::Receipts
        | Verb::Leave
        | Verb::Observe
        | Verb::Standby
        | Verb::Orders
        | Verb::Draft
        | Verb::Final
        | Verb::Use
        | Verb::Plans
        | Verb::Back
        | Verb::ForgetMe
        | Verb::End
        | Verb::Pause
        | Verb::Resume
        | Verb::Force
        | Verb::Hold
        | Verb::Release
        | Verb::Preview
        | Verb::Forward => Shape::Alone,
        // Whatever stands beside them is looked at where they are done: a text, orders, a setting, a secret that must be found.
        Verb::WhatIf
        | Verb::League
        | Verb::Odds
        | Verb::Reply
        | Verb::Diary
        | Verb::Emergency
        | Verb::Password
        | Verb::Identify
        | Verb::New
        | Verb::Amend
        | Verb::Set
        | Verb::Announce
        | Verb::Note => Shape::Text,
        Verb::Close => Shape::Reason,
    }
}

/// Whether a command takes a text, and must therefore be written out: `Dzień dobry` would else begin a diary that swallows the letter.
pub fn takes_text(verb: Verb) -> bool {
    matches!(shape(verb), Shape::Text | Shape::Readers)
}

/// Whether a word stands between a table and the seats that somebody wishes for there, in whatever language.
pub fn is_as(verbs: &Verbs, word: &str) -> bool {
    verbs.word(word) == Some(Word::As)
}

/// Whether what stands beside a command, as typed, is something that it takes.
pub fn fits(verbs: &Verbs, verb: Verb, beside: &str) -> bool {
    let shape = shape(verb);
    if shape == Shape::Text {
        return true;
    }
    let beside = beside.split('#').next().unwrap_or_default();
    let text = beside.trim_matches([':', ' ', '\t', '-', '.', '!', '?', ',', ';', '*', '_']);
    let words: Vec<&str> = text.split_whitespace().filter(|word| !verbs.is_filler(word)).collect();
    let is_number = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
    let is_table = |word: &&str| verbs.is_table(word.trim_matches([':', ',', '[', ']']));
    let is_sentence = text.contains(['!', '?', ';', '"']) || text.contains(". ");
    let is_capital = |word: &&str| word.starts_with(char::is_uppercase);
    if words.is_empty() {
        return true;
    }
    match shape {
        Shape::Text => true,
        Shape::Alone => words.len() == 1 && words.iter().all(is_table),
        Shape::Number => words.len() <= 3 && words.iter().any(is_table),
        // `rule of thumb`: small words count here.
        Shape::Topic => text.split_whitespace().count() == 1 || (words.len() <= 3 && words.iter().any(is_table)),
        Shape::Place => words.len() <= 3 && (words.iter().any(is_table) || words.iter().all(is_capital)),
        Shape::Reason => beside.trim_start().starts_with(':') || (words.len() == 1 && words.iter().all(is_table)),
        Shape::Word => words.len() == 1 || (words.len() == 2 && words.iter().any(is_table)),
        Shape::Way => {
            words.len() == 1 || verbs.word(text).is_some() || (words.len() == 2 && words.iter().any(is_table))
        }
        Shape::Name => words.len() <= 4 && !is_sentence,
        Shape::Person => words.len() == 1 || (words.len() <= 5 && !is_sentence && is_capital(&words[words.len() - 1])),
        Shape::Yes => words.len() == 1 && words.iter().all(|word| verbs.word(word) == Some(Word::Yes)),
        Shape::Choice => words.len() == 1 && words.iter().all(|word| verbs.word(word).is_some() || is_table(word)),
        Shape::Time => words.len() == 1 || (words.len() <= 10 && words.iter().any(is_number)),
        Shape::Address => text.contains('@') || words.iter().all(|word| verbs.word(word).is_some()),
        Shape::Seats => {
            let has_as = words.iter().take(2).any(|word| is_as(verbs, word));
            !is_sentence && (words.len() == 1 || is_table(&words[0]) || has_as)
        }
        Shape::Few => words.len() <= 2 && !is_sentence,
        Shape::Readers => is_readers(verbs, text),
        Shape::Command => {
            let is_near = words[0].len() > 3 && verbs.resembles(words[0], Verb::ALL);
            words.len() == 1 || (words.len() <= 3 && (is_near || verbs.read(text).is_some()))
        }
    }
}

/// `to Rome, Greece anonymously: …`; without `to` or a colon at least names as names are written.
fn is_readers(verbs: &Verbs, text: &str) -> bool {
    let (readers, has_colon) = text.split_once(':').map_or((text, false), |(readers, _)| (readers, true));
    let readers = readers.trim();
    let names: Vec<&str> = readers.split([',', '&', '+']).flat_map(|part| part.split(" and ")).map(str::trim).collect();
    let is_name = |name: &&str| {
        let words: Vec<&str> = name.split_whitespace().collect();
        let known = words.iter().any(|word| verbs.word(word).is_some());
        let is_capital = words.iter().all(|word| word.starts_with(char::is_uppercase));
        words.len() <= 5 && (known || is_capital)
    };
    let has_to = readers.split_whitespace().take(2).any(|word| verbs.without_link(word).is_empty());
    if readers.contains(['.', '!', '?', ';']) || names.len() > 12 {
        return false;
    }
    let most = |most: usize| names.iter().all(|name| name.split_whitespace().count() <= most);
    (has_to && most(5)) || (has_colon && most(1)) || names.iter().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_line_that_is_nothing_else() -> anyhow::Result<()> {
        let verbs = Verbs::load()?;
        for line in [
            "orders attached",
            "orders below",
            "Final answer, take it or leave it",
            "leave Sicily to me",
            "Leave it!",
            "draw near, friends",
            "Draw your swords",
            "back to you",
            "back soon",
            "done and dusted",
            "hold on, I must think",
            "pause for thought",
            "start with Sicily",
            "start now",
            "force majeure",
            "concede nothing",
            "status quo",
            "map attached",
            "Close call, everybody!",
            "close the gates of Rome",
            "why not attack Rome?",
            "how are you today?",
            "who would have thought that",
            "table manners maketh man",
            "rule of thumb",
            "extend my greetings to all",
            "away with you, Greek",
            "accept my apologies for the delay in this matter",
            "name your price, friend; I pay",
            "write soon",
            "press on with the attack",
            "message received",
            "message for the Greeks: none of it",
            "write a letter soon",
            "message in a bottle",
            "forward march",
            "release the hounds",
            "watch out",
            "list of orders",
            "final orders:",
            "remove the legions from Rome at once",
            "replace my earlier letter",
            "address unknown",
            "-----BEGIN PGP MESSAGE-----",
            "-----BEGIN PGP SIGNED MESSAGE-----",
            "begin pgp message",
            "ordini in allegato",
            "lascia stare",
            "fine della lettera",
            "fatto bene",
            "lista degli ordini",
            "rozkazy w załączniku",
            "koniec listu ode mnie",
            "gotowe na jutro",
            "orders bijgevoegd",
            "klaar voor vandaag",
            "terug naar huis",
        ] {
            assert_eq!(verbs.read(line).map(|said| said.verb), None, "{line}");
        }
        for (line, verb) in [
            ("orders, please", Verb::Orders),
            ("Orders!", Verb::Orders),
            ("final.", Verb::Final),
            ("status ostia-3", Verb::Status),
            ("history ostia-3 5", Verb::History),
            ("rollback to 7", Verb::Rollback),
            ("leave ostia-3", Verb::Leave),
            ("help press", Verb::Help),
            ("help what if", Verb::Help),
            ("rules MN-3.2", Verb::Rules),
            ("join ostia-3 as Rome, Greece", Verb::Join),
            ("accept ostia-3 Rome", Verb::Accept),
            ("absent 20 Dec to 3 Jan", Verb::Absent),
            ("extend 2 days", Verb::Extend),
            ("draw no", Verb::Draw),
            ("name Anna Livia Plurabelle", Verb::Name),
            ("address also none", Verb::Address),
            ("press to Rome, Greece anonymously", Verb::Press),
            ("press Rome and Greece", Verb::Press),
            ("press all", Verb::Press),
            ("press Rome: attack now!", Verb::Press),
            ("write to Rome: Hello. How are you?", Verb::Press),
            ("scrivi a Roma", Verb::Press),
            ("messaggio alla Grecia", Verb::Press),
            ("messaggio all'Egitto", Verb::Press),
            ("close: the snow has come", Verb::Close),
            ("close ostia-3", Verb::Close),
            ("map Sardinia", Verb::Map),
            ("rules trade", Verb::Rules),
            ("rules 3", Verb::Rules),
            ("concede yes", Verb::Concede),
        ] {
            assert_eq!(verbs.read(line).map(|said| said.verb), Some(verb), "{line}");
        }
        Ok(())
    }
}
