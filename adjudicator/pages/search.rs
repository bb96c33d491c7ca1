//! Search without a server: a small list that a small script looks through. Without the script the page is the list itself.

use super::facts::{House, Lists};
use super::frame::{Head, Part, page, season_path};
use super::words::{Site, Speech};
use anyhow::Result;
use maud::html;
use serde::Serialize;

/// Something that can be found.
#[derive(Serialize)]
struct Entry {
    /// What it is called.
    t: String,
    /// What else is known of it.
    m: String,
    /// Where it is.
    u: String,
}

/// The page, and what its script looks through.
pub fn render(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<(Vec<u8>, Vec<u8>)> {
    let title = s.say(Site::Search);
    let head =
        Head { script: Some("search.js"), is_listed: false, ..Head::new(house, "search.html", &title, Part::Search) };
    let all = entries(s, lists);
    let index = serde_json::to_vec(&all)?;
    let body = html! {
        h1 { (title) }
        form #search hidden role="search" action="search.html" {
            label for="words" { (s.say(Site::SearchFor)) }
            input #words name="q" type="search" autocomplete="off";
        }
        p.mut.sm { (s.say(Site::SearchNote)) }
        ul.plain.found #found data-index="search.json" { @for one in all.iter().take(500) {
            li { a href=(one.u) { (one.t) } " " span.mut.sm { (one.m) } }
        } }
    };
    Ok((s.finish(page(s, &head, body))?, index))
}

fn entries(s: &Speech<'_>, lists: &Lists) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    all.extend(lists.seasons.iter().rev().map(|season| Entry {
        t: s.say(Site::SeasonOf { league: season.league.clone(), season: season.number }),
        m: season.game.clone(),
        u: season_path(&season.league, season.number),
    }));
    all.extend(lists.players.iter().map(|player| Entry {
        t: player.who.name.clone(),
        m: s.say(Site::Player),
        u: format!("players/{}.html", player.who.id),
    }));
    all.extend(lists.tables.iter().rev().map(|table| {
        Entry {
            t: table.id.clone(),
            m: [Some(table.game.clone()), table.league.as_ref().map(|league| league.league.clone())]
                .into_iter()
                .flatten()
                .chain(table.seats.iter().filter_map(|seat| seat.who.as_ref()).map(|who| who.name.clone()))
                .collect::<Vec<_>>()
                .join(", "),
            u: format!("tables/{}.html", table.id),
        }
    }));
    all
}
