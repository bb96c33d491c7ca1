//! Any rule case: it is played or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius::cases::run_text;

fuzz_target!(|text: &str| {
    for outcome in run_text("fuzz.case", text) {
        let _ = outcome.to_string();
    }
});
