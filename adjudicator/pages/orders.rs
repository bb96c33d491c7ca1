//! A page on which a letter is put together: what each seat could write now, as far as everybody can see, and a way into the reader's mail
//! program. It knows no hand and no letter, so it is no form of a player's own; that comes by mail.

use super::facts::{House, Table, Told};
use super::frame::{Head, Part, capital, mailto, page, tile, time};
use super::words::{Site, Speech};
use anyhow::Result;
use maud::html;

/// The page.
pub fn render(s: &Speech<'_>, house: &House, table: &Table, told: &Told) -> Result<Vec<u8>> {
    let path = format!("tables/{}-orders.html", table.id);
    let title = s.say(Site::OrdersTitle { table: table.id.clone() });
    let head = Head { script: Some("orders.js"), is_listed: false, ..Head::new(house, &path, &title, Part::Tables) };
    let begin = format!("table {}\n", table.id);
    let subject = format!("[{}] {}", table.id, told.stage);
    let body = html! {
        p.kicker { (table.game) " · " a href={ (table.id) ".html" } { (table.id) } }
        h1 { (capital(&told.stage)) }
        @if let Some(at) = table.deadline { div.band { b { (time(at, &s.say(Site::AnswerBy { at: s.moment(at) }))) } } }
        p.lead { (s.say(Site::OrdersLead)) }
        div #orders data-to=(house.address) data-subject=(subject) data-begin=(begin) {
            h2 { (s.say(Site::WhoAreYou)) }
            @for form in &told.forms {
                @let seat = told.seats.get(&form.seat).cloned().unwrap_or_else(|| super::facts::SeatTold::plain(&form.seat));
                @let lines: String = form.orders.iter().map(|order| format!("# {order}\n")).collect();
                details.card.form name="seat" data-seat=(form.seat) {
                    summary { (tile(&seat)) " " b { (seat.name) } }
                    @if form.orders.is_empty() { p.mut { (s.say(Site::NoLines)) } } @else {
                        p { (s.say(Site::LinesFor { seat: seat.name.clone() })) }
                        ul.plain.lines { @for order in &form.orders { li { code { (order) } } } }
                    }
                    label.own hidden { (s.say(Site::OwnLines)) textarea rows="3" {} }
                    div.letter hidden { h3 { (s.say(Site::YourLetter)) } pre {} }
                    p { a.btn.send href=(mailto(&house.address, &subject, &format!("{begin}{lines}"))) { (s.say(Site::OpenMail)) } }
                }
            }
            p.mut.sm { (s.say(Site::WithoutScript { address: house.address.clone() })) }
        }
    };
    s.finish(page(s, &head, body))
}
