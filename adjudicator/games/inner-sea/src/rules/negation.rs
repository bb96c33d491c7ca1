//! Negations: whoever holds one may answer a card, also after passing, and be answered in turn (IS-5.3).

use crate::deck::Time;
use crate::effects::{Declared, Pick, Scope};
use crate::event::{Aim, Cause, Event, Mark};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Against, Order, Thing, Verb};
use crate::pieces::{AreaSet, Card, CardSet, Civ, Faction, Factions};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::uses;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat, Stop};

/// What can be negated: a card or the use of a Wonder, with whom it would hit.
#[derive(Clone, Copy, Debug)]
pub struct Prey {
    /// Who plays it.
    pub by: Seat,
    /// What.
    pub thing: Thing,
    /// The discs that each faction would lose.
    pub harm: [u8; 7],
    /// Who would lose cards.
    pub robbed: Factions,
    /// Talents and points that each seat would gain or lose.
    pub goods: [i16; 7],
    /// The areas it touches.
    pub areas: AreaSet,
}

impl Prey {
    /// A card or a use with its declared choices.
    pub fn new(by: Seat, thing: Thing, declared: &Declared) -> Prey {
        let Declared { harm, robbed, areas, goods, .. } = declared;
        Prey { by, thing, harm: *harm, robbed: *robbed, goods: *goods, areas: *areas }
    }
}

/// The cards of a hand that answer something (IS-5.3.1).
fn answers(game: &InnerSea, seat: Seat, hand: CardSet, prey: &Prey) -> CardSet {
    let me = Faction::of(seat);
    let hits_me = prey.harm[me.index()] > 0 || prey.robbed.contains(me);
    let fits = |card: &Card| {
        let file = game.deck.card(*card);
        let class = match prey.thing {
            Thing::Card(target) => game.deck.negates(*card, target),
            Thing::Wonder(_) => game.deck.negates_wonder(*card),
            Thing::Sheet(_) => false,
        };
        file.is_for(Time::Response) && class && (hits_me || !file.only_mine)
    };
    (hand & game.negations).iter().filter(fits).collect()
}

/// Tells what something is aimed at, before anybody decides whether to answer it (IS-5.2).
pub fn tell_aims(table: &mut Table<'_>, seat: Seat, thing: Thing, declared: &Declared) {
    if let Some(aimed) = aimed(&table.state.position, seat, thing, declared) {
        table.tell(aimed);
    }
}

/// What something is aimed at, if it is aimed at anything. A people stands beside the area where it is meant.
pub fn aimed(position: &Position, seat: Seat, thing: Thing, declared: &Declared) -> Option<Event> {
    let (mut aims, mut options): (Vec<Aim>, Vec<u8>) = (Vec::new(), Vec::new());
    let aim = |at: Mark| Aim { at, whose: Vec::new() };
    for pick in &declared.picks {
        match (*pick, aims.last_mut()) {
            (Pick::Area(area), Some(Aim { at: at @ Mark::Civ(_), whose })) => {
                if let Mark::Civ(civ) = core::mem::replace(at, Mark::Area(area)) {
                    whose.push(civ);
                }
            }
            (Pick::Area(area), _) => aims.push(aim(Mark::Area(area))),
            (Pick::Faction(faction), Some(Aim { at: Mark::Area(_), whose })) => {
                let civ = position.civ(faction);
                if whose.last() != Some(&civ) {
                    whose.push(civ);
                }
            }
            (Pick::Faction(faction), _) => aims.push(aim(Mark::Civ(position.civ(faction)))),
            (Pick::Wonder(wonder), _) => aims.push(aim(Mark::Wonder(wonder))),
            (Pick::Option(option), _) => options.push(option + 1),
            (Pick::Spot(_) | Pick::Stop, _) => {}
        }
    }
    let civ = position.side(seat).civ;
    (!aims.is_empty() || !options.is_empty()).then_some(Event::Aimed { civ, thing, aims, options })
}

/// Lets everybody answer; says whether it comes to nothing.
pub fn negated(table: &mut Table<'_>, prey: &Prey) -> Play<bool> {
    loop {
        let Some((seat, with)) = window(table, prey)? else {
            return Ok(false);
        };
        let civ = table.state.position.side(seat).civ;
        table.state.leave_hand(seat, with);
        table.state.scratch.spent[seat.index()].insert(with);
        table.tell(Event::Negation { seat, civ, with, thing: prey.thing });
        let own = Prey::new(seat, Thing::Card(with), &Declared::default());
        let failed = negated(table, &own)?;
        table.state.position.discards.insert(with);
        if failed {
            // IS-5.3.2: a negation that is negated was never played.
            table.tell(Event::NegationFails { civ, with });
            continue;
        }
        let scope = Scope { thing: Some(Thing::Card(with)), ..Scope::of(seat, Time::Response, None) };
        uses::carry_out(table, scope, &table.game.deck.card(with).effect, &[], Cause::Card)?;
        table.tell(Event::Negated { thing: prey.thing });
        return Ok(true);
    }
}

