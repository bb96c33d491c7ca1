//! The commands, who may give them, and the words that stand inside them.

/// Declares the commands with their keys in the word files.
macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident = $key:literal, $who:ident;)+) => {
        /// A command.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Verb { $($(#[$doc])* $verb),+ }

        impl Verb {
            /// All commands.
            pub const ALL: &'static [Verb] = &[$(Verb::$verb),+];

            /// The key in word files and templates.
            pub fn key(self) -> &'static str {
                match self { $(Verb::$verb => $key),+ }
            }

            /// Who may give it.
            pub fn whose(self) -> Whose {
                match self { $(Verb::$verb => Whose::$who),+ }
            }
        }
    };
}

/// Who may give a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Everybody.
    Anybody,
    /// Whoever has to do with a table.
    Player,
    /// Whoever runs the table.
    Moderator,
}

verbs! {
    /// What can be written.
    Help = "help", Anybody;
    /// The tables.
    List = "list", Anybody;
    /// The games.
    Games = "games", Anybody;
    /// A rule by its number.
    Rules = "rules", Anybody;
    /// How a table stands.
    Status = "status", Player;
    /// The position as the reader sees it.
    Map = "map", Player;
    /// What a card or another thing does, by its name.
    Card = "card", Player;
    /// The reader's own sheet.
    Sheet = "sheet", Player;
    /// What happened before.
    History = "history", Player;
    /// Why the last round came out so.
    Explain = "explain", Player;
    /// The letters that were filed.
    Receipts = "receipts", Player;
    /// Which table is meant from here on.
    Table = "table", Anybody;
    /// To play.
    Join = "join", Anybody;
    /// To play no longer.
    Leave = "leave", Player;
    /// To read along.
    Observe = "observe", Anybody;
    /// To be ready to step in.
    Standby = "standby", Anybody;
    /// To step in.
    Accept = "accept", Anybody;
    /// What is filed now.
    Orders = "orders", Player;
    /// The orders of this letter are a draft.
    Draft = "draft", Player;
    /// The orders are final.
    Final = "final", Player;
    /// The orders of a letter that came too late shall count now.
    Use = "use-it", Player;
    /// The standing plans.
    Plans = "plans", Player;
    /// The orders that follow are only tried.
    WhatIf = "what-if", Player;
    /// How a battle would come out that nobody has ordered.
    Odds = "odds", Player;
    /// A letter to others.
    Press = "press", Player;
    /// An answer to such a letter.
    Reply = "reply", Player;
    /// A page for the end.
    Diary = "diary", Player;
    /// To be away.
    Absent = "absent", Anybody;
    /// To be back.
    Back = "back", Anybody;
    /// To vote for a later deadline; a moderator decides.
    Extend = "extend", Player;
    /// To vote for a draw.
    Draw = "draw", Player;
    /// To stop the clock for once.
    Emergency = "emergency", Player;
    /// To get somebody's letters no more.
    Mute = "mute", Player;
    /// To get them again.
    Unmute = "unmute", Player;
    /// To give up.
    Concede = "concede", Player;
    /// The reader's language.
    Language = "language", Anybody;
    /// The reader's time zone.
    Timezone = "timezone", Anybody;
    /// How many mails.
    Format = "format", Anybody;
    /// The reader's name.
    Name = "name", Anybody;
    /// What the club's pages call the reader.
    Pages = "pages", Anybody;
    /// To set a password.
    Password = "password", Anybody;
    /// To show a password.
    Identify = "identify", Anybody;
    /// To change an address, or to have a second one.
    Address = "address", Anybody;
    /// To be forgotten.
    ForgetMe = "forget-me", Anybody;
    /// Leagues.
    League = "league", Anybody;
    /// How a league stands.
    Standings = "standings", Anybody;
    /// How strong people seem.
    Rating = "rating", Anybody;
    /// The end of a text.
    End = "end", Anybody;
    /// To open a table.
    New = "new", Anybody;
    /// To start it.
    Start = "start", Moderator;
    /// To stop its clock.
    Pause = "pause", Moderator;
    /// To let its clock go on.
    Resume = "resume", Moderator;
    /// To set its deadline.
    Deadline = "deadline", Moderator;
    /// To close its round now.
    Force = "force", Moderator;
    /// To hold its next result back.
    Hold = "hold", Moderator;
    /// To let a result go out.
    Release = "release", Moderator;
    /// To see a result before it goes out.
    Preview = "preview", Moderator;
    /// To put another letter in the place of a seat's own.
    Amend = "amend", Moderator;
    /// To go back.
    Rollback = "rollback", Moderator;
    /// To undo going back.
    Forward = "forward", Moderator;
    /// To give a seat to somebody else.
    Replace = "replace", Moderator;
    /// To take a seat away from somebody.
    Eject = "eject", Moderator;
    /// To let the automaton play a seat.
    Caretaker = "caretaker", Moderator;
    /// To change a setting, or to set the board right.
    Set = "set", Moderator;
    /// To forget the votes that are open.
    ClearVotes = "clear-votes", Moderator;
    /// To tell everybody something.
    Announce = "announce", Moderator;
    /// To write something down.
    Note = "note", Moderator;
    /// To end a table.
    Close = "close", Moderator;
    /// The mails that could not be handled.
    Quarantine = "quarantine", Anybody;
}

/// A word inside a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Word {
    /// Everybody at the table.
    All,
    /// Those who read along.
    Observers,
    /// Whoever runs the table.
    Moderator,
    /// Between a table and the seats that somebody wishes for there: `join ostia-3 as Rome`.
    As,
    /// Without the writer's name.
    Anonymous,
    /// What I was asked is right.
    Yes,
    /// It is not.
    No,
    /// Besides the first: `address also anna@example.org`.
    Also,
    /// Nothing of the kind: `address none`.
    Nothing,
    /// Although something speaks against it: `start anyway`.
    Anyway,
    /// What comes next, at once: `league winter next`.
    Next,
    /// What was done last does not count.
    Undo,
    /// Points that are taken away, or given.
    Penalty,
    /// Where the table stood when so many rounds were closed: `what if after round 7`.
    AfterRound,
    /// Mails as they come.
    Every,
    /// One mail a day.
    Digest,
    /// Mails of plain text.
    Plain,
    /// Mails with a page beside the text.
    Html,
    /// The same without pictures.
    Bare,
    /// Mails that are made to be read aloud.
    Spoken,
    /// A season tried out beforehand: `league rehearse winter 24`.
    Rehearse,
}

impl Word {
    /// The word of a key in the word files.
    pub fn of(key: &str) -> Option<Word> {
        match key {
            "all" => Some(Word::All),
            "observers" => Some(Word::Observers),
            "moderator" => Some(Word::Moderator),
            "as" => Some(Word::As),
            "anonymous" => Some(Word::Anonymous),
            "yes" => Some(Word::Yes),
            "no" => Some(Word::No),
            "also" => Some(Word::Also),
            "nothing" => Some(Word::Nothing),
            "anyway" => Some(Word::Anyway),
            "next" => Some(Word::Next),
            "undo" => Some(Word::Undo),
            "penalty" => Some(Word::Penalty),
            "after-round" => Some(Word::AfterRound),
            "every" => Some(Word::Every),
            "digest" => Some(Word::Digest),
            "plain" => Some(Word::Plain),
            "html" => Some(Word::Html),
            "bare" => Some(Word::Bare),
            "spoken" => Some(Word::Spoken),
            "rehearse" => Some(Word::Rehearse),
            _ => None,
        }
    }
}
