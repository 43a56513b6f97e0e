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

// Suggestions while typing: a list under the field that arrow keys walk through, Enter follows and Escape closes.
function suggest(field) {
  const form = field.form, list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `${field.id}-suggestions`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.labels[0] ? field.labels[0].textContent : "");
  list.hidden = true;
  field.after(list);
  for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", list.id], ["aria-autocomplete", "list"]]) {
    field.setAttribute(name, value);
  }
  let at = -1, waiting = 0, asked = "";
  const show = (on) => {
    list.hidden = !on;
    field.setAttribute("aria-expanded", String(on));
    if (!on) { at = -1; field.removeAttribute("aria-activedescendant"); }
  };
  const choose = (next) => {
    const items = [...list.children];
    if (!items.length) return;
    at = (next + items.length) % items.length;
    items.forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    field.setAttribute("aria-activedescendant", items[at].id);
  };
  const fill = (found) => {
    list.replaceChildren(...found.map((one, place) => {
      const item = document.createElement("li"), title = document.createElement("span"), game = document.createElement("span");
      item.id = `${list.id}-${place}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      item.dataset.href = one.href;
      title.textContent = one.title;
      title.lang = one.language;
      game.className = "quiet";
      game.textContent = ` ${one.game_name}`;
      item.append(title, game);
      item.addEventListener("mousedown", (event) => { event.preventDefault(); location.href = one.href; });
      return item;
    }));
    show(found.length > 0);
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    const typed = field.value.trim();
    if (typed.length < 2) { show(false); return; }
    waiting = setTimeout(async () => {
      asked = typed;
      try {
        const answer = await fetch(`${form.action.replace(/find$/, "suggest.json")}?q=${encodeURIComponent(typed)}`);
        if (answer.ok && asked === typed) fill((await answer.json()).data.suggestions);
      } catch { show(false); }
    }, 150);
  });
  field.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(event.key === "ArrowDown" ? at + 1 : at < 0 ? -1 : at - 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      show(false);
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      location.href = list.children[at].dataset.href;
    }
  });
  field.addEventListener("blur", () => show(false));
}

for (const field of document.querySelectorAll("form[data-suggests] input[type=search]")) suggest(field);

// A preview of a card goes away on Escape and comes again with the next card that is pointed at or focused.
const decks = document.querySelectorAll(".deck-list");
if (decks.length) {
  addEventListener("keydown", (event) => { if (event.key === "Escape") document.body.classList.add("hushed"); });
  for (const deck of decks) {
    for (const kind of ["focusin", "mouseover"]) deck.addEventListener(kind, (event) => {
      if (event.target.closest(".previewed")) document.body.classList.remove("hushed");
    });
  }
}
