//! `play`: a table in a folder of text files. Letters in, reports out.

use crate::catalogue::{Visit, find, visit};
use crate::folder::{Folder, PublicRecord, new_seed, seats_by_number};
use crate::picture::Size;
use crate::pictures::{Artist, Form, Subject};
use crate::referee::{Closed, Header, Referee};
use crate::report::{Detail, News, Receipt, Renderer};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Effort, Listed, Pace, Seat, Viewer};

/// Resolves a stage from text files: reads letters/*.txt, writes reports/.
#[derive(Args)]
pub struct Play {
    /// The table: its folder, or the table.toml in it.
    table: PathBuf,
    /// Starts a new table of this game in the folder.
    #[arg(long, value_name = "GAME")]
    new: Option<String>,
    /// How many play, at a new table.
    #[arg(long, default_value_t = 5)]
    players: usize,
    /// The variant of a new table.
    #[arg(long, default_value = "")]
    variant: String,
    /// The pace of a new table.
    #[arg(long, value_enum, default_value_t = PaceName::Bulk)]
    pace: PaceName,
    /// Closes the round even if letters are missing: silence takes its default.
    #[arg(long)]
    close: bool,
    /// Seats for which the caretaker automaton writes where no letter is in, separated by commas; or `all`.
    #[arg(long, value_name = "SEATS")]
    caretaker: Option<String>,
    /// A directory with sentences of your own, as a club may have them.
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
}

/// A pace as it is written on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum PaceName {
    /// One round a stage.
    Bulk,
    /// A round for every open question.
    Strict,
    /// One round a turn.
    Turn,
}

impl Play {
    /// Plays.
    pub fn run(self) -> Result<()> {
        if let Some(game) = &self.new {
            find(game)?;
            let seed = new_seed()?;
            let pace = match self.pace {
                PaceName::Bulk => Pace::Bulk,
                PaceName::Strict => Pace::Strict,
                PaceName::Turn => Pace::Turn,
            };
            let name =
                self.table.file_name().map_or_else(|| "table".into(), |name| name.to_string_lossy().into_owned());
            let header = Header {
                table: name,
                game: game.clone(),
                players: self.players,
                variant: self.variant.clone(),
                pace,
                commitment: seed.commitment(),
                edition: crate::edition::Edition::now(game)?.0.to_string(),
            };
            // The game must exist in this variant before anything is written.
            visit(game, self.players, &self.variant, Exists)?;
            let folder = Folder::create(&self.table, &header, &seed)?;
            return with_table(&folder, First { folder: &folder, templates: self.templates.as_deref() });
        }
        let folder = Folder::open(&self.table)?;
        with_table(&folder, Step { folder: &folder, play: &self })
    }
}

struct Exists;

impl Visit for Exists {
    type Out = ();

    fn game<G: Listed>(self, _: G) {}
}

/// Something that is done with a table that was played back from its folder.
pub trait AtTable {
    /// Does it. `last` is what closing the last round brought, or the opening.
    fn at<G: Listed>(self, referee: Referee<G>, last: Closed<G>) -> Result<()>;
}

/// Plays a folder's record back and does something with the table.
pub fn with_table<T: AtTable>(folder: &Folder, what: T) -> Result<()> {
    struct Replay<'a, T>(&'a Folder, T);
    impl<T: AtTable> Visit for Replay<'_, T> {
        type Out = Result<()>;

        fn game<G: Listed>(self, game: G) -> Result<()> {
            let (referee, last) = Referee::replay(game, self.0.header()?, self.0.seed()?, &self.0.rounds()?)?;
            self.1.at(referee, last)
        }
    }
    let header = folder.header()?;
    visit(&header.game, header.players, &header.variant, Replay(folder, what))?
}

struct First<'a> {
    folder: &'a Folder,
    templates: Option<&'a Path>,
}

impl AtTable for First<'_> {
    fn at<G: Listed>(self, referee: Referee<G>, last: Closed<G>) -> Result<()> {
        write_reports(&Renderer::new(self.templates)?, self.folder, &referee, &last)?;
        println!("The table is in {}. The seed's commitment, to be told to everybody:", self.folder.dir().display());
        println!("  {}", referee.header.commitment);
        say_next(self.folder, &referee);
        Ok(())
    }
}

