"use strict";
(() => {
  const pieces = [...document.querySelectorAll(".piece")];
  const kinds = [...document.querySelectorAll(".kind")];
  const find = document.getElementById("find");
  const only = document.getElementById("only");
  const found = document.getElementById("found");
  const turnAll = document.getElementById("turn-all");
  const dialog = document.getElementById("large");
  document.documentElement.classList.add("js");
  document.querySelector(".tools").hidden = false;
  for (const button of document.querySelectorAll(".turn")) button.hidden = false;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  function search() {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const piece of pieces) {
      const fits = words.every((word) => piece.dataset.find.includes(word));
      const asked = !only?.value || piece.closest(".kind").id === only.value;
      piece.hidden = !fits || !asked;
      count += fits && asked;
    }
    for (const kind of kinds) kind.hidden = !kind.querySelector(".piece:not([hidden])");
    found.hidden = !words.length;
    const said = count === 1 ? found.dataset.one : found.dataset.found.replace("{count}", count);
    found.textContent = count ? said : found.dataset.none;
  }

  function turn(piece, over) {
    piece.classList.toggle("turned", over);
    const button = piece.querySelector(".turn");
    if (button) button.setAttribute("aria-pressed", String(piece.classList.contains("turned")));
  }

  function enlarge(piece) {
    document.getElementById("large-name").textContent = piece.querySelector(".name").textContent;
    const shown = dialog.querySelector(".shown");
    shown.replaceChildren(...[...piece.querySelectorAll(".face")].map((face) => face.cloneNode()));
    shown.style.cssText = piece.closest(".kind").style.cssText;
    dialog.querySelector(".meta").textContent = piece.querySelector("code")?.textContent ?? "";
    const texts = piece.querySelector(".texts");
    dialog.querySelector(".said").replaceChildren(...(texts ? texts.cloneNode(true).querySelectorAll("p") : []));
    dialog.showModal();
  }

  find.addEventListener("input", search);
  only?.addEventListener("change", search);
  // A link to a kind that is filtered out would lead nowhere.
  document.querySelector(".kinds").addEventListener("click", () => {
    if (only?.value) { only.value = ""; search(); }
  });
  if (find.value || only?.value) search(); // browsers keep what was typed when a page is loaded again
  document.getElementById("print").addEventListener("click", () => window.print());
  turnAll.addEventListener("click", () => {
    const over = turnAll.getAttribute("aria-pressed") !== "true";
    turnAll.setAttribute("aria-pressed", String(over));
    for (const piece of document.querySelectorAll(".piece.two")) turn(piece, over);
  });
  document.addEventListener("click", (event) => {
    const piece = event.target.closest(".piece");
    if (event.target === dialog) dialog.close();
    if (!piece) return;
    if (event.target.closest(".turn")) turn(piece);
    else if (event.target.closest(".faces")) enlarge(piece);
  });
})();
