//! The order language's toolbox: folding, names in several languages, short forms, did-you-mean.

mod cursor;
mod fold;
mod lexicon;
mod link;

pub use cursor::{Cursor, Slip, nearest};
pub use fold::{Folded, Token, without_mark};
pub use lexicon::Lexicon;
pub use link::{LINK_FILES, Link};

/// A word of a game's language: a verb, a name, or one of the small words that all share.
pub trait Word: Copy + Ord + core::fmt::Debug + From<Link> + 'static {
    /// Whether an order begins with it: then what follows hangs on it, and no longer on the order before.
    fn begins_order(self) -> bool;
}
