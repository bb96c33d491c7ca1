//! The game as one value: its data, its variant, its words; and how the kernel talks to it.

mod options;

use crate::deck::Deck;
use crate::deity::Deity;
use crate::event::Event;
use crate::language::covers;
use crate::language::facts::{self, Fact};
use crate::language::term::{Term, WORD_FILES, lexicon};
use crate::orders::{Order, Wish};
use crate::pieces::{Card, Hand, Side, Way};
use crate::position::{MOST, Phase, Position, State};
use crate::reason::Reason;
use crate::rules::myth::{drawn, pray};
use crate::rules::{deal, dig, draft, recruit, scoring, turn};
use crate::scene::{self, Atlas, Scene};
use crate::view::View;
use crate::{caretaker, form, imagine, sanity};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
pub use options::{Alliance, Options, Sides};
use tabellarius_kernel::flaw::{Fact as Sourced, Flaw};
use tabellarius_kernel::words::Lexicon;
use tabellarius_kernel::{Chance, Game, Picture, Play, Seat, Seats, StageName, Unsound, Viewer, by_worth};

/// A run of this game.
pub type Table<'a> = tabellarius_kernel::Table<'a, SevenWonders>;

/// The game: its data, its words, its variant.
#[derive(Clone, PartialEq, Debug)]
pub struct SevenWonders {
    /// What is in the box.
    pub deck: Deck,
    /// Which sides are played.
    pub sides: Sides,
    /// Who plays with whom.
    pub alliance: Alliance,
    /// What comes before each age, in its order.
    pub opening: Vec<Phase>,
    players: usize,
    wonders: Vec<u8>,
    ages: [Vec<Card>; 3],
    black: [Vec<Card>; 3],
    guilds: Vec<Card>,
    leaders: Vec<Card>,
    pantheon: Vec<Deity>,
    hand: u8,
    pub(crate) lexicon: Lexicon<Term>,
}

impl SevenWonders {
    /// The game with the compiled-in data.
    pub fn new(options: Options) -> Result<SevenWonders, Vec<Flaw>> {
        let deck = Deck::load_parts(&options.files())?;
        SevenWonders::with(deck, WORD_FILES, options)
    }

    /// The game with an operator's data and words.
    pub fn with<'a>(
        deck: Deck,
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        options: Options,
    ) -> Result<SevenWonders, Vec<Flaw>> {
        let lexicon = lexicon(&deck, &options.wonders, words)?;
        let cities = options.wonders.len();
        let ages = [0, 1, 2].map(|age| deck.of_age(age, cities));
        let black = [0, 1, 2].map(|age| deck.black(age));
        let (guilds, leaders) = (deck.guilds(), deck.leaders());
        let hand = if cities == 8 { deck.numbers.hand_of_eight } else { deck.numbers.hand };
        // 7W-1.1: the sequence of play. Only here is it known which boxes are on the table.
        let mut opening = Vec::new();
        if deck.numbers.leaders > 0 {
            opening.extend([Phase::SetUp, Phase::Draft, Phase::Recruit]);
        }
        if deck.numbers.myths > 0 {
            if opening.is_empty() {
                opening.push(Phase::SetUp);
            }
            opening.push(Phase::Pray);
        }
        opening.push(Phase::Deal);
        let pantheon = options.pantheon(&deck);
        let Options { sides, wonders, alliance, players, .. } = options;
        Ok(SevenWonders {
            deck,
            sides,
            alliance,
            opening,
            players,
            wonders,
            ages,
            black,
            guilds,
            leaders,
            pantheon,
            hand,
            lexicon,
        })
    }

    /// Who plays with a seat (7W-12.13).
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        match self.alliance {
            Alliance::Alone => None,
            Alliance::Pairs => Some(Seat(seat.0 ^ 1)),
        }
    }

    /// A seat, and whoever shows it his cards.
    pub fn eyes(&self, seat: Seat) -> Seats {
        core::iter::once(seat).chain(self.partner(seat)).collect()
    }

    /// The cards of a hand at the beginning of an age.
    pub fn hand(&self) -> u8 {
        self.hand
    }

    /// The turns of an age: the last card of a hand has none (7W-1.1).
    pub fn turns(&self) -> u8 {
        self.hand - 1
    }

    /// How many guilds are in the third age (7W-2.4).
    pub fn guilds_in_play(&self) -> usize {
        self.wonders.len() + usize::from(self.deck.numbers.guilds_above_players)
    }

    /// The black cards of an age.
    pub fn black(&self, age: u8) -> &[Card] {
        &self.black[usize::from(age)]
    }

    /// The myths that take part.
    pub fn pantheon(&self) -> &[Deity] {
        &self.pantheon
    }

    /// The leaders.
    pub fn leaders(&self) -> &[Card] {
        &self.leaders
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The cities: those of the seats, and the Free City.
    pub fn cities(&self) -> Seats {
        Seats::first(self.wonders.len())
    }

    /// The city that nobody plays alone (7W-14.1).
    pub fn free_city(&self) -> Option<Seat> {
        (self.wonders.len() > self.players).then_some(Seat(self.players as u8))
    }

    /// Who plays for the Free City in this turn: by turns, first who sits west of it, in the second age east (7W-14.2).
    pub fn holder(&self, position: &Position) -> Option<Seat> {
        self.holder_in(position, position.age, position.turn)
    }

    /// Who plays for the Free City in some turn.
    pub fn holder_in(&self, position: &Position, age: u8, turn: u8) -> Option<Seat> {
        let free = self.free_city()?;
        let first = if age == 1 { Side::East } else { Side::West };
        let other = if age == 1 { Side::West } else { Side::East };
        Some(position.neighbour(free, if turn.is_multiple_of(2) { other } else { first }))
    }

    /// The next seat on one side: the Free City has nobody to hand cards to.
    pub fn next_seat(&self, position: &Position, seat: Seat, side: Side) -> Seat {
        let next = position.neighbour(seat, side);
        if self.free_city() == Some(next) { position.neighbour(next, side) } else { next }
    }

    /// The wonder of a seat.
    pub fn wonder(&self, seat: Seat) -> u8 {
        self.wonders[seat.index()]
    }

    /// The cards of an age without guilds.
    pub fn age_cards(&self, age: u8) -> &[Card] {
        &self.ages[usize::from(age)]
    }

    /// The guilds.
    pub fn guilds(&self) -> &[Card] {
        &self.guilds
    }
}

