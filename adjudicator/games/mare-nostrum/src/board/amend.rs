//! Changing single facts of a board, for rule cases that need another one.

use super::Board;
use crate::pieces::{Building, Card, Good, Province, Sea, Unit};
use alloc::string::String;
use alloc::vec::Vec;

/// Whether something is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It is.
    There,
    /// It is not.
    Gone,
}

fn link<T: PartialEq>(list: &mut Vec<T>, to: T, presence: Presence) {
    list.retain(|known| *known != to);
    if presence == Presence::There {
        list.push(to);
    }
}

impl Board {
    /// Makes or removes a land border.
    pub fn amend_border(&mut self, a: Province, b: Province, presence: Presence) {
        link(&mut self.provinces[a.index()].borders, b, presence);
        link(&mut self.provinces[b.index()].borders, a, presence);
    }

    /// Makes or removes a coast.
    pub fn amend_coast(&mut self, province: Province, sea: Sea, presence: Presence) {
        link(&mut self.provinces[province.index()].coasts, sea, presence);
        link(&mut self.seas[sea.index()].coasts, province, presence);
    }

    /// Makes or removes a passage between two seas.
    pub fn amend_passage(&mut self, a: Sea, b: Sea, presence: Presence) {
        link(&mut self.seas[a.index()].borders, b, presence);
        link(&mut self.seas[b.index()].borders, a, presence);
    }

    /// Adds a city site and says its place in [`super::Land::cities`]; a province has room for eight.
    pub fn add_city_site(&mut self, province: Province, name: String) -> Option<u8> {
        let cities = &mut self.provinces[province.index()].cities;
        (cities.len() < 8).then(|| {
            cities.push(name);
            cities.len() as u8 - 1
        })
    }

    /// Adds a goods site; a province has room for eight. Says whether there was room.
    pub fn add_goods_site(&mut self, province: Province, good: Good) -> bool {
        let goods = &mut self.provinces[province.index()].goods;
        let room = goods.len() < 8;
        if room {
            goods.push(good);
        }
        room
    }

    /// Changes the price of a building.
    pub fn amend_building_price(&mut self, building: Building, price: u8) {
        self.prices.buildings[building as usize] = price;
    }

    /// Changes the price of a unit.
    pub fn amend_unit_price(&mut self, unit: Unit, price: u8) {
        self.prices.units[unit as usize] = price;
    }

    /// Changes the price of all heroes, of the Pyramids, or of all other wonders.
    pub fn amend_card_price(&mut self, like: Card, price: u8) {
        match like {
            Card::Pyramids => self.prices.pyramids = price,
            _ if like.is_wonder() => self.prices.wonder = price,
            _ => self.prices.hero = price,
        }
    }

    /// Changes how many pieces of a kind each player has.
    pub fn amend_pieces(&mut self, unit: Unit, number: u8) {
        self.pieces.units[unit as usize] = number;
    }

    /// Changes how many tokens of a kind the stock has, whatever the number of players.
    pub fn amend_stock(&mut self, building: Building, number: u8) {
        for stock in &mut self.stocks {
            stock.0[building as usize] = number;
        }
    }
}
