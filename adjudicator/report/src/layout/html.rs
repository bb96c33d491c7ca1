//! A text as a page: one column that reads well on a phone, in light and in dark, with or without what a mailer leaves out.
//!
//! Values for light stand on each element, since some mailers drop every rule; classes are only for dark and for phones. The tokens
//! (colours, sizes, distances) are those of the whole house: pictures and pages have the same.

use super::blocks::{Block, Hint, More, Row, Section, sections};
use super::{Button, Setting, Tile};
use crate::Rendered;

const SANS: &str = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF: &str = "Georgia,'Times New Roman',serif";
const MONO: &str = "Menlo,Consolas,'Courier New',monospace";

const INK: &str = "#2A2117";
const MUT: &str = "#665A47";
const CARD: &str = "#FFFCF5";
const WELL: &str = "#F7F0E0";
const LINE: &str = "#DDD1B8";
const ACT: &str = "#1F4A6B";

/// A page with all that a text says.
pub fn html(text: &Rendered, setting: &Setting<'_>) -> String {
    let mut page = Page { setting, hush: Vec::new(), out: String::with_capacity(32_000) };
    page.write(sections(&text.marked()));
    page.out
}

/// The light colours of a box that tells what becomes of something: its class, the text's class, ground, text and sign.
struct Shade {
    class: &'static str,
    ground: &'static str,
    ink: &'static str,
    sign: &'static str,
}

fn shade(hint: Hint) -> Option<Shade> {
    let shade = |class, ground, ink, sign| Some(Shade { class, ground, ink, sign });
    match hint {
        Hint::Cannot => shade("bad", "#F9E6E0", "#8C2B20", "\u{2715}"),
        Hint::Depends | Hint::Note => shade("dep", "#FAEDCB", "#734D00", "\u{25d0}"),
        Hint::Will => shade("good", "#E6F0E2", "#2A6638", "\u{2713}"),
        Hint::Later | Hint::Idle => shade("later", "#E8E8F4", "#454B78", "\u{21b7}"),
        _ => None,
    }
}

struct Page<'a, 's> {
    setting: &'a Setting<'s>,
    /// How to answer, and what silence does: it stands below the buttons.
    hush: Vec<String>,
    out: String,
}

/// What stands at fixed places, taken out of the text.
#[derive(Default)]
struct Parts {
    who: Option<String>,
    band: Option<(String, bool)>,
    foot: Vec<String>,
    /// How a letter came out, and what its writer must do about it.
    lead: Vec<(String, bool)>,
    hush: Vec<String>,
    form: Option<Vec<String>>,
    /// In which section the form stands.
    form_at: Option<usize>,
}

impl Parts {
    fn take(sections: &mut [Section]) -> Parts {
        let mut parts = Parts::default();
        for (at, section) in sections.iter_mut().enumerate() {
            section.blocks.retain(|block| match block {
                Block::Para { text, hint: Some(Hint::Who) } if parts.who.is_none() => {
                    parts.who = Some(text.clone());
                    false
                }
                Block::Para { text, hint: Some(hint @ (Hint::Band | Hint::Calm)) } if parts.band.is_none() => {
                    parts.band = Some((text.clone(), *hint == Hint::Band));
                    false
                }
                Block::Para { text, hint: Some(Hint::Foot) } => {
                    parts.foot.push(text.clone());
                    false
                }
                Block::Para { text, hint: Some(Hint::Hush) } => {
                    parts.hush.push(text.clone());
                    false
                }
                Block::Para { text, hint: Some(hint @ (Hint::Lead | Hint::Ask)) } => {
                    parts.lead.push((text.clone(), *hint == Hint::Ask));
                    false
                }
                Block::Form(lines) if parts.form.is_none() => {
                    (parts.form, parts.form_at) = (Some(lines.clone()), Some(at));
                    false
                }
                _ => true,
            });
        }
        parts
    }
}

