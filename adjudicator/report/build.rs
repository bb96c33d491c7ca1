//! Templates are found by their folder, so a new file among them must build the program anew.

fn main() {
    for folder in ["templates", "docs/rules", "docs/guides"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}
