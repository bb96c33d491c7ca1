//! A dry run: the choices of a card are checked and noted on a copy of the board, and nothing happens yet.

use super::works::Change;
use super::{Host, Loss, Offer, Pick, Run, Scope, run_steps, sound};
use crate::board::Board;
use crate::deck::Step;
use crate::game::InnerSea;
use crate::npc::{self, Mind};
use crate::orders::Target;
use crate::pieces::{Area, AreaSet, Faction, Factions, Wonder};
use crate::position::Position;
use crate::reason::Reason;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Play, Seat};

/// Where the choices of a dry run come from.
pub enum Mode<'m> {
    /// A letter: its targets in order. What it leaves open is chosen soundly.
    Wish(Vec<Target>),
    /// Chance.
    Random(&'m mut Chance),
    /// The referee.
    Sound,
    /// The lists for NPCs (IS-13).
    Npc(&'m Mind<'m>),
}

/// What a dry run found: the choices, and whom they would hit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Declared {
    /// The choices.
    pub picks: Vec<Pick>,
    /// The discs that each faction would lose.
    pub harm: [u8; 7],
    /// Who would lose cards.
    pub robbed: Factions,
    /// The areas it touches.
    pub areas: AreaSet,
    /// The discs that become ready.
    pub ready: u8,
    /// Talents and points that each seat would gain or lose.
    pub goods: [i16; 7],
    /// Discs and allies that come for who plays it.
    pub placed: u8,
}

/// A dry run.
pub struct Dry<'m, 'p> {
    game: &'p InnerSea,
    position: &'p Position,
    board: Board,
    mode: Mode<'m>,
    /// Whether the letter named targets at all.
    named_some: bool,
    /// Where the targets go on behind the area that was chosen last.
    after: Option<usize>,
    /// Whether the letter begins with an area that cannot be meant there.
    misses: bool,
    /// Whether an NPC would rather not (IS-13.6).
    unwilling: bool,
    found: Declared,
}

/// Declares an effect: the choices as noted, or why they cannot be made so; nothing, if nothing would come of it.
pub fn declare(
    game: &InnerSea,
    position: &Position,
    scope: Scope,
    effect: &[Step],
    mode: Mode<'_>,
) -> Result<Option<Declared>, Reason> {
    let (found, any, _) = rehearse(game, position, scope, effect, mode)?;
    Ok(any.then_some(found))
}

/// Declares an effect: the choices as noted, whether anything would come of it, and the board as it would be then.
pub fn rehearse(
    game: &InnerSea,
    position: &Position,
    scope: Scope,
    effect: &[Step],
    mode: Mode<'_>,
) -> Result<(Declared, bool, Board), Reason> {
    let named_some = matches!(&mode, Mode::Wish(targets) if !targets.is_empty());
    let board = position.board.clone();
    let found = Declared::default();
    let (misses, unwilling) = (false, false);
    let mut dry = Dry { game, position, board, mode, named_some, after: None, misses, unwilling, found };
    let mut run = Run::new(game, position, scope);
    let any = run_steps(&mut dry, &mut run, effect).unwrap_or(false);
    if dry.unwilling {
        return Err(Reason::BadTarget);
    }
    if let Mode::Wish(left) = &dry.mode
        && (dry.misses || left.iter().any(|target| *target != Target::Nothing))
    {
        return Err(Reason::BadTarget);
    }
    while dry.found.picks.last() == Some(&Pick::Stop) && dry.found.picks.len() > 1 {
        dry.found.picks.pop();
    }
    Ok((dry.found, any, dry.board))
}

/// Whether a list of steps would do anything at all.
pub(super) fn would_do_something(position: &Position, board: &Board, run: &Run<'_>, steps: &[Step]) -> bool {
    let (game, board) = (run.game, board.clone());
    let (mode, found) = (Mode::Sound, Declared::default());
    let (named_some, misses, unwilling) = (false, false, false);
    let mut dry = Dry { game, position, board, mode, named_some, after: None, misses, unwilling, found };
    run_steps(&mut dry, &mut run.clone(), steps).unwrap_or(false)
}

/// Whether a choice is among those offered.
pub fn matches_pick(offer: &Offer, pick: Pick) -> bool {
    match (offer, pick) {
        (Offer::Areas { among, .. }, Pick::Area(area)) => among.contains(area),
        (Offer::Areas { may_stop, .. }, Pick::Stop) => *may_stop,
        (Offer::Factions { among, .. }, Pick::Faction(faction)) => among.contains(faction),
        (Offer::Options { open, .. }, Pick::Option(i)) | (Offer::Wonders(open), Pick::Wonder(Wonder(i))) => {
            i < 8 && open >> i & 1 == 1
        }
        (Offer::Spots(n), Pick::Spot(spot)) => spot < *n,
        _ => false,
    }
}

