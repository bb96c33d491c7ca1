//! `[oauth]`: the tokens of an account that takes no password.

use super::providers::Providers;
use crate::mail::oauth::{Client, Keyring};
use crate::mail::secret::PasswordSource;
use crate::time::Time;
use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Who gives tokens, and where they are kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Oauth {
    /// "google" or "microsoft", or another of `config/providers.toml`.
    #[serde(default)]
    pub provider: Option<String>,
    /// The number that the provider gave the club's program.
    pub client_id: String,
    /// A file with the word that goes with it.
    #[serde(default)]
    pub client_secret_file: Option<PathBuf>,
    /// Where the tokens are kept.
    #[serde(default = "tokens")]
    pub tokens: PathBuf,
    /// What wins over the provider's usual places.
    #[serde(default)]
    pub authorize: Option<String>,
    #[serde(default)]
    pub token: Option<String>,
    #[serde(default)]
    pub device: Option<String>,
    #[serde(default)]
    pub scopes: Option<Vec<String>>,
    /// Whom to trust there instead of the system's certificates.
    #[serde(default)]
    pub ca: Option<PathBuf>,
}

fn tokens() -> PathBuf {
    "oauth-tokens.json".into()
}

impl Oauth {
    /// Makes paths relative to a directory.
    pub fn move_to(&mut self, dir: &Path) {
        self.tokens = dir.join(&self.tokens);
        for path in [&mut self.client_secret_file, &mut self.ca].into_iter().flatten() {
            *path = dir.join(&*path);
        }
    }

    /// Since when the consent is known to be withdrawn, and the provider's words.
    pub fn withdrawn(&self) -> Option<(Time, String)> {
        self.keyring().ok()?.withdrawn()
    }

    /// The tokens, and who renews them.
    pub fn keyring(&self) -> Result<Keyring> {
        let usual = match &self.provider {
            None => None,
            Some(name) => {
                let all = Providers::read()?.oauth;
                let known = all.keys().cloned().collect::<Vec<_>>().join(", ");
                let found = all.get(name).cloned();
                Some(found.with_context(|| format!("[oauth]: I do not know the provider \"{name}\"; I know {known}"))?)
            }
        };
        let usual = usual.as_ref();
        let token = self.token.clone().or_else(|| usual.map(|usual| usual.token.clone()));
        let client = Client {
            id: self.client_id.clone(),
            secret: self.client_secret_file.clone().map(PasswordSource::File),
            authorize: self.authorize.clone().or_else(|| usual.map(|usual| usual.authorize.clone())),
            token: token.context("[oauth] names neither a provider nor the address of its tokens")?,
            device: self.device.clone().or_else(|| usual?.device.clone()),
            scopes: self.scopes.clone().or_else(|| usual.map(|usual| usual.scopes.clone())).unwrap_or_default(),
            ca: self.ca.clone(),
        };
        ensure!(
            !client.id.is_empty(),
            "[oauth] needs the number that the provider gave your program: client-id = \"...\""
        );
        ensure!(
            client.authorize.is_some() || client.device.is_some(),
            "[oauth] names no address where somebody could log in"
        );
        Ok(Keyring::new(client, self.tokens.clone()))
    }
}
