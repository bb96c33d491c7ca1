//! The Card Phase: round the table, a Fate card, a Wonder or a pass, until all have passed (IS-5).

use crate::deck::{After, CardKind, Time};
use crate::effects::{Declared, Mode, Scope, declare};
use crate::event::{Cause, Event};
use crate::form;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Means, Order, Payment, Target, Thing};
use crate::pieces::{Area, Card, CardSet, Faction, Wonder};
use crate::position::{Invested, Phase, Position};
use crate::reason::Reason;
use crate::rules::negation::{self, Prey};
use crate::rules::uses::{carry_out, civs_of};
use crate::rules::{fetch, losses, realm, turn, wonders};
use crate::scenario::Back;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// What a civilization does when its turn comes (IS-5.1).
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// It passes for the rest of the phase.
    Pass,
    /// It plays a card.
    Play(Card, Declared),
    /// It builds a Wonder.
    Build(Wonder, Area, Payment),
}

/// Plays the phase.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    npc::enemies::find_all(table);
    // IS-13.16
    for seat in table.state.position.order.clone() {
        let n = game.options.cast.handicap.talents[usize::from(!game.is_npc(seat))];
        losses::talents(table, seat, n as i8);
    }
    table.gather(game.seats())?;
    loop {
        let order = table.state.position.order.clone();
        let mut anybody = false;
        for seat in order {
            if table.state.scratch.passed[seat.index()] {
                continue;
            }
            anybody = true;
            turn(table, seat)?;
        }
        if !anybody {
            break;
        }
    }
    turn::go_on(table, Phase::Competition);
    Ok(())
}

fn turn(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let question = ActionQuestion::of(table, seat);
    let serial = table.state.scratch.next_serial();
    match npc::ask(table, seat, format_args!("action {serial}/{}", game.seat_key(seat)), question)? {
        Action::Pass => {
            table.state.scratch.passed[seat.index()] = true;
            let civ = table.state.position.side(seat).civ;
            table.tell(Event::Passed { seat, civ });
            Ok(())
        }
        Action::Build(wonder, area, payment) => {
            table.state.scratch.has_built[seat.index()] = true;
            wonders::build(table, seat, wonder, area, &payment);
            Ok(())
        }
        Action::Play(card, declared) => play_card(table, seat, card, &declared, Time::Card, None),
    }
}

/// Plays a card: it is shown with its targets, others may negate it, then it takes effect (IS-5.2, IS-5.3).
pub fn play_card(
    table: &mut Table<'_>,
    seat: Seat,
    card: Card,
    declared: &Declared,
    time: Time,
    here: Option<Area>,
) -> Play {
    show(table, seat, card);
    negation::tell_aims(table, seat, Thing::Card(card), declared);
    if negation::negated(table, &Prey::new(seat, Thing::Card(card), declared))? {
        fetch::lay_down(table, seat, card);
        return Ok(());
    }
    take_effect(table, seat, card, declared, time, here)
}

/// A card leaves the hand and is shown.
pub fn show(table: &mut Table<'_>, seat: Seat, card: Card) {
    let civ = table.state.position.side(seat).civ;
    table.state.leave_hand(seat, card);
    fetch::use_up(table, seat, card);
    table.state.scratch.spent[seat.index()].insert(card);
    table.state.scratch.played[seat.index()].insert(card);
    table.tell(Event::CardPlayed { seat, civ, card });
}

/// A card that nobody negated.
pub fn take_effect(
    table: &mut Table<'_>,
    seat: Seat,
    card: Card,
    declared: &Declared,
    time: Time,
    here: Option<Area>,
) -> Play {
    let file = table.game.deck.card(card);
    if file.kind == CardKind::Investment {
        // IS-5.4: with fewer discs in the supply, all of them go on it.
        let position = &mut table.state.position;
        let discs = file.discs.min(table.game.supply(position, &position.board, Faction::of(seat)));
        position.invested.push(Invested { card, owner: seat, discs, used: false });
        let civ = position.side(seat).civ;
        table.tell(Event::Invested { civ, card, discs });
        return Ok(());
    }
    let before = npc::enemies::holdings(table);
    let contested = table.state.position.board.contested();
    let thing = Some(Thing::Card(card));
    let scope = Scope { is_traitor: file.is_traitor, thing, ..Scope::of(seat, time, here) };
    carry_out(table, scope, &file.effect, &declared.picks, Cause::Card)?;
    npc::enemies::after_card(table, seat, &before);
    if time != Time::Competition {
        npc::enemies::after_placing(table, seat, contested);
    }
    realm::mingle(table);
    let position = &mut table.state.position;
    match file.after {
        After::Aside => position.aside.insert(card),
        After::Remove => position.removed.insert(card),
        After::Discard | After::Invest | After::Stay => fetch::lay_down(table, seat, card),
    }
    Ok(())
}

