package konvooi

import (
	"contrapost/engine"
	"contrapost/engine/card"
)

// knowledge is what one seat knows: the sum of its facts and nothing else.
type knowledge struct {
	self    engine.Seat // the Onlooker's is 0
	options map[string]string
	worth   map[string]worth
	cards   map[string]int // in play, by kind (K4)

	phase  string
	opened int // how many facts there were when the question of the moment was put
	turn   engine.Seat
	last   engine.Seat // K27; 0: no last round yet

	hand      []card.Card // own
	warehouse []card.Card // own
	standing  []standing  // own
	players   []seen      // by seat, from seat 1
	display   [slots]card.Card
	pile      int
	convoy    transit
	ended     *gameEnded
	habits    []habit // by seat, from seat 1

	proposing bool // an order is being tried, to be named in a refusal: no further one is looked for
}

// seen is what a seat knows of one player, itself among them.
type seen struct {
	hand      int
	sure      tally // faces known to be in hand, before the convoy under way left it
	kept      tally // faces known to have stayed in hand beside that convoy
	warehouse int
	stored    tally // faces known to be in the warehouse
}

// transit is what a seat knows of the convoy under way.
type transit struct {
	smuggler  engine.Seat // 0: no convoy
	size      int
	cards     []card.Card // own convoy only
	rider     []card.Card // own
	answered  bool        // this seat's own answer
	answer    bid
	inspector engine.Seat
	officer   card.Card
	turns     int // how many cards may be turned
	turned    []cardTurned
	offered   int // cards on offer now
	offer     []card.Card
	offers    int // made so far
}

// habit is what has been seen of a player's ways.
type habit struct {
	convoys   int   // laid
	inspected int   // of these, inspected
	turned    tally // cards of theirs that were turned
	bids      int   // officers committed against others
	chances   int   // convoys of others while they may have had an officer
}

// know adds up the facts of a seat.
func know(self engine.Seat, facts []fact) *knowledge {
	k := &knowledge{self: self}
	for i, f := range facts {
		k.learn(f, i+1)
	}
	return k
}

func (k *knowledge) of(s engine.Seat) *seen { return &k.players[s-1] }

// ask notes that the table waits for something new.
func (k *knowledge) ask(phase string, facts int) { k.phase, k.opened = phase, facts }

// learn takes in one fact; facts is how many the seat has with it.
func (k *knowledge) learn(f fact, facts int) {
	switch f := f.(type) {
	case gameDealt:
		k.options, k.worth, k.cards = f.Options, f.Worth, f.Cards
		k.players = make([]seen, f.Seats)
		k.habits = make([]habit, f.Seats)
	case handDealt:
		k.hand = join(f.Cards)
		k.of(f.Seat).hand = len(f.Cards)
	case handSeen:
		k.of(f.Seat).hand = f.Count
		k.of(f.Seat).sure.add(faceUp(f.Sure)...)
	case warehouseStocked:
		k.warehouse = join(f.Cards)
		k.of(f.Seat).warehouse = len(f.Cards)
	case warehouseSeen:
		k.of(f.Seat).warehouse = f.Count
	case displayLaid:
		for _, c := range f.Cards {
			k.display[c.Slot-1] = c.Card
		}
		k.pile = f.Pile
	case turnBegun:
		k.turn = f.Seat
		k.ask(phaseTurn, facts)
	case lookTaken:
		k.ask(phaseSecond, facts)
	case openTaken:
		k.display[f.Slot-1] = card.Card{}
		k.take(f.Seat, f.Card)
	case slotRefilled:
		k.display[f.Slot-1] = f.Card
		k.pile--
	case closedTaken:
		k.pile--
		k.take(f.Seat, f.Card)
	case closedSeen:
		k.pile--
		k.of(f.Seat).hand++
	case lastRoundOpened:
		k.last = f.Last
	case gameEnded:
		k.ended = &f
		k.turn = 0
		k.ask(phaseOver, facts)
	default:
		k.learnConvoy(f, facts)
	}
}

