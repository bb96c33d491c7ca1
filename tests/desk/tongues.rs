//! Each reader in the own language: no mail to somebody who reads Italian, Polish or Dutch has an English word in it that is not a name.

use crate::house::{ANNA, BELA, CLEO, DAY, House, LIVIA, Says as _, Sent};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tabellarius::catalogue::{GAMES, Visit, visit};
use tabellarius_kernel::Listed;

const LANGUAGES: [&str; 3] = ["it", "pl", "nl"];

/// Games whose sentences are still being written in a language.
const NOT_YET: [(&str, &str); 0] = [];

/// What is played, by how many.
const TABLES: [(&str, &str); 6] = [
    ("mare-nostrum", "3 variant seats=rome+greece+egypt"),
    ("empires", "3"),
    ("mythology", "3"),
    ("seven-wonders", "3 variant leaders,cities"),
    ("inner-sea", "3"),
    ("latrones", "3"),
];

/// English words that no other of our languages has: wherever one stands, somebody forgot something.
const NEVER: &str = "the and you your with from have this that will not are were their they which would could should cannot been has its \
                     into there these those what when where who why how any each every other some such does done turn table";

/// Words that Dutch and the others share with English, or names.
const SHARED: &str =
    "winter club zero bulk band men audit tabellarius status format minimum maximum pgp tls smtp mime utc";

fn words_in(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1).map(str::to_lowercase)
}

/// The words of all strings of a TOML file, or of a text without the code in it.
fn words_of_file(path: &Path, words: &mut BTreeSet<String>) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut add = |text: &str| words.extend(words_in(&without_code(text)));
    if path.extension().is_some_and(|end| end == "toml") {
        fn strings(value: &toml::Value, add: &mut dyn FnMut(&str)) {
            match value {
                toml::Value::String(text) => add(text),
                toml::Value::Array(all) => all.iter().for_each(|one| strings(one, add)),
                toml::Value::Table(table) => table.values().for_each(|one| strings(one, add)),
                _ => {}
            }
        }
        strings(&toml::Value::Table(toml::from_str(&text).unwrap()), &mut add);
    } else {
        add(&text);
    }
}

/// A template without what is looked up in it, and without commands for a terminal.
fn without_code(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['{', '<', '`']) {
        let end = match &rest[at..] {
            code if code.starts_with('`') => "`",
            code if code.starts_with("{{") => "}}",
            code if code.starts_with("{%") => "%}",
            code if code.starts_with("{#") => "#}",
            code if code.starts_with('<') => ">",
            _ => "{",
        };
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at + 1..].split_once(end).map_or("", |(_, after)| after);
    }
    out + rest
}

fn words_below(folder: &Path, words: &mut BTreeSet<String>, wanted: &dyn Fn(&Path) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            words_below(&path, words, wanted);
        } else if wanted(&path) {
            words_of_file(&path, words);
        }
    }
}

/// All words that we write or read in a language.
fn vocabulary(language: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = BTreeSet::new();
    words_below(&root.join("templates").join(language), &mut words, &|_| true);
    let ending = format!("{language}.toml");
    let is_words = |path: &Path| path.to_str().is_some_and(|path| path.ends_with(&ending) && !path.contains("/mail/"));
    words_below(&root.join("config"), &mut words, &is_words);
    words
}

/// The words of names: whatever a game writes with a capital in English.
struct Names;

impl Visit for Names {
    type Out = BTreeSet<String>;

    fn game<G: Listed>(self, game: G) -> BTreeSet<String> {
        let lexicon = game.lexicon();
        let names = lexicon.terms().map(|term| lexicon.name("en", term));
        names.filter(|name| name.starts_with(char::is_uppercase)).flat_map(words_in).collect()
    }
}

/// What may stand in a mail besides the language's own words.
fn names_of(game: &str, players: usize) -> BTreeSet<String> {
    let mut names = visit(game, players, "", Names).unwrap_or_default();
    for entry in GAMES {
        let variants = entry.variants.iter().map(|(key, _)| *key);
        names.extend([entry.key, entry.name].into_iter().chain(variants).flat_map(words_in));
    }
    names.extend(words_in(SHARED));
    names
}

