package engine

// Words word a page for one reader: language, plurals, names.
type Words interface {
	Lang() string                     // "en", "nl"
	Say(key string, args Args) string // the message under key
	Name(Seat) string                 // a player's name
}

// Page is what one seat is told, in blocks that a text letter, an HTML letter and
// a web page can each set in their own way. It is built by adding what the seat's
// facts hold; there is nothing in it to blank out.
type Page struct {
	Asks    string // what is wanted of the reader, one sentence; empty: nothing
	Silence string // what silence does, one sentence; empty with Asks
	Sealed  string // what the reader has answered that is not open yet, and whether it can be changed; empty: nothing
	Waits   string // whom the table waits for, as far as the reader may know, one sentence; empty with Asks and at the end
	Blocks  []Block
}

// Block is a Heading, Paragraph, Listing, Cards, Table or Choices.
type Block interface{ block() }

// Heading opens a part of the page.
type Heading struct{ Text string }

// Paragraph is running text.
type Paragraph struct{ Text string }

// Listing is a list of sentences, oldest first: what happened.
type Listing struct{ Lines []string }

// Cards is a labelled row of cards; Note says something of the row as a whole.
type Cards struct {
	Label string
	Faces []Face
	Note  string
}

// Table has a row a player or a thing; the first cell of a row names it.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// Column heads a table's column; Number columns are set to the right.
type Column struct {
	Label  string
	Number bool
}

// Cell holds text, cards, or both.
type Cell struct {
	Text  string
	Faces []Face
}

// Choices are the orders the reader may answer with.
type Choices struct {
	Items   []Choice
	Instead bool // in the place of what the reader has answered already; nothing is asked
}

// Choice is one order as it can be written, and what it does. A choice with a
// gap to fill ("say TEXT") is an Example and cannot be sent as it stands. An order
// that answers nothing, and can be sent at any time ("history"), stands among the
// examples and is Whole.
type Choice struct {
	Order   string
	Gloss   string
	Example bool
	Whole   bool // with Example
}

// Face is a card as it is printed. A face-down card has Down set and nothing else
// that could tell it from another.
type Face struct {
	Label string // "legal goods"
	Mark  string // "L": how orders spell it
	Tone  string // "good", "bad", "officer": a colour's meaning, not a colour
	Bars  int    // rank, as bars
	Down  bool

	id int // the serial behind an open face, for the leak test alone
}

// WithID notes the serial number of an open card, so that a test can follow it.
func (f Face) WithID(id int) Face {
	f.id = id
	return f
}

func (Heading) block()   {}
func (Paragraph) block() {}
func (Listing) block()   {}
func (Cards) block()     {}
func (Table) block()     {}
func (Choices) block()   {}

// IDs lists the serials of all open cards on a page. Nothing prints them; the
// leak test compares them with what the seat has witnessed.
func (p Page) IDs() []int {
	var ids []int
	add := func(faces []Face) {
		for _, f := range faces {
			if f.id != 0 {
				ids = append(ids, f.id)
			}
		}
	}
	for _, b := range p.Blocks {
		switch b := b.(type) {
		case Cards:
			add(b.Faces)
		case Table:
			for _, row := range b.Rows {
				for _, cell := range row {
					add(cell.Faces)
				}
			}
		}
	}
	return ids
}

// Plain words a page as its keys and arguments: for tests and logs, where the
// language must not matter.
type Plain struct{}

// Lang is empty: no language.
func (Plain) Lang() string { return "" }

// Say spells the key and the arguments.
func (Plain) Say(key string, args Args) string { return key + args.spell() }

// Name spells the seat.
func (Plain) Name(s Seat) string { return s.String() }
