//! Reading a case file: headers at the margin, their lines indented below them.

use tabellarius_kernel::Pace;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::nearest;

/// A line of the file, without its comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// Its number, counted from 1.
    pub line: usize,
    /// How far it is indented.
    pub indent: usize,
    /// What it says.
    pub text: String,
}

/// The position a case begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// A table with nothing on it.
    Empty,
    /// The set-up of the game, in a variant if one is named.
    Setup(Option<String>),
}

/// When an expectation is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// As things stand, before the round is closed.
    Now,
    /// After the round is closed.
    After,
}

/// What a case does, step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Facts of the board that are different.
    Facts(Vec<Text>),
    /// Lines of a section of the position. The header's own line tells where it stands.
    Set(Text, Vec<Text>),
    /// Dice that are fixed.
    Dice(Vec<Text>),
    /// A letter: the seat and its lines.
    Letter(Text, Vec<Text>),
    /// Standing plans: the seat and its lines.
    Plan(Text, Vec<Text>),
    /// What the seat is told about its letter.
    Answer(Text, Vec<Text>),
    /// The round is closed without more letters.
    Then(usize),
    /// What is expected.
    Expect(When, Vec<Text>),
}

/// One case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// What it shows, with the numbers of its rules.
    pub title: Text,
    /// The game.
    pub game: Text,
    /// How many players.
    pub players: usize,
    /// The variant.
    pub variant: Text,
    /// The position it begins with.
    pub start: Start,
    /// How the table waits.
    pub pace: Pace,
    /// What happens.
    pub steps: Vec<Step>,
}

/// The headers that every game shares; sections of the position come on top.
pub const HEADERS: &[&str] = &[
    "case", "game", "players", "variant", "start", "pace", "facts", "dice", "letter", "plan", "answer", "then",
    "expect",
];

struct Reader<'a> {
    file: &'a str,
    flaws: Vec<Flaw>,
    cases: Vec<Case>,
}

/// Reads all cases of a file, or says everything that is wrong with it.
pub fn read(file: &str, text: &str) -> Result<Vec<Case>, Vec<Flaw>> {
    let mut reader = Reader { file, flaws: Vec::new(), cases: Vec::new() };
    let lines: Vec<Text> = text.trim_start_matches('\u{feff}').lines().enumerate().map(plain).collect();
    let mut at = 0;
    while let Some(header) = lines.get(at) {
        at += 1;
        if header.text.is_empty() {
            continue;
        }
        if header.indent > 0 {
            reader.flaw(header.line, "this line is indented, but no header stands above it".into());
            continue;
        }
        let length = lines[at..].iter().take_while(|line| line.indent > 0 || line.text.is_empty()).count();
        reader.block(header, &lines[at..at + length]);
        at += length;
    }
    if reader.cases.is_empty() && reader.flaws.is_empty() {
        reader
            .flaw(1, "there is no case in this file; it should begin with 'case: what it shows (rule number)'".into());
    }
    if reader.flaws.is_empty() { Ok(reader.cases) } else { Err(reader.flaws) }
}

fn plain((i, typed): (usize, &str)) -> Text {
    let mut end = typed.len();
    let mut before = ' ';
    for (at, c) in typed.char_indices() {
        if c == '#' && before.is_whitespace() {
            end = at;
            break;
        }
        before = c;
    }
    let text = typed[..end].trim_end();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    Text { line: i + 1, indent, text: text.trim_start().to_string() }
}