/// IS-5.9: what stands behind the line that passes is never reached.
fn refuse_behind_pass(game: &InnerSea, lines: &mut Lines<'_, InnerSea>) {
    let mut is_behind = false;
    lines.each(|order| match order {
        Order::Play(card, _) if game.fighting.contains(*card) => Says::Nothing,
        Order::Play(..) | Order::Wonder(..) if is_behind => Says::<(), Reason>::No(Reason::AfterPass),
        Order::Pass => {
            is_behind = true;
            Says::Nothing
        }
        _ => Says::Nothing,
    });
}

/// The cards that a letter plays, or negates with, or gives for discs.
fn named_elsewhere(lines: &Lines<'_, InnerSea>) -> CardSet {
    let mut all = CardSet::NONE;
    lines.mention(|order| {
        match order {
            Order::Play(card, _) | Order::Negate(card, _) | Order::Compete(_, Some(Thing::Card(card)), _) => {
                all.insert(*card);
            }
            Order::Losses(_, _, means) => {
                let card = |one: &Means| if let Means::Thing(Thing::Card(card)) = one { Some(*card) } else { None };
                means.iter().filter_map(card).for_each(|card| all.insert(card));
            }
            _ => {}
        }
        false
    });
    all
}

/// The question what to do. It holds what the seat can see, and nothing else.
#[derive(Clone, Debug)]
pub struct ActionQuestion {
    seat: Seat,
    hand: CardSet,
    /// The cards that this seat has played in this phase.
    played: CardSet,
    /// The Wonders that it has built in this phase, as bits.
    raised: u8,
    /// Whether it has built its Wonder of the turn.
    has_built: bool,
    position: Position,
}

impl ActionQuestion {
    fn of(table: &Table<'_>, seat: Seat) -> ActionQuestion {
        let state = &table.state;
        let at = seat.index();
        ActionQuestion {
            seat,
            // IS-18.3: what lies on the table may be played too.
            hand: state.hands[at] | table.game.kept_cards(&state.position, seat, |back| back == Back::Once),
            played: state.scratch.played[at],
            raised: state.scratch.raised[at],
            has_built: state.scratch.has_built[at],
            position: state.position.clone(),
        }
    }

    /// The question as a seat would get it now, for the form and for automata.
    pub fn as_seen(seat: Seat, hand: CardSet, position: &Position) -> ActionQuestion {
        let (played, position) = (CardSet::NONE, position.clone());
        ActionQuestion { seat, hand, played, raised: 0, has_built: false, position }
    }

    /// The cards of the hand.
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// Takes note of what was done, as far as the next question to the same seat sees it.
    pub fn is_done(&mut self, action: &Action) {
        match action {
            Action::Pass => {}
            Action::Play(card, _) => {
                self.hand.remove(*card);
                self.played.insert(*card);
            }
            Action::Build(wonder, area, _) => {
                self.has_built = true;
                let work = &mut self.position.works[wonder.index()];
                (work.owner, work.area) = (Some(self.seat), Some(*area));
            }
        }
    }

    fn can_build(&self, game: &InnerSea, wonder: Wonder) -> Result<(), Reason> {
        if self.has_built {
            return Err(Reason::OneWonder);
        }
        wonders::can_build(game, &self.position, &self.position.board, self.seat, wonder, 0)
    }

    /// A card with its targets.
    pub fn declare(&self, game: &InnerSea, card: Card, mode: Mode<'_>) -> Result<Declared, Reason> {
        if !self.hand.contains(card) {
            return Err(Reason::NotInHand { card });
        }
        let file = game.deck.card(card);
        if file.kind == CardKind::Investment {
            let supply = game.supply(&self.position, &self.position.board, Faction::of(self.seat));
            return if supply > 0 { Ok(Declared::default()) } else { Err(Reason::NoEffect { card }) };
        }
        if !file.is_for(Time::Card) {
            return Err(Reason::WrongTime { card });
        }
        // IS-15.9
        let brings = file.effect.iter().any(|step| step.brings_barbarians());
        if brings && game.part_of(&self.position, self.seat).is_some_and(|part| !part.brings_barbarians) {
            return Err(Reason::NoBarbarians { card });
        }
        let declared = declare(game, &self.position, Scope::of(self.seat, Time::Card, None), &file.effect, mode)?;
        let declared = declared.ok_or(Reason::NoEffect { card })?;
        game.spares_team(self.seat, &declared)?;
        Ok(declared)
    }

    /// A Wonder with its place and a complete payment.
    pub fn build(&self, game: &InnerSea, wonder: Wonder, site: Option<Area>, wish: &Payment) -> Result<Action, Reason> {
        self.build_saving(game, wonder, site, wish, CardSet::NONE)
    }

