//! Placing discs on the map, one chain after another (IS-4.5, IS-7.5.2, IS-8.2).

use crate::board::Board;
use crate::deck::Time;
use crate::effects::{Mode, Pick, Scope, rehearse};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Target, Verb};
use crate::pieces::{Area, AreaSet, Faction};
use crate::position::{Phase, Position, limit};
use crate::reason::Reason;
use crate::rules::consul;
use crate::scenario::EntryBy;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// Which rule discs are placed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placing {
    /// In the Growth Phase (IS-4.5).
    Growth,
    /// In the Growth Phase, with nothing on the map when the step began (IS-4.5.5).
    Home,
    /// By the Aeneas rule: the first disc comes here (IS-7.5.2).
    Aeneas(Area),
    /// Only where the civilization is already (IS-8.2).
    Plenty,
    /// An Invader with nothing on the map: the first disc comes into one of these areas (IS-15.6).
    Entry(AreaSet),
}

/// The areas in which a seat may place its next disc.
pub fn open(game: &InnerSea, position: &Position, board: &Board, seat: Seat, placing: Placing) -> AreaSet {
    let (chart, me) = (&game.chart, Faction::of(seat));
    // IS-18.4: discs go on from those of vassals as from the own ones.
    let vassals = game.vassals_of(position, seat);
    let all = |of: &dyn Fn(Faction) -> AreaSet| vassals.iter().fold(of(me), |sum, one| sum | of(one));
    let own = all(&|one| board.occupied(one));
    let reach = match placing {
        Placing::Plenty => own,
        Placing::Aeneas(area) if board.discs(area, me) == 0 => AreaSet::only(area),
        Placing::Entry(areas) if own.is_empty() => areas,
        _ => {
            let controlled = all(&|one| board.controlled(one));
            let contested = board.contested() & own;
            // IS-4.5.2: from a contested area only with at least as many discs as anybody else there.
            let strong = |area: &Area| {
                let me = game.comes_as(position, board, seat, *area);
                let most = board.factions(*area).without(me).iter().map(|f| board.strength(*area, f)).max();
                Some(board.strength(*area, me)) >= most
            };
            let bases: AreaSet = controlled | contested.iter().filter(strong).collect();
            // IS-4.5.5: for whoever had nothing on the map, all of this step's discs may come in or next to the home.
            let home = match (placing, position.home(chart, seat)) {
                (Placing::Home, Some(home)) => AreaSet::only(home) | chart.next_to(home),
                (Placing::Home, None) => chart.in_play,
                _ => AreaSet::NONE,
            };
            // Where whoever comes anew has come, more may come, whoever else is there.
            let entered = match placing {
                Placing::Aeneas(area) => AreaSet::only(area),
                Placing::Entry(areas) => areas & own,
                _ => AreaSet::NONE,
            };
            controlled | contested | chart.next_to_any(bases) | home | entered
        }
    };
    let fits = |area: &Area| why_not(game, position, board, seat, *area).is_none();
    reach.iter().filter(fits).collect()
}

/// Why no disc may come into an area, wherever from.
fn why_not(game: &InnerSea, position: &Position, board: &Board, seat: Seat, area: Area) -> Option<Reason> {
    let me = game.comes_as(position, board, seat, area);
    let kind = game.chart.kind(area);
    let most = limit(position.phase, kind);
    if !game.chart.in_play.contains(area) {
        return Some(Reason::NotInPlay { area });
    }
    if position.banned.contains(area) {
        return Some(Reason::Banned { area });
    }
    if game.chart.open.contains(area) && !game.sails_open(position, seat) {
        return Some(Reason::OpenSea { area });
    }
    if board.discs(area, me) >= most {
        return Some(Reason::Full { area, limit: most });
    }
    if position.phase == Phase::Growth && board.discs(area, me) > 0 && consul::is_poor(game, position, seat) {
        return Some(Reason::Consul { area });
    }
    if game.shuns(position, board, seat, area) {
        return Some(Reason::Shunned { area });
    }
    game.team_forbids(position, board, seat, area)
}

/// The discs of an answer come on the map, each as one of a vassal where a vassal is (IS-18.4).
pub fn bring(table: &mut Table<'_>, seat: Seat, heaps: &[(Area, u8)]) {
    let game = table.game;
    for (area, n) in heaps {
        let position = &mut table.state.position;
        let comes = game.comes_as(position, &position.board, seat, *area);
        position.board.add(*area, comes, *n);
    }
}

