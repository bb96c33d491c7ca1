//! Orders that only a game with gods, creatures and heroes of myth knows. How they are written is in `language/rites.rs`.

use super::ground::Place;
use super::orders::{Number, Order, Spot};
use crate::pieces::{Cards, God, Good, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// Where something is to be used that may be used once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spread<T> {
    /// Nowhere.
    Never,
    /// Wherever it can be first.
    Any,
    /// In these places only.
    In(Vec<T>),
}

impl<T: PartialEq> Spread<T> {
    /// Whether a place is meant.
    pub fn has(&self, place: &T) -> bool {
        match self {
            Spread::Never => false,
            Spread::Any => true,
            Spread::In(places) => places.contains(place),
        }
    }

    /// Whether what is meant by the other is meant by this.
    fn covers(&self, done: &Spread<T>) -> bool {
        match done {
            Spread::In(places) => places.iter().all(|place| self.has(place)),
            // Nothing came of it there.
            Spread::Never => *self != Spread::Any || *self == *done,
            Spread::Any => *self == Spread::Any,
        }
    }
}

/// When Mars adds to a roll (MY-6.3.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fury {
    /// Where.
    pub at: Spread<Place>,
    /// Only if it turns the battle: with it no enemy is left, without it one is.
    pub decides: bool,
}

/// When a god of destruction strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// As soon as the owner may.
    Now,
    /// When all have moved.
    Last,
}

/// On which occasion Poseidon takes a trireme (MY-6.3.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// At some moment of the owner's.
    At(Moment),
    /// When it carries units; to this province, if said.
    Carries(Option<Province>),
    /// When it fights.
    Fights,
}

/// A trireme that Poseidon may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prey {
    /// Where: a sea, or the province where it was built; anywhere, if not said.
    pub at: Option<Place>,
    /// Whose; anybody's, if not said.
    pub seat: Option<Seat>,
    /// When.
    pub occasion: Occasion,
}

/// Who does not act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idler {
    /// Jason takes no caravan.
    Jason,
    /// Aeneas crosses no sea.
    Aeneas,
    /// The titans throw nothing.
    Titans,
}

/// To whom Isis gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// To the writer.
    Me,
    /// To a civilization.
    Seat(Seat),
    /// To all who are not named.
    Others,
}

/// A card that Isis gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gift {
    /// Which; any, if not said.
    pub good: Option<Good>,
    /// To whom.
    pub to: Whom,
}

/// One order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rite {
    /// An offering to one of these gods, the dearest first; to none, if empty.
    Pray { gods: Vec<God>, with: Option<Cards> },
    /// The god that Adonis brings, the dearest first; none, if empty.
    Adonis(Vec<God>),
    /// The role that Athena helps to.
    Athena(Option<Role>),
    /// What Hermes yields, the dearest first; nothing, if empty.
    Hermes(Vec<Good>),
    /// What Isis gives to whom; nothing, if empty.
    Isis(Vec<Gift>),
    /// What Baal or Vulcan destroys: the first that stands there. Never, if empty.
    Raze { god: God, targets: Vec<(Province, Option<Spot>)>, moment: Moment },
    /// Which triremes Poseidon takes. Never, if empty.
    Poseidon(Vec<Prey>),
    /// Against which gods Astarte shields. Never, if empty.
    Astarte(Vec<God>),
    /// When Mars adds to a roll.
    Mars(Fury),
    /// Where the Greeks attack whoever carries units against them.
    Blockade(Spread<Sea>),
    /// Where Medusa forbids battle.
    Medusa(Spread<Province>),
    /// Where Hercules makes a legion a creature.
    Hercules(Spread<Province>),
    /// How many enemy legions Midas buys, everywhere or in one province.
    Midas { at: Option<Province>, legions: u8 },
    /// Ajax rolls again what shows no more than this.
    Ajax(u8),
    /// How many dice Hamilcar sets to four; all, if not said.
    Hamilcar(Option<u8>),
    /// The sea that Aeneas crosses.
    Aeneas(Sea),
    /// Jason takes a caravan home.
    Jason { from: Province, good: Option<Good>, to: Province, onto: Option<Good> },
    /// Titans throw from where they stand.
    Bombard { from: Province, at: Place, target: Option<Seat>, titans: Option<u8> },
    /// Somebody who may act does not.
    Idle(Idler),
    /// Krakens dive.
    Dive { number: Number, from: Place },
    /// Krakens come up, and go on if said.
    Surface { number: u8, sea: Sea, to: Option<Place> },
    /// A move of land units when the battles of those who went before are over: the second wave, the third …
    Wave { wave: u8, number: Number, unit: Option<Unit>, from: Place, to: Place, via: Vec<Sea> },
}

impl Rite {
    /// Whether it is a wish about something that may never come.
    pub fn may_never_come(&self) -> bool {
        use Rite::*;
        match self {
            Astarte(_) | Mars(_) | Blockade(_) | Medusa(_) | Hercules(_) | Midas { .. } | Ajax(_) | Hamilcar(_) => true,
            Poseidon(prey) => prey.iter().any(|prey| !matches!(prey.occasion, Occasion::At(_))),
            _ => false,
        }
    }

