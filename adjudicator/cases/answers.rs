//! What the writer of a letter is told, beside what comes of it.
//!
//! A line that is marked with `!` must be refused in the answer to its letter as well as in the run, and no other line may be; the answer
//! is the one its writer would get who knew all that the case says. `answer Rome:` looks at the answer
//! as it would be sent, from which nothing is known of the others.

use super::Failure;
use super::file::Text;
use super::refusals::{Refusals, fits, reason_text};
use tabellarius_kernel::{Draft, Effort, Forecast, Listed, Outlook, Seat, Stage, Verdict, read};

/// Dice by the ends of their paths.
type Dice = [(String, Vec<u8>)];

/// What the writer of a letter is taken to know.
#[derive(Clone, Copy)]
enum Known<'a> {
    /// What a player knows.
    OwnView,
    /// All that the case says: the position, what others write, and the dice that it fixes.
    Everything(&'a Dice),
}

/// What the letter of a seat is told in the open round.
fn forecast<G: Listed>(
    game: &G,
    stage: &Stage<G>,
    seat: Seat,
    known: Known<'_>,
    effort: Effort,
) -> Option<Forecast<G>> {
    let mut draft = Draft::new(&stage.filed(seat)?.lines, &[], 7);
    if let Known::Everything(dice) = known {
        let others = game.seats().iter().filter(|other| *other != seat);
        draft.assumed = others.filter_map(|other| Some((other, stage.filed(other)?.lines.clone()))).collect();
        draft.dice = dice.to_vec();
        draft.world = Some(stage.start().clone());
    }
    Some(stage.forecast(game, seat, &draft, effort))
}

/// Notes what all letters of the open round are told.
pub fn listen<G: Listed>(game: &G, stage: &Stage<G>, dice: &Dice, refusals: &mut Refusals) {
    for seat in game.seats().iter() {
        for outlook in
            forecast(game, stage, seat, Known::Everything(dice), Effort::ONE).iter().flat_map(|told| &told.outlooks)
        {
            let reason = outlook.reason().map(|reason| reason_text(game, reason, &outlook.order));
            let why = match outlook.problem(game, "en") {
                // Whoever knows everything is not put off with what may lie hidden.
                None if outlook.verdict() == Verdict::Depends && outlook.share() == 0 => reason,
                None => None,
                Some(problem) => reason.or_else(|| {
                    Some(format!("{}: '{}'", super::refusals::tag(&problem.why, "complaint"), problem.piece))
                }),
            };
            let soft = outlook.reason().map(|reason| reason_text(game, reason, &outlook.order));
            let is_idle = matches!(outlook.verdict(), Verdict::Idle | Verdict::Overtaken);
            refusals.told(outlook.line as usize, why, soft, is_idle);
        }
    }
}

/// Looks at what a seat is told: `all is well`, `not all is well`, `will build legion Roma`, `cannot move fortress Roma -> Illyria ! MN-5.1`,
/// `will build legion Roma => build legion Roma with 3 tax`, `also move legion Roma -> Tarentum`, `odds Syracusae: held 50-70, lost 0-20`.
pub fn expect<G: Listed>(game: &G, stage: &Stage<G>, seat: Seat, lines: &[Text]) -> Vec<Failure> {
    let told = forecast(game, stage, seat, Known::OwnView, Effort::LETTER);
    let fail = |line: &Text| {
        let what = match (line.text.trim().strip_prefix("ends with "), &told) {
            (Some(order), _) => ends_with(game, stage, seat, order),
            (None, Some(told)) => expected(game, stage, seat, told, &line.text),
            (None, None) => Some("this seat has written no letter that could be answered".into()),
        };
        what.map(|what| Failure { line: line.line, what })
    };
    lines.iter().filter_map(fail).collect()
}

/// What is wrong with what is told beside a question: `ends with name trade leader: Rome`.
fn ends_with<G: Listed>(game: &G, stage: &Stage<G>, seat: Seat, order: &str) -> Option<String> {
    let wanted: Vec<G::Order> =
        read(game, order).lines.into_iter().flat_map(|line| line.choices).map(|choice| choice.order).collect();
    let endings = stage.endings(game, seat);
    let shown =
        |orders: &[G::Order]| orders.iter().map(|order| game.print_order(order, "en")).collect::<Vec<_>>().join("; ");
    let known: Vec<String> = endings.iter().map(|ending| shown(&ending.orders)).collect();
    let is_told = endings.iter().any(|ending| ending.orders == wanted);
    (!is_told).then(|| format!("this is not told to end the game; told are: {}", known.join(", ")))
}

