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

// A word of the page is chosen in the text, or by a click on it in the picture.
function choose(word) {
  for (const other of document.querySelectorAll(".word.chosen, .box.chosen, .at.chosen")) other.classList.remove("chosen");
  const passage = word.closest("[data-passage]").dataset.passage, field = document.getElementById("value");
  word.classList.add("chosen");
  for (const box of document.querySelectorAll(`.box[data-passage="${passage}"]`)) box.classList.add("chosen");
  const at = document.querySelector(`.at[data-passage="${passage}"][data-start="${word.dataset.start}"]`);
  if (at) at.classList.add("chosen");
  document.getElementById("passage").value = passage;
  document.getElementById("start").value = word.dataset.start;
  document.getElementById("word").textContent = word.textContent;
  field.value = word.textContent;
  word.scrollIntoView({ block: "nearest" });
  field.focus({ preventScroll: true });
  field.select();
}

for (const word of document.querySelectorAll(".word")) {
  word.addEventListener("click", (event) => { event.preventDefault(); choose(word); });
}

for (const at of document.querySelectorAll(".places .at")) {
  at.addEventListener("click", (event) => {
    event.preventDefault();
    choose(document.querySelector(`p[data-passage="${at.dataset.passage}"] .word[data-start="${at.dataset.start}"]`));
  });
}

// Between its words, and where a page was kept without them, a passage leads to its text.
for (const box of document.querySelectorAll(".places .box[data-passage]")) {
  box.addEventListener("click", () => {
    const first = document.querySelector(`p[data-passage="${box.dataset.passage}"] .word`);
    if (first) first.focus();
  });
}
