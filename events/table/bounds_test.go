package table

import (
	"context"
	"strings"
	"testing"
	"time"

	"contrapost/engine/lobby"
)

// TestInvitedOftenByOneMail: one mail invites nobody more often than a day allows,
// whether they are known or not.
func TestInvitedOftenByOneMail(t *testing.T) {
	n := newInn(t)
	n.Address = func(a string) (string, error) { return a, nil }
	often := 0
	n.Invited = func(_ context.Context, by, guest string, _ time.Time) (int, error) {
		if guest == "" {
			return 0, nil
		}
		return often, nil
	}
	n.hear("Vic", "", "new konvooi for 2")
	for _, c := range []struct {
		guest string
		often int
		want  int
	}{{"vic@test", 0, lobby.MostInvitedADay}, {"VIC@test", 3, lobby.MostInvitedADay - 3}, {"new@test", 0, lobby.MostInvitedADay}} {
		often = c.often
		var lines []string
		for i := range lobby.MostInvitedADay + 1 {
			guest := c.guest
			if i%2 == 1 {
				guest = strings.ToUpper(guest)
			}
			lines = append(lines, "new konvooi for 6 private", "invite "+guest)
		}
		reply := n.hear("Ann", "", lines...)
		invited := 0
		for _, id := range reply.Tables {
			invited += len(n.load(id).Lobby.Invited)
		}
		if refusal(reply) != "invite-rest" || invited != c.want {
			t.Errorf("%s was invited %d times by one mail, want %d; refused: %s", c.guest, invited, c.want, refusal(reply))
		}
	}
}
