//! Who wrote a letter, and which seat the writer answers for.
//!
//! Every mail to a player names an address to answer to, with a tag for the table, the seat and the player that nobody else can make.
//! A letter to such an address is that player's. Otherwise the sender's address decides.

use super::carried_tag::tags;
use super::measure::is_mixed;
use crate::mail::{Address, Letter};
use crate::store::Person;
use std::collections::BTreeMap;

/// The secret of the club's tags.
#[derive(Clone)]
pub struct Key {
    secret: [u8; 32],
    /// How often a tag was replaced because somebody else had it; most never were.
    turned: Turned,
}

/// How often each tag was replaced: of whom, at which table, for which seat.
pub type Turned = BTreeMap<(i64, String, String), u32>;

/// No tag is replaced more often: whoever gives each new one away has to live with it.
const MOST_TURNS: u32 = 1_000;

/// The tag of an address that takes a "yes" or a "no".
const ASK: &str = "ask";
/// What stands for the table in the mark of such an address: no table can be called so.
const ASK_BOARD: &str = "?";

/// The tag of an address that mails come back to, and what stands for the table in its mark.
const RETURN: &str = "back";
const RETURN_BOARD: &str = "!";

/// What stands for the seat in the tag of an address that means everybody a letter went to. No seat is called so.
pub const ALL: &str = "all";

/// Compares marks in a time that does not depend on how many letters are right.
fn same(one: &str, other: &str) -> bool {
    constant_time_eq::constant_time_eq(one.as_bytes(), other.as_bytes())
}

/// What a tag says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The table.
    pub board: String,
    /// The seat as it stands in the tag.
    pub seat: String,
    /// The person's number.
    pub person: i64,
    /// Whether it was replaced: then it proves nothing, and still tells whose it was.
    pub is_dead: bool,
}

impl Key {
    /// A key from its hexadecimal text.
    pub fn from_hex(text: &str) -> Option<Key> {
        let bytes = blake3::Hash::from_hex(text).ok()?;
        Some(Key { secret: *bytes.as_bytes(), turned: Turned::new() })
    }

    /// Learns which tags were replaced.
    pub fn know_turned(&mut self, turned: Turned) {
        self.turned = turned;
    }

    /// A tag is worth nothing from here on. Returns how often it was replaced.
    pub fn turn(&mut self, tag: &Tag) -> u32 {
        let turned = self.turned.entry((tag.person, tag.board.clone(), tag.seat.clone())).or_default();
        *turned = (*turned + 1).min(MOST_TURNS);
        *turned
    }

    fn turns(&self, board: &str, seat: &str, person: i64) -> u32 {
        if self.turned.is_empty() {
            return 0;
        }
        let key = (person, board.to_ascii_lowercase(), seat.to_ascii_lowercase());
        self.turned.get(&key).copied().unwrap_or(0)
    }

    /// A fresh key as hexadecimal text.
    pub fn fresh() -> anyhow::Result<String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system gives no random bytes: {error}"))?;
        Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
    }

    /// The address that this person answers to, for this seat.
    pub fn reply_to(&self, referee: &Address, board: &str, seat: &str, person: i64) -> Address {
        let seat = plain(seat);
        let turns = self.turns(board, &seat, person);
        referee.with_tag(&format!("{board}.{seat}.{person}.{}", self.mark(board, &seat, person, turns)))
    }

    /// A name that says nothing to anybody else, always the same for the same thing.
    pub fn pseudonym(&self, name: &str) -> String {
        blake3::keyed_hash(&self.secret, name.as_bytes()).to_hex()[..24].to_owned()
    }

    /// The first tag of a letter that is ours.
    pub fn tag(&self, letter: &Letter) -> Option<Tag> {
        let tags = self.tags(letter);
        let named = tags.iter().position(|tag| tag.seat != ALL).unwrap_or(0);
        tags.into_iter().nth(named)
    }

    /// Whether a letter went to an address of ours that means everybody, and that its writer was told.
    pub fn means_all(&self, letter: &Letter, person: i64) -> bool {
        self.tags(letter).iter().any(|tag| tag.seat == ALL && tag.person == person)
    }

    /// The tag of a letter that was made for somebody else than its writer, if none was made for the writer.
    pub fn others_tag(&self, letter: &Letter, writer: i64) -> Option<Tag> {
        let tags = self.tags(letter);
        if tags.iter().any(|tag| tag.person == writer) { None } else { tags.into_iter().next() }
    }

    /// The tags of a letter that are ours, or were.
    fn tags(&self, letter: &Letter) -> Vec<Tag> {
        let read = |tag: &str| {
            let mut pieces = tag.rsplitn(4, '.');
            let (mark, person, seat, board) = (pieces.next()?, pieces.next()?, pieces.next()?, pieces.next()?);
            let person = person.parse().ok()?;
            let (mark, now) = (mark.to_ascii_lowercase(), self.turns(board, seat, person));
            let made = (0..=now).rev().find(|turns| same(&self.mark(board, seat, person, *turns), &mark))?;
            let (board, seat) = (board.to_ascii_lowercase(), seat.to_ascii_lowercase());
            Some(Tag { board, seat, person, is_dead: made != now })
        };
        tags(letter).into_iter().filter_map(read).collect()
    }

    /// The address to answer to with a "yes" or a "no". It is told to the asked address only, and serves once.
    pub fn ask_to(&self, referee: &Address, request: i64, asked: &str) -> Address {
        referee.with_tag(&format!("{ASK}.{request}.{}", self.mark(ASK_BOARD, asked, request, 0)))
    }

    /// The requests whose answer a letter claims to be, with the marks that must prove it.
    pub fn asks<'l>(&self, letter: &'l Letter) -> Vec<(i64, &'l str)> {
        numbered(ASK, letter)
    }

    /// The address that a mail of the outbox comes back to, if it cannot be delivered. Servers on the way see it, and nobody else; it proves
    /// nothing but that.
    pub fn return_to(&self, referee: &Address, mail: i64, went_to: &str) -> Address {
        referee.with_tag(&format!("{RETURN}.{mail}.{}", self.mark(RETURN_BOARD, went_to, mail, 0)))
    }

    /// The mails that a letter claims to bring back, with the marks that must prove it.
    pub fn returns<'l>(&self, letter: &'l Letter) -> Vec<(i64, &'l str)> {
        numbered(RETURN, letter)
    }

    /// Whether a mark is the one that went along with a mail to an address.
    pub fn may_return(&self, mail: i64, went_to: &str, mark: &str) -> bool {
        same(&self.mark(RETURN_BOARD, went_to, mail, 0), &mark.to_ascii_lowercase())
    }

    /// Whether a mark is the one that was told to the asked address.
    pub fn may_answer(&self, request: i64, asked: &str, mark: &str) -> bool {
        same(&self.mark(ASK_BOARD, asked, request, 0), &mark.to_ascii_lowercase())
    }

    fn mark(&self, board: &str, seat: &str, person: i64, turns: u32) -> String {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        for piece in [board, seat, &person.to_string()] {
            hasher.update(&(piece.len() as u64).to_le_bytes());
            hasher.update(piece.to_ascii_lowercase().as_bytes());
        }
        if turns > 0 {
            hasher.update(&turns.to_le_bytes());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }
}

