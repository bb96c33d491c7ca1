//! The tokens of an account, in a file that only the club's own user can read. The file is the truth: whoever logs in again while the service
//! runs changes it, and the next connection uses what it says. It is written anew and renamed, so that it is never half a file; whoever changes
//! it holds a lock beside it and reads it first, so that the newest refresh token wins.

use super::{Client, LOG_IN, Refused, heard, http};
use crate::Time;
use crate::secret::Password;
use crate::trouble::{Trouble, Which};
use oauth2::basic::BasicTokenResponse;
use oauth2::{RefreshToken, TokenResponse as _};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A token that ends sooner is renewed first.
const EARLY: Time = 90;
/// How long a token lasts of which the provider does not say it.
const USUAL: Duration = Duration::from_secs(600);
/// A server that refuses a token as young as this refuses the next one too.
const YOUNG: Time = 5;

/// Where an account's tokens are, and who renews them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keyring {
    client: Client,
    file: PathBuf,
}

/// What the file says. It holds secrets and has no `Debug`.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    /// What new tokens are got with.
    refresh: String,
    /// What servers are shown.
    access: String,
    /// When that was got, and until when it is good.
    got: Time,
    until: Time,
    /// Since when the consent is known to be withdrawn, and the provider's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    withdrawn: Option<(Time, String)>,
}

impl Keyring {
    /// The tokens in this file.
    pub fn new(client: Client, file: PathBuf) -> Keyring {
        Keyring { client, file }
    }

    /// Who renews them.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// A token that is good now; a new one if the last has run out.
    pub fn token(&self) -> Result<Password, Trouble> {
        let kept = self.read()?;
        if kept.until > now() + EARLY {
            return Ok(Password::new(kept.access));
        }
        let _lock = self.lock()?;
        // Somebody else may have renewed it meanwhile.
        let kept = self.read()?;
        if kept.until > now() + EARLY {
            return Ok(Password::new(kept.access));
        }
        self.renew(kept)
    }

    fn renew(&self, kept: Kept) -> Result<Password, Trouble> {
        let speaker = http::speaker(self.client.ca.as_deref())?;
        let refresh = RefreshToken::new(kept.refresh.clone());
        let asked = self.client.made()?;
        let asked =
            asked.exchange_refresh_token(&refresh).map_err(|error| Trouble::new(Which::Name, error.to_string()))?;
        match heard(asked.request(&speaker)) {
            Ok(answer) => {
                let new = Kept::from(&answer, kept.refresh);
                self.write(&new)?;
                tracing::debug!(file = %self.file.display(), until = new.until, "a token was renewed");
                Ok(Password::new(new.access))
            }
            Err(Refused::Consent(words)) => {
                self.write(&Kept { until: 0, withdrawn: Some((now(), words.clone())), ..kept })?;
                Err(withdrawn(&words))
            }
            // Until the provider is there again, the old one serves as long as it is good.
            Err(Refused::Other(_)) if kept.until > now() => Ok(Password::new(kept.access)),
            Err(Refused::Other(trouble)) => Err(trouble),
        }
    }

    /// A server does not take this token: the next one is a new one.
    pub fn refused(&self, token: &Password) -> Result<(), Trouble> {
        let _lock = self.lock()?;
        let kept = self.read()?;
        if kept.access == token.reveal() && kept.got + YOUNG < now() {
            self.write(&Kept { until: 0, ..kept })?;
        }
        Ok(())
    }

    /// Since when the consent is known to be withdrawn, and the provider's words.
    pub fn withdrawn(&self) -> Option<(Time, String)> {
        self.read_file().ok().flatten()?.withdrawn
    }

    /// Keeps what somebody got by logging in.
    pub(super) fn keep(&self, answer: &BasicTokenResponse) -> Result<(), Trouble> {
        let Some(refresh) = answer.refresh_token() else {
            let why = "the provider gave no refresh token, so the service could not go on alone; withdraw the consent there and try again";
            return Err(Trouble::new(Which::Token, why));
        };
        let _lock = self.lock()?;
        self.write(&Kept::from(answer, refresh.secret().clone()))
    }

    /// What is kept, if it is of use.
    fn read(&self) -> Result<Kept, Trouble> {
        let kept = self
            .read_file()?
            .ok_or_else(|| Trouble::new(Which::Consent, format!("nobody has logged in yet; {LOG_IN}")))?;
        match &kept.withdrawn {
            Some((_, words)) => Err(withdrawn(words)),
            None => Ok(kept),
        }
    }

    fn read_file(&self) -> Result<Option<Kept>, Trouble> {
        let text = match fs::read(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| self.cannot("read", &error))?,
        };
        // What stands in the file is secret: the error does not repeat it.
        let broken = |_| Trouble::new(Which::Consent, format!("{} holds no tokens; {LOG_IN}", self.file.display()));
        serde_json::from_slice(&text).map(Some).map_err(broken)
    }

    fn write(&self, kept: &Kept) -> Result<(), Trouble> {
        let dir = self.file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let write = || -> io::Result<()> {
            // Such a file is its user's alone from the beginning.
            let mut draft = tempfile::NamedTempFile::new_in(dir)?;
            draft.write_all(&serde_json::to_vec(kept)?)?;
            draft.as_file().sync_all()?;
            draft.persist(&self.file).map_err(|failed| failed.error)?;
            File::open(dir)?.sync_all()
        };
        write().map_err(|error| self.cannot("write", &error))
    }

    /// Nobody else changes the file while this lives.
    fn lock(&self) -> Result<File, Trouble> {
        let mut name = self.file.clone().into_os_string();
        name.push(".lock");
        let lock = File::create(&name).map_err(|error| self.cannot("lock", &error))?;
        lock.lock().map_err(|error| self.cannot("lock", &error))?;
        Ok(lock)
    }

    fn cannot(&self, what: &str, error: &io::Error) -> Trouble {
        Trouble::new(Which::Token, format!("cannot {what} the tokens in {}: {error}", self.file.display()))
    }
}

impl Kept {
    fn from(answer: &BasicTokenResponse, refresh: String) -> Kept {
        let (got, lasts) = (now(), answer.expires_in().unwrap_or(USUAL));
        Kept {
            // Many providers give a new one each time; the old one may be dead from then on.
            refresh: answer.refresh_token().map_or(refresh, |new| new.secret().clone()),
            access: answer.access_token().secret().clone(),
            got,
            until: got + Time::try_from(lasts.as_secs()).unwrap_or(Time::MAX / 2),
            withdrawn: None,
        }
    }
}

fn withdrawn(words: &str) -> Trouble {
    Trouble::new(
        Which::Consent,
        format!("the provider gives no more tokens: the consent was withdrawn or has run out; {LOG_IN} ({words})"),
    )
}

fn now() -> Time {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Time::try_from(since.as_secs()).unwrap_or(Time::MAX / 2)
}
