//! What each game of this family says of itself in the same words.

/// The head of `impl Game`: whoever is named here (`View`, `sanity`, `form` …) is the game's own.
macro_rules! alike {
    () => {
        type State = State;
        type View = View;
        type Event = Event;
        type Scene = Scene;
        type Atlas = Atlas;
        type Order = Order;
        type Fact = Fact;
        type Reason = Reason;
        type Term = Term;
        type Language = Core;

        fn seats(&self) -> Seats {
            self.core.seats
        }

        fn seat_key(&self, seat: Seat) -> &str {
            self.core.seat_key_of(seat)
        }

        fn winners(&self, state: &State) -> Option<Vec<Seat>> {
            let winners = &state.position.winners;
            (!winners.is_empty()).then(|| winners.clone())
        }

        /// Behind the winners: by what stands on the board.
        fn places(&self, state: &State) -> Vec<Vec<Seat>> {
            let has_won = |seat: Seat| state.position.winners.contains(&seat);
            tabellarius_kernel::by_worth(self.core.seats.iter(), |seat| match has_won(seat) {
                true => (true, 0),
                false => (false, crate::common::worth::of(&state.position.ground, seat)),
            })
        }

        fn sane(&self, state: &State) -> Result<(), tabellarius_kernel::Unsound> {
            sanity::check(self, state)
        }

        fn view(&self, state: &State, viewer: tabellarius_kernel::Viewer) -> View {
            View::of(state, viewer)
        }

        fn holds(&self, fact: &Fact, view: &View) -> bool {
            crate::common::language::facts::holds(*fact, view.sight())
        }

        fn imagine(&self, view: &View, seat: Seat, chance: &mut Chance) -> State {
            imagine::world(self, view, seat, chance)
        }

        fn instead(&self, order: &Order, reason: &Reason) -> Option<Order> {
            idle::instead(order, reason)
        }

        fn caretaker(&self, view: &View, seat: Seat) -> String {
            caretaker::letter(self, view, seat)
        }

        fn has_worth(&self) -> bool {
            true
        }

        fn facts(&self) -> Vec<tabellarius_kernel::flaw::Fact> {
            self.core.board.facts().to_vec()
        }

        fn language(&self) -> &Core {
            &self.core
        }

        fn replaces(&self, newer: &Order, older: &Order) -> bool {
            newer.replaces(older)
        }

        fn is_seen(&self, order: &Order) -> bool {
            order.is_seen()
        }

        fn is_abstention(&self, order: &Order) -> bool {
            order.is_abstention()
        }

        fn may_never_come(&self, order: &Order) -> bool {
            order.may_never_come()
        }

        fn is_content(&self, order: &Order) -> bool {
            *order == Order::Nothing(crate::common::orders::Nothing::AtAll)
        }

        fn picture(&self, view: &View, told: &[&Event]) -> tabellarius_kernel::Picture {
            picture::picture(&self.core, view, told)
        }

        fn neighbours(&self) -> Vec<(String, Vec<String>)> {
            crate::common::picture::neighbours(&self.core.board)
        }

        fn scene(&self, view: &View) -> Scene {
            Scene::of(self, view)
        }

        fn examples(&self, view: &View, seat: Seat) -> Vec<Order> {
            let examples = form::examples(self, view, seat);
            // Whoever can do nothing may say so.
            if examples.is_empty() {
                return alloc::vec![Order::Nothing(crate::common::orders::Nothing::AtAll)];
            }
            examples
        }
    };
}

pub(crate) use alike;
