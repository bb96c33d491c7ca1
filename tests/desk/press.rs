//! Letters between people: word for word, answered by a reply, without a name where none was given.

use crate::house::{ANNA, BELA, CLEO, House, LIVIA, Says as _, Sent};
use tabellarius::desk::intake::Taken;

/// What people write: greetings, dashes, lists, accents, quotation marks, something like a signature, something like a command.
const TEXT: &str = "Hello Rome,\n\n  je vais à Rome — “demain”, « peut-être »…\n- one\n* two\n1. three\n\n\nEnd of the war is near.\n--\nThanks,\nBest regards\n\t❤️ Béla";

fn letters<'h>(house: &'h House, mark: usize, to: &str) -> Vec<&'h Sent> {
    house.sent[mark..].iter().filter(|sent| sent.to == to && sent.raw.contains("auto-generated")).collect()
}

#[test]
fn a_text_goes_word_for_word() {
    let mut house = House::of_three("");
    let answer = house.write(BELA, &format!("Dear referee,\npress to Rome\n{TEXT}\nend\n\nThanks\nBela"));
    assert!(answer.says("Your letter to Rome is on its way."), "{answer}");
    assert!(
        !answer.says("NOT UNDERSTOOD") && !answer.says("CANNOT BE DONE") && !answer.says("Nothing was filed"),
        "{answer}"
    );
    let letter = house.newest(ANNA, "a letter from Greece");
    assert!(letter.text.contains(&format!("\n\n{TEXT}\n\n")), "{}", letter.text);
    for text in [
        "Hello",
        "hello Rome",
        "Thanks!",
        "je vais à Rome",
        "> you said peace\nno.",
        ">:-( no",
        ">> older\n> old\n\t>> x",
    ] {
        house.write(BELA, &format!("press to Rome\n{text}\nend"));
        let letter = house.newest(ANNA, "a letter from Greece");
        assert!(letter.text.contains(&format!("\n\n{text}\n\n")), "{}", letter.text);
    }
    // Beside the command, and over several paragraphs.
    house.write(BELA, "- press to Rome: à toi — Rome!\n\nHello.\nend\npick any");
    assert!(house.newest(ANNA, "a letter from Greece").text.contains("\nà toi — Rome!\n\nHello.\n\n"));
    assert!(house.write(BELA, "orders").says("- pick any"));
}

/// Names are bent in some languages: `do Rzymu`.
#[test]
fn a_seat_may_be_named_in_any_form() {
    let mut house = House::of_three("");
    house.write(BELA, "język pl");
    for to in ["do Rzymu", "do Rzymu, Egiptu", "Rzymowi"] {
        let answer = house.write(BELA, &format!("wiadomość {to}\nPokój?\nkoniec"));
        assert!(answer.says("jest w drodze"), "{to}: {answer}");
        assert!(house.newest(ANNA, "Gre").text.says("Pokój?"));
    }
    house.write(BELA, "taal nl");
    let answer = house.write(BELA, "bericht aan iedereen\nVrede?\neinde");
    assert!(answer.says("Je bericht aan iedereen is onderweg"), "{answer}");
}

