//! A text as the blocks that it is made of.
//!
//! Our templates write text in one way, whatever the language: a heading is in capitals, an item begins with a hyphen, what belongs to it is
//! indented, a line above a list names it, an order that is to be copied is marked as such. So whatever can be read as text can be laid out
//! in another way, and nothing is said twice.

use crate::filters::{CELL, FORM_BEGINS, FORM_ENDS, HINT_BEGINS, HINT_ENDS, UNBROKEN, VERBATIM};

/// What the templates say that a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Whose mail it is, and what it is about.
    Who,
    /// By when the reader must answer.
    Band,
    /// When something ends that asks nothing of the reader.
    Calm,
    /// What the reader must do.
    Move,
    /// What has happened.
    Happened,
    /// The end of a game.
    Over,
    /// What cannot be done.
    Cannot,
    /// What depends on others or on dice.
    Depends,
    /// What will be done.
    Will,
    /// What is kept for later.
    Later,
    /// What came to nothing, and needs nothing.
    Idle,
    /// Something that is worth a look.
    Note,
    /// How something may come out.
    Odds,
    /// What stands at the foot of a mail.
    Foot,
    /// What somebody wrote to others.
    Words,
    /// What a reader must do about the own letter.
    Ask,
    /// How a letter came out, in a sentence.
    Lead,
    /// How to answer, and what silence does: small print.
    Hush,
    /// Something that only the reader was told.
    Mine,
}

impl Hint {
    fn of(name: &str) -> Option<Hint> {
        Some(match name {
            "who" => Hint::Who,
            "band" => Hint::Band,
            "calm" => Hint::Calm,
            "move" => Hint::Move,
            "happened" => Hint::Happened,
            "over" => Hint::Over,
            "cannot" => Hint::Cannot,
            "depends" => Hint::Depends,
            "will" => Hint::Will,
            "later" => Hint::Later,
            "idle" => Hint::Idle,
            "note" => Hint::Note,
            "odds" => Hint::Odds,
            "foot" => Hint::Foot,
            "words" => Hint::Words,
            "ask" => Hint::Ask,
            "lead" => Hint::Lead,
            "hush" => Hint::Hush,
            "mine" => Hint::Mine,
            _ => return None,
        })
    }
}

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A line in capitals, and what stands beside it.
    Heading { text: String, note: String, hint: Option<Hint> },
    /// What the list or the table below it is about.
    Label(String),
    /// A sentence or more.
    Para { text: String, hint: Option<Hint> },
    /// One of a list, with what belongs to it, and whether only the reader was told of it.
    Item { text: String, more: Vec<More>, is_mine: bool },
    /// Orders or commands to be copied.
    Orders(Vec<String>),
    /// What somebody wrote.
    Words(Vec<String>),
    /// A list in columns; the first row may be its head.
    Table { head: Option<Vec<String>>, rows: Vec<Row> },
    /// The order form.
    Form(Vec<String>),
    /// A line across.
    Rule,
    /// An empty line: what follows belongs to something else.
    Gap,
}

/// What belongs to an item of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum More {
    /// A sentence.
    Text(String),
    /// An order.
    Order(String),
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its cells; the last may be long.
    pub cells: Vec<String>,
    /// What stands below it.
    pub more: Vec<String>,
}

/// A heading and what stands below it.
#[derive(Clone, Default, Debug)]
pub struct Section {
    /// The heading, and what stands beside it; nothing: this stands before all headings.
    pub heading: Option<(String, String)>,
    /// What the section is.
    pub hint: Option<Hint>,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// The blocks of a text that came from templates.
pub fn blocks(source: &str) -> Vec<Block> {
    let mut read = Reading::default();
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        if line.contains(FORM_BEGINS) {
            let mut form = vec![clean(line)];
            let mut is_open = !line.contains(FORM_ENDS);
            while is_open {
                let Some(line) = lines.next() else { break };
                is_open = !line.contains(FORM_ENDS);
                form.push(clean(line));
            }
            read.all.push(Block::Form(form));
            read.is_list = false;
            continue;
        }
        let is_above_list = lines.peek().is_some_and(|next| {
            let (_, next) = hint(next);
            next.starts_with("- ") || next.contains(CELL) || is_head(&next)
        });
        read.line(line, is_above_list);
    }
    read.all
}

