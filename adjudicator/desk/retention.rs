//! What goes with time: mails that nobody needs any more.

use super::Desk;
use super::sentences::Alarm;
use crate::store::Time;
use crate::time::Span;
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// How long things are kept, as an operator writes it. Zero means: for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Retention {
    /// Letters as they came, and the list of mails that went: so long, and until their writer's last table is over.
    pub mails: Span,
    /// Mails in quarantine.
    pub quarantine: Span,
    /// Letters whose writer was asked and did not answer.
    pub waiting: Span,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention { mails: Span::days(180), quarantine: Span::days(30), waiting: Span::days(14) }
    }
}

/// No more damaged rows are named.
const MOST_NAMED: usize = 10;
/// How often we look.
const SELDOM: Time = 86_400;

impl Desk {
    /// Once a day, throws away what has been kept long enough.
    pub(super) fn sweep(&mut self) -> Result<()> {
        let now = self.now();
        if self.swept.is_some_and(|swept| now - swept < SELDOM) {
            return Ok(());
        }
        self.swept = Some(now);
        // What is read as well as it can be must still be told.
        let mut rows = self.store.unreadable_people()?;
        if let Some(first) = rows.first().cloned() {
            rows.truncate(MOST_NAMED);
            let why = "what cannot be read of it is taken as if it were not there; `doctor` names all".to_owned();
            self.note_trouble(&first, Alarm::Undone { what: format!("read {}", rows.join(", ")), why });
        }
        let Retention { mails, quarantine, waiting } = self.club.retention.clone();
        self.whole(format!("sweep.{now}"), |work| {
            work.gate.door.unproved_bytes = None;
            if waiting.0 > 0 {
                work.store.drop_old_requests(now - waiting.0)?;
            }
            if quarantine.0 > 0 {
                work.store.blank_old_quarantine(now - quarantine.0)?;
            }
            if mails.0 > 0 {
                work.store.blank_old_mails(now - mails.0)?;
            }
            Ok(())
        })
    }
}
