package templates

import (
	"math"
	"strconv"
	"testing"
)

// contrast is how far apart two colours are to the eye, from 1 to 21 (WCAG 2.2).
func contrast(a, b string) float64 {
	l, m := luminance(a), luminance(b)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}

// luminance of a colour spelled "#rrggbb".
func luminance(color string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestContrast(t *testing.T) {
	if c := contrast("#000000", "#ffffff"); math.Abs(c-21) > 0.01 {
		t.Errorf("black on white: %f", c)
	}
	if c := contrast("#777777", "#ffffff"); math.Abs(c-4.48) > 0.01 {
		t.Errorf("grey on white: %f", c)
	}
}
