//! The mails that were put aside, for moderators of the club.

use crate::desk::handling::Handling;
use crate::desk::intake::release_mail;
use crate::desk::reply::{Answer, Page, Reply, decline, need};
use crate::desk::sentences::{Aside, Moderating, Tables};
use crate::desk::work::Work;
use crate::store::post::QUARANTINE;
use crate::time::Moment;
use serde::Serialize;

/// The mails that were put aside.
#[derive(Serialize)]
struct QuarantinePage {
    mails: Vec<Suspect>,
}

#[derive(Serialize)]
struct Suspect {
    id: i64,
    sender: String,
    when: Moment,
    why: String,
}

impl Page for QuarantinePage {
    const TEMPLATE: &'static str = "desk/quarantine.txt";
}

/// The mails that could not be handled; `quarantine release 5` handles one again, as if it came now.
pub fn quarantine(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    need(work.club.is_moderator(&mail.person.address), || decline(Tables::NotForYou))?;
    if let Some(number) = rest.split_whitespace().find_map(|word| word.parse::<i64>().ok()) {
        let is_released = release_mail(work, number)?;
        need(is_released, || decline(Moderating::NotInQuarantine { number }))?;
        return Ok(Reply::say(Moderating::MailReleased { number })?);
    }
    let mut mails = Vec::new();
    for one in work.store.quarantine()? {
        let kept = one.fate.trim_start_matches(QUARANTINE);
        let why = Aside::of(kept).map(|why| work.voice.say(&mail.person, &why)).transpose()?;
        let why = why.unwrap_or_else(|| kept.to_owned());
        mails.push(Suspect { id: one.id, sender: one.sender, when: Moment(one.received), why });
    }
    Ok(Reply::page(&QuarantinePage { mails })?)
}
