//! A mail server: where it is, whom we trust there; and a connection to it, line by line, with or without TLS, for POP3. (IMAP and SMTP
//! are spoken by crates, which have connections of their own.)
//!
//! Everything waits with a limit, nothing grows without one, and each failure says in plain words what to look at: the name, the
//! port, the certificate, the password. No text of this file ever holds a password.

use super::trouble::{Trouble, Which};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// No line of a server is longer.
const LONGEST_LINE: usize = 8 << 20;

/// How a connection is kept secret.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// From the first byte; what mail providers recommend.
    #[default]
    Implicit,
    /// After a greeting in the clear.
    Starttls,
    /// Not at all; only to this very machine.
    None,
}

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is kept secret.
    pub tls: Tls,
    /// Whom to trust instead of the system's certificates.
    pub ca: Option<PathBuf>,
    /// How long to wait for an answer.
    pub patience: Duration,
    trust: Arc<OnceLock<Trust>>,
}

/// Whom we trust.
#[derive(Clone, Debug)]
struct Trust {
    certificates: Arc<[CertificateDer<'static>]>,
    config: Arc<ClientConfig>,
}

impl Server {
    /// A server that is given a minute for each answer.
    pub fn new(host: &str, port: u16, tls: Tls, ca: Option<PathBuf>) -> Server {
        Server { host: host.into(), port, tls, ca, patience: Duration::from_secs(60), trust: Arc::default() }
    }

    /// Its name and port, as we speak of it.
    pub(super) fn place(&self) -> String {
        format!("{} port {}", self.host, self.port)
    }

    /// Where its name leads.
    pub(super) fn addresses(&self) -> Result<Vec<SocketAddr>, Trouble> {
        let unknown =
            |why: &dyn Display| Trouble::new(Which::Name, format!("there is no server called {}: {why}", self.host));
        let found = (self.host.as_str(), self.port).to_socket_addrs().map_err(|error| unknown(&error))?;
        let addresses: Vec<_> = found.collect();
        if addresses.is_empty() { Err(unknown(&"it has no address")) } else { Ok(addresses) }
    }

    /// Nobody is at home.
    pub(super) fn silent(&self, error: &io::Error) -> Trouble {
        Trouble::new(Which::Port, format!("nobody answers at {}: {error}", self.place()))
    }

    /// TLS did not begin.
    pub(super) fn open(&self, error: &dyn Display) -> Trouble {
        let hint = match self.tls {
            Tls::Implicit => "is it the port for TLS, or should it be tls = \"starttls\"?",
            _ => "is the name the one in its certificate?",
        };
        Trouble::new(Which::Certificate, format!("no secret connection to {}: {error} ({hint})", self.place()))
    }

    /// The certificates that we trust.
    pub(super) fn certificates(&self) -> Result<Arc<[CertificateDer<'static>]>, Trouble> {
        Ok(self.trust()?.certificates)
    }

    /// How we speak TLS.
    pub(super) fn config(&self) -> Result<Arc<ClientConfig>, Trouble> {
        Ok(self.trust()?.config)
    }

    /// Its name, as certificates write it.
    pub(super) fn certified(&self) -> Result<ServerName<'static>, Trouble> {
        ServerName::try_from(self.host.clone())
            .map_err(|_| Trouble::new(Which::Name, format!("\"{}\" cannot be the name of a server", self.host)))
    }

    /// Whom we trust, read once.
    fn trust(&self) -> Result<Trust, Trouble> {
        if let Some(trust) = self.trust.get() {
            return Ok(trust.clone());
        }
        let wrong = |what: String| Trouble::new(Which::Certificate, what);
        let (mut roots, mut certificates) = (RootCertStore::empty(), Vec::new());
        match &self.ca {
            Some(file) => {
                let cannot = |error| wrong(format!("cannot read certificates from {}: {error}", file.display()));
                for certificate in CertificateDer::pem_file_iter(file).map_err(cannot)? {
                    let certificate = certificate.map_err(cannot)?;
                    roots.add(certificate.clone()).map_err(|error| wrong(format!("{}: {error}", file.display())))?;
                    certificates.push(certificate);
                }
            }
            None => {
                certificates = rustls_native_certs::load_native_certs().certs;
                // One odd certificate among the system's must not stop the mail.
                certificates.retain(|certificate| roots.add(certificate.clone()).is_ok());
            }
        }
        if roots.is_empty() {
            let hint =
                "no certificates to trust were found; install ca-certificates, or name a file with `ca = \"...\"`";
            return Err(wrong(hint.into()));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| wrong(error.to_string()))?;
        let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
        Ok(self.trust.get_or_init(|| Trust { certificates: certificates.into(), config }).clone())
    }
}

enum Stream {
    Plain(TcpStream),
    Secret(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(tcp) => tcp.read(into),
            Stream::Secret(tls) => tls.read(into),
        }
    }
}

/// A connection.
pub struct Wire {
    stream: Stream,
    /// Bytes that were read from the server; those before `used` are done with.
    buffer: Vec<u8>,
    used: usize,
    host: String,
}

impl Wire {
    /// Connects; if the server speaks TLS from the first byte, so do we.
    pub fn connect(server: &Server) -> Result<Wire, Trouble> {
        let mut last = None;
        for address in server.addresses()? {
            match TcpStream::connect_timeout(&address, server.patience.min(Duration::from_secs(20))) {
                Ok(tcp) => return Wire::over(tcp, server),
                Err(error) => last = Some(error),
            }
        }
        Err(server.silent(&last.unwrap_or(io::ErrorKind::NotFound.into())))
    }

