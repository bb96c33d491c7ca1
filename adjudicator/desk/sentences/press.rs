//! Letters between people, diaries, announcements, and whose letters are not wanted.

use crate::sentence::sentences;

sentences!(
    /// Letters between people, diaries, announcements, and whose letters are not wanted.
    Letters {
        EmptyPress = "empty-press",
        PressToWhom = "press-to-whom",
        OrdersInPress = "orders-in-press" { order: String },
        PressInPress = "press-in-press" { line: String },
        EmptyReply = "empty-reply",
        ReplyToNothing = "reply-to-nothing",
        NoPress = "no-press",
        SignedPressOnly = "signed-press-only",
        EmptyPage = "empty-page",
        PressSent = "press-sent" { to: Vec<String>, anonymous: bool, masked: bool },
        ReplySent = "reply-sent" { to: Vec<String>, anonymous: bool, masked: bool, whole: bool, all: bool },
        NotReplied = "not-replied" { from: Option<String> },
        PressInDigest = "press-in-digest" { seat: String },
        PressAllName = "press-all-name",
        Announced = "announced",
        DiaryKept = "diary-kept",
        NoteKept = "note-kept",
        NobodyToMute = "nobody-to-mute" { seat: String },
        YouAreMuted = "you-are-muted" { table: String },
        YouMuted = "you-muted" { seat: String },
        YouUnmuted = "you-unmuted" { seat: String },
        YouMutedAll = "you-muted-all" { seat: String },
        YouUnmutedAll = "you-unmuted-all" { seat: String },
    }
);
