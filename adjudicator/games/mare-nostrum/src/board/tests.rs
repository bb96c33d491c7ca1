//! What must hold of the compiled-in board, and what a bad file is told.

mod flaws;

use super::*;
use alloc::collections::BTreeSet;
use alloc::vec;

fn classic() -> Board {
    Board::classic().expect("the compiled-in board has no flaws")
}

fn place(board: &Board, name: &str) -> Province {
    board.province(name).expect(name)
}

fn names<'a>(board: &'a Board, provinces: &[Province]) -> BTreeSet<&'a str> {
    provinces.iter().map(|province| board.land(*province).name.as_str()).collect()
}

/// How many seas a fleet must fill to carry a legion from one province to the other.
fn seas_between(board: &Board, from: &str, to: &str) -> usize {
    let goal = place(board, to);
    let mut reached = board.land(place(board, from)).coasts.clone();
    let mut seas = 1;
    while !reached.iter().any(|sea| board.washes(*sea, goal)) {
        assert!(seas < board.seas.len(), "no way by sea");
        let next = reached.iter().flat_map(|sea| board.water(*sea).borders.clone());
        reached = next.chain(reached.clone()).collect();
        seas += 1;
    }
    seas
}

#[test]
fn the_board_has_33_provinces_and_10_seas() {
    let board = classic();
    assert_eq!((board.provinces.len(), board.seas.len()), (33, 10));
    assert_eq!(board.civilizations.len(), 5);
}

#[test]
fn borders_go_both_ways() {
    let board = classic();
    for (here, land) in board.lands() {
        assert!(land.borders.iter().all(|there| board.touches(*there, here)));
        assert!(land.coasts.iter().all(|sea| board.water(*sea).coasts.contains(&here)));
        assert!(land.cities.len() <= 2 && land.goods.len() <= 2, "{}", land.name);
    }
    for (here, water) in board.waters() {
        assert!(water.borders.iter().all(|there| board.joins(*there, here)));
        assert!(water.coasts.iter().all(|province| board.washes(here, *province)));
    }
}

#[test]
fn everything_can_be_reached() {
    let board = classic();
    let (mut lands, mut waters) = (BTreeSet::from([Province(0)]), BTreeSet::new());
    for _ in 0..board.provinces.len() + board.seas.len() {
        for province in lands.clone() {
            lands.extend(board.land(province).borders.iter().copied());
            waters.extend(board.land(province).coasts.iter().copied());
        }
        for sea in waters.clone() {
            lands.extend(board.water(sea).coasts.iter().copied());
            waters.extend(board.water(sea).borders.iter().copied());
        }
    }
    assert_eq!((lands.len(), waters.len()), (33, 10));
}

#[test]
fn names_on_the_drawn_map_keep_apart() {
    let board = classic();
    let lands = board.provinces.iter().map(|land| (&land.name, land.at));
    let all: Vec<_> = lands.chain(board.seas.iter().map(|water| (&water.name, water.at))).collect();
    for (one, (name, (x, y))) in all.iter().enumerate() {
        for (other, (left, top)) in &all[one + 1..] {
            let (wide, high) = (i32::from(x - left), i32::from(y - top));
            assert!(wide * wide + high * high >= 24 * 24, "{name} and {other}");
        }
    }
}

#[test]
fn cards_are_two_for_each_site_and_one_more() {
    let board = classic();
    assert_eq!(board.bank.count(Good::Tax), 35);
    assert_eq!(board.bank.len(), 35 + 88);
    for good in &board.goods[1..] {
        let sites = board.provinces.iter().flat_map(|land| &land.goods).filter(|g| *g == good).count();
        assert_eq!(usize::from(board.bank.count(*good)), 2 * sites + 1, "{}", good.key());
    }
}

#[test]
fn what_the_rulebook_says_about_the_map_holds() {
    let board = classic();
    assert_eq!(seas_between(&board, "Athenae", "Alexandria"), 2);
    assert_eq!(seas_between(&board, "Athenae", "Syracusae"), 1);
    assert_eq!(seas_between(&board, "Alexandria", "Tarentum"), 2);
    let [ionium, adria] = ["Mare Ionium", "Mare Adriaticum"].map(|sea| board.sea(sea).expect(sea));
    assert!(board.washes(ionium, place(&board, "Athenae")) && board.joins(ionium, adria));
    assert!(board.washes(adria, place(&board, "Roma")) && !board.washes(ionium, place(&board, "Roma")));
    let aegean = &board.water(board.sea("Mare Aegaeum").expect("Aegean")).coasts;
    let expected = ["Athenae", "Constantinopolis", "Troas", "Rhodus", "Cnossus"];
    assert_eq!(names(&board, aegean), BTreeSet::from(expected));
    assert!(!board.touches(place(&board, "Constantinopolis"), place(&board, "Troas")));
    let judea = place(&board, "Hierosolyma");
    let egypt = &board.civilization(Seat(3)).start.markers;
    assert!(egypt.iter().any(|province| board.touches(*province, judea)));
    assert_eq!(board.city("Sparta"), Some((place(&board, "Athenae"), 1)));
}

#[test]
fn what_is_known_about_sites_holds() {
    let board = classic();
    let goods = |name| board.land(place(&board, name)).goods.clone();
    assert_eq!(goods("Carthago"), vec![Good::Perfume, Good::Fruit]);
    assert_eq!(goods("Alexandria"), vec![Good::Papyrus, Good::Grain]);
    assert_eq!(goods("Troas"), vec![Good::Oil]);
    let caravans: usize = board.provinces.iter().map(|land| land.goods.len()).sum();
    let cities: usize = board.provinces.iter().map(|land| land.cities.len()).sum();
    let stock = board.stock(5);
    assert!(caravans >= usize::from(stock.of(Building::Caravan)));
    assert!(cities >= usize::from(stock.of(Building::City)));
}

