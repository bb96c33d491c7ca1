//! Pages that players ask for by name: the areas of the map, a card or a sheet, their own sheet. A game has them if it has the templates.

use super::Rendered;
use super::voice::Voice;
use anyhow::Result;
use serde::Serialize;
use tabellarius_kernel::words::{Folded, Word as _, nearest};
use tabellarius_kernel::{Listed, Seat, Viewer};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page<'p> {
    /// Which areas lie next to which.
    Areas,
    /// The reader's own sheet.
    Sheet,
    /// A card, a Wonder, a hero: whatever has this name.
    Card(&'p str),
    /// A place on the map; what is none may still be a card.
    Place(&'p str),
    /// A line of the position as a moderator would write it, of what everybody may see.
    Position,
    /// How an order is given that begins with this word, whatever stage it is for.
    Order(&'p str),
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The page.
    Page(Rendered),
    /// Several things have such a name.
    Several(Vec<String>),
    /// Nothing has it; perhaps this was meant.
    Nothing {
        /// A name that is nearly the same.
        near: Option<String>,
    },
    /// The game has no such page.
    NoPage,
}

/// What `card.txt`, `sheet.txt` and `areas.txt` are made of.
#[derive(Serialize)]
struct Lookup<'t, S> {
    seat: Option<Seat>,
    scene: S,
    thing: Option<&'t str>,
    kind: Option<&'t str>,
}

/// Finds a page; what has none of its own may have a rule.
pub fn look_up<G: Listed>(voice: &Voice<'_, G>, state: &G::State, viewer: Viewer, page: Page<'_>) -> Result<Found> {
    let found = match page {
        Page::Position => {
            return Ok(a_line_of::<G>(voice, state).map_or(Found::NoPage, |line| Found::Page(line.into())));
        }
        Page::Order(word) => {
            let mut terms = voice.game.lexicon().exact(&plain(word)).iter();
            let is_order = terms.any(|term| term.begins_order());
            return if is_order { Ok(Found::Page(about(voice, word)?.into())) } else { Ok(Found::NoPage) };
        }
        Page::Place(name) => match own_page(voice, state, viewer, page)? {
            Found::Nothing { near: None } | Found::NoPage => return look_up(voice, state, viewer, Page::Card(name)),
            found => return Ok(found),
        },
        // A god of this very name goes before a place whose name begins so.
        Page::Card(name) if !has_page(voice, name) && !voice.game.lexicon().exact(&plain(name)).is_empty() => {
            let text = about(voice, name)?;
            if text.is_empty() { own_page(voice, state, viewer, page)? } else { return Ok(Found::Page(text.into())) }
        }
        _ => own_page(voice, state, viewer, page)?,
    };
    let (Page::Card(name), Found::Nothing { .. } | Found::NoPage) = (page, &found) else { return Ok(found) };
    let text = about(voice, name)?;
    Ok(if text.is_empty() { found } else { Found::Page(text.into()) })
}

/// Whether something with a page of its own is called exactly so, in whatever language.
fn has_page<G: Listed>(voice: &Voice<'_, G>, name: &str) -> bool {
    let (game, wanted) = (voice.game, plain(name));
    let languages = game.lexicon().languages();
    let is_it = |id: &String| languages.iter().filter_map(|one| game.name(id, one)).any(|name| plain(name) == wanted);
    game.library().iter().any(is_it)
}

/// The first line of a position that everybody may see; with its section, where that must be named.
fn a_line_of<G: Listed>(voice: &Voice<'_, G>, state: &G::State) -> Option<String> {
    let lines = voice.game.print(state, "en");
    let mut open = lines.into_iter().filter(|(section, _)| G::OPEN.contains(section));
    let (section, line) = open.find_map(|(section, lines)| Some((section, lines.into_iter().next()?)))?;
    Some(if Some(&section) == G::SECTIONS.first() { line } else { format!("{section} {line}") })
}

/// The rules that speak of something.
fn about<G: Listed>(voice: &Voice<'_, G>, name: &str) -> Result<String> {
    let mut text = String::new();
    for rule in voice.book().about(&called(voice, name)) {
        text += &voice.page("desk/rule.txt", &rule)?.marked();
        text.push('\n');
    }
    Ok(text)
}

fn own_page<G: Listed>(voice: &Voice<'_, G>, state: &G::State, viewer: Viewer, page: Page<'_>) -> Result<Found> {
    let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    let scene = voice.game.scene(&voice.game.view(state, viewer));
    let (name, id) = match page {
        Page::Areas => ("areas.txt", None),
        Page::Sheet => ("sheet.txt", None),
        Page::Card(words) => match by_name(voice, &voice.game.library(), words) {
            Ok(id) => ("card.txt", Some(id)),
            Err(found) => return Ok(found),
        },
        Page::Place(words) => match place(voice, words)? {
            Ok(id) => ("place.txt", Some(id)),
            Err(found) => return Ok(found),
        },
        Page::Order(_) | Page::Position => return Ok(Found::NoPage),
    };
    let thing = id.as_deref();
    let what = Lookup { seat, scene, thing, kind: thing.and_then(|id| id.split('/').next()) };
    Ok(voice.own_letter(name, &what)?.map_or(Found::NoPage, Found::Page))
}

/// The place that is meant, by its name or by another word that letters may use for it: `Sicilia` is Syracusae.
fn place<G: Listed>(voice: &Voice<'_, G>, words: &str) -> Result<Result<String, Found>> {
    let (places, lexicon) = (places(voice)?, voice.game.lexicon());
    let found = by_name(voice, &places, words);
    if !matches!(found, Err(Found::Nothing { .. })) {
        return Ok(found);
    }
    let mut names = lexicon.exact(&plain(words)).iter().map(|term| lexicon.name("en", *term));
    Ok(names.find_map(|name| by_name(voice, &places, name).ok()).map_or(found, Ok))
}

/// The places of the map: what the game's atlas says borders of, and coasts.
fn places<G: Listed>(voice: &Voice<'_, G>) -> Result<Vec<String>> {
    let atlas = serde_json::to_value(voice.game.atlas())?;
    let maps = ["borders", "coasts"].into_iter().filter_map(|key| atlas.get(key)?.as_object());
    Ok(maps.flat_map(|map| map.keys().cloned()).collect())
}

/// The identifier of the one thing of these that is meant: by its whole name in any language, or by a part of it.
fn by_name<G: Listed>(voice: &Voice<'_, G>, ids: &[String], words: &str) -> Result<String, Found> {
    let game = voice.game;
    if ids.is_empty() {
        return Err(Found::NoPage);
    }
    let wanted = plain(words);
    let languages = game.lexicon().languages();
    let names = |id: &str| -> Vec<String> {
        languages.iter().filter_map(|language| game.name(id, language)).map(plain).collect()
    };
    let all: Vec<(&String, Vec<String>)> = ids.iter().map(|id| (id, names(id))).collect();
    let fits = |test: &dyn Fn(&String) -> bool| -> Vec<&String> {
        all.iter().filter(|(_, names)| names.iter().any(test)).map(|(id, _)| *id).collect()
    };
    let part = format!(" {wanted}");
    for found in [
        fits(&|name| *name == wanted),
        fits(&|name| !wanted.is_empty() && (name.starts_with(&wanted) || name.contains(&part))),
    ] {
        match found.as_slice() {
            [] => {}
            [only] => return Ok((*only).clone()),
            several => {
                let name = |id: &&String| game.name(id, voice.language).unwrap_or(id.as_str()).to_owned();
                return Err(Found::Several(several.iter().map(name).collect()));
            }
        }
    }
    let known: Vec<&str> = all.iter().flat_map(|(_, names)| names).map(String::as_str).collect();
    let near =
        nearest(&wanted, &known).and_then(|near| all.iter().find(|(_, names)| names.iter().any(|name| name == near)));
    let near = near.and_then(|(id, _)| game.name(id, voice.language)).map(str::to_owned);
    Err(Found::Nothing { near })
}

/// What a name may be called in the rules: as it was typed, as the game calls it in the reader's language and in English, and by its first
/// word alone.
fn called<G: Listed>(voice: &Voice<'_, G>, words: &str) -> Vec<String> {
    let mut names = vec![words.to_owned()];
    let lexicon = voice.game.lexicon();
    for term in lexicon.exact(&plain(words)) {
        for language in [voice.language, "en"] {
            let name = lexicon.name(language, *term).to_owned();
            let first = name.split_whitespace().next().unwrap_or_default().to_owned();
            names.extend([name, first]);
        }
    }
    names
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    let mut folded = Folded::default();
    folded.fold(name);
    folded.text(0..folded.tokens().len()).to_owned()
}
