use super::stub::{Provider, browse, browse_elsewhere};
use super::*;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

fn keyring(provider: &Provider, dir: &Path, device: bool) -> Keyring {
    let at = |path: &str| format!("{}{path}", provider.address);
    let client = Client {
        id: "club-7".into(),
        secret: None,
        authorize: Some(at("/authorize")),
        token: at("/token"),
        device: device.then(|| at("/device")),
        scopes: vec!["mail".into(), "offline_access".into()],
        ca: None,
    };
    Keyring::new(client, dir.join("tokens"))
}

fn nothing_pasted() -> Option<String> {
    None
}

/// Somebody has logged in.
fn logged_in(provider: &Provider, dir: &Path) -> Keyring {
    let keyring = keyring(provider, dir, true);
    provider.state.lock().unwrap().pending = 0;
    log_in(&keyring, |_| {}, nothing_pasted).unwrap();
    keyring
}

#[test]
fn somebody_logs_in_by_a_code_on_another_device() {
    let (provider, dir) = (Provider::start(), tempfile::tempdir().unwrap());
    let keyring = keyring(&provider, dir.path(), true);
    let none = keyring.token().unwrap_err();
    assert!(none.which == Which::Consent && none.to_string().contains("tabellarius login"), "{none}");
    let mut told = None;
    log_in(&keyring, |asking| told = Some(asking), nothing_pasted).unwrap();
    let wanted = Asking::Code { address: "https://login.example/device".into(), code: "ABCD-EFGH".into() };
    assert_eq!(told, Some(wanted));
    assert_eq!(provider.asked(), ["device_code", "device_code"], "once too early");
    for _ in 0..3 {
        assert_eq!(keyring.token().unwrap().reveal(), "access-secret-1");
    }
    assert_eq!(provider.asked().len(), 2, "a token that is good is not renewed");
    for file in ["tokens", "tokens.lock"] {
        let mode = dir.path().join(file).metadata().unwrap().permissions().mode();
        assert!(file != "tokens" || mode & 0o077 == 0, "{file} {mode:o}");
    }
    assert!(!format!("{keyring:?} {:?}", keyring.token()).contains("secret-1"));
}

#[test]
fn somebody_logs_in_by_a_browser_here_or_elsewhere() {
    let (provider, dir) = (Provider::start(), tempfile::tempdir().unwrap());
    let keyring = keyring(&provider, dir.path(), false);
    let open = |asking| match asking {
        Asking::Browser { address } => {
            std::thread::spawn(move || browse(&address));
        }
        Asking::Code { .. } => panic!("there is no device code here"),
    };
    log_in(&keyring, open, nothing_pasted).unwrap();
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-1");
    // The browser is on another machine: what it shows at the end is pasted, after something else.
    let (sender, lines) = std::sync::mpsc::channel();
    let tell = move |asking| {
        if let Asking::Browser { address } = asking {
            sender.send("what?".to_owned()).unwrap();
            sender.send(browse_elsewhere(&address)).unwrap();
        }
    };
    log_in(&keyring, tell, move || lines.recv().ok()).unwrap();
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-2");
    assert_eq!(provider.asked(), ["authorization_code", "authorization_code"]);
}

#[test]
fn a_token_that_runs_out_is_renewed_and_the_newest_refresh_token_wins() {
    let (provider, dir) = (Provider::start(), tempfile::tempdir().unwrap());
    provider.state.lock().unwrap().lasts = 5;
    let keyring = logged_in(&provider, dir.path());
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-2");
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-3", "each time, since each is as good as over");
    // Four connections want one at once; the provider takes no refresh token twice.
    provider.state.lock().unwrap().lasts = 3_600;
    let got: Vec<String> = std::thread::scope(|scope| {
        let one = || keyring.token().unwrap().reveal().to_owned();
        let all: Vec<_> = (0..4).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(got, ["access-secret-4"; 4], "one renews it for all");
    let kept = std::fs::read_to_string(dir.path().join("tokens")).unwrap();
    assert!(kept.contains("refresh-secret-4") && !kept.contains("refresh-secret-3"), "{kept}");
}

#[test]
fn withdrawn_consent_is_told_in_plain_words_and_asked_for_once() {
    let (provider, dir) = (Provider::start(), tempfile::tempdir().unwrap());
    provider.state.lock().unwrap().lasts = 5;
    let keyring = logged_in(&provider, dir.path());
    assert_eq!(keyring.withdrawn(), None);
    provider.state.lock().unwrap().is_withdrawn = true;
    let before = provider.asked().len();
    for _ in 0..3 {
        let trouble = keyring.token().unwrap_err();
        assert_eq!(trouble.which, Which::Consent);
        let words = trouble.to_string();
        assert!(words.contains("consent was withdrawn") && words.contains("tabellarius login"), "{words}");
        assert!(!words.contains("secret"), "{words}");
    }
    assert_eq!(provider.asked().len(), before + 1, "nobody goes on knocking");
    assert!(keyring.withdrawn().is_some());
    // Somebody logs in again while the service runs.
    provider.state.lock().unwrap().lasts = 3_600;
    let again = logged_in(&provider, dir.path());
    assert_eq!(keyring.token().unwrap(), again.token().unwrap());
    assert_eq!(keyring.withdrawn(), None);
}

#[test]
fn a_provider_that_is_out_of_order_stops_nothing_that_is_still_good() {
    let (provider, dir) = (Provider::start(), tempfile::tempdir().unwrap());
    provider.state.lock().unwrap().lasts = 60;
    let keyring = logged_in(&provider, dir.path());
    provider.state.lock().unwrap().is_broken = true;
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-1", "a minute is left");
    let file = dir.path().join("tokens");
    let kept = std::fs::read_to_string(&file).unwrap();
    let until = kept.split("\"until\":").nth(1).unwrap().split([',', '}']).next().unwrap();
    std::fs::write(&file, kept.replace(until, "7")).unwrap();
    let trouble = keyring.token().unwrap_err();
    assert!(trouble.which == Which::Token && !trouble.to_string().contains("secret"), "{trouble}");
    assert_eq!(keyring.withdrawn(), None, "that is not the same as no");
}

#[test]
fn a_token_that_a_server_refuses_is_renewed_unless_it_is_new() {
    let (provider, dir) = (Provider::start(), tempfile::tempdir().unwrap());
    let keyring = logged_in(&provider, dir.path());
    let token = keyring.token().unwrap();
    keyring.refused(&token).unwrap();
    assert_eq!(keyring.token().unwrap(), token, "it is as young as any");
    let file = dir.path().join("tokens");
    let kept = std::fs::read_to_string(&file).unwrap();
    let got = kept.split("\"got\":").nth(1).unwrap().split([',', '}']).next().unwrap();
    std::fs::write(&file, kept.replacen(got, "7", 1)).unwrap();
    keyring.refused(&token).unwrap();
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-2");
    keyring.refused(&token).unwrap();
    assert_eq!(keyring.token().unwrap().reveal(), "access-secret-2", "the old one says nothing of the new one");
}

#[test]
fn nobody_is_asked_for_tokens_in_the_clear() {
    let dir = tempfile::tempdir().unwrap();
    let provider = Provider { address: "http://login.example".into(), ..Provider::start() };
    let trouble = log_in(&keyring(&provider, dir.path(), true), |_| {}, nothing_pasted).unwrap_err();
    assert!(trouble.to_string().contains("without https"), "{trouble}");
}
