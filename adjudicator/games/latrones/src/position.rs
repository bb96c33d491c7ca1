//! What there is: bands and roads; what a viewer sees of it; what can happen, and why something is refused.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::{Seat, Viewer, keyed};

/// The men of a band at the start (LA-1.1).
pub const MEN: u8 = 5;
/// The nights that are played (LA-1.3).
pub const NIGHTS: u8 = 5;
/// The most that a caravan is worth (LA-4.1).
pub const RICHEST: u8 = 6;

keyed!(
    /// A road to Rome (LA-2.1).
    Road, "road", { Appia = "appia", Flaminia = "flaminia", Aurelia = "aurelia" }
);

/// How many men lie on each road.
pub type Sent = [u8; 3];

/// A band.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Band {
    /// Its men.
    pub men: u8,
    /// The caravans it has taken.
    pub caravans: u8,
    /// What they were worth: known to its owner only (LA-1.2).
    pub purse: u8,
}

/// The position at the start of a night.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The night that begins, counted from 1; one more than there are when all is over.
    pub night: u8,
    /// The bands, by seat.
    pub bands: Vec<Band>,
}

impl State {
    /// Whether the last night has passed.
    pub fn is_over(&self) -> bool {
        self.night > NIGHTS
    }

    /// A band.
    pub fn band(&mut self, seat: Seat) -> &mut Band {
        &mut self.bands[seat.index()]
    }

    /// The seats from the winner on: the richest, then who has more men, then more caravans (LA-5.1).
    pub fn ranking(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = (0..self.bands.len() as u8).map(Seat).collect();
        seats.sort_by_key(|seat| core::cmp::Reverse(self.wealth(*seat)));
        seats
    }

    /// What decides who has won: the purse, then men, then caravans (LA-5.1).
    pub fn wealth(&self, seat: Seat) -> impl Ord + use<> {
        let band = &self.bands[seat.index()];
        (band.purse, band.men, band.caravans)
    }
}

/// What a viewer sees of a band.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeenBand {
    /// Whose it is.
    pub seat: Seat,
    /// Its men.
    pub men: u8,
    /// The caravans it has taken.
    pub caravans: u8,
    /// Its purse, if the viewer may look into it.
    pub purse: Option<u8>,
}

/// What a viewer sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks, if it is a player.
    pub seat: Option<Seat>,
    /// The night.
    pub night: u8,
    /// The bands, by seat.
    pub bands: Vec<SeenBand>,
    /// The seats from the winner on, once it is over.
    pub winners: Vec<Seat>,
}

impl View {
    /// Everything but the purses of others, until the end (LA-1.2, LA-5.1).
    pub fn of(state: &State, viewer: Viewer) -> View {
        let sees = |seat| state.is_over() || matches!(viewer, Viewer::Moderator) || viewer == Viewer::Seat(seat);
        let bands = (0..).map(Seat).zip(&state.bands).map(|(seat, band)| SeenBand {
            seat,
            men: band.men,
            caravans: band.caravans,
            purse: sees(seat).then_some(band.purse),
        });
        View {
            seat: if let Viewer::Seat(seat) = viewer { Some(seat) } else { None },
            night: state.night,
            bands: bands.collect(),
            winners: if state.is_over() { state.ranking() } else { Vec::new() },
        }
    }

    /// A position that looks like this: purses that cannot be seen hold what `guess` says of so many caravans.
    pub fn imagine(&self, mut guess: impl FnMut(u8) -> u8) -> State {
        let bands = self.bands.iter().map(|band| Band {
            men: band.men,
            caravans: band.caravans,
            purse: band.purse.unwrap_or_else(|| guess(band.caravans)),
        });
        State { night: self.night, bands: bands.collect() }
    }
}

/// A band in a fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fighter {
    /// Whose it is.
    pub seat: Seat,
    /// Its men on the road.
    pub men: u8,
    /// Its die.
    pub die: u8,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A night begins.
    NightFalls { night: u8 },
    /// Men have gone out; only their captain knows where.
    Went { seat: Seat, road: Road, men: u8 },
    /// Who lies in wait on a road.
    Ambush { road: Road, bands: Vec<(Seat, u8)> },
    /// A band leaves a road.
    Withdrew { seat: Seat, road: Road },
    /// Bands have fought.
    Fought { road: Road, fighters: Vec<Fighter> },
    /// A band has lost a man.
    ManLost { seat: Seat, road: Road },
    /// A caravan was taken.
    Taken { seat: Seat, road: Road },
    /// What it was worth; only its taker knows.
    Worth { seat: Seat, road: Road, denarii: u8 },
    /// A caravan has passed.
    Escaped { road: Road },
    /// The purses are opened.
    PursesOpened { purses: Vec<(Seat, u8)> },
}

impl tabellarius_kernel::Event for Event {
    fn rule(&self) -> &'static str {
        match self {
            Event::NightFalls { .. } => "LA-2.1",
            Event::Went { .. } => "LA-2.2",
            Event::Ambush { .. } | Event::Taken { .. } => "LA-3.1",
            Event::Withdrew { .. } | Event::Escaped { .. } => "LA-3.2",
            Event::Fought { .. } | Event::ManLost { .. } => "LA-3.4",
            Event::Worth { .. } => "LA-4.1",
            Event::PursesOpened { .. } => "LA-5.1",
        }
    }
}

/// Why something is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// So many men are left in the camp, not more.
    TooFewMen { left: u8 },
    /// Another line has sent men to this road.
    RoadNamedTwice { road: Road },
}

impl tabellarius_kernel::Reason for Reason {
    fn rule(&self) -> &'static str {
        "LA-2.2"
    }
}