struct Step<'a> {
    folder: &'a Folder,
    play: &'a Play,
}

impl AtTable for Step<'_> {
    fn at<G: Listed>(self, mut referee: Referee<G>, _: Closed<G>) -> Result<()> {
        if let Some(winners) = referee.winners() {
            let names: Vec<&str> = winners.iter().map(|seat| referee.game.seat_key(*seat)).collect();
            bail!("the game is over: {}", names.join(", "));
        }
        let renderer = Renderer::new(self.play.templates.as_deref())?;
        let stage = referee.stage_name();
        let letters = self.folder.letters()?;
        let same = letters.windows(2).find(|pair| pair[0].seat.eq_ignore_ascii_case(&pair[1].seat));
        if let Some([one, two]) = same {
            bail!("letters/{}.txt and letters/{}.txt are from the same seat; keep one", one.seat, two.seat);
        }
        for letter in &letters {
            // One file too many is no reason to stop everybody's game.
            let seat = match referee.seat(&letter.seat) {
                Ok(seat) => seat,
                Err(error) => {
                    println!("letters/{}.txt is left where it is: {error:#}", letter.seat);
                    continue;
                }
            };
            let text = acknowledge(&renderer, &mut referee, seat, &letter.text)?;
            let name = format!("answer-{}", letter.seat);
            self.folder.report(referee.rounds.len(), &stage.to_string(), &name, &text)?;
            println!("{text}");
        }
        let kept = caretakers(&referee, self.play.caretaker.as_deref())?;
        let_write(&mut referee, &kept);
        // An automaton that has nothing to say is not waited for.
        if !self.play.close && !referee.goes_on() && referee.awaited().iter().any(|seat| !kept.contains(&seat)) {
            say_next(self.folder, &referee);
            return Ok(());
        }
        let mut closed = close(&mut referee, self.folder)?;
        while referee.goes_on() {
            let_write(&mut referee, &kept);
            closed = closed.followed_by(close(&mut referee, self.folder)?);
        }
        for letter in letters.iter().filter(|letter| referee.seat(&letter.seat).is_ok()) {
            self.folder.put_away(letter, referee.rounds.len())?;
        }
        write_reports(&renderer, self.folder, &referee, &closed)?;
        publish_if_over(self.folder, &referee)?;
        say_next(self.folder, &referee);
        Ok(())
    }
}

/// Closes a round and keeps it.
fn close<G: Listed>(referee: &mut Referee<G>, folder: &Folder) -> Result<Closed<G>> {
    let closed = referee.close()?;
    if let Some(round) = referee.rounds.last() {
        folder.append(round)?;
    }
    Ok(closed)
}

/// The automaton writes for these seats, where nothing else is filed.
fn let_write<G: Listed>(referee: &mut Referee<G>, seats: &[Seat]) {
    for seat in seats.iter().copied() {
        if referee.stage().filed(seat).is_none() {
            let text = referee.caretaker(seat);
            referee.receive_as(seat, &text, Finality::Final, Effort::ONE);
        }
    }
}

/// The seats an automaton writes for.
fn caretakers<G: Listed>(referee: &Referee<G>, names: Option<&str>) -> Result<Vec<Seat>> {
    match names {
        None => Ok(Vec::new()),
        Some("all") => Ok(referee.game.seats().iter().collect()),
        Some(names) => names.split(',').map(|name| referee.seat(name.trim())).collect(),
    }
}

/// Files a letter and writes the answer to it.
pub fn acknowledge<G: Listed>(renderer: &Renderer, referee: &mut Referee<G>, seat: Seat, text: &str) -> Result<String> {
    let received = referee.receive(seat, text);
    let stage = referee.stage_name();
    let still = referee.awaited().contains(seat);
    let open = if still { referee.stage().unanswered(&referee.game, seat) } else { Vec::new() };
    let receipt =
        Receipt { seat, stage: &stage, reading: &received.reading, forecast: &received.forecast, open: &open };
    Ok(renderer.voice(&*referee.game, "en")?.acknowledgement(&receipt)?.into())
}

