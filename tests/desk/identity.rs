//! Who wrote a letter: tags, questions to the registered address, strangers; and that nobody unproved learns anything.

use crate::house::{ANNA, BELA, CLEO, DAY, FIVE, House, LIVIA, Says as _};
use tabellarius::desk::intake::Taken;
use tabellarius::desk::verb::{Verb, Verbs};
use tabellarius::store::Asking;

const EVE: &str = "eve@evil.example";

/// A running table of a club that asks for proof.
fn strict() -> House {
    let mut house = House::of_three("").strict();
    house.desk.club.limits.letters_an_hour = 0;
    house.desk.club.limits.letters_a_day = 0;
    house
}

fn letters(house: &House) -> usize {
    house.desk.store.letters("ostia-3", 1, 1).unwrap().len()
}

#[test]
fn an_answer_to_our_mail_is_proved_by_its_address() {
    let mut house = strict();
    let report = house.newest(ANNA, "your orders, please");
    let answer = house.answer(ANNA, &report, "pick any");
    assert_eq!(answer.subject, "[ostia-3] I have your orders");
}

#[test]
fn without_plus_addresses_the_tag_travels_with_the_mail_that_is_answered() {
    let mut house = House::new().strict();
    house.desk.club.plus_addresses = false;
    house.desk.club.identity.proofs.push(tabellarius::desk::identity::Means::From);
    house.table("ostia-3", "mare-nostrum 3 variant seats=rome+greece+egypt", &FIVE[..3]);
    house = house.strict();
    let report = house.newest(ANNA, "your orders, please");
    assert!(report.reply_to.is_empty() && !report.raw.contains("referee+"), "{}", report.raw);
    let referee = "referee@club.example";
    let re = format!("Re: {}", report.subject);
    // A mail program that names the mail it answers; one that only keeps the subject; one that changes that.
    for (subject, answers) in
        [("Re: orders", Some(report.id.as_str())), (re.as_str(), None), (re.as_str(), Some("AM0@cloud.example"))]
    {
        let raw = house.mail(ANNA, referee, subject, answers, "pick gold, any");
        let (taken, sent) = house.put(&raw);
        assert_eq!(taken, Taken::Answered, "{subject} {answers:?}");
        assert_eq!((sent[0].to.as_str(), sent[0].reply_to.as_str()), (ANNA, ""));
    }
    assert!(letters(&house) > 0);
    // Without either nothing proves it; with another's tag nobody is proved; a tag that was guessed is none.
    let mut put = |from: &str, subject: &str, answers: Option<&str>| {
        let raw = house.mail(from, referee, subject, answers, "pick gold, any");
        house.put(&raw).0
    };
    assert_eq!(put(ANNA, "hello", None), Taken::Waiting);
    assert_eq!(put(EVE, &re, Some(&report.id)), Taken::Waiting);
    let guessed = report.id.replace(".tag.ostia-3.", ".tag.ostia-3.x");
    assert_eq!(put(ANNA, "hello", Some(&guessed)), Taken::Waiting);
    // Questions are answered in the same way.
    let asked = house.newest(ANNA, "did you write this?");
    let raw = house.mail(ANNA, referee, "Re: did you", Some(&asked.id), "yes");
    assert_eq!(house.put(&raw).0, Taken::Answered);
}

#[test]
fn a_letter_that_nothing_proves_waits_and_its_owner_is_asked() {
    let mut house = strict();
    let (taken, sent) = house.post(ANNA, "table ostia-3\npick any");
    assert_eq!(taken, Taken::Waiting);
    let [ask] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((ask.to.as_str(), ask.subject.as_str()), (ANNA, "Ostia Club: did you write this?"));
    assert!(ask.text.says("nothing proves that you wrote it. So nothing was done.") && ask.text.says("| pick any"));
    assert_eq!(letters(&house), 0);
    // Somebody else's yes, without the address that only she was told, is nothing.
    let forged = ask.reply_to.replace("ask.1.", "ask.1.0");
    let raw = house.mail(ANNA, &forged, "Re:", None, "yes");
    assert_eq!(house.put(&raw).0, Taken::Waiting);
    assert_eq!(letters(&house), 0);
    let (taken, sent) = house.post_answer(ANNA, ask, "maybe?");
    assert_eq!(taken, Taken::Answered);
    assert!(sent[0].text.says("Please answer with one word, yes or no"), "{}", sent[0].text);
    let (taken, sent) = house.post_answer(ANNA, ask, "Yes.\n\n> A letter came to me in your name\n> no");
    assert_eq!((taken, letters(&house)), (Taken::Answered, 1));
    assert!(sent[0].text.says("- pick any") && sent[0].to == ANNA, "{:?}", sent[0].text);
    // The forged yes had come in her name too: she is asked about it now.
    assert_eq!(sent[1].subject, "Ostia Club: did you write this?");
    assert!(house.post_answer(ANNA, &sent[1], "no").1[0].text.says("Nothing of it was done"));
    // Each question serves once.
    let (taken, _) = house.post_answer(ANNA, ask, "yes");
    assert_eq!((taken, letters(&house)), (Taken::Waiting, 1));
}

