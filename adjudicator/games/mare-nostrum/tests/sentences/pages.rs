//! Pages that players ask for by name, in all games of the family: the own sheet, the map, cards and places.

use super::empires;
use super::mythology;
use tabellarius_kernel::{Listed, Seat, Viewer};
use tabellarius_mare_nostrum::common::Mare;
use tabellarius_report::testing::{assert_fits, opened, renderer};
use tabellarius_report::{Found, Page};

/// Whatever has a page is found by its name, on the map too, and fits; the sheet is the reader's own, or everybody's.
fn pages<G: Mare + Listed>(game: &G, card: &str, all: &str) -> String {
    let renderer = renderer();
    let voice = renderer.voice(game, "en").unwrap();
    let stage = opened(game, &game.start(), tabellarius_kernel::Pace::Bulk);
    let look_up = |viewer, page| {
        let Found::Page(text) = voice.look_up(&stage.asked().state, viewer, page).unwrap() else {
            return String::new();
        };
        assert_fits(text.text());
        text.text().to_owned()
    };
    let page = |page| look_up(Viewer::Seat(Seat(0)), page);
    let board = page(Page::Areas);
    for id in game.library() {
        let name = game.name(&id, "en").unwrap();
        assert!(page(Page::Card(name)).contains(name), "{name}");
        if !id.starts_with("seat/") {
            assert!(board.contains(&format!("\n- {name} ")), "{name}: {board}");
            assert!(page(Page::Place(name)).contains(name), "{name}");
        }
    }
    for seat in game.seats().iter() {
        let name = game.seat_key(seat);
        assert!(page(Page::Card(name)).starts_with(card), "{name}");
        assert!(!look_up(Viewer::Seat(seat), Page::Sheet).is_empty(), "{name}");
    }
    assert!(look_up(Viewer::Observer, Page::Sheet).starts_with(all));
    format!("{}\n{board}", page(Page::Sheet))
}

#[test]
fn pages_of_mythology() {
    insta::assert_snapshot!("mythology", pages(&mythology::mythology(6, ""), "THE AID CARD OF ", "THE AID CARDS\n"));
}

#[test]
fn pages_of_empires() {
    insta::assert_snapshot!("empires", pages(&empires::empires(5, ""), "THE SCREEN OF ", "THE SCREENS\n"));
}

/// EM-1.2: provinces that are covered are out of play, and off the map.
#[test]
fn covered_provinces_are_off_the_map() {
    let game = empires::empires(3, "");
    let text = pages(&game, "THE SCREEN OF ", "THE SCREENS\n");
    for province in game.covered() {
        let name = &game.core.board.land(*province).name;
        assert!(!text.contains(name.as_str()), "{name}: {text}");
    }
}
