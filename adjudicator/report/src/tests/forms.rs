//! Whole reports, and the order form in them: it is where the text says it is, and stays whole on another page.

use super::*;
use crate::testing::{dispatch, news, opened, renderer};
use tabellarius_kernel::{Game as _, Line, Pace, Seat, Viewer, read};

/// What a page of the desk hands on.
#[derive(Serialize)]
struct Embedded<'r> {
    text: &'r Rendered,
}

/// A page that puts some text and the report after another text with a `#` at the beginning of its line.
fn on_a_page(rendered: &Rendered) -> Rendered {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(directory.path().join("en")).unwrap();
    std::fs::write(directory.path().join("en/page.txt"), "# no form\n\n{{ text }}\n\n# nor this").unwrap();
    Renderer::new(Some(directory.path())).unwrap().letter("en", "page.txt", &Embedded { text: rendered }).unwrap()
}

#[test]
fn the_form_is_where_the_text_says() {
    let (renderer, game) = (renderer(), latrones(2));
    let voice = renderer.voice(&game, "en").unwrap();
    let stage = opened(&game, &game.start(), Pace::Bulk);
    let standing: Vec<Line<Latrones>> = read(&game, "always stand Appia").standing;
    let kept: Vec<Line<Latrones>> = read(&game, "send 2 men to the Appia").lines;
    let news = News { standing: &standing, kept: &kept, ..news(&stage, stage.start(), &[], Viewer::Seat(Seat(0))) };
    let rendered = voice.dispatch(&news).unwrap();
    let (before, form, after) = rendered.around_form().unwrap();
    assert_eq!(format!("{before}{form}{after}"), rendered.text());
    assert!(form.starts_with("# Red, night 1\nsend 2 Appia\nalways stand Appia\n# "), "{form}");
    assert!(form.lines().skip(3).all(|line| line.starts_with("# ")) && form.ends_with('\n'), "{form}");
    assert!(before.ends_with("\n\n") && after.starts_with("\nTHE BANDS"), "{after}");
    assert!(!after.contains("WHAT HAPPENED"), "nothing has: {after}");
    assert!(!rendered.text().contains(|c: char| c.is_control() && c != '\n'));

    let page = on_a_page(&rendered);
    assert_eq!(page.around_form().map(|(_, form, _)| form), Some(form), "{page}");
    assert_eq!(page.text(), format!("# no form\n\n{}\n# nor this\n", rendered.text()));
    assert!(rendered.clone().up_to_form().text().ends_with(form));
}

#[test]
fn a_long_order_stays_on_its_line_on_another_page_too() {
    let (renderer, game) = (renderer(), latrones(2));
    let long =
        "send 1 man to the Appia if Red has 5 men and White has 5 men and Red has 0 caravans else stay in the camp";
    let kept = read(&game, long).lines;
    assert_eq!(kept.len(), 1);
    let line = kept[0].print(&game, "en");
    assert!(line.chars().count() > WIDTH);
    let stage = opened(&game, &game.start(), Pace::Bulk);
    let news = News { kept: &kept, ..news(&stage, stage.start(), &[], Viewer::Seat(Seat(0))) };
    let page = on_a_page(&renderer.voice(&game, "en").unwrap().dispatch(&news).unwrap());
    assert!(page.text().contains(&format!("\n{line}\n")), "{page}");
}

#[test]
fn whoever_is_not_asked_gets_no_form() {
    let (renderer, game) = (renderer(), latrones(2));
    let voice = renderer.voice(&game, "en").unwrap();
    let stage = opened(&game, &game.start(), Pace::Bulk);
    let rendered = voice.dispatch(&news(&stage, stage.start(), &[], Viewer::Observer)).unwrap();
    assert_eq!(rendered.around_form(), None);
    assert_eq!(rendered.clone().up_to_form(), rendered);
    assert_eq!(on_a_page(&rendered).around_form(), None, "a line that begins with # is no form");
}

/// Somebody for whom another plays sees everything and is asked nothing; nor is anybody in the middle of a stage who only hears news.
#[test]
fn whoever_is_played_for_gets_no_form_and_no_default() {
    let (renderer, game) = (renderer(), latrones(2));
    let voice = renderer.voice(&game, "en").unwrap();
    let stage = opened(&game, &game.start(), Pace::Bulk);
    for detail in [Detail::Watch, Detail::News] {
        let news = News { detail, ..news(&stage, stage.start(), &[], Viewer::Seat(Seat(0))) };
        let rendered = voice.dispatch(&news).unwrap();
        assert_eq!(rendered.around_form(), None);
        assert!(!rendered.text().contains("If you say nothing"), "{rendered}");
        assert_eq!(rendered.text().contains("THE BANDS"), detail == Detail::Watch, "{rendered}");
    }
}

/// What only one person knows is said to that person.
#[test]
fn a_secret_is_told_in_the_second_person() {
    let (renderer, game) = (renderer(), latrones(2));
    let voice = renderer.voice(&game, "en").unwrap();
    let event = serde_json::json!({ "event": "worth", "seat": Seat(0), "road": "road/appia", "denarii": 3 });
    let said = |reader| voice.event_written(event.clone(), reader).unwrap();
    assert!(said(Some(Seat(0))).starts_with("Only you know: the caravan on the Appia"), "{}", said(Some(Seat(0))));
    assert!(said(None).starts_with("Only Red knows: "), "{}", said(None));
}

#[test]
fn what_is_known_of_a_game_serves_all_its_letters() {
    let (renderer, game) = (renderer(), latrones(2));
    let known = Known::new(std::sync::Arc::new(game.clone()));
    let stage = opened(&game, &game.start(), Pace::Bulk);
    for language in ["en", "it", "en"] {
        let once = dispatch(&renderer.voice(&game, language).unwrap(), &stage, &[], Viewer::Seat(Seat(0)));
        let again = dispatch(&renderer.voice_of(&known, language).unwrap(), &stage, &[], Viewer::Seat(Seat(0)));
        assert_eq!(once, again);
    }
}
