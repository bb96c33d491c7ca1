//! Mails as pages, and for the ear: what they hold, what a tap does, and that nothing is lost beside the text.

use crate::house::{ANNA, BELA, DAY, FIVE, House, MONDAY, Says as _, Sent};
use mail_parser::{MessageParser, MimeHeaders as _};
use percent_encoding::percent_decode_str;
use tabellarius::store::Store;

/// Gmail cuts a page that is longer.
const LONGEST_PAGE: usize = 90_000;
const LARGEST_PICTURE: usize = 200_000;

/// The page of a mail.
fn page(sent: &Sent) -> String {
    let mail = MessageParser::default().parse(sent.raw.as_bytes()).unwrap();
    let page = mail.html_bodies().find(|part| part.is_text_html()).unwrap_or_else(|| panic!("no page: {}", sent.raw));
    page.text_contents().unwrap().to_owned()
}

/// The picture in a mail.
fn picture(sent: &Sent) -> Vec<u8> {
    let mail = MessageParser::default().parse(sent.raw.as_bytes()).unwrap();
    let part = mail.parts.iter().find(|part| part.content_id() == Some("board.png")).unwrap();
    part.contents().to_vec()
}

/// What stands in the attributes of a page that begin so: `href="mailto:`.
fn attributes(page: &str, begin: &str) -> Vec<String> {
    let found = page.split(begin).skip(1).filter_map(|rest| rest.split('"').next());
    let plain = |text: &str| {
        let signs = [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        signs.iter().fold(text.to_owned(), |text, (sign, c)| text.replace(sign, c))
    };
    found.map(plain).collect()
}

/// A letter that a link opens: to whom, about what, and its text.
fn letter(link: &str) -> (String, String, String) {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8().unwrap().replace("\r\n", "\n");
    let (to, rest) = link.split_once('?').unwrap();
    let field = |name: &str| rest.split('&').find_map(|part| part.strip_prefix(name)).map(decoded).unwrap_or_default();
    (decoded(to), field("subject="), field("body="))
}

fn links(page: &str) -> Vec<(String, String, String)> {
    attributes(page, "href=\"mailto:").iter().map(|link| letter(link)).collect()
}

/// Six games, each with somebody who reads pages.
fn halls() -> impl Iterator<Item = (&'static str, House)> {
    let games = [
        ("mare-nostrum 3 variant seats=rome+greece+egypt", 3),
        ("empires 3", 3),
        ("mythology 4", 4),
        ("inner-sea 3", 3),
        ("seven-wonders 3", 3),
        ("latrones 2", 2),
    ];
    games.into_iter().map(|(what, players)| {
        let mut house = House::with(Store::in_memory().unwrap(), MONDAY);
        house.write(ANNA, "format html");
        let people: Vec<(&str, &str)> = FIVE[..players].iter().map(|(person, _)| (*person, "any")).collect();
        house.table("ostia-3", what, &people);
        for _ in 0..2 {
            for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
                house.write(&address, &format!("table ostia-3\n{text}"));
            }
        }
        (what, house)
    })
}

#[test]
fn a_report_is_a_page_with_the_board_and_the_whole_text() {
    for (what, house) in halls() {
        let report = house.newest(ANNA, "[ostia-3]");
        let page = page(&report);
        assert!(page.len() < LONGEST_PAGE, "{what}: {} bytes", page.len());
        let pictures = attributes(&page, "src=\"cid:");
        assert_eq!(pictures, ["board.png"], "{what}");
        let picture = picture(&report);
        assert!(picture.starts_with(b"\x89PNG") && picture.len() < LARGEST_PICTURE, "{what}: {}", picture.len());
        let alt = attributes(&page, "alt=\"");
        assert!(alt.len() == 1 && alt[0].len() > 60, "{what}: {alt:?}");
        // Every word of the text is on the page: the page is made from it.
        let shown = tabellarius::mail::html::text(&page).to_lowercase();
        let shown: std::collections::BTreeSet<&str> = shown.split_whitespace().collect();
        let missing = |word: &&str| !shown.contains(word.to_lowercase().as_str()) && !word.starts_with('-');
        let lost: Vec<&str> = report.text.split_whitespace().filter(missing).collect();
        assert!(lost.len() <= 6, "{what}: {lost:?}");
        assert!(!page.contains("<script") && !page.contains("<form") && !page.contains("http"), "{what}");
        assert!(!report.text.contains(|c: char| c.is_control() && c != '\n'), "{what}");
        // Who wants text gets text.
        let plain = house.newest(BELA, "[ostia-3]");
        assert!(!plain.raw.contains("text/html"), "{what}");
    }
}

