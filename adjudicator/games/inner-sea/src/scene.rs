//! A view arranged for readers: the standings, the map by region, the own hand.

use crate::deck::{CardFile, CardKind, Tag, Time};
use crate::event::Heap;
use crate::form::{placing_as_seen, takes_place};
use crate::game::InnerSea;
use crate::npc;
use crate::orders::{Payment, Thing};
use crate::pieces::{Area, Card, Civ, Faction, Region, Wonder};
use crate::position::{Phase, Work};
use crate::rules::cards::{Action, ActionQuestion};
use crate::rules::uses::usable;
use crate::rules::{growth, valuation};
use crate::view::View;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Game as _, Seat};

/// What templates look up.
#[derive(Serialize)]
pub struct Atlas {
    /// What each card and Wonder does, in our own words.
    pub texts: BTreeMap<String, String>,
    /// What sort of card each is.
    pub kinds: BTreeMap<String, &'static str>,
    /// What the sheets of the civilizations say that could play here.
    pub sheets: BTreeMap<String, String>,
    /// The Wonders.
    pub wonders: Vec<Wonder>,
    /// The areas next to each area in play.
    pub borders: BTreeMap<String, Vec<Area>>,
    /// What negations look at: whether a card is a Great Person, a calamity, about religion.
    pub classes: BTreeMap<String, Vec<&'static str>>,
    /// The coastal seas.
    pub seas: Vec<Area>,
    /// The open seas.
    pub open_seas: Vec<Area>,
    /// The areas on each border of the map: north, east, south, west.
    pub edges: [Vec<Area>; 4],
}

impl Atlas {
    /// The atlas of a game.
    pub fn of(game: &InnerSea) -> Atlas {
        let cards = || game.deck.all.iter().map(|card| (card.to_string(), game.deck.card(card)));
        let wonders = || (0..7).map(Wonder).map(|wonder| (wonder.to_string(), game.deck.wonder(wonder)));
        let all = || cards().chain(wonders());
        let plays = |civ: Civ| game.chart.home(civ).is_some() || game.options.civs.contains(&civ);
        let civs = Civ::ALL.iter().copied().zip(&game.sheets).filter(|(civ, _)| plays(*civ));
        let areas = game.chart.in_play.iter();
        let borders = areas.map(|area| (area.to_string(), game.chart.next_to(area).iter().collect()));
        Atlas {
            texts: all().map(|(id, file)| (id, file.text.clone())).collect(),
            kinds: all().map(|(id, file)| (id, kind(file.kind))).collect(),
            sheets: civs.map(|(civ, sheet)| (civ.to_string(), sheet.text.clone())).collect(),
            wonders: if game.options.scenario.has_wonders { (0..7).map(Wonder).collect() } else { Vec::new() },
            borders: borders.collect(),
            classes: all().map(|(id, file)| (id, classes(file))).collect(),
            seas: game.chart.coastal.iter().collect(),
            open_seas: game.chart.open.iter().collect(),
            edges: game.chart.edges.map(|edge| edge.iter().collect()),
        }
    }
}

/// The classes of a card that negations name and its text does not.
fn classes(file: &CardFile) -> Vec<&'static str> {
    let tag = |tag: Tag, name: &'static str| file.tags.contains(&tag).then_some(name);
    let great = file.great_person.then_some("great-person");
    [great, tag(Tag::Calamity, "calamity"), tag(Tag::Religion, "religion")].into_iter().flatten().collect()
}

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
    /// Its Wonders.
    pub wonders: Vec<Built>,
    /// Investments with the discs on them.
    pub invested: Vec<(Card, u8)>,
    /// Whether nobody plays it (IS-13.1).
    pub is_npc: bool,
    /// Its hand, which lies face up if nobody plays it.
    pub shown: Vec<Card>,
    /// Whom it is an enemy of, if nobody plays it (IS-13.2).
    pub enemies: Vec<Civ>,
}

/// A Wonder that somebody has built.
#[derive(Serialize)]
pub struct Built {
    /// Which.
    pub wonder: Wonder,
    /// Where it stands.
    pub area: Option<Area>,
    /// The discs on it.
    pub discs: u8,
    /// Whether it lies in ruins.
    pub destroyed: bool,
}

fn built(work: &Work, wonder: Wonder) -> Built {
    Built { wonder, area: work.area, discs: work.discs, destroyed: work.destroyed }
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
    /// The Gold there.
    pub gold: u8,
}

