//! The pages of one table: how it stands, how it came to that, and its board.

use super::Files;
use super::facts::{House, Round, Seat, SeatTold, Shown, State, Table, Told};
use super::frame::{Head, Part, capital, page, player, season_path, tile, time};
use super::home::state;
use super::words::{Site, Speech};
use anyhow::Result;
use maud::{Markup, html};

/// So many rounds are open to be read at once; the others are folded.
const OPEN_ROUNDS: usize = 3;

/// Everything of a table that no language changes: picture, film, record, deadline.
pub fn files(table: &Table, shown: &Shown, calendar: Option<String>) -> Files {
    let mut files = Files::new();
    let path = |name: &str| format!("tables/{}{name}", table.id);
    if let Some(picture) = &shown.picture {
        files.insert(path(".svg"), picture.clone());
    }
    if let Some(film) = &shown.film {
        files.insert(path("-film.html"), film.clone().into_bytes());
    }
    if let Some(record) = &shown.record {
        files.insert(path("-record.json"), record.clone());
    }
    if let Some(calendar) = calendar {
        files.insert(path(".ics"), calendar.into_bytes());
    }
    files
}

/// The page.
pub fn render(s: &Speech<'_>, house: &House, table: &Table, shown: &Shown) -> Result<Vec<u8>> {
    let nothing = Told::default();
    let told = shown.told.get(s.language).unwrap_or(&nothing);
    let path = format!("tables/{}.html", table.id);
    let part = if table.is_alive() { Part::Tables } else { Part::Archive };
    let head = Head::new(house, &path, &table.id, part);
    let seat = |key: &str| told.seats.get(key).cloned().unwrap_or_else(|| SeatTold::plain(key));
    let title = match table.state {
        State::Ended if table.places.is_empty() => s.say(Site::GameOver),
        State::Ended => s.say(Site::Wins1 { names: table.winners().iter().map(|one| seat(&one.key).name).collect() }),
        State::Gathering => table.id.clone(),
        _ if told.stage.is_empty() => table.id.clone(),
        _ => capital(&told.stage),
    };
    let body = html! {
        p.kicker { (table.game) " · " (table.id)
            @if let Some(at) = table.ended { " · " (s.say(Site::EndedOn { at: s.day(at) })) } }
        h1 { (title) }
        @if let Some(league) = &table.league {
            p { a href={ "../" (season_path(&league.league, league.season)) } {
                (s.say(Site::InRound { league: league.league.clone(), season: league.season, round: league.round })) } }
        }
        @if let Some(at) = table.deadline.filter(|_| table.state == State::Running) {
            div.band {
                b { (time(at, &s.say(Site::AnswerBy { at: s.moment(at) }))) }
                a href={ "../../tables/" (table.id) ".ics" } { (s.say(Site::DeadlineFile)) }
                @if !told.forms.is_empty() { a.btn.o href={ (table.id) "-orders.html" } { (s.say(Site::WriteOrders)) } }
            }
        } @else if let Some(word) = state(s, table) {
            @if table.state != State::Ended { div.band { b { (word) } } }
        }
        @if table.state == State::Stopped && told.seats.is_empty() { p { (s.say(Site::CannotBeShown)) } }
        @if table.state == State::Gathering { p { (s.say(Site::FreeSeats { n: table.free, names: Vec::new() })) } }
        div.grid.side.section {
            div { @if shown.picture.is_some() { (board(s, table, told, shown)) } (rounds(s, table, told)) }
            div {
                @if table.is_started() { (seats(s, table, &seat)) }
                (proof(s, table, shown))
                @if !table.log.is_empty() { (beside(s, table)) }
            }
        }
    };
    s.finish(page(s, &head, body))
}

/// The picture, with its words.
fn board(s: &Speech<'_>, table: &Table, told: &Told, shown: &Shown) -> Markup {
    let summary = format!("{}: {}", table.game, told.stage);
    html! {
        div.card.board {
            img src={ "../../tables/" (table.id) ".svg" } alt=(summary) width="1000" height="720";
            div.row {
                details { summary { (s.say(Site::BoardWords)) } p.told { (told.alt) } }
                @if shown.film.is_some() { a.btn.o href={ "../../tables/" (table.id) "-film.html" } { (s.say(Site::Film)) } }
            }
        }
    }
}

