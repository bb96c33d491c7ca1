//! How an IMAP conversation begins: the greeting, TLS, the login.

use super::imap_pipe::Pipe;
use super::imap_session::LONGEST;
use super::imap_words::{is_refusal, trouble, within};
use crate::sasl::Way;
use crate::secret::{Login, Password, Secret};
use crate::server::{Server, Tls};
use crate::trouble::{Trouble, Which};
use async_imap::error::Error;
use async_imap::imap_proto::{Capability, Response, Status};
use async_imap::types::{Capabilities, UnsolicitedResponse};
use async_imap::{Authenticator, Client};
use std::io;

/// Who speaks with the server after the login.
pub type Speaker = async_imap::Session<Pipe>;

/// Connects and logs in; tells what the server can do.
pub async fn begin(server: &Server, login: &Login) -> Result<(Speaker, Capabilities), Trouble> {
    let mut pipe = Pipe::connect(server).await?;
    if server.tls == Tls::Implicit {
        pipe = pipe.secured(server).await?;
    }
    let mut client = client(pipe);
    greeted(server, &mut client).await?;
    if server.tls == Tls::Starttls {
        let granted = within(server.patience, client.run_command_and_check_ok("STARTTLS", None)).await;
        granted.map_err(|error| trouble(server, error, Which::Certificate, "the server refuses STARTTLS"))?;
        // What was said in the clear and not heard yet is forgotten with the old client.
        client = self::client(client.into_inner().secured(server).await?);
    }
    let mut speaker = log_in(server, login, client).await?;
    speaker.get_mut().allow(LONGEST);
    let capabilities = within(server.patience, speaker.capabilities()).await;
    let capabilities = capabilities
        .map_err(|error| trouble(server, error, Which::Refused, "the IMAP server does not say what it can"))?;
    Ok((speaker, capabilities))
}

fn client(mut pipe: Pipe) -> Client<Pipe> {
    pipe.allow(LONGEST);
    Client::new(pipe)
}

async fn greeted(server: &Server, client: &mut Client<Pipe>) -> Result<(), Trouble> {
    let nobody = |why: &str| Trouble::new(Which::Port, format!("no IMAP server is at {}{why}", server.place()));
    match within(server.patience, async { Ok(client.read_response().await?) }).await {
        Ok(Some(told)) => match told.parsed() {
            Response::Data { status: Status::Ok | Status::PreAuth, .. } => Ok(()),
            Response::Data { outcome, .. } => {
                Err(nobody(&format!(": {}", outcome.information.as_deref().unwrap_or_default())))
            }
            _ => Err(nobody("")),
        },
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::TimedOut => Err(Trouble::cut(&server.host, &error)),
        Ok(None) | Err(_) => Err(nobody("")),
    }
}

/// `AUTHENTICATE PLAIN` can say any password; `LOGIN` is for servers that do not know it.
async fn log_in(server: &Server, login: &Login, mut client: Client<Pipe>) -> Result<Speaker, Trouble> {
    let (sender, told) = async_channel::unbounded();
    let asked = within(server.patience, client.run_command_and_check_ok("CAPABILITY", Some(sender))).await;
    asked.map_err(|error| trouble(server, error, Which::Refused, "the IMAP server does not say what it can"))?;
    let mut ways: Vec<String> = Vec::new();
    while let Ok(told) = told.try_recv() {
        if let UnsolicitedResponse::Other(told) = told
            && let Response::Capabilities(all) = told.parsed()
        {
            ways.extend(all.iter().filter_map(|one| match one {
                Capability::Auth(way) => Some(way.to_ascii_uppercase()),
                _ => None,
            }));
        }
    }
    match &login.secret {
        Secret::Password(password) => {
            let password = password.read()?;
            let refused = format!("the IMAP server does not take the user {} with this password", login.user);
            let welcome = async {
                let welcome = if ways.iter().any(|way| way == "PLAIN") {
                    client.authenticate("PLAIN", Plain(&login.user, &password)).await
                } else {
                    client.login(&login.user, password.reveal()).await
                };
                welcome.map_err(|(error, _)| error)
            };
            within(server.patience, welcome).await.map_err(|error| trouble(server, error, Which::Password, &refused))
        }
        Secret::Token(source) => {
            let way = Way::offered(ways.iter().map(String::as_str)).ok_or_else(|| {
                Trouble::new(Which::Token, "the IMAP server takes no tokens: it offers neither XOAUTH2 nor OAUTHBEARER")
            })?;
            let token = source.read()?;
            let refused = format!("the IMAP server does not take the user {} with this token", login.user);
            let shown = Token { way, first: Some(way.first(&login.user, token.reveal())) };
            let welcome = async { client.authenticate(way.name(), shown).await.map_err(|(error, _)| error) };
            within(server.patience, welcome).await.map_err(|error| {
                if is_refusal(&error) {
                    source.refused(&token);
                }
                trouble(server, error, Which::Token, &refused)
            })
        }
    }
}

/// Who we are, as SASL's `PLAIN` says it.
struct Plain<'l>(&'l str, &'l Password);

impl Authenticator for Plain<'_> {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        format!("\0{}\0{}", self.0, self.1.reveal())
    }
}

/// Who we are, by a token; and what a server wants to hear before it refuses it.
struct Token {
    way: Way,
    first: Option<String>,
}

impl Authenticator for Token {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        self.first.take().unwrap_or_else(|| self.way.after_refusal().to_owned())
    }
}
