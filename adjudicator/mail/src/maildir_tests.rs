//! The Maildir on a real disk.

use super::*;

fn maildir() -> (tempfile::TempDir, Maildir) {
    let dir = tempfile::tempdir().unwrap();
    let maildir = Maildir::open(dir.path().join("Maildir")).unwrap();
    (dir, maildir)
}

#[test]
fn mails_come_in_the_order_of_their_delivery() {
    let (_dir, maildir) = maildir();
    for i in 0..50 {
        maildir.deliver(format!("mail {i}").as_bytes()).unwrap();
    }
    let read: Vec<String> = maildir
        .waiting()
        .unwrap()
        .iter()
        .map(|entry| String::from_utf8(maildir.read(entry, 100).unwrap()).unwrap())
        .collect();
    assert_eq!(read, (0..50).map(|i| format!("mail {i}")).collect::<Vec<_>>());
    assert_eq!(fs::read_dir(maildir.dir.join("tmp")).unwrap().count(), 0);
}

#[test]
fn names_of_other_servers_sort_by_time() {
    let names = ["1762712346.Vfd01I2a1M000009.mx", "1762712346.M5P7.host", "1762712345.H77P1.mx", "odd"];
    let mut entries: Vec<Entry> = names.iter().map(|name| Entry::new((*name).into())).collect();
    entries.sort();
    let sorted: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(sorted, ["1762712345.H77P1.mx", "1762712346.M5P7.host", "1762712346.Vfd01I2a1M000009.mx", "odd"]);
}

#[test]
fn a_mail_is_done_once_and_to_say_so_twice_does_no_harm() {
    let (_dir, maildir) = maildir();
    maildir.deliver(b"x").unwrap();
    let entry = maildir.waiting().unwrap().remove(0);
    maildir.done(&entry, "SR").unwrap();
    maildir.done(&entry, "SR").unwrap();
    assert!(maildir.waiting().unwrap().is_empty());
    assert!(maildir.dir.join("cur").join(format!("{}:2,RS", entry.name)).exists());
}

#[test]
fn the_same_name_is_delivered_once() {
    let (_dir, maildir) = maildir();
    maildir.deliver_as("1.ostia", b"x").unwrap();
    maildir.deliver_as("1.ostia", b"x").unwrap();
    let entries = maildir.waiting().unwrap();
    assert_eq!(entries.len(), 1);
    maildir.done(&entries[0], "S").unwrap();
    maildir.deliver_as("1.ostia", b"x").unwrap();
    assert!(maildir.waiting().unwrap().is_empty());
    assert!(maildir.deliver_as("../evil", b"x").is_err());
}

#[test]
fn the_quarantine_keeps_a_mail() {
    let (_dir, maildir) = maildir();
    maildir.deliver(b"bad").unwrap();
    let entry = maildir.waiting().unwrap().remove(0);
    let path = maildir.quarantine(&entry).unwrap();
    assert_eq!(fs::read(path).unwrap(), b"bad");
    assert!(maildir.waiting().unwrap().is_empty());
}

#[test]
fn what_a_crash_left_is_swept_and_never_seen() {
    let (_dir, maildir) = maildir();
    fs::write(maildir.dir.join("tmp/half"), "hal").unwrap();
    assert!(maildir.waiting().unwrap().is_empty());
    assert_eq!(maildir.sweep(SystemTime::now()).unwrap(), 0);
    assert_eq!(maildir.sweep(SystemTime::now() + STALE + STALE).unwrap(), 1);
}

#[test]
fn a_huge_mail_is_read_in_part() {
    let (_dir, maildir) = maildir();
    maildir.deliver(&vec![b'x'; 1_000]).unwrap();
    assert_eq!(maildir.read(&maildir.waiting().unwrap()[0], 10).unwrap().len(), 10);
}

#[test]
fn nobody_sees_half_a_mail() {
    let (_dir, maildir) = maildir();
    let whole = vec![b'x'; 300_000];
    std::thread::scope(|scope| {
        let postmen: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..40 {
                        maildir.deliver(&whole).unwrap();
                    }
                })
            })
            .collect();
        let mut seen = 0;
        while seen < 80 {
            let is_over = postmen.iter().all(|postman| postman.is_finished());
            let entries = maildir.waiting().unwrap();
            assert!(!(is_over && entries.is_empty()), "mails are missing: {seen} of 80");
            for entry in entries {
                assert_eq!(maildir.read(&entry, u64::MAX).unwrap().len(), whole.len());
                maildir.done(&entry, "S").unwrap();
                seen += 1;
            }
        }
    });
    assert!(maildir.waiting().unwrap().is_empty());
}

#[test]
fn the_folder_of_a_long_address_has_a_name_that_fits() {
    let long = |last: &str| format!("{}{last}@example.org", "a.%<ż>".repeat(40));
    let (one, other) = (folder_name(&long("x")), folder_name(&long("y")));
    assert!(one != other && one.len() <= 255 && other.len() <= 255, "{one}");
    let (_dir, maildir) = maildir();
    for name in [&one, &other, &folder_name(&"w".repeat(254)), &folder_name(&"<".repeat(254))] {
        Maildir::open(maildir.dir().join(name)).unwrap().deliver(b"x").unwrap();
    }
    assert_eq!(folder_name("anna.b+c@example.org"), "anna.b+c@example.org");
    assert_eq!(folder_name("../x y@z"), "%2e.%2fx%20y@z");
}
