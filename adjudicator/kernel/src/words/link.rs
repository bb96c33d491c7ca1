//! The small words that every game's language shares.

use crate::keyed;

keyed!(
    /// A small word: a preposition, a condition's `if`, a number's `all`.
    Link, "link", {
        To = "to",
        From = "from",
        In = "in",
        With = "with",
        Via = "via",
        For = "for",
        And = "and",
        Or = "or",
        Not = "not",
        If = "if",
        Only = "only",
        Then = "then",
        Else = "else",
        When = "when",
        Always = "always",
        Never = "never",
        Any = "any",
        All = "all",
        Nothing = "nothing",
        Times = "times",
        Last = "last",
        Is = "is",
        Am = "am",
        Has = "has",
        Have = "have",
        AtLeast = "at-least",
        AtMost = "at-most",
        More = "more",
        Fewer = "fewer",
        Than = "than",
        Me = "me",
        Whom = "whom",
        Turn = "turn",
        Comma = "comma",
        Colon = "colon",
        Semicolon = "semicolon",
        Plus = "plus",
        Filler = "filler",
        Speech = "speech",
        One = "one",
        Two = "two",
        Three = "three",
        Four = "four",
        Five = "five",
        Six = "six",
        Seven = "seven",
        Eight = "eight",
        Nine = "nine",
        Ten = "ten",
        Eleven = "eleven",
        Twelve = "twelve",
    }
);

impl Link {
    /// The numbers that are written as words, from one on.
    pub const NUMBERS: [Link; 12] = [
        Link::One,
        Link::Two,
        Link::Three,
        Link::Four,
        Link::Five,
        Link::Six,
        Link::Seven,
        Link::Eight,
        Link::Nine,
        Link::Ten,
        Link::Eleven,
        Link::Twelve,
    ];
}

/// The shared words of each language, compiled in.
pub const LINK_FILES: [(&str, &str); 4] = [
    ("words/en.toml", include_str!("../../../../config/words/en.toml")),
    ("words/it.toml", include_str!("../../../../config/words/it.toml")),
    ("words/pl.toml", include_str!("../../../../config/words/pl.toml")),
    ("words/nl.toml", include_str!("../../../../config/words/nl.toml")),
];
