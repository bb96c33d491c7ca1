//! Leagues by letter: to open one, to enter, to look at it, and what its moderator does. `standings` and `rating` too.

use super::opening::wanted;
use crate::desk::club;
use crate::desk::handling::Handling;
use crate::desk::league::rules::{LeagueRules, told};
use crate::desk::league::{
    entrants_now, name_of, open_season, rated, rehearsal, set_wake, standing, undo_draw, undo_fix,
};
use crate::desk::reply::{Answer, Page, Reply, decline, need};
use crate::desk::sentences::Leagues;
use crate::desk::spelling::Spelling;
use crate::desk::verb::{Verb, Verbs, Word};
use crate::desk::work::{Look, Work};
use crate::store::leagues::{EntrantRow, League, Penalty};
use crate::store::{Records, Status};
use crate::time::Moment;
use serde::Serialize;
use tabellarius_kernel::Seed;
use tabellarius_league::Player;
use tabellarius_league::rating::{Advantage, Rating, advantages, ratings};
use tabellarius_league::rehearsal::Rehearsal;
use tabellarius_league::season::Step;

/// The names of tables are made of that of their league.
const LONGEST_NAME: usize = 18;

/// The leagues of the club.
#[derive(Serialize)]
struct LeaguesPage {
    leagues: Vec<LeagueLine>,
}

#[derive(Serialize)]
struct LeagueLine {
    id: String,
    game: String,
    season: u32,
    entered: usize,
    is_open: bool,
    is_over: bool,
    round: u32,
    rounds: u32,
}

impl Page for LeaguesPage {
    const TEMPLATE: &'static str = "desk/leagues.txt";
}

/// One league.
#[derive(Serialize)]
struct LeaguePage {
    league: LeagueLine,
    variant: String,
    moderator: String,
    commitment: String,
    steps: Vec<StepLine>,
    names: Vec<String>,
    tables: Vec<TableLine>,
    rules: Vec<(String, String)>,
    is_in: bool,
    may_run: bool,
}

#[derive(Serialize)]
struct StepLine {
    #[serde(flatten)]
    step: Step,
    at: Moment,
    is_done: bool,
}

#[derive(Serialize)]
struct TableLine {
    id: String,
    round: u32,
    names: Vec<String>,
    stage: String,
    is_over: bool,
    /// For whoever runs the league: seats that have been silent.
    silent: Vec<String>,
    has_stopped: bool,
}

impl Page for LeaguePage {
    const TEMPLATE: &'static str = "desk/league.txt";
}

/// A season that was tried out.
#[derive(Serialize)]
struct RehearsalPage {
    league: String,
    season: u32,
    people: usize,
    /// How many letters a table has time for in a round, one in each `gap`.
    letters: i64,
    gap: String,
    steps: Vec<StepLine>,
    #[serde(flatten)]
    told: Rehearsal,
}

impl Page for RehearsalPage {
    const TEMPLATE: &'static str = "desk/rehearsal.txt";
}

/// Ratings.
#[derive(Serialize)]
struct RatingsPage {
    rows: Vec<RatingRow>,
    seats: Vec<SeatLine>,
    game: Option<&'static str>,
}

#[derive(Serialize)]
struct RatingRow {
    place: usize,
    name: String,
    #[serde(flatten)]
    rating: Rating,
    /// Half of the width in which the strength lies, so sure as can be.
    give_or_take: i64,
    is_you: bool,
}

#[derive(Serialize)]
struct SeatLine {
    seat: String,
    played: usize,
    won: u32,
    expected: u32,
}

impl Page for RatingsPage {
    const TEMPLATE: &'static str = "desk/ratings.txt";
}

