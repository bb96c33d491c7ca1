//! OpenPGP in the text of a mail: what is signed is read inside its armour, what is encrypted cannot be.

/// A text out of its armour.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Unarmoured {
    /// What can be read.
    pub text: String,
    /// Whether something in it is encrypted.
    pub is_encrypted: bool,
    /// Whether a piece of armour has no end.
    pub is_torn: bool,
}

const SIGNED: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
const SECRET: &str = "-----BEGIN PGP MESSAGE-----";
const KEY: &str = "-----BEGIN PGP PUBLIC KEY BLOCK-----";

/// Takes a text out of its armour. A quoted piece of armour is somebody else's, and stays.
pub fn unarmoured(text: &str) -> Unarmoured {
    let mut found = Unarmoured::default();
    let begins = |mark: &str| text.lines().any(|line| line.trim_end() == mark);
    if ![SIGNED, SECRET, KEY].into_iter().any(begins) {
        found.text = text.to_owned();
        return found;
    }
    // Where a part is signed, only that part is the letter: anybody on the way could have added to the rest.
    let is_signed = begins(SIGNED);
    let mut lines = text.lines();
    let mut kept: Vec<&str> = Vec::new();
    while let Some(line) = lines.next() {
        match line.trim_end() {
            SIGNED => {
                // Headers of the armour end with an empty line; lines that begin with a dash are escaped.
                let _ = lines.find(|line| line.trim().is_empty());
                let mut is_ended = false;
                for line in lines.by_ref() {
                    if line.trim_end() == SIGNATURE {
                        is_ended = true;
                        break;
                    }
                    kept.push(line.strip_prefix("- ").unwrap_or(line));
                }
                found.is_torn |= !is_ended || !lines.any(|line| line.trim_end() == SIGNATURE.replace("BEGIN", "END"));
            }
            begin @ (SECRET | KEY) => {
                found.is_encrypted |= begin == SECRET;
                found.is_torn |= !lines.any(|line| line.trim_end() == begin.replace("BEGIN", "END"));
            }
            _ if !is_signed => kept.push(line),
            _ => {}
        }
    }
    found.text = kept.join("\n");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_is_read_without_its_armour() {
        let mail = "list header\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nmove a\n- -- \nTom\n-----BEGIN PGP SIGNATURE-----\n\nabc\n\
                    -----END PGP SIGNATURE-----\nlist footer";
        let found = unarmoured(mail);
        assert_eq!((found.text.as_str(), found.is_encrypted, found.is_torn), ("move a\n-- \nTom", false, false));
        let torn = unarmoured(mail.split("\n\nabc").next().unwrap());
        assert_eq!((torn.text.as_str(), torn.is_torn), ("move a\n-- \nTom", true));
    }

    #[test]
    fn what_is_encrypted_is_no_text() {
        let secret = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=x\n-----END PGP MESSAGE-----";
        let found = unarmoured(&format!("see below\n{secret}\nthanks"));
        assert_eq!((found.text.as_str(), found.is_encrypted, found.is_torn), ("see below\nthanks", true, false));
        assert!(unarmoured("-----BEGIN PGP MESSAGE-----\n\nhQEMA").is_torn);
    }

    #[test]
    fn a_quoted_armour_is_somebody_else_s() {
        let mail = "build a\n> -----BEGIN PGP SIGNED MESSAGE-----\n>\n> old\n> -----BEGIN PGP MESSAGE-----";
        assert_eq!(unarmoured(mail), Unarmoured { text: mail.into(), ..Unarmoured::default() });
    }
}
