//! Plain characters. A text keeps what its writer typed; for orders, invisible characters go, and dashes, arrows and quotation marks
//! become the ones on a keyboard.

use super::html::STRUCK;

/// A text as it was written, one kind of line end, without characters that only control a machine or a reader's eye.
pub fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\t' => tidy.push('\t'),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => tidy.push('\n'),
            c if c.is_control() || is_deceptive(c) => {}
            c => tidy.push(c),
        }
    }
    tidy
}

/// Characters that nobody types, and that hide words or turn them round.
fn is_deceptive(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}' | '\u{fffc}')
}

/// Characters that only shape their neighbours: joined pictures, coloured hearts, the direction of a word.
fn is_shape(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}')
}

/// A text as orders are read: `→`, `—>` and Outlook's `à` are `->`, list marks and struck-out lines go. Lines keep their numbers.
pub fn keyboard(text: &str) -> String {
    text.lines().map(keyboard_line).collect::<Vec<_>>().join("\n")
}

fn keyboard_line(line: &str) -> String {
    let trimmed = line.trim();
    if trimmed.len() > 2 * STRUCK.len() && trimmed.starts_with(STRUCK) && trimmed.ends_with(STRUCK) {
        return String::new();
    }
    let mut out = String::with_capacity(line.len());
    for c in trimmed.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{ff0d}' => out.push('-'),
            '→' | '⇒' | '⟶' | '⟹' | '➔' | '➙' | '➛' | '➜' | '➝' | '➞' | '➡' | '⇨' | '↦' | '►' | '▶' | '\u{f0e0}'
            | '\u{f0e8}' => {
                out.push_str("->");
            }
            '‘' | '’' | '‚' | '‛' | 'ʼ' | '`' | '´' => out.push('\''),
            '“' | '”' | '„' | '‟' | '«' | '»' => out.push('"'),
            '…' => out.push_str("..."),
            '×' => out.push('x'),
            c if is_shape(c) || is_deceptive(c) => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    // Outlook makes an arrow of "-->" that is the letter à in a font of pictures.
    let out =
        out.replace(" à ", " -> ").replace("-->", "->").replace("=>", "->").replace("- >", "->").replace(STRUCK, "");
    without_mark(&out).to_owned()
}

/// Without the mark of a list: `- `, `* `, `• `, `o `, `1. `, `2) `.
fn without_mark(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered =
        if rest.len() < line.len() && line.len() - rest.len() <= 2 { rest.strip_prefix(['.', ')']) } else { None };
    let bulleted = line.strip_prefix(['-', '*', '•', '◦', '▪', '‣', '·', '●', '\u{f0b7}', '§']);
    match numbered.or(bulleted) {
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        Some(rest) if line.starts_with(['•', '·', '●', '\u{f0b7}']) => rest.trim_start(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_as_it_was_written_and_orders_are_plain() {
        let text = tidy("move\u{a0}2\u{202f}legions\u{200b}\r\n\u{feff}“x” – y\u{7} ❤\u{fe0f}\tz");
        assert_eq!(text, "move\u{a0}2\u{202f}legions\n“x” – y ❤\u{fe0f}\tz");
        assert_eq!(keyboard(&text), "move 2 legions\n\"x\" - y ❤ z");
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        assert_eq!(tidy("a\r\nb\rc\nd\r\r\ne\u{2028}f"), "a\nb\nc\nd\n\ne\nf");
    }

    #[test]
    fn orders_are_typed_on_a_keyboard() {
        assert_eq!(
            keyboard("• move 2 legions Roma → Sicilia\n- build “x”\n1. a —> b"),
            "move 2 legions Roma -> Sicilia\nbuild \"x\"\na -> b"
        );
        assert_eq!(keyboard("move Roma à Sicilia\n~~attack Roma~~\nx --> y"), "move Roma -> Sicilia\n\nx -> y");
        assert_eq!(
            keyboard("2 legions Roma - Sicilia\n-> x\n10 legions"),
            "2 legions Roma - Sicilia\n-> x\n10 legions"
        );
    }
}
