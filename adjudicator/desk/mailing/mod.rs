//! How a club's mail comes and goes: `[mailbox]` and `[submission]` of its file. Without them, by Maildir.

mod account;
mod mailbox;
mod submission;

pub use account::Account;
pub use mailbox::Mailbox;
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
        assert_eq!(club("[submission]\nsendmail = \"/usr/sbin/sendmail\"\n"), "fine");
        let wrong = [
            (imap.to_owned(), "password-file"),
            (format!("{imap}password-env = \"P\"\npassword-file = \"f\"\n"), "more than one"),
            (format!("{imap}password = \"secret\"\n"), "unknown field `password`"),
            (format!("{imap}password-env = \"P\"\ntls = \"none\"\n"), "would tell everybody"),
            ("[mailbox]\nuser = \"r\"\n".into(), "names one server"),
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
