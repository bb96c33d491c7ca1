//! The connection below an IMAP conversation: plain or secret, and never with more to say than we can hold.

use crate::server::Server;
use crate::trouble::Trouble;
use std::fmt::Debug;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// How long one address may take to answer before the next is tried.
const KNOCK: Duration = Duration::from_secs(20);

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Debug {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send + Debug> Stream for S {}

/// A connection that counts what it says.
#[derive(Debug)]
pub struct Pipe {
    stream: Box<dyn Stream>,
    /// So many bytes more will be heard.
    left: usize,
}

impl Pipe {
    /// Connects, in the clear.
    pub async fn connect(server: &Server) -> Result<Pipe, Trouble> {
        let mut last = io::ErrorKind::NotFound.into();
        for address in server.addresses()? {
            match timeout(server.patience.min(KNOCK), TcpStream::connect(address)).await {
                Ok(Ok(tcp)) => {
                    // A command is written in pieces: they must not wait for each other.
                    tcp.set_nodelay(true).map_err(|error| Trouble::cut(&server.host, &error))?;
                    return Ok(Pipe { stream: Box::new(tcp), left: 0 });
                }
                Ok(Err(error)) => last = error,
                Err(_) => last = io::ErrorKind::TimedOut.into(),
            }
        }
        Err(server.silent(&last))
    }

    /// Begins to speak TLS.
    pub async fn secured(self, server: &Server) -> Result<Pipe, Trouble> {
        let connector = TlsConnector::from(server.config()?);
        match timeout(server.patience, connector.connect(server.certified()?, self.stream)).await {
            Ok(Ok(tls)) => Ok(Pipe { stream: Box::new(tls), left: 0 }),
            Ok(Err(error)) => Err(server.open(&error)),
            Err(_) => Err(server.open(&"it does not answer")),
        }
    }

    /// From now on so many bytes will be heard; whoever says more is not heard out.
    pub fn allow(&mut self, bytes: usize) {
        self.left = bytes;
    }
}

impl AsyncRead for Pipe {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        let said = into.filled().len() - before;
        let Some(left) = self.left.checked_sub(said) else {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, "it says more than anybody can hold")));
        };
        self.left = left;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Pipe {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
