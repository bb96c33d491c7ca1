//! Lines with their quote marks read; paragraphs that a mailer broke are whole again.

use super::html::STRUCK;
use std::collections::BTreeSet;

/// A line of a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailLine {
    /// How many quote marks stood before it.
    pub depth: u8,
    /// These marks, as they were written.
    pub marks: String,
    /// The line without them.
    pub text: String,
}

/// How a text part was laid out by the mailer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Lines are lines.
    Fixed,
    /// `format=flowed` (RFC 3676): a blank at the end of a line means that the paragraph goes on.
    Flowed,
    /// `format=flowed; delsp=yes`: and that blank is not part of the text.
    FlowedWithoutSpace,
}

/// More lines than this are not read.
pub const MOST: usize = 5_000;
/// A longer line is cut, in bytes.
pub const LONGEST: usize = 10_000;
/// No mailer breaks shorter lines than this, in characters.
const SHORTEST_BROKEN: usize = 50;

/// Splits a text into lines.
pub fn split(text: &str, layout: Layout) -> Vec<MailLine> {
    let mut lines: Vec<MailLine> = Vec::new();
    let mut flows = false;
    for raw in text.lines().take(MOST) {
        let (depth, text) = unquote(raw, layout);
        let is_signature = text.trim_end() == "--";
        let goes_on = layout != Layout::Fixed && text.ends_with(' ') && !is_signature;
        let body = if goes_on && layout == Layout::FlowedWithoutSpace { &text[..text.len() - 1] } else { text };
        match lines.last_mut() {
            // Gmail breaks `<game@example.org>:` before its `>`, which then looks like a quote.
            Some(last) if depth == 1 && last.depth == 0 && is_in_brackets(&last.text) => {
                last.text.push('>');
                if !body.starts_with(':') {
                    last.text.push(' ');
                }
                push(&mut last.text, body);
            }
            Some(last) if flows && last.depth == depth && !is_signature => push(&mut last.text, body),
            _ => {
                let marks = if depth > 0 { cut(&raw[..raw.len() - text.len()]).to_owned() } else { String::new() };
                lines.push(MailLine { depth, marks, text: cut(body).to_owned() });
            }
        }
        flows = goes_on;
    }
    // The blank of a signature's mark says that it is one.
    let bare = lines.iter_mut().filter(|line| !is_mark(&line.text));
    bare.for_each(|line| line.text.truncate(line.text.trim_end().len()));
    lines
}

/// Whether a line is the mark of a signature, as mailers write it: dash, dash, blank.
pub fn is_mark(line: &str) -> bool {
    matches!(line, "-- " | "--\u{a0}")
}

/// Whether a line ends within the angle brackets of an address.
fn is_in_brackets(line: &str) -> bool {
    line.rsplit_once('<').is_some_and(|(_, address)| address.contains('@') && !address.contains(['>', ' ']))
}

/// Adds to a line unless it is too long already.
fn push(line: &mut String, more: &str) {
    if line.len() + more.len() <= LONGEST {
        line.push_str(more);
    }
}

fn cut(line: &str) -> &str {
    let mut end = line.len().min(LONGEST);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// The quote marks before a line, and the line without them.
fn unquote(line: &str, layout: Layout) -> (u8, &str) {
    let mut depth = 0u8;
    let mut rest = line;
    loop {
        // Blanks may stand between marks, and before the first one where a webmailer indents; but a flowed line that begins with a
        // blank is stuffed: its mark belongs to the text.
        let is_stuffed = depth == 0 && layout != Layout::Fixed;
        let next = if is_stuffed { rest } else { rest.trim_start_matches([' ', '\u{a0}', '\t']) };
        let Some(after) = next.strip_prefix('>') else { break };
        depth = depth.saturating_add(1);
        rest = after;
    }
    let stuffed = depth > 0 || layout != Layout::Fixed;
    (depth, if stuffed { rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest) } else { rest })
}

/// Mends the plain text by the HTML of the same mail: joins lines that the mailer broke, and marks those that are struck out.
pub fn mend(lines: Vec<MailLine>, html: &[MailLine]) -> Vec<MailLine> {
    strike(rejoin(lines, html), html)
}