/// A part of the map.
#[derive(Serialize)]
pub struct Part {
    /// Which.
    pub region: Region,
    /// Its areas with anybody in them.
    pub areas: Vec<Presence>,
    /// Its areas with nobody in them.
    pub empty: Vec<Area>,
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
    /// What negations look at.
    pub classes: Vec<&'static str>,
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
    /// Whether the table has fixed the civilizations, so that nobody chose one.
    pub civs_fixed: bool,
    /// The reader's civilization.
    pub civ: Option<Civ>,
    /// The civilizations in turn order.
    pub standings: Vec<Standing>,
    /// The map.
    pub parts: Vec<Part>,
    /// The own hand.
    pub hand: Vec<InHand>,
    /// What the reader may expect of this phase, as things stand.
    pub outlook: Option<Outlook>,
    /// Wonders that nobody has built.
    pub available: Vec<Wonder>,
    /// The colours of the civilizations that nobody has met yet (IS-20.1).
    pub unknown: Vec<Seat>,
    /// The coloured discs in the pool of an exploration.
    pub coloured: u8,
    /// Cards in the deck.
    pub deck: u8,
    /// Cards in the discards.
    pub discards: usize,
    /// Areas in which nobody may place discs.
    pub banned: Vec<Area>,
    /// Best first.
    pub winners: Vec<Civ>,
    /// The same with seat and points.
    pub results: Vec<(Civ, Seat, u16)>,
    /// What can be chosen before the game, and the first discs of each if the set-up has them.
    pub openings: Vec<(Civ, Vec<Heap>)>,
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
            civs_fixed: !game.options.civs.is_empty(),
            civ: view.seat.filter(|seat| is_set && game.seats().contains(*seat)).map(civ),
            standings: if is_set {
                position.order.iter().map(|seat| standing(game, view, *seat)).collect()
            } else {
                Vec::new()
            },
            parts: Region::ALL.iter().filter_map(|region| part(game, view, *region)).collect(),
            hand: hand(game, view),
            outlook: outlook(game, view),
            available: if game.options.scenario.has_wonders {
                works.filter(|wonder| position.work(*wonder).is_available()).collect()
            } else {
                Vec::new()
            },
            unknown: game.hidden(position),
            coloured: position.pool.iter().sum(),
            deck: position.deck,
            discards: position.discards.len(),
            banned: position.banned.iter().collect(),
            winners: position.ranking.iter().map(|seat| civ(*seat)).collect(),
            results: position.ranking.iter().map(|seat| (civ(*seat), *seat, position.side(*seat).vp)).collect(),
            openings: if is_set { Vec::new() } else { openings(game) },
        }
    }
}

fn openings(game: &InnerSea) -> Vec<(Civ, Vec<Heap>)> {
    let setup = &game.options.setup;
    let open = setup.open(0);
    let discs =
        |civ: Civ| setup.place.iter().find(|(known, _)| *known == civ).map_or(&[][..], |(_, discs)| discs.as_slice());
    let heaps = |civ: Civ| discs(civ).iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
    let civs = Civ::ALL.iter().copied().filter(|civ| open >> *civ as u32 & 1 == 1);
    civs.map(|civ| (civ, heaps(civ))).collect()
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
        wonders: works.map(|wonder| built(position.work(wonder), wonder)).collect(),
        invested: position.invested.iter().filter(|one| one.owner == seat).map(|one| (one.card, one.discs)).collect(),
        is_npc: game.is_npc(seat),
        shown: view.shown[seat.index()].iter().collect(),
        enemies: position.enemies[seat.index()].iter().map(|one| position.civ(one)).collect(),
    }
}

fn presence(game: &InnerSea, view: &View, area: Area) -> Presence {
    let position = &view.position;
    let there = position.board.in_area(area).map(|(f, discs, white)| (position.civ(f), discs + white)).collect();
    let wonder = (0..7).map(Wonder).find(|wonder| position.work(*wonder).area == Some(area));
    let is_home = |seat: &&Seat| position.home(&game.chart, **seat) == Some(area);
    let home_of = position.order.iter().find(is_home).map(|seat| position.side(*seat).civ);
    let gold = position.gold_in(area).map_or(0, |gold| gold.n);
    Presence { area, there, contested: position.board.contested().contains(area), wonder, home_of, gold }
}

fn part(game: &InnerSea, view: &View, region: Region) -> Option<Part> {
    let all = game.chart.ranked.iter().copied().filter(|area| game.map.place(*area).region == region);
    let mut areas = Vec::new();
    let mut empty = Vec::new();
    for area in all {
        let presence = presence(game, view, area);
        if presence.there.is_empty() && presence.wonder.is_none() {
            empty.push(area);
        } else {
            areas.push(presence);
        }
    }
    (!areas.is_empty() || !empty.is_empty()).then_some(Part { region, areas, empty })
}

