//! Patterns in the phrase files: plain words, with `…` for any text.

/// A phrase with gaps.
#[derive(Clone, Debug)]
pub struct Pattern {
    pieces: Vec<String>,
    open_start: bool,
    open_end: bool,
}

/// The longest text a pattern is tried on, in bytes; nothing a mailer adds is longer.
const LONGEST: usize = 500;

impl Pattern {
    /// Reads a pattern as it stands in a phrase file.
    pub fn new(text: &str) -> Pattern {
        let folded = text.split('…').map(fold).collect::<Vec<_>>();
        Pattern {
            pieces: folded.into_iter().filter(|piece| !piece.is_empty()).collect(),
            open_start: text.starts_with('…'),
            open_end: text.ends_with('…'),
        }
    }

    /// Whether the whole of a folded text fits.
    pub fn fits(&self, text: &str) -> bool {
        text.len() <= LONGEST && self.rest(text).is_some_and(|rest| rest.is_empty() || self.open_end)
    }

    /// Whether a folded text begins so.
    pub fn begins(&self, text: &str) -> bool {
        self.rest(text).is_some()
    }

    /// What is left behind the last piece. The last piece is looked for at the end first, where the pattern is closed.
    fn rest<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut rest = text;
        for (i, piece) in self.pieces.iter().enumerate() {
            let anchored = i == 0 && !self.open_start;
            let is_last = i + 1 == self.pieces.len();
            rest = if anchored {
                rest.strip_prefix(piece.as_str())?
            } else if is_last && !self.open_end && rest.ends_with(piece.as_str()) {
                ""
            } else {
                rest.split_once(piece.as_str())?.1
            };
        }
        Some(rest)
    }
}

/// A text for comparing: lower case, plain dashes and apostrophes, single spaces, nothing invisible.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_whitespace() => {
                if !folded.is_empty() && !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            '\u{2010}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
            '\u{2018}' | '\u{2019}' | '\u{02bc}' => folded.push('\''),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}' => {}
            c => folded.extend(c.to_lowercase()),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_stand_for_any_text() {
        let fits = |pattern: &str, text: &str| Pattern::new(pattern).fits(&fold(text));
        assert!(fits("On … wrote:", "On Mon, 2 Nov 2026 at 20:15, A <a@b> wrote:"));
        assert!(!fits("On … wrote:", "On Monday I wrote: move"));
        assert!(fits("… napisał(a):", "pon., 2 lis 2026 o 20:15 A <a@b> NAPISAŁ(A):"));
        assert!(fits("Op … schreef …:", "Op ma 2 nov 2026 om 20:15 schreef A <a@b>:"));
        assert!(fits("Sent from my …", "Sent from my\u{a0}iPhone"));
        assert!(!fits("Sent from mobile", "Sent from mobile legions"));
        assert!(Pattern::new("Out of office").begins(&fold("Out of Office: back soon")));
    }
}
