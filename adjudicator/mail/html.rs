//! Text from HTML: a block is a line, a `blockquote` is a quote, emphasis and links leave no marks.

use html2text::config;
use html2text::render::TextDecorator;
use std::borrow::Cow;
use std::panic::catch_unwind;

/// As wide as a line may be; html2text must not wrap what the player did not.
const WIDTH: usize = 2_000;
/// Deeper HTML than this is read by the simple reader.
const DEEPEST: usize = 120;
/// More HTML than this is not read, in bytes.
pub const LONGEST: usize = 1 << 20;
/// What stands around text that is struck out.
pub const STRUCK: &str = "~~";

/// The text of an HTML page. Never fails: what the good reader cannot do is left to a simple one.
pub fn text(html: &str) -> String {
    let mut end = html.len().min(LONGEST);
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let html = flat_paragraphs(&html[..end]);
    let html = html.as_ref();
    let rendered = (deepest(html) <= DEEPEST)
        .then(|| {
            catch_unwind(|| {
                config::with_decorator(Plain)
                    .raw_mode(true)
                    .allow_width_overflow()
                    .no_link_wrapping()
                    .unicode_strikeout(false)
                    .string_from_read(html.as_bytes(), WIDTH)
            })
        })
        .and_then(|outcome| outcome.ok()?.ok());
    // A rule is drawn as wide as the page; a short one says the same.
    let shorten = |line: &str| {
        if line.len() > 40 && line.chars().all(|c| c == '─') {
            "────────".into()
        } else {
            line.trim_end().to_owned()
        }
    };
    rendered.unwrap_or_else(|| stripped(html)).lines().map(shorten).collect::<Vec<_>>().join("\n")
}

/// Outlook writes every line as a paragraph without space around it: a line, not a paragraph.
fn flat_paragraphs(html: &str) -> Cow<'_, str> {
    const SIGNS: [&str; 3] = ["MsoNormal", "P {margin-top:0", "p {margin-top:0"];
    if !SIGNS.iter().any(|sign| html.contains(sign)) {
        return Cow::Borrowed(html);
    }
    Cow::Owned(html.replace("<p ", "<div ").replace("<p>", "<div>").replace("</p>", "</div>"))
}

/// About how deeply elements are nested: counted without understanding them.
fn deepest(html: &str) -> usize {
    let (mut depth, mut most) = (0usize, 0);
    for tag in html.split('<').skip(1) {
        match tag.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'a'..=b'z' | b'A'..=b'Z') if !is_void(tag) => depth += 1,
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// Elements without an end; `p` and `li` are often left open.
fn is_void(tag: &str) -> bool {
    let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    matches!(name.as_str(), "br" | "hr" | "img" | "meta" | "link" | "input" | "col" | "p" | "li" | "base" | "wbr" | "o")
}

/// The simple reader: tags go, blocks end a line, the commonest entities are read.
fn stripped(html: &str) -> String {
    let mut out = String::new();
    let mut quotes = 0usize;
    let mut pieces = html.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (tag, after) = piece.split_once('>').unwrap_or((piece, ""));
        let name: String = tag
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '/')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match name.as_str() {
            "blockquote" => quotes = (quotes + 1).min(9),
            "/blockquote" => quotes = quotes.saturating_sub(1),
            _ => {}
        }
        let is_block = matches!(
            name.trim_matches('/'),
            "p" | "div"
                | "br"
                | "li"
                | "tr"
                | "td"
                | "blockquote"
                | "pre"
                | "h1"
                | "h2"
                | "h3"
                | "table"
                | "ul"
                | "ol"
                | "hr"
        );
        if is_block && !out.ends_with('\n') {
            out.push('\n');
        }
        let text = after.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            if out.ends_with('\n') {
                out.push_str(&"> ".repeat(quotes));
            } else if after.starts_with(char::is_whitespace) {
                out.push(' ');
            }
            out.push_str(&text);
            if after.ends_with(' ') {
                out.push(' ');
            }
        }
    }
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&rarr;", "->"), ("&amp;", "&")]
        .iter()
        .fold(out, |text, (entity, plain)| text.replace(entity, plain))
}

/// No marks but `> ` for quotes and [`STRUCK`] around what is struck out.
#[derive(Clone)]
struct Plain;

impl TextDecorator for Plain {
    type Annotation = ();

    fn decorate_link_start(&mut self, _: &str) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_link_end(&mut self) -> String {
        String::new()
    }
    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_em_end(&self) -> String {
        String::new()
    }
    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_strong_end(&self) -> String {
        String::new()
    }
    fn decorate_strikeout_start(&self) -> (String, ()) {
        (STRUCK.into(), ())
    }
    fn decorate_strikeout_end(&self) -> String {
        STRUCK.into()
    }
    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_code_end(&self) -> String {
        String::new()
    }
    fn decorate_preformat_first(&self) {}
    fn decorate_preformat_cont(&self) {}
    fn decorate_image(&mut self, _: &str, _: &str) -> (String, ()) {
        (String::new(), ())
    }
    fn header_prefix(&self, _: usize) -> String {
        String::new()
    }
    fn quote_prefix(&self) -> String {
        "> ".into()
    }
    fn unordered_item_prefix(&self) -> String {
        String::new()
    }
    fn ordered_item_prefix(&self, _: i64) -> String {
        String::new()
    }
    fn make_subblock_decorator(&self) -> Self {
        Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(html: &str) -> Vec<String> {
        text(html).lines().filter(|line| !line.trim().is_empty()).map(Into::into).collect()
    }

    #[test]
    fn blocks_are_lines_and_quotes_are_marked() {
        let page = "<p>move <b>2</b> legions</p><ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table>\
                    <blockquote>old<br><a href='http://x'>order</a></blockquote><div>x&nbsp;-&gt;&nbsp;y <s>no</s></div>";
        assert_eq!(
            lines(page),
            ["move 2 legions", "one", "two", "a", "b", "> old", "> order", "x\u{a0}->\u{a0}y ~~no~~"]
        );
    }

    #[test]
    fn long_lines_are_not_wrapped() {
        let long = "build legion Carthago ".repeat(60);
        assert_eq!(lines(&format!("<div>{long}</div>")), [long.trim()]);
    }

    #[test]
    fn a_bomb_of_tags_is_survived() {
        for tag in ["div", "blockquote", "table><tr><td", "b", "font"] {
            let bomb = format!("<p>before</p>{}move all{}", format!("<{tag}>").repeat(40_000), "</div>".repeat(10));
            assert!(text(&bomb).contains("move all"), "{tag}");
        }
        let plain = stripped("<blockquote>a<br>b &amp; c</blockquote>d");
        assert_eq!(plain.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(), ["> a", "> b & c", "d"]);
    }
}
