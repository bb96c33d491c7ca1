//! Once a week the operator is told how the club is.

use super::Desk;
use super::post::{Mail, send};
use super::reply::Page;
use super::sentences::Subject;
use super::state::State;
use super::telling::operator;
use crate::mail::compose::Kind;
use crate::store::Time;
use crate::time::Span;
use anyhow::Result;
use serde::Serialize;

/// How often.
const WEEK: Time = 7 * 86_400;
/// When it was told last is kept under this name.
const TOLD: &str = "weekly";

/// How the club is.
#[derive(Serialize)]
struct StatePage<'p> {
    club: &'p str,
    state: &'p State,
    oldest: Option<Span>,
    copy: Option<Span>,
}

impl Page for StatePage<'_> {
    const TEMPLATE: &'static str = "desk/state.txt";
}

impl Desk {
    /// Tells it, if a week has passed. A club that has just begun is told after its first week.
    pub fn tell_weekly(&mut self) -> Result<()> {
        if !self.club.weekly {
            return Ok(());
        }
        let now = self.now();
        let told = self.store.fact(TOLD)?.and_then(|text| text.parse::<Time>().ok());
        match told {
            // A clock that was wrong must not keep it for years.
            Some(at) if (0..WEEK).contains(&(now - at)) => return Ok(()),
            None => return self.store.set_fact(TOLD, &now.to_string()),
            Some(_) => {}
        }
        let state = State::of(&self.club, &self.store, now)?;
        self.whole(format!("weekly.{now}"), |work| {
            let to = operator(work);
            let (oldest, copy) = state.spans();
            let page = StatePage { club: &work.club.name, state: &state, oldest, copy };
            let text = work.voice.page(&to, &page)?;
            let subject = format!("{}: {}", work.club.name, work.voice.say(&to, &Subject::Weekly)?);
            work.store.set_fact(TOLD, &now.to_string())?;
            send(work, &to, Mail::plain(Kind::Report, subject, text))
        })
    }
}
