//! The `tabellarius` binary. Each command is a file in `cli/`.

/// Letters and events are many small pieces of memory; this allocator hands them out a good deal faster than the system's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    tabellarius::cli::main()
}
