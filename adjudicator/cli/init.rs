//! `init`: writes a club's file, with every choice explained.

use crate::desk::Club;
use crate::desk::mailing::providers::{Provider, Providers, Shown};
use crate::mail::server::Tls;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

/// Makes a new club: asks what it must know, or takes it from flags, and writes a commented file.
#[derive(Args)]
pub struct Init {
    /// Where the club's file goes.
    #[arg(long, value_name = "FILE", default_value = "tabellarius.toml")]
    club: PathBuf,
    /// What the club is called.
    #[arg(long)]
    name: Option<String>,
    /// The referee's mail address.
    #[arg(long)]
    address: Option<String>,
    /// Whom to tell when something breaks; this person is a moderator too.
    #[arg(long)]
    operator: Option<String>,
    /// The time zone of people who have not chosen one.
    #[arg(long)]
    zone: Option<String>,
    /// The mail provider, such as gmail, outlook, fastmail, posteo, gmx, mailbox: fills in servers and limits.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["imap", "pop3", "smtp", "tls"])]
    provider: Option<String>,
    #[command(flatten)]
    account: Account,
}

/// The mail account that the referee's letters come to and go from. Without it mail comes and goes by Maildir.
#[derive(Args, Default)]
struct Account {
    /// The server that letters are fetched from by IMAP, such as imap.example.org or imap.example.org:993.
    #[arg(long, value_name = "SERVER", conflicts_with = "pop3")]
    imap: Option<String>,
    /// The same by POP3.
    #[arg(long, value_name = "SERVER")]
    pop3: Option<String>,
    /// The server that takes outgoing mail.
    #[arg(long, value_name = "SERVER")]
    smtp: Option<String>,
    /// How the connections are kept secret.
    #[arg(long, value_enum)]
    tls: Option<Secrecy>,
    /// The account's name; usually the referee's address.
    #[arg(long)]
    user: Option<String>,
    /// A file whose first line is the account's password.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// An environment variable that holds the password.
    #[arg(long, value_name = "NAME", conflicts_with = "password_file")]
    password_env: Option<String>,
    /// A command that prints the password.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["password_file", "password_env"])]
    password_command: Option<String>,
    /// A command that prints a token (OAuth 2), for accounts that take no password.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["password_file", "password_env", "password_command"])]
    token_command: Option<String>,
    /// The number that the provider gave your club's program, for accounts that take no password.
    #[arg(long, value_name = "ID", conflicts_with_all = ["password_file", "password_env", "password_command", "token_command"])]
    client_id: Option<String>,
    /// What the provider is known for.
    #[clap(skip)]
    known: Known,
}

/// What a provider's entry says besides its servers.
#[derive(Default)]
struct Known {
    /// How the connection to the SMTP server is kept secret, if not like the other.
    smtp_tls: Option<&'static str>,
    /// Who gives tokens.
    oauth: Option<String>,
    no_plus: bool,
    per_day: Option<usize>,
}

/// What the commented file says about who wrote a letter, and what it says if mail comes from the world.
const TRUSTING: &str = "\nproofs = [\"tag\", \"from\"]\n";
const PROVING: &str = "\nproofs = [\"tag\", \"verdict\", \"password\"]\n";

/// How a connection is kept secret.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Secrecy {
    /// TLS from the first byte.
    Implicit,
    /// TLS after a greeting.
    Starttls,
}

