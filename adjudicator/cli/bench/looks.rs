//! `bench looks`: what a stage costs whose reports are pages with pictures, beside the same stage told in text.

use super::Of;
use crate::cli::gallery::Room;
use crate::desk::club::Look;
use anyhow::{Result, ensure};

/// Measures rounds of one game, from the last letter to the mails in the outbox; the same rounds twice.
pub(super) fn run(of: &Of) -> Result<()> {
    let mut middles = Vec::new();
    let mut most = 0;
    for look in [Look::Plain, Look::Html] {
        let mut room = Room::new("en", look)?;
        room.open(&of.game, of.players)?;
        let mut times = Vec::new();
        let begun = std::time::Instant::now();
        while times.len() < 40 && begun.elapsed().as_secs_f64() < of.seconds {
            let Some(round) = room.timed_round()? else { break };
            times.push(round.ms);
            most = most.max(round.largest);
        }
        ensure!(!times.is_empty(), "no round was closed");
        times.sort_by(f64::total_cmp);
        middles.push(times.get(times.len() / 2).copied().unwrap_or_default());
    }
    println!(
        "{}",
        serde_json::json!({
            "what": "looks", "game": of.game, "players": of.players, "text_ms": middles.first(), "pages_ms": middles.last(),
            "largest_mail": most,
        })
    );
    Ok(())
}
