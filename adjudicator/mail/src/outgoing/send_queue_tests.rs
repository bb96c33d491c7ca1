use super::*;

const LIMITS: Limits = Limits { at_once: 4, per_domain: 2, per_minute: None, per_day: None, give_up: 86_400 };

fn mail(id: i64, address: &str, board: &str) -> QueuedMail {
    QueuedMail { id, board: Some(board.into()), address: address.into(), attempts: 0, next: 0, written: 0 }
}

fn queue(limits: Limits, mails: &[(i64, &str, &str)]) -> SendQueue {
    let mut queue = SendQueue::new(limits);
    mails.iter().for_each(|(id, address, board)| queue.push(mail(*id, address, board)));
    queue
}

fn all(queue: &mut SendQueue, now: Time) -> Vec<i64> {
    std::iter::from_fn(|| queue.next(now)).collect()
}

#[test]
fn mails_of_a_table_to_a_reader_go_one_after_another() {
    let mut queue =
        queue(LIMITS, &[(1, "a@x", "t1"), (2, "A@x", "t1"), (3, "b@y", "t1"), (4, "a@x", "t2"), (5, "b@y", "t1")]);
    assert_eq!(all(&mut queue, 0), [1, 3, 4]);
    assert_eq!(queue.settle(3, &Attempt::Accepted, 0), Some(SendStatus::Sent));
    assert_eq!(all(&mut queue, 0), [5]);
    assert_eq!(queue.settle(1, &Attempt::Accepted, 0), Some(SendStatus::Sent));
    assert_eq!(all(&mut queue, 0), [2]);
    for id in [2, 4, 5] {
        queue.settle(id, &Attempt::Accepted, 0);
    }
    assert!(queue.is_empty() && queue.domains.is_empty() && queue.keys.is_empty() && queue.out() == 0);
}

