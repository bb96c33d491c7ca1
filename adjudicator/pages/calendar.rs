//! Deadlines for calendars: of one table, or of all.

use super::facts::{House, Lists, State, Table};
use super::words::{Site, Speech};
use crate::mail::calendar::{Deadline, Standing, published};

/// The deadline of a table that is played.
fn entry(s: &Speech<'_>, house: &House, table: &Table, stage: &str) -> Option<Deadline> {
    let at = table.deadline.filter(|_| table.state == State::Running)?;
    let domain = house.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
    Some(Deadline {
        uid: format!("{}@{domain}", table.id),
        sequence: table.changes,
        at: Some(at),
        organizer: house.address.clone(),
        written: table.opened,
        summary: s.say(Site::CalendarEntry { table: table.id.clone(), stage: stage.to_owned() }),
        description: format!("{}: {stage}", table.game),
        alarms: Vec::new(),
        standing: Standing::Holds,
    })
}

/// The calendar of one table; nothing, if it has no deadline.
pub fn of_table(s: &Speech<'_>, house: &House, table: &Table, stage: &str) -> Option<String> {
    Some(published(&[entry(s, house, table, stage)?]))
}

/// The calendar of all tables.
pub fn of_all(s: &Speech<'_>, house: &House, lists: &Lists) -> String {
    let all: Vec<Deadline> =
        lists.tables.iter().filter_map(|table| entry(s, house, table, lists.stage(s.language, table))).collect();
    published(&all)
}
