//! What a scenario allows and forbids a civilization, by its part in it (IS-14, IS-15).

use crate::board::Board;
use crate::game::InnerSea;
use crate::pieces::{Area, AreaSet, Card, CardSet, Civ, Faction, Factions, Kind};
use crate::position::Position;
use crate::scenario::{Back, FirstTurn, Kept, Part};
use tabellarius_kernel::Seat;

impl InnerSea {
    /// The part of a seat in the scenario.
    pub fn part_of(&self, position: &Position, seat: Seat) -> Option<&Part> {
        self.options.scenario.part(position.side(seat).civ)
    }

    /// Whether a seat is an Invader (IS-13.7.17).
    pub fn is_invader(&self, position: &Position, seat: Seat) -> bool {
        self.part_of(position, seat).is_some_and(|part| part.is_invader)
    }

    /// Whether a seat never places discs in an area, because of who is there (IS-15.3).
    pub fn shuns(&self, position: &Position, board: &Board, seat: Seat, area: Area) -> bool {
        let Some(part) = self.part_of(position, seat) else { return false };
        let there = |civ: &Civ| position.faction(*civ).is_some_and(|faction| board.discs(area, faction) > 0);
        // IS-17.3: not to the enemy's Gold in the first turn.
        let own = self.side_of(position, seat).0;
        let is_enemy_gold = || position.gold_in(area).is_some_and(|gold| !own.contains(Faction::of(gold.owner)));
        // IS-18.9: one player's Invaders stay out of each other's way.
        let is_one_hand = |one: Faction| {
            one.seat().is_some_and(|other| self.options.owners[other.index()] == self.options.owners[seat.index()])
        };
        let crowds =
            |civ: Civ| position.faction(civ).is_some_and(|one| board.discs(area, one) >= 2 && is_one_hand(one));
        // IS-19.3: who is quiet stays where it is.
        let minor = self.options.scenario.minor.as_ref().filter(|_| position.quiet.contains(Faction::of(seat)));
        let strays = |homes: AreaSet| !homes.contains(area) && board.discs(area, Faction::of(seat)) == 0;
        // IS-15.13
        if position.bought[seat.index()].contains(area) || minor.is_some_and(|minor| strays(minor.homes)) {
            return true;
        }
        let is_avoided = |civ: &Civ| {
            position.faction(*civ).is_some_and(|one| {
                let lord = one.seat().map_or(one, |other| Faction::of(self.lord(position, other)));
                board.discs(area, one) > 0 && is_one_hand(lord)
            })
        };
        part.shuns.iter().any(there)
            // IS-19.5
            || (self.is_npc(seat) && part.leaves_alone.iter().any(there))
            || part.avoids.iter().any(is_avoided)
            || part.apart_from.is_some_and(crowds)
            || (self.first_turn(position, seat) == FirstTurn::PlacesOnly && is_enemy_gold())
    }

    /// What is different for a seat, if this is the first turn of the game (IS-17.3).
    pub fn first_turn(&self, position: &Position, seat: Seat) -> FirstTurn {
        let is_first = (position.epoch, position.turn) == (self.options.first_epoch, 1);
        self.part_of(position, seat).filter(|_| is_first).map_or(FirstTurn::Usual, |part| part.first_turn)
    }

    /// All discs of a seat, if the scenario gives it fewer (IS-19.4).
    pub fn discs_of(&self, position: &Position, seat: Seat) -> Option<u8> {
        self.part_of(position, seat).and_then(|part| part.discs)
    }

    /// The side of a seat in the scenario, if it lists sides (IS-14.7).
    fn side_number(&self, seat: Seat) -> Option<usize> {
        let civ = self.options.civs.get(seat.index())?;
        self.options.cast.reckoning.sides.iter().position(|(civs, _)| civs.contains(civ))
    }

    /// Whether two seats stand on different sides (IS-14.7).
    pub fn are_opposed(&self, one: Seat, other: Seat) -> bool {
        matches!((self.side_number(one), self.side_number(other)), (Some(one), Some(other)) if one != other)
    }

