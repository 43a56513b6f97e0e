// What a pointer and a keyboard add: the stage slider of a map, and passages that light up with their boxes.
// Every page works without it.
"use strict";

function stateIn(stage, opens, closes) {
  if (closes && stage >= Number(closes)) return "closed";
  return opens && stage < Number(opens) ? "later" : "open";
}

function showStage(stage) {
  const states = {};
  for (const space of document.querySelectorAll("[data-opens]")) {
    const state = stateIn(stage, space.dataset.opens, space.dataset.closes);
    space.classList.remove("open", "later", "closed");
    space.classList.add(state);
    if (space.dataset.code) states[space.dataset.code] = state;
  }
  for (const way of document.querySelectorAll(".way")) {
    way.classList.toggle("shut", states[way.dataset.a] !== "open" || states[way.dataset.b] !== "open");
  }
  document.getElementById("stage-now").textContent = stage;
  for (const link of document.querySelectorAll(".stages nav a")) {
    if (link.dataset.stage === String(stage)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

const slider = document.getElementById("stage");
if (slider) {
  slider.hidden = false;
  slider.addEventListener("input", () => showStage(Number(slider.value)));
  for (const link of document.querySelectorAll(".stages nav a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      slider.value = link.dataset.stage;
      showStage(Number(link.dataset.stage));
      history.replaceState(null, "", link.href);
    });
  }
}

function light(number, on) {
  for (const part of document.querySelectorAll(`[data-passage="${number}"]`)) {
    part.classList.toggle(part.matches("rect") ? "chosen" : "lit", on);
  }
}

const sheet = document.querySelector(".sheet.large");
if (sheet) {
  for (const part of document.querySelectorAll("[data-passage]")) {
    part.addEventListener("mouseenter", () => light(part.dataset.passage, true));
    part.addEventListener("mouseleave", () => light(part.dataset.passage, false));
  }
  const shown = () => {
    for (const box of sheet.querySelectorAll(".target")) box.classList.remove("target", "chosen");
    const number = location.hash.match(/^#p(\d+)$/);
    if (!number) return;
    for (const box of sheet.querySelectorAll(`[data-passage="${number[1]}"]`)) box.classList.add("target", "chosen");
  };
  addEventListener("hashchange", shown);
  shown();
}
