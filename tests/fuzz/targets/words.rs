//! Any file of words: it is read, or refused with lines and reasons.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tabellarius_mare_nostrum::board::Board;
use tabellarius_mare_nostrum::classic::language::term::lexicon;

static BOARD: LazyLock<Board> = LazyLock::new(|| Board::classic().expect("built-in data"));

fuzz_target!(|text: &str| {
    if let Err(flaws) = lexicon(&BOARD, [("fuzz.toml", text)]) {
        assert!(!flaws.is_empty());
        assert!(flaws.iter().all(|flaw| flaw.line <= text.lines().count() + 1));
    }
});
