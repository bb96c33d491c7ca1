//! What players read of the three games: everything has its sentence, whole reports fit and leak nothing.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod classic;
mod empires;
mod mythology;
mod pages;
mod reports;

use std::collections::BTreeSet;
use std::path::Path;
use tabellarius_kernel::Seat;
use tabellarius_mare_nostrum::common::ground::Place;
use tabellarius_mare_nostrum::common::reason::Reason;
use tabellarius_mare_nostrum::pieces::{Building, Card, Cards, Good, Province, Role, Unit};
use tabellarius_report::testing::{every, questions_in};

fn cards(goods: &[Good]) -> Cards {
    goods.iter().copied().collect()
}

/// The questions of one of the games: its own, and those it shares.
fn questions(game: &str) -> BTreeSet<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // What the game of 2003 and its expansion share, and no other.
    let shared: &[&str] = if game == "empires" { &["common"] } else { &["common", "base"] };
    let shared = shared.iter().flat_map(|folder| questions_in(&sources.join(folder)));
    questions_in(&sources.join(game)).into_iter().chain(shared).collect()
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
        NobodyIsCalled;
        TurnOver;
        NotTrading { hand: 2 };
        AlreadyWon;
        OnlyPlacing;
        NotConquered { province: province };
        NoHelp;
        TooMuchKept;
    }
}