/// Where a section stands in a mail: what is to be done, what has happened, the board, the rest.
fn place(section: &Section, happened: Option<usize>, form_at: Option<usize>, at: usize) -> u8 {
    match section.hint {
        _ if section.heading.is_none() => 0,
        Some(Hint::Over) => 1,
        Some(Hint::Move) => 2,
        Some(Hint::Cannot | Hint::Idle) if happened.is_some() => 4,
        Some(Hint::Happened) => 5,
        _ if happened.is_some_and(|happened| at < happened) => 3,
        _ if happened.is_some() => 7,
        // What stands above the form is needed for an answer; what stands below it can be looked up.
        _ if form_at.is_some_and(|form_at| at > form_at) => 7,
        _ => 3,
    }
}

impl Page<'_, '_> {
    fn write(&mut self, mut sections: Vec<Section>) {
        let setting = self.setting;
        let mut parts = Parts::take(&mut sections);
        self.hush = std::mem::take(&mut parts.hush);
        let head = include_str!("head.html");
        self.out += &head.replace("{language}", &escape(setting.language)).replace("{title}", &escape(setting.title));
        self.out += &format!(
            "<body class=\"paper\" style=\"margin:0;padding:0;background:#F3ECDD;-webkit-text-size-adjust:100%\">\n\
             <table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" width=\"100%\" class=\"paper\" bgcolor=\"#F3ECDD\" \
             style=\"background:#F3ECDD\">\n<tr><td align=\"center\" style=\"padding:0\">\n\
             <!--[if mso]><table role=\"presentation\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\"><tr><td><![endif]-->\n\
             <table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" width=\"100%\" class=\"card\" bgcolor=\"{CARD}\" \
             style=\"max-width:600px;background:{CARD};text-align:left\">\n"
        );
        self.masthead(parts.who.as_deref());
        if let Some((text, is_asked)) = &parts.band {
            self.band(text, *is_asked);
        }
        // The stage stands above already.
        let stage = parts.who.as_deref().and_then(|who| who.split_once(", ")).map(|(_, stage)| stage);
        let title = stage.and_then(|stage| setting.title.strip_prefix(stage)?.strip_prefix(": "));
        let title = capital(title.unwrap_or(setting.title));
        self.open(20, 4);
        self.out += &format!(
            "<h1 class=\"ink h1\" style=\"margin:0 0 8px;font:bold 27px/33px {SERIF};color:{INK}\">{}</h1>",
            escape(&title)
        );
        let happened = sections.iter().position(|section| section.hint == Some(Hint::Happened));
        let mut placed: Vec<(u8, Section)> =
            sections.into_iter().enumerate().map(|(at, one)| (place(&one, happened, parts.form_at, at), one)).collect();
        placed.sort_by_key(|(place, _)| *place);
        let has_move = placed.iter().any(|(place, _)| *place == 2);
        let mut is_open = true;
        let (mut is_drawn, mut is_offered, mut was_boxed) = (false, false, false);
        self.lead(&parts.lead);
        for (place, section) in &placed {
            // The reader's move needs no heading of its own: the title says it.
            let is_titled = section.heading.is_some() && *place != 2;
            let is_boxed = section.hint.and_then(shade).is_some();
            if is_titled && !is_offered && (!has_move || *place > 2) {
                self.reopen(&mut is_open);
                self.buttons();
                is_offered = true;
            }
            if *place > 5 && !is_drawn {
                self.close(&mut is_open);
                self.picture();
                is_drawn = true;
            }
            // Boxes stand one below the other without a line between them.
            if is_titled && !(is_boxed && was_boxed && is_open) {
                self.close(&mut is_open);
                self.rule();
            }
            was_boxed = is_boxed;
            if *place == 5 {
                self.happened(section);
                continue;
            }
            self.reopen(&mut is_open);
            self.section(section, is_titled);
        }
        if !is_offered {
            self.reopen(&mut is_open);
            self.buttons();
        }
        self.close(&mut is_open);
        if !is_drawn {
            self.picture();
        }
        if let Some(form) = &parts.form {
            self.form(form);
        }
        self.foot(&parts.foot);
        self.out += "</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n";
    }

    fn open(&mut self, above: u8, below: u8) {
        self.out += &format!(
            "<tr><td class=\"px ink\" style=\"padding:{above}px 28px {below}px;font:16px/24px {SANS};color:{INK};overflow-wrap:anywhere\">"
        );
    }

    fn reopen(&mut self, is_open: &mut bool) {
        if !std::mem::replace(is_open, true) {
            self.open(20, 4);
        }
    }

