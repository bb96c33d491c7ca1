//! What an operator decides: `tabellarius.toml`.

use super::copies::Copies;
use super::identity::Identity;
use super::limits::Limits;
use super::mailing::{Mailbox, Oauth, Submission};
use super::retention::Retention;
use crate::mail::Address;
use crate::settings::Settings;
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The club and how its mail goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Club {
    /// What the club is called.
    pub name: String,
    /// The referee's address. Answers go to it with a tag: `referee+ostia-3.rome.x@example.org`.
    pub address: String,
    /// Whether mail to an address with a tag arrives. Otherwise tags travel in Message-IDs and subjects.
    #[serde(default = "yes")]
    pub plus_addresses: bool,
    /// Who is told when something breaks.
    pub operator: String,
    /// Who may open tables and run those of others.
    #[serde(default)]
    pub moderators: Vec<String>,
    /// Who may open tables.
    #[serde(default)]
    pub tables: Tables,
    /// The language of people who have not chosen one.
    #[serde(default = "english")]
    pub language: String,
    /// The time zone of people who have not chosen one.
    #[serde(default = "utc")]
    pub zone: String,
    /// How mails to people look who have not chosen.
    #[serde(default)]
    pub format: Look,
    /// Where everything is kept; relative to the file.
    #[serde(default = "database")]
    pub database: PathBuf,
    /// The Maildir that letters come to.
    #[serde(default = "inbox")]
    pub inbox: PathBuf,
    /// The directory with a Maildir for each person that mails go to.
    #[serde(default = "outbox")]
    pub outbox: PathBuf,
    /// Templates that win over the compiled-in ones.
    #[serde(default)]
    pub templates: Option<PathBuf>,
    /// Counters for Prometheus are written here.
    #[serde(default)]
    pub metrics: Option<PathBuf>,
    /// Copies of the database that are made by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backup: Option<Copies>,
    /// Whether the operator gets a mail each week that says how the club is.
    #[serde(default = "yes")]
    pub weekly: bool,
    /// The folder of the club's pages; nothing: there are none.
    #[serde(default)]
    pub pages: Option<PathBuf>,
    /// The mailbox of an account that letters come to besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mailbox: Option<Mailbox>,
    /// How mails leave; nothing: they are put into the outbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<Submission>,
    /// Where tokens come from, for accounts that take no password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oauth: Option<Oauth>,
    /// What proves who wrote a letter.
    #[serde(default)]
    pub identity: Identity,
    /// How much is taken.
    #[serde(default)]
    pub limits: Limits,
    /// How long mails are kept.
    #[serde(default)]
    pub retention: Retention,
    /// How tables are run unless they say otherwise.
    #[serde(default)]
    pub table: Settings,
    /// What the seeds of tables are made from, so that a gallery is the same each time. No file can say it: whoever knows it knows all dice.
    #[serde(skip)]
    pub seeds_from: Option<u64>,
    /// Leagues that are opened when there is none of their name.
    #[serde(default, rename = "league", skip_serializing_if = "Vec::is_empty")]
    pub leagues: Vec<LeagueFile>,
}

/// How mails look.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Plain text.
    Plain,
    /// A page with pictures beside the text.
    #[default]
    Html,
}

/// A league as the file says it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeagueFile {
    pub name: String,
    /// What is played, as behind `league new winter`: `mare-nostrum 5 turn`.
    pub game: String,
    /// Who runs it: the operator, if nobody else is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderator: Option<String>,
    /// Its rules by name. One that can be said several times, such as `table`, may have a list of values.
    #[serde(flatten)]
    pub rules: BTreeMap<String, toml::Value>,
}

impl LeagueFile {
    /// Each rule with its value, as `league set` takes it.
    pub fn lines(&self) -> Vec<String> {
        let text = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let lines = |(key, value): (&String, &toml::Value)| match value {
            toml::Value::Array(all) => all.iter().map(|one| format!("{key} {}", text(one))).collect(),
            one => vec![format!("{key} {}", text(one))],
        };
        self.rules.iter().flat_map(lines).collect()
    }
}

/// Who may open tables.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tables {
    /// The club's moderators.
    #[default]
    ByModerators,
    /// Whoever writes.
    ByAnybody,
}

fn yes() -> bool {
    true
}

fn english() -> String {
    "en".into()
}

fn utc() -> String {
    "UTC".into()
}

fn database() -> PathBuf {
    "tabellarius.db".into()
}

fn inbox() -> PathBuf {
    "mail/in".into()
}

fn outbox() -> PathBuf {
    "mail/out".into()
}

