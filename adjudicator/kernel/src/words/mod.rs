//! The order language's toolbox: folding, names in several languages, short forms, did-you-mean.

mod cursor;
mod fold;
mod lexicon;
mod link;

pub use cursor::{Cursor, Slip, nearest};
pub use fold::{Folded, Token, without_mark};
pub use lexicon::Lexicon;
pub use link::{LINK_FILES, Link};
