//! What cards do. An effect is a list of steps (IS-12); each operation has one small function here.
//!
//! The same functions run twice. First dry, when a card is declared: the choices are checked and noted, on a copy of the board. Then
//! live, when it takes effect: the noted choices are used, the others concerned are asked for theirs, and losses may be paid for.
//! What differs between the two is the [`Host`].

mod areas;
mod discs;
mod dry;
mod goods;
mod live;
mod remove;
mod select;
mod sound;
mod works;

pub use dry::{Declared, Dry, Mode, declare, matches_pick, rehearse};
pub use live::{Live, PickQuestion};
pub use select::{fewest_vp, most_vp};
pub use works::apply_change;

use crate::board::Board;
use crate::deck::{Op, Step, Time, Who};
use crate::game::InnerSea;
use crate::npc;
use crate::orders::Thing;
use crate::pieces::{Area, AreaSet, Card, Faction, Factions, Wonder};
use crate::position::Position;
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// A choice that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// An area.
    Area(Area),
    /// A faction.
    Faction(Faction),
    /// An option, from 0.
    Option(u8),
    /// A Wonder.
    Wonder(Wonder),
    /// A place in the turn order, from 0.
    Spot(u8),
    /// No more of this step.
    Stop,
}

/// What an area is chosen for, so that the referee can choose soundly for who leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Discs of this faction come there.
    Gain(Faction),
    /// Discs of these factions are lost there.
    Harm(Factions),
}

/// A choice that is offered.
#[derive(Clone, Debug)]
pub enum Offer {
    /// One of these areas, or none if the step may stop.
    Areas {
        /// The areas.
        among: AreaSet,
        /// What for.
        aim: Aim,
        /// Whether fewer are allowed.
        may_stop: bool,
        /// Whether what comes next touches the areas around.
        leads: bool,
        /// How many discs may come into one area from here on.
        left: u8,
    },
    /// One of these factions; each with the areas it could then be done in.
    Factions {
        /// The factions.
        among: Factions,
        /// Where it could be done, by faction; empty if no area is chosen.
        areas: [AreaSet; 7],
        /// Whether it is good for the faction.
        is_good: bool,
    },
    /// One of these options.
    Options {
        /// Those that would do something, as bits.
        open: u8,
        /// How an NPC ranks each of them (IS-13.5.1).
        options: Vec<u8>,
    },
    /// One of these Wonders, as bits.
    Wonders(u8),
    /// One of so many places in the turn order.
    Spots(u8),
}

/// Discs that are to leave the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Whose.
    pub faction: Faction,
    /// Where.
    pub area: Area,
    /// How many, allies counted.
    pub n: u8,
}

/// Who plays a card, when and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The player of the card.
    pub me: Faction,
    /// The seat whose choices were noted.
    pub chooser: Seat,
    /// The time.
    pub time: Time,
    /// The area of the competition.
    pub here: Option<Area>,
    /// Whether Troy's walls do not help (IS-9.10).
    pub is_traitor: bool,
    /// What takes effect, so that whoever is asked about it knows.
    pub thing: Option<Thing>,
}

impl Scope {
    /// A card or a thing of a seat at some time.
    pub fn of(seat: Seat, time: Time, here: Option<Area>) -> Scope {
        Scope { me: Faction::of(seat), chooser: seat, time, here, is_traitor: false, thing: None }
    }
}

/// An effect that is being carried out.
#[derive(Clone, Debug)]
pub struct Run<'g> {
    /// The game.
    pub game: &'g InnerSea,
    /// Who, when, where.
    pub scope: Scope,
    /// The faction named last.
    pub named: Option<Faction>,
    /// The factions named before on this card.
    before: Factions,
    /// The areas chosen in the last step that chose areas.
    prev: AreaSet,
    /// Whether the step before had an effect.
    done: bool,
    /// Whether somebody else has chosen what is carried out now, so that nothing of it could be foreseen.
    unforeseen: bool,
    /// Who had most points when the card was played.
    most_vp: Factions,
    /// Areas with Gold from which the card has taken a disc (IS-13.9.1).
    struck: AreaSet,
    /// Areas that the card fills with discs (IS-5.2.3).
    filled: AreaSet,
}

