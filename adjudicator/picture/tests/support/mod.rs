//! Positions of real games, some stages of random play after their beginning, and plain words to draw them with.

use tabellarius_kernel::rand::SeedableRng as _;
use tabellarius_kernel::{Chance, Files, Game, Listed, Picture, Table, Viewer};
use tabellarius_picture::{Geography, Painter, Sheet, Size, Words, svg};

/// A game with what is needed to draw it.
pub struct Drawing<G: Listed> {
    game: G,
    geography: Option<Geography>,
}

struct English<'a, G>(&'a G);

impl<G: Game> Words for English<'_, G> {
    fn name(&self, id: &str) -> String {
        self.0.name(id, "en").unwrap_or(id).to_owned()
    }
    fn english(&self, id: &str) -> String {
        self.name(id)
    }
    fn translated(&self, _: &str) -> Option<String> {
        None
    }
    fn word(&self, key: &str) -> String {
        key.to_owned()
    }
    fn count(&self, what: &str, n: i32) -> String {
        format!("{n} {what}")
    }
}

/// The neighbours of a game's map by English names.
pub fn neighbours<G: Game>(game: &G) -> Vec<(String, Vec<String>)> {
    let name = |id: &String| game.name(id, "en").unwrap_or(id).to_owned();
    game.neighbours().iter().map(|(id, all)| (name(id), all.iter().map(name).collect())).collect()
}

impl<G: Listed> Drawing<G> {
    /// The game for so many.
    pub fn new(players: usize, variant: &str) -> Drawing<G> {
        let game = G::build(&Files::built_in(&G::ENTRY), players, variant).expect("the game");
        let load = |(file, text)| Geography::load(file, text, &neighbours(&game));
        let geography = G::ENTRY.geography.map(load).transpose().expect("a map without flaws");
        Drawing { game, geography }
    }

    /// The picture after so many stages, for a viewer, with what happened in the last.
    pub fn after(&self, stages: usize, viewer: Viewer) -> (Picture, String) {
        let mut chance = Chance::seed_from_u64(7);
        let mut state = self.game.start();
        let mut told = Vec::new();
        for _ in 0..stages {
            if self.game.winners(&state).is_some() {
                break;
            }
            let mut table = Table::with_chance(&self.game, state, &mut chance);
            assert!(self.game.resolve(&mut table).is_ok());
            told = table.told().to_vec();
            state = table.state;
        }
        let heard: Vec<&G::Event> =
            told.iter().filter(|one| one.audience.hears(viewer)).map(|one| &one.event).collect();
        (self.game.picture(&self.game.view(&state, viewer), &heard), self.game.stage(&state).to_string())
    }

    /// Does something with the sheet of a picture.
    pub fn sheet<T>(&self, (picture, stage): &(Picture, String), what: impl FnOnce(&Sheet<'_>) -> T) -> T {
        let words = English(&self.game);
        let sheet =
            Sheet { picture, geography: self.geography.as_ref(), title: G::ENTRY.name, stage, alt: "", words: &words };
        what(&sheet)
    }

    /// As SVG.
    pub fn svg(&self, of: &(Picture, String), size: Size) -> String {
        self.sheet(of, |sheet| svg(sheet, size))
    }

    /// As PNG.
    pub fn png(&self, painter: &mut Painter, of: &(Picture, String), size: Size) -> Vec<u8> {
        self.sheet(of, |sheet| painter.png(sheet, size)).expect("a picture")
    }
}
