// Who plays: the players at the top, the hand of the one who has the screen, and handing it over.

const waiting = [];  // pictures that are painted once their faces are loaded

/** A picture of a side as an element, at most so large, in pixels of the screen. */
function picture(design, up, most) {
  const kind = kindOf(design), scale = Math.min(most.width / kind.width, most.height / kind.height);
  const holder = made("span", { class: "picture" });
  holder.style.width = `${kind.width * scale}px`;
  holder.style.height = `${kind.height * scale}px`;
  const paint = () => {
    const canvas = paintSide(design.kind, sideOf(design, up), Math.min(16, scale * stage.dpr));
    if (!canvas) return false;
    holder.replaceChildren(canvas);
    return true;
  };
  if (!paint()) waiting.push(paint);
  return holder;
}

faces.loaded = () => {
  redraw();
  waiting.splice(0, waiting.length, ...waiting.filter((paint) => !paint()));
};

let shownSeat = -1;  // whose hand is on the screen; -1 while it is handed over

function showPlayers() {
  const state = now();
  const chips = state.names.map((name, seat) => {
    const count = state.hands[seat].length;
    const label = said("player_label", { name, count: counted("in_hand", count) });
    const chip = made("button", {
      "type": "button", "class": "chip", "data-hand": handKey(seat), "aria-label": label,
      "aria-current": seat === state.seat ? "true" : false, "onclick": () => passTo(seat),
    });
    chip.append(made("i", { class: `seat seat-${seat % 8}` }), made("span", {}, name), ...(count ? [made("b", {}, String(count))] : []));
    return chip;
  });
  $("players").replaceChildren(...chips);
  $("players").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  $("next").hidden = state.names.length < 2;
  $("round").textContent = state.round ? said("round", { round: state.round }) : said("start_play");
  $("round").title = said("round_begins", { round: state.round + 1 });
  $("round").classList.toggle("main", !state.round);
}

function showHand() {
  const state = now(), hand = state.hands[state.seat], visible = shownSeat === state.seat;
  $("hand").hidden = !visible || !hand.length;
  $("hand").dataset.hand = mine();
  $("hand-name").textContent = said("hand_of", { who: nameOfSeat(state, state.seat) });
  const most = { width: 130, height: stage.width < 700 || stage.height < 560 ? 88 : 124 };
  const old = new Map([...$("cards").children].map((card) => [Number(card.dataset.id), card]));
  const cards = (visible ? hand : []).map((copy) => {
    const card = old.get(idOf(copy)) ?? cardOf(state, copy, most);
    card.setAttribute("aria-pressed", String(chosen.items.includes(idOf(copy))));
    return card;
  });
  const focused = document.activeElement;
  $("cards").replaceChildren(...cards);
  if (cards.includes(focused)) focused.focus();
}

function cardOf(state, copy, most) {
  const design = designAt(state, copy), id = idOf(copy);
  const card = made("button", { "type": "button", "class": "card", "data-id": id, "aria-label": design.name });
  card.append(picture(design, true, most));
  card.addEventListener("click", () => chooseCard(id));
  card.addEventListener("dblclick", () => lookAt(design));
  card.addEventListener("pointerdown", (event) => readyCard(event, copy));
  card.addEventListener("pointermove", moveCard);
  card.addEventListener("pointerup", () => { ready = null; });
  card.addEventListener("pointercancel", () => { ready = null; });
  return card;
}

function chooseCard(id) {
  const among = chosen.hand ? chosen.items : [];
  const items = options.several
    ? among.includes(id) ? among.filter((each) => each !== id) : [...among, id]
    : among.length === 1 && among[0] === id ? [] : [id];
  choose([], { items, hand: mine() });
}

let ready = null;  // a card of the hand on which a pointer is down

function readyCard(event, copy) {
  if (event.button === 0) ready = { copy, x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType === "touch" };
}

