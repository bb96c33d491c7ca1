//! The game as one value: its data, its variant, its words; and how the kernel talks to it.

use crate::board::Board;
use crate::deck::{CardKind, Deck};
use crate::event::Event;
use crate::language::facts::{self, Fact};
use crate::language::term::{Term, WORD_FILES, lexicon};
use crate::map::{self, Chart, Map};
use crate::options::Options;
use crate::orders::Order;
use crate::pieces::{Area, AreaSet, CardSet, Civ, Colour, Faction, MOST, PEOPLES, Wonder};
use crate::position::{Phase, Position, Scratch, Side, State, Work};
use crate::reason::Reason;
use crate::rules::{cards, competition, epoch, explore, first, growth, setup, valuation};
use crate::scenario::{self, Back, Scenario};
use crate::scene::{Atlas, Scene};
use crate::setups::{self, Setup};
use crate::sheets::{self, Power, SheetFile};
use crate::view::View;
use crate::{caretaker, deck, form, issues, sanity, unasked, words_bind, world};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::flaw::{Fact as Sourced, Flaw};
use tabellarius_kernel::words::Lexicon;
use tabellarius_kernel::{Chance, Game, Issue, Picture, Play, Seat, Seats, StageName, Told, Unbuilt, Unsound, Viewer};

/// A run of this game.
pub type Table<'a> = tabellarius_kernel::Table<'a, InnerSea>;

/// The files of data, as `(name, text)`: an operator's, or the compiled-in ones.
pub struct Files<'f> {
    /// The map.
    pub map: (&'f str, &'f str),
    /// The cards.
    pub deck: (&'f str, &'f str),
    /// The civilization sheets.
    pub sheets: (&'f str, &'f str),
    /// The set-ups.
    pub setups: (&'f str, &'f str),
    /// The scenarios.
    pub scenarios: Vec<(&'f str, &'f str)>,
}

impl<'f> Files<'f> {
    /// What is compiled in.
    pub fn built_in() -> Files<'f> {
        Files {
            map: map::FILE,
            deck: deck::FILE,
            sheets: sheets::FILE,
            setups: setups::FILE,
            scenarios: scenario::FILES.to_vec(),
        }
    }
}

/// What is in the box.
#[derive(Clone, PartialEq, Debug)]
pub struct Kit {
    /// The map.
    pub map: Map,
    /// The cards.
    pub deck: Deck,
    /// The sheets.
    pub sheets: Vec<SheetFile>,
    /// The set-ups.
    pub setups: Vec<Setup>,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    facts: Vec<Sourced>,
}

impl Kit {
    /// Reads all files; what is wrong with any of them is told with its line.
    pub fn load(files: &Files<'_>) -> Result<Kit, Vec<Flaw>> {
        let map = Map::load(files.map.0, files.map.1)?;
        let deck = Deck::load(files.deck.0, files.deck.1)?;
        let (sheets, more) = sheets::load(files.sheets.0, files.sheets.1)?;
        let (setups, last) = setups::load(&map, files.setups.0, files.setups.1)?;
        let mut facts = map.facts().to_vec();
        facts.extend(deck.facts().iter().cloned());
        facts.extend(more);
        facts.extend(last);
        let mut scenarios: Vec<Scenario> = Vec::new();
        for (file, text) in &files.scenarios {
            let (scenario, more) = scenario::load(&map, &deck, file, text)?;
            facts.extend(more);
            scenarios.push(scenario);
        }
        Ok(Kit { map, deck, sheets, setups, scenarios, facts })
    }
}

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub struct InnerSea {
    /// The map.
    pub map: Map,
    /// The part of it that is in play.
    pub chart: Chart,
    /// The cards.
    pub deck: Deck,
    /// The sheets, by civilization.
    pub sheets: Vec<SheetFile>,
    /// The same with what goes with a scenario's prize (IS-14.5).
    with_prize: Vec<SheetFile>,
    /// The variant.
    pub options: Options,
    /// All negations.
    pub negations: CardSet,
    /// All competition cards.
    pub fighting: CardSet,
    facts: Vec<Sourced>,
    pub(crate) lexicon: Lexicon<Term>,
}

