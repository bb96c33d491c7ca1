//! A table with everything that belongs to it as one file, to be taken to another club's database.
//!
//! The file is JSON: the rows of each table of the database, by name. People are known by their addresses, since their numbers
//! are different everywhere.

use super::{Records, Store, Time};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use rusqlite::types::{Value as Sql, ValueRef};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The version of the file.
const VERSION: u64 = 1;

/// What belongs to a table: where, which column names it, and which columns are people.
const PARTS: [(&str, &str, &[&str]); 10] = [
    ("board", "id", &["moderator"]),
    ("seat", "board", &["owner", "standby"]),
    ("member", "board", &["person"]),
    ("timeline", "board", &[]),
    ("round", "board", &[]),
    ("letter", "board", &["author"]),
    ("log", "board", &[]),
    ("page", "board", &["person"]),
    ("vote", "board", &[]),
    ("mute", "board", &["writer", "reader"]),
];

/// Columns that are numbers of rows, given anew.
const OWN_NUMBERS: [&str; 2] = ["log", "page"];

impl Records {
    /// Everything about a table.
    pub fn export(&self, board: &str) -> Result<Value> {
        ensure!(self.board(board)?.is_some(), "there is no table {board}");
        let mut file = Map::new();
        file.insert("tabellarius-table".into(), json!(VERSION));
        let mut people: BTreeMap<i64, Value> = BTreeMap::new();
        for (part, key, persons) in PARTS {
            let rows = self.rows(&format!("SELECT * FROM {part} WHERE {key} = ?1"), board)?;
            for id in rows.iter().flat_map(|row| persons.iter().filter_map(|person| row.get(*person)?.as_i64())) {
                if let Some(person) = self.person(id)? {
                    let (name, address, language, zone) = (person.name, person.address, person.language, person.zone);
                    let person =
                        json!({ "id": id, "name": name, "address": address, "language": language, "zone": zone });
                    people.insert(id, person);
                }
            }
            file.insert(part.into(), rows.into_iter().map(Value::Object).collect());
        }
        file.insert("person".into(), people.into_values().collect());
        Ok(Value::Object(file))
    }

    fn rows(&self, sql: &str, board: &str) -> Result<Vec<Map<String, Value>>> {
        let mut query = self.db.prepare(sql)?;
        let names: Vec<String> = query.column_names().map(String::from).collect();
        let mut rows = query.query([board])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let mut object = Map::new();
            for (i, name) in names.iter().enumerate() {
                let value = match row.get_ref(i)? {
                    ValueRef::Null => Value::Null,
                    ValueRef::Integer(number) => json!(number),
                    ValueRef::Text(text) => json!(std::str::from_utf8(text)?),
                    ValueRef::Real(_) | ValueRef::Blob(_) => bail!("column {name} cannot be exported"),
                };
                object.insert(name.clone(), value);
            }
            found.push(object);
        }
        Ok(found)
    }
}

impl Store {
    /// Takes a table from a file; returns its name. People who are known by their addresses are the same.
    pub fn import(&self, file: &Value, now: Time) -> Result<String> {
        ensure!(file["tabellarius-table"] == json!(VERSION), "this is no table that I can read");
        let is_whole = file.get(super::open_export::MARK).is_none();
        ensure!(
            is_whole,
            "this table was exported without its secrets, so its game cannot go on; export it with --with-secrets"
        );
        let parts = PARTS.map(|(part, ..)| part);
        for part in file.as_object().into_iter().flat_map(Map::keys) {
            let is_known = parts.contains(&part.as_str()) || part == "person" || part == "tabellarius-table";
            ensure!(is_known, "the file holds \"{part}\", of which I know nothing");
        }
        ensure!(file["board"].as_array().is_some_and(|boards| boards.len() == 1), "the file holds not one table");
        let id = file["board"][0]["id"].as_str().context("the file names no table")?.to_owned();
        ensure!(self.board(&id)?.is_none(), "there is a table {id} here already");
        let mut people: BTreeMap<i64, i64> = BTreeMap::new();
        for person in file["person"].as_array().into_iter().flatten() {
            let text = |key: &str| person[key].as_str().with_context(|| format!("a person without {key}"));
            let address = text("address")?;
            let is_address =
                address.split_once('@').is_some_and(|(name, domain)| !name.is_empty() && !domain.is_empty());
            ensure!(is_address && !address.contains(char::is_whitespace), "\"{address}\" is no mail address");
            let known = self.person_at(address)?;
            let known = match known {
                Some(known) => known,
                None => self.add_person(text("name")?, text("address")?, text("language")?, text("zone")?, now)?,
            };
            people.insert(person["id"].as_i64().context("a person without a number")?, known.id);
        }
        for (part, key, persons) in PARTS {
            for row in file[part].as_array().into_iter().flatten() {
                let mut row = row.as_object().cloned().context("a row that is none")?;
                ensure!(row.get(key).and_then(Value::as_str) == Some(&id), "a row of {part} belongs to another table");
                for person in persons {
                    // Nobody has the number 0: of a mute it means everybody.
                    if let Some(id) = row.get(*person).and_then(Value::as_i64).filter(|id| *id != 0) {
                        let known = people.get(&id).ok_or_else(|| anyhow!("person {id} is not in the file"))?;
                        row.insert((*person).into(), json!(known));
                    }
                }
                if OWN_NUMBERS.contains(&part) {
                    row.remove("id");
                }
                self.insert(part, &row)?;
            }
        }
        Ok(id)
    }

    fn insert(&self, part: &str, row: &Map<String, Value>) -> Result<()> {
        let is_name = |name: &&String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        ensure!(row.keys().all(|name| is_name(&name)), "a column with a strange name");
        let names: Vec<&str> = row.keys().map(String::as_str).collect();
        let marks: Vec<String> = (1..=names.len()).map(|i| format!("?{i}")).collect();
        let values: Result<Vec<Sql>> = row
            .values()
            .map(|value| match value {
                Value::Null => Ok(Sql::Null),
                Value::Number(number) => Ok(Sql::Integer(number.as_i64().context("a number that is none")?)),
                Value::String(text) => Ok(Sql::Text(text.clone())),
                _ => bail!("a value that cannot be imported"),
            })
            .collect();
        let sql = format!("INSERT INTO {part} ({}) VALUES ({})", names.join(", "), marks.join(", "));
        self.db.execute(&sql, rusqlite::params_from_iter(values?)).with_context(|| format!("a row of {part}"))?;
        Ok(())
    }
}
