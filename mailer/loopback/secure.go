package loopback

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
)

// encrypt gives the server a certificate, if it is to have one.
func (s *Server) encrypt() error {
	if s.options.TLS == NoTLS {
		return nil
	}
	certificate, roots, err := selfMade(s.options.Host)
	if err != nil {
		return fmt.Errorf("loopback certificate: %w", err)
	}
	s.roots, s.authority = roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]})
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	switch s.options.TLS {
	case StartTLS:
		s.smtp.TLSConfig = config
		o := s.imapOptions()
		o.TLSConfig = config
		s.imap = imapserver.New(o)
	case ImplicitTLS:
		s.smtpAt, s.imapAt = tls.NewListener(s.smtpAt, config), tls.NewListener(s.imapAt, config)
	default:
		return fmt.Errorf("tls must be %q, %q or %q, not %q", NoTLS, StartTLS, ImplicitTLS, s.options.TLS)
	}
	return nil
}

// selfMade makes a certificate that is its own authority, for the host, localhost
// and 127.0.0.1.
func selfMade(host string) (tls.Certificate, *x509.CertPool, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	now := time.Now()
	shape := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(10, 0, 0),
		DNSNames: []string{host, "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, shape, shape, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots, nil
}