/// Asks everybody who holds any card, all at once: nobody learns who could have answered (IS-11.4).
fn window(table: &mut Table<'_>, prey: &Prey) -> Play<Option<(Seat, Card)>> {
    let game = table.game;
    let order = table.state.position.order.clone();
    let by = table.state.position.side(prey.by).civ;
    let serial = table.state.scratch.next_serial();
    let mut first = None;
    let mut stopped = None;
    // IS-13.5.5: people are asked first, all at once; only then it is seen what NPCs do.
    let (npcs, people): (Vec<Seat>, Vec<Seat>) =
        order.into_iter().filter(|seat| *seat != prey.by).partition(|seat| game.is_npc(*seat));
    // IS-15.17: the Invader of a power's own half before the other.
    let mut npcs = npcs;
    npcs.sort_by_key(|seat| game.rival_of(&table.state.position, *seat) != Some(prey.by));
    for seat in people.into_iter().chain(npcs) {
        if game.is_npc(seat) && (first.is_some() || stopped.is_some()) {
            break;
        }
        let hand = table.state.hands[seat.index()];
        if hand.is_empty() {
            continue;
        }
        let me = Faction::of(seat);
        let is_invasion = match prey.thing {
            Thing::Card(card) => game.deck.events.contains(card) && game.deck.card(card).hit_by.barbarians,
            _ => false,
        };
        let question = Window {
            thing: prey.thing,
            by,
            cards: answers(game, seat, hand, prey),
            areas: prey.areas,
            mine: prey.harm[me.index()],
            by_seat: prey.by,
            hurts: prey.harm[me.index()] > 0 || prey.robbed.contains(me) || prey.goods[me.index()] < 0,
            comes_upon: is_invasion && !(prey.areas & table.state.position.board.occupied(me)).is_empty(),
        };
        match npc::ask(table, seat, format_args!("negate {serial}/{}", game.seat_key(seat)), question) {
            Ok(Some(card)) if first.is_none() => first = Some((seat, card)),
            Ok(_) => {}
            Err(Stop) => stopped = Some(Stop),
        }
    }
    stopped.map_or(Ok(first), Err)
}

/// The question whether to answer a card.
#[derive(Clone, Debug)]
pub struct Window {
    thing: Thing,
    by: Civ,
    /// The own cards that answer it.
    cards: CardSet,
    areas: AreaSet,
    mine: u8,
    /// Whose card it is.
    by_seat: Seat,
    /// Whether it would cost the seat discs, cards, talents or points.
    hurts: bool,
    /// Whether it is an event that brings Barbarians where the seat is.
    comes_upon: bool,
}

impl Window {
    /// The own cards that answer it.
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// Whose card it is.
    pub fn by_seat(&self) -> Seat {
        self.by_seat
    }

    /// Whether it would cost the seat something.
    pub fn hurts(&self) -> bool {
        self.hurts
    }

    /// Whether it is an event that brings Barbarians where the seat is.
    pub fn brings_barbarians(&self) -> bool {
        self.comes_upon
    }

    fn is_meant(&self, against: &Against) -> bool {
        against.what.is_none_or(|what| what == self.thing)
            && against.by.is_none_or(|by| by == self.by)
            && against.at.is_none_or(|area| self.areas.contains(area))
            && self.mine >= against.least
    }
}

impl Question<InnerSea> for Window {
    type Answer = Option<Card>;
    const NAME: &'static str = "negate";

    fn legal(&self, _game: &InnerSea, answer: &Option<Card>) -> Result<(), Reason> {
        match answer {
            Some(card) if !self.cards.contains(*card) => Err(Reason::NotNegated { card: *card }),
            _ => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Option<Card> {
        None
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Option<Card> {
        if self.cards.is_empty() || chance.random_range(0..3u8) > 0 {
            return None;
        }
        self.cards.nth(chance.random_range(0..self.cards.len()))
    }

    fn hints(&self, _game: &InnerSea) -> Vec<Option<Card>> {
        self.cards.iter().map(Some).collect()
    }

    fn about(&self, _game: &InnerSea) -> Option<String> {
        Some(self.thing.to_string())
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Option<Card>> {
        lines.first(|order| match order {
            Order::Allow(thing) if *thing == self.thing => Says::Yes(None),
            Order::Nothing(Verb::Negate) => Says::Yes(None),
            Order::Negate(with, against) if self.is_meant(against) => match self.cards.contains(*with) {
                true => Says::Yes(Some(*with)),
                // A plan that does not fit is silent; an answer to this very card is refused.
                false if against.what.is_some() => Says::No(Reason::NotNegated { card: *with }),
                false => Says::Nothing,
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Option<Card>) -> Vec<Order> {
        alloc::vec![match answer {
            Some(card) => Order::Negate(*card, Against { what: Some(self.thing), ..Against::default() }),
            None => Order::Allow(self.thing),
        }]
    }
}
