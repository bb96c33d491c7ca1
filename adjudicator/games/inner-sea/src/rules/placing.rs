//! Placing discs on the map, one chain after another (IS-4.5, IS-7.5.2, IS-8.2).

use crate::board::Board;
use crate::game::InnerSea;
use crate::orders::{Order, Verb};
use crate::pieces::{Area, AreaSet, Faction};
use crate::position::{Position, limit};
use crate::reason::Reason;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// Which rule discs are placed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placing {
    /// In the Growth Phase (IS-4.5).
    Growth,
    /// By the Aeneas rule: the first disc comes here (IS-7.5.2).
    Aeneas(Area),
    /// Only where the civilization is already (IS-8.2).
    Plenty,
}

/// The areas in which a seat may place its next disc.
pub fn open(game: &InnerSea, position: &Position, board: &Board, seat: Seat, placing: Placing) -> AreaSet {
    let (chart, me) = (&game.chart, Faction::of(seat));
    let own = board.occupied(me);
    let reach = match placing {
        Placing::Plenty => own,
        Placing::Aeneas(area) if board.discs(area, me) == 0 => AreaSet::only(area),
        // IS-4.5.5: whoever has nothing on the map begins in or next to his home.
        Placing::Growth if own.is_empty() => match chart.home(position.side(seat).civ) {
            Some(home) => AreaSet::only(home) | chart.next_to(home),
            None => chart.in_play,
        },
        _ => {
            let controlled = board.controlled(me);
            let contested = board.contested() & own;
            // IS-4.5.2: from a contested area only with at least as many discs as anybody else there.
            let strong = |area: &Area| {
                let most = board.factions(*area).without(me).iter().map(|f| board.strength(*area, f)).max();
                Some(board.strength(*area, me)) >= most
            };
            let bases: AreaSet = controlled | contested.iter().filter(strong).collect();
            controlled | contested | chart.next_to_any(bases)
        }
    };
    let fits = |area: &Area| why_not(game, position, board, seat, *area).is_none();
    reach.iter().filter(fits).collect()
}

/// Why no disc may come into an area, wherever from.
fn why_not(game: &InnerSea, position: &Position, board: &Board, seat: Seat, area: Area) -> Option<Reason> {
    let me = Faction::of(seat);
    let kind = game.chart.kind(area);
    let most = limit(position.phase, kind);
    if !game.chart.in_play.contains(area) {
        return Some(Reason::NotInPlay { area });
    }
    if position.banned.contains(area) {
        return Some(Reason::Banned { area });
    }
    if game.chart.open.contains(area) && !position.may_sail_open(seat) {
        return Some(Reason::OpenSea { area });
    }
    if board.discs(area, me) >= most {
        return Some(Reason::Full { area, limit: most });
    }
    game.team_forbids(position, board, seat, area)
}

/// The question where discs are placed.
#[derive(Clone, Debug)]
pub struct PlaceQuestion {
    seat: Seat,
    n: u8,
    placing: Placing,
    position: Position,
}

impl PlaceQuestion {
    /// The question for a seat with so many discs.
    pub fn new(position: &Position, seat: Seat, n: u8, placing: Placing) -> PlaceQuestion {
        PlaceQuestion { seat, n, placing, position: position.clone() }
    }

    fn open(&self, game: &InnerSea, board: &Board) -> AreaSet {
        open(game, &self.position, board, self.seat, self.placing)
    }

    fn reason(&self, game: &InnerSea, board: &Board, area: Area) -> Reason {
        why_not(game, &self.position, board, self.seat, area).unwrap_or(Reason::OutOfReach { area })
    }

    fn verb(&self) -> Verb {
        if self.placing == Placing::Growth { Verb::Place } else { Verb::Settle }
    }

    fn wanted(&self, order: &Order) -> Option<(Option<u8>, Area)> {
        match (self.placing, order) {
            (Placing::Growth, Order::Place(n, area)) => Some((*n, *area)),
            (Placing::Aeneas(_) | Placing::Plenty, Order::Settle(n, area)) => Some((*n, *area)),
            _ => None,
        }
    }

    /// The best area for the next disc: Cities first, then settlements, then new land.
    fn next_sound(&self, game: &InnerSea, board: &Board, among: AreaSet) -> Option<Area> {
        let me = Faction::of(self.seat);
        let open = self.open(game, board) & among;
        let worth = |area: &Area| {
            let own = board.discs(*area, me);
            let alone = board.factions(*area).without(me).is_empty();
            match (game.chart.land.contains(*area), alone, own) {
                (true, true, 2) => 9,
                (true, true, 1) => 8,
                (true, true, 0) => 6,
                (true, false, 1..=3) => 7,
                (false, _, 0) => 5,
                (true, true, _) => 2,
                _ => 1,
            }
        };
        let ranked = game.chart.ranked.iter().rev().copied().filter(|area| open.contains(*area));
        ranked.max_by_key(worth)
    }

