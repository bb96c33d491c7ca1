//! Any text as a club's file: it is taken or refused with a reason, and what was taken can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius::desk::Club;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(club) = Club::parse(text) else { return };
    let written = toml::to_string(&club).expect("a club can be written");
    let again = Club::parse(&written).expect("what was written can be read");
    assert_eq!(again, club);
});