impl<'g> Run<'g> {
    /// The beginning of an effect.
    pub fn new(game: &'g InnerSea, position: &Position, scope: Scope) -> Run<'g> {
        Run {
            game,
            scope,
            named: None,
            before: Factions::NONE,
            prev: AreaSet::NONE,
            done: true,
            unforeseen: false,
            most_vp: most_vp(game, position),
            struck: AreaSet::NONE,
            filled: AreaSet::NONE,
        }
    }

    /// The same where nobody could choose anything before.
    pub fn unforeseen(game: &'g InnerSea, position: &Position, scope: Scope) -> Run<'g> {
        Run { unforeseen: true, ..Run::new(game, position, scope) }
    }
}

/// Where an effect takes place: dry or live.
pub trait Host {
    /// What lies open, but for the board.
    fn position(&self) -> &Position;
    /// The board.
    fn board(&self) -> &Board;
    /// The board, to be changed.
    fn board_mut(&mut self) -> &mut Board;
    /// Lets somebody choose; nothing, if he stops or there is nothing to choose.
    fn pick(&mut self, run: &Run<'_>, by: Seat, offer: Offer) -> Play<Option<Pick>>;
    /// Discs or allies have come on the map.
    fn placed(&mut self, run: &Run<'_>, faction: Faction, heaps: &[(Area, u8)], white: bool);
    /// A Barbarian disc was taken from an area for another one (IS-5.2.3).
    fn called_away(&mut self, _from: Area) {}
    /// Discs leave the map, unless they are paid for.
    fn lose(&mut self, run: &Run<'_>, losses: &[Loss]) -> Play;
    /// Discs become ready.
    fn ready(&mut self, seat: Seat, n: u8);
    /// Talents are gained or lost; says whether that changes anything.
    fn talents(&mut self, seat: Seat, n: i8) -> bool;
    /// Points are gained or lost; says whether that changes anything.
    fn vp(&mut self, seat: Seat, n: i8) -> bool;
    /// Cards are drawn.
    fn draw(&mut self, seat: Seat, n: u8, keep: u8, from_discards: bool) -> Play<bool>;
    /// Cards are discarded.
    fn discard(&mut self, seat: Seat, n: u8, random: bool) -> Play<bool>;
    /// Cards are taken from a hand.
    fn steal(&mut self, run: &Run<'_>, from: Seat, n: u8, random: bool) -> Play<bool>;
    /// A Wonder changes.
    fn wonder(&mut self, run: &Run<'_>, change: works::Change) -> Play<bool>;
    /// A place in the turn order is taken.
    fn rank(&mut self, seat: Seat, spot: u8);
    /// The Epoch ends.
    fn end_epoch(&mut self);
    /// No discs are lost for some rounds.
    fn shield(&mut self, faction: Faction, rounds: u8);
    /// Nothing is paid for discs in this competition.
    fn no_ransom(&mut self, faction: Faction);
    /// No competition is held in these areas.
    fn truce(&mut self, areas: AreaSet);
    /// No discs are placed in these areas.
    fn ban(&mut self, areas: AreaSet, next_turn: bool);
}

/// Carries out a list of steps, each as far as possible (IS-5.2.1); says whether anything came of it.
pub fn run_steps<H: Host>(host: &mut H, run: &mut Run<'_>, steps: &[Step]) -> Play<bool> {
    let mut any = false;
    for step in steps {
        if step.when.is_some_and(|when| when != run.scope.time) {
            continue;
        }
        let times = match &step.per {
            None => 1,
            Some((selector, div, max)) => {
                // `named` in `per` is the faction that the step names, so that one is named first.
                name_first(host, run, step)?;
                let areas = select::fits(host, run, selector, run.named).len() as u8;
                (areas / div).min(*max)
            }
        };
        let mut done = false;
        for _ in 0..times {
            done |= run_step(host, run, step)?;
        }
        run.done = done;
        any |= done;
    }
    Ok(any)
}

fn name_first<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step) -> Play {
    if let Op::Choose { who: Some(who), .. } = step.op {
        goods::who(host, run, step, who, true)?;
    }
    Ok(())
}

fn run_step<H: Host>(host: &mut H, run: &mut Run<'_>, step: &Step) -> Play<bool> {
    let condition = &step.condition;
    let position = host.position();
    let me = run.scope.me.seat();
    let holds = (condition.epoch_min..=condition.epoch_max).contains(&position.epoch)
        && position.turn >= condition.turn_min
        && (!condition.able_open || me.is_some_and(|seat| run.game.sails_open(position, seat)))
        && condition.done.is_none_or(|done| done == run.done);
    let lacks =
        |selector| (select::fits(host, run, selector, run.named) & host.board().occupied(run.scope.me)).is_empty();
    if !holds || !condition.lacks.as_ref().is_none_or(lacks) {
        return Ok(false);
    }
    // IS-12.6: where a step speaks of civilizations each of them is looked at; everywhere else the player is.
    if step.op.who().is_none() && !goods::holds_for(host, run, step, run.scope.me) {
        return Ok(false);
    }
    match &step.op {
        Op::Place { disc, ally, spread } => discs::place(host, run, step, *disc, *ally, spread),
        Op::Remove { disc, spread } => remove::remove(host, run, step, *disc, None, spread),
        Op::Replace { disc, with, spread } => remove::remove(host, run, step, *disc, Some(*with), spread),
        Op::Move { spread } => discs::shift(host, run, step, spread),
        Op::Ready(n) => Ok(goods::ready(host, run, *n)),
        Op::Talents { who, n } => goods::talents(host, run, step, *who, *n),
        Op::Vp { who, n } => goods::vp(host, run, step, *who, *n),
        Op::Draw { who, n, keep, from_discards } => {
            let mut done = false;
            for seat in goods::civs(host, run, step, *who, true)? {
                done |= host.draw(seat, *n, *keep, *from_discards)?;
            }
            Ok(done)
        }
        Op::Discard { who, n, random } => {
            let mut done = false;
            for seat in goods::civs(host, run, step, *who, false)? {
                done |= host.discard(seat, *n, *random)?;
            }
            Ok(done)
        }
        Op::Steal { who, n, random } => {
            let mut done = false;
            for seat in goods::civs(host, run, step, *who, false)?.into_iter().filter(|seat| Some(*seat) != me) {
                done |= host.steal(run, seat, *n, *random)?;
            }
            Ok(done)
        }
        Op::Wonder { who, act } => works::wonder(host, run, step, *who, *act),
        Op::Order => goods::order(host, run),
        Op::EndEpoch => {
            host.end_epoch();
            Ok(true)
        }
        Op::Shield { rounds } => {
            host.shield(run.scope.me, *rounds);
            Ok(true)
        }
        // Carried out where losses are met.
        Op::Ransom => Ok(true),
        Op::NoRansom { who } => goods::no_ransom(host, run, step, *who),
        Op::Truce { spread } => {
            let chosen = areas::choose(host, run, step, spread)?;
            host.truce(chosen);
            Ok(!chosen.is_empty())
        }
        Op::Ban { spread, until } => {
            let chosen = areas::choose(host, run, step, spread)?;
            host.ban(chosen, *until == crate::deck::Until::NextTurn);
            Ok(!chosen.is_empty())
        }
        Op::Choose { who, options } => choose(host, run, step, *who, options),
    }
}

/// Somebody chooses one of several lists of steps; one that would do nothing cannot be chosen.
fn choose<H: Host>(
    host: &mut H,
    run: &mut Run<'_>,
    step: &Step,
    who: Option<Who>,
    options: &[Vec<Step>],
) -> Play<bool> {
    if let Some(who) = who.filter(|_| step.per.is_none())
        && goods::who(host, run, step, who, false)?.is_empty()
    {
        return Ok(false);
    }
    let mut open = 0u8;
    for (i, option) in options.iter().enumerate() {
        if dry::would_do_something(host.position(), host.board(), run, option) {
            open |= 1 << i;
        }
    }
    let Some(by) = chooser(host, run, step.by) else { return Ok(false) };
    match host.pick(run, by, Offer::Options { open, options: npc::classes(options) })? {
        Some(Pick::Option(i)) => {
            let before = run.unforeseen;
            run.unforeseen |= by != run.scope.chooser;
            let done = run_steps(host, run, &options[usize::from(i)]);
            run.unforeseen = before;
            done
        }
        _ => Ok(false),
    }
}

/// The seat that chooses in a step.
fn chooser<H: Host>(host: &H, run: &Run<'_>, by: Who) -> Option<Seat> {
    match by {
        Who::Named => run.named.and_then(Faction::seat),
        Who::FewestVp => fewest_vp(run.game, host.position()),
        _ => Some(run.scope.chooser),
    }
}

/// A card as the rules carry it out: who, when, which choices.
#[derive(Clone, Debug)]
pub struct Played {
    /// The card.
    pub card: Card,
    /// The choices.
    pub picks: Vec<Pick>,
}
