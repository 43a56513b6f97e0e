// The keyboard of a review: numbers choose, w writes, s skips, u undoes, a reads again. Everything works without it.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const own = document.getElementById("own") || document.getElementById("value");
  if (event.key === "w" && own) {
    event.preventDefault();
    own.focus();
    return;
  }
  for (const part of document.querySelectorAll("[data-key]")) {
    if (part.dataset.key === event.key && !part.disabled) {
      event.preventDefault();
      part.click();
      return;
    }
  }
});

// A word of the page is chosen in the text, or by a click at its place in the picture, as near as its passage tells.
function choose(word) {
  for (const other of document.querySelectorAll(".word.chosen, .box.chosen")) other.classList.remove("chosen");
  const passage = word.closest("[data-passage]").dataset.passage, field = document.getElementById("value");
  word.classList.add("chosen");
  for (const box of document.querySelectorAll(`.box[data-passage="${passage}"]`)) box.classList.add("chosen");
  document.getElementById("passage").value = passage;
  document.getElementById("start").value = word.dataset.start;
  document.getElementById("word").textContent = word.textContent;
  field.value = word.textContent;
  word.scrollIntoView({ block: "nearest" });
  field.focus();
  field.select();
}

for (const word of document.querySelectorAll(".word")) {
  word.addEventListener("click", (event) => { event.preventDefault(); choose(word); });
}

for (const box of document.querySelectorAll(".places .box[data-passage]")) {
  box.addEventListener("click", (event) => {
    const words = [...document.querySelectorAll(`p[data-passage="${box.dataset.passage}"] .word`)];
    if (!words.length) return;
    const { left, top, width, height } = box.getBoundingClientRect();
    const lines = Math.max(1, Math.round(box.height.baseVal.value / 14));
    const line = Math.min(lines - 1, Math.floor((event.clientY - top) / height * lines));
    const within = (line + (event.clientX - left) / width) / lines;
    const share = (Number(box.dataset.at) + within) / Number(box.dataset.of);
    const lengths = words.map((word) => word.textContent.length + 1);
    let left_over = share * lengths.reduce((sum, length) => sum + length, 0);
    const at = lengths.findIndex((length) => (left_over -= length) < 0);
    choose(words[at < 0 ? words.length - 1 : at]);
  });
}
