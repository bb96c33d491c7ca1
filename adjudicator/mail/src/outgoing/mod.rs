//! How mails leave: by SMTP, by a `sendmail` program, or into Maildirs (those are [`super::Drafts`]).
//!
//! | file | what |
//! |---|---|
//! | [`line`] | who goes next: in order for each reader and table, with patience, within the limits of each domain |
//! | [`pool`] | hands on threads of their own, so that no slow server holds up the desk |
//! | `smtp`, `sendmail` | the hands |
//! | [`dkim`] | a signature, if the club has a key |

pub mod dkim;
pub mod line;
pub mod pool;
mod sendmail;
mod smtp;

pub use dkim::Signer;
pub use line::{Limits, Line, Note, Waiting};
pub use pool::{Hand, Pool};
pub use sendmail::Sendmail;
pub use smtp::{Smtp, Submission};

/// A mail on its way.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// Its place in the outbox.
    pub id: i64,
    /// Who gets the bounce.
    pub from: String,
    /// Who gets the mail.
    pub to: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The next server has it.
    Gone,
    /// Not yet; the server's words.
    Later(String),
    /// Never; the server's words.
    Never(String),
    /// The server cannot be reached, or takes no mail of ours at all: it is not this mail's fault.
    Closed(String),
}
