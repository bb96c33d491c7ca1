//! Letters as people write them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use crate::InnerSea;
use tabellarius_kernel::{Game as _, read};

/// IS-11.1: letters of the by-mail page, each in its canonical form.
#[test]
fn letters_read_as_meant() {
    let game = InnerSea::new(2, "").unwrap();
    let check = |text: &str, expected: &str| {
        let reading = read(&game, text);
        assert_eq!(reading.problems, [], "{text}");
        let lines: alloc::vec::Vec<_> = reading.lines.iter().map(|line| line.print(&game, "en")).collect();
        assert_eq!(lines.join("; "), expected, "{text}");
        let again = read(&game, &lines.join("\n"));
        assert_eq!(again.lines.len(), reading.lines.len());
        for (one, two) in again.lines.iter().zip(&reading.lines) {
            assert_eq!(one.choices, two.choices, "{text}");
        }
    };
    check("withdraw 1 Libya", "withdraw 1 Libya");
    check("shift Kush", "shift Kush");
    check("place 2 Tyre, 1 Levantine Sea, rest Sinai", "place 2 Tyre; place 1 Levantine Sea; place rest Sinai");
    check("place 2 Tyre, rest Cities near Egypt", "place 2 Tyre; place rest cities near Egypt");
    check("place rest cities", "place rest cities");
    check("rest cities near Egypt", "place rest cities near Egypt");
    check("nothing", "nothing");
    check("niente", "nothing");
    check("place 2 Tyre else nothing", "place 2 Tyre else nothing");
    check("negate nothing; compete nothing", "negate nothing; compete nothing");
    check("show Poet, Spy", "show Poet, Spy");
    check("Green: place 2 Ionia, 1 Troy", "Green: place 2 Ionia; Green: place 1 Troy");
    check("play Poet; Green: pass", "play Poet; Green: pass");
    check("settle 2 Melite, 1 Gulf of Leptis", "settle 2 Melite; settle 1 Gulf of Leptis");
    check("place 2 Tyre else 2 Sinai", "place 2 Tyre else place 2 Sinai");
    check("play Silk Road", "play Silk Road Opens");
    check(
        "play Earthquake on Ionia, Phrygia if Troy has 3 Cities or more",
        "play Earthquake in Ionia, Phrygia if Troy has 3 cities",
    );
    check(
        "wonder Great Library in Egypt paying 2 discs Marmarica, 3 talents",
        "wonder Great Library in Egypt with 2 discs Marmarica, 3 talents",
    );
    check(
        "negate with Pontifex: any card that removes 2 or more of my discs",
        "negate with Pontifex: any removing 2 of my discs",
    );
    check("negate with False Prophet: any card at Tyre", "negate with False Prophet: any in Tyre");
    check("pass", "pass");
    check("compete Tyre: Metal Forging, allies", "compete Tyre: Metal Forging: Armor; compete Tyre: allies");
    check("losses Tyre: talents down to 1, Poet, discs", "losses Tyre: talents down to 1, Poet, discs");
    check("draw +2", "draw 2");
    check("aeneas Minos at Cyrenaica if I am last", "aeneas Minoans in Cyrenaica if I am last");
    // In Dutch the verb of a condition comes last.
    check("plaats 2 Tyre als Troje 3 steden heeft", "place 2 Tyre if Troy has 3 cities");
    check("plaats 2 Tyre als Rome in Sicily is", "place 2 Tyre if Rome is in Sicily");
    check("ik pas als ik 2 talenten heb", "pass if I have 2 talents");
    check("play Spy on Egypt; take Pontifex, any", "play Spy: Egyptians; take Pontifex, any");
    check("gioca Terremoto on Ionia", "play Earthquake in Ionia");
}

/// Every name of every card is found again in every language.
#[test]
fn every_card_is_found_by_its_names() {
    let game = InnerSea::new(2, "").unwrap();
    for card in game.deck.all.iter() {
        for language in ["en", "it", "pl", "nl"] {
            let order = crate::orders::Order::Play(card, alloc::vec::Vec::new());
            let text = game.print_order(&order, language);
            let reading = read(&game, &text);
            assert_eq!(reading.problems, [], "{text}");
            assert_eq!(reading.lines[0].choices[0].order, order, "{text}");
        }
    }
}

fn printed(game: &InnerSea, text: &str) -> alloc::string::String {
    let reading = read(game, text);
    assert_eq!(reading.problems, [], "{text}");
    let lines: alloc::vec::Vec<_> = reading.lines.iter().map(|line| line.print(game, "en")).collect();
    lines.join("; ")
}

