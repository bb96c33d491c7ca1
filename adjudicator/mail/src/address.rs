//! Addresses of people, with the tag of a plus-address.

use mail_parser::{Addr, Address as Parsed};

/// A mailbox.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Address {
    /// The name shown beside it; may be anything the sender likes.
    pub name: String,
    /// The address as written, its domain in lower case.
    pub mailbox: String,
}

impl Address {
    /// An address without a name.
    pub fn new(mailbox: &str) -> Address {
        let mailbox: String = mailbox.trim().trim_matches(['<', '>']).chars().filter(|c| !c.is_control()).collect();
        let mailbox = match mailbox.rsplit_once('@') {
            Some((local, domain)) => format!("{local}@{}", domain.to_lowercase()),
            None => mailbox,
        };
        Address { name: String::new(), mailbox }
    }

    /// With a name.
    pub fn named(name: &str, mailbox: &str) -> Address {
        Address { name: name.split_whitespace().collect::<Vec<_>>().join(" "), ..Address::new(mailbox) }
    }

    /// The tag: `x7` of `game+x7@example.org`.
    pub fn tag(&self) -> Option<&str> {
        let (local, _) = self.mailbox.rsplit_once('@')?;
        local.split_once('+').map(|(_, tag)| tag).filter(|tag| !tag.is_empty())
    }

    /// The address without its tag, in lower case: for comparing people.
    pub fn base(&self) -> String {
        let (local, domain) = self.mailbox.rsplit_once('@').unwrap_or((&self.mailbox, ""));
        let local = local.split('+').next().unwrap_or_default();
        if domain.is_empty() { local.to_lowercase() } else { format!("{}@{domain}", local.to_lowercase()) }
    }

    /// The same mailbox with another tag.
    pub fn with_tag(&self, tag: &str) -> Address {
        let (local, domain) = self.mailbox.rsplit_once('@').unwrap_or((&self.mailbox, ""));
        let local = local.split('+').next().unwrap_or_default();
        Address { name: self.name.clone(), mailbox: format!("{local}+{tag}@{domain}") }
    }

    pub(super) fn list(parsed: Option<&Parsed<'_>>, most: usize) -> Vec<Address> {
        let addresses = parsed.into_iter().flat_map(Parsed::iter).filter(|one| one.address.is_some());
        addresses.take(most).map(Address::from).collect()
    }
}

impl From<&Addr<'_>> for Address {
    fn from(parsed: &Addr<'_>) -> Address {
        Address::named(parsed.name().unwrap_or_default(), parsed.address().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_taken_off_and_put_on() {
        let game = Address::named("The\r\n Game", "Game+ostia-3.x7@Example.ORG");
        assert_eq!((game.name.as_str(), game.mailbox.as_str()), ("The Game", "Game+ostia-3.x7@example.org"));
        assert_eq!(game.tag(), Some("ostia-3.x7"));
        assert_eq!(game.base(), "game@example.org");
        assert_eq!(game.with_tag("b").mailbox, "Game+b@example.org");
        assert_eq!(Address::new("nobody").base(), "nobody");
        assert_eq!(Address::new("<a@b>").tag(), None);
    }
}
