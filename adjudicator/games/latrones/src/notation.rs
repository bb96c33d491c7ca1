//! Positions as text: `Red: 4 men, 2 caravans, 7 denarii`.

use crate::Latrones;
use crate::language::{Measure, Term, measure, road, seat};
use crate::position::{Band, Road, State};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::notation::Printed;
use tabellarius_kernel::words::{Cursor, Link, Slip};
use tabellarius_kernel::{Amiss, Differs, Game as _, Notation, Seat};

type Words<'a> = Cursor<'a, Term>;

impl Latrones {
    /// `Red: 4 men, 2 caravans`: a seat, and amounts.
    fn band_line(&self, w: &mut Words<'_>) -> Result<(Seat, Vec<(Measure, u8)>), Amiss> {
        let seat = self.seat_named(w)?;
        w.link(Link::Colon);
        let mut amounts = Vec::new();
        while !w.is_done() {
            let number = w.need_number()?.min(99) as u8;
            amounts.push((w.need("men, caravans or denarii", measure)?, number));
            w.link(Link::Comma);
        }
        Ok((seat, amounts))
    }
}

fn amount(band: &mut Band, what: Measure) -> &mut u8 {
    match what {
        Measure::Men => &mut band.men,
        Measure::Caravans => &mut band.caravans,
        Measure::Denarii => &mut band.purse,
    }
}

impl Notation for Latrones {
    const SECTIONS: &'static [&'static str] = &["bands", "night"];
    // A purse stands in the line of its band.
    const OPEN: &'static [&'static str] = &["night"];

    fn blank(&self) -> State {
        self.start()
    }

    fn set(&self, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
        if section == "night" {
            state.night = w.need_number()?.min(99) as u8;
            return Ok(());
        }
        let (seat, amounts) = self.band_line(w)?;
        for (what, number) in amounts {
            *amount(state.band(seat), what) = number;
        }
        Ok(())
    }

    fn expect(&self, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
        let mut differs = Vec::new();
        let mut compare = |what: &str, wanted: u8, is: u8| {
            if wanted != is {
                differs.push(Differs { expected: format!("{wanted} {what}"), came: format!("{is} {what}") });
            }
        };
        if section == "night" {
            compare("night", w.need_number()?.min(99) as u8, state.night);
            return Ok(differs);
        }
        let (seat, amounts) = self.band_line(w)?;
        for (what, number) in amounts {
            let name = format!("{} {}", self.seat_key(seat), what.key());
            compare(&name, number, *amount(&mut state.bands[seat.index()].clone(), what));
        }
        Ok(differs)
    }

    fn print(&self, state: &State, language: &str) -> Vec<Printed> {
        let name = |term| self.lexicon.name(language, term);
        let band = |(seat, band): (Seat, &Band)| {
            let part = |what| format!("{} {}", amount(&mut band.clone(), what), name(Term::Measure(what)));
            let parts: Vec<String> = Measure::ALL.iter().map(|what| part(*what)).collect();
            format!("{}: {}", name(Term::Seat(seat)), parts.join(", "))
        };
        let bands = (0..).map(Seat).zip(&state.bands).map(band).collect();
        alloc::vec![("bands", bands), ("night", alloc::vec![state.night.to_string()])]
    }

    fn amend(&mut self, w: &mut Words<'_>) -> Result<(), Amiss> {
        Err(w.slip("nothing: this game has no data").into())
    }

    /// `Appia, Red: 4` for a fight, `Appia: 6` for what a caravan is worth.
    fn dice(&self, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
        let road: Road = w.need("road", road)?;
        w.link(Link::Comma);
        let path = match w.take(seat) {
            Some(seat) => format!("{}/{}/fight", road.key(), self.seat_key(seat)),
            None => format!("{}/worth", road.key()),
        };
        w.link(Link::Colon);
        let face = w.need_number()?.min(99) as u8;
        Ok(alloc::vec![(path, alloc::vec![face])])
    }

    fn seat_named(&self, w: &mut Words<'_>) -> Result<Seat, Slip> {
        w.need("band", |term| seat(term).filter(|seat| self.seats().contains(*seat)))
    }

    fn ids_named(&self, w: &mut Words<'_>) -> Vec<String> {
        w.take_longest(&[|term| road(term).map(|one| one.to_string()), |term| seat(term).map(|one| one.to_string())])
    }

    fn name_of(&self, id: &str) -> Option<String> {
        self.name(id, "en").map(String::from)
    }
}
