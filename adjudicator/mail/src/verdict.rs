//! Whether a sender's domain vouches for a letter: by a signature that we verify over the DNS, or by the word of a mail server that
//! the operator trusts.
//!
//! A signature (DKIM, RFC 6376) counts if its domain is that of `From`, it covers `From`, `To`, `Subject`, `Date` and the whole body, the
//! letter is addressed to us by a header that it covers, and it is not old: a signed letter to somebody else cannot be sent on to us as an
//! order, whatever is added to it (`signature.rs`). SPF needs the address of the machine that handed the mail over, which only a mail
//! server knows; so SPF and DMARC come from its `Authentication-Results` (RFC 8601) or not at all. A server that says only that a
//! signature is good has not looked at what it covers, so we do.

use super::auth_results::AuthResults;
use super::signature::Copies;
use super::{Address, Letter};
use anyhow::{Context as _, Result};
use hickory_resolver::config::{NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator};
use std::borrow::Cow;
use std::net::SocketAddr;
use std::time::Duration;

/// What was found out about a letter's sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The sender's domain vouches for it.
    Vouched {
        /// The hash of the signature, if it was one that we verified ourselves: it must prove no other letter.
        seal: Option<String>,
    },
    /// A server we trust says that the sender did not write it.
    Forged,
    /// Nothing is known.
    Nothing,
}

/// A signed letter that is older proves nothing, in seconds.
const OLDEST: u64 = 7 * 86_400;

/// Verifies signatures over the DNS. What the DNS says is remembered as long as it allows.
pub struct Verifier {
    runtime: tokio::runtime::Runtime,
    authenticator: MessageAuthenticator,
    patience: Duration,
}

impl Verifier {
    /// Asks this DNS server, or the system's; no letter waits for longer than `patience`.
    pub fn new(server: Option<SocketAddr>, patience: Duration) -> Result<Verifier> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let authenticator = match server {
            None => MessageAuthenticator::new_system_conf().context("the system's DNS settings cannot be read")?,
            Some(server) => {
                let mut name_server = NameServerConfig::udp_and_tcp(server.ip());
                name_server.connections.iter_mut().for_each(|connection| connection.port = server.port());
                let mut options = ResolverOpts::default();
                options.timeout = patience;
                let config = ResolverConfig::from_parts(None, Vec::new(), vec![name_server]);
                MessageAuthenticator::new(config, options).context("the DNS cannot be asked")?
            }
        };
        Ok(Verifier { runtime, authenticator, patience })
    }

    /// Looks at the signatures of a letter to `referee` that came at this time.
    pub fn look(&self, raw: &[u8], letter: &Letter, referee: &Address, now: i64) -> Finding {
        let Some((from, domain)) = only_sender(letter) else { return Finding::Nothing };
        if !is_fresh(letter, now) {
            return Finding::Nothing;
        }
        let raw = as_sent(raw);
        let Some(message) = AuthenticatedMessage::parse(&raw) else { return Finding::Nothing };
        let is_same = message.froms().len() == 1 && message.from().eq_ignore_ascii_case(&from.mailbox);
        if !is_same || message.dkim_headers.is_empty() {
            return Finding::Nothing;
        }
        let copies = Copies::of(message.headers.iter().filter_map(|(name, _)| std::str::from_utf8(name).ok()));
        let verified = self
            .runtime
            .block_on(async { tokio::time::timeout(self.patience, self.authenticator.verify_dkim(&message)).await });
        let good = verified.into_iter().flatten().find_map(|output| {
            let signature = output.signature().filter(|_| *output.result() == DkimResult::Pass)?;
            let is_whole = copies.prove_a_letter_to(referee, letter, &signature.h) && signature.l == 0;
            (is_whole && is_aligned(&signature.d, &domain)).then(|| signature.b.clone())
        });
        match good {
            Some(signature) => Finding::Vouched { seal: Some(blake3::hash(&signature).to_hex().to_string()) },
            None => Finding::Nothing,
        }
    }
}

