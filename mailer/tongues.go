package mailer

// What mail programs write around quotations, in the languages that they are sold
// in. All in lower case, with quotes and dashes in ASCII. A language that is missing
// loses little: an attribution with a date and an address above marked lines is known
// in any, and so is a header with both.

// attributions pairs the word an attribution begins with and its verb. Where the
// name comes first, the verb alone is found.
var attributions = []struct{ start, verb string }{
	{"on", "wrote"},
	{"op", "schreef"}, {"op", "heeft geschreven"}, {"op", "het volgende geschreven"},
	{"am", "schrieb"}, {"am", "geschrieben"},
	{"le", "a écrit"},
	{"el", "escribió"}, {"el", "ha escrito"}, {"el", "va escriure"},
	{"il", "ha scritto"},
	{"em", "escreveu"}, {"a", "escreveu"},
	{"den", "skrev"}, {"på", "skrev"}, {"kl.", "skrev"},
	{"-", "kirjoitti"},
	{"w dniu", "napisał"}, {"w dniu", "napisała"}, {"w dniu", "pisze"}, {"dnia", "napisał"}, {"-", "napisana przez"},
	{"dne", "napsal"}, {"dne", "napsala"}, {"dňa", "napísal"}, {"-", "napísala"},
	{"-", "ezt írta"}, {"-", "írta"},
	{"în", "a scris"}, {"pe", "a scris"},
	{"-", "написал"}, {"-", "написала"}, {"-", "пишет"}, {"-", "написав"}, {"-", "пише"}, {"на", "написа"},
	{"-", "yazdı"}, {"στις", "έγραψε"},
	{"-", "napisao je"}, {"-", "napisala je"}, {"-", "je napisal"}, {"-", "je napisala"}, {"-", "napisao"}, {"-", "napisala"},
	{"-", "kirjutas"}, {"-", "rašė"}, {"-", "rakstīja"},
	{"-", "написао"}, {"zitat von", "zitat von"}, {"quoting", "quoting"}, {"am", "schrieben"},
	{"pada", "menulis"}, {"vào", "đã viết"},
}

// verbsAtEnd end attributions in languages that put no blanks between words.
var verbsAtEnd = []string{"写道", "寫道", "のメール", "書きました", "님이 작성", "작성", "เขียนว่า"}

// labels gives the header fields that a quoted mail may begin with.
var labels = kinds([5]string{
	"from|van|von|de|da|från|fra|od|lähettäjä|feladó|expeditor|de la|от|від|kimden|gönderen|από|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|מאת|من|dari|từ|pošiljatelj|saatja|nuo|no|от кого|odesílatel",
	"sent|date|verzonden|datum|gesendet|envoyé|enviado|fecha|enviada|enviado el|enviado em|enviada em|enviada el|inviato|data|" +
		"skickat|sendt|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno|odoslané|dátum|elküldve|küldve|trimis|отправлено|дата|надіслано|изпратено|" +
		"gönderildi|tarih|gönderilme tarihi|στάλθηκε|ημερομηνία|发送时间|发送日期|日期|傳送日期|寄件日期|送信日時|日時|日付|보낸 날짜|날짜|נשלח|תאריך|تاريخ الإرسال|التاريخ|dikirim|tanggal|gửi|ngày|poslano|saadetud|дата и время|date d'envoi",
	"to|aan|an|à|para|a|till|til|do|komu|vastaanottaja|címzett|către|catre|кому|до|kime|alıcı|προς|收件人|收件者|宛先|받는 사람|받는사람|אל|إلى|kepada|đến|prima|za|kellele|kam|per a",
	"cc|kopie|kopia|kopi|copie à|копия|копія|抄送|副本|참조|másolat|dw|kopio|bilgi|κοιν",
	"subject|onderwerp|betreff|betr.|objet|asunto|oggetto|assunto|ämne|emne|aihe|temat|předmět|predmet|tárgy|subiect|тема|относно|konu|θέμα|主题|主旨|主題|件名|제목|נושא|الموضوع|perihal|subjek|chủ đề|zadeva|teema|assumpte",
})

