//! One table of one game: the referee, and what it tells the desk.

use super::{Acknowledged, Intent, OpenTable, Reader, Writing};
use crate::referee::{Closed, Correction, Plans, Received, Referee, Round, Snapshot};
use crate::report::{Detail, Found, Known, News, Page, Receipt, Rendered, Renderer};
use crate::store;
use anyhow::{Result, anyhow};
use std::rc::Rc;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Effort, Line, Listed, Open, Pace, Seat, Viewer, is_understood, read};

/// Whether a letter was filed, or only tried.
#[derive(Clone, Copy)]
enum Filing {
    Filed,
    Tried,
}

/// A table of a game.
pub struct AtTable<G: Listed> {
    /// The game, and what is known of it for those who write about it.
    pub known: Rc<Known<G>>,
    /// The table itself.
    pub referee: Referee<G>,
    /// What the round closed last brought, if one was closed since the table was opened.
    pub last: Option<Closed<G>>,
}

impl<G: Listed> AtTable<G> {
    fn names(&self, seats: tabellarius_kernel::Seats) -> Vec<String> {
        seats.iter().map(|seat| self.referee.game.seat_key(seat).to_owned()).collect()
    }

    /// What a seat is called besides its own name, as everybody can see.
    fn other_name(&self, seat: &str, language: &str) -> Option<String> {
        let (game, seat) = (&*self.referee.game, self.referee.seat(seat).ok()?);
        let id = game.also_called(&self.referee.view(Viewer::Observer), seat)?;
        game.name(&id, language).map(str::to_owned)
    }

    fn viewer(&self, reader: Reader<'_>) -> Result<Viewer> {
        Ok(match reader {
            Reader::Seat(name) => Viewer::Seat(self.referee.seat(name)?),
            Reader::Observer => Viewer::Observer,
            Reader::Moderator => Viewer::Moderator,
        })
    }

    /// The questions that still wait for a seat, and that its letter does not answer.
    fn open_to(&self, seat: Seat) -> Vec<&Open<G>> {
        let still = self.referee.awaited().contains(seat);
        if still { self.referee.stage().unanswered(&self.referee.game, seat) } else { Vec::new() }
    }

    /// What a writer would order, and what others are assumed to order: `Rome: move 2 legions Roma -> Tarentum`. Lines stay where
    /// they stood, so that they are named by their numbers.
    fn assumptions(&self, seat: Seat, text: &str) -> (String, Plans<G>) {
        let own = self.referee.game.held_with(seat);
        let (mut lines, mut assumed) = (Vec::new(), Plans::<G>::new());
        for line in text.lines() {
            let named = line.split_once(':').and_then(|(name, order)| Some((self.find_seat(name)?, order)));
            let other = named.and_then(|(name, order)| Some((self.referee.seat(&name).ok()?, order)));
            match other.filter(|(other, _)| !own.contains(*other)) {
                Some((other, order)) => {
                    assumed.entry(other).or_default().extend(read(&*self.referee.game, order).lines);
                    lines.push("");
                }
                None => lines.push(line),
            }
        }
        (lines.join("\n"), assumed)
    }

    fn acknowledge(&self, to: Writing<'_>, seat: Seat, received: &Received<G>, filing: Filing) -> Result<String> {
        let stage = self.referee.stage_name();
        let open = self.open_to(seat);
        let Received { reading, forecast, .. } = received;
        let receipt = Receipt { seat, stage: &stage, reading, forecast, open: &open };
        let voice = to.report.voice_of(&self.known, to.language)?;
        match filing {
            Filing::Filed => voice.acknowledgement(&receipt),
            Filing::Tried => voice.forecast(&receipt),
        }
    }

    fn acknowledged(
        &self,
        to: Writing<'_>,
        seat: Seat,
        received: &Received<G>,
        filing: Filing,
    ) -> Result<Acknowledged> {
        Ok(Acknowledged {
            text: self.acknowledge(to, seat, received, filing)?,
            canonical: received.canonical.clone(),
            problems: received.doubts(),
            open: self.open_to(seat).len(),
            is_draft: false,
        })
    }

