//! `data`: what a game's data rest on.

use crate::catalogue::{Visit, find, visit};
use anyhow::Result;
use clap::Args;
use tabellarius_kernel::Listed;

/// Lists every fact of a game that is not from its rulebook.
#[derive(Args)]
pub struct Data {
    /// The game.
    game: String,
    /// Lists the facts from the rulebook as well.
    #[arg(long)]
    all: bool,
}

impl Data {
    /// Lists.
    pub fn run(self) -> Result<()> {
        let entry = find(&self.game)?;
        visit(entry.key, entry.players[entry.players.len() - 1], "", self)?
    }
}

impl Visit for Data {
    type Out = Result<()>;

    fn game<G: Listed>(self, game: G) -> Result<()> {
        let mut text = String::new();
        let facts = game.facts();
        let proved = facts.iter().filter(|fact| fact.is_from_rulebook()).count();
        for fact in facts.iter().filter(|fact| self.all || !fact.is_from_rulebook()) {
            text += &format!("{}:{}: {} [{}]\n", fact.file, fact.line, fact.what, fact.source);
            if let Some(note) = &fact.note {
                text += &format!("    {note}\n");
            }
        }
        text += &format!("{} facts, {proved} of them from a rulebook or seen on the printed game.\n", facts.len());
        super::print(&text)
    }
}