    fn close(&mut self, is_open: &mut bool) {
        if std::mem::take(is_open) {
            self.out += "</td></tr>\n";
        }
    }

    fn rule(&mut self) {
        self.out += &format!(
            "<tr><td class=\"px\" style=\"padding:16px 28px 0\"><div class=\"line\" style=\"border-top:1px solid {LINE};font-size:0;\
             line-height:0\">&nbsp;</div></td></tr>\n"
        );
    }

    fn masthead(&mut self, who: Option<&str>) {
        let setting = self.setting;
        let (name, rest) = match who.map(|who| who.split_once(", ").unwrap_or((who, ""))) {
            Some((name, rest)) => (name.to_owned(), capital(rest)),
            None => match setting.reader() {
                Some(tile) => (tile.name.clone(), setting.club.to_owned()),
                None => (setting.club.to_owned(), String::new()),
            },
        };
        let tile = setting.reader();
        self.out += "<tr><td class=\"px\" style=\"padding:16px 28px 12px\"><table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" \
                     border=\"0\" width=\"100%\"><tr>";
        if let Some(tile) = tile {
            self.out += &format!("<td style=\"width:42px;vertical-align:middle\">{}</td>", tile_of(tile, 30));
        }
        self.out += &format!(
            "<td class=\"ink\" style=\"font:bold 16px/20px {SERIF};color:{INK};vertical-align:middle\">{}",
            escape(&name)
        );
        if !rest.is_empty() {
            self.out += &format!(
                "<br><span class=\"mut\" style=\"font:13px/18px {SANS};color:{MUT}\">{}</span>",
                escape(&rest)
            );
        }
        let place: Vec<String> = [setting.game, setting.table].into_iter().flatten().map(escape).collect();
        self.out += &format!(
            "</td><td class=\"mut\" align=\"right\" style=\"font:13px/18px {SANS};color:{MUT};vertical-align:middle\">{}</td></tr></table></td></tr>\n",
            place.join("<br>")
        );
    }

    fn band(&mut self, text: &str, is_asked: bool) {
        let (class, ground, ink, weight) = match is_asked {
            true => ("band", "#F4DFA6", "#3A2A08", "bold 18px/24px"),
            false => ("well ink", WELL, INK, "15px/22px"),
        };
        self.out += &format!(
            "<tr><td class=\"{class} px\" bgcolor=\"{ground}\" style=\"background:{ground};padding:12px 28px;font:{weight} {SANS};color:{ink}\">{}</td></tr>\n",
            escape(text)
        );
    }

    /// What can be done by one tap: the first is what we would do.
    fn buttons(&mut self) {
        for (at, button) in self.setting.buttons.iter().enumerate() {
            self.button(button, at == 0);
        }
        for line in std::mem::take(&mut self.hush) {
            self.out += &format!(
                "<p class=\"mut\" style=\"margin:0 0 6px;font:14px/20px {SANS};color:{MUT}\">{}</p>",
                escape(&line)
            );
        }
    }

    /// How a letter came out, and what its writer must do about it.
    fn lead(&mut self, lines: &[(String, bool)]) {
        for (line, _) in lines.iter().filter(|(_, is_asked)| !is_asked) {
            self.para(line, 12);
        }
        if lines.iter().any(|(_, is_asked)| *is_asked) {
            self.out += "<div class=\"depbg\" style=\"background:#FAEDCB;border-left:5px solid #734D00;border-radius:4px 10px 10px 4px;\
                         padding:12px 14px 4px;margin:0 0 12px\">";
            for (line, _) in lines.iter().filter(|(_, is_asked)| *is_asked) {
                self.para(line, 8);
            }
            self.out += "</div>";
        }
    }

    fn button(&mut self, button: &Button, is_first: bool) {
        let (class, ground, ink) = if is_first { ("btn", ACT, "#FFFFFF") } else { ("btn2", CARD, ACT) };
        let note = match &button.note {
            Some(note) => format!("<br><span style=\"font:13px/18px {SANS}\">{}</span>", escape(note)),
            None => String::new(),
        };
        self.out += &format!(
            "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" width=\"100%\" style=\"margin:0 0 10px\"><tr>\
             <td class=\"{class}\" bgcolor=\"{ground}\" style=\"background:{ground};border:2px solid {ACT};border-radius:8px\">\
             <a class=\"{class}\" href=\"{}\" style=\"display:block;padding:11px 16px;font:bold 16px/22px {SANS};color:{ink};\
             text-decoration:none;border-radius:6px\">{}{note}</a></td></tr></table>",
            escape(&button.href),
            escape(&button.label),
        );
    }

