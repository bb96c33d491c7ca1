//! What one viewer may know: the table, and his own hand.

use super::event::Place;
use super::language::facts::Thing;
use super::position::{Position, SIDES, State};
use crate::pieces::{Cards, Good, Unit};
use serde::Serialize;
use tabellarius_kernel::{Seat, Viewer};

/// The position as one viewer knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// Who looks, if he has a seat.
    pub seat: Option<Seat>,
    /// What lies on the table. Everything in it is open to all.
    pub position: Position,
    /// His own hand (MN-1.5).
    pub hand: Option<Cards>,
    /// How many cards everybody holds (MN-1.5).
    pub hand_sizes: [u8; SIDES],
    /// All hands, for a moderator only.
    pub all_hands: Option<[Cards; SIDES]>,
}

impl View {
    /// Builds a view.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Observer | Viewer::Moderator => None,
        };
        View {
            seat,
            position: state.position.clone(),
            hand: seat.map(|seat| *state.hand(seat)),
            hand_sizes: state.hands.map(|hand| hand.len() as u8),
            all_hands: (viewer == Viewer::Moderator).then_some(state.hands),
        }
    }

    /// A position that looks like this to the viewer: of other hands only the size is right.
    pub fn as_state(&self) -> State {
        let mut hands = [Cards::NONE; SIDES];
        for (hand, size) in hands.iter_mut().zip(self.hand_sizes) {
            hand.add(Good::Tax, size);
        }
        if let (Some(seat), Some(hand)) = (self.seat, self.hand) {
            hands[seat.index()] = hand;
        }
        State { position: self.position.clone(), hands }
    }

    /// How many of something somebody has, on the whole or in a place, as far as can be seen.
    pub fn count(&self, seat: Seat, thing: Thing, at: Option<Place>) -> u8 {
        let i = seat.index();
        match (thing, at) {
            (Thing::Unit(unit), None) => self.position.units(seat, unit),
            (Thing::Unit(unit), Some(Place::Land(province))) => {
                let area = self.position.area(province);
                match unit {
                    Unit::Legion => area.legions[i],
                    Unit::Fortress => area.fortresses[i],
                    Unit::Trireme => area.docked[i],
                }
            }
            (Thing::Unit(Unit::Trireme), Some(Place::Sea(sea))) => self.position.fleet(sea, seat),
            (Thing::Unit(_), Some(Place::Sea(_))) => 0,
            (Thing::Building(building), None) => self.position.buildings(seat, building),
            (Thing::Building(building), Some(Place::Land(province))) => {
                let area = self.position.area(province);
                let mine = area.sites().filter(|site| site.building() == building && area.holder(*site) == Some(seat));
                mine.count() as u8
            }
            (Thing::Markers, Some(Place::Land(province))) => u8::from(self.position.area(province).owner == Some(seat)),
            (Thing::Markers, None) => self.position.markers(seat),
            (Thing::Building(_) | Thing::Markers, Some(Place::Sea(_))) => 0,
            (Thing::Heroes, _) => self.position.cards_of(seat).count() as u8,
            (Thing::Cards, _) => self.hand_sizes[i],
            (Thing::Good(good), _) if self.seat == Some(seat) => self.hand.map_or(0, |hand| hand.count(good)),
            (Thing::Good(_), _) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::{Classic, Options};
    use tabellarius_kernel::Notation as _;

    /// MN-1.5: a hand is its owner's secret, its size is known to all, and so is the bank.
    #[test]
    fn hands_are_secret_and_their_sizes_are_not() {
        let game = Classic::new(Options::parse(5, "").expect("variant")).expect("board");
        let (rome, greece) = (Seat(0), Seat(2));
        let mut state = game.blank();
        for good in [Good::Gold, Good::Gold, Good::Tax] {
            state.draw(rome, good);
        }
        let (mine, others) = (View::of(&state, Viewer::Seat(rome)), View::of(&state, Viewer::Seat(greece)));
        assert_eq!(mine.hand, Some(*state.hand(rome)));
        assert_eq!(others.hand, Some(Cards::NONE));
        assert_eq!((others.hand_sizes[0], others.all_hands), (3, None));
        assert_eq!(others.count(rome, Thing::Cards, None), 3);
        assert_eq!(others.count(rome, Thing::Good(Good::Gold), None), 0, "the kinds are not to be seen");
        assert_eq!(others.position.bank.count(Good::Gold), 3);
        assert_eq!(View::of(&state, Viewer::Observer).hand, None);
    }
}
