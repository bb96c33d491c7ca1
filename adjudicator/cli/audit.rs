//! `audit`: replays a finished table from its public record and proves dice and results.

use crate::catalogue::{Visit, visit};
use crate::folder::{Folder, PublicRecord};
use crate::referee::{self, Referee};
use anyhow::{Context as _, Result};
use clap::Args;
use std::path::PathBuf;
use tabellarius_kernel::{Listed, Seed};

/// Replays a table's record: the seed must be the one committed to, and every seal must come out as printed in the reports.
///
/// This proves that the dice were fixed by the seed and the letters, that the rules gave these results, and that no round was changed
/// afterwards. It does not prove that a letter was written by who it says (compare your own letters), nor that an operator who also
/// plays did not look into letters before he wrote his own.
#[derive(Args)]
pub struct Audit {
    /// A public-record.json, or the folder of a table.
    record: PathBuf,
}

impl Audit {
    /// Audits.
    pub fn run(self) -> Result<()> {
        let record = if self.record.is_dir() {
            let folder = Folder::open(&self.record)?;
            let (header, seed, rounds) = (folder.header()?, folder.seed()?.reveal(), folder.rounds()?);
            PublicRecord { header, seed, rounds, ended: None }
        } else {
            let text = std::fs::read_to_string(&self.record)
                .with_context(|| format!("cannot read {}", self.record.display()))?;
            serde_json::from_str(&text).with_context(|| format!("{} is not a public record", self.record.display()))?
        };
        let header = record.header.clone();
        visit(&header.game, header.players, &header.variant, record)?
    }
}

impl Visit for PublicRecord {
    type Out = Result<()>;

    fn game<G: Listed>(self, game: G) -> Result<()> {
        let seed = Seed::from_hex(&self.seed).context("the record does not hold a seed")?;
        let (referee, last) = Referee::replay(game, self.header, seed, &self.rounds)?;
        println!("Table {}: the seed is the one committed to ({}).", referee.header.table, referee.header.commitment);
        println!(
            "{} rounds were played again; every seal came out as recorded. The last is {}.",
            self.rounds.len(),
            last.seal
        );
        let corrected = self.rounds.iter().flat_map(|round| &round.corrected);
        for referee::Correction { section, line } in corrected {
            println!("A moderator set the board right ({section}): {line}");
        }
        match referee.winners() {
            Some(winners) => {
                let names: Vec<&str> = winners.iter().map(|seat| referee.game.seat_key(*seat)).collect();
                println!("The game is over: {}.", names.join(", "));
            }
            None => match self.ended {
                Some(how) => println!("The table ended before its time, in {}: {how}", referee.stage_name()),
                None => println!("The game goes on: {}.", referee.stage_name()),
            },
        }
        Ok(())
    }
}
