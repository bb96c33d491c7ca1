//! A talent, a card, or a disc from a card that says so, in place of a disc that would be lost (IS-5.7).

use crate::deck::Time;
use crate::effects::Declared;
use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Means, Order, Thing, Times};
use crate::pieces::{Area, Card, CardSet, Faction};
use crate::reason::Reason;
use crate::rules::negation::{self, Prey};
use crate::rules::{consul, draw, uses};
use crate::scenario::Back;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// How a loss is met.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ransom {
    /// Talents paid.
    pub talents: u8,
    /// Cards discarded.
    pub cards: CardSet,
    /// Discs taken off cards and Wonders.
    pub shields: Vec<Thing>,
}

impl Ransom {
    /// How many discs it keeps.
    pub fn len(&self) -> u8 {
        self.talents + self.cards.len() as u8 + self.shields.len() as u8
    }

    /// Whether it keeps none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The question how a loss is met.
#[derive(Clone, Debug)]
pub struct RansomQuestion {
    area: Area,
    n: u8,
    talents: u8,
    hand: CardSet,
    /// The cards that were given or played before in this stage.
    spent: CardSet,
    /// Things with discs that may be lost instead, and how many are on each.
    shields: Vec<(Thing, u8)>,
}

/// Asks how a loss is met; says how many discs are kept.
pub fn ask(table: &mut Table<'_>, seat: Seat, area: Area, n: u8) -> Play<u8> {
    if table.state.scratch.fight.no_ransom.contains(Faction::of(seat)) {
        return Ok(0);
    }
    let mut kept = 0;
    // Whoever counted on a Wonder that was negated may still pay otherwise.
    while kept < n {
        let (paid, failed) = pay(table, seat, area, n - kept)?;
        kept += paid;
        if failed == 0 {
            break;
        }
    }
    Ok(kept)
}

/// One payment; says how many discs it keeps, and how many it would have kept but for a negation.
fn pay(table: &mut Table<'_>, seat: Seat, area: Area, n: u8) -> Play<(u8, u8)> {
    let side = table.state.position.side(seat);
    let (mut talents, civ) = (side.talents, side.civ);
    let shields = uses::usable(table.game, &table.state.position, seat, Time::Loss);
    // IS-18.3: what lies on the table may be given too.
    let once = table.game.kept_cards(&table.state.position, seat, |back| back == Back::Once);
    let mut hand = table.state.hands[seat.index()] | once;
    if consul::bars_payment(table.game, &table.state.position, seat, area) {
        // IS-19.7: everybody knows which consul it is.
        (talents, hand) = (0, CardSet::NONE);
    }
    // Whether there is anything to pay with lies open, so nobody learns more from the question.
    if talents == 0 && hand.is_empty() && shields.is_empty() {
        return Ok((0, 0));
    }
    let path = table.state.scratch.next_serial();
    let spent = table.state.scratch.spent[seat.index()];
    let question = RansomQuestion { area, n, talents, hand, spent, shields };
    let ransom = npc::ask(table, seat, format_args!("losses {path}"), question)?;
    if ransom.is_empty() {
        return Ok((0, 0));
    }
    table.state.position.side_mut(seat).talents -= ransom.talents;
    for card in ransom.cards.iter() {
        draw::put_away(table, seat, card);
    }
    for thing in &ransom.shields {
        uses::take_disc(table, *thing);
    }
    let cards: Vec<Card> = ransom.cards.iter().collect();
    let failed = negated(table, seat, &ransom.shields)?;
    let shields = ransom.shields.len() as u8 - failed;
    let kept = ransom.len() - failed;
    if kept > 0 {
        table.tell(Event::Ransomed { seat, civ, area, talents: ransom.talents, cards, shields });
    }
    Ok((kept, failed))
}

/// The use of a Wonder may be negated here too; its discs are spent, and it helps no more in this turn (IS-5.6.5). Says how many
/// discs are not kept after all.
fn negated(table: &mut Table<'_>, seat: Seat, shields: &[Thing]) -> Play<u8> {
    let mut failed = 0;
    for (i, thing) in shields.iter().enumerate() {
        let Thing::Wonder(wonder) = *thing else { continue };
        if shields[..i].contains(thing) {
            continue;
        }
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::ThingUsed { seat, civ, thing: *thing });
        if negation::negated(table, &Prey::new(seat, *thing, &Declared::default()))? {
            table.state.position.works[wonder.index()].silenced = true;
            failed += shields.iter().filter(|other| *other == thing).count() as u8;
        }
    }
    Ok(failed)
}

impl RansomQuestion {
    /// Where discs would be lost.
    pub fn area(&self) -> Area {
        self.area
    }

    /// How many.
    pub fn discs(&self) -> u8 {
        self.n
    }

    /// The talents of the seat.
    pub fn talents(&self) -> u8 {
        self.talents
    }

    /// The cards of the hand.
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// Things with discs that may be lost instead.
    pub fn shields(&self) -> &[(Thing, u8)] {
        &self.shields
    }

