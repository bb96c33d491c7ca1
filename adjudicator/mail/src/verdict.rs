//! Whether a sender's domain vouches for a letter: by a signature that we verify over the DNS, or by the word of a mail server that
//! the operator trusts.
//!
//! A signature (DKIM, RFC 6376) counts if its domain is that of `From`, it covers `From`, `To`, `Subject`, `Date` and the whole body, the
//! letter is addressed to us, and it is not old: a signed letter to somebody else cannot be sent on to us as an order. SPF needs
//! the address of the machine that handed the mail over, which only a mail server knows; so SPF and DMARC come from its
//! `Authentication-Results` (RFC 8601) or not at all.

use super::auth_results::AuthResults;
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
const OLDEST: i64 = 7 * 86_400;

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
        let is_ours = letter.to.iter().chain(&letter.cc).any(|to| to.base() == referee.base());
        let is_fresh = letter.date.is_some_and(|date| (date - now).abs() <= OLDEST);
        if !is_ours || !is_fresh {
            return Finding::Nothing;
        }
        let raw = as_sent(raw);
        let Some(message) = AuthenticatedMessage::parse(&raw) else { return Finding::Nothing };
        let is_same = message.froms().len() == 1 && message.from().eq_ignore_ascii_case(&from.mailbox);
        if !is_same || message.dkim_headers.is_empty() {
            return Finding::Nothing;
        }
        let verified = self
            .runtime
            .block_on(async { tokio::time::timeout(self.patience, self.authenticator.verify_dkim(&message)).await });
        let good = verified.into_iter().flatten().find_map(|output| {
            let signature = output.signature().filter(|_| *output.result() == DkimResult::Pass)?;
            let covers = |name: &str| signature.h.iter().any(|header| header.eq_ignore_ascii_case(name));
            let is_whole = ["from", "to", "subject", "date"].into_iter().all(covers) && signature.l == 0;
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

/// What the topmost `Authentication-Results` of a server says. Others are ignored: anybody can write them.
pub fn by_server(letter: &Letter, server: &str) -> Finding {
    let Some((_, domain)) = only_sender(letter) else { return Finding::Nothing };
    let mut read = letter.authentication_results.iter().filter_map(|text| AuthResults::read(text));
    let Some(found) = read.find(|found| found.server.eq_ignore_ascii_case(server)) else {
        return Finding::Nothing;
    };
    let mut is_vouched = false;
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
        is_vouched |= checked.result == "pass" && is_aligned(named, &domain);
    }
    if is_vouched { Finding::Vouched { seal: None } } else { Finding::Nothing }
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
        by_server(&Letter::read(mail.as_bytes(), Phrases::built_in()), "mx.club.example")
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
