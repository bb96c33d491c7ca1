//! Colours. Seats are told apart by people who see red and green alike; whoever sees none has the letters.

use tabellarius_kernel::picture::Colour;

/// Behind everything.
pub const PAPER: &str = "#FFFCF5";
/// Text.
pub const INK: &str = "#2A2117";
/// Second text.
pub const MUTED: &str = "#665A47";
/// Thin rules.
pub const RULE: &str = "#DDD1B8";
/// What is new, fights, numbers.
pub const NEWS: &str = "#8C2B20";
/// Land that nobody holds.
pub const LAND: &str = "#F7EFDB";
/// The same, a shade darker, so that neighbours are told apart.
pub const LAND_TOO: &str = "#F2E7CC";
/// Land that is not in play.
pub const FAR_LAND: &str = "#DCCFAE";
/// Water.
pub const SEA: &str = "#A9C6D8";
/// Deep water.
pub const DEEP: &str = "#97B9CF";
/// Water that is not in play.
pub const FAR_SEA: &str = "#8FA9B8";
/// Names on water.
pub const SEA_INK: &str = "#1F4A6B";
/// The edge of the land.
pub const COAST: &str = "#5F4F31";
/// Borders on land.
pub const BORDER: &str = "#A08A5C";
/// Buildings and other things that belong to the ground.
pub const STONE: &str = "#4E4029";

/// How a seat's colour looks: the ground of its tile, the letter on it, the tint of its land and how strong that is.
pub struct Look {
    /// The tile.
    pub tile: &'static str,
    /// What is written on it.
    pub letter: &'static str,
    /// Its land is mixed with this.
    pub tint: &'static str,
    /// So much of it.
    pub strength: f32,
}

/// How a colour looks.
pub fn look(colour: Colour) -> Look {
    let look = |tile, letter, tint, strength| Look { tile, letter, tint, strength };
    const DARK: &str = "#1B1409";
    match colour {
        Colour::Red => look("#B3202C", "#FFFFFF", "#B3202C", 0.42),
        Colour::Blue => look("#12408A", "#FFFFFF", "#3F78D0", 0.42),
        Colour::Yellow => look("#E8B80E", DARK, "#E8B80E", 0.62),
        Colour::Green => look("#0E8267", "#FFFFFF", "#0E8267", 0.42),
        Colour::Purple => look("#A650A6", "#FFFFFF", "#A650A6", 0.42),
        Colour::Bronze => look("#C8701E", DARK, "#C8701E", 0.62),
        Colour::Sky => look("#6DBDEB", DARK, "#6DBDEB", 0.62),
        Colour::Black => look("#26221C", "#FFFFFF", "#26221C", 0.32),
        Colour::White => look("#FBF8F0", DARK, "#FFFFFF", 0.62),
    }
}

/// The colour of a kind of cards, by the last part of its identifier; the second is what is written on it.
pub fn card(colour: &str) -> (&'static str, &'static str) {
    match colour.rsplit('/').next().unwrap_or_default() {
        "brown" => ("#7A4A22", "#FFFFFF"),
        "grey" => ("#6F7478", "#FFFFFF"),
        "blue" => ("#1F5FA8", "#FFFFFF"),
        "yellow" => ("#E0A800", INK),
        "red" => ("#B3202C", "#FFFFFF"),
        "green" => ("#2F7A3A", "#FFFFFF"),
        "purple" => ("#6D3E9C", "#FFFFFF"),
        "white" => ("#EFE6D2", INK),
        "black" => ("#26221C", "#FFFFFF"),
        _ => ("#8A7B60", "#FFFFFF"),
    }
}
