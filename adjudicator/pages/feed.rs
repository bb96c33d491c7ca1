//! Results for feed readers (Atom, RFC 4287).

use super::facts::{House, Lists, Table};
use super::home::ended;
use super::words::{Site, Speech};
use crate::time::{Time, instant};
use anyhow::Result;
use maud::{Markup, PreEscaped, html};

/// So many results are in the feed.
const MOST: usize = 50;

/// The feed.
pub fn render(s: &Speech<'_>, house: &House, lists: &Lists) -> Result<Vec<u8>> {
    let all = ended(&lists.tables);
    let newest = all.first().and_then(|table| table.ended).unwrap_or(0);
    let domain = house.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
    let feed = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"))
        feed xmlns="http://www.w3.org/2005/Atom" xml:lang=(s.language) {
            title { (s.say(Site::FeedTitle { club: house.name.clone() })) }
            id { "tag:" (domain) ",2026:results/" (s.language) }
            updated { (stamp(newest)) }
            author { name { (house.name) } }
            (PreEscaped("<link rel=\"alternate\" href=\"index.html\"/><link rel=\"self\" href=\"results.atom\"/>"))
            @for table in all.iter().take(MOST) { (entry(s, lists, domain, table)) }
        }
    };
    s.finish(feed.into_string())
}

fn entry(s: &Speech<'_>, lists: &Lists, domain: &str, table: &Table) -> Markup {
    let name = |seat: &&super::facts::Seat| {
        let told = lists.seat(s.language, &table.id, &seat.key).name;
        seat.who.as_ref().map_or_else(|| told.clone(), |who| format!("{} ({told})", who.name))
    };
    let names: Vec<String> = table.winners().iter().map(name).collect();
    let (id, game) = (table.id.clone(), table.game.clone());
    let title = match names.is_empty() {
        true => s.say(Site::FeedDrawn { table: id, game }),
        false => s.say(Site::FeedEntry { table: id, game, names }),
    };
    html! {
        entry {
            title { (title) }
            id { "tag:" (domain) ",2026:" (table.id) }
            updated { (stamp(table.ended.unwrap_or(0))) }
            (PreEscaped(format!("<link rel=\"alternate\" href=\"tables/{}.html\"/>", table.id)))
        }
    }
}

fn stamp(at: Time) -> String {
    instant(at).format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
