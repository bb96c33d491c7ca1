//! A text for the ear: what must be done and by when comes first, each sentence stands alone, and nothing has to be seen to be understood.
//!
//! A screen reader reads line by line, and jumps from heading to heading. So there are no columns and no hanging lines: a row of a table
//! says of each number what it counts, and what stands below an item follows it as a sentence.

use super::Setting;
use super::blocks::{Block, Hint, More, Row, Section, sections};
use super::html::{capital, escape, parted};
use crate::Rendered;
use crate::rendered::mark;

/// A part of what is read aloud.
enum Part {
    Heading(String),
    Sentence(String),
    /// What is copied as it is.
    Order(String),
    Form(Vec<String>),
}

/// The text to be read aloud.
pub fn spoken(text: &Rendered, setting: &Setting<'_>) -> Rendered {
    let mut out = String::new();
    for part in parts(text, setting) {
        match part {
            Part::Heading(text) => out += &format!("\n{}\n\n", stopped(&text)),
            Part::Sentence(text) => out += &format!("{}\n", stopped(&text)),
            Part::Order(order) => out += &format!("{}{order}\n", crate::filters::VERBATIM),
            Part::Form(lines) => out += &format!("{}\n\n", mark(&lines.join("\n"))),
        }
    }
    Rendered::new(&out)
}

/// The same as a page that has headings and paragraphs, and nothing else.
pub fn spoken_html(text: &Rendered, setting: &Setting<'_>) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>:root{{color-scheme:light dark}}body{{font:18px/28px sans-serif;max-width:40em;margin:0 auto;padding:16px;\
         overflow-wrap:anywhere}}</style>\n</head>\n<body>\n",
        escape(setting.language),
        escape(setting.title)
    );
    let mut level = 1;
    for part in parts(text, setting) {
        match part {
            Part::Heading(text) => {
                out += &format!("<h{level}>{}</h{level}>\n", escape(&text));
                level = 2;
            }
            Part::Sentence(text) => out += &format!("<p>{}</p>\n", escape(&stopped(&text))),
            Part::Order(order) => out += &format!("<p><code>{}</code></p>\n", escape(&order)),
            Part::Form(lines) => {
                let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
                out += &format!("<p>{}</p>\n", lines.join("<br>\n"));
            }
        }
    }
    out + "</body>\n</html>\n"
}

/// A sentence ends with a stop, so that a voice falls.
fn stopped(text: &str) -> String {
    let text = capital(text.trim());
    match text.chars().next_back() {
        Some('.' | '!' | '?' | ':' | '\u{201d}' | '"') | None => text,
        _ => text + ".",
    }
}

fn parts(text: &Rendered, setting: &Setting<'_>) -> Vec<Part> {
    let mut sections = sections(&text.marked());
    let mut all = vec![Part::Heading(capital(setting.title))];
    let mut take = |wanted: &[Hint]| {
        let mut found = Vec::new();
        for section in &mut sections {
            section.blocks.retain(|block| match block {
                Block::Para { text, hint: Some(hint) } if wanted.contains(hint) => {
                    found.push(text.clone());
                    false
                }
                _ => true,
            });
        }
        found
    };
    let (band, who, foot) = (take(&[Hint::Band, Hint::Calm]), take(&[Hint::Who]), take(&[Hint::Foot]));
    all.extend(band.into_iter().map(Part::Sentence));
    all.extend(who.into_iter().map(Part::Sentence));
    let form = take_form(&mut sections);
    let (asked, rest): (Vec<Section>, Vec<Section>) = sections
        .into_iter()
        .partition(|one| one.heading.is_none() || matches!(one.hint, Some(Hint::Move | Hint::Over)));
    for section in asked {
        section_parts(&section, setting, &mut all);
    }
    // What the reader was refused and what happened come before what can be looked up.
    let (news, rest): (Vec<Section>, Vec<Section>) =
        rest.into_iter().partition(|one| matches!(one.hint, Some(Hint::Cannot | Hint::Idle | Hint::Happened)));
    for section in news.into_iter().chain(rest) {
        section_parts(&section, setting, &mut all);
    }
    if let Some(form) = form {
        all.push(Part::Heading((setting.word)("page/form")));
        all.push(Part::Form(form));
    }
    if !foot.is_empty() {
        all.push(Part::Heading((setting.word)("page/foot")));
        all.extend(foot.into_iter().map(Part::Sentence));
    }
    all
}

/// The first form of a text: it is answered.
fn take_form(sections: &mut [Section]) -> Option<Vec<String>> {
    for section in sections {
        let at = section.blocks.iter().position(|block| matches!(block, Block::Form(_)));
        if let Some(Block::Form(lines)) = at.map(|at| section.blocks.remove(at)) {
            return Some(lines);
        }
    }
    None
}

fn section_parts(section: &Section, setting: &Setting<'_>, all: &mut Vec<Part>) {
    let names = || setting.tiles.iter().map(|tile| tile.name.as_str()).chain([setting.club]);
    let heading = section.heading.as_ref().map(|(text, note)| {
        let text = super::calm(text, names());
        if note.is_empty() { text } else { format!("{text}, {}", note.trim_matches(['(', ')'])) }
    });
    if let (Some(Hint::Happened), Some(me)) = (section.hint, setting.reader()) {
        let (mine, others) = parted(&section.blocks, |text| me.is_named_in(text));
        if !mine.is_empty() && !others.is_empty() {
            all.push(Part::Heading((setting.word)("page/own")));
            block_parts(&mine, setting, all);
            all.push(Part::Heading((setting.word)("page/others")));
            return block_parts(&others, setting, all);
        }
    }
    all.extend(heading.map(Part::Heading));
    block_parts(&section.blocks, setting, all);
}

fn block_parts(blocks: &[Block], setting: &Setting<'_>, all: &mut Vec<Part>) {
    for block in blocks {
        match block {
            Block::Heading { text, .. } => all.push(Part::Heading(text.clone())),
            Block::Label(text) => all.push(Part::Sentence(format!("{}:", text.trim_end_matches(':')))),
            Block::Para { text, .. } => all.push(Part::Sentence(text.clone())),
            Block::Item { text, more, .. } => {
                all.push(Part::Sentence(text.clone()));
                for one in more {
                    all.push(match one {
                        More::Text(text) => Part::Sentence(text.clone()),
                        More::Order(order) => Part::Order(order.clone()),
                    });
                }
            }
            Block::Orders(lines) => all.extend(lines.iter().cloned().map(Part::Order)),
            Block::Words(lines) => all.extend(lines.iter().cloned().map(Part::Order)),
            Block::Table { head, rows } => rows.iter().for_each(|row| row_parts(head.as_deref(), row, all)),
            Block::Form(lines) => {
                all.push(Part::Heading((setting.word)("page/form")));
                all.extend(lines.iter().cloned().map(Part::Order));
            }
            Block::Rule | Block::Gap => {}
        }
    }
}

/// A row of a table: `Rome: points 3, Cities 4`.
fn row_parts(head: Option<&[String]>, row: &Row, all: &mut Vec<Part>) {
    let Some((name, cells)) = row.cells.split_first() else { return };
    let told = cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()).map(|(at, cell)| {
        match head.and_then(|head| head.get(at + 1)).filter(|what| !what.is_empty()) {
            Some(what) => format!("{what} {cell}"),
            None => cell.clone(),
        }
    });
    let told: Vec<String> = told.collect();
    all.push(Part::Sentence(if told.is_empty() { name.clone() } else { format!("{name}: {}", told.join(", ")) }));
    all.extend(row.more.iter().cloned().map(Part::Sentence));
}
