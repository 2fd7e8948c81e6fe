package engine

// Questions is a snapshot of what every seat is asked, to find out later which
// letters have fallen due.
type Questions struct {
	asks []Ask // by seat, from seat 1
	over bool
}

// Asking takes the snapshot. A nil play asks nobody anything.
func Asking(p Play, seats int) Questions {
	q := Questions{asks: make([]Ask, seats)}
	if p == nil {
		return q
	}
	for i := range q.asks {
		q.asks[i] = p.Asked(Seat(i + 1))
	}
	_, q.over = p.Result()
	return q
}

// Of is what a seat was asked.
func (q Questions) Of(s Seat) Ask { return q.asks[s-1] }

// Due lists the seats that a letter has fallen due to since the snapshot: those
// asked something they were not asked then, and everybody when the game has ended
// meanwhile. It is computed from what each seat knows, so that neither a letter
// nor its absence can tell more than the facts do.
func (q Questions) Due(p Play) []Seat {
	now := Asking(p, len(q.asks))
	var due []Seat
	for i, ask := range now.asks {
		if (now.over && !q.over) || (ask.Kind != "" && ask != q.asks[i]) {
			due = append(due, Seat(i+1))
		}
	}
	return due
}
