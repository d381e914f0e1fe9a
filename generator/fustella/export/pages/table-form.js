// What players say: remarks on a piece while they play, and a form at the end.

async function remarkOn(design) {
  const about = design ? named(design) : given.title;
  const text = made("textarea", { rows: 4, maxlength: MOST_LETTERS, "aria-label": said("do_remark"), required: true });
  const answer = await answered(said("remark_on", { what: about }), [made("p", {}, text)], () => text.value.trim(), said("keep"));
  if (!answer) return;
  const seat = String(now().seat + 1), at = rounded(elapsed());
  const piece = design ? { piece: design.piece, ...(design.code ? { code: design.code } : {}) } : {};
  if (session.remarks.length >= MOST_REMARKS) return tell(said("too_long"), true);
  session.remarks.push({ at, seat, ...piece, text: answer });
  keep();
  tell(said("remark_kept"));
}

/** The form at the end: scores, scales and questions; what is typed is kept at once. */
function showForm() {
  const { answers } = session, state = now();
  const players = state.names.map((name, seat) => {
    const known = answers.players?.[seat] ?? {};
    const set = (key, value) => {
      const list = state.names.map((_, at) => ({ ...answers.players?.[at] }));
      list[seat][key] = value;
      answers.players = list;
      keep();
    };
    const score = made("input", { "type": "text", "inputmode": "numeric", "value": known.score ?? "", "aria-label": `${name}: ${said("score")}`, "oninput": (event) => set("score", event.target.value.slice(0, 20)) });
    const won = made("input", { type: "checkbox", checked: known.won === true, onchange: (event) => set("won", event.target.checked) });
    return made("p", { class: "row" }, made("b", {}, name), made("label", {}, made("span", {}, said("score")), score), made("label", { class: "check" }, won, made("span", {}, said("won"))));
  });
  const scales = given.scales.map(([name, text, low, high]) =>
    scaleField(name, text, [low, high], answers.scales?.[name], answerTo("scales", name)));
  const questions = given.questions.map(([name, text]) => questionField(text, answers.questions?.[name], answerTo("questions", name)));
  const own = given.own.map(([id, type, text, low, high, choices]) => ownField(id, type, text, [low, high], choices));
  const save = button(said("menu_save"), saveFile, { sign: "save", class: "main" });
  opened(said("menu_form"), [
    made("p", {}, said("form_help")), ...players, ...scales, ...questions, ...own, made("p", { class: "ends" }, save),
  ], { kind: "wide form" });
}

/** Keeps an answer, in a part of the answers, as soon as it is given. */
function answerTo(part, name) {
  return (value) => {
    session.answers[part] = { ...session.answers[part], [name]: value };
    keep();
  };
}

function scaleField(name, text, [low, high], value, set) {
  const steps = [1, 2, 3, 4, 5].map((step) => made("label", {},
    made("input", { type: "radio", name, value: step, checked: value === step, onchange: () => set(step) }),
    made("span", {}, String(step))));
  const poles = made("p", { class: "poles" }, made("small", {}, low), made("small", {}, high));
  return made("fieldset", {}, made("legend", {}, text), made("div", { class: "steps" }, ...steps), poles);
}

/** A question of the game's own: a scale, a number, one of several choices, or a text. */
function ownField(id, type, text, poles, choices) {
  const value = session.answers.own?.[id], set = answerTo("own", id);
  if (type === "scale") return scaleField(`own-${id}`, text, poles, value, set);
  if (type === "text") return questionField(text, value, set);
  const field = type === "choice"
    ? made("select", { onchange: () => set(field.value || null) }, made("option", { value: "" }),
      ...choices.map(([name, words]) => made("option", { value: name, selected: value === name }, words)))
    : made("input", { type: "number", step: "any", value: value ?? null, oninput: () => set(field.value === "" ? null : Number(field.value)) });
  return made("label", { class: "question" }, made("span", {}, text), field);
}

function questionField(text, value, set) {
  const area = made("textarea", { rows: 2, maxlength: MOST_LETTERS, oninput: () => set(area.value) });
  area.value = typeof value === "string" ? value : "";
  return made("label", { class: "question" }, made("span", {}, text), area);
}
