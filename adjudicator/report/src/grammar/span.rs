//! Lengths of time in words: `2 days 12 hours`, `2 dni 12 godzin`.

use super::Grammar;

impl Grammar {
    /// A length of time as the service writes it down, in the language's words. What is no such text stays as it is.
    pub fn span(&self, text: &str) -> String {
        let mut said = Vec::new();
        let mut pieces = text.split_whitespace();
        while let Some(number) = pieces.next() {
            let (Ok(n), Some(unit)) = (number.parse::<i64>(), pieces.next()) else { return text.to_owned() };
            let unit = unit.strip_suffix('s').unwrap_or(unit);
            let Some(word) = self.pick(n, |class| self.word(&format!("words/span/{unit}/{class}"))) else {
                return text.to_owned();
            };
            said.push(format!("{n} {word}"));
        }
        said.join(" ")
    }
}
