//! How a mail looks to its reader: as text, as a page beside the text, or as a text for the ear.
//!
//! The page is made from the text ([`crate::report::layout`]). A button answers with a whole letter to the address with the reader's tag; its
//! subject names table, seat and stage, so that whoever taps it late is told so.

use super::post::Mail;
use super::work::Work;
use crate::catalogue::find;
use crate::mail::Address;
use crate::mail::compose::{self, File};
use crate::pictures::Drawn;
use crate::report::Rendered;
use crate::report::layout::{Button, Setting, Shown, Tile, html, spoken, spoken_html};
use crate::store::{Format, Person};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// More than this no mailer surely takes.
const LONGEST_LINK: usize = 1_800;
/// More answers than these do not stand above the text.
const MOST_BUTTONS: usize = 6;
/// So many do, if the others stand beside what they are about.
const FIRST_BUTTONS: usize = 2;

/// What a page shows besides its text.
#[derive(Clone, Default)]
pub struct Show {
    /// How seats are told from each other.
    pub tiles: Vec<Tile>,
    /// The board.
    pub picture: Option<Drawn>,
    /// A letter with everything in it put right.
    pub mended: Option<String>,
}

/// A mail in its reader's format: the text, and the page if there is one.
pub(super) struct LaidOut {
    pub text: Rendered,
    pub page: Option<compose::Page>,
}

/// Lays a mail out for its reader.
pub(super) fn lay_out(work: &Work<'_>, to: &Person, mail: &Mail<'_>, reply_to: Option<&Address>) -> LaidOut {
    if to.format == Format::Plain {
        return LaidOut { text: mail.text.clone(), page: None };
    }
    let word = |path: &str| work.voice.report.word(&to.language, path).unwrap_or_else(|| path.to_owned());
    let board = mail.about.map(|(board, _)| board);
    let title = title(&mail.subject);
    let game = board.and_then(|board| find(&board.header.game).ok()).map(|entry| entry.name);
    let desk = reply_to.map(|address| AnswerTo::at(address, work.club.plus_addresses));
    let (buttons, answers) = desk.map(|desk| buttons(mail, &desk, &word)).unwrap_or_default();
    let picture = mail.show.picture.as_ref().filter(|_| to.format == Format::Html);
    let shown = picture.map(|drawn| Shown { source: format!("cid:{BOARD}"), alt: one_line(&drawn.alt) });
    let setting = Setting {
        title: &title,
        language: &to.language,
        club: &work.club.name,
        game,
        table: board.map(|board| board.id.as_str()),
        tiles: &mail.show.tiles,
        picture: shown,
        buttons: &buttons,
        answers: &answers,
        word: &word,
    };
    if to.format == Format::Spoken {
        let page = compose::Page { html: spoken_html(&mail.text, &setting), pictures: Vec::new() };
        return LaidOut { text: spoken(&mail.text, &setting), page: Some(page) };
    }
    let file = |drawn: &Drawn| File { name: BOARD.into(), media_type: "image/png".into(), bytes: drawn.bytes.clone() };
    let page = compose::Page { html: html(&mail.text, &setting), pictures: picture.map(file).into_iter().collect() };
    LaidOut { text: mail.text.clone(), page: Some(page) }
}

/// Where answers go, and what marks them in their subjects where the address cannot ([`super::carried_tag`]).
struct AnswerTo {
    address: Address,
    mark: String,
}

impl AnswerTo {
    fn at(reply_to: &Address, has_plus_addresses: bool) -> AnswerTo {
        match reply_to.tag().filter(|_| !has_plus_addresses) {
            Some(tag) => AnswerTo { address: Address::new(&reply_to.base()), mark: format!(" {{{tag}}}") },
            None => AnswerTo { address: reply_to.clone(), mark: String::new() },
        }
    }
}

/// The name of the picture of the board in a mail.
const BOARD: &str = "board.png";

/// A subject without the table, or the club, that it begins with.
fn title(subject: &str) -> String {
    let rest = match subject.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((_, rest)) => rest,
        None => subject.split_once(": ").map_or(subject, |(_, rest)| rest),
    };
    rest.to_owned()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What can be answered by one tap; and what can be answered to single things, each with its order.
