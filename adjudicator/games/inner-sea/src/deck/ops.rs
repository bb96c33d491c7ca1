//! The operations: what each of them takes out of an entry, and which values have a meaning for it (IS-12.3).

use super::step::{Amount, Flag, Name, Setting, Small, StepEntry, selector, steps};
use super::{Op, Reach, Selector, Spread, Time, Until, Who, WonderAct};
use crate::map::one_of;
use crate::rules::wonders::{COST, DISCS};
use alloc::format;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaws;
use toml::Spanned;

/// An entry that is being read.
pub(super) struct Reader<'r, 'f, 's> {
    entry: &'r mut StepEntry,
    at: usize,
    setting: Setting<'s>,
    flaws: &'r mut Flaws<'f>,
}

impl<'r, 'f, 's> Reader<'r, 'f, 's> {
    /// An entry at a byte of the text.
    pub fn new(entry: &'r mut StepEntry, at: usize, setting: Setting<'s>, flaws: &'r mut Flaws<'f>) -> Self {
        Reader { entry, at, setting, flaws }
    }

    fn flaw(&mut self, reason: &str) {
        self.flaws.add(self.at, reason);
    }

    /// A faction that the step needs, one of those that have a meaning there.
    fn faction(&mut self, name: Option<Name>, key: &str, fits: impl Fn(Who) -> bool) -> Option<Who> {
        let Some(name) = name else {
            self.flaw(&format!("this step needs '{key}'"));
            return None;
        };
        let who = one_of(&name, "faction", Who::from_key, self.flaws)?;
        if !fits(who) {
            let op = self.entry.op.get_ref();
            self.flaws.add(name.span().start, format!("'{key}' cannot be \"{}\" here (op = \"{op}\")", who.key()));
        }
        if who == Who::Named && !self.setting.named {
            self.flaws.add(name.span().start, "'named' is a faction that nobody has named by then");
        }
        Some(who)
    }

    /// Whose talents, points, cards or Wonders.
    fn civ(&mut self) -> Option<Who> {
        let name = self.entry.who.take();
        self.faction(name, "who", |who| !matches!(who, Who::Barbarian | Who::White))
    }

    /// The player alone: the operation knows nobody else.
    fn me(&mut self, name: Option<Name>, key: &str) -> Option<()> {
        self.faction(name, key, |who| who == Who::Me).map(|_| ())
    }

    fn number(&mut self, low: i16) -> Option<i8> {
        match self.entry.n.take().map(Spanned::into_inner) {
            Some(Amount::Number(n)) if (low..=9).contains(&n) && n != 0 => Some(n as i8),
            _ => {
                self.flaw(&format!("this step needs 'n', a number from {low} to 9"));
                None
            }
        }
    }

    fn small(&mut self, small: Option<Small>, key: &str, most: u8) -> Option<u8> {
        let small = small?;
        let n = *small.get_ref();
        if n == 0 || n > most {
            self.flaws.add(small.span().start, format!("'{key}' is a number from 1 to {most}"));
        }
        Some(n)
    }

    /// Where discs come or go: how many, in how many areas, in which.
    fn spread(&mut self) -> Option<Spread> {
        let per_area = match self.entry.n.take().map(Spanned::into_inner) {
            None => None,
            Some(Amount::Number(n @ 1..=9)) => Some(n as u8),
            Some(Amount::Word(word)) if word == "all" => Some(u8::MAX),
            Some(_) => {
                self.flaw("'n' is a number from 1 to 9, or \"all\"");
                return None;
            }
        };
        let total = self.entry.total.take();
        let total = self.small(total, "total", 50);
        let reach = match (per_area, total, self.entry.areas.take().map(Spanned::into_inner)) {
            (None, Some(total), None) => Reach::Total(total),
            (n, None, Some(Amount::Number(areas @ 1..=9))) => Reach::Areas { n: n.unwrap_or(1), areas: areas as u8 },
            (n, None, Some(Amount::Word(word))) if word == "each" => Reach::Every { n: n.unwrap_or(1) },
            _ => {
                self.flaw("say either 'total', or 'n' and 'areas' (a number or \"each\")");
                return None;
            }
        };
        let area = match self.entry.area.take() {
            Some(area) => selector(&area, self.flaws),
            None => Selector::default(),
        };
        let mut spread =
            Spread { reach, area, linked: false, chain: false, mixed: false, open_ok: false, overstack: false };
        // With every area that fits there is no first and no next one.
        if !matches!(spread.reach, Reach::Every { .. }) {
            spread.linked = flag(self.entry.linked.take());
        }
        Some(spread)
    }