    /// The same; these cards are given only if nothing else is left.
    fn build_saving(
        &self,
        game: &InnerSea,
        wonder: Wonder,
        site: Option<Area>,
        wish: &Payment,
        saved: CardSet,
    ) -> Result<Action, Reason> {
        self.can_build(game, wonder)?;
        let sites = wonders::sites(game, &self.position, &self.position.board, self.seat);
        let home = self.position.home(&game.chart, self.seat).filter(|home| sites.contains(*home));
        let site = site.or(home).or(sites.first()).filter(|site| sites.contains(*site));
        let site = site.ok_or(Reason::NoSite { wonder })?;
        let needed = game.deck.wonder(wonder).discs;
        let who = (self.seat, site);
        let pay = |hand: CardSet| wonders::complete(game, &self.position, hand, who, wonders::COST, wish, needed);
        let named: CardSet = wish.cards.iter().copied().filter(|card| self.hand.contains(*card)).collect();
        let payment = pay((self.hand - saved) | named).or_else(|| pay(self.hand));
        payment.map(|payment| Action::Build(wonder, site, payment)).ok_or(Reason::CannotPay { wonder })
    }

    fn targets(&self, declared: &Declared) -> Vec<Target> {
        let civs = civs_of(&self.position);
        declared.picks.iter().map(|pick| pick.target(&civs)).collect()
    }

    /// The cards of the hand that could be played now, each with sound targets.
    pub fn playable(&self, game: &InnerSea) -> Vec<(Card, Declared)> {
        let declared = |card: Card| self.declare(game, card, Mode::Sound).ok().map(|declared| (card, declared));
        self.hand.iter().filter_map(declared).collect()
    }
}

impl Question<InnerSea> for ActionQuestion {
    type Answer = Action;
    const NAME: &'static str = "action";

    fn legal(&self, game: &InnerSea, action: &Action) -> Result<(), Reason> {
        match action {
            Action::Pass => Ok(()),
            Action::Play(card, declared) => {
                let same = self.declare(game, *card, Mode::Wish(self.targets(declared)))?;
                if same.picks == declared.picks { Ok(()) } else { Err(Reason::BadTarget) }
            }
            Action::Build(wonder, site, payment) => {
                let same = self.build(game, *wonder, Some(*site), payment)?;
                if same == *action { Ok(()) } else { Err(Reason::CannotPay { wonder: *wonder }) }
            }
        }
    }

    fn default(&self, _game: &InnerSea) -> Action {
        Action::Pass
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Action {
        let drawn = chance.random_range(0..8u8);
        if drawn == 1 {
            let wonder = Wonder(chance.random_range(0..7));
            if let Ok(action) = self.build(game, wonder, None, &Payment::default()) {
                return action;
            }
        }
        if drawn > 0 && !self.hand.is_empty() {
            for _ in 0..2 {
                let Some(card) = self.hand.nth(chance.random_range(0..self.hand.len())) else { break };
                if let Ok(declared) = self.declare(game, card, Mode::Random(&mut *chance)) {
                    return Action::Play(card, declared);
                }
            }
        }
        Action::Pass
    }

    /// By what lies open: without cards and without the means for a Wonder there is nothing to choose.
    fn only(&self, game: &InnerSea) -> Option<Action> {
        let builds = || (0..7).map(Wonder).any(|wonder| self.can_build(game, wonder).is_ok());
        (self.hand.is_empty() && !builds()).then_some(Action::Pass)
    }

    /// Every card that can be played now, and a Wonder.
    fn hints(&self, game: &InnerSea) -> Vec<Action> {
        let cards = self.playable(game).into_iter().map(|(card, declared)| Action::Play(card, declared));
        let wonders = (0..7).map(Wonder);
        let first = wonders.filter_map(|wonder| self.build(game, wonder, None, &Payment::default()).ok()).next();
        cards.chain(first).collect()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Action> {
        // A line that was carried out before in this phase is done with.
        lines.leave_out(|order| match order {
            Order::Play(card, _) => self.played.contains(*card),
            Order::Wonder(wonder, ..) => self.raised >> wonder.0 & 1 == 1,
            _ => false,
        });
        // IS-5.6.1: what the letter has another use for is not given for a Wonder.
        let saved = named_elsewhere(lines);
        let action = lines.first(|order| match order {
            Order::Pass => Says::Yes(Action::Pass),
            Order::Play(card, _) if game.deck.card(*card).kind == CardKind::Competition => Says::Nothing,
            Order::Play(card, targets) => match self.declare(game, *card, Mode::Wish(targets.clone())) {
                Ok(declared) => Says::Yes(Action::Play(*card, declared)),
                Err(reason) => Says::No(reason),
            },
            Order::Wonder(wonder, site, payment) => match self.build_saving(game, *wonder, *site, payment, saved) {
                Ok(action) => Says::Yes(action),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        if action == Some(Action::Pass) {
            refuse_behind_pass(game, lines);
        }
        action
    }

    fn form(&self, game: &InnerSea, answer: &Action) -> Vec<Order> {
        form::all(game, self.orders(game, answer))
    }

    fn orders(&self, _game: &InnerSea, action: &Action) -> Vec<Order> {
        alloc::vec![match action {
            Action::Pass => Order::Pass,
            Action::Play(card, declared) => Order::Play(*card, self.targets(declared)),
            Action::Build(wonder, site, payment) => Order::Wonder(*wonder, Some(*site), payment.clone()),
        }]
    }
}
