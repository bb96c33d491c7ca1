//! Facts of the board that a case changes: `border Athenae - Syracusae`, `price legion 4`.

use super::{Words, small, wrong};
use crate::board::Presence;
use crate::common::Core;
use crate::common::ground::Place;
use crate::common::language::read::{building, card, good, place, province, sea, unit};
use crate::common::language::term::{Term, Word};
use alloc::format;
use tabellarius_kernel::Amiss;
use tabellarius_kernel::words::Link;

/// The kinds of facts.
const KINDS: &[&str] = &["border", "coast", "passage", "city site", "goods site", "price", "pieces", "cards", "stock"];

/// The most pieces a player can have: with more, the sum of the dice would not fit.
const MOST_PIECES: u8 = 18;

/// Changes one fact.
pub fn amend(game: &mut Core, w: &mut Words<'_>) -> Result<(), Amiss> {
    let presence = if w.link(Link::Nothing) { Presence::Gone } else { Presence::There };
    match w.one_of("kind of fact", KINDS)? {
        "border" => {
            let a = w.need("province", province)?;
            dash(w);
            let b = w.need("province", province)?;
            game.board.amend_border(a, b, presence);
        }
        "coast" => {
            let mark = w.mark();
            let one = w.need("province or sea", place)?;
            dash(w);
            let two = w.need("province or sea", place)?;
            match (one, two) {
                (Place::Land(land), Place::Sea(sea)) | (Place::Sea(sea), Place::Land(land)) => {
                    game.board.amend_coast(land, sea, presence);
                }
                _ => return Err(wrong(w, mark, "a coast is between a province and a sea")),
            }
        }
        "passage" => {
            let a = w.need("sea", sea)?;
            dash(w);
            let b = w.need("sea", sea)?;
            game.board.amend_passage(a, b, presence);
        }
        "city site" => {
            w.link(Link::In);
            let mark = w.mark();
            let province = w.need("province", province)?;
            let name = format!("New {}", game.board.land(province).name);
            let Some(site) = game.board.add_city_site(province, name.clone()) else {
                return Err(wrong(w, mark, "no province has room for more than eight cities"));
            };
            game.lexicon.add("en", Term::City(province, site), &[&name]);
        }
        "goods site" => {
            w.link(Link::In);
            let mark = w.mark();
            let province = w.need("province", province)?;
            w.link(Link::Colon);
            let good = w.need("good", good)?;
            if !game.board.add_goods_site(province, good) {
                return Err(wrong(w, mark, "no province has room for more than eight goods"));
            }
        }
        "price" => price(game, w)?,
        "pieces" => {
            let mark = w.mark();
            let (kind, number) = number(w, "unit", unit)?;
            if number > MOST_PIECES {
                return Err(wrong(w, mark, format!("at most {MOST_PIECES}")));
            }
            game.board.amend_pieces(kind, number);
        }
        "stock" => {
            let (kind, number) = number(w, "building", building)?;
            game.board.amend_stock(kind, number);
        }
        _ => {
            let (kind, number) = number(w, "good", good)?;
            game.board.bank.take(kind, u8::MAX);
            game.board.bank.add(kind, number);
        }
    }
    if w.is_done() { Ok(()) } else { Err(w.slip("the end of the line").into()) }
}

/// `legion 4`, `hero 8`, `marker 2`
fn price(game: &mut Core, w: &mut Words<'_>) -> Result<(), Amiss> {
    let term = w.need("something with a price", |term| match term {
        Term::Building(_) | Term::Unit(_) | Term::Card(_) => Some(term),
        Term::Word(Word::Influence | Word::Hero | Word::Wonder) => Some(term),
        _ => None,
    })?;
    w.link(Link::Colon);
    let price = small(w)?.ok_or_else(|| w.slip("number"))?;
    match term {
        Term::Building(building) => game.board.amend_building_price(building, price.max(1)),
        Term::Unit(unit) => game.board.amend_unit_price(unit, price),
        Term::Word(Word::Influence) => game.board.prices.marker = price,
        Term::Word(Word::Hero) => game.board.prices.hero = price,
        Term::Word(_) => game.board.prices.wonder = price,
        term => {
            if let Some(card) = card(term) {
                game.board.amend_card_price(card, price);
            }
        }
    }
    Ok(())
}

fn number<R: PartialEq>(
    w: &mut Words<'_>,
    what: &'static str,
    want: impl Fn(Term) -> Option<R>,
) -> Result<(R, u8), Amiss> {
    let kind = w.need(what, want)?;
    w.link(Link::Colon);
    Ok((kind, small(w)?.ok_or_else(|| w.slip("number"))?))
}

/// A dash or a word between two places.
fn dash(w: &mut Words<'_>) {
    let _ = w.link(Link::To) || w.link(Link::Comma) || w.link(Link::And) || w.link(Link::Colon);
}
