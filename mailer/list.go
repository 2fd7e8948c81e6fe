package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// after lists the mails behind a UID, without their text. Servers look for new
// mail when they are asked for anything else first, hence the NOOP. A server that
// will not list them, or is not to be asked to, is asked for their UIDs alone: one
// mail that it cannot describe shall not hide the others.
func (v *visit) after(ctx context.Context, last uint32, described bool) ([]Fetched, error) {
	if _, err := within(ctx, v, func() (struct{}, error) { return struct{}{}, v.client.Noop().Wait() }); err != nil {
		return nil, fmt.Errorf("noop: %w", err)
	}
	v.drain()
	if !described {
		return v.search(ctx, last)
	}
	mails, err := v.list(ctx, last)
	if isAnswer(err) {
		v.fetcher.log.Warn("mail server does not list the new mail, asking for one after the other", "error", err)
		return v.search(ctx, last)
	}
	return mails, err
}

// isAnswer tells a server that says no from one that is gone.
func isAnswer(err error) bool { return errors.As(err, new(*imap.Error)) }

// list asks for the mails behind a UID. A range that ends in * holds the last mail
// even if that is an old one.
func (v *visit) list(ctx context.Context, last uint32) ([]Fetched, error) {
	found, err := within(ctx, v, func() ([]*imapclient.FetchMessageBuffer, error) {
		return v.client.Fetch(behind(last), &described).Collect()
	})
	if err != nil {
		return nil, fmt.Errorf("list of new mail: %w", err)
	}
	var mails []Fetched
	for _, m := range found {
		if uint32(m.UID) > last {
			mails = append(mails, Fetched{UID: uint32(m.UID), Received: m.InternalDate, Size: m.RFC822Size})
		}
	}
	slices.SortFunc(mails, byUID)
	return slices.CompactFunc(mails, func(a, b Fetched) bool { return a.UID == b.UID }), nil
}

// described is what is asked of a mail besides its text.
var described = imap.FetchOptions{UID: true, Flags: true, InternalDate: true, RFC822Size: true}

func behind(last uint32) imap.UIDSet {
	set := imap.UIDSet{}
	set.AddRange(imap.UID(last)+1, 0)
	return set
}

// search asks for the UIDs behind a UID and for nothing else of these mails.
func (v *visit) search(ctx context.Context, last uint32) ([]Fetched, error) {
	found, err := within(ctx, v, func() (*imap.SearchData, error) {
		return v.client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{behind(last)}}, nil).Wait()
	})
	if err != nil {
		return nil, fmt.Errorf("search for new mail: %w", err)
	}
	var mails []Fetched
	for _, uid := range found.AllUIDs() {
		if uint32(uid) > last {
			mails = append(mails, Fetched{UID: uint32(uid)})
		}
	}
	slices.SortFunc(mails, byUID)
	return mails, nil
}

// describe asks when a mail arrived and how big it is.
func (v *visit) describe(ctx context.Context, m *Fetched) error {
	found, err := within(ctx, v, func() ([]*imapclient.FetchMessageBuffer, error) {
		return v.client.Fetch(imap.UIDSetNum(imap.UID(m.UID)), &described).Collect()
	})
	if err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	for _, one := range found {
		if uint32(one.UID) == m.UID {
			m.Received, m.Size = one.InternalDate, one.RFC822Size
		}
	}
	switch {
	case len(found) == 0:
		return errGone
	case m.Received.IsZero():
		return errors.New("describe: server does not say when it arrived")
	}
	return nil
}

func byUID(a, b Fetched) int { return cmp.Compare(a.UID, b.UID) }

// body fetches the text of a mail, or only its header if it is too big. The size
// that the server gave may be wrong, so what arrives is bounded as well.
func (v *visit) body(ctx context.Context, m *Fetched, most int64) error {
	if m.Received.IsZero() { // it was searched, not listed
		if err := v.describe(ctx, m); err != nil {
			return err
		}
	}
	m.TooBig = m.Size > most
	if !m.TooBig {
		raw, err := v.section(ctx, m.UID, &imap.FetchItemBodySection{Peek: true}, most)
		if err != nil {
			return err
		}
		m.Raw, m.TooBig = raw, int64(len(raw)) > most
	}
	if m.TooBig {
		raw, err := v.section(ctx, m.UID, &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, Peek: true}, maxHeader)
		if err != nil {
			return err
		}
		m.Raw = raw[:min(len(raw), maxHeader)]
	}
	return nil
}

// section fetches at most one byte more than most of a mail. It never asks for
// ENVELOPE or BODYSTRUCTURE: servers get those wrong for strangers' mail.
func (v *visit) section(ctx context.Context, uid uint32, what *imap.FetchItemBodySection, most int64) ([]byte, error) {
	what.Partial = &imap.SectionPartial{Offset: 0, Size: most + 1}
	return within(ctx, v, func() ([]byte, error) {
		options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{what}}
		cmd := v.client.Fetch(imap.UIDSetNum(imap.UID(uid)), options)
		raw, seen, err := firstLiteral(cmd, most+1)
		if err := errors.Join(err, cmd.Close()); err != nil {
			return nil, fmt.Errorf("fetch: %w", err)
		}
		if !seen {
			return nil, errGone
		}
		if raw == nil {
			return nil, errors.New("fetch: server sent no text")
		}
		return raw, nil
	})
}

// firstLiteral reads a fetched text at once, as the stream does not wait. It is
// seen if the server knew the mail at all.
func firstLiteral(cmd *imapclient.FetchCommand, most int64) (raw []byte, seen bool, err error) {
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		seen = true
		for item := msg.Next(); item != nil; item = msg.Next() {
			body, ok := item.(imapclient.FetchItemDataBodySection)
			if !ok || body.Literal == nil || raw != nil {
				continue
			}
			if raw, err = io.ReadAll(io.LimitReader(body.Literal, most)); err != nil {
				return nil, seen, err
			}
		}
	}
	return raw, seen, nil
}