#[test]
fn a_tap_sends_a_whole_letter_and_a_late_one_is_told_so() {
    let mut house = House::with(Store::in_memory().unwrap(), MONDAY);
    house.write(ANNA, "format html");
    house.table("ostia-3", "seven-wonders 3", &[(ANNA, "any"), (BELA, "any"), (FIVE[2].0, "any")]);
    let report = house.newest(ANNA, "[ostia-3]");
    let all = links(&page(&report));
    assert!(all.len() >= 3, "{all:?}");
    assert!(
        all.iter().all(|(to, subject, _)| *to == report.reply_to && subject.starts_with("Re: [ostia-3] ")),
        "{all:?}"
    );
    let (to, subject, body) = all[0].clone();
    let answer = house.write_to(ANNA, &to, &subject, None, &body);
    assert!(answer.text.contains("WILL BE DONE") || answer.text.contains("DONE EACH TIME"), "{}", answer.text);
    assert!(answer.text.says("Receipt 1"), "{}", answer.text);
    let (write, ..) = all.last().unwrap();
    assert_eq!(*write, report.reply_to, "the last opens a letter with the form");
    for who in [BELA, FIVE[2].0] {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            if address == who {
                house.write(&address, &format!("table ostia-3\n{text}"));
            }
        }
    }
    assert_eq!(house.board("ostia-3").rounds, 1);
    let late = house.write_to(ANNA, &to, &subject, None, &body);
    assert!(late.text.says("CAME TOO LATE"), "{}", late.text);
    assert!(house.write(ANNA, "table ostia-3\norders").says("I have no letter from you"));
}

#[test]
fn a_slip_is_put_right_by_one_tap() {
    let mut house = House::of_three("");
    house.write(ANNA, "format html");
    let answer = house.write_to(ANNA, "referee@club.example", "hello", None, "table ostia-3\npikc gold, any");
    let page = page(&answer);
    let all = links(&page);
    assert_eq!(all.len(), 1, "{page}");
    let (to, subject, body) = all[0].clone();
    assert!(body.contains("pick gold"), "{body}");
    let answer = house.write_to(ANNA, &to, &subject, None, &body);
    assert!(answer.text.says("pick gold, any") && !answer.text.contains("NOT UNDERSTOOD"), "{}", answer.text);
}

/// No line of such a mail needs eyes: no columns, no signs that stand for words, every sentence ended.
#[test]
fn a_mail_for_the_ear_is_sentences() {
    for (what, mut house) in halls() {
        house.write(ANNA, "format spoken");
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
        let report = house.newest(ANNA, "[ostia-3]");
        let page = page(&report);
        for sign in ["<table", "<img", "<svg", "&nbsp;"] {
            assert!(!page.contains(sign), "{what}: {sign}");
        }
        assert!(page.contains("<h1>") && page.matches("<h2>").count() >= 2, "{what}: {page}");
        let sentences = attributes_of_paragraphs(&page);
        for line in &sentences {
            assert!(!line.contains("  ") && !line.starts_with(['-', '|', '*', '>']), "{what}: {line}");
            let is_loud = line.len() > 12 && !line.chars().any(char::is_lowercase);
            assert!(!is_loud, "{what}: {line}");
        }
        let form = report.text.lines().filter(|line| line.starts_with('#')).count();
        assert!(form > 0 || !report.subject.contains("please"), "{what}: {}", report.text);
    }
}

/// The sentences of a page for the ear, without the form and orders.
fn attributes_of_paragraphs(page: &str) -> Vec<String> {
    let paragraphs = page.split("<p>").skip(1).filter_map(|rest| rest.split("</p>").next());
    paragraphs.filter(|text| !text.contains("<br>") && !text.starts_with("<code>")).map(str::to_owned).collect()
}

#[test]
fn people_choose_how_their_mails_look_in_four_languages() {
    let mut house = House::of_three("");
    for (words, has_page) in [
        ("format html", true),
        ("format plain", false),
        ("format html without pictures", true),
        ("formato testo", false),
        ("formato html senza immagini", true),
        ("format tekst", false),
        ("format mówiony", true),
        ("formaat tekst", false),
        ("formaat html zonder plaatjes", true),
        ("formaat gesproken", true),
        ("format text", false),
    ] {
        let answer = house.write_to(ANNA, "referee@club.example", "hello", None, words);
        assert!(!answer.text.contains("is none"), "{words}: {}", answer.text);
        assert_eq!(answer.raw.contains("text/html"), has_page, "{words}: {}", answer.raw);
    }
    assert!(house.write(ANNA, "format fancy").says("\"fancy\" is none. How mails look: format html"));
    house.wait(DAY);
}

/// A mailer that quotes the page instead of the text gives other lines before and behind the form: an edited form is read all the same.
#[test]
fn a_form_that_was_edited_in_a_quoted_page_is_read() {
    let mut house = House::of_three("");
    house.write(ANNA, "format html");
    house.write(BELA, "pick any");
    house.write(FIVE[2].0, "pick any");
    house.write(ANNA, "table ostia-3\npick any");
    let report = house.newest(ANNA, "[ostia-3]");
    let page = page(&report);
    let shown = tabellarius::mail::html::text(&page);
    let form: Vec<&str> = report.text.lines().filter(|line| line.starts_with("# ")).collect();
    assert!(form.len() >= 2, "{}", report.text);
    let order = form[1].trim_start_matches("# ");
    assert!(shown.contains(form[1]), "{shown}");
    let edited = shown.replacen(form[1], order, 1);
    let quoted: String = edited.lines().map(|line| format!("> {line}\n")).collect();
    let answer = house.answer(ANNA, &report, &format!("On Monday the referee wrote:\n\n{quoted}"));
    assert!(answer.text.says(&format!("- {order}")), "{order}: {}", answer.text);
    assert!(!answer.text.contains("NOT UNDERSTOOD"), "{}", answer.text);
}
