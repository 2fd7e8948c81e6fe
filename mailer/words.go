package mailer

import "strings"

// kinds numbers the words of each group from 1; words are parted by bars.
func kinds(groups [5]string) map[string]int {
	m := map[string]int{}
	for i, group := range groups {
		for word := range strings.SplitSeq(group, "|") {
			m[word] = i + 1
		}
	}
	return m
}

func wordSet(groups ...string) map[string]bool {
	m := map[string]bool{}
	for _, group := range groups {
		for word := range strings.SplitSeq(group, "|") {
			m[word] = true
		}
	}
	return m
}
