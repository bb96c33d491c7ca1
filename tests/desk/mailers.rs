//! What people see when their mail did not come as they wrote it: files, armour, damage, contradictions.

use crate::house::{ANNA, BELA, CLEO, House, LIVIA, Says as _};
use tabellarius::desk::intake::Taken;

/// A mail of Anna's with another type and body.
fn mail(house: &mut House, headers: &str, body: &str) -> String {
    let raw = house.mail(ANNA, "referee@club.example", "[ostia-3] orders", None, "");
    raw.replace("Content-Type: text/plain; charset=utf-8\n", headers).trim_end().to_owned() + "\n\n" + body
}

fn with_file(body: &str, name: &str, kind: &str, file: &str) -> (String, String) {
    let head = "Content-Type: multipart/mixed; boundary=b\n".to_owned();
    let body = format!(
        "--b\nContent-Type: text/plain\n\n{body}\n--b\nContent-Type: {kind}; name={name}\n\
         Content-Disposition: attachment; filename={name}\n\n{file}\n--b--\n"
    );
    (head, body)
}

fn answered(house: &mut House, headers: &str, body: &str) -> String {
    let raw = mail(house, headers, body);
    let (taken, sent) = house.put(&raw);
    assert_eq!(taken, Taken::Answered);
    sent[0].text.clone()
}

#[test]
fn an_attached_file_is_read_if_the_letter_holds_no_orders() {
    let mut house = House::of_three("");
    for body in ["Orders attached", "Hi,\nplease see attached.\nCheers\nAnna", "My orders are attached", ""] {
        let (head, text) = with_file(body, "orders.txt", "text/plain", "pick gold, any");
        let answer = answered(&mut house, &head, &text);
        assert!(answer.says("- pick gold, any"), "{body}: {answer}");
        assert!(answer.says("I read those in the attached file orders.txt."), "{body}: {answer}");
        assert!(!answer.says("YOUR ORDERS AT"), "{body}: {answer}");
    }
    let (head, text) = with_file("pick wine, any", "orders.txt", "text/plain", "pick gold, any");
    let answer = answered(&mut house, &head, &text);
    let (counts, gone) = answer.split_once("NO LONGER ON FILE").unwrap_or_default();
    assert!(counts.says("- pick wine, any") && !counts.says("gold") && gone.says("- pick gold, any"), "{answer}");
    assert!(answer.says("I did not use the attached file orders.txt."), "{answer}");
    let (head, text) = with_file("Orders attached", "orders.docx", "application/msword", "x");
    let answer = answered(&mut house, &head, &text);
    assert!(answer.says("Files were attached that I cannot read: orders.docx."), "{answer}");
    assert!(house.write(ANNA, "orders").says("- pick wine, any"), "what was filed stands");
}

#[test]
fn what_is_encrypted_gets_a_kind_answer() {
    let mut house = House::of_three("");
    let armour = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----\n";
    let pgp_mime = format!(
        "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name=encrypted.asc\n\n{armour}--b--\n"
    );
    for (head, body) in [
        ("Content-Type: text/plain\n", armour),
        ("Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n", &pgp_mime),
        (
            "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n",
            "MIAGCSqG\n",
        ),
    ] {
        let answer = answered(&mut house, head, body);
        assert!(answer.says("is encrypted") && answer.says("Please send it again without encryption."), "{answer}");
        assert!(
            !answer.says("hQEMA") && !answer.says("Nothing was filed") && !answer.says("AT YOUR TABLE"),
            "{answer}"
        );
    }
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\npick any\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n";
    let answer = answered(&mut house, "Content-Type: text/plain\n", signed);
    assert!(
        answer.says("- pick any")
            && !answer.says("NOT UNDERSTOOD")
            && !answer.says("CANNOT BE DONE")
            && !answer.says("encrypted"),
        "{answer}"
    );
}

