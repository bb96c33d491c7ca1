//! What the commands of a club share: where its file is, and its log.

use crate::desk::Club;
use crate::desk::clock::SystemClock;
use crate::desk::service::Service;
use anyhow::Result;
use clap::Args;
use std::fmt;
use std::path::PathBuf;

/// Where the club is.
#[derive(Args, Clone)]
pub struct ClubFile {
    /// The club's file.
    #[arg(long, value_name = "FILE", default_value = "tabellarius.toml", env = "TABELLARIUS_CLUB")]
    club: PathBuf,
}

impl fmt::Display for ClubFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.club.display().fmt(f)
    }
}

impl ClubFile {
    /// The club of this file.
    pub fn at(club: PathBuf) -> ClubFile {
        ClubFile { club }
    }

    /// Reads the file.
    pub fn load(&self) -> Result<Club> {
        Club::load(&self.club)
    }

    /// Opens the service on this club.
    pub fn service(&self) -> Result<Service> {
        Service::open(self.load()?, Box::new(SystemClock))
    }
}
