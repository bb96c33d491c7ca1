//! What the own sheet gives at some moment of the Placement step, and whether it came (IS-9.8).

use crate::game::InnerSea;
use crate::orders::{Order, Target, Thing};
use crate::reason::Reason;
use crate::rules::placing::Laid;
use alloc::vec::Vec;
use tabellarius_kernel::{Chance, Lines, Question, Says};

/// Nobody is asked this: the letter has said before what is wanted, and only now it shows whether that could be.
#[derive(Clone, Debug)]
pub struct SheetQuestion {
    has_come: bool,
}

impl SheetQuestion {
    /// What came of a wish among the discs that are laid.
    pub fn of(wish: &[Target], laid: &[Laid]) -> SheetQuestion {
        let came = laid.iter().any(|laid| matches!(laid, Laid::Ability(_)));
        SheetQuestion { has_come: came || wish.contains(&Target::Nothing) }
    }
}

impl Question<InnerSea> for SheetQuestion {
    type Answer = ();
    const NAME: &'static str = "place";

    fn legal(&self, _game: &InnerSea, _answer: &()) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _game: &InnerSea) {}

    fn random(&self, _game: &InnerSea, _chance: &mut Chance) {}

    fn only(&self, _game: &InnerSea) -> Option<()> {
        Some(())
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<()> {
        lines.first(|order| match order {
            Order::Use(Thing::Sheet(_), _) if self.has_come => Says::Yes(()),
            Order::Use(Thing::Sheet(_), _) => Says::No(Reason::BadTarget),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, _answer: &()) -> Vec<Order> {
        Vec::new()
    }
}