    /// Discs that come on the map.
    fn coming(&mut self, spread: &mut Spread, is_civ: bool) {
        spread.overstack = flag(self.entry.overstack.take());
        // Barbarians sail the open sea at any time.
        if is_civ {
            spread.open_ok = flag(self.entry.open_ok.take());
        }
    }

    /// Discs that go.
    fn going(&mut self, disc: Who, spread: &mut Spread) {
        if disc.is_named_here() {
            spread.mixed = flag(self.entry.mixed.take());
        }
        if disc.is_many() && matches!(spread.reach, Reach::Total(_)) {
            self.flaw("where several lose discs, say 'n' and 'areas', not 'total'");
        }
    }
}

fn flag(flag: Option<Flag>) -> bool {
    flag.is_some_and(Spanned::into_inner)
}

fn is_one_faction(who: Who) -> bool {
    !who.is_many() && who != Who::White
}

/// Reads the operation.
pub(super) fn read(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let op = match reader.entry.op.get_ref().as_str() {
        "place" => place(reader)?,
        "remove" => {
            let disc = reader.entry.disc.take();
            let disc = reader.faction(disc, "disc", |who| who != Who::White)?;
            let mut spread = reader.spread()?;
            reader.going(disc, &mut spread);
            Op::Remove { disc, spread }
        }
        "replace" => {
            let (disc, with) = (reader.entry.disc.take(), reader.entry.with.take());
            let disc = reader.faction(disc, "disc", |who| who != Who::White)?;
            let fits = |who| matches!(who, Who::Me | Who::Named | Who::FewestVp | Who::Barbarian);
            // Where the step itself names whose disc goes, `named` is that one.
            reader.setting.named |= disc.is_named_here();
            let with = reader.faction(with, "with", fits)?;
            let mut spread = reader.spread()?;
            reader.going(disc, &mut spread);
            reader.coming(&mut spread, with != Who::Barbarian);
            Op::Replace { disc, with, spread }
        }
        "move" => {
            let disc = reader.entry.disc.take();
            reader.me(disc, "disc")?;
            // Discs go from anywhere to anywhere: there is no row of areas.
            let linked = reader.entry.linked.take();
            let mut spread = reader.spread()?;
            reader.entry.linked = linked;
            if !matches!(spread.reach, Reach::Total(_)) {
                reader.flaw("'move' needs 'total', not 'n' and 'areas'");
            }
            reader.coming(&mut spread, true);
            Op::Move { spread }
        }
        "ready" => Op::Ready(reader.number(1)? as u8),
        "talents" => Op::Talents { who: reader.civ()?, n: reader.number(-9)? },
        "vp" => Op::Vp { who: reader.civ()?, n: reader.number(-9)? },
        "draw" => draw(reader)?,
        "discard" => {
            let random = flag(reader.entry.random.take());
            Op::Discard { who: reader.civ()?, n: reader.number(1)? as u8, random }
        }
        "steal" => {
            let (who, random) = (reader.entry.who.take(), flag(reader.entry.random.take()));
            let fits = |who| !matches!(who, Who::Me | Who::Any | Who::Each | Who::Barbarian | Who::White);
            Op::Steal { who: reader.faction(who, "who", fits)?, n: reader.number(1)? as u8, random }
        }
        "wonder" => wonder(reader)?,
        "order" => {
            let who = reader.entry.who.take();
            reader.me(who, "who")?;
            Op::Order
        }
        "end_epoch" => Op::EndEpoch,
        "shield" => shield(reader)?,
        "no_ransom" => {
            let who = reader.entry.who.take();
            Op::NoRansom { who: reader.faction(who, "who", |who| !matches!(who, Who::Barbarian | Who::White))? }
        }
        "truce" => Op::Truce { spread: areas(reader)? },
        "ban" => ban(reader)?,
        "choose" => choose(reader)?,
        name => {
            let reason = format!("there is no operation '{name}'");
            reader.flaws.add(reader.entry.op.span().start, reason);
            return None;
        }
    };
    Some(op)
}

