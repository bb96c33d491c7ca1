//! A letter without its passwords: for what is kept, what is told to others, and what is written to logs.

use super::letter::Letter;
use super::sift::Piece;

impl Letter {
    /// The letter with some of its lines changed, wherever they stand: in its own lines, in a quote, a signature or a file. `change`
    /// says what stands there instead, or nothing for a line that stays. Says whether anything was changed.
    pub fn change_lines(&mut self, mut change: impl FnMut(&str) -> Option<String>) -> bool {
        let mut is_changed = false;
        let mut put = |line: &mut String| {
            if let Some(other) = change(line) {
                *line = other;
                is_changed = true;
            }
        };
        for piece in &mut self.pieces {
            put(match piece {
                Piece::Own(line) => line,
                Piece::Quoted(quote) => &mut quote.text,
                Piece::Aside(out) => &mut out.line,
            });
        }
        for attached in &mut self.attached {
            let lines = attached.text.lines().map(|line| {
                let mut line = line.to_owned();
                put(&mut line);
                line
            });
            let lines = lines.collect::<Vec<_>>().join("\n");
            attached.text = lines;
        }
        if is_changed {
            self.finish();
        }
        is_changed
    }

    /// A mail with the headers of `raw` and the text of this letter: what is kept if the mail itself must not be. Files are left out.
    pub fn as_mail(&self, raw: &[u8]) -> Vec<u8> {
        let head = String::from_utf8_lossy(&raw[..raw.len().min(1 << 16)]).replace("\r\n", "\n");
        let head = head.split_once("\n\n").map_or("", |(head, _)| head);
        let mut mail = String::new();
        let mut is_kept = true;
        for line in head.lines() {
            if !line.starts_with([' ', '\t']) {
                let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
                is_kept = !name.starts_with("content-") && name != "mime-version" && name != "dkim-signature";
            }
            if is_kept {
                mail.push_str(line);
                mail.push('\n');
            }
        }
        mail.push_str(
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n",
        );
        for piece in &self.pieces {
            // A quote without marks needs one here.
            if matches!(piece, Piece::Quoted(quote) if quote.marks.is_empty()) {
                mail.push_str("> ");
            }
            mail.push_str(&piece.written());
            mail.push('\n');
        }
        mail.into_bytes()
    }
}
