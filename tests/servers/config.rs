//! The configurations of the servers.

use super::{DOMAIN, Imap, PASSWORD, PEOPLE, Servers, TOKEN_KEY};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::process::Command;

/// Writes everything the servers need into their directory.
pub fn write(servers: &Servers) {
    for dir in ["run", "state", "mail", "spool", "log"] {
        std::fs::create_dir_all(servers.path(dir)).unwrap();
        servers.own(&servers.path(dir));
    }
    servers.own(&servers.path(""));
    certificate(servers);
    let user = |name: &&str| format!("{name}@{DOMAIN}:{{PLAIN}}{PASSWORD}::::::\n");
    put(servers, "users", &PEOPLE.iter().map(user).collect::<String>());
    put(servers, "password", PASSWORD);
    put(servers, "dovecot.conf", &dovecot(servers));
    put(servers, "dovecot-oauth2.conf", &filled(servers, include_str!("dovecot-oauth2.conf")));
    for dir in ["keys", "keys/default", "keys/default/HS256"] {
        std::fs::create_dir_all(servers.path(dir)).unwrap();
        servers.own(&servers.path(dir));
    }
    put(servers, "keys/default/HS256/default", &STANDARD.encode(TOKEN_KEY));
    put(servers, "token", "none");
    std::fs::write(servers.path("exim.conf"), filled(servers, include_str!("exim.conf"))).unwrap();
}

fn put(servers: &Servers, name: &str, text: &str) {
    std::fs::write(servers.path(name), text).unwrap();
    servers.own(&servers.path(name));
}

/// A certificate for localhost that is its own authority.
fn certificate(servers: &Servers) {
    let script = include_str!("certificate.sh");
    let made = Command::new("sh").args(["-c", script, "sh"]).arg(servers.path("")).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    servers.own(&servers.path("key.pem"));
    servers.own(&servers.path("cert.pem"));
}

fn dovecot(servers: &Servers) -> String {
    let capability = match servers.imap {
        Imap::Whole => "",
        Imap::Old => "imap_capability = IMAP4rev1 LITERAL+ SASL-IR AUTH=PLAIN UIDPLUS",
    };
    filled(servers, include_str!("dovecot.conf")).replace("@capability@", capability)
}

/// A configuration with everything filled in.
fn filled(servers: &Servers, text: &str) -> String {
    let (_, _, user, group) = &servers.user;
    let ports = servers.ports;
    let numbers = [
        ("@imap@", ports.imap),
        ("@imaps@", ports.imaps),
        ("@pop3@", ports.pop3),
        ("@pop3s@", ports.pop3s),
        ("@lmtp@", ports.lmtp),
        ("@smtp@", ports.smtp),
        ("@smtps@", ports.smtps),
    ];
    let dir = servers.dir.path().display().to_string();
    let names = [("@dir@", dir.as_str()), ("@user@", user), ("@group@", group), ("@domain@", DOMAIN)];
    let text = names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    numbers.iter().fold(text, |text, (name, port)| text.replace(name, &port.to_string()))
}
