//! Goods, colours, symbols, cards: the small things of the game.

use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabellarius_kernel::{id, keyed};

id!(
    /// A structure: all copies of one name. A city holds at most one of each (7W-4.1.2).
    Card, "card"
);

keyed!(
    /// A good, in the order in which purchases are listed.
    Good, "good", {
        Wood = "wood",
        Stone = "stone",
        Clay = "clay",
        Ore = "ore",
        Glass = "glass",
        Cloth = "cloth",
        Papyrus = "papyrus",
    }
);

keyed!(
    /// The colour of a structure.
    Colour, "colour", {
        /// Raw materials.
        Brown = "brown",
        /// Manufactured goods.
        Grey = "grey",
        /// Civilian structures.
        Blue = "blue",
        /// Commercial structures.
        Yellow = "yellow",
        /// Military structures.
        Red = "red",
        /// Scientific structures.
        Green = "green",
        /// Guilds.
        Purple = "purple",
        /// Leaders: recruited, never dealt with an age.
        White = "white",
        /// Structures of the underworld of cities.
        Black = "black",
    }
);

keyed!(
    /// A neighbour: west sits on the left, east on the right (7W-1.3).
    Side, "side", { West = "west", East = "east" }
);

keyed!(
    /// What a player does with a card (7W-4).
    Way, "way", {
        /// Builds the structure.
        Build = "build",
        /// Builds it without paying, by a power (7W-7.3).
        Free = "free",
        /// Builds the next stage of the wonder with it.
        Stage = "stage",
        /// Sells it.
        Sell = "sell",
    }
);

keyed!(
    /// What a card or a stage lets its owner do.
    Power, "power", {
        /// Builds one structure an age without paying.
        FreeStructure = "free-structure",
        /// Plays the last card of an age too.
        LastCard = "last-card",
        /// Builds a card from the discards.
        FromDiscards = "from-discards",
        /// Counts a neighbour's guild as his own.
        CopyGuild = "copy-guild",
        /// Gets a coin back from the bank for each neighbour he buys from in a turn.
        Refund = "refund",
        /// His defeats go to the victor.
        DefeatsReturned = "defeats-returned",
        /// Uses a neighbour's leader as his own.
        CopyLeader = "copy-leader",
        /// Recruits one more leader at once.
        ExtraLeader = "extra-leader",
        /// Keeps out of the next conflicts.
        Diplomacy = "diplomacy",
        /// Copies a symbol of a neighbour's green structure at the end.
        Mask = "mask",
        /// One more good a turn of those that the city makes and sells.
        Warehouse = "warehouse",
        /// One good a turn of those that the city does not make.
        BlackMarket = "black-market",
        /// His defeats count as shields in conflicts.
        DefeatsAsShields = "defeats-as-shields",
        /// The bank pays one coin more, once a turn.
        BankBonus = "bank-bonus",
        /// Builds one black structure an age without paying.
        FreeBlack = "free-black",
        /// Invokes myths without paying.
        FreeInvocation = "free-invocation",
        /// Neighbours' guilds count nothing in this city.
        Shunned = "shunned",
        /// Exchanges two defeats for a victory when it comes into play.
        Amends = "amends",
        /// Chains from the neighbours' structures, for a coin each time.
        NeighbourChains = "neighbour-chains",
        /// Builds further copies of structures.
        Copies = "copies",
        /// Nothing that others' black cards and myths do harms the city.
        Immune = "immune",
        /// Triples one good a turn.
        Triples = "triples",
        /// Partners use each other's goods for nothing.
        SharedGoods = "shared-goods",
        /// Partners fight with each other's shields.
        SharedShields = "shared-shields",
        /// The partner gets coins too.
        SharedCoins = "shared-coins",
    }
);

/// A set of kinds of goods, one bit each.
pub type Kinds = u8;

/// The kinds that brown cards give.
pub const RAW: Kinds = 0b000_1111;
/// The kinds that grey cards give.
pub const MANUFACTURED: Kinds = 0b111_0000;

impl Good {
    /// The good alone as a set of kinds.
    pub fn kind(self) -> Kinds {
        1 << self as u8
    }
}

/// How many of each good: four bits a kind, so that adding is adding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct Goods(u32);

impl Goods {
    /// Nothing.
    pub const NONE: Goods = Goods(0);

