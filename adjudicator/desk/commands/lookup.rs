//! Commands that look something up: a card by its name, a sheet, the areas of the map.

use super::Case;
use crate::desk::Answer;
use crate::desk::open_table::Reader;
use crate::desk::work::Work;
use crate::report::{Found, Page};
use serde_json::json;

impl Work<'_> {
    /// A card, a hero, a Wonder or a sheet by its name.
    pub(super) fn card(&mut self, case: &mut Case, name: &str) -> Answer<String> {
        if name.is_empty() {
            return self.refuse(case, "card-nothing", &json!({}));
        }
        self.page(case, Page::Card(name))
    }

    /// The reader's own sheet, or the one that is named.
    pub(super) fn sheet(&mut self, case: &mut Case, name: &str) -> Answer<String> {
        self.page(case, if name.is_empty() { Page::Sheet } else { Page::Card(name) })
    }

    /// Which areas lie next to which, where the report does not say it each time.
    pub(super) fn areas(&mut self, case: &mut Case) -> Answer<String> {
        match self.found(case, Page::Areas)? {
            Found::Page(text) => Ok(text),
            _ => Ok(String::new()),
        }
    }

    fn page(&mut self, case: &mut Case, page: Page<'_>) -> Answer<String> {
        let name = if let Page::Card(name) = page { name } else { "" };
        match self.found(case, page)? {
            Found::Page(text) => Ok(text),
            Found::Several(names) => self.refuse(case, "several-cards", &json!({ "name": name, "names": names })),
            Found::Nothing { near } => self.refuse(case, "no-such-card", &json!({ "name": name, "near": near })),
            Found::NoPage => self.refuse(case, "no-such-page", &json!({})),
        }
    }

    fn found(&mut self, case: &mut Case, page: Page<'_>) -> Answer<Found> {
        let mut board = self.need_started(case)?;
        let (seat, language) = (case.seat.clone(), case.person.language.clone());
        self.at_table(case, &mut board, |desk, _, table| {
            let reader = seat.as_deref().map_or(Reader::Observer, Reader::Seat);
            Ok(table.look_up(desk.report, reader, &language, page)?)
        })
    }
}
