//! A page says what its text says; a text for the ear needs no eyes.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use super::*;
use crate::Rendered;

const REPORT: &str = "\u{5}band\u{6}Please answer by Sunday, 22 November, 20:00.\n\n\u{5}who\u{6}Rome, turn 3, Commerce\n\n\
    \u{5}move\u{6}YOUR MOVE\nPlease send your offer.\n\n\u{3}\u{1}# Rome, turn 3\n\u{1}# offer <all> & more\u{4}\n\n\
    \u{5}happened\u{6}WHAT HAPPENED\nMilitary\n- Greece attacks Rome in Roma.\n- Egypt builds a city.\n\n\
    STANDINGS\n\u{1}          points cards\nRome      \u{7}3      \u{7}2\nEgypt     \u{7}4      \u{7}1\n\n\u{5}foot\u{6}Seal: abcd\n";

fn tile(name: &str, letter: char, is_reader: bool) -> Tile {
    Tile { name: name.into(), forms: Vec::new(), letter, ground: "#B3202C", ink: "#FFFFFF", is_reader }
}

fn with<T>(what: impl FnOnce(&Setting<'_>) -> T) -> T {
    let tiles = [tile("Rome", 'R', true), tile("Greece", 'G', false), tile("Egypt", 'E', false)];
    let word = |path: &str| path.to_owned();
    let buttons = [Button { label: "Write".into(), note: None, href: "mailto:a@b.c?subject=x&body=y".into() }];
    what(&Setting {
        title: "your offer, please",
        language: "en",
        club: "Ostia",
        game: Some("Mare Nostrum"),
        table: Some("ostia-3"),
        tiles: &tiles,
        strips: &[],
        picture: Some(Shown { source: "cid:board.png".into(), alt: "Greece in Roma".into() }),
        buttons: &buttons,
        answers: &[],
        word: &word,
    })
}

#[test]
fn a_page_says_all_that_the_text_says_in_the_order_of_a_mail() {
    let page = with(|setting| html(&Rendered::new(REPORT), setting));
    let order = [
        "Please answer by Sunday",
        "Your offer, please",
        "Please send your offer.",
        "mailto:a@b.c?subject=x&amp;body=y",
        "page/own",
        "Greece attacks Rome in Roma.",
        "page/others",
        "Egypt builds a city.",
        "cid:board.png",
        "Standings",
        "page/form",
        "# offer &lt;all&gt; &amp; more",
        "Seal: abcd",
    ];
    let places: Vec<usize> = order.iter().map(|what| page.find(what).expect(what)).collect();
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
    assert!(page.contains("<th scope=\"col\"") && page.contains("<th scope=\"row\""));
    assert!(!page.contains(|c: char| c.is_control() && c != '\n'));
}

/// What a screen reader needs: no columns, no signs in the place of words, every sentence ended, what is to be done first.
#[test]
fn a_text_for_the_ear_needs_no_eyes() {
    let text = with(|setting| spoken(&Rendered::new(REPORT), setting));
    let (before, form, after) = text.around_form().unwrap();
    assert_eq!(form, "# Rome, turn 3\n# offer <all> & more\n");
    for line in before.lines().chain(after.lines()).filter(|line| !line.is_empty()) {
        assert!(!line.starts_with([' ', '-', '|', '*']) && !line.contains("  "), "{line}");
        assert!(line.ends_with(['.', ':', '!', '?']), "{line}");
        assert!(line.chars().any(char::is_lowercase), "{line}");
    }
    let place = |what: &str| text.text().find(what).expect(what);
    assert!(place("Please answer by") < place("Please send") && place("Please send") < place("Greece attacks"));
    assert!(place("Rome: points 3, cards 2.") > place("Egypt builds"));
    let page = with(|setting| spoken_html(&Rendered::new(REPORT), setting));
    assert!(page.contains("<h1>Your offer, please</h1>") && !page.contains("<table") && !page.contains("<img"));
}

#[test]
fn capitals_become_sentences_and_names_stay() {
    let names = ["Rome", "Ostia Club"];
    let said = |text: &str| calm(text, names.into_iter());
    assert_eq!(said("YOUR MOVE"), "Your move");
    assert_eq!(said("THIS IS OSTIA CLUB'S REFEREE"), "This is Ostia Club's referee");
    assert_eq!(said("THE CARDS OF AGE II"), "The cards of age II");
    assert_eq!(said("Written so"), "Written so");
}
