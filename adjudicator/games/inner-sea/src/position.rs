//! The position: the board, what each civilization has, cards, Wonders, and where in the sequence of play the game is.

use crate::board::Board;
use crate::map::Chart;
use crate::pieces::{Area, AreaSet, Card, CardSet, Civ, FACTIONS, Faction, Factions, Kind, MOST, Wonder};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::Seat;

/// The phases of the sequence of play (IS-3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Civilizations are chosen.
    Setup,
    /// The first discs are placed, Wonders of the beginning too.
    Settling,
    /// What lies in the empty areas around is found out (IS-20).
    Exploration,
    /// Discs grow.
    Growth,
    /// Cards are played.
    Cards,
    /// Contested areas are fought over.
    Competition,
    /// Points, turn order, new cards.
    Valuation,
    /// An Epoch ends.
    EpochEnd,
    /// The game is over.
    Over,
}

/// A Wonder (IS-5.6).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Work {
    /// Who built it.
    pub owner: Option<Seat>,
    /// Where its block stands.
    pub area: Option<Area>,
    /// The discs on it.
    pub discs: u8,
    /// Whether it is face down.
    pub destroyed: bool,
    /// Whether it was used in this turn.
    pub used: bool,
    /// Whether a use was negated in this turn: then it has no effect until the turn is over (IS-5.6.5).
    pub silenced: bool,
}

impl Work {
    /// Whether nobody has built it yet.
    pub fn is_available(&self) -> bool {
        self.owner.is_none()
    }

    /// Whether it stands and belongs to this seat.
    pub fn is_active_of(&self, seat: Seat) -> bool {
        self.owner == Some(seat) && !self.destroyed
    }
}

/// An investment on the table (IS-5.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invested {
    /// The card.
    pub card: Card,
    /// Whose it is.
    pub owner: Seat,
    /// The discs on it.
    pub discs: u8,
    /// Whether it was used in this turn.
    pub used: bool,
}

/// What belongs to one civilization besides its discs on the map and its hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Side {
    /// Its civilization; the Barbarians as long as none is chosen.
    pub civ: Civ,
    /// Victory points.
    pub vp: u16,
    /// Talents in the treasury.
    pub talents: u8,
    /// Talents in the loot box (IS-6.8).
    pub loot: u8,
    /// Discs in the Ready box, while it grows (IS-4.2).
    pub ready: u8,
    /// How many cards are in its hand.
    pub hand: u8,
    /// How often the Aeneas rule was used (IS-7.5).
    pub reborn: u8,
    /// Whether its sheet's ability of the competition was used in this turn (IS-9).
    pub ability_used: bool,
    /// Whether it has looted in this turn (IS-9.7).
    pub has_looted: bool,
    /// Fewer cards are drawn in the next Draw step (IS-8.2).
    pub draws_less: u8,
}

impl Default for Side {
    fn default() -> Side {
        Side {
            civ: Civ::Barbarians,
            vp: 0,
            talents: 0,
            loot: 0,
            ready: 0,
            hand: 0,
            reborn: 0,
            ability_used: false,
            has_looted: false,
            draws_less: 0,
        }
    }
}

