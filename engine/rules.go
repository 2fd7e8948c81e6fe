package engine

// Event is something that happened. Kind is its name on disk, past tense, words
// joined by hyphens ("convoy-laid"); a changed shape is a new kind.
type Event interface{ Kind() string }

// Command is an order understood. String spells it canonically, with seats as
// "#2"; reading and hearing that spelling again gives the same command.
type Command interface{ String() string }

// Record is an event as it is stored.
type Record struct {
	Kind string
	Data []byte // JSON
}

// Deck is a deck file.
type Deck struct {
	Name string
	Text []byte
}

// Setup is what a table agreed on before the deal.
type Setup struct {
	Seats   int
	Options map[string]string // every option of the game, by name
	Deck    Deck
}

// Option is something a table may choose; the first value is the default.
type Option struct {
	Name   string
	Values []string
	Rule   string // the ruling that offers it
}

// Result is how a game ended.
type Result struct {
	Scores  []int // by seat, from seat 1
	Winners []Seat
}

// Dealing is one thing that a seat did to another. Which things there are to count is
// the game's to say; they are summed up over many tables where nobody knows the game,
// to tell whether two players treat each other otherwise than players do.
type Dealing struct {
	Kind  string // what was done, past tense, words joined by hyphens ("bribe-accepted")
	From  Seat   // who did it
	To    Seat   // to whom
	Value int    // what the cards in it count, in points; 0 where there are none
	Event int    // the index of the event that it is taken from
}

// Ask is what one seat is asked now, as that seat knows it.
type Ask struct {
	Kind   string // the phase, as in the rulebook; "" when nothing is asked
	Opened int    // how many facts the seat held when the question was put; tells two alike apart
	Turn   bool   // given the time of a turn, not that of an answer
}

// Opening says when the clock opens what is sealed, once nobody is awaited any
// more. The moment at which that came about may tell who was asked, so a game can
// have it blurred.
type Opening int

// The openings.
const (
	AtOnce       Opening = iota
	NextQuarter          // at the next quarter of an hour after the last answer
	DrawnQuarter         // at a quarter of an hour drawn within the time for an answer
)

// Line is a statement of a scenario file before its first order, or one
// expectation: its words, with players' names as seats ("hand #1 CPT INS").
type Line struct {
	Words  []string // words[0] is the statement, or the word after "expect"
	Number int      // line in the file
}

// Rules is one game: plain functions over its own, unexported types.
// S is the whole truth, C what a player may ask, E what happened, F what one seat
// may know of it.
type Rules[S any, C Command, E Event, F any] struct {
	Name     string // "konvooi": in orders, on disk
	Title    string // "Konvooi": in letters
	Version  int    // of the rules, noted in every deal
	MinSeats int
	MaxSeats int
	Options  []Option
	Deck     string // the default deck's name
	Cited    string // the letter that its rulings are numbered with ("K")
	Rulings  int    // how many there are
	Lexicon  Lexicon
	Verbs    []Verb
	Words    map[string][]byte // messages, TOML, by language

	Forms  []Form   // how the orders are written, by their verbs
	Apart  []string // orders of the kinds that Moves does not list, canonical, for refusals to choose from
	Events []E      // one of each kind, for the codec
	Secret []string // kinds shown to nobody

	CheckDeck func(Deck, int) error                    // can this deck seat so many? says which line and why not
	Deal      func(Setup, Chance) ([]E, error)         // the events that begin a game
	Hear      func(Seat, []F, []string) (C, error)     // may I? judged by what the seat knows; says *Refusal
	Spell     func([]string) (C, error)                // what the words say, by their form alone; a word that no order has is refused, and none is left in the command: says *Refusal
	Decide    func(S, Seat, C, Chance) ([]E, error)    // what follows; an error here is a fault
	Evolve    func(S, E) S                             // bookkeeping: no rules, no luck, no clock; the state given stays as it is
	Show      func(E, Seat) (F, bool)                  // the only door out; the default is silence
	Awaited   func(S) []Seat                           // whose order the game waits for, in truth, in seat order
	Asked     func(Seat, []F) Ask                      // the same for one seat, from its facts alone
	Lapse     func(S, Seat, Chance) C                  // what a seat's silence means; for Onlooker, what the clock does once nobody is awaited
	Opening   func(S) Opening                          // when the clock may act, once nobody is awaited; not AtOnce from the moment on that answers are to be sealed
	Moves     func(Seat, []F) []string                 // every legal order, canonical (no riders, standing orders or talk); Hear accepts these and no others of the kind
	Result    func(S) (Result, bool)                   // once over
	Reshuffle func(S, Chance) []E                      // after a return to this truth: what was hidden to all is drawn anew, sealed answers of an open window are dropped
	Stage     func(Setup, []Line, Chance) ([]E, error) // a scenario's deal
	Expect    func(S, [][]F, Line) error               // a scenario's expectation; facts by seat, index 0 the Onlooker's
	Page      func(Words, Seat, []F, int) Page         // knowledge into blocks; the int is how many facts the last letter told
	Does      func(Words, Seat, []F, C) string         // what an order that was heard would do, as far as the seat knows, a sentence of its own; "" where nothing is known
	Bot       func(Seat, []F, Chance) string           // an order from knowledge alone
	Ahead     func(Seat, []F, Chance) []string         // the same, and all that can be said in advance with it: what somebody writes who writes few letters, an order a line
	Dealings  func([]E) []Dealing                      // what the seats did to each other in a game that is over, in order of the events
	Open      func(Words, S) Page                      // everything as it lies, nothing hidden; for a game that is over, see Hindsight
	Count     func(S) []int                            // what each seat would score if the game ended here, by seat
	Reckon    func(Words, Seat, []E) Reckoning         // a game that is over, counted and looked back at for one reader; see Hindsight
}

