//! Commands that only ask: help, list, games, rules, status, map, history, explain.

use super::Case;
use crate::catalogue::{self, GAMES};
use crate::desk::Answer;
use crate::desk::club::Tables;
use crate::desk::identity::Means;
use crate::desk::open_table::Reader;
use crate::desk::verb::{Verb, Whose};
use crate::desk::work::Work;
use crate::report::Detail;
use crate::settings::Awaited;
use crate::store::{Board, Keeper, Member, Role, Status};
use anyhow::Result;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tabellarius_kernel::Entry;

/// So many tables of a sort are listed.
const MOST_LISTED: usize = 100;

impl Work<'_> {
    /// Help about one command, or about all.
    pub(super) fn help(&mut self, case: &mut Case, about: &str) -> Answer<String> {
        if about.is_empty() {
            return self.help_for(case);
        }
        let Some(said) = self.verbs.read(about) else {
            // What is no command may be a word of the game that is played.
            let word = about.trim().to_lowercase();
            let examples = self.examples(case)?;
            let named: Vec<&String> = examples.iter().filter(|order| order.to_lowercase().contains(&word)).collect();
            if !examples.is_empty() && (!named.is_empty() || self.verbs.nearest(about).is_none()) {
                let is_named = !named.is_empty();
                let orders: Vec<&String> = if is_named { named } else { examples.iter().collect() };
                let what = json!({ "word": about, "orders": orders, "named": is_named });
                return Ok(self.report.page(case.language(), "desk/help-orders.txt", &what)?);
            }
            let near = self.verbs.nearest(about).map(str::to_owned);
            return self.refuse(case, "no-such-command", &json!({ "command": about, "near": near }));
        };
        self.one_help(case, said.verb)
    }

    /// Orders that the writer could give now, one of each sort.
    fn examples(&mut self, case: &Case) -> Answer<Vec<String>> {
        let (Some(mut board), Some(seat)) = (case.board.clone(), self.seat_row(case)?) else { return Ok(Vec::new()) };
        if !matches!(board.status, Status::Running | Status::Paused(_)) {
            return Ok(Vec::new());
        }
        let language = case.person.language.clone();
        self.at_table(case, &mut board, |_, _, table| Ok(table.examples(&seat.seat, &language)))
    }

    fn one_help(&self, case: &Case, verb: Verb) -> Answer<String> {
        let name = self.verbs.name(verb, case.language());
        let game = game_of(case).or(GAMES.first());
        let rule = game.and_then(|game| first_rule(game.rules));
        let what = json!({ "name": name, "rule": rule });
        Ok(self.report.sentence(case.language(), &format!("desk/help/{}", verb.key()), &what)?)
    }

    /// Whether a command would do something for this reader: help promises nothing else.
    fn offers(&self, case: &Case, verb: Verb) -> bool {
        let is_moderator = self.club.is_moderator(&case.person.address);
        match verb {
            Verb::New => is_moderator || self.club.tables == Tables::ByAnybody,
            Verb::Quarantine => is_moderator,
            Verb::Password | Verb::Identify => self.club.identity.counts(Means::Password),
            _ => true,
        }
    }

    /// What can be written here, for this reader.
    pub(in crate::desk) fn help_for(&mut self, case: &Case) -> Answer<String> {
        let moderates = case.board.as_ref().is_some_and(|board| self.moderates(case, board));
        let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for verb in Verb::ALL {
            let list = match verb.whose() {
                Whose::Anybody => "anybody",
                Whose::Player => "player",
                Whose::Moderator => "moderator",
            };
            if *verb != Verb::End && self.offers(case, *verb) {
                lists.entry(list).or_default().push(self.one_help(case, *verb)?);
            }
        }
        let what = json!({
            "club": self.club.name,
            "lists": lists,
            "moderates": moderates || self.club.is_moderator(&case.person.address),
            "table": case.board.as_ref().map(|board| &board.id),
            "seat": case.seat,
            "orders": self.examples(case)?,
        });
        Ok(self.report.page(case.language(), "desk/help.txt", &what)?)
    }

    /// The tables of the club: one's own, those with a free seat, and the names of the others, which can only be read along.
    pub(super) fn list(&mut self, case: &mut Case) -> Answer<String> {
        let (mut own, mut open, mut full) = (Vec::new(), Vec::new(), Vec::new());
        let mine = self.store.boards_of(case.person.id)?;
        for id in self.store.board_ids()? {
            let Some(board) = self.store.sound_board(&id)?.filter(|board| board.is_alive()) else { continue };
            let is_gathering = board.status == Status::Gathering;
            let seats: Vec<String> = match is_gathering {
                true => Vec::new(),
                false => self.free_seats(&board)?.into_iter().map(|seat| seat.seat).collect(),
            };
            let is_waiting = |member: &&Member| member.role == Role::Waiting;
            let taken = self.store.members(&id)?.iter().filter(is_waiting).count();
            let players = self.people_at(&board)?;
            let free = if is_gathering { players.saturating_sub(taken) } else { seats.len() };
            let list = match (mine.contains(&id), free) {
                (true, _) => &mut own,
                (false, 1..) => &mut open,
                (false, 0) => {
                    full.push(id);
                    continue;
                }
            };
            if list.len() < MOST_LISTED {
                let stage = self.stage_title(&board.header, &board.stage, case.language());
                list.push(json!({
                    "id": id,
                    "game": game_name(&board),
                    "variant": board.header.variant,
                    "players": players,
                    "free": free,
                    "seats": seats,
                    "gathering": is_gathering,
                    "stage": stage,
                }));
            }
        }
        full.truncate(MOST_LISTED);
        let what = json!({ "own": own, "open": open, "full": full, "club": self.club.name });
        Ok(self.report.page(case.language(), "desk/list.txt", &what)?)
    }

    /// The games that can be played.
    pub(super) fn games_list(&mut self, case: &mut Case) -> Answer<String> {
        let games: Vec<Value> = GAMES
            .iter()
            .map(|game| {
                let variants: Vec<Value> = game
                    .variants
                    .iter()
                    .filter(|(key, _)| !key.is_empty())
                    .map(|(key, what)| json!({ "key": key, "what": what }))
                    .collect();
                json!({ "key": game.key, "name": game.name, "players": game.players, "variants": variants })
            })
            .collect();
        Ok(self.report.page(case.language(), "desk/games.txt", &json!({ "games": games }))?)
    }

    /// A rule by its number.
    pub(super) fn rules(&mut self, case: &mut Case, number: &str) -> Answer<String> {
        let number = number.trim().to_uppercase();
        let own = game_of(case);
        let example = own.or(GAMES.first()).and_then(|game| first_rule(game.rules));
        // `3.5` is a rule of the game that is played.
        let prefix = own.and(example).and_then(|example| example.split_once('-')).map(|(prefix, _)| prefix);
        let own_number = prefix.map(|prefix| format!("{prefix}-{number}"));
        let numbers = own_number.iter().chain([&number]);
        let found = numbers
            .flat_map(|number| GAMES.iter().map(move |game| (game, number)))
            .find_map(|(game, number)| crate::report::rules::find(game.rules, number));
        match found {
            Some(rule) => {
                let what = json!({ "number": rule.number, "chapter": rule.chapter, "text": rule.text });
                Ok(self.report.page(case.language(), "desk/rule.txt", &what)?)
            }
            None => self.refuse(case, "no-such-rule", &json!({ "number": number, "example": example })),
        }
    }

    /// How a table stands: the deadline, who sits where, what was done by whom.
    pub(super) fn status(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let (mut board, _) = self.board_named(case, rest)?;
        let mut people = Vec::new();
        let mut missing = None;
        let mut title = board.stage.clone();
        if board.is_started() && !matches!(board.status, Status::Broken(_)) {
            let language = case.person.language.clone();
            (missing, title) = self.at_table(case, &mut board, |desk, board, table| {
                let shown = table.gathers() && board.settings.awaited == Awaited::Shown;
                let missing = desk.missing(board, table.as_ref())?;
                Ok((shown.then_some(missing), table.stage_title(desk.report, &language)?))
            })?;
        }
        let moderates = self.moderates(case, &board);
        for seat in self.store.seats(&board.id)? {
            let name = |id: Option<i64>| -> Result<Option<String>> {
                Ok(id.map(|id| self.store.person(id)).transpose()?.flatten().map(|person| person.name))
            };
            let is_unreachable = |id: Option<i64>| -> Result<bool> {
                let player = id.map(|id| self.store.person(id)).transpose()?.flatten();
                Ok(player.is_some_and(|person| person.unreachable.is_some()))
            };
            let (owner, standby) = (name(seat.owner)?, name(seat.standby.filter(|_| seat.keeper == Keeper::Standby))?);
            let unreachable = moderates && is_unreachable(seat.player())?;
            people.push(json!({
                "seat": self.shown(&board, &seat.seat, &case.person.language),
                "owner": owner,
                "standby": standby,
                "caretaker": seat.is_automatic(),
                "missed": seat.missed,
                "awaited": missing.as_ref().is_some_and(|missing| missing.contains(&seat.seat)),
                "unreachable": unreachable,
            }));
        }
        let mut waiting = Vec::new();
        for member in self.store.members(&board.id)?.iter().filter(|member| member.role == Role::Waiting) {
            waiting.extend(self.store.person(member.person)?.map(|person| person.name));
        }
        let log = self.store.log_of(&board.id)?;
        let log: Vec<Value> = log
            .iter()
            .rev()
            .take(10)
            .rev()
            .map(|(at, text)| json!({ "when": self.when(*at, &case.person), "text": text }))
            .collect();
        let what = json!({
            "table": board.id,
            "game": game_name(&board),
            "variant": board.header.variant,
            "status": status_word(&board),
            "stage": title,
            "rounds": board.rounds,
            "deadline": board.deadline.map(|deadline| self.when(deadline, &case.person)),
            "pause_ends": self.pause_ends(&board).map(|until| self.when(until, &case.person)),
            "seats": people,
            "waiting": waiting,
            "players": self.people_at(&board)?,
            "settings": board.settings.list(),
            "commitment": board.header.commitment,
            "log": log,
        });
        Ok(self.report.page(case.language(), "desk/status.txt", &what)?)
    }

    /// The position as the reader may see it.
    pub(super) fn map(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        if !rest.is_empty() && !self.verbs.is_table(rest.split_whitespace().next().unwrap_or_default()) {
            return self.card(case, rest);
        }
        self.board_named(case, rest)?;
        let mut board = self.need_started(case)?;
        let (seat, language) = (case.seat.clone(), case.person.language.clone());
        self.at_table(case, &mut board, |desk, _, table| {
            let reader = seat.as_deref().map_or(Reader::Observer, Reader::Seat);
            Ok(table.report(desk.report, reader, &language, Detail::Whole)?.marked())
        })
        .and_then(|text| Ok(text + &self.areas(case)?))
    }

    /// The rounds so far, or the report of one of them again.
    pub(super) fn history(&mut self, case: &mut Case, rest: &str) -> Answer<String> {
        let board = self.need_started(case)?;
        let rounds = self.store.rounds(&board.id, board.timeline, 0, board.rounds)?;
        let number = rest.split_whitespace().find_map(|word| word.parse::<u32>().ok());
        let Some(number) = number else {
            let mut list: Vec<Value> = Vec::new();
            for (round, number) in rounds.iter().zip(1..) {
                let stage = self.stage_title(&board.header, &round.stage, case.language());
                let is_corrected = !round.corrected.is_empty();
                list.push(json!({ "number": number, "stage": stage, "corrected": is_corrected, "seal": round.seal }));
            }
            return Ok(self.report.page(
                case.language(),
                "desk/history.txt",
                &json!({ "rounds": list, "table": board.id }),
            )?);
        };
        if number > board.rounds {
            return self.refuse(case, "no-such-round", &json!({ "number": number, "rounds": board.rounds }));
        }
        let table = self.tables.as_it_was(self.store, &board, number)?;
        let reader = case.seat.as_deref().map_or(Reader::Observer, Reader::Seat);
        Ok(table.report(self.report, reader, case.language(), Detail::Whole)?.marked())
    }

    /// Why the last round came out as it did.
    pub(super) fn explain(&mut self, case: &mut Case) -> Answer<String> {
        let board = self.need_started(case)?;
        let table = self.tables.as_it_was(self.store, &board, board.rounds)?;
        let reader = case.seat.as_deref().map_or(Reader::Observer, Reader::Seat);
        match table.explain(self.report, reader, case.language())? {
            Some(text) => Ok(text),
            None => self.refuse(case, "nothing-to-explain", &json!({})),
        }
    }
}

/// The first number in a game's rules, such as `MN-1.1`: they look like this.
fn first_rule(rules: &str) -> Option<&str> {
    rules.split("**").skip(1).step_by(2).find(|bold| bold.contains('-') && bold.ends_with(|c: char| c.is_ascii_digit()))
}

/// The game of the table that a letter is about.
fn game_of(case: &Case) -> Option<&'static Entry> {
    case.board.as_ref().and_then(|board| catalogue::find(&board.header.game).ok())
}

/// What is played at a table, as people call it.
fn game_name(board: &Board) -> &str {
    catalogue::find(&board.header.game).map_or(&board.header.game, |entry| entry.name)
}

/// How a table stands, as a key for templates.
pub fn status_word(board: &Board) -> &'static str {
    match board.status {
        Status::Gathering => "gathering",
        Status::Running => "running",
        Status::Held => "held",
        Status::Paused(_) => "paused",
        Status::Over => "over",
        Status::Closed => "closed",
        Status::Broken(_) => "broken",
    }
}
