//! How somebody logs in, once: by a code that is typed in on any device (RFC 8628), where the provider has that; otherwise by a browser that
//! comes back to this machine with a code (RFC 6749, 4.1, with PKCE, RFC 7636), or whose last address is pasted.

use super::{Client, Keyring, Refused, heard, http};
use crate::trouble::{Trouble, Which};
use oauth2::basic::BasicTokenResponse;
use oauth2::url::Url;
use oauth2::{
    AuthorizationCode, CsrfToken, PkceCodeChallenge, RedirectUrl, Scope, StandardDeviceAuthorizationResponse,
};
use std::borrow::Cow;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// For so long somebody may look for the glasses.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// No request of a browser is read further.
const LONGEST: u64 = 1 << 14;
/// What the browser shows at the end.
const GOODBYE: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\nThank you. You can close this page.\n";

/// What the person is asked to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asking {
    /// To open an address on any device and type a code in.
    Code { address: String, code: String },
    /// To open an address in a browser, and paste the last address if the browser is on another machine.
    Browser { address: String },
}

/// Lets somebody log in and keeps the tokens. `ask` tells the person what to do; `pasted` waits for a line that the person pastes.
pub fn log_in(
    keyring: &Keyring,
    ask: impl FnOnce(Asking),
    pasted: impl FnMut() -> Option<String> + Send + 'static,
) -> Result<(), Trouble> {
    let client = keyring.client();
    let answer = if client.device.is_some() { by_code(client, ask)? } else { by_browser(client, ask, pasted)? };
    keyring.keep(&answer)
}

fn scopes(client: &Client) -> impl Iterator<Item = Scope> {
    client.scopes.iter().cloned().map(Scope::new)
}

fn unset(error: oauth2::ConfigurationError) -> Trouble {
    Trouble::new(Which::Name, error.to_string())
}

fn spoken<T>(answer: Result<T, Refused>) -> Result<T, Trouble> {
    answer.map_err(|refused| match refused {
        Refused::Consent(words) => {
            Trouble::new(Which::Consent, format!("the provider does not take the code: {words}"))
        }
        Refused::Other(trouble) => trouble,
    })
}

fn by_code(client: &Client, ask: impl FnOnce(Asking)) -> Result<BasicTokenResponse, Trouble> {
    let (made, speaker) = (client.made()?, http::speaker(client.ca.as_deref())?);
    let asked = made.exchange_device_code().map_err(unset)?.add_scopes(scopes(client));
    let code: StandardDeviceAuthorizationResponse = spoken(heard(asked.request(&speaker)))?;
    ask(Asking::Code { address: code.verification_uri().to_string(), code: code.user_code().secret().clone() });
    let answer = made.exchange_device_access_token(&code).map_err(unset)?;
    spoken(heard(answer.request(&speaker, std::thread::sleep, Some(PATIENCE))))
}

fn by_browser(
    client: &Client,
    ask: impl FnOnce(Asking),
    mut pasted: impl FnMut() -> Option<String> + Send + 'static,
) -> Result<BasicTokenResponse, Trouble> {
    let (made, speaker) = (client.made()?, http::speaker(client.ca.as_deref())?);
    let listens = |error: std::io::Error| {
        Trouble::new(Which::Port, format!("cannot wait for a browser on this machine: {error}"))
    };
    let listener = TcpListener::bind("127.0.0.1:0").map_err(listens)?;
    let back = format!("http://127.0.0.1:{}", listener.local_addr().map_err(listens)?.port());
    let back = RedirectUrl::new(back).map_err(|error| Trouble::new(Which::Name, error.to_string()))?;
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (address, state) = made
        .authorize_url(CsrfToken::new_random)
        .map_err(unset)?
        .add_scopes(scopes(client))
        .set_pkce_challenge(challenge)
        .set_redirect_uri(Cow::Borrowed(&back))
        // Without these Google gives no refresh token; others do not mind.
        .add_extra_param("access_type", "offline")
        .add_extra_param("prompt", "consent")
        .url();
    let (sender, came) = channel();
    let by_paste = sender.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = browser(stream, &sender);
        }
    });
    std::thread::spawn(move || {
        while let Some(line) = pasted() {
            let _ = by_paste.send(line);
        }
    });
    ask(Asking::Browser { address: address.into() });
    let end = std::time::Instant::now() + PATIENCE;
    loop {
        let rest = end.saturating_duration_since(std::time::Instant::now());
        let late =
            |_| Trouble::new(Which::Time, "nobody has logged in within a quarter of an hour; nothing has changed");
        let address = came.recv_timeout(rest).map_err(late)?;
        let Some(code) = code_in(&address, state.secret())? else { continue };
        let asked = made.exchange_code(code).map_err(unset)?;
        let asked = asked.set_pkce_verifier(verifier).set_redirect_uri(Cow::Borrowed(&back));
        return spoken(heard(asked.request(&speaker)));
    }
}

/// A browser comes back: the address it asks for, and a goodbye.
fn browser(stream: TcpStream, came: &Sender<String>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut line = String::new();
    BufReader::new((&stream).take(LONGEST)).read_line(&mut line)?;
    if let Some(path) = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()) {
        let _ = came.send(format!("http://127.0.0.1{path}"));
    }
    (&stream).write_all(GOODBYE.as_bytes())
}

/// The code in an address, if it is the answer to what we asked: our own state must be in it, so that nobody logs us in elsewhere.
fn code_in(address: &str, state: &str) -> Result<Option<AuthorizationCode>, Trouble> {
    let Ok(address) = Url::parse(address.trim()) else { return Ok(None) };
    let word = |name: &str| address.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    if word("state").as_deref() != Some(state) {
        return Ok(None);
    }
    if let Some(error) = word("error") {
        let why = word("error_description").unwrap_or_default();
        return Err(Trouble::new(Which::Consent, format!("the provider says no: {error} {why}")));
    }
    Ok(word("code").map(AuthorizationCode::new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_our_own_question_counts() {
        let code = |address: &str| code_in(address, "s7").map(|code| code.map(|code| code.secret().clone()));
        assert_eq!(code("http://127.0.0.1:4/?state=s7&code=4%2Fx&scope=y").unwrap().as_deref(), Some("4/x"));
        for other in [
            "http://127.0.0.1/?state=s8&code=4",
            "http://127.0.0.1/?code=4",
            "http://127.0.0.1/favicon.ico",
            "hello",
            "",
        ] {
            assert_eq!(code(other).unwrap(), None, "{other}");
        }
        let no = code("http://127.0.0.1/?state=s7&error=access_denied").unwrap_err();
        assert!(no.to_string().contains("access_denied"), "{no}");
    }
}
