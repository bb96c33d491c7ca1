//! What a data file can say.

use super::{myth, talent};
use alloc::string::String;
use alloc::vec::Vec;
use serde::Deserialize;
use toml::Spanned;

pub(super) type Name = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub source: Name,
    pub note: Option<String>,
    pub rules: Option<Spanned<NumbersEntry>>,
    #[serde(default)]
    pub card: Vec<Spanned<CardEntry>>,
    #[serde(default)]
    pub wonder: Vec<Spanned<WonderEntry>>,
    #[serde(default)]
    pub myth: Vec<Spanned<myth::Entry>>,
}

/// The numbers of the rules: all of them in the game's file, those that change in the file of an expansion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumbersEntry {
    pub coins: Option<u8>,
    pub sale: Option<u8>,
    pub price: Option<u8>,
    pub cheap_price: Option<u8>,
    pub victory: Option<[u8; 3]>,
    pub guilds_above_players: Option<u8>,
    pub science_set: Option<u8>,
    pub coins_a_point: Option<u8>,
    pub hand: Option<u8>,
    pub hand_of_eight: Option<u8>,
    pub leaders: Option<u8>,
    pub myths: Option<u8>,
    pub losses: Option<Name>,
    pub source: Option<Name>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardEntry {
    pub key: Name,
    pub name: String,
    pub colour: Name,
    #[serde(default)]
    pub players: AgesEntry,
    #[serde(default)]
    pub cost: Vec<Name>,
    #[serde(default)]
    pub price: u8,
    #[serde(default)]
    pub free_from: Vec<Name>,
    #[serde(default)]
    pub goods: Vec<Name>,
    #[serde(default)]
    pub choice: Vec<Name>,
    #[serde(default)]
    pub shields: u8,
    #[serde(default)]
    pub points: u8,
    #[serde(default)]
    pub coins: u8,
    pub science: Option<Name>,
    pub cheap: Option<CheapEntry>,
    pub per: Option<PerEntry>,
    pub power: Option<Name>,
    pub talent: Option<Spanned<talent::Entry>>,
    pub source: Option<Name>,
    pub note: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct AgesEntry {
    #[serde(default, rename = "I")]
    pub one: Vec<u8>,
    #[serde(default, rename = "II")]
    pub two: Vec<u8>,
    #[serde(default, rename = "III")]
    pub three: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageEntry {
    #[serde(default)]
    pub cost: Vec<Name>,
    #[serde(default)]
    pub price: u8,
    pub card_of: Option<Name>,
    #[serde(default)]
    pub goods: Vec<Name>,
    #[serde(default)]
    pub choice: Vec<Name>,
    #[serde(default)]
    pub shields: u8,
    #[serde(default)]
    pub points: u8,
    #[serde(default)]
    pub coins: u8,
    pub science: Option<Name>,
    pub cheap: Option<CheapEntry>,
    pub per: Option<PerEntry>,
    pub power: Option<Name>,
    pub talent: Option<Spanned<talent::Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WonderEntry {
    pub key: Name,
    pub name: String,
    pub good: Option<Name>,
    #[serde(default)]
    pub board: Boards,
    #[serde(rename = "A")]
    pub a: Vec<StageEntry>,
    #[serde(rename = "B")]
    pub b: Vec<StageEntry>,
    pub source: Option<Name>,
    pub note: Option<String>,
}

/// What the board of a side does besides giving its good.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Boards {
    #[serde(rename = "A")]
    pub a: Option<Spanned<talent::Entry>>,
    #[serde(rename = "B")]
    pub b: Option<Spanned<talent::Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheapEntry {
    pub goods: Name,
    pub from: Vec<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PerEntry {
    pub what: Vec<Name>,
    #[serde(rename = "in")]
    pub places: Vec<Name>,
    pub every: Option<u8>,
    #[serde(default)]
    pub coins: u8,
    #[serde(default)]
    pub points: u8,
}