fn place(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let disc = reader.entry.disc.take();
    let disc = reader.faction(disc, "disc", |who| !who.is_many())?;
    let ally = match reader.entry.ally.take() {
        Some(ally) if disc == Who::White => {
            reader.faction(Some(ally), "for", |who| is_one_faction(who) && who != Who::Barbarian)?
        }
        ally => {
            reader.entry.ally = ally;
            Who::Me
        }
    };
    let mut spread = reader.spread()?;
    if matches!(spread.reach, Reach::Areas { n: u8::MAX, .. } | Reach::Every { n: u8::MAX }) {
        reader.flaw("\"all\" is for discs that go: say how many come");
    }
    if !matches!(spread.reach, Reach::Every { .. }) {
        spread.chain = flag(reader.entry.chain.take());
    }
    // White discs know no limits, and are never in open sea.
    if disc != Who::White {
        reader.coming(&mut spread, disc != Who::Barbarian);
    }
    Some(Op::Place { disc, ally, spread })
}

fn draw(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let n = reader.number(1)? as u8;
    let source = reader.entry.source.take();
    let from_discards = match &source {
        Some(source) => {
            one_of(source, "source (discard)", |key| (key == "discard").then_some(()), reader.flaws)?;
            true
        }
        None => false,
    };
    let keep = reader.entry.keep.take();
    let keep = reader.small(keep, "keep", n).unwrap_or(n);
    Some(Op::Draw { who: reader.civ()?, n, keep, from_discards })
}

fn wonder(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let Some(act) = reader.entry.act.take() else {
        reader.flaw("this step needs 'do' (build, restore, destroy, add, drain)");
        return None;
    };
    let who = reader.entry.who.take();
    let act = match act.get_ref().as_str() {
        "build" => {
            reader.me(who, "who")?;
            let discount = reader.entry.discount.take();
            let discount = reader.small(discount, "discount", COST - DISCS).unwrap_or(0);
            return Some(Op::Wonder { who: Who::Me, act: WonderAct::Build(discount) });
        }
        "restore" => WonderAct::Restore,
        "destroy" => WonderAct::Destroy,
        "add" => WonderAct::Add(reader.number(1)? as u8),
        "drain" => WonderAct::Drain(reader.number(1)? as u8),
        other => {
            let reason = format!("there is no deed with a Wonder (build, restore, destroy, add, drain) '{other}'");
            reader.flaws.add(act.span().start, reason);
            return None;
        }
    };
    let who = reader.faction(who, "who", |who| !matches!(who, Who::Barbarian | Who::White))?;
    Some(Op::Wonder { who, act })
}

fn shield(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let who = reader.entry.who.take();
    reader.me(who, "who")?;
    if reader.setting.times.contains(&Time::Loss) {
        if reader.number(1)? != 1 {
            reader.flaw("one disc of the card stands for one disc on the map: n = 1");
        }
        return Some(Op::Ransom);
    }
    let rounds = reader.entry.rounds.take();
    match reader.small(rounds, "rounds", 9) {
        Some(rounds) => Some(Op::Shield { rounds }),
        None => {
            reader.flaw("this step needs 'rounds'");
            None
        }
    }
}

