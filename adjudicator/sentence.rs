//! Sentences as values: what can be said is a type, its fields are all that the sentence may use, and how it is said lies in
//! `templates/<language>/desk/replies.toml` under its key.

use crate::report::Renderer;
use serde::Serialize;

/// Something that can be said in a sentence or two.
pub trait Sentence: Serialize {
    /// Its key in the templates.
    fn key(&self) -> &'static str;
}

/// Something that is told in a mail of its own.
pub trait Notice: Sentence {
    /// The key of the mail's subject, which may use the same fields.
    fn subject(&self) -> &'static str;
}

/// The key of a sentence, and the fields it may use.
#[cfg(test)]
pub type Declared = (&'static str, &'static [&'static str]);

/// A sentence in English, for logs and for those who run the program.
pub fn in_english(sentence: &impl Sentence) -> String {
    let said = Renderer::new(None).and_then(|report| report.sentence("en", &path(sentence.key()), sentence));
    said.map_or_else(|_| sentence.key().to_owned(), |said| said.replace(crate::report::UNBROKEN, " "))
}

/// Where the sentence of a key lies in the templates.
pub fn path(key: &str) -> String {
    format!("desk/replies/{key}")
}

/// Declares a family of sentences: an enum whose variants have the keys of the templates.
macro_rules! sentences {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $key:literal $({ $($field:ident: $type:ty),+ $(,)? })?),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, serde::Serialize)]
        #[serde(tag = "sentence")]
        #[allow(clippy::enum_variant_names, reason = "a variant is called like its sentence")]
        pub enum $name {
            $($(#[$each])* #[serde(rename = $key)] $variant $({ $($field: $type),+ })?),+
        }

        impl $name {
            /// Every sentence with its fields.
            #[cfg(test)]
            pub const DECLARED: &'static [$crate::sentence::Declared] =
                &[$(($key, &[$($(stringify!($field)),+)?])),+];
        }

        impl $crate::sentence::Sentence for $name {
            fn key(&self) -> &'static str {
                match self { $($name::$variant { .. } => $key),+ }
            }
        }
    };
}
pub(crate) use sentences;

/// Declares a family of sentences that are told in mails of their own: each has a subject besides, under its key with `-subject`.
macro_rules! notices {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $key:literal $({ $($field:ident: $type:ty),+ $(,)? })?),+ $(,)? }) => {
        $crate::sentence::sentences!($(#[$doc])* $name { $($(#[$each])* $variant = $key $({ $($field: $type),+ })?),+ });

        impl $name {
            /// Every subject with its fields.
            #[cfg(test)]
            pub const SUBJECTS: &'static [$crate::sentence::Declared] =
                &[$((concat!($key, "-subject"), &[$($(stringify!($field)),+)?])),+];
        }

        impl $crate::sentence::Notice for $name {
            fn subject(&self) -> &'static str {
                match self { $($name::$variant { .. } => concat!($key, "-subject")),+ }
            }
        }
    };
}
pub(crate) use notices;