/// The English words in a mail, each with the line it stands in.
fn english_in(
    sent: &Sent,
    english: &BTreeSet<String>,
    own: &BTreeSet<String>,
    typed: &BTreeSet<String>,
    found: &mut BTreeMap<String, String>,
) {
    // What somebody has typed comes back to them as they typed it: in quotation marks, or as an item of a list.
    let is_echo = |line: &str| line.trim_start().starts_with("- ") || line.contains(['«', '„', '‘', '"']);
    let calendar = sent.file("deadline.ics").map(|file| String::from_utf8(file).unwrap().replace("\r\n ", ""));
    let calendar = calendar.unwrap_or_default();
    let told = |line: &&str| line.starts_with("SUMMARY") || line.starts_with("DESCRIPTION");
    let entries = calendar.lines().filter(told).filter_map(|line| Some(line.split_once(':')?.1));
    for line in sent.text.lines().chain([sent.subject.as_str()]).chain(entries) {
        // Addresses, variants (`seats=rome`), zones and what has a number in it are no words.
        let is_code = |word: &&str| word.contains(['@', '=', '/', '_']) || word.contains(|c: char| c.is_ascii_digit());
        let plain = line.split_whitespace().filter(|word| !is_code(word));
        for word in plain.flat_map(|word| words_in(word).collect::<Vec<_>>()) {
            let is_typed = is_echo(line) && typed.contains(&word);
            if english.contains(&word) && !own.contains(&word) && !is_typed {
                found.entry(word).or_insert_with(|| format!("{} | {line}", sent.subject));
            }
        }
    }
}

/// A table whose people read a language, some rounds after its start; and the words that they have typed.
fn played(language: &str, game: &str, how: &str) -> (House, BTreeSet<String>) {
    let mut typed: BTreeSet<String> = words_in("no orders, none, winter; en it pl nl").collect();
    let mut house = House::new();
    house.desk.club.language = language.to_owned();
    house.desk.hurry(true);
    house.desk.club.limits = tabellarius::desk::limits::Limits::patient();
    // Their commands are English here, and a first letter is answered in its own language.
    for person in [LIVIA, ANNA, BELA, CLEO] {
        house.write(person, &format!("language {language}"));
    }
    house.write(LIVIA, &format!("new ostia-3 {game} {how}"));
    for person in [ANNA, BELA, CLEO] {
        house.write(person, "join ostia-3");
    }
    house.write(LIVIA, "table ostia-3\nstart");
    assert!(house.board("ostia-3").is_started(), "{language} {game}");
    for _ in 0..4 {
        for (address, text) in house.desk.automata_letters("ostia-3").unwrap() {
            typed.extend(words_in(&text));
            house.write(&address, &format!("table ostia-3\n{text}"));
        }
    }
    (house, typed)
}

