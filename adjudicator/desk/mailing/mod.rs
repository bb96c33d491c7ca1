//! How a club's mail comes and goes: `[mailbox]` and `[submission]` of its file. Without them, by Maildir.

mod account;
mod mailbox;
mod oauth;
pub mod providers;
mod submission;

pub use account::{Account, Auth};
pub use mailbox::Mailbox;
pub use oauth::Oauth;
pub use submission::Submission;

#[cfg(test)]
mod tests {
    use crate::desk::Club;

    fn club(sections: &str) -> String {
        let text = format!("name = \"C\"\naddress = \"r@c.example\"\noperator = \"o@c.example\"\n{sections}");
        Club::parse(&text).map_or_else(|error| format!("{error:#}"), |_| "fine".into())
    }

    #[test]
    fn a_mistake_in_the_sections_is_named() {
        let imap = "[mailbox]\nimap = \"imap.c.example\"\nuser = \"r\"\n";
        assert_eq!(club(&format!("{imap}password-env = \"P\"\n")), "fine");
        assert_eq!(club("[submission]\nsmtp = \"localhost:2525\"\ntls = \"none\"\n"), "fine");
        let token = "[mailbox]\nimap = \"imap.c.example\"\nuser = \"r\"\nauth = \"oauth\"\n";
        assert_eq!(club(&format!("{token}token-command = \"helper\"\n")), "fine");
        let google = "[oauth]\nprovider = \"google\"\nclient-id = \"7\"\n";
        assert_eq!(club(&format!("{token}{google}")), "fine");
        assert_eq!(club("[submission]\nsendmail = \"/usr/sbin/sendmail\"\n"), "fine");
        let wrong = [
            (imap.to_owned(), "password-file"),
            (format!("{imap}password-env = \"P\"\npassword-file = \"f\"\n"), "more than one"),
            (format!("{imap}password = \"secret\"\n"), "unknown field `password`"),
            (format!("{imap}password-env = \"P\"\ntls = \"none\"\n"), "would tell everybody"),
            ("[mailbox]\nuser = \"r\"\n".into(), "names one server"),
            (token.to_owned(), "needs a section [oauth]"),
            (format!("{token}password-env = \"P\"\n{google}"), "there is no password"),
            (format!("{imap}password-env = \"P\"\ntoken-command = \"t\"\n"), "goes with auth"),
            (format!("{token}[oauth]\nprovider = \"nobody\"\nclient-id = \"7\"\n"), "I know google, microsoft"),
            (format!("{token}[oauth]\nclient-id = \"7\"\n"), "names neither a provider"),
            ("[mailbox]\nimap = \"h:x\"\nuser = \"r\"\npassword-env = \"P\"\n".into(), "no port"),
            ("[submission]\nsmtp = \"h\"\nuser = \"r\"\n".into(), "both a user and a password"),
            ("[submission]\nsmtp = \"h\"\npassword-env = \"P\"\n".into(), "a password and no user"),
            ("[submission]\nsmtp = \"h\"\ntls = \"perhaps\"\n".into(), "unknown variant `perhaps`"),
            ("[submission]\nsmtp = \"h\"\nsendmail = \"s\"\n".into(), "names one way"),
            ("[submission]\nsmtp = \"h\"\nconnections = 0\n".into(), "connections"),
        ];
        for (text, why) in wrong {
            let said = club(&text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }
}
