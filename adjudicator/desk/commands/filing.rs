//! Orders: filed, tried, made drafts or final.

use super::help::help_for;
use super::late::{came_too_late, too_late_for};
use crate::desk::attend::may_hurry;
use crate::desk::handling::{Handling, tables_of};
use crate::desk::hands::others_ordered;
pub use crate::desk::open_table::Intent;
use crate::desk::open_table::{Acknowledged, OpenTable, Single, Writing};
use crate::desk::reply::{Answer, Done, Page, Reply, decline, need};
use crate::desk::reports::Receipt;
use crate::desk::script::is_claimed;
use crate::desk::sentences::{Info, Orders, Tables};
use crate::desk::shape::is_as;
use crate::desk::silence::welcome_back;
use crate::desk::turn::{self, asks_openly, missing};
use crate::desk::verb::{Verb, Verbs, Word};
use crate::desk::work::{Look, Work};
use crate::settings::{Advance, Awaited, Release};
use crate::store::{Board, Finality, Records, Status};
use crate::time::Moment;
use anyhow::Result;
use serde::Serialize;

/// So many lines that begin like a command are named.
const MOST_NAMED: usize = 5;

/// A line that begins with a command and is none.
#[derive(Serialize)]
struct AlmostCommand {
    line: u32,
    text: String,
    #[serde(skip)]
    typed: String,
    /// What its writer may have meant.
    command: String,
    /// The orders of this stage that begin in the same way; then it may have been one of them.
    orders: Vec<String>,
}

/// What stands below an acknowledgement.
#[derive(Serialize)]
struct FiledPage<'p> {
    table: &'p str,
    filed: bool,
    draft: bool,
    doubtful: bool,
    back: bool,
    near: Option<&'p str>,
    commands: Vec<AlmostCommand>,
    receipt: Option<Receipt>,
    /// Orders of the earlier letter of this round that are not in this one.
    dropped: Vec<String>,
    /// Plans that stood until now.
    ended: Vec<String>,
    /// Lines of letters for earlier stages that this letter has replaced, and those that count beside it.
    replaced: Vec<String>,
    also: Vec<String>,
    /// Whether something was filed for this round before.
    before: bool,
    /// Whether the round closes because of this letter, and nothing can be changed any more.
    closes: bool,
    /// Whether the result then waits for the moderator.
    held: bool,
    deadline: Option<Moment>,
    paused: bool,
    awaited: Option<Vec<String>>,
    owing: bool,
}

impl Page for FiledPage<'_> {
    const TEMPLATE: &'static str = "desk/filed.txt";
}

/// Lines that would be orders, from somebody who has no seat, or not at a table we know.
#[derive(Serialize)]
struct NoPlacePage<'p> {
    lines: Vec<String>,
    more: usize,
    near: Option<&'p str>,
    commands: Vec<AlmostCommand>,
    table: Option<&'p str>,
    tables: Vec<String>,
}

impl Page for NoPlacePage<'_> {
    const TEMPLATE: &'static str = "desk/no-place.txt";
}

/// Orders that are drafts now, or final.
#[derive(Serialize)]
struct FiledAgainPage<'p> {
    draft: bool,
    /// Whether the round closes because of that.
    closes: bool,
    lines: Vec<&'p str>,
    receipt: Receipt,
    /// What is wrong with them, or still asked, as in the answer to any letter.
    looked: Option<String>,
}

impl Page for FiledAgainPage<'_> {
    const TEMPLATE: &'static str = "desk/filed-again.txt";
}

