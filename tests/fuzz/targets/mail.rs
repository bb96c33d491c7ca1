//! Mails as mailers could build them, by a grammar: parts in parts, encodings, charsets, headers that stand twice, bounces, lists. Each is read
//! without breaking down, says the same when it is read again, and keeps no password once it was taken out.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use tabellarius::mail::letter::Bounds;
use tabellarius::mail::{Letter, Phrases};

const HEADERS: [&str; 30] = [
    "From: Anna <anna@home.example>",
    "From: anna@home.example, bela@home.example",
    "To: referee@club.example",
    "To: Referee <referee+ostia-3.rome.7.0123456789abcdef@club.example>",
    "Cc: all@home.example",
    "Subject: [ostia-3] orders",
    "Subject: =?utf-8?Q?Ja_odpowied=C5=BA?=",
    "Subject: Out of office",
    "Message-ID: <1@home.example>",
    "In-Reply-To: <2@club.example>",
    "References: <1@x> <2@y>",
    "Date: Mon, 16 Nov 2026 12:00:00 +0000",
    "Auto-Submitted: auto-replied",
    "Precedence: bulk",
    "List-Id: <a.b>",
    "Return-Path: <>",
    "X-Failed-Recipients: anna@home.example",
    "X-Spam-Flag: YES",
    "MIME-Version: 1.0",
    "Received: from x ([203.0.113.7]) by y with ESMTP; Mon, 16 Nov 2026 12:00:00 +0000",
    "Delivered-To: referee+x@club.example",
    "Authentication-Results: mx.club.example; dkim=pass header.d=home.example",
    "DKIM-Signature: v=1; a=rsa-sha256; d=home.example; s=a; h=from:to; bh=AA==; b=AA==",
    "X-Auto-Response-Suppress: All",
    "Content-Language: pl",
    "Reply-To: bela@home.example",
    "Sender: cleo@home.example",
    "X-Mailer: Outlook",
    "Disposition-Notification-To: a@b",
    "Feedback-ID: 1",
];
const TYPES: [&str; 16] = [
    "text/plain",
    "text/plain; charset=utf-8; format=flowed; delsp=yes",
    "text/html; charset=iso-8859-2",
    "text/html",
    "text/plain; charset=windows-1250",
    "text/plain; charset=utf-7",
    "text/calendar; method=REQUEST",
    "message/delivery-status",
    "message/rfc822",
    "text/rfc822-headers",
    "application/pdf; name=\"a.pdf\"",
    "application/pgp-encrypted",
    "image/png",
    "text/plain; charset=\"no such\"",
    "application/octet-stream; name=orders.txt",
    "message/disposition-notification",
];
const MULTIPARTS: [&str; 7] = [
    "multipart/mixed",
    "multipart/alternative",
    "multipart/related",
    "multipart/report; report-type=delivery-status",
    "multipart/signed",
    "multipart/encrypted",
    "multipart/digest",
];
const ENCODINGS: [&str; 6] = ["", "7bit", "8bit", "base64", "quoted-printable", "x-uuencode"];
const LINES: [&str; 24] = [
    "build legion Roma",
    "pick gold, any",
    "> build nothing",
    ">> older",
    "-- ",
    "--",
    "On Monday Anna wrote:",
    "Il giorno 16 nov 2026 Anna ha scritto:",
    "-----Original Message-----",
    "Sent from my iPhone",
    "<p>build legion Roma</p>",
    "<blockquote>pick any</blockquote>",
    "<div style='display:none'>x</div>",
    "identify anna@home.example xyzzy plugh",
    "Action: failed",
    "Status: 5.1.1",
    "Final-Recipient: rfc822; anna@home.example",
    "BEGIN:VCALENDAR",
    "=3D=C3=A0=",
    "YnVpbGQgbGVnaW9uIFJvbWE=",
    "-----BEGIN PGP MESSAGE-----",
    "press to all",
    "end",
    "| table | cell |",
];