    fn heading(&mut self, text: &str, note: &str) {
        self.out += &format!(
            "<h2 class=\"ink\" style=\"margin:0 0 10px;font:bold 20px/26px {SERIF};color:{INK}\">{}",
            escape(&self.calm(text))
        );
        if !note.is_empty() {
            self.out +=
                &format!(" <span class=\"mut\" style=\"font:14px/20px {SANS};color:{MUT}\">{}</span>", escape(note));
        }
        self.out += "</h2>";
    }

    fn section(&mut self, section: &Section, is_titled: bool) {
        if let (Some((text, note)), Some(hint)) = (&section.heading, section.hint)
            && let Some(shade) = shade(hint)
        {
            return self.fates(section, &shade, text, note);
        }
        if let (Some((text, note)), true) = (&section.heading, is_titled) {
            self.heading(text, note);
        }
        self.blocks(&section.blocks, section.hint);
    }

    /// What becomes of orders: a box, and in it line by line the order and why.
    fn fates(&mut self, section: &Section, shade: &Shade, text: &str, note: &str) {
        let Shade { class, ground, ink, sign } = shade;
        self.out += &format!(
            "<div class=\"{class}bg\" style=\"background:{ground};border-left:5px solid {ink};border-radius:4px 10px 10px 4px;padding:12px 14px \
             8px;margin:0 0 12px\"><h2 class=\"{class}\" style=\"margin:0 0 8px;font:bold 14px/20px {SANS};letter-spacing:.03em;color:{ink}\">\
             <span aria-hidden=\"true\">{sign}</span> {}</h2>",
            escape(&match note {
                "" => text.to_owned(),
                note => format!("{text}: {note}"),
            })
        );
        // What follows an empty line is no part of it.
        let end = section.blocks.iter().position(|block| *block == Block::Gap).unwrap_or(section.blocks.len());
        let (inside, below) = section.blocks.split_at(end);
        for block in inside {
            match block {
                Block::Item { text, more, .. } => {
                    self.mono_line(text);
                    self.more(more);
                }
                other => self.blocks(std::slice::from_ref(other), None),
            }
        }
        self.out += "</div>";
        self.blocks(below, None);
    }

    fn mono_line(&mut self, text: &str) {
        self.out += &format!(
            "<p class=\"ink\" style=\"margin:0 0 6px;font:15px/22px {MONO};color:{INK}\">{}</p>",
            escape(text)
        );
    }

    fn more(&mut self, more: &[More]) {
        for one in more {
            match one {
                More::Text(text) => self.para(text, 6),
                More::Order(order) => self.mono_line(order),
            }
        }
    }

    fn para(&mut self, text: &str, below: u8) {
        self.out += &format!("<p style=\"margin:0 0 {below}px\">{}</p>", escape(text));
    }

    fn blocks(&mut self, blocks: &[Block], hint: Option<Hint>) {
        let (mut at, mut above) = (0, None);
        while let Some(block) = blocks.get(at) {
            at += 1;
            match block {
                Block::Item { .. } => {
                    let rest = blocks.get(at..).unwrap_or_default();
                    let many = rest.iter().take_while(|one| matches!(one, Block::Item { .. })).count();
                    self.list(blocks.get(at - 1..at + many).unwrap_or_default(), above, hint);
                    at += many;
                }
                Block::Label(text) => {
                    above = Some(text.as_str());
                    self.label(text);
                    continue;
                }
                Block::Gap => {}
                Block::Para { text, .. } => self.para(text, 12),
                Block::Heading { text, note, .. } => self.heading(text, note),
                Block::Orders(lines) => {
                    for line in lines {
                        self.mono_line(line);
                    }
                }
                Block::Words(lines) => self.words(lines),
                Block::Table { head, rows } => self.table(head.as_deref(), rows),
                Block::Form(lines) => self.form_box(lines),
                Block::Rule => {
                    self.out += &format!(
                        "<div class=\"line\" style=\"border-top:1px solid {LINE};margin:12px 0;font-size:0;line-height:0\">&nbsp;</div>"
                    );
                }
            }
            above = None;
        }
    }