/// IS-11.1: what stands behind `else` is more of the same kind, for every kind of order.
#[test]
fn else_goes_on_with_the_same_kind() {
    let game = InnerSea::new(4, "").unwrap();
    for (text, expected) in [
        ("civilization Egypt else Troy", "civilization Egypt else civilization Troy"),
        ("withdraw 1 Libya else Kush", "withdraw 1 Libya else withdraw 1 Kush"),
        ("shift Kush else Libya", "shift Kush else shift Libya"),
        ("use Great Pyramid else Royal Mint", "use Great Pyramid else use Royal Mint"),
        ("wonder Colossus in Troy else Lighthouse", "wonder Colossus in Troy else wonder Lighthouse"),
        ("losses Tyre: 1 talent else discs", "losses Tyre: 1 talent else losses discs"),
        ("rank 4 else 3", "rank 4 else rank 3"),
        ("rank first else last", "rank 1 else rank 4"),
        ("draw 2 else 1", "draw 2 else draw 1"),
        ("keep Spy else Poet", "keep Spy else keep Poet"),
        ("discard Spy else any", "discard Spy else discard any"),
        ("take Spy else Poet", "take Spy else take Poet"),
        ("choose option 2 else option 1", "choose option 2 else choose option 1"),
        ("exchange Poet else Spy else nothing", "exchange Poet else exchange Spy else exchange nothing"),
        ("play Poet else pass", "play Poet else pass"),
        ("draw 1 else rank 2", "draw 1 else rank 2"),
    ] {
        assert_eq!(printed(&game, text), expected, "{text}");
    }
}

/// Short and natural ways to say it, each with one meaning only.
#[test]
fn letters_from_a_phone() {
    let game = InnerSea::new(4, "").unwrap();
    for (text, expected) in [
        ("Shipyard", "play Shipyard"),
        ("Locusts: Ionia, Lydia, Massilia", "play Locusts in Ionia, Lydia, Massilia"),
        ("play bread and circuses on Gaul", "play Bread & Circuses: Gauls"),
        ("play Bread & Circuses vs Troy", "play Bread & Circuses: Trojans"),
        ("play sea route", "play Sea Route to Britain"),
        ("play Schism in Citium, then Salamis", "play Schism in Citium, Salamis"),
        ("then pass", "pass"),
        ("place Troy 1; Ionia 2", "place 1 Troy; place 2 Ionia"),
        ("Troy 1, Ionia 2", "place 1 Troy; place 2 Ionia"),
        ("2 Tyre, 1 Sinai", "place 2 Tyre; place 1 Sinai"),
        ("losses cards", "losses any card"),
        ("losses: 1 talent, 2 cards, discs", "losses 1 talent, any card, any card, discs"),
        ("losses card Poet, discs", "losses Poet, discs"),
        ("allow", "negate nothing"),
        ("let it pass", "negate nothing"),
        ("Traitor: Citium Egypt", "play Traitor in Citium Egyptians"),
        ("Sacred Band in Sinai", "compete Sinai: Sacred Band"),
        ("play Obsidian Quarry: talents", "play Obsidian Quarry option 1"),
        ("use Great Pyramid: gain 1 talent", "use Great Pyramid option 2"),
        (
            "wonder Lighthouse in Troy paying 1 disc Salamis, 1 talent",
            "wonder Lighthouse in Troy with 1 disc Salamis, 1 talent",
        ),
    ] {
        assert_eq!(printed(&game, text), expected, "{text}");
    }
}

/// IS-5.2.2: a people that stands behind an area without a comma is meant there, also where its name is an area's too.
#[test]
fn a_people_beside_an_area_is_meant_there() {
    let game = InnerSea::new(4, "").unwrap();
    assert_eq!(
        printed(&game, "play Pirate Raids: Levantine Sea Troy, Gulf of Tarraco Gaul, African Sea"),
        "play Pirate Raids in Levantine Sea Trojans, Gulf of Tarraco Gauls, African Sea"
    );
    assert_eq!(printed(&game, "play Locusts on Ionia, Troy"), "play Locusts in Ionia, Troy");
}

/// Names that could mean several things are answered with a line to copy, and nothing is done.
#[test]
fn names_alone_get_a_line_to_copy() {
    let game = InnerSea::new(4, "").unwrap();
    for (text, fix) in [
        ("Egypt else Troy", Some("civilization Egypt else Troy")),
        ("High Priestess!", Some("negate with High Priestess: any!")),
        ("shipy", Some("play Shipyard")),
        ("Colossus in Troy", Some("wonder Colossus in Troy")),
        ("Sacred Band", None),
        ("play Trader on Blue, Gaul", None),
    ] {
        let reading = read(&game, text);
        assert!(reading.lines.is_empty(), "{text}: {:?}", reading.lines);
        assert_eq!(reading.problems[0].fix.as_deref(), fix, "{text}");
    }
}
