//go:build linux || darwin || freebsd

package main

import (
	"fmt"
	"syscall"
)

// freeSpace gives the bytes that this user may still write to a directory's disk.
func freeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, fmt.Errorf("ask for free space in %s: %w", dir, err)
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
