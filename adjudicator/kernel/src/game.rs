//! What a game must say about itself.

use crate::words::{Lexicon, Word};
use crate::{Condition, Language, Play, Seat, Seats, StageName, Table};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use serde::{Serialize, de::DeserializeOwned};

/// A game: one value holds its data, its variant and its words.
///
/// Everything here is a pure function of its arguments. How to add one is told in `docs/adding-a-game.md`.
///
/// ```
/// use tabellarius_kernel::{Files, Game, Listed, Seat, Viewer};
/// use tabellarius_latrones::Latrones;
///
/// let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), 2, "").expect("the game");
/// let start = game.start();
/// assert_eq!(game.stage(&start).to_string(), "night 1/roads");
/// assert_eq!(game.name("road/appia", "en"), Some("Appia"));
/// assert_eq!(game.winners(&start), None);
/// // Red sees into its own purse and into no other.
/// let view = game.view(&start, Viewer::Seat(Seat(0)));
/// assert_eq!((view.bands[0].purse, view.bands[1].purse), (Some(0), None));
/// ```
pub trait Game: Clone + PartialEq + Debug + Sized + 'static {
    /// The position at a stage's start, with everything hidden in it.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What one viewer may know, built field by field.
    type View: Serialize + PartialEq + Debug;
    /// Something that happened, with its reason. Its field `event` says what, and finds its sentence in the templates.
    type Event: Event;
    /// A view arranged for readers: who holds what, who leads in what. Templates print it.
    type Scene: Serialize;
    /// What never changes in a game and templates must look up, such as what the sites of a province yield.
    type Atlas: Serialize;
    /// One order as a letter gives it.
    type Order: Clone + PartialEq + Debug;
    /// Something an `if` can ask of a view.
    type Fact: Clone + PartialEq + Debug;
    /// Why the rules refuse something.
    type Reason: Reason;
    /// A word of the order language.
    type Term: Word;
    /// How orders are read and written.
    type Language: Language<Order = Self::Order, Fact = Self::Fact, Term = Self::Term>;

    /// The seats that are played.
    fn seats(&self) -> Seats;
    /// The seat's name in dice paths and files; never translated.
    fn seat_key(&self, seat: Seat) -> &str;
    /// The seats that one person holds together, this one among them. They are given, taken and left as a whole.
    fn held_with(&self, seat: Seat) -> Seats {
        Seats::from_iter([seat])
    }

    /// What else a seat is called in a position, as an identifier such as `civ/egypt`: where seats are colours, the civilization that
    /// plays one. The view is anybody's, so nothing hidden gives a name away.
    fn also_called(&self, _view: &Self::View, _seat: Seat) -> Option<String> {
        None
    }

    /// The position before anything has happened. No dice here: lots are cast in the first stage.
    fn start(&self) -> Self::State;
    /// Which stage the position is at the start of.
    fn stage(&self, state: &Self::State) -> StageName;
    /// Plays one stage by the rulebook and leaves `table.state` at the start of the next.
    fn resolve(&self, table: &mut Table<'_, Self>) -> Play;
    /// Who has won, best first, once the game is over.
    fn winners(&self, state: &Self::State) -> Option<Vec<Seat>>;
    /// How all seats stand, the best first, those who are level together: by the rulebook as far as it goes, and by what lies open where it is
    /// silent. Also before the end: a league may have to judge a game that takes too long.
    fn places(&self, state: &Self::State) -> Vec<Vec<Seat>>;

    /// What must be true of every position: pieces and cards are conserved, limits hold.
    fn sane(&self, state: &Self::State) -> Result<(), Unsound>;

    /// What a viewer may know of a position.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;
    /// Whether a fact holds as far as the viewer can see.
    fn holds(&self, fact: &Self::Fact, view: &Self::View) -> bool;
    /// A full position that looks to this seat exactly like its view: hidden hands and decks are filled in from what could be there.
    /// It takes the view and nothing else, so nothing hidden can show in what is found out by playing it.
    fn imagine(&self, view: &Self::View, seat: Seat, chance: &mut crate::Chance) -> Self::State;
    /// Makes an imagined position agree with what its seat was told when the stage opened, such as a card that it drew: the card must lie
    /// where it was drawn from, and the hidden dice must show it. Says what they show, each with its name within the stage.
    fn recall(
        &self,
        _world: &mut Self::State,
        _seat: Seat,
        _told: &[&Self::Event],
        _chance: &mut crate::Chance,
    ) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }
    /// What was decided by dice for a seat in a run that ended in this position: battles, competitions. A forecast tells their odds.
    fn issues(&self, _end: &Self::State, _told: &[crate::Told<Self::Event>], _seat: Seat) -> Vec<crate::Issue> {
        Vec::new()
    }
    /// Reads a contest that a seat describes, `Syracusae 3 legions against 2 legions + fortress`, into a position in which it is about to be
    /// fought. Nothing, if there are no such contests.
    fn contest(
        &self,
        _state: &mut Self::State,
        _seat: Seat,
        _words: &mut crate::words::Cursor<'_, Self::Term>,
    ) -> Option<Result<crate::odds::Contest<Self::Order>, crate::words::Slip>> {
        None
    }
    /// How often the dice of an imagined world are thrown to find odds, in worlds in which others are silent or sensible. Once, where
    /// hidden hands decide and not dice: then worlds of every kind count.
    fn throws(&self) -> u32 {
        8
    }
    /// Why nobody asks a seat for this order, as far as it can see. It only explains: whether it is asked for, the rules have said.
    fn why_idle(&self, _view: &Self::View, _seat: Seat, _order: &Self::Order) -> Option<Self::Reason> {
        None
    }
    /// Why nothing asks a seat for this order any more, in a stage of which the first rounds are closed: without a reason it waits,
    /// because a question for it may still come.
    fn why_never(&self, view: &Self::View, seat: Seat, order: &Self::Order) -> Option<Self::Reason> {
        self.why_idle(view, seat, order)
    }
    /// The order that was probably meant, where a refusal shows the slip.
    fn instead(&self, _order: &Self::Order, _reason: &Self::Reason) -> Option<Self::Order> {
        None
    }
    /// What a sound player would write, as text; the automaton sees only the view.
    fn caretaker(&self, view: &Self::View, seat: Seat) -> String;

    /// What a position is worth to a seat, in any unit: more is better. A caretaker compares letters by it; whoever needs luck to judge,
    /// such as by playing on at random, takes it from `chance`.
    fn worth(&self, _state: &Self::State, _seat: Seat, _chance: &mut crate::Chance) -> i32 {
        0
    }
    /// How many stages a caretaker plays on before it judges a position: as many as show what a letter was good for.
    fn foresight(&self) -> u32 {
        9
    }
    /// How long a caretaker may think who is in no hurry: where stages are short it can compare more letters in more worlds.
    fn thought(&self) -> crate::Thought {
        crate::Thought::CARETAKER
    }
    /// Whether [`Game::worth`] can tell positions apart.
    fn has_worth(&self) -> bool {
        false
    }

    /// Every fact of the game's data with its source; none, if nothing is from a printed game.
    fn facts(&self) -> Vec<crate::flaw::Fact> {
        Vec::new()
    }

    /// How orders are read and written.
    fn language(&self) -> &Self::Language;
    /// The phase in which this order is used, or nothing if it is used in every one.
    fn stage_of(&self, order: &Self::Order) -> Option<&'static str>;
    /// The phase for which an order is kept that is of no use in this one.
    fn kept_for(&self, order: &Self::Order, here: &str) -> Option<&'static str> {
        self.stage_of(order).filter(|phase| *phase != here)
    }
    /// Whether the order says that nothing shall be done: nobody needs to be told that nothing came of it.
    fn is_abstention(&self, _order: &Self::Order) -> bool {
        false
    }

    /// Whether the order is a wish about something that may never come, such as losses in a battle: that nothing asked for it is no news.
    fn may_never_come(&self, _order: &Self::Order) -> bool {
        false
    }

    /// Whether doing the one is within the words of the other: `build 2 legions Rome` covers `build legion Rome with fish, grain, oil`,
    /// and never a trireme. What the words leave open may be anything the rules or a stated default put there; what they name binds.
    /// The law that letters bind compares with it what was asked for and what was done.
    fn covers(&self, said: &Self::Order, done: &Self::Order) -> bool {
        said == done
    }

    /// Whether a newer letter's order takes the place of one in an older letter or in a standing plan, so that the older one is not heard
    /// any more, whatever comes of the newer one.
    fn replaces(&self, _newer: &Self::Order, _older: &Self::Order) -> bool {
        false
    }

    /// For whom else of the same player an order is, and the order as that seat would have written it.
    fn addressee(&self, _seat: Seat, _order: &Self::Order) -> Option<(Seat, Self::Order)> {
        None
    }
    /// Whether everybody sees what this order did once it has answered a question. Where single questions wait, forecasts are played
    /// from the stage's beginning, with as much of others' answers as could be seen.
    fn is_seen(&self, _order: &Self::Order) -> bool {
        false
    }

    /// Whether the order says that its writer is content with the defaults: whatever is asked of him now counts as answered.
    fn is_content(&self, _order: &Self::Order) -> bool {
        false
    }

    /// The identifiers of everything whose text readers can look up by its name: cards, heroes, Wonders, sheets. The game's template
    /// `card.txt` prints one of them.
    fn library(&self) -> Vec<String> {
        Vec::new()
    }
    /// The view, arranged for readers. Nothing is in it that is not in the view.
    fn scene(&self, view: &Self::View) -> Self::Scene;
    /// What there is to see, for whoever draws it: what lies where in the view, and what of it has just changed, by what its viewer was
    /// told. Nothing is in it that is in neither.
    fn picture(&self, _view: &Self::View, _told: &[&Self::Event]) -> crate::Picture {
        crate::Picture::default()
    }
    /// Which areas of the map touch which, by their identifiers: all areas, each with its neighbours. What is drawn is compared with it.
    fn neighbours(&self) -> Vec<(String, Vec<String>)> {
        Vec::new()
    }
    /// What templates must look up.
    fn atlas(&self) -> Self::Atlas;
    /// Orders that would be understood and allowed now, one of each sort: the order form shows them.
    fn examples(&self, view: &Self::View, seat: Seat) -> Vec<Self::Order>;

    /// All words of the order language.
    fn lexicon(&self) -> &Lexicon<Self::Term> {
        self.language().lexicon()
    }
    /// An order as text that reads back to itself.
    fn print_order(&self, order: &Self::Order, language: &str) -> String {
        self.language().print_order(order, language)
    }
    /// The name of an identifier such as `province/7` in a language; in English, if that language has none.
    fn name(&self, id: &str, language: &str) -> Option<&str> {
        self.language().term(id).map(|term| self.lexicon().name(language, term))
    }
    /// A condition as text.
    fn print_condition(&self, condition: &Condition<Self::Fact>, language: &str) -> String {
        crate::plan::print_condition(self, condition, language)
    }
}

