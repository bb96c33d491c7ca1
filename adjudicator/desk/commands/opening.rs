//! Opening a table and starting it.

use super::Case;
use crate::catalogue::GAMES;
use crate::desk::Answer;
use crate::desk::Told as _;
use crate::desk::club::Tables;
use crate::desk::turn::Tidings;
use crate::desk::verb::Word;
use crate::desk::work::Work;
use crate::folder::new_seed;
use crate::referee::Header;
use crate::store::boards::ClockState;
use crate::store::record::Timeline;
use crate::store::{Board, Keeper, Member, Role, SeatRow, Status};
use serde_json::{Value, json};
use tabellarius_kernel::{Pace, Salt, dice};

impl Work<'_> {
    /// `new ostia-3 mare-nostrum 5 strict variant advanced`
    pub(super) fn new_table(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        if self.club.tables == Tables::ByModerators && !self.club.is_moderator(&case.person.address) {
            return self.refuse(case, "may-not-open", &json!({}));
        }
        let mut words = rest.split_whitespace().map(|word| word.trim_matches([',', ':', ';']));
        let id = words.next().unwrap_or_default().to_lowercase();
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !(2..=30).contains(&id.len())
            || !id.chars().all(is_name)
            || !id.starts_with(|c: char| c.is_ascii_lowercase())
        {
            return self.refuse(case, "bad-table-name", &json!({ "name": id }));
        }
        if self.store.board(&id)?.is_some() {
            return self.refuse(case, "table-exists", &json!({ "table": id }));
        }
        let (mut game, mut players, mut pace, mut variant) = (None, None, Pace::Bulk, String::new());
        let mut unknown: Vec<&str> = Vec::new();
        while let Some(word) = words.next() {
            let lower = word.to_lowercase();
            match lower.as_str() {
                "bulk" => pace = Pace::Bulk,
                "strict" => pace = Pace::Strict,
                "players" | "player" | "for" | "pace" | "" => {}
                "variant" => variant = words.next().unwrap_or_default().to_lowercase(),
                _ if lower.starts_with("variant=") => variant = lower["variant=".len()..].to_owned(),
                _ => match (GAMES.iter().find(|entry| entry.key == lower), lower.parse::<usize>()) {
                    (Some(entry), _) => game = Some(entry),
                    (None, Ok(number)) => players = Some(number),
                    (None, Err(_)) => unknown.push(word),
                },
            }
        }
        let keys: Vec<&str> = GAMES.iter().map(|entry| entry.key).collect();
        let bad_word = |word: Option<&str>| {
            let near = word.and_then(|word| tabellarius_kernel::words::nearest(&word.to_lowercase(), &keys));
            json!({ "word": word, "near": near, "games": keys })
        };
        let Some(game) = game else {
            return self.refuse(case, "bad-new", &bad_word(unknown.first().copied()));
        };
        let players = players.unwrap_or(game.players[game.players.len() - 1]);
        let seed = new_seed()?;
        let (table, commitment) = (id.clone(), seed.commitment());
        let mut header = Header { table, game: game.key.into(), players, variant, pace, commitment };
        // `new ostia-3 inner-sea 4 epochs=1-2`: what the game knows as its variant needs no word before it.
        if let Some(first) = unknown.first() {
            let variant = unknown.join(",").to_lowercase();
            let known = header.variant.is_empty().then(|| Header { variant, ..header.clone() });
            match known.filter(|header| self.tables.games.hands(header).is_ok()) {
                Some(known) => header = known,
                None => return self.refuse(case, "bad-new", &bad_word(Some(first))),
            }
        }
        let hands = self.tables.games.hands(&header).told()?;
        let now = self.now;
        let board = Board {
            id: id.clone(),
            header,
            seed: seed.reveal(),
            settings: self.club.table.clone(),
            status: Status::Gathering,
            moderator: Some(case.person.id),
            timeline: 1,
            rounds: 0,
            stage: String::new(),
            opened_after: None,
            opened: now,
            deadline: None,
            clock: ClockState::default(),
            wake: None,
        };
        self.store.add_board(&board, now)?;
        self.verbs.know_table(&id);
        self.note(&board, "log-opened", &json!({ "name": case.person.name, "commitment": board.header.commitment }))?;
        let what = json!({
            "table": id,
            "game": game.name,
            "players": hands.len(),
            "hands": hands,
            "variant": board.header.variant,
            "commitment": board.header.commitment,
            "settings": board.settings.list(),
        });
        case.board = Some(board);
        Ok(self.report.page(case.language(), "desk/opened.txt", &what)?)
    }

    /// Starts the table the letter is about. If seats are free it asks first: `start anyway` lets the automaton play them.
    pub(super) fn start(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let board = self.need_moderator(case)?;
        let mut names = Vec::new();
        for member in self.store.members(&board.id)?.iter().filter(|member| member.role == Role::Waiting) {
            names.extend(self.store.person(member.person)?.map(|person| person.name));
        }
        let players = self.people_at(&board)?;
        let free = players.saturating_sub(names.len());
        let is_asked = free == 0 || names.is_empty() || self.verbs.word(rest) == Some(Word::Anyway);
        if board.status == Status::Gathering && !is_asked {
            let what = json!({ "table": board.id, "names": names, "players": players, "free": free });
            return self.refuse(case, "seats-are-free", &what);
        }
        let board = self.start_table(case, board)?;
        let what = json!({ "table": board.id });
        case.board = Some(board);
        self.said(case, "started", &what)
    }

    /// Draws the seats by dice that can be checked when the game is over, and sends everybody the first report.
    pub(super) fn start_table(&mut self, case: &Case, mut board: Board) -> Answer<Board> {
        if board.is_started() {
            return self.refuse(case, "has-started", &json!({ "table": board.id }));
        }
        let members = self.store.members(&board.id)?;
        let waiting: Vec<&Member> = members.iter().filter(|member| member.role == Role::Waiting).collect();
        let mut free = self.tables.games.hands(&board.header)?;
        let most = free.len();
        let players: Vec<&Member> = waiting.iter().copied().take(most).collect();
        if players.is_empty() {
            return self.refuse(case, "nobody-joined", &json!({ "table": board.id }));
        }
        let seed = crate::desk::tables::seed_of(&board)?;
        let salt = Salt::first(&format!("seats {}", board.id));
        let order = dice::shuffle(&seed, salt, "seats", players.len() as u8);
        let mut rows: Vec<SeatRow> = Vec::new();
        let mut drawn: Vec<Value> = Vec::new();
        for (member, hand) in
            granted(order.iter().filter_map(|index| players.get(usize::from(*index)).copied()), &mut free)
        {
            let name = self.store.person(member.person)?.map(|person| person.name).unwrap_or_default();
            drawn.push(json!({ "name": name, "seats": hand }));
            rows.extend(hand.into_iter().map(|seat| row(seat, Some(member.person), board.settings.bank.0)));
        }
        let free = free.concat();
        let mut notices = vec![("drawn".to_owned(), json!({ "drawn": drawn, "free": free }))];
        // Seats that nobody took are played by the automaton.
        rows.extend(free.into_iter().map(|seat| SeatRow { keeper: Keeper::Caretaker, ..row(seat, None, 0) }));
        for row in &rows {
            self.store.set_seat(&board.id, row)?;
        }
        for member in &players {
            self.store.remove_member(&board.id, member.person, Role::Waiting)?;
        }
        for member in waiting.iter().skip(most) {
            self.store.remove_member(&board.id, member.person, Role::Waiting)?;
            let standby = Member { role: Role::Standby, ..(*member).clone() };
            self.store.add_member(&board.id, &standby, self.now)?;
        }
        let since = self.now;
        self.store.add_timeline(&board.id, &Timeline { id: 1, parent: None, forked: 0, since })?;
        let mut table = self.tables.games.open(&board.header, seed)?;
        notices.extend(self.open_round(&mut board, &mut table)?);
        self.note(&board, "log-started", &json!({ "drawn": drawn }))?;
        self.report_round(&board, table.as_ref(), &rows, &Tidings { notices: &notices, ..Tidings::default() })?;
        self.put(&board, table);
        Ok(board)
    }
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
