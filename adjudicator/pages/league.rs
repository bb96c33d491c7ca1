//! The page of a season: how its divisions stand and can still end, its rounds, its dates, its rules.

use super::facts::{Division, House, Row, Season, SeasonTable, Zone};
use super::frame::{Head, Part, mailto, page, people, player, season_path, table as to_table, time};
use super::lists::how_far;
use super::words::{Site, Speech};
use anyhow::Result;
use maud::{Markup, html};
use tabellarius_league::season::Step;

/// The page.
pub fn render(s: &Speech<'_>, house: &House, season: &Season) -> Result<Vec<u8>> {
    let path = season_path(&season.league, season.number);
    let title = s.say(Site::SeasonOf { league: season.league.clone(), season: season.number });
    let part = if season.is_over { Part::Archive } else { Part::Leagues };
    let head = Head::new(house, &path, &title, part);
    let next = season.dates.iter().find(|date| !date.is_done && !matches!(date.step, Step::Remind | Step::Warn { .. }));
    let body = html! {
        p.kicker { (season.game) }
        h1 { (title) }
        p.lead { (how_far(s, season))
            @if season.points.iter().any(|points| points != "0") { " " (s.say(Site::Brings { points: season.points.clone() })) } }
        @if let Some(date) = next {
            div.band { b { (step(s, date.step)) } " " span { (time(date.at, &s.moment(date.at))) }
                @if season.is_open {
                    @let letter = format!("league join {}", season.league);
                    a.btn.o href=(mailto(&house.address, &letter, &letter)) { (s.say(Site::EnterByMail)) }
                }
            }
        }
        @for division in &season.divisions { (standing(s, season, division)) }
        @if season.divisions.is_empty() { p.mut { (s.say(Site::TooEarly)) } }
        div.grid.g2.section {
            div {
                @for round in (1..=season.drawn).rev() {
                    @let tables: Vec<&SeasonTable> = season.tables.iter().filter(|table| table.round == round).collect();
                    @if !tables.is_empty() { (round_of(s, season, round, &tables)) }
                }
            }
            div {
                div.card { h2 { (s.say(Site::Ties)) } ol.steps { @for tie in &season.ties { li { (tie_break(s, tie)) } } } }
                div.card { h2 { (s.say(Site::Dates)) } ul.plain.beside { @for date in season.dates.iter().filter(|date| !matches!(date.step, Step::Remind)) {
                    li.done[date.is_done] { div.mut.sm { (time(date.at, &s.moment(date.at))) } (step(s, date.step)) }
                } } }
                div.card { h2 { (s.say(Site::Proof)) } p { (s.say(Site::DrawProof)) }
                    p.mono.sm { (s.say(Site::Promise)) " " (season.commitment)
                        @if let Some(seed) = &season.seed { br; (s.say(Site::Seed)) " " (seed) } } }
                @if season.newest > 1 {
                    div.card { h2 { (s.say(Site::OtherSeasons)) } p { @for number in (1..=season.newest).rev().filter(|number| *number != season.number) {
                        a href={ "../" (season_path(&season.league, number)) } { (s.say(Site::SeasonOf { league: season.league.clone(), season: number })) } " "
                    } } }
                }
            }
        }
    };
    s.finish(page(s, &head, body))
}

/// A division in order; before anybody has a division, who has entered.
fn standing(s: &Speech<'_>, season: &Season, division: &Division) -> Markup {
    let several = season.divisions.len() > 1;
    html! {
        section {
            h2 { @if division.number == 0 { (s.say(Site::Entered { n: division.rows.len() })) }
                @else if several { (s.say(Site::Division { n: division.number })) } @else { (s.say(Site::Standing)) } }
            @if division.number == 0 {
                p { @for (at, row) in division.rows.iter().enumerate() { @if at > 0 { ", " } (player("../", &row.who)) } }
            } @else {
                div.card.pad { table.lg {
                    caption { (s.say(Site::Legend)) }
                    thead { tr {
                        th scope="col" { (s.say(Site::Place)) }
                        th scope="col" { (s.say(Site::Player)) }
                        th.n.hide scope="col" { (s.say(Site::Played)) }
                        th.n scope="col" { (s.say(Site::Points)) }
                        th.fm scope="col" { (s.say(Site::Form)) }
                        th.n.hide scope="col" { (s.say(Site::Silent)) }
                        th.hide scope="col" { (s.say(Site::CanEnd)) }
                    } }
                    tbody { @for (at, row) in division.rows.iter().enumerate() {
                        @let before = at.checked_sub(1).and_then(|at| division.rows.get(at)).map(|row| row.zone);
                        @if before != Some(row.zone) && division.rows.iter().any(|row| row.zone != Zone::Stays) {
                            tr.zone.(zone_class(row.zone)) { th colspan="7" scope="colgroup" { (zone(s, division, row.zone)) } }
                        }
                        (row_of(s, season, row, division.rows.len()))
                    } }
                } }
            }
        }
    }
}

