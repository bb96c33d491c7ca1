//! Opening a table and starting it.

use crate::catalogue::{GAMES, offers};
use crate::desk::club;
use crate::desk::handling::Handling;
use crate::desk::hands::people_at;
use crate::desk::proof::is_table_name;
use crate::desk::reply::{Answer, Declined, Page, Reply, decline, need};
use crate::desk::reports::{Tidings, report_round};
use crate::desk::sentences::{Drawn, Log, News, Tables};
use crate::desk::spelling::Spelling;
use crate::desk::tables::seed_of;
use crate::desk::telling::log;
use crate::desk::turn::open_table;
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::folder::new_seed;
use crate::referee::Header;
use crate::store::boards::ClockState;
use crate::store::record::Timeline;
use crate::store::{Board, Keeper, Member, Role, SeatRow, Status};
use serde::Serialize;
use tabellarius_kernel::{Entry, Pace, Salt, Seed, Unbuilt, dice};

/// No name of a game has more words.
const MOST_WORDS: usize = 5;

/// A table that was opened.
#[derive(Serialize)]
struct OpenedPage<'p> {
    table: &'p str,
    game: &'static str,
    players: usize,
    hands: Vec<Vec<String>>,
    variant: &'p str,
    pace: Pace,
    commitment: &'p str,
    settings: Vec<(String, String)>,
}

impl Page for OpenedPage<'_> {
    const TEMPLATE: &'static str = "desk/opened.txt";
}

/// What shall be played.
pub(super) struct Wanted {
    pub(super) game: &'static Entry,
    pub(super) players: usize,
    /// Whether a number was named, or the most is meant.
    is_counted: bool,
    pub(super) pace: Pace,
    pub(super) variant: String,
    /// Words that nobody knows: perhaps a variant without the word before it.
    pub(super) unknown: Vec<String>,
}

/// `new ostia-3 mare-nostrum 5 strict variant advanced`
pub fn new(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let may_open = work.club.tables == club::Tables::ByAnybody || work.club.is_moderator(&mail.person.address);
    need(may_open, || decline(Tables::MayNotOpen))?;
    let mut words = rest.split_whitespace().map(|word| word.trim_matches([',', ':', ';']));
    let id = words.next().unwrap_or_default().to_lowercase();
    need(is_table_name(&id), || decline(Tables::BadTableName { name: id.clone() }))?;
    need(work.store.board(&id)?.is_none(), || decline(Tables::TableExists { table: id.clone() }))?;
    let words: Vec<&str> = words.collect();
    let Wanted { game, players, is_counted, pace, variant, unknown } = wanted(&words, &work.voice.spelling)?;
    let seed = match work.club.seeds_from {
        Some(number) => Seed::from_text(&format!("{number} {id}")),
        None => new_seed()?,
    };
    let mut header = Header {
        table: id.clone(),
        game: game.key.into(),
        players,
        variant: variant.clone(),
        pace,
        commitment: seed.commitment(),
        edition: String::new(),
    };
    // `new ostia-3 inner-sea 4 epochs=1-2`: what the game knows as its variant needs no word before it.
    if let Some(first) = unknown.first() {
        let mut known = Header { variant: unknown.join(",").to_lowercase(), ..header.clone() };
        need(variant.is_empty(), || bad_new(Some(first)))?;
        if !is_counted {
            // `new tyre-1 inner-sea scenario punic-wars`: as many as it is for.
            let seated = |players: &usize| {
                let fewer = Header { players: *players, ..known.clone() };
                work.tables.games().hands(&fewer).is_ok()
            };
            let most = game.players.iter().rev().copied().find(|players| seated(players));
            known.players = most.unwrap_or(players);
        }
        if let Err(fault) = work.tables.games().hands(&known) {
            // `wonders=gizahh` is meant as a variant, and its game knows what is wrong with it.
            let why = refusal(&fault).filter(|_| first.contains('='));
            let (game, variant, variants) = (game.name.to_owned(), known.variant, Vec::new());
            return Err(match why.is_some() {
                true => decline(Tables::BadVariant { game, variant, players, variants, why }),
                false => bad_new(Some(first)),
            });
        }
        header = known;
    }
    // What is written is good except for the variant. Where none fits so many, it is our own data that is wrong.
    let hands = work.tables.games().hands(&header).map_err(|fault| {
        let fits = |key: &&str| !key.is_empty() && offers(game.key, players, key);
        let variants: Vec<String> = game.variants.iter().map(|(key, _)| *key).filter(fits).map(str::to_owned).collect();
        match (variants.is_empty(), refusal(&fault)) {
            (true, why) if why.is_none() || variant.is_empty() => fault.into(),
            (_, why) => decline(Tables::BadVariant {
                game: game.name.to_owned(),
                variant: variant.clone(),
                players,
                variants,
                why: why.filter(|_| !variant.is_empty()),
            }),
        }
    })?;
    let board = Board {
        id,
        header,
        seed: seed.reveal(),
        settings: work.club.table.clone(),
        status: Status::Gathering,
        moderator: Some(mail.person.id),
        timeline: 1,
        rounds: 0,
        stage: String::new(),
        opened_after: None,
        opened: work.now,
        deadline: None,
        clock: ClockState::default(),
        wake: None,
    };
    work.store.add_board(&board, work.now)?;
    work.verbs.know_table(&board.id);
    let (name, commitment) = (mail.person.name.clone(), board.header.commitment.clone());
    log(work, &board, &Log::Opened { name, commitment })?;
    let settings = board.settings.list();
    let (variant, commitment) = (&board.header.variant, &board.header.commitment);
    let (table, players) = (&board.id, hands.len());
    let pace = board.header.pace;
    let page = OpenedPage { table, game: game.name, players, hands, variant, pace, commitment, settings };
    let reply = Reply::page(&page)?;
    mail.board = Some(board);
    Ok(reply)
}