impl Game for SevenWonders {
    type State = State;
    type View = View;
    type Event = Event;
    type Scene = Scene;
    type Atlas = Atlas;
    type Order = Order;
    type Fact = Fact;
    type Reason = Reason;
    type Term = Term;
    type Language = SevenWonders;

    fn seats(&self) -> Seats {
        Seats::first(self.players())
    }

    fn seat_key(&self, seat: Seat) -> &str {
        &self.deck.wonders[usize::from(self.wonder(seat))].name
    }

    fn start(&self) -> State {
        let mut position = Position {
            age: 0,
            turn: 0,
            phase: self.opening[0],
            cities: Default::default(),
            west: [0; MOST],
            east: [0; MOST],
            discards: 0,
            reversed: 0,
            ranking: Vec::new(),
        };
        let order: Vec<u8> = (0..self.wonders.len() as u8).collect();
        position.seat_in(&order);
        for seat in self.cities().iter() {
            *position.city_mut(seat) = crate::city::City::new(&self.deck, self.wonder(seat), 0);
        }
        let hands = [Hand::EMPTY; MOST];
        let mut state = State {
            position,
            hands,
            log: Default::default(),
            routes: Default::default(),
            leaders: Default::default(),
            black: Default::default(),
            myths: Default::default(),
        };
        state.leaders.pile = self.leaders.iter().copied().collect();
        state
    }

    fn stage(&self, state: &State) -> StageName {
        let Position { age, turn, phase, .. } = &state.position;
        let phase = match phase {
            Phase::SetUp => return StageName::new("age-1", "set-up"),
            Phase::Draft => return StageName::new("age-1", "draft"),
            Phase::Recruit => return StageName::new(format!("age-{}", age + 1), "recruit"),
            Phase::Pray => return StageName::new(format!("age-{}", age + 1), "pray"),
            Phase::Deal => return StageName::new(format!("age-{}", age + 1), "deal"),
            Phase::Over => return StageName::new("end", "over"),
            Phase::Turn => "turn",
            Phase::Dig => "dig",
            Phase::Take => "take",
            Phase::Enlist => "enlist",
        };
        let turn = if *turn == 0 { format!("age-{}", age + 1) } else { format!("age-{} turn {turn}", age + 1) };
        StageName::new(turn, phase)
    }

    /// The sequence of play (7W-1.1).
    fn resolve(&self, table: &mut Table<'_>) -> Play {
        match table.state.position.phase {
            Phase::SetUp => deal::set_up(table),
            Phase::Draft => draft::play(table),
            Phase::Recruit => recruit::play(table),
            Phase::Enlist => recruit::enlist(table),
            Phase::Take => drawn::play(table),
            Phase::Pray => pray::play(table),
            Phase::Deal => deal::play(table),
            Phase::Turn => turn::play(table),
            Phase::Dig => dig::play(table),
            Phase::Over => Ok(()),
        }
    }

    fn winners(&self, state: &State) -> Option<Vec<Seat>> {
        let ranking = &state.position.ranking;
        (!ranking.is_empty()).then(|| ranking.clone())
    }

    fn places(&self, state: &State) -> Vec<Vec<Seat>> {
        by_worth(self.seats().iter(), |seat| scoring::standing(self, &state.position, seat))
    }

