//! Handing mails to the `sendmail` program of this machine, which every MTA brings along.

use super::{Hand, Outcome, Parcel, Signer};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A hand that runs a program for each mail.
pub struct Sendmail {
    /// The program, such as `/usr/sbin/sendmail`.
    pub program: PathBuf,
    /// Who signs.
    pub signer: Option<Arc<Signer>>,
}

/// Exit codes that mean: this address, or this mail, never (`EX_DATAERR`, `EX_NOUSER`, `EX_NOHOST`).
const NEVER: [i32; 3] = [65, 67, 68];

impl Hand for Sendmail {
    fn carry(&mut self, parcel: &Parcel) -> Outcome {
        let program = self.program.display();
        let signed = self.signer.as_ref().map(|signer| signer.sign(&parcel.bytes));
        let bytes = match signed {
            Some(Ok(bytes)) => bytes,
            Some(Err(error)) => return Outcome::Closed(format!("the mail cannot be signed: {error}")),
            None => parcel.bytes.clone(),
        };
        // Programs on this machine want their own line ends.
        let bytes = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        let mut command = Command::new(&self.program);
        command.args(["-i", "-f", &parcel.from, "--", &parcel.to]);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) => return Outcome::Closed(format!("{program} does not run: {error}")),
        };
        let written = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(bytes.as_bytes()));
        match (written, child.wait_with_output()) {
            (_, Err(error)) => Outcome::Closed(format!("{program} broke: {error}")),
            (_, Ok(ended)) if !ended.status.success() => {
                let said = String::from_utf8_lossy(&ended.stderr).trim().replace('\n', " ");
                let words = format!("{program} ended with {}: {said}", ended.status);
                match ended.status.code() {
                    Some(code) if NEVER.contains(&code) => Outcome::Never(words),
                    _ => Outcome::Later(words),
                }
            }
            (Err(error), _) => Outcome::Later(format!("{program} did not read the whole mail: {error}")),
            (Ok(()), Ok(_)) => Outcome::Gone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn ran(script: &str) -> (Outcome, String) {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("sendmail");
        std::fs::write(&program, format!("#!/bin/sh\nout={}/out\n{script}\n", dir.path().display())).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let bytes = b"Subject: x\r\n\r\n.\r\nhello\r\n".to_vec();
        let parcel = Parcel { id: 1, from: "r@club.example".into(), to: "-anna@home.example".into(), bytes };
        let outcome = Sendmail { program, signer: None }.carry(&parcel);
        (outcome, std::fs::read_to_string(dir.path().join("out")).unwrap_or_default())
    }

    #[test]
    fn the_program_gets_the_mail_and_its_word_counts() {
        let (outcome, got) = ran("echo \"$@\" > $out; cat >> $out");
        assert_eq!(outcome, Outcome::Gone);
        assert_eq!(got, "-i -f r@club.example -- -anna@home.example\nSubject: x\n\n.\nhello\n");
        assert!(
            matches!(ran("cat > $out; echo no such user >&2; exit 67").0, Outcome::Never(why) if why.contains("no such user"))
        );
        assert!(matches!(ran("cat > $out; exit 75").0, Outcome::Later(_)));
        let nowhere = Sendmail { program: "/nowhere/sendmail".into(), signer: None }.carry(&Parcel {
            id: 1,
            from: "a@b".into(),
            to: "c@d".into(),
            bytes: Vec::new(),
        });
        assert!(matches!(nowhere, Outcome::Closed(why) if why.contains("/nowhere/sendmail")));
    }
}
