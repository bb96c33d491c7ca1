//! What is declared for a competition, or at the start of the phase: cards, the own sheet, Wonders, investments (IS-6.2, IS-6.3).

use crate::deck::{CardKind, Step, Time};
use crate::effects::{Declared, Mode, Pick, Scope, declare};
use crate::form;
use crate::game::{InnerSea, Table};
use crate::orders::{Order, Sheet, Target, Thing, Verb};
use crate::pieces::{Area, Card, CardSet, Faction};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::consul;
use crate::rules::uses::{self, Use, civs_of};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says, Seat};

/// The own sheet as a thing.
pub const SHEET: Thing = Thing::Sheet(Sheet::Ability);

/// The question what to declare: for one area, or at the start of the phase.
#[derive(Clone, Debug)]
pub struct ContestQuestion {
    seat: Seat,
    /// The area, unless the phase begins.
    here: Option<Area>,
    hand: CardSet,
    /// What lies open and can be used.
    things: Vec<Thing>,
    position: Position,
    /// Whether the area was fought over before: what the letter had for it is done with, without a word.
    again: bool,
    /// The cards that this seat has played in this phase.
    played: CardSet,
    /// What players have declared before an NPC decides (IS-13.8.2).
    against: Vec<(Seat, Use)>,
    /// Whether a competition card was played away from home before (IS-19.7).
    abroad: bool,
}

impl ContestQuestion {
    /// The question for a seat.
    pub fn of(table: &Table<'_>, seat: Seat, here: Option<Area>) -> ContestQuestion {
        let state = &table.state;
        let question = ContestQuestion::as_seen(table.game, &state.position, state.hands[seat.index()], seat, here);
        let abroad = state.scratch.abroad.contains(Faction::of(seat));
        ContestQuestion { played: state.scratch.played[seat.index()], abroad, ..question }
    }

    /// The question for an area that is fought over for the first time in this phase, or again.
    pub fn for_time(self, time: u8) -> ContestQuestion {
        ContestQuestion { again: time > 1, ..self }
    }

    /// The question as a seat would get it now.
    pub fn as_seen(
        game: &InnerSea,
        position: &Position,
        hand: CardSet,
        seat: Seat,
        here: Option<Area>,
    ) -> ContestQuestion {
        let mut things: Vec<Thing> = Vec::new();
        if here.is_some() {
            things.extend(uses::usable(game, position, seat, Time::Competition).into_iter().map(|(thing, _)| thing));
        }
        if !sheet_steps(game, position, seat, here).is_empty() {
            things.push(SHEET);
        }
        // IS-16.11: what stands on the table for this area is played as if it were in the hand.
        let standing = here.map_or(CardSet::NONE, |here| game.standing_cards(position, seat, here));
        let hand = hand | standing;
        let (position, played) = (position.clone(), CardSet::NONE);
        ContestQuestion { seat, here, hand, things, position, again: false, played, against: Vec::new(), abroad: false }
    }

    /// The question for an NPC, which knows what players have declared (IS-13.8.2).
    pub fn knowing(self, against: &[(Seat, Use)]) -> ContestQuestion {
        ContestQuestion { against: against.to_vec(), ..self }
    }

    /// What players have declared before an NPC decides.
    pub fn against(&self) -> &[(Seat, Use)] {
        &self.against
    }

    /// The area, unless the phase begins.
    pub fn area(&self) -> Option<Area> {
        self.here
    }

    /// The cards of the hand.
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// What lies open and can be used.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    /// Whether there can be anything to declare, by what lies open.
    pub fn is_idle(&self) -> bool {
        self.hand.is_empty() && self.things.is_empty()
    }

    fn time(&self) -> Time {
        if self.here.is_some() { Time::Competition } else { Time::Phase }
    }