/// The question where discs are placed.
#[derive(Clone, Debug)]
pub struct PlaceQuestion {
    seat: Seat,
    n: u8,
    placing: Placing,
    position: Position,
    /// What the letter wants of the sheet in this step (IS-9.8); nothing, if the sheet has nothing to give.
    ability: Option<Vec<Target>>,
}

/// How the Placement step of a Growth Phase begins.
#[derive(Clone, Debug)]
pub struct Placement {
    placing: Placing,
    wish: Vec<Target>,
}

impl Placement {
    /// The step begins: what lies on the map now decides whether the home is open, for all discs of the step (IS-4.5.5).
    pub fn begins(board: &Board, seat: Seat, wish: &[Target]) -> Placement {
        let placing = if board.total(Faction::of(seat)) == 0 { Placing::Home } else { Placing::Growth };
        Placement { placing, wish: wish.to_vec() }
    }

    /// The same where an Invader may come on the map (IS-15.6).
    pub fn of(game: &InnerSea, position: &Position, seat: Seat, wish: &[Target]) -> Placement {
        let entry = game.part_of(position, seat).and_then(|part| part.entry.as_ref());
        let placing = match (position.board.total(Faction::of(seat)), entry) {
            (0, Some(entry)) => Placing::Entry(entry.areas.iter().copied().collect::<AreaSet>() & game.chart.in_play),
            (0, None) => Placing::Home,
            _ => Placing::Growth,
        };
        Placement { placing, wish: wish.to_vec() }
    }
}

impl Placement {
    /// IS-15.6: for an NPC a card is turned up that says where its first disc comes.
    pub fn by_card(self, table: &mut Table<'_>, seat: Seat) -> Play<Placement> {
        let game = table.game;
        let entry = game.part_of(&table.state.position, seat).and_then(|part| part.entry.as_ref());
        let (Placing::Entry(_), Some(entry)) = (self.placing, entry) else { return Ok(self) };
        if entry.by == EntryBy::InPlay {
            let first = entry.areas.iter().copied().find(|area| game.chart.in_play.contains(*area));
            return Ok(Placement { placing: Placing::Entry(first.map_or(AreaSet::NONE, AreaSet::only)), ..self });
        }
        let Some(card) = npc::cards::turn_up(table)? else { return Ok(self) };
        let at = match entry.by {
            EntryBy::Only | EntryBy::InPlay => 0,
            EntryBy::Parity => usize::from(card.0 % 2 == 0),
            EntryBy::FirstDigit => {
                let first = if card.0 >= 100 {
                    card.0 / 100
                } else if card.0 >= 10 {
                    card.0 / 10
                } else {
                    card.0
                };
                usize::from(first.saturating_sub(1) / 2)
            }
        };
        let area = entry.areas.get(at).copied().map_or(AreaSet::NONE, AreaSet::only);
        Ok(Placement { placing: Placing::Entry(area), ..self })
    }
}

/// What comes on the map, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Laid {
    /// Discs.
    Discs(Area, u8),
    /// What the sheet gives in this step, with its choices.
    Ability(Vec<Pick>),
}

impl PlaceQuestion {
    /// The question for a seat with so many discs outside the Growth Phase.
    pub fn new(position: &Position, seat: Seat, n: u8, placing: Placing) -> PlaceQuestion {
        PlaceQuestion { seat, n, placing, position: position.clone(), ability: None }
    }

    /// The question of the Growth Phase. What the sheet gives in this step comes at the first moment at which it can come as it was
    /// wished: a sea entered in the same step counts (IS-9.8).
    pub fn growing(game: &InnerSea, position: &Position, seat: Seat, n: u8, step: &Placement) -> Self {
        let mut position = position.clone();
        position.side_mut(seat).ready = n;
        let ability = (!game.sheet(&position, seat).during.is_empty()).then(|| step.wish.clone());
        PlaceQuestion { seat, n, placing: step.placing, position, ability }
    }

    /// By which rule.
    pub fn rule(&self) -> Placing {
        self.placing
    }

    /// How many discs there are to place.
    pub fn discs(&self) -> u8 {
        self.n
    }

    fn lay<'q>(&'q self, game: &'q InnerSea) -> Laying<'q> {
        let ability = self.ability.clone().filter(|wish| !wish.contains(&Target::Nothing));
        let mut laying =
            Laying { game, question: self, position: self.position.clone(), left: self.n, ability, laid: Vec::new() };
        laying.use_ability();
        laying
    }

