//! The rules: one night, in the order of `docs/rules/latrones.md`.

use crate::Latrones;
use crate::language::Order;
use crate::position::{Event, Fighter, MEN, NIGHTS, RICHEST, Reason, Road, Sent};
use alloc::format;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat, Seats, Table, Unsound};

/// A band on a road, with so many men.
type Gang = (Seat, u8);

/// Plays one night.
pub fn play(t: &mut Table<'_, Latrones>) -> Play {
    let seats = t.game.seats();
    t.tell(Event::NightFalls { night: t.state.night });
    t.gather(seats)?;
    // LA-2.2: everybody sends men, at once and in secret.
    let sent = t.ask_all(seats, "send", |state, seat| Send { men: state.bands[seat.index()].men })?;
    for (seat, men) in &sent {
        for (road, men) in Road::ALL.iter().zip(men).filter(|(_, men)| **men > 0) {
            t.tell_only([*seat], Event::Went { seat: *seat, road: *road, men: *men });
        }
    }
    let gangs = |road: usize| sent.iter().map(move |(seat, men)| (*seat, men[road])).filter(|(_, men)| *men > 0);
    let roads: Vec<(Road, Vec<Gang>)> =
        Road::ALL.iter().enumerate().map(|(i, road)| (*road, gangs(i).collect())).collect();
    // LA-3.1: everybody sees who lies in wait where.
    for (road, bands) in roads.iter().filter(|(_, bands)| !bands.is_empty()) {
        t.tell(Event::Ambush { road: *road, bands: bands.clone() });
    }
    // LA-3.2: who meets others stands or withdraws. All roads are asked about before anybody is waited for.
    let answers: Vec<Play<Vec<Gang>>> = roads.iter().map(|(road, bands)| meet(t, *road, bands)).collect();
    let standing = answers.into_iter().collect::<Play<Vec<Vec<Gang>>>>()?;
    for ((road, bands), standing) in roads.iter().zip(standing) {
        for (seat, _) in bands.iter().filter(|gang| !standing.contains(gang)) {
            t.tell(Event::Withdrew { seat: *seat, road: *road });
        }
        match standing[..] {
            [] => t.tell(Event::Escaped { road: *road }),
            [(alone, _)] => take(t, *road, alone),
            _ => fight(t, *road, &standing),
        }
    }
    t.state.night += 1;
    if t.state.is_over() {
        // LA-5.1, LA-1.3: after the last night the purses are opened.
        let purses = (0..).map(Seat).zip(&t.state.bands).map(|(seat, band)| (seat, band.purse)).collect();
        t.show(Audience::All, Event::PursesOpened { purses });
    }
    Ok(())
}

/// Those who stand on a road (LA-3.2). Nobody is asked who is alone there.
fn meet(t: &mut Table<'_, Latrones>, road: Road, bands: &[Gang]) -> Play<Vec<Gang>> {
    if bands.len() < 2 {
        return Ok(bands.to_vec());
    }
    let here: Seats = bands.iter().map(|(seat, _)| *seat).collect();
    let most = |me: Seat| bands.iter().filter(|(seat, _)| *seat != me).map(|(_, men)| *men).max().unwrap_or(0);
    let own = |me: Seat| bands.iter().find(|(seat, _)| *seat == me).map_or(0, |(_, men)| *men);
    let path = format!("{}/stand", road.key());
    let answers = t.ask_all(here, &path, |_, seat| Stand { road, is_outnumbered: own(seat) < most(seat) })?;
    Ok(bands.iter().copied().filter(|(seat, _)| answers.contains(&(*seat, Nerve::Stands))).collect())
}

/// LA-3.4: a die and the men on the road; the highest takes the caravan, every other band loses a man.
fn fight(t: &mut Table<'_, Latrones>, road: Road, bands: &[Gang]) {
    let mut fighters = Vec::new();
    for (seat, men) in bands {
        let path = format!("{}/{}/fight", road.key(), t.game.seat_key(*seat));
        let die = t.roll(Audience::All, path, 1, 6)[0];
        fighters.push(Fighter { seat: *seat, men: *men, die });
    }
    t.tell(Event::Fought { road, fighters: fighters.clone() });
    let strength = |one: &Fighter| one.men + one.die;
    let best = fighters.iter().map(strength).max().unwrap_or(0);
    let mut leaders = fighters.iter().filter(|one| strength(one) == best);
    let winner = leaders.next().filter(|_| leaders.next().is_none()).map(|one| one.seat);
    for loser in fighters.iter().filter(|one| Some(one.seat) != winner) {
        t.state.band(loser.seat).men -= 1;
        t.tell(Event::ManLost { seat: loser.seat, road });
    }
    match winner {
        Some(winner) => take(t, road, winner),
        None => t.tell(Event::Escaped { road }),
    }
}

/// LA-4.1: the caravan is taken, and only its taker sees what it is worth.
fn take(t: &mut Table<'_, Latrones>, road: Road, seat: Seat) {
    let mine = Audience::Only([seat].into_iter().collect());
    let denarii = t.roll(mine, format_args!("{}/worth", road.key()), 1, RICHEST)[0];
    let band = t.state.band(seat);
    band.caravans += 1;
    band.purse += denarii;
    t.tell(Event::Taken { seat, road });
    t.tell_only([seat], Event::Worth { seat, road, denarii });
}

