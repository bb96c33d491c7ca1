//! Every language has every sentence, no more and no fewer than English, and each can be said with every number.

use std::collections::BTreeSet;
use tabellarius::cli::sentences::{read, say_all};
use tabellarius::report::Renderer;

/// What is still being written, by how its entries begin.
const NOT_YET: [(&str, &str); 0] = [];

const SAMPLES: &str = include_str!("../sentences/samples.jsonl");

fn others(renderer: &Renderer) -> Vec<&str> {
    renderer.languages().filter(|language| *language != "en").collect()
}

fn is_written(language: &str, entry: &str) -> bool {
    !NOT_YET.iter().any(|(of, begins)| *of == language && entry.starts_with(begins))
}

#[test]
fn every_language_has_the_sentences_of_english_and_no_others() {
    let renderer = Renderer::new(None).unwrap();
    let english: BTreeSet<String> = renderer.entries("en").into_iter().collect();
    let mut bad = Vec::new();
    for language in others(&renderer) {
        let missing = renderer.missing(language).into_iter().filter(|entry| is_written(language, entry));
        bad.extend(missing.map(|entry| format!("{language} lacks {entry}")));
        let never_said = renderer.entries(language).into_iter().filter(|entry| !english.contains(entry));
        bad.extend(never_said.map(|entry| format!("{language} has {entry}, which nobody says")));
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

/// Words that are no sentences: kinds, outcomes, what pictures count. What a number asks for differs from language to language.
#[test]
fn every_language_has_the_words_of_english() {
    let renderer = Renderer::new(None).unwrap();
    let classes = ["zero", "one", "two", "few", "many", "other"];
    let shape = |path: &str| path.split('/').filter(|part| !classes.contains(part)).collect::<Vec<_>>().join("/");
    let of = |language: &str| -> BTreeSet<String> {
        // How a language makes a plural is its own affair: some have it among the forms of names.
        renderer.own_words(language).iter().filter(|path| !path.contains("/plural/")).map(|path| shape(path)).collect()
    };
    let mut bad = Vec::new();
    for language in others(&renderer) {
        let own = of(language);
        let missing = of("en").into_iter().filter(|word| !own.contains(word) && is_written(language, word));
        bad.extend(missing.map(|word| format!("{language} lacks {word}")));
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

/// All that was ever said, again in each language, with numbers for every form of a plural.
#[test]
fn whatever_was_said_in_english_is_said_in_every_language() {
    let renderer = Renderer::new(None).unwrap();
    let samples = read(SAMPLES).unwrap();
    let mut bad = BTreeSet::new();
    for language in others(&renderer) {
        for said in say_all(&renderer, language, &samples).unwrap() {
            if let Err(why) = said.other {
                bad.insert(format!("{language} {}: {why}", said.entry));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

/// A choice between forms has one for every class of numbers of its language, whether a sample says it or not.
#[test]
fn every_plural_has_every_form() {
    let renderer = Renderer::new(None).unwrap();
    let mut bad = Vec::new();
    for language in renderer.languages() {
        // 1.000.000 and the like have a class of their own in Italian, which nobody needs.
        let classes: BTreeSet<&str> = (0..200).map(|number| renderer.plural_class(language, number).unwrap()).collect();
        for (entry, text) in renderer.texts(language) {
            for call in text.split("plural(").skip(1) {
                let arguments = call.split(')').next().unwrap_or_default();
                let has = |class: &str| arguments.contains(&format!("{class}="));
                // `many` may stand for `other`, which reads better where there are only two.
                let lacks = classes.iter().find(|class| !(has(class) || **class == "other" && has("many")));
                bad.extend(lacks.map(|class| format!("{language} {entry}: no form '{class}' in plural({arguments})")));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