#[test]
fn nobody_is_asked_more_than_once_a_day() {
    let mut house = strict();
    let mut asked = 0;
    for round in 0..5 {
        asked += house.post(ANNA, &format!("status ostia-3 {round}")).1.len();
    }
    assert_eq!(asked, 1);
    house.clock.set(house.now() + DAY + 1);
    let (_, sent) = house.post(ANNA, "status ostia-3");
    assert!(sent[0].text.says("5 letters came to me in your name"), "{}", sent[0].text);
    // Each has an address of its own, and a yes is a yes to one of them.
    let flat = sent[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    let own: Vec<String> = flat.split("write \"yes\" to: ").skip(1).map(first_word).collect();
    assert_eq!(own.len(), 5, "{}", sent[0].text);
    let raw = house.mail(ANNA, &own[3], "Re:", None, "yes");
    let (taken, sent) = house.put(&raw);
    assert!(taken == Taken::Answered && sent.len() == 1 && sent[0].to == ANNA, "{sent:#?}");
    assert_eq!(house.put(&house_again(&raw)).0, Taken::Waiting, "it serves once");
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap().to_owned()
}

/// The same mail under another Message-ID.
fn house_again(raw: &str) -> String {
    raw.replace("Message-ID: <", "Message-ID: <again.")
}

#[test]
fn an_automatic_reply_confirms_nothing() {
    let mut house = strict();
    let (_, sent) = house.post(ANNA, "table ostia-3\nconcede yes");
    for (header, text) in [("Auto-Submitted: auto-replied\n", "yes"), ("", "I am away until Monday.\nYes, really.")] {
        let raw = house.mail(ANNA, &sent[0].reply_to, "Re:", None, text);
        house.put(&format!("{header}{raw}"));
    }
    assert!(house.log("ostia-3").lines().all(|line| !line.contains("conceded")));
}

#[test]
fn a_tag_is_worth_nothing_without_its_owner_s_address() {
    let mut house = strict();
    let report = house.newest(ANNA, "your orders, please");
    // Bela got the report forwarded. From his own address nothing proves him.
    let (taken, sent) = house.post_answer(BELA, &report, "pick gold, any");
    assert_eq!((taken, sent[0].to.as_str(), letters(&house)), (Taken::Waiting, BELA, 0));
    // Anna is told at once, and her address is another from then on.
    let warned = house.newest(ANNA, "somebody else has your reply address");
    assert!(warned.text.says(&format!("it says it comes from {BELA}")) && warned.reply_to != report.reply_to);
    // When he says that he wrote it, it is refused with a word: it was written to somebody else's address.
    let (_, sent) = house.post_answer(BELA, &sent[0], "yes");
    assert!(sent[0].to == BELA && sent[0].text.says("I made for somebody else"), "{}", sent[0].text);
    assert_eq!(letters(&house), 0);
    // The dead address proves nothing, whoever writes to it; the new one does.
    let (taken, sent) = house.post_answer(EVE, &report, "concede yes");
    assert_eq!((taken, sent.len(), sent[0].to.as_str()), (Taken::Waiting, 1, EVE));
    assert_eq!(house.post_answer(ANNA, &report, "pick gold, any").0, Taken::Waiting);
    assert_eq!(house.post_answer(ANNA, &warned, "table ostia-3\nstatus").0, Taken::Answered);
    // Somebody unknown with a tag that lives: perhaps Anna at another machine. She is asked and warned, he is told nothing.
    let (taken, sent) = house.post_answer(EVE, &warned, "concede yes");
    let to: Vec<&str> = sent.iter().map(|sent| sent.to.as_str()).collect();
    assert_eq!((taken, to), (Taken::Waiting, vec![ANNA]), "{sent:#?}");
    assert!(sent.iter().all(|sent| sent.text.says(&format!("from {EVE}"))), "{sent:#?}");
    let report = house.newest(ANNA, "somebody else has your reply address");
    // Whatever the server says that checks mail: the tag is no excuse.
    let raw = house.mail(ANNA, &report.reply_to, "Re:", None, "concede yes");
    let raw = format!("Authentication-Results: mx.club.example; dmarc=fail header.from=home.example\n{raw}");
    assert_eq!(house.put(&raw).0, Taken::Waiting);
    assert!(!house.log("ostia-3").contains("conceded"));
}

#[test]
fn a_tag_names_one_seat_of_one_person() {
    let mut house = strict();
    let report = house.newest(ANNA, "your orders, please");
    let (before, after) = report.reply_to.split_once("rome").unwrap();
    for forged in [format!("{before}greece{after}"), format!("{before}rome{after}").replace("ostia-3", "ostia-4")] {
        let raw = house.mail(ANNA, &forged, "Re:", None, "pick any");
        assert_eq!(house.put(&raw).0, Taken::Waiting, "{forged}");
    }
    // An old tag of a seat that she has left gives her what anybody may do.
    let answer = house.answer(ANNA, &report, "leave");
    assert!(answer.text.says("cannot be taken back, so I ask first"), "{}", answer.text);
    let left = house.confirm(ANNA);
    assert!(left.says("You have left ostia-3"), "{left}");
    let answer = house.answer(ANNA, &report, "pick any\norders\nmap");
    assert!(answer.text.says("You have no seat at ostia-3"), "{}", answer.text);
    assert_eq!(letters(&house), 0);
}

#[test]
fn the_word_of_a_trusted_server_counts() {
    let mut house = strict();
    let vouched = |house: &mut House, from: &str, domain: &str, text: &str| {
        let raw = house.mail(from, "referee@club.example", "hello", None, text);
        house.put(&format!("Authentication-Results: mx.club.example; dkim=pass header.d={domain}\n{raw}"))
    };
    let (taken, sent) = vouched(&mut house, ANNA, "home.example", "table ostia-3\npick any");
    assert_eq!((taken, letters(&house)), (Taken::Answered, 1));
    assert_eq!(sent[0].to, ANNA);
    assert_eq!(vouched(&mut house, ANNA, "evil.example", "table ostia-3\nconcede yes").0, Taken::Waiting);
    // Somebody new whose domain vouches for him is welcome at once.
    let (taken, sent) = vouched(&mut house, EVE, "evil.example", "list");
    assert!(taken == Taken::Answered && sent[0].to == EVE && sent[0].text.says("ostia-3"));
}

#[test]
fn a_stranger_is_asked_once_and_then_belongs() {
    let mut house = strict();
    let (taken, sent) = house.post(EVE, "list");
    assert_eq!((taken, sent.len(), sent[0].to.as_str()), (Taken::Waiting, 1, EVE));
    assert!(!sent[0].text.contains("ostia-3") && !sent[0].text.contains("list"), "{}", sent[0].text);
    assert!(house.desk.store.person_at(EVE).unwrap().is_none());
    let (_, sent) = house.post_answer(EVE, &sent[0], "Ja");
    assert!(sent[0].text.says("THE TABLES OF OSTIA CLUB"), "{}", sent[0].text);
    assert!(house.desk.store.person_at(EVE).unwrap().is_some());
    // Who says nothing that we understand is not asked: he may be a spammer's victim.
    for text in ["Buy now!\nhttp://pills.example", "Congratulations, you have won"] {
        let (taken, sent) = house.post("victim@far.example", text);
        assert_eq!((taken, sent.len()), (Taken::Quarantined, 0), "{text}");
    }
    // Who says no is left in peace for the day, however many letters come in his name.
    let (_, sent) = house.post("zoe@far.example", "join ostia-3");
    assert!(house.post_answer("zoe@far.example", &sent[0], "no").1[0].text.says("Nothing of it was done"));
    assert_eq!(house.post("zoe@far.example", "join ostia-3\n# again").1.len(), 0);
    // Nor do many strangers make us write many mails.
    house.desk.club.identity.strangers_a_day = 3;
    let asked: usize = (0..10).map(|n| house.post(&format!("s{n}@far.example"), "help").1.len()).sum();
    assert_eq!(asked, 2);
}

#[test]
fn in_a_private_club_a_moderator_lets_people_in() {
    let mut house = strict();
    house.desk.club.identity.private = true;
    let (taken, sent) = house.post(EVE, "list");
    assert_eq!((taken, sent.len()), (Taken::Quarantined, 0));
    let report = house.newest(LIVIA, "[ostia-3]");
    let listed = house.answer(LIVIA, &report, "quarantine").text;
    assert!(listed.says(EVE) && listed.says("a stranger wrote it, and the club is private"), "{listed}");
    let number = listed.split("- ").nth(1).unwrap().split(':').next().unwrap();
    house.wait(2 * DAY);
    let digest = house.newest(LIVIA, "came together");
    assert!(digest.text.says(&format!("Mail number {number} from {EVE} is in quarantine")), "{}", digest.text);
    let mark = house.mark();
    house.post_answer(LIVIA, &report, &format!("quarantine release {number}"));
    let welcomed = house.sent[mark..].iter().find(|sent| sent.to == EVE).unwrap();
    assert!(welcomed.text.says("THE TABLES OF OSTIA CLUB"), "{}", welcomed.text);
}

/// Everything that could be told or done by a letter, for each command in each language: an unproved writer gets at most the
/// neutral question, and nothing changes until the registered address says yes.
#[test]
fn nothing_secret_reaches_an_unproved_address_over_all_commands() {
    let verbs = Verbs::load().unwrap();
    for private in [false, true] {
        let mut house = strict();
        house.desk.club.identity.private = private;
        house.desk.club.identity.strangers_a_day = u32::MAX;
        let report = house.newest(ANNA, "your orders, please");
        let hand =
            report.text.lines().find(|line| line.contains("Your hand") || line.contains("hand:")).map(str::to_owned);
        let before = house.desk.store.export("ostia-3").unwrap();
        let mut words: Vec<String> = Verb::ALL
            .iter()
            .flat_map(|verb| ["en", "it", "pl", "nl"].map(|language| verbs.name(*verb, language).to_owned()))
            .collect();
        words.sort();
        words.dedup();
        assert!(words.len() > 150, "{}", words.len());
        let mut warned = 0;
        for word in &words {
            let letters = [
                word.clone(),
                format!("{word} ostia-3"),
                format!("{word} ostia-3 as Rome"),
                format!("table ostia-3\n{word} Rome\nhello\nend\n{word} {BELA}"),
            ];
            for text in &letters {
                for from in [EVE, ANNA] {
                    for tagged in [false, true] {
                        let to = if tagged && from == EVE { report.reply_to.as_str() } else { "referee@club.example" };
                        let raw = house.mail(from, to, "[ostia-3] my orders", None, text);
                        let (taken, mut sent) = house.put(&raw);
                        // Her tag is seen in a stranger's letter once; from then on it is dead, and she has another.
                        sent.retain(|mail| {
                            let is_warning = mail.subject.contains("somebody else has your reply address");
                            assert!(!is_warning || mail.to == ANNA, "{mail:#?}");
                            warned += usize::from(is_warning);
                            !is_warning
                        });
                        assert!(matches!(taken, Taken::Waiting | Taken::Quarantined), "{from}: {text}: {taken:?}");
                        assert!(sent.len() <= 1, "{text}: {sent:#?}");
                        for mail in &sent {
                            // Somebody whom we do not know is asked in the language of the letter.
                            let asks: &[&str] = match mail.to == EVE {
                                true => &[
                                    "did you write this?",
                                    "l'hai scritta tu?",
                                    "czy to Twój list?",
                                    "heb jij dit geschreven?",
                                ],
                                false => &["did you write this?"],
                            };
                            assert!(
                                asks.iter().any(|ask| mail.subject == format!("Ostia Club: {ask}")),
                                "{text}: {}",
                                mail.subject
                            );
                            assert!([EVE, ANNA].contains(&mail.to.as_str()));
                            if mail.to == EVE {
                                assert!(!private, "{text}");
                                leaks_nothing(&mail.raw, &mail.text, hand.as_deref(), text);
                            }
                            // No to what came, so that the next letter is asked about too. Asking does nothing by itself.
                            house.post_answer(&mail.to.clone(), mail, "no");
                            for request in house.desk.store.requests_to(Asking::Letter, EVE).unwrap() {
                                house.desk.store.drop_request(request.id).unwrap();
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(warned, 1);
        assert_eq!(house.desk.store.export("ostia-3").unwrap(), before, "nothing was done");
        assert!(house.desk.store.person_at(EVE).unwrap().is_none());
        let to_eve = house.sent.iter().filter(|sent| sent.to == EVE).count();
        assert!(if private { to_eve == 0 } else { to_eve > words.len() }, "{to_eve}");
        let told: Vec<&str> = house.sent.iter().map(|sent| sent.to.as_str()).collect();
        assert!([BELA, CLEO].iter().all(|other| told.iter().filter(|to| *to == other).count() < 10));
    }
}

fn leaks_nothing(raw: &str, text: &str, hand: Option<&str>, letter: &str) {
    let (raw, text) = (raw.to_lowercase(), text.to_lowercase());
    for secret in ["ostia-3", "anna", "bela", "cleo", "livia", "home.example", "rome", "greece", "mare nostrum"] {
        assert!(!text.contains(secret), "{secret} in the answer to {letter}: {text}");
    }
    for secret in ["anna@", "bela@", "list-id", "ostia-3"] {
        assert!(!raw.contains(secret), "{secret} in the answer to {letter}: {raw}");
    }
    assert!(hand.is_none_or(|hand| !text.contains(&hand.to_lowercase())));
}
