//! A provider of tokens for tests: an HTTP server on the loopback that lets its only user log in (by device code, or by a browser that
//! comes back), renews tokens and takes the consent back. Refresh tokens change with every use and the old one is dead from then on, as with
//! strict providers.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// The provider.
pub struct Provider {
    pub address: String,
    pub state: Arc<Mutex<State>>,
}

/// What it knows.
pub struct State {
    /// How long it says that a token lasts, in seconds.
    pub lasts: u64,
    /// Makes the access token of this number.
    pub make: Box<dyn Fn(u32) -> String + Send>,
    /// How many access tokens it has given.
    pub given: u32,
    /// The only refresh token that is good.
    pub refresh: String,
    /// How it was asked: `refresh_token`, `authorization_code`, …
    pub asked: Vec<String>,
    pub is_withdrawn: bool,
    /// Out of order: it answers 503.
    pub is_broken: bool,
    /// How often a device must ask before somebody has typed its code in.
    pub pending: u32,
    challenge: String,
}

type Words = BTreeMap<String, String>;

impl Provider {
    pub fn start() -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let state = State {
            lasts: 3_600,
            make: Box::new(|number| format!("access-secret-{number}")),
            given: 0,
            refresh: String::new(),
            asked: Vec::new(),
            is_withdrawn: false,
            is_broken: false,
            pending: 1,
            challenge: String::new(),
        };
        let state = Arc::new(Mutex::new(state));
        let known = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serve(stream, &known);
            }
        });
        Provider { address, state }
    }

    /// What it has been asked for so far.
    pub fn asked(&self) -> Vec<String> {
        self.state.lock().unwrap().asked.clone()
    }
}

fn serve(stream: TcpStream, state: &Mutex<State>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).unwrap();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let body = String::from_utf8(body).unwrap();
    let words = words(if first.starts_with("POST") { &body } else { query });
    let mut state = state.lock().unwrap();
    let (status, extra, text) =
        if state.is_broken { (503, String::new(), "out of order".into()) } else { state.answer(path, &words) };
    let answer = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{extra}Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
    (&stream).write_all(answer.as_bytes()).unwrap();
}

impl State {
    fn answer(&mut self, path: &str, words: &Words) -> (u16, String, String) {
        let word = |name: &str| words.get(name).cloned().unwrap_or_default();
        match path {
            "/authorize" => {
                assert_eq!((word("response_type"), word("code_challenge_method")), ("code".into(), "S256".into()));
                self.challenge = word("code_challenge");
                (
                    302,
                    format!("Location: {}/?state={}&code=code%2F1\r\n", word("redirect_uri"), word("state")),
                    String::new(),
                )
            }
            "/device" => (
                200,
                String::new(),
                format!(
                    r#"{{"device_code":"device-secret","user_code":"ABCD-EFGH","verification_uri":"https://login.example/device","expires_in":900,"interval":1,"scope":"{}"}}"#,
                    word("scope")
                ),
            ),
            "/token" => self.token(words),
            _ => (404, String::new(), "{}".into()),
        }
    }

    fn token(&mut self, words: &Words) -> (u16, String, String) {
        let word = |name: &str| words.get(name).cloned().unwrap_or_default();
        assert_eq!(word("client_id"), "club-7");
        let grant = word("grant_type").rsplit(':').next().unwrap().to_owned();
        self.asked.push(grant.clone());
        let no = |error: &str| {
            (400, String::new(), format!(r#"{{"error":"{error}","error_description":"said the provider"}}"#))
        };
        match grant.as_str() {
            "refresh_token" if self.is_withdrawn || word("refresh_token") != self.refresh => {
                return no("invalid_grant");
            }
            "authorization_code" => {
                let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(word("code_verifier")));
                if word("code") != "code/1" || hash != self.challenge {
                    return no("invalid_grant");
                }
            }
            "device_code" if self.pending > 0 => {
                self.pending -= 1;
                return no("authorization_pending");
            }
            _ => {}
        }
        if grant != "refresh_token" {
            self.is_withdrawn = false;
        }
        self.given += 1;
        self.refresh = format!("refresh-secret-{}", self.given);
        let (access, refresh, lasts) = ((self.make)(self.given), &self.refresh, self.lasts);
        (
            200,
            String::new(),
            format!(
                r#"{{"token_type":"Bearer","access_token":"{access}","refresh_token":"{refresh}","expires_in":{lasts}}}"#
            ),
        )
    }
}

/// A browser in which somebody has said yes: it follows the provider back to whoever asked.
pub fn browse(address: &str) {
    let back = visit(address);
    let back = back.lines().find_map(|line| line.strip_prefix("Location: ")).unwrap().to_owned();
    assert!(visit(&back).contains("Thank you"));
}

/// The last address of such a browser, if it is on another machine.
pub fn browse_elsewhere(address: &str) -> String {
    visit(address).lines().find_map(|line| line.strip_prefix("Location: ")).unwrap().trim().to_owned()
}

fn visit(address: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    // Whoever has said all may hang up before the last byte is taken.
    let _ = write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut said = Vec::new();
    let _ = stream.read_to_end(&mut said);
    let said = String::from_utf8_lossy(&said);
    said.replace("\r\n", "\n")
}

fn words(text: &str) -> Words {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (plain(name), plain(value))).collect()
}

fn plain(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.replace('+', " ").into_bytes().into_iter());
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}
