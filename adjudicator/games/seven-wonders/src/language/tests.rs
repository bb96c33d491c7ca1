//! Letters: what is understood, in which forms, and how it is printed.

use crate::game::{Options, SevenWonders};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, read};

fn game() -> SevenWonders {
    with(7, "")
}

fn with(players: usize, variant: &str) -> SevenWonders {
    SevenWonders::new(Options::parse(players, variant).expect("a variant")).expect("built-in data")
}

fn check(game: &SevenWonders, letter: &str, expected: &[&str]) {
    let reading = read(game, letter);
    assert_eq!(reading.problems, [], "{letter}");
    let printed: Vec<String> = reading.lines.iter().map(|line| line.print(game, "en")).collect();
    assert_eq!(printed, expected, "{letter}");
}

#[test]
fn letters_are_read_in_many_forms() {
    let game = game();
    let check = |letter: &str, expected: &[&str]| check(&game, letter, expected);
    check("build Altar", &["build Altar"]);
    check("BUILD the altar else sell tavern", &["build Altar else sell Tavern"]);
    check("stage with Baths", &["stage with Baths"]);
    check("discard Tavern", &["sell Tavern"]);
    check("build Baths buy stone west", &["build Baths buy stone west"]);
    check("build Baths, buy 2 clay from the east and wood west", &["build Baths", "buy wood west + 2 clay east"]);
    check("buy clay east; build Baths", &["buy clay east", "build Baths"]);
    check("buy clay right and build Baths", &["buy clay east", "build Baths"]);
    check("build Palace free", &["build Palace free"]);
    check("build Mine", &["build Mine"]);
    check(
        "prefer Scriptorium, Workshop, any green, any blue; never sell red",
        &["prefer Scriptorium, Workshop, any green, any blue", "never sell any red"],
    );
    check("prefer any, stage, sell", &["prefer any, stage, sell"]);
    check("prefer any, sell Tavern", &["prefer any", "sell Tavern"]);
    check("never stage", &["never stage"]);
    check(
        "if I have 5 coins: build Tree Farm else build Altar",
        &["build Tree Farm if I have 5 coins else build Altar"],
    );
    check("build Walls if Rhodes has Stockade", &["build Walls if Rhodos has Stockade"]);
    check("dig Senate else dig nothing", &["dig Senate else dig nothing"]);
    check("build chamber", &["build Chamber of Commerce"]);
    // In other languages, mixed.
    check("costruisci Altare", &["build Altar"]);
    check("stadio con Terme", &["stage with Baths"]);
    check("sprzedaj Tawerna", &["sell Tavern"]);
    check("kup glina wschód", &["buy clay east"]);
    check("bouw Badhuis; koop steen links", &["build Baths", "buy stone west"]);
    // In Dutch the verb of a condition comes last.
    check("bouw Stadsmuur als Rhodos Palissade heeft", &["build Walls if Rhodos has Stockade"]);
    check("bouw Boomkwekerij als ik minstens 5 munten heb", &["build Tree Farm if I have 5 coins"]);
    check("verkies Scriptorium, willekeurig groen", &["prefer Scriptorium, any green"]);
    check("verkies alle zwarte, alle groene", &["prefer any black, any green"]);
}

/// What stands behind `else` is read as the same kind of order, and lists may be written as people write them.
#[test]
fn the_same_kind_of_order_goes_on() {
    let game = with(2, "leaders,myths,wonders=gizah+rhodos+olympia");
    let check = |letter: &str, expected: &[&str]| check(&game, letter, expected);
    check("draft Plato else Nero else any", &["draft Plato else draft Nero else draft any"]);
    check("keep Plato, any", &["draft Plato, any"]);
    check("pray Apollo else Zeus", &["pray Apollo else pray Zeus"]);
    check("keep Apollo, Zeus and any", &["pray Apollo, Zeus, any"]);
    check("pray Apollo; Zeus", &["pray Apollo", "pray Zeus"]);
    check("myth Apollo first else Zeus last", &["myth Apollo first else myth Zeus last"]);
    check("take Plato else Nero else sell Nero", &["take recruit Plato else take recruit Nero else take sell Nero"]);
    check("copy Plato else Nero", &["copy Plato else copy Nero"]);
    check(
        "free city build Altar else stage with Baths; build Theater",
        &["free city build Altar else free city stage with Baths", "build Theater"],
    );
    check("prefer Altar else Baths", &["prefer Altar else prefer Baths"]);
    check("prefer nothing; never nothing", &["prefer nothing", "never nothing"]);
    check("buy two papyrus, glass west", &["buy glass west + 2 papyrus west"]);
    check("build Altar if Rhodos has more than 4 coins", &["build Altar if Rhodos has 5 coins"]);
}

/// A line `press` begins a letter to others, and names of gods sign letters as little as those of leaders: they are asked what they mean.
#[test]
fn a_bare_name_may_mean_something_else() {
    let game = with(3, "leaders,myths,wonders=gizah+rhodos+olympia");
    for (letter, line) in [("press", "build Press"), ("Plato", "recruit Plato"), ("Apollo first", "myth Apollo first")]
    {
        let reading = read(&game, letter);
        assert!(reading.lines.is_empty(), "{letter}");
        assert_eq!(reading.problems[0].fix.as_deref(), Some(line), "{letter}");
    }
}

