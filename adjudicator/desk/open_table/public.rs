//! What anybody may see of a table: its board, its film, what happened for all to hear, and the orders that its seats could give as far as
//! that is known to everybody. Everything comes from the view of an observer and from events that observers hear; no letter of the open
//! round has a part in it, not even by being there.

use crate::pages::facts::{Form, Round as RoundTold, SeatTold, Shown, Told};
use crate::picture::{Film, Size};
use crate::pictures::{Artist, Form as Kind, Subject, picture};
use crate::referee::{Closed, Header, Referee, Round};
use crate::report::{Known, Renderer, Voice};
use anyhow::Result;
use std::collections::BTreeMap;
use std::rc::Rc;
use tabellarius_kernel::{Event as _, Listed, Picture, Seat, Seed, StageName, Viewer};

/// How a table is shown.
pub struct Showing<'s> {
    pub report: &'s Renderer,
    pub artist: &'s mut Artist,
    /// The languages in which it is told.
    pub languages: &'s [&'s str],
    /// The language of the names on pictures, of which there is one for all.
    pub pictured_in: &'s str,
}

/// Plays a record again and shows it.
pub(super) fn show<G: Listed>(
    known: &Rc<Known<G>>,
    header: Header,
    seed: Seed,
    rounds: &[Round],
    how: &mut Showing<'_>,
) -> Result<Shown> {
    let game = known.game().clone();
    let voices: Vec<Voice<'_, G>> =
        how.languages.iter().map(|language| how.report.voice_of(known, language)).collect::<Result<_>>()?;
    let drawing = how.report.voice_of(known, how.pictured_in)?;
    let title = header.table.clone();
    let (mut film, mut has_film) = (Film::new(), false);
    let mut told: BTreeMap<String, Told> = BTreeMap::new();
    let mut shown = Shown::default();
    let (mut at, last) = (0, rounds.len());
    Referee::show_rounds(game.clone(), header, seed, rounds, |referee, closed| {
        let subject = Subject {
            game: &*game,
            state: &referee.stage().asked().state,
            told: &closed.told,
            viewer: Viewer::Observer,
            table: Some(&title),
        };
        has_film |= how.artist.film(&mut film, &drawing, &subject)?;
        for (language, voice) in how.languages.iter().zip(&voices) {
            told.entry((*language).to_owned()).or_default().rounds.extend(round(referee, voice, closed)?);
        }
        if at == last {
            let drawn = how.artist.draw(&drawing, &subject, Kind::Svg, Size::Full)?;
            shown.picture = drawn.map(|drawn| drawn.bytes);
            let picture = picture(&subject);
            for (language, voice) in how.languages.iter().zip(&voices) {
                let told = told.entry((*language).to_owned()).or_default();
                told.stage = voice.stage(&referee.stage_name())?;
                told.alt = if picture.is_empty() {
                    String::new()
                } else {
                    voice.picture_told(&picture, &referee.stage_name())?
                };
                told.seats = seats(referee, voice, &picture);
                told.forms = forms(referee, language);
            }
        }
        at += 1;
        Ok(())
    })?;
    if has_film && last > 0 {
        shown.film =
            Some(film.page(&format!("{}: {title}", G::ENTRY.name), how.pictured_in, |key| drawing.picture_word(key)));
    }
    shown.told = told;
    Ok(shown)
}

/// What a round brought, for all to hear; nothing of one that nobody hears of.
fn round<G: Listed>(referee: &Referee<G>, voice: &Voice<'_, G>, closed: &Closed<G>) -> Result<Option<RoundTold>> {
    let heard = closed.told.iter().filter(|told| told.audience.hears(Viewer::Observer) && told.event.is_news());
    let events: Vec<String> = heard.map(|told| voice.event(&told.event)).collect::<Result<_>>()?;
    if events.is_empty() && referee.rounds.is_empty() {
        return Ok(None);
    }
    Ok(Some(RoundTold { stage: voice.stage(&StageName::from(closed.stage.as_str()))?, events }))
}

/// The seats as people know them, with what lies open of each.
fn seats<G: Listed>(referee: &Referee<G>, voice: &Voice<'_, G>, picture: &Picture) -> BTreeMap<String, SeatTold> {
    let game = &*referee.game;
    let view = referee.view(Viewer::Observer);
    let one = |seat: Seat| {
        let key = game.seat_key(seat).to_owned();
        let id = serde_json::to_value(seat).ok().and_then(|id| id.as_str().map(str::to_owned)).unwrap_or_default();
        let other = game.also_called(&view, seat);
        let name = if game.name(&id, "en").is_some() { voice.name_of(&id) } else { key.clone() };
        let name = match other.as_ref().map(|other| voice.name_of(other)).filter(|other| *other != name) {
            Some(other) => format!("{name} ({other})"),
            None => name,
        };
        let side = picture.sides.iter().find(|side| side.name == id || Some(&side.name) == other.as_ref());
        let told = SeatTold {
            letter: side.map_or_else(|| name.chars().take(1).collect(), |side| side.letter.to_string()),
            colour: side.map_or_else(String::new, |side| side.colour.key().to_owned()),
            counts: side.map_or_else(Vec::new, |side| {
                side.counts.iter().map(|count| voice.picture_count(count.what, count.n)).collect()
            }),
            name,
        };
        (key, told)
    };
    game.seats().iter().map(one).collect()
}

/// What each seat could write now, as far as everybody can see. Who is asked may be a secret, so all are shown.
fn forms<G: Listed>(referee: &Referee<G>, language: &str) -> Vec<Form> {
    let game = &*referee.game;
    let asked = referee.stage().asked();
    if asked.finished || game.winners(&asked.state).is_some() {
        return Vec::new();
    }
    let view = referee.view(Viewer::Observer);
    let form = |seat: Seat| {
        let mut orders: Vec<String> = Vec::new();
        for order in game.examples(&view, seat) {
            let order = game.print_order(&order, language);
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        Form { seat: game.seat_key(seat).to_owned(), orders }
    };
    game.seats().iter().map(form).collect()
}
