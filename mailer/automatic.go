package mailer

import (
	"strings"

	"github.com/emersion/go-message/textproto"
)

// judgeAutomatic looks for signs that a program sent the mail (RFC 3834, 2).
// X-Auto-Response-Suppress is none: people's mail carries it too.
func (m *Message) judgeAutomatic(h textproto.Header, found found) {
	m.Reason = automaticHeader(h)
	switch {
	case m.Reason != "":
	case found.machine != "":
		m.Reason = found.machine
	case isMailerDaemon(m.From):
		m.Reason = "from " + m.From
	case (m.InReplyTo != "" || len(m.References) > 0) && isAwaySubject(m.Subject):
		m.Reason = "subject of an absence notice"
	}
	m.Automatic = m.Reason != ""
}

// automaticHeader is the field that gives a program away, or "".
func automaticHeader(h textproto.Header) string {
	for f := h.Fields(); f.Next(); {
		key, value := strings.ToLower(f.Key()), strings.ToLower(strings.TrimSpace(limitBytes(f.Value(), 1000)))
		if isAutomaticField(key, value) {
			return strings.ToLower(f.Key()) + ": " + clean(limitBytes(value, 80))
		}
	}
	return ""
}

func isAutomaticField(key, value string) bool {
	keyword, _, _ := strings.Cut(value, ";")
	keyword = strings.TrimSpace(keyword)
	switch key {
	case "auto-submitted": // RFC 3834, 5
		return keyword != "no"
	case "precedence":
		return strings.ReplaceAll(keyword, "-", "_") == "auto_reply"
	case "return-path": // RFC 5321, 4.5.5
		return value == "<>"
	case "list-id", "list-post", "list-unsubscribe", "list-help", "list-owner", "list-archive": // RFC 2369, RFC 2919
		return true
	case "x-autoreply", "x-autorespond", "x-autoresponder":
		return keyword != "no" && keyword != "false"
	case "x-loop", strings.ToLower(LoopHeader):
		return true
	case "content-type": // RFC 6522
		return keyword == "multipart/report"
	}
	return false
}

func isMailerDaemon(addr string) bool {
	local, _, _ := strings.Cut(strings.ToLower(addr), "@")
	return local == "mailer-daemon"
}

// awaySubjects begin the subjects of absence notices that carry no other sign.
var awaySubjects = []string{
	"automatic reply", "auto reply", "auto-reply", "autoreply", "out of office", "out of the office", "auto:",
	"automatisch antwoord", "afwezig", "afwezigheid",
	"automatische antwort", "abwesenheitsnotiz", "abwesend", "abwesenheit",
	"réponse automatique", "absence du bureau", "absent du bureau",
	"respuesta automática", "fuera de la oficina",
	"risposta automatica", "fuori sede",
	"resposta automática", "ausência",
	"automatiskt svar", "frånvaro", "automatisk svar", "fravær", "autosvar",
}

func isAwaySubject(subject string) bool {
	subject = strings.ToLower(subject)
	for _, s := range awaySubjects {
		if strings.HasPrefix(subject, s) {
			return true
		}
	}
	return false
}