    /// A reader's report of what `last` brought, and of what is asked now.
    fn dispatch(
        &self,
        report: &Renderer,
        viewer: Viewer,
        language: &str,
        detail: Detail,
        last: Option<&Closed<G>>,
        is_writer: bool,
    ) -> Result<Rendered> {
        let referee = &self.referee;
        let asked = referee.stage().asked();
        let (standing, kept) = match viewer {
            Viewer::Seat(seat) => (referee.standing(seat), referee.stage().kept(&*referee.game, seat)),
            Viewer::Observer | Viewer::Moderator => (&[][..], Vec::new()),
        };
        let news = News {
            viewer,
            state: &asked.state,
            told: last.map_or(&[], |last| &last.told),
            refused: last.filter(|_| is_writer).map_or(&[], |last| &last.refused),
            unused: last.filter(|_| is_writer).map_or(&[], |last| &last.unused),
            wanted: asked.wanted,
            open: &asked.open,
            kept: &kept,
            standing,
            detail,
        };
        report.voice_of(&self.known, language)?.dispatch(&news)
    }
}

impl<G: Listed> OpenTable for AtTable<G> {
    fn seats(&self) -> Vec<String> {
        self.names(self.referee.game.seats())
    }

    fn find_seat(&self, name: &str) -> Option<String> {
        let fold = |text: &str| text.to_lowercase();
        let wanted = fold(name.trim());
        let seats = self.seats();
        let languages = self.referee.game.lexicon().languages();
        let fits = |seat: &&String, whole: bool| {
            let names = languages.iter().map(|language| self.seat_name(seat, language)).chain([(*seat).clone()]);
            let others = languages.iter().filter_map(|language| self.other_name(seat, language));
            let mut names = names.chain(others).map(|name| fold(&name));
            names.any(|name| if whole { name == wanted } else { name.starts_with(&wanted) })
        };
        let found: Vec<&String> = seats.iter().filter(|seat| fits(seat, true)).collect();
        let short: Vec<&String> = seats.iter().filter(|seat| wanted.len() >= 2 && fits(seat, false)).collect();
        match (found.as_slice(), short.as_slice()) {
            ([one], _) | ([], [one]) => Some((*one).clone()),
            _ => None,
        }
    }

    fn seat_name(&self, seat: &str, language: &str) -> String {
        let id = self.referee.seat(seat).ok().and_then(|seat| serde_json::to_value(seat).ok());
        let id = id.as_ref().and_then(serde_json::Value::as_str);
        id.and_then(|id| self.referee.game.name(id, language)).unwrap_or(seat).to_owned()
    }

    fn shown(&self, seat: &str, language: &str) -> String {
        match self.other_name(seat, language) {
            Some(other) => format!("{seat} ({other})"),
            None => seat.to_owned(),
        }
    }

    fn stage(&self) -> String {
        self.referee.stage_name().to_string()
    }

    fn stage_title(&self, report: &Renderer, language: &str) -> Result<String> {
        report.voice_of(&self.known, language)?.stage(&self.referee.stage_name())
    }

    fn awaited(&self) -> Vec<String> {
        self.names(self.referee.awaited())
    }

    fn asked(&self) -> Vec<String> {
        let run = self.referee.stage().asked();
        let mut seats = run.wanted;
        run.open.iter().for_each(|open| seats.insert(open.seat));
        self.names(seats)
    }

    fn gathers(&self) -> bool {
        self.referee.header.pace == Pace::Bulk || !self.referee.stage().asked().wanted.is_empty()
    }

    fn has_plans(&self, seat: &str) -> Result<bool> {
        Ok(!self.referee.standing(self.referee.seat(seat)?).is_empty() || self.has_kept(seat)?)
    }

