//! Lists: the tables that are played, the leagues, the players, the archive.

use super::facts::{House, Lists, Season, State, Table};
use super::frame::{Head, Part, capital, mailto, page, player, season_path, table as to_table, time};
use super::home::{ended, results, state};
use super::words::{Site, Speech};
use super::{Files, facts};
use anyhow::Result;
use maud::{Markup, html};

/// So many games are on a page of the archive.
const ON_A_PAGE: usize = 250;

/// The tables that are played, or will be.
pub fn tables(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<Vec<u8>> {
    let title = s.say(Site::Tables);
    let head = Head::new(house, "tables.html", &title, Part::Tables);
    let mut alive: Vec<&Table> = lists.tables.iter().filter(|table| table.is_alive()).collect();
    alive.sort_by_key(|table| (table.state == State::Gathering, table.deadline.is_none(), table.deadline, &table.id));
    let body = html! {
        h1 { (title) }
        @if alive.is_empty() { p.mut { (s.say(Site::NothingPlayed)) } } @else {
            p { a href="deadlines.ics" { (s.say(Site::DeadlineFile)) } }
            div.card { table {
                thead { tr {
                    th scope="col" { (s.say(Site::Table)) }
                    th scope="col" { (s.say(Site::Stage)) }
                    th.hide scope="col" { (s.say(Site::Deadline)) }
                } }
                tbody { @for table in alive { (line(s, lists, table)) } }
            } }
        }
    };
    s.finish(page(s, &head, body))
}

fn line(s: &Speech<'_>, lists: &Lists, table: &Table) -> Markup {
    let due = table.deadline.filter(|_| table.state == State::Running);
    html! {
        tr {
            td { (to_table("", &table.id)) br; span.mut.sm { (table.game) } }
            td {
                @if table.state == State::Gathering { (s.say(Site::FreeSeats { n: table.free, names: Vec::new() })) } @else {
                    (capital(lists.stage(s.language, table)))
                    @if let Some(word) = state(s, table) { " " span.pill.wait { (word) } }
                    @if let Some(at) = due { div.only.mut.sm { (s.say(Site::By { at: s.moment(at) })) } }
                }
            }
            td.hide { @if let Some(at) = due { (time(at, &s.moment(at))) } }
        }
    }
}

/// The leagues of the club.
pub fn leagues(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<Vec<u8>> {
    let title = s.say(Site::Leagues);
    let head = Head::new(house, "leagues.html", &title, Part::Leagues);
    let newest: Vec<&Season> = lists.seasons.iter().filter(|season| season.number == season.newest).collect();
    let body = html! {
        h1 { (title) }
        @if newest.is_empty() { p.mut { (s.say(Site::NoLeagues)) } }
        div.grid.g2 { @for season in newest {
            div.card.tab {
                h2 { a href=(season_path(&season.league, season.number)) { (s.say(Site::SeasonOf { league: season.league.clone(), season: season.number })) } }
                div.mut { (season.game) }
                p { (how_far(s, season)) }
                @if season.is_open {
                    @let letter = format!("league join {}", season.league);
                    p { a.btn href=(mailto(&house.address, &letter, &letter)) { (s.say(Site::EnterByMail)) } }
                }
                @for division in season.divisions.iter().filter(|division| division.number > 0) {
                    @let leaders: Vec<facts::Who> = division.rows.iter().take(3).map(|row| row.who.clone()).collect();
                    p.sm { @if season.divisions.len() > 1 { b { (s.say(Site::Division { n: division.number })) } ": " }
                        @for (at, who) in leaders.iter().enumerate() { @if at > 0 { ", " } (player("", who)) } }
                }
            }
        } }
    };
    s.finish(page(s, &head, body))
}

/// How far a season is.
pub fn how_far(s: &Speech<'_>, season: &Season) -> String {
    let closes = season.dates.iter().find(|date| date.step == tabellarius_league::season::Step::Close);
    match closes {
        Some(date) if season.is_open => s.say(Site::IsOpenTo { at: s.moment(date.at) }),
        _ if season.is_over => s.say(Site::SeasonOver),
        _ => s.say(Site::RoundOf { round: season.drawn, rounds: season.rounds }),
    }
}

/// Everybody who plays, the strongest first.
pub fn players(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<Vec<u8>> {
    let title = s.say(Site::Players);
    let head = Head { is_listed: false, ..Head::new(house, "players.html", &title, Part::Players) };
    let mut all: Vec<&facts::Player> = lists.players.iter().collect();
    let strength = |player: &facts::Player| match player.overall {
        Some(rating) => (rating.is_provisional, -rating.shown),
        None => (true, i64::MAX),
    };
    all.sort_by_key(|player| (strength(player), player.who.clone()));
    let body = html! {
        h1 { (title) }
        p.mut { (s.say(Site::RatingsNote)) }
        div.card { table {
            thead { tr {
                th scope="col" { (s.say(Site::Player)) }
                th.n scope="col" { (s.say(Site::Rating)) }
                th.n scope="col" { (s.say(Site::Played)) }
                th.n.hide scope="col" { (s.say(Site::Wins)) }
            } }
            tbody { @for one in all {
                tr {
                    th.nm scope="row" { (player("", &one.who)) }
                    td.n { @if let Some(rating) = one.overall {
                        b { (rating.shown) } " " span.mut.sm { "(" (rating.best) " ± " (rating.give_or_take) ")" }
                        @if rating.is_provisional { " " span.pill.new { (s.say(Site::Provisional)) } }
                    } @else { span.mut { "–" } } }
                    td.n { (one.games.len()) }
                    td.n.hide { (one.wins) }
                }
            } }
        } }
    };
    s.finish(page(s, &head, body))
}

/// All games that are over: the newest on `archive.html`, older ones on pages that never change.
pub fn archive(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<Files> {
    let all = ended(&lists.tables);
    // Pages are filled from the oldest game on, so that a game stays on its page.
    let oldest_first: Vec<&Table> = all.iter().rev().copied().collect();
    let pages: Vec<&[&Table]> = oldest_first.chunks(ON_A_PAGE).collect();
    let name =
        |at: usize| if at + 1 >= pages.len() { "archive.html".to_owned() } else { format!("archive-{}.html", at + 1) };
    let mut files = Files::new();
    for at in 0..pages.len().max(1) {
        let here: Vec<&Table> = pages.get(at).map_or(&[][..], |page| *page).iter().rev().copied().collect();
        let (title, path) = (s.say(Site::Archive), name(at));
        let head = Head::new(house, &path, &title, Part::Archive);
        let past: Vec<&Season> = lists.seasons.iter().filter(|season| season.is_over).collect();
        let body = html! {
            h1 { (title) }
            @if here.is_empty() { p.mut { (s.say(Site::NothingEnded)) } } @else { div.card { (results(s, lists, &here)) } }
            @if pages.len() > 1 {
                p.more { @for other in (0..pages.len()).rev() {
                    @if other == at { b { (other + 1) } } @else { a href=(name(other)) { (s.say(Site::ArchivePage { n: other + 1 })) } }
                    " "
                } }
            }
            @if !past.is_empty() {
                section {
                    h2 { (s.say(Site::Seasons)) }
                    ul { @for season in past {
                        li { a href=(season_path(&season.league, season.number)) { (s.say(Site::SeasonOf { league: season.league.clone(), season: season.number })) } }
                    } }
                }
            }
        };
        files.insert(path.clone(), s.finish(page(s, &head, body))?);
    }
    Ok(files)
}
