//! What `config/providers.toml` knows of mail providers.

use crate::config::Config;
use crate::mail::server::Tls;
use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use tabellarius_kernel::entry::File;

const BUILT_IN: File = ("providers.toml", include_str!("../../../config/providers.toml"));

/// All of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Providers {
    /// Where tokens are got.
    pub oauth: BTreeMap<String, Consents>,
    /// Where mail is.
    pub provider: BTreeMap<String, Provider>,
}

/// Where a provider's tokens are got.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consents {
    /// When it was written down, and from what.
    pub known: String,
    /// Where a browser is sent.
    pub authorize: String,
    /// Where tokens are made.
    pub token: String,
    /// Where a code for another device is made.
    pub device: Option<String>,
    /// What is asked for.
    pub scopes: Vec<String>,
}

/// A mail provider.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Provider {
    /// What people call it.
    pub name: String,
    /// When this was written down, and from what.
    pub known: String,
    /// What should be looked up first.
    #[serde(default)]
    pub check: Vec<String>,
    pub imap: Option<String>,
    pub pop3: Option<String>,
    pub smtp: String,
    /// How the connection to the SMTP server is kept secret.
    #[serde(default)]
    pub smtp_tls: Tls,
    /// What is shown to the servers.
    pub auth: Shown,
    /// Who gives tokens.
    pub oauth: Option<String>,
    /// Whether plus-addresses arrive.
    pub plus: bool,
    /// How many mails leave in a day.
    pub per_day: Option<usize>,
    pub done: Option<String>,
    pub quarantine: Option<String>,
}

/// What a provider wants to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    Password,
    AppPassword,
    Oauth,
}

impl Providers {
    /// The compiled-in file, or the operator's in its place.
    pub fn read() -> Result<Providers> {
        let (name, text) = Config::in_use().text(BUILT_IN)?;
        toml::from_str(&text).with_context(|| name)
    }

    /// The provider of this name.
    pub fn named(&self, name: &str) -> Result<&Provider> {
        let known = || self.provider.keys().cloned().collect::<Vec<_>>().join(", ");
        self.provider.get(name).with_context(|| format!("I do not know the provider \"{name}\"; I know {}", known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_provider_can_be_used() -> Result<()> {
        let all = Providers::read()?;
        for (name, provider) in &all.provider {
            let is_whole = (provider.auth == Shown::Oauth) == provider.oauth.is_some();
            assert!(is_whole && (provider.imap.is_some() || provider.pop3.is_some()), "{name}");
            assert!(provider.oauth.as_ref().is_none_or(|oauth| all.oauth.contains_key(oauth)), "{name}");
            assert!(provider.known.contains("20"), "{name} says when it was written down");
        }
        for (name, consents) in &all.oauth {
            let places = [&consents.authorize, &consents.token].into_iter().chain(&consents.device);
            assert!(
                places.into_iter().all(|place| place.starts_with("https://")) && !consents.scopes.is_empty(),
                "{name}"
            );
        }
        assert!(all.oauth["google"].device.is_none(), "Google gives no device codes for mail");
        Ok(())
    }
}
