//! `audit`: replays a finished table from its public record and proves dice and results.

use crate::catalogue::{Visit, visit};
use crate::folder::{Folder, OpenedSeal, PublicRecord, seats_by_number};
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
    /// Writes the record with all that its seals cover into this file: with it a program that knows no rules can check them
    /// (docs/verify/verify.py). It shows every hand of the game.
    #[arg(long, value_name = "FILE")]
    open: Option<PathBuf>,
}

impl Audit {
    /// Audits.
    pub fn run(self) -> Result<()> {
        let record = if self.record.is_dir() {
            let folder = Folder::open(&self.record)?;
            let (header, seed, rounds) = (folder.header()?, folder.seed()?.reveal(), folder.rounds()?);
            PublicRecord { header, seed, rounds, seats: Vec::new(), opened: Vec::new(), ended: None }
        } else {
            let text = std::fs::read_to_string(&self.record)
                .with_context(|| format!("cannot read {}", self.record.display()))?;
            serde_json::from_str(&text).with_context(|| format!("{} is not a public record", self.record.display()))?
        };
        let header = record.header.clone();
        crate::edition::need_now(&header.game, &header.edition).context("this record cannot be proved here")?;
        if let Some(file) = &self.open {
            let mut open = record.clone();
            (open.seats, open.opened) = visit(&header.game, header.players, &header.variant, Opening(&record))??;
            let text = serde_json::to_string_pretty(&open)?;
            std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
        }
        visit(&header.game, header.players, &header.variant, record)?
    }
}

/// Plays a record again and notes what its seals cover.
struct Opening<'r>(&'r PublicRecord);

impl Visit for Opening<'_> {
    type Out = Result<(Vec<String>, Vec<OpenedSeal>)>;

    fn game<G: Listed>(self, game: G) -> Self::Out {
        let seats = seats_by_number(&game);
        let seed = Seed::from_hex(&self.0.seed).context("the record does not hold a seed")?;
        let (referee, _) = Referee::replay(game, self.0.header.clone(), seed, &self.0.rounds)?;
        let mut opened = Vec::new();
        referee.round_by_round(|referee, closed| {
            let told = serde_json::to_string(&closed.told)?;
            opened.push(OpenedSeal { told, state: serde_json::to_string(&referee.stage().asked().state)? });
            Ok(())
        })?;
        Ok((seats, opened))
    }
}

impl Visit for PublicRecord {
    type Out = Result<()>;

    fn game<G: Listed>(self, game: G) -> Result<()> {
        let seed = Seed::from_hex(&self.seed).context("the record does not hold a seed")?;
        let (referee, last) = Referee::replay(game, self.header, seed, &self.rounds)?;
        if !referee.header.edition.is_empty() {
            println!("Edition {} of rules and data.", referee.header.edition);
        }
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
