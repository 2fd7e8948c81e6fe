package post

import (
	"context"
	"fmt"

	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// since is the version that a letter tells what has happened after: the one that the
// reader's last letter showed; 0, and the letter says so, where all of it was asked
// for.
func (r *Room) since(ctx context.Context, l events.Letter, letter *templates.Letter) (int64, error) {
	if told(letter.Answers, table.ToldHistory) {
		letter.Whole = true
		return 0, nil
	}
	if l.Kind == table.KindTaken { // the seat's knowledge, from the deal on
		return 0, nil
	}
	// It goes by the player: seats move up when somebody leaves, and what another was
	// sent there is not theirs.
	shown, err := r.Log.Shown(ctx, l.Stream, l.Player, l.ID, 2)
	if err != nil {
		return 0, err
	}
	if l.Kind == table.KindResent && len(shown) > 0 {
		shown = shown[1:] // what the last letter told is told again
	}
	if len(shown) == 0 {
		return 0, nil
	}
	return shown[0], nil
}

// talk gathers what was said after a version as a player may hear it: what they said
// themselves only where the whole is told. What has been erased is passed over.
func (r *Room) talk(ctx context.Context, t *table.Table, player string, since int64, whole bool) ([]templates.Remark, error) {
	var all []templates.Remark
	for _, k := range t.Talk(player, since) {
		own := k.Speaker == player && !k.Ruling
		if own && !whole {
			continue
		}
		text, err := r.Log.Text(ctx, t.ID, k.Sum)
		if notFound(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("what was said: %w", err)
		}
		all = append(all, remark(t, k, own, text.Text))
	}
	return all, nil
}

func remark(t *table.Table, k table.Talk, own bool, text string) templates.Remark {
	return templates.Remark{
		Name: t.Called(k.Speaker), Private: k.Hearer != "", Moderator: k.Ruling, Own: own, To: t.Called(k.Hearer), Text: text,
	}
}
