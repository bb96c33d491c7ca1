//! Which lines of a letter count as the answer, when the order form may have been edited inside the quote.
//!
//! Every dispatch ends with an order form. Players answer it in one of these ways, and the rule follows them:
//!
//! 1. They write above, below or between the quoted lines: **their own lines count**, the quote does not.
//! 2. They edit the form where it stands, in the quote, and write no orders outside it: **the edited form counts**, all of it as it
//!    now stands, without the lines they deleted.
//! 3. They edit the quoted form and add lines without marks inside it: **the form counts with these lines in their places**.
//! 4. They edit the quoted form and also write orders outside it: **their own lines count**, and [`Selection::ignored`] holds the lines
//!    of the form that they changed, so that the acknowledgement can ask.
//!
//! Orders below a quote without marks (Outlook, answered at the bottom) stand in no quote at all: what follows the last line of the
//! dispatch counts as the player's own. An order that stands below a signature mark never counts, but is in [`Selection::ignored`] too.
//!
//! An attached text counts if the letter itself holds no orders. One that does not count is named in [`Selection::unused`].
//!
//! "Edited" means: compared with the form we sent, a line is new or changed; or a line is missing although the end of the form is
//! still there (a mailer that cuts a quote short does not give orders). What mailers do to a quote is no edit: other spaces, marks,
//! dashes, broken lines. Without the form that was sent no quoted line ever counts.

use super::letter::{Letter, Why};
use super::lines::squeeze;
use super::phrases::Phrases;
use super::sift::Piece;
use super::typography::keyboard;

/// The lines of a letter that count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The lines that count, as they were written; between them the lines that do not, so that a text may hold them.
    pub lines: Vec<Piece>,
    /// Where they stood.
    pub found_in: FoundIn,
    /// The names of attached texts that do not count.
    pub unused: Vec<String>,
    /// Lines that look like orders and do not count, so that the player can be asked: lines of the form that were changed although there
    /// are orders outside it too, and lines in what was taken for a signature.
    pub ignored: Vec<String>,
}

/// Where the orders of a letter stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundIn {
    /// In the player's own lines.
    Own,
    /// In the form that was edited inside the quote.
    Form,
    /// In an attached text of this name, because the letter itself holds no orders.
    Attached(String),
}

/// The dispatch that is answered.
#[derive(Clone, Copy, Debug)]
pub struct SentForm<'s> {
    /// The text before the form.
    pub before: &'s str,
    pub form: &'s str,
    /// The text behind it.
    pub after: &'s str,
}

/// More lines are not compared.
const MOST_LINES: usize = 1_500;

impl Selection {
    /// The answer in a letter. `is_order` says whether a line, in characters of a keyboard, could be an order: it is asked to tell
    /// chat from orders, so it may be generous.
    pub fn of(
        letter: &Letter,
        sent: Option<SentForm<'_>>,
        phrases: &Phrases,
        is_order: impl Fn(&str) -> bool,
    ) -> Selection {
        let has_orders = |text: &str| text.lines().any(|line| !line.trim().is_empty() && is_order(line));
        let plain = |text: &str| keyboard(&phrases.without_pleasantries_but(text, |line| is_order(&keyboard(line))));
        let mut own = plain(&letter.body);
        let mut lines = letter.pieces().to_vec();
        let first = lines.iter().position(Piece::is_said).unwrap_or(lines.len());
        let mut at = 0..;
        lines.retain(|piece| at.next().is_some_and(|at| at >= first) || !matches!(piece, Piece::Own(_)));
        let mut unused: Vec<String> = letter.attached.iter().map(|one| one.name.clone()).collect();
        let signature = letter.left_out.iter().filter(|out| out.why == Why::Signature).map(|out| keyboard(&out.line));
        let mut ignored: Vec<String> = signature.filter(|line| has_orders(line)).collect();
        if let Some(form) = sent.and_then(|sent| Quoted::find(letter, sent)) {
            let below = plain(&form.below.join("\n"));
            if has_orders(&below) {
                own = format!("{own}\n{below}").trim_start_matches('\n').to_owned();
                lines.extend(form.below.into_iter().map(Piece::Own));
            }
            let outside = plain(&form.outside.join("\n"));
            if form.is_edited && (has_orders(&outside) || has_orders(&below)) {
                ignored.extend(form.changed);
            } else if form.is_edited {
                let lines = form.lines.into_iter().map(Piece::Own).collect();
                return Selection { lines, found_in: FoundIn::Form, ignored, unused };
            }
        }
        if !has_orders(&own)
            && let Some(at) = letter.attached.iter().position(|one| has_orders(&keyboard(&one.text)))
        {
            let lines = letter.attached[at].text.lines().map(|line| Piece::Own(line.to_owned())).collect();
            return Selection { lines, found_in: FoundIn::Attached(unused.remove(at)), ignored, unused };
        }
        Selection { lines, found_in: FoundIn::Own, ignored, unused }
    }

