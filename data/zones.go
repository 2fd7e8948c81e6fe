package data

import (
	_ "embed"
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
// any case, or for its city alone ("new york") where only one zone has that.
func Zone(name string) (string, bool) {
	name = strings.ReplaceAll(name, " ", "_")
	var cities []string
	for _, z := range Zones() {
		if strings.EqualFold(z, name) {
			return z, true
		}
		if city := z[strings.LastIndex(z, "/")+1:]; strings.EqualFold(city, name) {
			cities = append(cities, z)
		}
	}
	if len(cities) != 1 {
		return "", false
	}
	return cities[0], true
}