    fn shields_left(&self, ransom: &Ransom, thing: Thing) -> u8 {
        let all = self.shields.iter().find(|(known, _)| *known == thing).map_or(0, |(_, n)| *n);
        all - ransom.shields.iter().filter(|used| **used == thing).count() as u8
    }

    /// What a list of means says. Whoever names neither the discs nor enough that they have is told what is missing.
    fn said(&self, game: &InnerSea, means: &[Means]) -> Says<Ransom, Reason> {
        let ransom = self.meet(game, means);
        let is_met = ransom.len() >= self.n || means.contains(&Means::Discs);
        let missing = means.iter().find_map(|one| match one {
            Means::Thing(Thing::Card(card)) if !self.has(Thing::Card(*card)) => Some(Reason::NotInHand { card: *card }),
            Means::Thing(thing) if !self.has(*thing) => Some(Reason::NotUsable),
            _ => None,
        });
        match missing.filter(|_| !is_met) {
            Some(reason) if ransom.is_empty() => Says::No(reason),
            Some(reason) => Says::Partly(ransom, reason),
            None => Says::Yes(ransom),
        }
    }

    /// Whether there is such a thing to pay with, or was when the phase began.
    fn has(&self, thing: Thing) -> bool {
        let in_hand = matches!(thing, Thing::Card(card) if (self.hand | self.spent).contains(card));
        in_hand || self.shields.iter().any(|(known, _)| *known == thing)
    }

    /// Goes through a list of means until the loss is met.
    fn meet(&self, game: &InnerSea, means: &[Means]) -> Ransom {
        let mut ransom = Ransom::default();
        for one in means {
            let missing = self.n - ransom.len();
            if missing == 0 {
                break;
            }
            match one {
                Means::Discs => break,
                Means::Talents { most, keep } => {
                    let purse = (self.talents - ransom.talents).saturating_sub(*keep);
                    ransom.talents += purse.min(missing).min(most.unwrap_or(u8::MAX));
                }
                Means::Thing(Thing::Card(card)) if self.hand.contains(*card) => ransom.cards.insert(*card),
                Means::AnyCard => {
                    if let Some(card) = draw::worst(game, self.hand - ransom.cards) {
                        ransom.cards.insert(card);
                    }
                }
                Means::Thing(thing) if self.shields_left(&ransom, *thing) > 0 => ransom.shields.push(*thing),
                Means::Thing(_) => {}
            }
        }
        ransom
    }
}

impl Question<InnerSea> for RansomQuestion {
    type Answer = Ransom;
    const NAME: &'static str = "losses";

    fn legal(&self, _game: &InnerSea, answer: &Ransom) -> Result<(), Reason> {
        let shields = self
            .shields
            .iter()
            .all(|(thing, n)| answer.shields.iter().filter(|used| *used == thing).count() <= usize::from(*n))
            && answer.shields.iter().all(|used| self.shields.iter().any(|(thing, _)| thing == used));
        match answer {
            _ if answer.talents > self.talents => Err(Reason::NoTalents { talents: self.talents }),
            _ if !(answer.cards - self.hand).is_empty() || !shields || answer.len() > self.n => Err(Reason::BadTarget),
            _ => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Ransom {
        Ransom::default()
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Ransom {
        let mut ransom = Ransom::default();
        if chance.random_range(0..3u8) > 0 {
            return ransom;
        }
        ransom.talents = chance.random_range(0..=self.talents.min(self.n));
        if ransom.len() < self.n && !self.hand.is_empty() && chance.random_range(0..2u8) == 0 {
            ransom.cards.extend_one(self.hand.nth(chance.random_range(0..self.hand.len())));
        }
        if ransom.len() < self.n
            && let Some((thing, _)) = self.shields.first()
        {
            ransom.shields.push(*thing);
        }
        ransom
    }

    /// IS-5.7.3: each loss is a question of its own.
    fn waits(&self, order: &Order) -> bool {
        matches!(order, Order::Losses(Times::Once, ..))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Ransom> {
        let here = lines.first(|order| match order {
            Order::Losses(_, Some(area), means) if *area == self.area => self.said(game, means),
            _ => Says::Nothing,
        });
        here.or_else(|| {
            lines.first(|order| match order {
                Order::Losses(_, None, means) => self.said(game, means),
                _ => Says::Nothing,
            })
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Ransom) -> Vec<Order> {
        let mut means: Vec<Means> = answer.shields.iter().map(|thing| Means::Thing(*thing)).collect();
        if answer.talents > 0 {
            means.push(Means::Talents { most: Some(answer.talents), keep: 0 });
        }
        means.extend(answer.cards.iter().map(|card| Means::Thing(Thing::Card(card))));
        if answer.len() < self.n {
            means.push(Means::Discs);
        }
        alloc::vec![Order::Losses(Times::Once, Some(self.area), means)]
    }
}

impl CardSet {
    /// Adds a card, if there is one.
    pub fn extend_one(&mut self, card: Option<Card>) {
        if let Some(card) = card {
            self.insert(card);
        }
    }
}
