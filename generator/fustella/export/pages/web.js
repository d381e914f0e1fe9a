"use strict";
(() => {
  const pieces = [...document.querySelectorAll(".piece")];
  const kinds = [...document.querySelectorAll(".kind")];
  const find = document.getElementById("find");
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
      piece.hidden = !fits;
      count += fits;
    }
    for (const kind of kinds) kind.hidden = !kind.querySelector(".piece:not([hidden])");
    found.hidden = !words.length;
    found.textContent = count ? found.dataset.found.replace("{count}", count) : found.dataset.none;
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
    dialog.querySelector(".said").replaceChildren(...(texts ? texts.cloneNode(true).childNodes : []));
    dialog.showModal();
  }

  find.addEventListener("input", search);
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