/// Why a game cannot be played so, in its own words.
fn refusal(fault: &anyhow::Error) -> Option<String> {
    match fault.downcast_ref::<Unbuilt>() {
        Some(Unbuilt::Refused(why)) => Some(why.clone()),
        _ => None,
    }
}

/// What the words behind the name of a new table say.
pub(super) fn wanted(mut words: &[&str], spelling: &Spelling) -> Answer<Wanted> {
    let mut unknown = Vec::new();
    let (mut game, mut players, mut pace, mut variant) = (None, None, Pace::Bulk, String::new());
    while let Some((word, after)) = words.split_first() {
        if let (None, Some((entry, after))) = (game, game_at(words)) {
            (game, words) = (Some(entry), after);
            continue;
        }
        words = after;
        let lower = word.to_lowercase();
        match spelling.setting(&lower).as_str() {
            "bulk" => pace = Pace::Bulk,
            "strict" => pace = Pace::Strict,
            "turn" | "turns" => pace = Pace::Turn,
            "players" | "player" | "for" | "pace" | "" => {}
            // In other languages than English these words are written like settings.
            "variant" => {
                variant = words.first().unwrap_or(&"").to_lowercase();
                words = words.get(1..).unwrap_or_default();
            }
            _ if lower.starts_with("variant=") => variant = lower["variant=".len()..].to_owned(),
            _ => match lower.parse::<usize>() {
                Ok(number) => players = Some(number),
                Err(_) => unknown.push((*word).to_owned()),
            },
        }
    }
    let game = game.ok_or_else(|| bad_new(unknown.first().map(String::as_str)))?;
    let (least, most) = (game.players[0], game.players[game.players.len() - 1]);
    let is_counted = players.is_some();
    let players = players.unwrap_or(most);
    need(game.players.contains(&players), || {
        decline(Tables::BadPlayers { game: game.name.to_owned(), least, most, players })
    })?;
    Ok(Wanted { game, players, is_counted, pace, variant, unknown })
}

/// The game that these words begin with, by its key or its name, however they are joined: `7 Wonders`, `7-wonders`; and what follows.
fn game_at<'w, 'a>(words: &'w [&'a str]) -> Option<(&'static Entry, &'w [&'a str])> {
    let squash = |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    (1..=words.len().min(MOST_WORDS)).rev().find_map(|count| {
        let said = squash(&words[..count].concat());
        let is_said = |entry: &&Entry| [entry.key, entry.name].iter().any(|name| squash(name) == said);
        GAMES.iter().find(is_said).map(|entry| (entry, &words[count..]))
    })
}

/// A word that is no game, or no game at all.
fn bad_new(word: Option<&str>) -> Declined {
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.key).collect();
    let near = word.and_then(|word| tabellarius_kernel::words::nearest(&word.to_lowercase(), &games));
    let (word, near) = (word.map(str::to_owned), near.map(str::to_owned));
    decline(Tables::BadNew { word, near, games: games.iter().map(|game| (*game).to_owned()).collect() })
}