// learnConvoy takes in a fact of a convoy's way up to the right of inspection.
func (k *knowledge) learnConvoy(f fact, facts int) {
	switch f := f.(type) {
	case convoyLaid:
		k.setOut(f.Seat, len(f.Cards), facts)
		k.convoy.cards = f.Cards
		k.hand = card.Without(k.hand, f.Cards)
	case convoySeen:
		k.setOut(f.Seat, f.Count, facts)
	case riderPacked:
		k.convoy.rider = f.Cards
	case bidSealed:
		k.convoy.answered, k.convoy.answer = true, f.Bid
	case answersDropped:
		k.convoy.answered, k.convoy.answer = false, bid{}
		k.ask(phaseBids, facts)
	case standingGiven:
		k.standing = append(k.standing, f.Standing)
	case standingDropped:
		k.standing = dropStanding(k.standing, f.Number)
	case answersOpened:
		for _, o := range f.Officers {
			sure := &k.of(o.Seat).sure[place(o.Card.Face)]
			*sure = max(*sure, 1)
			k.habits[o.Seat-1].bids++
		}
	case inspectorChosen:
		k.convoy.inspector, k.convoy.officer = f.Seat, f.Officer
		k.habits[f.Smuggler-1].inspected++
		k.give(f.Seat, f.Officer)
	case checkBegun:
		k.convoy.turns = f.Turns
		k.ask(phaseCheck, facts)
	case cardTurned:
		if k.convoy.turned == nil {
			k.convoy.turned = make([]cardTurned, 0, convoyMax)
		}
		k.convoy.turned = append(k.convoy.turned, f)
		k.habits[f.Smuggler-1].turned.add(f.Card)
		k.opened = facts
	default:
		k.learnBribe(f, facts)
	}
}

func (k *knowledge) learnBribe(f fact, facts int) {
	switch f := f.(type) {
	case bribeInvited:
		k.ask(phaseBribe, facts)
	case bribeOffered:
		k.offer(f.Seat, len(f.Cards), facts)
		k.convoy.offer = f.Cards
		if f.Seat == k.self {
			k.hand = card.Without(k.hand, f.Cards)
		}
	case offerSeen:
		k.offer(f.Seat, f.Count, facts)
	case refusedSeen:
		k.of(f.Smuggler).hand += k.convoy.offered
		k.of(f.Smuggler).kept = k.of(f.Smuggler).kept.atLeast(count(k.convoy.offer))
		if f.Smuggler == k.self {
			k.hand = join(k.hand, k.convoy.offer...)
		}
		k.convoy.offered, k.convoy.offer = 0, nil
	case bribeAccepted:
		k.bought(f.Seat, len(f.Cards), f.Cards)
	case acceptedSeen:
		k.bought(f.Seat, f.Count, nil)
	default:
		k.learnArrival(f)
	}
}

func (k *knowledge) learnArrival(f fact) {
	switch f := f.(type) {
	case convoyPassed:
		k.arrive(f.Seat, f.Seat, len(f.Cards), f.Cards)
	case passedSeen:
		k.arrive(f.Seat, f.Seat, f.Count, nil)
	case convoySeized:
		k.arrive(f.Smuggler, f.Seat, len(f.Cards), f.Cards)
	case seizedSeen:
		k.arrive(f.Smuggler, f.Seat, f.Count, nil)
	case officerWon:
		k.take(f.Seat, f.Card)
	case officerReturned:
		k.take(f.Seat, f.Card)
	case officerRetired:
		k.store(f.Seat, 1, []card.Card{f.Card})
	}
}

// setOut notes a convoy leaving a hand.
func (k *knowledge) setOut(s engine.Seat, size, facts int) {
	k.convoy = transit{smuggler: s, size: size}
	k.of(s).hand -= size
	k.habits[s-1].convoys++
	for i := range k.habits {
		if i != int(s)-1 && k.players[i].hand > 0 {
			k.habits[i].chances++
		}
	}
	k.ask(phaseBids, facts)
}

// offer notes cards leaving the smuggler's hand as a bribe.
func (k *knowledge) offer(s engine.Seat, n, facts int) {
	k.of(s).hand -= n
	k.convoy.offered, k.convoy.offer, k.convoy.rider = n, nil, nil
	k.convoy.offers++
	k.ask(phaseAnswer, facts)
}

