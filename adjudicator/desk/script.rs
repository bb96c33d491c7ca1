//! A letter taken apart against the tables it is about. Which of its lines are orders is found out once for each.

use super::handling::Handling;
use super::hands::belongs_to;
use super::open_table::OpenTable;
use super::reading::{self, Said, Sheet};
use super::texts;
use super::verb::{Verb, Verbs};
use super::work::Work;
use crate::mail::letter::Piece;
use crate::mail::selection::SentForm;
use crate::mail::{Letter, Selection};
use crate::store::{Board, Person};
use anyhow::Result;
use std::cell::RefCell;
use std::collections::HashMap;

/// A letter taken apart.
pub(super) struct Script {
    /// What it says about each table.
    pub sheets: Vec<Sheet>,
    /// Its lines, and what of it was left out.
    pub answer: Selection,
    /// Whether something in it is an order.
    pub has_orders: bool,
    /// Whether nothing in it is one, but all of it nearly is.
    pub has_slips: bool,
}

/// A table that a letter is about.
struct About<'t> {
    /// How the letter names it; nothing: it answers a mail of it.
    name: Option<&'t str>,
    id: &'t str,
    table: &'t dyn OpenTable,
    /// The writer's seat.
    seat: String,
    /// Whether a line is an order here, of the lines that were asked about.
    read: RefCell<HashMap<String, bool>>,
}

impl About<'_> {
    fn understands(&self, verbs: &Verbs, line: &str) -> bool {
        if let Some(known) = self.read.borrow().get(line) {
            return *known;
        }
        let is_order = self.table.understands(line) || is_claimed(verbs, self.table, &self.seat, line);
        self.read.borrow_mut().insert(line.to_owned(), is_order);
        is_order
    }
}

/// Whether a line that begins with a command may as well be an order of the open stage with a slip in it: `draw all`, where cards are
/// drawn. Then it is no command: its writer is asked.
pub(super) fn is_claimed(verbs: &Verbs, table: &dyn OpenTable, seat: &str, line: &str) -> bool {
    let is_vote = |said: Verb| matches!(said, Verb::Draw | Verb::Concede | Verb::Leave | Verb::Extend);
    verbs.read(line).is_some_and(|said| is_vote(said.verb)) && !table.begun_so(seat, line, "en").is_empty()
}

/// The letter taken apart.
pub(super) fn script(
    work: &mut Work<'_>,
    mail: &Handling<'_>,
    letter: &Letter,
    sent: Option<SentForm<'_>>,
) -> Result<Script> {
    let named = tables_of(work, mail, letter)?;
    let tables = named.iter().filter_map(|(name, seat, board)| {
        let table = work.tables.seen(board)?;
        Some(About { name: name.as_deref(), id: &board.id, table, seat: seat.clone(), read: RefCell::default() })
    });
    let tables: Vec<About<'_>> = tables.collect();
    let understands = |named: Option<&str>, line: &str| {
        let is_there = |one: &&About<'_>| match named {
            None => one.name.is_none(),
            Some(named) => one.id == named,
        };
        tables.iter().filter(is_there).any(|one| one.understands(work.verbs, line))
    };
    let answer = Selection::of(letter, sent, work.phrases, |line| {
        understands(None, line) || work.verbs.read(line.trim()).is_some_and(|said| said.in_full)
    });
    let names = names_of(&mail.person, letter);
    let is_name = |line: &str| names.contains(&line.trim().trim_matches(['-', '.', ',', ' ']).to_lowercase());
    let sheets = reading::read(work.verbs, work.phrases, &answer.lines, understands, is_name);
    // A letter whose every line is nearly an order is one with slips in it, and nobody's press.
    let resembles = |line: &str| tables.iter().any(|one| one.table.resembles(line));
    fn lines(sheet: &Sheet) -> impl Iterator<Item = &str> {
        sheet.orders.lines().chain(sheet.tries.lines()).filter(|line| !line.trim().is_empty())
    }
    let is_order = |sheet: &Sheet| lines(sheet).any(|line| understands(sheet.table.as_deref(), line));
    let has_orders = sheets.iter().any(is_order);
    let is_slip = |sheet: &Sheet| lines(sheet).count() > 0 && lines(sheet).all(resembles);
    let has_slips = !has_orders && mail.answers.is_some() && sheets.iter().any(is_slip);
    Ok(Script { sheets, answer, has_orders, has_slips })
}

