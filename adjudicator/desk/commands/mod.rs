//! What each command does: one file for each family, one function for each command.

pub(super) mod address;
mod clock;
mod correction;
mod damaged;
mod emergency;
mod filed;
mod filing;
mod help;
mod identity;
mod info;
mod late;
pub(super) mod league;
mod list;
mod lookup;
mod moderator;
mod mute;
mod opening;
mod person;
mod press;
mod quarantine;
mod reply;
mod seating;
mod seats;
mod settings;
mod texts;
mod timelines;
mod votes;

pub(super) use emergency::{end_pause, pause_ends};
pub(super) use help::help_for;
pub(super) use opening::start_table;
pub(super) use seating::send_current;

use self::filing::Intent;
use super::deeds;
use super::handling::{Handling, find_board};
use super::reading::{Said, Sheet};
use super::reply::{Answer, Declined, Done, Reply, decline};
use super::sentences::{Identity, Orders, Tables};
use super::tick;
use super::verb::{Verb, Whose};
use super::work::Work;
use anyhow::Result;

/// Does what a letter says about one table.
pub(super) fn do_sheet(work: &mut Work<'_>, mail: &mut Handling<'_>, sheet: &Sheet) -> Result<Vec<Done>> {
    if let Some(name) = &sheet.table {
        match find_board(work.store, name) {
            Ok(board) => mail.board = Some(board),
            Err(declined) => return Ok(vec![told(work, declined)?]),
        }
    }
    mail.seat = mail.seat_row(work.store)?.map(|seat| seat.seat);
    let says = |verb: Verb| sheet.commands.iter().any(|said| said.verb == verb);
    let intent = match (says(Verb::Draft) || mail.is_damaged, says(Verb::Final)) {
        (true, _) => Intent::Draft,
        (false, true) => Intent::Final,
        (false, false) => Intent::Unsaid,
    };
    let has_orders = !sheet.orders.trim().is_empty();
    let mut all = Vec::new();
    for said in &sheet.commands {
        let done = match said.verb {
            // These are about the orders of the same letter.
            Verb::Draft | Verb::Final if has_orders => continue,
            Verb::WhatIf if !sheet.tries.trim().is_empty() => continue,
            Verb::Use => late::use_late_letter(work, mail, intent),
            _ => command(work, mail, said).map(Done::well),
        };
        all.push(done.or_else(|declined| told(work, declined))?);
    }
    if has_orders {
        let done =
            damaged::refuse_torn(work.store, mail).and_then(|()| filing::file(work, mail, &sheet.orders, intent));
        all.push(done.or_else(|declined| told(work, declined))?);
    }
    if !has_orders && (says(Verb::Diary) || says(Verb::Note)) && filing::is_owing(work, mail)? {
        all.push(Done::well(Reply::say(Orders::OnlyDiary)?));
    }
    if !sheet.tries.trim().is_empty() {
        let done = filing::try_out(&mut work.look(), mail, &sheet.tries);
        all.push(done.or_else(|declined| told(work, declined))?);
    }
    Ok(all)
}

/// What cannot be done is told; a table that cannot be set up stops; what is wrong with us goes on.
pub(super) fn told(work: &mut Work<'_>, declined: Declined) -> Result<Done> {
    match declined {
        Declined::Reply(reply) => Ok(Done::amiss(reply)),
        Declined::Broken(board, error) => {
            let table = board.id.clone();
            tick::stop(work, *board, &format!("{error:#}"))?;
            Ok(Done::amiss(Reply::say(Tables::IsStopped { table })?))
        }
        Declined::Fault(fault) => Err(fault),
    }
}

