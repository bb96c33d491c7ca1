//! Sets of structures, and hands.

use super::Card;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of structures.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CardSet([u64; 4]);

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut set = CardSet::NONE;
        alloc::vec::Vec::<Card>::deserialize(from)?.into_iter().for_each(|card| set.insert(card));
        Ok(set)
    }
}

impl CardSet {
    /// No card.
    pub const NONE: CardSet = CardSet([0; 4]);

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0[card.index() / 64] |= 1 << (card.0 % 64);
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: Card) {
        self.0[card.index() / 64] &= !(1 << (card.0 % 64));
    }

    /// How many cards.
    pub fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// All cards of both.
    pub fn union(&self, other: &CardSet) -> CardSet {
        let [a, b] = [self.0, other.0];
        CardSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// Whether the card is there.
    pub fn contains(&self, card: Card) -> bool {
        self.0[card.index() / 64] >> (card.0 % 64) & 1 == 1
    }

    /// Whether both have a card in common.
    pub fn meets(&self, other: &CardSet) -> bool {
        self.0.iter().zip(&other.0).any(|(one, two)| one & two != 0)
    }

    /// The cards in the order of the data.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        self.0.into_iter().zip([0u8, 64, 128, 192]).flat_map(|(mut bits, first)| {
            core::iter::from_fn(move || {
                let next = bits.trailing_zeros() as u8;
                bits &= bits.wrapping_sub(1);
                (next < 64).then(|| Card(first + next))
            })
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// The most cards in a hand.
pub const HAND: usize = 12;

/// The cards of a hand, in the order of the data: at most twelve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    cards: [u8; HAND],
    size: u8,
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::EMPTY
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        alloc::vec::Vec::<Card>::deserialize(from).map(Hand::from_iter)
    }
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand { cards: [u8::MAX; HAND], size: 0 };

    /// How many cards.
    pub fn len(&self) -> usize {
        usize::from(self.size)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The card at a place.
    pub fn get(&self, at: usize) -> Option<Card> {
        (at < self.len()).then(|| Card(self.cards[at]))
    }

    /// The cards.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards[..self.len().min(HAND)].iter().copied().map(Card)
    }

    /// Whether a card is there.
    pub fn contains(&self, card: Card) -> bool {
        self.iter().any(|own| own == card)
    }

    /// Puts a card at its place; a thirteenth finds none.
    pub fn insert(&mut self, card: Card) {
        if self.len() < HAND {
            let mut at = self.len();
            while at > 0 && self.cards[at - 1] > card.0 {
                self.cards[at] = self.cards[at - 1];
                at -= 1;
            }
            self.cards[at] = card.0;
            self.size += 1;
        }
    }

    /// Takes a card out; says whether it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let Some(at) = self.iter().position(|own| own == card) else { return false };
        let end = self.len();
        self.cards.copy_within(at + 1..end, at);
        self.cards[end - 1] = u8::MAX;
        self.size -= 1;
        true
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        let mut hand = Hand::EMPTY;
        cards.into_iter().for_each(|card| hand.insert(card));
        hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_stay_in_order() {
        let mut hand: Hand = [Card(7), Card(3), Card(7), Card(1)].into_iter().collect();
        assert!(hand.remove(Card(7)) && !hand.remove(Card(9)));
        assert_eq!(hand.iter().collect::<alloc::vec::Vec<_>>(), [Card(1), Card(3), Card(7)]);
        assert_eq!(hand, [Card(3), Card(1), Card(7)].into_iter().collect());
    }
}
