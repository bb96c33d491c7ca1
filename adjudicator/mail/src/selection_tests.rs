//! The rule about edited forms, case by case.

use super::*;

const BEFORE: &str = "Turn 3, Military.\nRome is Military Leader.\n\nORDER FORM";
const FORM: &str = "move 2 legions Roma -> Sicilia\nattack Sicilia\nlosses legion, fortress last";
const AFTER: &str = "END OF FORM\nhelp: write help";

impl Selection {
    fn text(&self) -> String {
        self.orders(Phrases::built_in())
    }
}

fn is_order(line: &str) -> bool {
    ["move", "attack", "losses", "build"].iter().any(|verb| line.to_lowercase().starts_with(verb))
}

fn answer(body: &str) -> Selection {
    let phrases = Phrases::built_in();
    let letter = Letter::read(format!("From: a@b.org\nSubject: x\n\n{body}").as_bytes(), phrases);
    let sent = SentForm { before: BEFORE, form: FORM, after: AFTER };
    Selection::of(&letter, Some(sent), phrases, is_order)
}

fn quote(form: &str) -> String {
    format!("{BEFORE}\n{form}\n{AFTER}").lines().map(|line| format!("> {line}\n")).collect()
}

fn on(quote: &str) -> String {
    format!("On Mon, 2 Nov 2026 at 20:15, T <g@e.org> wrote:\n{quote}")
}

#[test]
fn own_lines_count_and_the_untouched_form_does_not() {
    let found = answer(&format!("Hi,\nmove 1 legion Roma → Etruria\n\n{}", on(&quote(FORM))));
    assert_eq!((found.text().trim(), found.found_in), ("move 1 legion Roma -> Etruria", FoundIn::Own));
    assert!(found.ignored.is_empty());
    assert_eq!(answer(&on(&quote(FORM))).text(), "");
}

#[test]
fn an_edited_form_counts_whole() {
    let edited = FORM.replace("attack Sicilia", "attack Sicilia: Greece only");
    let found = answer(&format!("Here you go!\n\n{}\nCheers\nMarco", on(&quote(&edited))));
    assert_eq!((found.text().as_str(), found.found_in), (edited.as_str(), FoundIn::Form));
}

#[test]
fn lines_added_in_the_form_count_in_their_places() {
    let edited = quote(FORM).replace("> attack Sicilia\n", "> attack Sicilia 2\nbuild city Roma\n");
    let found = answer(&on(&edited));
    let wanted = "move 2 legions Roma -> Sicilia\nattack Sicilia 2\nbuild city Roma\nlosses legion, fortress last";
    assert_eq!((found.text().as_str(), found.found_in), (wanted, FoundIn::Form));
    // The form untouched: an answer between quotes.
    let between = quote(FORM).replace("> attack Sicilia\n", "> attack Sicilia\nbuild city Roma\n");
    assert_eq!(answer(&on(&between)).text(), "build city Roma");
}

#[test]
fn orders_outside_win_and_the_edit_is_not_silent() {
    let edited = quote(&FORM.replace("attack Sicilia", "attack Etruria"));
    let found = answer(&format!("build city Roma\n\n{}", on(&edited)));
    assert_eq!((found.text().as_str(), found.found_in), ("build city Roma", FoundIn::Own));
    assert_eq!(found.ignored, ["attack Etruria"]);
}

#[test]
fn deleting_lines_is_an_edit_and_a_quote_cut_short_is_not() {
    let less = FORM.replace("attack Sicilia\n", "");
    assert_eq!(answer(&on(&quote(&less))).text(), less);
    let cut = quote(FORM).lines().take(6).map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(answer(&on(&cut)).text(), "");
    let none = answer(&on(&quote("")));
    assert_eq!((none.text().as_str(), none.found_in), ("", FoundIn::Own));
}

#[test]
fn what_mailers_do_to_a_quote_is_no_edit() {
    let mangled = quote(FORM)
        .replace("->", "→")
        .replace("> attack Sicilia", ">attack\u{a0}Sicilia ")
        .replace("legion, fortress", "legion,\n> fortress");
    assert_eq!(answer(&on(&mangled)).text(), "");
}

#[test]
fn a_form_in_a_quote_without_marks_counts_too() {
    let edited = FORM.replace("2 legions", "3 legions");
    let header = "From: T <g@e.org>\nSent: Monday, 2 November 2026 20:15\nTo: M\nSubject: x\n";
    let found = answer(&format!("{header}\n{BEFORE}\n{edited}\n{AFTER}"));
    assert_eq!((found.text().as_str(), found.found_in), (edited.as_str(), FoundIn::Form));
    // Not even a header: the whole report as if the player had written it.
    let found = answer(&format!("{BEFORE}\n{edited}\n{AFTER}"));
    assert_eq!((found.text().as_str(), found.found_in), (edited.as_str(), FoundIn::Form));
}

#[test]
fn only_the_form_is_left_of_the_quote() {
    let edited = FORM.replace("2 legions", "3 legions");
    let quote: String = edited.lines().map(|line| format!("> {line}\n")).collect();
    assert_eq!(answer(&on(&quote)).text(), edited);
}

#[test]
fn an_attached_text_counts_when_the_letter_holds_no_orders() {
    let phrases = Phrases::built_in();
    let mail = "From: a@b.org\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nsee below\n--x\nContent-Type: text/plain; name=o.txt\n\
                Content-Disposition: attachment; filename=o.txt\n\nmove 2 legions Roma -> Sicilia\n--x--\n";
    let found = Selection::of(&Letter::read(mail.as_bytes(), phrases), None, phrases, is_order);
    assert_eq!(
        (found.text().trim(), found.found_in),
        ("move 2 legions Roma -> Sicilia", FoundIn::Attached("o.txt".into()))
    );
}

#[test]
fn orders_below_a_quote_without_marks_are_the_players_own() {
    let header = "From: T <g@e.org>\nSent: Monday, 2 November 2026 20:15\nTo: M\nSubject: x\n";
    let found =
        answer(&format!("{header}\n{BEFORE}\n{FORM}\n{AFTER}\n\nmove 1 legion Roma -> Etruria\nattack Etruria\n"));
    assert_eq!(
        (found.text().as_str(), found.found_in),
        ("move 1 legion Roma -> Etruria\nattack Etruria", FoundIn::Own)
    );
    let found = answer(&format!("{header}\n{BEFORE}\n{FORM}\n{AFTER}\n\nMarco Rossi\nClub Ostia"));
    assert_eq!(found.text(), "");
}

#[test]
fn an_order_in_the_signature_is_not_silent() {
    let found = answer("attack Sicilia\n-- \nbuild city Roma\nMarco");
    assert_eq!((found.text().as_str(), found.ignored), ("attack Sicilia", vec!["build city Roma".to_owned()]));
}