/// Files the orders of a letter.
pub fn file(work: &mut Work<'_>, mail: &mut Handling<'_>, text: &str, intent: Intent) -> Answer<Done> {
    let mut own = mail.own_rows(work.store)?;
    let Some(row) = mail.answering(&own).cloned() else {
        return Ok(no_place_for(&mut work.look(), mail, text)?);
    };
    let mut board = mail.need_running(work.store)?;
    let is_back = !welcome_back(work, &board, &mut own, &mail.person)?.is_empty();
    let seat = row.seat.clone();
    mail.seat = Some(seat.clone());
    if let Some(stage) = too_late_for(&mut work.look(), mail, &board)? {
        return came_too_late(&mut work.look(), mail, &seat, text, stage);
    }
    // To a question of ours it is an answer; as orders it would throw away what is on file.
    need(work.verbs.word(text) != Some(Word::No), || decline(Orders::BareNo))?;
    let table = work.tables.see(work.store, &board)?;
    let is_locked = board.clock.grace && table.has_filed(&seat)? && !table.awaited().contains(&seat);
    need(!is_locked, || decline(Orders::Locked { table: board.id.clone() }))?;
    let others = others_ordered(work.store, &board, table, &row, text)?;
    need(others.is_empty(), || decline(Tables::OthersSeats { others, seat: seat.clone() }))?;
    let mut table = work.take(&board)?;
    let to = Writing { report: &work.voice.report, seat: &seat, language: mail.language(), effort: work.voice.effort };
    let commands = almost_commands(work.verbs, table.as_ref(), to, text)?;
    let earlier = Earlier::of(work.store, &board, table.as_ref(), to)?;
    let mut orders = without(text, &commands);
    if earlier.ends_plans && !orders.trim().is_empty() && !says_of_plans(table.as_ref(), to, &orders)? {
        orders.push('\n');
        orders.push_str(ALWAYS_NOTHING);
    }
    let received = receive(table.as_mut(), to, &orders, intent, !commands.is_empty())?;
    let missing = missing(work.store, &board, table.as_ref())?;
    let plans = table.plans(&seat, mail.language())?;
    let mut also = table.one_by_one(&table.lines_beside(&seat, "en")?.join("\n"), mail.language());
    let now = table.one_by_one(&received.canonical, mail.language());
    also.retain(|one| !stands_in(one, &now));
    let shows = asks_openly(table.as_ref()) && board.settings.awaited == Awaited::Shown;
    let others = missing.iter().filter(|name| **name != seat);
    let awaited = shows.then(|| others.map(|name| table.shown(name, mail.language())).collect());
    work.tables.put(&board, table);
    let is_filed = !received.canonical.is_empty();
    let mut receipt = None;
    if is_filed {
        let finality = if received.is_draft { Finality::Draft } else { Finality::Final };
        let author = Some(mail.person.id);
        receipt = Some(Receipt::from(&turn::file(work, &board, &seat, &received.canonical, finality, author)?));
        wake_if_full(work, &mut board, &missing)?;
    }
    let (dropped, replaced) = if is_filed { earlier.lost(&now, &also) } else { Default::default() };
    let ended = if is_filed {
        earlier.plans.iter().filter(|plan| !plans.contains(plan)).cloned().collect()
    } else {
        Vec::new()
    };
    let problems = received.problems + received.open + commands.len();
    let commands_are_none = commands.is_empty();
    let near = if is_filed { None } else { nearest_command(work.verbs, mail.language(), text) };
    let closes = is_filed && closes(work.store, &board, &missing)?;
    let page = FiledPage {
        table: &board.id,
        filed: is_filed,
        draft: received.is_draft,
        doubtful: received.is_draft && intent == Intent::Unsaid,
        back: is_back,
        near: near.filter(|_| commands.is_empty()),
        commands,
        receipt,
        dropped,
        ended,
        replaced,
        also: if is_filed { shown(also.iter()) } else { Vec::new() },
        before: !earlier.lines.is_empty(),
        closes,
        held: board.settings.release == Release::Moderator || board.clock.hold,
        deadline: board.deadline.map(Moment),
        paused: matches!(board.status, Status::Paused(_)),
        awaited,
        owing: missing.contains(&seat) && !received.is_draft,
    };
    let footer = work.voice.part(&mail.person, &page)?;
    mail.board = Some(board);
    let above = if closes { without_last_paragraph(&received.text) } else { received.text.trim_end() };
    let text = format!("{above}\n\n{}", footer.trim());
    let mended = if commands_are_none && !closes { received.mended(&orders) } else { None };
    Ok(Done { reply: Reply::Text(text.trim_start().to_owned()), problems, is_filed, mended })
}

/// Hands the orders of a letter over. What was perhaps a command makes them a draft, like anything else that was not understood.
fn receive(
    table: &mut dyn OpenTable,
    to: Writing<'_>,
    text: &str,
    intent: Intent,
    is_doubtful: bool,
) -> Result<Acknowledged> {
    if text.trim().is_empty() {
        return Ok(Acknowledged {
            text: String::new(),
            canonical: String::new(),
            problems: 0,
            open: 0,
            is_draft: false,
            fixes: Vec::new(),
        });
    }
    let intent = if is_doubtful && intent == Intent::Unsaid { Intent::Draft } else { intent };
    table.receive(to, text, intent)
}

