package declare

import "contrapost/engine"

// forms are how orders are written, filled in, with the rulings they are under.
var forms = []engine.Form{
	{Verb: verbPlace, Orders: []string{"place 3 1 2"}, Rules: []string{"N1", "N3"}},
	{Verb: verbPlay, Orders: []string{"play 14", "play 14 with 2 #1 3"}, Rules: []string{"N5", "N7"}},
	{Verb: verbConceal, Orders: []string{"conceal 2 3"}, Rules: []string{"N8", "N14", "N26"}},
	{Verb: verbReveal, Orders: []string{"reveal #1 2", "reveal 3"}, Rules: []string{"N8", "N10", "N14", "N26"}},
	{Verb: verbSafe, Orders: []string{"safe 1"}, Rules: []string{"N8", "N15"}},
	{Verb: verbSwap, Orders: []string{"swap 2 #1 3"}, Rules: []string{"N8", "N16"}},
	{Verb: verbSteal, Orders: []string{"steal #1 2"}, Rules: []string{"N8", "N16", "N17"}},
	{Verb: verbDiscard, Orders: []string{"discard #1 2", "discard 4 steal #1 2", "discard 4"}, Rules: []string{"N8", "N17", "N19", "N24"}},
	{Verb: verbNothing, Orders: []string{"nothing"}, Rules: []string{"N8", "N23"}},
	{Verb: verbExtra, Orders: []string{"extra reveal #1 2", "extra conceal me 1", "extra nothing"}, Rules: []string{"N23"}},
	{Verb: verbDraw, Orders: []string{"draw"}, Rules: []string{"N24"}},
	{Verb: verbWhen, Orders: []string{"when inspected reveal highest", "when inspected reveal 4 2"}, Rules: []string{"N11"}},
	{Verb: verbCancel, Orders: []string{"cancel 1", "cancel all"}, Rules: []string{"N11"}},
}
