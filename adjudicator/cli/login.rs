//! `login`: somebody says yes at the mail provider, once, and the service goes on alone from there.

use super::club::ClubFile;
use crate::mail::oauth::{Asking, log_in};
use anyhow::{Context as _, Result};
use clap::Args;

/// Logs in at a mail provider that takes no passwords (Google, Microsoft), and keeps the tokens. The service may run meanwhile: it uses
/// them from its next connection on.
#[derive(Args)]
pub struct Login {
    #[command(flatten)]
    club: ClubFile,
}

impl Login {
    /// Logs in.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        let oauth = club.oauth.context("the club's file has no section [oauth]; the guide for operators shows one")?;
        log_in(&oauth.keyring()?, |asking| drop(super::print(&asked(&asking))), pasted)?;
        super::print(&format!(
            "The tokens are in {}, which only you can read. `tabellarius doctor` tries them.\n",
            oauth.tokens.display()
        ))
    }
}

fn asked(asking: &Asking) -> String {
    match asking {
        Asking::Code { address, code } => {
            format!(
                "Open this address on any device, log in as the referee, and type in the code:\n\n    {address}\n    {code}\n\nI wait.\n"
            )
        }
        Asking::Browser { address } => format!(
            "Open this address in a browser and log in as the referee:\n\n    {address}\n\n\
             I wait. Is the browser on another machine? Then it ends at a page that it cannot show (127.0.0.1): copy the address of that page\n\
             and paste it here.\n"
        ),
    }
}

fn pasted() -> Option<String> {
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line),
    }
}
