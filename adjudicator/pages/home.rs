//! The club's own page: what is played, where a seat is free, what has just ended.

use super::facts::{House, Lists, State, Table};
use super::frame::{Head, Part, capital, mailto, page, player, table as to_table, tile, time};
use super::words::{Site, Speech};
use anyhow::Result;
use maud::{Markup, html};

/// So many tables are on the first page.
const MOST: usize = 12;

/// The page.
pub fn render(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<Vec<u8>> {
    let head = Head::new(house, "index.html", &house.name, Part::Club);
    let mut played: Vec<&Table> =
        lists.tables.iter().filter(|table| table.is_alive() && table.state != State::Gathering).collect();
    played.sort_by_key(|table| (table.deadline.is_none(), table.deadline, &table.id));
    let open: Vec<&Table> = lists.tables.iter().filter(|table| table.is_alive() && table.free > 0).collect();
    let ended = ended(&lists.tables);
    let next = played.iter().filter(|table| table.state == State::Running).find_map(|table| table.deadline);
    let body = html! {
        h1 { (house.name) }
        p.lead { (s.say(Site::Lead { games: house.games.clone() })) }
        @if let Some(at) = next {
            div.band { b { (s.say(Site::NextDeadline { at: s.moment(at) })) } " " a href="deadlines.ics" { (s.say(Site::DeadlineFile)) } }
        }
        section {
            h2 { (s.say(Site::BeingPlayed)) }
            @if played.is_empty() { p.mut { (s.say(Site::NothingPlayed)) } }
            ul.grid.g3.plain { @for table in played.iter().take(MOST) { (card(s, lists, table)) } }
            @if played.len() > MOST { p { a href="tables.html" { (s.say(Site::AllTables { n: played.len() })) } } }
        }
        div.grid.side.section {
            div {
                @if !open.is_empty() {
                    h2 { (s.say(Site::TakeASeat)) }
                    @for table in open.iter().take(MOST) { (seat_to_take(s, house, table)) }
                }
                h2 { (s.say(Site::JustEnded)) }
                @if ended.is_empty() { p.mut { (s.say(Site::NothingEnded)) } } @else {
                    div.card { (results(s, lists, &ended[..ended.len().min(10)])) }
                    p.more { a href="archive.html" { (s.say(Site::Archive)) } " · " a href="results.atom" { (s.say(Site::Results)) } }
                }
            }
            aside {
                h2 { (s.say(Site::HowItWorks)) }
                ol.steps.card {
                    li { (s.say(Site::HowWrite { address: house.address.clone() })) " " code { "help" } }
                    li { (s.say(Site::HowRead)) }
                    li { (s.say(Site::HowReply)) }
                }
                div.card.facts {
                    (fact(played.len(), s.say(Site::InPlay { n: played.len() })))
                    (fact(ended.len(), s.say(Site::GamesEnded { n: ended.len() })))
                    (fact(lists.players.len(), s.say(Site::Members { n: lists.players.len() })))
                }
            }
        }
    };
    s.finish(page(s, &head, body))
}

/// A number with what it counts.
pub fn fact(number: impl ToString, what: String) -> Markup {
    html! { div.fact { b { (number.to_string()) } span.mut { (what) } } }
}

/// The games that are over, the newest first.
pub fn ended(tables: &[Table]) -> Vec<&Table> {
    let mut ended: Vec<&Table> = tables.iter().filter(|table| !table.is_alive()).collect();
    ended.sort_by_key(|table| (std::cmp::Reverse(table.ended), &table.id));
    ended
}

/// A table that is being played.
pub fn card(s: &Speech<'_>, lists: &Lists, table: &Table) -> Markup {
    html! {
        li.card.tab {
            div.row { h3 { (to_table("", &table.id)) } @if let Some(word) = state(s, table) { span.pill.wait { (word) } } }
            div.mut.sm { (table.game) @if let Some(league) = &table.league { " · " (league.league) } }
            div.dots { @for seat in &table.seats { (tile(&lists.seat(s.language, &table.id, &seat.key))) } }
            div { b { (capital(lists.stage(s.language, table))) } (deadline(s, table)) }
        }
    }
}

/// When letters are due.
pub fn deadline(s: &Speech<'_>, table: &Table) -> Markup {
    html! {
        @if let Some(at) = table.deadline.filter(|_| table.state == State::Running) {
            br; span.mut { (time(at, &s.say(Site::By { at: s.moment(at) }))) }
        }
    }
}

/// How a table stands, if that is not as usual.
pub fn state(s: &Speech<'_>, table: &Table) -> Option<String> {
    match table.state {
        State::Running => None,
        State::Gathering => Some(s.say(Site::IsGathering)),
        State::Held => Some(s.say(Site::IsHeld)),
        State::Paused => Some(s.say(Site::IsPaused)),
        State::Stopped => Some(s.say(Site::IsStopped)),
        State::Ended => Some(s.say(Site::IsOver)),
    }
}

fn seat_to_take(s: &Speech<'_>, house: &House, table: &Table) -> Markup {
    let letter = format!("join {}", table.id);
    html! {
        div.card.open {
            div {
                h3 { (to_table("", &table.id)) }
                div.mut { (table.game) " · " (s.say(Site::FreeSeats { n: table.free, names: table.free_seats.clone() })) }
            }
            a.btn href=(mailto(&house.address, &letter, &letter)) { (s.say(Site::JoinByMail)) }
        }
    }
}

/// Games that are over, as a table.
pub fn results(s: &Speech<'_>, lists: &Lists, ended: &[&Table]) -> Markup {
    html! {
        table {
            thead { tr {
                th scope="col" { (s.say(Site::Table)) }
                th scope="col" { (s.say(Site::WonBy)) }
                th.n scope="col" { (s.say(Site::Ended)) }
            } }
            tbody { @for table in ended {
                tr {
                    td { (to_table("", &table.id)) br; span.mut.sm { (table.game) } }
                    td { @for seat in table.winners() {
                        div { (tile(&lists.seat(s.language, &table.id, &seat.key))) " "
                            @match &seat.who { Some(who) => (player("", who)), None => (lists.seat(s.language, &table.id, &seat.key).name) } }
                    } }
                    td.n { @if let Some(at) = table.ended { (time(at, &s.day(at))) } }
                }
            } }
        }
    }
}
