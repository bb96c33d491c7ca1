//! A club whose account takes no password: Dovecot checks tokens by itself, Exim takes the newest, and a provider of tokens is on the loopback.

use crate::office::{Office, Way};
use crate::servers::Servers;
use crate::servers::oauth::{Provider, browse};
use crate::{all_have_read, play};
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What Dovecot takes a token for, in seconds.
const LASTS: u64 = 6;

fn office(way: Way) -> Option<(Office, Provider)> {
    let servers = Servers::start()?;
    let provider = Provider::start();
    provider.state.lock().unwrap().make = Box::new(servers.token_maker("referee", LASTS));
    let at = &provider.address;
    let oauth = format!(
        "[oauth]\nclient-id = \"club-7\"\nauthorize = \"{at}/authorize\"\ntoken = \"{at}/token\"\nscopes = [\"mail\"]\n"
    );
    Some((Office::open(servers, way, &oauth), provider))
}

/// Somebody says `tabellarius login` and yes in a browser.
fn log_in(office: &Office) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabellarius"));
    command.arg("login").arg("--club").arg(office.path("tabellarius.toml"));
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = lines.find(|line| line.contains("/authorize?")).unwrap();
    browse(address.trim());
    assert!(lines.any(|line| line.contains("which only you can read")));
    assert!(child.wait().unwrap().success());
}

fn nothing_leaked(office: &Office, provider: &Provider) {
    let log = office.log();
    let kept = std::fs::read_to_string(office.path("oauth-tokens.json")).unwrap();
    let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
    let token = kept["access"].as_str().unwrap();
    for secret in ["refresh-secret", token, "eyJ", &provider.state.lock().unwrap().refresh] {
        assert!(!log.contains(secret), "{secret} is in the log");
        for name in ["ops", "livia", "anna"] {
            assert!(!office.mails(name).iter().any(|mail| mail.text.contains(secret)), "{name} has read {secret}");
        }
    }
}

#[test]
fn a_club_without_passwords_goes_on_while_tokens_run_out() {
    for way in [Way::Tokens, Way::TokensPop3] {
        let Some((mut office, provider)) = office(way) else { return };
        log_in(&office);
        let running = office.start();
        let mut posted = play(&mut office);
        assert!(provider.asked().contains(&"authorization_code".to_owned()));
        // The provider said "an hour", and Dovecot does not take the token any more: a new one is got and all goes on.
        let before = provider.asked().len();
        std::thread::sleep(Duration::from_secs(LASTS + 1));
        office.servers.stop_dovecot();
        office.servers.start_dovecot();
        posted.extend(office.post(&[("anna", "help".into())]));
        office.until_quiet(posted.len());
        assert!(provider.asked().len() > before, "{:?}", provider.asked());
        running.stop();
        assert_eq!(office.check(&posted), 0);
        all_have_read(&office);
        nothing_leaked(&office, &provider);
    }
}

#[test]
fn a_withdrawn_consent_is_told_once_and_loses_nothing() {
    let Some((mut office, provider)) = office(Way::Tokens) else { return };
    log_in(&office);
    provider.state.lock().unwrap().lasts = 1;
    let running = office.start();
    let mut posted = office.table("ostia-1");
    office.until_quiet(posted.len());
    provider.state.lock().unwrap().is_withdrawn = true;
    std::thread::sleep(Duration::from_secs(LASTS + 1));
    office.servers.stop_dovecot();
    office.servers.start_dovecot();
    office.until("it is noticed", |office| office.log().contains("consent"));
    let asked = provider.asked().len();
    posted.extend(office.post(&[("anna", "help".into())]));
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(provider.asked().len(), asked, "nobody goes on knocking");
    assert_eq!(office.taken(), posted.len() - 1, "the letter waits in the mailbox");
    // The service is started again, and does not tell it again; and it is here still when somebody logs in.
    running.stop();
    let running = office.start();
    std::thread::sleep(Duration::from_secs(2));
    provider.state.lock().unwrap().lasts = 3_600;
    log_in(&office);
    office.until_quiet(posted.len());
    office.until("the operator has read it", |office| !alarms(office).is_empty());
    running.stop();
    assert_eq!(alarms(&office).len(), 1, "{:#?}", office.mails("ops"));
    assert!(alarms(&office)[0].contains("tabellarius login"), "{:?}", alarms(&office));
    assert_eq!(office.check(&posted), 0);
    nothing_leaked(&office, &provider);
}

fn alarms(office: &Office) -> Vec<String> {
    let in_one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let texts = office.mails("ops").into_iter().map(|mail| in_one_line(mail.text));
    texts.filter(|text| text.contains("consent for this account was withdrawn")).collect()
}
