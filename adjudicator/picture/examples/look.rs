//! Draws every game after some stages of random play, to be looked at: `cargo run -p tabellarius-picture --example look -- DIR`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::Instant;
use support::Drawing;
use tabellarius_inner_sea::InnerSea;
use tabellarius_kernel::{Listed, Seat, Viewer};
use tabellarius_latrones::Latrones;
use tabellarius_mare_nostrum::{classic::Classic, empires::Empires, mythology::Mythology};
use tabellarius_picture::{Painter, Size};
use tabellarius_seven_wonders::SevenWonders;

fn main() {
    let dir = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let dir = Path::new(&dir);
    let mut painter = Painter::new();
    look::<Classic>(dir, &mut painter, 5, "", 22);
    look::<Mythology>(dir, &mut painter, 6, "", 29);
    look::<Empires>(dir, &mut painter, 5, "", 19);
    look::<InnerSea>(dir, &mut painter, 4, "situation", 21);
    look::<SevenWonders>(dir, &mut painter, 5, "", 12);
    look::<Latrones>(dir, &mut painter, 4, "", 2);
}

fn look<G: Listed>(dir: &Path, painter: &mut Painter, players: usize, variant: &str, stages: usize) {
    let drawing = Drawing::<G>::new(players, variant);
    let picture = drawing.after(stages, Viewer::Seat(Seat(0)));
    for (size, name) in [(Size::Full, "full"), (Size::Small, "small")] {
        let path = dir.join(format!("{}-{name}.svg", G::ENTRY.key));
        std::fs::write(path, drawing.svg(&picture, size)).expect("a file");
        drawing.png(painter, &picture, size);
        let start = Instant::now();
        let png = drawing.png(painter, &picture, size);
        println!("{} {name}: {:.0} ms, {} KB", G::ENTRY.key, start.elapsed().as_secs_f64() * 1e3, png.len() / 1000);
        std::fs::write(dir.join(format!("{}-{name}.png", G::ENTRY.key)), png).expect("a file");
    }
}
