//! `list`: the tables of the club.

use super::info::game_name;
use crate::desk::handling::Handling;
use crate::desk::hands::people_at;
use crate::desk::reply::{Answer, Page, Reply};
use crate::desk::vacancy::free_seats;
use crate::desk::work::Look;
use crate::store::{Member, Role, Status};
use serde::Serialize;

/// So many tables of a sort are on a page: a large club must not make large mails.
const ON_A_PAGE: usize = 40;

/// The tables of the club.
#[derive(Serialize)]
struct ListPage<'p> {
    club: &'p str,
    own: Vec<TableLine>,
    open: Vec<TableLine>,
    full: Vec<String>,
    /// The page that follows, if there is one.
    next: Option<usize>,
}

#[derive(Serialize)]
struct TableLine {
    id: String,
    game: String,
    variant: String,
    players: usize,
    free: usize,
    seats: Vec<String>,
    gathering: bool,
    stage: String,
}

impl Page for ListPage<'_> {
    const TEMPLATE: &'static str = "desk/list.txt";
}

/// The tables of the club: one's own, those with a free seat, and the names of the others, which can only be read along.
/// `list 2` shows those that did not fit.
pub fn list(look: &mut Look<'_, '_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let number: usize = rest.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(1).clamp(1, 10_000);
    let from = (number - 1) * ON_A_PAGE;
    let mut page = ListPage { club: &look.club.name, own: Vec::new(), open: Vec::new(), full: Vec::new(), next: None };
    let (mut own, mut open, mut full) = (0, 0, 0);
    let mine = look.store.boards_of(mail.person.id)?;
    for id in look.store.board_ids()? {
        let Some(board) = look.store.sound_board(&id)?.filter(|board| board.is_alive()) else { continue };
        let gathering = board.status == Status::Gathering;
        let seats: Vec<String> = match gathering {
            true => Vec::new(),
            false => free_seats(look.store, &board)?.into_iter().map(|seat| seat.seat).collect(),
        };
        let is_waiting = |member: &&Member| member.role == Role::Waiting;
        let taken = look.store.members(&id)?.iter().filter(is_waiting).count();
        let players = people_at(look.tables.games(), &board)?;
        let free = if gathering { players.saturating_sub(taken) } else { seats.len() };
        let (list, count) = match (mine.contains(&id), free) {
            (true, _) => (Some(&mut page.own), &mut own),
            (false, 1..) => (Some(&mut page.open), &mut open),
            (false, 0) => (None, &mut full),
        };
        *count += 1;
        if *count > from + ON_A_PAGE {
            page.next = Some(number + 1);
        }
        if !(from + 1..=from + ON_A_PAGE).contains(count) {
            continue;
        }
        let Some(list) = list else {
            page.full.push(id);
            continue;
        };
        let stage = look.tables.stage_title(look.voice, &board.header, &board.stage, mail.language());
        let game = game_name(&board).to_owned();
        list.push(TableLine { id, game, variant: board.header.variant, players, free, seats, gathering, stage });
    }
    Ok(Reply::page(&page)?)
}
