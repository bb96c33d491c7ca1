//! What the game of 2003 and Mythology, which builds on it, share and the game of 2016 does not have.

pub mod founding;
pub mod helen;
pub mod income;
pub mod sanity;
pub mod scene;
pub mod trade;
