//! What stands in a calendar.

use crate::sentence::sentences;

sentences!(
    /// What stands in a calendar.
    Entry {
        Due = "calendar-due" { table: String },
        Gone = "calendar-gone" { table: String },
    }
);
