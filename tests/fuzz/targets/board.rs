//! Any board file: it is read, or refused with lines and reasons.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius_mare_nostrum::board::Board;

fuzz_target!(|text: &str| {
    if let Err(flaws) = Board::load("fuzz.toml", text) {
        assert!(!flaws.is_empty());
        for flaw in flaws {
            assert!((1..=text.lines().count() + 1).contains(&flaw.line), "{flaw}");
            assert!(!flaw.reason.is_empty());
        }
    }
});