impl InnerSea {
    /// The game with the compiled-in data.
    pub fn new(players: usize, variant: &str) -> Result<InnerSea, Unbuilt> {
        let data = Kit::load(&Files::built_in())?;
        let options = Options::parse(&data.setups, &data.scenarios, &data.map, players, variant)?;
        Ok(InnerSea::with(data, WORD_FILES, options)?)
    }

    /// The game with an operator's data and words.
    pub fn with<'a>(
        data: Kit,
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        options: Options,
    ) -> Result<InnerSea, Vec<Flaw>> {
        let Kit { map, deck, mut sheets, facts, .. } = data;
        let lexicon = lexicon(&map, &deck, words)?;
        let mut chart = map.chart_with(options.setup.cut.map(|cut| &map.cuts[cut]), options.scenario.kept);
        let printed = sheets.clone();
        // IS-14.1: a people of a scenario has the sheet and the home that the scenario says.
        sheets.resize(PEOPLES, SheetFile::default());
        for part in &options.scenario.parts {
            sheets[part.civ as usize] = part.sheet.map_or_else(SheetFile::default, |civ| printed[civ as usize].clone());
            if let Some(opening) = part.opening {
                let more = printed[opening as usize].opening.iter().cloned();
                sheets[part.civ as usize].opening.extend(more);
            }
            sheets[part.civ as usize].opening.extend(part.muster.iter().cloned());
            if options.scenario.extras.outsailed == Some(part.civ) {
                sheets[part.civ as usize].loses_the_seas();
            }
            chart.homes[part.civ as usize] = part.home.filter(|home| chart.in_play.contains(*home));
        }
        let of = |kind: CardKind| deck.all.iter().filter(|card| deck.card(*card).kind == kind).collect();
        let (negations, fighting) = (of(CardKind::Negate), of(CardKind::Competition));
        let prize = options.scenario.prize.as_ref();
        let with_prize = prize.map_or_else(Vec::new, |prize| sheets::with_prize(&sheets, &printed, prize));
        Ok(InnerSea { map, chart, deck, sheets, with_prize, options, negations, fighting, facts, lexicon })
    }

    /// How many civilizations play, those without a player counted.
    pub fn players(&self) -> usize {
        self.options.setup.players
    }

    /// The seats of all civilizations, those without a player last (IS-13.1).
    pub fn everybody(&self) -> Seats {
        Seats::first(self.players())
    }

    /// Whether the referee plays a seat by the book (IS-13.1).
    pub fn is_npc(&self, seat: Seat) -> bool {
        self.options.cast.npcs.contains(seat)
    }

    /// The sheet of a seat (IS-9); the holder of a scenario's prize has what goes with it too (IS-14.5).
    pub fn sheet(&self, position: &Position, seat: Seat) -> &SheetFile {
        let civ = position.side(seat).civ as usize;
        if self.with_prize.is_empty() || self.prize_of(position, seat).is_none() {
            return &self.sheets[civ];
        }
        &self.with_prize[civ]
    }

    /// What lies on a line across the map or beyond it, seen from an area (IS-14.6).
    pub fn beyond(&self, cut: usize, from: Option<Area>) -> AreaSet {
        let line = self.map.cuts.get(cut).map_or(AreaSet::NONE, |cut| cut.line);
        from.map_or(line, |from| self.chart.in_play - self.map.reachable(from, line))
    }

    /// Whether a seat may have discs in open sea now (IS-1.2.2, IS-9.6, IS-9.8).
    pub fn sails_open(&self, position: &Position, seat: Seat) -> bool {
        position.epoch >= 4 || self.sheet(position, seat).has(Power::OpenSea)
    }

    /// The discs of a faction that are in its supply (IS-1.3). Two of a civilization's fifty are markers.
    pub fn supply(&self, position: &Position, board: &Board, faction: Faction) -> u8 {
        let all: u8 = match faction.seat() {
            // IS-16.6: what is left of those who have fallen is out of the game.
            Some(seat) if position.fallen.contains(Faction::of(seat)) => 0,
            Some(seat) if self.discs_of(position, seat).is_some() => self.discs_of(position, seat).unwrap_or(0),
            Some(seat) if self.options.setup.is_doubled || self.has_two_sets(position, seat) => 98,
            Some(_) => 48,
            None if self.options.hordes => 100,
            None => 50,
        };
        let away = faction.seat().map_or(0, |seat| {
            // IS-18.3: a disc lies on each card that is there to be used once.
            let once = if position.kept[seat.index()].is_empty() {
                0
            } else {
                self.kept_cards(position, seat, |back| back == Back::Once).len() as u8
            };
            position.discs_on_cards(seat) + position.side(seat).ready + once
        });
        all.saturating_sub(board.total(faction)).saturating_sub(away)
    }
}

