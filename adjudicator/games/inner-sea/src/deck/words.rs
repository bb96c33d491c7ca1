//! The closed vocabulary in which effects are written (IS-12.3 to IS-12.6).

use super::Time;
use crate::pieces::{Area, Edge};
use alloc::vec::Vec;
use tabellarius_kernel::keyed;

keyed!(
    /// Whom a step speaks of (IS-12.4).
    Who, "who", {
        Me = "self",
        Rival = "rival",
        Opponent = "opponent",
        Any = "any",
        Named = "named",
        Each = "each",
        EachOpponent = "each_opponent",
        MostVp = "most_vp",
        FewestVp = "fewest_vp",
        Barbarian = "barbarian",
        White = "white",
    }
);

impl Who {
    /// Whether the player names one faction here.
    pub fn is_named_here(self) -> bool {
        matches!(self, Who::Rival | Who::Opponent | Who::Any)
    }

    /// Whether several factions are meant, one by one.
    pub fn is_many(self) -> bool {
        matches!(self, Who::Each | Who::EachOpponent | Who::MostVp)
    }
}

/// One term of an area selector (IS-12.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// Land.
    Land,
    /// Coastal or open sea.
    Sea,
    /// Coastal sea.
    Coastal,
    /// Open sea.
    Open,
    /// Contested.
    Contested,
    /// The area of the competition.
    Here,
    /// The areas chosen last on this card.
    Prev,
    /// On a border of the map.
    Edge(Edge),
    /// Occupied by somebody.
    Occupied(Who),
    /// Controlled by somebody.
    Controlled(Who),
    /// With a City of somebody.
    City(Who),
    /// In or next to an area of somebody.
    Near(Who),
    /// Home of somebody.
    Home(Who),
    /// Next to an area of somebody.
    NextTo(Who),
    /// Next to an area chosen last.
    NextToPrev,
    /// Next to the area of the competition.
    NextToHere,
    /// Next to a sea.
    NextToSea,
    /// Next to a coastal sea.
    NextToCoastal,
    /// Next to an open sea.
    NextToOpen,
    /// The home of somebody, or next to it: for sheets.
    Round(Who),
    /// Next to the home of somebody: for sheets.
    Beside(Who),
    /// With at least two discs of somebody: for sheets.
    Two(Who),
    /// In or next to a sea that somebody occupies: for sheets.
    Shore(Who),
    /// Along the Nile: for sheets.
    Nile,
    /// An area: a home that goes with a scenario's prize (IS-14.5).
    Only(Area),
    /// An area or next to it.
    About(Area),
    /// Next to an area.
    BesideArea(Area),
}

/// Which areas fit: all terms must be true, those with `false` must not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Selector(pub Vec<(bool, Fit)>);

/// How many areas a step touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// So many discs in each of so many areas; `u8::MAX` discs are all.
    Areas {
        /// Discs in each.
        n: u8,
        /// Areas.
        areas: u8,
    },
    /// So many discs in every area that fits.
    Every {
        /// Discs in each.
        n: u8,
    },
    /// So many discs, spread freely.
    Total(u8),
}

/// Where discs come or go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// How many, in how many areas.
    pub reach: Reach,
    /// Which areas fit.
    pub area: Selector,
    /// Every area after the first is next to one chosen before.
    pub linked: bool,
    /// Discs just placed count as presence for the next one.
    pub chain: bool,
    /// The faction may be chosen anew for every disc.
    pub mixed: bool,
    /// The ban on open sea before Epoch IV is lifted.
    pub open_ok: bool,
    /// Stacking limits are ignored.
    pub overstack: bool,
}

/// What is done with a Wonder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonderAct {
    /// Built for so many resources less.
    Build(u8),
    /// Turned face up again.
    Restore,
    /// Turned face down.
    Destroy,
    /// So many discs are added.
    Add(u8),
    /// So many discs are taken off.
    Drain(u8),
}

/// How long areas are banned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// To the end of this turn.
    Turn,
    /// To the end of the next turn.
    NextTurn,
}

/// An operation of the vocabulary (IS-12.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Discs from the supply come on the map; white ones are allies of `ally`.
    Place { disc: Who, ally: Who, spread: Spread },
    /// Discs leave the map.
    Remove { disc: Who, spread: Spread },
    /// Discs are replaced by others.
    Replace { disc: Who, with: Who, spread: Spread },
    /// Own discs on the map move to areas that fit.
    Move { spread: Spread },
    /// Discs go from the supply to the Ready box.
    Ready(u8),
    /// Talents are gained or lost.
    Talents { who: Who, n: i8 },
    /// Victory points are gained or lost.
    Vp { who: Who, n: i8 },
    /// Cards are drawn; some of them are kept.
    Draw { who: Who, n: u8, keep: u8, from_discards: bool },
    /// Cards are discarded.
    Discard { who: Who, n: u8, random: bool },
    /// Cards change hands.
    Steal { who: Who, n: u8, random: bool },
    /// Something happens to a Wonder.
    Wonder { who: Who, act: WonderAct },
    /// Any place in the turn order is taken.
    Order,
    /// The Epoch ends.
    EndEpoch,
    /// No discs are lost in the first rounds of a competition.
    Shield { rounds: u8 },
    /// A disc of this card is lost in place of one on the map (IS-5.7).
    Ransom,
    /// No discs can be kept by paying in this competition.
    NoRansom { who: Who },
    /// No competition is held in an area.
    Truce { spread: Spread },
    /// No civilization may place discs in some areas.
    Ban { spread: Spread, until: Until },
    /// Somebody chooses one of several lists of steps.
    Choose { who: Option<Who>, options: Vec<Vec<Step>> },
}

