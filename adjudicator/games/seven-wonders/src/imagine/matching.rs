//! Cards find places: a matching in which every place gets one that it accepts, if there is one.

use alloc::vec;
use alloc::vec::Vec;

/// For each place the number of the card that comes there. Places that come first choose first; of the cards they take the first ones.
pub(super) fn find(places: usize, cards: usize, accepts: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut matching = Matching { of_place: vec![None; places], of_card: vec![None; cards], accepts };
    for place in 0..places {
        let free = (0..cards).find(|card| matching.of_card[*card].is_none() && (matching.accepts)(place, *card));
        match free {
            Some(card) => matching.join(place, card),
            None => {
                matching.make_room(place, &mut vec![false; cards]);
            }
        }
    }
    matching.of_place
}

struct Matching<A> {
    of_place: Vec<Option<usize>>,
    of_card: Vec<Option<usize>>,
    accepts: A,
}

impl<A: Fn(usize, usize) -> bool> Matching<A> {
    fn join(&mut self, place: usize, card: usize) {
        self.of_place[place] = Some(card);
        self.of_card[card] = Some(place);
    }

    /// Gives a place a card that another place can do without; says whether there is one.
    fn make_room(&mut self, place: usize, tried: &mut [bool]) -> bool {
        for card in 0..self.of_card.len() {
            if tried[card] || !(self.accepts)(place, card) {
                continue;
            }
            tried[card] = true;
            let has_room = match self.of_card[card] {
                None => true,
                Some(other) => self.make_room(other, tried),
            };
            if has_room {
                self.join(place, card);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_make_room_for_each_other() {
        // The first place takes what only the second can use, and gives it back.
        let accepts =
            |place: usize, card: usize| [[true, true, true], [true, false, false], [true, true, false]][place][card];
        let found = find(3, 3, accepts);
        assert!(
            found.iter().enumerate().all(|(place, card)| card.is_some_and(|card| accepts(place, card))),
            "{found:?}"
        );
        let mut used: Vec<_> = found.into_iter().flatten().collect();
        used.sort();
        assert_eq!(used, [0, 1, 2]);
    }

    #[test]
    fn a_place_without_a_card_stays_empty() {
        assert_eq!(find(2, 2, |_, card| card == 1), [Some(1), None]);
    }
}
