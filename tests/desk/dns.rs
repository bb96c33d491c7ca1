//! A DNS server on loopback that knows a few TXT records, and a mailer that signs what it sends.

use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter as _;
use mail_auth::dkim::DkimSigner;
use std::collections::BTreeMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The server; it goes with the test.
#[derive(Clone)]
pub struct Dns {
    pub address: SocketAddr,
    /// How many questions came.
    pub asked: Arc<AtomicUsize>,
    records: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Dns {
    pub fn start() -> Dns {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let dns = Dns { address: socket.local_addr().unwrap(), asked: Arc::default(), records: Arc::default() };
        let (asked, records) = (dns.asked.clone(), dns.records.clone());
        std::thread::spawn(move || {
            let mut question = [0; 1_500];
            while let Ok((length, from)) = socket.recv_from(&mut question) {
                asked.fetch_add(1, Ordering::Relaxed);
                let answer = answer(&question[..length], &records.lock().unwrap());
                let _ = socket.send_to(&answer, from);
            }
        });
        dns
    }

    pub fn say(&self, name: &str, text: &str) {
        self.records.lock().unwrap().insert(name.into(), text.into());
    }
}

/// The answer to a question: its TXT record, or that there is no such name.
fn answer(question: &[u8], records: &BTreeMap<String, String>) -> Vec<u8> {
    let (mut at, mut labels) = (12, Vec::new());
    while question[at] != 0 {
        let length = question[at] as usize;
        labels.push(String::from_utf8_lossy(&question[at + 1..at + 1 + length]).to_lowercase());
        at += length + 1;
    }
    let end = at + 5;
    let found = records.get(&labels.join("."));
    let mut answer = question[..end].to_vec();
    answer[2] = 0x84 | (question[2] & 1);
    answer[3] = if found.is_some() { 0x80 } else { 0x83 };
    answer[6..12].copy_from_slice(&[0, u8::from(found.is_some()), 0, 0, 0, 0]);
    if let Some(text) = found {
        answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60]);
        let pieces: Vec<&[u8]> = text.as_bytes().chunks(255).collect();
        let length = text.len() + pieces.len();
        answer.extend((length as u16).to_be_bytes());
        for piece in pieces {
            answer.push(piece.len() as u8);
            answer.extend(piece);
        }
    }
    answer
}

/// A domain that signs its mail.
pub struct Signer {
    domain: String,
    key: Vec<u8>,
}

impl Signer {
    /// A new domain, whose key the DNS knows.
    pub fn new(domain: &str, dns: &Dns) -> Signer {
        let key = Ed25519Key::generate_pkcs8().unwrap();
        let public = Ed25519Key::from_pkcs8_der(&key).unwrap().public_key();
        dns.say(&format!("post._domainkey.{domain}"), &format!("v=DKIM1; k=ed25519; p={}", base64(&public)));
        Signer { domain: domain.into(), key }
    }

    /// The mail with a signature over these headers and its body.
    pub fn sign(&self, mail: &str, headers: &[&str]) -> String {
        let mail = mail.replace('\n', "\r\n");
        let signer = DkimSigner::from_key(Ed25519Key::from_pkcs8_der(&self.key).unwrap())
            .domain(self.domain.clone())
            .selector("post")
            .headers(headers.iter().map(|header| header.to_string()));
        let signature = signer.sign(mail.as_bytes()).unwrap();
        format!("{}{mail}", signature.to_header())
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place)) as usize & 63] as char;
            out.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    out
}
