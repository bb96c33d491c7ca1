//! `deliver`: a letter from the mail server, by a pipe.
//!
//! An MTA runs a program for each mail and looks at how it ends (`sysexits.h`): 0 is taken, 75 is "try again later", most others send the
//! mail back to its writer. A letter must never be lost by a full disk or a slip in a file of ours, so whatever goes wrong here is a 75,
//! except for a mail that nobody can mean.

use super::club::ClubFile;
use super::private_files::keep_private;
use crate::mail::Maildir;
use anyhow::{Context as _, Result};
use clap::Args;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::ExitCode;

/// Taken.
const OK: u8 = 0;
/// There is nothing in it that could be a mail (`EX_DATAERR`).
const NO_MAIL: u8 = 65;
/// Later (`EX_TEMPFAIL`).
pub const LATER: u8 = 75;
/// No letter is bigger; what is too big to be read is cut and judged by the desk.
const MOST: u64 = 64 << 20;

/// Takes a letter from standard input, for an alias or a transport of the mail server. When it ends with 0 the letter is on the disk.
#[derive(Args)]
pub struct Deliver {
    #[command(flatten)]
    club: ClubFile,
}

impl Deliver {
    /// Takes the letter.
    pub fn run(self) -> Result<ExitCode> {
        let code = match self.take() {
            Ok(code) => code,
            Err(error) => {
                eprintln!("tabellarius: not now: {error:#}");
                LATER
            }
        };
        Ok(ExitCode::from(code))
    }

    fn take(&self) -> Result<u8> {
        let mut mail = Vec::new();
        std::io::stdin().lock().take(MOST).read_to_end(&mut mail).context("cannot read standard input")?;
        // The first line of a mailbox file is no part of the mail.
        if mail.starts_with(b"From ") {
            let end = mail.iter().position(|byte| *byte == b'\n').map_or(mail.len(), |at| at + 1);
            mail.drain(..end);
        }
        if !has_header(&mail) {
            eprintln!("tabellarius: this is no mail: it has no header");
            return Ok(NO_MAIL);
        }
        let inbox = self.club.load()?.inbox;
        // A mail server that runs us as somebody else must leave a file that the club can read: then its own umask counts.
        if is_ours(&inbox) {
            keep_private();
        }
        Maildir::open(&inbox)?.deliver(&mail)?;
        Ok(OK)
    }
}

/// Whether a folder belongs to whoever runs us.
fn is_ours(folder: &Path) -> bool {
    folder.metadata().map_or(true, |found| found.uid() == rustix::process::geteuid().as_raw())
}

/// Whether the first line is one of a header.
fn has_header(mail: &[u8]) -> bool {
    let line = mail.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
    line.contains(&b':') && !name.is_empty() && name.iter().all(u8::is_ascii_graphic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_begins_with_a_header() {
        assert!(has_header(b"Received: by x\r\n\r\nhi"));
        for other in ["", "\n\n", "hello\n", ": x\n", "two words: x\n"] {
            assert!(!has_header(other.as_bytes()), "{other:?}");
        }
    }
}