    fn over(tcp: TcpStream, server: &Server) -> Result<Wire, Trouble> {
        let prepare = || {
            // A mail is written in one piece: nothing to wait for.
            tcp.set_nodelay(true)?;
            tcp.set_read_timeout(Some(server.patience))?;
            tcp.set_write_timeout(Some(server.patience))
        };
        prepare().map_err(|error| Trouble::cut(&server.host, &error))?;
        let wire = Wire { stream: Stream::Plain(tcp), buffer: Vec::new(), used: 0, host: server.host.clone() };
        if server.tls == Tls::Implicit { wire.secured(server) } else { Ok(wire) }
    }

    /// Begins to speak TLS.
    pub fn secured(self, server: &Server) -> Result<Wire, Trouble> {
        if self.used < self.buffer.len() {
            // Whoever slips words in before the secret begins must not be believed after.
            return Err(Trouble::new(Which::Certificate, format!("{} said too much before TLS began", self.host)));
        }
        let (config, name) = (server.config()?, server.certified()?);
        let Stream::Plain(mut tcp) = self.stream else {
            return Err(server.open(&"the connection is secret already"));
        };
        let mut tls = ClientConnection::new(config, name).map_err(|error| server.open(&error))?;
        while tls.is_handshaking() {
            tls.complete_io(&mut tcp).map_err(|error| server.open(&error))?;
        }
        let stream = Stream::Secret(Box::new(StreamOwned::new(tls, tcp)));
        Ok(Wire { stream, buffer: Vec::new(), used: 0, host: self.host })
    }

    /// Says something, in one piece.
    pub fn say(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let said = match &mut self.stream {
            Stream::Plain(tcp) => tcp.write_all(bytes),
            Stream::Secret(tls) => tls.write_all(bytes).and_then(|()| tls.flush()),
        };
        said.map_err(|error| Trouble::cut(&self.host, &error))
    }

    /// The next line, without its end.
    pub fn line(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut searched = self.used;
        loop {
            if let Some(at) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                let end = searched + at;
                let mut line = self.buffer[self.used..end].to_vec();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                self.used = end + 1;
                return Ok(line);
            }
            if self.buffer.len() - self.used > LONGEST_LINE {
                return Err(Trouble::new(Which::Cut, format!("{} says a line without an end", self.host)));
            }
            let seen = self.buffer.len() - self.used;
            self.more()?;
            searched = self.used + seen;
        }
    }

    /// The next line of a mail, without its end; what is longer than this is read and forgotten.
    pub fn long_line(&mut self, keep: usize) -> Result<Vec<u8>, Trouble> {
        let mut line = Vec::new();
        loop {
            let rest = &self.buffer[self.used..];
            let end = rest.iter().position(|byte| *byte == b'\n');
            let piece = &rest[..end.unwrap_or(rest.len())];
            line.extend_from_slice(&piece[..piece.len().min(keep - line.len())]);
            self.used += piece.len() + usize::from(end.is_some());
            if end.is_some() {
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
            self.more()?;
        }
    }

    /// Reads some more.
    fn more(&mut self) -> Result<(), Trouble> {
        self.buffer.drain(..self.used);
        self.used = 0;
        let have = self.buffer.len();
        self.buffer.resize(have + (32 << 10), 0);
        let read = self.stream.read(&mut self.buffer[have..]);
        self.buffer.truncate(have + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => Err(Trouble::new(Which::Cut, format!("{} hung up", self.host))),
            Ok(_) => Ok(()),
            Err(error) => Err(Trouble::cut(&self.host, &error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A connection to somebody who says this and hangs up.
    fn said(text: &'static [u8]) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || listener.accept().unwrap().0.write_all(text).unwrap());
        Wire::connect(&Server::new("127.0.0.1", port, Tls::None, None)).unwrap()
    }

    #[test]
    fn lines_come_whole_and_no_longer_than_wanted() {
        let mut wire = said(b"one\r\ntwo\n\r\nlong line\r\nlast\r\nhalf");
        assert_eq!(
            (wire.line().unwrap(), wire.line().unwrap(), wire.line().unwrap()),
            (b"one".to_vec(), b"two".to_vec(), vec![])
        );
        assert_eq!((wire.long_line(4).unwrap(), wire.long_line(9).unwrap()), (b"long".to_vec(), b"last".to_vec()));
        assert_eq!(wire.line().unwrap_err().which, Which::Cut);
    }

    #[test]
    fn silence_is_told_apart_from_the_end_and_what_came_is_kept() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut server = Server::new("127.0.0.1", listener.local_addr().unwrap().port(), Tls::None, None);
        server.patience = Duration::from_millis(60);
        let mut wire = Wire::connect(&server).unwrap();
        let mut other = listener.accept().unwrap().0;
        other.write_all(b"+O").unwrap();
        assert_eq!(wire.line().unwrap_err().which, Which::Time);
        other.write_all(b"K\r\n").unwrap();
        assert_eq!(wire.line().unwrap(), b"+OK");
    }

    #[test]
    fn nobody_may_speak_before_the_secret_begins() {
        let server = Server::new("127.0.0.1", 1, Tls::Starttls, None);
        let mut wire = said(b"220 go ahead\r\n250 and believe this\r\n");
        assert_eq!(wire.line().unwrap(), b"220 go ahead");
        let trouble = wire.secured(&server).err().unwrap();
        assert!(trouble.to_string().contains("too much before TLS"), "{trouble}");
    }
}
