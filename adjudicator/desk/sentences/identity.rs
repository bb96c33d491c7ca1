//! Passwords and addresses, and what waits for a "yes".

use crate::sentence::sentences;

sentences!(
    /// Passwords and addresses, and what waits for a "yes".
    Identity {
        PasswordSet = "password-set",
        PasswordNothing = "password-nothing",
        PasswordShort = "password-short",
        PasswordNotUsed = "password-not-used",
        IdentifyNothing = "identify-nothing",
        Addresses = "addresses" { address: String, second: Option<String> },
        NoSecondAddress = "no-second-address",
        BadAddress = "bad-address" { address: String },
        SameAddress = "same-address" { address: String },
        AddressAsked = "address-asked" { address: String },
        AddressAskedBoth = "address-asked-both" { address: String, old: String },
        AddressHalf = "address-half",
        AddressChanged = "address-changed" { address: String },
        AddressTaken = "address-taken",
        SecondSet = "second-set" { address: String },
        DeedAsked = "deed-asked" { line: String, address: String },
        DeedsWait = "deeds-wait",
        OthersTag = "others-tag",
        ForgetAsked = "forget-asked",
        SayYesOrNo = "say-yes-or-no",
        AskedNo = "asked-no",
        NothingWaits = "nothing-waits",
    }
);
