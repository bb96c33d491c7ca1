//! `set`: how a table is run, or what lies on its board.

use super::clock::with_zone;
use super::correction::set_right;
use crate::desk::handling::Handling;
use crate::desk::reply::{Answer, Page, Reply};
use crate::desk::sentences::{Log, Moderating, Told};
use crate::desk::telling::{log, tell_others};
use crate::desk::work::Work;
use crate::settings::Settings;
use crate::store::Status;
use crate::time::Moment;
use serde::Serialize;

/// How a table is run.
#[derive(Serialize)]
struct SettingsPage {
    settings: Vec<(String, String)>,
}

impl Page for SettingsPage {
    const TEMPLATE: &'static str = "desk/settings.txt";
}

/// `set grace 1 day`
pub fn set(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let mut board = mail.need_board(work.store)?;
    let (key, value) = rest.trim().split_once([' ', '=']).unwrap_or((rest.trim(), ""));
    let key = work.voice.spelling.setting(key.trim_end_matches(':'));
    // `set Syracusae: Rome, city` is about the board.
    if rest.contains(':') && !Settings::has(&key) {
        return set_right(work, mail, rest);
    }
    if key.is_empty() {
        return Ok(Reply::page(&SettingsPage { settings: board.settings.list() })?);
    }
    let (key, value) = (key.to_lowercase(), work.voice.spelling.value(value));
    let value = match key.as_str() {
        "deadline" | "follow-up" => with_zone(&value, &mail.person.zone),
        _ => value,
    };
    board.settings.set(&key, &value)?;
    if board.status == Status::Running {
        board.wake = Some(work.now);
    }
    work.store.update_board(&board)?;
    // A round that runs keeps its deadline; whoever wants another one must know how.
    let is_deadline = matches!(key.as_str(), "deadline" | "follow-up" | "least");
    let this_round = board.deadline.filter(|_| is_deadline && board.status == Status::Running).map(Moment);
    let (name, next) = (mail.person.name.clone(), is_deadline && board.is_started());
    log(work, &board, &Log::Set { name, key: key.clone(), value: value.clone() })?;
    if board.is_started() {
        tell_others(
            work,
            &board,
            &[mail.person.id],
            &Told::SettingChanged { key: key.clone(), value: value.clone(), next },
        )?;
    }
    mail.board = Some(board);
    Ok(Reply::say(Moderating::YouSet { key, value, next, this_round })?)
}
