//! What is on file for a seat: orders, plans, receipts.

use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Page, Reply};
use crate::desk::reports::{Receipt, grouped};
use crate::desk::work::Look;
use crate::mail::compose::File;
use crate::store::{Filed, Finality};
use crate::time::Moment;
use serde::Serialize;

/// So many receipts are shown.
const MOST: usize = 20;

/// What is filed now.
#[derive(Serialize)]
struct OrdersPage<'p> {
    lines: Option<Vec<&'p str>>,
    draft: bool,
    amended: bool,
    receipt: Option<Receipt>,
    table: &'p str,
}

impl Page for OrdersPage<'_> {
    const TEMPLATE: &'static str = "desk/orders.txt";
}

/// Standing plans.
#[derive(Serialize)]
struct PlansPage<'p> {
    plans: Vec<String>,
    kept: Vec<String>,
    table: &'p str,
}

impl Page for PlansPage<'_> {
    const TEMPLATE: &'static str = "desk/plans.txt";
}

/// Every letter of a seat with its receipt.
#[derive(Serialize)]
struct ReceiptsPage<'p> {
    letters: Vec<LetterLine<'p>>,
    seat: &'p str,
}

#[derive(Serialize)]
struct LetterLine<'p> {
    number: u32,
    when: Moment,
    chain: String,
    automaton: bool,
    orders: Vec<&'p str>,
}

impl Page for ReceiptsPage<'_> {
    const TEMPLATE: &'static str = "desk/receipts.txt";
}

fn lines(filed: &Filed) -> Vec<&str> {
    filed.text.lines().filter(|line| !line.is_empty()).collect()
}

/// What is filed now.
pub fn orders(look: &Look<'_, '_>, mail: &Handling<'_>) -> Answer<Reply> {
    let board = mail.need_started(look.store)?;
    let seat = mail.need_seat(look.store)?;
    let filed = look.store.letters(&board.id, board.timeline, board.rounds + 1)?;
    let filed = filed.iter().rfind(|one| one.seat == seat.seat);
    let page = OrdersPage {
        lines: filed.map(lines),
        draft: filed.is_some_and(|one| one.finality == Finality::Draft),
        amended: filed.is_some_and(|one| one.finality == Finality::Amended),
        receipt: filed.map(Receipt::from),
        table: &board.id,
    };
    Ok(Reply::page(&page)?)
}

/// The standing plans.
pub fn plans(look: &mut Look<'_, '_>, mail: &Handling<'_>) -> Answer<Reply> {
    let board = mail.need_started(look.store)?;
    let seat = mail.need_seat(look.store)?;
    let table = look.tables.see(look.store, &board)?;
    let plans = table.plans(&seat.seat, mail.language())?;
    let kept = table.waiting_lines(&seat.seat, mail.language())?;
    Ok(Reply::page(&PlansPage { plans, kept, table: &board.id })?)
}

/// Letters and receipts for `docs/verify/verify.py`: to the byte, as they were hashed.
#[derive(Serialize)]
struct Proofs<'p> {
    table: &'p str,
    seat: &'p str,
    letters: Vec<LetterProof<'p>>,
}

#[derive(Serialize)]
struct LetterProof<'p> {
    filed: i64,
    finality: &'static str,
    text: &'p str,
    receipt: &'p str,
}

/// Every letter of the writer's seat with its receipt; the same as a file for programs.
pub fn receipts(look: &Look<'_, '_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let board = mail.need_board(look.store)?;
    let seat = mail.need_seat(look.store)?.seat;
    let letters = look.store.letters_of(&board.id, &seat)?;
    let proofs = letters.iter().map(|one| LetterProof {
        filed: one.filed,
        finality: one.finality.word(),
        text: &one.text,
        receipt: &one.chain,
    });
    let proofs = Proofs { table: &board.id, seat: &seat, letters: proofs.collect() };
    let name = format!("{}-{}-receipts.json", board.id, crate::desk::who::plain(&seat));
    let bytes = serde_json::to_vec_pretty(&proofs).map_err(anyhow::Error::from)?;
    mail.files.push(File { name, media_type: "application/json".to_owned(), bytes });
    let letters = letters.iter().rev().take(MOST).map(|one| LetterLine {
        number: one.number,
        when: Moment(one.filed),
        chain: grouped(&one.chain),
        automaton: one.author.is_none(),
        orders: lines(one),
    });
    Ok(Reply::page(&ReceiptsPage { letters: letters.collect(), seat: &seat })?)
}