fn row_of(s: &Speech<'_>, season: &Season, row: &Row, of: usize) -> Markup {
    let range = s.say(Site::EndsAt { best: row.best, worst: row.worst });
    html! {
        tr.(zone_class(row.zone)) {
            td.rk { b { (row.rank) } }
            th.nm scope="row" {
                (player("../", &row.who))
                @if row.is_gone { " " span.pill.new { (s.say(Site::NoLongerDrawn)) } }
                @if !season.is_over { div.only { (bar(row, of, &range)) " " span.sm.mut { (row.best) "–" (row.worst) } } }
            }
            td.n.hide { (row.played) }
            td.n.pts { (row.points) }
            td.fm { span.form role="img" aria-label=(s.say(Site::LastGames { points: row.form.clone() })) {
                @for points in &row.form { i { (points) } }
            } }
            td.n.hide { @if row.late > 0 { (row.late) } @else { "–" } }
            td.hide.bw { @if season.is_over { (row.rank) } @else { (bar(row, of, &range)) " " span.sm { (row.best) "–" (row.worst) } } }
        }
    }
}

/// From the best place to the worst, with a mark for today's.
fn bar(row: &Row, of: usize, label: &str) -> Markup {
    let share = |places: f64| 100.0 * places / of.max(1) as f64;
    let (from, to) = (share(row.best as f64 - 1.0), share(row.worst as f64));
    let mark = share(row.rank as f64 - 0.5);
    html! {
        svg.rb viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=(label) {
            rect.all x="0" y="1" width="100" height="6" {}
            rect.can x=(format!("{from:.1}")) y="1" width=(format!("{:.1}", to - from)) height="6" {}
            rect.now x=(format!("{:.1}", mark - 0.8)) y="0" width="1.6" height="8" {}
        }
    }
}

fn zone(s: &Speech<'_>, division: &Division, zone: Zone) -> String {
    match zone {
        Zone::Up => format!("▲ {}", s.say(Site::ZoneUp { n: division.number.saturating_sub(1) })),
        Zone::Stays => s.say(Site::ZoneStays),
        Zone::Down => format!("▼ {}", s.say(Site::ZoneDown { n: division.number + 1 })),
    }
}

fn zone_class(zone: Zone) -> &'static str {
    match zone {
        Zone::Up => "up",
        Zone::Stays => "stays",
        Zone::Down => "down",
    }
}

fn round_of(s: &Speech<'_>, season: &Season, round: u32, tables: &[&SeasonTable]) -> Markup {
    html! {
        div.card {
            h2 { (s.say(Site::RoundN { round })) }
            ul.plain.beside { @for table in tables {
                li {
                    div.row { b { @if table.is_shown { (to_table("../", &table.id)) } @else { (table.id) } }
                        @if season.divisions.len() > 1 { span.mut.sm { (s.say(Site::Division { n: table.division })) } }
                        @if table.is_over { span.pill.ok { (s.say(Site::IsOver)) } } }
                    @if table.people.is_empty() { span.mut { (s.say(Site::Hidden)) } } @else { (people("../", &table.people)) }
                }
            } }
        }
    }
}

fn step(s: &Speech<'_>, step: Step) -> String {
    s.say(match step {
        Step::Open => Site::StepOpen,
        Step::Remind => Site::StepRemind,
        Step::Close => Site::StepClose,
        Step::Draw { round } => Site::StepDraw { round },
        Step::Warn { round } => Site::StepWarn { round },
        Step::End { round } => Site::StepEnd { round },
        Step::Fix => Site::StepFix,
    })
}

fn tie_break(s: &Speech<'_>, tie: &str) -> String {
    s.say(match tie {
        "wins" => Site::TieWins,
        "head-to-head" => Site::TieHeadToHead,
        "difference" => Site::TieDifference,
        "punctuality" => Site::TiePunctuality,
        _ => Site::TieLastSeason,
    })
}
