//! The modules of the root package lie in layers: none uses itself by way of others, and those below know nothing of the desk.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Which root module names which, read from every `crate::…` in the sources.
fn graph() -> Graph {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("adjudicator");
    let lib = fs::read_to_string(root.join("lib.rs")).unwrap();
    let modules: BTreeSet<String> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect();
    assert!(modules.len() > 7 && modules.contains("desk") && modules.contains("store"), "{modules:?}");
    let mut graph = Graph::new();
    for module in &modules {
        let mut files = Vec::new();
        sources(&root.join(format!("{module}.rs")), &mut files);
        sources(&root.join(module), &mut files);
        assert!(!files.is_empty(), "{module} has no source");
        let named = files.iter().flat_map(|file| names(&fs::read_to_string(file).unwrap()));
        let used = named.filter(|name| modules.contains(name) && name != module).collect();
        graph.insert(module.clone(), used);
    }
    graph
}

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|end| end == "rs") && path.is_file() {
        found.push(path.to_owned());
    }
}

/// What follows each `crate::`, also in `crate::{a, b::c}`.
fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for after in text.split("crate::").skip(1) {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        match after.strip_prefix('{') {
            Some(list) => {
                let list = list.split('}').next().unwrap_or_default();
                found.extend(list.split(',').map(|one| one.trim().chars().take_while(|c| is_name(*c)).collect()));
            }
            None => found.push(after.chars().take_while(|c| is_name(*c)).collect()),
        }
    }
    found
}

fn reaches(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&String> = graph[from].iter().collect();
    while let Some(one) = next.pop() {
        if seen.insert(one.clone()) {
            next.extend(&graph[one]);
        }
    }
    seen
}

#[test]
fn no_module_uses_itself_by_way_of_others() {
    let graph = graph();
    for module in graph.keys() {
        assert!(!reaches(&graph, module).contains(module), "{module} is part of a cycle: {graph:#?}");
    }
}

#[test]
fn what_lies_below_knows_nothing_of_the_desk() {
    let graph = graph();
    for below in ["store", "referee", "catalogue", "settings", "time", "folder"] {
        let used = reaches(&graph, below);
        assert!(!used.contains("desk") && !used.contains("cli"), "{below} uses {used:?}");
    }
    assert!(graph["desk"].contains("store"), "the sources are not read as they should be: {graph:#?}");
}
