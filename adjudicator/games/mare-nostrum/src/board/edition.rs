//! What a data file of each edition must speak of.

use crate::pieces::{Card, Good, Role, Unit};

/// The kinds of things that an edition of the game has.
#[derive(PartialEq, Eq, Debug)]
pub struct Edition {
    /// Money first, then the goods from rare to common.
    pub goods: &'static [Good],
    /// Heroes, then wonders.
    pub cards: &'static [Card],
    /// The units of a player's own colour.
    pub units: &'static [Unit],
    /// The leaders.
    pub roles: &'static [Role],
    /// How many can play at most.
    pub most_players: usize,
    /// How many provinces a player controls without a marker, because his mark is printed there.
    pub printed_marks: u8,
}

const THREE_UNITS: &[Unit] = &[Unit::Legion, Unit::Fortress, Unit::Trireme];
const THREE_ROLES: &[Role] = &[Role::Director, Role::Political, Role::Military];

impl Edition {
    /// Mythology (MY-1.4, MY-4.6): the game of 2003 with more of everything.
    pub const MYTHOLOGY: Edition = {
        use Card::*;
        use Good::*;
        Edition {
            goods: &[
                Tax, Perfume, Papyrus, Gold, Gems, Pottery, Oil, Wine, Livestock, Fruit, Metal, Grain, Fish, Slaves,
            ],
            cards: &[
                JuliusCaesar,
                Card::Hannibal,
                Pericles,
                Cleopatra,
                Hammurabi,
                Atlas,
                Agamemnon,
                Archimedes,
                Helen,
                Nebuchadnezzar,
                Solomon,
                Ulysses,
                Achilles,
                Adonis,
                Ajax,
                Hamilcar,
                Antigone,
                Ariadne,
                CastorAndPollux,
                Circe,
                Croesus,
                Aeneas,
                Hercules,
                Jason,
                Gilgamesh,
                Imhotep,
                Medusa,
                Midas,
                Minos,
                Moses,
                Penthesilea,
                QueenOfSheba,
                Spartacus,
                Colossus,
                HangingGardens,
                TempleOfArtemis,
                StatueOfZeus,
                Lighthouse,
                Mausoleum,
                Pyramids,
            ],
            units: &[Unit::Legion, Unit::Fortress, Unit::Trireme, Unit::Creature],
            roles: &[Role::Director, Role::HighPriest, Role::Political, Role::Military],
            most_players: 6,
            printed_marks: 0,
        }
    };

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
            units: THREE_UNITS,
            roles: THREE_ROLES,
            most_players: 5,
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
            units: THREE_UNITS,
            roles: THREE_ROLES,
            most_players: 5,
            printed_marks: 1,
        }
    };
}