    /// One thing with its targets.
    pub fn declare(&self, game: &InnerSea, thing: Thing, mode: Mode<'_>) -> Result<Use, Reason> {
        let mut scope = Scope::of(self.seat, self.time(), self.here);
        let steps: &[Step] = match thing {
            Thing::Card(card) if game.deck.card(card).kind == CardKind::Competition => {
                let file = game.deck.card(card);
                if !self.hand.contains(card) {
                    return Err(Reason::NotInHand { card });
                }
                if consul::bars_card(game, &self.position, self.seat, self.here, self.abroad) {
                    return Err(Reason::ConsulForbids { card });
                }
                match self.time() {
                    time if file.is_for(time) => {}
                    Time::Phase => return Err(Reason::InACompetition { card }),
                    _ => return Err(Reason::AtTheStart { card }),
                }
                scope.is_traitor = file.is_traitor;
                &file.effect
            }
            _ if !self.things.contains(&thing) => return Err(Reason::NotUsable),
            Thing::Sheet(_) => sheet_steps(game, &self.position, self.seat, self.here),
            _ => uses::effect(game, thing),
        };
        scope.thing = Some(thing);
        let declared = declare(game, &self.position, scope, steps, mode)?;
        match (declared, thing) {
            (Some(declared), Thing::Card(_)) => {
                game.spares_team(self.seat, &declared)?;
                Ok(Use { thing, declared })
            }
            (Some(declared), _) => Ok(Use { thing, declared }),
            (None, Thing::Card(card)) => Err(Reason::NoEffect { card }),
            (None, _) => Err(Reason::NotUsable),
        }
    }

    /// The same for what a letter says: a card may be played though nothing comes of it, whatever it is aimed at (IS-5.2.1).
    fn declare_said(&self, game: &InnerSea, thing: Thing, targets: Vec<Target>) -> Result<Use, Reason> {
        match (self.declare(game, thing, Mode::Wish(targets)), thing) {
            (Err(Reason::NoEffect { .. } | Reason::BadTarget), Thing::Card(card)) if self.is_in_vain(game, card) => {
                Ok(Use { thing, declared: Declared::default() })
            }
            (declared, _) => declared,
        }
    }

    /// Whether nothing can come of a card of the hand in this competition.
    fn is_in_vain(&self, game: &InnerSea, card: Card) -> bool {
        let is_sound = matches!(self.declare(game, Thing::Card(card), Mode::Sound), Err(Reason::NoEffect { .. }));
        is_sound && self.here.is_some() && self.hand.contains(card)
    }

    /// As many competition cards as a consul allows here (IS-19.7): all of them, or the first.
    pub fn allowed(&self, game: &InnerSea, mut uses: Vec<Use>) -> Vec<Use> {
        if consul::allows_one(game, &self.position, self.seat, self.here) {
            let mut cards = 0;
            uses.retain(|used| {
                cards += u8::from(matches!(used.thing, Thing::Card(card) if game.fighting.contains(card)));
                !matches!(used.thing, Thing::Card(card) if game.fighting.contains(card)) || cards == 1
            });
        }
        uses
    }

    /// What is done for a silent seat: the sheet, if it helps here (IS-11.2).
    fn soundly(&self, game: &InnerSea) -> Vec<Use> {
        let sheet = self.declare(game, SHEET, Mode::Sound).ok();
        let helps = |used: &Use| self.here.is_none_or(|here| used.declared.areas.contains(here));
        sheet.into_iter().filter(helps).collect()
    }

    /// IS-6.3: what the letter wants of the sheet in another competition is not used up here for want of a word.
    fn saves_sheet(&self, lines: &Lines<'_, InnerSea>) -> bool {
        let waiting = self.position.board.contested();
        let wants =
            |order: &Order| matches!(order, Order::Compete(area, Some(Thing::Sheet(_)), _) if waiting.contains(*area));
        self.here.is_some() && self.things.contains(&SHEET) && lines.mention(wants)
    }

    fn wanted<'o>(&self, order: &'o Order) -> Option<(Option<Thing>, &'o [Target])> {
        match (self.here, order) {
            (Some(here), Order::Compete(area, thing, targets)) if *area == here => Some((*thing, targets)),
            (_, Order::Nothing(Verb::Compete)) => Some((None, &[])),
            (None, Order::Play(card, targets)) => Some((Some(Thing::Card(*card)), targets)),
            (None, Order::Use(thing @ Thing::Sheet(_), targets)) => Some((Some(*thing), targets)),
            (None, Order::Nothing(Verb::Play)) => Some((None, &[])),
            _ => None,
        }
    }
}

/// What the sheet of a seat allows now.
pub fn sheet_steps<'g>(game: &'g InnerSea, position: &Position, seat: Seat, here: Option<Area>) -> &'g [Step] {
    let sheet = game.sheet(position, seat);
    match here {
        None => &sheet.opening,
        Some(_) if position.side(seat).ability_used => &[],
        Some(_) => &sheet.competition,
    }
}

impl Question<InnerSea> for ContestQuestion {
    type Answer = Vec<Use>;
    const NAME: &'static str = "compete";