impl Init {
    /// Writes the file.
    pub fn run(self) -> Result<()> {
        if self.club.exists() {
            bail!("{} is there already; choose another with --club", self.club.display());
        }
        let name = answer(self.name, "What is the club called?", "Our club")?;
        let address = answer(self.address, "Which mail address is the referee's?", "referee@localhost")?;
        let operator = answer(self.operator, "Who is told when something breaks?", "operator@localhost")?;
        let zone = answer(self.zone, "Which time zone does the club live in?", "UTC")?;
        let zone = crate::time::zone(&zone)?.name().to_owned();
        let provider = self.provider.map(|name| Providers::read()?.named(&name).cloned()).transpose()?;
        let account = self.account.at(provider.as_ref()).asked(&address)?;
        let text = account
            .written(include_str!("../../config/club.toml"))
            .replace("\"Our club\"", &quoted(&name))
            .replace("\"referee@localhost\"", &quoted(&address))
            .replace("\"operator@localhost\"", &quoted(&operator))
            .replace("zone = \"UTC\"", &format!("zone = {}", quoted(&zone)));
        Club::parse(&text)?;
        if let Some(dir) = self.club.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        std::fs::write(&self.club, text).with_context(|| format!("cannot write {}", self.club.display()))?;
        let file = self.club.display();
        if let Some(provider) = &provider {
            println!("{}: as known in {}.", provider.name, provider.known);
            provider.check.iter().for_each(|what| println!("  Please look up: {what}."));
            if provider.auth == Shown::AppPassword {
                println!("  It wants an app password, made for this one program on its web pages.");
            }
        }
        println!("{file} is written. Look through it, then:");
        if account.is_token() && account.token_command.is_none() {
            println!("  tabellarius login --club {file}           # once: somebody says yes at the provider");
        }
        if account.is_used() {
            println!("  tabellarius doctor --club {file}          # tries both servers and says what is wrong");
        }
        println!("  tabellarius run --club {file}             # in one window");
        if account.is_used() {
            println!("Then write a mail to {address}: help");
            return Ok(());
        }
        println!("  tabellarius send --club {file} --from {operator} 'new ostia-1 mare-nostrum 5'");
        println!("  tabellarius read --club {file} {operator}");
        Ok(())
    }
}

impl Account {
    /// What a provider's entry says.
    fn at(mut self, provider: Option<&Provider>) -> Account {
        let Some(provider) = provider else { return self };
        self.pop3 = provider.pop3.clone().filter(|_| provider.imap.is_none());
        self.imap.clone_from(&provider.imap);
        self.smtp = Some(provider.smtp.clone());
        self.known = Known {
            smtp_tls: (provider.smtp_tls == Tls::Starttls).then_some("starttls"),
            oauth: provider.oauth.clone(),
            no_plus: !provider.plus,
            per_day: provider.per_day,
        };
        self
    }

    /// Whether tokens are shown instead of a password.
    fn is_token(&self) -> bool {
        let has_password =
            self.password_file.is_some() || self.password_env.is_some() || self.password_command.is_some();
        !has_password && (self.token_command.is_some() || self.client_id.is_some() || self.known.oauth.is_some())
    }

    /// Asks for what the flags do not say.
    fn asked(mut self, address: &str) -> Result<Account> {
        let wanted = |answer: String| Some(answer).filter(|answer| !answer.is_empty() && answer != "none");
        if self.imap.is_none() && self.pop3.is_none() && self.smtp.is_none() {
            self.imap = wanted(answer(
                None,
                "Which IMAP server has the referee's mailbox? (none: mail comes by Maildir)",
                "none",
            )?);
            self.smtp = wanted(answer(
                None,
                "Which SMTP server takes the referee's mail? (none: it goes to Maildirs)",
                "none",
            )?);
        }
        if self.is_used() {
            self.user = Some(answer(self.user, "What is the user's name there?", address)?);
            if self.is_token() {
                if self.token_command.is_none() {
                    let question = "Which client id did the provider give your club's program? (the guide for operators shows how to get one)";
                    self.client_id = Some(answer(self.client_id, question, "to-be-written")?);
                }
            } else if self.password_file.is_none() && self.password_env.is_none() && self.password_command.is_none() {
                let file = answer(
                    None,
                    "Which file will hold the password? (you write it; only its first line counts)",
                    "mail-password",
                )?;
                self.password_file = Some(file.into());
            }
        }
        Ok(self)
    }

    /// Whether there is an account at all.
    fn is_used(&self) -> bool {
        self.imap.is_some() || self.pop3.is_some() || self.smtp.is_some()
    }

