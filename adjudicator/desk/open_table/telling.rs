//! What people read about it.

use super::{AtTable, Reader};
use crate::picture::Size;
use crate::pictures::{Artist, Drawn, Form, Subject, tiles};
use crate::referee::Closed;
use crate::report::layout::Tile;
use crate::report::{Detail, Found, News, Page, Rendered, Renderer};
use anyhow::Result;
use tabellarius_kernel::{Event as _, Listed, Odds, Seat, Viewer};

/// What people read about it.
pub trait Telling {
    /// The stage that is open, for readers.
    fn stage_title(&self, report: &Renderer, language: &str) -> Result<String>;
    /// A reader's report about the round closed last; about the position alone, if none was closed since the table was opened.
    fn report(&self, report: &Renderer, reader: Reader<'_>, language: &str, detail: Detail) -> Result<Rendered>;
    /// The same to somebody for whom an automaton wrote: what became of its orders is not said as if they were the reader's own.
    fn report_to_onlooker(&self, report: &Renderer, seat: &str, language: &str, detail: Detail) -> Result<Rendered>;
    /// Whether the round closed last holds something that a reader hears of.
    fn has_news(&self, reader: Reader<'_>) -> Result<bool>;
    /// Orders that a seat could give now, one of each sort.
    fn examples(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// What a seat is asked now, with the form, and nothing of what happened before.
    fn asked_of(&self, report: &Renderer, seat: &str, language: &str) -> Result<Rendered>;
    /// The orders that silence would stand for: the defaults of the questions that wait for a seat.
    fn defaults(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// A page that a reader asks for: a card by its name, the own sheet, the areas of the map.
    fn look_up(&self, report: &Renderer, reader: Reader<'_>, language: &str, page: Page<'_>) -> Result<Found>;
    /// The board as a reader sees it, as a PNG; nothing, if the game has none.
    fn drawn(
        &self,
        report: &Renderer,
        artist: &mut Artist,
        reader: Reader<'_>,
        language: &str,
    ) -> Result<Option<Drawn>>;
    /// How the seats are told from each other, and which of them reads.
    fn tiles(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Vec<Tile>>;
    /// Why the last round came out as it did.
    fn explain(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Option<String>>;
    /// How a contest would come out that a seat describes; nothing, if the game knows no such contests.
    fn odds(&self, report: &Renderer, seat: &str, language: &str, text: &str) -> Result<Option<String>>;
}

impl<G: Listed> Telling for AtTable<G> {
    fn stage_title(&self, report: &Renderer, language: &str) -> Result<String> {
        report.voice_of(&self.known, language)?.stage(&self.referee.stage_name())
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
        Ok(last.told.iter().any(|told| told.audience.hears(viewer) && told.event.is_news())
            || last.refused.iter().any(|refusal| is_own(refusal.seat))
            || last.unused.iter().any(|unused| is_own(unused.seat)))
    }

    fn examples(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let (game, seat) = (&*self.referee.game, self.referee.seat(seat)?);
        let form = self.referee.stage().form(game, seat);
        Ok(form.iter().map(|order| game.print_order(order, language)).collect())
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

    fn drawn(
        &self,
        report: &Renderer,
        artist: &mut Artist,
        reader: Reader<'_>,
        language: &str,
    ) -> Result<Option<Drawn>> {
        let subject = Subject {
            game: &*self.referee.game,
            state: &self.referee.stage().asked().state,
            told: self.last.as_ref().map_or(&[], |last| &last.told),
            viewer: self.viewer(reader)?,
            table: Some(&self.referee.header.table),
        };
        artist.draw(&report.voice_of(&self.known, language)?, &subject, Form::Png, Size::Full)
    }

    fn tiles(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Vec<Tile>> {
        let subject = Subject {
            game: &*self.referee.game,
            state: &self.referee.stage().asked().state,
            told: &[],
            viewer: self.viewer(reader)?,
            table: None,
        };
        Ok(tiles(&report.voice_of(&self.known, language)?, &subject))
    }

    fn odds(&self, report: &Renderer, seat: &str, language: &str, text: &str) -> Result<Option<String>> {
        let (game, seat) = (&*self.referee.game, self.referee.seat(seat)?);
        let voice = report.voice_of(&self.known, language)?;
        let view = self.referee.view(Viewer::Seat(seat));
        let found = Odds::described(game, &view, seat, text);
        found.map(|found| Ok(voice.odds(found.as_ref())?.marked())).transpose()
    }

    fn explain(&self, report: &Renderer, reader: Reader<'_>, language: &str) -> Result<Option<String>> {
        let viewer = self.viewer(reader)?;
        let runs = self.referee.explain();
        let voice = report.voice_of(&self.known, language)?;
        let texts: Result<Vec<String>> = runs.iter().map(|run| Ok(voice.explain(run, viewer)?.marked())).collect();
        Ok((!runs.is_empty()).then_some(texts?.join("\n")))
    }
}

impl<G: Listed> AtTable<G> {
    fn viewer(&self, reader: Reader<'_>) -> Result<Viewer> {
        Ok(match reader {
            Reader::Seat(name) => Viewer::Seat(self.referee.seat(name)?),
            Reader::Observer => Viewer::Observer,
            Reader::Moderator => Viewer::Moderator,
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
            stage: referee.stage(),
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
