//! Any bytes as an exported table: it proves itself, or it is refused; either way the next one finds the database as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabellarius::desk::proof::prove;
use tabellarius::store::{Durability, Store};

thread_local! {
    static STORE: Store = {
        let store = Store::in_memory().expect("a database in memory");
        store.set_durability(Durability::None).expect("a pragma");
        store
    };
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = serde_json::from_slice(bytes) else { return };
    STORE.with(|store| {
        store.begin().expect("a transaction");
        if let Ok(id) = store.import(&file, 0) {
            let _ = prove(store, &id);
        }
        store.roll_back().expect("a transaction");
        assert!(store.board_ids().expect("tables").is_empty() && !store.has_failed());
    });
});