// dividers stand above an old or a forwarded mail, between dashes or alone.
var dividers = wordSet(
	"original message|forwarded message|begin forwarded message|forwarded mail|original email|reply message|original appointment",
	"oorspronkelijk bericht|doorgestuurd bericht|begin doorgestuurd bericht|origineel bericht|begin van doorgestuurd bericht",
	"ursprüngliche nachricht|originalnachricht|original-nachricht|originalmail|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|"+
		"beginn der weitergeleiteten nachricht|weitergeleitete e-mail|weitergeleitete mail",
	"message d'origine|message original|message transféré|message transmis|début du message transféré|début du message réexpédié|courriel original|message initial",
	"mensaje original|mensaje reenviado|inicio del mensaje reenviado|missatge original|missatge reenviat",
	"messaggio originale|messaggio inoltrato|inizio messaggio inoltrato",
	"mensagem original|mensagem encaminhada|início da mensagem reencaminhada|início da mensagem encaminhada|mensagem reencaminhada",
	"ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat mejl",
	"oprindelig meddelelse|oprindelig besked|original besked|videresendt meddelelse|videresendt besked|start på videresendt besked",
	"opprinnelig melding|videresendt melding|start på videresendt melding|videresendt e-post",
	"alkuperäinen viesti|välitetty viesti|edelleenlähetetty viesti|välitetty viesti alkaa",
	"oryginalna wiadomość|wiadomość oryginalna|wiadomość przekazana dalej|treść przekazanej wiadomości|przekazana wiadomość|początek przekazanej wiadomości",
	"původní zpráva|původní e-mail|přeposlaná zpráva|začátek přeposílané zprávy|pôvodná správa|preposlaná správa",
	"eredeti üzenet|továbbított üzenet|továbbított levél|mesaj original|mesajul original|mesaj redirecționat|mesaj redirecţionat",
	"исходное сообщение|пересланное сообщение|пересылаемое сообщение|перенаправленное сообщение|начало переадресованного сообщения|"+
		"оригінальне повідомлення|початкове повідомлення|переслане повідомлення|переслане повідомлення|оригинално съобщение|препратено съобщение",
	"özgün i̇leti|orijinal mesaj|orijinal ileti|yönlendirilmiş ileti|yönlendirilen mesaj|iletilen mesaj|αρχικό μήνυμα|προωθημένο μήνυμα",
	"originalna poruka|izvorna poruka|proslijeđena poruka|izvirno sporočilo|posredovano sporočilo",
	"原始邮件|邮件原件|转发邮件|转发的邮件|转发邮件信息|原始郵件|轉寄郵件|已轉寄的郵件|元のメッセージ|転送メッセージ|転送されたメッセージ|원본 메시지|원본 메일|전달된 메시지",
	"הודעה מקורית|הודעה שהועברה|الرسالة الأصلية|رسالة معاد توجيهها|pesan asli|pesan terusan|thư gốc",
)

// markers are in the line that help desks want answers to stand above.
var markers = []string{
	"reply above this line", "type your reply above", "write your reply above", "reply above the line", "antwoord boven deze lijn", "antwoord boven deze regel",
	"über dieser zeile antworten", "antworten sie über dieser", "répondre au-dessus de cette ligne", "responda por encima de esta", "rispondi sopra questa",
}

// footnotes are how the advertisements of phones and programs begin and end.
var footnotes = [][2]string{
	{"sent from my ", ""}, {"sent from mail for ", ""}, {"sent from outlook", ""}, {"sent from yahoo mail", ""}, {"sent from proton", ""}, {"sent from [proton", ""},
	{"sent from gmail", ""}, {"sent from samsung", ""}, {"sent from android", ""}, {"sent from ", "iphone"}, {"sent from ", "ipad"}, {"sent from ", "mobile"},
	{"sent with ", "mail"}, {"sent with ", "tutanota"}, {"sent with ", "spark"}, {"sent with ", "airmail"}, {"sent via ", ""}, {"get outlook for ", ""}, {"get bluemail for ", ""},
	{"yahoo mail: ", ""}, {"sent using ", ""},
	{"verstuurd vanaf mijn ", ""}, {"verzonden vanaf mijn ", ""}, {"verstuurd vanuit ", ""}, {"verzonden met ", ""}, {"verzonden vanuit ", ""}, {"verstuurd met ", ""},
	{"outlook voor ", "downloaden"}, {"download outlook voor ", ""},
	{"von meinem ", "gesendet"}, {"von mein", "gesendet"}, {"gesendet von ", ""}, {"gesendet mit ", ""}, {"gesendet aus ", ""}, {"diese nachricht wurde von meinem ", "gesendet"},
	{"outlook für ", "beziehen"}, {"holen sie sich outlook", ""}, {"outlook für ", "herunterladen"},
	{"envoyé de mon ", ""}, {"envoyé depuis ", ""}, {"envoyé à partir de ", ""}, {"télécharger outlook", ""}, {"obtenez outlook", ""}, {"envoyé avec ", ""},
	{"enviado desde mi ", ""}, {"obtener outlook", ""}, {"enviado con ", ""}, {"enviado desde ", ""},
	{"inviato da ", ""}, {"scarica outlook", ""}, {"ottenere outlook", ""}, {"inviato dal mio ", ""},
	{"enviado do meu ", ""}, {"enviado a partir do ", ""}, {"obter o outlook", ""}, {"enviado via ", ""},
	{"skickat från min ", ""}, {"hämta outlook", ""}, {"skickat från ", ""},
	{"sendt fra min ", ""}, {"hent outlook", ""}, {"få outlook", ""}, {"sendt fra ", ""},
	{"lähetetty ", ""}, {"hanki outlook", ""}, {"wysłano z ", ""}, {"wysłane z ", ""}, {"pobierz outlook", ""}, {"odesláno z ", ""}, {"odoslané z ", ""},
	{"az iphone-omról ", ""}, {"trimis de pe ", ""}, {"отправлено с ", ""}, {"надіслано з ", ""}, {"iphone'umdan gönderildi", ""}, {"στάλθηκε από ", ""},
	{"iphoneから送信", ""}, {"从我的", "发送"}, {"發自我的", ""}, {"发自我的", ""}, {"나의 iphone에서 보냄", ""}, {"נשלח מ", ""},
}

// reactions are in the only line of a mail that reacts to another by a picture.
var reactions = []string{
	"reacted to your message", "reacted via gmail", "reacted to your email", "reageerde op uw bericht", "heeft gereageerd op uw bericht", "heeft gereageerd via gmail",
	"hat auf ihre nachricht reagiert", "hat über gmail reagiert", "hat auf deine nachricht reagiert", "a réagi à votre message", "a réagi via gmail", "ha reaccionado a tu mensaje",
	"reaccionó a tu mensaje", "ha reagito al tuo messaggio", "reagiu à sua mensagem", "reagerade på ditt meddelande", "reagerede på din meddelelse",
}
