//! Who plays with whom: several civilizations in one hand, one against two, teams (IS-10.1 to IS-10.3).

use crate::board::Board;
use crate::effects::Declared;
use crate::game::InnerSea;
use crate::options::Victory;
use crate::pieces::{Area, Faction};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::draw::HAND;
use crate::rules::growth::LEAST;
use crate::scenario::Prize;
use tabellarius_kernel::{Game as _, Seat};

impl InnerSea {
    /// Whether a seat plays alone against a player of two (IS-10.2).
    pub fn is_single(&self, seat: Seat) -> bool {
        self.options.single() == Some(seat)
    }

    /// Whether a seat belongs to a player of two against one (IS-10.2).
    fn is_double(&self, seat: Seat) -> bool {
        self.options.single().is_some_and(|single| single != seat)
    }

    /// The most cards in a hand (IS-5.8.2, IS-10.2).
    pub fn hand_limit(&self, seat: Seat) -> u8 {
        let part = self.options.civs.get(seat.index()).and_then(|civ| self.options.scenario.part(*civ));
        let usual = if self.is_double(seat) { 4 } else { HAND };
        part.and_then(|part| part.hand_limit).unwrap_or(usual)
    }

    /// The cards drawn each turn (IS-7.7, IS-10.2), one more for whoever holds a scenario's prize (IS-14.5).
    pub fn base_draw(&self, position: &Position, seat: Seat) -> u8 {
        let usual = if self.is_single(seat) { 4 } else { 3 };
        // IS-16.7
        let usual = self.part_of(position, seat).and_then(|part| part.draws).unwrap_or(usual);
        let handicap = &self.options.cast.handicap;
        let more = if self.is_npc(seat) { handicap.npc_cards } else { handicap.player_cards };
        let prize = self.prize_of(position, seat).map_or(0, |prize| prize.cards);
        (usual + prize).saturating_add_signed(more)
    }

    /// The prize of the scenario, if a seat holds it now (IS-14.5).
    pub fn prize_of(&self, position: &Position, seat: Seat) -> Option<&Prize> {
        let prize = self.options.scenario.prize.as_ref();
        prize.filter(|prize| position.board.controlled(Faction::of(seat)).contains(prize.area))
    }

    /// Whether two NPCs stand together: in a historical scenario none is ever another's enemy (IS-13.2).
    pub fn are_allies(&self, one: Seat, other: Seat) -> bool {
        let both = self.is_npc(one) && self.is_npc(other) && !self.is_vassal(one) && !self.is_vassal(other);
        self.options.cast.is_historical && both && one != other && !self.are_opposed(one, other)
    }

    /// The least growth (IS-4.3, IS-10.2).
    pub fn least_growth(&self, position: &Position, seat: Seat) -> u8 {
        let part = self.part_of(position, seat);
        let usual = if self.is_single(seat) { 6 } else { LEAST };
        let handicap = &self.options.cast.handicap;
        let more = if self.is_npc(seat) { handicap.npc_growth } else { handicap.player_growth };
        // IS-18.9: some help is for NPCs only.
        let part = part.filter(|part| !part.is_helped_as_npc || self.is_npc(seat));
        // IS-18.14
        if let Some(people) = self.options.scenario.invasion(position.side(seat).civ, position.epoch) {
            return people.growth.saturating_add_signed(more);
        }
        part.and_then(|part| part.growth).unwrap_or(usual).saturating_add_signed(more)
    }

    /// The discs that a seat begins with (IS-2.5, IS-10.2).
    pub fn first_discs(&self, seat: Seat) -> u8 {
        let usual = self.options.setup.discs;
        if self.is_single(seat) { usual.max(16) } else { usual }
    }

    /// The points that count for a seat when players are compared: those of all civilizations of its player (IS-10.1). One
    /// against two, those of the two are divided; here the one's are multiplied instead, so that nothing is rounded (IS-10.2).
    pub fn score(&self, position: &Position, seat: Seat) -> u16 {
        if self.is_single(seat) {
            return position.side(seat).vp * self.options.divisor;
        }
        let owner = self.options.owners[seat.index()];
        let own = self.everybody().iter().filter(|other| self.options.owners[other.index()] == owner);
        own.map(|other| position.side(other).vp).sum()
    }

    /// The team mates of a seat.
    pub fn mates(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let plays_teams = self.options.victory != Victory::Single;
        self.seats().iter().filter(move |other| plays_teams && self.options.are_mates(seat, *other))
    }

    /// Team play: nobody plays a card that harms a team mate more than it harms others, in discs and cards (IS-10.3).
    pub fn spares_team(&self, seat: Seat, declared: &Declared) -> Result<(), Reason> {
        let harm = |faction: Faction| declared.harm[faction.index()] + u8::from(declared.robbed.contains(faction));
        let is_mate = |faction: Faction| faction.seat().is_some_and(|other| self.mates(seat).any(|mate| mate == other));
        let all = || (0..7).map(Faction).filter(|faction| *faction != Faction::of(seat));
        let mates: u8 = all().filter(|faction| is_mate(*faction)).map(harm).sum();
        let others: u8 = all().filter(|faction| !is_mate(*faction)).map(harm).sum();
        if mates > others { Err(Reason::HarmsMate) } else { Ok(()) }
    }

    /// Team play: no disc in a mate's home, none that makes an area with a mate contested (IS-10.3); nor with the other half of the own
    /// realm (IS-16.4).
    pub fn team_forbids(&self, position: &Position, board: &Board, seat: Seat, area: Area) -> Option<Reason> {
        if self.crowds_twin(position, board, seat, area) {
            return Some(Reason::OwnRealm { area });
        }
        if self.options.victory == Victory::Single {
            return None;
        }
        let own = board.strength(area, Faction::of(seat)) + 1;
        let contested = board.contested().contains(area);
        let harms = self.mates(seat).any(|mate| {
            let theirs = board.strength(area, Faction::of(mate));
            position.home(&self.chart, mate) == Some(area) || (theirs > 0 && !contested && theirs.max(own) >= 2)
        });
        harms.then_some(Reason::TeamMate { area })
    }
}