    /// The lines that count as orders are read: without salutations, in characters of a keyboard.
    pub fn orders(&self, phrases: &Phrases) -> String {
        let own =
            self.lines.iter().filter_map(|piece| if let Piece::Own(line) = piece { Some(line.as_str()) } else { None });
        keyboard(&phrases.without_pleasantries(own.collect::<Vec<_>>().join("\n").trim_end()))
    }
}

/// The form as it is quoted in a letter.
struct Quoted {
    /// Its lines as they now stand, with the player's own lines between them.
    lines: Vec<String>,
    /// Those that are new or changed.
    changed: Vec<String>,
    /// The player's own lines elsewhere.
    outside: Vec<String>,
    /// What follows the end of the dispatch in a quote.
    below: Vec<String>,
    is_edited: bool,
}

impl Quoted {
    fn find(letter: &Letter, sent: SentForm<'_>) -> Option<Quoted> {
        let known: Vec<(Place, String)> =
            [(Place::Before, sent.before), (Place::Form, sent.form), (Place::After, sent.after)]
                .into_iter()
                .flat_map(|(place, text)| text.lines().map(move |line| (place, key(line))))
                .filter(|(_, line)| !line.is_empty())
                .collect();
        let is_kept = |piece: &&Piece| piece.why().is_none() && !key(piece.text()).is_empty();
        let pieces: Vec<&Piece> = letter.pieces.iter().filter(is_kept).collect();
        let is_quote = unmarked(&pieces, &known);
        let quoted: Vec<usize> =
            (0..pieces.len()).filter(|&i| is_quote || matches!(pieces[i], Piece::Quoted(_))).collect();
        if quoted.is_empty() || known.len() > MOST_LINES || quoted.len() > MOST_LINES {
            return None;
        }
        let keys: Vec<String> = quoted.iter().map(|&i| key(pieces[i].text())).collect();
        let (keys, spans) = mend(keys, &known);
        let pairs = align(&keys, &known);
        // The form lies between the last line that stood before it and the first that stood behind it.
        let places: Vec<Option<Place>> = (0..keys.len()).map(|i| pairs[i].map(|at| known[at].0)).collect();
        let first = places.iter().rposition(|place| *place == Some(Place::Before)).map_or(0, |last| last + 1);
        let end = places.iter().position(|place| *place == Some(Place::After)).unwrap_or(keys.len()).max(first);
        let kept = (first..end).filter(|&i| places[i] == Some(Place::Form)).count();
        let wanted = known.iter().filter(|(place, _)| *place == Place::Form).count();
        let has_anchor = first > 0 || end < keys.len() || kept > 0;
        if !has_anchor || first == end {
            return None;
        }
        let last_line = known.iter().rposition(|(place, _)| *place == Place::Form);
        let is_whole = end < keys.len() || pairs[first..end].iter().flatten().any(|&at| Some(at) == last_line);
        let fresh: Vec<usize> = (first..end).filter(|&i| places[i].is_none()).collect();
        let is_edited = !fresh.is_empty() || kept < wanted && is_whole;
        // From lines of the quote back to pieces of the letter.
        let (from, to) = (quoted[spans[first].0], quoted[spans[end - 1].1 - 1]);
        let text = |i: &usize| {
            quoted[spans[*i].0..spans[*i].1].iter().map(|&at| pieces[at].text().trim()).collect::<Vec<_>>().join(" ")
        };
        let mut lines = Vec::new();
        let mut next = first;
        for (at, piece) in pieces.iter().enumerate().take(to + 1).skip(from) {
            if !quoted.contains(&at) {
                lines.push(piece.text().to_owned());
            } else if next < end && quoted[spans[next].0] == at {
                lines.push(text(&next));
                next += 1;
            }
        }
        let last = pairs.iter().rposition(Option::is_some).filter(|&last| places[last] == Some(Place::After));
        let below = last.map_or_else(Vec::new, |last| (last + 1..keys.len()).map(|i| text(&i)).collect());
        let outside = pieces.iter().enumerate().filter(|(at, _)| (*at < from || *at > to) && !quoted.contains(at));
        let outside = outside.map(|(_, piece)| piece.text().to_owned()).collect();
        Some(Quoted { lines, changed: fresh.iter().map(text).collect(), outside, below, is_edited })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Before,
    Form,
    After,
}

/// Whether the whole letter is a quote without any mark, as some webmailers leave it: our report stands among the player's lines.
fn unmarked(pieces: &[&Piece], known: &[(Place, String)]) -> bool {
    const ENOUGH: usize = 3;
    let is_report = |text: &str| known.iter().any(|(place, line)| *place != Place::Form && *line == key(text));
    let own = pieces.iter().filter(|piece| matches!(piece, Piece::Own(_)));
    own.filter(|piece| is_report(piece.text())).count() >= ENOUGH
        && !pieces.iter().any(|piece| matches!(piece, Piece::Quoted(_)))
}

/// What is compared of a line: neither spaces nor marks nor kinds of dash, which mailers change.
fn key(line: &str) -> String {
    squeeze(&keyboard(line)).trim_matches(['*', '_', ' ']).to_lowercase()
}

/// Puts quoted lines together that a mailer broke: those that together are one line we sent. Returns the lines, and for each
/// the range of the lines it was made of.
fn mend(lines: Vec<String>, known: &[(Place, String)]) -> (Vec<String>, Vec<(usize, usize)>) {
    let is_known = |text: &str| known.iter().any(|(_, line)| line == text);
    let (mut mended, mut spans) = (Vec::new(), Vec::new());
    let mut i = 0;
    while i < lines.len() {
        let mut end = i + 1;
        if !is_known(&lines[i]) {
            let joined = (2..=4)
                .take_while(|count| i + count <= lines.len())
                .find(|count| is_known(&lines[i..i + count].join(" ")));
            end = joined.map_or(end, |count| i + count);
        }
        mended.push(lines[i..end].join(" "));
        spans.push((i, end));
        i = end;
    }
    (mended, spans)
}

/// For each quoted line the line we sent that it is: a longest common subsequence.
fn align(quoted: &[String], known: &[(Place, String)]) -> Vec<Option<usize>> {
    let width = known.len() + 1;
    let mut longest = vec![0u16; (quoted.len() + 1) * width];
    for i in (0..quoted.len()).rev() {
        for j in (0..known.len()).rev() {
            longest[i * width + j] = if quoted[i] == known[j].1 {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let mut pairs = vec![None; quoted.len()];
    let (mut i, mut j) = (0, 0);
    while i < quoted.len() && j < known.len() {
        if quoted[i] == known[j].1 {
            pairs[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
#[path = "selection_tests.rs"]
mod tests;
