//! The mail side: bytes in, a [`letter::Letter`] out; a [`compose::Dispatch`] in, bytes out; and mailboxes at either end.
//!
//! | file | what |
//! |---|---|
//! | [`letter`], `letter_reading` | a mail as read; start here. Reading never fails |
//! | `parts`, `html`, `html_simple`, `displayed`, `rows`, `charset` | from MIME to text |
//! | `armour`, `damage` | OpenPGP in a text; mails that are cut short or contradict themselves |
//! | `lines`, `sift` | from text to the player's own words: quotes, signatures, footers and separators taken away |
//! | [`selection`] | which lines count when the order form was edited inside the quote |
//! | [`phrases`], `expression`, `pleasantry` | the phrases of mailers and people in each language: data in `config/mail/` |
//! | [`tongue`] | what a mail's headers say of its writer's language |
//! | [`nuisance`], `bounce` | mails that must not be answered |
//! | [`verdict`], `auth_results`, [`signature`] | whether a sender's domain vouches for a letter |
//! | `route`, `machine` | where a mail came from; addresses behind which nobody reads |
//! | `redact` | a letter without its passwords |
//! | [`compose`], `headers`, [`calendar`] | outgoing mail |
//! | [`incoming`] | where letters come from: Maildir, IMAP, POP3 |
//! | [`outgoing`] | how mails leave: SMTP, `sendmail`; who goes next; signatures |
//! | [`server`], `connection`, [`trouble`], [`secret`], [`backoff`] | talking to servers: TLS, what can be wrong, passwords, patience |
//! | [`oauth`], `sasl` | tokens instead of passwords: who gives them, how they are renewed, how servers are shown them |
//! | [`maildir`], [`delivery`], [`watch`], [`wakeup`] | mail on this disk, and noticing it |

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails"))]

pub mod address;
mod armour;
mod auth_results;
pub mod backoff;
mod bounce;
pub mod calendar;
mod charset;
pub mod compose;
mod connection;
mod damage;
pub mod delivery;
mod displayed;
mod expression;
mod headers;
pub mod html;
mod html_simple;
pub mod incoming;
pub mod letter;
mod letter_reading;
mod lines;
pub mod machine;
pub mod maildir;
pub mod nuisance;
pub mod oauth;
pub mod outgoing;
mod parts;
pub mod phrases;
mod pleasantry;
mod redact;
mod route;
mod rows;
mod sasl;
pub mod secret;
pub mod selection;
pub mod server;
mod sift;
pub mod signature;
pub mod tongue;
pub mod trouble;
pub mod typography;
pub mod verdict;
pub mod wakeup;
pub mod watch;

/// A moment: seconds since 1970.
pub type Time = i64;

pub use address::Address;
pub use compose::Dispatch;
pub use delivery::{Delivery, Places};
pub use letter::{Letter, Problem};
pub use maildir::Maildir;
pub use nuisance::Nuisance;
pub use phrases::Phrases;
pub use selection::{FoundIn, Selection};
pub use watch::Watch;
