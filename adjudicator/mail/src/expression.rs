//! The phrases of mailers as regular expressions. They are written by operators and tried on strangers' mails, so both sides are bounded:
//! an expression may not grow beyond a size, a text is not looked at beyond a length, and the `regex` crate takes time in proportion to
//! the text whatever the expression is.

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

/// The longest text that is tried, in bytes: a subject of 300 letters, of whatever script. Nothing a mailer adds is longer.
const LONGEST: usize = 1_200;
/// The memory that one phrase may take when compiled, in bytes.
const LARGEST: usize = 256 << 10;
/// The same for all phrases of a list together.
const LARGEST_LIST: usize = 8 << 20;

/// Where a phrase stands.
#[derive(Clone, Copy, Debug)]
pub enum Frame {
    /// The phrase is the whole text.
    Whole,
    /// The text begins with the phrase.
    Start,
}

impl Frame {
    fn around(self, phrase: &str) -> String {
        match self {
            Frame::Whole => format!("^(?:{phrase})$"),
            Frame::Start => format!("^(?:{phrase})"),
        }
    }
}

/// Phrases of which one is looked for.
#[derive(Debug, Default)]
pub struct Expressions {
    /// Whether there is one at all, and which: one pass for all of them.
    set: RegexSet,
    /// Each by itself, to see where it ends.
    each: Vec<Regex>,
}

impl Expressions {
    /// Compiles phrases, each of which was [`check`]ed.
    pub fn new(frame: Frame, phrases: &[String]) -> Result<Expressions, String> {
        let framed: Vec<String> = phrases.iter().map(|phrase| frame.around(phrase)).collect();
        let set = RegexSetBuilder::new(&framed).case_insensitive(true).size_limit(LARGEST_LIST).build();
        let each = framed.iter().map(|text| compiled(text)).collect::<Result<_, _>>();
        Ok(Expressions { set: set.map_err(|error| plain(&error))?, each: each.map_err(|error| plain(&error))? })
    }

    /// Whether a phrase fits a [`fold`]ed text.
    pub fn fit(&self, folded: &str) -> bool {
        folded.len() <= LONGEST && self.set.is_match(folded)
    }

    /// What is left of a [`fold`]ed text behind each phrase that it begins with.
    pub fn rests<'t>(&self, folded: &'t str) -> impl Iterator<Item = &'t str> {
        let which = if self.fit(folded) { self.set.matches(folded).into_iter().collect() } else { Vec::new() };
        which.into_iter().filter_map(|at: usize| self.each.get(at)?.find(folded)).map(|found| &folded[found.end()..])
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.set.len()
    }
}

fn compiled(text: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text).case_insensitive(true).size_limit(LARGEST).build()
}

/// Whether a phrase can be used; if not, why.
pub fn check(frame: Frame, phrase: &str) -> Result<(), String> {
    // By itself first: a phrase that closes the bracket of its frame is not taken for a good one.
    compiled(phrase).map_err(|error| plain(&error))?;
    let framed = compiled(&frame.around(phrase)).map_err(|error| plain(&error))?;
    if let Some(odd) = phrase.chars().find(|c| fold(&c.to_string()) != c.to_lowercase().to_string() && *c != ' ') {
        let advice = match fold(&odd.to_string()).as_str() {
            "" => "leave it out, or write a blank".to_owned(),
            plain => format!("write {plain}"),
        };
        return Err(format!("the character {odd:?} never stands in a text that is compared; {advice}"));
    }
    if ["", "x", "2 legions"].iter().any(|text| framed.is_match(text)) {
        return Err("it would fit every line".to_owned());
    }
    Ok(())
}

/// The reason without the drawing of the expression above it: the last line of what the crate prints.
fn plain(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "it is too large when it is compiled".to_owned(),
        error => {
            let text = error.to_string();
            text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
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

    fn fits(frame: Frame, phrase: &str, text: &str) -> bool {
        check(frame, phrase).unwrap();
        Expressions::new(frame, &[phrase.to_owned()]).unwrap().fit(&fold(text))
    }

    #[test]
    fn a_phrase_is_the_whole_of_a_text_or_its_beginning() {
        assert!(fits(Frame::Whole, "On .+ wrote ?:", "On Mon, 2 Nov 2026 at 20:15, A <a@b> wrote:"));
        assert!(!fits(Frame::Whole, "On .+ wrote ?:", "On Monday I wrote: move"));
        assert!(fits(Frame::Whole, r".* napisał(\(a\))?:", "pon., 2 lis 2026 o 20:15 A <a@b> NAPISAŁ(A):"));
        assert!(fits(Frame::Whole, "Sent from my .+", "Sent from my\u{a0}iPhone"));
        assert!(!fits(Frame::Whole, "Sent from mobile|Sent by me", "Sent from mobile legions"));
        assert!(fits(Frame::Start, "Out of (the )?office", "Out of Office: back soon"));
        assert!(!fits(Frame::Start, "Out of (the )?office", "Re: Out of Office"));
    }

    #[test]
    fn what_stands_behind_a_phrase_is_told_for_each_that_fits() {
        let phrases = ["my orders( attached)?", "my", "dear"].map(str::to_owned);
        let expressions = Expressions::new(Frame::Start, &phrases).unwrap();
        assert_eq!(expressions.rests("my orders attached: x").collect::<Vec<_>>(), [": x", " orders attached: x"]);
        assert_eq!(expressions.rests("oh dear").count(), 0);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_the_reason() {
        for (phrase, reason) in [
            ("Sent from (my", "unclosed group"),
            ("a)|(b", "unopened group"),
            ("[a-", "unclosed character class"),
            ("*", "repetition operator missing expression"),
            ("", "every line"),
            (".*", "every line"),
            (r"(\w| )+", "every line"),
            ("Sent from Marco’s phone", "write '"),
            ("Sent\u{a0}from", "leave it out, or write a blank"),
            (r"(\pL{900}){900}", "too large"),
            ("(?x) from # me", ""),
        ] {
            let refused = check(Frame::Whole, phrase).unwrap_err();
            assert!(refused.contains(reason), "{phrase}: {refused}");
        }
    }

    #[test]
    fn no_expression_can_hold_up_the_mail() {
        let nested = "((a*)*)*(a|aa)+b";
        let begun = std::time::Instant::now();
        assert!(!fits(Frame::Whole, nested, &"a".repeat(LONGEST)));
        assert!(!fits(Frame::Whole, nested, &"a".repeat(3_000_000)));
        assert!(begun.elapsed().as_secs() < 2, "{:?}", begun.elapsed());
    }
}