/// What people write, so that every kind of answer is seen.
fn ask_everything(house: &mut House) {
    for line in [
        "help",
        "help press",
        "help if",
        "list",
        "games",
        "rules",
        "rules 1.1",
        "status",
        "map",
        "sheet",
        "history",
        "history 1",
        "explain",
        "receipts",
        "orders",
        "plans",
        "gibberish",
        "statsu",
        "qwertz Roma",
        "what if\nalways nothing",
        "odds qwertz",
        "card qwertz",
        "card qwertz uiop",
        "history 99",
        "language klingon",
        "timezone Europe/Rme",
        "timezone Europe/Rome",
        "format qwertz",
        "format digest",
        "format every",
        "name anna",
        "absent qwertz",
        "absent 10 days",
        "back",
        "extend 2 days",
        "extend qwertz",
        "draw",
        "draw no",
        "press to qwertz\nAve\nend",
        "press to all\nAve\nend",
        "press to bela\nAve\nend",
        "reply\nAve\nend",
        "diary\nAve\nend",
        "mute bela",
        "unmute bela",
        "emergency",
        "password x",
        "address none",
        "concede",
        "league",
        "standings winter",
        "rating",
        "observe ostia-3",
        "standby ostia-3",
        "accept ostia-3",
        "leave ostia-9",
        "table ostia-4\nstatus",
        "use it",
        "draft",
        "no orders",
    ] {
        house.write(ANNA, &format!("table ostia-3\n{line}"));
    }
    for line in [
        "set",
        "set grace 1 day",
        "set deadline Sunday 20:00 Europe/Rome",
        "set qwertz 1",
        "set press qwertz",
        "set least 8 days",
        "deadline 3 days",
        "deadline qwertz 20:00",
        "pause",
        "resume",
        "hold",
        "quarantine",
        "announce\nAve\nend",
        "note\nAve\nend",
        "clear-votes",
        "new ostia-3",
        "new tiber-1 qwertz",
        "new tiber-1 latrones 2 strict",
        "rollback to 1",
        "forward",
        "force",
        "help",
        "preview",
        "amend anna: nothing",
        "set Roma: qwertz",
        "replace bela by dido@home.example",
        "eject bela",
        "caretaker anna",
        "league new winter latrones 3",
        "league winter",
        "league set winter rounds 4",
        "league join winter",
    ] {
        house.write(LIVIA, &format!("table ostia-3\n{line}"));
    }
    house.write(BELA, "table ostia-3\nemergency yes");
    house.wait(9 * DAY);
    house.write(LIVIA, "table ostia-3\nclose: Ave");
}

fn no_english_for(game: &str) {
    let (_, how) = TABLES.iter().find(|(key, _)| *key == game).unwrap();
    let english = vocabulary("en");
    let mut bad = String::new();
    for language in LANGUAGES.into_iter().filter(|language| !NOT_YET.contains(&(language, game))) {
        let own: BTreeSet<String> = vocabulary(language).union(&names_of(game, 3)).cloned().collect();
        let (mut house, typed) = played(language, game, how);
        if game == "latrones" {
            ask_everything(&mut house);
        } else {
            for line in
                ["status", "map", "sheet", "explain", "history", "rules 1.1", "help", "orders", "qwertz Roma", "games"]
            {
                house.write(ANNA, &format!("table ostia-3\n{line}"));
            }
            house.wait(9 * DAY);
        }
        let mut found = BTreeMap::new();
        for sent in house.sent.iter().filter(|sent| !sent.to.starts_with("ops@")) {
            english_in(sent, &english, &own, &typed, &mut found);
        }
        for (word, line) in found {
            bad += &format!("{language} {game}: {word} in: {line}\n");
        }
    }
    assert!(bad.is_empty(), "\n{bad}");
}

#[test]
fn no_english_in_mare_nostrum() {
    no_english_for("mare-nostrum");
}

#[test]
fn no_english_in_empires() {
    no_english_for("empires");
}

#[test]
fn no_english_in_mythology() {
    no_english_for("mythology");
}

#[test]
fn no_english_in_seven_wonders() {
    no_english_for("seven-wonders");
}

#[test]
fn no_english_in_inner_sea() {
    no_english_for("inner-sea");
}

#[test]
fn no_english_in_latrones_nor_in_any_answer_of_the_desk() {
    no_english_for("latrones");
}

#[test]
fn no_language_has_plain_english_words() {
    for language in LANGUAGES {
        let own = vocabulary(language);
        let english: Vec<String> = words_in(NEVER).filter(|word| own.contains(word)).collect();
        assert!(english.is_empty(), "{language}: {english:?}");
    }
}

#[test]
fn every_game_is_looked_at() {
    let tried: BTreeSet<&str> = TABLES.iter().map(|(game, _)| *game).collect();
    assert_eq!(tried, GAMES.iter().map(|game| game.key).collect());
}

#[test]
fn variants_are_explained_in_every_language() {
    let report = tabellarius::report::Renderer::new(None).unwrap();
    for game in GAMES {
        for (variant, _) in game.variants.iter().filter(|(variant, _)| !variant.is_empty()) {
            for language in LANGUAGES {
                let said = report.word(language, &format!("variants/{}/{variant}", game.key));
                assert!(said.is_some(), "{language} does not say what {} {variant} is", game.key);
            }
        }
    }
}

