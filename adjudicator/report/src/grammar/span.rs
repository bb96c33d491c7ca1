//! Lengths of time in words: `2 days 12 hours`, `2 dni 12 godzin`; and settings, whose values are often such.

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

    /// A setting or its value, which the service writes down in English, as the language calls it: `deadline`, `Sunday 20:00 UTC`.
    pub fn setting(&self, text: &str) -> String {
        let called = |word: &str| self.word(&format!("words/setting/{word}")).map(str::to_owned);
        if let Some(whole) = called(text) {
            return whole;
        }
        let pieces = text.split(", ").map(|piece| {
            let span = self.span(piece);
            let is_span = piece.starts_with(|c: char| c.is_ascii_digit());
            let words = piece.split(' ').map(|word| {
                let (name, mark) = word.strip_suffix(':').map_or((word, ""), |name| (name, ":"));
                let day =
                    WEEKDAYS.iter().position(|day| *day == name).map(|day| format!("words/date/weekday/{}", day + 1));
                let day = day.and_then(|path| self.word(&path).map(str::to_owned));
                format!("{}{mark}", day.or_else(|| called(name)).unwrap_or_else(|| name.to_owned()))
            });
            if is_span { span } else { words.collect::<Vec<_>>().join(" ") }
        });
        pieces.collect::<Vec<_>>().join(", ")
    }
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
