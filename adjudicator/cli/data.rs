//! `data`: what a game's data rest on.

use crate::catalogue::{Visit, find, visit};
use anyhow::Result;
use clap::Args;
use tabellarius_kernel::Game;

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
        visit(entry.key, entry.players[entry.players.len() - 1], "", self)
    }
}

impl Visit for Data {
    type Out = ();

    fn game<G: Game>(self, game: G) {
        let facts = game.facts();
        let proved = facts.iter().filter(|fact| fact.is_from_rulebook()).count();
        for fact in facts.iter().filter(|fact| self.all || !fact.is_from_rulebook()) {
            println!("{}:{}: {} [{}]", fact.file, fact.line, fact.what, fact.source);
            if let Some(note) = &fact.note {
                println!("    {note}");
            }
        }
        println!("{} facts, {proved} of them from a rulebook or seen on the printed game.", facts.len());
    }
}
