//! Handing mails to the `sendmail` program of this machine, which every MTA brings along.

use super::{Attempt, OutgoingMail, Signer, Transport};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs a program for each mail.
pub struct Sendmail {
    program: PathBuf,
    signer: Option<Arc<Signer>>,
    /// How long the program may take for one mail.
    patience: Duration,
}

/// A program that only has to put a mail into its queue needs no longer.
const PATIENCE: Duration = Duration::from_secs(120);
/// More of what the program complains about is not read, in bytes.
const LONGEST_COMPLAINT: u64 = 2_000;

/// Exit codes that mean: this address, or this mail, never (`EX_DATAERR`, `EX_NOUSER`, `EX_NOHOST`).
const NEVER: [i32; 3] = [65, 67, 68];

impl Transport for Sendmail {
    fn send(&mut self, mail: &OutgoingMail) -> Attempt {
        let program = self.program.display();
        let signed = self.signer.as_ref().map(|signer| signer.sign(&mail.bytes));
        let bytes = match signed {
            Some(Ok(bytes)) => bytes,
            Some(Err(error)) => return Attempt::Closed(format!("the mail cannot be signed: {error}")),
            None => mail.bytes.clone(),
        };
        // Programs on this machine want their own line ends.
        let bytes = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        match self.run(mail, &bytes) {
            Err(error) => Attempt::Closed(format!("{program} does not run: {error}")),
            Ok(Ended::Late) => {
                Attempt::Later(format!("{program} was stopped: it took longer than {:?}", self.patience))
            }
            Ok(Ended::Well) => Attempt::Accepted,
            Ok(Ended::Badly(status, said)) => {
                let words = format!("{program} ended with {status}: {said}");
                match status.code() {
                    Some(code) if NEVER.contains(&code) => Attempt::Refused(words),
                    _ => Attempt::Later(words),
                }
            }
        }
    }
}

/// How the program ended.
enum Ended {
    Well,
    Badly(ExitStatus, String),
    Late,
}

impl Sendmail {
    /// By this program, such as `/usr/sbin/sendmail`.
    pub fn new(program: PathBuf, signer: Option<Arc<Signer>>) -> Sendmail {
        Sendmail { program, signer, patience: PATIENCE }
    }

    /// Mail and complaints go through files, not pipes: nobody waits for a program that neither reads nor closes its end, nor for a child
    /// that it leaves behind.
    fn run(&self, mail: &OutgoingMail, text: &str) -> io::Result<Ended> {
        let mut letter = tempfile::tempfile()?;
        letter.write_all(text.as_bytes())?;
        letter.rewind()?;
        let mut complaints = tempfile::tempfile()?;
        let mut command = Command::new(&self.program);
        command.args(["-i", "-f", &mail.from, "--", &mail.to]);
        command.stdin(letter).stdout(Stdio::null()).stderr(complaints.try_clone()?);
        let mut child = command.spawn()?;
        let begun = Instant::now();
        let mut nap = Duration::from_millis(2);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if begun.elapsed() >= self.patience {
                child.kill()?;
                child.wait()?;
                return Ok(Ended::Late);
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(100));
        };
        if status.success() {
            return Ok(Ended::Well);
        }
        let mut said = Vec::new();
        complaints.rewind()?;
        complaints.take(LONGEST_COMPLAINT).read_to_end(&mut said)?;
        Ok(Ended::Badly(status, String::from_utf8_lossy(&said).trim().replace('\n', " ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn ran(script: &str) -> (Attempt, String) {
        ran_within(Duration::from_secs(30), script)
    }

    fn ran_within(patience: Duration, script: &str) -> (Attempt, String) {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("sendmail");
        std::fs::write(&program, format!("#!/bin/sh\nout={}/out\n{script}\n", dir.path().display())).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let bytes = b"Subject: x\r\n\r\n.\r\nhello\r\n".to_vec();
        let mail = OutgoingMail { id: 1, from: "r@club.example".into(), to: "-anna@home.example".into(), bytes };
        let outcome = Sendmail { program, signer: None, patience }.send(&mail);
        (outcome, std::fs::read_to_string(dir.path().join("out")).unwrap_or_default())
    }

    #[test]
    fn the_program_gets_the_mail_and_its_word_counts() {
        let (outcome, got) = ran("echo \"$@\" > $out; cat >> $out");
        assert_eq!(outcome, Attempt::Accepted);
        assert_eq!(got, "-i -f r@club.example -- -anna@home.example\nSubject: x\n\n.\nhello\n");
        assert!(
            matches!(ran("cat > $out; echo no such user >&2; exit 67").0, Attempt::Refused(why) if why.contains("no such user"))
        );
        assert!(matches!(ran("cat > $out; exit 75").0, Attempt::Later(_)));
        let nowhere = Sendmail::new("/nowhere/sendmail".into(), None).send(&OutgoingMail {
            id: 1,
            from: "a@b".into(),
            to: "c@d".into(),
            bytes: Vec::new(),
        });
        assert!(matches!(nowhere, Attempt::Closed(why) if why.contains("/nowhere/sendmail")));
    }

    #[test]
    fn a_program_that_hangs_is_stopped_and_the_mail_is_tried_again() {
        for script in ["sleep 20", "sleep 20 & cat > $out; sleep 20", "exec sleep 20"] {
            let begun = Instant::now();
            let (outcome, _) = ran_within(Duration::from_millis(300), script);
            assert!(matches!(&outcome, Attempt::Later(why) if why.contains("stopped")), "{outcome:?}");
            assert!(begun.elapsed() < Duration::from_secs(15), "{script}");
        }
        // A child that it leaves behind, with the complaints open, holds nobody up.
        let begun = Instant::now();
        assert_eq!(ran("sleep 20 & exit 0").0, Attempt::Accepted);
        assert!(begun.elapsed() < Duration::from_secs(15));
    }
}