/// `league`, `league winter`, `league new winter mare-nostrum 5, rounds 4`, `league join winter`, `league set winter rounds 4` …
pub fn league(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let rest = rest.trim().trim_end_matches(['.', '!']);
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if first.is_empty() {
        return leagues(work.store);
    }
    let verb = work.verbs.read(first).filter(|said| said.in_full).map(|said| said.verb);
    if verb == Some(Verb::New) {
        return new(work, mail, after.trim());
    }
    // `league join winter` and `league winter join` are the same.
    let (name, action, rest) = match work.store.league(&first.to_lowercase())? {
        Some(league) => {
            let (action, rest) = with_action(work.verbs, after);
            (league.id, action, rest)
        }
        None => {
            let (action, after) = with_action(work.verbs, rest);
            let (name, rest) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
            (name.to_lowercase(), action, rest)
        }
    };
    let name = if name.is_empty() { first.to_lowercase() } else { name };
    let league = find(work.store, &name)?;
    let rest = rest.trim();
    let verb = work.verbs.read(action).map(|said| said.verb);
    match (verb, work.verbs.word(action)) {
        _ if action.is_empty() => page(&mut work.look(), mail, &league),
        (Some(Verb::Status), _) => page(&mut work.look(), mail, &league),
        (Some(Verb::Join), _) => join(work, mail, &league),
        (Some(Verb::Leave), _) => leave(work, mail, &league),
        (Some(Verb::Standings), _) => standings(&mut work.look(), mail, &name),
        (Some(Verb::Set), _) => set(work, mail, league, rest),
        (_, Some(Word::Next)) => next(work, mail, league),
        (_, Some(Word::Undo)) => undo(work, mail, league),
        (_, Some(Word::Penalty)) => penalty(work, mail, &league, rest),
        (_, Some(Word::Rehearse)) => rehearsed(work, mail, &league, rest),
        _ => Err(decline(Leagues::NoSuchAction { action: action.to_owned(), league: league.id })),
    }
}

/// What is to be done, and what follows it. In some languages that is more than a word: `doe mee`, `stel in`.
fn with_action<'t>(verbs: &Verbs, text: &'t str) -> (&'t str, &'t str) {
    let text = text.trim();
    let ends: Vec<usize> = text.match_indices(char::is_whitespace).map(|(at, _)| at).chain([text.len()]).collect();
    let is_command = |action: &str| verbs.read(action).is_some_and(|said| said.in_full && said.rest.is_empty());
    let known = ends.iter().take(3).rev().find(|&&end| is_command(&text[..end]));
    let (action, rest) = text.split_at(known.or(ends.first()).copied().unwrap_or(0));
    (action, rest.trim())
}

fn find(store: &Records, name: &str) -> Answer<League> {
    let Some(league) = store.league(&name.to_lowercase())? else {
        let leagues: Vec<String> = store.leagues()?.into_iter().map(|league| league.id).collect();
        let keys: Vec<&str> = leagues.iter().map(String::as_str).collect();
        let near = tabellarius_kernel::words::nearest(&name.to_lowercase(), &keys).map(str::to_owned);
        return Err(decline(Leagues::NoSuchLeague { name: name.to_owned(), near, leagues }));
    };
    Ok(league)
}

fn rules_of(league: &League) -> anyhow::Result<LeagueRules> {
    Ok(serde_json::from_str(&league.rules)?)
}

/// A rule and its value, written in whatever language; `table deadline Sunday 20:00` is a setting in a setting.
fn rule_in(spelling: &Spelling, text: &str) -> (String, String) {
    let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let key = spelling.setting(key);
    let value = match value.split_once(char::is_whitespace) {
        Some((setting, value)) if key == "table" => format!("{} {}", spelling.setting(setting), spelling.value(value)),
        _ => spelling.value(value),
    };
    (key, value)
}

/// `winter mare-nostrum 5, rounds 4, round 4 weeks, table deadline Sunday 20:00`
fn new(work: &mut Work<'_>, mail: &mut Handling<'_>, rest: &str) -> Answer<Reply> {
    let may_open = work.club.tables == club::Tables::ByAnybody || work.club.is_moderator(&mail.person.address);
    need(may_open, || decline(Leagues::MayNotOpen))?;
    let mut parts = rest.split(',').map(str::trim).filter(|part| !part.is_empty());
    let words: Vec<&str> = parts.next().unwrap_or_default().split_whitespace().collect();
    let (name, words) = words.split_first().map_or(("", &words[..]), |(name, words)| (*name, words));
    let (league, rules) = open(work, name, words, parts, mail.person.id)?;
    let id = league.id.clone();
    Ok(Reply::Several(vec![
        Reply::say(Leagues::Made { league: id, until: Moment(work.now + rules.registration.0) })?,
        page(&mut work.look(), mail, &league)?,
    ]))
}

