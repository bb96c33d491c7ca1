//! Every event, reason, complaint and question has its sentence, and no line is too wide.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use super::*;
use rand::SeedableRng as _;
use std::collections::BTreeSet;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game, Letter, Pace, Salt, Seat, Seed, Stage, Table, read};
use tabellarius_mare_nostrum::classic::{Classic, Options};
use tabellarius_mare_nostrum::common::ground::Place;
use tabellarius_mare_nostrum::common::reason::Reason;
use tabellarius_mare_nostrum::pieces::{Building, Card, Cards, Good, Province, Role, Unit};

/// Lists what stands here, and lets the compiler complain when a variant is missing.
macro_rules! every {
    ($type:ident: $($variant:ident $({ $($field:ident: $value:expr),+ $(,)? })?;)+) => {{
        #[allow(dead_code)]
        fn is_listed(one: &$type) {
            match one { $($type::$variant { .. } => {})+ }
        }
        vec![$($type::$variant $({ $($field: $value),+ })?),+]
    }};
}

mod empires;
mod every;
mod reports;
mod sea;
mod wonders;

/// A game of Mare Nostrum.
fn classic(players: usize, variant: &str) -> Classic {
    Classic::new(Options::parse(players, variant).unwrap()).unwrap()
}

fn report() -> Report {
    Report::new(None).unwrap()
}

fn cards(goods: &[Good]) -> Cards {
    goods.iter().copied().collect()
}

fn entries(file: &str) -> BTreeSet<String> {
    toml::from_str::<toml::Table>(file).unwrap().keys().cloned().collect()
}

fn tags<T: serde::Serialize>(all: &[T], tag: &str) -> BTreeSet<String> {
    let tag_of = |one: &T| serde_json::to_value(one).unwrap()[tag].as_str().unwrap().to_owned();
    all.iter().map(tag_of).collect()
}

/// A sentence that a person can read: no gaps, no identifiers, a capital letter in front.
fn assert_reads_well(text: &str) {
    assert!(!text.is_empty() && !text.contains("  ") && !text.contains(" .") && !text.contains(" ,"), "{text}");
    for id in ["province/", "seat/", "good/", "unit/", "card/", "sea/", "building/", "role/", "{{", "null", "?"] {
        assert!(!text.contains(id), "{text}");
    }
    assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{text}");
}

/// Every reason that the games of the Mare Nostrum family share.
fn reasons(province: Province, seat: Seat, good: Good, card: Card) -> Vec<Reason> {
    every! { Reason:
        AllFight;
        MustOffer;
        NotLeader { role: Role::Director };
        NeedsCard { card: card };
        TooManyCards { hand: 4 };
        WrongOffer { number: 1 };
        NotOnOffer;
        ArtemisHasNot;
        NotHisToGive { cards: cards(&[good]) };
        NotAmongThem;
        NotInHand { cards: cards(&[good, good]) };
        NotHisToOffer { cards: cards(&[good, good]) };
        NotHisToChange { cards: cards(&[good]) };
        OnlySoMany { unit: Unit::Legion, there: 1 };
        NotYours { province: province };
        AtWar { province: province };
        EnemyThere { province: province, seat: seat };
        JustSettled { province: province };
        NoSuchGood { province: province, good: Good::Gold };
        NoSite { province: province, building: Building::City };
        SiteTaken { province: province, building: Building::Caravan };
        FortressThere { province: province };
        NoCoast { province: province };
        NoPieceLeft { unit: Unit::Legion };
        NoMarkerLeft;
        NoTokenLeft { building: Building::Temple };
        NotAdjacent { province: province };
        MarkerThere { province: province, seat: seat };
        Capital { province: province };
        CardTaken { card: card, seat: seat };
        OthersHero { card: Card::Pericles };
        NotInSetup { card: card };
        TooFarFromCapital { province: province };
        OnlyInCapital { unit: Unit::Legion };
        NoPoints { price: 6, left: 2 };
        CannotPay { price: 3 };
        NotASet { cards: cards(&[good, good]) };
        WrongPrice { price: 3, paid: 1 };
        NoSwap;
        BankEmpty;
        NoUnit { unit: Unit::Trireme };
        NotNextSea { from: Place::Land(province) };
        NoRoute { from: province, province: Province(0) };
        Covered { province: province };
        AtPeace { province: province, seat: seat };
        WrongElement { unit: Unit::Fortress };
        NobodyThere;
        TooFewUnits;
        WrongLosses { hits: 2 };
        NothingThere { province: province };
        TooFewLegions { legions: 1 };
        NoHelp;
        TooMuchKept;
    }
}
