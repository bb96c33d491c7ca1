//! Why a run came out as it did, with rule numbers, answers and dice.

use super::voice::Voice;
use anyhow::Result;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tabellarius_kernel::{Listed, Reason as _, Run, Viewer};

/// Explains a run; one that kept a trace ([`tabellarius_kernel::Stage::explain`]) also tells answers and dice.
///
/// A player is told only the own answers, and only the rolls whose audience they are in; once the game is over, everybody may see all rolls.
pub fn explain<G: Listed>(voice: &Voice<'_, G>, run: &Run<G>, viewer: Viewer) -> Result<String> {
    let game = voice.game;
    let sees = |seat| viewer == Viewer::Moderator || viewer == Viewer::Seat(seat);
    let mut rules: BTreeMap<Vec<u32>, Value> = BTreeMap::new();
    let mut cite = |number: &'static str| {
        if let Some(rule) = voice.rule(number) {
            rules.insert(rule.order(), json!({ "number": rule.number, "chapter": rule.chapter, "text": rule.text }));
        }
    };
    let mut events = Vec::new();
    for told in run.told.iter().filter(|told| told.audience.hears(viewer)) {
        let rule = game.rule_of(&told.event);
        cite(rule);
        events.push(json!({ "text": voice.event(&told.event)?, "rule": rule }));
    }
    let mut refused = Vec::new();
    for refusal in run.refused.iter().filter(|refusal| sees(refusal.seat)) {
        cite(refusal.reason.rule());
        refused.push(json!({
            "seat": refusal.seat,
            "line": refusal.line,
            "order": game.print_order(&refusal.order, voice.language),
            "text": voice.reason(&refusal.reason)?,
            "rule": refusal.reason.rule(),
        }));
    }
    let unused: Vec<Value> = run
        .unused
        .iter()
        .filter(|unused| sees(unused.seat))
        .map(|unused| json!({ "seat": unused.seat, "line": unused.line.number, "order": voice.line(&unused.line) }))
        .collect();
    let answers: Vec<Value> = run
        .used
        .iter()
        .filter(|used| sees(used.seat))
        .map(|used| {
            let orders: Vec<String> = used.orders.iter().map(|order| game.print_order(order, voice.language)).collect();
            json!({ "seat": used.seat, "path": used.path, "orders": orders, "source": used.source })
        })
        .collect();
    let over = game.winners(&run.state).is_some();
    let rolled = run.rolled.iter().filter(|roll| over || roll.audience.hears(viewer));
    let dice: Vec<Value> = rolled.map(|roll| json!({ "path": roll.path, "faces": roll.faces })).collect();
    voice.letter(
        "explain.txt",
        &json!({
            "finished": run.finished,
            "events": events,
            "refused": refused,
            "unused": unused,
            "answers": answers,
            "dice": dice,
            "rules": rules.into_values().collect::<Vec<_>>(),
        }),
    )
}
