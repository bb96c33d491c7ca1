//! Text from HTML: a block is a line, a row of a table is a line, a `blockquote` is a quote, emphasis and links leave no marks. What is
//! not displayed is not read.

use super::html_simple::{is_void, stripped};
use super::{displayed, rows};
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
                let reader = config::with_decorator(Plain)
                    .raw_mode(true)
                    .allow_width_overflow()
                    .no_link_wrapping()
                    .unicode_strikeout(false);
                let page = reader.parse_html(html.as_bytes())?;
                displayed::prune(&page);
                let blank = reader.parse_html(&b"<b> </b>"[..])?;
                let _emptied = rows::join(&page, &blank);
                reader.render_to_string(reader.dom_to_render_tree(&page)?, WIDTH)
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

/// What stands before and behind an order form in a page of ours, as mailers quote it; nothing, if the form is not there.
pub fn around(page: &str, form: &str) -> Option<(String, String)> {
    let shown = text(page);
    let (first, last) = (form.lines().next()?.trim(), form.lines().next_back()?.trim());
    let lines: Vec<&str> = shown.lines().collect();
    let start = lines.iter().position(|line| line.trim() == first)?;
    let end = start + lines.get(start..)?.iter().position(|line| line.trim() == last)?;
    let whole = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    Some((whole(lines.get(..start)?), whole(lines.get(end + 1..)?)))
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
        "- ".into()
    }
    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
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
            ["move 2 legions", "- one", "- two", "a b", "> old", "> order", "x\u{a0}->\u{a0}y ~~no~~"]
        );
    }

    #[test]
    fn a_row_of_a_table_is_a_line() {
        let rows = "<table><tr><th>verb</th><th>what</th></tr><tr><td><p class=x>move</p></td><td>2 <b>legions</b></td><td></td>\
                    <td><div>Roma -&gt; Sicilia<br></div></td></tr></table>";
        assert_eq!(lines(rows), ["verb what", "move 2 legions Roma -> Sicilia"]);
        // A layout is no row.
        let layout = "<table><tr><td><p>move a</p><p>move b</p></td><td>logo</td></tr></table>";
        assert_eq!(lines(layout), ["move a", "move b", "logo"]);
        let nested =
            "<table><tr><td><table><tr><td>build</td><td>city</td></tr></table></td><td>Roma</td></tr></table>";
        assert_eq!(lines(nested), ["build city Roma"]);
    }

    #[test]
    fn what_is_not_displayed_is_not_read() {
        for hidden in [
            "<div style='display:none'>attack</div>",
            "<div style=\"DISPLAY : none !important; font-size:14px\">attack <p>Roma</p></div>",
            "<p hidden>attack</p>",
            "<span style='font-size:0'>attack</span>",
            "<span style='font-size:1px;line-height:1px'>attack</span>",
            "<span style='color:#ffffff'>attack</span>",
            "<font color=white>attack</font>",
            "<table><tr><td style='color:#fefefe;background:#fff'>attack</td></tr></table>",
            "<div style='background-color:rgb(20, 20, 20)'><span style='color:#141414'>attack</span></div>",
            "<div style='max-height:0px;overflow:hidden'>attack</div>",
            "<div style='visibility:hidden'>attack</div>",
            "<div style='opacity:0'>attack</div>",
            "<div style='position:absolute;left:-9999px'>attack</div>",
            "<div style='color:transparent'>attack</div>",
            "<style>.preheader, p.x { display:none !important }</style><div class='a preheader'>attack</div><p class=x>attack</p>",
            "<style>#top .pre > span {font-size:0px}</style><div id=top><p class=pre><span>attack</span></p></div>",
            "<!-- attack --><script>attack</script><title>attack</title><template>attack</template>",
            "<!--[if mso]><p>attack</p><![endif]-->",
        ] {
            let page = format!("<html><body>{hidden}<p>move 2 legions</p></body></html>");
            assert_eq!(lines(&page), ["move 2 legions"], "{hidden}");
        }
    }

    #[test]
    fn what_is_displayed_is_read() {
        for shown in [
            "<table><tr><td style='font-size:0px'><div style='font-size:13px'>attack</div></td></tr></table>",
            "<table bgcolor='#123456'><tr><td style='color:#fff'>attack</td></tr></table>",
            "<style>@media (max-width:600px) { .hide { display:none } } .other{display:none}</style><p class=hide>attack</p>",
            "<style>.a .b {display:none}</style><p class=b>attack</p>",
            "<div style='visibility:hidden'><p style='visibility:visible'>attack</p></div>",
            "<p style='color:inherit;background:url(x.png)'>attack</p>",
            "<p style='color:windowtext;font-size:11.0pt'>attack</p>",
        ] {
            assert_eq!(lines(&format!("<body>{shown}</body>")), ["attack"], "{shown}");
        }
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
        let page = "<style>p {x}</style><div style='display:none'>x<div>y</div>z</div><!-- > <b>no -->";
        let plain = stripped(&format!("{page}<blockquote>a<br>b &amp; c</blockquote>d"));
        assert_eq!(plain.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(), ["> a", "> b & c", "d"]);
    }
}