/// Starts the table the letter is about. If seats are free it asks first: `start anyway` lets the automaton play them.
pub fn start(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let board = mail.need_moderator(work.store, work.club)?;
    let mut names = Vec::new();
    for member in work.store.members(&board.id)?.iter().filter(|member| member.role == Role::Waiting) {
        names.extend(work.store.person(member.person)?.map(|person| person.name));
    }
    let (table, players) = (board.id.clone(), people_at(work.tables.games(), &board)?);
    let free = players.saturating_sub(names.len());
    let is_sure = free == 0 || names.is_empty() || work.verbs.word(rest) == Some(Word::Anyway);
    if board.status == Status::Gathering && !is_sure {
        return Err(decline(Tables::SeatsAreFree { table, players, names, free }));
    }
    mail.board = Some(start_table(work, board)?);
    Ok(Reply::say(Tables::Started { table })?)
}

/// Draws the seats by dice that can be checked when the game is over, and sends everybody the first report.
pub fn start_table(work: &mut Work<'_>, mut board: Board) -> Answer<Board> {
    need(!board.is_started(), || decline(Tables::HasStarted { table: board.id.clone() }))?;
    let members = work.store.members(&board.id)?;
    let waiting: Vec<&Member> = members.iter().filter(|member| member.role == Role::Waiting).collect();
    let mut free = work.tables.games().hands(&board.header)?;
    let most = free.len();
    let players: Vec<&Member> = waiting.iter().copied().take(most).collect();
    need(!players.is_empty(), || decline(Tables::NobodyJoined { table: board.id.clone() }))?;
    let salt = Salt::first(&format!("seats {}", board.id));
    let order = dice::shuffle(&seed_of(&board)?, salt, "seats", players.len() as u8);
    let mut rows: Vec<SeatRow> = Vec::new();
    let mut drawn: Vec<Drawn> = Vec::new();
    for (member, hand) in granted(order.iter().filter_map(|index| players.get(usize::from(*index)).copied()), &mut free)
    {
        let name = work.store.person(member.person)?.map(|person| person.name).unwrap_or_default();
        drawn.push(Drawn { name, seats: hand.clone() });
        rows.extend(hand.into_iter().map(|seat| row(seat, Some(member.person), board.settings.bank.0)));
    }
    let free = free.concat();
    let mut news = vec![News::Drawn { drawn: drawn.clone(), free: free.clone() }];
    // Seats that nobody took are played by the automaton.
    rows.extend(free.into_iter().map(|seat| SeatRow { keeper: Keeper::Caretaker, ..row(seat, None, 0) }));
    for row in &rows {
        work.store.set_seat(&board.id, row)?;
    }
    for member in &players {
        work.store.remove_member(&board.id, member.person, Role::Waiting)?;
    }
    for member in waiting.iter().skip(most) {
        work.store.remove_member(&board.id, member.person, Role::Waiting)?;
        let standby = Member { role: Role::Standby, ..(*member).clone() };
        work.store.add_member(&board.id, &standby, work.now)?;
    }
    work.store.add_timeline(&board.id, &Timeline { id: 1, parent: None, forked: 0, since: work.now })?;
    board.header.edition = work.tables.keep_edition(work.store, &board.header.game)?;
    let mut table = work.tables.begin(&board)?;
    log(work, &board, &Log::Started { drawn })?;
    news.extend(open_table(work, &mut board, table.as_mut())?);
    report_round(work, &board, table.as_ref(), &rows, &Tidings { news: &news, ..Tidings::default() })?;
    work.tables.put(&board, table);
    Ok(board)
}

/// Who gets which seat, in the order of the draw: first everybody who wishes for a seat that is still free, then the others take what
/// nobody wished for.
fn granted<'m>(drawn: impl Iterator<Item = &'m Member>, free: &mut Vec<Vec<String>>) -> Vec<(&'m Member, Vec<String>)> {
    let mut given = Vec::new();
    let mut others = Vec::new();
    for member in drawn {
        let wishes = member.wishes.split(',').map(str::trim);
        let mut wish = wishes
            .filter_map(|wish| free.iter().position(|hand| hand.iter().any(|seat| seat.eq_ignore_ascii_case(wish))));
        let wish = wish.next();
        match wish {
            Some(at) => given.push((member, free.remove(at))),
            None => others.push(member),
        }
    }
    for member in others {
        if !free.is_empty() {
            given.push((member, free.remove(0)));
        }
    }
    given
}

fn row(seat: String, owner: Option<i64>, bank: i64) -> SeatRow {
    SeatRow { seat, owner, standby: None, keeper: Keeper::Owner, missed: 0, bank }
}
