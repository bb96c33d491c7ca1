//! An IMAP server's words, and our own: what its refusals and errors mean, how numbers are written, how long one waits for an answer.

use crate::server::Server;
use crate::trouble::{Trouble, Which};
use async_imap::error::Error;
use async_imap::imap_proto::{Response, Status};
use std::io;
use std::time::Duration;

/// The server's goodbye, if it is one.
pub fn farewell(response: &Response<'_>) -> Option<Error> {
    let Response::Data { status: Status::Bye, outcome } = response else { return None };
    let words = format!("it says goodbye: {}", outcome.information.as_deref().unwrap_or_default());
    Some(io::Error::new(io::ErrorKind::ConnectionAborted, words).into())
}

/// Whether the server itself said no.
pub fn is_refusal(error: &Error) -> bool {
    matches!(error, Error::No(_) | Error::Bad(_))
}

/// Waits so long.
pub async fn within<T>(patience: Duration, doing: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let done = tokio::time::timeout(patience, doing).await;
    done.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()))
}

/// An error in our words: `which` and `refused` if the server said no.
pub fn trouble(server: &Server, error: Error, which: Which, refused: &str) -> Trouble {
    let host = &server.host;
    match error {
        Error::No(words) | Error::Bad(words) => Trouble::new(which, format!("{refused}: {}", plain(&words))),
        Error::ConnectionLost => Trouble::new(Which::Cut, format!("{host} hung up")),
        // What could not be read stands in the error, perhaps with a player's letter: it is not repeated.
        Error::Io(error) if error.kind() == io::ErrorKind::Other => {
            Trouble::new(Which::Cut, format!("{host} says something that we cannot read"))
        }
        Error::Io(error) => Trouble::cut(host, &error),
        error => Trouble::new(which, format!("{refused}: {error}")),
    }
}

/// The server's words out of what `async-imap` prints of them: `code: None, info: Some("words")`.
fn plain(words: &str) -> &str {
    let Some((_, rest)) = words.rsplit_once("Some(\"") else { return words };
    let rest = rest.strip_suffix(" }").unwrap_or(rest);
    rest.strip_suffix("\")").unwrap_or(rest)
}

/// Numbers as IMAP writes them: `1:3,7`.
pub fn set(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let print = |(from, to): &(u32, u32)| if from == to { from.to_string() } else { format!("{from}:{to}") };
    runs.iter().map(print).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_short() {
        assert_eq!(set(&[1, 2, 3, 7, 9, 10, u32::MAX]), "1:3,7,9:10,4294967295");
        assert_eq!(set(&[]), "");
    }

    #[test]
    fn the_server_is_quoted_without_ornaments() {
        assert_eq!(plain("code: None, info: Some(\"[AUTH] not you (yet)\")"), "[AUTH] not you (yet)");
        assert_eq!(plain("outcome: Outcome { code: Some(Alert), information: Some(\"no\") }"), "no");
        assert_eq!(plain("no such folder"), "no such folder");
    }
}