    /// The discs of an answer and what the sheet gives among them, in order.
    pub fn laid(&self, game: &InnerSea, answer: &[(Area, u8)]) -> Vec<Laid> {
        let mut laying = self.lay(game);
        for (area, n) in answer {
            (0..*n).for_each(|_| laying.put(*area));
        }
        laying.laid
    }

    fn verb(&self) -> Verb {
        if self.is_growth() { Verb::Place } else { Verb::Settle }
    }

    fn is_growth(&self) -> bool {
        matches!(self.placing, Placing::Growth | Placing::Home | Placing::Entry(_))
    }

    fn wanted(&self, order: &Order) -> Option<(Option<u8>, Area)> {
        match (self.is_growth(), order) {
            (true, Order::Place(n, area)) | (false, Order::Settle(n, area)) => Some((*n, *area)),
            _ => None,
        }
    }

    /// The same as far as it can be reached at once, so that no disc leans on another one; and whether discs are left for beyond.
    pub fn within_reach(&self, game: &InnerSea) -> (Vec<(Area, u8)>, bool) {
        let mut laying = self.lay(game);
        let near = laying.open();
        let placed = laying.fill(near);
        (placed, laying.left > 0 && !laying.open().is_empty())
    }

    /// What is done for a silent seat (IS-11.2).
    pub fn soundly(&self, game: &InnerSea) -> Vec<(Area, u8)> {
        self.lay(game).fill(game.chart.in_play)
    }
}

/// Discs that come one after another.
struct Laying<'q> {
    game: &'q InnerSea,
    question: &'q PlaceQuestion,
    /// The position by now.
    position: Position,
    left: u8,
    /// What the sheet is still to give.
    ability: Option<Vec<Target>>,
    laid: Vec<Laid>,
}

impl Laying<'_> {
    fn open(&self) -> AreaSet {
        let PlaceQuestion { seat, placing, .. } = *self.question;
        open(self.game, &self.position, &self.position.board, seat, placing)
    }

    fn reason(&self, area: Area) -> Reason {
        let why = why_not(self.game, &self.position, &self.position.board, self.question.seat, area);
        why.unwrap_or(Reason::OutOfReach { area })
    }

    /// Puts a disc into an area.
    fn put(&mut self, area: Area) {
        let seat = self.question.seat;
        let comes = self.game.comes_as(&self.position, &self.position.board, seat, area);
        self.position.board.add(area, comes, 1);
        let side = self.position.side_mut(seat);
        side.ready = side.ready.saturating_sub(1);
        self.left = self.left.saturating_sub(1);
        match self.laid.last_mut() {
            Some(Laid::Discs(last, sum)) if *last == area => *sum += 1,
            _ => self.laid.push(Laid::Discs(area, 1)),
        }
        self.use_ability();
    }

    fn use_ability(&mut self) {
        let Some(wish) = &self.ability else { return };
        let seat = self.question.seat;
        let scope = Scope::of(seat, Time::Growth, None);
        let steps = &self.game.sheet(&self.position, seat).during;
        if let Ok((declared, true, board)) = rehearse(self.game, &self.position, scope, steps, Mode::Wish(wish.clone()))
        {
            self.ability = None;
            self.position.board = board;
            self.laid.push(Laid::Ability(declared.picks));
        }
    }

    /// The best area for the next disc: Cities first, then settlements, then new land.
    fn next_sound(&self, among: AreaSet) -> Option<Area> {
        let (board, me) = (&self.position.board, Faction::of(self.question.seat));
        let open = self.open() & among;
        let worth = |area: &Area| {
            let own = board.discs(*area, me);
            let alone = board.factions(*area).without(me).is_empty();
            match (self.game.chart.land.contains(*area), alone, own) {
                (true, true, 2) => 9,
                (true, true, 1) => 8,
                (true, true, 0) => 6,
                (true, false, 1..=3) => 7,
                (false, _, 0) => 5,
                (true, true, _) => 2,
                _ => 1,
            }
        };
        let ranked = self.game.chart.ranked.iter().rev().copied().filter(|area| open.contains(*area));
        ranked.max_by_key(worth)
    }

    /// Places discs soundly, as many as are left.
    fn fill(&mut self, among: AreaSet) -> Vec<(Area, u8)> {
        let mut placed: Vec<(Area, u8)> = Vec::new();
        while self.left > 0 {
            let Some(area) = self.next_sound(among) else { break };
            self.put(area);
            match placed.last_mut() {
                Some((last, sum)) if *last == area => *sum += 1,
                _ => placed.push((area, 1)),
            }
        }
        placed
    }

    /// The discs alone.
    fn heaps(&self) -> Vec<(Area, u8)> {
        self.laid.iter().filter_map(Laid::discs).collect()
    }
}