// Game is a game with its types rubbed off.
type Game interface {
	Name() string
	Title() string
	Version() int
	Seats() (min, max int)
	Options() []Option
	DefaultDeck() string
	Words() map[string][]byte
	Kinds() []string  // every event kind, in a fixed order
	Secret() []string // those shown to nobody
	Lexicon() Lexicon
	Verbs() []Verb
	Forms() []Form
	// Rulings are the numbers of the game's rulings, in order ("K1").
	Rulings() []string

	// Spell gives the words of an order canonically, judged by their form alone: what
	// they name need not be there. It holds no word that the grammar does not have, and
	// hearing it is hearing the words; the error is a *Refusal.
	Spell(words []string) (string, error)
	CheckDeck(Deck, int) error
	Deal(Setup, Chance) ([]Record, error)
	Stage(Setup, []Line, Chance) ([]Record, error)
	Play(records []Record) (Play, error)
	// Read gives the event of a record, which is for its reader to look at, not to
	// judge by.
	Read(Record) (Event, error)
	// Dealings tells what the seats did to each other, from all records of a game
	// that is over: before that it would tell secrets.
	Dealings(records []Record) ([]Dealing, error)
	// Hindsight looks back at a game with every card open, from all its records. A
	// game that is not over is ErrNotOver.
	Hindsight(records []Record) (Hindsight, error)
}

// Play is one table's game, folded as far as its records go. It is not safe for
// use by several goroutines at once.
type Play interface {
	// Evolve folds further records in. An unknown kind or an unreadable record is
	// an error, and the play is then of no further use.
	Evolve(records ...Record) error
	// Hear judges an order's words as one seat; the error is a *Refusal. That one names
	// an order to write instead whenever the seat has any to give.
	Hear(Seat, []string) (Command, error)
	// Decide says what follows from a command that Hear, Lapse or a bot gave.
	Decide(Seat, Command, Chance) ([]Record, error)
	Lapse(Seat, Chance) Command
	// Reshuffle says what follows from a moderator's return to this point: no seat
	// loses a fact by it, and what is hidden to all lies otherwise than it lay.
	Reshuffle(Chance) ([]Record, error)
	Opening() Opening
	Awaited() []Seat
	Asked(Seat) Ask
	Moves(Seat) []string
	Result() (Result, bool)
	Page(w Words, s Seat, since int) Page
	// Does says in a sentence what an order would do, as far as the seat knows; "" of one
	// that would be refused.
	Does(w Words, s Seat, order string) string
	Bot(Seat, Chance) string
	// Ahead are the orders, the one that is asked for first, of a bot that says in
	// advance whatever it can.
	Ahead(Seat, Chance) []string
	Expect(Line) error
	// Facts are all that a seat has been shown, oldest first.
	Facts(Seat) []any
	// Known is how many facts a seat holds.
	Known(Seat) int
}

// Choose completes a table's options with the defaults and refuses unknown names
// and values.
func Choose(offered []Option, chosen map[string]string) (map[string]string, error) {
	all := make(map[string]string, len(offered))
	for _, o := range offered {
		all[o.Name] = o.Values[0]
	}
	for _, name := range sortedKeys(chosen) {
		if err := admit(offered, name, chosen[name]); err != nil {
			return nil, err
		}
		all[name] = chosen[name]
	}
	return all, nil
}
