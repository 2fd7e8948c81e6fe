"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const snippets = $("snippets").content.children;
  const views = [...document.querySelectorAll("#views button")];
  const marks = [...document.querySelectorAll("#graph .mark")];
  const lines = [...document.querySelectorAll("#graph polyline")];
  const scores = [...document.querySelectorAll("#legend .score")];
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const count = data.steps.length;
  let step = 1;
  let view = "0";

  // "#12/2": step 12 as seat 2 saw it; "a" is all cards open.
  const read = () => {
    const at = /^#(\d+)(?:\/(\w+))?$/.exec(location.hash);
    if (at) {
      step = Math.min(Math.max(Number(at[1]), 1), count);
      if (views.some((b) => b.dataset.view === at[2])) view = at[2];
    }
  };

  // What snippets have in common is kept once; here it comes back to its places.
  const cards = [...$("cards").content.children];
  const rows = [...$("rows").content.querySelectorAll("tr")];
  const put = (node, attr, kept) => node.querySelectorAll("[data-" + attr + "]").forEach((e) => e.replaceWith(kept[e.dataset[attr]].cloneNode(true)));
  const copies = (list) => list.map((i) => {
    const node = snippets[i].cloneNode(true);
    put(node, "r", rows);
    put(node, "c", cards);
    return node;
  });

  const setButton = (id, off) => $(id).setAttribute("aria-disabled", String(off));

  const drawScores = (now) => {
    const x = count > 1 ? (100 * (step - 1)) / (count - 1) : 0;
    const [least, most] = data.range;
    $("now").setAttribute("x1", x + "%");
    $("now").setAttribute("x2", x + "%");
    // Who sees less than everything does not see how it goes on either.
    lines.forEach((l) => { l.style.clipPath = view === "a" ? "none" : "inset(-50px " + (100 - x) + "% -50px -50px)"; });
    now.s.forEach((n, i) => {
      marks[i].setAttribute("x", x + "%");
      marks[i].setAttribute("y", (100 * (most - n)) / (most - least) + "%");
      scores[i].textContent = number.format(n);
    });
  };

  const show = () => {
    const now = data.steps[step - 1];
    const at = views.findIndex((b) => b.dataset.view === view);
    const [told, stands] = data.pages[now.p[at]];
    $("told").replaceChildren(...copies(told));
    $("stands").replaceChildren(...copies(stands));
    views.forEach((b, i) => b.setAttribute("aria-pressed", String(i === at)));
    $("page-heading").textContent = views[at].dataset.heading;
    $("where").textContent = data.step.replace("{step}", step) + " " + views[at].dataset.heading;
    $("slider").value = step;
    $("slider").setAttribute("aria-valuetext", data.step.replace("{step}", step));
    setButton("first", step === 1);
    setButton("back", step === 1);
    setButton("next", step === count);
    setButton("last", step === count);
    drawScores(now);
  };

  const go = (toStep, toView) => {
    step = Math.min(Math.max(toStep, 1), count);
    view = toView;
    history.replaceState(null, "", "#" + step + "/" + view);
    show();
  };

  const keys = { ArrowLeft: () => step - 1, ArrowRight: () => step + 1, Home: () => 1, End: () => count };

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const key = e.key.toLowerCase();
    if (keys[e.key] && e.target !== $("slider")) {
      e.preventDefault();
      go(keys[e.key](), view);
    } else if (views.some((b) => b.dataset.view === key)) {
      go(step, key);
    }
  });
  $("first").addEventListener("click", () => go(1, view));
  $("back").addEventListener("click", () => go(step - 1, view));
  $("next").addEventListener("click", () => go(step + 1, view));
  $("last").addEventListener("click", () => go(count, view));
  $("slider").addEventListener("input", (e) => go(Number(e.target.value), view));
  views.forEach((b) => b.addEventListener("click", () => go(step, b.dataset.view)));
  $("graph").addEventListener("click", (e) => {
    const box = $("graph").getBoundingClientRect();
    go(1 + Math.round(((e.clientX - box.left) / box.width) * (count - 1)), view);
  });
  addEventListener("hashchange", () => { read(); show(); });
  read();
  show();
})();
