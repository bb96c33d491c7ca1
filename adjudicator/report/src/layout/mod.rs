//! What was written as text, laid out for other eyes: as a page with pictures and buttons, or for the ear.
//!
//! A text that came from templates knows its headings, lists, orders and its form ([`blocks`]); what is shown here is made of these
//! and of nothing else, so a page cannot say what the text does not. Only pictures and buttons come from elsewhere.

mod blocks;
mod html;
mod spoken;
#[cfg(test)]
mod tests;

pub use html::html;
pub use spoken::{spoken, spoken_html};

/// What a page needs to know besides its text.
pub struct Setting<'a> {
    /// What the mail is about, in a few words.
    pub title: &'a str,
    /// The reader's language.
    pub language: &'a str,
    /// The club.
    pub club: &'a str,
    /// The game.
    pub game: Option<&'a str>,
    /// The table.
    pub table: Option<&'a str>,
    /// Who plays.
    pub tiles: &'a [Tile],
    /// The board.
    pub picture: Option<Shown>,
    /// What can be answered by one tap, the best first.
    pub buttons: &'a [Button],
    /// Answers that stand beside what they are about: the order and its button.
    pub answers: &'a [(String, Button)],
    /// A word of the reader's language, by its path.
    pub word: &'a dyn Fn(&str) -> String,
}

impl Setting<'_> {
    /// The seat that the mail is for.
    fn reader(&self) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.is_reader)
    }

    /// What can be answered about the thing that an item of a list begins with: `build Altar` about `Altar (blue, 2 points)`.
    fn beside(&self, item: &str) -> impl Iterator<Item = &Button> {
        let name = item.split([':', ',', '(']).next().unwrap_or_default().trim().to_owned();
        let is_about = move |order: &str| {
            let before = order.strip_suffix(name.as_str()).filter(|_| !name.is_empty());
            before.is_some_and(|before| before.ends_with(' '))
        };
        self.answers.iter().filter(move |(order, _)| is_about(order)).map(|(_, button)| button)
    }
}

/// How a seat is told from others: by its colour and by a letter, never by one alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its name.
    pub name: String,
    /// The forms that its name has in sentences.
    pub forms: Vec<String>,
    /// Its letter.
    pub letter: char,
    /// The ground of its tile.
    pub ground: &'static str,
    /// The letter's colour.
    pub ink: &'static str,
    /// Whether the mail is for this seat.
    pub is_reader: bool,
}

impl Tile {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(String::as_str).chain([self.name.as_str()])
    }

    /// Whether a text names this seat.
    pub fn is_named_in(&self, text: &str) -> bool {
        self.names().any(|name| {
            text.match_indices(name).any(|(at, _)| {
                let before = text.get(..at).and_then(|text| text.chars().next_back());
                let after = text.get(at + name.len()..).and_then(|text| text.chars().next());
                !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
            })
        })
    }

    /// Whether a text begins with this seat.
    fn begins(&self, text: &str) -> bool {
        self.names().any(|name| {
            text.strip_prefix(name).is_some_and(|rest| !rest.chars().next().is_some_and(char::is_alphanumeric))
        })
    }
}

/// A picture in a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Where it is: `cid:…`.
    pub source: String,
    /// What it tells.
    pub alt: String,
}

/// Something that can be answered by one tap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// What it does.
    pub label: String,
    /// What will be written.
    pub note: Option<String>,
    /// The address with subject and body.
    pub href: String,
}

/// A line in capitals as it is written in a sentence. Names keep their capital; so do numbers of ages.
fn calm<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> String {
    if text.chars().any(char::is_lowercase) {
        return text.to_owned();
    }
    let is_number = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word == "I" || (word.len() > 1 && word.chars().all(|c| matches!(c, 'I' | 'V' | 'X')))
    };
    let words = text.split(' ').map(|word| if is_number(word) { word.to_owned() } else { word.to_lowercase() });
    let mut calm = html::capital(&words.collect::<Vec<_>>().join(" "));
    for name in names.filter(|name| !name.is_empty()) {
        let small = name.to_lowercase();
        if let Some(at) = calm.to_lowercase().find(&small)
            && calm.is_char_boundary(at)
            && calm.get(at..at + small.len()).is_some_and(|found| found.to_lowercase() == small)
        {
            calm.replace_range(at..at + small.len(), name);
        }
    }
    calm
}