    /// The file with the sections that are used.
    fn written(&self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let keeper = if let Some(command) = &self.token_command {
            format!("token-command = {}", quoted(command))
        } else if let Some(name) = &self.password_env {
            format!("password-env = {}", quoted(name))
        } else if let Some(command) = &self.password_command {
            format!("password-command = {}", quoted(command))
        } else {
            let file = self.password_file.as_ref().map_or("mail-password".into(), |file| file.display().to_string());
            format!("password-file = {}", quoted(&file))
        };
        let tls = if matches!(self.tls, Some(Secrecy::Starttls)) { "starttls" } else { "implicit" };
        let incoming =
            self.imap.as_ref().map(|server| ("imap", server)).or(self.pop3.as_ref().map(|server| ("pop3", server)));
        let outgoing = self.smtp.as_ref().map(|server| ("smtp", server));
        for (section, way) in [("# [mailbox]", incoming), ("# [submission]", outgoing)] {
            let (Some((way, server)), Some(begin)) = (way, lines.iter().position(|line| line == section)) else {
                continue;
            };
            let end =
                lines[begin..].iter().position(|line| !line.starts_with("# ")).map_or(lines.len(), |at| begin + at);
            let user = self.user.clone().unwrap_or_default();
            let tls = self.known.smtp_tls.filter(|_| way == "smtp").unwrap_or(tls);
            for line in &mut lines[begin..end] {
                let key = line.trim_start_matches("# ").split(' ').next().unwrap_or_default().to_owned();
                *line = match key.as_str() {
                    "[mailbox]" | "[submission]" => key,
                    "imap" | "smtp" => format!("{way} = {}", quoted(server)),
                    "tls" => format!("tls = {}", quoted(tls)),
                    "user" => format!("user = {}", quoted(&user)),
                    "auth" if self.is_token() => "auth = \"oauth\"".into(),
                    "password-file" if self.is_token() && self.token_command.is_none() => continue,
                    "password-file" => keeper.clone(),
                    "per-day" if self.known.per_day.is_some() => {
                        format!("per-day = {}", self.known.per_day.unwrap_or_default())
                    }
                    _ => continue,
                };
            }
        }
        if self.is_token() && self.token_command.is_none() {
            let begin = lines.iter().position(|line| line == "# [oauth]").unwrap_or(lines.len());
            for line in &mut lines[begin..] {
                let key = line.trim_start_matches("# ").split(' ').next().unwrap_or_default().to_owned();
                *line = match key.as_str() {
                    "[oauth]" => key,
                    "provider" => format!("provider = {}", quoted(self.known.oauth.as_deref().unwrap_or("google"))),
                    "client-id" => format!("client-id = {}", quoted(self.client_id.as_deref().unwrap_or_default())),
                    _ => continue,
                };
            }
        }
        let mut text = lines.join("\n") + "\n";
        if self.known.no_plus {
            text = text.replace("\nplus-addresses = true\n", "\nplus-addresses = false\n");
        }
        // What comes from the world must be proved.
        if incoming.is_some() { text.replace(TRUSTING, PROVING) } else { text }
    }
}

