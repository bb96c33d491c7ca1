//! How a token is shown to a mail server: `XOAUTH2`, as Google and Microsoft made it up, and `OAUTHBEARER` (RFC 7628). IMAP, POP3 and SMTP say
//! the same words, each in its own wrapping.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What divides the words.
const CUT: char = '\u{1}';

/// A way to show a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Xoauth2,
    Bearer,
}

impl Way {
    /// The name under which servers offer it.
    pub fn name(self) -> &'static str {
        match self {
            Way::Xoauth2 => "XOAUTH2",
            Way::Bearer => "OAUTHBEARER",
        }
    }

    /// The way to take of those that a server offers.
    pub fn offered<'o>(offers: impl IntoIterator<Item = &'o str>) -> Option<Way> {
        let mut found = None;
        for offer in offers {
            match offer.to_ascii_uppercase().as_str() {
                "XOAUTH2" => return Some(Way::Xoauth2),
                "OAUTHBEARER" => found = Some(Way::Bearer),
                _ => {}
            }
        }
        found
    }

    /// What is said first: who we are, and the token.
    pub fn first(self, user: &str, token: &str) -> String {
        let plain = |text: &str| text.chars().filter(|c| !c.is_control()).collect::<String>();
        let (user, token) = (plain(user), plain(token));
        match self {
            Way::Xoauth2 => format!("user={user}{CUT}auth=Bearer {token}{CUT}{CUT}"),
            Way::Bearer => {
                let user = user.replace('=', "=3D").replace(',', "=2C");
                format!("n,a={user},{CUT}auth=Bearer {token}{CUT}{CUT}")
            }
        }
    }

    /// A server that refuses asks once more, with its reason, and waits for this before it says no.
    pub fn after_refusal(self) -> &'static str {
        match self {
            Way::Xoauth2 => "",
            Way::Bearer => "\u{1}",
        }
    }
}

/// Words as they stand on the wire.
pub fn wrapped(words: &str) -> String {
    STANDARD.encode(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_said_as_servers_expect_it() {
        assert_eq!(Way::Xoauth2.first("a@b.example", "t0k"), "user=a@b.example\u{1}auth=Bearer t0k\u{1}\u{1}");
        // The example of RFC 7628, section 4.1, without its host and port, which servers may be left to guess.
        assert_eq!(
            Way::Bearer.first("user@example.com", "vF9dft4qmT"),
            "n,a=user@example.com,\u{1}auth=Bearer vF9dft4qmT\u{1}\u{1}"
        );
        assert_eq!(Way::Bearer.first("a,b=c\u{1}", "t"), "n,a=a=2Cb=3Dc,\u{1}auth=Bearer t\u{1}\u{1}");
        assert_eq!(
            (wrapped(Way::Xoauth2.after_refusal()), wrapped(Way::Bearer.after_refusal())),
            ("".into(), "AQ==".into())
        );
    }

    #[test]
    fn the_common_way_is_taken_first() {
        assert_eq!(Way::offered(["PLAIN", "oauthbearer", "xoauth2"]), Some(Way::Xoauth2));
        assert_eq!(Way::offered(["PLAIN", "OAUTHBEARER"]), Some(Way::Bearer));
        assert_eq!(Way::offered(["PLAIN", "LOGIN"]), None);
    }
}