#[test]
fn every_game_has_its_card_in_every_language() {
    for game in GAMES {
        for language in LANGUAGES.into_iter().chain(["en"]) {
            assert!(
                tabellarius::report::guides::has_card(game.key, language),
                "{language} has no card of {}",
                game.key
            );
        }
    }
}

/// A first letter is answered in its language, and says how to have another.
#[test]
fn a_first_letter_gets_an_answer_in_its_language() {
    for (text, answer, other) in [
        ("Dzień dobry, jak mogę zagrać?\npomoc", "Twój list wygląda na napisany po polsku", "język it"),
        ("Buongiorno, come si gioca?\naiuto", "La tua lettera sembra scritta in italiano", "lingua pl"),
        ("Hallo, hoe kan ik meedoen?\nhulp", "Je brief lijkt in het Nederlands geschreven", "taal pl"),
    ] {
        let mut house = House::new();
        let said = house.write(ANNA, text);
        assert!(said.says(answer) && said.contains(other), "{said}");
        // It is said once, and another language is one word away.
        let again = house.write(ANNA, "status");
        assert!(!again.says(answer) && !again.says("Write"), "{again}");
        let said = house.write(ANNA, "language en");
        assert!(said.says("From now on I write English to you."), "{said}");
    }
    let mut house = House::new();
    let said = house.write(ANNA, "hello, what can I do here?\nhelp");
    assert!(said.says("FOR EVERYBODY") && !said.says("Your letter seems"), "{said}");
}

#[test]
fn a_language_is_set_in_every_language() {
    for (line, answer) in [
        ("language pl", "po polsku"),
        ("język polski", "po polsku"),
        ("jezyk niderlandzki", "in het Nederlands"),
        ("lingua olandese", "in het Nederlands"),
        ("taal Italiaans", "in italiano"),
        ("lingua inglese", "I write English"),
        ("language Polish", "po polsku"),
    ] {
        let said = House::new().write(ANNA, line);
        assert!(said.says(answer), "{line}: {said}");
    }
}

/// Dates, lengths of time and settings are written in every language, and told in the reader's.
#[test]
fn absences_and_settings_are_written_in_every_language() {
    for (language, line, said) in [
        ("pl", "nieobecny 20 grudnia do 3 stycznia", ["20 grudnia 2026", "4 stycznia 2027"]),
        ("pl", "nieobecność od 20 grudnia do 3 stycznia", ["20 grudnia 2026", "4 stycznia 2027"]),
        ("it", "assente dal 20 dicembre al 3 gennaio", ["20 dicembre 2026", "4 gennaio 2027"]),
        ("nl", "afwezig van 20 december tot 3 januari", ["20 december 2026", "4 januari 2027"]),
        ("en", "absent 20 Dec to 3 Jan", ["20 December 2026", "4 January 2027"]),
        // Whoever reads one language may write another.
        ("it", "nieobecny 20 grudnia do 3 stycznia", ["20 dicembre 2026", "4 gennaio 2027"]),
    ] {
        let mut house = House::new();
        house.write(ANNA, &format!("language {language}"));
        let answer = house.write(ANNA, line);
        for date in said {
            assert!(answer.contains(date) || answer.says(date), "{language} {line}: {answer}");
        }
    }
    for (lines, said) in [
        ("language pl\nnowy stół ostia-3 latrones 2 ścisłe\nustaw zwłoka 2 dni", "zwłoka 2 dni"),
        ("language it\nnuovo ostia-3 latrones 2 stretto\nimposta tolleranza 2 giorni", "tolleranza 2 giorni"),
        ("language nl\nnieuw ostia-3 latrones 2 strikt\nstel in uitstel 2 dagen", "uitstel 2 dagen"),
        (
            "language pl\nnew ostia-3 latrones 2 strict\nset termin niedziela 20:00 Europe/Warsaw",
            "termin niedziela 20:00 Europe/Warsaw",
        ),
        (
            "language nl\nnew ostia-3 latrones 2 strict\nset deadline maandag en donderdag 20:00",
            "deadline maandag donderdag 20:00",
        ),
    ] {
        let mut house = House::new();
        let answer = house.write(LIVIA, lines);
        assert!(answer.says(said), "{lines}: {answer}");
        assert_eq!(house.board("ostia-3").header.pace, tabellarius_kernel::Pace::Strict, "{lines}");
    }
}

