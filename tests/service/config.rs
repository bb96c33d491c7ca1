//! An operator corrects a board or adds a language in text files; a wrong file is refused with its line.

use assert_cmd::Command;
use std::fs;

fn tabellarius(config: &std::path::Path) -> Command {
    let mut command = Command::cargo_bin("tabellarius").expect("the binary");
    command.arg("--config").arg(config);
    command
}

fn case(config: &std::path::Path, text: &str) -> assert_cmd::assert::Assert {
    let file = config.join("one.case");
    fs::write(&file, text).expect("written");
    tabellarius(config).args(["case", "run"]).arg(file).assert()
}

#[test]
fn a_language_is_added_and_a_board_corrected_without_touching_code() {
    let dir = tempfile::tempdir().expect("a folder");
    let words = dir.path().join("mare-nostrum");
    fs::create_dir_all(&words).expect("a folder");
    let german = "language = \"de\"\n[link]\nto = [\"nach\"]\n[verb]\nmove = [\"ziehe\"]\n[unit]\nlegion = [\"Legion\", \"Legionen\"]\n[province]\nRoma = [\"Rom\"]\n";
    fs::write(words.join("words.de.toml"), german).expect("written");
    let text = "case: German (MN-5.3)\ngame: mare-nostrum\nstage: military, turn 1\nboard:\n  Roma: Rome, 2 legions\nletter Rome:\n  ziehe 2 Legionen Rom nach Tarentum\nexpect:\n  Tarentum: 2 legions Rome\n";
    case(dir.path(), text).success();

    let board =
        include_str!("../../config/mare-nostrum/classic.toml").replace("name = \"Corsica\"", "name = \"Kyrnos\"");
    let board = board.replace("\"Corsica\"", "\"Kyrnos\"");
    fs::write(words.join("classic.toml"), &board).expect("written");
    let refused = tabellarius(dir.path()).args(["data", "mare-nostrum"]).assert().failure();
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        said.contains("words.en.toml:") && said.contains("Corsica"),
        "the words still speak of the old name: {said}"
    );
}

#[test]
fn a_wrong_board_is_refused_with_file_line_and_reason() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("mare-nostrum");
    fs::create_dir_all(&folder).expect("a folder");
    let board =
        include_str!("../../config/mare-nostrum/classic.toml").replacen("goods = [\"wine\"]", "goods = [\"whine\"]", 1);
    fs::write(folder.join("classic.toml"), &board).expect("written");
    let line = 1 + board.lines().position(|line| line.contains("whine")).expect("the line");
    let refused = tabellarius(dir.path()).args(["data", "mare-nostrum"]).assert().failure();
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains(&format!("classic.toml:{line}:")) && said.contains("whine"), "{said}");
}

#[test]
fn the_board_of_empires_can_be_corrected_too() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("mare-nostrum");
    fs::create_dir_all(&folder).expect("a folder");
    let built_in = include_str!("../../config/mare-nostrum/empires.toml");
    let board = built_in.replacen("goods = [\"wood\"]", "goods = [\"gold\"]", 1);
    assert_ne!(board, built_in);
    fs::write(folder.join("empires.toml"), &board).expect("written");
    let text = "case: Gold in Germania (EM-2.1)\ngame: empires\nstage: trade, turn 2\nboard:\n  Germania: Rome, caravan gold\nexpect now:\n  hand Rome: 1 gold\n";
    case(dir.path(), text).success();
    fs::write(folder.join("empires.toml"), board.replacen("goods = [\"gold\"]", "goods = [\"fish\"]", 1))
        .expect("written");
    let refused = tabellarius(dir.path()).args(["data", "empires"]).assert().failure();
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("empires.toml:") && said.contains("fish"), "no fish in this game: {said}");
}

#[test]
fn a_structure_of_7_wonders_is_corrected_and_a_language_added() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("seven-wonders");
    fs::create_dir_all(&folder).expect("a folder");
    let german = "language = \"de\"\n[verb]\nrecruit = [\"werbe\"]\n[card]\ncleopatra = [\"Kleopatra\"]\n";
    fs::write(folder.join("words.de.toml"), german).expect("written");
    let leaders = include_str!("../../config/seven-wonders/leaders.toml");
    let from = "name = \"Cleopatra\"\ncolour = \"white\"\nprice = 4";
    assert!(leaders.contains(from));
    fs::write(folder.join("leaders.toml"), leaders.replace(from, &from.replace('4', "3"))).expect("written");
    let text = "case: German (7W-11.4)\ngame: seven-wonders\nplayers: 3\nvariant: leaders, wonders=gizah+rhodos+olympia\nstage: age 1, recruit\nleaders:\n  Gizah: Cleopatra\nletter Gizah: werbe Kleopatra\nexpect: Gizah: 3 coins\n";
    case(dir.path(), text).success();

    fs::write(folder.join("base.toml"), "source = \"board\"\n").expect("written");
    let refused = tabellarius(dir.path()).args(["data", "seven-wonders"]).assert().failure();
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("base.toml:1: the numbers of the rules are missing"), "{said}");
}

