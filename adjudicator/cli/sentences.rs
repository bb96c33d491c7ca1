//! `sentences`: a language that is being written, said with what was really said: what is missing, what fails, what stayed English.

use crate::catalogue::{Visit, visit};
use crate::report::Renderer;
use crate::report::samples::Sample;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tabellarius_kernel::Listed;

/// Says every entry of a language with samples, and tells what is missing or fails.
#[derive(Args)]
pub struct Sentences {
    /// The language: it, pl, …
    language: String,
    /// A directory laid out like templates/, over the compiled-in one.
    templates: Option<PathBuf>,
    /// The samples.
    #[arg(long, default_value = "tests/sentences/samples.jsonl", value_name = "FILE")]
    samples: PathBuf,
    /// Shows what entries that begin so say, English first.
    #[arg(long, value_name = "ENTRY")]
    show: Option<String>,
}

/// What came of saying one sample.
pub struct Said {
    /// The entry.
    pub entry: String,
    /// In English.
    pub english: String,
    /// In the other language, or why not.
    pub other: Result<String, String>,
}

impl Sentences {
    /// Says all.
    pub fn run(self) -> Result<()> {
        let renderer = Renderer::new(self.templates.as_deref())?;
        let text = std::fs::read_to_string(&self.samples)
            .with_context(|| format!("cannot read {}", self.samples.display()))?;
        let missing = renderer.missing(&self.language);
        for entry in &missing {
            println!("missing: {entry}");
        }
        let said = say_all(&renderer, &self.language, &read(&text)?)?;
        let mut failed = BTreeSet::new();
        let mut shown = BTreeSet::new();
        for one in &said {
            if let Err(why) = &one.other {
                failed.insert(format!("{}: {why}", one.entry));
            }
            if self.show.as_ref().is_some_and(|wanted| one.entry.starts_with(wanted.as_str())) {
                let other = one.other.clone().unwrap_or_else(|why| format!("! {why}"));
                if shown.insert(other.clone()) {
                    println!("[{}]\n  {}\n  {}", one.entry, one.english.trim_end(), other.trim_end());
                }
            }
        }
        for why in &failed {
            println!("fails: {why}");
        }
        let without = never_said(&renderer, &self.language, &said);
        if !without.is_empty() {
            println!("no sample for: {}", without.join(", "));
        }
        match missing.len() + failed.len() {
            0 => Ok(()),
            n => bail!("{n} entries are missing or fail"),
        }
    }
}

/// Reads samples, one on each line.
pub fn read(text: &str) -> Result<Vec<Sample>> {
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Entries of a language that no sample is for.
pub fn never_said(renderer: &Renderer, language: &str, said: &[Said]) -> Vec<String> {
    let said: BTreeSet<&str> = said.iter().map(|one| one.entry.as_str()).collect();
    renderer.entries(language).into_iter().filter(|entry| !said.contains(entry.as_str())).collect()
}

/// Says all samples in English and in a language, with numbers for every form of a plural.
///
/// What cannot be said in English with such numbers is no sentence, so it need not be one in another language.
pub fn say_all(renderer: &Renderer, language: &str, samples: &[Sample]) -> Result<Vec<Said>> {
    let mut by_game: BTreeMap<Option<(String, usize)>, Vec<Sample>> = BTreeMap::new();
    for sample in samples {
        by_game.entry(sample.game.clone()).or_default().extend(sample.with_numbers());
    }
    let mut all = Vec::new();
    for (game, samples) in by_game {
        all.extend(match game {
            None => said(&samples, &|sample, in_language| renderer.again(in_language, sample), language),
            Some((key, players)) => visit(&key, players, "", InGame { renderer, language, samples })??,
        });
    }
    Ok(all)
}

/// Says the samples of one game.
struct InGame<'a> {
    renderer: &'a Renderer,
    language: &'a str,
    samples: Vec<Sample>,
}

impl Visit for InGame<'_> {
    type Out = Result<Vec<Said>>;

    fn game<G: Listed>(self, game: G) -> Result<Vec<Said>> {
        let (english, other) = (self.renderer.voice(&game, "en")?, self.renderer.voice(&game, self.language)?);
        let again = |sample: &Sample, language: &str| {
            if language == "en" { english.again(sample) } else { other.again(sample) }
        };
        Ok(said(&self.samples, &again, self.language))
    }
}

fn said(samples: &[Sample], again: &dyn Fn(&Sample, &str) -> Result<String>, language: &str) -> Vec<Said> {
    let one = |sample: &Sample| {
        let english = again(sample, "en").ok()?;
        let other = again(sample, language).map_err(|why| format!("{why:#}"));
        Some(Said { entry: sample.entry.clone(), english, other })
    };
    samples.iter().filter_map(one).collect()
}