#[test]
fn a_text_without_an_end_ends_with_the_letter() {
    let mut house = House::of_three("");
    for (tail, left_out) in [
        ("\n\n-- \nBéla Bartók\nPest", "Bartók"),
        ("\n\nSent from my iPhone", "iPhone"),
        ("\n\nOn Mon, 2 Nov 2026 at 20:15, T <referee@club.example> wrote:\n> YOUR HAND: 3 taxes\n\nend", "taxes"),
        ("\n\n-----Original Message-----\nFrom: T\nSent: Monday\nSubject: x\n\nYOUR HAND: 3 taxes\nend", "taxes"),
    ] {
        let answer =
            house.write(BELA, &format!("press to Rome\nHello.\n\nSent from my heart, as ever.\nThanks\nBéla{tail}"));
        assert!(answer.says("is on its way"), "{answer}");
        let letter = house.newest(ANNA, "a letter from Greece");
        let text = "\n\nHello.\n\nSent from my heart, as ever.\nThanks\nBéla\n\n";
        assert!(letter.text.contains(text) && !letter.raw.contains(left_out), "{}", letter.text);
    }
    // Who forgets the end publishes neither orders nor a letter to somebody else.
    let mark = house.mark();
    let answer = house.write(BELA, "press to Rome\nTake this.\npick gold, any");
    assert!(answer.says("I did not send this: \"pick gold, any\" looks like an order"), "{answer}");
    let answer = house.write(BELA, "press to Rome\nTake this.\n\npress to Egypt\nRome is weak.");
    assert!(answer.says("\"press to Egypt\" begins another letter"), "{answer}");
    assert!(letters(&house, mark, ANNA).is_empty() && letters(&house, mark, CLEO).is_empty());
}

#[test]
fn reply_addresses_and_private_addresses_are_hidden() {
    let mut house = House::of_three("");
    let tagged = house.newest(BELA, "your orders, please").reply_to;
    let tag = tagged.split(['+', '@']).nth(1).unwrap().to_owned();
    let text = format!("Write to <{tagged}>, tag {tag}, or to {ANNA} or {BELA}.");
    let answer = house.write(BELA, &format!("press to Egypt\n{text}\nend"));
    assert!(answer.says("An address in it is hidden"), "{answer}");
    let letter = house.newest(CLEO, "a letter from Greece");
    let seen = format!("\nWrite to <referee@club.example>, tag [...], or to [...] or {BELA}.\n");
    assert!(letter.text.contains(&seen) && !letter.raw.contains(&tag), "{}", letter.text);
    house.write(BELA, &format!("press anonymous to Egypt: it is I, {BELA}"));
    let letter = house.newest(CLEO, "a letter without a name");
    assert!(letter.text.contains("\nit is I, [...]\n") && !letter.raw.contains("bela"), "{}", letter.raw);
}

#[test]
fn a_reply_goes_back_to_the_writer() {
    let mut house = House::of_three("");
    house.write(BELA, "press to Rome, Egypt\nPeace?\nend");
    let letter = house.newest(ANNA, "a letter from Greece");
    assert!(letter.text.says("To write back to Greece, just answer this mail."), "{}", letter.text);
    let mark = house.mark();
    let quote: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
    let reply = format!(
        "Dear Greece,\n\nyes — à bientôt!\n\nAnna\n\nOn Mon, 16 Nov 2026 at 12:00, T <x@y.z> wrote:\n{quote}\n-- \nAnna Livia"
    );
    let answer = house.answer(ANNA, &letter, &reply);
    assert!(answer.text.says("Your answer to Greece is on its way."), "{}", answer.text);
    assert!(answer.text.says("put a line \"reply all\" above your text"), "{}", answer.text);
    let got = house.newest(BELA, "a letter from Rome");
    assert!(got.text.contains("\n\nDear Greece,\n\nyes — à bientôt!\n\nAnna\n\n"), "{}", got.text);
    assert!(!got.text.contains("Livia") && !got.text.contains("Peace?"), "{}", got.text);
    assert!(letters(&house, mark, CLEO).is_empty() && letters(&house, mark, LIVIA).is_empty());
    for text in ["Fine.", "Fine", "Fine with me\nend"] {
        house.answer(ANNA, &letter, text);
        let got = house.newest(BELA, "a letter from Rome");
        assert!(got.text.contains(&format!("\n\n{}\n\n", text.trim_end_matches("\nend"))), "{}", got.text);
    }
    house.answer(ANNA, &letter, &reply);
    // And back again, between the lines.
    let got = house.newest(BELA, "a letter from Rome");
    house.answer(BELA, &got, "> yes — à bientôt!\nWhen?\n> Anna\nYours");
    assert!(house.newest(ANNA, "a letter from Greece").text.contains("\n\nWhen?\n> Anna\nYours\n\n"));
}

