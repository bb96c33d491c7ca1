//! What a mail server says about a letter's sender: the header `Authentication-Results` (RFC 8601), read as it is written there. Strangers
//! choose some of the words in it (an address in quotes may hold `; dmarc=pass`), so quotes and comments are respected, and a header that
//! breaks the grammar says nothing at all. (`mail-auth` writes this header and does not read it.)

/// What one server says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthResults {
    pub server: String,
    /// What it found, in its order; none if it found nothing, or if it speaks a version of the header that we do not know.
    pub results: Vec<Checked>,
}

/// What one method of checking came to: `dkim=pass header.d=example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The method, in lower case.
    pub method: String,
    /// What it came to, in lower case.
    pub result: String,
    /// What was looked at: `header.d` and its value.
    properties: Vec<(String, String)>,
}

impl Checked {
    /// The value of the first of these properties that is there. Nothing if it is there twice: then it is unclear what was meant.
    pub fn property(&self, names: &[&str]) -> Option<&str> {
        let name = names.iter().find(|name| self.properties.iter().any(|(found, _)| found == *name))?;
        let mut values = self.properties.iter().filter(|(found, _)| found == name);
        values.next().filter(|_| values.next().is_none()).map(|(_, value)| value.as_str())
    }
}

/// The only version of the header there is.
const VERSION: &str = "1";

impl AuthResults {
    /// Reads the value of a header. Nothing: it does not even name a server.
    pub fn read(text: &str) -> Option<AuthResults> {
        let mut reader = Reader { rest: text };
        reader.skip()?;
        let server = reader.value()?;
        let results = reader.results().unwrap_or_default();
        Some(AuthResults { server, results })
    }
}

