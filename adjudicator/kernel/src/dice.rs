//! Dice with names, a seed that is committed to, and salts that nobody can choose.
//!
//! A roll is `hash(seed, salt, path)`. The path reads like `turn 4/military/Rome/Cyrene/attack`, so amending one order never
//! moves another roll. The salt is the hash of all letters of the round that was closed last, so whoever knows the
//! seed cannot pick a good one beforehand; the seed's commitment is published when the table starts and the seed
//! itself when it ends, so anybody can replay the game.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// The secret of a table. It is never printed while the game runs.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl core::fmt::Debug for Seed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Seed {
    /// A seed from 32 secret bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A seed from any text: for tests, demos and benchmarks, where nothing has to be secret.
    pub fn from_text(text: &str) -> Seed {
        Seed(*blake3::hash(text.as_bytes()).as_bytes())
    }

    /// What is published at the start, and checked against the seed at the end.
    pub fn commitment(&self) -> String {
        hex(blake3::Hasher::new_derive_key("tabellarius 2026 seed commitment").update(&self.0).finalize().as_bytes())
    }

    /// The seed as text, to be published when the game is over.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// A seal over some parts. Without the seed it tells nothing about them, not even whether a guess is right.
    pub fn seal<const N: usize>(&self, parts: [&[u8]; N]) -> String {
        let key = blake3::derive_key("tabellarius 2026 seal", &self.0);
        let mut hash = blake3::Hasher::new_keyed(&key);
        for part in parts {
            hash.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        hex(&hash.finalize().as_bytes()[..16])
    }

    /// Reads a revealed seed.
    pub fn from_hex(text: &str) -> Option<Seed> {
        unhex(text).map(Seed)
    }
}

/// The hash of everything that was written up to the last closed round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Salt([u8; 32]);

impl Salt {
    /// The salt a table starts with; `what` should name the table and its players.
    pub fn first(what: &str) -> Salt {
        Salt(*blake3::hash(what.as_bytes()).as_bytes())
    }

    /// The salt after a round in which these letters were in, each a seat's name and a text.
    pub fn after<'a>(self, letters: impl IntoIterator<Item = (u8, &'a str)>) -> Salt {
        let mut hash = blake3::Hasher::new_keyed(&self.0);
        for (seat, text) in letters {
            hash.update(&[seat]);
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        Salt(*hash.finalize().as_bytes())
    }

    /// The salt as text, for the public record.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// Reads a salt from the public record.
    pub fn from_hex(text: &str) -> Option<Salt> {
        unhex(text).map(Salt)
    }
}

/// Rolls `n` dice with `sides` faces under a name.
pub fn roll(seed: &Seed, salt: Salt, path: &str, n: usize, sides: u8) -> Vec<u8> {
    let mut bytes = stream(seed, salt, path);
    (0..n).map(|_| 1 + below(&mut bytes, sides)).collect()
}

/// Puts `n` things into a random order under a name: the returned list holds each of `0..n` once.
pub fn shuffle(seed: &Seed, salt: Salt, path: &str, n: u8) -> Vec<u8> {
    let mut bytes = stream(seed, salt, path);
    let mut order: Vec<u8> = (0..n).collect();
    for last in (1..n).rev() {
        order.swap(usize::from(last), usize::from(below(&mut bytes, last + 1)));
    }
    order
}

/// The bytes of a roll, fetched a block at a time.
struct Bytes {
    from: blake3::OutputReader,
    block: [u8; 64],
    used: usize,
}

impl Bytes {
    fn next(&mut self) -> u8 {
        if self.used == self.block.len() {
            self.from.fill(&mut self.block);
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

fn stream(seed: &Seed, salt: Salt, path: &str) -> Bytes {
    let from = blake3::Hasher::new_keyed(&seed.0).update(&salt.0).update(path.as_bytes()).finalize_xof();
    Bytes { from, block: [0; 64], used: 64 }
}

/// An evenly distributed number below `limit`: bytes that would favour the low faces are thrown away.
fn below(bytes: &mut Bytes, limit: u8) -> u8 {
    let limit = limit.max(1);
    let fair = 256 / u16::from(limit) * u16::from(limit);
    loop {
        let byte = bytes.next();
        if u16::from(byte) < fair {
            return byte % limit;
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_depends_on_its_name_alone() {
        let seed = Seed::from_text("test");
        let salt = Salt::first("ostia-3");
        let alone = roll(&seed, salt, "turn 1/military/Rome/Cyrene/attack", 3, 6);
        let _other = roll(&seed, salt, "turn 1/military/Rome/Libya/attack", 3, 6);
        assert_eq!(alone, roll(&seed, salt, "turn 1/military/Rome/Cyrene/attack", 3, 6));
        assert_ne!(roll(&seed, salt, "a", 20, 6), roll(&seed, salt.after([(0, "hello")]), "a", 20, 6));
    }

    #[test]
    fn faces_are_fair_enough() {
        let seed = Seed::from_text("fair");
        let faces = roll(&seed, Salt::first("x"), "many", 60_000, 6);
        for face in 1..=6 {
            let seen = faces.iter().filter(|f| **f == face).count();
            assert!((9_600..10_400).contains(&seen), "{face}: {seen}");
        }
    }

    #[test]
    fn seeds_and_salts_survive_being_written_down() {
        let seed = Seed::from_text("x");
        assert_eq!(Seed::from_hex(&seed.reveal()), Some(seed.clone()));
        assert_eq!(Seed::from_hex("zz"), None);
        assert_eq!(Seed::from_hex(&"é".repeat(32)), None);
        assert!(!alloc::format!("{seed:?}").contains(&seed.reveal()));
        let salt = Salt::first("y");
        assert_eq!(Salt::from_hex(&salt.to_hex()), Some(salt));
    }

    #[test]
    fn moving_a_letter_between_seats_changes_the_salt() {
        let salt = Salt::first("t");
        assert_ne!(salt.after([(0, "ab"), (1, "c")]), salt.after([(0, "a"), (1, "bc")]));
        assert_ne!(salt.after([(0, "a")]), salt.after([(1, "a")]));
    }
}
