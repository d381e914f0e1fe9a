// The page: how it begins, its keys, and what is shown after each event.

let toldLast = 0;

/** Tells something in the line that screen readers speak; what went wrong stays longer. */
function tell(text, wrong = false) {
  const line = $("told");
  line.textContent = text;
  line.classList.toggle("wrong", wrong);
  line.classList.add("seen");
  clearTimeout(toldLast);
  toldLast = setTimeout(() => line.classList.remove("seen"), wrong ? 12000 : 5000);
  if (wrong && $("start").open) $("start-told").textContent = text;
}

watchers.push((before, after, event) => {
  if (carried) giveUp();  // it may be gone: somebody took a step back meanwhile
  keepChosen();
  startMotion(before, after, event);
  if (event) tell(sentence(event, before, after));
  if (before && before.seat !== after.seat && shownSeat !== -1) shownSeat = options.alone ? after.seat : shownSeat;
  $("undo").disabled = session.log.length < 2;
  $("redo").disabled = !session.undone.length;
  showPlayers();
  showHand();
  showBar();
  redraw();
  keep();
});

/** Takes the last step back, and says which; where it was a handing over, the screen is handed back. */
function stepBack() {
  const event = session.log.at(-1), after = now(), before = session.states.at(-2);
  if (!undo()) return;
  tell(said("undone", { what: sentence(event, before, after) || said("undo") }));
  if (before.seat !== after.seat) cover();
}

function stepOn() {
  const { seat } = now();
  if (redo() && now().seat !== seat) cover();
}

// The start: how many players, and their names.

function showStart() {
  const counts = given.seats, known = isPlayed() ? now().names : [];
  const start = counts.includes(known.length) ? known.length : counts.includes(2) ? 2 : counts[0];
  $("count").replaceChildren(...counts.map((count) => made("label", {},
    made("input", { type: "radio", name: "count", value: count, checked: count === start, onchange: () => showNames(count) }),
    made("span", {}, String(count)))));
  showNames(start);
  $("seed").value = randomText(6);
  $("start-told").textContent = "";
  const kept = keptText();
  $("resume").hidden = !kept;
  if (!$("start").open) $("start").showModal();
}

function showNames(count) {
  const typed = [...$("names").querySelectorAll("input")].map((input) => input.value);
  const known = isPlayed() ? now().names : [];
  $("names").replaceChildren(...Array.from({ length: count }, (_, seat) => made("label", {},
    made("i", { class: `seat seat-${seat % 8}` }),
    made("input", {
      "type": "text", "maxlength": 40, "autocomplete": "off", "aria-label": said("name_of", { number: seat + 1 }),
      "placeholder": said("player", { number: seat + 1 }), "value": typed[seat] || known[seat] || "",
    }))));
}

function startGame() {
  const names = [...$("names").querySelectorAll("input")];
  const players = names.map((input, seat) => input.value.trim() || said("player", { number: seat + 1 }));
  options.alone = $("alone").checked;
  begin(players, $("seed").value.trim() || randomText(6));
  shuffleDecks();
  entered();
}

/** Shuffles what the set-up lays as decks: face down, of several designs; the log says so. */
function shuffleDecks() {
  const { piles, first } = now();
  for (const [pile, { copies, aside }] of Object.entries(piles)) {
    const designs = new Set(copies.map((copy) => first[idOf(copy)]));
    if (!aside && designs.size > 1 && !copies.some(isUp)) act({ do: "shuffle", pile });
  }
}

/** Shows the table of a session that was begun or loaded. */
function entered() {
  if ($("start").open) $("start").close();
  document.body.classList.add("playing");
  selectSeveral(false);
  showPlayers();
  views.clear();
  eye.turn = 0;
  eye.turn = turnFor(now().seat);
  showAll(false);
  tell(sentence(session.log[0], undefined, session.states[0]));
  cover();
}

// Keys.

const PAN_PX = 60;
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function keyPressed(event) {
  if (!isPlayed() || event.altKey || event.target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") (event.shiftKey ? stepOn : stepBack)();
    else if (key === "y") stepOn();
    else if (key === "s") saveFile();
    else return;
    return event.preventDefault();
  }
  if (carried?.turn !== undefined && (key === "r" || key === "e")) return turnCarried(key === "r" ? 90 : -90);
  const { keys } = chosen, [first] = keys;
  if (ARROWS[key]) arrow(ARROWS[key], event.shiftKey);
  else if (key === "+" || key === "=") zoomAt(stage.width / 2, stage.height / 2, 1.25);
  else if (key === "-") zoomAt(stage.width / 2, stage.height / 2, 0.8);
  else if (key === "0") showAll();
  else if (key === "Escape") selectSeveral(false);
  else if (key === "f" && first) act({ do: "flip", piles: keys });
  else if (key === "r" && first) turnBy(keys, 90);
  else if (key === "e" && first) turnBy(keys, -90);
  else if (key === "s" && keys.length === 1) act({ do: "shuffle", pile: first });
  else if (key === "d" && keys.length === 1) act({ do: "take", from: first, count: 1, to: mine() });
  else if (key === " " && first && event.target === stage.table) lookAtPile(first);
  else return;
  event.preventDefault();
}

function arrow([dx, dy], push) {
  const state = now(), keys = chosen.keys.filter((key) => !state.piles[key].fixed);
  if (!push || !keys.length) return panBy(dx * PAN_PX, dy * PAN_PX);
  const [x, y] = turned(-dx * 10, -dy * 10, -eye.turn);
  act({ do: "lay", piles: Object.fromEntries(keys.map((key) => {
    const pile = state.piles[key];
    return [key, [tidy(pile.x + x), tidy(pile.y + y), pile.turn]];
  })) });
}

function main() {
  if (typeof DecompressionStream === "undefined") {
    $("start-told").textContent = said("old_browser");
  }
  resize();
  listen();
  const clicks = {
    "undo": stepBack, "redo": stepOn, "list": showList, "log": showLog, "rules-open": showRules, "save": saveFile, "menu": showMenu,
    "next": passOn, "round": beginRound, "several": () => selectSeveral(false), "curtain-go": uncover, "bar-close": () => choose([]),
    "start-go": startGame, "start-open": openFile, "resume": () => load(keptText()), "fit": () => showAll(),
  };
  for (const [id, run] of Object.entries(clicks)) $(id).addEventListener("click", run);
  $("start").addEventListener("cancel", (event) => {
    if (!isPlayed()) event.preventDefault();
  });
  $("curtain").addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("keydown", keyPressed);
  addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepNow();
  });
  addEventListener("beforeunload", (event) => {
    if (isPlayed() && session.log.length > 1 && !keptText()) event.preventDefault();
  });
  showStart();
  unpackFaces();
}

main();
