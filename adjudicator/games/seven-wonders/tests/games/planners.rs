//! A table of planners plays on by itself as long as the plans decide (7W-4.4).

use crate::game;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Game as _, Letter, Pace, Salt, Seed, Stage, read};
use tabellarius_seven_wonders::position::Phase;

#[test]
fn planners_finish_an_age_with_one_letter_each() {
    for pace in [Pace::Bulk, Pace::Strict] {
        let game = game(5, "");
        let mut stage = Stage::open(&game, game.start(), pace, Seed::from_text("plans"), Salt::first("plans"));
        let (mut letters, mut stages) = (0, 0);
        while game.winners(&stage.asked().state).is_none() {
            stages += 1;
            while !stage.asked().finished {
                for seat in stage.awaited(&game).iter() {
                    let text = "prefer any green, any blue, any, stage, sell\nnever sell green";
                    let reading = read(&game, text);
                    assert_eq!(reading.problems, []);
                    stage.file(seat, Letter { text: text.into(), lines: reading.lines, finality: Finality::Final });
                    letters += 1;
                }
                stage.close(&game).expect("published events stand");
            }
            if stage.asked().state.position.phase == Phase::Over {
                break;
            }
            stage = stage.next(&game);
        }
        assert!(stages >= 20, "{stages} stages");
        // One each at the beginning; after that only who is left with green cards that cannot be built is asked again.
        assert!((5..30).contains(&letters), "{letters} letters");
    }
}
