package templates

import (
	"strings"
	"time"

	"contrapost/engine"
)

// The letters that the goldens show. Their pages are made by hand, as a game
// would make them.

var (
	amsterdam = time.FixedZone("CET", 3600)
	now       = time.Date(2026, 12, 1, 9, 30, 0, 0, time.UTC)
	deadline  = time.Date(2026, 12, 3, 17, 0, 0, 0, time.UTC)
)

const commitment = "5f0c1a96c2b0d0b1d7a5f3b2c4e6978812345678abcdef019876543210fedcba"

// both picks a text by language.
type both map[string]string

func in(lang, en, nl string) string { return both{"en": en, "nl": nl}[lang] }

func open(label, mark, tone string, bars, id int) engine.Face {
	return engine.Face{Label: label, Mark: mark, Tone: tone, Bars: bars}.WithID(id)
}

func legal(lang string, id int) engine.Face {
	return open(in(lang, "legal", "legaal"), "L", "good", 0, id)
}

func illegal(lang string, id int) engine.Face {
	return open(in(lang, "illegal", "illegaal"), "X", "bad", 0, id)
}

func captain(lang string, id int) engine.Face {
	return open(in(lang, "captain", "kapitein"), "CPT", "officer", 2, id)
}

func turnLetter(lang string) Letter {
	return Letter{
		Kind: KindAsked, Reader: "Ann", Game: "Konvooi", Table: "K7F3Q",
		Names: engine.Roster{"Ann", "Bob", "Cem"}, Seat: 1,
		Deadline: deadline, Now: now, Zone: amsterdam,
		Number: 12, Head: "9f2c 81d4 77a0 3be1",
		Page: turnPage(lang),
	}
}

func turnPage(lang string) *engine.Page {
	return &engine.Page{
		Asks:    in(lang, "The turn is yours: draw, send a convoy or pass.", "Je bent aan de beurt: trek, stuur een konvooi of pas."),
		Silence: in(lang, "Without a word from you, one closed card is drawn for you.", "Laat je niets horen, dan wordt er een gesloten kaart voor je getrokken."),
		Blocks: []engine.Block{
			engine.Heading{Text: in(lang, "Since your last letter", "Sinds je laatste brief")},
			happened(lang),
			engine.Heading{Text: in(lang, "Your hand, 5 cards", "Je hand, 5 kaarten")},
			engine.Cards{Faces: []engine.Face{legal(lang, 9101), illegal(lang, 9102), legal(lang, 9103), captain(lang, 9104), illegal(lang, 9105)},
				Note: in(lang, "With 8 cards or more you cannot draw.", "Met 8 kaarten of meer kun je niet trekken.")},
			engine.Heading{Text: in(lang, "The table", "De tafel")},
			standings(lang),
			engine.Cards{Label: in(lang, "Display", "Uitleg"), Faces: []engine.Face{legal(lang, 9106), illegal(lang, 9107), captain(lang, 9108), legal(lang, 9109)}},
			engine.Cards{Label: in(lang, "Pile", "Stapel"), Faces: downs(31)},
			turnChoices(lang),
			engine.Choices{Items: []engine.Choice{
				{Order: in(lang, "say TEXT", "zeg TEKST"), Example: true},
				{Order: in(lang, "tell NAME TEXT", "fluister NAAM TEKST"), Example: true},
				{Order: in(lang, "look", "kijk"), Example: true},
			}},
		},
	}
}

func happened(lang string) engine.Listing {
	return engine.Listing{Lines: []string{
		in(lang, "Bob took the captain from slot 3 and a closed card.", "Bob nam de kapitein uit vak 3 en een gesloten kaart."),
		in(lang, "Cem sent a convoy of 3. Bob inspected it as captain and turned position 2, legal, and position 1, contraband: all three cards went to his warehouse.",
			"Cem stuurde een konvooi van 3. Bob controleerde het als kapitein en draaide positie 2, legaal, en positie 1, smokkelwaar: alle drie de kaarten gingen naar zijn pakhuis."),
		in(lang, `Bob: "Better luck next time."`, `Bob: "Volgende keer beter."`),
	}}
}