    /// Whether it asks for nothing to be done.
    pub fn is_abstention(&self) -> bool {
        use Rite::*;
        match self {
            Pray { gods, .. } | Adonis(gods) | Astarte(gods) => gods.is_empty(),
            Athena(role) => role.is_none(),
            Hermes(goods) => goods.is_empty(),
            Isis(gifts) => gifts.is_empty(),
            Raze { targets, .. } => targets.is_empty(),
            Poseidon(prey) => prey.is_empty(),
            Mars(Fury { at, .. }) => *at == Spread::Never,
            Blockade(spread) => *spread == Spread::Never,
            Medusa(spread) | Hercules(spread) => *spread == Spread::Never,
            Midas { legions, .. } => *legions == 0,
            Ajax(0) | Hamilcar(Some(0)) | Idle(_) => true,
            _ => false,
        }
    }
}

/// Whether an order moves units in a way of its own: krakens under the sea, or a later wave.
pub fn moves(order: &Order) -> bool {
    matches!(order, Order::Rite(Rite::Dive { .. } | Rite::Surface { .. } | Rite::Wave { .. }))
}

/// Whether doing the one is within the words of the other.
pub fn covers(said: &Rite, done: &Rite) -> bool {
    use Rite::*;
    // A wish that was not to be had, or whose hour did not come, may come to nothing.
    if core::mem::discriminant(said) == core::mem::discriminant(done) && done.is_abstention() {
        return may_come_to_nothing(said, done);
    }
    match (said, done) {
        (Pray { gods, with }, Pray { gods: done, with: paid }) => {
            done.iter().all(|god| gods.contains(god)) && (with.is_none() || with == paid)
        }
        (Adonis(said), Adonis(done)) | (Astarte(said), Astarte(done)) => done.iter().all(|god| said.contains(god)),
        // A list that is too short is filled up.
        (Hermes(said), Hermes(done)) => done.iter().any(|good| said.contains(good)),
        (Isis(said), Isis(done)) => !said.is_empty() && done.iter().all(|gift| matches!(gift.to, Whom::Seat(_))),
        (Raze { god, targets, .. }, Raze { god: by, targets: done, .. }) => {
            let meant = |target: &(Province, Option<Spot>)| {
                targets.iter().any(|(province, spot)| *province == target.0 && (spot.is_none() || *spot == target.1))
            };
            god == by && done.iter().all(meant)
        }
        (Poseidon(said), Poseidon(done)) => {
            let within = |prey: &Prey, meant: &Prey| {
                (meant.at.is_none() || meant.at == prey.at)
                    && (meant.seat.is_none() || meant.seat == prey.seat)
                    && occasions(meant.occasion, prey.occasion)
            };
            done.iter().all(|prey| said.iter().any(|meant| within(prey, meant)))
        }
        (Mars(said), Mars(done)) => said.at.covers(&done.at),
        (Blockade(said), Blockade(done)) => said.covers(done),
        (Medusa(said), Medusa(done)) | (Hercules(said), Hercules(done)) => said.covers(done),
        (Midas { at, legions }, Midas { at: place, legions: bought }) => {
            (at.is_none() || at == place) && bought <= legions
        }
        (Hamilcar(said), Hamilcar(done)) => said.is_none_or(|said| done.is_some_and(|done| done <= said)),
        (Jason { from, good, to, onto }, Jason { from: f, good: g, to: t, onto: o }) => {
            from == f && to == t && (good.is_none() || good == g) && (onto.is_none() || onto == o)
        }
        (Bombard { from, at, target, titans }, Bombard { from: f, at: a, target: t, titans: n }) => {
            from == f && at == a && (target.is_none() || target == t) && (titans.is_none() || n <= titans)
        }
        (Dive { number, from }, Dive { number: gone, from: start }) => enough(*number, *gone) && from == start,
        (
            Wave { wave, number, unit, from, to, via },
            Wave { wave: n, number: gone, unit: kind, from: start, to: end, via: way },
        ) => {
            let who = enough(*number, *gone) && (unit.is_none() || unit == kind);
            who && wave == n && from == start && to == end && (via.is_empty() || via == way)
        }
        (Jason { .. }, Idle(Idler::Jason)) | (Aeneas(_), Idle(Idler::Aeneas)) => true,
        (Bombard { .. }, Idle(Idler::Titans)) => true,
        (Surface { number, sea, to }, Surface { number: n, sea: s, to: t }) => {
            let lands = t.is_none() && matches!(to, Some(Place::Land(_)));
            n <= number && sea == s && (to == t || lands)
        }
        (said, done) => said == done,
    }
}

/// Whether so many are no more than were wanted.
fn enough(said: Number, done: Number) -> bool {
    match (said, done) {
        (Number::All, _) => true,
        (Number::Exactly(said), Number::Exactly(done)) => done <= said,
        (Number::Exactly(_), Number::All) => false,
    }
}

fn occasions(meant: Occasion, came: Occasion) -> bool {
    match (meant, came) {
        (Occasion::Carries(None), Occasion::Carries(_)) => true,
        (meant, came) => meant == came,
    }
}

/// Whether a wish may come to nothing in the words of the answer: only a wish for everything, everywhere, cannot.
fn may_come_to_nothing(said: &Rite, done: &Rite) -> bool {
    use Rite::*;
    match (said, done) {
        (Mars(Fury { at: Spread::Any, decides: false }), _) => false,
        (Medusa(Spread::Any) | Hercules(Spread::Any), _) => false,
        (Ajax(said), Ajax(done)) => said == done,
        (Hamilcar(said), Hamilcar(done)) => said == done,
        (Isis(said), _) => said.is_empty(),
        (Idle(said), Idle(done)) => said == done,
        (Raze { god, .. }, Raze { god: by, .. }) => god == by,
        (Midas { at, .. }, Midas { at: place, .. }) => at.is_none() || at == place,
        _ => true,
    }
}