/// A choice drawn by chance.
pub(super) fn by_chance(offer: &Offer, chance: &mut Chance) -> Option<Pick> {
    let bit = |open: u8, chance: &mut Chance| {
        let drawn = chance.random_range(0..open.count_ones());
        (0..8u8).filter(|i| open >> i & 1 == 1).nth(drawn as usize)
    };
    match offer {
        Offer::Areas { may_stop: true, .. } if chance.random_range(0..8u8) == 0 => Some(Pick::Stop),
        Offer::Areas { among, .. } => among.nth(chance.random_range(0..among.len())).map(Pick::Area),
        Offer::Factions { among, .. } => bit(among.0, chance).map(|i| Pick::Faction(Faction(i))),
        Offer::Options { open: 0, .. } | Offer::Wonders(0) | Offer::Spots(0) => None,
        Offer::Options { open, .. } => bit(*open, chance).map(Pick::Option),
        Offer::Wonders(open) => bit(*open, chance).map(|i| Pick::Wonder(Wonder(i))),
        Offer::Spots(n) => Some(Pick::Spot(chance.random_range(0..*n))),
    }
}

impl Dry<'_, '_> {
    /// What the letter wants of an offer.
    fn wished(&mut self, me: Faction, offer: &Offer) -> Option<Pick> {
        match offer {
            Offer::Areas { may_stop, leads, .. } => self.wished_area(offer, *may_stop, *leads),
            Offer::Factions { among, areas, is_good } => self.wished_faction(me, *among, areas, *is_good),
            _ => self.wished_other(offer),
        }
    }

    /// Areas are taken in the order in which they are named. Only where a step may be left out the letter may name them in any order.
    fn wished_area(&mut self, offer: &Offer, may_stop: bool, leads: bool) -> Option<Pick> {
        let Mode::Wish(targets) = &mut self.mode else { return None };
        let as_pick = |target: &Target| match target {
            Target::Area(area) => Some(Pick::Area(*area)),
            Target::Nothing => Some(Pick::Stop),
            _ => None,
        };
        // What stands behind a `nothing` belongs to a later step.
        let end = targets.iter().position(|target| *target == Target::Nothing).map_or(targets.len(), |at| at + 1);
        let fits = |target: &Target| as_pick(target).is_some_and(|pick| matches_pick(offer, pick));
        let first = targets[..end].iter().position(|target| as_pick(target).is_some())?;
        let found = targets[..end].iter().position(fits);
        if !may_stop && found != Some(first) && matches!(targets[first], Target::Area(_)) {
            self.misses |= leads || found.is_some();
            return None;
        }
        let at = found?;
        self.after = Some(at);
        as_pick(&targets.remove(at))
    }

    fn wished_faction(&mut self, me: Faction, among: Factions, areas: &[AreaSet; 7], is_good: bool) -> Option<Pick> {
        let Mode::Wish(targets) = &mut self.mode else { return None };
        let position = self.position;
        let named = |target: &Target| match target {
            Target::Civ(civ) => position.faction(*civ).filter(|faction| among.contains(*faction)),
            _ => None,
        };
        // In an area that was chosen just now those are meant whom the letter names behind it: `Ionia Trojans, Phrygia`.
        let is_there = areas.iter().all(|area| area.len() == 1 && *area == areas[0]);
        let at = match self.after.filter(|_| is_there) {
            Some(at) => Some(at).filter(|at| targets.get(*at).is_some_and(|target| named(target).is_some())),
            None => targets.iter().position(|target| named(target).is_some()),
        };
        if let Some(at) = at {
            return named(&targets.remove(at)).map(Pick::Faction);
        }
        if is_there {
            return None;
        }
        let area =
            targets.iter().find_map(|target| if let Target::Area(area) = target { Some(*area) } else { None })?;
        let there: Factions = among.iter().filter(|faction| areas[faction.index()].contains(area)).collect();
        if !there.is_empty() {
            let narrowed = Offer::Factions { among: there, areas: *areas, is_good };
            return sound::best(self.game, position, &self.board, me, &narrowed);
        }
        // `spy on Egypt`: the home area stands for its civilization where no area is chosen.
        if areas.iter().any(|areas| !areas.is_empty()) {
            return None;
        }
        let home = among.iter().find(|faction| position.home_of(&self.game.chart, *faction) == Some(area))?;
        targets.retain(|target| *target != Target::Area(area));
        Some(Pick::Faction(home))
    }