    /// Whether two seats stand on one side (IS-14.7).
    pub fn stand_together(&self, one: Seat, other: Seat) -> bool {
        matches!((self.side_number(one), self.side_number(other)), (Some(one), Some(other)) if one == other)
    }

    /// Whether a seat is a vassal's (IS-18.4).
    pub fn is_vassal(&self, seat: Seat) -> bool {
        let civ = self.options.civs.get(seat.index());
        civ.and_then(|civ| self.options.scenario.part(*civ)).is_some_and(|part| part.vassal_of.is_some())
    }

    /// The seat that acts for a seat: a vassal's lord, or itself (IS-18.4).
    pub fn lord(&self, position: &Position, seat: Seat) -> Seat {
        let lord = self.part_of(position, seat).and_then(|part| part.vassal_of);
        lord.and_then(|civ| position.faction(civ)).and_then(Faction::seat).unwrap_or(seat)
    }

    /// The vassals of a seat, as factions.
    pub fn vassals_of(&self, position: &Position, seat: Seat) -> Factions {
        let is_own = |one: &Faction| one.seat().is_some_and(|vassal| self.lord(position, vassal) == seat);
        position.vassals.iter().filter(is_own).collect()
    }

    /// Whose disc comes into an area when a seat places one: a vassal's where one stands (IS-18.4).
    pub fn comes_as(&self, position: &Position, board: &Board, seat: Seat, area: Area) -> Faction {
        let there = |one: &Faction| board.discs(area, *one) > 0;
        self.vassals_of(position, seat).iter().find(there).unwrap_or(Faction::of(seat))
    }

    /// The board on which the discs of vassals are their lord's, for seas that are dominated (IS-18.4).
    pub fn united(&self, position: &Position, seat: Seat) -> Board {
        let mut board = position.board.clone();
        for vassal in self.vassals_of(position, seat).iter() {
            for area in position.board.occupied(vassal).iter() {
                let n = board.take(area, vassal, u8::MAX);
                board.add(area, Faction::of(seat), n);
            }
        }
        board
    }

    /// How many Golds lie under discs of these factions.
    pub fn gold_under(&self, position: &Position, of: Factions) -> u8 {
        let under = |area: Area| of.iter().any(|one| position.board.discs(area, one) > 0);
        position.gold.iter().filter(|gold| under(gold.area)).map(|gold| gold.n).sum()
    }

    /// Whether a seat has two sets of discs (IS-17.1).
    pub fn has_two_sets(&self, position: &Position, seat: Seat) -> bool {
        self.part_of(position, seat).is_some_and(|part| part.is_doubled)
    }

    /// The other half of a seat's realm, if both are in the game, and where the own discs belong (IS-16.1).
    pub fn twin(&self, position: &Position, seat: Seat) -> Option<(Seat, Kind)> {
        let realm = self.part_of(position, seat)?.realm?;
        let find = |one: &Seat| position.side(*one).civ == realm.twin;
        let here = position.order.contains(&seat);
        position.order.iter().copied().find(find).filter(|_| here).map(|twin| (twin, realm.kind))
    }

    /// Whether one more disc of a seat would make an area contested in which the other half of its realm is (IS-16.4).
    pub fn crowds_twin(&self, position: &Position, board: &Board, seat: Seat, area: Area) -> bool {
        let Some((twin, _)) = self.twin(position, seat) else { return false };
        let theirs = board.discs(area, Faction::of(twin));
        let own = board.discs(area, Faction::of(seat)) + 1;
        theirs > 0 && theirs.max(own) >= 2 && !board.contested().contains(area)
    }

    /// Whether a card goes back to the table of its owner, wherever it would go (IS-16.11, IS-16.12).
    pub fn keeps(&self, position: &Position, seat: Seat, card: Card) -> bool {
        self.part_of(position, seat)
            .is_some_and(|part| part.keeps.iter().any(|kept| kept.card == card && kept.back != Back::Once))
    }

    /// The cards on a seat's table that come back in one way.
    pub fn kept_cards(&self, position: &Position, seat: Seat, is: impl Fn(Back) -> bool) -> CardSet {
        let Some(part) = self.part_of(position, seat) else { return CardSet::NONE };
        let here = position.kept[seat.index()];
        let fits = |kept: &&Kept| here.contains(kept.card) && is(kept.back);
        part.keeps.iter().filter(fits).map(|kept| kept.card).collect()
    }