impl Question<InnerSea> for PlaceQuestion {
    type Answer = Vec<(Area, u8)>;
    const NAME: &'static str = "place";

    fn legal(&self, game: &InnerSea, answer: &Vec<(Area, u8)>) -> Result<(), Reason> {
        let mut laying = self.lay(game);
        for (area, n) in answer {
            for _ in 0..*n {
                if laying.left == 0 {
                    return Err(Reason::NoDiscs);
                }
                if !laying.open().contains(*area) {
                    return Err(laying.reason(*area));
                }
                laying.put(*area);
            }
        }
        Ok(())
    }

    fn default(&self, game: &InnerSea) -> Vec<(Area, u8)> {
        self.soundly(game)
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Vec<(Area, u8)> {
        let mut laying = self.lay(game);
        let mut open = laying.open();
        for i in 0..self.n {
            if open.is_empty() || (i > 0 && chance.random_range(0..24u8) == 0) {
                break;
            }
            let Some(area) = open.nth(chance.random_range(0..open.len())) else { break };
            laying.put(area);
            open = laying.open();
        }
        laying.heaps()
    }

    /// Nowhere to place anything: the discs go back.
    fn only(&self, game: &InnerSea) -> Option<Vec<(Area, u8)>> {
        (self.n == 0 || self.lay(game).open().is_empty()).then(Vec::new)
    }

    /// IS-5.7.3
    fn waits(&self, order: &Order) -> bool {
        self.placing == Placing::Plenty && (self.wanted(order).is_some() || *order == Order::Nothing(Verb::Settle))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<(Area, u8)>> {
        let verb = self.verb();
        let fills = |order: &Order| self.is_growth() && matches!(order, Order::Fill(_));
        let speaks = |order: &Order| {
            self.wanted(order).is_some() || fills(order) || matches!(order, Order::Nothing(v) if *v == verb)
        };
        if !lines.mention(speaks) {
            return None;
        }
        let mut laying = self.lay(game);
        // What each line brings is an entry of its own, so that it can be held against its words.
        let mut placed: Vec<(Area, u8)> = Vec::new();
        lines.each(|order| {
            if let Order::Fill(near) = order
                && fills(order)
            {
                let round = |area: Area| AreaSet::only(area) | game.chart.next_to(area);
                placed.extend(laying.fill(near.map_or(game.chart.in_play, round)));
                return Says::Yes(());
            }
            let Some((n, area)) = self.wanted(order) else {
                return if matches!(order, Order::Nothing(v) if *v == verb) { Says::Yes(()) } else { Says::Nothing };
            };
            let wanted = n.unwrap_or(laying.left).min(60);
            let mut came = 0;
            let mut reason = Reason::NoDiscs;
            while came < wanted && laying.left > 0 {
                if !laying.open().contains(area) {
                    reason = laying.reason(area);
                    break;
                }
                laying.put(area);
                came += 1;
            }
            if came > 0 {
                placed.push((area, came));
            }
            match came {
                0 if n.is_none() && reason == Reason::NoDiscs => Says::Yes(()),
                0 => Says::No(reason),
                _ if came < wanted && n.is_some() => Says::Partly((), reason),
                _ => Says::Yes(()),
            }
        });
        Some(placed)
    }

    fn orders(&self, _game: &InnerSea, answer: &Vec<(Area, u8)>) -> Vec<Order> {
        if answer.is_empty() {
            return alloc::vec![Order::Nothing(self.verb())];
        }
        let order = |(area, n): &(Area, u8)| match self.is_growth() {
            true => Order::Place(Some(*n), *area),
            false => Order::Settle(Some(*n), *area),
        };
        answer.iter().map(order).collect()
    }
}

impl Laid {
    fn discs(&self) -> Option<(Area, u8)> {
        if let Laid::Discs(area, n) = self { Some((*area, *n)) } else { None }
    }
}
