//! Tabellarius, the service: everything that touches the world.
//!
//! The rules live in crates of their own that cannot do I/O: `kernel` and `games/*`. Here are the catalogue of games, the
//! reports people read, and the commands of the binary.

pub mod cases;
pub mod catalogue;
pub mod cli;
pub mod config;
pub mod desk;
pub mod edition;
pub mod folder;
pub mod pages;
pub mod pictures;
pub mod referee;
pub mod sentence;
pub mod settings;
pub mod store;
pub mod time;

pub use tabellarius_mail as mail;
pub use tabellarius_picture as picture;
pub use tabellarius_report as report;