/// A flag, or what somebody types or pipes in, or the usual: that is also what an empty line means, and the end of a pipe.
fn answer(flag: Option<String>, question: &str, usual: &str) -> Result<String> {
    if let Some(flag) = flag {
        return Ok(flag);
    }
    print!("{question} [{usual}] ");
    std::io::stdout().flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("cannot read the answer")?;
    let line = line.trim();
    let answer = if line.is_empty() { usual } else { line };
    // Whoever pipes the answers sees what was taken.
    if !std::io::stdin().is_terminal() {
        println!("{answer}");
    }
    Ok(answer.to_owned())
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commented_file_says_what_is_usual() -> Result<()> {
        let written = Club::parse(include_str!("../../config/club.toml"))?;
        assert_eq!(written, Club::new("Our club", "referee@localhost", "operator@localhost"));
        Ok(())
    }

    #[test]
    fn the_sections_of_an_account_are_written_without_its_password() -> Result<()> {
        let text = include_str!("../../config/club.toml");
        let account = Account {
            pop3: Some("pop.example.org:995".into()),
            smtp: Some("smtp.example.org".into()),
            tls: Some(Secrecy::Starttls),
            user: Some("referee".into()),
            password_command: Some("pass show \"referee\"".into()),
            ..Account::default()
        };
        let written = Club::parse(&account.written(text))?;
        assert_eq!(written.identity, crate::desk::identity::Identity::strict());
        let (mailbox, submission) = (written.mailbox.unwrap_or_default(), written.submission.unwrap_or_default());
        assert_eq!((mailbox.imap, mailbox.pop3.as_deref()), (None, Some("pop.example.org:995")));
        assert_eq!(submission.smtp.as_deref(), Some("smtp.example.org"));
        assert_eq!(mailbox.account, submission.account);
        assert_eq!(mailbox.account.tls, crate::mail::server::Tls::Starttls);
        assert_eq!(mailbox.account.user, "referee");
        assert_eq!(mailbox.account.password_command.as_deref(), Some("pass show \"referee\""));
        assert_eq!(Club::parse(&Account::default().written(text))?, Club::parse(text)?);
        Ok(())
    }

    #[test]
    fn every_provider_makes_a_file_that_can_be_used() -> Result<()> {
        use crate::desk::mailing::Auth;
        let all = Providers::read()?;
        for (name, provider) in &all.provider {
            let mut account =
                Account { user: Some("referee@x.example".into()), ..Account::default() }.at(Some(provider));
            match account.is_token() {
                true => account.client_id = Some("club-7".into()),
                false => account.password_file = Some("mail-password".into()),
            }
            let club = Club::parse(&account.written(include_str!("../../config/club.toml")))?;
            let (mailbox, submission) = (club.mailbox.unwrap_or_default(), club.submission.unwrap_or_default());
            assert_eq!(club.plus_addresses, provider.plus, "{name}");
            assert_eq!((&mailbox.imap, &submission.smtp), (&provider.imap, &Some(provider.smtp.clone())), "{name}");
            assert_eq!(submission.account.tls, provider.smtp_tls, "{name}");
            assert_eq!(mailbox.account.tls, Tls::Implicit, "{name}");
            assert_eq!(submission.per_day, provider.per_day, "{name}");
            let auth = if provider.oauth.is_some() { Auth::Oauth } else { Auth::Password };
            assert_eq!((mailbox.account.auth, submission.account.auth), (auth, auth), "{name}");
            assert_eq!(club.oauth.and_then(|oauth| oauth.provider), provider.oauth, "{name}");
        }
        // A helper that prints tokens needs nothing else.
        let mut account =
            Account { token_command: Some("helper".into()), ..Account::default() }.at(all.provider.get("gmail"));
        account.user = Some("referee@x.example".into());
        let club = Club::parse(&account.written(include_str!("../../config/club.toml")))?;
        assert_eq!(club.mailbox.and_then(|mailbox| mailbox.account.token_command).as_deref(), Some("helper"));
        assert!(club.oauth.is_none());
        Ok(())
    }

    #[test]
    fn every_line_of_the_example_sections_can_be_used() -> Result<()> {
        let text = include_str!("../../config/club.toml");
        let begin = text.find("# [mailbox]").ok_or_else(|| anyhow::anyhow!("no example"))?;
        let used: String = text[begin..]
            .lines()
            // Sentences end with a full stop; nothing that can be used does.
            .filter(|line| !(line.starts_with("# ") && line.ends_with('.')))
            .map(|line| format!("{}\n", line.strip_prefix("# ").unwrap_or(line)))
            .collect();
        let club = Club::parse(&format!("{}{used}", &text[..begin]))?;
        assert!(club.mailbox.is_some() && club.submission.is_some_and(|submission| submission.dkim.is_some()));
        Ok(())
    }
}