/// An acknowledgement without its last paragraph, which says that another letter may come: not to whoever closes the round.
fn without_last_paragraph(text: &str) -> &str {
    let text = text.trim_end();
    text.rsplit_once("\n\n").map_or(text, |(above, _)| above.trim_end())
}

/// A letter without the lines that are answered elsewhere; the others keep their numbers.
fn without(text: &str, commands: &[AlmostCommand]) -> String {
    let lines = (1..).zip(text.lines());
    let kept = lines.map(|(number, line)| if commands.iter().any(|one| one.line == number) { "" } else { line });
    kept.collect::<Vec<_>>().join("\n")
}

/// What a seat had said for this round, and what stood for it, before a new letter came.
struct Earlier {
    lines: Vec<Single>,
    /// What letters for earlier stages, or for earlier rounds of this one, left for this one.
    kept: Vec<Single>,
    plans: Vec<String>,
    /// Whether the letter ended all plans: a letter that says nothing of plans does not bring them back.
    ends_plans: bool,
}

impl Earlier {
    fn of(store: &Records, board: &Board, table: &dyn OpenTable, to: Writing<'_>) -> Result<Earlier> {
        let filed = store.letters(&board.id, board.timeline, board.rounds + 1)?;
        let own = filed.into_iter().find(|one| one.seat == to.seat && one.finality != Finality::Amended);
        let text = own.map(|own| own.text).unwrap_or_default();
        let lines = table.one_by_one(&text, to.language);
        let kept = table.one_by_one(&table.lines_beside(to.seat, "en")?.join("\n"), to.language);
        let ends_plans = text.lines().any(|line| line.trim() == ALWAYS_NOTHING);
        Ok(Earlier { lines, kept, plans: table.plans(to.seat, to.language)?, ends_plans })
    }

    /// The orders of the letter before that are not in a new one, in whatever form; and those that letters for earlier stages had left.
    fn lost(&self, now: &[Single], also: &[Single]) -> (Vec<String>, Vec<String>) {
        let dropped = self.lines.iter().filter(|one| !stands_in(one, now) && !stands_in(one, also));
        let replaced = self.kept.iter().filter(|one| !stands_in(one, now) && !stands_in(one, also));
        (shown(dropped), shown(replaced))
    }
}

/// Whether a letter has a line about plans.
fn says_of_plans(table: &dyn OpenTable, to: Writing<'_>, text: &str) -> Result<bool> {
    Ok(table.what_if(to, text)?.canonical.lines().any(|line| line.starts_with("always ")))
}

/// A line that ends all plans, as it is filed.
const ALWAYS_NOTHING: &str = "always nothing";

/// Whether every alternative of a line is one of these lines.
fn stands_in(one: &Single, lines: &[Single]) -> bool {
    let stands = |choice: &String| lines.iter().any(|line| line.choices.contains(choice));
    one.choices.iter().all(stands)
}

fn shown<'s>(lines: impl Iterator<Item = &'s Single>) -> Vec<String> {
    lines.map(|line| line.shown.clone()).collect()
}

/// Whether the round closes at once, now that these are missing.
fn closes(store: &Records, board: &Board, missing: &[String]) -> Result<bool> {
    Ok(missing.is_empty() && board.status == Status::Running && may_hurry(store, board)?)
}

/// If nobody is missing any more, the clock looks at the table at once, unless the table keeps to the clock.
fn wake_if_full(work: &mut Work<'_>, board: &mut Board, missing: &[String]) -> Result<()> {
    if missing.is_empty() && board.status == Status::Running && board.settings.advance == Advance::AllIn {
        board.wake = Some(work.now);
        work.store.set_wake(&board.id, board.wake)?;
    }
    Ok(())
}

/// Lines that would be orders, from somebody who has no seat, or not at a table we know.
fn no_place_for(look: &mut Look<'_, '_>, mail: &Handling<'_>, text: &str) -> Result<Done> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let near = nearest_command(look.verbs, mail.language(), text);
    let tables = tables_of(look.store, mail.person.id)?;
    let commands: Vec<AlmostCommand> = meant_commands(look.verbs, mail.language(), text).take(MOST_NAMED).collect();
    if mail.board.is_none() && tables.is_empty() && near.is_none() && commands.is_empty() {
        return Ok(Done::well(help_for(look, mail)?));
    }
    let page = NoPlacePage {
        lines: lines.iter().take(5).map(|line| shortened(line)).collect(),
        more: lines.len().saturating_sub(5),
        near: near.filter(|_| commands.is_empty()),
        commands,
        table: mail.board.as_ref().map(|board| board.id.as_str()),
        tables,
    };
    Ok(Done::amiss(Reply::page(&page)?))
}

