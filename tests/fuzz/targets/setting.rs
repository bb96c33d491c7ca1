//! Any words as a setting of a table: it is taken or refused, and what was taken is printed as something that is taken again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius::settings::Settings;

fuzz_target!(|text: &str| {
    let mut settings = Settings::default();
    for line in text.lines().take(20) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let _ = settings.set(key, value);
    }
    let mut again = Settings::default();
    for (key, value) in settings.list() {
        assert!(again.set(&key, &value).is_ok(), "{key} {value}");
    }
    assert_eq!(again.list(), settings.list());
});
