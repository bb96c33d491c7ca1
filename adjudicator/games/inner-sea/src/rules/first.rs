//! The first discs on the map (IS-2.4, IS-2.5).

use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Verb};
use crate::pieces::{Area, AreaSet, Faction, Kind};
use crate::position::{Position, Scratch};
use crate::reason::Reason;
use crate::rules::{heirlooms, minor, school, setup};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Places the first discs in turn order, then the hands are dealt.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let order = table.state.position.order.clone();
    let chooses = |seat: &Seat| FirstDiscs::of(game, &table.state.position, *seat).left() > 0;
    if order.iter().any(chooses) || game.options.first_wonders > 0 {
        table.gather(game.seats())?;
    }
    setup::barbarians(table);
    for seat in &table.state.position.everybody().collect::<Vec<_>>() {
        let question = FirstDiscs::of(game, &table.state.position, *seat);
        let mut heaps = question.given.clone();
        let chosen = npc::ask(table, *seat, format_args!("first discs/{}", game.seat_key(*seat)), question)?;
        chosen.iter().for_each(|(area, n)| add(&mut heaps, *area, *n));
        for (area, n) in &heaps {
            table.state.position.board.add(*area, Faction::of(*seat), *n);
        }
        let civ = table.state.position.side(*seat).civ;
        let heaps: Vec<Heap> = heaps.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
        // An Invader has nothing on the map yet (IS-15.6).
        if !heaps.is_empty() {
            table.tell(Event::Placed { seat: Some(*seat), civ, heaps, cause: Cause::Setup });
        }
    }
    minor::march(table);
    heirlooms::give(table, &order)?;
    setup::belongings(table);
    school::open(table);
    npc::enemies::begin(table);
    setup::deal(table, &order);
    let position = &mut table.state.position;
    position.phase = game.first_phase();
    let (epoch, turn) = (position.epoch, position.turn);
    table.state.scratch = Scratch::default();
    table.tell(Event::TurnBegins { epoch, turn });
    Ok(())
}

fn add(placed: &mut Vec<(Area, u8)>, area: Area, n: u8) {
    match placed.iter_mut().find(|(known, _)| *known == area) {
        Some((_, there)) => *there += n,
        None => placed.push((area, n)),
    }
}

fn count(placed: &[(Area, u8)], area: Area) -> u8 {
    placed.iter().filter(|(known, _)| *known == area).map(|(_, n)| *n).sum()
}

/// The question where the first discs go that the rules leave open (IS-2.5).
#[derive(Clone, Debug)]
pub struct FirstDiscs {
    /// The discs whose place is given.
    given: Vec<(Area, u8)>,
    /// How many discs there are in all.
    discs: u8,
    /// The areas next to the home, unless the set-up has listed the discs.
    near: AreaSet,
    /// In or next to another home.
    barred: AreaSet,
    /// Where others are.
    taken: AreaSet,
    /// Where the civilization may have discs at all.
    able: AreaSet,
}

impl FirstDiscs {
    /// The question for a seat.
    pub fn of(game: &InnerSea, position: &Position, seat: Seat) -> FirstDiscs {
        let (chart, setup) = (&game.chart, &game.options.setup);
        let civ = position.side(seat).civ;
        let others = position.order.iter().filter(|other| **other != seat);
        let homes: AreaSet = others.filter_map(|other| position.home(chart, *other)).collect();
        // IS-1.2.2: open sea is for those who may sail there now.
        let able = if game.sails_open(position, seat) { chart.in_play } else { chart.in_play - chart.open };
        let mut question = FirstDiscs {
            given: Vec::new(),
            discs: game.first_discs(seat),
            near: AreaSet::NONE,
            barred: homes | chart.next_to_any(homes),
            taken: position.board.occupied_by_any(),
            able,
        };
        if let Some(sphere) = game.options.scenario.sphere {
            // IS-14.6: what lies on the line or beyond it from the home is closed.
            let beyond = game.beyond(sphere, chart.home(civ));
            question.barred |= beyond;
            question.able = question.able - beyond;
        }
        if let Some((_, listed)) = setup.place.iter().find(|(known, _)| *known == civ) {
            question.given = listed.clone();
            if game.options.scenario.part(civ).is_some() {
                // IS-14.1: what a scenario lists is all there is.
                question.discs = FirstDiscs::sum(listed);
            }
        } else if let Some(home) = chart.home(civ) {
            add(&mut question.given, home, 2);
            question.near = (chart.next_to(home) & able) - question.barred;
            for (areas, n) in [(question.near & chart.land, 2), (question.near - chart.land, 1)] {
                if areas.len() as u8 * n > question.left() {
                    break;
                }
                ranked(game, areas).for_each(|area| add(&mut question.given, area, n));
            }
        }
        question
    }

