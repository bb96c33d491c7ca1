//! What people call a seat: by its own name in any language, by what plays there (a colour's civilization), or by who plays it.

use super::open_table::OpenTable;
use super::reply::{Answer, decline};
use super::sentences::Tables;
use super::work::InHand;
use crate::store::{Board, Person, Records, SeatRow};
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The seat that somebody means.
pub(super) fn seat_meant(
    store: &Records,
    tables: &mut InHand<'_>,
    board: &Board,
    name: &str,
    language: &str,
) -> Answer<SeatRow> {
    let rows = store.seats(&board.id)?;
    let seat = tables.see(store, board).ok().and_then(|table| table.find_seat(name));
    let found = match seat {
        Some(seat) => rows.iter().find(|row| row.seat == seat).cloned(),
        None => seat_of_person(store, &rows, name)?,
    };
    if let Some(row) = found {
        return Ok(row);
    }
    let seats = rows.iter().map(|row| shown(store, tables, board, &row.seat, language)).collect();
    let keys: Vec<&str> = rows.iter().map(|row| row.seat.as_str()).collect();
    let near = tabellarius_kernel::words::nearest(name.trim(), &keys).map(str::to_owned);
    Err(decline(Tables::NoSuchSeat { name: name.trim().to_owned(), seats, near }))
}

/// The seat of somebody who is called so: the whole name, or its first word. Nothing, if that may be several people.
fn seat_of_person(store: &Records, rows: &[SeatRow], name: &str) -> Result<Option<SeatRow>> {
    let mut found: Vec<(i64, &SeatRow)> = Vec::new();
    for row in rows {
        for id in row.readers() {
            let is_meant = store.person(id)?.is_some_and(|person| is_called(&person, name));
            if is_meant && !found.iter().any(|(known, _)| *known == id) {
                found.push((id, row));
            }
        }
    }
    Ok(if let [(_, row)] = found.as_slice() { Some((*row).clone()) } else { None })
}

/// Whether somebody means the moderator of a table by name.
pub(super) fn is_moderator_called(store: &Records, board: &Board, name: &str) -> Result<bool> {
    let moderator = board.moderator.map(|id| store.person(id)).transpose()?.flatten();
    Ok(moderator.is_some_and(|person| is_called(&person, name)))
}

/// Readers of a letter: seats as readers know them, and the words for others as they are.
pub(super) fn shown_all(
    store: &Records,
    tables: &mut InHand<'_>,
    board: &Board,
    names: &[String],
    language: &str,
) -> Vec<String> {
    names.iter().map(|name| shown(store, tables, board, name, language)).collect()
}

/// A seat as readers know it: with what plays there, if that has another name: `red (Troy)`.
pub(super) fn shown(store: &Records, tables: &mut InHand<'_>, board: &Board, seat: &str, language: &str) -> String {
    let table =
        board.is_started().then(|| tables.see(store, board).ok()).flatten().map(|table| table.shown(seat, language));
    table.unwrap_or_else(|| tables.games().seat_name(&board.header, seat, language))
}

/// The fields of sentences and pages in which seats are named.
const SEATS: [&str; 10] = ["wishes", "seat", "seats", "free", "others", "near", "hands", "taken", "from", "to"];

/// What is told about a table, with its seats named as a reader knows them: what commands and the record name them by is English.
pub(super) fn in_language(
    store: &Records,
    tables: &mut InHand<'_>,
    board: &Board,
    language: &str,
    told: &impl Serialize,
) -> Result<Value> {
    let mut fields = serde_json::to_value(told)?;
    if language != ENGLISH {
        let seats = tables.games().seats(&board.header).unwrap_or_default();
        let names =
            seats.into_iter().map(|seat| (seat.clone(), shown(store, tables, board, &seat, language))).collect();
        name_seats(&mut fields, false, &names);
    }
    Ok(fields)
}

/// The same for whoever has the table in hand.
pub(super) fn at_table(table: &dyn OpenTable, language: &str, told: &impl Serialize) -> Result<Value> {
    let mut fields = serde_json::to_value(told)?;
    if language != ENGLISH {
        let names = table.seats().into_iter().map(|seat| (seat.clone(), table.shown(&seat, language))).collect();
        name_seats(&mut fields, false, &names);
    }
    Ok(fields)
}

/// The language in which seats are kept.
const ENGLISH: &str = "en";

fn name_seats(value: &mut Value, is_seat: bool, names: &BTreeMap<String, String>) {
    match value {
        Value::String(text) if is_seat => {
            // Seats that are held together stand in one text: `red, green`.
            let named = text.split(", ").map(|one| names.get(one).map_or(one, String::as_str));
            *text = named.collect::<Vec<_>>().join(", ");
        }
        Value::Array(all) => all.iter_mut().for_each(|one| name_seats(one, is_seat, names)),
        Value::Object(fields) => {
            for (key, value) in fields {
                name_seats(value, SEATS.contains(&key.as_str()), names);
            }
        }
        _ => {}
    }
}

/// Whether somebody is called so: by the whole name, or by its first word.
fn is_called(person: &Person, name: &str) -> bool {
    let (known, name) = (person.name.to_lowercase(), name.trim().to_lowercase());
    !name.is_empty() && (known == name || known.split_whitespace().next() == Some(&name))
}
