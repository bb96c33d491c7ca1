//! What of a page is displayed. Newsletters and some mailers put text into a page that no reader ever sees: a preview line in white on
//! white, copies for machines, text of no size. Nobody wrote it as an order, so it goes before the page is read.

use html2text::{Element, Handle, RcDom};

/// Deeper elements are left as they are.
const DEEPEST: usize = 400;
/// More rules of a style sheet are not read.
const MOST_RULES: usize = 500;
/// Letters smaller than this many pixels or points cannot be read.
const SMALLEST: f32 = 2.0;
/// Colours whose parts differ by no more than this look the same.
const ALIKE: u8 = 12;

/// Takes away what is not displayed.
pub fn prune(dom: &RcDom) {
    let mut sheets = String::new();
    styles(&dom.document, 0, &mut sheets);
    let rules = rules(&sheets);
    walk(&dom.document, &rules, &mut Vec::new(), Look::default());
}

/// How text looks at some place of a page: what is inherited.
#[derive(Clone, Copy)]
struct Look {
    has_size: bool,
    is_visible: bool,
    /// Nothing: a colour that we do not know.
    colour: Option<[u8; 3]>,
    background: Option<[u8; 3]>,
}

impl Default for Look {
    fn default() -> Look {
        Look { has_size: true, is_visible: true, colour: Some([0; 3]), background: Some([255; 3]) }
    }
}

impl Look {
    fn is_seen(self) -> bool {
        let is_alike = match (self.colour, self.background) {
            (Some(colour), Some(ground)) => colour.iter().zip(ground).all(|(one, other)| one.abs_diff(other) <= ALIKE),
            _ => false,
        };
        self.has_size && self.is_visible && !is_alike
    }
}

/// An element as style sheets name it.
#[derive(Clone, Default)]
struct Name {
    tag: String,
    id: String,
    classes: Vec<String>,
}

fn walk(node: &Handle, rules: &[Rule], above: &mut Vec<Name>, look: Look) {
    if above.len() > DEEPEST {
        return;
    }
    let mut kept = Vec::new();
    for child in node.children.borrow().iter() {
        let Element { name, attrs, .. } = &child.data else {
            // A text, or something that is none.
            if look.is_seen() {
                kept.push(child.clone());
            }
            continue;
        };
        let attrs = attrs.borrow();
        let of =
            |wanted: &str| attrs.iter().find(|attr| &*attr.name.local == wanted).map(|attr| attr.value.to_string());
        let classes = of("class").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        above.push(Name { tag: name.local.to_string(), id: of("id").unwrap_or_default(), classes });
        let mut style = Style::default();
        rules.iter().filter(|rule| rule.fits(above)).for_each(|rule| style.add(&rule.style));
        for (attribute, property) in [("bgcolor", "background-color"), ("color", "color")] {
            if let Some(value) = of(attribute) {
                style.0.push((property.into(), value.to_ascii_lowercase()));
            }
        }
        style.add(&Style::read(&of("style").unwrap_or_default()));
        let is_text = !matches!(&*name.local, "script" | "style" | "title" | "template");
        if is_text && of("hidden").is_none() && !style.is_gone() {
            walk(child, rules, above, style.over(look));
            kept.push(child.clone());
        }
        above.pop();
    }
    *node.children.borrow_mut() = kept;
}

/// The text of all style sheets of a page.
fn styles(node: &Handle, depth: usize, found: &mut String) {
    for child in node.children.borrow().iter().filter(|_| depth <= DEEPEST) {
        if child.element_name().as_deref() == Some("style") {
            let mut text = Vec::new();
            for line in child.children.borrow().iter() {
                let _ = line.serialize(&mut text);
            }
            found.push_str(&String::from_utf8_lossy(&text).replace("&gt;", ">"));
            found.push('\n');
        } else {
            styles(child, depth + 1, found);
        }
    }
}

/// A rule of a style sheet: one selector, such as `div.preview span`, each of its words from the outside in.
struct Rule {
    path: Vec<Name>,
    style: Style,
}

impl Rule {
    /// Whether it is about the last of these elements.
    fn fits(&self, elements: &[Name]) -> bool {
        let is = |wanted: &Name, found: &Name| {
            (wanted.tag.is_empty() || wanted.tag == found.tag)
                && (wanted.id.is_empty() || wanted.id == found.id)
                && wanted.classes.iter().all(|class| found.classes.contains(class))
        };
        let (Some((wanted, outer)), Some((found, above))) = (self.path.split_last(), elements.split_last()) else {
            return false;
        };
        let mut above = above.iter().rev();
        is(wanted, found) && outer.iter().rev().all(|wanted| above.any(|found| is(wanted, found)))
    }
}

/// The rules of a style sheet that hold for every reader: none that are only for small screens or for print.
fn rules(sheet: &str) -> Vec<Rule> {
    let mut plain = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let mut found = Vec::new();
    let mut rest = plain.as_str();
    while let Some((selectors, after)) = rest.split_once('{') {
        let selectors = selectors.rsplit([';', '}']).next().unwrap_or_default().trim();
        let end = block(after);
        if !selectors.starts_with('@') {
            let style = Style::read(after[..end].trim_end_matches('}'));
            for selector in selectors.split(',').take(MOST_RULES.saturating_sub(found.len())) {
                found.extend(path(selector).map(|path| Rule { path, style: style.clone() }));
            }
        }
        rest = &after[end..];
    }
    found
}

