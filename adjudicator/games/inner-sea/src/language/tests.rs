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
        "play Earthquake in Ionia, Phrygia if Trojans has 3 cities",
    );
    check(
        "wonder Great Library in Egypt paying 2 discs Marmarica, 3 talents",
        "wonder Great Library in Egypt with 2 discs Marmarica, 3 talents",
    );
    check("negate with Pontifex: any card that removes 2 or more of my discs", "negate with Pontifex: any removing 2");
    check("negate with False Prophet: any card at Tyre", "negate with False Prophet: any in Tyre");
    check("pass", "pass");
    check("compete Tyre: Metal Forging, allies", "compete Tyre: Metal Forging: Armor; compete Tyre: allies");
    check("losses Tyre: talents down to 1, Poet, discs", "losses Tyre: talents down to 1, Poet, discs");
    check("draw +2", "draw 2");
    check("aeneas Minos at Cyrenaica if I am last", "aeneas Minoans in Cyrenaica if I is last");
    check("play Spy on Egypt; take Pontifex, any", "play Spy in Egypt; take Pontifex, any");
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
