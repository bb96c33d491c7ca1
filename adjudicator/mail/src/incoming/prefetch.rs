//! An inbox on a thread of its own, so that a server that does not answer holds up nobody: it fetches ahead, tries again with patience,
//! and wakes the desk when there is something.

use super::{Batch, Fate, Inbox, Oddity, Ticket};
use crate::backoff::Backoff;
use crate::trouble::{Trouble, Which};
use crate::wakeup::Wakeup;
use anyhow::Result;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many batches are fetched ahead of the desk.
const AHEAD: usize = 2;
/// How long one wait for mail lasts; the inbox itself knows when to look again.
const WAIT: Duration = Duration::from_secs(1);

type Done = Vec<(Ticket, Fate)>;

/// An inbox on its own thread.
pub struct Prefetch {
    batches: Receiver<Batch>,
    done: Sender<Done>,
    trouble: Arc<Mutex<Option<Trouble>>>,
    odd: Arc<Mutex<Vec<Oddity>>>,
    read_until: Arc<Mutex<Option<Instant>>>,
}

impl Prefetch {
    /// Sets an inbox to work. It ends when nobody listens any more.
    pub fn start(name: &'static str, inbox: Box<dyn Inbox>, wakeup: Wakeup) -> std::io::Result<Prefetch> {
        let (batch_sender, batches) = channel();
        let (done, done_receiver) = channel();
        let (trouble, odd) = (Arc::new(Mutex::new(None)), Arc::new(Mutex::new(Vec::new())));
        let read_until = Arc::new(Mutex::new(None));
        let worker = Worker {
            name,
            inbox,
            wakeup,
            batches: batch_sender,
            done: done_receiver,
            trouble: trouble.clone(),
            odd: odd.clone(),
            read_until: read_until.clone(),
            backoff: Backoff::default(),
            ahead: 0,
        };
        std::thread::Builder::new().name(name.into()).spawn(move || worker.work())?;
        Ok(Prefetch { batches, done, trouble, odd, read_until })
    }
}

impl Inbox for Prefetch {
    fn fetch(&mut self) -> Result<Batch> {
        match self.batches.try_recv() {
            Ok(batch) => Ok(batch),
            Err(TryRecvError::Empty) => Ok(Batch::default()),
            Err(TryRecvError::Disconnected) => anyhow::bail!("the thread that fetches mail has ended"),
        }
    }

    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()> {
        // A thread that has ended is noticed by the next fetch.
        let _ = self.done.send(letters.to_vec());
        Ok(())
    }

    fn wait(&mut self, longest: Duration) -> Result<()> {
        std::thread::sleep(longest);
        Ok(())
    }

    fn read_until(&self) -> Option<Instant> {
        *self.read_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn oddities(&mut self) -> Vec<Oddity> {
        std::mem::take(&mut self.odd.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Worker {
    name: &'static str,
    inbox: Box<dyn Inbox>,
    wakeup: Wakeup,
    batches: Sender<Batch>,
    done: Receiver<Done>,
    trouble: Arc<Mutex<Option<Trouble>>>,
    odd: Arc<Mutex<Vec<Oddity>>>,
    read_until: Arc<Mutex<Option<Instant>>>,
    backoff: Backoff,
    /// How many batches the desk has not spoken of yet.
    ahead: usize,
}

/// Nobody listens any more.
struct Deserted;

impl Worker {
    fn work(mut self) {
        while let Ok(worked) = self.turn() {
            let found = worked.err();
            if let Some(error) = &found {
                let trouble = error.downcast_ref::<Trouble>().cloned();
                let trouble = trouble.unwrap_or_else(|| Trouble::new(Which::Refused, format!("{error:#}")));
                let nap = self.backoff.pause();
                tracing::warn!(inbox = self.name, %trouble, again_in = ?nap, "no mail can be fetched");
                self.note(Some(trouble));
                if self.hear(nap).is_err() {
                    return;
                }
            } else if self.backoff.reset() {
                tracing::info!(inbox = self.name, "mail can be fetched again");
                self.note(None);
            }
        }
    }

    fn note(&self, trouble: Option<Trouble>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
        self.wakeup.wake();
    }

    /// One look at the mailbox.
    fn turn(&mut self) -> Result<Result<()>, Deserted> {
        while self.ahead >= AHEAD {
            if let Err(error) = self.hear(WAIT)? {
                return Ok(Err(error));
            }
        }
        // What breaks down here is trouble like any other: it is told, and tried again with patience.
        let fetched = catch_unwind(AssertUnwindSafe(|| self.inbox.fetch()))
            .unwrap_or_else(|_| Err(anyhow::anyhow!("the program broke down while it fetched mail")));
        self.odd.lock().unwrap_or_else(PoisonError::into_inner).extend(self.inbox.oddities());
        let batch = match fetched {
            Ok(batch) => batch,
            Err(error) => return Ok(Err(error)),
        };
        if batch.letters.is_empty() {
            // While the desk has letters, its word comes before new mail.
            if self.ahead > 0 {
                return self.hear(WAIT);
            }
            *self.read_until.lock().unwrap_or_else(PoisonError::into_inner) = self.inbox.read_until();
            return self.rest();
        }
        self.ahead += 1;
        self.batches.send(batch).map_err(|_| Deserted)?;
        self.wakeup.wake();
        self.hear(Duration::ZERO)
    }

    /// Nothing is to be done but to wait for mail.
    fn rest(&mut self) -> Result<Result<()>, Deserted> {
        if let Err(error) = self.inbox.wait(WAIT) {
            return Ok(Err(error));
        }
        self.hear(Duration::ZERO)
    }

    /// Waits for the desk's word, and takes all the words that are there.
    fn hear(&mut self, longest: Duration) -> Result<Result<()>, Deserted> {
        let mut longest = longest;
        loop {
            match self.done.recv_timeout(longest) {
                Ok(letters) => {
                    self.ahead = self.ahead.saturating_sub(1);
                    if let Err(error) = self.inbox.done(&letters) {
                        return Ok(Err(error));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(Ok(())),
                Err(RecvTimeoutError::Disconnected) => return Err(Deserted),
            }
            longest = Duration::ZERO;
        }
    }
}

#[cfg(test)]
#[path = "prefetch_tests.rs"]
mod tests;
