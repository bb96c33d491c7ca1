//! War and peace with NPCs where a scenario does not fix them: at the end of each Victory Count discs are drawn from a pool (IS-13.12).

use crate::event::{Drawn, Event, Treaty};
use crate::form;
use crate::game::{InnerSea, Table};
use crate::npc::{self, ByTheBook};
use crate::orders::{Gift, Order, Verb};
use crate::pieces::{Area, AreaSet, Card, CardSet, Civ, Faction, Factions};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::draw;
use alloc::vec::Vec;
use core::cmp::Reverse;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// The white and the black discs of the pool.
pub const WHITE: u8 = 6;
pub const BLACK: u8 = 4;
/// No more are drawn for a war.
const MOST: u8 = 5;

/// Goes through the four steps (IS-13.12).
pub fn settle(table: &mut Table<'_>) -> Play {
    let game = table.game;
    if game.options.cast.npcs.is_empty() || game.options.cast.is_historical {
        return Ok(());
    }
    let mut at_peace = Factions::NONE;
    offers(table, &mut at_peace)?;
    declarations(table, at_peace);
    between_npcs(table, &mut at_peace);
    Ok(())
}

fn npcs(table: &Table<'_>) -> Vec<Seat> {
    table.state.position.order.iter().copied().filter(|seat| table.game.is_npc(*seat)).collect()
}

fn players(table: &Table<'_>) -> Vec<Seat> {
    table.state.position.order.iter().copied().filter(|seat| !table.game.is_npc(*seat)).collect()
}

fn is_enemy(table: &Table<'_>, npc: Seat, of: Seat) -> bool {
    table.state.position.enemies[npc.index()].contains(Faction::of(of))
}

fn cities(game: &InnerSea, position: &Position, seat: Seat) -> usize {
    position.cities(&game.chart, seat).len()
}

/// Whether somebody has a disc in or next to an area of somebody else.
fn is_near(game: &InnerSea, position: &Position, one: Seat, other: Seat) -> bool {
    let theirs = position.board.occupied(Faction::of(other));
    let round = theirs | game.chart.next_to_any(theirs);
    !(position.board.occupied(Faction::of(one)) & round).is_empty()
}

/// What a disc of the pool is, by its place: white, black, one yellow, coloured ones (IS-20.2).
pub fn disc_of(place: u8) -> Drawn {
    match place {
        0..WHITE => Drawn::White,
        WHITE..10 => Drawn::Black,
        10 => Drawn::Yellow,
        _ => Drawn::Coloured,
    }
}

/// So many discs of the pool; they go back afterwards.
fn pool(table: &mut Table<'_>, what: &str, n: u8) -> Vec<Drawn> {
    let serial = table.state.scratch.next_serial();
    let all = table.game.pool_size(&table.state.position);
    let drawn = table.shuffle(Audience::All, format_args!("pool {what} {serial}"), all);
    drawn.iter().take(usize::from(n)).map(|disc| disc_of(*disc)).collect()
}

/// IS-13.12.1: players offer peace, in turn order.
fn offers(table: &mut Table<'_>, at_peace: &mut Factions) -> Play {
    let game = table.game;
    for seat in players(table) {
        let foes: Vec<Seat> = npcs(table).into_iter().filter(|npc| is_enemy(table, *npc, seat)).collect();
        if foes.is_empty() {
            continue;
        }
        let civs = foes.iter().map(|npc| table.state.position.side(*npc).civ).collect();
        let (talents, hand) = (table.state.position.side(seat).talents, table.state.hands[seat.index()]);
        let question = PeaceQuestion { civs, talents, hand };
        let offers = npc::ask(table, seat, format_args!("peace/{}", game.seat_key(seat)), question)?;
        for (civ, gift) in offers {
            let Some(npc) = table.state.position.faction(civ).and_then(Faction::seat) else { continue };
            offer(table, seat, npc, gift, at_peace)?;
        }
    }
    Ok(())
}

