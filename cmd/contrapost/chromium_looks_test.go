//go:build chromium

package main

// What is looked at in a page that is open, as scripts to be run in it.

// overflowing lists what sticks out to the right of the screen.
const overflowing = `[...document.querySelectorAll("main *")].filter((e) => !e.closest("svg")
	&& e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + " " + e.textContent.slice(0, 30))`

// unreadable gives how many texts were measured, and then those whose contrast to what
// lies behind them is below 4.5 (WCAG 2.2). Behind a text is the nearest background
// that is not clear; of a gradient, each of its colours; where there is none, that of
// the empty page, which is dark where the reader wants it so.
const unreadable = `(() => {
	const rgb = (s) => s.match(/[\d.]+/g).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const contrast = (a, b) => { const [l, m] = [light(a), light(b)]; return (Math.max(l, m) + 0.05) / (Math.min(l, m) + 0.05); };
	const probe = document.body.appendChild(document.createElement("i"));
	probe.style.backgroundColor = "Canvas";
	const canvas = rgb(getComputedStyle(probe).backgroundColor);
	probe.remove();
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const s = getComputedStyle(e), c = rgb(s.backgroundColor);
			const drawn = s.backgroundImage === "none" ? [] : s.backgroundImage.match(/rgba?\([^)]*\)/g).map(rgb);
			if (c.length < 4 || c[3] > 0) return [c, ...drawn];
		}
		return [canvas];
	};
	let n = 0;
	const bad = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const e = walk.currentNode.parentElement;
		if (!walk.currentNode.data.trim() || !e.getClientRects().length) continue;
		n++;
		for (const c of behind(e)) {
			const ratio = contrast(rgb(getComputedStyle(e).color), c);
			if (ratio < 4.5) bad.push(walk.currentNode.data.trim().slice(0, 40) + ": " + ratio.toFixed(2));
		}
	}
	return [String(n), ...bad];
})()`