    fn has_kept(&self, seat: &str) -> Result<bool> {
        Ok(!self.referee.stage().kept(&*self.referee.game, self.referee.seat(seat)?).is_empty())
    }

    fn planned(&self, seat: &str) -> Result<String> {
        let seat = self.referee.seat(seat)?;
        let kept = self.referee.stage().kept(&*self.referee.game, seat);
        let lines = kept.iter().chain(self.referee.standing(seat));
        Ok(lines.map(|line| line.print(&*self.referee.game, "en") + "\n").collect())
    }

    fn has_filed(&self, seat: &str) -> Result<bool> {
        Ok(self.referee.stage().filed(self.referee.seat(seat)?).is_some())
    }

    fn plans_here(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let seat = self.referee.seat(seat)?;
        let game = &*self.referee.game;
        let here = self.referee.stage_name().phase;
        let plays = |line: &&Line<G>| {
            line.choices.iter().any(|choice| game.stage_of(&choice.order).is_none_or(|stage| stage == here))
        };
        let kept = self.referee.stage().kept(game, seat);
        let standing = self.referee.standing(seat).iter().filter(plays);
        Ok(kept.iter().chain(standing).map(|line| line.print(game, language)).collect())
    }

    fn waiting_lines(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let lines = self.referee.stage().carried().get(&self.referee.seat(seat)?).into_iter().flatten();
        Ok(lines.map(|line| line.print(&*self.referee.game, language)).collect())
    }

    fn plans(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let standing = self.referee.standing(self.referee.seat(seat)?);
        Ok(standing.iter().map(|line| line.print(&*self.referee.game, language)).collect())
    }

    fn understands(&self, line: &str) -> bool {
        is_understood(&*self.referee.game, line)
    }

    fn resembles(&self, line: &str) -> bool {
        let reading = tabellarius_kernel::read::read(&*self.referee.game, line);
        self.understands(line) || reading.problems.iter().any(|problem| problem.fix.is_some())
    }

    fn others_ordered(&self, seat: &str, text: &str) -> Result<Vec<String>> {
        let seat = self.referee.seat(seat)?;
        let reading = tabellarius_kernel::read::read(&*self.referee.game, text);
        let lines = reading.lines.iter().chain(&reading.standing);
        let others = lines.filter_map(|line| line.addressed(&*self.referee.game, seat)).map(|(other, _)| other);
        Ok(self.names(others.filter(|other| *other != seat).collect()))
    }

    fn receive(&mut self, to: Writing<'_>, text: &str, intent: Intent) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let finality = if intent == Intent::Draft { Finality::Draft } else { Finality::Final };
        let received = self.referee.receive_as(seat, text, finality, to.effort);
        let mut acknowledged = self.acknowledged(to, seat, &received, Filing::Filed)?;
        let is_doubtful = intent == Intent::Unsaid && acknowledged.problems > 0 && !acknowledged.canonical.is_empty();
        if is_doubtful {
            self.referee.make_draft(seat);
        }
        acknowledged.is_draft = is_doubtful || intent == Intent::Draft;
        Ok(acknowledged)
    }

    fn what_if(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let (own, assumed) = self.assumptions(seat, text);
        let received = self.referee.try_assuming(seat, &own, assumed, Effort::WHAT_IF);
        self.acknowledged(to, seat, &received, Filing::Tried)
    }