    /// The cards on a seat's table that are played in a competition in this area as if they were in the hand (IS-16.11).
    pub fn standing_cards(&self, position: &Position, seat: Seat, area: Area) -> CardSet {
        self.kept_cards(position, seat, |back| matches!(back, Back::Stands(areas) if areas.contains(area)))
    }

    /// The areas that cards of a faction take no discs from: those where its rival is not, but another of the old powers is (IS-15.7).
    pub fn spared(&self, position: &Position, board: &Board, me: Faction) -> AreaSet {
        let part = me.seat().and_then(|seat| self.part_of(position, seat));
        let Some(rival) = part.and_then(|part| part.rival) else { return AreaSet::NONE };
        let is_old = |one: &Faction| one.seat().is_some_and(|seat| !self.is_invader(position, seat));
        let old = position.civs().iter().filter(is_old).fold(AreaSet::NONE, |all, one| all | board.occupied(one));
        let rivals = position.faction(rival).map_or(AreaSet::NONE, |one| board.occupied(one));
        old - rivals
    }

    /// The areas in which cards of a faction neither place nor remove discs: where a people of the other half is and it is not near (IS-15.7).
    pub fn too_far(&self, position: &Position, board: &Board, me: Faction) -> AreaSet {
        let part = me.seat().and_then(|seat| self.part_of(position, seat));
        let Some(other) = part.and_then(|part| part.far_from) else { return AreaSet::NONE };
        let own = board.occupied(me);
        let theirs = position.faction(other).map_or(AreaSet::NONE, |one| board.occupied(one));
        theirs - own - self.chart.next_to_any(own)
    }

    /// The old power of an Invader's own half, if it is in the game (IS-15.7).
    pub fn rival_of(&self, position: &Position, seat: Seat) -> Option<Seat> {
        let rival = self.part_of(position, seat).and_then(|part| part.rival)?;
        position.order.iter().copied().find(|other| position.side(*other).civ == rival)
    }

    /// Whether a disc of a faction that would come in the place of another is a Barbarian instead: who is quiet takes nothing from whom it
    /// spares (IS-19.3).
    pub fn comes_as_barbarian(&self, position: &Position, comes: Faction, lost: Faction) -> bool {
        let minor = self.options.scenario.minor.as_ref().filter(|_| position.quiet.contains(comes));
        minor.is_some_and(|minor| position.faction(minor.payer) == Some(lost))
    }

    /// The cards that lie on somebody's table to be used once, whoever draws them (IS-18.3).
    pub fn owner_of(&self, position: &Position, card: Card) -> Option<Seat> {
        let is_its = |kept: &Kept| kept.card == card && kept.back == Back::Once;
        let part = self.options.scenario.parts.iter().find(|part| part.keeps.iter().any(is_its))?;
        position.order.iter().copied().find(|seat| position.side(*seat).civ == part.civ)
    }

    /// Whether the Gold of a capital shuts out a card altogether; two Golds shut out the Traitor too (IS-15.4).
    pub fn shuts_out(&self, position: &Position, area: Area, faction: Faction, is_traitor: bool) -> bool {
        let is_old = faction.seat().is_some_and(|seat| !self.is_invader(position, seat));
        let gold = position.gold_in(area).map_or(0, |gold| gold.n);
        is_old && self.options.scenario.capitals.contains(area) && gold >= if is_traitor { 2 } else { 1 }
    }

    /// Those who stand with a seat when points are compared, itself among them (IS-14.7).
    pub fn side_of(&self, position: &Position, seat: Seat) -> (Factions, u16) {
        let civ = position.side(seat).civ;
        let sides = &self.options.cast.reckoning.sides;
        match sides.iter().find(|(civs, _)| civs.contains(&civ)) {
            Some((civs, divisor)) => (civs.iter().filter_map(|civ| position.faction(*civ)).collect(), *divisor),
            None => (Factions::only(Faction::of(seat)), 1),
        }
    }
}
