//! About orders and their letters.

use crate::sentence::sentences;

sentences!(
    /// About orders and their letters.
    Orders {
        NothingFiled = "nothing-filed" { table: String },
        NothingToUse = "nothing-to-use",
        TooLateWord = "too-late-word" { stage: String, now: String },
        OnlyDiary = "only-diary",
        BareNo = "bare-no",
        WhatIfNothing = "what-if-nothing",
        Locked = "locked" { table: String },
        DamagedCommand = "damaged-command" { command: String },
        DamagedOrders = "damaged-orders" { table: String },
    }
);
