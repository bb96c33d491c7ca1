//! Any bytes as a mail: the desk takes them, nothing breaks, and nobody gets two answers.
#![no_main]

#[path = "../../service/trial.rs"]
mod intake;

use intake::Trial;
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

/// So many mails come to one club; then a new one is opened, so that memory is bounded.
const MOST: u32 = 2_000;

thread_local! {
    static CLUB: RefCell<(u32, Option<Trial>)> = const { RefCell::new((0, None)) };
}

fuzz_target!(|bytes: &[u8]| {
    CLUB.with_borrow_mut(|(mails, club)| {
        if *mails >= MOST {
            (*mails, *club) = (0, None);
        }
        *mails += 1;
        club.get_or_insert_with(Trial::new).take(bytes);
    });
});
