package events

import "time"

// pauses between attempts: the n-th after the n-th attempt, the last one for good.
var pauses = [...]time.Duration{
	1 * time.Minute,
	2 * time.Minute,
	5 * time.Minute,
	15 * time.Minute,
	30 * time.Minute,
	1 * time.Hour,
	2 * time.Hour,
	4 * time.Hour,
}

// Backoff is how long to wait after attempt (from 1) before the next one: 1, 2, 5,
// 15, 30 minutes, then 1, 2 and 4 hours, and 4 hours ever after; give or take up
// to 20 %, as jitter says, over whose whole range the result is spread evenly.
func Backoff(attempt int, jitter uint64) time.Duration {
	pause := pauses[min(max(attempt, 1), len(pauses))-1]
	share := int64(jitter >> 44) // of 1<<20
	return pause*8/10 + time.Duration(int64(pause/time.Microsecond)*4/10*share>>20)*time.Microsecond
}