/// What a club with an operator's phrases answers to a letter.
fn answered(config: &std::path::Path, letter: &[&str]) -> String {
    let club = tempfile::tempdir().expect("a folder");
    let run = |words: &[&str]| {
        let done = tabellarius(config).current_dir(club.path()).args(words).assert().success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    run(&["init"]);
    run(&[&["send", "--from", "anna@home.example"][..], letter].concat());
    run(&["run", "--once"]);
    run(&["read", "anna@home.example"])
}

#[test]
fn an_operators_phrases_change_what_is_read_of_a_mail() {
    let dir = tempfile::tempdir().expect("a folder");
    // A line that nobody understands is named, or brings the list of commands along.
    let is_understood = |letter: &[&str]| {
        let answer = answered(dir.path(), letter);
        assert!(answer.contains("mare-nostrum"), "{answer}");
        !answer.contains("CLUB'S REFEREE") && !answer.contains("one thing to look at")
    };
    let (german, english) = (["games", "", "Mit Gruß vom Brieftelegraphen 7"], ["games", "", "Sent from my iPhone"]);
    assert!(!is_understood(&german) && is_understood(&english));
    let folder = dir.path().join("mail");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("de.toml"), "language = \"de\"\nfooter = ['Mit Gruß vom .+']\n").expect("written");
    assert!(is_understood(&german) && is_understood(&english));
    // A file of the same name stands instead of ours.
    fs::write(folder.join("en.toml"), "language = \"en\"\n").expect("written");
    assert!(is_understood(&german) && !is_understood(&english));
}

#[test]
fn a_wrong_phrase_is_refused_at_the_start_in_plain_words() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("mail");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("de.toml"), "language = \"de\"\nfooter = [\n  'Von (meinem',\n]\n").expect("written");
    let club = tempfile::tempdir().expect("a folder");
    tabellarius(dir.path()).current_dir(club.path()).arg("init").assert().success();
    let refused = tabellarius(dir.path()).current_dir(club.path()).args(["run", "--once"]).assert().failure();
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("de.toml:3: footer: \"Von (meinem\" cannot be used: unclosed group"), "{said}");
}

/// A fifth language, with files alone: words of orders and commands, sentences, dates. What they do not say is said in English.
#[test]
fn a_fifth_language_plays_a_stage_with_files_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let club = tempfile::tempdir().expect("a folder");
    let write = |path: &std::path::Path, text: &str| {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    let config = |path: &str, text: &str| write(&dir.path().join(path), text);
    config("words/la.toml", "language = \"la\"\n[link]\nto = [\"ad\"]\nalways = [\"semper\"]\n");
    config("desk/words.la.toml", "language = \"la\"\n[verb]\nabsent = [\"absens\"]\njoin = [\"accede\"]\n");
    config("mail/la.toml", "language = \"la\"\nwords = [\"salve\", \"salvete\", \"ludere\", \"volo\"]\n");
    config(
        "latrones/words.la.toml",
        "language = \"la\"\n[verb]\nsend = [\"mitte\"]\n[measure]\nmen = [\"viros\", \"viros\"]\n[road]\nappia = [\"Appiam\"]\n\
         [band]\nred = [\"Rubri\"]\n",
    );
    let template = |path: &str, text: &str| write(&club.path().join("templates").join(path), text);
    template("la/latrones/stages.toml", "title = \"nox {{ number }}\"\nroads = \"in viis\"\n");
    template("la/latrones/events.toml", "night-falls = \"Nox {{ night }} venit.\"\n");
    template(
        "la/desk/replies.toml",
        "subject-orders = \"mandata, quaeso: {{ stage }}\"\nabsence-noted = \"Abes: {{ since }} - {{ until }}.\"\n\
         language-guessed = \"Latine scribo. Aliter: lingua en\"\n",
    );
    template(
        "la/words.toml",
        "[language]\nla = \"Latina\"\n[date]\nsince = \"ab, a\"\nuntil = \"ad\"\n[date.month]\n1 = \"Ianuarii\"\n12 = \"Decembris\"\n",
    );
    let run = |words: &[&str]| {
        let done = tabellarius(dir.path()).current_dir(club.path()).args(words).assert().success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    run(&["init"]);
    let file = club.path().join("tabellarius.toml");
    let text = fs::read_to_string(&file).expect("the club");
    // A key before the first table of the file.
    write(&file, &format!("templates = \"templates\"\n{text}"));
    let from = |who: &str, lines: &[&str]| {
        run(&[&["send", "--from", who][..], lines].concat());
        run(&["run", "--once"]);
    };
    run(&["send", "--from", "operator@localhost", "new roma-1 latrones 2"]);
    run(&["run", "--once"]);
    from("anna@home.example", &["salve, ludere volo", "accede roma-1"]);
    let answer = run(&["read", "anna@home.example"]);
    assert!(answer.contains("Latine scribo."), "a first letter is answered in it: {answer}");
    from("bela@home.example", &["language Latina", "join roma-1"]);
    run(&["send", "--from", "operator@localhost", "table roma-1", "start"]);
    run(&["run", "--once"]);
    from("anna@home.example", &["absens ab 20 Decembris ad 3 Ianuarii"]);
    let answer = run(&["read", "anna@home.example"]);
    assert!(answer.contains("20 Decembris") && answer.contains("4 Ianuarii"), "{answer}");
    from("anna@home.example", &["table roma-1", "back", "mitte 3 viros ad Appiam"]);
    let answer = run(&["read", "anna@home.example"]);
    assert!(answer.contains("- mitte 3 Appiam"), "{answer}");
    from("bela@home.example", &["table roma-1", "stay"]);
    let report = run(&["read", "anna@home.example"]);
    for piece in ["mandata, quaeso: nox 2", "Nox 2 venit.", "# mitte "] {
        assert!(report.contains(piece), "{piece}: {report}");
    }
}
