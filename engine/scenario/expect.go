package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contrapost/engine"
)

// expect judges one expectation, its words without "expect".
func (c *trial) expect(at int, words []string) error {
	if len(words) == 0 {
		return errors.New("write: expect THING and what it holds")
	}
	switch words[0] {
	case "awaited":
		return c.expectAwaited(words[1:])
	case "over":
		return c.expectOver(words[1:])
	case "winner":
		return c.expectWinner(words[1:])
	}
	return c.play.Expect(engine.Line{Words: c.named(words), Number: at})
}

func (c *trial) expectAwaited(names []string) error {
	want, err := c.seats(names)
	if err != nil {
		return err
	}
	return c.compare("awaited", c.play.Awaited(), want)
}

func (c *trial) expectOver(rest []string) error {
	if len(rest) > 0 {
		return errors.New("over stands alone")
	}
	if _, over := c.play.Result(); !over {
		return errors.New("the game is not over")
	}
	return nil
}

func (c *trial) expectWinner(names []string) error {
	want, err := c.seats(names)
	if err != nil {
		return err
	}
	result, over := c.play.Result()
	if !over {
		return errors.New("the game is not over: nobody has won")
	}
	return c.compare("winner", result.Winners, want)
}

// seats reads a set of names; "-" is nobody.
func (c *trial) seats(names []string) ([]engine.Seat, error) {
	if len(names) == 0 {
		return nil, errors.New(`name the players, or "-" for nobody`)
	}
	if len(names) == 1 && names[0] == "-" {
		return nil, nil
	}
	var all []engine.Seat
	for _, name := range names {
		s, ok := c.seat(name)
		if !ok {
			return nil, fmt.Errorf("no player is called %q", name)
		}
		all = append(all, s)
	}
	return all, nil
}

func (c *trial) compare(what string, got, want []engine.Seat) error {
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if slices.Equal(got, want) {
		return nil
	}
	return fmt.Errorf("%s %s, want %s", what, c.spell(got), c.spell(want))
}

func (c *trial) spell(seats []engine.Seat) string {
	if len(seats) == 0 {
		return "-"
	}
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = c.roster.Name(s)
	}
	return strings.Join(names, " ")
}

func awaits(p engine.Play, s engine.Seat) bool { return slices.Contains(p.Awaited(), s) }
