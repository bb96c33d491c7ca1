//! A simple reader of HTML, for pages that are too deep for the good one or break it.

/// The simple reader: tags go, blocks end a line, the commonest entities are read. What is hidden by its own tag is left out.
pub fn stripped(html: &str) -> String {
    let mut out = String::new();
    let mut quotes = 0usize;
    // The element that is hidden, and how many of its name are open.
    let mut hidden: Option<(String, usize)> = None;
    let mut pieces = html.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    let mut is_comment = false;
    for piece in pieces {
        let was_comment = is_comment || piece.starts_with("!--");
        let (tag, after) = match piece.split_once("-->").filter(|_| was_comment) {
            Some((_, after)) => ("", after),
            None => piece.split_once('>').unwrap_or((piece, "")),
        };
        is_comment = was_comment && !piece.contains("-->");
        if is_comment {
            continue;
        }
        let name: String = tag
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '/')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match &mut hidden {
            Some((of, open)) if *name == **of => *open += 1,
            Some((of, open)) if name.strip_prefix('/') == Some(of) => *open -= 1,
            Some(_) => {}
            None if is_hidden(&name, tag) => hidden = Some((name.clone(), 1)),
            None => {}
        }
        match &hidden {
            Some((_, 0)) => hidden = None,
            Some(_) => continue,
            None => {}
        }
        match name.as_str() {
            "blockquote" => quotes = (quotes + 1).min(9),
            "/blockquote" => quotes = quotes.saturating_sub(1),
            _ => {}
        }
        let is_block = matches!(
            name.trim_matches('/'),
            "p" | "div" | "br" | "li" | "tr" | "blockquote" | "pre" | "h1" | "h2" | "h3" | "table" | "ul" | "ol" | "hr"
        );
        if is_block && !out.ends_with('\n') {
            out.push('\n');
        } else if matches!(name.as_str(), "td" | "th") && !out.ends_with(['\n', ' ']) {
            out.push(' ');
        }
        let text = after.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            if out.ends_with('\n') {
                out.push_str(&"> ".repeat(quotes));
            } else if after.starts_with(char::is_whitespace) && !out.ends_with(' ') {
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

/// Whether a tag says itself that what follows is not displayed.
fn is_hidden(name: &str, tag: &str) -> bool {
    let style: String = tag.to_ascii_lowercase().split_whitespace().collect();
    matches!(name, "head" | "style" | "script" | "title" | "template")
        || !is_void(tag) && ["display:none", "visibility:hidden", "font-size:0"].iter().any(|sign| style.contains(sign))
}

/// Elements without an end; `p` and `li` are often left open.
pub fn is_void(tag: &str) -> bool {
    let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    matches!(name.as_str(), "br" | "hr" | "img" | "meta" | "link" | "input" | "col" | "p" | "li" | "base" | "wbr" | "o")
}