    fn label(&mut self, text: &str) {
        let tile = self.tile_before(text);
        self.out += &format!(
            "<h3 class=\"ink\" style=\"margin:14px 0 4px;font:bold 15px/24px {SANS};color:{INK}\">{tile}{}</h3>",
            escape(text)
        );
    }

    fn list(&mut self, items: &[Block], above: Option<&str>, hint: Option<Hint>) {
        // Below the tile of a seat its own need none.
        let is_told = above.is_some_and(|above| self.setting.tiles.iter().any(|tile| tile.begins(above)));
        self.out += "<ul style=\"margin:0 0 12px;padding:0 0 0 28px\">";
        for item in items {
            let Block::Item { text, more, .. } = item else { continue };
            let tile = if is_told { String::new() } else { self.tile_before(text) };
            let style =
                if tile.is_empty() { "margin:0 0 6px" } else { "margin:0 0 6px;text-indent:-28px;list-style:none" };
            self.out += &format!("<li style=\"{style}\">{tile}{}", self.rich(text));
            if hint == Some(Hint::Odds) {
                self.bar(text);
            }
            for one in more {
                match one {
                    More::Text(text) => {
                        self.out += &format!(
                            "<div class=\"mut\" style=\"font:15px/22px {SANS};color:{MUT};text-indent:0\">{}</div>",
                            escape(text)
                        );
                    }
                    More::Order(order) => {
                        self.out +=
                            &format!("<div style=\"font:15px/22px {MONO};text-indent:0\">{}</div>", escape(order));
                    }
                }
            }
            for button in self.setting.beside(text) {
                self.out += &format!(
                    "<div style=\"text-indent:0\"><a class=\"act\" href=\"{}\" style=\"display:inline-block;padding:10px 0;font:bold 15px/24px {SANS};color:{ACT};\
                     text-decoration:underline\">{}</a></div>",
                    escape(&button.href),
                    escape(&button.label)
                );
            }
            self.out += "</li>";
        }
        self.out += "</ul>";
    }

    /// What stands before a colon is what the item is about.
    fn rich(&self, text: &str) -> String {
        match text.split_once(": ") {
            Some((what, rest)) if what.chars().count() <= 40 && !what.contains(". ") => {
                format!("<b>{}</b>: {}", escape(what), escape(rest))
            }
            _ => escape(text),
        }
    }

    /// How something may come out, as a bar: at most three parts, and the numbers are in the words beside it.
    fn bar(&mut self, text: &str) {
        let shares: Vec<u32> = shares(text);
        if shares.len() < 2 || shares.len() > 3 {
            return;
        }
        let colours = [("#2A6638", "#FFFFFF"), ("#E8B80E", "#1B1409"), ("#8C2B20", "#FFFFFF")];
        self.out += "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" width=\"100%\" style=\"margin:6px 0 \
                     8px\"><tr>";
        for (share, (ground, ink)) in shares.iter().zip(colours).filter(|(share, _)| **share > 0) {
            let number = if *share >= 8 { format!("{share}%") } else { "&nbsp;".to_owned() };
            self.out += &format!(
                "<td width=\"{share}%\" align=\"center\" bgcolor=\"{ground}\" style=\"background:{ground};color:{ink};font:bold 14px/26px \
                 {SANS};height:26px\">{number}</td>"
            );
        }
        self.out += "</tr></table>";
    }

    fn words(&mut self, lines: &[String]) {
        self.out += &format!(
            "<blockquote class=\"well ink\" style=\"margin:0 0 12px;padding:12px 16px;background:{WELL};border-left:4px solid {ACT};\
             border-radius:4px 10px 10px 4px;color:{INK}\">"
        );
        let text: Vec<String> = lines.iter().map(|line| escape(line)).collect();
        self.out += &text.join("<br>\n");
        self.out += "</blockquote>";
    }