fn offer(table: &mut Table<'_>, seat: Seat, npc: Seat, gift: Gift, at_peace: &mut Factions) -> Play {
    let game = table.game;
    let is_given = match gift {
        Gift::Nothing => false,
        Gift::Talent => {
            let side = table.state.position.side_mut(seat);
            let given = side.talents > 0;
            side.talents -= u8::from(given);
            table.state.position.side_mut(npc).talents += u8::from(given);
            given
        }
        Gift::Card(card) => {
            let given = table.state.hands[seat.index()].contains(card);
            if given {
                table.state.leave_hand(seat, card);
                table.state.scratch.spent[seat.index()].insert(card);
                table.state.enter_hand(npc, card);
            }
            given
        }
    };
    let position = &table.state.position;
    let reasons = [
        is_given,
        !is_near(game, position, npc, seat),
        position.side(npc).vp > position.side(seat).vp,
        cities(game, position, npc) > cities(game, position, seat),
    ];
    let is_primary = players(table).len() > 1 && position.primary[npc.index()] == Some(seat);
    let n = (reasons.iter().filter(|is| **is).count() as u8).saturating_sub(u8::from(is_primary));
    let discs = pool(table, "peace", n);
    let done = discs.contains(&Drawn::White);
    let [civ, with] = [npc, seat].map(|one| table.state.position.side(one).civ);
    table.tell(Event::Pool { civ, with, treaty: Treaty::Peace, discs, done });
    if done {
        make_peace(table, npc, seat);
        at_peace.insert(Faction::of(npc));
    }
    draw::limit(table, npc)
}

fn make_peace(table: &mut Table<'_>, one: Seat, other: Seat) {
    let enemies = &mut table.state.position.enemies;
    enemies[one.index()] = enemies[one.index()].without(Faction::of(other));
    enemies[other.index()] = enemies[other.index()].without(Faction::of(one));
}

/// What speaks for a war of one against another (IS-13.12.2).
fn reasons_for_war(table: &Table<'_>, npc: Seat, against: Seat) -> u8 {
    let (game, position) = (table.game, &table.state.position);
    let home = position.home(&game.chart, npc);
    let about = home.map_or(AreaSet::NONE, |home: Area| AreaSet::only(home) | game.chart.next_to(home));
    let theirs = position.board.occupied(Faction::of(against));
    let seas = position.board.occupied(Faction::of(npc)) & theirs & (game.chart.coastal | game.chart.open);
    let all = [
        is_near(game, position, npc, against),
        !(theirs & about).is_empty(),
        position.side(against).vp > position.side(npc).vp,
        cities(game, position, against) > cities(game, position, npc),
        position.wronged[npc.index()].contains(Faction::of(against)),
        position.side(npc).civ == Civ::Minos && !seas.is_empty(),
    ];
    (all.iter().filter(|is| **is).count() as u8).min(MOST)
}

/// IS-13.12.2: NPCs declare war on players, those with most points first.
fn declarations(table: &mut Table<'_>, at_peace: Factions) {
    let mut all = npcs(table);
    all.retain(|npc| !at_peace.contains(Faction::of(*npc)));
    all.sort_by_key(|npc| Reverse(table.state.position.side(*npc).vp));
    for npc in all {
        for seat in players(table) {
            if is_enemy(table, npc, seat) {
                continue;
            }
            let n = reasons_for_war(table, npc, seat);
            let discs = pool(table, "war", n);
            let done = discs.contains(&Drawn::Black);
            let [civ, with] = [npc, seat].map(|one| table.state.position.side(one).civ);
            table.tell(Event::Pool { civ, with, treaty: Treaty::War, discs, done });
            if done {
                table.state.position.enemies[npc.index()].insert(Faction::of(seat));
                // Its quarrels with other NPCs are over.
                npcs(table).into_iter().filter(|other| *other != npc).for_each(|other| make_peace(table, npc, other));
            }
        }
    }
}

/// IS-13.12.3, IS-13.12.4: NPCs make peace and war among themselves.
fn between_npcs(table: &mut Table<'_>, at_peace: &mut Factions) {
    let all = npcs(table);
    for npc in &all {
        for other in all.iter().filter(|other| *other != npc) {
            if !is_enemy(table, *npc, *other) {
                continue;
            }
            let (game, position) = (table.game, &table.state.position);
            let reasons = [
                !is_near(game, position, *npc, *other),
                position.side(*npc).vp > position.side(*other).vp,
                cities(game, position, *npc) > cities(game, position, *other),
            ];
            let n = reasons.iter().filter(|is| **is).count() as u8;
            let discs = pool(table, "peace", n);
            let done = discs.contains(&Drawn::White);
            let [civ, with] = [*npc, *other].map(|one| table.state.position.side(one).civ);
            table.tell(Event::Pool { civ, with, treaty: Treaty::Peace, discs, done });
            if done {
                make_peace(table, *npc, *other);
                [npc, other].iter().for_each(|one| at_peace.insert(Faction::of(**one)));
            }
        }
    }
    let is_free = |table: &Table<'_>, npc: Seat, at_peace: Factions| {
        table.state.position.enemies[npc.index()].is_empty() && !at_peace.contains(Faction::of(npc))
    };
    for npc in &all {
        let mut others: Vec<Seat> = all.iter().copied().filter(|other| other != npc).collect();
        others.sort_by_key(|other| table.state.position.side(*other).vp);
        for other in others {
            if !is_free(table, *npc, *at_peace) || !is_free(table, other, *at_peace) {
                continue;
            }
            let n = reasons_for_war(table, *npc, other);
            let discs = pool(table, "war", n);
            let done = discs.contains(&Drawn::Black);
            let [civ, with] = [*npc, other].map(|one| table.state.position.side(one).civ);
            table.tell(Event::Pool { civ, with, treaty: Treaty::War, discs, done });
            if done {
                table.state.position.enemies[npc.index()].insert(Faction::of(other));
                table.state.position.enemies[other.index()].insert(Faction::of(*npc));
            }
        }
    }
}

