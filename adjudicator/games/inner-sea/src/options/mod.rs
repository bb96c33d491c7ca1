//! The variant that a table plays, as one value (IS-2, IS-10).

mod read;

use crate::map::Map;
use crate::pieces::{Area, Civ, MOST};
use crate::scenario::{Clock, Duty, Reckoning, Scenario};
use crate::setups::Setup;
use alloc::vec::Vec;
use tabellarius_kernel::{Seat, Seats, Unbuilt};

/// Who wins in team play (IS-10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// The best player.
    Single,
    /// The best team, all of it.
    Team,
    /// The best of the best team.
    BestOfTeam,
}

/// What becomes of card 62, Time Passes, which may end an Epoch (IS-10.2).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TimePasses {
    /// It is in the deck.
    #[default]
    In,
    /// It stays in the box.
    Out,
    /// It is in the deck, and its text is ignored.
    Blank,
}

/// Options of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The set-up.
    pub setup: Setup,
    /// The civilizations by seat, if they are not chosen in play.
    pub civs: Vec<Civ>,
    /// The first Epoch.
    pub first_epoch: u8,
    /// The last Epoch.
    pub last_epoch: u8,
    /// When an Epoch is over (IS-7.6, IS-10.5).
    pub clock: Clock,
    /// Another clock for the last Epoch (IS-14.8).
    pub final_clock: Option<Clock>,
    /// The game ends when somebody has so many points (IS-10.5).
    pub vp_limit: Option<u16>,
    /// Whether an event comes at the end of the last Epoch (IS-10.6).
    pub final_event: bool,
    /// Whether an unused colour joins the Barbarians (IS-10.7).
    pub hordes: bool,
    /// How many Wonders everybody begins with (IS-10.8).
    pub first_wonders: u8,
    /// How often a civilization may begin again (IS-7.5).
    pub rebirths: u8,
    /// Who plays a seat: seats with the same number belong to one player (IS-10.1).
    pub owners: [u8; MOST],
    /// By what the points of two civilizations are divided that play against one (IS-10.2).
    pub divisor: u16,
    /// Card 62 (IS-10.2).
    pub time_passes: TimePasses,
    /// Which team a seat belongs to.
    pub teams: [u8; MOST],
    /// Who wins.
    pub victory: Victory,
    /// The scenario; an ordinary game is one without anything of its own (IS-14).
    pub scenario: Scenario,
    /// Who sits where in it.
    pub cast: Cast,
}

/// Who is an NPC, and what goes with that (IS-13).
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Cast {
    /// The seats that nobody holds.
    pub npcs: Seats,
    /// Whether one person plays against NPCs.
    pub is_solitaire: bool,
    /// Whether NPCs are enemies from the beginning and stay so (IS-13.2).
    pub is_historical: bool,
    /// The Gold, area by area (IS-13.9).
    pub gold: Vec<(Area, u8)>,
    /// What NPCs do before they go through their list (IS-14.2); without a civilization, all of them.
    pub duties: Vec<(Option<Civ>, Duty)>,
    /// How points are compared in the end (IS-14.7).
    pub reckoning: Reckoning,
    /// The first turn order, if the version has one of its own (IS-18.11).
    pub order: Vec<Civ>,
    /// Of these seats those that nobody knows at first (IS-20.1).
    pub unknown: Seats,
    /// The seats of peoples that come later (IS-15.15).
    pub late: Seats,
    /// Who is helped or held back (IS-13.15).
    pub handicap: Handicap,
}

/// Who is helped or held back (IS-13.15).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Handicap {
    /// Points that each NPC gets in each Victory Count.
    pub npc_vp: u16,
    /// Cards more or fewer that NPCs draw.
    pub npc_cards: i8,
    /// Discs more or fewer that NPCs acquire at least.
    pub npc_growth: i8,
    /// Cards more or fewer that players draw.
    pub player_cards: i8,
    /// Discs more or fewer that players acquire at least.
    pub player_growth: i8,
    /// Talents that NPCs, and players, have at the beginning (IS-13.16).
    pub first_talents: [u8; 2],
    /// Talents that NPCs, and players, get when each Card Phase begins (IS-13.16).
    pub talents: [u8; 2],
    /// The most cards that players draw for their first hands (IS-13.16).
    pub player_hand: Option<u8>,
    /// Whether one may begin again in the last Epoch too (IS-13.16).
    pub begins_again_late: bool,
}

impl Options {
    /// Reads a variant as a person writes it: `setup=4c, epochs=1-2, limit=40, civs=egypt+troy, hordes`.
    pub fn parse(
        setups: &[Setup],
        scenarios: &[Scenario],
        map: &Map,
        players: usize,
        variant: &str,
    ) -> Result<Options, Unbuilt> {
        read::parse(setups, scenarios, map, players, variant)
    }

    /// When an Epoch is over. The last Epoch of a created scenario is always played to its fourth turn (IS-14.8).
    pub fn clock_in(&self, epoch: u8) -> &Clock {
        self.final_clock.as_ref().filter(|_| epoch == self.last_epoch).unwrap_or(&self.clock)
    }

    /// How many civilizations the player of a seat has.
    fn held(&self, seat: Seat) -> usize {
        let owners = &self.owners[..self.setup.players];
        owners.iter().filter(|owner| **owner == owners[seat.index()]).count()
    }

    /// The seat that plays alone against a player of two, if this is such a table (IS-10.2).
    pub fn single(&self) -> Option<Seat> {
        let seats = || (0..self.setup.players as u8).map(Seat);
        let is_ordinary = self.scenario.key.is_empty();
        let is_uneven = is_ordinary && self.setup.players == 3 && seats().any(|seat| self.held(seat) == 2);
        seats().find(|seat| is_uneven && self.held(*seat) == 1)
    }

    /// Whether two seats belong to the same team.
    pub fn are_mates(&self, one: Seat, other: Seat) -> bool {
        one != other && self.teams[one.index()] == self.teams[other.index()]
    }
}
