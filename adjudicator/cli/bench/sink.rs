//! An SMTP server that takes every mail and forgets it, to measure how fast mails leave.

use anyhow::{Context as _, Result};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The server; it lives as long as the process.
pub struct Sink {
    /// Where it listens.
    pub port: u16,
    taken: Arc<AtomicU64>,
}

impl Sink {
    /// Opens it on a free port.
    pub fn open() -> Result<Sink> {
        let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen on the loopback")?;
        let (port, taken) = (listener.local_addr()?.port(), Arc::new(AtomicU64::new(0)));
        let count = taken.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let count = count.clone();
                std::thread::spawn(move || serve(stream, &count));
            }
        });
        Ok(Sink { port, taken })
    }

    /// How many mails it has taken.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }
}

/// Talks to one client until it hangs up.
fn serve(stream: TcpStream, taken: &AtomicU64) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut reader, mut writer) = (BufReader::new(stream.try_clone()?), stream);
    writer.write_all(b"220 sink\r\n")?;
    let (mut line, mut is_mail) = (Vec::new(), false);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if is_mail {
            if line == b".\r\n" {
                is_mail = false;
                taken.fetch_add(1, Ordering::Relaxed);
                writer.write_all(b"250 taken\r\n")?;
            }
            continue;
        }
        let reply: &[u8] = match line.get(..4).unwrap_or_default() {
            b"EHLO" => b"250-sink\r\n250-PIPELINING\r\n250 SIZE 50000000\r\n",
            b"DATA" => {
                is_mail = true;
                b"354 go on\r\n"
            }
            b"QUIT" => {
                writer.write_all(b"221 bye\r\n")?;
                return Ok(());
            }
            _ => b"250 fine\r\n",
        };
        writer.write_all(reply)?;
    }
}