/// How long a block is whose brace was opened just before, its closing brace included.
fn block(text: &str) -> usize {
    let mut depth = 1usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The words of a selector; nothing if it asks for more than names.
fn path(selector: &str) -> Option<Vec<Name>> {
    let words: Vec<&str> = selector.split([' ', '>', '\t', '\n']).filter(|word| !word.is_empty()).collect();
    let mut path = Vec::new();
    for word in &words {
        if word.contains(['[', ':', '*', '+', '~']) {
            return None;
        }
        let mut name = Name::default();
        let mut rest = *word;
        while !rest.is_empty() {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let end = rest[first..].find(['.', '#']).map_or(rest.len(), |at| at + first);
            let (piece, after) = rest.split_at(end);
            match piece.split_at(first) {
                (".", class) => name.classes.push(class.to_owned()),
                ("#", id) => name.id = id.to_owned(),
                _ => name.tag = piece.to_ascii_lowercase(),
            }
            rest = after;
        }
        path.push(name);
    }
    (!path.is_empty()).then_some(path)
}

/// Properties and their values, the later ones first in force.
#[derive(Clone, Default)]
struct Style(Vec<(String, String)>);

impl Style {
    fn read(text: &str) -> Style {
        let pairs = text.split(';').filter_map(|pair| pair.split_once(':'));
        let plain = |text: &str| text.replace("!important", "").trim().to_ascii_lowercase();
        Style(pairs.map(|(property, value)| (plain(property), plain(value))).collect())
    }

    fn add(&mut self, other: &Style) {
        self.0.extend(other.0.iter().cloned());
    }

    fn of(&self, property: &str) -> Option<&str> {
        self.0.iter().rev().find(|(name, _)| name == property).map(|(_, value)| value.as_str())
    }

    /// Whether an element is gone with everything in it.
    fn is_gone(&self) -> bool {
        let number = |property: &str| self.of(property).and_then(number);
        let is_nothing = |property: &str| number(property).is_some_and(|value| value == 0.0);
        let is_clipped = self.of("overflow") == Some("hidden")
            && ["max-height", "height", "max-width", "width"].into_iter().any(is_nothing);
        let is_far = ["left", "top", "text-indent"].iter().any(|side| number(side).is_some_and(|value| value < -500.0));
        self.of("display") == Some("none") || is_nothing("opacity") || is_clipped || is_far
    }

    /// How text looks below an element with this style.
    fn over(&self, mut look: Look) -> Look {
        if let Some(size) = self.of("font-size") {
            let is_small = number(size).is_some_and(|value| {
                value == 0.0 || value < SMALLEST && (size.ends_with("px") || size.ends_with("pt"))
            });
            look.has_size = !is_small;
        }
        match self.of("visibility") {
            Some("hidden" | "collapse") => look.is_visible = false,
            Some("visible") => look.is_visible = true,
            _ => {}
        }
        if let Some(ground) = self.of("background-color").or(self.of("background")).filter(|it| !is_inherited(it)) {
            look.background =
                if ground == "transparent" || ground == "none" { look.background } else { colour(ground) };
        }
        match self.of("color").filter(|it| !is_inherited(it)) {
            Some("transparent") => look.is_visible = false,
            Some(named) => look.colour = colour(named),
            None => {}
        }
        look
    }
}

fn is_inherited(value: &str) -> bool {
    matches!(value, "inherit" | "initial" | "unset" | "currentcolor" | "windowtext" | "")
}

/// The number that a value begins with: `0`, `14.5px`, `-9999px`.
fn number(value: &str) -> Option<f32> {
    let end = value.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+')).unwrap_or(value.len());
    value[..end].parse().ok()
}

/// A colour as it is written in a page.
fn colour(text: &str) -> Option<[u8; 3]> {
    let hex = text.strip_prefix('#').unwrap_or(text);
    let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digit = |at: usize, count: usize| u8::from_str_radix(&hex[at..at + count], 16).unwrap_or_default();
    match (text, hex.len()) {
        ("white", _) => Some([255; 3]),
        ("black", _) => Some([0; 3]),
        (_, 3) if is_hex => Some([0, 1, 2].map(|at| digit(at, 1) * 17)),
        (_, 6) if is_hex => Some([0, 2, 4].map(|at| digit(at, 2))),
        _ => {
            let inner = text.strip_prefix("rgb(").or(text.strip_prefix("rgba("))?.trim_end_matches(')');
            let mut parts = inner.split([',', ' ', '/']).filter(|part| !part.is_empty());
            let mut next = || parts.next()?.parse::<f32>().ok().map(|value| value.clamp(0.0, 255.0) as u8);
            Some([next()?, next()?, next()?])
        }
    }
}
