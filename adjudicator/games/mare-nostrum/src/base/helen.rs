//! Helen: which legion that enters one of her owner's provinces changes sides.

use crate::common::Mare;
use crate::common::orders::Order;
use crate::common::reason::Reason;
use crate::pieces::Province;
use alloc::vec::Vec;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says};

/// Which of the entered provinces Helen acts in, if any.
#[derive(Debug)]
pub struct Helen {
    /// The provinces of her owner's that legions have just entered, with how many.
    pub entered: Vec<(Province, u8)>,
}

impl Helen {
    /// Where the largest army entered.
    fn largest(&self) -> Option<Province> {
        let largest = self.entered.iter().map(|(_, legions)| *legions).max()?;
        self.entered.iter().find(|(_, legions)| *legions == largest).map(|(province, _)| *province)
    }
}

impl<G: Mare> Question<G> for Helen {
    type Answer = Option<Province>;
    const NAME: &'static str = "helen";

    fn legal(&self, _: &G, province: &Option<Province>) -> Result<(), G::Reason> {
        match province {
            Some(province) if !self.entered.iter().any(|(entered, _)| entered == province) => {
                Err(Reason::NoHelp.into())
            }
            _ => Ok(()),
        }
    }

    fn default(&self, _: &G) -> Option<Province> {
        self.largest()
    }

    fn choices(&self, _: &G) -> Vec<Option<Province>> {
        self.entered.iter().map(|(province, _)| Some(*province)).chain([None]).collect()
    }

    fn random(&self, _: &G, chance: &mut Chance) -> Option<Province> {
        self.entered.choose(chance).map(|(province, _)| *province)
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<Option<Province>> {
        lines.first(|order| match order {
            Order::HelenNever => Says::Yes(None),
            Order::Helen(provinces) if provinces.is_empty() => Says::Yes(self.largest()),
            Order::Helen(provinces) => {
                let entered = |province: &&Province| self.entered.iter().any(|(entered, _)| entered == *province);
                Says::Yes(provinces.iter().find(entered).copied())
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, province: &Option<Province>) -> Vec<Order> {
        alloc::vec![province.map_or(Order::HelenNever, |province| Order::Helen(alloc::vec![province]))]
    }
}