/// 7W-4.2.1, 7W-5.6: stages, wonders and sellers by their names, and bare names; what is too little is answered with the line to write.
#[test]
fn names_are_understood() {
    let game = with(7, "leaders,wonders=gizah+rhodos+olympia+babylon+ephesos+alexandria+halikarnassos");
    let check = |letter: &str, expected: &[&str]| check(&game, letter, expected);
    check("stage 1 with Altar", &["stage 1 with Altar"]);
    check("build stage 2 with Altar", &["stage 2 with Altar"]);
    check("build wonder with Altar", &["stage with Altar"]);
    check("build Pyramid with Altar", &["build Gizah with Altar"]);
    check("Colossus with Altar", &["build Rhodos with Altar"]);
    check("Altar", &["build Altar"]);
    check("build Walls buy ore from Rhodos", &["build Walls buy ore Rhodos"]);
    check("ore from Rhodos", &["buy ore Rhodos"]);
    check("build Walls, stone + 2 ore from Rhodos", &["build Walls", "buy stone Rhodos + 2 ore Rhodos"]);
    check("buy stone + wood west", &["buy wood west + stone west"]);
    // In the other languages.
    check("costruisci meraviglia con Altare", &["stage with Altar"]);
    check("costruisci Piramide con Altare", &["build Gizah with Altar"]);
    check("zbuduj cud za Ołtarz", &["stage with Altar"]);
    check("bouw wonder met Altaar", &["stage with Altar"]);
    check("bouw Piramide met Altaar", &["build Gizah with Altar"]);
    for (letter, fix) in
        [("Pyramid", "stage with CARD"), ("build Pyramid", "build stage with CARD"), ("Plato", "recruit Plato")]
    {
        let reading = read(&game, letter);
        assert!(reading.lines.is_empty(), "{letter}");
        assert_eq!(reading.problems[0].fix.as_deref(), Some(fix), "{letter}");
    }
}

/// 7W-11.2, 7W-11.3: letters about leaders.
#[test]
fn letters_about_leaders_are_read() {
    let game = with(5, "leaders");
    let check = |letter: &str, expected: &[&str]| check(&game, letter, expected);
    check("recruit plato", &["recruit Plato"]);
    check("build Plato else stage with Nero else sell Nero", &["recruit Plato else stage with Nero else sell Nero"]);
    check("draft Plato, Solomon, any", &["draft Plato, Solomon, any"]);
    check("build Courtesans Guild; copy Plato", &["build Courtesans Guild", "copy Plato"]);
    check("recruit nobody", &["recruit nobody"]);
    check("build Altar buy clay from the bank", &["build Altar buy clay bank"]);
    check("recluta Plato; copia Nero", &["recruit Plato", "copy Nero"]);
    check("debt 2; debt all; owe nothing", &["debt 2", "debt 9999", "debt 0"]);
}

/// Every structure's, leader's, myth's and city's printed name reads back to itself in every language, and means nothing else there.
#[test]
fn every_name_reads_back() {
    use crate::orders::Order;
    let game = with(7, "leaders,cities,myths");
    let dig = game.deck.all().map(|(card, _)| Order::Dig(Some(card)));
    let pray = game.deck.myths.iter().map(|myth| Order::Pray(alloc::vec![Some(myth.deity), None]));
    let look = game.seats().iter().map(|seat| Order::Look([Some(seat), None])).collect::<Vec<_>>();
    let orders: Vec<Order> = dig.chain(pray).chain(look).collect();
    assert_eq!(orders.len(), game.deck.cards.len() + 35 + 7);
    for language in ["en", "it", "pl", "nl"] {
        for order in &orders {
            let text = game.print_order(order, language);
            let reading = read(&game, &text);
            assert_eq!(reading.problems, [], "{text}");
            assert_eq!(&reading.lines[0].choices[0].order, order, "{text}");
        }
    }
}

/// Letters about leaders and myths in the players' languages: the names of the rulebook and those of the dictionary.
#[test]
fn letters_about_leaders_and_myths_are_read_in_every_language() {
    let game = with(5, "leaders,cities,myths,wonders=rhodos+gizah+olympia+babylon+ephesos");
    let check = |letter: &str, expected: &[&str]| check(&game, letter, expected);
    check("recluta Platone; mito Afrodite prima", &["recruit Plato", "myth Aphrodite first"]);
    check("prega Apollo, Pegaso, Hestia blu", &["pray Apollo, Pegasus, Blue Hestia"]);
    check("costruisci Cantiere di Abbattimento; costruisci Stamperia", &["build Lumber Yard", "build Press"]);
    check("costruisci Gilda dei Saggi; guarda Rodi", &["build Enlightened Guild", "look Rhodos"]);
    check("zwerbuj Arystoteles", &["recruit Aristotle"]);
    check("mit Posejdon najpierw: Rodos", &["myth Poseidon first: Rhodos"]);
    check("mythe Seth eerst: Hades; neem Cleopatra", &["myth Seth first: Hades", "take recruit Cleopatra"]);
}

#[test]
fn mistakes_are_told_with_a_suggestion() {
    let game = game();
    let fix = |letter: &str| read(&game, letter).problems.first().and_then(|problem| problem.fix.clone());
    assert_eq!(fix("build Scriptorum").as_deref(), Some("build Scriptorium"));
    assert_eq!(fix("build Altar buy cley east").as_deref(), Some("build Altar buy clay east"));
    // A slip of the pen in a list is told as one.
    assert_eq!(fix("prefer Altar, Scriptorum, sell").as_deref(), Some("prefer Altar, Scriptorium, sell"));
    let myths = with(5, "myths");
    let fixed = read(&myths, "pray Zeus, Appollo, Ares").problems.first().and_then(|problem| problem.fix.clone());
    assert_eq!(fixed.as_deref(), Some("pray Zeus, Apollo, Ares"));
    assert_eq!(read(&game, "buy 0 clay east").problems.len(), 1);
    assert_eq!(read(&game, "build").problems.len(), 1);
    assert_eq!(read(&game, "prefer").problems.len(), 1);
}
