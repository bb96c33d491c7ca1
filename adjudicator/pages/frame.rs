//! What all pages share: the head, the way to the others, the same page in other languages.

use super::LANGUAGES;
use super::facts::{House, SeatTold, Who};
use super::words::{Site, Speech};
use crate::time::{Time, instant};
use maud::{DOCTYPE, Markup, html};

/// Nothing comes from elsewhere, and nothing runs but our own two scripts.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'";

/// Which part of the site a page belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Club,
    Leagues,
    Tables,
    Players,
    Archive,
    Search,
}

/// What a page says of itself.
pub struct Head<'p> {
    pub house: &'p House,
    /// Its path behind the folder of its language: `tables/ostia-3.html`.
    pub path: &'p str,
    pub title: &'p str,
    pub part: Part,
    /// A script of ours that makes it handier.
    pub script: Option<&'static str>,
    /// Whether search engines may show it.
    pub is_listed: bool,
}

impl<'p> Head<'p> {
    /// A page like most.
    pub fn new(house: &'p House, path: &'p str, title: &'p str, part: Part) -> Head<'p> {
        Head { house, path, title, part, script: None, is_listed: true }
    }

    /// The way from this page to its language's folder: ``, `../`.
    pub fn up(&self) -> &'static str {
        if self.path.contains('/') { "../" } else { "" }
    }
}

/// A whole page.
pub fn page(s: &Speech<'_>, head: &Head<'_>, body: Markup) -> String {
    let up = head.up();
    let parts = [
        (Part::Club, "index.html", Site::Club),
        (Part::Leagues, "leagues.html", Site::Leagues),
        (Part::Tables, "tables.html", Site::Tables),
        (Part::Players, "players.html", Site::Players),
        (Part::Archive, "archive.html", Site::Archive),
        (Part::Search, "search.html", Site::Search),
    ];
    let title = if head.part == Part::Club {
        head.house.name.clone()
    } else {
        format!("{} · {}", head.title, head.house.name)
    };
    let page = html! {
        (DOCTYPE)
        html lang=(s.language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="referrer" content="no-referrer";
                @if !head.is_listed { meta name="robots" content="noindex"; }
                title { (title) }
                link rel="stylesheet" href={ (up) "../style.css" };
                link rel="alternate" type="application/atom+xml" href={ (up) "results.atom" } title=(s.say(Site::Results));
                @for language in LANGUAGES {
                    @if language != s.language {
                        link rel="alternate" hreflang=(language) href={ (up) "../" (language) "/" (head.path) };
                    }
                }
            }
            body {
                a.skip href="#main" { (s.say(Site::ToContent)) }
                header.top {
                    div.wrap {
                        a.brand href={ (up) "index.html" } { (head.house.name) }
                        nav aria-label=(s.say(Site::Pages)) {
                            @for (part, href, name) in parts {
                                a href={ (up) (href) } aria-current=[(part == head.part).then_some("page")] { (s.say(name)) }
                            }
                        }
                    }
                }
                main #main { div.wrap { (body) } }
                footer {
                    div.wrap {
                        p { (s.say(Site::Foot)) }
                        p.tongues aria-label=(s.say(Site::Languages)) {
                            @for language in LANGUAGES {
                                @let name = Speech::new(s.report, language, s.zone).say(Site::LanguageName);
                                @if language == s.language { b { (name) } } @else {
                                    a href={ (up) "../" (language) "/" (head.path) } hreflang=(language) lang=(language) { (name) }
                                }
                                " "
                            }
                        }
                    }
                }
                @if let Some(script) = head.script { script src={ (up) "../" (script) } {} }
            }
        }
    };
    page.into_string()
}

/// The first page: it leads on to the club's language.
pub fn door(house: &House) -> String {
    let language = LANGUAGES.into_iter().find(|one| *one == house.language).unwrap_or("en");
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="refresh" content={ "0; url=" (language) "/index.html" };
                title { (house.name) }
                link rel="stylesheet" href="style.css";
            }
            body {
                main { div.wrap {
                    h1 { (house.name) }
                    ul { @for language in LANGUAGES { li { a href={ (language) "/index.html" } hreflang=(language) { (language) } } } }
                } }
            }
        }
    };
    page.into_string()
}

/// A seat's tile: colour and letter.
pub fn tile(seat: &SeatTold) -> Markup {
    html! { span class={ "seat " (seat.colour) } aria-hidden="true" { (seat.letter) } }
}

/// A moment that machines can read too.
pub fn time(at: Time, text: &str) -> Markup {
    html! { time datetime=(instant(at).format("%Y-%m-%dT%H:%M:%SZ")) { (text) } }
}

/// Somebody, with the way to their page.
pub fn player(up: &str, who: &Who) -> Markup {
    html! { a href={ (up) "players/" (who.id) ".html" } { (who.name) } }
}

/// The way to a table's page.
pub fn table(up: &str, id: &str) -> Markup {
    html! { a href={ (up) "tables/" (id) ".html" } { (id) } }
}

/// The way to the page of a season.
pub fn season_path(league: &str, season: u32) -> String {
    format!("leagues/{league}-{season}.html")
}

/// People one after the other.
pub fn people(up: &str, people: &[Who]) -> Markup {
    html! { @for (at, who) in people.iter().enumerate() { @if at > 0 { ", " } (player(up, who)) } }
}

/// A letter that opens in the reader's mail program.
pub fn mailto(address: &str, subject: &str, body: &str) -> String {
    format!("mailto:{}?subject={}&body={}", encoded(address, "@"), encoded(subject, ""), encoded(body, ""))
}

/// As it may stand in an address of a page.
fn encoded(text: &str, kept: &str) -> String {
    let mut out = String::new();
    for byte in text.replace('\n', "\r\n").bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || "-._~".contains(c) || kept.contains(c) {
            out.push(c);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// With a capital in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_in_an_address_keeps_its_lines() {
        let link = mailto("referee@club.example", "[ostia-3] orders", "build 1 & more\nend");
        assert_eq!(
            link,
            "mailto:referee@club.example?subject=%5Bostia-3%5D%20orders&body=build%201%20%26%20more%0D%0Aend"
        );
    }
}