#[test]
fn a_damaged_letter_is_a_draft_at_most() {
    let mut house = House::of_three("");
    house.write(BELA, "pick any");
    house.write(CLEO, "pick any");
    let head = "Content-Type: multipart/mixed; boundary=b\n";
    let torn = |text: &str| format!("--b\nContent-Type: text/plain\n\n{text}");
    let answer = answered(&mut house, head, &torn("pick any\nfinal\n"));
    assert!(answer.says("- pick any") && answer.says("It is a draft"), "{answer}");
    assert!(answer.says("arrived damaged, or its end is missing"), "{answer}");
    house.tick();
    assert_eq!(house.board("ostia-3").rounds, 0, "the round waits for a whole letter");
    // Base64 and quoted-printable that break off.
    for (encoding, body) in [("base64", "cGljayBhbnkKb2ZmZXIgZ3"), ("quoted-printable", "pick any\noffer gr=C3")] {
        let answer = answered(
            &mut house,
            &format!("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"),
            body,
        );
        assert!(answer.says("arrived damaged"), "{encoding}: {answer}");
    }
    // Nothing is done that cannot be taken back.
    let mark = house.mark();
    for command in ["concede yes", "press to Greece\nI will not", "leave", "final", "draw"] {
        let answer = answered(&mut house, head, &torn(command));
        assert!(answer.says("your mail did not arrive whole"), "{command}: {answer}");
    }
    assert!(house.sent[mark..].iter().all(|sent| sent.to == ANNA) && !house.log("ostia-3").contains("conceded"));
    assert!(answered(&mut house, head, &torn("status")).says("OSTIA-3"));
    // Half a letter does not take the place of a whole one.
    house.write(ANNA, "draft\npick gold, any");
    let answer = answered(&mut house, head, &torn("pick wine, any\n"));
    assert!(answer.says("what you sent before to ostia-3 still stands"), "{answer}");
    assert!(house.write(ANNA, "orders").says("- pick gold, any"));
    house.write(ANNA, "final");
    assert_eq!(house.board("ostia-3").rounds, 1);
}

#[test]
fn a_mail_that_contradicts_itself_is_put_aside() {
    let mut house = House::of_three("");
    for head in [
        "Content-Type: text/plain\nContent-Type: text/html\n",
        "Content-Type: text/plain\nContent-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n",
        "Content-Type: multipart/mixed; boundary=never\n",
        "Content-Type: multipart/mixed\n",
    ] {
        let raw = mail(&mut house, head, "pick any\n");
        let (taken, sent) = house.put(&raw);
        assert_eq!(taken, Taken::Quarantined, "{head}");
        assert_eq!(sent.len(), 1, "{head}");
        assert!(
            sent[0].text.says("Your mail contradicts itself") && sent[0].text.says("nothing of it was done"),
            "{}",
            sent[0].text
        );
    }
    assert!(house.write(ANNA, "orders").says("I have no letter from you"));
    let list = house.write(LIVIA, "quarantine");
    assert!(list.says("it contradicts itself"), "{list}");
    // A moderator may let it in; it is a draft even so.
    let number = house.desk.store.quarantine().unwrap()[0].id;
    house.post(LIVIA, &format!("quarantine release {number}"));
    assert!(house.write(ANNA, "orders").says("YOUR DRAFT AT OSTIA-3 - pick any"));
    // Nobody learns anything by such a mail in another's name.
    let mut house = House::of_three("").strict();
    let raw = mail(&mut house, "Content-Type: text/plain\nContent-Type: text/html\n", "pick any\n");
    let (taken, sent) = house.put(&raw);
    assert_eq!((taken, sent.len()), (Taken::Quarantined, 0));
}

#[test]
fn a_page_is_read_as_it_looks() {
    let mut house = House::of_three("");
    let page = "<style>.p{display:none}</style><div class=p>offer grain</div><p style='color:#fff'>concede yes</p>\
                <table><tr><td>pick</td><td>gold, any</td></tr></table>";
    let answer = answered(&mut house, "Content-Type: text/html; charset=utf-8\n", page);
    assert!(answer.says("- pick gold, any") && !answer.says("grain"), "{answer}");
    assert!(!house.log("ostia-3").contains("conceded"));
    // A bare CR ends a line.
    let answer = answered(&mut house, "Content-Type: text/plain\n", "offer wine\rpick wine, any\r");
    assert!(answer.says("- offer wine\n- pick wine, any"), "{answer}");
}