/// Opens a league: its name, what is played as behind `league new winter`, each rule with its value, and whoever runs it.
pub fn open<'r>(
    work: &mut Work<'_>,
    name: &str,
    words: &[&str],
    rules_said: impl Iterator<Item = &'r str>,
    moderator: i64,
) -> Answer<(League, LeagueRules)> {
    let id = name.to_lowercase();
    let is_in_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = (2..=LONGEST_NAME).contains(&id.len())
        && id.chars().all(is_in_name)
        && id.starts_with(|c: char| c.is_ascii_lowercase());
    need(is_name, || decline(Leagues::BadName { name: id.clone() }))?;
    let is_free = work.store.league(&id)?.is_none() && work.store.board(&id)?.is_none();
    need(is_free, || decline(Leagues::NameIsTaken { name: id.clone() }))?;
    let wish = wanted(words, &work.voice.spelling)?;
    need(wish.unknown.is_empty(), || decline(Leagues::Unknown { word: wish.unknown.join(" ") }))?;
    let mut rules = LeagueRules::new(wish.game.key, &wish.variant, wish.pace, wish.players);
    for part in rules_said {
        let (key, value) = rule_in(&work.voice.spelling, part);
        rules.set(&key, &value).map_err(told)?;
    }
    let header = crate::referee::Header {
        table: id.clone(),
        game: rules.game.clone(),
        players: rules.seats,
        variant: rules.variant.clone(),
        pace: rules.pace,
        commitment: String::new(),
        edition: String::new(),
    };
    let can_be = work.tables.games().hands(&header).is_ok();
    need(can_be, || decline(Leagues::NotSo { game: wish.game.name.to_owned(), variant: rules.variant.clone() }))?;
    let mut league = League {
        id: id.clone(),
        rules: serde_json::to_string(&rules).map_err(anyhow::Error::from)?,
        moderator: Some(moderator),
        season: 0,
        wake: None,
    };
    work.store.add_league(&league)?;
    open_season(work, &mut league, &rules)?;
    Ok((league, rules))
}

/// Whether people may still enter, or change the rules: nobody has been put into a division.
fn is_open(store: &Records, league: &League) -> anyhow::Result<bool> {
    let done = store.steps_done(&league.id, league.season)?;
    Ok(!done.iter().any(|(step, _)| *step == Step::Close))
}

/// Enters a season. Whoever comes after entries are closed is drawn from the next round on, in the lowest division.
pub fn join(work: &mut Work<'_>, mail: &Handling<'_>, league: &League) -> Answer<Reply> {
    let rules = rules_of(league)?;
    let (name, season) = (league.id.clone(), league.season);
    let done = work.store.steps_done(&league.id, season)?;
    let is_over = done.iter().any(|(step, _)| *step == Step::Fix);
    need(!is_over, || decline(Leagues::SeasonIsOver { league: name.clone(), season }))?;
    work.store.enter(&name, season, mail.person.id, work.now)?;
    let rows = entrants_now(work.store, league)?;
    let entered = rows.len();
    if is_open(work.store, league)? {
        let kept = work.store.season(&name, season)?.ok_or_else(|| anyhow::anyhow!("a league without a season"))?;
        let until = Moment(kept.calendar.opens + kept.calendar.registration);
        return Ok(Reply::say(Leagues::Entered { league: name, season, entered, until })?);
    }
    let lowest = rows.iter().map(|row| row.division).max().unwrap_or(1).max(1);
    let own = rows.iter().find(|row| row.person == mail.person.id);
    if own.is_some_and(|row| row.division == 0) {
        let row = EntrantRow { person: mail.person.id, gone: None, division: lowest, rank: 0, moved: None };
        work.store.set_entrant(&name, season, &row)?;
    }
    let drawn = done.iter().filter(|(step, _)| matches!(step, Step::Draw { .. })).count() as u32;
    let late = (drawn < rules.rounds).then_some(drawn + 1);
    Ok(Reply::say(Leagues::EnteredLate { league: name, season, round: late })?)
}

/// Leaves a season. Tables that are being played go on; nothing new is drawn.
fn leave(work: &mut Work<'_>, mail: &Handling<'_>, league: &League) -> Answer<Reply> {
    let (name, season) = (league.id.clone(), league.season);
    let row = entrants_now(work.store, league)?.into_iter().find(|row| row.person == mail.person.id);
    let Some(row) = row else { return Err(decline(Leagues::NotEntered { league: name })) };
    if row.division == 0 {
        work.store.withdraw(&name, season, mail.person.id)?;
        return Ok(Reply::say(Leagues::Withdrawn { league: name, tables: Vec::new() })?);
    }
    work.store.set_entrant(&name, season, &EntrantRow { gone: Some(work.now), ..row })?;
    let mut tables = Vec::new();
    for fixture in work.store.fixtures(&name, season)? {
        let is_there = fixture.seats.iter().any(|(_, person)| *person == mail.person.id);
        if is_there && work.store.ended(&fixture.board)?.is_none() {
            tables.push(fixture.board);
        }
    }
    Ok(Reply::say(Leagues::Withdrawn { league: name, tables })?)
}

