//! What an old power may try against Invaders: an appeal to the Pope (IS-15.12), a bribe (IS-15.13).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc::{self, ByTheBook};
use crate::orders::{Order, Verb};
use crate::pieces::{Area, AreaSet, Civ, Faction};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::losses;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// What looted Gold is worth.
const GOLD: i16 = 4;

/// The seat of a civilization that has a turn.
fn seat_of(position: &Position, civ: Civ) -> Option<Seat> {
    position.order.iter().copied().find(|seat| position.side(*seat).civ == civ)
}

/// Who may appeal to the Pope now: an Invader must be in or next to the area.
pub fn pleads(table: &Table<'_>) -> Option<Seat> {
    let (game, position) = (table.game, &table.state.position);
    let (civ, area) = game.options.scenario.extras.papacy?;
    let near = AreaSet::only(area) | game.chart.next_to(area);
    let is_near = |seat: &&Seat| !(position.board.occupied(Faction::of(**seat)) & near).is_empty();
    let comes = position.order.iter().filter(|seat| game.is_invader(position, **seat)).any(|seat| is_near(&seat));
    seat_of(position, civ).filter(|seat| comes && !game.is_npc(*seat))
}

/// The Competition Phase begins: a point, and one more for each appeal before; an even card brings a talent.
pub fn appeal(table: &mut Table<'_>, who: Option<Seat>) -> Play {
    let Some(seat) = who else { return Ok(()) };
    let name = table.game.seat_key(seat);
    if !npc::ask(table, seat, format_args!("appeal/{name}"), AppealQuestion)? {
        return Ok(());
    }
    let before = i16::from(table.state.position.appeals);
    losses::points(table, seat, -1 - before);
    table.state.position.appeals = table.state.position.appeals.saturating_add(1);
    let Some(card) = npc::cards::turn_up(table)? else { return Ok(()) };
    let helps = card.0 % 2 == 0;
    let civ = table.state.position.side(seat).civ;
    table.tell(Event::Appealed { civ, card, helps });
    if helps {
        losses::talents(table, seat, 1);
    }
    Ok(())
}

/// The growth of an Invader begins: each old power to whose capital it stands next, with Gold there, may offer some.
pub fn bribe(table: &mut Table<'_>, invader: Seat) -> Play {
    let game = table.game;
    if !game.is_invader(&table.state.position, invader) {
        return Ok(());
    }
    for civ in &game.options.scenario.extras.bribes {
        let position = &table.state.position;
        let Some(seat) = seat_of(position, *civ).filter(|seat| !game.is_npc(*seat)) else { continue };
        let Some(area) = position.home(&game.chart, seat) else { continue };
        let is_next = !(position.board.occupied(Faction::of(invader)) & game.chart.next_to(area)).is_empty();
        let has_gold = position.gold_in(area).is_some_and(|gold| gold.owner == seat);
        if is_next && has_gold {
            offer(table, seat, invader, area)?;
        }
    }
    Ok(())
}

fn offer(table: &mut Table<'_>, seat: Seat, invader: Seat, area: Area) -> Play {
    let game = table.game;
    let [by, civ] = [seat, invader].map(|one| table.state.position.side(one).civ);
    let question = BribeQuestion::<false> { civ };
    if !npc::ask(table, seat, format_args!("bribe {}/{}", civ.key(), game.seat_key(seat)), question)? {
        return Ok(());
    }
    let accepted = if game.is_npc(invader) {
        npc::cards::turn_up(table)?.is_some_and(|card| card.0 % 2 == 0)
    } else {
        let question = BribeQuestion::<true> { civ: by };
        npc::ask(table, invader, format_args!("accept {}/{}", by.key(), game.seat_key(invader)), question)?
    };
    table.tell(Event::Bribed { civ, by, area, accepted });
    if !accepted {
        losses::points(table, seat, -1);
        return Ok(());
    }
    // As if it had been looted; and the discs that are there go back.
    let position = &mut table.state.position;
    position.gold.iter_mut().filter(|gold| gold.area == area).for_each(|gold| gold.n = gold.n.saturating_sub(1));
    position.gold.retain(|gold| gold.n > 0);
    position.bought[invader.index()].insert(area);
    position.board.take(area, Faction::of(invader), u8::MAX);
    losses::points(table, invader, GOLD);
    losses::talents(table, invader, 1);
    Ok(())
}

/// The question whether to appeal.
#[derive(Clone, Debug)]
pub struct AppealQuestion;

/// What the one who bribes is asked.
struct Giving;

impl Giving {
    const NAME: &'static str = "bribe";
}

/// What the one who is bribed is asked.
struct Taking;

impl Taking {
    const NAME: &'static str = "accept";
}

/// The question whether to bribe an Invader, or whether an Invader accepts.
#[derive(Clone, Debug)]
pub struct BribeQuestion<const ACCEPTS: bool> {
    /// Whom the order names.
    civ: Civ,
}

impl Question<InnerSea> for AppealQuestion {
    type Answer = bool;
    const NAME: &'static str = "appeal";

    fn legal(&self, _game: &InnerSea, _answer: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _game: &InnerSea) -> bool {
        false
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> bool {
        chance.random_range(0..2u8) == 0
    }

    fn hints(&self, _game: &InnerSea) -> Vec<bool> {
        alloc::vec![true]
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<bool> {
        lines.first(|order| match order {
            Order::Appeal => Says::Yes(true),
            Order::Nothing(Verb::Appeal) => Says::Yes(false),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &bool) -> Vec<Order> {
        alloc::vec![if *answer { Order::Appeal } else { Order::Nothing(Verb::Appeal) }]
    }
}

impl<const ACCEPTS: bool> BribeQuestion<ACCEPTS> {
    fn verb(&self) -> Verb {
        if ACCEPTS { Verb::Accept } else { Verb::Bribe }
    }
}

impl<const ACCEPTS: bool> Question<InnerSea> for BribeQuestion<ACCEPTS> {
    type Answer = bool;
    const NAME: &'static str = if ACCEPTS { Taking::NAME } else { Giving::NAME };

    fn legal(&self, _game: &InnerSea, _answer: &bool) -> Result<(), Reason> {
        Ok(())
    }

    fn default(&self, _game: &InnerSea) -> bool {
        false
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> bool {
        chance.random_range(0..2u8) == 0
    }

    fn about(&self, _game: &InnerSea) -> Option<String> {
        Some(self.civ.to_string())
    }

    fn hints(&self, _game: &InnerSea) -> Vec<bool> {
        alloc::vec![true]
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<bool> {
        let verb = self.verb();
        lines.first(|order| match order {
            Order::Bribe(civ) if !ACCEPTS && *civ == self.civ => Says::Yes(true),
            Order::Accept(civ) if ACCEPTS && *civ == self.civ => Says::Yes(true),
            Order::Nothing(said) if *said == verb => Says::Yes(false),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &bool) -> Vec<Order> {
        alloc::vec![match (answer, ACCEPTS) {
            (false, _) => Order::Nothing(self.verb()),
            (true, false) => Order::Bribe(self.civ),
            (true, true) => Order::Accept(self.civ),
        }]
    }
}

impl ByTheBook for AppealQuestion {
    /// No old power is an NPC.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<bool> {
        Ok(false)
    }
}

impl<const ACCEPTS: bool> ByTheBook for BribeQuestion<ACCEPTS> {
    /// An NPC asks a card.
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<bool> {
        Ok(false)
    }
}