    /// The discs that are left to choose for, by lot: land and sea as the rules order them, then the area with the lowest lot.
    pub fn by_lot(&self, game: &InnerSea, lots: &[u8]) -> Vec<(Area, u8)> {
        let (mut placed, mut chosen) = (self.given.clone(), Vec::new());
        while FirstDiscs::sum(&placed) < self.discs {
            let open = self.open(game, &placed);
            let begun = |area: &Area| game.chart.land.contains(*area) && count(&placed, *area) == 1;
            let lot = |area: &Area| (!begun(area), lots.get(area.index()).copied());
            let Some(area) = open.iter().min_by_key(lot) else { break };
            add(&mut placed, area, 1);
            add(&mut chosen, area, 1);
        }
        chosen
    }

    fn sum(placed: &[(Area, u8)]) -> u8 {
        placed.iter().map(|(_, n)| *n).sum()
    }

    /// How many discs are left to choose for.
    pub fn left(&self) -> u8 {
        self.discs.saturating_sub(FirstDiscs::sum(&self.given))
    }

    /// The areas for the next disc: two on each land next to the home, then one in each sea, then beyond.
    fn open(&self, game: &InnerSea, placed: &[(Area, u8)]) -> AreaSet {
        let chart = &game.chart;
        let with = |areas: AreaSet, n: u8| areas.iter().filter(|area| count(placed, *area) == n).collect::<AreaSet>();
        let (lands, seas) = (self.near & chart.land, self.near - chart.land);
        for (areas, n) in [(lands, 1), (lands, 0), (seas, 0)] {
            let open = with(areas, n);
            if !open.is_empty() {
                return open;
            }
        }
        let own: AreaSet = placed.iter().map(|(area, _)| *area).collect();
        let beyond = (chart.next_to_any(own) & self.able) - self.barred - self.taken;
        // Up to two on land and one at sea, and up to one more where discs are already.
        let most = |area: Area| match chart.kind(area) {
            Kind::Land => 3,
            Kind::Coastal => 2,
            Kind::Open => 1,
        };
        (own | beyond).iter().filter(|area| count(placed, *area) < most(*area)).collect()
    }

    /// Land that was begun, new land, new sea, then one more where discs are, in the order of competition.
    fn sound(&self, game: &InnerSea, placed: &[(Area, u8)]) -> Option<Area> {
        let open = self.open(game, placed);
        let worth = |area: &Area| match (game.chart.land.contains(*area), count(placed, *area)) {
            (true, 1) => 0,
            (true, 0) => 1,
            (false, 0) => 2,
            (true, _) => 3,
            (false, _) => 4,
        };
        ranked(game, open).min_by_key(worth)
    }

    /// Goes on with sound choices until all discs are placed; the given ones are not in the result.
    fn complete(&self, game: &InnerSea, mut chosen: Vec<(Area, u8)>) -> Vec<(Area, u8)> {
        let mut placed = self.given.clone();
        chosen.iter().for_each(|(area, n)| add(&mut placed, *area, *n));
        let mut rest = Vec::new();
        while FirstDiscs::sum(&placed) < self.discs {
            let Some(area) = self.sound(game, &placed) else { break };
            add(&mut placed, area, 1);
            add(&mut rest, area, 1);
        }
        // What the letter said stands first and by itself.
        chosen.extend(rest);
        chosen
    }
}