/// Does what one command says.
pub(super) fn command(work: &mut Work<'_>, mail: &mut Handling<'_>, said: &Said) -> Answer<Reply> {
    damaged::refuse_damaged(work.verbs, mail, said.verb)?;
    if said.verb.whose() == Whose::Moderator {
        mail.need_moderator(work.store, work.club)?;
    }
    if let Some(asked) = deeds::ask_first(work, mail, said)? {
        return Ok(asked);
    }
    let rest = said.rest.as_str();
    match said.verb {
        // These only look.
        Verb::Help => help::help(&mut work.look(), mail, rest),
        Verb::List => list::list(&mut work.look(), mail, rest),
        Verb::Games => info::games(&work.look(), mail),
        Verb::Rules => info::rules(mail, rest),
        Verb::Status => info::status(&mut work.look(), mail, rest),
        Verb::Map => lookup::map(&mut work.look(), mail, rest),
        Verb::Card => lookup::card(&mut work.look(), mail, rest),
        Verb::Sheet => lookup::sheet(&mut work.look(), mail, rest),
        Verb::History => lookup::history(&mut work.look(), mail, rest),
        Verb::Explain => lookup::explain(&mut work.look(), mail, rest),
        Verb::Receipts => filed::receipts(&work.look(), mail),
        Verb::Orders => filed::orders(&work.look(), mail),
        Verb::Plans => filed::plans(&mut work.look(), mail),
        Verb::Odds => lookup::odds(&mut work.look(), mail, rest),
        Verb::Preview => lookup::preview(&mut work.look(), mail),
        Verb::Standings => league::standings(&mut work.look(), mail, rest),
        Verb::Rating => league::rating(&mut work.look(), mail, rest),
        // These are about a seat and its orders.
        Verb::Join => seats::join(work, mail, rest),
        Verb::Leave => seats::leave(work, mail),
        Verb::Observe => seats::observe(work, mail, rest),
        Verb::Standby => seats::stand_by(work, mail, rest),
        Verb::Accept => seats::accept(work, mail, rest),
        Verb::Concede => seats::concede(work, mail, rest),
        Verb::Draft => filing::make_draft(work, mail),
        Verb::Final => filing::make_final(work, mail),
        Verb::WhatIf => Err(decline(Orders::WhatIfNothing)),
        Verb::Press => press::press(work, mail, said),
        Verb::Reply => reply::reply(work, mail, said),
        Verb::Diary => texts::diary(work, mail, said),
        Verb::Extend => votes::extend(work, mail, rest),
        Verb::Draw => votes::draw(work, mail, rest),
        Verb::Emergency => emergency::emergency(work, mail, rest),
        Verb::Mute => mute::mute(work, mail, rest),
        Verb::Unmute => mute::unmute(work, mail, rest),
        // These are about oneself.
        Verb::Absent => person::absent(work, mail, rest),
        Verb::Back => person::back(work, mail),
        Verb::Language => person::language(work, mail, rest),
        Verb::Timezone => person::timezone(work, mail, rest),
        Verb::Format => person::format(work, mail, rest),
        Verb::Name => person::name(work, mail, rest),
        Verb::Pages => person::pages(work, mail, rest),
        Verb::Password => identity::password(work, mail),
        Verb::Identify => Err(decline(Identity::IdentifyNothing)),
        Verb::Address => address::address(work, mail, rest),
        Verb::ForgetMe => identity::forget_me(work, mail),
        // These are about many tables.
        Verb::League => league::league(work, mail, rest),
        // These are a moderator's.
        Verb::New => opening::new(work, mail, rest),
        Verb::Start => opening::start(work, mail, rest),
        Verb::Pause => clock::pause(work, mail),
        Verb::Resume => clock::resume(work, mail),
        Verb::Deadline => clock::deadline(work, mail, rest),
        Verb::Force => moderator::force(work, mail),
        Verb::Hold => moderator::hold(work, mail),
        Verb::Release => moderator::release(work, mail),
        Verb::Amend => moderator::amend(work, mail, said),
        Verb::Close => moderator::close(work, mail, rest),
        Verb::Rollback => timelines::rollback(work, mail, rest),
        Verb::Forward => timelines::forward(work, mail),
        Verb::Replace => seating::replace(work, mail, rest),
        Verb::Eject => seating::eject(work, mail, rest),
        Verb::Caretaker => seating::caretaker(work, mail, rest),
        Verb::Set => settings::set(work, mail, rest),
        Verb::ClearVotes => votes::clear(work, mail, rest),
        Verb::Announce => texts::announce(work, mail, said),
        Verb::Note => texts::note(work, mail, said),
        Verb::Quarantine => quarantine::quarantine(work, mail, rest),
        Verb::Table | Verb::End | Verb::Use => Ok(Reply::Several(Vec::new())),
    }
}
