//! Why a mail is in quarantine.

use crate::sentence::{Sentence as _, sentences};

sentences!(
    /// Why a mail is in quarantine. The key is kept with the mail, and put into words for whoever looks.
    Aside {
        NoSender = "aside-no-sender",
        Ambiguous = "aside-ambiguous",
        Spam = "aside-spam",
        TooOften = "aside-too-often",
        Machine = "aside-machine",
        UnprovedTooOften = "aside-unproved-too-often",
        ManyWait = "aside-many-wait",
        PrivateClub = "aside-private-club",
        NoCommand = "aside-no-command",
        ManyStrangers = "aside-many-strangers",
        StrangerTooOften = "aside-stranger-too-often",
    }
);

impl Aside {
    const ALL: [Aside; 11] = [
        Aside::NoSender,
        Aside::Ambiguous,
        Aside::Spam,
        Aside::TooOften,
        Aside::Machine,
        Aside::UnprovedTooOften,
        Aside::ManyWait,
        Aside::PrivateClub,
        Aside::NoCommand,
        Aside::ManyStrangers,
        Aside::StrangerTooOften,
    ];

    /// The reason whose key was kept; nothing, if that is what the program said when it broke down.
    pub fn of(key: &str) -> Option<Aside> {
        Aside::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_found_by_its_key() {
        for (key, _) in Aside::DECLARED {
            assert_eq!(Aside::of(key).map(|reason| reason.key()), Some(*key));
        }
        assert_eq!(Aside::of("the program broke down"), None);
    }
}