/// One reader's report after a round.
pub fn dispatch<G: Listed>(
    renderer: &Renderer,
    referee: &Referee<G>,
    closed: &Closed<G>,
    viewer: Viewer,
) -> Result<String> {
    let asked = referee.stage().asked();
    let standing = match viewer {
        Viewer::Seat(seat) => referee.standing(seat),
        Viewer::Observer | Viewer::Moderator => &[],
    };
    let kept = match viewer {
        Viewer::Seat(seat) => referee.stage().kept(&*referee.game, seat),
        Viewer::Observer | Viewer::Moderator => Vec::new(),
    };
    let news = News {
        viewer,
        stage: referee.stage(),
        state: &asked.state,
        told: &closed.told,
        refused: &closed.refused,
        unused: &closed.unused,
        wanted: asked.wanted,
        open: &asked.open,
        kept: &kept,
        standing,
        detail: Detail::Whole,
    };
    let text = renderer.voice(&*referee.game, "en")?.dispatch(&news)?;
    Ok(format!("{text}\nSeal of round {}: {}\n", referee.rounds.len(), closed.seal))
}

/// Writes every seat's report and one for observers.
pub fn write_reports<G: Listed>(
    renderer: &Renderer,
    folder: &Folder,
    referee: &Referee<G>,
    closed: &Closed<G>,
) -> Result<()> {
    let round = referee.rounds.len();
    for seat in referee.game.seats().iter() {
        let text = dispatch(renderer, referee, closed, Viewer::Seat(seat))?;
        folder.report(round, &closed.stage, referee.game.seat_key(seat), &text)?;
    }
    let text = dispatch(renderer, referee, closed, Viewer::Observer)?;
    folder.report(round, &closed.stage, "observer", &text)?;
    write_pictures(renderer, folder, referee, closed)
}

/// Writes what every seat sees, and what everybody may see, beside the reports.
fn write_pictures<G: Listed>(
    renderer: &Renderer,
    folder: &Folder,
    referee: &Referee<G>,
    closed: &Closed<G>,
) -> Result<()> {
    let voice = renderer.voice(&*referee.game, "en")?;
    let mut artist = Artist::new();
    let seats = referee.game.seats().iter().map(|seat| (Viewer::Seat(seat), referee.game.seat_key(seat)));
    for (viewer, name) in seats.chain([(Viewer::Observer, "observer")]) {
        let subject = Subject {
            game: &*referee.game,
            state: &referee.stage().asked().state,
            told: &closed.told,
            viewer,
            table: Some(&referee.header.table),
        };
        if let Some(drawn) = artist.draw(&voice, &subject, Form::Svg, Size::Full)? {
            let file = format!("{}.svg", name.to_lowercase());
            folder.beside_report(referee.rounds.len(), &closed.stage, &file, &drawn.bytes)?;
        }
    }
    Ok(())
}

/// Reveals the seed and all letters once the game is over.
pub fn publish_if_over<G: Listed>(folder: &Folder, referee: &Referee<G>) -> Result<()> {
    let Some(seed) = referee.reveal() else { return Ok(()) };
    let record = PublicRecord {
        header: referee.header.clone(),
        seed,
        rounds: referee.rounds.clone(),
        seats: seats_by_number(&*referee.game),
        opened: Vec::new(),
        ended: None,
    };
    let path = folder.publish(&record)?;
    println!("The game is over. Its whole record is in {}; prove it with `tabellarius audit`.", path.display());
    Ok(())
}

fn say_next<G: Listed>(folder: &Folder, referee: &Referee<G>) {
    if referee.winners().is_some() {
        return;
    }
    let awaited: Vec<&str> = referee.awaited().iter().map(|seat| referee.game.seat_key(seat)).collect();
    println!("Now: {}. Reports are in {}.", referee.stage_name(), folder.dir().join("reports").display());
    println!("Awaited: {}.", if awaited.is_empty() { "nobody".into() } else { awaited.join(", ") });
    if let Some(seat) = awaited.first() {
        let letter = folder.dir().join("letters").join(format!("{}.txt", seat.to_lowercase()));
        println!("A letter goes to {}; then run `tabellarius play` again.", letter.display());
    }
}