// bought notes a bribe entering the inspector's warehouse.
func (k *knowledge) bought(inspector engine.Seat, n int, cards []card.Card) {
	smuggler := k.of(k.convoy.smuggler)
	smuggler.part(n, cards)
	k.store(inspector, n, cards)
	k.convoy.offered, k.convoy.offer = 0, nil
}

// arrive notes the end of a convoy's way: the cards, if this seat sees them, or
// those that were turned, are known to be in the warehouse from now on.
func (k *knowledge) arrive(smuggler, owner engine.Seat, size int, cards []card.Card) {
	if cards == nil {
		for _, t := range k.convoy.turned {
			cards = append(cards, t.Card)
		}
	}
	p := k.of(smuggler)
	p.sure, p.kept = p.sure.after(size, cards).atLeast(p.kept), tally{}
	k.store(owner, size, cards)
	k.convoy = transit{}
}

// take adds a card that everybody sees, or one's own, to a hand.
func (k *knowledge) take(s engine.Seat, c card.Card) {
	k.of(s).hand++
	k.of(s).sure.add(c)
	if s == k.self {
		k.hand = append(k.hand, c)
	}
}

// give takes a card that everybody sees out of a hand.
func (k *knowledge) give(s engine.Seat, c card.Card) {
	p := k.of(s)
	p.hand--
	p.sure[place(c.Face)] = max(0, p.sure[place(c.Face)]-1)
	if s == k.self {
		k.hand = card.Without(k.hand, []card.Card{c})
	}
}

// store adds n cards to a warehouse, of which some are known.
func (k *knowledge) store(s engine.Seat, n int, cards []card.Card) {
	k.of(s).warehouse += n
	k.of(s).stored.add(cards...)
	if s == k.self {
		k.warehouse = append(k.warehouse, cards...)
	}
}

// part notes that n cards have left a hand, of which some are known.
func (p *seen) part(n int, known []card.Card) {
	p.sure, p.kept = p.sure.after(n, known), p.kept.after(n, known)
}

// after is what remains sure when n cards leave, of which some are known: of any
// face that was surely there, each unknown card may have been one.
func (t tally) after(n int, known []card.Card) tally {
	unknown := n - len(known)
	return t.less(count(known)).less(tally{unknown, unknown, unknown, unknown, unknown})
}

// atLeast gives the higher count of each kind.
func (t tally) atLeast(o tally) tally {
	for i := range t {
		t[i] = max(t[i], o[i])
	}
	return t
}

// sureHand is what this seat knows to be in another's hand now, with what is on
// its way taken off.
func (k *knowledge) sureHand(s engine.Seat) tally {
	p := k.of(s)
	if k.convoy.smuggler != s {
		return p.sure
	}
	turned := make([]card.Card, len(k.convoy.turned))
	for i, t := range k.convoy.turned {
		turned[i] = t.Card
	}
	beside := p.sure.after(k.convoy.size, turned).atLeast(p.kept)
	return beside.after(k.convoy.offered, k.convoy.offer)
}

// asks tells whether the table waits for this seat, as far as it knows; that is
// as far as there is anything to know.
func (k *knowledge) asks() bool {
	if k.self == engine.Onlooker {
		return false
	}
	switch k.phase {
	case phaseTurn, phaseSecond:
		return k.turn == k.self
	case phaseBids:
		return k.convoy.smuggler != k.self && !k.convoy.answered && holdsOfficer(k.hand)
	case phaseBribe:
		return k.convoy.smuggler == k.self
	case phaseAnswer, phaseCheck:
		return k.convoy.inspector == k.self
	}
	return false
}

// changes tells whether this seat has answered a convoy and can still answer otherwise
// (K12).
func (k *knowledge) changes() bool {
	return k.phase == phaseBids && k.convoy.answered && holdsOfficer(k.hand)
}

// asked says what a seat is asked now.
func asked(s engine.Seat, facts []fact) engine.Ask {
	k := know(s, facts)
	if !k.asks() {
		return engine.Ask{}
	}
	return engine.Ask{Kind: k.phase, Opened: k.opened, Turn: k.phase == phaseTurn}
}