func standings(lang string) engine.Table {
	row := func(name, hand, warehouse, worth string) []engine.Cell {
		return []engine.Cell{{Text: name}, {Text: hand}, {Text: warehouse}, {Text: worth}}
	}
	return engine.Table{
		Columns: []engine.Column{{}, {Label: in(lang, "hand", "hand"), Number: true}, {Label: in(lang, "warehouse", "pakhuis"), Number: true}, {}},
		Rows: [][]engine.Cell{
			row(in(lang, "Ann (you)", "Ann (jij)"), "5", "4", in(lang, "worth $9,000", "waard $9.000")),
			row("Bob", "6", "10", ""),
			row("Cem", "3", "2", ""),
		},
	}
}

func turnChoices(lang string) engine.Choices {
	return engine.Choices{Items: []engine.Choice{
		{Order: "draw 2 3", Gloss: in(lang, "two open cards", "twee open kaarten")},
		{Order: "draw 2 deck", Gloss: in(lang, "one open, one closed", "een open, een gesloten")},
		{Order: "draw deck", Gloss: in(lang, "one closed card; what it is you learn from the answer to your mail, and nobody else learns it",
			"een gesloten kaart; welke het is leer je uit het antwoord op je mail, en niemand anders leert het")},
		{Order: "convoy L L", Gloss: in(lang, "both legal", "allebei legaal")},
		{Order: "pass"},
		{Order: in(lang, "convoy CARD CARD", "konvooi KAART KAART"), Gloss: in(lang, "2 to 4 of your hand", "2 tot 4 uit je hand"), Example: true},
	}}
}

func convoyLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Number = 13
	l.Page = &engine.Page{
		Asks:    in(lang, "Bob sends a convoy of 4. Do you inspect it?", "Bob stuurt een konvooi van 4. Controleer je het?"),
		Silence: in(lang, "Without a word from you, it passes.", "Laat je niets horen, dan mag het door."),
		Blocks: []engine.Block{
			engine.Paragraph{Text: in(lang, "Answers are sealed: until they are opened nobody learns who was asked, nor who has answered.",
				"Antwoorden zijn verzegeld: tot ze opengaan weet niemand wie er iets gevraagd is, en wie er geantwoord heeft.")},
			engine.Table{
				Columns: []engine.Column{{Label: in(lang, "position", "positie")}, {Label: "1"}, {Label: "2"}, {Label: "3"}, {Label: "4"}},
				Rows: [][]engine.Cell{
					{{Text: in(lang, "convoy", "konvooi")}, {Faces: downs(1)}, {Faces: []engine.Face{legal(lang, 9201)}}, {Faces: downs(1)}, {Faces: downs(1)}},
				},
			},
			engine.Heading{Text: in(lang, "You may answer", "Je kunt antwoorden")},
			engine.Choices{Items: []engine.Choice{
				{Order: "let go"},
				{Order: "inspect INS", Gloss: in(lang, "three cards may be turned", "drie kaarten mag je draaien")},
				{Order: "inspect INS check 4 1 2", Gloss: in(lang, "in this order", "in deze volgorde")},
				{Order: "when convoy of 3+ from #2 inspect CPT", Gloss: in(lang, "and so for his later convoys", "en zo ook zijn latere konvooien")},
			}},
			engine.Paragraph{Text: in(lang, "To answer the next ones in advance:", "Om de volgende vooruit te beantwoorden:")},
			engine.Choices{Items: []engine.Choice{{Order: "when convoy of 3+ inspect CPT", Example: true}}},
		},
	}
	return l
}

func downs(n int) []engine.Face {
	faces := make([]engine.Face, n)
	for i := range faces {
		faces[i].Down = true
	}
	return faces
}

func refusalLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind, l.Page = KindAnswer, nil
	l.Answers = []engine.Answer{{
		Line: "swap 1 Bob 7", Verdict: engine.Refused,
		Refusal: engine.Refuse("K10", "trial-few", "Count", 2, "Wanted", 3, "Who", engine.Seat(2)).Instead("swap 1 #2 6"),
	}}
	l.Answers[0].Refusal.Such = "swap 2 #3 1"
	return l
}

func mixedLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind = KindAnswer
	l.Answers = []engine.Answer{
		{Line: "Hello all, I hope you are well and that the convoys of last night did not cost you too much", Verdict: engine.NotRead},
		{Line: "pass.", Verdict: engine.Done, Order: "pass"},
		{Line: "swap 2 bob 1", Verdict: engine.Done, Order: "swap 2 #2 1", Told: sentences("trial", "Seat", engine.Seat(2))},
		{Line: "resign", Verdict: engine.Refused, Refusal: &engine.Refusal{Key: "not-begun", Try: "pass", Other: true}},
		{Line: "look", Verdict: engine.NotTried},
		{Line: "draw deck", Verdict: engine.NotTried},
		{Line: "swpa 1 bob 2", Verdict: engine.NotRead, Meant: "swap 1 #2 2"},
		{Line: "Ann", Verdict: engine.NotRead},
	}
	return l
}

func openingLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind, l.Number, l.Head = KindBegun, 1, ""
	l.Zone = nil
	l.Commitment = commitment
	l.Page.Blocks = l.Page.Blocks[2:4]
	return l
}

func overLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind, l.Number = KindOver, 31
	l.Deadline = time.Time{}
	l.Secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	l.Won = in(lang, "Cem has won.", "Cem heeft gewonnen.")
	l.Parts = []string{strings.Repeat("0123456789abcdef", 4), strings.Repeat("fedcba9876543210", 4), "bot:3"}
	l.File = "konvooi-K7F3Q.html"
	l.Page = &engine.Page{Blocks: []engine.Block{
		engine.Heading{Text: in(lang, "Final standings", "Eindstand")},
		standings(lang),
	}}
	return l
}

func serviceLetter(lang string) Letter {
	return Letter{
		Kind: KindAnswer, Reader: "Ann", Now: now,
		Answers: []engine.Answer{
			{Line: "new konvooi for 3", Verdict: engine.Done, Order: "new konvooi for 3", Told: sentences("opened", "Table", "K7F3Q", "Game", "Konvooi")},
			{Line: "new chess", Verdict: engine.Refused, Refusal: engine.Refuse("", "game-unknown", "Game", "chess", "Games", "konvooi, declare")},
		},
		Notes: []Note{
			{Key: "note.host"},
			{Key: "help.short"},
		},
		Commitment: commitment,
	}
}

func forgetLetter(lang string) Letter {
	order := in(lang, "forget me", "vergeet mij")
	return Letter{
		Kind: KindAnswer, Reader: "Ann", Now: now,
		Answers: []engine.Answer{{Line: order, Verdict: engine.Done, Told: sentences("forget-asked", "Code", "k7f3qab2c4", "Hours", 48)}},
		Page: &engine.Page{
			Asks:   in(lang, "To be forgotten, send the line below.", "Om vergeten te worden stuur je de regel hieronder."),
			Blocks: []engine.Block{engine.Choices{Items: []engine.Choice{{Order: order + " k7f3qab2c4"}}}},
		},
	}
}

func forgottenLetter(lang string) Letter {
	order := in(lang, "forget me k7f3qab2c4", "vergeet mij k7f3qab2c4")
	return Letter{
		Kind: KindAnswer, Reader: "Ann", Now: now,
		Answers: []engine.Answer{
			{Line: order, Verdict: engine.Done, Told: sentences("forgotten")},
			{Line: "forget me k7f3qab2c5", Verdict: engine.Refused, Refusal: engine.Refuse("", "forget-code", "Hours", 48).Instead("forget me")},
		},
	}
}

func sentences(key string, args ...any) []engine.Sentence {
	var a engine.Answer
	a.Say(key, args...)
	return a.Told
}

func invitedLetter(lang string) Letter {
	return Letter{
		Kind: KindInvited, Now: now, Commitment: commitment,
		Notes: []Note{{Key: "note.invited", Args: engine.Args{"Name": "Bob", "Game": "Konvooi", "Table": "K7F3Q", "Want": 4}}},
		Page: &engine.Page{Blocks: []engine.Block{
			engine.Choices{Items: []engine.Choice{{Order: "join K7F3Q", Gloss: in(lang, "sits you down", "laat je aanschuiven")}}},
		}},
	}
}

func saidLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind = KindSaid
	l.Talk = []Remark{
		{Name: "Bob", Text: `Nice try, Ann! "pass" is what I would have written in your place, and slowly; next time perhaps.`},
		{Name: "Cem", Private: true, Text: "pass"},
		{Private: true, Text: "Who am I?"},
	}
	l.Page.Blocks = l.Page.Blocks[2:4]
	return l
}

func resentLetter(lang string) Letter {
	l := saidLetter(lang)
	l.Kind, l.Whole = KindResent, true
	l.Talk = append(l.Talk, Remark{Name: "Ann", Own: true, Private: true, To: "Cem", Text: "Between us."}, Remark{Name: "Ann", Own: true, Text: "Hello."})
	return l
}

func rulingLetter(lang string) Letter {
	l := saidLetter(lang)
	l.Kind = "ruling"
	l.Notes = []Note{
		{Key: "ruling.extended", Args: engine.Args{"Span": 24 * time.Hour}},
		{Key: "ruling.replaced", Args: engine.Args{"Was": "Bob", "Name": "Dot"}},
		{Key: "ruling.bot", Args: engine.Args{"Name": engine.Seat(3)}},
		{Key: "ruling.rewound", Args: engine.Args{"When": now}},
		{Key: "ruling.unsealed", Args: engine.Args{"Name": "operator"}},
	}
	l.Talk = []Remark{{Moderator: true, Text: "Bob's mail was down; see the log."}}
	return l
}

func pausedLetter(lang string) Letter {
	l := rulingLetter(lang)
	l.Deadline, l.Page.Asks, l.Page.Silence = time.Time{}, "", ""
	l.Page.Blocks = l.Page.Blocks[2:4]
	l.First, l.Notes = []Note{{Key: "note.paused"}}, []Note{{Key: "ruling.paused"}}
	return l
}

// waitsLetter answers an order that waits, after one that waits for nothing.
func waitsLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind, l.Deadline, l.Page.Silence = KindAnswer, time.Time{}, ""
	due := now.Add(15 * time.Minute)
	l.Answers = []engine.Answer{
		{Line: "say Hi.", Order: "say Hi.", Verdict: engine.Done},
		{Line: "draw 2", Order: "draw 2", Verdict: engine.Done, Told: []engine.Sentence{{Key: waitsUntil, Args: engine.Args{"When": due}}}},
	}
	l.First = []Note{{Key: "note.waits", Args: engine.Args{"When": due, "Orders": []engine.Order{"draw 2"}}}}
	return l
}

// sealedLetter answers an answer that can still be changed.
func sealedLetter(lang string) Letter {
	l := convoyLetter(lang)
	l.Kind, l.Deadline, l.Opens = KindAnswer, time.Time{}, now.Add(12*time.Hour)
	l.Answers = []engine.Answer{{Line: "let go", Order: "let go", Verdict: engine.Done}}
	l.Page.Asks, l.Page.Silence = "", ""
	l.Page.Sealed = in(lang, "Your answer so far: let go.", "Je antwoord tot nu toe: laat gaan.")
	l.Page.Blocks = []engine.Block{engine.Choices{Instead: true, Items: []engine.Choice{{Order: "inspect INS"}}}}
	return l
}

func takenLetter(lang string) Letter {
	l := turnLetter(lang)
	l.Kind, l.Commitment = "taken", commitment
	l.Notes = []Note{{Key: "note.taken", Args: engine.Args{"Table": "K7F3Q", "Game": "Konvooi"}}}
	l.Page.Blocks = l.Page.Blocks[2:4]
	return l
}

func endedLetter(lang string) Letter {
	l := overLetter(lang)
	l.Kind, l.Page, l.Won, l.File = KindNotice, nil, "", "konvooi-K7F3Q.jsonl.gz"
	l.Notes = []Note{{Key: "ruling.closed", Args: engine.Args{"Table": "K7F3Q", "Game": "Konvooi"}}}
	return l
}