/// The sections of a text.
pub fn sections(source: &str) -> Vec<Section> {
    let mut all = vec![Section::default()];
    for block in blocks(source) {
        match block {
            Block::Heading { text, note, hint } => {
                all.push(Section { heading: Some((text, note)), hint, blocks: Vec::new() });
            }
            block => all.extend_last(block),
        }
    }
    all
}

trait ExtendLast {
    fn extend_last(&mut self, block: Block);
}

impl ExtendLast for Vec<Section> {
    fn extend_last(&mut self, block: Block) {
        if let Some(section) = self.last_mut() {
            section.blocks.push(block);
        }
    }
}

#[derive(Default)]
struct Reading {
    all: Vec<Block>,
    /// Whether the line before belongs to a list.
    is_list: bool,
    /// The widths of the columns whose head was read, and the head.
    head: Option<String>,
}

impl Reading {
    fn line(&mut self, line: &str, is_above_list: bool) {
        let (hint, line) = hint(line);
        let body = line.trim_start();
        let is_indented = body.len() < line.len();
        if is_head(&line) {
            self.head = Some(clean(&line));
            return;
        }
        if let Some((indent, order)) = line.split_once(VERBATIM) {
            return self.verbatim(hint, !indent.is_empty(), order);
        }
        if body.is_empty() {
            self.is_list = false;
            if !matches!(self.all.last(), None | Some(Block::Gap)) {
                self.all.push(Block::Gap);
            }
            return;
        }
        if line.contains(CELL) {
            return self.row(&line);
        }
        if let Some(words) = line.strip_prefix("| ") {
            return self.verbatim(Some(Hint::Words), false, words);
        }
        if let Some(item) = body.strip_prefix("- ") {
            self.is_list = true;
            return self.all.push(Block::Item {
                text: clean(item),
                more: Vec::new(),
                is_mine: hint == Some(Hint::Mine),
            });
        }
        if is_indented {
            match self.all.last_mut() {
                Some(Block::Item { more, .. }) if self.is_list => return more.push(More::Text(clean(body))),
                Some(Block::Table { rows, .. }) if self.is_list => {
                    if let Some(row) = rows.last_mut() {
                        return row.more.push(clean(body));
                    }
                }
                _ => {}
            }
        }
        let text = clean(body);
        if text.chars().all(|c| c == '-') && text.len() > 2 {
            return self.all.push(Block::Rule);
        }
        self.is_list = false;
        if hint != Some(Hint::Foot)
            && let Some((text, note)) = heading(&text)
        {
            return self.all.push(Block::Heading { text, note, hint });
        }
        let is_label = hint.is_none() && is_above_list && text.chars().count() < 80 && !text.ends_with(['.', '!', '?']);
        self.all.push(if is_label { Block::Label(text) } else { Block::Para { text, hint } });
    }

    fn verbatim(&mut self, hint: Option<Hint>, is_indented: bool, order: &str) {
        let order = clean(order);
        if hint == Some(Hint::Words) {
            match self.all.last_mut() {
                Some(Block::Words(lines)) => lines.push(order),
                _ => self.all.push(Block::Words(vec![order])),
            }
            return;
        }
        match self.all.last_mut() {
            Some(Block::Item { more, .. }) if is_indented && self.is_list => more.push(More::Order(order)),
            Some(Block::Orders(lines)) => lines.push(order),
            _ => self.all.push(Block::Orders(vec![order])),
        }
    }

    fn row(&mut self, line: &str) {
        let parts: Vec<&str> = line.trim_start().split(CELL).collect();
        let head = self.head.take().map(|head| cut(&head, &parts));
        let cells = parts.iter().map(|cell| clean(cell).trim().to_owned()).collect();
        let row = Row { cells, more: Vec::new() };
        match self.all.last_mut() {
            Some(Block::Table { rows, .. }) if self.is_list && head.is_none() => rows.push(row),
            _ => self.all.push(Block::Table { head, rows: vec![row] }),
        }
        self.is_list = true;
    }
}

/// The head of columns: a line that stays as it is, and begins far from the edge.
fn is_head(line: &str) -> bool {
    line.strip_prefix(VERBATIM).is_some_and(|head| head.starts_with("     "))
}

