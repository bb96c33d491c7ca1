//! The law of leaks over every byte, for what lies hidden: two worlds in which everybody wrote the same, but others hold other cards, and
//! other cards lie in the piles. Whoever may not know it gets the same mails in both, to the byte, by every command, in every language, in
//! every game, where whole letters count and where single questions wait.

use crate::house::{DAY, FIVE, House, MONDAY};
use crate::leaks::{OLGA, STRANGER, TABLE, ZOE, commands, heard, opened, play_on, still};
use rand::SeedableRng as _;
use serde_json::value::to_raw_value;
use std::path::Path;
use tabellarius::catalogue::{Visit, visit};
use tabellarius::desk::limits::Limits;
use tabellarius::desk::verb::Verbs;
use tabellarius::referee::{Header, Snapshot};
use tabellarius::store::Store;
use tabellarius_kernel::{Chance, Listed, Salt, Seed, Stage, Viewer};

/// So many rounds are played at most until there is something to hide.
const MOST_ROUNDS: usize = 60;
/// So many worlds are imagined at most until one begins its stage alike.
const TRIES: usize = 30;

/// Finds another position that looks the same to a seat, also when its stage has opened.
struct Elsewhere<'w> {
    snapshot: &'w Snapshot,
    header: &'w Header,
    /// Who looks.
    seat: &'w str,
    seed: &'w str,
    luck: u64,
}

impl Visit for Elsewhere<'_> {
    type Out = Option<Snapshot>;

    fn game<G: Listed>(self, game: G) -> Option<Snapshot> {
        let mut chance = Chance::seed_from_u64(self.luck);
        let world: G::State = serde_json::from_str(self.snapshot.state.get()).unwrap();
        let seat = game.seats().iter().find(|seat| game.seat_key(*seat) == self.seat).unwrap();
        let viewer = Viewer::Seat(seat);
        let open = |state: &G::State| {
            let (seed, salt) = (Seed::from_hex(self.seed).unwrap(), Salt::from_hex(&self.snapshot.salt).unwrap());
            Stage::open(&game, state.clone(), self.header.pace, seed, salt)
        };
        let news = |stage: &Stage<G>| {
            let run = stage.asked();
            let told: Vec<_> =
                run.told.iter().filter(|told| told.audience.hears(viewer)).map(|told| &told.event).collect();
            format!(
                "{told:?} {:?} {:?}",
                game.view(&run.state, viewer),
                run.open.iter().map(|open| open.seat).collect::<Vec<_>>()
            )
        };
        let here = news(&open(&world));
        (0..TRIES).find_map(|_| {
            let other = game.imagine(&game.view(&world, viewer), seat, &mut chance);
            let is_alike = other != world && news(&open(&other)) == here;
            is_alike.then(|| Snapshot { state: to_raw_value(&other).unwrap(), ..self.snapshot.clone() })
        })
    }
}

/// The positions in which the others could be as well, as far as the first player knows.
fn elsewhere(house: &House, luck: u64) -> Option<Snapshot> {
    let board = house.board(TABLE);
    // Only where a stage has just opened the stored position is all there is.
    let snapshot = house.desk.store.snapshot(TABLE).unwrap().filter(|one| one.rounds as u32 == board.rounds)?;
    let header = &board.header;
    let (seat, _) = house.seats(TABLE).into_iter().find(|(_, person)| person == FIVE[0].0)?;
    let look = Elsewhere { snapshot: &snapshot, header, seat: &seat, seed: &board.seed, luck };
    visit(&header.game, header.players, &header.variant, look).unwrap()
}

/// The same game in a world.
fn forked(file: &Path, name: &str, world: Option<&Snapshot>) -> House {
    let copy = file.with_file_name(format!("{name}.db"));
    std::fs::copy(file, &copy).unwrap();
    let store = Store::open(&copy).unwrap();
    if let Some(snapshot) = world {
        store.set_snapshot(TABLE, snapshot).unwrap();
    }
    let mut house = House::with(store, MONDAY + DAY);
    house.desk.club.limits = Limits::patient();
    house.letters_so_far(1_000);
    house
}

/// The games that hide something.
const GAMES: [(&str, usize); 5] =
    [("mare-nostrum 3", 3), ("empires 3", 3), ("mythology 4", 4), ("inner-sea 3", 3), ("seven-wonders 3", 3)];

/// Who reads which table in which language: one player the first one in all, all tables together in all.
fn readers(number: usize) -> Vec<(&'static str, &'static str)> {
    let language = |n: usize| ["en", "it", "pl", "nl"][(number + n) % 4];
    let own = if number == 0 { 4 } else { 1 };
    let mut all: Vec<_> = (0..own).map(|n| (FIVE[0].0, language(n))).collect();
    all.extend([(OLGA, language(1)), (ZOE, language(2)), (STRANGER, language(3))]);
    all
}

#[test]
fn nobody_learns_by_any_command_what_others_hold() {
    let verbs = Verbs::load().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let (mut compared, mut bare) = (0, Vec::new());
    for (at, (game, players)) in GAMES.into_iter().enumerate() {
        for pace in ["", " strict"] {
            let what = format!("{game}{pace}");
            let file = dir.path().join(format!("{at}{}.db", pace.trim()));
            let mut house = opened(&file, &what, players);
            let mut rounds = 0;
            let other = loop {
                play_on(&mut house);
                rounds += 1;
                // Further on more is hidden.
                let other = if rounds > 4 { elsewhere(&house, 7) } else { None };
                if other.is_some() || rounds >= MOST_ROUNDS {
                    break other;
                }
            };
            // Where all that is held can be told from what lies open, there is nothing to compare.
            let Some(other) = other else {
                bare.push(what);
                continue;
            };
            still(&mut house);
            let others_seat = house.seats(TABLE).into_iter().find(|(_, person)| person == FIVE[1].0).unwrap().0;
            drop(house);
            for (who, language) in readers(2 * at + usize::from(!pace.is_empty())) {
                let texts = commands(&verbs, &[language], &others_seat);
                let of = |world| {
                    let mut house = forked(&file, "world", world);
                    if who != STRANGER {
                        house.post(who, &format!("language {language}"));
                    }
                    heard(&mut house, who, &texts)
                };
                let (one, two) = (of(None), of(Some(&other)));
                for (one, two) in one.iter().zip(&two) {
                    assert_eq!(one, two, "{what}: {who}");
                }
                assert_eq!(one.len(), two.len(), "{what}: {who}");
                compared += one.len();
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
    assert!(bare.len() <= 2, "{bare:?}");
}