/// The question to whom peace is offered, and with which gift (IS-13.12.1).
#[derive(Clone, Debug)]
pub struct PeaceQuestion {
    civs: Vec<Civ>,
    talents: u8,
    hand: CardSet,
}

impl PeaceQuestion {
    fn fits(&self, all: &[(Civ, Gift)], civ: Civ, gift: Gift) -> Result<(), Reason> {
        let talents = all.iter().filter(|(_, gift)| *gift == Gift::Talent).count() as u8;
        let given = |card: Card| all.iter().any(|(_, gift)| *gift == Gift::Card(card));
        match gift {
            _ if !self.civs.contains(&civ) || all.iter().any(|(known, _)| *known == civ) => {
                Err(Reason::NoQuarrel { civ })
            }
            Gift::Talent if talents >= self.talents => Err(Reason::NoTalents { talents: self.talents }),
            Gift::Card(card) if !self.hand.contains(card) || given(card) => Err(Reason::NotInHand { card }),
            _ => Ok(()),
        }
    }
}

impl Question<InnerSea> for PeaceQuestion {
    type Answer = Vec<(Civ, Gift)>;
    const NAME: &'static str = "peace";

    fn legal(&self, _game: &InnerSea, answer: &Vec<(Civ, Gift)>) -> Result<(), Reason> {
        (0..answer.len()).try_for_each(|at| self.fits(&answer[..at], answer[at].0, answer[at].1))
    }

    fn default(&self, _game: &InnerSea) -> Vec<(Civ, Gift)> {
        Vec::new()
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Vec<(Civ, Gift)> {
        let mut all = Vec::new();
        for civ in &self.civs {
            let card = self.hand.nth(chance.random_range(0..=self.hand.len()));
            let gift = match chance.random_range(0..4u8) {
                0 => continue,
                1 => Gift::Talent,
                2 => card.map_or(Gift::Nothing, Gift::Card),
                _ => Gift::Nothing,
            };
            if self.fits(&all, *civ, gift).is_ok() {
                all.push((*civ, gift));
            }
        }
        all
    }

    fn hints(&self, _game: &InnerSea) -> Vec<Vec<(Civ, Gift)>> {
        self.civs.iter().map(|civ| alloc::vec![(*civ, Gift::Nothing)]).collect()
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<(Civ, Gift)>> {
        if !lines.mention(|order| matches!(order, Order::Peace(..) | Order::Nothing(Verb::Peace))) {
            return None;
        }
        let mut all: Vec<(Civ, Gift)> = Vec::new();
        lines.each(|order| match order {
            Order::Nothing(Verb::Peace) => Says::Yes(()),
            Order::Peace(civ, gift) => match self.fits(&all, *civ, *gift) {
                Ok(()) => {
                    all.push((*civ, *gift));
                    Says::Yes(())
                }
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        Some(all)
    }

    fn form(&self, game: &InnerSea, answer: &Vec<(Civ, Gift)>) -> Vec<Order> {
        form::all(game, self.orders(game, answer))
    }

    fn orders(&self, _game: &InnerSea, answer: &Vec<(Civ, Gift)>) -> Vec<Order> {
        if answer.is_empty() {
            return alloc::vec![Order::Nothing(Verb::Peace)];
        }
        answer.iter().map(|(civ, gift)| Order::Peace(*civ, *gift)).collect()
    }
}

impl ByTheBook for PeaceQuestion {
    /// Nobody asks an NPC: it draws discs.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<Vec<(Civ, Gift)>> {
        Ok(Vec::new())
    }
}