/// Whatever others use: one event, three languages; and the log is kept without any.
#[test]
fn one_table_speaks_to_each_in_the_own_language() {
    let mut house = House::of_three("");
    for (person, language) in [(ANNA, "pl"), (BELA, "it"), (CLEO, "nl")] {
        house.write(person, &format!("language {language}"));
    }
    house.write(LIVIA, "table ostia-3\ncaretaker Egypt");
    for (person, seat) in [(ANNA, "Egipt"), (BELA, "Egitto")] {
        let told = house.sent.iter().rev().find(|sent| sent.to == person).unwrap();
        assert!(told.text.contains(seat) && !told.text.contains("Egypt"), "{}", told.text);
    }
    for (person, seat, word) in [(ANNA, "Egipt", "automat"), (BELA, "Egitto", "automa"), (CLEO, "Egypte", "automaat")] {
        let status = house.write(person, "status ostia-3");
        assert!(status.contains(seat) && status.contains(word) && !status.contains("Egypt "), "{status}");
        assert!(!status.contains("automaton"), "{status}");
    }
    let kept = house.desk.store.log_of("ostia-3").unwrap();
    assert!(kept.iter().all(|(_, entry)| entry.starts_with('{')), "{kept:?}");
}

/// Rules are told in the reader's language, and `help` brings the guide's first chapter and the game's card.
#[test]
fn rules_and_help_come_in_the_readers_language() {
    let mut house = House::of_three("");
    house.write(ANNA, "language pl");
    let answer = house.write(ANNA, "rules MN-1.2");
    assert!(answer.says("Cywilizacja to miejsce przy stole") && !answer.says("po angielsku"), "{answer}");
    let help = house.write(ANNA, "help");
    let guide = tabellarius::report::guides::essentials("pl").unwrap();
    assert!(help.says(guide.lines().next().unwrap()), "{help}");
    let card = tabellarius::report::guides::card("mare-nostrum", "pl").unwrap();
    assert!(help.says(card.lines().next().unwrap()), "{help}");
}

/// What a report costs in another language, as a share of what it costs in English: the middle one of many.
struct Cost<'r>(&'r tabellarius::report::Renderer);

impl Visit for Cost<'_> {
    type Out = Vec<(&'static str, f64)>;

    fn game<G: Listed>(self, game: G) -> Vec<(&'static str, f64)> {
        use tabellarius::report::{Detail, Known, News};
        use tabellarius_kernel::{Pace, Salt, Seat, Seed, Stage, Viewer};
        let stage = Stage::open(&game, game.start(), Pace::Bulk, Seed::from_text("seed"), Salt::first("t"));
        let known = Known::new(std::sync::Arc::new(game));
        let asked = stage.asked();
        let news = News {
            viewer: Viewer::Seat(Seat(0)),
            stage: &stage,
            state: &asked.state,
            told: &asked.told,
            refused: &asked.refused,
            unused: &asked.unused,
            wanted: asked.wanted,
            open: &asked.open,
            kept: &[],
            standing: &[],
            detail: Detail::Whole,
        };
        let once = |language: &str| {
            let begun = std::time::Instant::now();
            self.0.voice_of(&known, language).unwrap().dispatch(&news).unwrap();
            begun.elapsed().as_secs_f64()
        };
        let middle = |language: &str| {
            let mut all: Vec<f64> = (0..61).map(|_| once(language)).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        let english = middle("en");
        LANGUAGES.into_iter().map(|language| (language, middle(language) / english)).collect()
    }
}

/// Run it alone, built with optimisation: `cargo test --release --test desk -- --ignored a_report_costs`.
#[test]
#[ignore = "it measures time"]
fn a_report_costs_as_much_in_every_language() {
    let report = tabellarius::report::Renderer::new(None).unwrap();
    let mut dear = Vec::new();
    for (game, _) in TABLES {
        for (language, share) in visit(game, 3, "", Cost(&report)).unwrap() {
            println!("{game} {language}: {share:.2}");
            if share > 1.15 {
                dear.push(format!("{game} {language}: {share:.2}"));
            }
        }
    }
    assert!(dear.is_empty(), "{dear:?}");
}

/// Reads one line in a game; says what was not understood.
struct Reads<'l>(&'l str);