/// Marks lines that the HTML shows struck out, and nowhere else whole: plain text cannot show that.
fn strike(mut lines: Vec<MailLine>, html: &[MailLine]) -> Vec<MailLine> {
    let (mut struck, mut whole) = (BTreeSet::new(), BTreeSet::new());
    for line in html {
        let text = squeeze(&line.text);
        match text.strip_prefix(STRUCK).and_then(|text| text.strip_suffix(STRUCK)) {
            Some(inner) => struck.insert((line.depth, inner.trim().to_owned())),
            None => whole.insert((line.depth, text)),
        };
    }
    for line in lines.iter_mut().filter(|_| !struck.is_empty()) {
        let key = (line.depth, squeeze(&line.text));
        if !key.1.is_empty() && struck.contains(&key) && !whole.contains(&key) {
            line.text = format!("{STRUCK}{}{STRUCK}", line.text.trim());
        }
    }
    lines
}

fn rejoin(lines: Vec<MailLine>, html: &[MailLine]) -> Vec<MailLine> {
    let whole: BTreeSet<String> =
        html.iter().map(|line| squeeze(&line.text)).filter(|text| text.len() > SHORTEST_BROKEN).collect();
    let is_begun = |text: &str| whole.range(text.to_owned()..).next().is_some_and(|line| line.starts_with(text));
    let mut joined: Vec<MailLine> = Vec::with_capacity(lines.len());
    let mut last = String::new();
    for line in lines {
        let text = squeeze(&line.text);
        if let Some(before) = joined.last_mut()
            && before.depth == line.depth
            && last.chars().count() >= SHORTEST_BROKEN
            && !text.is_empty()
        {
            let together = format!("{last} {text}");
            if is_begun(&together) && before.text.len() + text.len() < LONGEST {
                before.text = format!("{} {}", before.text.trim_end(), line.text.trim_start());
                last = together;
                continue;
            }
        }
        last = text;
        joined.push(line);
    }
    joined
}

/// Single spaces.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[MailLine]) -> Vec<String> {
        lines.iter().map(|line| format!("{}{}", ">".repeat(line.depth.into()), line.text)).collect()
    }

    #[test]
    fn flowed_paragraphs_are_joined_and_signatures_are_not() {
        let text = "move 2 legions \nCarthago\n> > old \n> > text\n>new\n  stuffed\n-- \nMe";
        assert_eq!(
            shown(&split(text, Layout::Flowed)),
            ["move 2 legions Carthago", ">>old text", ">new", " stuffed", "-- ", "Me"]
        );
        assert_eq!(shown(&split("Mare Afri \ncum\nx ", Layout::FlowedWithoutSpace)), ["Mare Africum", "x"]);
        assert_eq!(shown(&split("a \nb", Layout::Fixed)), ["a", "b"]);
    }

    #[test]
    fn a_quote_in_another_depth_ends_a_paragraph() {
        assert_eq!(shown(&split("> a \nb", Layout::Flowed)), [">a", "b"]);
    }

    #[test]
    fn lines_broken_by_the_mailer_are_joined_by_the_html() {
        let long = "move 2 legions Carthago -> Syracusae via Mare Africum, Mare Ionium, Mare Aegyptium and back";
        let (head, tail) = long.split_at(long.find(" Aegyptium").unwrap());
        let plain = split(&format!("{head}\n{tail}\nattack Syracusae"), Layout::Fixed);
        let html = split(&format!("{long}\nattack Syracusae"), Layout::Fixed);
        assert_eq!(shown(&rejoin(plain.clone(), &html)), [&squeeze(long), "attack Syracusae"]);
        assert_eq!(rejoin(plain.clone(), &[]), plain);
    }

    #[test]
    fn struck_out_lines_are_marked() {
        let plain = split("> attack Roma\n> attack Sicilia\nattack Roma", Layout::Fixed);
        let html = split("> ~~attack Roma~~\n> attack Sicilia\nattack Roma", Layout::Fixed);
        assert_eq!(shown(&mend(plain, &html)), [">~~attack Roma~~", ">attack Sicilia", "attack Roma"]);
    }

    #[test]
    fn a_broken_address_is_no_quote() {
        let text = "Op ma 2 nov 2026 schreef T <game@example.org\n>:\n> old\nOn 2 Nov T <game@example.org\n> wrote:";
        assert_eq!(
            shown(&split(text, Layout::Fixed)),
            ["Op ma 2 nov 2026 schreef T <game@example.org>:", ">old", "On 2 Nov T <game@example.org> wrote:"]
        );
    }

    #[test]
    fn endless_lines_are_cut() {
        let endless = "x ".repeat(LONGEST) + &"\nx ".repeat(9_000);
        let lines = split(&endless, Layout::Flowed);
        assert!(lines.iter().all(|line| line.text.len() <= LONGEST));
        assert!(split(&"a\n".repeat(3 * MOST), Layout::Fixed).len() <= MOST);
    }
}
