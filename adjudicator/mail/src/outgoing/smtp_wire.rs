//! The words of an SMTP conversation over our own connection, which refuses what a server, or somebody between, slips in before TLS begins.
//! (`lettre`'s connection keeps such words and takes them for answers later.) What is said and how answers are read is `lettre`'s.

use crate::connection::Connection;
use crate::sasl::{Way, wrapped};
use crate::secret::Password;
use crate::server::{Server, Tls};
use crate::trouble::{Trouble, Which};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::commands::{Auth, Ehlo, Quit, Starttls};
use lettre::transport::smtp::extension::{ClientId, Extension, ServerInfo};
use lettre::transport::smtp::response::Response;
use std::fmt::Display;

/// No answer has more lines.
const MOST_LINES: usize = 200;
/// No login takes more steps.
const MOST_STEPS: usize = 10;

/// A conversation.
pub(super) struct Wire {
    connection: Connection,
    host: String,
    /// What the server can do.
    pub offers: ServerInfo,
    /// How a token can be shown to it, if at all.
    token: Option<Way>,
}

/// A command that came to nothing.
pub(super) enum Failure {
    /// The server's refusal: its number, and what it said.
    Refused(u16, String),
    /// We cannot say it at all.
    Unsayable(String),
    /// The connection is of no use any more.
    Broken(Trouble),
}

impl Failure {
    /// The number that the server said.
    pub fn code(&self) -> Option<u16> {
        match self {
            Failure::Refused(code, _) => Some(*code),
            Failure::Unsayable(_) | Failure::Broken(_) => None,
        }
    }

    /// The server's words, or what is wrong.
    pub fn words(&self) -> String {
        match self {
            Failure::Refused(code, words) => format!("{code} {words}"),
            Failure::Unsayable(why) => why.clone(),
            Failure::Broken(trouble) => trouble.to_string(),
        }
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        Failure::Broken(trouble)
    }
}

impl Wire {
    /// Connects, and begins TLS where it is wanted.
    pub fn open(server: &Server, hello: &ClientId) -> Result<Wire, Trouble> {
        let nobody = |failure: Failure| match failure {
            Failure::Broken(trouble) => trouble,
            other => Trouble::new(Which::Port, format!("no mail is taken at {}: {}", server.place(), other.words())),
        };
        let mut connection = Connection::connect(server)?;
        answer(&mut connection, &server.host).map_err(nobody)?;
        let (mut offers, mut token) = greet(&mut connection, &server.host, hello).map_err(nobody)?;
        if server.tls == Tls::Starttls {
            let refused =
                |words: String| Trouble::new(Which::Certificate, format!("the server refuses STARTTLS: {words}"));
            if !offers.supports_feature(Extension::StartTls) {
                return Err(refused("it does not offer it".into()));
            }
            say(&mut connection, &server.host, Starttls).map_err(|failure| match failure {
                Failure::Broken(trouble) => trouble,
                other => refused(other.words()),
            })?;
            connection = connection.secured(server)?;
            // What it said before it was secret does not count.
            (offers, token) = greet(&mut connection, &server.host, hello).map_err(nobody)?;
        }
        Ok(Wire { connection, host: server.host.clone(), offers, token })
    }

    /// Says something and hears the answer.
    pub fn command(&mut self, words: impl Display) -> Result<Response, Failure> {
        say(&mut self.connection, &self.host, words)
    }

    /// Shows who we are.
    pub fn log_in(&mut self, credentials: &Credentials) -> Result<(), Failure> {
        let unsayable = |error: lettre::transport::smtp::Error| Failure::Unsayable(error.to_string());
        let ways = [Mechanism::Plain, Mechanism::Login];
        let way =
            self.offers.get_auth_mechanism(&ways).ok_or_else(|| Failure::Unsayable("no login is offered".into()))?;
        let mut told = self.command(Auth::new(way, credentials.clone(), None).map_err(unsayable)?)?;
        for _ in 0..MOST_STEPS {
            if !told.has_code(334) {
                return Ok(());
            }
            told = self.command(Auth::new_from_response(way, credentials.clone(), &told).map_err(unsayable)?)?;
        }
        Err(Failure::Unsayable("the server asks for the password again and again".into()))
    }

    /// Shows who we are by a token.
    pub fn show(&mut self, user: &str, token: &Password) -> Result<(), Failure> {
        let way = self.token.ok_or_else(|| Failure::Unsayable("no login by token is offered".into()))?;
        let first = wrapped(&way.first(user, token.reveal()));
        let told = self.command(format_args!("AUTH {} {first}\r\n", way.name()))?;
        if told.has_code(334) {
            // It says why it will refuse, and waits for a word before it does.
            self.command(format_args!("{}\r\n", wrapped(way.after_refusal())))?;
            return Err(Failure::Unsayable("the server asks for the token again".into()));
        }
        Ok(())
    }

    pub fn quit(&mut self) {
        // Whether it hears our goodbye does not matter.
        let _ = self.connection.say(Quit.to_string().as_bytes());
    }
}

fn greet(connection: &mut Connection, host: &str, hello: &ClientId) -> Result<(ServerInfo, Option<Way>), Failure> {
    let told = say(connection, host, Ehlo::new(hello.clone()))?;
    let token = told.message().find_map(|offer| Way::offered(offer.strip_prefix("AUTH ")?.split_whitespace()));
    Ok((ServerInfo::from_response(&told).map_err(|error| Failure::Unsayable(error.to_string()))?, token))
}

fn say(connection: &mut Connection, host: &str, words: impl Display) -> Result<Response, Failure> {
    connection.say(words.to_string().as_bytes())?;
    answer(connection, host)
}

/// An answer: lines with a number, all but the last with a dash behind it.
fn answer(connection: &mut Connection, host: &str) -> Result<Response, Failure> {
    let odd = || Trouble::new(Which::Refused, format!("{host} does not answer as a mail server does"));
    let mut text = String::new();
    for _ in 0..MOST_LINES {
        let line = String::from_utf8_lossy(&connection.line()?).into_owned();
        let is_last = line.as_bytes().get(3) != Some(&b'-');
        text += &line;
        // Some servers end with the bare number.
        text += if line.len() == 3 { " \r\n" } else { "\r\n" };
        if is_last {
            let told: Response = text.parse().map_err(|_| odd())?;
            let words = told.message().collect::<Vec<_>>().join(" ");
            let code = u16::from(told.code());
            return if told.is_positive() { Ok(told) } else { Err(Failure::Refused(code, words)) };
        }
    }
    Err(odd().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::TcpListener;

    #[test]
    fn words_before_the_secret_are_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut server = Server::new("127.0.0.1", listener.local_addr().unwrap().port(), Tls::Starttls, None);
        server.patience = std::time::Duration::from_secs(5);
        let speaker = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = BufReader::new(stream.try_clone().unwrap()).lines();
            stream.write_all(b"220 hello\r\n").unwrap();
            heard.next().unwrap().unwrap();
            stream.write_all(b"250-hello\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n").unwrap();
            let said = heard.next().unwrap().unwrap();
            // In the same breath: answers to what is only said in secret.
            stream.write_all(b"220 go ahead\r\n250-hello\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 taken\r\n").unwrap();
            said
        });
        let trouble = Wire::open(&server, &ClientId::Domain("club.example".into())).err().unwrap();
        assert!(trouble.to_string().contains("too much before TLS"), "{trouble}");
        assert_eq!(speaker.join().unwrap(), "STARTTLS");
    }
}
