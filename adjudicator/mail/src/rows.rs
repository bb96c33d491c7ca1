//! The rows of tables: what stands in one row of a page is one line, as it looks to its writer.

use html2text::{Element, Handle, RcDom};

/// Deeper elements are left as they are.
const DEEPEST: usize = 400;

/// Puts the cells of every row together whose cells are one line each. A row with longer cells is a layout, not a line, and stays. The
/// elements that were emptied must live as long as the page: an element that goes takes the words in it along, wherever they are now.
pub fn join(dom: &RcDom, blank: &RcDom) -> Vec<Handle> {
    let mut emptied = Vec::new();
    if let Some(blank) = text_of(&blank.document, 0) {
        walk(&dom.document, &blank, 0, &mut emptied);
    }
    emptied
}

/// The first text of a page.
fn text_of(node: &Handle, depth: usize) -> Option<Handle> {
    let children = node.children.borrow();
    children.iter().find_map(|child| match &child.data {
        Element { .. } if depth < DEEPEST => text_of(child, depth + 1),
        _ => Some(child.clone()),
    })
}

fn walk(node: &Handle, blank: &Handle, depth: usize, emptied: &mut Vec<Handle>) {
    if depth > DEEPEST {
        return;
    }
    // The inner tables first: a row of such a table may be all of an outer cell.
    node.children.borrow().iter().for_each(|child| walk(child, blank, depth + 1, emptied));
    if node.element_name().as_deref() != Some("tr") {
        return;
    }
    let is_cell = |child: &Handle| matches!(child.element_name().as_deref(), Some("td" | "th"));
    let cells: Vec<Handle> = node.children.borrow().iter().filter(|child| is_cell(child)).cloned().collect();
    let Some(lines) = cells.iter().map(|cell| one_line(cell, 0)).collect::<Option<Vec<_>>>() else { return };
    let [first, others @ ..] = cells.as_slice() else { return };
    if others.is_empty() {
        return;
    }
    let mut line = Vec::new();
    for inline in lines.into_iter().filter(|inline| !inline.is_empty()) {
        if !line.is_empty() {
            line.push(blank.clone());
        }
        line.extend(inline);
    }
    emptied.extend(first.children.replace(line));
    emptied.extend(node.children.replace(vec![first.clone()]));
}

/// What stands in a cell, if it is one line at most: words, or one block of words.
fn one_line(node: &Handle, depth: usize) -> Option<Vec<Handle>> {
    let children: Vec<Handle> = node.children.borrow().iter().filter(|child| !is_blank(child)).cloned().collect();
    if depth > DEEPEST {
        return None;
    }
    match children.as_slice() {
        [only] if is_wrapper(only) => one_line(only, depth + 1),
        _ if children.iter().any(|child| breaks(child, depth)) => None,
        _ => Some(node.children.borrow().clone()),
    }
}

/// Whether there is a line's end in an element, or before it.
fn breaks(node: &Handle, depth: usize) -> bool {
    let name = node.element_name().unwrap_or_default();
    let is_inline = matches!(
        name.as_str(),
        "" | "a"
            | "b"
            | "i"
            | "u"
            | "s"
            | "em"
            | "strong"
            | "span"
            | "font"
            | "code"
            | "tt"
            | "strike"
            | "del"
            | "img"
            | "small"
            | "big"
            | "sub"
            | "sup"
            | "label"
            | "ins"
            | "kbd"
            | "o:p"
            | "wbr"
            | "mark"
            | "abbr"
    );
    !is_inline || depth > DEEPEST || node.children.borrow().iter().any(|child| breaks(child, depth + 1))
}

/// Whether an element may be all there is in a cell.
fn is_wrapper(node: &Handle) -> bool {
    let name = node.element_name().unwrap_or_default();
    matches!(
        name.as_str(),
        "p" | "div" | "table" | "tbody" | "tr" | "td" | "span" | "font" | "center" | "h1" | "h2" | "h3"
    )
}

/// Blank text, a comment, or a line's end with nothing behind it.
fn is_blank(node: &Handle) -> bool {
    match node.element_name() {
        Some(name) => name == "br" || name == "colgroup",
        None => {
            let mut text = Vec::new();
            let _ = node.serialize(&mut text);
            let text = String::from_utf8_lossy(&text).replace("&nbsp;", " ");
            text.trim().is_empty() || text.starts_with("<!--")
        }
    }
}