impl Club {
    /// A club with an address, everything else as usual.
    pub fn new(name: &str, address: &str, operator: &str) -> Club {
        Club {
            name: name.into(),
            address: address.into(),
            plus_addresses: true,
            operator: operator.into(),
            moderators: vec![operator.into()],
            tables: Tables::default(),
            language: english(),
            zone: utc(),
            format: Look::default(),
            database: database(),
            inbox: inbox(),
            outbox: outbox(),
            templates: None,
            metrics: None,
            backup: None,
            weekly: true,
            pages: None,
            mailbox: None,
            submission: None,
            oauth: None,
            identity: Identity::default(),
            limits: Limits::default(),
            retention: Retention::default(),
            table: Settings::default(),
            seeds_from: None,
            leagues: Vec::new(),
        }
    }

    /// Reads the file; places in it are relative to its directory.
    pub fn load(file: &Path) -> Result<Club> {
        let text = std::fs::read_to_string(file).with_context(|| {
            format!("cannot read {}; `tabellarius init` writes one, `--club FILE` names another", file.display())
        })?;
        let mut club = Club::parse(&text).with_context(|| format!("{}", file.display()))?;
        let dir = file.parent().unwrap_or(Path::new("."));
        for path in [&mut club.database, &mut club.inbox, &mut club.outbox] {
            *path = dir.join(&*path);
        }
        for path in [&mut club.templates, &mut club.metrics, &mut club.pages].into_iter().flatten() {
            *path = dir.join(&*path);
        }
        club.oauth.iter_mut().for_each(|oauth| oauth.move_to(dir));
        club.share_oauth();
        club.mailbox.iter_mut().for_each(|mailbox| mailbox.move_to(dir));
        club.submission.iter_mut().for_each(|submission| submission.move_to(dir));
        Ok(club)
    }

    /// Reads the text of the file.
    pub fn parse(text: &str) -> Result<Club> {
        let mut club: Club = toml::from_str(text).map_err(|error| anyhow::anyhow!("{error}"))?;
        let table: toml::Table = toml::from_str(text)?;
        // Whoever fetches mail from the world and says nothing else does not mean to believe every From.
        if club.mailbox.is_some() && table.get("identity").and_then(|identity| identity.get("proofs")).is_none() {
            club.identity.proofs = Identity::strict().proofs;
        }
        for address in [&club.address, &club.operator].into_iter().chain(&club.moderators) {
            if !address.contains('@') || address.contains(char::is_whitespace) {
                bail!("\"{address}\" is no mail address");
            }
        }
        club.share_oauth();
        crate::time::zone(&club.zone)?;
        club.mailbox.iter().try_for_each(Mailbox::check)?;
        club.submission.iter().try_for_each(Submission::check)?;
        club.identity.check()?;
        Ok(club)
    }

    /// Both accounts use the same tokens.
    fn share_oauth(&mut self) {
        for account in self.mailbox.iter_mut().map(|mailbox| &mut mailbox.account) {
            account.oauth.clone_from(&self.oauth);
        }
        for account in self.submission.iter_mut().map(|submission| &mut submission.account) {
            account.oauth.clone_from(&self.oauth);
        }
    }

    /// The address that answers come from.
    pub fn referee(&self) -> Address {
        Address::named(&self.name, &self.address)
    }

    /// The part of the address behind the @.
    pub fn domain(&self) -> &str {
        self.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain)
    }

    /// Whether an address is that of a moderator of the club.
    pub fn is_moderator(&self, address: &str) -> bool {
        let same = |one: &String| one.eq_ignore_ascii_case(address);
        self.moderators.iter().any(same) || same(&self.operator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_from_the_world_needs_proof_unless_the_file_says_otherwise() -> Result<()> {
        let file = "name = \"Club\"\naddress = \"referee@club.example\"\noperator = \"ops@club.example\"\n";
        let mailbox = "[mailbox]\nimap = \"imap.club.example\"\nuser = \"referee\"\npassword-env = \"SECRET\"\n";
        let trusting = "[identity]\nproofs = [\"from\"]\n";
        assert_eq!(Club::parse(file)?.identity, Identity::default());
        assert_eq!(Club::parse(&format!("{file}{mailbox}"))?.identity, Identity::strict());
        let private = format!("{file}[identity]\nprivate = true\n{mailbox}");
        assert_eq!(Club::parse(&private)?.identity, Identity { private: true, ..Identity::strict() });
        assert_eq!(Club::parse(&format!("{file}{trusting}{mailbox}"))?.identity.proofs.len(), 1);
        for wrong in ["proofs = []", "proofs = [\"magic\"]", "resolver = \"dns.example.org\""] {
            assert!(Club::parse(&format!("{file}[identity]\n{wrong}\n")).is_err(), "{wrong}");
        }
        Ok(())
    }
}
