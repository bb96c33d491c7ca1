//! Subjects of mails that hold more than a sentence.

use crate::sentence::sentences;

sentences!(
    /// Subjects of mails that hold more than a sentence.
    Subject {
        Filed = "subject-filed",
        Answer = "subject-answer",
        Problems = "subject-problems" { problems: usize },
        Orders = "subject-orders" { stage: String },
        Report = "subject-report" { stage: String },
        Over = "subject-over",
        Invitation = "invitation-subject" { seat: String },
        Reminder = "reminder-subject" { seat: String },
        Press = "press-subject" { from: Option<String> },
        Announcement = "announcement-subject",
        Digest = "digest-subject" { number: usize },
        Held = "held-subject",
        Amended = "amended-subject",
        Welcome = "welcome-subject",
        Alarm = "alarm-subject",
        Weekly = "weekly-subject",
        Farewell = "farewell-subject",
        AskLetter = "ask-letter-subject",
        AskAddress = "ask-address-subject",
        AskOldAddress = "ask-old-address-subject",
        AskSecond = "ask-second-subject",
        AskDeed = "ask-deed-subject",
        AskForget = "ask-forget-subject",
        Standing = "standing-subject" { league: String, season: u32, round: Option<u32> },
    }
);
