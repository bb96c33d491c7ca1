//! `bench pictures`: how long a picture takes, from a view to the bytes of its file.

use super::Of;
use crate::catalogue::Visit;
use crate::picture::Size;
use crate::pictures::{Artist, Form, Subject};
use crate::report::Renderer;
use anyhow::{Result, ensure};
use rand::SeedableRng as _;
use std::time::Instant;
use tabellarius_kernel::{Chance, Listed, Seat, Table, Told, Viewer};

/// Measures pictures of one game.
pub(super) struct Pictures(pub(super) Of);

/// Positions with what was told just before.
type Moments<G> = Vec<(<G as tabellarius_kernel::Game>::State, Vec<Told<<G as tabellarius_kernel::Game>::Event>>)>;

impl Visit for Pictures {
    type Out = Result<()>;

    fn game<G: Listed>(self, game: G) -> Result<()> {
        let mut chance = Chance::seed_from_u64(1);
        let mut state = game.start();
        let mut moments: Moments<G> = Vec::new();
        while moments.len() < 40 && game.winners(&state).is_none() {
            let mut table = Table::with_chance(&game, state, &mut chance);
            ensure!(game.resolve(&mut table).is_ok(), "random play never waits");
            let told = table.told().to_vec();
            state = table.state;
            moments.push((state.clone(), told));
        }
        let renderer = Renderer::new(None)?;
        let voice = renderer.voice(&game, "en")?;
        let mut artist = Artist::new();
        let seats: Vec<Seat> = game.seats().iter().collect();
        // One picture before the clock starts: what is drawn once is drawn.
        let (mut times, mut most) = (Vec::new(), 0);
        let (mut first, start) = (0.0, Instant::now());
        for (i, (state, told)) in moments.iter().cycle().enumerate() {
            if i > 0 && start.elapsed().as_secs_f64() > self.0.seconds {
                break;
            }
            let viewer = seats.get(i % seats.len().max(1)).map_or(Viewer::Observer, |seat| Viewer::Seat(*seat));
            let subject = Subject { game: &game, state, told, viewer, table: Some("ostia-1") };
            let begun = Instant::now();
            let Some(drawn) = artist.draw(&voice, &subject, Form::Png, Size::Full)? else { break };
            let ms = begun.elapsed().as_secs_f64() * 1e3;
            if i == 0 {
                first = ms
            } else {
                times.push(ms)
            }
            most = most.max(drawn.bytes.len());
        }
        ensure!(!times.is_empty(), "there is no picture of this game");
        times.sort_by(f64::total_cmp);
        let middle = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{{\"game\":\"{}\",\"pictures\":{},\"ms\":{middle:.1},\"first_ms\":{first:.1},\"most_kb\":{}}}",
            G::ENTRY.key,
            times.len(),
            most.div_ceil(1000)
        );
        Ok(())
    }
}
