//! The guides for players, compiled in: `players.md` and a card of each game, `cards/<game>.md`, with translations beside them
//! (`players.pl.md`, `cards/latrones.pl.md`) that are found by their names.

use include_dir::{Dir, include_dir};

static GUIDES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/guides");

/// What a player needs at first: how the guide begins, and its first chapter.
pub fn essentials(language: &str) -> Option<String> {
    let guide = text("players", language)?;
    let chapters = guide.match_indices("\n## ").nth(1);
    Some(plain(chapters.map_or(guide, |(second, _)| &guide[..second])))
}

/// The card of a game.
pub fn card(game: &str, language: &str) -> Option<String> {
    text(&format!("cards/{game}"), language).map(plain)
}

/// Whether a language has a card of its own.
pub fn has_card(game: &str, language: &str) -> bool {
    (language == "en" && file(&format!("cards/{game}.md")).is_some())
        || file(&format!("cards/{game}.{language}.md")).is_some()
}

/// A guide in a language, or else in English.
fn text(name: &str, language: &str) -> Option<&'static str> {
    file(&format!("{name}.{language}.md")).or_else(|| file(&format!("{name}.md")))
}

fn file(path: &str) -> Option<&'static str> {
    GUIDES.get_file(path)?.contents_utf8()
}

/// A page as it is read in a mail: without marks, headings in capitals, paragraphs on one line.
fn plain(page: &str) -> String {
    let (mut out, mut goes_on) = (String::new(), false);
    for line in page.lines() {
        let text = unmarked(line.trim());
        let is_item =
            line.trim_start().starts_with(['-', '|']) || line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if let Some(heading) = text.strip_prefix('#') {
            out.push_str(&format!("\n{}\n", heading.trim_start_matches(['#', ' ']).to_uppercase()));
            goes_on = false;
        } else if text.is_empty() {
            out.push_str(if goes_on { "\n\n" } else { "" });
            goes_on = false;
        } else {
            out.push_str(match (goes_on, is_item) {
                (true, true) => "\n",
                (true, false) => " ",
                (false, _) => "",
            });
            out.push_str(&text);
            goes_on = true;
        }
    }
    out.trim().to_owned() + "\n"
}

/// Without emphasis, and with the words of links alone.
fn unmarked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        match link.split_once("](").and_then(|(words, target)| Some((words, target.split_once(')')?.1))) {
            Some((words, after)) => {
                out.push_str(words);
                rest = after;
            }
            None => {
                out.push('[');
                rest = link;
            }
        }
    }
    out.push_str(rest);
    out.replace("**", "").replace('`', "")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_guide_is_read_without_marks() {
        let page = "# For players\n\nYou play **by mail**. There is\nnothing to `install`.\n\n## A turn\n1. You get a\n   report.\n2. You [answer](x.md) it.\n";
        assert_eq!(
            plain(page),
            "FOR PLAYERS\nYou play by mail. There is nothing to install.\n\n\nA TURN\n1. You get a report.\n2. You answer it.\n"
        );
    }

    #[test]
    fn what_players_need_at_first_is_there_in_every_language() {
        let english = essentials("en").unwrap();
        assert!(english.starts_with("FOR PLAYERS") && english.contains("A TURN") && !english.contains("PLANS"));
        assert!(essentials("pl").unwrap() != english);
        assert_eq!(essentials("xx").unwrap(), english);
    }
}
