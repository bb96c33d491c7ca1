//! A DKIM signature (RFC 6376, 8463), for clubs whose mail server does not sign by itself.

use anyhow::{Context as _, Result, anyhow};
use mail_auth::common::crypto::{Ed25519Key, RsaKey, Sha256};
use mail_auth::common::headers::HeaderWriter as _;
use mail_auth::dkim::{DkimSigner, Done};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject as _;
use std::path::Path;

/// What is signed besides the text: whatever a reader sees or a mailer acts on.
const HEADERS: [&str; 14] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Reply-To",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
    "List-Id",
    "Auto-Submitted",
    "Precedence",
];

/// Whoever signs.
pub struct Signer(Key);

enum Key {
    Rsa(Box<DkimSigner<RsaKey<Sha256>, Done>>),
    Ed25519(Box<DkimSigner<Ed25519Key, Done>>),
}

impl Signer {
    /// A key in a PEM file: RSA or Ed25519.
    pub fn load(file: &Path, domain: &str, selector: &str) -> Result<Signer> {
        let pem = std::fs::read(file).with_context(|| format!("cannot read the DKIM key {}", file.display()))?;
        Signer::new(&pem, domain, selector).with_context(|| format!("the DKIM key {}", file.display()))
    }

    /// A key in PEM.
    pub fn new(pem: &[u8], domain: &str, selector: &str) -> Result<Signer> {
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|error| anyhow!("this is no private key: {error}"))?;
        if let PrivateKeyDer::Pkcs8(der) = &key
            && let Ok(key) = Ed25519Key::from_pkcs8_maybe_unchecked_der(der.secret_pkcs8_der())
        {
            let signer = DkimSigner::from_key(key).domain(domain).selector(selector).headers(HEADERS);
            return Ok(Signer(Key::Ed25519(Box::new(signer))));
        }
        let key = RsaKey::<Sha256>::from_key_der(key).map_err(|error| anyhow!("neither RSA nor Ed25519: {error}"))?;
        let signer = DkimSigner::from_key(key).domain(domain).selector(selector).headers(HEADERS);
        Ok(Signer(Key::Rsa(Box::new(signer))))
    }

    /// The mail with its signature in front.
    pub fn sign(&self, mail: &[u8]) -> Result<Vec<u8>> {
        let signature = match &self.0 {
            Key::Rsa(signer) => signer.sign(mail),
            Key::Ed25519(signer) => signer.sign(mail),
        };
        let header = signature.map_err(|error| anyhow!("{error}"))?.to_header();
        Ok([header.as_bytes(), mail].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    use mail_auth::common::parse::TxtRecordParser as _;
    use mail_auth::common::verify::DomainKey;
    use mail_auth::hickory_resolver::config::{ResolverConfig, ResolverOpts};
    use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator, Parameters, ResolverCache, Txt};
    use std::borrow::Borrow;
    use std::future::Future as _;
    use std::hash::Hash;
    use std::process::Command;
    use std::sync::Arc;

    /// A DNS with one record.
    struct Zone(Arc<DomainKey>);

    impl ResolverCache<Box<str>, Txt> for Zone {
        fn get<Q>(&self, _: &Q) -> Option<Txt>
        where
            Box<str>: Borrow<Q>,
            Q: Hash + Eq + ?Sized,
        {
            Some(Txt::DomainKey(self.0.clone()))
        }

        fn remove<Q>(&self, _: &Q) -> Option<Txt>
        where
            Box<str>: Borrow<Q>,
            Q: Hash + Eq + ?Sized,
        {
            None
        }

        fn insert(&self, _: Box<str>, _: Txt, _: std::time::Instant) {}
    }

    fn verdict(mail: &[u8], record: &str) -> String {
        let zone = Zone(Arc::new(DomainKey::parse(record.as_bytes()).unwrap()));
        let nobody = MessageAuthenticator::new(ResolverConfig::default(), ResolverOpts::default()).unwrap();
        let message = AuthenticatedMessage::parse(mail).unwrap();
        let mut asked = Box::pin(nobody.verify_dkim(Parameters::new(&message).with_txt_cache(&zone)));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        // Nothing has to be waited for: the only record is here.
        let std::task::Poll::Ready(found) = asked.as_mut().poll(&mut context) else { panic!("it asked the network") };
        let [one] = &found[..] else { panic!("{} signatures", found.len()) };
        match one.result() {
            DkimResult::Pass => "pass".into(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn others_can_verify_what_we_sign() {
        let mail = b"From: r@club.example\r\nTo: a@home.example\r\nSubject: x\r\nMessage-ID: <1@club.example>\r\n\r\nhello\r\n.\r\n";
        let dir = tempfile::tempdir().unwrap();
        let (key, public) = (dir.path().join("key.pem"), dir.path().join("public.der"));
        for (kind, options) in [("rsa", &["-pkeyopt", "rsa_keygen_bits:2048"][..]), ("ed25519", &[])] {
            let openssl = |arguments: &[&str]| Command::new("openssl").args(arguments).output();
            let made = openssl(&[&["genpkey", "-algorithm", kind, "-out", key.to_str().unwrap()], options].concat());
            if made.is_err() {
                println!("skipped: openssl is not here");
                return;
            }
            let der =
                ["pkey", "-in", key.to_str().unwrap(), "-pubout", "-outform", "DER", "-out", public.to_str().unwrap()];
            assert!(openssl(&der).unwrap().status.success());
            let mut public = std::fs::read(&public).unwrap();
            if kind == "ed25519" {
                public = public[public.len() - 32..].to_vec();
            }
            let record = format!("v=DKIM1; k={kind}; p={}", BASE64_STANDARD.encode(&public));
            let signed = Signer::load(&key, "club.example", "mail").unwrap().sign(mail).unwrap();
            assert!(signed.ends_with(mail) && signed.starts_with(b"DKIM-Signature:"));
            assert_eq!(verdict(&signed, &record), "pass", "{kind}");
            let tampered = String::from_utf8(signed).unwrap().replace("hello", "hullo");
            assert_ne!(verdict(tampered.as_bytes(), &record), "pass");
        }
        assert!(Signer::new(b"no key", "club.example", "mail").is_err());
    }
}
