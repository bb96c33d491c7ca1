//! About a mail as a mail: what of it was not read or not done.

use crate::sentence::sentences;

sentences!(
    /// About a mail as a mail: what of it was not read or not done.
    Mails {
        TooLongLetter = "too-long-letter",
        DamagedLetter = "damaged-letter",
        AmbiguousLetter = "ambiguous-letter",
        EncryptedLetter = "encrypted-letter",
        ReadAttached = "read-attached" { file: String },
        UnusedFiles = "unused-files" { files: Vec<String> },
        NothingAttached = "nothing-attached",
        EnclosedMails = "enclosed-mails",
        OtherFiles = "other-files" { files: Vec<String> },
        LastTry = "last-try",
        TooOften = "too-often" { hour: usize, day: usize },
        ManyStrangers = "many-strangers" { most: usize },
        ManyCommands = "many-commands" { most: usize },
        NamesHide = "names-hide" { lines: Vec<String> },
        InQuarantine = "in-quarantine" { number: i64, sender: String, why: String },
    }
);