/** A card leaves the hand upwards; with a finger, sideways shows the other cards. */
function moveCard(event) {
  if (!ready || ready.id !== event.pointerId) return;
  const [dx, dy] = [event.clientX - ready.x, event.clientY - ready.y];
  if (Math.hypot(dx, dy) < 7 || (ready.touch && Math.abs(dx) > Math.abs(dy))) return;
  const { copy } = ready;
  ready = null;
  liftFromHand(event, mine(), copy);
}

/** The hand under a point of the screen: that on the screen, or a player's name. */
function handUnder(x, y) {
  const found = document.elementsFromPoint(x, y).find((element) => element.closest("[data-hand]"));
  return found ? found.closest("[data-hand]").dataset.hand : null;
}

function showHandTarget(key) {
  for (const each of document.querySelectorAll("[data-hand]")) {
    each.classList.toggle("target", each.dataset.hand === key);
  }
  document.body.classList.toggle("carrying", carried !== null);
}

// Handing over.

function passTo(seat, how = {}) {
  const stays = seat === now().seat && shownSeat === seat;
  if (stays && !how.round) return;
  selectSeveral(false);
  if (!stays && shownSeat === now().seat) views.set(shownSeat, { ...eye });
  if (seat !== now().seat || how.round) act({ do: "pass", to: seat, ...how });
  if (!stays) cover();
}

/** Goes on with the next player who had no turn in this round; once all had one, a round begins. */
function passOn() {
  const { names, seat, round, had } = now();
  const after = names.map((_, at) => (seat + 1 + at) % names.length);
  const next = after.find((other) => other !== seat && !had.includes(other));
  if (next !== undefined) return passTo(next, { done: true });
  if (!round) return beginRound();
  return passTo(had[0] ?? seat, { done: true, round: true });
}

/** Begins a round with the player whom somebody names; who is alone is asked nothing. */
function beginRound() {
  const { names, seat, round } = now();
  if (names.length < 2) return passTo(seat, { round: true });
  const entries = names.map((name, at) => button(said("begins", { who: name }), () => {
    box.close();
    passTo(at, { round: true });
  }));
  if (!round) {
    entries.push(button(said("still_set_up", { who: names[(seat + 1) % names.length] }), () => {
      box.close();
      passTo((seat + 1) % names.length, { done: true });
    }));
  }
  const list = made("ul", { class: "choices" }, ...entries.map((entry) => made("li", {}, entry)));
  const box = opened(said("round_begins", { round: round + 1 }), [list], { kind: "small" });
}

/** Hides the hand until the player whose turn it is says so; where nobody has a hand, there is nothing to hide. */
function cover() {
  const state = now(), name = nameOfSeat(state, state.seat);
  const isHidden = !options.alone && state.names.length > 1 && state.hands.some((hand) => hand.length);
  if (!isHidden) return uncover();
  shownSeat = -1;
  showHand();
  $("curtain-to").textContent = said("hand_to", { who: name });
  $("curtain-go").textContent = said("i_am", { who: name });
  $("curtain-seat").className = `seat seat-${state.seat % 8}`;
  if (!$("curtain").open) $("curtain").showModal();
  $("curtain-go").focus();
}

const views = new Map();  // by seats: how each player has seen the table

/** How the table is turned for a player: as they had it, or with the side of their pieces at the bottom. */
function turnFor(seat) {
  const { names } = now(), homes = given.homes[given.players.length ? names.length : 0] ?? [];
  return views.get(seat)?.turn ?? (seat in homes ? (360 - homes[seat]) % 360 : eye.turn);
}

function lookFrom(seat) {
  const turn = turnFor(seat);
  if (turn === eye.turn) return;
  eye.turn = turn;
  if (views.has(seat)) Object.assign(eye, views.get(seat));
  else showAll(false);
}

function uncover() {
  shownSeat = now().seat;
  lookFrom(shownSeat);
  if ($("curtain").open) $("curtain").close();
  showHand();
  redraw();
}
