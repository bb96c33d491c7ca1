//! Where the rulebook says "at once", nothing depends on the order in which we number the seats: every rule case of 7 Wonders comes out the same
//! if its cities are listed in another order. Who sits beside whom stays, since the case says it.
//!
//! (The games of Mare Nostrum have their own law, `adjudicator/games/mare-nostrum/tests/at_once.rs`: their seats are fixed by the board.)

use std::fs;
use std::path::Path;
use tabellarius::cases::run_text;

/// The cases of a file, each a text of its own.
fn cases(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("case:") {
            all.push(String::new());
        }
        if let Some(case) = all.last_mut() {
            *case += line;
            case.push('\n');
        }
    }
    all
}

/// The same case with its cities listed in another order; nothing, where the order means something: it makes partners or the Free City, says who is
/// dealt which card by fixed dice, or the case does not name the cities.
fn relisted(case: &str, order: impl Fn(&mut [&str])) -> Option<String> {
    let header = |key: &str| case.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let variant = header("variant:")?;
    if variant.contains("teams")
        || ["dice:", "start:"].iter().any(|key| header(key).is_some())
        || header("players:") == Some("2")
    {
        return None;
    }
    let listed = variant.split(',').find_map(|option| option.trim().strip_prefix("wonders="))?;
    let mut wonders: Vec<&str> = listed.split('+').collect();
    let seating = wonders.join(", ");
    order(&mut wonders);
    let seats = if header("seating:").is_none() { format!("\nseating: {seating}") } else { String::new() };
    let now = format!("variant: {}{seats}", variant.replace(listed, &wonders.join("+")));
    Some(case.replace(&format!("variant: {variant}"), &now))
}

#[test]
fn cases_come_out_the_same_in_whatever_order_cities_are_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/seven-wonders");
    let (mut tried, mut failures) = (0, String::new());
    let orders: [fn(&mut [&str]); 2] = [|all| all.reverse(), |all| all.rotate_left(1)];
    for entry in fs::read_dir(folder).expect("the folder of cases") {
        let file = entry.expect("entry").path();
        let (name, text) = (file.display().to_string(), fs::read_to_string(&file).expect("a text"));
        for case in cases(&text) {
            for (number, order) in orders.iter().enumerate() {
                let Some(other) = relisted(&case, order) else { continue };
                tried += 1;
                for outcome in run_text(&name, &other).iter().filter(|outcome| !outcome.passed()) {
                    failures += &format!("order {number}: {outcome}\n");
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(tried > 300, "only {tried}");
}