    fn look_at(&self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.try_letter(seat, text, to.effort);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn amend(&mut self, to: Writing<'_>, text: &str) -> Result<Acknowledged> {
        let seat = self.referee.seat(to.seat)?;
        let received = self.referee.amend(seat, text);
        self.acknowledged(to, seat, &received, Filing::Filed)
    }

    fn restore(&mut self, seat: &str, text: &str, finality: store::Finality) -> Result<()> {
        let seat = self.referee.seat(seat)?;
        match finality {
            store::Finality::Draft => self.referee.refile(seat, text, Finality::Draft),
            store::Finality::Final => self.referee.refile(seat, text, Finality::Final),
            store::Finality::Amended => self.referee.refile_amended(seat, text),
        }
        Ok(())
    }

    fn caretaker(&self, seat: &str) -> Result<String> {
        let seat = self.referee.seat(seat)?;
        Ok(self.referee.caretaker(seat))
    }

    fn close(&mut self) -> Result<Round> {
        self.last = Some(self.referee.close()?);
        self.referee.rounds.last().cloned().ok_or_else(|| anyhow!("a round was closed and is not there"))
    }

    fn corrections(&self, text: &str) -> Vec<(Correction, bool)> {
        let read = Correction::read::<G>(text);
        read.into_iter().map(|one| (one.is_open::<G>(), one)).map(|(is_open, one)| (one, is_open)).collect()
    }

    fn is_at_beginning(&self) -> bool {
        self.referee.is_at_beginning()
    }

    fn correct(&mut self, corrections: &[Correction]) -> Result<Round> {
        self.last = Some(self.referee.correct(corrections)?);
        self.referee.rounds.last().cloned().ok_or_else(|| anyhow!("a round was closed and is not there"))
    }

    fn report(&self, report: &Renderer, reader: Reader<'_>, language: &str, detail: Detail) -> Result<Rendered> {
        self.dispatch(report, self.viewer(reader)?, language, detail, self.last.as_ref(), true)
    }

    fn report_to_onlooker(&self, report: &Renderer, seat: &str, language: &str, detail: Detail) -> Result<Rendered> {
        let viewer = self.viewer(Reader::Seat(seat))?;
        self.dispatch(report, viewer, language, detail, self.last.as_ref(), false)
    }

    fn has_news(&self, reader: Reader<'_>) -> Result<bool> {
        let viewer = self.viewer(reader)?;
        let Some(last) = &self.last else { return Ok(false) };
        let is_own = |seat: Seat| viewer == Viewer::Seat(seat);
        Ok(last.told.iter().any(|told| told.audience.hears(viewer))
            || last.refused.iter().any(|refusal| is_own(refusal.seat))
            || last.unused.iter().any(|unused| is_own(unused.seat)))
    }

    fn examples(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let (game, seat) = (&*self.referee.game, self.referee.seat(seat)?);
        let examples = game.examples(&self.referee.view(Viewer::Seat(seat)), seat);
        Ok(examples.iter().map(|order| game.print_order(order, language)).collect())
    }

    fn asked_of(&self, report: &Renderer, seat: &str, language: &str) -> Result<Rendered> {
        self.dispatch(report, Viewer::Seat(self.referee.seat(seat)?), language, Detail::Move, None, true)
    }

    fn defaults(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let game = &*self.referee.game;
        let orders = self.open_to(self.referee.seat(seat)?).into_iter().flat_map(|open| open.default(game));
        Ok(orders.map(|order| game.print_order(&order, language)).collect())
    }

    fn look_up(&self, report: &Renderer, reader: Reader<'_>, language: &str, page: Page<'_>) -> Result<Found> {
        let viewer = self.viewer(reader)?;
        report.voice_of(&self.known, language)?.look_up(&self.referee.stage().asked().state, viewer, page)
    }

    fn explain(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Option<String>> {
        let viewer = self.viewer(reader)?;
        let runs = self.referee.explain();
        let voice = report.voice_of(&self.known, language)?;
        let texts: Result<Vec<String>> = runs.iter().map(|run| voice.explain(run, viewer)).collect();
        Ok((!runs.is_empty()).then_some(texts?.join("\n")))
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.referee.snapshot()
    }

    fn opened_after(&self) -> usize {
        self.referee.opened_after()
    }

    fn winners(&self) -> Option<Vec<String>> {
        let winners = self.referee.winners()?;
        Some(winners.iter().map(|seat| self.referee.game.seat_key(*seat).to_owned()).collect())
    }

    fn reveal(&self) -> Option<String> {
        self.referee.reveal()
    }
}