/// What lies open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The Epoch, from 1 to 4.
    pub epoch: u8,
    /// The turn of the Epoch.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The discs on the map.
    pub board: Board,
    /// The civilizations, by seat.
    pub sides: [Side; MOST],
    /// The turn order.
    pub order: Vec<Seat>,
    /// The Wonders.
    pub works: [Work; 7],
    /// The investments on the table.
    pub invested: Vec<Invested>,
    /// The discards, face up.
    pub discards: CardSet,
    /// Cards set aside until the Epoch ends (IS-5.2).
    pub aside: CardSet,
    /// Cards that are out of the game.
    pub removed: CardSet,
    /// How many cards are in the deck.
    pub deck: u8,
    /// Areas in which no civilization may place discs in this turn.
    pub banned: AreaSet,
    /// Areas that stay banned in the next turn.
    pub banned_next: AreaSet,
    /// Whether a card has ended the Epoch (IS-7.6.3).
    pub epoch_ends: bool,
    /// Best first, once the game is over.
    pub ranking: Vec<Seat>,
    /// The Gold that is left (IS-13.9).
    pub gold: Vec<Gold>,
    /// The civilizations that each NPC is an enemy of (IS-13.2), by seat; the Barbarians are never listed.
    pub enemies: [Factions; MOST],
    /// The primary enemy of each NPC, until the turn is over (IS-13.3).
    pub primary: [Option<Seat>; MOST],
    /// Who has harmed each NPC with a card in this turn (IS-13.12).
    pub wronged: [Factions; MOST],
    /// NPCs that stay quiet in this turn (IS-19.3).
    pub quiet: Factions,
    /// Who has discs on the map and no turn: vassals (IS-18.4).
    pub vassals: Factions,
    /// Who is out of the game and has left discs on the map (IS-16.6).
    pub fallen: Factions,
    /// Cards on the table that come back to their owner, by seat (IS-16.11, IS-16.12).
    pub kept: [CardSet; MOST],
    /// The coloured discs in the pool of an exploration, by seat (IS-20.2).
    #[serde(default)]
    pub pool: [u8; MOST],
    /// The homes of those that were met elsewhere than in their own, by seat (IS-20.8).
    #[serde(default)]
    pub moved: [Option<Area>; MOST],
    /// Where the Nile flows, if Egypt was met elsewhere (IS-20.8).
    #[serde(default)]
    pub river: AreaSet,
    /// How often the Pope was appealed to (IS-15.12).
    #[serde(default)]
    pub appeals: u8,
    /// NPCs that stay quiet and have played their one card that hurts (IS-19.3).
    #[serde(default)]
    pub roused: Factions,
    /// Events that bring allies when the next Competition Phase begins (IS-19.12).
    #[serde(default)]
    pub summons: Vec<Card>,
    /// Whether no disc is drawn for the hesitating ally in the next turn (IS-19.12).
    #[serde(default)]
    pub stirs: bool,
    /// The cards that have chosen the consuls of this turn (IS-19.7).
    #[serde(default)]
    pub consuls: Vec<Card>,
    /// Areas that each seat leaves alone in this turn, for a bribe (IS-15.13).
    #[serde(default)]
    pub bought: [AreaSet; MOST],
}

/// Gold in an area (IS-13.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gold {
    /// Where.
    pub area: Area,
    /// Whose.
    pub owner: Seat,
    /// How many discs.
    pub n: u8,
}

/// A position with everything hidden in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What lies open.
    pub position: Position,
    /// The hands, by seat.
    pub hands: [CardSet; MOST],
    /// The cards in the deck; their order is drawn when they are (IS-5.8).
    pub deck: CardSet,
    /// The cards of each hand that its owner has not been shown before.
    pub fresh: [CardSet; MOST],
    /// What matters only while a stage is played; empty between stages.
    #[serde(skip)]
    pub scratch: Scratch,
}

/// What matters only while a stage is played.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Scratch {
    serial: u16,
    /// How many lots were cast, by kind and seat.
    pub lots: [[u8; MOST]; 5],
    /// The competition that is being fought.
    pub fight: Fight,
    /// Areas in which no competition is held in this turn.
    pub truce: AreaSet,
    /// The cards that each seat has played, paid or lost in this stage.
    pub spent: [CardSet; MOST],
    /// The cards that each seat has played in this stage.
    pub played: [CardSet; MOST],
    /// The Wonders that each seat has built in this stage, as bits.
    pub raised: [u8; MOST],
    /// Who has played a competition card away from home in this phase (IS-19.7).
    pub abroad: Factions,
    /// Who has built a Wonder in this turn.
    pub has_built: [bool; MOST],
    /// Who has passed.
    pub passed: [bool; MOST],
}

impl Scratch {
    /// A number that was not used before in this stage, for the names of questions and dice.
    pub fn next_serial(&mut self) -> u16 {
        self.serial += 1;
        self.serial
    }
}

/// What matters in one competition.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Fight {
    /// Rounds in which a faction loses nothing.
    pub shield: [u8; FACTIONS],
    /// Who cannot pay for discs.
    pub no_ransom: Factions,
    /// The coloured discs that each faction has lost here (IS-6.8).
    pub lost: [u8; FACTIONS],
    /// The area.
    pub here: Option<Area>,
    /// The NPCs for which something of an enemy was at stake when it began (IS-13.8.1).
    pub stakes: Factions,
}

/// The most discs of one faction in an area (IS-1.7).
pub fn limit(phase: Phase, kind: Kind) -> u8 {
    match (phase, kind) {
        (_, Kind::Open) => 1,
        (Phase::Competition, _) => 200,
        (_, Kind::Coastal) => 2,
        (Phase::Valuation | Phase::EpochEnd, Kind::Land) => 3,
        (_, Kind::Land) => 4,
    }
}

impl Position {
    /// The side of a seat.
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// The side of a seat, to be changed.
    pub fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    /// The name of a faction.
    pub fn civ(&self, faction: Faction) -> Civ {
        faction.seat().map_or(Civ::Barbarians, |seat| self.side(seat).civ)
    }

