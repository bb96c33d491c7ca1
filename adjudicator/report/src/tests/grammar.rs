//! What a language does to words, with the languages we have and with one that only its files know.

use super::*;
use serde_json::json;
use std::path::Path;
use tabellarius_kernel::Seat;
use tabellarius_latrones::position::{Event, Road};

fn write(directory: &Path, path: &str, text: &str) {
    let path = directory.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A sentence of the desk as an operator wrote it.
fn said(language: &str, sentence: &str, what: &serde_json::Value) -> String {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), &format!("{language}/desk/try.toml"), &format!("it = '{sentence}'"));
    Renderer::new(Some(directory.path())).unwrap().sentence(language, "desk/try/it", what).unwrap()
}

#[test]
fn a_number_asks_for_its_form() {
    let cards =
        |n: i64| said("pl", r#"{{ n }} {{ n | plural(one="karta", few="karty", many="kart") }}"#, &json!({ "n": n }));
    let all: Vec<String> = [0, 1, 2, 4, 5, 12, 21, 22, 25, 102, 112].into_iter().map(cards).collect();
    let expected = [
        "0 kart",
        "1 karta",
        "2 karty",
        "4 karty",
        "5 kart",
        "12 kart",
        "21 kart",
        "22 karty",
        "25 kart",
        "102 karty",
        "112 kart",
    ];
    assert_eq!(all, expected);
    let cards = |n: i64| said("it", r#"{{ n | plural(one="carta", other="carte") }}"#, &json!({ "n": n }));
    assert_eq!([0, 1, 2, 1_000_000].map(cards), ["carte", "carta", "carte", "carte"]);
}

#[test]
fn a_form_that_a_number_asks_for_must_be_there() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "pl/desk/try.toml", "it = '{{ n | plural(one=\"karta\") }}'");
    let renderer = Renderer::new(Some(directory.path())).unwrap();
    assert_eq!(renderer.sentence("pl", "desk/try/it", &json!({ "n": 1 })).unwrap(), "karta");
    let error = format!("{:#}", renderer.sentence("pl", "desk/try/it", &json!({ "n": 5 })).unwrap_err());
    assert!(error.contains("no plural form for 5"), "{error}");
}

#[test]
fn names_are_bent_and_lists_end_as_the_language_has_it() {
    let seats = json!({ "all": ["Grecia", "Egitto"], "one": "Egitto", "person": "Anna" });
    assert_eq!(said("it", "{{ all | list }}", &seats), "Grecia ed Egitto");
    assert_eq!(said("it", r#"{{ all | list(to="of") }}"#, &seats), "della Grecia e dell'Egitto");
    assert_eq!(said("it", r#"{{ all | list(by="or") }}"#, &seats), "Grecia o Egitto");
    assert_eq!(
        said("it", r#"{{ one | inflect(to="The") }} {{ person | inflect(to="of") }}"#, &seats),
        "L'Egitto di Anna"
    );
    let seats = json!({ "all": ["Rzym", "Egipt"], "person": "Marco", "cards": ["karta", "zboże", "zboże"] });
    assert_eq!(said("pl", r#"{{ all | list(to="gen") }}"#, &seats), "Rzymu i Egiptu");
    assert_eq!(said("pl", r#"{{ person | inflect(to="gen", after="gracza") }}"#, &seats), "gracza Marco");
    assert_eq!(
        said("pl", r#"{{ all[0] | begin }}, {{ 5 | of(what="legion") }}, {{ 2 | of(what="legion") }}"#, &seats),
        "Rzym, 5 legionów, 2 legiony"
    );
}

#[test]
fn lengths_of_time_have_words() {
    let time = json!({ "time": "2 days 5 hours" });
    let all: Vec<String> = ["en", "it", "pl", "nl"].map(|language| said(language, "{{ time | span }}", &time)).to_vec();
    assert_eq!(all, ["2 days 5 hours", "2 giorni 5 ore", "2 dni 5 godzin", "2 dagen 5 uur"]);
    assert_eq!(said("it", "{{ time | span }}", &json!({ "time": "0" })), "0");
}

#[test]
fn a_fifth_language_comes_with_its_files_alone() {
    let directory = tempfile::tempdir().unwrap();
    let dir = directory.path();
    write(dir, "toy/words.toml", "and = \"ja\"\n[date]\npattern = \"{day}/{month}\"\n[date.month]\n11 = \"marraskuu\"");
    write(dir, "toy/forms.toml", "Red = { gen = \"Redin\" }");
    write(
        dir,
        "toy/latrones/events.toml",
        "withdrew = '{{ seat | inflect(to=\"gen\") }} tie {{ road }}: {{ [seat, road] | list }}.'",
    );
    let renderer = Renderer::new(Some(dir)).unwrap();
    assert!(renderer.languages().any(|language| language == "toy"));
    let game = latrones(2);
    let voice = renderer.voice(&game, "toy").unwrap();
    let said = voice.event(&Event::Withdrew { seat: Seat(0), road: Road::Appia }).unwrap();
    assert_eq!(said, "Redin tie Appia: Red ja Appia.");
    assert_eq!(renderer.word("toy", "date/month/11").as_deref(), Some("marraskuu"));
    assert_eq!(
        voice.event(&Event::Escaped { road: Road::Appia }).unwrap(),
        super::voice_in_english(&game, &Event::Escaped { road: Road::Appia })
    );
    assert!(renderer.missing("toy").len() > 500, "what it lacks is told");
}
