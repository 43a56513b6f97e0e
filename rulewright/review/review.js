// The keyboard of a review: numbers choose, w writes, s skips, u undoes, a reads again. Everything works without it.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) return;
  if (event.key === "w") {
    event.preventDefault();
    document.getElementById("own").focus();
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
