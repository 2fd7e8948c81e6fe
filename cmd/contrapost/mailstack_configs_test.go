//go:build mailstack

package main

// The configs of the mail programs; workplace.put fills in what stands in braces. All of them
// check the servers' certificates.

// neomuttConfig has its mails shown and its drafts edited by scripts, and nothing asked.
const neomuttConfig = `set realname = "Ann"
set from = "{address}"
set use_from = yes
set spoolfile = "imaps://localhost:{imaps}/INBOX"
set imap_user = "{address}"
set imap_pass = "{word}"
set smtp_url = "smtp://{escaped}@localhost:{submission}"
set smtp_pass = "{word}"
set ssl_force_tls = yes
set ssl_starttls = yes
set ssl_ca_certificates_file = "{ca}"
set certificate_file = "{ca}"
set record = "{home}/sent"
set folder = "{home}"
set mbox_type = mbox
set confirmappend = no
set signature = "{home}/signature"
set pager = "{home}/pager"
set prompt_after = no
set sort = mailbox-order
set sleep_time = 0
set fast_reply = yes
set reply_to = yes
set include = yes
set recall = no
set quit = yes
set abort_unmodified = no
set abort_nosubject = no
ignore *
unignore from subject date reply-to
`

// mbsyncConfig brings the inbox into a Maildir.
const mbsyncConfig = `IMAPAccount here
Host localhost
Port {imaps}
User {address}
Pass "{word}"
SSLType IMAPS
CertificateFile {ca}

IMAPStore far
Account here

MaildirStore near
Inbox {home}/mail/inbox

Channel all
Far :far:
Near :near:
Create Near
SyncState *
`

// msmtpConfig is how mblaze sends.
const msmtpConfig = `account default
host localhost
port {submission}
from {address}
auth on
user {address}
password "{word}"
tls on
tls_starttls on
tls_trust_file {ca}
`

// mblazeProfile keeps what was sent.
const mblazeProfile = `Local-Mailbox: Bob <{address}>
Outbox: {home}/sent
Sendmail: msmtp
Sendmail-Args: --file={home}/msmtprc --read-recipients
`

// snailConfig quotes the whole letter below a line that says who wrote it.
const snailConfig = `set v15-compat
set from="Cem <{address}>"
set mta=submission://localhost:{submission} smtp-use-starttls smtp-auth=plain
set user={address}
set password="{word}"
set tls-verify=strict tls-ca-no-defaults tls-ca-file={ca}
set imap-auth=login sendwait reply-to-honour=yes
set record={home}/sent
set quote indentprefix="> "
`
