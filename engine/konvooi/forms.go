package konvooi

import "contrapost/engine"

// forms are how orders are written, filled in, with the rulings they are under.
var forms = []engine.Form{
	{Verb: verbDraw, Orders: []string{"draw 2 3", "draw 2 deck", "draw deck", "draw 3 look"}, Rules: []string{"K5", "K6", "K7", "K8", "K9"}},
	{Verb: verbDone, Orders: []string{"done"}, Rules: []string{"K8"}},
	{Verb: verbConvoy, Orders: []string{"convoy L X L", "convoy L X bribe L"}, Rules: []string{"K10", "K16", "K18"}},
	{Verb: verbPass, Orders: []string{"pass"}, Rules: []string{"K11", "K28"}},
	{Verb: verbInspect, Orders: []string{"inspect CPT", "inspect CPT check 4 1"}, Rules: []string{"K12", "K13", "K14", "K21"}},
	{Verb: verbLetGo, Orders: []string{"let go"}, Rules: []string{"K12", "K13", "K15"}},
	{Verb: verbBribe, Orders: []string{"bribe L L"}, Rules: []string{"K16", "K17", "K18"}},
	{Verb: verbNoBribe, Orders: []string{"no bribe"}, Rules: []string{"K16", "K20"}},
	{Verb: verbAccept, Orders: []string{"accept"}, Rules: []string{"K18", "K19"}},
	{Verb: verbRefuse, Orders: []string{"refuse"}, Rules: []string{"K18", "K20"}},
	{Verb: verbCheck, Orders: []string{"check 2", "check 2 4 1"}, Rules: []string{"K21", "K22", "K23", "K24"}},
	{Verb: verbWhen, Orders: []string{"when convoy of 3+ from #1 inspect INS", "when convoy let go"}, Rules: []string{"K32"}},
	{Verb: verbCancel, Orders: []string{"cancel 1", "cancel all"}, Rules: []string{"K32"}},
}
