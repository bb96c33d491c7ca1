//! What `tabellarius --version` names: the commit that a release was built from. Without git, without a network, in a package's sources: "unknown".
//! A build for development names none, so that it is not built anew with every commit.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TABELLARIUS_COMMIT");
    let named = std::env::var("TABELLARIUS_COMMIT").ok().filter(|named| is_commit(named));
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = match (named, is_release) {
        (Some(named), _) => named,
        (None, false) => "not named: built for development".to_owned(),
        (None, true) => {
            for file in ["HEAD", "packed-refs", "logs/HEAD"] {
                if let Some(path) =
                    git(&["rev-parse", "--git-path", file]).filter(|path| std::path::Path::new(path).exists())
                {
                    println!("cargo::rerun-if-changed={path}");
                }
            }
            git(&["rev-parse", "--short=12", "HEAD"])
                .filter(|commit| is_commit(commit))
                .unwrap_or_else(|| "unknown".to_owned())
        }
    };
    println!("cargo::rustc-env=TABELLARIUS_COMMIT={commit}");
}

fn is_commit(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn git(arguments: &[&str]) -> Option<String> {
    let ran = Command::new("git").args(arguments).output().ok().filter(|ran| ran.status.success())?;
    Some(String::from_utf8(ran.stdout).ok()?.trim().to_owned())
}
