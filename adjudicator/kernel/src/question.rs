//! Questions: what the rules want to know from a seat.

use crate::{Game, Lines, Seat};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

/// Where random legal play gets its luck from. Never used for a table's dice.
pub type Chance = rand::rngs::SmallRng;

/// A question knows whether an answer is legal and if not why not, its default, how to draw a random legal
/// answer, and how to find its answer in a letter.
///
/// ```
/// use tabellarius_kernel::{Files, Game, Listed, Pace, Salt, Seed, Stage};
/// # use tabellarius_latrones::Latrones;
/// # let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").expect("the game");
/// // In the strict pace every question waits for its own letter.
/// let stage = Stage::open(&game, game.start(), Pace::Strict, Seed::from_text("secret"), Salt::first("try-1"));
/// let open = &stage.asked().open[0];
/// assert_eq!((open.name, open.path.as_str()), ("send", "night 1/roads/send/Red"));
/// assert_eq!(game.print_order(&open.default(&game)[0], "en"), "stay");
/// ```
pub trait Question<G: Game>: Debug + 'static {
    /// What the seat says.
    type Answer: Clone + PartialEq + Debug;

    /// A short name: `pick`, `losses`. Language files and templates know the question by it.
    const NAME: &'static str;

    /// Why this answer is not allowed, if it is not.
    fn legal(&self, game: &G, answer: &Self::Answer) -> Result<(), G::Reason>;

    /// What happens when the seat stays silent. Always legal.
    fn default(&self, game: &G) -> Self::Answer;

    /// A legal answer drawn at random.
    fn random(&self, game: &G, chance: &mut Chance) -> Self::Answer;

    /// The answer if there is only one. Then nobody is asked.
    fn only(&self, _game: &G) -> Option<Self::Answer> {
        None
    }

    /// All legal answers, where they are few enough to be listed for the seat that is asked.
    fn choices(&self, _game: &G) -> Vec<Self::Answer> {
        Vec::new()
    }

    /// Some answers worth showing to the seat that is asked, where all would be too many.
    fn hints(&self, _game: &G) -> Vec<Self::Answer> {
        Vec::new()
    }

    /// The identifier of what brought the question up, such as a card, where that helps whoever is asked.
    fn about(&self, _game: &G) -> Option<String> {
        None
    }

    /// Whether an order of this kind answers only what its writer was asked. Where every question waits for its own letter, the answer to
    /// one must not be taken for the next of its kind; plans, and the letters of a bulk stage, answer all of them.
    fn waits(&self, _order: &G::Order) -> bool {
        false
    }

    /// What these orders say to the question; nothing, if they do not speak of it.
    fn hear(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Self::Answer>;

    /// The answer as orders: heard again, they give the same answer.
    fn orders(&self, game: &G, answer: &Self::Answer) -> Vec<G::Order>;

    /// The answer as the order form shows it. Where it would not fit a line it may leave out what the referee finds by itself.
    fn form(&self, game: &G, answer: &Self::Answer) -> Vec<G::Order> {
        self.orders(game, answer)
    }
}

/// A question that waits for a letter.
pub struct Open<G: Game> {
    /// Who is asked.
    pub seat: Seat,
    /// Where in the stage it came up: `turn 4/commerce/pick 7`.
    pub path: String,
    /// The question's name.
    pub name: &'static str,
    question: Box<dyn AnyQuestion<G>>,
}

impl<G: Game> Open<G> {
    pub(crate) fn new<Q: Question<G>>(seat: Seat, path: String, question: Q) -> Open<G> {
        Open { seat, path, name: Q::NAME, question: Box::new(question) }
    }

    /// The default answer as orders, as the form shows it.
    pub fn default(&self, game: &G) -> Vec<G::Order> {
        self.question.default_orders(game)
    }

    /// All legal answers as orders, where they are few.
    pub fn choices(&self, game: &G) -> Vec<Vec<G::Order>> {
        self.question.choices_as_orders(game)
    }

    /// Some answers worth showing, as orders.
    pub fn hints(&self, game: &G) -> Vec<Vec<G::Order>> {
        self.question.hints_as_orders(game)
    }

    /// The identifier of what brought the question up, if it says so.
    pub fn about(&self, game: &G) -> Option<String> {
        self.question.about_what(game)
    }

    /// A random legal answer as orders.
    pub fn random(&self, game: &G, chance: &mut Chance) -> Vec<G::Order> {
        self.question.random_orders(game, chance)
    }

    /// Whether these lines answer the question.
    pub fn answered_by(&self, game: &G, lines: &mut Lines<'_, G>) -> bool {
        self.answer(game, lines).is_some()
    }

    /// What these lines answer to the question, as orders with everything that the referee fills in.
    pub fn answer(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Vec<G::Order>> {
        self.question.heard(game, lines)
    }
}

impl<G: Game> Debug for Open<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {} {:?}", self.seat, self.path, self.question)
    }
}

/// A question whose answer's type is forgotten, so that several kinds fit in one list.
trait AnyQuestion<G: Game>: Debug {
    fn default_orders(&self, game: &G) -> Vec<G::Order>;
    fn choices_as_orders(&self, game: &G) -> Vec<Vec<G::Order>>;
    fn hints_as_orders(&self, game: &G) -> Vec<Vec<G::Order>>;
    fn about_what(&self, game: &G) -> Option<String>;
    fn random_orders(&self, game: &G, chance: &mut Chance) -> Vec<G::Order>;
    fn heard(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Vec<G::Order>>;
}

impl<G: Game, Q: Question<G>> AnyQuestion<G> for Q {
    fn default_orders(&self, game: &G) -> Vec<G::Order> {
        self.form(game, &self.default(game))
    }

    fn choices_as_orders(&self, game: &G) -> Vec<Vec<G::Order>> {
        self.choices(game).iter().map(|answer| self.form(game, answer)).collect()
    }

    fn hints_as_orders(&self, game: &G) -> Vec<Vec<G::Order>> {
        self.hints(game).iter().map(|answer| self.form(game, answer)).collect()
    }

    fn about_what(&self, game: &G) -> Option<String> {
        self.about(game)
    }

    fn random_orders(&self, game: &G, chance: &mut Chance) -> Vec<G::Order> {
        self.orders(game, &self.random(game, chance))
    }

    fn heard(&self, game: &G, lines: &mut Lines<'_, G>) -> Option<Vec<G::Order>> {
        let answer = self.hear(game, lines).filter(|answer| self.legal(game, answer).is_ok())?;
        Some(self.orders(game, &answer))
    }
}
