package gametest

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// watch holds the game, at rest between two orders, to what must always be so.
// What takes long is done now and then, and in the end.
func (t *trial) watch() {
	t.progress()
	if t.wants(Asked) {
		t.asked()
	}
	if t.wants(Asked, Choices) {
		t.page(among(t.dice, t.seats()))
	}
	if t.wants(Conserve) && (t.over() || t.once(4)) {
		t.conserved()
	}
	if t.wants(Codec, Own) && (t.over() || t.once(20)) {
		t.stored()
	}
	if t.over() {
		return
	}
	if t.wants(Legal, NearMiss, Steady) {
		t.hearings()
	}
	if t.wants(Bots, Legal, Steady) {
		t.botsKnow()
	}
}

// progress wants somebody awaited who has something to say, as long as the game
// is not over.
func (t *trial) progress() {
	awaited := t.play.Awaited()
	if t.over() {
		return // ended sees to that
	}
	if len(awaited) == 0 {
		t.report(DeadEnd, "nobody is awaited, and it is not over")
	}
	for _, s := range awaited {
		if s == engine.Onlooker || int(s) > t.setting.seats {
			t.report(DeadEnd, "%s is awaited, who has no seat", s)
		} else if len(t.play.Moves(s)) == 0 {
			t.report(DeadEnd, "%s is awaited and has no move", s)
		}
	}
	if !slices.IsSorted(awaited) || len(slices.Compact(slices.Clone(awaited))) < len(awaited) {
		t.report(Asked, "awaited %v: not in seat order, or one twice", awaited)
	}
}

// asked wants what a seat knows of being asked to agree with the truth.
func (t *trial) asked() {
	awaited := t.play.Awaited()
	for _, s := range t.seats() {
		ask := t.play.Asked(s)
		if (ask.Kind != "") != slices.Contains(awaited, s) {
			t.report(Asked, "awaited %v, but %s is asked %q", awaited, s, ask.Kind)
		}
		if ask.Opened < 0 || ask.Opened > t.play.Known(s) {
			t.report(Asked, "%s was asked at fact %d of %d", s, ask.Opened, t.play.Known(s))
		}
	}
}

// page wants a seat's page to ask what the seat is asked, and to offer an answer:
// a letter alone must be enough to play.
func (t *trial) page(s engine.Seat) {
	known := t.play.Known(s)
	page := t.play.Page(engine.Plain{}, s, known-t.below(min(known, 20)+1))
	asked := t.play.Asked(s).Kind
	if (page.Asks != "") != (asked != "") {
		t.report(Asked, "%s is asked %q, but the page says %q", s, asked, page.Asks)
	}
	sendable := 0
	for _, c := range choicesOf(page) {
		sendable++
		words := t.read(c)
		if _, err := t.play.Hear(s, words); err != nil || !engine.IsOrder(t.Game.Verbs(), words) {
			t.report(Choices, "the page of %s offers %q: %v", s, c, err)
		}
	}
	if sendable > MostOffered {
		t.report(Choices, "the page of %s offers %d answers: nobody finds the way in so many", s, sendable)
	}
	t.formed(s, page)
	if asked != "" && sendable == 0 {
		t.report(Choices, "the page of %s asks %q and offers no answer", s, page.Asks)
	}
}

// choicesOf are the orders that a page offers to be sent as they stand.
func choicesOf(p engine.Page) []string {
	var all []string
	for _, b := range p.Blocks {
		if choices, ok := b.(engine.Choices); ok {
			for _, c := range choices.Items {
				if !c.Example {
					all = append(all, c.Order)
				}
			}
		}
	}
	return all
}

// botsKnow tries the bot of somebody awaited, whoever plays.
func (t *trial) botsKnow() {
	awaited := t.play.Awaited()
	if len(awaited) == 0 {
		return
	}
	s := among(t.dice, awaited)
	if c := t.obeyBot(s); c != nil {
		t.respell(s, c)
	}
	t.aheadIsHeard(s)
}

