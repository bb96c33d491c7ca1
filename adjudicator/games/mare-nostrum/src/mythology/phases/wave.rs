//! Later waves: land units that wait until the battles of those who went before are over (MY-5.1.2).

use super::march::{March, Trek, Wanted};
use crate::common::ground::Place;
use crate::common::moves::{or_nothing, stays};
use crate::common::orders::{Nothing, Number, Order};
use crate::common::reason::Reason as Common;
use crate::common::rites::Rite;
use crate::mythology::Mythology;
use crate::mythology::reason::Reason;
use crate::pieces::Province;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says};

/// Which units march in a later wave.
#[derive(Debug)]
pub struct Wave {
    march: March,
    wave: u8,
    /// Whether a battle has just been fought that more units could join: only then it is worth asking whoever has not spoken of it.
    news: bool,
}

impl Wave {
    /// The question, after the battles in these provinces.
    pub fn of(game: &Mythology, march: March, wave: u8, fought: &[Province]) -> Wave {
        let joins = |to: &Province| {
            march.camps(game).into_iter().any(|(from, unit)| march.way(game, unit, from, *to, &[]).is_ok())
        };
        let news = fought.iter().any(joins);
        Wave { march, wave, news }
    }

    fn is_of_it(&self, order: &Order) -> bool {
        matches!(order, Order::Rite(Rite::Wave { wave, .. }) if *wave == self.wave)
    }
}

impl Question<Mythology> for Wave {
    type Answer = Vec<Trek>;
    const NAME: &'static str = "wave";

    fn legal(&self, game: &Mythology, treks: &Vec<Trek>) -> Result<(), Reason> {
        self.march.legal(game, treks)
    }

    fn default(&self, _: &Mythology) -> Vec<Trek> {
        Vec::new()
    }

    fn random(&self, game: &Mythology, chance: &mut Chance) -> Vec<Trek> {
        if chance.random_bool(0.3) { self.march.random(game, chance) } else { Vec::new() }
    }

    fn only(&self, game: &Mythology) -> Option<Vec<Trek>> {
        self.march.only(game)
    }

    fn hints(&self, game: &Mythology) -> Vec<Vec<Trek>> {
        self.march.hints(game)
    }

    /// `move nothing`, said of the first wave, is not said of the next.
    fn waits(&self, order: &Order) -> bool {
        *order == Order::Nothing(Nothing::Move)
    }

    /// Whoever has not spoken of the wave is asked only if there is something new to know.
    fn hear(&self, game: &Mythology, lines: &mut Lines<'_, Mythology>) -> Option<Vec<Trek>> {
        if !lines.mention(|order| self.is_of_it(order) || stays(order)) {
            return (!self.news).then(Vec::new);
        }
        let mut treks = Vec::new();
        lines.each(|order| match order {
            Order::Rite(Rite::Wave { wave, number, unit, from, to, via }) if *wave == self.wave => {
                let (number, unit, from) = (*number, *unit, *from);
                match to {
                    Place::Land(to) => {
                        self.march.march_one(game, &mut treks, &Wanted { number, unit, from, to: *to, via })
                    }
                    Place::Sea(_) => Says::No(Common::WrongElement { unit: crate::pieces::Unit::Legion }.into()),
                }
            }
            _ => Says::Nothing,
        });
        Some(treks)
    }

    fn orders(&self, _: &Mythology, treks: &Vec<Trek>) -> Vec<Order> {
        let order = |trek: &Trek| {
            let Trek { unit, number, from, to, via } = trek.clone();
            let (number, unit, to) = (Number::Exactly(number), Some(unit), Place::Land(to));
            Order::Rite(Rite::Wave { wave: self.wave, number, unit, from, to, via })
        };
        or_nothing(treks.iter().map(order).collect())
    }
}