/// Groups seats by what they are worth, the best first.
pub fn by_worth<W: Ord>(seats: impl IntoIterator<Item = Seat>, worth: impl Fn(Seat) -> W) -> Vec<Vec<Seat>> {
    let mut sorted: Vec<Seat> = seats.into_iter().collect();
    sorted.sort_by_key(|seat| core::cmp::Reverse(worth(*seat)));
    let mut groups: Vec<Vec<Seat>> = Vec::new();
    for seat in sorted {
        match groups.last_mut() {
            Some(group) if group.first().is_some_and(|first| worth(*first) == worth(seat)) => group.push(seat),
            _ => groups.push(alloc::vec![seat]),
        }
    }
    groups
}

/// Something that happened: typed, with the number of the rule by which it did.
pub trait Event: Clone + PartialEq + Debug + Serialize {
    /// The rule, such as `MN-4.4.1`.
    fn rule(&self) -> &'static str;
    /// Whether it is worth a mail by itself; whose turn it is, for example, is not.
    fn is_news(&self) -> bool {
        true
    }
}

/// Why the rules refuse something: typed, with the number of the rule.
pub trait Reason: Clone + PartialEq + Debug + Serialize {
    /// The rule that speaks against it, such as `MN-4.4.1`.
    fn rule(&self) -> &'static str;
    /// Whether this speaks against it in every position that may come, such as a way that is not on the map.
    fn is_lasting(&self) -> bool {
        false
    }
    /// Whether what speaks against it may lie hidden from the writer of the order, such as what others offer: then it is never told as
    /// impossible, in however few worlds it was possible.
    fn is_hidden(&self) -> bool {
        false
    }
}

/// A position that cannot be: a mistake of ours, or of whoever wrote it down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsound(pub String);

impl From<Unsound> for String {
    fn from(unsound: Unsound) -> String {
        unsound.0
    }
}

impl core::fmt::Display for Unsound {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unsound {}

/// Who looks at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Anybody: sees what lies open.
    Observer,
    /// Whoever runs the table, when the table lets him see everything.
    Moderator,
}
