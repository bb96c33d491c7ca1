//! The club's pages: what anybody may see of it, as a folder of files that any web server can serve.
//!
//! Plain values in ([`facts`]), files out ([`Files`]): nothing here asks a database, a table or a clock, and only [`folder`] writes. Who makes
//! the values (`desk/spectator`) has no eyes but a spectator's, so a page can hold nothing that a stranger may not know: no address of a
//! member, no letter of an open round, no hand.
//!
//! | file | what |
//! |---|---|
//! | [`facts`] | what there is to tell |
//! | [`words`] | what can be said, and how it is said in a language |
//! | `frame` | what all pages share |
//! | [`home`], [`lists`], [`table`], [`orders`], [`league`], [`player`], [`search`] | the pages |
//! | [`feed`], [`calendar`] | results for feed readers, deadlines for calendars |
//! | [`folder`] | the only place that writes: whole files, and only those that changed |

pub mod calendar;
pub mod facts;
pub mod feed;
pub mod folder;
mod frame;
pub mod home;
pub mod league;
pub mod lists;
pub mod orders;
pub mod player;
pub mod search;
pub mod table;
pub mod words;

use std::collections::BTreeMap;

/// Files by their paths in the site.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The languages of the pages, each with a folder of its own.
pub const LANGUAGES: [&str; 4] = ["en", "it", "nl", "pl"];

/// What every page needs and no language changes.
pub fn shared(house: &facts::House) -> Files {
    let mut files = Files::new();
    files.insert("style.css".into(), include_bytes!("style.css").to_vec());
    files.insert("search.js".into(), include_bytes!("search.js").to_vec());
    files.insert("orders.js".into(), include_bytes!("orders.js").to_vec());
    files.insert("index.html".into(), frame::door(house).into_bytes());
    files
}