    fn wished_other(&mut self, offer: &Offer) -> Option<Pick> {
        let Mode::Wish(targets) = &mut self.mode else { return None };
        let as_pick = |target: Target| match (target, offer) {
            (Target::Option(i), Offer::Options { .. }) => Some(Pick::Option(i.wrapping_sub(1))),
            (Target::Wonder(wonder), Offer::Wonders(_)) => Some(Pick::Wonder(wonder)),
            (Target::Spot(spot), Offer::Spots(_)) => Some(Pick::Spot(spot.wrapping_sub(1))),
            _ => None,
        };
        let at = targets.iter().position(|target| as_pick(*target).is_some())?;
        let pick = as_pick(targets[at]).filter(|pick| matches_pick(offer, *pick))?;
        targets.remove(at);
        Some(pick)
    }
}

impl Host for Dry<'_, '_> {
    fn position(&self) -> &Position {
        self.position
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    fn pick(&mut self, run: &Run<'_>, by: Seat, offer: Offer) -> Play<Option<Pick>> {
        // What others will choose is not known yet, nor what depends on it: something sound is assumed, and not noted.
        if by != run.scope.chooser || run.unforeseen {
            return Ok(sound::best(self.game, self.position, &self.board, Faction::of(by), &offer));
        }
        let me = Faction::of(by);
        let pick = match &mut self.mode {
            Mode::Random(chance) => by_chance(&offer, chance),
            Mode::Sound => sound::best(self.game, self.position, &self.board, me, &offer),
            Mode::Npc(mind) => {
                let last = self.found.picks.last().and_then(|pick| pick.area());
                let pick = npc::pick(mind, self.position, &self.board, &offer, last);
                // A card is not begun for nothing; what was begun is carried out as far as possible (IS-5.2.1).
                self.unwilling |= pick.is_none() && self.found.picks.is_empty();
                pick.or_else(|| sound::best(self.game, self.position, &self.board, me, &offer))
            }
            Mode::Wish(_) => match self.wished(me, &offer) {
                None if self.named_some && matches_pick(&offer, Pick::Stop) => Some(Pick::Stop),
                None => sound::best(self.game, self.position, &self.board, me, &offer),
                wished => wished,
            },
        };
        self.found.picks.extend(pick);
        if let Some(Pick::Area(area)) = pick {
            self.found.areas.insert(area);
        }
        Ok(pick)
    }

    fn placed(&mut self, run: &Run<'_>, faction: Faction, heaps: &[(Area, u8)], _white: bool) {
        if faction == run.scope.me {
            self.found.placed += heaps.iter().map(|(_, n)| n).sum::<u8>();
        }
        heaps.iter().for_each(|(area, _)| self.found.areas.insert(*area));
    }

    fn lose(&mut self, _run: &Run<'_>, losses: &[Loss]) -> Play {
        for loss in losses {
            let white = self.board.take_white(loss.area, loss.faction, loss.n);
            self.board.take(loss.area, loss.faction, loss.n - white);
            self.found.harm[loss.faction.index()] += loss.n;
            self.found.areas.insert(loss.area);
        }
        Ok(())
    }

    fn ready(&mut self, _seat: Seat, n: u8) {
        self.found.ready += n;
    }

    fn talents(&mut self, seat: Seat, n: i8) -> bool {
        self.found.goods[seat.index()] += i16::from(n);
        n > 0 || self.position.side(seat).talents > 0
    }

    fn vp(&mut self, seat: Seat, n: i8) -> bool {
        self.found.goods[seat.index()] += i16::from(n);
        n > 0 || self.position.side(seat).vp > 0
    }

    fn draw(&mut self, _seat: Seat, _n: u8, _keep: u8, from_discards: bool) -> Play<bool> {
        let position = self.position;
        let cards = position.discards - self.game.deck.events;
        Ok(!cards.is_empty() || (!from_discards && position.deck > 0))
    }

    fn discard(&mut self, seat: Seat, _n: u8, _random: bool) -> Play<bool> {
        self.found.robbed.insert(Faction::of(seat));
        Ok(self.position.side(seat).hand > 0)
    }

    fn steal(&mut self, _run: &Run<'_>, from: Seat, _n: u8, _random: bool) -> Play<bool> {
        self.found.robbed.insert(Faction::of(from));
        Ok(self.position.side(from).hand > 0)
    }

    fn wonder(&mut self, _run: &Run<'_>, _change: Change) -> Play<bool> {
        Ok(true)
    }

    fn rank(&mut self, _seat: Seat, _spot: u8) {}

    fn end_epoch(&mut self) {}

    fn shield(&mut self, _faction: Faction, _rounds: u8) {}

    fn no_ransom(&mut self, _faction: Faction) {}

    fn truce(&mut self, areas: AreaSet) {
        self.found.areas |= areas;
    }

    fn ban(&mut self, areas: AreaSet, _next_turn: bool) {
        self.found.areas |= areas;
    }
}
