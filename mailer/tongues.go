package mailer

// What mail programs write around quotations, in English, Dutch, German, French,
// Spanish, Italian, Portuguese, Swedish, Danish and Norwegian. All in lower case,
// with quotes and dashes in ASCII.

// attributions pairs the word an attribution begins with and its verb. Where the
// name comes first, the verb alone is found.
var attributions = []struct{ start, verb string }{
	{"on", "wrote"},
	{"op", "schreef"},
	{"am", "schrieb"},
	{"le", "a écrit"},
	{"el", "escribió"},
	{"il", "ha scritto"},
	{"em", "escreveu"},
	{"den", "skrev"},
}

// labels gives the header fields that a quoted mail may begin with.
var labels = map[string]int{
	"from": 1, "van": 1, "von": 1, "de": 1, "da": 1, "från": 1, "fra": 1,

	"sent": 2, "date": 2, "verzonden": 2, "datum": 2, "gesendet": 2, "envoyé": 2, "enviado": 2, "fecha": 2,
	"enviada": 2, "enviado el": 2, "enviado em": 2, "enviada em": 2, "enviada el": 2, "inviato": 2, "data": 2,
	"skickat": 2, "sendt": 2, "dato": 2,

	"to": 3, "aan": 3, "an": 3, "à": 3, "para": 3, "a": 3, "till": 3, "til": 3,

	"cc": 4, "kopie": 4, "kopia": 4, "kopi": 4,

	"subject": 5, "onderwerp": 5, "betreff": 5, "objet": 5, "asunto": 5, "oggetto": 5, "assunto": 5, "ämne": 5, "emne": 5,
}

// dividers stand above an old or a forwarded mail, between dashes or alone.
var dividers = map[string]bool{
	"original message": true, "forwarded message": true, "begin forwarded message": true,
	"oorspronkelijk bericht": true, "doorgestuurd bericht": true, "begin doorgestuurd bericht": true,
	"ursprüngliche nachricht": true, "originalnachricht": true, "original-nachricht": true,
	"weitergeleitete nachricht": true, "anfang der weitergeleiteten nachricht": true, "beginn der weitergeleiteten nachricht": true,
	"message d'origine": true, "message original": true, "message transféré": true, "début du message transféré": true,
	"début du message réexpédié": true,
	"mensaje original":           true, "mensaje reenviado": true, "inicio del mensaje reenviado": true,
	"messaggio originale": true, "messaggio inoltrato": true, "inizio messaggio inoltrato": true,
	"mensagem original": true, "mensagem encaminhada": true, "início da mensagem reencaminhada": true,
	"ursprungligt meddelande": true, "vidarebefordrat meddelande": true, "vidarebefordrat brev": true,
	"oprindelig meddelelse": true, "videresendt meddelelse": true, "start på videresendt besked": true,
	"opprinnelig melding": true, "videresendt melding": true, "start på videresendt melding": true,
}

// footnotes are how the advertisements of phones and programs begin and end.
var footnotes = [][2]string{
	{"sent from my ", ""}, {"sent from mail for ", ""}, {"sent from outlook", ""}, {"sent from yahoo mail", ""}, {"sent from proton", ""},
	{"sent with ", "mail"}, {"sent via ", ""}, {"get outlook for ", ""},
	{"verstuurd vanaf mijn ", ""}, {"verzonden vanaf mijn ", ""}, {"verstuurd vanuit ", ""}, {"outlook voor ", "downloaden"},
	{"von meinem ", "gesendet"}, {"gesendet von ", ""}, {"gesendet mit ", ""}, {"diese nachricht wurde von meinem ", "gesendet"},
	{"outlook für ", "beziehen"}, {"holen sie sich outlook", ""},
	{"envoyé de mon ", ""}, {"envoyé depuis ", ""}, {"envoyé à partir de ", ""}, {"télécharger outlook", ""},
	{"enviado desde mi ", ""}, {"obtener outlook", ""},
	{"inviato da ", ""}, {"scarica outlook", ""},
	{"enviado do meu ", ""}, {"enviado a partir do ", ""}, {"obter o outlook", ""},
	{"skickat från min ", ""}, {"hämta outlook", ""},
	{"sendt fra min ", ""}, {"hent outlook", ""}, {"få outlook", ""},
}
