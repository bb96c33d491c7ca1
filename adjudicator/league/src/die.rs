//! A named die: the same seed, salt and name give the same throws on every machine, so that everybody can check a draw.

/// A stream of throws.
pub struct Die(blake3::OutputReader);

impl Die {
    /// The die of this name. `seed` is committed to before anybody enters, `salt` is made of who entered, so that nobody can choose the draw.
    pub fn named(seed: &[u8], salt: &[u8], name: &str) -> Die {
        let mut hash = blake3::Hasher::new_derive_key("tabellarius 2026 league die");
        for part in [seed, salt, name.as_bytes()] {
            hash.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        Die(hash.finalize_xof())
    }

    /// One of `0..faces`, each as likely as the others; 0, if there is only one.
    pub fn throw(&mut self, faces: usize) -> usize {
        let faces = faces.max(1) as u64;
        // Numbers of the last, incomplete run would make the first faces likelier.
        let fair = u64::MAX - u64::MAX % faces;
        loop {
            let mut bytes = [0; 8];
            self.0.fill(&mut bytes);
            let number = u64::from_le_bytes(bytes);
            if number < fair {
                return (number % faces) as usize;
            }
        }
    }

    /// Puts things into a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.throw(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_is_known_by_its_seed_salt_and_name() {
        let throws = |seed: &[u8], salt: &[u8], name| {
            let mut die = Die::named(seed, salt, name);
            (0..20).map(|_| die.throw(6)).collect::<Vec<_>>()
        };
        assert_eq!(throws(b"a", b"b", "round 1"), throws(b"a", b"b", "round 1"));
        assert_ne!(throws(b"a", b"b", "round 1"), throws(b"a", b"b", "round 2"));
        assert_ne!(throws(b"a", b"b", "round 1"), throws(b"ab", b"", "round 1"), "where a part ends counts");
    }

    #[test]
    fn every_order_is_as_likely_as_the_others() {
        let mut die = Die::named(b"", b"", "orders");
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut order = [1, 2, 3];
            die.shuffle(&mut order);
            *counts.entry(order).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }
}
