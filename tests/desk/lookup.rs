//! What players ask for by name: cards, sheets, the areas of the map.

use crate::house::{ANNA, BELA, House, Says as _};

fn inner_sea() -> House {
    let mut house = House::new();
    house.table("tyros-1", "inner-sea 2 variant civs=egypt+troy", &[(ANNA, "Red"), (BELA, "Green")]);
    house
}

#[test]
fn the_first_report_has_sheets_wonders_and_neighbours() {
    let house = inner_sea();
    let report = house.newest(ANNA, "your orders, please").text;
    for expected in ["THE SHEETS", "Gift of the Nile", "Amazons", "THE WONDERS", "Great Library.", "- Icarian Sea: "] {
        assert!(report.says(expected), "{expected}: {report}");
    }
    assert!(report.lines().all(|line| line.chars().count() <= 76), "{report}");
}

#[test]
fn cards_sheets_and_the_map_are_found() {
    let mut house = inner_sea();
    let answer = house.write(ANNA, "table tyros-1\ncard earthquake");
    assert!(answer.says("Choose two adjacent land areas"), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\ncarta Terremoto");
    assert!(answer.says("Choose two adjacent land areas"), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\ncard great library");
    assert!(answer.says("draw 3 cards, keep 1"), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\ncard erthquake");
    assert!(answer.says("Did you mean: Earthquake"), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\nsheet");
    assert!(answer.says("YOUR SHEET: Egypt") && answer.says("Gift of the Nile"), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\nsheet Troy");
    assert!(answer.says("Amazons"), "{answer}");
    let answer = house.write(ANNA, "table tyros-1\nmap");
    assert!(answer.says("THE CIVILIZATIONS IN TURN ORDER") && answer.says("- Icarian Sea: "), "{answer}");
}

#[test]
fn a_structure_is_found_with_its_cost_and_its_chain() {
    let mut house = House::new();
    let table = "seven-wonders 2 variant wonders=gizah+rhodos+olympia";
    house.table("delos-1", table, &[(ANNA, "Gizah"), (BELA, "Rhodos")]);
    let answer = house.write(ANNA, "table delos-1\ncard temple");
    for expected in ["Temple (", "point", "It costs wood + clay + glass", "Free with Altar", "these are free: Pantheon"]
    {
        assert!(answer.says(expected), "{expected}: {answer}");
    }
}

/// Games without texts of their own answer with their rules.
#[test]
fn a_hero_is_found_in_the_rules() {
    let mut house = House::of_three("");
    for name in ["Helen", "Elena"] {
        let answer = house.write(ANNA, &format!("card {name}"));
        assert!(answer.says("MN-5.4.7"), "{answer}");
    }
    let answer = house.write(ANNA, "card Quetzalcoatl");
    assert!(answer.says("I find nothing called") || answer.says("no such page"), "{answer}");
}