// aheadIsHeard wants the first of what a bot says in advance to be what it is asked
// for. The others are heard after it, and change nothing for it.
func (t *trial) aheadIsHeard(s engine.Seat) {
	lines := t.play.Ahead(s, t.chance(0))
	if len(lines) == 0 {
		t.report(Bots, "the bot of %s, who is awaited, says nothing in advance", s)
		return
	}
	for _, line := range lines {
		if !engine.IsOrder(t.Game.Verbs(), t.read(line)) {
			t.report(Bots, "the bot of %s says %q in advance, which is no order", s, line)
		}
	}
	if _, err := t.play.Hear(s, t.read(lines[0])); err != nil {
		t.report(Bots, "the bot of %s says %q in advance: %v", s, lines[0], err)
	}
}

// conserved wants the cards of the deal to be all there, each once, and every
// event to speak of cards by their true faces.
func (t *trial) conserved() {
	records := t.log.Records()
	now, err := t.Held(records)
	if err != nil {
		t.report(Conserve, "%v", err)
		return
	}
	start, err := t.Held(t.log[0])
	if err != nil {
		t.report(Conserve, "at the deal: %v", err)
		return
	}
	truth := map[int]string{}
	for _, c := range now {
		if _, twice := truth[c.ID]; twice {
			t.report(Conserve, "the card %s is there twice", c)
		}
		truth[c.ID] = c.Face
	}
	for _, c := range start {
		if truth[c.ID] != c.Face {
			t.report(Conserve, "the card %s of the deal is gone", c)
		}
	}
	if len(now) != len(start) {
		t.report(Conserve, "%d cards were dealt, %d are there", len(start), len(now))
	}
	t.trueFaces(records, truth)
}

func (t *trial) trueFaces(records []engine.Record, truth map[int]string) {
	for _, r := range records {
		for _, c := range cardsIn(r.Data) {
			if truth[c.ID] != c.Face {
				t.report(Conserve, "%s tells of a card %s, which is a %q", r.Kind, c, truth[c.ID])
			}
		}
	}
}

// stored folds the log from zero and wants the same play, and every seat's
// knowledge of its own to be true.
func (t *trial) stored() {
	records := t.log.Records()
	again, err := t.Game.Play(records)
	if err != nil {
		t.report(Codec, "the log cannot be folded: %v", err)
		return
	}
	if !slices.Equal(t.play.Awaited(), again.Awaited()) {
		t.report(Codec, "awaited %v, folded from zero %v", t.play.Awaited(), again.Awaited())
	}
	for _, s := range t.everybody() {
		if d := differ(lookAt(t.play, s, nil), lookAt(again, s, nil)); d != "" {
			t.report(Codec, "folded from zero, %s is told otherwise: %s", s, d)
		}
		if s == engine.Onlooker {
			continue
		}
		if err := t.Own(records, s, t.play.Facts(s)); err != nil {
			t.report(Own, "%s: %v", s, err)
		}
	}
	t.reencoded(records)
}

// ended wants a game that is over to be over for good.
func (t *trial) ended() {
	result, over := t.play.Result()
	if !over {
		return
	}
	if len(t.play.Awaited()) > 0 {
		t.report(Result, "it is over, but %v are awaited", t.play.Awaited())
	}
	if len(result.Scores) != t.setting.seats || len(result.Winners) == 0 {
		t.report(Result, "the result lacks a score or a winner: %+v", result)
	}
	for _, s := range t.seats() {
		if moves := t.play.Moves(s); len(moves) > 0 {
			t.report(Result, "it is over, but %s may %q", s, moves[0])
		}
		for _, order := range append(t.said(s), t.Probes...) {
			if c, err := t.play.Hear(s, t.read(order)); err == nil {
				t.report(Result, "it is over, but %s is heard to say %q", s, c)
			} else {
				t.refusal(s, order, err)
			}
		}
	}
}

// said is what a seat said in this game.
func (t *trial) said(s engine.Seat) []string {
	var all []string
	for _, o := range t.orders {
		if order, ok := strings.CutPrefix(o, s.String()+" "); ok {
			all = append(all, order)
		}
	}
	return all
}