/// Who sits where, and how they stand.
fn seats(s: &Speech<'_>, table: &Table, told: &dyn Fn(&str) -> SeatTold) -> Markup {
    let place = |seat: &Seat| table.places.iter().position(|group| group.contains(&seat.key));
    let mut seats: Vec<&Seat> = table.seats.iter().collect();
    seats.sort_by_key(|seat| place(seat));
    let rank = |at: usize| 1 + table.places.iter().take(at).map(Vec::len).sum::<usize>();
    html! {
        div.card {
            h2 { (s.say(Site::Seats)) }
            ul.plain.seats { @for seat in seats {
                @let told = told(&seat.key);
                li {
                    (tile(&told))
                    div {
                        div { @if let Some(at) = place(seat) { b { (rank(at)) ". " } } b { (told.name) } " " (who(s, table, seat)) }
                        @if !told.counts.is_empty() { div.sm { (told.counts.join(" · ")) } }
                        @if seat.silences > 0 { div.mut.sm { (s.say(Site::MissedInGame { n: seat.silences })) } }
                    }
                }
            } }
        }
    }
}

fn who(s: &Speech<'_>, table: &Table, seat: &Seat) -> Markup {
    html! {
        @match &seat.who {
            Some(who) => (player("../", who)),
            None if table.is_anonymous => span.mut { (s.say(Site::Hidden)) },
            None if seat.is_automatic => {},
            None => span.mut { (s.say(Site::Nobody)) },
        }
        @if seat.is_automatic { " " span.pill.new { (s.say(Site::Automaton)) } }
    }
}

/// What was promised of the dice, and what can be proved.
fn proof(s: &Speech<'_>, table: &Table, shown: &Shown) -> Markup {
    html! {
        div.card {
            h2 { (s.say(Site::Proof)) }
            p { (if table.seed.is_some() { s.say(Site::Opened) } else { s.say(Site::Promised) }) }
            p.mono.sm { (s.say(Site::Promise)) " " (table.commitment)
                @if let Some(seed) = &table.seed { br; (s.say(Site::Seed)) " " (seed) } }
            @if shown.record.is_some() {
                @let file = format!("{}-record.json", table.id);
                p { a.btn.o href={ "../../tables/" (file) } download { (s.say(Site::GetRecord)) } }
                p.sm.mut { (s.say(Site::ThenAudit { file: file.clone() })) }
            }
        }
    }
}

/// What happened, the newest round first.
fn rounds(s: &Speech<'_>, table: &Table, told: &Told) -> Markup {
    let one = |round: &Round| {
        html! { @if round.events.is_empty() { p.mut.sm { (s.say(Site::Quiet)) } } @else { ul { @for event in &round.events { li { (event) } } } } }
    };
    html! {
        section {
            h2 { (s.say(Site::TurnByTurn)) }
            @if told.rounds.is_empty() {
                p.mut { (if table.is_started() { s.say(Site::NothingYet) } else { s.say(Site::NotBegun) }) }
            } @else {
                div.card.log { @for (at, round) in told.rounds.iter().rev().enumerate() {
                    details open[at < OPEN_ROUNDS] { summary { (capital(&round.stage)) } (one(round)) }
                } }
            }
        }
    }
}

/// What was done beside the board: kept in English, as it was written into the table's log.
fn beside(s: &Speech<'_>, table: &Table) -> Markup {
    html! {
        div.card {
            h2 { (s.say(Site::Beside)) }
            @if s.language != "en" { p.mut.sm { (s.say(Site::InEnglish)) } }
            ul.plain.beside lang="en" { @for (at, text) in table.log.iter().rev() {
                li { div.mut.sm { (time(*at, &s.moment(*at))) } (text) }
            } }
        }
    }
}
