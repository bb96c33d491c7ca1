//! Any headers that claim to prove a letter: what our own server did not write proves nothing, and nothing breaks down.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius::mail::signature::Claim;
use tabellarius::mail::verdict::{Finding, by_server};
use tabellarius::mail::{Address, Letter, Phrases};

const SERVER: &str = "mx.club.example";

fuzz_target!(|text: &str| {
    let _ = Claim::read(text);
    let flat = text.replace(['\r', '\n'], "\r\n ");
    let mail = format!(
        "From: anna@home.example\r\nTo: referee@club.example\r\nDate: Mon, 16 Nov 2026 12:00:00 +0000\r\n\
         DKIM-Signature: {flat}\r\nAuthentication-Results: {flat}\r\nReceived: {flat}\r\n\r\nconcede\r\n"
    );
    let letter = Letter::read(mail.as_bytes(), Phrases::built_in());
    let found = by_server(&letter, SERVER, &Address::new("referee@club.example"), 1_794_830_400);
    let lower = text.to_ascii_lowercase();
    if !(lower.contains(SERVER) && lower.contains("pass") && lower.contains("home.example")) {
        assert!(!matches!(found, Finding::Vouched { .. }), "{text:?}");
    }
});