/// What is left to read. Every step answers nothing where the grammar is broken.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn results(&mut self) -> Option<Vec<Checked>> {
        self.skip()?;
        if !self.rest.starts_with(';') && self.value()? != VERSION {
            return None;
        }
        let mut results = Vec::new();
        loop {
            self.skip()?;
            if self.rest.is_empty() {
                return Some(results);
            }
            self.take(';')?;
            self.skip()?;
            // Some servers end with a semicolon.
            if self.rest.is_empty() {
                return Some(results);
            }
            let method = self.name()?;
            self.skip()?;
            if method == "none" && !self.rest.starts_with('=') {
                continue;
            }
            let result = self.given()?.to_ascii_lowercase();
            let method = method.split('/').next().unwrap_or_default().to_owned();
            let mut checked = Checked { method, result, properties: Vec::new() };
            loop {
                self.skip()?;
                if self.rest.is_empty() || self.rest.starts_with(';') {
                    break;
                }
                let name = self.name()?;
                let value = self.given()?;
                checked.properties.push((name, value));
            }
            results.push(checked);
        }
    }

    /// A name before `=`, in lower case, without blanks and comments in it: `header . d`, `dkim / 1`.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            let end = self
                .rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
                .unwrap_or(self.rest.len());
            let (piece, rest) = self.rest.split_at(end);
            name.push_str(&piece.to_ascii_lowercase());
            self.rest = rest;
            if piece.is_empty() {
                return None;
            }
            self.skip()?;
            match self.rest.chars().next() {
                Some(link @ ('.' | '/')) => {
                    name.push(link);
                    self.take(link)?;
                    self.skip()?;
                }
                _ => return Some(name),
            }
        }
    }

    /// The value behind an `=`.
    fn given(&mut self) -> Option<String> {
        self.skip()?;
        self.take('=')?;
        self.skip()?;
        self.value()
    }

    /// A value: words and quoted strings without a blank between them, as in `"anna b"@example.org`.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let before = self.rest.len();
        while let Some(c) = self.rest.chars().next().filter(|c| !c.is_whitespace() && !matches!(c, ';' | '(' | ')')) {
            if c == '"' {
                value.push_str(&self.quoted()?);
            } else {
                value.push(c);
                self.take(c)?;
            }
        }
        (self.rest.len() < before).then_some(value)
    }

    fn quoted(&mut self) -> Option<String> {
        self.take('"')?;
        let mut value = String::new();
        let mut chars = self.rest.chars();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => value.push(chars.next()?),
                c => value.push(c),
            }
        }
        self.rest = chars.as_str();
        Some(value)
    }

    /// Passes over blanks, and comments, which may stand in each other.
    fn skip(&mut self) -> Option<()> {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('(') {
                return Some(());
            }
            let (mut depth, mut chars) = (0u32, self.rest.chars());
            loop {
                match chars.next()? {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    '\\' => {
                        chars.next()?;
                    }
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
            self.rest = chars.as_str();
        }
    }

    fn take(&mut self, c: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(c)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let Some(found) = AuthResults::read(text) else { return "no server".into() };
        let one = |one: &Checked| {
            let properties: Vec<String> =
                one.properties.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            format!("; {}={}{}", one.method, one.result, properties.concat())
        };
        found.server + &found.results.iter().map(one).collect::<String>()
    }

    /// The examples of RFC 8601, appendix B, and what large providers write.
    #[test]
    fn what_servers_write_is_read() {
        for (text, wanted) in [
            ("example.org 1; none", "example.org"),
            ("example.com;\n spf=pass smtp.mailfrom=example.net", "example.com; spf=pass smtp.mailfrom=example.net"),
            (
                "example.com; sender-id=fail header.from=example.com; dkim=pass (good signature) header.d=example.com",
                "example.com; sender-id=fail header.from=example.com; dkim=pass header.d=example.com",
            ),
            (
                "example.com; dkim=pass reason=\"good (really; \\\"so\\\")\" header.i=@mail-router.example.net; dkim=fail reason=\"bad\" header.i=@x",
                "example.com; dkim=pass reason=good (really; \"so\") header.i=@mail-router.example.net; dkim=fail reason=bad header.i=@x",
            ),
            (
                "foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) fail policy (A dot can go here) . \
                 (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462",
                "foo.example.net; dkim=fail policy.expired=1362471462",
            ),
            (
                "mx.google.com; dkim=pass header.i=@e.org header.s=k header.b=\"ab/+c=\"; spf=pass (google.com: domain of a@e.org designates \
                 192.0.2.1 as permitted sender) smtp.mailfrom=a@e.org; dmarc=pass (p=REJECT sp=NONE dis=NONE) header.from=e.org",
                "mx.google.com; dkim=pass header.i=@e.org header.s=k header.b=ab/+c=; spf=pass smtp.mailfrom=a@e.org; dmarc=pass header.from=e.org",
            ),
            ("mx; iprev=pass policy.iprev=2001:db8::1 (x.example);", "mx; iprev=pass policy.iprev=2001:db8::1"),
            ("\"mx \\\"one\\\"\"; SPF=Pass", "mx \"one\"; spf=pass"),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn words_in_quotes_and_comments_are_no_results() {
        for (text, wanted) in [
            (
                "mx; spf=pass smtp.mailfrom=\"x; dmarc=pass header.from=e.org\"@evil.example",
                "mx; spf=pass smtp.mailfrom=x; dmarc=pass header.from=e.org@evil.example",
            ),
            ("mx; spf=none (; dkim=pass header.d=e.org) smtp.mailfrom=a", "mx; spf=none smtp.mailfrom=a"),
            ("mx; spf=none (a \\) ; dkim=pass (b) header.d=e.org) smtp.helo=b", "mx; spf=none smtp.helo=b"),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_breaks_the_grammar_says_nothing() {
        for text in [
            "mx; dkim=pass header.d=e.org; spf=pass smtp.mailfrom=\"open",
            "mx; dkim=pass header.d=e.org (open",
            "mx; dkim=pass header.d=e.org) x",
            "mx; dkim=pass header.d = ; y",
            "mx; dkim pass",
            "mx; =pass",
            "mx 2; dkim=pass header.d=e.org",
            "mx dkim=pass header.d=e.org",
        ] {
            assert_eq!(shown(text), "mx", "{text}");
        }
        assert_eq!(
            (shown(""), shown("(mx) ; dkim=pass"), shown("(mx")),
            ("no server".into(), "no server".into(), "no server".into())
        );
    }

    #[test]
    fn a_property_that_is_there_twice_is_none() {
        let found = AuthResults::read("mx; dkim=pass header.d=a.org header.d=b.org header.i=@c.org").unwrap();
        assert_eq!(found.results[0].property(&["header.d", "header.i"]), None);
        assert_eq!(found.results[0].property(&["header.x", "header.i"]), Some("@c.org"));
    }
}
