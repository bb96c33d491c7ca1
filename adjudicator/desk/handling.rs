//! One mail that is being handled: who wrote it, what it answers, and the table it is about at the moment.

use super::club::Club;
use super::hands::own_rows;
use super::identity::Proof;
use super::open_table::Games;
use super::reply::{Answer, decline, need};
use super::sentences::Tables;
use super::stamp::Answered;
use super::who::plain;
use crate::mail::Letter;
use crate::mail::compose::File;
use crate::store::{Board, Person, PressRow, Records, SeatRow, Status};
use anyhow::Result;
use std::rc::Rc;

/// A mail that is being handled.
pub struct Handling<'m> {
    /// The mail, without its passwords.
    pub letter: &'m Letter,
    /// The games of the club, which say which seats go together.
    pub games: Rc<Games>,
    /// Who wrote it.
    pub person: Person,
    /// How we know.
    pub proof: Proof,
    /// The table it is about at the moment.
    pub board: Option<Board>,
    /// The seat its writer answers for there.
    pub seat: Option<String>,
    /// The seat that stood in the tag of the address.
    pub tagged: Option<String>,
    /// What it answers.
    pub answered: Answered,
    /// The letter of somebody else that it answers.
    pub answers: Option<PressRow>,
    /// Whether the address it went to says that everybody is answered.
    pub answers_all: bool,
    /// The new password that it held.
    pub secret: Option<String>,
    /// Whether it did not arrive whole.
    pub is_damaged: bool,
    /// What goes with the answer, such as a picture.
    pub files: Vec<File>,
}

impl Handling<'_> {
    /// The writer's language.
    pub fn language(&self) -> &str {
        &self.person.language
    }

    /// Whether its writer runs a table.
    pub fn moderates(&self, club: &Club, board: &Board) -> bool {
        board.moderator == Some(self.person.id) || club.is_moderator(&self.person.address)
    }

    /// The seat that its writer answers for: the one in the tag, or any other.
    pub fn seat_row(&self, store: &Records) -> Result<Option<SeatRow>> {
        Ok(self.answering(&self.own_rows(store)?).cloned())
    }

    /// The same of some seats.
    pub fn answering<'s>(&self, own: &'s [SeatRow]) -> Option<&'s SeatRow> {
        let tagged = own.iter().find(|seat| Some(plain(&seat.seat)) == self.tagged);
        tagged.or(own.first())
    }

    /// The seats that its writer has at the table it is about, in the order of the game.
    pub fn own_rows(&self, store: &Records) -> Result<Vec<SeatRow>> {
        match &self.board {
            Some(board) => own_rows(&self.games, store, board, self.person.id),
            None => Ok(Vec::new()),
        }
    }

    /// From here on the mail is about this table.
    pub fn turn_to(&mut self, store: &Records, board: Board) -> Result<()> {
        self.board = Some(board);
        self.seat = self.seat_row(store)?.map(|seat| seat.seat);
        Ok(())
    }

    /// The table that is named at the beginning of a command, or the one the mail is about; and what follows the name.
    pub fn board_named(&mut self, store: &Records, rest: &str) -> Answer<(Board, String)> {
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let looks_like = first.contains('-') || self.board.is_none();
        if !first.is_empty() && (looks_like || store.board(&first.to_lowercase())?.is_some()) {
            let board = find_board(store, first)?;
            self.turn_to(store, board.clone())?;
            return Ok((board, after.trim().to_owned()));
        }
        Ok((self.need_board(store)?, rest.to_owned()))
    }

    /// The table it is about.
    pub fn need_board(&self, store: &Records) -> Answer<Board> {
        match &self.board {
            Some(board) => Ok(board.clone()),
            None => Err(decline(Tables::WhichTable { tables: tables_of(store, self.person.id)? })),
        }
    }

    /// The same, if it has begun.
    pub fn need_started(&self, store: &Records) -> Answer<Board> {
        let board = self.need_board(store)?;
        match &board.status {
            Status::Broken(_) => Err(decline(Tables::IsStopped { table: board.id })),
            _ if board.is_started() => Ok(board),
            _ => Err(decline(Tables::NotStarted { table: board.id })),
        }
    }

    /// The same, if seats can change hands there.
    pub fn need_alive(&self, store: &Records) -> Answer<Board> {
        let board = self.need_started(store)?;
        need(board.is_alive(), || decline(Tables::IsOver { table: board.id.clone() }))?;
        Ok(board)
    }

    /// The same, if letters are taken there.
    pub fn need_running(&self, store: &Records) -> Answer<Board> {
        let board = self.need_started(store)?;
        match &board.status {
            Status::Running | Status::Paused(_) => Ok(board),
            Status::Held => Err(decline(Tables::IsHeld { table: board.id })),
            _ => Err(decline(Tables::IsOver { table: board.id })),
        }
    }

    /// The table it is about, if its writer runs that.
    pub fn need_moderator(&self, store: &Records, club: &Club) -> Answer<Board> {
        let board = self.need_board(store)?;
        need(self.moderates(club, &board), || decline(Tables::NotModerator { table: board.id.clone() }))?;
        Ok(board)
    }

    /// The seat that its writer has at the table it is about.
    pub fn need_seat(&self, store: &Records) -> Answer<SeatRow> {
        let board = self.need_board(store)?;
        self.seat_row(store)?.ok_or_else(|| decline(Tables::NoSeat { table: board.id }))
    }
}

/// The tables that somebody may mean: those that are alive, or if there is none, those that are over.
pub fn tables_of(store: &Records, person: i64) -> Result<Vec<String>> {
    let all = store.boards_of(person)?;
    let mut alive = Vec::new();
    for id in &all {
        alive.extend(store.sound_board(id)?.filter(Board::is_alive).map(|board| board.id));
    }
    Ok(if alive.is_empty() { all } else { alive })
}

/// A table by its id, or by its beginning.
pub fn find_board(store: &Records, name: &str) -> Answer<Board> {
    let name = name.trim().trim_matches(['[', ']', ':', '.', ',']).to_lowercase();
    if let Some(board) = store.board(&name)? {
        return Ok(board);
    }
    let ids = store.board_ids()?;
    let fits: Vec<&String> = ids.iter().filter(|id| name.len() >= 2 && id.starts_with(&name)).collect();
    if let [only] = fits.as_slice()
        && let Some(board) = store.board(only)?
    {
        return Ok(board);
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let near = tabellarius_kernel::words::nearest(&name, &ids).map(str::to_owned);
    Err(decline(Tables::NoSuchTable { name, near }))
}