    /// One of a good.
    pub fn one(good: Good) -> Goods {
        Goods(1 << (4 * good as u32))
    }

    /// So many of a good; more than 15 of a kind do not exist.
    pub fn some(good: Good, count: u8) -> Goods {
        Goods(u32::from(count.min(15)) << (4 * good as u32))
    }

    /// How many of a good.
    pub fn count(self, good: Good) -> u8 {
        (self.0 >> (4 * good as u32) & 15) as u8
    }

    /// Whether there is nothing.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// How many goods in all.
    pub fn len(self) -> u8 {
        let pairs = (self.0 & 0x0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// The same as [`Goods::is_none`], for those who look for it under this name.
    pub fn is_empty(self) -> bool {
        self.is_none()
    }

    /// The kinds there are.
    pub fn kinds(self) -> Kinds {
        let mut kinds = 0;
        let mut rest = self.0;
        while rest != 0 {
            let kind = rest.trailing_zeros() / 4;
            kinds |= 1 << kind;
            rest &= !(15 << (4 * kind));
        }
        kinds
    }

    /// How many goods of these kinds.
    pub fn among(self, kinds: Kinds) -> u8 {
        let mut sum = 0;
        let mut rest = kinds;
        while rest != 0 {
            let kind = rest.trailing_zeros();
            sum += (self.0 >> (4 * kind) & 15) as u8;
            rest &= rest - 1;
        }
        sum
    }

    /// Both together.
    pub fn plus(self, other: Goods) -> Goods {
        Goods(self.0 + other.0)
    }

    /// Both together, but of no kind more than seven: nothing costs more, and letters may ask for anything.
    pub fn plus_capped(self, other: Goods) -> Goods {
        let sum = |good: &Good| Goods::some(*good, (self.count(*good) + other.count(*good)).min(7));
        Good::ALL.iter().fold(Goods::NONE, |all, good| all.plus(sum(good)))
    }

    /// What is left of this when the other is taken away, kind by kind; never less than nothing.
    pub fn less(self, other: Goods) -> Goods {
        let mut left = 0;
        let mut rest = self.0;
        while rest != 0 {
            let at = rest.trailing_zeros() & !3;
            let (have, take) = (self.0 >> at & 15, other.0 >> at & 15);
            left |= have.saturating_sub(take) << at;
            rest &= !(15 << at);
        }
        Goods(left)
    }

    /// Whether there is at least as much of each kind as in the other.
    pub fn has(self, other: Goods) -> bool {
        other.less(self).is_none()
    }

    /// Each kind with its number.
    pub fn each(self) -> impl Iterator<Item = (Good, u8)> {
        Good::ALL.iter().map(move |good| (*good, self.count(*good))).filter(|(_, count)| *count > 0)
    }
}

impl FromIterator<Good> for Goods {
    fn from_iter<I: IntoIterator<Item = Good>>(goods: I) -> Goods {
        goods.into_iter().fold(Goods::NONE, |sum, good| sum.plus(Goods::one(good)))
    }
}

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
            let at = self.iter().take_while(|own| *own <= card).count();
            let end = self.len();
            self.cards.copy_within(at..end, at + 1);
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
    fn goods_add_and_subtract_kind_by_kind() {
        let cost: Goods = [Good::Wood, Good::Clay, Good::Clay, Good::Papyrus].into_iter().collect();
        assert_eq!((cost.len(), cost.count(Good::Clay), cost.kinds()), (4, 2, 0b100_0101));
        assert_eq!(cost.less(Goods::some(Good::Clay, 3)).len(), 2);
        assert!(cost.has(Goods::one(Good::Wood)) && !cost.has(Goods::some(Good::Wood, 2)));
        assert_eq!(cost.among(0b100_0100), 3);
    }

    #[test]
    fn hands_stay_in_order() {
        let mut hand: Hand = [Card(7), Card(3), Card(7), Card(1)].into_iter().collect();
        assert!(hand.remove(Card(7)) && !hand.remove(Card(9)));
        assert_eq!(hand.iter().collect::<alloc::vec::Vec<_>>(), [Card(1), Card(3), Card(7)]);
        assert_eq!(hand, [Card(3), Card(1), Card(7)].into_iter().collect());
    }
}
