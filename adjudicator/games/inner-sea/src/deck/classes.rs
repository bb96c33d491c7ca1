//! Which negations hit a card: worked out from its effect, so that correcting an effect corrects what may negate it (IS-12.7).

use super::{CardFile, CardKind, Class, Hits, Op, Reach, Spread, Step, Who};

/// Whether a class hits a card.
pub(super) fn hits(class: Class, card: &CardFile) -> bool {
    let hits = &card.hit_by;
    match class {
        Class::WonderUse => card.kind == CardKind::Wonder,
        _ if card.kind == CardKind::Wonder => false,
        Class::Places(k) => hits.places >= k,
        Class::Removes(k) => hits.removes >= k,
        Class::Barbarians => hits.barbarians,
        Class::Hand => hits.hand,
        Class::GreatPerson => card.great_person,
        Class::Tag(tag) => card.tags.contains(&tag),
        Class::Kind(kind) => card.kind == kind,
    }
}

fn number(spread: &Spread) -> u8 {
    let each = |n: u8| if n == u8::MAX { 4 } else { n };
    match spread.reach {
        Reach::Total(n) => n,
        Reach::Areas { n, areas } => each(n) * areas,
        Reach::Every { n } => each(n) * 3,
    }
}

fn others(disc: Who, spread: &Spread) -> u8 {
    if disc == Who::Me { 0 } else { number(spread) }
}

fn gives(who: Who) -> bool {
    matches!(who, Who::Me | Who::Any | Who::Named | Who::White | Who::Rival | Who::Opponent)
}

/// What a list of steps does at most; of several options the best counts.
pub(super) fn derive(effect: &[Step]) -> Hits {
    let mut sum = Hits::default();
    for step in effect {
        match &step.op {
            Op::Place { disc, spread, .. } => {
                sum.places = sum.places.saturating_add(if gives(*disc) { number(spread) } else { 0 });
                sum.barbarians |= *disc == Who::Barbarian;
            }
            Op::Ready(n) => sum.places = sum.places.saturating_add(*n),
            Op::Remove { disc, spread } => sum.removes = sum.removes.saturating_add(others(*disc, spread)),
            Op::Replace { disc, with, spread } => {
                sum.removes = sum.removes.saturating_add(others(*disc, spread));
                sum.places = sum.places.saturating_add(if gives(*with) { number(spread) } else { 0 });
                sum.barbarians |= *with == Who::Barbarian;
            }
            Op::Discard { who, .. } | Op::Steal { who, .. } => sum.hand |= *who != Who::Me,
            Op::Choose { options, .. } => {
                let mut best = Hits::default();
                for option in options.iter().map(|option| derive(option)) {
                    best.places = best.places.max(option.places);
                    best.removes = best.removes.max(option.removes);
                    best.barbarians |= option.barbarians;
                    best.hand |= option.hand;
                }
                sum.places = sum.places.saturating_add(best.places);
                sum.removes = sum.removes.saturating_add(best.removes);
                sum.barbarians |= best.barbarians;
                sum.hand |= best.hand;
            }
            _ => {}
        }
    }
    sum
}
