//! A view arranged for readers: the standings, the map by region, the own hand.

use crate::deck::CardKind;
use crate::game::InnerSea;
use crate::pieces::{Area, Card, Civ, Faction, Region, Wonder};
use crate::position::Phase;
use crate::view::View;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Game as _, Seat};

/// Nothing that templates must look up.
#[derive(Serialize)]
pub struct Atlas {}

/// A civilization in the standings.
#[derive(Serialize)]
pub struct Standing {
    /// Whose.
    pub seat: Seat,
    /// Its civilization.
    pub civ: Civ,
    /// Points.
    pub points: u16,
    /// Talents.
    pub talents: u8,
    /// Cards in its hand.
    pub cards: u8,
    /// Cities.
    pub cities: usize,
    /// Discs on the map.
    pub discs: u8,
    /// Discs in its supply.
    pub supply: u8,
    /// Wonders with the discs on them.
    pub wonders: Vec<(Wonder, u8, Option<Area>)>,
    /// Investments with the discs on them.
    pub invested: Vec<(Card, u8)>,
}

/// Who is in an area.
#[derive(Serialize)]
pub struct Presence {
    /// Where.
    pub area: Area,
    /// Who, with how many discs.
    pub there: Vec<(Civ, u8)>,
    /// Whether it is contested.
    pub contested: bool,
    /// The Wonder that stands there.
    pub wonder: Option<Wonder>,
    /// Whose home it is.
    pub home_of: Option<Civ>,
}

/// A part of the map.
#[derive(Serialize)]
pub struct Part {
    /// Which.
    pub region: Region,
    /// Its areas with anybody in them.
    pub areas: Vec<Presence>,
    /// How many of its areas are empty.
    pub empty: usize,
}

/// A card of the own hand.
#[derive(Serialize)]
pub struct InHand {
    /// Which.
    pub card: Card,
    /// Its number.
    pub number: u8,
    /// What sort it is.
    pub kind: &'static str,
    /// What it does.
    pub text: String,
    /// Whether it is new.
    pub is_new: bool,
}

/// The scene.
#[derive(Serialize)]
pub struct Scene {
    /// The Epoch.
    pub epoch: u8,
    /// The turn of the Epoch.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The reader's civilization.
    pub civ: Option<Civ>,
    /// The civilizations in turn order.
    pub standings: Vec<Standing>,
    /// The map.
    pub parts: Vec<Part>,
    /// The own hand.
    pub hand: Vec<InHand>,
    /// Wonders that nobody has built.
    pub available: Vec<Wonder>,
    /// Cards in the deck.
    pub deck: u8,
    /// Cards in the discards.
    pub discards: usize,
    /// Areas in which nobody may place discs.
    pub banned: Vec<Area>,
    /// Best first.
    pub winners: Vec<Civ>,
}

impl Scene {
    /// Arranges a view.
    pub fn of(game: &InnerSea, view: &View) -> Scene {
        let position = &view.position;
        let is_set = position.phase != Phase::Setup;
        let civ = |seat: Seat| position.side(seat).civ;
        let works = (0..7).map(Wonder);
        Scene {
            epoch: position.epoch,
            turn: position.turn,
            phase: position.phase,
            civ: view.seat.filter(|seat| is_set && game.seats().contains(*seat)).map(civ),
            standings: if is_set {
                position.order.iter().map(|seat| standing(game, view, *seat)).collect()
            } else {
                Vec::new()
            },
            parts: Region::ALL.iter().filter_map(|region| part(game, view, *region)).collect(),
            hand: hand(game, view),
            available: works.filter(|wonder| position.work(*wonder).is_available()).collect(),
            deck: position.deck,
            discards: position.discards.len(),
            banned: position.banned.iter().collect(),
            winners: position.ranking.iter().map(|seat| civ(*seat)).collect(),
        }
    }
}

fn standing(game: &InnerSea, view: &View, seat: Seat) -> Standing {
    let position = &view.position;
    let side = position.side(seat);
    let me = Faction::of(seat);
    let works = (0..7).map(Wonder).filter(|wonder| position.work(*wonder).owner == Some(seat));
    Standing {
        seat,
        civ: side.civ,
        points: side.vp,
        talents: side.talents,
        cards: side.hand,
        cities: position.cities(&game.chart, seat).len(),
        discs: position.board.total(me),
        supply: game.supply(position, &position.board, me),
        wonders: works.map(|w| (w, position.work(w).discs, position.work(w).area)).collect(),
        invested: position.invested.iter().filter(|one| one.owner == seat).map(|one| (one.card, one.discs)).collect(),
    }
}

fn part(game: &InnerSea, view: &View, region: Region) -> Option<Part> {
    let position = &view.position;
    let contested = position.board.contested();
    let all = game.chart.ranked.iter().copied().filter(|area| game.map.place(*area).region == region);
    let mut areas = Vec::new();
    let mut empty = 0;
    for area in all {
        let there: Vec<(Civ, u8)> =
            position.board.in_area(area).map(|(f, discs, white)| (position.civ(f), discs + white)).collect();
        if there.is_empty() {
            empty += 1;
            continue;
        }
        let wonder = (0..7).map(Wonder).find(|wonder| position.work(*wonder).area == Some(area));
        let home_of = game.map.place(area).home_of.filter(|civ| position.faction(*civ).is_some());
        areas.push(Presence { area, there, contested: contested.contains(area), wonder, home_of });
    }
    (!areas.is_empty() || empty > 0).then_some(Part { region, areas, empty })
}

fn hand(game: &InnerSea, view: &View) -> Vec<InHand> {
    let fresh = view.fresh.unwrap_or_default();
    let one = |card: Card| {
        let file = game.deck.card(card);
        let kind = match file.kind {
            CardKind::Plain => "card",
            CardKind::Competition => "competition",
            CardKind::Negate => "negation",
            CardKind::Investment => "investment",
            CardKind::Event => "event",
            CardKind::Wonder => "wonder",
        };
        InHand { card, number: card.0, kind, text: file.text.clone(), is_new: fresh.contains(card) }
    };
    view.hand.unwrap_or_default().iter().map(one).collect()
}
