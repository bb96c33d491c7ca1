//! A connection to a mail server, line by line, with or without TLS, for POP3. (IMAP and SMTP are spoken by crates, which have connections of
//! their own.) Everything waits with a limit, and nothing grows without one.

use super::server::{Server, Tls};
use super::trouble::{Trouble, Which};
use rustls::{ClientConnection, StreamOwned};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// No line of a server is longer.
const LONGEST_LINE: usize = 8 << 20;

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

/// A connection that is spoken to in lines.
pub struct Connection {
    stream: Stream,
    /// Bytes that were read from the server; those before `used` are done with.
    buffer: Vec<u8>,
    used: usize,
    host: String,
}

impl Connection {
    /// Connects; if the server speaks TLS from the first byte, so do we.
    pub fn connect(server: &Server) -> Result<Connection, Trouble> {
        let mut last = None;
        for address in server.addresses()? {
            match TcpStream::connect_timeout(&address, server.patience.min(Duration::from_secs(20))) {
                Ok(tcp) => return Connection::over(tcp, server),
                Err(error) => last = Some(error),
            }
        }
        Err(server.silent(&last.unwrap_or(io::ErrorKind::NotFound.into())))
    }

    fn over(tcp: TcpStream, server: &Server) -> Result<Connection, Trouble> {
        let prepare = || {
            // A mail is written in one piece: nothing to wait for.
            tcp.set_nodelay(true)?;
            tcp.set_read_timeout(Some(server.patience))?;
            tcp.set_write_timeout(Some(server.patience))
        };
        prepare().map_err(|error| Trouble::cut(&server.host, &error))?;
        let connection =
            Connection { stream: Stream::Plain(tcp), buffer: Vec::new(), used: 0, host: server.host.clone() };
        if server.tls == Tls::Implicit { connection.secured(server) } else { Ok(connection) }
    }

    /// Begins to speak TLS.
    pub fn secured(self, server: &Server) -> Result<Connection, Trouble> {
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
        Ok(Connection { stream, buffer: Vec::new(), used: 0, host: self.host })
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
    fn said(text: &'static [u8]) -> Connection {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || listener.accept().unwrap().0.write_all(text).unwrap());
        Connection::connect(&Server::new("127.0.0.1", port, Tls::None, None)).unwrap()
    }

    #[test]
    fn lines_come_whole_and_no_longer_than_wanted() {
        let mut connection = said(b"one\r\ntwo\n\r\nlong line\r\nlast\r\nhalf");
        assert_eq!(
            (connection.line().unwrap(), connection.line().unwrap(), connection.line().unwrap()),
            (b"one".to_vec(), b"two".to_vec(), vec![])
        );
        assert_eq!(
            (connection.long_line(4).unwrap(), connection.long_line(9).unwrap()),
            (b"long".to_vec(), b"last".to_vec())
        );
        assert_eq!(connection.line().unwrap_err().which, Which::Cut);
    }

    #[test]
    fn silence_is_told_apart_from_the_end_and_what_came_is_kept() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut server = Server::new("127.0.0.1", listener.local_addr().unwrap().port(), Tls::None, None);
        server.patience = Duration::from_millis(60);
        let mut connection = Connection::connect(&server).unwrap();
        let mut other = listener.accept().unwrap().0;
        other.write_all(b"+O").unwrap();
        assert_eq!(connection.line().unwrap_err().which, Which::Time);
        other.write_all(b"K\r\n").unwrap();
        assert_eq!(connection.line().unwrap(), b"+OK");
    }

    #[test]
    fn nobody_may_speak_before_the_secret_begins() {
        let server = Server::new("127.0.0.1", 1, Tls::Starttls, None);
        let mut connection = said(b"220 go ahead\r\n250 and believe this\r\n");
        assert_eq!(connection.line().unwrap(), b"220 go ahead");
        let trouble = connection.secured(&server).err().unwrap();
        assert!(trouble.to_string().contains("too much before TLS"), "{trouble}");
    }
}
