//! Wonders that stand from the beginning (IS-10.8).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::Order;
use crate::pieces::{Area, AreaSet, Faction, Wonder};
use crate::reason::Reason;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// IS-10.8: in turn order everybody gets a Wonder by lot, as if it had been built, where he has a disc; then once more.
pub fn give(table: &mut Table<'_>, order: &[Seat]) -> Play {
    let game = table.game;
    if game.options.first_wonders == 0 {
        return Ok(());
    }
    let lots = table.shuffle(Audience::All, "first wonders", 7);
    let turns = (0..game.options.first_wonders).flat_map(|_| order);
    for (seat, wonder) in turns.zip(lots) {
        let (seat, wonder, me) = (*seat, Wonder(wonder), Faction::of(*seat));
        let position = &table.state.position;
        let taken: AreaSet = position.works.iter().filter_map(|work| work.area).collect();
        let sites = (position.board.occupied(me) & game.chart.land) - taken;
        let home = position.home(&game.chart, seat).filter(|home| sites.contains(*home));
        let question = SiteQuestion { wonder, sites, home };
        let serial = table.state.scratch.next_serial();
        let area = npc::ask(table, seat, format_args!("site {serial}/{}", game.seat_key(seat)), question)?;
        let Some(area) = area else { continue };
        let position = &mut table.state.position;
        let discs = game.deck.wonder(wonder).discs.min(game.supply(position, &position.board, me));
        let work = &mut position.works[wonder.index()];
        (work.owner, work.area, work.discs) = (Some(seat), Some(area), discs);
        let civ = position.side(seat).civ;
        table.tell(Event::WonderGiven { seat, civ, wonder, area });
    }
    Ok(())
}

/// The question where a Wonder of the beginning stands (IS-10.8).
#[derive(Clone, Debug)]
pub struct SiteQuestion {
    wonder: Wonder,
    sites: AreaSet,
    home: Option<Area>,
}

impl Question<InnerSea> for SiteQuestion {
    type Answer = Option<Area>;
    const NAME: &'static str = "site";

    fn legal(&self, _game: &InnerSea, answer: &Option<Area>) -> Result<(), Reason> {
        match answer {
            Some(area) if self.sites.contains(*area) => Ok(()),
            None if self.sites.is_empty() => Ok(()),
            _ => Err(Reason::NoSite { wonder: self.wonder }),
        }
    }

    fn default(&self, _game: &InnerSea) -> Option<Area> {
        self.home.or(self.sites.first())
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Option<Area> {
        self.sites.nth(chance.random_range(0..self.sites.len().max(1)))
    }

    fn only(&self, _game: &InnerSea) -> Option<Option<Area>> {
        (self.sites.len() <= 1).then(|| self.sites.first())
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Option<Area>> {
        lines.first(|order| match order {
            Order::Wonder(wonder, Some(site), _) if *wonder == self.wonder => match self.legal(game, &Some(*site)) {
                Ok(()) => Says::Yes(Some(*site)),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Option<Area>) -> Vec<Order> {
        alloc::vec![Order::Wonder(self.wonder, *answer, Default::default())]
    }
}
