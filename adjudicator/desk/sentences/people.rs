//! What somebody says about themselves.

use crate::sentence::sentences;
use crate::time::Moment;
use serde::Serialize;

sentences!(
    /// What somebody says about themselves.
    About {
        NoSuchLanguage = "no-such-language" { name: String, languages: Vec<String> },
        LanguageGuessed = "language-guessed" { others: Vec<String> },
        BadFormat = "bad-format" { word: String },
        BadName = "bad-name",
        BadAbsence = "bad-absence" { text: String },
        TooLongAbsence = "too-long-absence",
        LanguageSet = "language-set",
        ZoneSet = "zone-set" { now: Moment },
        DigestSet = "digest-set",
        EverySet = "every-set",
        PlainSet = "plain-set",
        HtmlSet = "html-set",
        BareSet = "bare-set",
        SpokenSet = "spoken-set",
        NameSet = "name-set" { name: String },
        PagesName = "pages-name" { name: String },
        PagesNumber = "pages-number" { number: i64 },
        AbsenceNoted = "absence-noted" { since: Moment, until: Moment, moved: Vec<Moved> },
        WelcomeBack = "welcome-back" { regained: Vec<Regained>, due: Vec<Moved>, paused: Vec<String> },
    }
);

/// A deadline that an absence has moved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Moved {
    pub table: String,
    /// When letters are due there now.
    pub deadline: Moment,
}

/// A seat that its owner has again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Regained {
    pub table: String,
    pub seat: String,
    /// Whether an automaton may have settled part of the stage.
    pub under_way: bool,
}
