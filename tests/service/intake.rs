//! Any bytes can come by mail: nothing breaks, and nobody is answered twice. The fuzz target `intake` does the same for longer.

use crate::trial::Trial;
use rand::{RngExt as _, SeedableRng as _};
use tabellarius::desk::intake::Taken;
use tabellarius_kernel::Chance;

/// Pieces that mean something to somebody on the way.
const PIECES: [&str; 32] = [
    "\n\n",
    "\n",
    "\r\n",
    "From: ",
    "To: referee@club.example\n",
    "anna@home.example",
    "bela@home.example",
    "yes",
    "identify ",
    "password ",
    "address also ",
    "forget me\n",
    "table ostia-3\n",
    "press to all\n",
    "end\n",
    "pick any\n",
    "> ",
    "-- \n",
    "Content-Type: multipart/mixed; boundary=b\n",
    "--b\n",
    "--b--\n",
    "Content-Transfer-Encoding: base64\n",
    "=?utf-8?B?",
    "\u{2028}",
    "DKIM-Signature: v=1; a=rsa-sha256; d=home.example; s=x; h=from:to:subject:date; bh=; b=\n",
    "Date: Mon, 16 Nov 2026 12:00:00 +0000\n",
    "referee+ask.1.0123456789abcdef@club.example",
    "quarantine release 1\n",
    "Received: from x (x [203.0.113.7]) by y; Mon, 16 Nov 2026 12:00:00 +0000\n",
    "Authentication-Results: mx.club.example 1; dkim=pass (x) header.d=\"home.example\"; spf=pass\n",
    "noreply@home.example",
    "concede yes\nleave\n",
];

#[test]
fn any_bytes_are_taken_and_answered_at_most_once() {
    let mails: Vec<Vec<u8>> = std::fs::read_dir("tests/mail")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "eml"))
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    assert!(mails.len() > 30);
    // For longer, with other dice: INTAKE_ROUNDS=100000 INTAKE_SEED=8 cargo test --test service intake
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let rounds = number("INTAKE_ROUNDS", 3_000);
    let mut dice = Chance::seed_from_u64(number("INTAKE_SEED", 7));
    let mut trial = Trial::new();
    let mut counts = [0usize; 5];
    for round in 0..rounds {
        let mut bytes = vec![dice.random_range(0..6)];
        if dice.random_bool(0.5) {
            bytes.extend(&mails[dice.random_range(0..mails.len())]);
        }
        for _ in 0..dice.random_range(0..12) {
            let piece = PIECES[dice.random_range(0..PIECES.len())];
            let at = dice.random_range(1..=bytes.len());
            bytes.splice(at..at, piece.bytes());
        }
        for _ in 0..dice.random_range(0..4) {
            let at = dice.random_range(1..=bytes.len());
            bytes.splice(at..at, [dice.random::<u8>()]);
        }
        if dice.random_bool(0.1) {
            bytes.truncate(dice.random_range(1..=bytes.len()));
        }
        counts[trial.take(&bytes) as usize] += 1;
        if round % 500 == 499 {
            trial = Trial::new();
        }
    }
    for taken in [Taken::Answered, Taken::Nuisance, Taken::Waiting, Taken::Quarantined] {
        assert!(counts[taken as usize] > 20, "{counts:?}: {taken:?}");
    }
}