fn may_run(work: &Work<'_>, mail: &Handling<'_>, league: &League) -> bool {
    league.moderator == Some(mail.person.id) || work.club.is_moderator(&mail.person.address)
}

fn need_moderator(work: &Work<'_>, mail: &Handling<'_>, league: &League) -> Answer<()> {
    need(may_run(work, mail, league), || decline(Leagues::NotModerator { league: league.id.clone() }))
}

/// `rounds 4`: a rule is changed while nobody has been put into a division.
fn set(work: &mut Work<'_>, mail: &Handling<'_>, mut league: League, rest: &str) -> Answer<Reply> {
    need_moderator(work, mail, &league)?;
    need(is_open(work.store, &league)?, || decline(Leagues::RulesAreFixed { league: league.id.clone() }))?;
    let mut rules = rules_of(&league)?;
    let (key, value) = rule_in(&work.voice.spelling, rest);
    rules.set(&key, &value).map_err(told)?;
    league.rules = serde_json::to_string(&rules).map_err(anyhow::Error::from)?;
    let kept = work.store.season(&league.id, league.season)?;
    let mut season = kept.ok_or_else(|| anyhow::anyhow!("a league without a season"))?;
    season.calendar = rules.calendar(season.calendar.opens);
    work.store.set_season(&season)?;
    work.store.update_league(&league)?;
    // After a step was taken back the clock waits for `next`.
    if league.wake.is_some() {
        set_wake(work, &mut league)?;
    }
    Ok(Reply::say(Leagues::RuleSet { league: league.id, key: key.to_lowercase(), value: value.trim().to_owned() })?)
}

/// The next step at once; the steps behind it come earlier by as much.
fn next(work: &mut Work<'_>, mail: &Handling<'_>, mut league: League) -> Answer<Reply> {
    need_moderator(work, mail, &league)?;
    let kept = work.store.season(&league.id, league.season)?;
    let mut season = kept.ok_or_else(|| anyhow::anyhow!("a league without a season"))?;
    let done = work.store.steps_done(&league.id, league.season)?.len();
    match season.calendar.next(done) {
        Some(planned) => {
            season.calendar.opens -= (planned.at - work.now).max(0);
            work.store.set_season(&season)?;
            set_wake(work, &mut league)?;
        }
        None => {
            let rules = rules_of(&league)?;
            open_season(work, &mut league, &rules)?;
        }
    }
    Ok(Reply::say(Leagues::NextComes { league: league.id })?)
}

/// The last step does not count: registration opens again, a draw is made again, a standing is open again.
fn undo(work: &mut Work<'_>, mail: &Handling<'_>, mut league: League) -> Answer<Reply> {
    need_moderator(work, mail, &league)?;
    let done = work.store.steps_done(&league.id, league.season)?;
    let name = league.id.clone();
    let Some((step, _)) = done.last() else { return Err(decline(Leagues::NothingToUndo { league: name })) };
    match step {
        Step::Close => {
            for row in entrants_now(work.store, &league)? {
                work.store.set_entrant(&name, league.season, &EntrantRow { division: 0, ..row })?;
            }
        }
        Step::Draw { round } => undo_draw(work, &league, *round)?,
        Step::Fix => undo_fix(work, &league)?,
        // A reminder that went out is out, and tables that were judged are over.
        Step::Open | Step::Remind | Step::Warn { .. } | Step::End { .. } => {
            return Err(decline(Leagues::CannotUndo { league: name }));
        }
    }
    work.store.remove_step(&name, league.season, done.len() - 1)?;
    // It would be done again at once: the moderator says when.
    league.wake = None;
    work.store.update_league(&league)?;
    Ok(Reply::say(Leagues::Undone { league: name })?)
}