    /// The faction that plays a civilization, or has played it until it fell.
    pub fn faction(&self, civ: Civ) -> Option<Faction> {
        if civ == Civ::Barbarians {
            return Some(Faction::BARBARIANS);
        }
        self.everybody().find(|seat| self.side(*seat).civ == civ).map(Faction::of)
    }

    /// The seats in turn order, then vassals and those that have fallen.
    pub fn everybody(&self) -> impl Iterator<Item = Seat> + '_ {
        self.order.iter().copied().chain((self.vassals | self.fallen).iter().filter_map(Faction::seat))
    }

    /// All civilizations that play, and vassals, as factions.
    pub fn peoples(&self) -> Factions {
        self.civs() | self.vassals
    }

    /// All civilizations that play, as factions.
    pub fn civs(&self) -> Factions {
        self.order.iter().map(|seat| Faction::of(*seat)).collect()
    }

    /// The factions in turn order, then those that have fallen, the Barbarians last.
    pub fn in_order(&self) -> impl Iterator<Item = Faction> {
        let mut all = [Faction::BARBARIANS; FACTIONS];
        let mut n = 0;
        for (to, seat) in all.iter_mut().zip(self.everybody()) {
            *to = Faction::of(seat);
            n += 1;
        }
        all.into_iter().take(n + 1)
    }

    /// The discs of a seat that lie on Wonders and investments.
    pub fn discs_on_cards(&self, seat: Seat) -> u8 {
        let works = self.works.iter().filter(|work| work.owner == Some(seat)).map(|work| work.discs);
        let invested = self.invested.iter().filter(|one| one.owner == seat).map(|one| one.discs);
        works.sum::<u8>() + invested.sum::<u8>()
    }

    /// The home of a seat: where its civilization is at home on the map, or where it was met (IS-20.8).
    pub fn home(&self, chart: &Chart, seat: Seat) -> Option<Area> {
        self.moved[seat.index()].or_else(|| chart.home(self.side(seat).civ))
    }

    /// The same of a faction.
    pub fn home_of(&self, chart: &Chart, faction: Faction) -> Option<Area> {
        faction.seat().and_then(|seat| self.home(chart, seat))
    }

    /// The home areas of the civilizations in play.
    pub fn homes(&self, chart: &Chart) -> AreaSet {
        self.order.iter().filter_map(|seat| self.home(chart, *seat)).collect()
    }

    /// The Cities of a seat.
    pub fn cities(&self, chart: &Chart, seat: Seat) -> AreaSet {
        self.board.cities(chart, Faction::of(seat))
    }

    /// The Gold in an area.
    pub fn gold_in(&self, area: Area) -> Option<&Gold> {
        self.gold.iter().find(|gold| gold.area == area)
    }

    /// The areas with Gold of these factions.
    pub fn gold_of(&self, owners: Factions) -> AreaSet {
        self.gold.iter().filter(|gold| owners.contains(Faction::of(gold.owner))).map(|gold| gold.area).collect()
    }

    /// The areas with standing Wonders of these factions.
    pub fn wonders_of(&self, owners: Factions) -> AreaSet {
        let owned = |work: &&Work| !work.destroyed && work.owner.is_some_and(|seat| owners.contains(Faction::of(seat)));
        self.works.iter().filter(owned).filter_map(|work| work.area).collect()
    }

    /// A Wonder.
    pub fn work(&self, wonder: Wonder) -> &Work {
        &self.works[wonder.index()]
    }

    /// The Wonders that stand and belong to a seat.
    pub fn works_of(&self, seat: Seat) -> impl Iterator<Item = Wonder> + '_ {
        (0..7).map(Wonder).filter(move |wonder| self.work(*wonder).is_active_of(seat))
    }

    /// Whether a Wonder can be used: it stands, has discs, and its owner occupies its area (IS-5.6.4).
    pub fn can_use(&self, wonder: Wonder, seat: Seat) -> bool {
        let work = self.work(wonder);
        let occupied = work.area.is_some_and(|area| self.board.discs(area, Faction::of(seat)) > 0);
        work.is_active_of(seat) && work.discs > 0 && occupied && !work.silenced
    }
}

impl State {
    /// Takes a card out of a hand.
    pub fn leave_hand(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].remove(card);
        self.fresh[seat.index()].remove(card);
        self.count();
    }

    /// Puts a card into a hand.
    pub fn enter_hand(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].insert(card);
        self.fresh[seat.index()].insert(card);
        self.count();
    }

    /// Brings the open numbers of cards up to date.
    pub fn count(&mut self) {
        for (side, hand) in self.position.sides.iter_mut().zip(&self.hands) {
            side.hand = hand.len() as u8;
        }
        self.position.deck = self.deck.len() as u8;
    }
}