#[test]
fn reply_all_goes_to_all_it_went_to() {
    let mut house = House::of_three("");
    house.write(BELA, "press to Rome, Egypt\nPeace?\nend");
    let letter = house.newest(ANNA, "a letter from Greece");
    let said = |house: &House, mark: usize, who: &str| -> String {
        letters(house, mark, who).iter().map(|sent| sent.text.clone()).collect()
    };
    for (n, text) in
        ["reply all\nWar {n}!", "War {n}!\n\nreply all", "reply to all: War {n}!", "Reply all:\nWar {n}!\nend"]
            .into_iter()
            .enumerate()
    {
        let mark = house.mark();
        let answer = house.answer(ANNA, &letter, &text.replace("{n}", &n.to_string()));
        assert!(answer.text.says("Your answer to Greece and Egypt is on its way."), "{}", answer.text);
        for who in [BELA, CLEO] {
            let text = said(&house, mark, who);
            assert!(text.contains(&format!("Rome writes to Greece and Egypt:\n\nWar {n}!\n\n----")), "{text}");
        }
        assert!(said(&house, mark, LIVIA).is_empty());
    }
    // Who presses "reply all" in a mailer writes to the address beside ours too.
    let cc = letter.raw.lines().find(|line| line.starts_with("Cc: ")).unwrap();
    let all = cc.split(['<', '>']).nth(1).unwrap().to_owned();
    let mark = house.mark();
    let raw = house.mail(ANNA, &format!("{}, {all}", letter.reply_to), "Re: hm", Some(&letter.id), "War again!");
    assert_eq!(house.put(&raw).0, Taken::Answered);
    assert!(said(&house, mark, CLEO).contains("War again!") && said(&house, mark, BELA).contains("War again!"));
    // A letter to one alone has no such address.
    house.write(BELA, "press to Rome\nOnly you.\nend");
    assert!(!house.newest(ANNA, "a letter from Greece").raw.contains("\nCc: "));
    // And nobody else can use it, or answer what another got.
    let mark = house.mark();
    let raw = house.mail(CLEO, &letter.reply_to, "Re: hm", Some(&letter.id), "It is I, Rome.");
    house.put(&raw);
    assert!(said(&house, mark, BELA).is_empty());
    let answer = house.write(ANNA, "reply all\nhello?");
    assert!(answer.says("Your mail answers no letter of a player"), "{answer}");
}

#[test]
fn a_reply_with_orders_or_commands_is_not_sent_on() {
    let mut house = House::of_three("");
    house.write(BELA, "press to Rome\nPeace?\nend");
    let letter = house.newest(ANNA, "a letter from Greece");
    let mark = house.mark();
    for (text, done) in [
        ("pick any", "- pick any"),
        ("Fine with me.\npick any", "- pick any"),
        ("status", "OSTIA-3"),
        ("press to Egypt\nGreece wants peace.\nend", "Your letter to Egypt is on its way"),
    ] {
        let answer = house.answer(ANNA, &letter, text);
        assert!(answer.text.says(done), "{}", answer.text);
        assert!(
            answer.text.says("Your mail answered a letter from Greece, but it holds orders or commands"),
            "{}",
            answer.text
        );
        assert!(letters(&house, mark, BELA).is_empty(), "{text}");
    }
    // Nobody can know which it is, so it is neither.
    let answer = house.answer(ANNA, &letter, "pikc any").text;
    assert!(answer.says("nothing is sent, and nothing is filed") && answer.says("pikc any"), "{answer}");
    assert!(letters(&house, mark, BELA).is_empty());
    // Both in one letter.
    let answer = house.answer(ANNA, &letter, "reply\nFine with me.\nend\npick wine, any");
    assert!(
        answer.text.says("Your answer to Greece is on its way.") && answer.text.says("- pick wine, any"),
        "{}",
        answer.text
    );
    let got = house.newest(BELA, "a letter from Rome");
    assert!(got.text.contains("\n\nFine with me.\n\n") && !got.text.contains("wine"), "{}", got.text);
}

