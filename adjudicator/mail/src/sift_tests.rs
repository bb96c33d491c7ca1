//! One rule of sifting each; whole mails are in `tests/mail/`.

use super::*;
use crate::lines::{Layout, split};

fn sifted(text: &str) -> Sifted {
    sift(&split(text, Layout::Fixed), Phrases::built_in())
}

#[test]
fn an_attribution_folded_over_two_lines_goes() {
    let mail = "move\n\nOn Mon, 2 Nov 2026 at 20:15, Tabellarius\n<game@example.org> wrote:\n\n> old";
    assert_eq!((sifted(mail).own().as_str(), sifted(mail).quoted().as_str()), ("move", "old"));
}

#[test]
fn a_line_right_above_an_attribution_stays() {
    let mail = "attack Sicilia\npon., 2 lis 2026 o 20:15 Tabellarius\n<game@example.org> napisał(a):\n> old";
    assert_eq!(sifted(mail).own(), "attack Sicilia");
}

#[test]
fn prose_is_no_attribution() {
    let mail = "On Monday my friend wrote:\nattack Sicilia";
    assert_eq!(sifted(mail).own(), mail);
}

#[test]
fn orders_below_an_attribution_whose_quote_was_deleted_stay() {
    let mail = "Hi,\n\nOn Mon, 2 Nov 2026 at 20:15, T <g@e.org> wrote:\n\nmove 2 legions Roma -> Sicilia";
    assert_eq!(sifted(mail).own(), "Hi,\n\n\nmove 2 legions Roma -> Sicilia");
}

#[test]
fn a_quote_without_marks_below_an_answer_is_a_quote() {
    let mail = "attack Sicilia\n\nOn Mon, 2 Nov 2026 at 20:15, T <g@e.org> wrote:\n\nOld text";
    assert_eq!((sifted(mail).own().as_str(), sifted(mail).quoted().as_str()), ("attack Sicilia", "Old text"));
}

#[test]
fn blocks_of_headers_in_four_languages() {
    for block in [
        "From: T <g@e.org>\nSent: Monday 20:15\nTo: M\nSubject: x",
        "Da: T <g@e.org>\nInviato: lunedì 2 novembre 2026 20:15\nA: M\nOggetto: x",
        "Od: T <g@e.org>\nWysłano: poniedziałek, 2 listopada 2026 20:15\nDo: M\nTemat: x",
        "Van: T <g@e.org>\nVerzonden: maandag 2 november 2026 20:15\nAan: M\nOnderwerp: x",
        "________________________________\n*From:* T\n*Date:* Monday\n*To:* a@b.c;\n d@e.f\n*Subject:* x",
        "-----Original Message-----\nFrom: T\nSent: Monday\nSubject: x",
    ] {
        let mail = format!("attack Sicilia\n\n{block}\n\nOld text");
        assert_eq!(
            (sifted(&mail).own().as_str(), sifted(&mail).quoted().as_str()),
            ("attack Sicilia", "Old text"),
            "{block}"
        );
    }
    let dressed = "From: Caesar\nTo: Cleopatra\nSubject: grain\n\nSend more.";
    assert_eq!(sifted(dressed).own(), dressed);
    // Two words with colons are an order or prose.
    assert_eq!(sifted("From: Roma\nTo: Sicilia").own(), "From: Roma\nTo: Sicilia");
}

#[test]
fn a_signature_ends_where_the_quote_begins() {
    let mail = "attack Sicilia\n-- \nMarco\nVia Appia 1\n\nOn 2 Nov 2026, at 20:15, T wrote:\n> old\nlosses legion";
    let sifted = sifted(mail);
    assert_eq!(sifted.own(), "attack Sicilia\nlosses legion");
    let signature: Vec<String> =
        sifted.left_out().into_iter().filter(|out| out.why == Why::Signature).map(|out| out.line).collect();
    assert_eq!(signature, ["--", "Marco", "Via Appia 1"]);
}

#[test]
fn footers_go_and_orders_that_look_alike_stay() {
    for footer in [
        "Sent from my iPhone",
        "Inviato da iPhone",
        "Wysłane z iPhone'a",
        "Verstuurd vanaf mijn iPhone",
        "Get Outlook for Android",
    ] {
        assert_eq!(sifted(&format!("attack Sicilia\n\n{footer}")).own(), "attack Sicilia", "{footer}");
    }
    assert_eq!(sifted("sent from Roma -> Sicilia").own(), "sent from Roma -> Sicilia");
}