impl Game for InnerSea {
    type State = State;
    type View = View;
    type Event = Event;
    type Scene = Scene;
    type Atlas = Atlas;
    type Order = Order;
    type Fact = Fact;
    type Reason = Reason;
    type Term = Term;
    type Language = InnerSea;

    fn seats(&self) -> Seats {
        self.everybody().iter().filter(|seat| !self.is_npc(*seat)).collect()
    }

    fn seat_key(&self, seat: Seat) -> &str {
        Colour::ALL.get(seat.index()).map_or("nobody", |colour| colour.key())
    }

    fn start(&self) -> State {
        let position = Position {
            epoch: self.options.first_epoch,
            turn: 1,
            phase: Phase::Setup,
            board: Board::default(),
            sides: [Side::default(); MOST],
            order: self.first_seats().collect(),
            works: [Work::default(); 7],
            invested: Vec::new(),
            discards: CardSet::NONE,
            aside: CardSet::NONE,
            removed: CardSet::NONE,
            deck: 0,
            banned: Default::default(),
            banned_next: Default::default(),
            epoch_ends: false,
            ranking: Vec::new(),
            gold: Vec::new(),
            enemies: Default::default(),
            primary: [None; MOST],
            wronged: Default::default(),
            quiet: Default::default(),
            vassals: self.everybody().iter().filter(|seat| self.is_vassal(*seat)).map(Faction::of).collect(),
            fallen: Default::default(),
            kept: Default::default(),
            pool: self.first_pool(),
            moved: [None; MOST],
            river: AreaSet::NONE,
            appeals: 0,
            bought: [AreaSet::NONE; MOST],
            roused: Default::default(),
            summons: Vec::new(),
            stirs: false,
            consuls: Vec::new(),
        };
        let hands = [CardSet::NONE; MOST];
        let mut state = State { position, hands, deck: self.deck.all, fresh: hands, scratch: Scratch::default() };
        state.count();
        state
    }

    fn stage(&self, state: &State) -> StageName {
        let Position { epoch, turn, phase, .. } = &state.position;
        let phase = match phase {
            Phase::Setup => return StageName::new("start", "setup"),
            Phase::Settling => return StageName::new("start", "first-discs"),
            Phase::Over => return StageName::new("end", "over"),
            Phase::EpochEnd => return StageName::new(format!("epoch-{epoch}"), "epoch-end"),
            Phase::Exploration => "exploration",
            Phase::Growth => "growth",
            Phase::Cards => "cards",
            Phase::Competition => "competition",
            Phase::Valuation => "valuation",
        };
        StageName::new(format!("epoch-{epoch} turn {turn}"), phase)
    }