impl Visit for Reads<'_> {
    type Out = Vec<String>;

    fn game<G: Listed>(self, game: G) -> Vec<String> {
        let reading = tabellarius_kernel::read(&game, self.0);
        let nothing = reading.lines.is_empty() && reading.standing.is_empty();
        let problems = reading.problems.iter().map(|problem| problem.piece.clone());
        problems.chain(nothing.then(|| "nothing was read".to_owned())).collect()
    }
}

/// What people write who know their language: articles, cases, the verb where it belongs.
#[test]
fn orders_are_read_as_people_write_them() {
    let boxes = "leaders,cities";
    let mut bad = Vec::new();
    for (game, players, variant, line) in [
        ("mare-nostrum", 5, "", "podbój Cyrena: plądruj miasto"),
        ("mare-nostrum", 5, "", "buduj karawanę w Tarencie"),
        ("mare-nostrum", 5, "", "buduj karawanę na Sardynii"),
        ("mare-nostrum", 5, "", "buduj karawanę na Korsyce"),
        ("mare-nostrum", 5, "", "buduj karawanę na Cyprze"),
        ("mare-nostrum", 5, "", "buduj karawanę w Tebach"),
        ("mare-nostrum", 5, "", "buduj karawanę w Numidii"),
        ("mare-nostrum", 5, "", "buduj karawanę w Libii"),
        ("mare-nostrum", 5, "", "buduj karawanę w Antiochii"),
        ("mare-nostrum", 5, "", "buduj karawanę w Niniwie"),
        ("mare-nostrum", 5, "", "buduj karawanę w Epirze"),
        ("mare-nostrum", 5, "", "buduj karawanę w Armenii"),
        ("seven-wonders", 3, boxes, "sprzedaj Tawernę"),
        ("seven-wonders", 3, boxes, "zbuduj Świątynię"),
        ("seven-wonders", 3, boxes, "zwerbuj Kleopatrę"),
        ("mare-nostrum", 5, "", "bied vis, graan"),
        ("mare-nostrum", 5, "", "bied vee, fruit"),
        ("mare-nostrum", 5, "", "bied vis en graan aan"),
        ("mare-nostrum", 5, "", "als Griekenland in Syracuse is: bouw legioen Rome"),
        ("mare-nostrum", 5, "", "als ik minstens 2 legioenen heb: bouw legioen Rome"),
        ("mare-nostrum", 5, "", "als Tarente in staat van oorlog is: bouw legioen Rome"),
        ("seven-wonders", 3, boxes, "verkies alle zwarte"),
        ("mare-nostrum", 5, "", "costruisci una legione a Roma"),
        ("mare-nostrum", 5, "", "costruisci un tempio a Roma"),
        ("mare-nostrum", 5, "", "offri un papiro"),
        ("mare-nostrum", 5, "", "se Roma è a Siracusa: costruisci una legione a Roma"),
        ("mare-nostrum", 5, "", "se la Grecia è a Siracusa: costruisci una legione a Roma"),
        ("mare-nostrum", 5, "", "muovi 2 legioni da Roma a Taranto"),
        ("seven-wonders", 3, boxes, "preferisci qualsiasi nero"),
    ] {
        let amiss = visit(game, players, variant, Reads(line)).unwrap();
        if !amiss.is_empty() {
            bad.push(format!("{game}: {line}: {amiss:?}"));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