/// `Anna -1: late three times`
fn penalty(work: &mut Work<'_>, mail: &Handling<'_>, league: &League, rest: &str) -> Answer<Reply> {
    need_moderator(work, mail, league)?;
    let (head, reason) = rest.split_once(':').unwrap_or((rest, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    let bad = || decline(Leagues::BadPenalty { league: league.id.clone() });
    let (points, name) = words.split_last().ok_or_else(bad)?;
    let points: i64 = points.replace('−', "-").trim_start_matches('+').parse().map_err(|_| bad())?;
    need((-100..=100).contains(&points) && points != 0, bad)?;
    let name = name.join(" ");
    let mut meant = Vec::new();
    for row in entrants_now(work.store, league)? {
        let called = name_of(work.store, row.person)?;
        if called.eq_ignore_ascii_case(&name) {
            meant.push((row.person, called));
        }
    }
    let [(person, name)] = meant.as_slice() else {
        return Err(decline(Leagues::NobodyCalled { league: league.id.clone(), name }));
    };
    let reason = reason.trim().to_owned();
    let penalty = Penalty { person: *person, points, reason: reason.clone() };
    work.store.add_penalty(&league.id, league.season, &penalty, work.now)?;
    crate::desk::league::tell_penalty(work, league, *person, points, &reason)?;
    Ok(Reply::say(Leagues::PenaltyNoted { league: league.id.clone(), name: name.clone(), points })?)
}

/// `league rehearse winter 24`: a season with so many people, tried out; with those who have entered, if no number is said.
fn rehearsed(work: &mut Work<'_>, mail: &Handling<'_>, league: &League, rest: &str) -> Answer<Reply> {
    need_moderator(work, mail, league)?;
    let entered = entrants_now(work.store, league)?.len();
    let number = rest.split_whitespace().find_map(|word| word.parse().ok());
    let people = number.unwrap_or(entered);
    need((2..=500).contains(&people), || decline(Leagues::RehearseWithHowMany { league: league.id.clone() }))?;
    let rules = rules_of(league)?;
    let kept = work.store.season(&league.id, league.season)?;
    let opens = kept.map_or(work.now, |season| season.calendar.opens);
    let told = rehearsal(work, &rules, people)?;
    let gap = rules.table_settings(&work.club.table).deadline.gap();
    let steps = rules.calendar(opens).steps().into_iter();
    let page = RehearsalPage {
        league: league.id.clone(),
        season: league.season,
        people,
        letters: (rules.round.0 / gap.0.max(1)).max(0),
        gap: gap.to_string(),
        steps: steps.map(|planned| StepLine { step: planned.step, at: Moment(planned.at), is_done: false }).collect(),
        told,
    };
    Ok(Reply::page(&page)?)
}

fn leagues(store: &Records) -> Answer<Reply> {
    let leagues = store.leagues()?.iter().map(|league| line(store, league)).collect::<Result<_, _>>()?;
    Ok(Reply::page(&LeaguesPage { leagues })?)
}

fn line(store: &Records, league: &League) -> anyhow::Result<LeagueLine> {
    let rules = rules_of(league)?;
    let done = store.steps_done(&league.id, league.season)?;
    let drawn = done.iter().filter(|(step, _)| matches!(step, Step::Draw { .. })).count() as u32;
    Ok(LeagueLine {
        id: league.id.clone(),
        game: rules.game.clone(),
        season: league.season,
        entered: entrants_now(store, league)?.len(),
        is_open: is_open(store, league)?,
        is_over: done.iter().any(|(step, _)| *step == Step::Fix),
        round: drawn,
        rounds: rules.rounds,
    })
}

/// Everything about one league.
fn page(look: &mut Look<'_, '_>, mail: &Handling<'_>, league: &League) -> Answer<Reply> {
    let rules = rules_of(league)?;
    let kept = look.store.season(&league.id, league.season)?;
    let season = kept.ok_or_else(|| anyhow::anyhow!("a league without a season"))?;
    let done = look.store.steps_done(&league.id, league.season)?;
    let steps = season.calendar.steps().into_iter().enumerate().map(|(at, planned)| {
        let when = done.get(at).map_or(planned.at, |(_, when)| *when);
        StepLine { step: planned.step, at: Moment(when), is_done: at < done.len() }
    });
    let entrants = entrants_now(look.store, league)?;
    let mut names = Vec::new();
    for row in &entrants {
        names.push(name_of(look.store, row.person)?);
    }
    let may_run = league.moderator == Some(mail.person.id) || look.club.is_moderator(&mail.person.address);
    let mut tables = Vec::new();
    for fixture in look.store.fixtures(&league.id, league.season)? {
        let Some(board) = look.store.sound_board(&fixture.board)? else { continue };
        let is_over = look.store.ended(&fixture.board)?.is_some();
        // Tables that are over stand in the standing.
        if is_over && fixture.round < done.iter().filter(|(step, _)| matches!(step, Step::Draw { .. })).count() as u32 {
            continue;
        }
        let mut there = Vec::new();
        for (_, person) in &fixture.seats {
            there.push(name_of(look.store, *person)?);
        }
        let silent = match may_run && !is_over {
            true => {
                look.store.seats(&board.id)?.into_iter().filter(|seat| seat.missed > 0).map(|seat| seat.seat).collect()
            }
            false => Vec::new(),
        };
        tables.push(TableLine {
            id: fixture.board,
            round: fixture.round,
            names: there,
            stage: look.tables.stage_title(look.voice, &board.header, &board.stage, mail.language()),
            is_over,
            silent,
            has_stopped: matches!(board.status, Status::Broken(_)),
        });
    }
    let moderator = league.moderator.map(|id| name_of(look.store, id)).transpose()?.unwrap_or_default();
    let commitment = Seed::from_hex(&season.seed).map(|seed| seed.commitment()).unwrap_or_default();
    let is_in = entrants.iter().any(|row| row.person == mail.person.id && row.gone.is_none());
    let page = LeaguePage {
        league: line(look.store, league)?,
        variant: rules.variant.clone(),
        moderator,
        commitment,
        steps: steps.collect(),
        names,
        tables,
        rules: rules.list(),
        is_in,
        may_run,
    };
    Ok(Reply::page(&page)?)
}

/// `standings winter`, `standings winter 2`: of the newest season, or of season 2. With one league, it is meant.
pub fn standings(look: &mut Look<'_, '_>, mail: &Handling<'_>, rest: &str) -> Answer<Reply> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = words.iter().find_map(|word| word.parse::<u32>().ok());
    let name = words.iter().find(|word| word.parse::<u32>().is_err());
    let all = look.store.leagues()?;
    let league = match (name, all.as_slice()) {
        (Some(name), _) => find(look.store, name)?,
        (None, [only]) => only.clone(),
        (None, _) => return leagues(look.store),
    };
    let season = number.unwrap_or(league.season);
    need((1..=league.season).contains(&season), || {
        decline(Leagues::NoSuchSeason { league: league.id.clone(), seasons: league.season })
    })?;
    Ok(Reply::page(&standing(look.store, &league, season, None, mail.person.id)?)?)
}

/// So many are listed.
const MOST_RATED: usize = 50;

/// `rating`, `rating anna`, `rating mare-nostrum`: of all games, of one person, of one game.
pub fn rating(look: &mut Look<'_, '_>, mail: &Handling<'_>, rest: &str) -> Answer<Reply> {
    let rest = rest.trim().to_lowercase();
    let game = crate::catalogue::GAMES.iter().find(|entry| entry.key == rest || entry.name.to_lowercase() == rest);
    let games = rated(look.store, game.map(|entry| entry.key))?;
    let mut rows: Vec<(Player, Rating)> = ratings(&games).into_iter().collect();
    rows.sort_by_key(|(player, rating)| (rating.is_provisional, -rating.shown, *player));
    let mut named = Vec::new();
    for (place, (player, rating)) in (1..).zip(rows) {
        let give_or_take = (2.0 * rating.uncertainty).round() as i64;
        let is_you = player.0 == mail.person.id;
        named.push(RatingRow { place, name: name_of(look.store, player.0)?, rating, give_or_take, is_you });
    }
    if game.is_none() && !rest.is_empty() {
        let name = rest.clone();
        named.retain(|row| row.name.to_lowercase() == rest);
        need(!named.is_empty(), || decline(Leagues::NotRated { name }))?;
    }
    named.truncate(MOST_RATED);
    let percent = |share: f64, of: usize| (100.0 * share / of.max(1) as f64).round() as u32;
    let seat = |(seat, found): (String, Advantage)| SeatLine {
        seat,
        played: found.played,
        won: percent(found.won, found.played),
        expected: percent(found.expected, found.played),
    };
    let seats = if game.is_some() { advantages(&games).into_iter().map(seat).collect() } else { Vec::new() };
    Ok(Reply::page(&RatingsPage { rows: named, seats, game: game.map(|entry| entry.name) })?)
}