/// The mail with the line ends it had on the way: servers that write files leave the `\r` out, and signatures are made with it.
fn as_sent(raw: &[u8]) -> Cow<'_, [u8]> {
    let is_bare = |at: usize| raw[at] == b'\n' && (at == 0 || raw[at - 1] != b'\r');
    if !(0..raw.len()).any(is_bare) {
        return Cow::Borrowed(raw);
    }
    let mut mended = Vec::with_capacity(raw.len() + raw.len() / 20);
    for (at, byte) in raw.iter().enumerate() {
        if is_bare(at) {
            mended.push(b'\r');
        }
        mended.push(*byte);
    }
    Cow::Owned(mended)
}

/// Whether a letter was written lately, as far as it says.
fn is_fresh(letter: &Letter, now: i64) -> bool {
    letter.date.is_some_and(|date| date.abs_diff(now) <= OLDEST)
}

/// What the topmost `Authentication-Results` of a server says about a letter to `referee`. Others are ignored: anybody can write them.
pub fn by_server(letter: &Letter, server: &str, referee: &Address, now: i64) -> Finding {
    let Some((_, domain)) = only_sender(letter) else { return Finding::Nothing };
    let mut read = letter.authentication_results.iter().filter_map(|text| AuthResults::read(text));
    let Some(found) = read.find(|found| found.server.eq_ignore_ascii_case(server)) else {
        return Finding::Nothing;
    };
    let (mut is_sent, mut is_signed) = (false, false);
    for checked in &found.results {
        let named = match checked.method.as_str() {
            "dmarc" if checked.result == "fail" => return Finding::Forged,
            "dmarc" => checked.property(&["header.from"]),
            "dkim" => checked.property(&["header.d", "header.i"]),
            "spf" => checked.property(&["smtp.mailfrom", "smtp.mail"]),
            _ => None,
        };
        let named = named.unwrap_or_default();
        let named = named.rsplit_once('@').map_or(named, |(_, domain)| domain);
        let is_good = checked.result == "pass" && is_aligned(named, &domain);
        if checked.method == "spf" { is_sent |= is_good } else { is_signed |= is_good }
    }
    // The sender's own server handed it to ours: nobody sent it on.
    if is_sent {
        return Finding::Vouched { seal: None };
    }
    // One that we cannot read may be the good one.
    if !is_signed || letter.signatures.iter().any(|claim| !claim.is_readable()) {
        return Finding::Nothing;
    }
    let mut claims = letter.signatures.iter().filter(|claim| is_aligned(&claim.domain, &domain)).peekable();
    // A server may take the signatures away that it has verified.
    if claims.peek().is_none() {
        return Finding::Vouched { seal: None };
    }
    // We do not know which of several it found good; whoever sends a letter on can add bad ones. So each must do.
    let covers = claims.all(|claim| claim.covers(letter, referee));
    if covers && is_fresh(letter, now) { Finding::Vouched { seal: Some(content(letter)) } } else { Finding::Nothing }
}

