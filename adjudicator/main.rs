//! The `tabellarius` binary. Each command is a file in `cli/`.

fn main() -> std::process::ExitCode {
    tabellarius::cli::main()
}