    fn table(&mut self, head: Option<&[String]>, rows: &[Row]) {
        let Some(head) = head else { return self.pairs(rows) };
        self.out += "<table cellpadding=\"0\" cellspacing=\"0\" border=\"0\" width=\"100%\" style=\"border-collapse:collapse;margin:0 0 \
                     12px\"><tr>";
        for (at, cell) in head.iter().enumerate() {
            let (align, class) = if at == 0 { ("left", "") } else { ("right", narrow(at)) };
            self.out += &format!(
                "<th scope=\"col\" align=\"{align}\" class=\"mut tc{class}\" style=\"padding:4px 6px;font:bold 13px/18px \
                 {SANS};color:{MUT};vertical-align:bottom\">{}</th>",
                if cell.is_empty() { "&nbsp;".to_owned() } else { escape(cell) }
            );
        }
        self.out += "</tr>";
        for row in rows {
            self.row(row, head.len());
        }
        self.out += "</table>";
    }

    fn row(&mut self, row: &Row, columns: usize) {
        let name = row.cells.first().map_or("", String::as_str);
        let is_mine = self.setting.reader().is_some_and(|tile| tile.is_named_in(name));
        let (class, ground) =
            if is_mine { ("well line", format!("background:{WELL};")) } else { ("line", String::new()) };
        self.out += &format!("<tr class=\"{class}\" style=\"{ground}border-top:1px solid {LINE}\">");
        for (at, cell) in row.cells.iter().enumerate() {
            self.out += &match at {
                0 => format!(
                    "<th scope=\"row\" align=\"left\" class=\"ink tc\" style=\"padding:8px 6px;font:bold 15px/22px \
                     {SANS};color:{INK}\">{}{}</th>",
                    self.tile_before(name),
                    escape(cell)
                ),
                at => format!(
                    "<td align=\"right\" class=\"ink tc{}\" style=\"padding:8px 6px;font:15px/22px {SANS};font-variant-numeric:tabular-nums;\
                     color:{INK}\">{}</td>",
                    narrow(at),
                    escape(cell)
                ),
            };
        }
        self.out += "</tr>";
        for more in &row.more {
            self.out += &format!(
                "<tr><td colspan=\"{columns}\" class=\"mut tc\" style=\"padding:0 6px 8px;font:14px/20px {SANS};color:{MUT}\">{}</td></tr>",
                escape(more)
            );
        }
    }

    /// A list in two columns: what, and what there is to say of it.
    fn pairs(&mut self, rows: &[Row]) {
        for row in rows {
            let (name, rest) = row.cells.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
            let rest: Vec<&str> = rest.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
            self.out += &format!("<p style=\"margin:0 0 4px\"><b>{}</b> {}</p>", escape(name), escape(&rest.join(" ")));
            for more in &row.more {
                self.para(more, 4);
            }
        }
    }

    /// What has happened, first what the reader has part in.
    fn happened(&mut self, section: &Section) {
        let (mine, others) = self
            .setting
            .reader()
            .map_or((Vec::new(), section.blocks.clone()), |me| parted(&section.blocks, |text| me.is_named_in(text)));
        let word = self.setting.word;
        let (text, note) = section.heading.clone().unwrap_or_default();
        let parts = match (mine.is_empty(), others.is_empty()) {
            (true, _) => vec![(text, note, others)],
            (_, true) => vec![(text, note, mine)],
            _ => vec![(word("page/own"), note, mine), (word("page/others"), String::new(), others)],
        };
        for (at, (heading, note, blocks)) in parts.into_iter().enumerate() {
            if at > 0 {
                self.rule();
            }
            self.open(20, 4);
            self.heading(&heading, &note);
            self.blocks(&blocks, None);
            self.out += "</td></tr>\n";
        }
    }

    fn picture(&mut self) {
        let Some(shown) = &self.setting.picture else { return };
        self.rule();
        self.open(20, 4);
        self.heading(&(self.setting.word)("page/board"), "");
        self.out += &format!(
            "<img class=\"map\" src=\"{}\" alt=\"{}\" width=\"544\" style=\"display:block;width:100%;max-width:544px;height:auto;\
             border-radius:8px;color:{INK};font:15px/22px {SANS}\">",
            escape(&shown.source),
            escape(&shown.alt)
        );
        self.out += "</td></tr>\n";
    }

    fn form(&mut self, lines: &[String]) {
        self.rule();
        self.open(20, 8);
        self.heading(&(self.setting.word)("page/form"), "");
        self.form_box(lines);
        self.out += "</td></tr>\n";
    }

