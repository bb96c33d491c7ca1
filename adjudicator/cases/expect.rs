//! Comparing what is expected with what came.

use super::Failure;
use super::event;
use super::file::Text;
use super::run::{amiss_reason, with_words};
use tabellarius_kernel::{Amiss, Listed, Run};

/// What expectations look at.
pub struct Looked<'a, G: Listed> {
    /// The game.
    pub game: &'a G,
    /// The run as far as it has come.
    pub run: &'a Run<G>,
}

/// Looks at every line; returns what is not as expected.
pub fn expect<G: Listed>(looked: &Looked<'_, G>, lines: &[Text]) -> Vec<Failure> {
    let mut failures = Vec::new();
    let mut under: Option<(usize, &'static str)> = None;
    for line in lines {
        if let Some((indent, _)) = under
            && line.indent <= indent
        {
            under = None;
        }
        if let Some(section) = line.text.strip_suffix(':').and_then(section_named::<G>) {
            under = Some((line.indent, section));
            continue;
        }
        let told = match under {
            Some((_, section)) => position(looked, section, &line.text),
            None => free(looked, &line.text),
        };
        failures.extend(told.into_iter().map(|what| Failure { line: line.line, what }));
    }
    failures
}

/// A section by its name, in the singular too.
fn section_named<G: Listed>(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    G::SECTIONS.iter().copied().find(|section| *section == name || section.strip_suffix('s') == Some(&name))
}

fn free<G: Listed>(looked: &Looked<'_, G>, text: &str) -> Vec<String> {
    let (word, rest) = text.split_once(|c: char| c.is_whitespace() || c == ':').unwrap_or((text, ""));
    let rest = rest.trim().trim_start_matches(':').trim();
    match word.to_lowercase().as_str() {
        "event" => event::expect(looked, rest, event::Wanted::Once),
        "no" if rest.starts_with("event") => {
            let rest = rest.trim_start_matches("event").trim().trim_start_matches(':').trim();
            event::expect(looked, rest, event::Wanted::Never)
        }
        "asks" => asks(looked, rest),
        word => match section_named::<G>(word) {
            Some(section) => position(looked, section, rest),
            None => G::SECTIONS.first().map_or(Vec::new(), |section| position(looked, section, text)),
        },
    }
}

fn position<G: Listed>(looked: &Looked<'_, G>, section: &str, text: &str) -> Vec<String> {
    match with_words(looked.game, text, |words| looked.game.expect(&looked.run.state, section, words)) {
        Ok(differs) => {
            differs.into_iter().map(|one| format!("expected {}; there is: {}", one.expected, one.came)).collect()
        }
        Err(amiss) => vec![amiss_reason(text, &amiss)],
    }
}

/// `asks Rome: pick`, `asks nobody`: which questions wait, in the strict pace.
fn asks<G: Listed>(looked: &Looked<'_, G>, text: &str) -> Vec<String> {
    let open: Vec<String> = looked
        .run
        .open
        .iter()
        .map(|open| format!("{}: {} ({})", looked.game.seat_key(open.seat), open.name, open.path))
        .collect();
    let there = || if open.is_empty() { "nobody is asked".to_string() } else { open.join("; ") };
    if text == "nobody" {
        return if open.is_empty() {
            Vec::new()
        } else {
            vec![format!("expected that nobody is asked; there is: {}", there())]
        };
    }
    let (name, question) = text.split_once(':').map_or((text, ""), |(name, question)| (name, question.trim()));
    match with_words(looked.game, name, |words| looked.game.seat_named(words)) {
        Err(slip) => vec![amiss_reason(name, &Amiss::Slip(slip))],
        Ok(seat) => {
            let is_asked = looked.run.open.iter().any(|open| {
                open.seat == seat && (question.is_empty() || open.name == question || open.path.ends_with(question))
            });
            if is_asked { Vec::new() } else { vec![format!("expected asks {text}; there is: {}", there())] }
        }
    }
}
