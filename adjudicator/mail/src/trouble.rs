//! What can be wrong with a mail server, in words that tell an operator where to look.

use std::fmt;
use std::io;

/// What to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The name of the server.
    Name,
    /// Its port, or whether it is up at all.
    Port,
    /// Its certificate, or the kind of TLS.
    Certificate,
    /// The user's name or password.
    Password,
    /// The token that stands for the password.
    Token,
    /// A person must log in (again) at the provider.
    Consent,
    Folder,
    /// It refused something else.
    Refused,
    /// The connection ended.
    Cut,
    /// It did not answer in time.
    Time,
}

/// What is wrong.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// What to look at.
    pub which: Which,
    what: String,
}

impl Trouble {
    /// Something is wrong.
    pub fn new(which: Which, what: impl Into<String>) -> Trouble {
        // What a server says may be long and may hold anything.
        let what: String = what.into().chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect();
        Trouble { which, what }
    }

    /// A connection that failed.
    pub fn cut(host: &str, error: &io::Error) -> Trouble {
        let which = Trouble::new(Which::Cut, "").with(error).which;
        match which {
            Which::Time => Trouble::new(which, format!("{host} does not answer")),
            _ => Trouble::new(which, format!("the connection to {host} broke: {error}")),
        }
    }

    /// Waiting in vain is told apart from everything else, except while we look for the right port.
    pub(super) fn with(mut self, error: &io::Error) -> Trouble {
        let is_late = matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
        if is_late && self.which == Which::Cut {
            self.which = Which::Time;
        }
        self
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Trouble {}