    /// The sequence of play (IS-3.1).
    fn resolve(&self, table: &mut Table<'_>) -> Play {
        match table.state.position.phase {
            Phase::Setup => setup::play(table),
            Phase::Settling => first::play(table),
            Phase::Exploration => explore::play(table),
            Phase::Growth => growth::play(table),
            Phase::Cards => cards::play(table),
            Phase::Competition => competition::play(table),
            Phase::Valuation => valuation::play(table),
            Phase::EpochEnd => epoch::play(table),
            Phase::Over => Ok(()),
        }
    }

    fn winners(&self, state: &State) -> Option<Vec<Seat>> {
        let ranking = &state.position.ranking;
        (!ranking.is_empty()).then(|| ranking.clone())
    }

    fn places(&self, state: &State) -> Vec<Vec<Seat>> {
        epoch::places(self, &state.position)
    }

    fn sane(&self, state: &State) -> Result<(), Unsound> {
        sanity::check(self, state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn holds(&self, fact: &Fact, view: &View) -> bool {
        facts::holds(self, fact, view)
    }

    fn imagine(&self, view: &View, _seat: Seat, chance: &mut Chance) -> State {
        world::imagine(self, view, chance)
    }

    fn recall(&self, world: &mut State, _seat: Seat, told: &[&Event], chance: &mut Chance) -> Vec<(String, Vec<u8>)> {
        world::recall(self, world, told, chance)
    }

    fn issues(&self, end: &State, told: &[Told<Event>], seat: Seat) -> Vec<Issue> {
        issues::of(end, told, seat)
    }

    /// Competitions know no dice: the cards of others decide.
    fn throws(&self) -> u32 {
        1
    }

    fn why_never(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        unasked::why_never(self, view, seat, order)
    }

    fn why_idle(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        unasked::why(self, view, seat, order)
    }

    fn instead(&self, order: &Order, reason: &Reason) -> Option<Order> {
        unasked::instead(order, reason)
    }

    fn caretaker(&self, view: &View, seat: Seat) -> String {
        caretaker::letter(self, view, seat)
    }

    /// Points, and what will bring some: Cities, areas, discs, cards, talents.
    fn worth(&self, state: &State, seat: Seat, _chance: &mut Chance) -> i32 {
        let position = &state.position;
        let of = |seat: Seat| {
            let (side, me) = (position.side(seat), Faction::of(seat));
            let cards = state.hands[seat.index()].len() as i32;
            let cities = position.cities(&self.chart, seat).len() as i32;
            let areas = position.board.occupied(me).len() as i32;
            let discs = i32::from(position.board.total(me));
            10 * i32::from(side.vp) + 6 * cities + 2 * areas + discs + 4 * cards + 2 * i32::from(side.talents)
        };
        let others = self.seats().iter().filter(|other| *other != seat).map(of);
        2 * of(seat) - others.max().unwrap_or(0)
    }

    fn foresight(&self) -> u32 {
        18
    }

    fn has_worth(&self) -> bool {
        true
    }

    fn facts(&self) -> Vec<Sourced> {
        self.facts.clone()
    }

    fn language(&self) -> &InnerSea {
        self
    }

    fn stage_of(&self, order: &Order) -> Option<&'static str> {
        match order {
            Order::Withdraw(..) | Order::Shift(_) | Order::Place(..) | Order::Fill(_) | Order::Show(_) => {
                Some("growth")
            }
            Order::Explore(_) => Some("exploration"),
            Order::Appeal | Order::Search(..) => Some("competition"),
            Order::Bribe(_) | Order::Accept(_) => Some("growth"),
            Order::Give(..) => Some("valuation"),
            Order::Play(card, _) if self.fighting.contains(*card) => Some("competition"),
            Order::Play(..) | Order::Wonder(..) | Order::Pass => Some("cards"),
            Order::Compete(..) => Some("competition"),
            // IS-19.3: a minor state is paid when the turn begins.
            Order::Peace(..) if self.options.scenario.minor.is_some() => Some("growth"),
            Order::Rank(..) | Order::Aeneas(_) | Order::Draw(_) | Order::Exchange(_) | Order::Peace(..) => {
                Some("valuation")
            }
            _ => None,
        }
    }

    fn is_abstention(&self, order: &Order) -> bool {
        matches!(order, Order::Nothing(_) | Order::Content | Order::Pass | Order::Allow(_))
            || matches!(
                order,
                Order::Compete(_, None, _) | Order::Aeneas(None) | Order::Exchange(None) | Order::Draw(0)
            )
    }

    /// Losses, cards to choose, something to negate and a tie in the turn order may never come; nor may the Draw step, if a card ends
    /// the Epoch before it (IS-7.6). Where there is none in any case that is told ([`unasked::why`]).
    fn may_never_come(&self, order: &Order) -> bool {
        match order {
            Order::Losses(..) | Order::Negate(..) | Order::Rank(_, None) | Order::Draw(_) => true,
            Order::Peace(..) => self.options.scenario.minor.is_some(),
            Order::Bribe(_) | Order::Accept(_) | Order::Give(..) => true,
            Order::Keep(_) | Order::Discard(_) | Order::Take(_) | Order::Choose(_) => true,
            _ => false,
        }
    }

    fn covers(&self, said: &Order, done: &Order) -> bool {
        words_bind::covers(self, said, done)
    }

    /// IS-2.4: a colour's civilization, once it is chosen.
    fn also_called(&self, view: &View, seat: Seat) -> Option<String> {
        let civ = view.position.civ(Faction::of(seat));
        (civ != Civ::Barbarians).then(|| civ.to_string())
    }

    /// IS-10.1
    fn held_with(&self, seat: Seat) -> Seats {
        let owner = |seat: Seat| self.options.owners.get(seat.index());
        self.seats().iter().filter(|other| owner(*other) == owner(seat)).collect()
    }

    /// IS-10.1: one letter for all civilizations of a player.
    fn addressee(&self, seat: Seat, order: &Order) -> Option<(Seat, Order)> {
        match order {
            Order::For(other, order)
                if self.options.owners[seat.index()] == *self.options.owners.get(other.index())? =>
            {
                Some((*other, Order::clone(order)))
            }
            _ => None,
        }
    }

    /// IS-11.5
    fn is_content(&self, order: &Order) -> bool {
        *order == Order::Content
    }

    /// Cards, Wonders, and the sheets of the civilizations that could play here.
    fn library(&self) -> Vec<String> {
        let cards = self.deck.all.iter().map(|card| card.to_string());
        let wonders = (0..7).map(|wonder| Wonder(wonder).to_string());
        let civs = Civ::ALL.iter().filter(|civ| self.chart.home(**civ).is_some()).map(|civ| civ.to_string());
        cards.chain(wonders).chain(civs).collect()
    }

    fn picture(&self, view: &View, told: &[&Event]) -> Picture {
        crate::picture::picture(self, view, told)
    }

    fn neighbours(&self) -> Vec<(String, Vec<String>)> {
        crate::picture::neighbours(self)
    }

    fn scene(&self, view: &View) -> Scene {
        Scene::of(self, view)
    }

    fn atlas(&self) -> Atlas {
        Atlas::of(self)
    }

    fn examples(&self, view: &View, seat: Seat) -> Vec<Order> {
        form::examples(self, view, seat)
    }
}

impl InnerSea {
    /// The civilizations by seat: as the table has fixed them, or the first that the set-up allows. For cases and examples.
    pub fn usual_civs(&self) -> Vec<Civ> {
        if !self.options.civs.is_empty() {
            return self.options.civs.clone();
        }
        let set = self.options.setup.allowed.first().copied().unwrap_or(0);
        Civ::ALL.iter().copied().filter(|civ| set >> *civ as u32 & 1 == 1).collect()
    }
}
