//! `pages`: the club's pages, written once, or shown on this machine.

use super::club::ClubFile;
use crate::desk::open_table::Games;
use crate::desk::spectator::{Eyes, Spectator};
use crate::report::Renderer;
use crate::store::Store;
use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tiny_http::{Header, Method, Request, Response, Server};

/// How often we look whether something has changed while the pages are shown.
const LOOK: Duration = Duration::from_secs(2);

/// Writes the club's pages: what a stranger may know of its tables, leagues and players, for any web server.
#[derive(Args)]
pub struct Pages {
    #[command(flatten)]
    club: ClubFile,
    /// Where to; without it, the folder that the club's file names.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Shows them at this address until it is stopped.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8080")]
    serve: Option<String>,
}

impl Pages {
    /// Writes, and shows.
    pub fn run(self) -> Result<()> {
        let club = self.club.load()?;
        let dir = self.to.or_else(|| club.pages.clone());
        let dir = dir.context("the club's file names no folder: write pages = \"public\" into it, or say --to DIR")?;
        let (store, games) = (Store::open(&club.database)?, Games::default());
        let report = Renderer::new(club.templates.as_deref())?;
        let eyes = Eyes { store: &store, club: &club, report: &report, games: &games };
        let mut spectator = Spectator::open(&dir)?;
        let begun = Instant::now();
        let looked = spectator.look(&eyes, Duration::MAX)?;
        for (part, why) in &looked.amiss {
            eprintln!("{part} could not be shown: {why}");
        }
        let seconds = begun.elapsed().as_secs_f64();
        super::print(&format!("{}: {} files written in {seconds:.1} s.\n", dir.display(), looked.written))?;
        let Some(address) = self.serve else { return Ok(()) };
        let server = Server::http(&address).map_err(|error| anyhow!("cannot listen at {address}: {error}"))?;
        let address = server.server_addr().to_string();
        super::print(&format!("The pages are at http://{address}/ until you stop this (Ctrl+C).\n"))?;
        loop {
            if let Some(request) = server.recv_timeout(LOOK).context("cannot take what is asked")? {
                // Whoever hangs up has seen enough.
                let _ = answer(request, &dir);
                continue;
            }
            // Another program may have written meanwhile.
            spectator.forget();
            spectator.look(&eyes, Duration::MAX)?;
        }
    }
}

/// Answers with a file of the folder, and with nothing else.
fn answer(request: Request, dir: &Path) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::from_string("only to be read\n").with_status_code(405));
    }
    let found = place(dir, request.url()).and_then(|path| Some((File::open(&path).ok()?, path)));
    let Some((file, path)) = found else {
        return request.respond(Response::from_string("there is nothing here\n").with_status_code(404));
    };
    let mut response = Response::from_file(file);
    for (name, value) in
        [("Content-Type", kind(&path)), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-cache")]
    {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

/// The file that an address means. Every part of it must be a name: no way leads out of the folder, nor to what is hidden in it.
fn place(dir: &Path, url: &str) -> Option<PathBuf> {
    let asked = url.split(['?', '#']).next().unwrap_or_default();
    let mut path = dir.to_owned();
    for part in asked.split('/').filter(|part| !part.is_empty()) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if part.starts_with('.') || !part.chars().all(is_name) {
            return None;
        }
        path.push(part);
    }
    if path.is_dir() {
        path.push("index.html");
    }
    // A link in the folder could lead out of it.
    let is_inside = path.canonicalize().ok()?.starts_with(dir.canonicalize().ok()?);
    (is_inside && path.is_file()).then_some(path)
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("atom") => "application/atom+xml; charset=utf-8",
        Some("ics") => "text/calendar; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_leads_out_of_the_folder() -> Result<()> {
        let place_of = tempfile::tempdir()?;
        let dir = place_of.path().join("site");
        std::fs::create_dir_all(dir.join("en"))?;
        std::fs::write(dir.join("en/index.html"), "home")?;
        std::fs::write(dir.join(".tabellarius"), "mark")?;
        std::fs::write(place_of.path().join("secret"), "secret")?;
        std::os::unix::fs::symlink(place_of.path().join("secret"), dir.join("link"))?;
        assert_eq!(place(&dir, "/en/?x=1"), Some(dir.join("en/index.html")));
        assert_eq!(place(&dir, "//en//index.html"), Some(dir.join("en/index.html")));
        for url in [
            "/../secret",
            "/en/../../secret",
            "/%2e%2e/secret",
            "/.tabellarius",
            "/link",
            "/en/none",
            "/",
            "/..%2fsecret",
            "/en\\x",
        ] {
            assert_eq!(place(&dir, url), None, "{url}");
        }
        Ok(())
    }
}
