// All that lies on the table as a list, with its actions: for keyboards and screen readers.

function describedPile(state, key) {
  const pile = state.piles[key], top = topOf(pile), design = designAt(state, top);
  const name = placeName(state, key), count = pile.copies.length;
  const place = whereOf(state, key), where = place ? said("at_place", { place }) : "";
  const face = count > 1 && isUp(top) && name !== design.name ? said("on_top", { name: design.name }) : "";
  return [count > 1 ? `${count} × ${name}` : name, face, where].filter(Boolean).join(", ");
}

/** The list of places and piles, by kind; what is chosen there has its actions below it. */
function showList() {
  const content = made("div", { class: "list" });
  const box = opened(said("pieces_list"), [content], { kind: "wide", closed: () => watchers.splice(watchers.indexOf(fill), 1) });
  let openKey = chosen.keys[0] ?? "", filter = "";
  const find = made("input", { "type": "search", "placeholder": said("find"), "aria-label": said("find"), "oninput": () => {
    filter = find.value.trim().toLowerCase();
    fill();
  } });
  const list = made("div");
  content.append(find, list);

  function entry(words, key, actions) {
    const isOpen = openKey === key;
    const head = made("button", { "type": "button", "data-key": key, "aria-expanded": String(isOpen), "onclick": () => {
      openKey = isOpen ? "" : key;
      if (!isHand(key) && own(now().piles, key)) choose(isOpen ? [] : [key]);
      fill();
    } }, words);
    const deeds = isOpen ? made("div", { class: "deeds" }, ...actions().map(({ words: deed, sign, run }) => button(deed, run, { sign }))) : null;
    return made("li", {}, head, deeds);
  }

  function fill() {
    const state = now(), focused = document.activeElement, at = focused?.dataset?.key, deed = focused?.textContent;
    const hand = shownSeat === state.seat ? state.hands[state.seat] : [];
    const groups = [[said("hand_of", { who: nameOfSeat(state, state.seat) }),
      hand.map((copy) => [designAt(state, copy).name, `item${idOf(copy)}`, () => actionsOfHand([idOf(copy)])])]];
    const kinds = new Map();
    for (const key of orderOf(state).toReversed()) {
      const name = kindAt(state, state.piles[key]).name;
      if (!kinds.has(name)) kinds.set(name, []);
      kinds.get(name).push([describedPile(state, key), key, () => actionsOf([key])]);
    }
    const things = Object.entries(state.things).map(([key, { text, value, kind }]) =>
      [kind === "counter" ? `${text}: ${value}` : text, key, () => actionsOfThing(key)]);
    groups.push(...kinds, [said("notes"), things]);
    const sections = groups.map(([title, entries]) => {
      const found = entries.filter(([words]) => words.toLowerCase().includes(filter));
      return found.length
        ? made("section", {}, made("h3", {}, `${title} (${found.length})`), made("ul", {}, ...found.map((each) => entry(...each))))
        : null;
    });
    list.replaceChildren(...sections.filter(Boolean));
    const same = at && [...list.querySelectorAll("[data-key]")].find((each) => each.dataset.key === at);
    const again = [...list.querySelectorAll(".deeds button")].find((each) => each.textContent === deed);
    (same || (focused && focused !== find && !focused.isConnected && (again || list.querySelector("[aria-expanded=true]"))) || null)?.focus();
  }
  watchers.push(fill);
  fill();
}
