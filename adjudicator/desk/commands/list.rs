//! `list`: the tables of the club.

use super::info::game_name;
use crate::desk::handling::Handling;
use crate::desk::hands::people_at;
use crate::desk::reply::{Answer, Page, Reply};
use crate::desk::vacancy::free_seats;
use crate::desk::work::Look;
use crate::store::{Member, Role, Status};
use serde::Serialize;

/// So many tables of a sort are listed.
const MOST_LISTED: usize = 100;

/// The tables of the club.
#[derive(Serialize)]
struct ListPage<'p> {
    club: &'p str,
    own: Vec<TableLine>,
    open: Vec<TableLine>,
    full: Vec<String>,
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
pub fn list(look: &mut Look<'_, '_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let mut page = ListPage { club: &look.club.name, own: Vec::new(), open: Vec::new(), full: Vec::new() };
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
        let list = match (mine.contains(&id), free) {
            (true, _) => &mut page.own,
            (false, 1..) => &mut page.open,
            (false, 0) => {
                page.full.push(id);
                continue;
            }
        };
        if list.len() < MOST_LISTED {
            let stage = look.tables.stage_title(look.voice, &board.header, &board.stage, mail.language());
            let game = game_name(&board).to_owned();
            list.push(TableLine { id, game, variant: board.header.variant, players, free, seats, gathering, stage });
        }
    }
    page.full.truncate(MOST_LISTED);
    Ok(Reply::page(&page)?)
}
