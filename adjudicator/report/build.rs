//! Templates are found by their folder, so a new file among them must build the program anew.

fn main() {
    println!("cargo::rerun-if-changed=../../templates");
}