    /// Places discs soundly, as many as are left.
    fn fill(&self, game: &InnerSea, board: &mut Board, placed: &mut Vec<(Area, u8)>, left: &mut u8, among: AreaSet) {
        while *left > 0 {
            let Some(area) = self.next_sound(game, board, among) else { break };
            board.add(area, Faction::of(self.seat), 1);
            add(placed, area, 1);
            *left -= 1;
        }
    }

    /// What is done for a silent seat (IS-11.2).
    pub fn soundly(&self, game: &InnerSea) -> Vec<(Area, u8)> {
        let (mut placed, mut left) = (Vec::new(), self.n);
        let mut board = self.position.board.clone();
        self.fill(game, &mut board, &mut placed, &mut left, game.chart.in_play);
        placed
    }
}

fn add(placed: &mut Vec<(Area, u8)>, area: Area, n: u8) {
    match placed.last_mut() {
        Some((last, sum)) if *last == area => *sum += n,
        _ => placed.push((area, n)),
    }
}

impl Question<InnerSea> for PlaceQuestion {
    type Answer = Vec<(Area, u8)>;
    const NAME: &'static str = "place";

    fn legal(&self, game: &InnerSea, answer: &Vec<(Area, u8)>) -> Result<(), Reason> {
        let me = Faction::of(self.seat);
        let mut board = self.position.board.clone();
        let mut left = self.n;
        for (area, n) in answer {
            for _ in 0..*n {
                if left == 0 {
                    return Err(Reason::NoDiscs);
                }
                if !self.open(game, &board).contains(*area) {
                    return Err(self.reason(game, &board, *area));
                }
                board.add(*area, me, 1);
                left -= 1;
            }
        }
        Ok(())
    }

    fn default(&self, game: &InnerSea) -> Vec<(Area, u8)> {
        self.soundly(game)
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Vec<(Area, u8)> {
        let me = Faction::of(self.seat);
        let mut board = self.position.board.clone();
        let mut placed: Vec<(Area, u8)> = Vec::new();
        let mut open = self.open(game, &board);
        for i in 0..self.n {
            if open.is_empty() || (i > 0 && chance.random_range(0..24u8) == 0) {
                break;
            }
            let Some(area) = open.nth(chance.random_range(0..open.len())) else { break };
            board.add(area, me, 1);
            add(&mut placed, area, 1);
            open = self.open(game, &board);
        }
        placed
    }

    /// Nowhere to place anything: the discs go back.
    fn only(&self, game: &InnerSea) -> Option<Vec<(Area, u8)>> {
        (self.n == 0 || self.open(game, &self.position.board).is_empty()).then(Vec::new)
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<(Area, u8)>> {
        let verb = self.verb();
        let fills = |order: &Order| self.placing == Placing::Growth && matches!(order, Order::Fill(_));
        let speaks = |order: &Order| {
            self.wanted(order).is_some() || fills(order) || matches!(order, Order::Nothing(v) if *v == verb)
        };
        if !lines.mention(speaks) {
            return None;
        }
        let me = Faction::of(self.seat);
        let mut board = self.position.board.clone();
        let mut placed: Vec<(Area, u8)> = Vec::new();
        let mut left = self.n;
        lines.each(|order| {
            if let Order::Fill(near) = order
                && fills(order)
            {
                let round = |area: Area| AreaSet::only(area) | game.chart.next_to(area);
                let among = near.map_or(game.chart.in_play, round);
                self.fill(game, &mut board, &mut placed, &mut left, among);
                return Says::Yes(());
            }
            let Some((n, area)) = self.wanted(order) else {
                return if matches!(order, Order::Nothing(v) if *v == verb) { Says::Yes(()) } else { Says::Nothing };
            };
            let wanted = n.unwrap_or(left).min(60);
            let mut came = 0;
            let mut reason = Reason::NoDiscs;
            while came < wanted && left > 0 {
                if !self.open(game, &board).contains(area) {
                    reason = self.reason(game, &board, area);
                    break;
                }
                board.add(area, me, 1);
                add(&mut placed, area, 1);
                left -= 1;
                came += 1;
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
        let order = |(area, n): &(Area, u8)| match self.placing {
            Placing::Growth => Order::Place(Some(*n), *area),
            Placing::Aeneas(_) | Placing::Plenty => Order::Settle(Some(*n), *area),
        };
        answer.iter().map(order).collect()
    }
}
