package mailer

import (
	"fmt"
	"strings"
	"testing"
)

const htmlHead = "From: a@b.c\nContent-Type: text/html\n\n"

// hostile are mails made to cost as much as they can, of about n bytes.
var hostile = map[string]func(n int) string{
	"text":         func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("play the flute and sing\n", n/24) },
	"quotes":       func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("> x\n", n/4) },
	"quotes-fresh": func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("> play 1\n", n/9) },
	"marks":        func(n int) string { return "From: a@b.c\n\n" + strings.Repeat(">", n) },
	"attribution":  func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("On 3 Dec 2026 a <b@c\n", n/21) },
	"between":      func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("On 3 Dec 2026 a <b@c\n> x\n", n/25) },
	"verbs":        func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("2026 wrote a@b wrotea\n", n/22) },
	"labels":       func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("From: x\nx\n", n/10) },
	"blank-lines":  func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("a@b 2026:\n\n", n/11) },
	"blanks":       func(n int) string { return "From: a@b.c\n\n2026 a@b:" + strings.Repeat("\n", n) + "x" },
	"one-line":     func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("On ", n/3) },
	"carriage":     func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("\r", n) },
	"escapes":      func(n int) string { return "From: a@b.c\n\n" + strings.Repeat("\x1b$B", n/3) },
	"flowed": func(n int) string {
		return "From: a@b.c\nContent-Type: text/plain; format=flowed; delsp=yes\n\n" + strings.Repeat("> a \n", n/5)
	},
	"beside": func(n int) string {
		line := strings.Repeat("x", 62)
		return "From: a@b.c\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\n" + strings.Repeat(line+"\n", n/130) +
			"--b\nContent-Type: text/html\n\n" + strings.Repeat(line+" ", n/130) + "\n--b--\n"
	},
	"repeats": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: text/html\n\n"+strings.Repeat("x<p>", n/400)+"\n", 90)
	},
	"html-open":  func(n int) string { return htmlHead + "<p>" + manyOpen(400) + strings.Repeat("<p>x", n/4) },
	"html-wrong": func(n int) string { return htmlHead + strings.Repeat("<b><p>x</i>", n/11) },
	"html-deep":  func(n int) string { return htmlHead + strings.Repeat("<blockquote>x", n/13) },
	"html-close": func(n int) string {
		return htmlHead + strings.Repeat("<div>", maxOpen) + strings.Repeat("</p></x>", n/8)
	},
	"html-attributes": func(n int) string { return htmlHead + "<p " + strings.Repeat("class=a ", n/8) + ">x" },
	"html-classes":    func(n int) string { return htmlHead + "<p class='" + strings.Repeat("a ", n/2) + "'>x" },
	"html-comment":    func(n int) string { return htmlHead + strings.Repeat("<!--", n/4) },
	"html-bracket":    func(n int) string { return htmlHead + strings.Repeat("<", n) },
	"html-entities":   func(n int) string { return htmlHead + strings.Repeat("&amp", n/4) },
	"html-signatures": func(n int) string { return htmlHead + strings.Repeat("<br id=signature>", n/17) },
	"part-fields": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n--b\n" + strings.Repeat("X: a\n", n/5)
	},
	"part-received": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n\n--b\nContent-Type: message/rfc822\n\n" + strings.Repeat("X: a\n", n/5)
	},
	"parts": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", n/7)
	},
	"almost-boundaries": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n" + strings.Repeat("--bx\n", n/5)
	},
	"preamble": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("x\n", n/2)
	},
	"nest":      func(n int) string { return nested(n / 50) },
	"one-field": func(n int) string { return "From: a@b.c\nX-A:" + strings.Repeat(" a\n", n/3) + "\nx" },
	"fields":    func(n int) string { return "From: a@b.c\n" + strings.Repeat("X: a\n", n/5) + "\nx" },
	"no-fields": func(n int) string { return "From: a@b.c\n" + strings.Repeat("x\n", n/2) + "\nx" },
	"received":  func(n int) string { return strings.Repeat("Received: by x with LMTP\n", n/25) + "From: a@b.c\n\nx" },
	"results": func(n int) string {
		return "Received: by x\n" + strings.Repeat("Authentication-Results: x; dmarc=pass\n", n/38) + "From: a@b.c\n\nx"
	},
	"comments": func(n int) string {
		return "Received: by x\nAuthentication-Results: " + strings.Repeat("(", n) + "\nFrom: a@b.c\n\nx"
	},
	"references": func(n int) string { return "From: a@b.c\nReferences:" + strings.Repeat(" <a@b>", n/6) + "\n\nx" },
	"addresses":  func(n int) string { return "From: a@b.c\nTo: " + strings.Repeat("a@b, ", n/5) + "\n\nx" },
	"bad-names":  func(n int) string { return "From: " + strings.Repeat("(a ", n/3) + "\n\nx" },
	"words":      func(n int) string { return "From: a@b.c\nSubject: " + strings.Repeat("=?utf-8?q?a?= ", n/14) + "\n\nx" },
	"report": func(n int) string {
		return "From: a@b.c\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n" + strings.Repeat("Status: 5\n", n/10)
	},
	"calendar": func(n int) string {
		return "From: a@b.c\nContent-Type: text/calendar\n\n" + strings.Repeat("METHOD:x\n", n/9)
	},
}

// BenchmarkRead shows that time grows with size and no faster: ns/B stays level.
func BenchmarkRead(b *testing.B) {
	for name, shape := range hostile {
		for _, size := range []int{16 << 10, 64 << 10, 256 << 10} {
			raw := []byte(shape(size))
			b.Run(fmt.Sprintf("%s/%dK", name, size>>10), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Read(raw, sampleOrder); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(raw)), "ns/B")
			})
		}
	}
}
