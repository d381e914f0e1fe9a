// Dialogs: questions that an action asks, a piece seen large, a pile searched, and the panels of the page.

/** Opens a dialog with a title; it is removed when it closes. Returns the dialog. */
function opened(title, content, { kind = "", closed = () => {} } = {}) {
  const heading = made("h2", { tabindex: "-1" }, title);
  const box = made("dialog", { "class": kind, "aria-label": title });
  const close = button("", () => box.close(), { "sign": "close", "class": "close", "aria-label": said("close") });
  box.append(made("header", {}, heading, close), made("div", { class: "body" }, ...content));
  box.addEventListener("close", () => {
    box.remove();
    closed();
  });
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();  // beside the dialog
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Asks in a form; resolves with what `read` gives, or null if the dialog is closed. */
function answered(title, content, read, words = said("ok")) {
  return new Promise((resolve) => {
    let answer = null;
    const form = made("form", { method: "dialog", novalidate: true }, ...content, made("p", { class: "ends" }, made("button", { class: "main" }, words)));
    form.addEventListener("submit", () => { answer = read(form); });
    const box = opened(title, [form], { kind: "small", closed: () => resolve(answer) });
    const field = box.querySelector("input, textarea, select");
    field?.focus();
    field?.select?.();  // what is typed replaces it
  });
}

function askNumber(title, value, most) {
  const input = made("input", { "type": "number", "name": "number", "min": 1, "max": Math.max(1, most), "value": Math.min(value, most), "inputmode": "numeric", "aria-label": title, "required": true });
  const step = (add) => button(add > 0 ? "+" : "−", () => {
    input.value = Math.min(Math.max(1, most), Math.max(1, Number(input.value) + add));
    input.focus();  // so that Enter takes the number
  }, { class: "step" });
  const row = made("p", { class: "stepper" }, step(-1), input, step(1));
  return answered(title, [row], () => Math.min(Math.max(1, most), Math.max(0, Math.trunc(Number(input.value)))) || null);
}

function askText(title, value) {
  const input = made("input", { "type": "text", "maxlength": 200, "aria-label": title, "required": true, "value": value, "autocomplete": "off" });
  return answered(title, [made("p", {}, input)], () => input.value.trim() || null);
}

const MOST_UNSORTED = 12;

/** How far a pile lies from a place, as it is seen, in words. */
function wayTo({ x, y }, from) {
  const way = turned(x - from.x, y - from.y, eye.turn).map((mm) => Math.round(mm / 10));
  const [across, down] = way.map((cm, at) => cm && said([["way_left", "way_right"], ["way_up", "way_down"]][at][Number(cm > 0)], { cm: Math.abs(cm) }));
  return [across, down].filter(Boolean).join(", ");
}

/** Asks where something shall go: a hand, a pile, a larger piece, a place of a board, or a free place; what is near first. */
function askPlace(kind, except, { tableOnly = false, from = null } = {}) {
  const state = now();
  return new Promise((resolve) => {
    let answer = null;
    const done = (to) => {
      answer = to;
      box.close();
    };
    const entries = [button(said("free_place"), () => done(freePlace(kind)))];
    if (!tableOnly) {
      state.names.forEach((_, seat) => {
        const key = handKey(seat);
        if (!except.includes(key)) entries.push(button(placeName(state, key), () => done(key)));
      });
      const [x, y] = from ? [from.x, from.y] : toTable(stage.width / 2, stage.height / 2);
      const far = ([, pile]) => Math.hypot(pile.x - x, pile.y - y);
      for (const [key, pile] of Object.entries(state.piles).sort((one, other) => far(one) - far(other))) {
        const other = kindAt(state, pile);
        const alike = Math.abs(other.width - kind.width) < 1 && Math.abs(other.height - kind.height) < 1;
        const larger = other.width * other.height > MUCH_LARGER * kind.width * kind.height;
        if (except.includes(key) || (alike ? pile.fixed : !larger)) continue;
        const way = from ? wayTo(pile, from) : "", what = describedPile(state, key);
        const to = alike ? key : [pile.x, pile.y, from?.turn ?? upTurn()];
        entries.push(button(said("onto", { what: way ? `${what} (${way})` : what }), () => done(to)));
      }
    }
    const boards = Object.entries(state.piles).filter(([, pile]) => given.snaps[designOf(state, topOf(pile))]);
    for (const [, pile] of boards) {
      const snaps = given.snaps[designOf(state, topOf(pile))], name = designAt(state, topOf(pile)).name;
      const select = made("select", { "aria-label": name }, ...snaps.map(([, , cell], at) => made("option", { value: at }, cell)));
      const go = button(said("do_put"), () => {
        const { x, y } = onBoard(state, pile, snaps[Number(select.value)]);
        done([tidy(x), tidy(y), upTurn()]);
      });
      entries.push(made("span", { class: "place" }, made("span", {}, name), select, go));
    }
    const lines = entries.map((entry) => made("li", {}, entry));
    const find = made("input", { "type": "search", "placeholder": said("find"), "aria-label": said("find"), "oninput": () => {
      const typed = find.value.trim().toLowerCase();
      for (const line of lines) line.hidden = !line.textContent.toLowerCase().includes(typed);
    } });
    const list = made("ul", { class: "choices" }, ...lines);
    const box = opened(said("do_move"), [lines.length > MOST_UNSORTED ? find : null, list].filter(Boolean), { kind: "small", closed: () => resolve(answer) });
  });
}

/** Shows a piece large: its sides, its texts by their fields, and a way to say something about it. */
function lookAt(design, up = true) {
  const most = { width: Math.min(stage.width - 48, 460), height: stage.height * 0.56 };
  const side = made("div", { class: "large" }, picture(design, up, most));
  const other = design.sides.length === 2
    ? button(said("do_other_side"), () => {
      up = !up;
      side.replaceChildren(picture(design, up, most));
    }, { sign: "flip" })
    : null;
  const texts = made("div", { class: "texts" }, ...design.said.map(([label, text]) => made("p", {}, label ? made("small", {}, label) : null, text)));
  const code = design.code ? made("p", { class: "code" }, said("version_code", { code: design.code })) : null;
  const remark = button(said("do_remark"), () => remarkOn(design), { sign: "remark" });
  opened(design.name, [side, made("p", { class: "ends" }, other, remark), code, design.said.length ? texts : null], { kind: "look" });
}

/** Shows all copies of a pile, its top first, to take one out. */
function search(key) {
  if (!act({ do: "look", from: key })) return;
  const items = made("ul", { class: "found" });
  const show = () => {
    const pile = now().piles[key];
    if (!pile) return box.close();
    const cards = [...pile.copies].reverse().map((copy) => {
      const design = designAt(now(), copy), id = idOf(copy);
      const take = (to, words, sign) => button(words, () => {
        if (act({ do: "take", from: key, items: [id], to: to(), up: isHand(String(to())) ? undefined : true })) show();
      }, { sign, "aria-label": `${words}: ${design.name}` });
      return made("li", {},
        picture(design, true, { width: 104, height: 104 }),
        made("span", { class: "name" }, design.name),
        made("span", { class: "takes" },
          take(mine, said("to_hand"), "hand"),
          take(() => freePlace(kindOf(design)), said("to_table"), "play")));
    });
    items.replaceChildren(...cards);
  };
  const mix = button(said("do_shuffle_close"), () => {
    act({ do: "shuffle", pile: key });
    box.close();
  }, { sign: "shuffle", class: "main" });
  const box = opened(placeName(now(), key), [made("p", { class: "ends" }, mix), items], { kind: "wide" });
  show();
}

function showLog() {
  const list = made("ol", { class: "log" });
  session.log.forEach((event, at) => {
    const told = sentence(event, session.states[at - 1], session.states[at], { codes: true });
    if (told) list.append(made("li", { class: event.do === "pass" ? "turn" : null }, made("time", {}, clockOf(event.at ?? 0)), ` ${told}`));
  });
  const box = opened(said("log"), [list], { kind: "wide" });
  box.querySelector(".body").scrollTop = 1e9;
}

/** The rules: the booklet as its own page in a frame, which runs nothing; or its texts. */
async function showRules() {
  const aids = given.aids.map((number) => given.designs[number]);
  const tiles = aids.map((design) => {
    const show = made("button", { "type": "button", "class": "aid", "aria-label": design.name, "onclick": () => lookAt(design) });
    show.append(picture(design, true, { width: 150, height: 110 }));
    return show;
  });
  const texts = given.texts.map(([title, text]) =>
    made("details", {}, made("summary", {}, title), ...text.split("\n").filter(Boolean).map((line) => made("p", {}, line))));
  const content = [aids.length ? made("div", { class: "aids" }, ...tiles) : null, ...texts];
  const box = opened(said("rules"), content, { kind: "full" });
  if (!$("rules").textContent.trim()) return;
  const frame = made("iframe", { sandbox: "", title: said("rules"), class: "waiting" });
  const wait = made("p", { class: "small" }, said("wait"));
  frame.addEventListener("load", () => {
    frame.classList.remove("waiting");
    wait.remove();
  });
  box.querySelector(".body").append(wait, frame);
  frame.srcdoc = ownLinks(new TextDecoder().decode(await unpacked("rules")));
}

/** A page with links to places of itself as a frame needs them: there, `#…` alone is a place of the page around it. */
const ownLinks = (page) => page.replace(/(<a\b[^>]*?\bhref=["']?)#/gi, "$1about:srcdoc#");

function showMenu() {
  const groups = [
    [["save", saveFile, "menu_save"], ["text", saveText, "menu_text"], ["open", openFile, "menu_open"]],
    [["copy", copyState, "menu_copy"], ["paste", pasteState, "menu_paste"]],
    [["counter", () => changeThing("counter"), "menu_counter"], ["note", () => changeThing("note"), "menu_note"], ["dice", rollDice, "menu_dice"]],
    [["select", () => selectSeveral(), options.several ? "menu_one" : "menu_several"], ["turn", () => turnTable(180), "menu_turn"], ["turn", () => turnTable(90), "menu_quarter"], ["fit", () => showAll(), "menu_fit"],
      ["eye", () => { options.alone = !options.alone; uncover(); }, options.alone ? "menu_hide" : "menu_alone"]],
    [["log", showLog, "log"], ["redo", stepOn, "redo"]],
    [["remark", () => remarkOn(null), "menu_remark"], ["form", showForm, "menu_form"], ["new", newGame, "menu_new"]],
  ];
  const lists = groups.map((entries) => made("ul", { class: "choices" }, ...entries.map(([sign, run, words]) =>
    made("li", {}, button(said(words), () => {
      box.close();
      run();
    }, { sign })))));
  const about = made("p", { class: "code" }, `${given.title} · ${session.version} · ${said("seed")} ${session.log[0].seed}`);
  const box = opened(said("menu"), [...lists, about], { kind: "small" });
}

/** Has fingers choose several pieces, until the button that says so ends it, or the screen is handed over. */
function selectSeveral(on = !options.several) {
  options.several = on;
  document.body.classList.toggle("several", on);
  $("several").hidden = !on;
  choose([]);
}

/** Turns the table about the middle of what is seen. */
function turnTable(degrees) {
  const free = freeBox(), middle = [stage.width / 2, (free.top + free.bottom) / 2], [x, y] = toTable(...middle);
  eye.turn = (eye.turn + degrees) % 360;
  const [nowX, nowY] = toTable(...middle);
  eye.x += x - nowX;
  eye.y += y - nowY;
  redraw();
}

async function newGame() {
  if (await mayLeave("menu_new")) showStart();
}