fn expected<G: Listed>(game: &G, stage: &Stage<G>, seat: Seat, told: &Forecast<G>, text: &str) -> Option<String> {
    let (text, rule) = text.split_once('!').map_or((text, None), |(text, rule)| (text, Some(rule)));
    let text = text.trim().to_lowercase();
    let doubts = told.doubts();
    match text.as_str() {
        "all is well" if doubts == 0 => return None,
        "not all is well" if doubts > 0 => return None,
        "all is well" | "not all is well" => return Some(format!("{doubts} lines are doubted")),
        _ => {}
    }
    let (word, order) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
    match word {
        "odds" => return bounded(game, told, order),
        "also" => return counts_too(game, stage, seat, order),
        _ => {}
    }
    let (order, deed) = order.split_once("=>").map_or((order, None), |(order, deed)| (order, Some(deed)));
    let verdicts: &[Verdict] = match word {
        "will" => &[Verdict::Will],
        "partly" => &[Verdict::Partly],
        "depends" => &[Verdict::Depends],
        "cannot" => &[Verdict::Cannot, Verdict::Overtaken, Verdict::Idle],
        "waits" => &[Verdict::Waits],
        "later" => &[Verdict::Later],
        _ => {
            return Some(
                "an answer says: all is well, not all is well, will, partly, depends, cannot, waits, later, also, odds, ends with"
                    .into(),
            );
        }
    };
    let wanted = read(game, order).lines.into_iter().next()?.choices;
    let letter = stage.filed(seat)?;
    let Some(at) = letter.lines.iter().position(|line| line.choices == wanted) else {
        return Some(format!("'{order}' is no line of this letter"));
    };
    let outlook: &Outlook<G> = told.outlooks.get(at)?;
    if !verdicts.contains(&outlook.verdict()) {
        return Some(format!("expected {word}; it is: {:?} {:?}", outlook.verdict(), outlook.fates));
    }
    if let Some(deed) = deed {
        let wanted = read(game, deed).lines.into_iter().next()?.choices.into_iter().next()?.order;
        let done: Vec<String> = outlook.done_as.iter().map(|order| game.print_order(order, "en")).collect();
        if !outlook.done_as.contains(&wanted) {
            return Some(format!("expected to be done as{deed}; it is told to be done as: {}", done.join("; ")));
        }
    }
    let why = outlook.reason().map(|reason| reason_text(game, reason, &outlook.order)).unwrap_or_default();
    rule.filter(|rule| !fits(rule, &why)).map(|rule| format!("expected{rule}; it is: {why}"))
}

/// What is wrong with what is told of earlier letters: `also nothing`, or a line of one of them.
fn counts_too<G: Listed>(game: &G, stage: &Stage<G>, seat: Seat, text: &str) -> Option<String> {
    let also = stage.beside(game, seat);
    let shown: Vec<String> = also.iter().map(|line| line.print(game, "en")).collect();
    let is_so = match text.trim() {
        "nothing" => also.is_empty(),
        text => {
            read(game, text).lines.first().is_some_and(|wanted| also.iter().any(|line| line.choices == wanted.choices))
        }
    };
    (!is_so).then(|| {
        format!("from earlier letters counts: {}", if shown.is_empty() { "nothing".into() } else { shown.join("; ") })
    })
}

/// What is wrong with the odds that are told: `Syracusae: held 50-70, lost 0-20`, in hundredths of all throws.
fn bounded<G: Listed>(game: &G, told: &Forecast<G>, text: &str) -> Option<String> {
    let Some((place, bounds)) = text.split_once(':') else {
        return Some("odds are written so: odds Syracusae: held 50-70, lost 0-20".into());
    };
    let is_meant = |id: &str| game.name(id, "en").is_some_and(|name| name.eq_ignore_ascii_case(place.trim()));
    let Some(odds) = told.odds.iter().find(|odds| is_meant(&odds.subject)) else {
        let known: Vec<&str> = told.odds.iter().filter_map(|odds| game.name(&odds.subject, "en")).collect();
        return Some(format!("no odds are told of {}; there are odds of: {}", place.trim(), known.join(", ")));
    };
    let all: u32 = odds.outcomes.iter().map(|(_, times)| times).sum();
    bounds.split(',').find_map(|bound| {
        let read = || {
            let (outcome, range) = bound.trim().rsplit_once(char::is_whitespace)?;
            let (low, high) = range.split_once('-')?;
            Some((outcome.trim(), low.parse::<u32>().ok()?, high.parse::<u32>().ok()?))
        };
        let Some((outcome, low, high)) = read() else {
            return Some(format!("'{bound}' is no bound: write held 50-70"));
        };
        let times = odds.outcomes.iter().find(|(name, _)| *name == outcome).map_or(0, |(_, times)| *times);
        let share = (100 * times).checked_div(all).unwrap_or(0);
        (!(low..=high).contains(&share))
            .then(|| format!("expected {outcome} {low}-{high}; it is {share} in {all} throws"))
    })
}