/// What stands in the tags of a letter that begin with a word: a number, and the mark that must prove it.
fn numbered<'l>(word: &str, letter: &'l Letter) -> Vec<(i64, &'l str)> {
    let read = |tag: &'l str| {
        let mut pieces = tag.split('.');
        let (first, number, mark) = (pieces.next()?, pieces.next()?.parse().ok()?, pieces.next()?);
        (first.eq_ignore_ascii_case(word) && pieces.next().is_none()).then_some((number, mark))
    };
    tags(letter).into_iter().filter_map(read).collect()
}

/// A seat's name as it can stand in an address.
pub fn plain(seat: &str) -> String {
    seat.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// What we call a sender who has not told us a name: the name beside the address, or the address's beginning.
pub fn name_of(address: &Address) -> String {
    let name: String = address.name.chars().filter(|c| !c.is_control()).take(60).collect();
    let name = name.trim().trim_matches(['"', '\'']).trim();
    if !name.is_empty() && !name.contains('@') && !name.split_whitespace().any(is_mixed) {
        return name.to_owned();
    }
    address.mailbox.split(['@', '+']).next().unwrap_or("somebody").to_owned()
}

/// The address a person's mail goes to.
pub fn address_of(person: &Person) -> Address {
    Address::named(&person.name, person.mailbox())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Phrases;

    #[test]
    fn a_tag_is_taken_only_as_we_made_it() -> anyhow::Result<()> {
        let mut key = Key::from_hex(&Key::fresh()?).ok_or_else(|| anyhow::anyhow!("a key"))?;
        let referee = Address::new("referee@example.org");
        let to = key.reply_to(&referee, "ostia-3", "Rome", 7);
        let letter = |to: &str| {
            let mail = format!("From: a@b.example\nTo: {to}\n\nhello\n");
            Letter::read(mail.as_bytes(), Phrases::built_in())
        };
        let read = |to: &str| key.tag(&letter(to));
        let tag = Tag { board: "ostia-3".into(), seat: "rome".into(), person: 7, is_dead: false };
        assert_eq!(read(&to.mailbox), Some(tag.clone()));
        assert_eq!(read(&to.mailbox.to_uppercase()).map(|tag| tag.person), Some(7));
        for forged in [
            to.mailbox.replace("rome", "greece"),
            to.mailbox.replace(".7.", ".8."),
            to.mailbox.replace("ostia-3", "ostia-4"),
            referee.mailbox.clone(),
        ] {
            assert_eq!(read(&forged), None, "{forged}");
        }
        // Replaced: the old one is dead, and the new one is another.
        key.turn(&tag);
        assert_eq!(key.tag(&letter(&to.mailbox)), Some(Tag { is_dead: true, ..tag.clone() }));
        let new = key.reply_to(&referee, "ostia-3", "Rome", 7);
        assert_eq!((key.tag(&letter(&new.mailbox)), new == to), (Some(tag), false));
        Ok(())
    }
}
