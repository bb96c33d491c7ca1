//! Where a mail came from, as far as servers noted it: the machine that handed it to the first server we can believe. Whoever writes many
//! letters is counted by it, so that nobody can use up what belongs to somebody else by writing in their name.

use std::net::IpAddr;

/// No more hops are looked at.
const MOST_HOPS: usize = 20;

/// The machine that a mail came from, or its neighbours: servers write each hop on top, so the first public address from above is what
/// our own side saw last. Empty: nobody noted any, as in a Maildir that people of this machine write into.
pub fn source<'h>(received: impl Iterator<Item = &'h str>) -> String {
    let from = received.take(MOST_HOPS).filter_map(|hop| hop.split(" by ").next());
    let mut addresses = from.flat_map(addresses);
    addresses.find(is_public).map(neighbourhood).unwrap_or_default()
}

/// The addresses in square brackets.
fn addresses(hop: &str) -> Vec<IpAddr> {
    let inside = hop.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    inside.filter_map(|text| text.trim_start_matches("IPv6:").parse().ok()).collect()
}

fn is_public(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !(v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_unspecified()),
        IpAddr::V6(v6) => {
            !(v6.is_loopback()
                || v6.is_unspecified()
                || v6.segments()[0] & 0xfe00 == 0xfc00
                || v6.segments()[0] & 0xffc0 == 0xfe80)
        }
    }
}

/// Who has one address usually has its neighbours: 256 of the old ones, a /64 of the new ones.
fn neighbourhood(address: IpAddr) -> String {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}")
        }
        IpAddr::V6(v6) => v6.segments()[..4].iter().map(|piece| format!("{piece:x}:")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_public_address_from_above_is_where_it_came_from() {
        let of = |hops: &[&str]| source(hops.iter().copied());
        let ours = "from mx.club.example (localhost [127.0.0.1]) by store.club.example with LMTP id 1; Mon, 16 Nov 2026 12:00:00 +0000";
        let hop = "from mail.evil.example (unknown [203.0.113.77]) by mx.club.example with ESMTPS id 2; Mon, 16 Nov 2026 11:59:58 +0000";
        let forged = "from mail.home.example ([198.51.100.1]) by mx.home.example; Mon, 16 Nov 2026 11:00:00 +0000";
        assert_eq!(of(&[ours, hop, forged]), "203.0.113");
        assert_eq!(of(&["from x ([IPv6:2001:db8:1:2:3::4]) by y"]), "2001:db8:1:2:");
        assert_eq!(of(&["from x ([10.0.0.1]) by y with [203.0.113.1]", "nonsense", ""]), "");
        assert_eq!(of(&[]), "");
    }
}