/// What a phase holds for the reader, as things stand.
#[derive(Serialize)]
pub struct Outlook {
    /// Growth: discs by settlements, seas and trade.
    pub income: [u8; 3],
    /// Growth: ready discs in all, abilities and the least growth counted.
    pub ready: u8,
    /// Growth: what abilities and the least growth add.
    pub more: u8,
    /// The own Cities.
    pub cities: Vec<Area>,
    /// What can be used in this phase.
    pub things: Vec<Thing>,
    /// What can take a place in the turn order.
    pub takes_place: Vec<Thing>,
    /// The team mates.
    pub mates: Vec<Civ>,
    /// The most cards in a hand.
    pub limit: u8,
    /// The cards in the own hand.
    pub hand: u8,
    /// Competition: the contested areas where he is.
    pub contested: Vec<Presence>,
    /// Valuation: whether the turn has a Draw step.
    pub has_draw: bool,
    /// The cards drawn in it without paying.
    pub draws: u8,
    /// Whether a card that is turned up may end the Epoch before that.
    pub may_end: bool,
    /// Whether another turn follows, in this Epoch or the next.
    pub goes_on: bool,
    /// Talents to spend.
    pub talents: u8,
    /// Cards: what a Wonder would cost now, if nothing is said of it.
    pub price: Option<Price>,
}

/// What a Wonder would cost (IS-5.6.1).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Price {
    /// The Wonder.
    pub wonder: Wonder,
    /// Discs from the map.
    pub discs: Vec<Heap>,
    /// Talents.
    pub talents: u8,
    /// Cards.
    pub cards: Vec<Card>,
}

fn price(game: &InnerSea, view: &View, seat: Seat) -> Option<Price> {
    let hand = view.hand.filter(|_| view.position.phase == Phase::Cards)?;
    let question = ActionQuestion::as_seen(seat, hand, &view.position);
    let built = |wonder: Wonder| question.build(game, wonder, None, &Payment::default()).ok();
    let Action::Build(wonder, _, payment) = (0..7).map(Wonder).find_map(built)? else { return None };
    let discs = payment.discs.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
    Some(Price { wonder, discs, talents: payment.talents, cards: payment.cards })
}

fn outlook(game: &InnerSea, view: &View) -> Option<Outlook> {
    let seat = view.seat.filter(|seat| game.seats().contains(*seat))?;
    let position = &view.position;
    if matches!(position.phase, Phase::Setup | Phase::Settling | Phase::Over) {
        return None;
    }
    let cities = position.cities(&game.chart, seat);
    let ready = match position.phase {
        Phase::Growth => placing_as_seen(game, view, seat).discs(),
        _ => 0,
    };
    let own = position.board.contested() & position.board.occupied(Faction::of(seat));
    let ranked = npc::competition::in_order(game, position, own).into_iter();
    let less = position.side(seat).draws_less;
    let income = growth::income(game, position, seat);
    let time = match position.phase {
        Phase::Growth => Some(Time::Growth),
        Phase::Valuation => Some(Time::Draw),
        _ => None,
    };
    let things = time.map_or_else(Vec::new, |time| usable(game, position, seat, time));
    Some(Outlook {
        price: price(game, view, seat),
        income,
        more: ready.saturating_sub(income.iter().sum()),
        things: things.into_iter().map(|(thing, _)| thing).collect(),
        takes_place: if position.phase == Phase::Valuation { takes_place(game, view, seat) } else { Vec::new() },
        mates: game.mates(seat).map(|mate| position.side(mate).civ).collect(),
        limit: game.hand_limit(seat),
        hand: position.side(seat).hand,
        ready,
        cities: cities.iter().collect(),
        contested: ranked.map(|area| presence(game, view, area)).collect(),
        has_draw: valuation::draws(game, position),
        draws: (game.base_draw(position, seat) + cities.len() as u8 / 4).saturating_sub(less),
        may_end: game.options.clock_in(position.epoch).after(position.turn).asks_a_card(),
        goes_on: position.turn < game.options.clock_in(position.epoch).last()
            || position.epoch < game.options.last_epoch,
        talents: position.side(seat).talents,
    })
}

/// A sort of card, as templates know it.
fn kind(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Plain => "card",
        CardKind::Competition => "competition",
        CardKind::Negate => "negation",
        CardKind::Investment => "investment",
        CardKind::Event => "event",
        CardKind::Wonder => "wonder",
    }
}

fn hand(game: &InnerSea, view: &View) -> Vec<InHand> {
    let fresh = view.fresh.unwrap_or_default();
    let one = |card: Card| {
        let file = game.deck.card(card);
        InHand {
            card,
            number: card.0,
            kind: kind(file.kind),
            classes: classes(file),
            text: file.text.clone(),
            is_new: fresh.contains(card),
        }
    };
    view.hand.unwrap_or_default().iter().map(one).collect()
}
