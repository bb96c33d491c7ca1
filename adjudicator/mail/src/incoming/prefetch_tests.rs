use super::*;
use crate::incoming::Arrival;
use std::collections::VecDeque;

/// A mailbox in memory, which fails when it is told to.
struct Fake {
    waiting: VecDeque<u32>,
    failures: VecDeque<bool>,
    done: Arc<Mutex<Vec<Ticket>>>,
}

impl Inbox for Fake {
    fn fetch(&mut self) -> Result<Batch> {
        if self.failures.pop_front() == Some(true) {
            return Err(Trouble::new(Which::Port, "nobody answers").into());
        }
        if self.waiting.front() == Some(&99) {
            assert_eq!(self.waiting.pop_front(), None, "it breaks down");
        }
        let some: Vec<u32> = self.waiting.drain(..self.waiting.len().min(3)).collect();
        let letters =
            some.into_iter().map(|one| Arrival { ticket: one.to_string(), raw: Vec::new(), arrived: None }).collect();
        Ok(Batch { letters, mark: None })
    }

    fn done(&mut self, letters: &[(Ticket, Fate)]) -> Result<()> {
        self.done.lock().unwrap().extend(letters.iter().map(|letter| letter.0.clone()));
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<()> {
        std::thread::sleep(Duration::from_millis(5));
        Ok(())
    }

    fn read_until(&self) -> Option<Instant> {
        self.waiting.is_empty().then(Instant::now)
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn an_inbox_that_breaks_down_is_trouble_and_goes_on() {
    let fake = Fake { waiting: [99, 1, 2].into(), failures: VecDeque::new(), done: Arc::default() };
    let mut remote = Prefetch::start("test", Box::new(fake), Wakeup::default()).unwrap();
    until("trouble is told", || remote.trouble().is_some_and(|trouble| trouble.to_string().contains("broke down")));
    let mut letters = Vec::new();
    until("the other letters come", || {
        letters.extend(remote.fetch().unwrap().letters.into_iter().map(|letter| letter.ticket));
        letters == ["1", "2"]
    });
}

#[test]
fn letters_come_in_order_no_further_ahead_than_agreed_and_are_done_when_the_desk_says_so() {
    let (done, wakeup) = (Arc::new(Mutex::new(Vec::new())), Wakeup::default());
    let fake = Fake { waiting: (0..10).collect(), failures: [true, true].into(), done: done.clone() };
    let mut remote = Prefetch::start("test", Box::new(fake), wakeup.clone()).unwrap();
    until("trouble is told", || remote.trouble().is_some_and(|trouble| trouble.which == Which::Port));
    assert_eq!(remote.read_until(), None);
    let mut came = Vec::new();
    while came.len() < 10 {
        wakeup.sleep(Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(20));
        let mut batches = Vec::new();
        while let Some(batch) = Some(remote.fetch().unwrap()).filter(|batch| !batch.letters.is_empty()) {
            batches.push(batch);
        }
        assert!(batches.len() <= AHEAD);
        assert_eq!(remote.read_until(), None, "some letters are with the desk");
        assert_eq!(*done.lock().unwrap(), came, "nothing is done before the desk says so");
        for batch in batches {
            let tickets: Vec<(Ticket, Fate)> =
                batch.letters.into_iter().map(|one| (one.ticket, Fate::Answered)).collect();
            came.extend(tickets.iter().map(|one| one.0.clone()));
            remote.done(&tickets).unwrap();
        }
        until("the word was heard", || done.lock().unwrap().len() == came.len());
    }
    assert!(came.iter().map(|ticket| ticket.parse::<u32>().unwrap()).eq(0..10));
    until("trouble is over", || remote.trouble().is_none());
    until("everything is read", || remote.read_until().is_some());
}
