//! Into Maildirs on this disk.
//!
//! A mail is written into `tmp`, where nobody looks. One wait for the disk makes the store and these files safe; then they move to `new`. That
//! they are there is noted only after the next wait, which makes the moves safe too: it is the next pass's, or one of its own when there is
//! nothing else to do. Until then the outbox has them, and after a crash they are put under the same names again, which changes nothing.

use crate::desk::Desk;
use crate::desk::sentences::Alarm;
use crate::desk::service::box_of;
use crate::desk::telling::alarm;
use crate::mail::{Delivery, Maildir, Places};
use crate::store::post::Outgoing;
use crate::store::{Records, Time};
use anyhow::{Error, Result};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How many mails go in one go.
const MOST: u32 = 512;
/// A mail whose box cannot be written is tried again after this time, then after twice as long, and so on.
const AGAIN: Time = 60;
/// But after no longer than this.
const SELDOM: Time = 6 * 3_600;

/// A Maildir for each reader.
pub struct Files {
    outbox: PathBuf,
    /// Up to this number mails may be in their boxes without our knowing: a service before this one had them.
    inherited: i64,
    /// Up to this number all mails were tried.
    tried: i64,
    /// Those that are in their boxes and not noted yet.
    moved: Vec<i64>,
    /// Where these are.
    places: Places,
    /// The boxes that cannot be written, of which the operator was told.
    broken: BTreeSet<String>,
}

impl Files {
    /// Nothing was sent yet.
    pub fn open(outbox: PathBuf, store: &Records) -> Result<Files> {
        let (moved, places, broken) = (Vec::new(), Places::default(), BTreeSet::new());
        Ok(Files { outbox, inherited: store.last_posted()?, tried: 0, moved, places, broken })
    }

    /// Waits until everything that was written is safe on the disk, and puts it into the boxes. Returns how many mails went.
    pub fn send(&mut self, desk: &mut Desk) -> Result<u64> {
        let mut sent = 0;
        loop {
            let mut mails = desk.store.to_send(self.tried, desk.now(), MOST)?;
            mails.retain(|mail| !self.moved.contains(&mail.id));
            desk.store.flush()?;
            if mails.is_empty() {
                desk.store.settle()?;
                return Ok(sent);
            }
            sent += self.put(desk, &mails)?;
        }
    }

    /// Puts some mails into their boxes.
    fn put(&mut self, desk: &mut Desk, mails: &[Outgoing]) -> Result<u64> {
        let (mut delivery, mut there, mut failed) = (Delivery::default(), Vec::new(), Vec::new());
        for mail in mails {
            match self.draft(&mut delivery, mail) {
                Ok(true) => {}
                Ok(false) => there.push(mail.id),
                Err(error) => failed.push((mail.id, error)),
            }
        }
        delivery.settle()?;
        desk.store.settle_unless(|disk| delivery.has_settled(disk))?;
        self.settle(desk, Some(&delivery))?;
        self.note(desk)?;
        let delivered = delivery.deliver();
        (self.moved, self.places) = (delivered.moved, delivered.places);
        self.moved.extend(there);
        self.tried = self.tried.max(mails.last().map_or(0, |mail| mail.id));
        failed.extend(delivered.failed);
        let sent = self.moved.len() as u64;
        if !(failed.is_empty() && self.broken.is_empty()) {
            self.look_after(desk, mails, &failed)?;
        }
        Ok(sent)
    }

    /// Writes a mail, unless it is in its box already.
    fn draft(&self, delivery: &mut Delivery, mail: &Outgoing) -> Result<bool> {
        let name = format!("{:012}.{}", mail.id, &blake3::hash(mail.message_id.as_bytes()).to_hex()[..16]);
        let maildir = Maildir::at(box_of(&self.outbox, &mail.address)?);
        if (mail.id <= self.inherited || mail.attempts > 0) && maildir.holds(&name) {
            return Ok(false);
        }
        delivery.draft(mail.id, &maildir, &name, &mail.bytes)?;
        Ok(true)
    }

    /// Notes which mails went, when that is safe.
    fn note(&mut self, desk: &Desk) -> Result<()> {
        if self.moved.is_empty() {
            return Ok(());
        }
        desk.store.begin()?;
        desk.store.sent(&self.moved, desk.now())?;
        // If this is lost in a cut of the power, they are delivered again under their names, which changes nothing.
        desk.store.commit_soon()?;
        self.moved.clear();
        Ok(())
    }

    /// There is nothing else to do: what was left for the next wait is done now.
    pub fn finish(&mut self, desk: &Desk) -> Result<()> {
        if !self.moved.is_empty() {
            self.settle(desk, None)?;
        }
        self.note(desk)
    }

    /// Makes the moves of the mails before these safe. A mail whose box broke meanwhile did not go for all we know: it is tried again, under
    /// the same name.
    fn settle(&mut self, desk: &Desk, after: Option<&Delivery>) -> Result<()> {
        for (id, error) in self.places.settle(after)? {
            self.moved.retain(|moved| *moved != id);
            desk.store.put_off(id, 1, desk.now() + AGAIN, &format!("{error:#}"))?;
        }
        self.places = Places::default();
        Ok(())
    }

    /// Mails that could not be put into their boxes wait; of each such box the operator is told once.
    fn look_after(&mut self, desk: &mut Desk, mails: &[Outgoing], failed: &[(i64, Error)]) -> Result<()> {
        for mail in mails {
            let Some((_, error)) = failed.iter().find(|(id, _)| *id == mail.id) else {
                self.broken.remove(&mail.address);
                continue;
            };
            let words = format!("{error:#}");
            let again = AGAIN.saturating_mul(1 << mail.attempts.min(20)).min(SELDOM);
            desk.store.put_off(mail.id, mail.attempts + 1, desk.now() + again, &words)?;
            if self.broken.insert(mail.address.clone()) {
                let told = Alarm::BoxIsBroken { address: mail.address.clone(), words };
                desk.whole(format!("box.{}", mail.id), |work| alarm(work, None, &told))?;
            }
        }
        Ok(())
    }
}
