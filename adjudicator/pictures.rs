//! Pictures of a table: what a game says there is to see, where the geography says it lies, in the reader's words.

use crate::config::Config;
use crate::picture::palette;
use crate::picture::{Film, Geography, Painter, Sheet, Size, Words, svg};
use crate::report::Voice;
use crate::report::layout::Tile;
use anyhow::{Context as _, Result, anyhow};
use std::collections::BTreeMap;
use tabellarius_kernel::{Listed, Picture, Told, Viewer};

/// How a picture is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As a drawing.
    Svg,
    /// As dots.
    Png,
}

/// Whoever draws: knows the geographies that were read, and keeps what many pictures share.
#[derive(Default)]
pub struct Artist {
    geographies: BTreeMap<&'static str, Geography>,
    painter: Painter,
}

/// What is to be drawn.
pub struct Subject<'a, G: Listed> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// What happened last; of it only what the viewer hears.
    pub told: &'a [Told<G::Event>],
    /// For whom.
    pub viewer: Viewer,
    /// The name of the table, if it has one.
    pub table: Option<&'a str>,
}

/// A picture with what it tells.
#[derive(Clone)]
pub struct Drawn {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it tells, for whoever does not see it.
    pub alt: String,
}

impl Artist {
    /// Nothing is read yet.
    pub fn new() -> Artist {
        Artist::default()
    }

    /// Draws a picture; nothing, if the game has no board.
    pub fn draw<G: Listed>(
        &mut self,
        voice: &Voice<'_, G>,
        subject: &Subject<'_, G>,
        form: Form,
        size: Size,
    ) -> Result<Option<Drawn>> {
        self.with_sheet(voice, subject, |sheet, painter| {
            let bytes = match form {
                Form::Svg => svg(sheet, size).into_bytes(),
                Form::Png => painter.png(sheet, size)?,
            };
            Ok(Drawn { bytes, alt: sheet.alt.to_owned() })
        })
    }

    /// Does something with what is to be drawn; nothing, if the game has no board.
    fn with_sheet<G: Listed, T>(
        &mut self,
        voice: &Voice<'_, G>,
        subject: &Subject<'_, G>,
        what: impl FnOnce(&Sheet<'_>, &mut Painter) -> Result<T>,
    ) -> Result<Option<T>> {
        let picture = picture(subject);
        if picture.is_empty() {
            return Ok(None);
        }
        self.read::<G>(subject.game)?;
        let stage = subject.game.stage(subject.state);
        let title = match subject.table {
            Some(table) => format!("{} · {table}", G::ENTRY.name),
            None => G::ENTRY.name.to_owned(),
        };
        let sheet = Sheet {
            picture: &picture,
            geography: self.geographies.get(G::ENTRY.key),
            title: &title,
            stage: &capital(&voice.stage(&stage)?),
            alt: &voice.picture_told(&picture, &stage)?,
            words: &Spoken::of(voice, subject.game),
        };
        Ok(Some(what(&sheet, &mut self.painter)?))
    }

    /// Adds a picture to a film; says whether there was one.
    pub fn film<G: Listed>(&mut self, film: &mut Film, voice: &Voice<'_, G>, subject: &Subject<'_, G>) -> Result<bool> {
        let drawn = self.with_sheet(voice, subject, |sheet, _| {
            film.add(sheet);
            Ok(())
        })?;
        Ok(drawn.is_some())
    }

    /// Reads where the areas of a game lie, once.
    fn read<G: Listed>(&mut self, game: &G) -> Result<()> {
        if let Some(file) = G::ENTRY.geography
            && !self.geographies.contains_key(G::ENTRY.key)
        {
            self.geographies.insert(G::ENTRY.key, geography(game, file)?);
        }
        Ok(())
    }
}

/// What there is to see for a viewer: his view, and of the news what he hears. Nothing else gets here.
pub fn picture<G: Listed>(subject: &Subject<'_, G>) -> Picture {
    let heard: Vec<&G::Event> =
        subject.told.iter().filter(|told| told.audience.hears(subject.viewer)).map(|told| &told.event).collect();
    subject.game.picture(&subject.game.view(subject.state, subject.viewer), &heard)
}

/// How the seats of a table are told from each other.
pub fn tiles<G: Listed>(voice: &Voice<'_, G>, subject: &Subject<'_, G>) -> Vec<Tile> {
    let sides = picture(&Subject { told: &[], ..*subject }).sides;
    let tile = |side: tabellarius_kernel::picture::Side| {
        let (look, name) = (palette::look(side.colour), voice.name_of(&side.name));
        let forms = voice.forms_of(&name);
        Tile { name, forms, letter: side.letter, ground: look.tile, ink: look.letter, is_reader: side.is_reader }
    };
    sides.into_iter().map(tile).collect()
}

/// Reads a geography, the operator's if there is one, and compares it with the game's map.
fn geography<G: Listed>(game: &G, file: tabellarius_kernel::entry::File) -> Result<Geography> {
    let (name, text) = Config::in_use().text(file)?;
    let english = |id: &String| game.name(id, "en").unwrap_or(id).to_owned();
    let rules = game.neighbours().iter().map(|(id, all)| (english(id), all.iter().map(english).collect())).collect();
    Geography::load(&name, &text, &rules).map_err(|flaws| {
        let lines: Vec<String> = flaws.iter().map(ToString::to_string).collect();
        anyhow!("{}", lines.join("\n"))
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A voice, for pictures.
struct Spoken<'a, 'v, G: Listed> {
    voice: &'a Voice<'v, G>,
    /// Areas with another name than the English one, by that.
    others: BTreeMap<String, String>,
}

impl<'a, 'v, G: Listed> Spoken<'a, 'v, G> {
    fn of(voice: &'a Voice<'v, G>, game: &G) -> Spoken<'a, 'v, G> {
        let names = game.neighbours().into_iter().map(|(id, _)| (voice.name_in(&id, "en"), voice.name_of(&id)));
        Spoken { voice, others: names.filter(|(english, own)| english != own).collect() }
    }
}

impl<G: Listed> Words for Spoken<'_, '_, G> {
    fn name(&self, id: &str) -> String {
        capital(&self.voice.name_of(id))
    }
    fn english(&self, id: &str) -> String {
        self.voice.name_in(id, "en")
    }
    fn translated(&self, english: &str) -> Option<String> {
        self.others.get(english).cloned()
    }
    fn word(&self, key: &str) -> String {
        self.voice.picture_word(key)
    }
    fn count(&self, what: &str, n: i32) -> String {
        self.voice.picture_count(what, n)
    }
}

/// The form that a file's name asks for.
pub fn form_of(path: &std::path::Path) -> Result<Form> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(Form::Svg),
        Some("png") => Ok(Form::Png),
        _ => Err(anyhow!("{} should end in .svg or .png", path.display())),
    }
    .context("what kind of picture it is, the name of the file says")
}