#[test]
fn a_mail_that_waits_makes_only_those_behind_it_wait() {
    let mut queue = queue(LIMITS, &[(1, "dead@x", "t"), (2, "dead@x", "t"), (3, "b@x", "t"), (4, "c@y", "t")]);
    assert_eq!(all(&mut queue, 0), [1, 3, 4]);
    let Some(SendStatus::Retry(next, 1, words)) = queue.settle(1, &Attempt::Later("451 later".into()), 0) else {
        panic!()
    };
    assert_eq!(words, "451 later");
    assert!((45..=60).contains(&next), "{next}");
    queue.settle(3, &Attempt::Accepted, 0);
    queue.push(mail(5, "b@x", "t"));
    assert_eq!(all(&mut queue, 0), [5]);
    assert_eq!(queue.settle(5, &Attempt::Accepted, 0), Some(SendStatus::Sent));
    assert_eq!(all(&mut queue, next - 1), Vec::<i64>::new());
    assert_eq!(all(&mut queue, next), [1]);
    // Pauses grow, and come to an end.
    let (mut now, mut tries) = (next, 1);
    loop {
        match queue.settle(1, &Attempt::Later("451".into()), now) {
            Some(SendStatus::Retry(next, attempts, _)) => {
                tries += 1;
                assert!(next > now && next - now <= PAUSES.1 && attempts == tries);
                now = next;
                assert_eq!(queue.next(now), Some(1));
            }
            Some(SendStatus::Failed(words)) => {
                assert!(words.contains("451"));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(now >= LIMITS.give_up && (8..20).contains(&tries), "{tries}");
    assert_eq!(queue.next(now), Some(2), "the next one has its own chance");
}

#[test]
fn domains_have_limits() {
    let mails: Vec<QueuedMail> =
        (1..=10).map(|id| mail(id, &format!("p{id}@{}", if id <= 6 { "x" } else { "y" }), "t")).collect();
    let mut queue = SendQueue::new(LIMITS);
    mails.iter().cloned().for_each(|mail| queue.push(mail));
    assert_eq!(all(&mut queue, 0), [1, 2, 7, 8]);
    queue.settle(7, &Attempt::Accepted, 0);
    assert_eq!(all(&mut queue, 0), [9]);
    let mut queue = SendQueue::new(Limits { per_minute: Some(3), at_once: 100, per_domain: 100, ..LIMITS });
    mails.into_iter().for_each(|mail| queue.push(mail));
    assert_eq!(all(&mut queue, 10), [1, 2, 3, 7, 8, 9]);
    for id in [1, 2, 3, 7, 8, 9] {
        queue.settle(id, &Attempt::Accepted, 11);
    }
    assert_eq!(all(&mut queue, 69), Vec::<i64>::new());
    assert_eq!(all(&mut queue, 70), [4, 5, 6, 10]);
}

#[test]
fn a_closed_server_is_tried_by_one_and_blames_nobody() {
    let mut queue = queue(LIMITS, &[(1, "a@x", "t"), (2, "b@y", "t"), (3, "c@z", "t")]);
    assert_eq!(all(&mut queue, 0), [1, 2, 3]);
    for id in [1, 2, 3] {
        assert_eq!(queue.settle(id, &Attempt::Closed("nobody answers".into()), 0), None);
    }
    assert_eq!(queue.next(0), None);
    let (mut now, mut asked) = (0, Vec::new());
    while asked.len() < 12 {
        now += 1;
        if let Some(id) = queue.next(now) {
            assert_eq!(queue.next(now), None, "one at a time");
            queue.settle(id, &Attempt::Closed("nobody answers".into()), now);
            asked.push((now, id));
        }
    }
    assert!(asked.windows(2).all(|two| two[1].0 - two[0].0 <= DOOR.1 + 1), "{asked:?}");
    assert!(
        asked[11].0 - asked[10].0 > 60 && asked.iter().map(|one| one.1).collect::<BTreeSet<_>>().len() == 3,
        "{asked:?}"
    );
    let id = std::iter::from_fn(|| {
        now += 1;
        Some(queue.next(now))
    })
    .flatten()
    .next()
    .unwrap();
    assert_eq!(queue.settle(id, &Attempt::Accepted, now), Some(SendStatus::Sent));
    assert_eq!(all(&mut queue, now + 400).len(), 2, "open again for everybody");
    assert_eq!(queue.threads.values().flatten().map(|mail| mail.attempts).sum::<u32>(), 0, "no mail was blamed");
}

#[test]
fn a_mail_that_is_gone_from_the_outbox_is_forgotten() {
    let mut queue = queue(LIMITS, &[(1, "a@x", "t"), (2, "a@x", "t")]);
    assert_eq!(queue.next(0), Some(1));
    queue.forget(1);
    assert_eq!((queue.len(), queue.out()), (1, 0));
    assert_eq!(queue.next(0), Some(2));
}

#[test]
fn a_day_has_so_many_mails_and_the_last_are_the_operators() {
    let limits = Limits { per_day: Some(20), at_once: 1_000, per_domain: 1_000, ..LIMITS };
    let mut queue = SendQueue::new(limits).since_yesterday("Ops@z", vec![50, 60]);
    for id in 0..40 {
        queue.push(mail(id, &format!("p{id}@x"), "t"));
    }
    assert_eq!(all(&mut queue, 100).len(), 16, "two went before, and two are kept back");
    assert!(queue.waits_for_tomorrow(100));
    for (id, board) in [(100, "t1"), (101, "t2"), (102, "t3")] {
        queue.push(mail(id, "ops@z", board));
    }
    assert_eq!(all(&mut queue, 100), [100, 101]);
    assert!(all(&mut queue, 50 + DAY - 1).is_empty());
    assert_eq!(all(&mut queue, 60 + DAY), [102], "what is left first is the operator's again");
    assert_eq!(all(&mut queue, 100 + DAY).len(), 17);
    let mut free = SendQueue::new(LIMITS);
    free.push(mail(1, "a@x", "t"));
    assert!(!free.waits_for_tomorrow(0));
    // A server that cannot be reached has taken nothing.
    let mut queue = SendQueue::new(Limits { per_day: Some(1), ..LIMITS });
    queue.push(mail(1, "a@x", "t"));
    assert_eq!(all(&mut queue, 0), [1]);
    queue.settle(1, &Attempt::Closed("down".into()), 0);
    assert_eq!(all(&mut queue, 1_000), [1]);
}