#[test]
fn without_a_name_stays_without_a_name() {
    let mut house = House::of_three("");
    house.write(ANNA, "name Plurabelle");
    house.write(ANNA, "press to Greece, Egypt anonymously\nRome is weak.\nend");
    let letter = house.newest(BELA, "a letter without a name");
    assert!(letter.text.says("it reaches its writer, and nobody learns who that is"), "{}", letter.text);
    let mark = house.mark();
    let answer = house.answer(BELA, &letter, "May I know your name?");
    assert!(answer.text.says("Your answer to the one who wrote without a name is on its way."), "{}", answer.text);
    let veiled = house.newest(ANNA, "a letter from Greece");
    assert!(veiled.text.says("Greece writes to somebody who did not sign: May I know your name?"), "{}", veiled.text);
    assert!(veiled.text.says("Your answer goes without your name, as your letter did."), "{}", veiled.text);
    assert!(letters(&house, mark, CLEO).is_empty());
    // The answer to the answer says no more.
    let answer = house.answer(
        ANNA,
        &veiled,
        "A friend.\n\nOn Mon, 16 Nov 2026 at 12:00, Anna Plurabelle <anna@home.example> wrote:\n> May I know your name?",
    );
    assert!(answer.text.says("Your answer to Greece is on its way, without your name."), "{}", answer.text);
    let again = house.newest(BELA, "a letter without a name");
    assert!(again.text.contains("\n\nA friend.\n\n"), "{}", again.text);
    // To all: the same words to both, and nothing of the writer in any of them.
    let mark = house.mark();
    house.answer(BELA, &letter, "reply all\nSomebody lies.");
    let texts: Vec<String> = [ANNA, CLEO].iter().map(|who| letters(&house, mark, who)[0].text.clone()).collect();
    for text in &texts {
        assert!(text.says("Greece writes to Egypt and somebody who did not sign: Somebody lies."), "{text}");
    }
    for sent in house.sent.iter().filter(|sent| sent.to == BELA || sent.to == CLEO) {
        assert!(!sent.raw.to_lowercase().contains("plurabelle") && !sent.raw.contains(ANNA), "{}", sent.raw);
        assert!(!sent.subject.contains("letter from Rome"), "{}", sent.subject);
    }
    // Where letters must be signed, nothing is signed by surprise.
    house.write(LIVIA, "table ostia-3\nset press signed");
    let mark = house.mark();
    assert!(house.answer(ANNA, &veiled, "Still a friend.").text.says("At this table letters are signed"));
    assert!(letters(&house, mark, BELA).is_empty());
}

#[test]
fn an_announcement_and_a_digest_are_word_for_word_too() {
    let mut house = House::of_three("");
    house.write(CLEO, "format digest");
    house.write(LIVIA, "table ostia-3\nannounce\nHello all,\n\n\n  “snow” is near — à bientôt\nend");
    let letter = house.newest(ANNA, "an announcement");
    assert!(letter.text.contains("\n\nHello all,\n\n\n  “snow” is near — à bientôt\n\n"), "{}", letter.text);
    house.answer(ANNA, &letter, "Thanks!");
    let got = house.newest(LIVIA, "a letter from Rome");
    assert!(got.text.contains("Rome writes to the moderator:\n\nThanks!\n\n"), "{}", got.text);
    house.wait(2 * 86_400);
    let digest = house.sent.iter().rev().find(|sent| sent.to == CLEO && sent.text.contains("snow")).unwrap();
    assert!(digest.text.contains("\n\nHello all,\n\n\n  “snow” is near — à bientôt\n"), "{}", digest.text);
    assert!(!digest.raw.contains('\u{1}'));
}
