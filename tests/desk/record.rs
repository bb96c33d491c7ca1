//! A finished table's record, checked by a program that knows no rules and shares no code with us: `docs/verify/verify.py`.

use crate::house::{House, Says as _, Sent};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python that has `blake3`: the one that `tests/run` has made ready, or the system's.
fn python() -> Option<PathBuf> {
    let own = std::env::var_os("TABELLARIUS_PYTHON").map(PathBuf::from);
    let found = [own, Some("target/tools/python/bin/python3".into()), Some("python3".into())].into_iter().flatten();
    let has_blake3 = |python: &PathBuf| {
        let asked = Command::new(python).args(["-c", "import blake3"]).output();
        asked.is_ok_and(|asked| asked.status.success())
    };
    let python = found.into_iter().find(has_blake3);
    if python.is_none() {
        assert!(
            std::env::var_os("TABELLARIUS_NO_SKIP").is_none(),
            "there is no Python with blake3 (pip install blake3)"
        );
        println!("skipped: docs/verify/verify.py, since there is no Python with blake3");
    }
    python
}

/// What the other program says, and whether it is content.
fn verify(python: &Path, arguments: &[&str]) -> (bool, String) {
    let ran = Command::new(python).arg("docs/verify/verify.py").args(arguments).output().unwrap();
    (ran.status.success(), String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned())
}

/// Checks the record that came with the last report, and the receipts of somebody who played.
pub fn check(house: &mut House, last: &Sent, player: &str) {
    let Some(python) = python() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    std::fs::write(path("record.json"), last.file("ostia-3-record.json").unwrap()).unwrap();
    let open = ["audit", &path("record.json"), "--open", &path("opened.json")];
    assert_cmd::Command::cargo_bin("tabellarius").unwrap().args(open).assert().success();
    let opened = std::fs::read_to_string(path("opened.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&opened).unwrap();
    // As reports print it.
    let seal = record["rounds"][1]["seal"].as_str().unwrap();
    let seal = &format!("{}-{}-{}-{}", &seal[..4], &seal[4..8], &seal[8..12], &seal[12..16]);
    let (is_well, said) = verify(&python, &["record", &path("opened.json"), seal]);
    assert!(is_well && said.says("All 6 seals") && said.says("The seals that you named are in it"), "{said}");
    // The seal was in a report while the game ran.
    assert!(house.sent.iter().any(|mail| mail.text.contains(seal)), "{seal}");
    // Whatever is changed is found: the seed, a letter, an event, a position, the order of rounds, a seal that never was.
    let changed = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut other = record.clone();
        change(&mut other);
        std::fs::write(path("changed.json"), other.to_string()).unwrap();
        let (is_well, said) = verify(&python, &["record", &path("changed.json")]);
        assert!(!is_well, "{said}");
        said
    };
    assert!(changed(&|record| record["seed"] = "00".repeat(32).into()).contains("the seed is not the one"));
    let round = (0..6).find(|round| !record["rounds"][*round]["letters"].as_object().unwrap().is_empty()).unwrap();
    let said = changed(&|record| {
        let letters = record["rounds"][round]["letters"].as_object_mut().unwrap();
        letters.insert("Rome".into(), "pick nothing\n".into());
    });
    assert!(said.contains(&format!("round {}: the seal is", round + 1)), "{said}");
    for part in ["told", "state"] {
        let said = changed(&|record| {
            record["opened"][3][part] = format!("{} ", record["opened"][3][part].as_str().unwrap()).into()
        });
        assert!(said.contains("round 3: the seal is"), "{said}");
    }
    assert!(changed(&|record| record["rounds"].as_array_mut().unwrap().swap(1, 2)).contains("the seal is"));
    assert!(changed(&|record| drop(record["rounds"].as_array_mut().unwrap().pop())).contains("rounds are missing"));
    let (is_well, said) = verify(&python, &["record", &path("opened.json"), &"0".repeat(32)]);
    assert!(!is_well && said.contains("is not in this record"), "{said}");
    // Receipts.
    house.write(player, "table ostia-3\nreceipts");
    let mail = house.sent.iter().rfind(|mail| mail.to == player).unwrap();
    let receipts = String::from_utf8(mail.file("ostia-3-rome-receipts.json").unwrap()).unwrap();
    std::fs::write(path("receipts.json"), &receipts).unwrap();
    let (is_well, said) = verify(&python, &["receipts", &path("receipts.json")]);
    assert!(is_well && said.contains("receipts of Rome are those"), "{said}");
    let mut kept: serde_json::Value = serde_json::from_str(&receipts).unwrap();
    kept["letters"][0]["text"] = "another".into();
    std::fs::write(path("receipts.json"), kept.to_string()).unwrap();
    let (is_well, said) = verify(&python, &["receipts", &path("receipts.json")]);
    assert!(!is_well && said.contains("receipt 1 of Rome"), "{said}");
}

#[test]
fn the_dice_of_the_other_program_are_ours() {
    use tabellarius_kernel::dice;
    let Some(python) = python() else { return };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("record.json").display().to_string();
    let (seed, commitment) = (tabellarius_kernel::Seed::from_text("dice"), "c0ffee");
    let header =
        serde_json::json!({ "table": "t", "game": "g", "players": 3, "pace": "bulk", "commitment": commitment });
    let record = serde_json::json!({ "header": header, "seed": seed.reveal(), "seats": ["A"], "rounds": [{ "letters": { "A": "ü" } }] });
    std::fs::write(&file, record.to_string()).unwrap();
    let first = tabellarius_kernel::Salt::first(&format!("t g 3  {commitment}"));
    let salts = [first, first.after([(0, "ü")])];
    for (path, count, sides) in [("turn 1/a", 3, 6), ("turn 2/b c", 40, 20), ("x", 1, 255)] {
        let (is_well, said) = verify(&python, &["die", &file, path, &count.to_string(), &sides.to_string()]);
        let wanted: String = (0..2)
            .map(|round| format!("after round {round}: {:?}\n", dice::roll(&seed, salts[round], path, count, sides)))
            .collect();
        assert!(is_well && said == wanted, "{said}\n{wanted}");
    }
}