/// A hash of what every signature that counts covers, so that one letter is not sent to us again as another.
fn content(letter: &Letter) -> String {
    let from = letter.sender().map(|from| from.mailbox.clone()).unwrap_or_default();
    let pieces = [from, letter.date.unwrap_or_default().to_string(), letter.subject.clone(), letter.body.clone()];
    let mut hasher = blake3::Hasher::new();
    for piece in pieces {
        hasher.update(&(piece.len() as u64).to_le_bytes());
        hasher.update(piece.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// The sender and the domain, if there is just one.
fn only_sender(letter: &Letter) -> Option<(&Address, String)> {
    match letter.from.as_slice() {
        [only] if letter.from_headers == 1 => {
            let (_, domain) = only.mailbox.rsplit_once('@')?;
            Some((only, domain.to_ascii_lowercase())).filter(|(_, domain)| domain.contains('.'))
        }
        _ => None,
    }
}

/// Whether a domain may speak for a sender's: it is the same, or one above it (`example.org` for `mail.example.org`).
fn is_aligned(signer: &str, sender: &str) -> bool {
    let signer = signer.trim_end_matches('.').to_ascii_lowercase();
    signer.contains('.') && (sender == signer || sender.strip_suffix(&signer).is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Phrases;

    fn by(headers: &str) -> Finding {
        let mail = format!("{headers}\nFrom: Anna <anna@example.org>\nTo: referee@club.example\n\nhelp\n");
        said(&mail)
    }

    fn said(mail: &str) -> Finding {
        let referee = Address::new("referee@club.example");
        by_server(&Letter::read(mail.as_bytes(), Phrases::built_in()), "mx.club.example", &referee, NOON)
    }

    /// Monday, 16 November 2026, noon.
    const NOON: i64 = 1_794_830_400;

    #[test]
    fn a_good_signature_proves_only_what_it_covers() {
        let of = |results: &str, signed: &str, head: &str| {
            said(&format!(
                "Authentication-Results: mx.club.example; {results}\n{signed}From: Anna <anna@example.org>\nSubject: hi\n\
                 Date: Mon, 16 Nov 2026 11:00:00 +0000\n{head}\n\nhelp\n"
            ))
        };
        let good = "dkim=pass header.d=example.org";
        let signed = "DKIM-Signature: d=example.org; h=from:to:subject:date; b=ab\n";
        let (ours, others) = ("To: referee@club.example", "To: bela@home.example");
        assert!(matches!(of(good, signed, ours), Finding::Vouched { seal: Some(_) }));
        // Sent on to us: with us in the envelope only, in an added Cc, in an added To; with a second, bad signature that covers all.
        let sent_on = format!("{others}\nCc: referee@club.example");
        let bad = "DKIM-Signature: d=example.org; h=from:to:cc:subject:date; b=bad\n";
        for (signed, head) in [
            (signed.to_owned(), others.to_owned()),
            (signed.to_owned(), sent_on.clone()),
            (signed.to_owned(), format!("{ours}\n{others}")),
            (signed.to_owned(), format!("{others}\n{ours}")),
            (format!("{bad}{signed}"), sent_on.clone()),
            (format!("{signed}{bad}"), sent_on.clone()),
        ] {
            assert_eq!(of(good, &signed, &head), Finding::Nothing, "{signed}{head}");
            assert_eq!(of("dmarc=pass header.from=example.org", &signed, &head), Finding::Nothing, "{signed}{head}");
        }
        // Handed over by the sender's own server, it was not sent on.
        assert!(matches!(of("spf=pass smtp.mailfrom=example.org", signed, &sent_on), Finding::Vouched { .. }));
        // The same letter under another Message-ID has the same seal.
        let with_id = |id: &str| of(good, signed, &format!("{ours}\nMessage-ID: <{id}@example.org>"));
        assert_eq!(with_id("1"), with_id("2"));
    }

    #[test]
    fn only_the_topmost_word_of_the_named_server_counts() {
        let vouched = Finding::Vouched { seal: None };
        for (headers, finding) in [
            ("Authentication-Results: mx.club.example; dkim=pass header.d=example.org; spf=none", vouched.clone()),
            (
                "Authentication-Results: mx.club.example;\n dmarc=pass (p=reject; sp=none) header.from=example.org",
                vouched.clone(),
            ),
            ("Authentication-Results: MX.club.example 1; spf=pass smtp.mailfrom=anna@example.org", vouched.clone()),
            ("Authentication-Results: mx.club.example; dkim=pass header.i=@example.org", vouched),
            ("Authentication-Results: mx.club.example; dkim=pass header.d=evil.example", Finding::Nothing),
            ("Authentication-Results: mx.club.example; dkim=pass header.d=org", Finding::Nothing),
            ("Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=xexample.org", Finding::Nothing),
            ("Authentication-Results: mx.club.example; dkim=fail header.d=example.org", Finding::Nothing),
            (
                "Authentication-Results: mx.club.example; dkim=pass (ok dkim=pass header.d=example.org) header.d=x.example",
                Finding::Nothing,
            ),
            ("Authentication-Results: mx.evil.example; dkim=pass header.d=example.org", Finding::Nothing),
            (
                "Authentication-Results: mx.club.example; dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=example.org",
                Finding::Forged,
            ),
            (
                "Authentication-Results: mx.club.example; dkim=none\nAuthentication-Results: mx.club.example; dkim=pass header.d=example.org",
                Finding::Nothing,
            ),
            (
                "Authentication-Results: mx.club.example; dkim=pass header.d=example.org\nFrom: bela@other.example",
                Finding::Nothing,
            ),
            (
                "Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=example.org; \"@evil.example",
                Finding::Nothing,
            ),
            (
                "Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=\"a@evil.example (\"; dmarc=fail (x) header.from=example.org",
                Finding::Forged,
            ),
            ("Subject: none", Finding::Nothing),
        ] {
            assert_eq!(by(headers), finding, "{headers}");
        }
    }
}
