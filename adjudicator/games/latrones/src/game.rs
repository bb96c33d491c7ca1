//! The game as one value, and how the kernel talks to it.

use crate::language::{Fact, Order, Term, holds};
use crate::night;
use crate::position::{Band, Event, MEN, RICHEST, Reason, Road, State, View};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::words::Lexicon;
use tabellarius_kernel::{
    Chance, Game, Picture, Play, Seat, Seats, StageName, Table, Thought, Unsound, Viewer, by_worth,
};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub struct Latrones {
    pub(crate) players: usize,
    pub(crate) lexicon: Lexicon<Term>,
}

impl Game for Latrones {
    type State = State;
    type View = View;
    type Event = Event;
    type Scene = View;
    type Atlas = ();
    type Order = Order;
    type Fact = Fact;
    type Reason = Reason;
    type Term = Term;
    type Language = Latrones;

    fn seats(&self) -> Seats {
        Seats::first(self.players)
    }

    fn seat_key(&self, seat: Seat) -> &str {
        ["Red", "White", "Black", "Blue"].get(seat.index()).copied().unwrap_or_default()
    }

    /// LA-1.1: five men each, and nothing in the purse.
    fn start(&self) -> State {
        State { night: 1, bands: alloc::vec![Band { men: MEN, caravans: 0, purse: 0 }; self.players] }
    }

    fn stage(&self, state: &State) -> StageName {
        StageName::new(format!("night {}", state.night), "roads")
    }

    fn resolve(&self, table: &mut Table<'_, Latrones>) -> Play {
        night::play(table)
    }

    fn winners(&self, state: &State) -> Option<Vec<Seat>> {
        state.is_over().then(|| state.ranking())
    }

    fn places(&self, state: &State) -> Vec<Vec<Seat>> {
        by_worth(self.seats().iter(), |seat| state.wealth(seat))
    }

    fn sane(&self, state: &State) -> Result<(), Unsound> {
        night::is_sane(state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn holds(&self, fact: &Fact, view: &View) -> bool {
        holds(fact, view)
    }

    /// Purses that cannot be seen hold anything that so many caravans may have held (LA-4.1).
    fn imagine(&self, view: &View, _seat: Seat, chance: &mut Chance) -> State {
        view.imagine(|caravans| (0..caravans).map(|_| chance.random_range(1..=RICHEST)).sum())
    }

    /// A road for most of the men, another for the rest, each night others.
    fn caretaker(&self, view: &View, seat: Seat) -> String {
        let men = view.bands.get(seat.index()).map_or(0, |band| band.men);
        let road = |offset: usize| Road::ALL[(usize::from(view.night) + seat.index() + offset) % 3];
        let order = |men, road| self.print_order(&Order::Send { men, road }, "en");
        match men {
            0 => self.print_order(&Order::Stay, "en"),
            1 | 2 => order(men, road(0)),
            _ => format!("{}\n{}", order(men - men / 3, road(0)), order(men / 3, road(1))),
        }
    }

    /// How far ahead of the best of the others: denarii, and a little for men who can still win some. In the end only who is the richest counts.
    fn worth(&self, state: &State, seat: Seat, _chance: &mut Chance) -> i32 {
        let lead = |band: &Band| i32::from(band.purse) * 4 + i32::from(band.men);
        let (own, others): (Vec<_>, Vec<_>) = (0..).map(Seat).zip(&state.bands).partition(|(one, _)| *one == seat);
        let best = others.iter().map(|(_, band)| lead(band)).max().unwrap_or(0);
        let won = self.winners(state).is_some_and(|ranking| ranking.first() == Some(&seat));
        own.first().map_or(0, |(_, band)| lead(band)) - best + if won { 40 } else { 0 }
    }

    /// A night is played in no time, and five men can be divided in fifty-six ways: all are tried, often enough that the dice of caravans
    /// (LA-4.1) even out.
    fn thought(&self) -> Thought {
        Thought { letters: 64, worlds: 160, ..Thought::CARETAKER }
    }

    fn has_worth(&self) -> bool {
        true
    }

    fn language(&self) -> &Latrones {
        self
    }

    fn stage_of(&self, _order: &Order) -> Option<&'static str> {
        Some("roads")
    }

    /// Everybody sees who lies where, who stands and who goes (LA-3.1).
    fn is_seen(&self, _order: &Order) -> bool {
        true
    }

    fn is_abstention(&self, order: &Order) -> bool {
        *order == Order::Stay
    }

    /// Bands may never meet (LA-3.2).
    fn may_never_come(&self, order: &Order) -> bool {
        matches!(order, Order::Stand(_) | Order::Withdraw(_))
    }

    /// `stand` and `withdraw` speak of every road.
    fn covers(&self, said: &Order, done: &Order) -> bool {
        match (said, done) {
            (Order::Stand(None), Order::Stand(_)) | (Order::Withdraw(None), Order::Withdraw(_)) => true,
            _ => said == done,
        }
    }

    fn picture(&self, view: &View, told: &[&Event]) -> Picture {
        crate::picture::picture(self, view, told)
    }

    fn neighbours(&self) -> Vec<(String, Vec<String>)> {
        Road::ALL.iter().map(|road| (road.to_string(), Vec::new())).collect()
    }

    fn scene(&self, view: &View) -> View {
        view.clone()
    }

    fn atlas(&self) {}

    fn examples(&self, view: &View, seat: Seat) -> Vec<Order> {
        let men = view.bands.get(seat.index()).map_or(0, |band| band.men);
        let mut examples = alloc::vec![Order::Stay];
        if men > 0 {
            let share = |road: &Road| Order::Send { men: men.div_ceil(3), road: *road };
            examples.splice(0..0, Road::ALL.iter().take(usize::from(men / men.div_ceil(3))).map(share));
            examples.extend([Order::Stand(Some(Road::Appia)), Order::Withdraw(None)]);
        }
        examples
    }
}