    fn sane(&self, state: &State) -> Result<(), Unsound> {
        sanity::check(self, state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn holds(&self, fact: &Fact, view: &View) -> bool {
        facts::holds(*fact, view)
    }

    fn imagine(&self, view: &View, seat: Seat, chance: &mut Chance) -> State {
        imagine::imagine(self, view, seat, chance)
    }

    fn why_idle(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        let position = &view.position;
        match (order, position.phase) {
            // 7W-11.2, 7W-13.5: nothing that was named came by.
            (Order::Draft(_), Phase::Draft) | (Order::Pray(_), Phase::Pray) => Some(Reason::NoneInPacket),
            (Order::ForFree { .. }, _) if self.holder(position) != Some(seat) => Some(Reason::NotForFree),
            (Order::Copy(_), _) => Some(Reason::NothingToCopy),
            _ => None,
        }
    }

    fn instead(&self, order: &Order, reason: &Reason) -> Option<Order> {
        match (reason, order) {
            (Reason::CardIsPrice { card, .. }, _) => {
                Some(Order::Play { way: Way::Sell, card: *card, buy: Default::default() })
            }
            (Reason::NoneInPacket, Order::Draft(wishes)) => {
                Some(Order::Draft(wishes.iter().copied().chain([Wish::Any]).collect()))
            }
            (Reason::NoneInPacket, Order::Pray(list)) => {
                Some(Order::Pray(list.iter().copied().chain([None]).collect()))
            }
            (Reason::WishesApart { all }, _) => Some(Order::Prefer(all.clone())),
            _ => None,
        }
    }

    fn caretaker(&self, view: &View, seat: Seat) -> String {
        caretaker::letter(self, view, seat)
    }

    /// The game is played on at random to its end: points, against those of the best other one.
    fn worth(&self, state: &State, seat: Seat, chance: &mut Chance) -> i32 {
        let mut state = state.clone();
        while self.winners(&state).is_none() {
            let mut table = Table::with_chance(self, state, chance);
            let finished = self.resolve(&mut table).is_ok();
            state = table.state;
            if !finished {
                break;
            }
        }
        let of = |seat| i32::from(scoring::score(self, &state.position, seat).total());
        let others = self.seats().iter().filter(|other| *other != seat && self.partner(seat) != Some(*other)).map(of);
        of(seat) - others.max().unwrap_or(0)
    }

    /// What a structure was good for shows only when points are counted.
    fn foresight(&self) -> u32 {
        18
    }

    fn has_worth(&self) -> bool {
        true
    }

    fn facts(&self) -> Vec<Sourced> {
        self.deck.facts().to_vec()
    }

    fn language(&self) -> &SevenWonders {
        self
    }

    /// Plans stand until the seat writes others: they are carried to every later stage (7W-4.4).
    fn stage_of(&self, order: &Order) -> Option<&'static str> {
        match order {
            Order::Play { card, .. } if self.deck.card(*card).colour == crate::pieces::Colour::White => Some("recruit"),
            Order::Play { .. } | Order::Buy(_) | Order::Copy(_) => Some("turn"),
            Order::Dig(_) => Some("dig"),
            Order::Draft(_) => Some("draft"),
            Order::Nobody => Some("enlist"),
            Order::Take { .. } => Some("take"),
            Order::Pray(_) => Some("pray"),
            Order::Myth(_) | Order::NoMyth | Order::Look(_) | Order::ForFree { .. } => Some("turn"),
            Order::Debt(_) => Some("plan"),
            Order::Prefer(_) | Order::Never { .. } | Order::NeverNothing => Some("plan"),
            Order::Content => None,
        }
    }

    fn is_abstention(&self, order: &Order) -> bool {
        matches!(order, Order::Content | Order::NoMyth | Order::Look([None, None]))
    }

    /// A plan stands until the seat writes another (7W-4.4).
    fn replaces(&self, newer: &Order, older: &Order) -> bool {
        matches!((newer, older), (Order::Prefer(_), Order::Prefer(_)))
    }

    fn is_content(&self, order: &Order) -> bool {
        *order == Order::Content
    }

    fn covers(&self, said: &Order, done: &Order) -> bool {
        covers::covers(self, said, done)
    }

    fn picture(&self, view: &View, told: &[&Event]) -> Picture {
        crate::picture::picture(self, view, told)
    }

    fn scene(&self, view: &View) -> Scene {
        Scene::of(self, view)
    }

    fn atlas(&self) -> Atlas {
        Atlas::of(self)
    }

    fn library(&self) -> Vec<String> {
        use alloc::string::ToString as _;
        let cards = scene::cards(self).map(|card| card.to_string());
        cards.chain(self.cities().iter().map(|seat| seat.to_string())).collect()
    }

    fn examples(&self, view: &View, seat: Seat) -> Vec<Order> {
        form::lines(self, view, seat)
    }
}
