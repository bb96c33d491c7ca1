//! Who sits there, who is asked, and what each has planned.

use super::AtTable;
use anyhow::Result;
use tabellarius_kernel::words::{Cursor, Folded, nearest};
use tabellarius_kernel::{Line, Listed, Seat, Viewer};

/// Who sits there, who is asked, and what each has planned.
pub trait Seating {
    /// The names of the seats.
    fn seats(&self) -> Vec<String>;
    /// The seat that somebody means, also in part or in another language.
    fn find_seat(&self, name: &str) -> Option<String>;
    /// A seat's name in a language.
    fn seat_name(&self, seat: &str, language: &str) -> String;
    /// A seat with what plays there, if that has another name: `red (Troy)`.
    fn shown(&self, seat: &str, language: &str) -> String;
    /// The seats whose letters are still awaited.
    fn awaited(&self) -> Vec<String>;
    /// The seats that are asked for something in this round, whether they have written or not.
    fn asked(&self) -> Vec<String>;
    /// Whether the round waits for a stage's orders, not for answers to single questions.
    fn gathers(&self) -> bool;
    /// Whether a seat has said enough before: standing plans, or lines left from an earlier letter.
    fn has_plans(&self, seat: &str) -> Result<bool>;
    /// Whether an earlier letter of a seat has lines for this stage.
    fn has_kept(&self, seat: &str) -> Result<bool>;
    /// What a seat has planned for this stage, as a letter: lines left from earlier letters, then its standing plans.
    fn planned(&self, seat: &str) -> Result<String>;
    /// Whether a seat has filed a letter in this round, a draft or a final one.
    fn has_filed(&self, seat: &str) -> Result<bool>;
    /// The plans of a seat that play in this stage, in a language.
    fn plans_here(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// The lines of a seat's earlier letters for this stage that still count beside the one it has filed, in a language.
    fn kept_lines(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// The same, and where single questions wait also the lines of letters of earlier rounds that nothing has used yet.
    fn lines_beside(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// The lines of a seat's earlier letters that wait for a later stage, or stand until another takes their place.
    fn waiting_lines(&self, seat: &str, language: &str) -> Result<Vec<String>>;
    /// A seat's standing plans in a language.
    fn plans(&self, seat: &str, language: &str) -> Result<Vec<String>>;
}

impl<G: Listed> Seating for AtTable<G> {
    fn seats(&self) -> Vec<String> {
        self.names(self.referee.game.seats())
    }

    fn find_seat(&self, name: &str) -> Option<String> {
        let game = &*self.referee.game;
        let other = |seat: Seat, language: &str| self.other_name(game.seat_key(seat), language);
        seat_called(game, name, other).map(|seat| game.seat_key(seat).to_owned())
    }

    fn seat_name(&self, seat: &str, language: &str) -> String {
        let name = self.referee.seat(seat).ok().and_then(|seat| name_of(&*self.referee.game, seat, language));
        name.unwrap_or_else(|| seat.to_owned())
    }

    fn shown(&self, seat: &str, language: &str) -> String {
        let name = self.seat_name(seat, language);
        match self.other_name(seat, language) {
            Some(other) => format!("{name} ({other})"),
            None => name,
        }
    }

    fn awaited(&self) -> Vec<String> {
        self.names(self.referee.awaited())
    }

    fn asked(&self) -> Vec<String> {
        let run = self.referee.stage().asked();
        let mut seats = run.wanted;
        run.open.iter().for_each(|open| seats.insert(open.seat));
        self.names(seats)
    }

    fn gathers(&self) -> bool {
        self.referee.header.pace.gathers() || !self.referee.stage().asked().wanted.is_empty()
    }

    fn has_plans(&self, seat: &str) -> Result<bool> {
        Ok(!self.referee.standing(self.referee.seat(seat)?).is_empty() || self.has_kept(seat)?)
    }

    fn has_kept(&self, seat: &str) -> Result<bool> {
        Ok(!self.referee.stage().kept(&*self.referee.game, self.referee.seat(seat)?).is_empty())
    }

    fn planned(&self, seat: &str) -> Result<String> {
        let seat = self.referee.seat(seat)?;
        let kept = self.referee.stage().kept(&*self.referee.game, seat);
        let lines = kept.iter().chain(self.referee.standing(seat));
        Ok(lines.map(|line| line.print(&*self.referee.game, "en") + "\n").collect())
    }

    fn has_filed(&self, seat: &str) -> Result<bool> {
        Ok(self.referee.stage().filed(self.referee.seat(seat)?).is_some())
    }

    fn plans_here(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let seat = self.referee.seat(seat)?;
        let game = &*self.referee.game;
        let here = self.referee.stage_name().phase;
        let plays = |line: &&Line<G>| {
            line.choices.iter().any(|choice| game.stage_of(&choice.order).is_none_or(|stage| stage == here))
        };
        let kept = self.referee.stage().kept(game, seat);
        let standing = self.referee.standing(seat).iter().filter(plays);
        Ok(kept.iter().chain(standing).map(|line| line.print(game, language)).collect())
    }

    fn kept_lines(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let game = &*self.referee.game;
        let lines = self.referee.stage().kept(game, self.referee.seat(seat)?);
        Ok(lines.iter().map(|line| line.print(game, language)).collect())
    }

    fn lines_beside(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let game = &*self.referee.game;
        let lines = self.referee.stage().beside(game, self.referee.seat(seat)?);
        Ok(lines.iter().map(|line| line.print(game, language)).collect())
    }

    fn waiting_lines(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let lines = self.referee.stage().waiting(&*self.referee.game, self.referee.seat(seat)?);
        Ok(lines.iter().map(|line| line.print(&*self.referee.game, language)).collect())
    }

    fn plans(&self, seat: &str, language: &str) -> Result<Vec<String>> {
        let standing = self.referee.standing(self.referee.seat(seat)?);
        Ok(standing.iter().map(|line| line.print(&*self.referee.game, language)).collect())
    }
}

/// What a seat is called in a language.
pub(super) fn name_of<G: Listed>(game: &G, seat: Seat, language: &str) -> Option<String> {
    let id = serde_json::to_value(seat).ok()?;
    game.name(id.as_str()?, language).map(str::to_owned)
}

/// The seat that somebody means, by its name in any language, in full or shortened. `other` is what it is called besides.
pub(super) fn seat_called<G: Listed>(
    game: &G,
    name: &str,
    other: impl Fn(Seat, &str) -> Option<String>,
) -> Option<Seat> {
    let fold = |text: &str| text.to_lowercase();
    let wanted = fold(name.trim());
    let languages = game.lexicon().languages();
    let fits = |seat: &Seat, whole: bool| {
        let names = languages.iter().flat_map(|language| [name_of(game, *seat, language), other(*seat, language)]);
        let mut names = names.flatten().chain([game.seat_key(*seat).to_owned()]).map(|name| fold(&name));
        names.any(|name| if whole { name == wanted } else { name.starts_with(&wanted) })
    };
    let found: Vec<Seat> = game.seats().iter().filter(|seat| fits(seat, true)).collect();
    let short: Vec<Seat> = game.seats().iter().filter(|seat| wanted.len() >= 2 && fits(seat, false)).collect();
    match (found.as_slice(), short.as_slice()) {
        ([one], _) | ([], [one]) => Some(*one),
        ([], []) => seat_inflected(game, name, other),
        _ => None,
    }
}

/// The seat whose name stands there in another form than by itself, as in Polish: `do Rzymu`.
fn seat_inflected<G: Listed>(game: &G, name: &str, other: impl Fn(Seat, &str) -> Option<String>) -> Option<Seat> {
    let mut folded = Folded::default();
    folded.fold(name);
    let mut words = Cursor::new(game.lexicon(), &folded, false);
    let ids = game.ids_named(&mut words);
    if !words.is_done() {
        return None;
    }
    let means = |name: Option<String>, language: &str| {
        name.is_some_and(|name| ids.iter().any(|id| game.name(id, language) == Some(name.as_str())))
    };
    let fits = |seat: &Seat| {
        let mut languages = game.lexicon().languages().iter();
        languages.any(|to| means(name_of(game, *seat, to), to) || means(other(*seat, to), to))
    };
    let mut found = game.seats().iter().filter(fits);
    found.next().filter(|_| found.next().is_none())
}

/// The seat whose name in some language is most like what somebody wrote.
pub(super) fn seat_resembling<G: Listed>(game: &G, name: &str) -> Option<Seat> {
    let names = |seat: Seat| game.lexicon().languages().iter().filter_map(move |to| name_of(game, seat, to));
    let named = |seat: Seat| names(seat).chain([game.seat_key(seat).to_owned()]).map(move |name| (name, seat));
    let all: Vec<(String, Seat)> =
        game.seats().iter().flat_map(named).map(|(one, at)| (one.to_lowercase(), at)).collect();
    let keys: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let near = nearest(&name.trim().to_lowercase(), &keys)?;
    all.iter().find(|(name, _)| name == near).map(|(_, seat)| *seat)
}

impl<G: Listed> AtTable<G> {
    /// What a seat is called besides its own name, as everybody can see.
    fn other_name(&self, seat: &str, language: &str) -> Option<String> {
        let (game, seat) = (&*self.referee.game, self.referee.seat(seat).ok()?);
        let id = game.also_called(&self.referee.view(Viewer::Observer), seat)?;
        game.name(&id, language).map(str::to_owned)
    }
}
