//! `case`: rule cases in text files.

use crate::cases::{Failure, Outcome, run_text};
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Rule cases in text files; how to write one is in docs/cases.md.
#[derive(Args)]
pub struct Case {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Plays cases and says what did not come as expected.
    Run {
        /// Case files, or folders with files that end with `.case`.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Also shows the position at the end of each case, as a case would write it.
        #[arg(long)]
        show: bool,
    },
}

impl Case {
    /// Runs the cases; fails if one of them does.
    pub fn run(self) -> Result<ExitCode> {
        let What::Run { files, show } = self.what;
        let (mut passed, mut failed) = (0, 0);
        for file in all_files(&files)? {
            let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let (name, text) = (file.display().to_string(), String::from_utf8_lossy(&bytes).into_owned());
            // A file that makes a game break down is a failure, and the next file is played all the same.
            let outcomes = catch_unwind(|| run_text(&name, &text)).unwrap_or_else(|_| vec![broken_down(&name)]);
            for outcome in outcomes {
                print(&outcome, show);
                if outcome.passed() { passed += 1 } else { failed += 1 }
            }
        }
        println!("{passed} passed, {failed} failed");
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn broken_down(file: &str) -> Outcome {
    let what = "the program broke down at this file; please report it".into();
    let failures = vec![Failure { line: 1, what }];
    Outcome { file: file.into(), line: 1, title: "(broken down)".into(), failures, shown: Vec::new() }
}

fn print(outcome: &Outcome, show: bool) {
    if !outcome.passed() {
        println!("FAILED {}", outcome.title);
        print!("{outcome}");
    } else if show {
        println!("passed {}", outcome.title);
    }
    if show {
        outcome.shown.iter().for_each(|line| println!("    {line}"));
    }
}

/// The files themselves, and the case files of folders, in the order of their names.
fn all_files(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        if path.is_dir() {
            let before = files.len();
            in_folder(path, &mut files)?;
            if files.len() == before {
                bail!("there is no file that ends with .case in {}", path.display());
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn in_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            in_folder(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "case") {
            files.push(path);
        }
    }
    Ok(())
}