/// Cuts the head of columns where the cells of a row are cut.
fn cut(head: &str, cells: &[&str]) -> Vec<String> {
    let mut rest = head.chars();
    let mut all = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        let width = if at + 1 == cells.len() { usize::MAX } else { cell.chars().count() };
        all.push(rest.by_ref().take(width).collect::<String>().trim().to_owned());
    }
    all
}

/// The hint of a line, and the line without it.
fn hint(line: &str) -> (Option<Hint>, String) {
    let mut found = None;
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(HINT_BEGINS) {
        plain.push_str(before);
        let (name, after) = after.split_once(HINT_ENDS).unwrap_or((after, ""));
        found = found.or(Hint::of(name));
        rest = after;
    }
    plain.push_str(rest);
    (found, plain)
}

/// A line without marks.
fn clean(line: &str) -> String {
    let (_, line) = hint(line);
    let line = line.replace(UNBROKEN, " ");
    let plain: String = line.chars().filter(|c| !c.is_control()).collect();
    plain.trim_end().to_owned()
}

/// A line in capitals, parted from what stands beside it in smaller letters.
fn heading(line: &str) -> Option<(String, String)> {
    let is_small = |word: &str| word.chars().any(char::is_lowercase);
    let mut end = 0;
    for word in line.split_inclusive(' ') {
        if is_small(word) {
            break;
        }
        end += word.len();
    }
    let (loud, rest) = line.split_at_checked(end)?;
    let loud = loud.trim_end();
    // `WORD (some more)` and `WORD: some more` have a note; `ROME attacks` is a sentence.
    let (loud, rest) = match loud.strip_suffix('(') {
        Some(loud) => (loud.trim_end(), format!("({rest}")),
        None => (loud, rest.to_owned()),
    };
    let capitals = loud.chars().filter(|c| c.is_uppercase()).count();
    let is_whole = rest.is_empty() || rest.starts_with('(') || loud.ends_with([':', ',']);
    let first = loud.split(' ').next().unwrap_or_default();
    let is_heading = capitals >= 4 && is_whole && first.chars().next().is_some_and(char::is_alphabetic);
    is_heading.then(|| (loud.trim_end_matches([':', ',']).to_owned(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_the_blocks_that_its_templates_meant() {
        let source = "\u{5}who\u{6}Rome, turn 1\n\n\u{5}move\u{6}YOUR MOVE\nWrite.\n\nTHE BOARD\nRome\n- Roma: a city\n    or\u{2}not\n\
                      \u{3}\u{1}# Rome\n\u{1}# send\u{4}\n";
        let mut all = blocks(source);
        all.retain(|block| *block != Block::Gap);
        assert_eq!(
            all,
            [
                Block::Para { text: "Rome, turn 1".into(), hint: Some(Hint::Who) },
                Block::Heading { text: "YOUR MOVE".into(), note: String::new(), hint: Some(Hint::Move) },
                Block::Para { text: "Write.".into(), hint: None },
                Block::Heading { text: "THE BOARD".into(), note: String::new(), hint: None },
                Block::Label("Rome".into()),
                Block::Item { text: "Roma: a city".into(), more: vec![More::Text("or not".into())], is_mine: false },
                Block::Form(vec!["# Rome".into(), "# send".into()]),
            ]
        );
        assert_eq!(sections(source).len(), 3);
    }

    #[test]
    fn a_heading_is_in_capitals_and_may_have_a_note() {
        assert_eq!(heading("YOUR MYTHS (one of them)"), Some(("YOUR MYTHS".into(), "(one of them)".into())));
        assert_eq!(heading("OSTIA-3: Mare Nostrum"), Some(("OSTIA-3".into(), "Mare Nostrum".into())));
        for line in ["Rome", "I am", "VII men", "ROME attacks Greece", "1. ROME: 3 points", ""] {
            assert_eq!(heading(line), None, "{line}");
        }
    }

    #[test]
    fn columns_have_their_head_above_them() {
        let source =
            "\u{1}          points cards\nRome      \u{7}3      \u{7}2\n  a note\nEgypt     \u{7}4      \u{7}1\n";
        let expected = Block::Table {
            head: Some(vec![String::new(), "points".into(), "cards".into()]),
            rows: vec![
                Row { cells: vec!["Rome".into(), "3".into(), "2".into()], more: vec!["a note".into()] },
                Row { cells: vec!["Egypt".into(), "4".into(), "1".into()], more: Vec::new() },
            ],
        };
        assert_eq!(blocks(source), [expected]);
    }
}
