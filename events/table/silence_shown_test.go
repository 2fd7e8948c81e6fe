package table

import (
	"testing"

	"contrapost/engine/games"
)

// TestSilenceAmongChoices: while others still choose, nobody sees that somebody who was to
// choose at the same time was silent, nor by a bot in their seat, and so not who has chosen;
// once all have chosen, everybody is told.
func TestSilenceAmongChoices(t *testing.T) {
	for _, with := range []string{"bank=8h", "bank=8h silences=1"} {
		for _, chosen := range []bool{true, false} {
			n := newInn(t)
			n.Lobby.Games = games.All()
			id := n.hear("Ann", "", "new declare for 3 with "+with).Tables[0]
			n.hear("Bob", "", "join "+id)
			n.hear("Cem", "", "join "+id)
			n.settled(id)
			for _, who := range []string{"Ann", "Bob", "Cem"} {
				after := hour
				if who == "Bob" {
					after = 5 * hour // and has three hours left
				}
				n.at(noon.Add(after), who, id, "place 1 2 3")
			}
			n.must(n.Settle(t.Context(), id, noon.Add(5*hour)))
			if chosen {
				n.at(noon.Add(6*hour), "Bob", id, n.load(id).Play.Moves(n.seat(id, "Bob"))[0])
			}
			n.must(n.Lapse(t.Context(), id, noon.Add(8*hour)))
			between := n.load(id)
			ann := n.seat(id, "Ann")
			if got := between.Silences(ann, 0); len(got) > 0 || n.place(id, "Bob").Bot {
				t.Errorf("%s: chosen %v: Ann sees %v, a bot %v", with, chosen, got, n.place(id, "Bob").Bot)
			}
			if got := between.Silences(n.seat(id, "Bob"), 0); (len(got) == 0) != chosen {
				t.Errorf("%s: chosen %v: Bob sees %v of his own", with, chosen, got)
			}
			for _, who := range []string{"Ann", "Cem"} {
				n.at(noon.Add(9*hour), who, id, n.load(id).Play.Moves(n.seat(id, who))[0])
			}
			if got := n.load(id).Silences(ann, between.Version); (len(got) == 0) != chosen {
				t.Errorf("%s: chosen %v: in the end Ann sees %v", with, chosen, got)
			}
			if got, want := n.place(id, "Bob").Bot, !chosen && with != "bank=8h"; got != want {
				t.Errorf("%s: chosen %v: a bot has the seat: %v", with, chosen, got)
			}
			n.must(n.redecided(id, n.entries(id)))
		}
	}
}