impl Reader<'_> {
    fn flaw(&mut self, line: usize, reason: String) {
        self.flaws.push(Flaw { file: self.file.into(), line, reason });
    }

    fn block(&mut self, header: &Text, below: &[Text]) {
        let (key, rest) =
            header.text.split_once(':').map_or((header.text.as_str(), None), |(k, r)| (k, Some(r.trim())));
        let (word, argument) = key.trim().split_once(char::is_whitespace).unwrap_or((key.trim(), ""));
        let word = word.to_lowercase();
        let argument = Text { line: header.line, indent: 0, text: argument.trim().to_string() };
        let value = Text { line: header.line, indent: 0, text: rest.unwrap_or_default().to_string() };
        if rest.is_none() && word != "then" {
            let meant = nearest(&word, HEADERS).map_or(String::new(), |meant| format!("; did you mean '{meant}:'?"));
            return self
                .flaw(header.line, format!("expected a header that ends with a colon, such as 'board:'{meant}"));
        }
        if word == "case" {
            return self.begin(value, below);
        }
        if self.cases.is_empty() {
            let reason = "a case begins with 'case: what it shows (rule number)'";
            if self.flaws.is_empty() {
                self.flaw(header.line, reason.into());
            }
            return;
        }
        let mut lines: Vec<Text> = Vec::new();
        if !value.text.is_empty() {
            lines.push(value.clone());
        }
        lines.extend(below.iter().filter(|line| !line.text.is_empty()).cloned());
        let single = matches!(word.as_str(), "game" | "players" | "variant" | "start" | "pace" | "then");
        if let (true, Some(line)) = (single, below.iter().find(|line| !line.text.is_empty())) {
            let reason = format!("nothing is expected below '{word}:'; what it says stands on its own line");
            return self.flaw(line.line, reason);
        }
        if let Err(reason) = self.header(&word, argument, value, lines) {
            self.flaw(header.line, reason);
        }
    }

    fn begin(&mut self, title: Text, below: &[Text]) {
        if title.text.is_empty() {
            return self
                .flaw(title.line, "a case needs a title, such as 'case: A fortress adds six (MN-5.4.1)'".into());
        }
        if let Some(line) = below.iter().find(|line| !line.text.is_empty()) {
            return self.flaw(line.line, "nothing is expected below 'case:'".into());
        }
        let none = Text { line: title.line, indent: 0, text: String::new() };
        self.cases.push(Case {
            game: Text { text: "mare-nostrum".into(), ..none.clone() },
            variant: none,
            title,
            players: 5,
            start: Start::Empty,
            pace: Pace::Bulk,
            steps: Vec::new(),
        });
    }

    fn header(&mut self, word: &str, argument: Text, value: Text, lines: Vec<Text>) -> Result<(), String> {
        let Some(case) = self.cases.last_mut() else { return Ok(()) };
        if !argument.text.is_empty() && !matches!(word, "letter" | "plan" | "answer" | "expect" | "then") {
            return Err(format!("'{word}' is followed by a colon, not by '{}'", argument.text));
        }
        match word {
            "game" => case.game = value,
            "variant" => case.variant = Text { text: format!("{},{}", case.variant.text, value.text), ..value },
            "players" => match value.text.parse() {
                Ok(players @ 1..=12) => case.players = players,
                Ok(_) => return Err("no game is for so many players".into()),
                Err(_) => {
                    let names: Vec<String> = value.text.split(',').map(|name| name.trim().to_lowercase()).collect();
                    case.players = names.len();
                    case.variant.text = format!("{},seats={}", case.variant.text, names.join("+"));
                }
            },
            "start" => {
                case.start = match value.text.to_lowercase().as_str() {
                    "empty" => Start::Empty,
                    "set-up" | "setup" => Start::Setup(None),
                    "" => return Err("'start:' says empty, set-up, or the name of a set-up".into()),
                    named => Start::Setup(Some(named.into())),
                }
            }
            "pace" => {
                case.pace = match value.text.as_str() {
                    "bulk" => Pace::Bulk,
                    "strict" => Pace::Strict,
                    other => return Err(format!("'{other}' is not a pace; there are: bulk, strict")),
                }
            }
            "facts" => case.steps.push(Step::Facts(lines)),
            "dice" => case.steps.push(Step::Dice(lines)),
            "letter" | "plan" | "answer" if argument.text.is_empty() => {
                return Err(format!("whose {word}? Write, for example, '{word} Rome:'"));
            }
            "letter" => case.steps.push(Step::Letter(argument, lines)),
            "plan" => case.steps.push(Step::Plan(argument, lines)),
            "answer" if lines.is_empty() => return Err("say what the answer tells, on indented lines".into()),
            "answer" => case.steps.push(Step::Answer(argument, lines)),
            "then" => case.steps.push(Step::Then(value.line)),
            "expect" => {
                let when = match argument.text.as_str() {
                    "" => When::After,
                    "now" => When::Now,
                    other => {
                        return Err(format!("'expect {other}' is not known; there are 'expect:' and 'expect now:'"));
                    }
                };
                if lines.is_empty() {
                    return Err("nothing is expected here; say what, on indented lines".into());
                }
                case.steps.push(Step::Expect(when, lines));
            }
            section => {
                let header = Text { text: section.into(), ..value };
                case.steps.push(Step::Set(header, lines));
            }
        }
        Ok(())
    }
}