/// The command that a line was probably meant to be, in the writer's language: `please` in front of it is none.
fn nearest_command<'v>(verbs: &'v Verbs, language: &str, text: &str) -> Option<&'v str> {
    text.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().skip_while(|word| verbs.is_filler(word)).collect();
        let near = verbs.nearest(&words.join(" "))?;
        verbs.read(near).filter(|said| verbs.name(said.verb, language) == near).map(|_| near)
    })
}

/// The lines that begin with a command and are none, each with the command to copy.
fn meant_commands(verbs: &Verbs, language: &str, text: &str) -> impl Iterator<Item = AlmostCommand> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.filter_map(move |(line, typed)| {
        let command = verbs.meant(typed, language).map(str::to_owned).or_else(|| wish_to_join(verbs, typed))?;
        Some(AlmostCommand { line, text: shortened(typed), typed: typed.to_owned(), command, orders: Vec::new() })
    })
}

/// The command in `hi, I would like to join ostia-3 please`.
fn wish_to_join(verbs: &Verbs, typed: &str) -> Option<String> {
    let words: Vec<&str> = typed.split_whitespace().map(|word| word.trim_matches([',', '.', '!', '?'])).collect();
    let is_wish = |at: &usize| {
        let said = words.get(*at).and_then(|verb| verbs.read(verb)).filter(|said| said.in_full);
        let is_wish = said.is_some_and(|said| matches!(said.verb, Verb::Join | Verb::Observe | Verb::Standby));
        is_wish && words.get(at + 1).is_some_and(|table| verbs.is_table(table))
    };
    let at = (0..words.len()).find(is_wish)?;
    let mut command = format!("{} {}", words[at].to_lowercase(), words[at + 1].to_lowercase());
    // `as Greece please`: the wish goes along.
    let wish: Vec<&str> = words[at + 2..].iter().copied().filter(|word| !verbs.is_filler(word)).collect();
    if wish.first().is_some_and(|word| is_as(verbs, word)) && wish.len() <= 6 {
        command = format!("{command} {}", wish.join(" "));
    }
    Some(command)
}

/// The same without those that are an order, or hold one: these were never meant as a command.
fn almost_commands(verbs: &Verbs, table: &dyn OpenTable, to: Writing<'_>, text: &str) -> Result<Vec<AlmostCommand>> {
    let mut commands = claimed_commands(verbs, table, to, text)?;
    for one in meant_commands(verbs, to.language, text).take(MOST_NAMED) {
        if table.what_if(to, &one.typed)?.canonical.is_empty() {
            commands.push(one);
        }
    }
    Ok(commands)
}

/// The lines that are a command or an order of the open stage with a slip in it: nobody knows which but their writer.
fn claimed_commands(verbs: &Verbs, table: &dyn OpenTable, to: Writing<'_>, text: &str) -> Result<Vec<AlmostCommand>> {
    const MOST_ORDERS: usize = 3;
    let mut claimed = Vec::new();
    for (line, typed) in (1..).zip(text.lines()) {
        let Some(said) = verbs.read(typed).filter(|_| is_claimed(verbs, table, to.seat, typed)) else { continue };
        if !table.what_if(to, typed)?.canonical.is_empty() || claimed.len() == MOST_NAMED {
            continue;
        }
        let word = verbs.name(said.verb, to.language);
        let command =
            verbs.otherwise(said.verb, word).or(verbs.otherwise(said.verb, "draw")).unwrap_or(word).to_owned();
        let mut orders = table.begun_so(to.seat, typed, to.language);
        orders.truncate(MOST_ORDERS);
        claimed.push(AlmostCommand { line, text: shortened(typed), typed: typed.to_owned(), command, orders });
    }
    Ok(claimed)
}