struct Writer<'b, 'd> {
    bytes: &'b mut Unstructured<'d>,
    mail: Vec<u8>,
    boundaries: usize,
}

impl Writer<'_, '_> {
    fn line(&mut self, line: &[u8]) -> Result<()> {
        self.mail.extend_from_slice(line);
        self.mail.extend_from_slice(if self.bytes.ratio(1, 12)? { b"\n" } else { b"\r\n" });
        Ok(())
    }

    /// Some bytes of nobody's grammar.
    fn noise(&mut self) -> Result<Vec<u8>> {
        let length = self.bytes.int_in_range(0..=24)?;
        Ok(self.bytes.bytes(length.min(self.bytes.len()))?.to_vec())
    }

    fn headers(&mut self) -> Result<()> {
        for _ in 0..self.bytes.int_in_range(0..=9)? {
            let mut line = self.bytes.choose(&HEADERS)?.as_bytes().to_vec();
            if self.bytes.ratio(1, 5)? {
                let noise = self.noise()?;
                let at = self.bytes.int_in_range(0..=line.len())?;
                drop(line.splice(at..at, noise));
            }
            self.line(&line)?;
        }
        Ok(())
    }

    fn part(&mut self, depth: usize) -> Result<()> {
        let encoding = *self.bytes.choose(&ENCODINGS)?;
        if !encoding.is_empty() {
            self.line(format!("Content-Transfer-Encoding: {encoding}").as_bytes())?;
        }
        if depth < 6 && self.bytes.ratio(1, 3)? {
            self.boundaries += 1;
            let (kind, boundary) = (*self.bytes.choose(&MULTIPARTS)?, format!("b{}", self.boundaries));
            self.line(format!("Content-Type: {kind}; boundary=\"{boundary}\"").as_bytes())?;
            self.line(b"")?;
            for _ in 0..self.bytes.int_in_range(0..=4)? {
                self.line(format!("--{boundary}").as_bytes())?;
                self.part(depth + 1)?;
            }
            if !self.bytes.ratio(1, 6)? {
                self.line(format!("--{boundary}--").as_bytes())?;
            }
            return Ok(());
        }
        let kind = *self.bytes.choose(&TYPES)?;
        self.line(format!("Content-Type: {kind}").as_bytes())?;
        if self.bytes.ratio(1, 6)? {
            self.line(b"Content-Disposition: attachment; filename=\"orders.txt\"")?;
        }
        self.line(b"")?;
        for _ in 0..self.bytes.int_in_range(0..=12)? {
            let line =
                if self.bytes.ratio(1, 5)? { self.noise()? } else { self.bytes.choose(&LINES)?.as_bytes().to_vec() };
            self.line(&line)?;
        }
        Ok(())
    }
}

fn written(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Unstructured::new(bytes);
    let mut writer = Writer { bytes: &mut bytes, mail: Vec::new(), boundaries: 0 };
    writer.headers()?;
    writer.part(0)?;
    Ok(writer.mail)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(mail) = written(bytes) else { return };
    let bounds = Bounds { bytes: 1 << 20, lines: 10_000, parts: 100, depth: 20 };
    let phrases = Phrases::built_in();
    let letter = Letter::read_within(&mail, phrases, &bounds);
    let again = Letter::read_within(&mail, phrases, &bounds);
    assert_eq!(letter.fingerprint(), again.fingerprint());
    let _ = (letter.orders(phrases), letter.tags());
    if let Some(bounce) = letter.nuisance.as_ref().and_then(|nuisance| nuisance.bounce.as_ref()) {
        assert!(bounce.recipients.len() <= 50);
    }
    // A line that is taken out is in no copy that is kept.
    let mut clean = letter.clone();
    let is_changed = clean.change_lines(|line| line.contains("xyzzy").then(|| "identify".to_owned()));
    if is_changed {
        let kept = clean.as_mail(&mail);
        assert!(!kept.windows(5).any(|window| window == b"xyzzy"), "{}", String::from_utf8_lossy(&kept));
    }
});
