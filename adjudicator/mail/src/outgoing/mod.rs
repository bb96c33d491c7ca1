//! How mails leave: by SMTP, by a `sendmail` program, or into Maildirs (those are [`super::Delivery`]).
//!
//! | file | what |
//! |---|---|
//! | [`send_queue`] | who goes next: in order for each reader and table, with patience, within the limits of each domain |
//! | [`transport`] | handing a mail over, on threads of their own, so that no slow server holds up the desk |
//! | `smtp`, `smtp_session`, `sendmail` | the transports |
//! | [`dkim`] | a signature, if the club has a key |

pub mod dkim;
pub mod send_queue;
mod sendmail;
mod smtp;
mod smtp_session;
mod smtp_wire;
pub mod transport;

pub use dkim::Signer;
pub use send_queue::{Limits, QueuedMail, SendQueue, SendStatus};
pub use sendmail::Sendmail;
pub use smtp::{Smtp, Submission};
pub use transport::{Pool, Transport};

/// A mail on its way.
#[derive(Clone, Debug)]
pub struct OutgoingMail {
    /// Its place in the outbox.
    pub id: i64,
    /// Who gets the bounce.
    pub from: String,
    /// Who gets the mail.
    pub to: String,
    pub bytes: Vec<u8>,
}

/// What one attempt to hand a mail over came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The next server has it.
    Accepted,
    /// Not yet; the server's words.
    Later(String),
    /// Never; the server's words.
    Refused(String),
    /// The server cannot be reached, or takes no mail of ours at all: it is not this mail's fault.
    Closed(String),
}
