//! The smaller questions, as an NPC answers them (IS-13.4, IS-13.5).

use super::{ByTheBook, placing, settle, target};
use crate::effects::{Declared, Mode, Pick, PickQuestion};
use crate::game::Table;
use crate::orders::{Payment, Thing};
use crate::pieces::{Area, Card, Civ, PEOPLES, Wonder};
use crate::rules::aeneas::AeneasQuestion;
use crate::rules::change::WonderQuestion;
use crate::rules::drawing::{DrawQuestion, Drawn, ExchangeQuestion};
use crate::rules::events::EventQuestion;
use crate::rules::first::FirstDiscs;
use crate::rules::heirlooms::SiteQuestion;
use crate::rules::order::{RankQuestion, TakePlace};
use crate::rules::payment::PaymentQuestion;
use crate::rules::placing::PlaceQuestion;
use crate::rules::prepare::{PrepareQuestion, Prepared};
use crate::rules::setup::CivQuestion;
use crate::rules::uses::Use;
use crate::rules::valuation::UseQuestion;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Game as _, Play, Question as _, Seat};

impl ByTheBook for PrepareQuestion {
    /// IS-13.7: nothing is withdrawn or shifted; whatever may be used is used (IS-13.5.2).
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Prepared> {
        Ok(settle(table, seat, "growth", |mind, _| self.by_the_book(mind)))
    }
}

impl ByTheBook for PlaceQuestion {
    /// IS-13.7
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Vec<(Area, u8)>> {
        let placed = placing::plan(table, seat, self.discs(), self.rule());
        Ok(placed.iter().map(|one| (one.area, one.n)).collect())
    }
}

impl ByTheBook for PickQuestion {
    /// IS-13.6
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Pick> {
        let picked = settle(table, seat, "choice", |mind, position| {
            target::pick(mind, position, &position.board, self.offer(), None)
        });
        Ok(picked.unwrap_or_else(|| self.default(table.game)))
    }
}

impl ByTheBook for EventQuestion {
    /// IS-13.10
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Declared> {
        let declared = settle(table, seat, "event", |mind, _| self.declare(mind.game, Mode::Npc(mind)).ok());
        Ok(declared.unwrap_or_else(|| self.default(table.game)))
    }
}

impl ByTheBook for RankQuestion {
    /// IS-13.4: the manual is silent; the last place, as for a silent player.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<u8> {
        Ok(self.default(table.game))
    }
}

impl ByTheBook for TakePlace {
    /// IS-13.4: the manual is silent; cards are not spent on it.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<Option<(Thing, u8)>> {
        Ok(None)
    }
}

impl ByTheBook for AeneasQuestion {
    /// NPCs begin again by a rule of their own (IS-13.13).
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Option<(Civ, Area)>> {
        Ok(self.default(table.game))
    }
}

impl ByTheBook for UseQuestion {
    /// IS-13.5.2: whatever may be used is used.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Vec<Use>> {
        Ok(self.hints(table.game).into_iter().flatten().collect())
    }
}

impl ByTheBook for DrawQuestion {
    /// IS-13.14: cards and Wonders before talents; talents up to a full hand, and no seventh card.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Drawn> {
        let game = table.game;
        let side = table.state.position.side(seat);
        let cities = table.state.position.cities(&game.chart, seat).len() as u8;
        let base = (game.base_draw(&table.state.position, seat) + cities / 4).saturating_sub(side.draws_less);
        let mut room = game.hand_limit(seat).saturating_sub(side.hand + base);
        let mut drawn = Drawn::default();
        for used in self.helps(game) {
            if room > 0 {
                drawn.uses.push(used);
                room -= 1;
            }
        }
        drawn.talents = side.talents.min(room);
        Ok(drawn)
    }
}

impl ByTheBook for ExchangeQuestion {
    /// IS-13.14: in solitaire the alphabet is two talents, so nothing is asked; at other tables an NPC keeps its cards.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<Option<Card>> {
        Ok(None)
    }
}

impl ByTheBook for FirstDiscs {
    /// IS-13.4: where the rules leave a choice, a lot decides.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Vec<(Area, u8)>> {
        let game = table.game;
        let path = format_args!("first areas/{}", game.seat_key(seat));
        let lots = table.shuffle(Audience::All, path, crate::map::MOST_AREAS as u8);
        Ok(self.by_lot(game, &lots))
    }
}

impl ByTheBook for SiteQuestion {
    /// IS-13.4: at home, if it can stand there.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Option<Area>> {
        Ok(self.default(table.game))
    }
}

impl ByTheBook for PaymentQuestion {
    /// IS-13.4: the discs that are missed least, then talents, then cards.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Payment> {
        Ok(self.default(table.game))
    }
}

impl ByTheBook for WonderQuestion {
    /// IS-13.4: the first of its Wonders.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Wonder> {
        Ok(self.default(table.game))
    }
}

impl ByTheBook for CivQuestion {
    /// IS-14.1: an NPC is what the players have left, by lot where several are.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Civ> {
        let path = format_args!("civilization/{}", table.game.seat_key(seat));
        let lots = table.shuffle(Audience::All, path, PEOPLES as u8);
        let civ = self.choices(table.game).into_iter().min_by_key(|civ| lots.get(*civ as usize).copied());
        Ok(civ.unwrap_or_else(|| self.default(table.game)))
    }
}