/// Areas in the order of competition.
fn ranked(game: &InnerSea, among: AreaSet) -> impl Iterator<Item = Area> + '_ {
    game.chart.ranked.iter().copied().filter(move |area| among.contains(*area))
}

impl Question<InnerSea> for FirstDiscs {
    type Answer = Vec<(Area, u8)>;
    const NAME: &'static str = "first-discs";

    fn legal(&self, game: &InnerSea, answer: &Vec<(Area, u8)>) -> Result<(), Reason> {
        let mut placed = self.given.clone();
        // An order of placement must exist: the areas are filled one disc after another, wherever that is allowed now.
        let mut left = answer.clone();
        while let Some((area, n)) = left.iter_mut().find(|(area, n)| *n > 0 && self.open(game, &placed).contains(*area))
        {
            *n -= 1;
            add(&mut placed, *area, 1);
        }
        match left.iter().find(|(_, n)| *n > 0) {
            Some((area, _)) => Err(Reason::NotFirst { area: *area }),
            None if FirstDiscs::sum(&placed) > self.discs => Err(Reason::NoDiscs),
            None if FirstDiscs::sum(&placed) < self.discs && !self.open(game, &placed).is_empty() => {
                Err(Reason::BadTarget)
            }
            None => Ok(()),
        }
    }

    /// IS-11.2: the referee places them.
    fn default(&self, game: &InnerSea) -> Vec<(Area, u8)> {
        self.complete(game, Vec::new())
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Vec<(Area, u8)> {
        let (mut placed, mut chosen) = (self.given.clone(), Vec::new());
        while FirstDiscs::sum(&placed) < self.discs {
            let open = self.open(game, &placed);
            if open.is_empty() {
                break;
            }
            let Some(area) = open.nth(chance.random_range(0..open.len())) else { break };
            add(&mut placed, area, 1);
            add(&mut chosen, area, 1);
        }
        chosen
    }

    fn only(&self, _game: &InnerSea) -> Option<Vec<(Area, u8)>> {
        (self.left() == 0).then(Vec::new)
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<(Area, u8)>> {
        if !lines.mention(|order| matches!(order, Order::Settle(..) | Order::Nothing(Verb::Settle))) {
            return None;
        }
        let (mut placed, mut chosen) = (self.given.clone(), Vec::new());
        lines.each(|order| {
            let (n, area) = match order {
                Order::Settle(n, area) => (*n, *area),
                Order::Nothing(Verb::Settle) => return Says::Yes(()),
                _ => return Says::Nothing,
            };
            let wanted = n.unwrap_or(u8::MAX);
            let mut came = 0;
            while came < wanted && FirstDiscs::sum(&placed) < self.discs && self.open(game, &placed).contains(area) {
                add(&mut placed, area, 1);
                came += 1;
            }
            if came > 0 {
                chosen.push((area, came));
            }
            let reason =
                if FirstDiscs::sum(&placed) == self.discs { Reason::NoDiscs } else { Reason::NotFirst { area } };
            match came {
                0 => Says::No(reason),
                _ if came < wanted && n.is_some() => Says::Partly((), reason),
                _ => Says::Yes(()),
            }
        });
        Some(self.complete(game, chosen))
    }

    /// What the referee would do anyway is left out.
    fn orders(&self, game: &InnerSea, answer: &Vec<(Area, u8)>) -> Vec<Order> {
        let own = (0..answer.len()).find(|own| self.complete(game, answer[..*own].to_vec()) == *answer);
        let own = &answer[..own.unwrap_or(answer.len())];
        if own.is_empty() {
            return alloc::vec![Order::Nothing(Verb::Settle)];
        }
        own.iter().map(|(area, n)| Order::Settle(Some(*n), *area)).collect()
    }
}