#[test]
fn each_set_up_is_worth_36_points() {
    let board = classic();
    for one in &board.civilizations {
        let (start, prices) = (&one.start, &board.prices);
        let many = |n: usize, price: u8| n * usize::from(price);
        let units = |list: &[(Province, u8)]| list.iter().map(|(_, n)| usize::from(*n)).sum::<usize>();
        let points = many(start.markers.len(), prices.marker)
            + many(start.cities.len(), prices.building(Building::City))
            + many(start.caravans.len(), prices.building(Building::Caravan))
            + many(start.markets.len(), prices.building(Building::Market))
            + many(start.temples.len(), prices.building(Building::Temple))
            + many(units(&start.legions), prices.unit(Unit::Legion))
            + many(units(&start.fortresses), prices.unit(Unit::Fortress))
            + many(units(&start.triremes), prices.unit(Unit::Trireme))
            + usize::from(prices.card(one.hero));
        assert_eq!(points, 36, "{}", one.name);
        assert_eq!(start.markers.len(), 3, "{}", one.name);
        assert_eq!(start.fortresses, vec![(one.capital, 1)], "{}", one.name);
    }
}

#[test]
fn the_starting_roles_belong_to_who_leads() {
    let board = classic();
    let count = |role: Role, start: &Start| match role {
        Role::Director => start.caravans.len() + start.markets.len(),
        Role::Political => start.cities.len() + start.temples.len(),
        Role::Military => {
            let all = [&start.legions, &start.fortresses, &start.triremes];
            all.into_iter().flatten().map(|(_, n)| usize::from(*n)).sum()
        }
        Role::HighPriest => 0,
    };
    for role in board.roles {
        let counts: Vec<usize> = board.civilizations.iter().map(|one| count(*role, &one.start)).collect();
        let most = counts.iter().max().expect("five civilizations");
        let leaders: Vec<_> = board.civilizations.iter().zip(&counts).filter(|(_, n)| *n == most).collect();
        assert_eq!(leaders.len(), 1, "{}", role.key());
        assert_eq!(leaders[0].0.role, Some(*role));
    }
    let cities: Vec<usize> = board.civilizations.iter().map(|one| one.start.cities.len()).collect();
    assert_eq!(cities, vec![1, 1, 2, 3, 1]);
}

#[test]
fn next_to_the_capital_means_its_borders_but_for_greece() {
    let board = classic();
    for (seat, one) in board.seats().iter().zip(&board.civilizations) {
        let land = board.land(one.capital);
        assert_eq!(land.capital_of, Some(seat));
        if one.key == "greece" {
            let near = ["Epirus", "Constantinopolis", "Troas", "Rhodus", "Cnossus"];
            assert_eq!(names(&board, &one.near), BTreeSet::from(near));
            assert_eq!(names(&board, &one.neutral), BTreeSet::from(["Cnossus", "Rhodus"]));
        } else {
            assert_eq!((&one.near, &one.neutral), (&land.borders, &land.borders));
            let start = names(&board, &one.start.markers);
            let mut home = names(&board, &land.borders);
            home.insert(&land.name);
            assert_eq!(start, home, "{}", one.name);
        }
    }
}

#[test]
fn counts_and_prices_are_those_of_the_rulebook() {
    let board = classic();
    let kinds = [Building::Caravan, Building::City, Building::Market, Building::Temple];
    let stock = |players| kinds.map(|kind| board.stock(players).of(kind));
    assert_eq!([3, 4, 5].map(stock), [[18, 8, 8, 4], [23, 10, 10, 5], [28, 12, 12, 6]]);
    assert_eq!(board.pieces.markers, 12);
    assert_eq!([Unit::Legion, Unit::Trireme, Unit::Fortress].map(|u| board.pieces.unit(u)), [8, 5, 8]);
    assert_eq!(kinds.map(|kind| board.prices.building(kind)), [3, 3, 6, 6]);
    let cards = [Card::Hannibal, Card::Mausoleum, Card::Pyramids];
    assert_eq!(cards.map(|card| board.prices.card(card)), [9, 9, 12]);
    let keys = |seats: Seats| seats.iter().map(|s| board.civilization(s).key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(board.left_out(3)), ["rome", "egypt"]);
    assert_eq!(keys(board.left_out(4)), ["babylon"]);
    assert!(board.left_out(5).is_empty());
}

#[test]
fn facts_tell_their_source_and_line() {
    let board = classic();
    let fact = |what: &str| board.facts().iter().find(|fact| fact.what == what).expect(what);
    assert_eq!(fact("province Roma").source, "rulebook 001:254");
    assert_eq!(fact("wine in Roma").source, "reconstructed");
    assert!(fact("oil in Troas").source.starts_with("page https://"));
    assert_eq!(fact("cards of tax").source, "rulebook 001:29");
    assert!(fact("cards of grain").note.is_some() && !fact("cards of grain").is_from_rulebook());
    let line = |fact: &Fact| CLASSIC.1.lines().nth(fact.line - 1).expect("a line");
    assert!(line(fact("border Athenae - Epirus")).contains(r#"["Athenae", "Epirus"]"#));
    assert_eq!(line(fact("province Roma")), "[[province]]");
    assert!(board.facts().is_sorted_by_key(|fact| fact.line));
}
