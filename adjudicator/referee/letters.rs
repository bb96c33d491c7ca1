//! The letters of the open round: what each of them says, and for which seat.
//!
//! Only the newest letter of each seat counts, whatever stood in those before it and in whatever order they came. So the record,
//! which keeps the newest ones and no order, plays back the same.

use super::Plans;
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Letter, Line, Listed, Reading, Seat, Seats};

/// The letters of the open round.
#[derive(Debug)]
pub struct Letters<G: Listed> {
    written: BTreeMap<Seat, Written<G>>,
    /// The plans that stood when the round opened.
    before: Plans<G>,
}

/// A letter, its lines by the seats they are for: a player may have several, and write one letter for all.
#[derive(Debug)]
struct Written<G: Listed> {
    text: String,
    lines: Plans<G>,
    plans: Plans<G>,
    finality: Finality,
}

impl<G: Listed> Letters<G> {
    /// No letter has come yet.
    pub fn none(before: Plans<G>) -> Letters<G> {
        Letters { written: BTreeMap::new(), before }
    }

    /// Takes a seat's letter in the place of its earlier one; returns the seats for which something may have changed. `text` is what
    /// makes the salt, `orders` is what is done.
    pub fn write(&mut self, game: &G, seat: Seat, text: String, orders: Reading<G>, finality: Finality) -> Seats {
        let by_seat = |lines: Vec<Line<G>>| {
            let mut plans: Plans<G> = BTreeMap::new();
            let content =
                lines.iter().find(|line| line.choices.iter().any(|choice| game.is_content(&choice.order))).cloned();
            for line in lines {
                let (to, line) = line.addressed(game, seat).filter(|(to, _)| *to != seat).unwrap_or((seat, line));
                plans.entry(to).or_default().push(line);
            }
            // Whoever is content is so with all seats of which the letter says nothing else.
            if let Some(content) = content {
                for seat in game.held_with(seat).iter() {
                    plans.entry(seat).or_insert_with(|| vec![content.clone()]);
                }
            }
            plans
        };
        let letter = Written { text, lines: by_seat(orders.lines), plans: by_seat(orders.standing), finality };
        let mut changed: Seats = letter.seats().collect();
        changed.insert(seat);
        if let Some(earlier) = self.written.insert(seat, letter) {
            earlier.seats().for_each(|seat| changed.insert(seat));
        }
        changed
    }

    /// A seat's letter is a draft from here on; returns the seats for which something may have changed.
    pub fn make_draft(&mut self, seat: Seat) -> Seats {
        let Some(letter) = self.written.get_mut(&seat) else { return Seats::default() };
        letter.finality = Finality::Draft;
        let mut changed: Seats = letter.seats().collect();
        changed.insert(seat);
        changed
    }

    /// What a seat wrote, or what the other letters of its player hold for it: its own letter always counts first.
    pub fn letter(&self, seat: Seat) -> Option<Letter<G>> {
        if let Some(own) = self.written.get(&seat) {
            let lines = own.lines.get(&seat).cloned().unwrap_or_default();
            return Some(Letter { text: own.text.clone(), lines, finality: own.finality });
        }
        let lent: Vec<&Written<G>> = self.written.values().filter(|one| one.lines.contains_key(&seat)).collect();
        let is_draft = lent.iter().any(|one| one.finality == Finality::Draft);
        let finality = if is_draft { Finality::Draft } else { Finality::Final };
        let lines: Vec<Line<G>> = lent.iter().filter_map(|one| one.lines.get(&seat)).flatten().cloned().collect();
        (!lines.is_empty()).then(|| Letter { text: String::new(), lines, finality })
    }

    /// The plans that stand for a seat: those in its own letter, or in another letter of its player, or those from before.
    pub fn plans(&self, seat: Seat) -> Vec<Line<G>> {
        let own = self.written.get(&seat).and_then(|own| own.plans.get(&seat));
        if let Some(own) = own {
            return own.clone();
        }
        let lent: Vec<Line<G>> =
            self.written.values().filter_map(|one| one.plans.get(&seat)).flatten().cloned().collect();
        if lent.is_empty() { self.before.get(&seat).cloned().unwrap_or_default() } else { lent }
    }
}

impl<G: Listed> Written<G> {
    /// The seats that the letter is for.
    fn seats(&self) -> impl Iterator<Item = Seat> {
        self.lines.keys().chain(self.plans.keys()).copied()
    }
}