    /// Each line of a form is one of its own, so that an answer that quotes it can be read.
    fn form_box(&mut self, lines: &[String]) {
        self.out += &format!(
            "<div class=\"well ink line\" style=\"background:{WELL};border:1px solid {LINE};border-radius:8px;padding:12px 14px;\
             font:15px/22px {MONO};color:{INK}\">"
        );
        let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
        self.out += &lines.join("<br>\n");
        self.out += "</div>";
    }

    fn foot(&mut self, lines: &[String]) {
        if lines.is_empty() {
            self.out += "<tr><td style=\"padding:0 0 20px;font-size:0;line-height:0\">&nbsp;</td></tr>\n";
            return;
        }
        self.rule();
        self.out += &format!(
            "<tr><td class=\"px mut\" style=\"padding:12px 28px 24px;font:13px/19px {SANS};color:{MUT};overflow-wrap:anywhere\">"
        );
        for line in lines {
            self.out += &format!("<p style=\"margin:0 0 6px\">{}</p>", escape(line));
        }
        self.out += "</td></tr>\n";
    }

    fn tile_before(&self, text: &str) -> String {
        match self.setting.tiles.iter().find(|tile| tile.begins(text)) {
            Some(tile) => format!("{} ", tile_of(tile, 22)),
            None => String::new(),
        }
    }

    fn calm(&self, text: &str) -> String {
        super::calm(text, self.setting.tiles.iter().map(|tile| tile.name.as_str()).chain([self.setting.club]))
    }
}

/// The last columns of a table go on a phone.
fn narrow(column: usize) -> &'static str {
    if column > 4 { " wide" } else { "" }
}

/// The tile of a seat. The name stands beside it, so it is not read aloud.
fn tile_of(tile: &Tile, size: u8) -> String {
    let letter = if size > 24 { 18 } else { 13 };
    let edge = if tile.ground == "#FBF8F0" { "#8F8064" } else { CARD };
    format!(
        "<span class=\"seat\" aria-hidden=\"true\" style=\"display:inline-block;width:{size}px;height:{size}px;border:1px solid {edge};\
         text-indent:0;border-radius:5px;background:{};color:{};font:bold {letter}px/{size}px {SANS};text-align:center;vertical-align:middle\">{}</span>",
        tile.ground,
        tile.ink,
        escape(&tile.letter.to_string())
    )
}

/// The blocks that a test is true of, and the others; what a list is about stands above it in both.
pub(super) fn parted(blocks: &[Block], is_mine: impl Fn(&str) -> bool) -> (Vec<Block>, Vec<Block>) {
    let (mut mine, mut others) = (Vec::new(), Vec::new());
    let mut label: Option<(&Block, bool, bool)> = None;
    for block in blocks {
        match block {
            Block::Label(_) => label = Some((block, false, false)),
            Block::Item { text, more, is_mine: is_own } => {
                let about = |(block, ..): &(&Block, bool, bool)| matches!(block, Block::Label(text) if is_mine(text));
                let in_more = more.iter().any(|one| matches!(one, More::Text(text) if is_mine(text)));
                let is_mine = *is_own || is_mine(text) || in_more || label.as_ref().is_some_and(about);
                let part = if is_mine { &mut mine } else { &mut others };
                if let Some((block, in_mine, in_others)) = &mut label {
                    let is_told = if is_mine { in_mine } else { in_others };
                    if !std::mem::replace(is_told, true) {
                        part.push((*block).clone());
                    }
                }
                part.push(block.clone());
            }
            Block::Gap => label = None,
            other => {
                label = None;
                others.push(other.clone());
            }
        }
    }
    (mine, others)
}

/// The percentages in a text.
fn shares(text: &str) -> Vec<u32> {
    let number = |part: &str| {
        let digits: Vec<char> = part.trim_end().chars().rev().take_while(char::is_ascii_digit).collect();
        digits.iter().rev().collect::<String>().parse().ok()
    };
    let mut parts: Vec<&str> = text.split('%').collect();
    parts.pop();
    parts.into_iter().filter_map(number).filter(|share| *share <= 100).collect()
}

/// The first letter as a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A text that stands in a page, or in an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}