/// The question how many men go where (LA-2.2).
#[derive(Clone, Debug)]
pub struct Send {
    /// The men there are.
    pub men: u8,
}

impl Question<Latrones> for Send {
    type Answer = Sent;
    const NAME: &'static str = "send";

    fn legal(&self, _game: &Latrones, sent: &Sent) -> Result<(), Reason> {
        if sent.iter().sum::<u8>() > self.men { Err(Reason::TooFewMen { left: self.men }) } else { Ok(()) }
    }

    /// LA-2.3: without a word they stay in the camp.
    fn default(&self, _game: &Latrones) -> Sent {
        [0; 3]
    }

    fn random(&self, _game: &Latrones, chance: &mut Chance) -> Sent {
        // Mostly nobody stays in the camp; how many go together is as likely as not.
        let mut left = if chance.random_bool(0.7) { self.men } else { chance.random_range(0..=self.men) };
        let mut sent = [0; 3];
        let first = chance.random_range(0..3);
        for road in [first, (first + 1) % 3] {
            sent[road] = chance.random_range(0..=left);
            left -= sent[road];
        }
        sent[(first + 2) % 3] = left;
        sent
    }

    fn only(&self, _game: &Latrones) -> Option<Sent> {
        (self.men == 0).then_some([0; 3])
    }

    fn hear(&self, _game: &Latrones, lines: &mut Lines<'_, Latrones>) -> Option<Sent> {
        let mut sent = [None; 3];
        let spoke = lines.each(|order| match order {
            Order::Stay => Says::Yes(()),
            Order::Send { men, road } => {
                let left = self.men - sent.iter().flatten().sum::<u8>();
                let place = &mut sent[*road as usize];
                if place.is_some() {
                    Says::No(Reason::RoadNamedTwice { road: *road })
                } else if *men > left {
                    Says::No(Reason::TooFewMen { left })
                } else {
                    *place = Some(*men);
                    Says::Yes(())
                }
            }
            Order::Stand(_) | Order::Withdraw(_) => Says::Nothing,
        });
        (!spoke.is_empty()).then(|| sent.map(Option::unwrap_or_default))
    }

    fn orders(&self, _game: &Latrones, sent: &Sent) -> Vec<Order> {
        if *sent == [0; 3] {
            return alloc::vec![Order::Stay];
        }
        let each = Road::ALL.iter().zip(sent).filter(|(_, men)| **men > 0);
        each.map(|(road, men)| Order::Send { men: *men, road: *road }).collect()
    }
}

/// What a band does when it meets others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nerve {
    /// It fights for the caravan.
    Stands,
    /// It goes home.
    Withdraws,
}

/// The question whether a band stands (LA-3.2).
#[derive(Clone, Debug)]
pub struct Stand {
    road: Road,
    is_outnumbered: bool,
}

impl Question<Latrones> for Stand {
    type Answer = Nerve;
    const NAME: &'static str = "stand";

    fn legal(&self, _game: &Latrones, _nerve: &Nerve) -> Result<(), Reason> {
        Ok(())
    }

    /// LA-3.3: without a word it stands, unless another band has more men.
    fn default(&self, _game: &Latrones) -> Nerve {
        if self.is_outnumbered { Nerve::Withdraws } else { Nerve::Stands }
    }

    fn random(&self, _game: &Latrones, chance: &mut Chance) -> Nerve {
        if chance.random_bool(0.5) { Nerve::Stands } else { Nerve::Withdraws }
    }

    fn choices(&self, _game: &Latrones) -> Vec<Nerve> {
        alloc::vec![Nerve::Stands, Nerve::Withdraws]
    }

    fn about(&self, _game: &Latrones) -> Option<alloc::string::String> {
        Some(format!("{}", self.road))
    }

    fn hear(&self, _game: &Latrones, lines: &mut Lines<'_, Latrones>) -> Option<Nerve> {
        let here = |road: &Option<Road>| road.is_none_or(|road| road == self.road);
        lines.first(|order| match order {
            Order::Stand(road) if here(road) => Says::Yes(Nerve::Stands),
            Order::Withdraw(road) if here(road) => Says::Yes(Nerve::Withdraws),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &Latrones, nerve: &Nerve) -> Vec<Order> {
        alloc::vec![match nerve {
            Nerve::Stands => Order::Stand(Some(self.road)),
            Nerve::Withdraws => Order::Withdraw(Some(self.road)),
        }]
    }
}

/// Limits that hold in every position (LA-1.1, LA-1.3, LA-4.1).
pub fn is_sane(state: &crate::position::State) -> Result<(), Unsound> {
    if state.night == 0 || state.night > NIGHTS + 1 {
        return Err(Unsound(format!("night {}", state.night)));
    }
    for band in &state.bands {
        let worth = band.caravans..=band.caravans * RICHEST;
        if band.men > MEN || !worth.contains(&band.purse) || band.caravans > 3 * NIGHTS {
            return Err(Unsound(format!("{band:?}")));
        }
    }
    Ok(())
}
