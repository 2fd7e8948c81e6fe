package data

import (
	_ "embed"
	"slices"
	"strings"
)

// Names of the IANA time zone database, a line each, as Go's own copy of it has
// them (lib/time/zoneinfo.zip): package time finds a zone by its exact name only,
// and lists none.
//
//go:embed zones.txt
var zones string

// Zones lists the names of all time zones, in alphabetical order.
func Zones() []string { return strings.Fields(zones) }

// Zone gives a time zone's name as it is spelled ("Europe/Brussels"), for a name in
// any case.
func Zone(name string) (string, bool) {
	all := Zones()
	i := slices.IndexFunc(all, func(z string) bool { return strings.EqualFold(z, name) })
	if i < 0 {
		return "", false
	}
	return all[i], true
}
