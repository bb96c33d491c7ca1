//! Goods, colours, symbols, cards: the small things of the game.

mod cards;
mod goods;

pub use cards::{CardSet, HAND, Hand};
pub use goods::{Goods, Kinds, MANUFACTURED, RAW};
use tabellarius_kernel::{id, keyed};

impl Power {
    /// Whether a card or a stage can bring it. Some powers only myths give, and one counts only with a stage.
    pub fn has_carrier(self, is_stage: bool) -> bool {
        match self {
            Power::Immune
            | Power::Copies
            | Power::Triples
            | Power::SharedGoods
            | Power::SharedShields
            | Power::SharedCoins
            | Power::NeighbourChains => false,
            // A stage never leaves its city, and a leader is copied once.
            Power::CopyLeader => !is_stage,
            _ => true,
        }
    }
}

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
