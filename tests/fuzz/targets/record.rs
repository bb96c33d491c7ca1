//! Any bytes as the record of a table: it plays again and proves itself, or it is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius::catalogue::{Visit, visit};
use tabellarius::folder::PublicRecord;
use tabellarius::referee::Referee;
use tabellarius_kernel::{Listed, Seed};

struct Play(PublicRecord);

impl Visit for Play {
    type Out = ();

    fn game<G: Listed>(self, game: G) {
        let Some(seed) = Seed::from_hex(&self.0.seed) else { return };
        let rounds = &self.0.rounds[..self.0.rounds.len().min(8)];
        if let Ok((referee, _)) = Referee::replay(game, self.0.header, seed, rounds) {
            assert_eq!(referee.rounds.len(), rounds.len());
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(record) = serde_json::from_slice::<PublicRecord>(bytes) else { return };
    let header = record.header.clone();
    let _ = visit(&header.game, header.players, &header.variant, Play(record));
});