fn buttons(mail: &Mail<'_>, to: &AnswerTo, word: &impl Fn(&str) -> String) -> (Vec<Button>, Vec<(String, Button)>) {
    let mut all = Vec::new();
    let subject = |head: &str| match (mail.about, head.is_empty()) {
        (Some((board, _)), false) => format!("Re: [{}] {head}{}", board.id, to.mark),
        _ => format!("Re: {}{}", mail.subject, to.mark),
    };
    let to = &to.address;
    if let Some(mended) = &mail.show.mended {
        let href = link(to, &subject(""), mended);
        let note = Some(shortened(&mended.lines().collect::<Vec<_>>().join("; ")));
        all.extend(href.map(|href| Button { label: word("page/mended"), note, href }));
    }
    let Some((_, form, _)) = mail.text.around_form() else { return (all, Vec::new()) };
    let head = form.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']).to_owned();
    let subject = subject(&head);
    // What is given already stands in the form, and in every letter that replaces the one before.
    let kept: Vec<&str> = form.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    if !kept.is_empty() {
        let note = Some(shortened(&kept.join("; ")));
        let href = link(to, &subject, &kept.join("\n"));
        all.extend(href.map(|href| Button { label: word("page/kept"), note, href }));
    }
    let mut answers = Vec::new();
    for choice in mail.text.choices() {
        let lines: Vec<&str> = kept.iter().copied().chain(choice.iter().map(String::as_str)).collect();
        let Some(href) = link(to, &subject, &lines.join("\n")) else { continue };
        let button = Button { label: choice.join("; "), note: None, href };
        if let [order] = choice.as_slice() {
            answers.push((order.clone(), button.clone()));
        }
        all.push(button);
    }
    if all.len() > MOST_BUTTONS {
        all.truncate(FIRST_BUTTONS);
    }
    let href = link(to, &subject, form.trim_end()).or_else(|| link(to, &subject, ""));
    let write =
        Button { label: word("page/write"), note: Some(word("page/write-note")), href: href.unwrap_or_default() };
    all.push(write);
    (all, answers)
}

/// So much of what a button writes is shown on it.
fn shortened(text: &str) -> String {
    const MOST: usize = 90;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

/// A link that opens a letter, ready to be sent; nothing, if it would be too long for some mailer.
fn link(to: &Address, subject: &str, body: &str) -> Option<String> {
    /// What stands in an address as it is.
    const ADDRESS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'@').remove(b'+').remove(b'.').remove(b'-').remove(b'_');
    const TEXT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_');
    let body = utf8_percent_encode(&body.replace('\n', "\r\n"), TEXT).to_string();
    let subject = utf8_percent_encode(subject, TEXT);
    let mut link = format!("mailto:{}?subject={subject}", utf8_percent_encode(&to.mailbox, ADDRESS));
    if !body.is_empty() {
        link += &format!("&body={body}");
    }
    (link.len() <= LONGEST_LINK).then_some(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_holds_a_whole_letter_or_is_none() {
        let to = Address::named("", "referee+ostia-3.rome.k7q2@club.example");
        let found = link(&to, "Re: [ostia-3] Rome, turn 1", "move 1 legion Roma -> Etruria\nkeep tax & più");
        assert_eq!(
            found.as_deref(),
            Some(
                "mailto:referee+ostia-3.rome.k7q2@club.example?subject=Re%3A%20%5Bostia-3%5D%20Rome%2C%20turn%201\
                 &body=move%201%20legion%20Roma%20-%3E%20Etruria%0D%0Akeep%20tax%20%26%20pi%C3%B9"
            )
        );
        assert_eq!(link(&to, "x", &"move\n".repeat(400)), None);
    }

    #[test]
    fn a_title_is_a_subject_without_its_place() {
        assert_eq!(title("[ostia-3] turn 1: your orders, please"), "turn 1: your orders, please");
        assert_eq!(title("Ostia Club: your letter"), "your letter");
        assert_eq!(title("hello"), "hello");
    }
}
