//! Orders: filed, tried, drafts and final ones.

use super::{Case, Outcome};
use crate::desk::Answer;
use crate::desk::open_table::Writing;
use crate::desk::turn::grouped;
use crate::desk::verb::Verb;
use crate::desk::work::Work;
use crate::mail::Letter;
use crate::mail::selection::SentForm;
use crate::settings::Awaited;
use crate::store::{Board, Finality, Status};
use serde::Serialize;
use serde_json::json;
use tabellarius_kernel::stage::Finality as Filing;

/// What the writer says about his letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intent {
    /// `draft`: no round closes early because of it.
    Draft,
    /// `final`: it counts as it is.
    Final,
    /// Nothing: it counts, unless something in it looks wrong. A slip of the pen must not close a round before its writer could
    /// mend it.
    Unsaid,
}

/// A line that begins with a command and is none.
#[derive(Serialize)]
struct AlmostCommand {
    line: u32,
    text: String,
    #[serde(skip)]
    typed: String,
    /// What its writer may have meant.
    command: String,
}

impl Work<'_> {
    /// Files the orders of a letter.
    pub(super) fn file_orders(&mut self, case: &mut Case, text: &str, intent: Intent) -> Answer<Outcome> {
        if case.board.is_none() || self.seat_row(case)?.is_none() {
            return self.no_place_for(case, text);
        }
        let mut board = self.need_running(case)?;
        let (_, seat) = self.need_seat(case)?;
        let mut is_back = false;
        for mut own in self.own_rows(case)? {
            is_back |= self.welcome_back(&board, &mut own, case.person.id)?;
        }
        case.seat = Some(seat.seat.clone());
        if let Some(stage) = self.too_late_for(case, &board)? {
            return self.came_too_late(case, board, &seat.seat, text, &stage);
        }
        let language = case.person.language.clone();
        let (acknowledged, missing, stage, is_draft, commands) =
            self.at_table(case, &mut board, |desk, board, table| {
                if board.clock.grace && table.has_filed(&seat.seat) && !table.awaited().contains(&seat.seat) {
                    return desk.refuse(case, "locked", &json!({ "table": board.id }));
                }
                let others = desk.others_ordered(board, table.as_ref(), &seat, text)?;
                if !others.is_empty() {
                    return desk.refuse(case, "others-seats", &json!({ "seat": seat.seat, "others": others }));
                }
                let to = Writing { report: desk.report, seat: &seat.seat, language: &language };
                let finality = if intent == Intent::Draft { Filing::Draft } else { Filing::Final };
                let acknowledged = table.receive(to, text, finality)?;
                let is_doubtful =
                    intent == Intent::Unsaid && acknowledged.problems > 0 && !acknowledged.canonical.is_empty();
                if is_doubtful {
                    table.restore(&seat.seat, &acknowledged.canonical, Finality::Draft)?;
                }
                let missing = desk.missing(board, table.as_ref())?;
                let mut commands = desk.almost_commands(&language, text);
                // What is an order, or holds one, was never meant as a command.
                commands.retain(|one| table.what_if(to, &one.typed).is_ok_and(|read| read.canonical.is_empty()));
                Ok((acknowledged, missing, table.gathers(), is_doubtful || intent == Intent::Draft, commands))
            })?;
        let is_filed = !acknowledged.canonical.is_empty();
        let mut receipt = None;
        if is_filed {
            let finality = if is_draft { Finality::Draft } else { Finality::Final };
            let filed = self.file(&board, &seat.seat, &acknowledged.canonical, finality, Some(case.person.id))?;
            receipt = Some(json!({ "number": filed.number, "chain": grouped(&filed.chain) }));
            if missing.is_empty() && board.status == Status::Running {
                board.wake = Some(self.now);
                self.store.set_wake(&board.id, board.wake)?;
            }
        }
        // Who else is asked may be a secret in a round of single questions; in a round of orders all are.
        let shows = stage && board.settings.awaited == Awaited::Shown;
        let others = missing.iter().filter(|name| **name != seat.seat);
        let awaited: Option<Vec<String>> =
            shows.then(|| others.map(|name| self.shown(&board, name, &language)).collect());
        let near = if is_filed { None } else { text.lines().find_map(|line| self.verbs.nearest(line)) };
        let near = near.filter(|_| commands.is_empty());
        let footer = self.report.page(
            &language,
            "desk/filed.txt",
            &json!({
                "table": board.id,
                "filed": is_filed,
                "draft": is_draft,
                "doubtful": is_draft && intent == Intent::Unsaid,
                "back": is_back,
                "near": near,
                "commands": commands,
                "receipt": receipt,
                "deadline": board.deadline.map(|deadline| self.when(deadline, &case.person)),
                "paused": matches!(board.status, Status::Paused(_)),
                "awaited": awaited,
                "owing": missing.contains(&seat.seat) && !is_draft,
            }),
        )?;
        case.board = Some(board);
        let text = format!("{}\n\n{}", acknowledged.text.trim_end(), footer.trim());
        Ok(Outcome { text, problems: acknowledged.problems + acknowledged.open, filed: is_filed })
    }

    /// Says that a letter came after its stage was closed, and shows it; files nothing.
    fn came_too_late(
        &mut self,
        case: &mut Case,
        mut board: Board,
        seat: &str,
        text: &str,
        stage: &str,
    ) -> Answer<Outcome> {
        let language = case.person.language.clone();
        let (read, now) = self.at_table(case, &mut board, |desk, _, table| {
            let to = Writing { report: desk.report, seat, language: &language };
            Ok((table.what_if(to, text)?, table.stage_title(desk.report, &language)?))
        })?;
        let what = json!({
            "table": board.id,
            "seat": seat,
            "stage": stage,
            "now": now,
            "problems": read.problems,
            "lines": read.canonical.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>(),
            "typed": text.lines().map(str::trim).filter(|line| !line.is_empty()).take(10).collect::<Vec<_>>(),
            "deadline": board.deadline.map(|deadline| self.when(deadline, &case.person)),
            "use": self.verbs.name(Verb::Use, &language),
        });
        case.board = Some(board);
        Ok(Outcome { text: self.report.page(&language, "desk/too-late.txt", &what)?, problems: 1, filed: false })
    }

    /// The orders of the letter that came too late shall count for the round that is open now.
    pub(super) fn use_late_letter(&mut self, case: &mut Case, intent: Intent) -> Answer<Outcome> {
        let raw = case.answered.letter_before().map(|print| self.store.mail_with(print)).transpose()?.flatten();
        let letter = raw.map(|raw| Letter::read(&raw, self.phrases));
        let sender = letter.as_ref().and_then(|letter| letter.sender()).map(|from| from.base()).unwrap_or_default();
        let Some(letter) = letter.filter(|_| case.person.has(&sender)) else {
            return self.refuse(case, "nothing-to-use", &json!({}));
        };
        let home = case.board.as_ref().map(|board| board.id.clone());
        let form = self.form_answered(&letter, &case.person)?;
        let sent = form.as_ref().map(|form| SentForm { before: &form.before, form: &form.form, after: &form.after });
        let sheets = self.script(case, &letter, sent)?.sheets;
        let sheet = sheets
            .into_iter()
            .find(|sheet| !sheet.orders.trim().is_empty() && (sheet.table.is_none() || sheet.table == home));
        match sheet {
            Some(sheet) => self.file_orders(case, &sheet.orders, intent),
            None => self.refuse(case, "nothing-to-use", &json!({})),
        }
    }

    /// Lines that would be orders, from somebody who has no seat, or not at a table we know.
    fn no_place_for(&mut self, case: &mut Case, text: &str) -> Answer<Outcome> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let near = lines.iter().find_map(|line| self.verbs.nearest(line)).map(str::to_owned);
        let commands = self.almost_commands(case.language(), text);
        let tables = self.store.boards_of(case.person.id)?;
        if case.board.is_none() && tables.is_empty() && near.is_none() && commands.is_empty() {
            return Ok(Outcome::said(self.help_for(case)?));
        }
        let what = json!({
            "lines": lines.iter().take(5).map(|line| shortened(line)).collect::<Vec<_>>(),
            "more": lines.len().saturating_sub(5),
            "near": near.filter(|_| commands.is_empty()),
            "commands": commands,
            "table": case.board.as_ref().map(|board| &board.id),
            "tables": tables,
        });
        let text = self.report.page(case.language(), "desk/no-place.txt", &what)?;
        Ok(Outcome { text, problems: 1, filed: false })
    }

    /// The lines that begin with a command and are none, each with the command to copy.
    fn almost_commands(&self, language: &str, text: &str) -> Vec<AlmostCommand> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let meant = lines.filter_map(|(line, typed)| {
            let command = self.verbs.meant(typed, language).map(str::to_owned).or_else(|| self.wish_to_join(typed))?;
            Some(AlmostCommand { line, text: shortened(typed), typed: typed.to_owned(), command })
        });
        meant.take(5).collect()
    }

    /// The command in `hi, I would like to join ostia-3 please`.
    fn wish_to_join(&self, typed: &str) -> Option<String> {
        let words: Vec<&str> = typed.split_whitespace().map(|word| word.trim_matches([',', '.', '!', '?'])).collect();
        let pairs = words.windows(2).filter_map(|pair| <[&str; 2]>::try_from(pair).ok());
        let mut wishes = pairs.filter(|[verb, table]| {
            let said = self.verbs.read(verb).filter(|said| said.in_full);
            let is_wish = said.is_some_and(|said| matches!(said.verb, Verb::Join | Verb::Observe | Verb::Standby));
            is_wish && self.verbs.is_table(table)
        });
        wishes.next().map(|[verb, table]| format!("{} {}", verb.to_lowercase(), table.to_lowercase()))
    }

    /// Says what orders would do; files nothing.
    pub(super) fn try_orders(&mut self, case: &mut Case, text: &str) -> Answer<Outcome> {
        let mut board = self.need_running(case)?;
        let (_, seat) = self.need_seat(case)?;
        let language = case.person.language.clone();
        let tried = self.at_table(case, &mut board, |desk, _, table| {
            Ok(table.what_if(Writing { report: desk.report, seat: &seat.seat, language: &language }, text)?)
        })?;
        Ok(Outcome { text: tried.text, problems: tried.problems, filed: false })
    }

    /// Makes the filed orders a draft.
    pub(super) fn make_draft(&mut self, case: &mut Case) -> Answer<String> {
        self.file_again(case, Finality::Draft, "is-draft")
    }

    /// Makes the filed orders final.
    pub(super) fn make_final(&mut self, case: &mut Case) -> Answer<String> {
        self.file_again(case, Finality::Final, "is-final")
    }

    fn file_again(&mut self, case: &mut Case, finality: Finality, key: &str) -> Answer<String> {
        let mut board = self.need_running(case)?;
        let (_, seat) = self.need_seat(case)?;
        if let Some(stage) = self.too_late_for(case, &board)? {
            let now = self.stage_title(&board.header, &board.stage, &case.person.language);
            return self.refuse(case, "too-late-word", &json!({ "stage": stage, "now": now }));
        }
        let filed = self.store.letters(&board.id, board.timeline, board.rounds + 1)?;
        let own = filed.into_iter().find(|one| one.seat == seat.seat && one.finality != Finality::Amended);
        // Who has only plans may say that they are all he wants.
        let text = match own {
            Some(own) => own.text,
            None => self.at_table(case, &mut board, |_, _, table| Ok(table.planned(&seat.seat)))?,
        };
        if text.is_empty() {
            return self.refuse(case, "nothing-filed", &json!({ "table": board.id }));
        }
        let filed = self.file(&board, &seat.seat, &text, finality, Some(case.person.id))?;
        let language = case.person.language.clone();
        let (is_full, looked) = self.at_table(case, &mut board, |desk, board, table| {
            table.restore(&seat.seat, &text, finality)?;
            let to = Writing { report: desk.report, seat: &seat.seat, language: &language };
            let looked = table.look_at(to, &text)?;
            Ok((desk.missing(board, table.as_ref())?.is_empty(), looked))
        })?;
        if is_full && board.status == Status::Running {
            board.wake = Some(self.now);
            self.store.set_wake(&board.id, board.wake)?;
        }
        case.board = Some(board);
        let receipt = json!({ "number": filed.number, "chain": grouped(&filed.chain) });
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        // What is wrong with them, or still asked, is said as in the answer to any letter.
        let looked = (looked.problems + looked.open > 0).then_some(looked.text);
        let what = json!({ "lines": lines, "receipt": receipt, "looked": looked });
        Ok(self.report.page(case.language(), &format!("desk/{key}.txt"), &what)?)
    }

    /// What is filed now.
    pub(super) fn orders(&mut self, case: &mut Case) -> Answer<String> {
        let board = self.need_started(case)?;
        let (_, seat) = self.need_seat(case)?;
        let filed = self.store.letters(&board.id, board.timeline, board.rounds + 1)?;
        let filed = filed.into_iter().rfind(|one| one.seat == seat.seat);
        let what = json!({
            "lines": filed.as_ref().map(|one| one.text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>()),
            "draft": filed.as_ref().is_some_and(|one| one.finality == Finality::Draft),
            "amended": filed.as_ref().is_some_and(|one| one.finality == Finality::Amended),
            "receipt": filed.as_ref().map(|one| json!({ "number": one.number, "chain": grouped(&one.chain) })),
            "table": board.id,
        });
        Ok(self.report.page(case.language(), "desk/orders.txt", &what)?)
    }

    /// The standing plans.
    pub(super) fn plans(&mut self, case: &mut Case) -> Answer<String> {
        let mut board = self.need_started(case)?;
        let (_, seat) = self.need_seat(case)?;
        let language = case.person.language.clone();
        let (plans, kept) = self.at_table(case, &mut board, |_, _, table| {
            Ok((table.plans(&seat.seat, &language), table.waiting_lines(&seat.seat, &language)))
        })?;
        let what = json!({ "plans": plans, "kept": kept, "table": board.id });
        Ok(self.report.page(case.language(), "desk/plans.txt", &what)?)
    }

    /// Every letter of the writer's seat with its receipt.
    pub(super) fn receipts(&mut self, case: &mut Case) -> Answer<String> {
        let (board, seat) = self.need_seat(case)?;
        let letters = self.store.letters_of(&board.id, &seat.seat)?;
        let letters: Vec<_> = letters
            .iter()
            .rev()
            .take(20)
            .map(|one| {
                let orders: Vec<&str> = one.text.lines().filter(|line| !line.is_empty()).collect();
                json!({
                    "number": one.number,
                    "when": self.when(one.filed, &case.person),
                    "chain": grouped(&one.chain),
                    "automaton": one.author.is_none(),
                    "orders": orders,
                })
            })
            .collect();
        Ok(self.report.page(case.language(), "desk/receipts.txt", &json!({ "letters": letters, "seat": seat.seat }))?)
    }
}

fn shortened(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
