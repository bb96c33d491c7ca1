//! Addresses behind which nobody reads: an answer to them is lost, or answered by a machine. Nobody of that name becomes a member.

/// What such addresses are called, without the marks between their words.
const NAMES: [&str; 23] = [
    "noreply",
    "donotreply",
    "dontreply",
    "neverreply",
    "noresponse",
    "nonrispondere",
    "nieodpowiadaj",
    "nietantwoorden",
    "mailerdaemon",
    "daemon",
    "bounce",
    "bounces",
    "autoreply",
    "autoresponder",
    "listserv",
    "majordomo",
    "mailman",
    "listmaster",
    "notification",
    "notifications",
    "newsletter",
    "mailinglist",
    "unsubscribe",
];
/// How addresses of mailing lists end that take commands.
const ENDS: [&str; 7] = ["-request", "-owner", "-bounces", "-unsubscribe", "-subscribe", "-noreply", "-admin-list"];

/// Whether an address is a machine's, as far as its name tells.
pub fn is_machine(address: &str) -> bool {
    let local = address.rsplit_once('@').map_or(address, |(local, _)| local).to_ascii_lowercase();
    let local = local.split('+').next().unwrap_or_default();
    let name: String = local.chars().filter(char::is_ascii_alphanumeric).collect();
    // `noreply-7f3a@`, `bounces.12@`: a number behind it makes no person.
    let begins = ["noreply", "donotreply", "bounces"].iter().any(|start| name.starts_with(start));
    begins || NAMES.contains(&name.as_str()) || ENDS.iter().any(|end| local.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_known_by_their_names_and_people_are_not() {
        for machine in [
            "noreply@shop.example",
            "No-Reply@x.example",
            "do_not_reply@x.example",
            "noreply-7f3a@x.example",
            "ludo-request@lists.example",
            "MAILER-DAEMON@x.example",
            "bounces+12@x.example",
            "owner-x-owner@lists.example",
        ] {
            assert!(is_machine(machine), "{machine}");
        }
        for person in
            ["anna@home.example", "norep@x.example", "info@club.example", "nora.reply@x.example", "request@x.example"]
        {
            assert!(!is_machine(person), "{person}");
        }
    }
}