/// Says what orders would do; files nothing. `what if after round 7` tries them where the table stood then, for whoever wonders afterwards.
pub fn try_out(look: &mut Look<'_, '_>, mail: &Handling<'_>, text: &str) -> Answer<Done> {
    let Trial { after, text } = Trial::read(look.verbs, text);
    let board = if after.is_some() { mail.need_started(look.store)? } else { mail.need_running(look.store)? };
    let seat = mail.need_seat(look.store)?.seat;
    need(!text.trim().is_empty(), || decline(Orders::WhatIfNothing))?;
    let to = Writing { report: &look.voice.report, seat: &seat, language: mail.language(), effort: look.voice.effort };
    let past;
    let table = match after {
        None => look.tables.see(look.store, &board)?,
        Some(number) => {
            // The last round of a game that is over leaves nothing open.
            let open = board.rounds.saturating_sub(u32::from(!board.is_alive()));
            need(number <= open, || decline(Info::NoSuchRound { rounds: open, number }))?;
            past = look.tables.as_it_was(look.store, &board, number)?;
            past.as_ref()
        }
    };
    let tried = table.what_if(to, &text)?;
    Ok(Done { reply: Reply::Text(tried.text), problems: tried.problems, is_filed: false, mended: None })
}

/// Orders to try, and where.
struct Trial {
    /// After how many rounds; without it, now.
    after: Option<u32>,
    /// The orders, on the lines on which they stood.
    text: String,
}

impl Trial {
    /// `what if after round 7`, `what if after 7`, `what if until turn end`: lines for later stages are always tried to the turn's end,
    /// so the last one says nothing new.
    fn read(verbs: &Verbs, text: &str) -> Trial {
        let mut after = None;
        let mut says = |line: &str| {
            let words: Vec<String> =
                line.split_whitespace().map(|word| word.trim_matches(':').to_lowercase()).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
            match words.as_slice() {
                ["until", "turn", "end"] | ["until", "the", "end", "of", "the", "turn"] => true,
                [before @ .., number] if verbs.word(&before.join(" ")) == Some(Word::AfterRound) => {
                    let number = number.parse().ok();
                    after = after.or(number);
                    number.is_some()
                }
                _ => false,
            }
        };
        let lines: Vec<&str> = text.lines().map(|line| if says(line) { "" } else { line }).collect();
        Trial { text: lines.join("\n"), after }
    }
}

/// Whether a seat's orders are awaited, and nothing of them is on file.
pub fn is_owing(work: &mut Work<'_>, mail: &Handling<'_>) -> Result<bool> {
    let (Some(board), Some(seat)) = (&mail.board, &mail.seat) else { return Ok(false) };
    let table = (board.is_started() && board.is_alive()).then(|| work.tables.see(work.store, board).ok()).flatten();
    let Some(table) = table else { return Ok(false) };
    Ok(missing(work.store, board, table)?.contains(seat) && !table.has_filed(seat)?)
}

/// Makes the filed orders a draft.
pub fn make_draft(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    file_again(work, mail, Finality::Draft)
}

/// Makes the filed orders final.
pub fn make_final(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    file_again(work, mail, Finality::Final)
}

fn filled(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}

fn file_again(work: &mut Work<'_>, mail: &mut Handling<'_>, finality: Finality) -> Answer<Reply> {
    let mut board = mail.need_running(work.store)?;
    let seat = mail.need_seat(work.store)?.seat;
    if let Some(stage) = too_late_for(&mut work.look(), mail, &board)? {
        let now = work.stage_title(&board.header, &board.stage, mail.language());
        return Err(decline(Orders::TooLateWord { stage, now }));
    }
    let filed = work.store.letters(&board.id, board.timeline, board.rounds + 1)?;
    let own = filed.into_iter().find(|one| one.seat == seat && one.finality != Finality::Amended);
    // Who has only plans may say that they are all that is wanted.
    let text = match own {
        Some(own) => own.text,
        None => work.see(&board)?.planned(&seat)?,
    };
    need(!text.is_empty(), || decline(Orders::NothingFiled { table: board.id.clone() }))?;
    let mut table = work.take(&board)?;
    let filed = turn::file(work, &board, &seat, &text, finality, Some(mail.person.id))?;
    table.restore(&seat, &text, finality)?;
    let to = Writing { report: &work.voice.report, seat: &seat, language: mail.language(), effort: work.voice.effort };
    let looked = table.look_at(to, &text)?;
    let missing = missing(work.store, &board, table.as_ref())?;
    work.tables.put(&board, table);
    wake_if_full(work, &mut board, &missing)?;
    let closes = closes(work.store, &board, &missing)?;
    mail.board = Some(board);
    let page = FiledAgainPage {
        draft: finality == Finality::Draft,
        closes,
        lines: filled(&text),
        receipt: Receipt::from(&filed),
        looked: (looked.problems + looked.open > 0).then(|| match closes {
            true => without_last_paragraph(&looked.text).to_owned(),
            false => looked.text,
        }),
    };
    Ok(Reply::page(&page)?)
}

fn shortened(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