    fn legal(&self, game: &InnerSea, answer: &Vec<Use>) -> Result<(), Reason> {
        let civs = civs_of(&self.position);
        if self.allowed(game, answer.clone()).len() < answer.len() {
            return Err(Reason::BadTarget);
        }
        for (i, one) in answer.iter().enumerate() {
            let targets = one.declared.picks.iter().map(|pick| pick.target(&civs)).collect();
            let same = self.declare_said(game, one.thing, targets)?;
            if same.declared.picks != one.declared.picks || answer[..i].iter().any(|other| other.thing == one.thing) {
                return Err(Reason::BadTarget);
            }
        }
        Ok(())
    }

    fn default(&self, game: &InnerSea) -> Vec<Use> {
        self.soundly(game)
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Vec<Use> {
        let mut all = Vec::new();
        let cards = (self.hand & game.fighting).iter().map(Thing::Card);
        for thing in cards.chain(self.things.iter().copied()) {
            if chance.random_range(0..2u8) == 0 {
                all.extend(self.declare(game, thing, Mode::Random(&mut *chance)).ok());
            }
        }
        self.allowed(game, all)
    }

    /// By what lies open: without cards and without anything to use there is nothing to declare.
    fn only(&self, _game: &InnerSea) -> Option<Vec<Use>> {
        self.is_idle().then(Vec::new)
    }

    /// Each thing alone.
    fn hints(&self, game: &InnerSea) -> Vec<Vec<Use>> {
        let things = (self.hand & game.fighting).iter().map(Thing::Card).chain(self.things.iter().copied());
        things.filter_map(|thing| self.declare(game, thing, Mode::Sound).ok()).map(|used| alloc::vec![used]).collect()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<Use>> {
        if !lines.mention(|order| self.wanted(order).is_some()) {
            // A letter that speaks of competitions has no card for the start of the phase; what the sheet gives then is asked for.
            let looks_ahead = self.here.is_none() && !self.things.contains(&SHEET);
            if self.saves_sheet(lines) {
                return Some(Vec::new());
            }
            return (looks_ahead && lines.mention(|order| matches!(order, Order::Compete(..)))).then(Vec::new);
        }
        if self.again {
            lines.leave_out(
                |order| matches!(order, Order::Compete(_, Some(Thing::Card(card)), _) if self.played.contains(*card)),
            );
        }
        let mut all: Vec<Use> = Vec::new();
        lines.each(|order| {
            let Some((thing, targets)) = self.wanted(order) else { return Says::Nothing };
            let Some(thing) = thing else { return Says::Yes(()) };
            if all.iter().any(|known| known.thing == thing) {
                return Says::No(Reason::Twice);
            }
            match self.declare_said(game, thing, targets.to_vec()) {
                Ok(used)
                    if self.allowed(game, all.iter().cloned().chain([used.clone()]).collect()).len() == all.len() =>
                {
                    match thing {
                        Thing::Card(card) => Says::No(Reason::ConsulForbids { card }),
                        _ => Says::Nothing,
                    }
                }
                Ok(used) => {
                    all.push(used);
                    Says::Yes(())
                }
                // A plain card in a letter for the whole turn is not meant for this phase.
                Err(Reason::NotUsable) if self.here.is_none() => Says::Nothing,
                Err(_) if self.again => Says::Nothing,
                Err(reason) => Says::No(reason),
            }
        });
        Some(all)
    }

    /// Where nothing but the area of the competition is aimed at, it needs no saying twice.
    fn form(&self, game: &InnerSea, answer: &Vec<Use>) -> Vec<Order> {
        let mut orders = self.orders(game, answer);
        for order in &mut orders {
            if let Order::Compete(here, Some(_), targets) = order
                && targets.iter().all(|target| !matches!(target, Target::Area(area) if area != here))
            {
                let here = Target::Area(*here);
                targets.retain(|target| *target != here);
            }
        }
        form::all(game, orders)
    }

    fn orders(&self, _game: &InnerSea, answer: &Vec<Use>) -> Vec<Order> {
        let civs = civs_of(&self.position);
        let one = |used: &Use| {
            let targets: Vec<Target> = used.declared.picks.iter().map(|pick: &Pick| pick.target(&civs)).collect();
            match (self.here, used.thing) {
                (Some(here), thing) => Order::Compete(here, Some(thing), targets),
                (None, Thing::Card(card)) => Order::Play(card, targets),
                (None, thing) => Order::Use(thing, targets),
            }
        };
        if answer.is_empty() {
            return alloc::vec![match self.here {
                Some(here) => Order::Compete(here, None, Vec::new()),
                None => Order::Nothing(Verb::Play),
            }];
        }
        answer.iter().map(one).collect()
    }
}