/// Areas in which nothing happens to discs.
fn areas(reader: &mut Reader<'_, '_, '_>) -> Option<Spread> {
    if reader.entry.areas.is_none() {
        reader.flaw("this step needs 'areas'");
        return None;
    }
    let (n, total) = (reader.entry.n.take(), reader.entry.total.take());
    let spread = reader.spread();
    (reader.entry.n, reader.entry.total) = (n, total);
    spread
}

fn ban(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let Some(until) = reader.entry.until.take() else {
        reader.flaw("this step needs 'until' (turn, next_turn)");
        return None;
    };
    let known = |key: &str| match key {
        "turn" => Some(Until::Turn),
        "next_turn" => Some(Until::NextTurn),
        _ => None,
    };
    let until = one_of(&until, "time (turn, next_turn)", known, reader.flaws)?;
    Some(Op::Ban { spread: areas(reader)?, until })
}

fn choose(reader: &mut Reader<'_, '_, '_>) -> Option<Op> {
    let who = match reader.entry.who.take() {
        Some(who) => Some(reader.faction(Some(who), "who", Who::is_named_here)?),
        None => None,
    };
    let options = reader.entry.options.take().map(Spanned::into_inner).unwrap_or_default();
    if !(2..=8).contains(&options.len()) || options.iter().any(Vec::is_empty) {
        reader.flaw("'choose' needs at least two options and at most eight, none of them empty");
    }
    let setting = Setting { named: reader.setting.named || who.is_some(), ..reader.setting };
    let options = options.iter().map(|option| steps(option, setting, reader.flaws)).collect();
    Some(Op::Choose { who, options })
}

/// Who makes the choices of the step. Whoever owns a hand chooses from it, and only the player names factions.
pub(super) fn chooser(reader: &mut Reader<'_, '_, '_>, op: &Op) -> Who {
    let areas = op.spread().is_some_and(|spread| spread.mixed || !matches!(spread.reach, Reach::Every { .. }));
    if !areas && !matches!(op, Op::Choose { .. }) {
        return Who::Me;
    }
    let Some(by) = reader.entry.by.take() else { return Who::Me };
    let Some(who) = one_of(&by, "faction", Who::from_key, reader.flaws) else { return Who::Me };
    if !matches!(who, Who::Me | Who::Named | Who::FewestVp) {
        reader.flaws.add(by.span().start, format!("'by' is self, named or fewest_vp, not \"{}\"", who.key()));
    }
    who
}

/// Whether fewer areas may be chosen.
pub(super) fn up_to(reader: &mut Reader<'_, '_, '_>, op: &Op) -> bool {
    let counts = op.spread().is_some_and(|spread| !matches!(spread.reach, Reach::Every { .. }));
    counts && flag(reader.entry.up_to.take())
}

/// Some operations have a meaning at certain times only.
pub(super) fn check_time(reader: &mut Reader<'_, '_, '_>, op: &Op) {
    let times = reader.setting.times;
    let only = |wanted: &[Time]| times.iter().all(|time| wanted.contains(time));
    let reason = match op {
        Op::Ransom if !only(&[Time::Loss]) => Some("this stands for lost discs, at the time 'loss' only"),
        op if times.contains(&Time::Loss) && *op != Op::Ransom => Some("at the time 'loss' there is only 'shield'"),
        Op::Ready(_) if !only(&[Time::Growth]) => Some("discs become ready in the Growth Phase only"),
        Op::Shield { .. } | Op::NoRansom { .. } if !only(&[Time::Competition]) => {
            Some("this has an effect in a competition only")
        }
        Op::Truce { .. } if !only(&[Time::Phase, Time::Competition]) => {
            Some("a truce is made in the Competition Phase only")
        }
        op if op.chooses() && (!reader.setting.asks || times.contains(&Time::Response)) => {
            Some("something is to be chosen here, and nobody is asked at this time")
        }
        _ => None,
    };
    if let Some(reason) = reason {
        reader.flaw(reason);
    }
}
