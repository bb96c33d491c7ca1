//! One drawing of each game that must not change by accident, and what must be true of all of them.

mod support;

use support::{Drawing, neighbours};
use tabellarius_inner_sea::InnerSea;
use tabellarius_kernel::{Files, Listed, Seat, Viewer};
use tabellarius_latrones::Latrones;
use tabellarius_mare_nostrum::{classic::Classic, empires::Empires, mythology::Mythology};
use tabellarius_picture::{Geography, Painter, Size};
use tabellarius_seven_wonders::SevenWonders;

/// Draws a game twice, in both sizes: the same to the byte, no name missing, no number that is none.
fn drawn<G: Listed>(players: usize, variant: &str, stages: usize) -> String {
    let drawing = Drawing::<G>::new(players, variant);
    let picture = drawing.after(stages, Viewer::Seat(Seat(0)));
    let (full, small) = (drawing.svg(&picture, Size::Full), drawing.svg(&picture, Size::Small));
    assert_eq!(full, drawing.svg(&drawing.after(stages, Viewer::Seat(Seat(0))), Size::Full));
    for svg in [&full, &small] {
        assert!(svg.len() < 320_000, "{} bytes", svg.len());
        for wrong in ["NaN", "inf", "<text", "font-family", "http://www.w3.org/1999", "<image"] {
            assert!(!svg.contains(wrong), "{wrong}");
        }
        assert!(svg.contains("id=\"b") && svg.contains("<title>"), "no letters");
    }
    let mut painter = Painter::new();
    for size in [Size::Full, Size::Small] {
        let png = drawing.png(&mut painter, &picture, size);
        assert_eq!(png, drawing.png(&mut Painter::new(), &picture, size), "kept layers make no difference");
        assert!(png.len() < 120_000, "{} {size:?}: {} bytes", G::ENTRY.key, png.len());
    }
    full
}

macro_rules! golden {
    ($name:ident, $game:ty, $players:literal, $variant:literal, $stages:literal) => {
        #[test]
        fn $name() {
            insta::assert_binary_snapshot!(".svg", drawn::<$game>($players, $variant, $stages).into_bytes());
        }
    };
}

golden!(mare_nostrum, Classic, 5, "", 22);
golden!(mythology, Mythology, 6, "", 29);
golden!(empires, Empires, 5, "", 19);
golden!(inner_sea, InnerSea, 4, "situation", 21);
golden!(seven_wonders, SevenWonders, 5, "", 12);
golden!(three_roads, Latrones, 4, "", 2);

/// Whoever mends a map wrongly is told what is wrong, and on which line.
#[test]
fn a_flawed_map_is_refused() {
    let (file, text) = Classic::ENTRY.geography.expect("a map");
    let rules = neighbours(&Classic::build(&Files::built_in(&Classic::ENTRY), 5, "").expect("the game"));
    let flaws = |text: &str| {
        let found = Geography::load(file, text, &rules).expect_err("flaws");
        found.iter().map(|flaw| flaw.reason.clone()).collect::<Vec<_>>().join("\n")
    };
    assert!(Geography::load(file, text, &rules).is_ok());
    // Another name: Roma is missing, Rama is too many, and Roma's neighbours touch it no more.
    let renamed = flaws(&text.replace("name = \"Roma\"", "name = \"Rama\""));
    assert!(renamed.contains("\"Roma\" is an area of the rules and is not drawn"), "{renamed}");
    assert!(renamed.contains("\"Rama\" is drawn and is no area of the rules"), "{renamed}");
    assert!(renamed.contains("are neighbours and share 0 pixels"), "{renamed}");
    // A place for a piece in the sea, a label on another, a point that is none.
    let line = |name: &str, key: &str| {
        let area = text.split("[[area]]").find(|area| area.contains(&format!("name = \"{name}\""))).expect("an area");
        area.lines().find(|line| line.starts_with(key)).expect("a line").to_owned()
    };
    let moved = flaws(&text.replace(&line("Roma", "places"), "places = { radius = 5, at = [[300, 330]] }"));
    assert_eq!(moved, "\"Roma\": the place 300,330 lies outside");
    let label = line("Tarentum", "label");
    let on_top = flaws(&text.replace(&line("Roma", "label"), &label));
    assert!(on_top.contains("its label overlaps that of"), "{on_top}");
    assert!(flaws(&text.replacen("0,130.5", "0;130.5", 1)).contains("is not a point such as"));
    // No neighbours by the rules, but a border.
    let mut fewer = rules.clone();
    fewer.iter_mut().find(|(name, _)| name == "Roma").expect("Roma").1.retain(|name| name != "Tarentum");
    fewer.iter_mut().find(|(name, _)| name == "Tarentum").expect("Tarentum").1.retain(|name| name != "Roma");
    let found = Geography::load(file, text, &fewer).expect_err("flaws");
    assert_eq!(found.len(), 1);
    assert!(found[0].reason.contains("share a border and are no neighbours"), "{}", found[0]);
    assert!(found[0].line > 1 && found[0].file == file);
}
