// Search for a copy of the site in plain files, where no server looks things up: folds letters and forgives slips.
"use strict";

const SPECIAL = { "ł": "l", "ß": "ss", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe" };
const MOST = 24;

function fold(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[łßøđæœ]/g, (c) => SPECIAL[c]);
}

function wordsOf(text) {
  return fold(text).match(/[\p{L}\p{N}]+/gu) || [];
}

// How many letters were mistaken, left out, added or swapped; more than `most` is only told as too many.
function slips(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = [], row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

// The slips by which a query misses an entry, or null where it is another thing altogether.
function distance(asked, known, forgiving) {
  let total = 0;
  for (const word of asked) {
    const most = !forgiving || word.length < 3 ? 0 : word.length < 5 ? 1 : word.length < 9 ? 2 : 3;
    let best = most + 1;
    for (const other of known) best = Math.min(best, other.startsWith(word) ? 0 : slips(word, other, most));
    if (best > most) return null;
    total += best;
  }
  return total;
}

function show(query) {
  const asked = wordsOf(query);
  const place = document.getElementById("hits");
  let found = [];
  for (const forgiving of [false, true]) {
    if (!asked.length || found.length) break;
    for (const entry of RULEWRIGHT_INDEX) {
      entry.words ||= wordsOf(entry.title);
      const miss = distance(asked, entry.words, forgiving);
      if (miss !== null) found.push([miss, entry.words.length, entry]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  place.replaceChildren();
  for (const kind of place.dataset.kinds.split(" ")) {
    const hits = found.map((hit) => hit[2]).filter((entry) => entry.kind === kind).slice(0, MOST);
    if (!hits.length) continue;
    const heading = document.createElement("h2");
    heading.textContent = place.dataset[kind];
    const list = document.createElement("ul");
    list.className = "hits";
    for (const entry of hits) {
      const item = document.createElement("li"), link = document.createElement("a"), game = document.createElement("span");
      link.href = place.dataset.root + entry.href;
      link.textContent = entry.title;
      link.lang = entry.language;
      game.className = "quiet";
      game.textContent = ` ${entry.game}`;
      item.append(link, game);
      list.append(item);
    }
    place.append(heading, list);
  }
  document.getElementById("nothing").hidden = !asked.length || found.length > 0;
}

const query = new URLSearchParams(location.search).get("q") || "";
document.getElementById("q").value = query;
show(query);
