package mailer

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func testSigner(t interface{ Fatal(...any) }, key string) Signer {
	s, err := NewSigner([]byte(key), "Box", "Play.Example")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTokenAddress(t *testing.T) {
	s := testSigner(t, "0123456789abcdef")
	address := s.Address(Token{Table: "K7F3Q", Seat: 2, Letter: 12}, "p1")
	mac := address[len("box+k7f3q.2.12.") : len(address)-len("@play.example")]
	if address != "box+k7f3q.2.12."+mac+"@play.example" || len(mac) != macLength {
		t.Fatal(address)
	}
	if plain, err := CheckAddress(address); err != nil || plain != address {
		t.Error(err)
	}
	for _, from := range []string{address, strings.ToUpper(address), "K7f3q.2.12." + mac} {
		token, ok := ParseToken(from)
		if !ok || !s.Verify(token, "p1") {
			t.Errorf("%q: %+v, %v", from, token, ok)
		}
	}
}

// A token that somebody made up, or took from another player, table, seat or
// letter, or that was signed with another key, does not hold.
func TestForgedToken(t *testing.T) {
	s := testSigner(t, "0123456789abcdef")
	token := s.Sign(Token{Table: "K7F3Q", Seat: 2, Letter: 12}, "p1")
	forged := map[string]Token{"table": token, "seat": token, "letter": token, "mac": token, "no mac": token}
	for name, change := range map[string]func(*Token){
		"table": func(f *Token) { f.Table = "D2M8A" }, "seat": func(f *Token) { f.Seat = 3 }, "letter": func(f *Token) { f.Letter = 13 },
		"mac": func(f *Token) { f.MAC = "a" + f.MAC[1:15] + "a" }, "no mac": func(f *Token) { f.MAC = "" },
	} {
		f := forged[name]
		if change(&f); s.Verify(f, "p1") {
			t.Errorf("%s: %+v holds", name, f)
		}
	}
	if s.Verify(token, "p2") || testSigner(t, "0123456789abcdeF").Verify(token, "p1") {
		t.Error("holds for another player or key")
	}
}

// Fields cannot be shifted into one another.
func TestMACIsUnambiguous(t *testing.T) {
	s := testSigner(t, "0123456789abcdef")
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (Token, string) {
			return Token{
				Table: rapid.StringMatching(`[A-Z0-9]{3,5}`).Draw(t, name+" table"), Seat: rapid.Uint8Range(1, 30).Draw(t, name+" seat"),
				Letter: rapid.IntRange(0, 300).Draw(t, name+" letter"),
			}, rapid.StringMatching(`[0-9.]{0,4}`).Draw(t, name+" player")
		}
		a, player := draw("a")
		b, other := draw("b")
		if same := a == b && player == other; s.Verify(s.Sign(a, player), other) && player != other || (s.mac(a, player) == s.mac(b, other)) != same {
			t.Fatalf("%+v %q and %+v %q", a, player, b, other)
		}
		if back, ok := ParseToken(s.Address(a, player)); !ok || back != s.Sign(a, player) {
			t.Fatalf("%+v came back as %+v", a, back)
		}
	})
}

func TestMangledToken(t *testing.T) {
	for _, s := range []string{
		"", "box@play.example", "box+@x", "box+k7f3q@x", "box+k7f3q.2.12@x", "box+k7f3q.2.12.abcdefghijklmno@x", "box+k7f3q.2.12.abcdefghijklmnopq@x",
		"box+k7f3q.0.12.abcdefghijklmnop@x", "box+k7f3q.256.12.abcdefghijklmnop@x", "box+k7f3q.02.12.abcdefghijklmnop@x",
		"box+k7f3q.2.-1.abcdefghijklmnop@x", "box+k7f3q.2.99999999999.abcdefghijklmnop@x", "box+k7f3q.2.12.abcdefghijklmn1p@x",
		"box+k7 3q.2.12.abcdefghijklmnop@x", "box+k7f3q.2.12.abcdefghijklmnop.x@x", "box+x+k7f3q.2.12.abcdefghijklmnop@x",
	} {
		if token, ok := ParseToken(s); ok {
			t.Errorf("%q: %+v", s, token)
		}
	}
}

func TestWhereTokensStand(t *testing.T) {
	const token = "k7f3q.2.12.abcdefghijklmnop"
	for name, c := range map[string]struct {
		m    Message
		want bool
	}{
		"address":    {Message{Delivered: []string{"box@x", "box+" + token + "@x"}}, true},
		"subject":    {Message{Subject: "Re: [Konvooi] [" + strings.ToUpper(token) + "]"}, true},
		"references": {Message{References: []string{"root@x", token + "@x"}}, true},
		"nowhere":    {Message{Subject: "[Konvooi K7F3Q] [", Delivered: []string{"box@x"}, References: []string{"root@x"}}, false},
		"no bracket": {Message{Subject: token}, false},
	} {
		if got, ok := c.m.Token(); ok != c.want || (ok && got.String() != token) {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
	}
}

func TestNewSignerRefuses(t *testing.T) {
	for _, c := range [][3]string{{"short", "box", "x"}, {"0123456789abcdef", "box+", "x"}, {"0123456789abcdef", "a b", "x"}, {"0123456789abcdef", "box", ""}} {
		if _, err := NewSigner([]byte(c[0]), c[1], c[2]); err == nil {
			t.Errorf("%q", c)
		}
	}
}

func TestCheckAddress(t *testing.T) {
	for in, want := range map[string]string{
		"Ann@Reed.EXAMPLE": "Ann@reed.example", "a.b+c_d'e@x": "a.b+c_d'e@x", strings.Repeat("a", 64) + "@x": strings.Repeat("a", 64) + "@x",
	} {
		if got, err := CheckAddress(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"", "a", "@x", "a@", "a@b@c", `"a b"@x`, "a@[127.0.0.1]", "a b@x", "a@x y", "a@x\r\nRCPT TO:<b@x>", ".a@x", "a..b@x", "a@-x", "a@x-", "a@x..y", "ä@x",
		"a@ä", "<a@x>", "a@x>", strings.Repeat("a", 65) + "@x", "a@" + strings.Repeat("a", 64), "a@" + strings.Repeat("a.", 130) + "x", "a@x\x00",
	} {
		if got, err := CheckAddress(in); err == nil {
			t.Errorf("%q accepted as %q", in, got)
		}
	}
}