/// When a step counts (IS-12.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Somebody occupies an area that fits.
    pub occupies: Option<Selector>,
    /// The player occupies no area that fits: for sheets.
    pub lacks: Option<Selector>,
    /// The Epoch, at least.
    pub epoch_min: u8,
    /// The Epoch, at most: for sheets.
    pub epoch_max: u8,
    /// The turn of the Epoch, at least.
    pub turn_min: u8,
    /// The player may have a disc in open sea now.
    pub able_open: bool,
    /// The step before had an effect, or had none.
    pub done: Option<bool>,
}

impl Condition {
    /// No condition.
    pub fn always() -> Condition {
        Condition { occupies: None, lacks: None, epoch_min: 0, epoch_max: 4, turn_min: 0, able_open: false, done: None }
    }
}

/// One step of an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is done.
    pub op: Op,
    /// Who chooses.
    pub by: Who,
    /// When the step counts.
    pub condition: Condition,
    /// The step is repeated for every area that fits: selector, divisor, most.
    pub per: Option<(Selector, u8, u8)>,
    /// Fewer are allowed.
    pub up_to: bool,
    /// The step exists only at this time.
    pub when: Option<Time>,
    /// A later step looks at the areas chosen here, so an area may be chosen for what lies around it (IS-5.2.2).
    pub leads: bool,
}

impl Selector {
    fn rooted(&mut self, home: Area) {
        for (_, fit) in &mut self.0 {
            *fit = match *fit {
                Fit::Home(Who::Me) => Fit::Only(home),
                Fit::Round(Who::Me) => Fit::About(home),
                Fit::Beside(Who::Me) => Fit::BesideArea(home),
                other => other,
            };
        }
    }
}

impl Step {
    /// Whether the step brings Barbarians on the map.
    pub fn brings_barbarians(&self) -> bool {
        match &self.op {
            Op::Place { disc: Who::Barbarian, .. } | Op::Replace { with: Who::Barbarian, .. } => true,
            Op::Choose { options, .. } => options.iter().flatten().any(Step::brings_barbarians),
            _ => false,
        }
    }

    /// Whether the step chooses areas at sea.
    pub fn is_at_sea(&self) -> bool {
        self.op.spread().is_some_and(|spread| spread.area.0.contains(&(true, Fit::Sea)))
    }

    /// The step with another area in place of the player's home (IS-14.5).
    pub fn rooted(&mut self, home: Area) {
        let Condition { occupies, lacks, .. } = &mut self.condition;
        occupies.iter_mut().chain(lacks).for_each(|selector| selector.rooted(home));
        self.per.iter_mut().for_each(|(selector, ..)| selector.rooted(home));
        match &mut self.op {
            Op::Place { spread, .. }
            | Op::Remove { spread, .. }
            | Op::Replace { spread, .. }
            | Op::Move { spread }
            | Op::Truce { spread }
            | Op::Ban { spread, .. } => spread.area.rooted(home),
            Op::Choose { options, .. } => options.iter_mut().flatten().for_each(|step| step.rooted(home)),
            _ => {}
        }
    }
}

impl Op {
    /// The areas that the step chooses, if it chooses any.
    pub fn spread(&self) -> Option<&Spread> {
        match self {
            Op::Place { spread, .. }
            | Op::Remove { spread, .. }
            | Op::Replace { spread, .. }
            | Op::Move { spread }
            | Op::Truce { spread }
            | Op::Ban { spread, .. } => Some(spread),
            _ => None,
        }
    }

    /// Whose talents, points, cards, Wonders or choices the step is about, where it says so.
    pub fn who(&self) -> Option<Who> {
        match self {
            Op::Talents { who, .. }
            | Op::Vp { who, .. }
            | Op::Draw { who, .. }
            | Op::Discard { who, .. }
            | Op::Steal { who, .. }
            | Op::Wonder { who, .. }
            | Op::NoRansom { who } => Some(*who),
            Op::Choose { who, .. } => *who,
            _ => None,
        }
    }

    /// Whose discs the step is about, where it says so.
    pub fn disc(&self) -> Option<Who> {
        match self {
            Op::Place { disc: Who::White, ally, .. } => Some(*ally),
            Op::Place { disc, .. } | Op::Remove { disc, .. } | Op::Replace { disc, .. } => Some(*disc),
            _ => None,
        }
    }

    /// Whether the player names a faction in this step.
    pub fn names(&self) -> bool {
        let one_for_all = self.spread().is_none_or(|spread| !spread.mixed);
        one_for_all && self.who().or(self.disc()).is_some_and(Who::is_named_here) && !matches!(self, Op::Wonder { .. })
    }

    /// Whether somebody makes a choice in this step.
    pub fn chooses(&self) -> bool {
        let areas = self.spread().is_some_and(|spread| spread.mixed || !matches!(spread.reach, Reach::Every { .. }));
        areas || self.names() || matches!(self, Op::Wonder { .. } | Op::Order | Op::Choose { .. })
    }
}
