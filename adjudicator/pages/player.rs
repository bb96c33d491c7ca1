//! The page of somebody who plays: how strong they seem, and how sure that is; their games.

use super::facts::{House, Lists, Player, Point};
use super::frame::{Head, Part, page, table as to_table, tile, time};
use super::home::fact;
use super::words::{Site, Speech};
use anyhow::Result;
use maud::{Markup, html};

/// So many games are listed.
const MOST: usize = 50;

/// The page.
pub fn render(s: &Speech<'_>, house: &House, lists: &Lists, one: &Player) -> Result<Vec<u8>> {
    let path = format!("players/{}.html", one.who.id);
    let head = Head { is_listed: one.is_chosen, ..Head::new(house, &path, &one.who.name, Part::Players) };
    let body = html! {
        h1 { (one.who.name) }
        div.card.facts {
            @match one.overall {
                Some(rating) => (fact(rating.shown, format!("{}{}", s.say(Site::GiveOrTake { best: rating.best, n: rating.give_or_take }),
                    if rating.is_provisional { format!(" ({})", s.say(Site::Provisional)) } else { String::new() }))),
                None => (fact("–", s.say(Site::NotRated))),
            }
            (fact(one.games.len(), s.say(Site::Games { n: one.games.len() })))
            (fact(one.wins, s.say(Site::Won { n: one.wins })))
            (fact(one.late, s.say(Site::Missed { n: one.late })))
        }
        @if one.history.len() > 1 { section.card { h2 { (s.say(Site::Rating)) } (chart(s, &one.history)) } }
        div.grid.g2.section {
            div.card {
                h2 { (s.say(Site::Lately)) }
                @if one.games.is_empty() { p.mut { (s.say(Site::NothingEnded)) } } @else { (games(s, lists, one)) }
            }
            div.card {
                h2 { (s.say(Site::ByGame)) }
                table {
                    thead { tr { th scope="col" { (s.say(Site::Game)) } th.n scope="col" { (s.say(Site::Played)) }
                        th.n scope="col" { (s.say(Site::Wins)) } th.n scope="col" { (s.say(Site::Rating)) } } }
                    tbody { @for (game, rating, wins) in &one.by_game {
                        tr { th.nm scope="row" { (game) } td.n { (rating.games) } td.n { (wins) }
                            td.n { b { (rating.shown) } br; span.mut.sm { (rating.best) " ± " (rating.give_or_take) } } }
                    } }
                }
                @if !one.now.is_empty() {
                    p { (s.say(Site::PlayingNow)) ": "
                        @for (at, (id, _)) in one.now.iter().enumerate() { @if at > 0 { ", " } (to_table("../", id)) } }
                }
            }
        }
        p.mut.sm { (s.say(Site::RatingsNote)) }
    };
    s.finish(page(s, &head, body))
}

fn games(s: &Speech<'_>, lists: &Lists, one: &Player) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { (s.say(Site::Table)) } th scope="col" { (s.say(Site::Seat)) }
                th scope="col" { (s.say(Site::Place)) } th.n.hide scope="col" { (s.say(Site::Ended)) } } }
            tbody { @for game in one.games.iter().take(MOST) {
                @let seat = lists.seat(s.language, &game.table, &game.seat);
                tr {
                    td { @if game.is_shown { (to_table("../", &game.table)) } @else { "–" } br; span.mut.sm { (game.game) } }
                    td { (tile(&seat)) " " (seat.name) }
                    td { (s.say(Site::PlaceOf { place: game.place, of: game.of })) }
                    td.n.hide { (time(game.ended, &s.day(game.ended))) }
                }
            } }
        }
    }
}

/// The rating over the games, with the band in which the strength probably lies.
fn chart(s: &Speech<'_>, history: &[Point]) -> Markup {
    const WIDE: f64 = 960.0;
    const HIGH: f64 = 300.0;
    const LEFT: f64 = 60.0;
    let low = history.iter().map(|point| point.best - point.give_or_take).min().unwrap_or(0);
    let high = history.iter().map(|point| point.best + point.give_or_take).max().unwrap_or(1);
    let (low, high) = ((low - 50).div_euclid(200) * 200, ((high + 50).div_euclid(200) + 1) * 200);
    let last = (history.len() - 1).max(1) as f64;
    let x = |at: usize| LEFT + (WIDE - LEFT - 20.0) * at as f64 / last;
    let y = |value: i64| 12.0 + (HIGH - 24.0) * (high - value) as f64 / (high - low).max(1) as f64;
    let dots = |value: fn(&Point) -> i64| {
        let dot = move |(at, point): (usize, &Point)| format!("{:.1},{:.1}", x(at), y(value(point)));
        history.iter().enumerate().map(dot).collect::<Vec<String>>()
    };
    let line = dots(|point| point.best);
    let (above, mut below) =
        (dots(|point| point.best + point.give_or_take), dots(|point| point.best - point.give_or_take));
    below.reverse();
    let band = [above, below].concat();
    let step = ((high - low) / 4 / 100).max(1) * 100;
    let from_to = (history.first().map_or(0, |point| point.best), history.last().map_or(0, |point| point.best));
    let told = s.say(Site::RatingChart { from: from_to.0, to: from_to.1, games: history.len() });
    html! {
        svg.chart viewBox={ "0 0 " (WIDE) " " (HIGH) } role="img" aria-label=(told) {
            @for value in (0..=8).map(|n| low + n * step).filter(|value| *value <= high) {
                line.rule x1=(LEFT) x2=(WIDE) y1=(format!("{:.1}", y(value))) y2=(format!("{:.1}", y(value))) {}
                text x=(LEFT - 8.0) y=(format!("{:.1}", y(value) + 5.0)) text-anchor="end" { (value) }
            }
            polygon.band points=(band.join(" ")) {}
            polyline.curve points=(line.join(" ")) {}
            @for (at, point) in history.iter().enumerate() {
                circle.(if point.is_win { "win" } else { "dot" }) cx=(format!("{:.1}", x(at))) cy=(format!("{:.1}", y(point.best))) r=(if point.is_win { "7" } else { "4" }) {}
            }
        }
        p.sm.mut { "◉ " (s.say(Site::ChartWin)) " · • " (s.say(Site::ChartGame)) " · ▒ " (s.say(Site::ChartBand)) }
    }
}