/// What the writer of a letter may sign with: the name we know, the one beside the address, their first words, the mailbox's name.
pub(super) fn names_of(person: &Person, letter: &Letter) -> Vec<String> {
    let beside = letter.sender().map(|from| from.name.clone()).unwrap_or_default();
    let mailbox = person.address.split(['@', '+']).next().unwrap_or_default().to_owned();
    let first = |name: &str| name.split_whitespace().next().unwrap_or_default().to_owned();
    let names = [first(&person.name), first(&beside), person.name.clone(), beside, mailbox];
    names.into_iter().map(|name| name.trim().to_lowercase()).filter(|name| !name.is_empty()).collect()
}

/// A table as a letter names it, the writer's seat there, and the table.
type Named = (Option<String>, String, Board);

/// What is an order depends on the table: the one the letter is about, or one that it names. Each is in memory then.
fn tables_of(work: &mut Work<'_>, mail: &Handling<'_>, letter: &Letter) -> Result<Vec<Named>> {
    let mut named: Vec<(Option<String>, Board)> = mail.board.iter().map(|board| (None, board.clone())).collect();
    for line in letter.orders(work.phrases).lines() {
        let said = work.verbs.read(line.trim()).filter(|said| said.verb == Verb::Table);
        if let Some(name) = said.and_then(|said| reading::table_named(&said.rest))
            && let Some(board) = work.store.sound_board(&name)?
        {
            named.push((Some(name), board));
        }
    }
    let mut tables = Vec::new();
    for (name, board) in named {
        // Who has no seat gives no orders: to a moderator `hold` is a command. A table that cannot be set up is dealt with when its
        // turn comes.
        let seat = work.store.seats(&board.id)?.into_iter().find(|seat| belongs_to(seat, mail.person.id));
        if let Some(seat) = seat
            && board.is_started()
            && work.see(&board).is_ok()
        {
            tables.push((name, seat.seat, board));
        }
    }
    Ok(tables)
}

/// A letter that is all of it an answer to somebody else's: it gives no command and no order of its own, unless it says who else
/// shall read it.
pub(super) fn whole_reply(verbs: &Verbs, mail: &Handling<'_>, sheets: &[Sheet], has_orders: bool) -> Option<Said> {
    mail.answers.as_ref()?;
    let commands: Vec<&Said> = sheets.iter().flat_map(|sheet| &sheet.commands).collect();
    let rest = match commands.as_slice() {
        [] => String::new(),
        [only] if only.verb == Verb::Reply && only.body.is_empty() => only.rest.clone(),
        _ => return None,
    };
    if has_orders || sheets.iter().any(|sheet| sheet.table.is_some()) {
        return None;
    }
    let is_reply = |piece: &Piece| {
        let said = verbs.read(piece.text().trim()).filter(|_| matches!(piece, Piece::Own(_)) && !commands.is_empty());
        said.is_some_and(|said| said.verb == Verb::Reply && said.rest == rest)
    };
    let mut pieces: Vec<Piece> = mail.letter.pieces().iter().filter(|piece| !is_reply(piece)).cloned().collect();
    // Who is used to it ends the text; but one word alone, `Fine`, is the text.
    let last = pieces.iter().rposition(Piece::is_said).filter(|&last| pieces[..last].iter().any(Piece::is_said));
    if let Some(last) = last.filter(|&last| texts::is_end(verbs, pieces[last].text())) {
        pieces.remove(last);
    }
    Some(Said { line: 0, verb: Verb::Reply, rest, body: texts::whole(&pieces), is_ended: true })
}
