package declare

import "contrapost/engine"

// ahead is what somebody writes who writes few letters: the bot's order, which has
// what the passenger will want in it already (N7), and once what to reveal in
// inspections (N11).
func ahead(s engine.Seat, facts []fact, luck engine.Chance) []string {
	k := know(s, facts)
	if !k.asks() {
		return nil
	}
	lines := []string{bot(s, facts, luck)}
	if k.prefer == nil {
		lines = append(lines, preference{Word: wordLowest}.String())
	}
	return lines
}
