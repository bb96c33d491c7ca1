//! What a data file of each edition must speak of.

use crate::pieces::{Card, Good};

/// The kinds of things that an edition of the game has.
#[derive(PartialEq, Eq, Debug)]
pub struct Edition {
    /// Money first, then the goods from rare to common.
    pub goods: &'static [Good],
    /// Heroes, then wonders.
    pub cards: &'static [Card],
    /// How many provinces a player controls without a marker, because his mark is printed there.
    pub printed_marks: u8,
}

impl Edition {
    /// The game of 2003 (MN-1.4, MN-4.6).
    pub const CLASSIC: Edition = {
        use Card::*;
        use Good::*;
        Edition {
            goods: &[Tax, Perfume, Papyrus, Gold, Gems, Oil, Wine, Livestock, Fruit, Metal, Grain, Fish, Slaves],
            cards: &[
                JuliusCaesar,
                Card::Hannibal,
                Pericles,
                Cleopatra,
                Hammurabi,
                Agamemnon,
                Archimedes,
                Helen,
                Nebuchadnezzar,
                Solomon,
                Ulysses,
                Colossus,
                HangingGardens,
                TempleOfArtemis,
                StatueOfZeus,
                Lighthouse,
                Mausoleum,
                Pyramids,
            ],
            printed_marks: 0,
        }
    };

    /// The game of 2016 (EM-1.4, EM-4.6).
    pub const EMPIRES: Edition = {
        use Card::*;
        use Good::*;
        Edition {
            goods: &[Tax, Pottery, Gems, Papyrus, Metal, Spice, Stone, Wood, Gold, Grain, Oil, Sheep, Wine, Gladiator],
            cards: &[
                JuliusCaesar,
                Hannibal,
                Pericles,
                Cleopatra,
                Hammurabi,
                Nebuchadnezzar,
                CastorAndPollux,
                Circe,
                Penthesilea,
                Gilgamesh,
                Perseus,
                Hamilcar,
                QueenOfSheba,
                Hercules,
                Ramses,
                Spartacus,
                Antigone,
                Colossus,
                HangingGardens,
                TempleOfArtemis,
                StatueOfZeus,
                Lighthouse,
                Pyramids,
            ],
            printed_marks: 1,
        }
    };
}
