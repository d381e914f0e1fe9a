// The session that is played: its events, the states after them, its remarks and answers, and its clock.

const FORMAT = "fustella-playtest", FORMAT_VERSION = 2;
const MOST_EVENTS = 20000, MOST_REMARKS = 2000;

const session = {
  id: "", log: [], states: [], undone: [], remarks: [], answers: {}, begun: "", seconds: 0, since: 0,
  version: "", pieces: {}, box: null,  // those of the version with which it was begun
};
const watchers = [];  // called with the states before and after, and the event, or null after a jump

const now = () => session.states.at(-1);
const isPlayed = () => session.states.length > 0;
const elapsed = () => session.seconds + (session.since ? (Date.now() - session.since) / 1000 : 0);
const rounded = (seconds) => Math.round(seconds * 10) / 10;

function changed(before, event) {
  for (const watch of watchers) watch(before, now(), event);
}

function randomText(length) {
  const numbers = crypto.getRandomValues(new Uint8Array(length));
  return [...numbers].map((number) => "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]).join("");
}

/** Begins a session with an event `start`. */
function begin(players, seed) {
  const event = { do: "start", players, seed, at: 0 };
  const states = replayed([event]);
  take({ id: randomText(12), log: [event], states, begun: new Date().toISOString() });
}

/** Has a session, new or loaded, in the place of the one that was played. */
function take({ remarks = [], answers = {}, seconds = 0, version = given.version, pieces = codesNow(), box = null, ...others }) {
  const before = now();
  const { id, log, states, begun } = others;
  Object.assign(session, { id, log, states, begun, remarks, answers, seconds, version, pieces, box });
  Object.assign(session, { undone: [], since: Date.now() });
  changed(before, null);
}

/** Does something on the table: the event, with who did it and when, is the newest of the log. */
function act(event) {
  const before = now();
  const whole = { ...event, by: before.seat, at: rounded(elapsed()) };
  let after;
  try {
    after = apply(before, whole);
  } catch (fault) {
    if (!(fault instanceof Unfit)) throw fault;
    return false;  // what was seen is gone, such as a pile whose last card was taken
  }
  if (session.log.length >= MOST_EVENTS) {
    tell(said("too_long"));
    return false;
  }
  session.log.push(whole);
  session.states.push(after);
  session.undone = [];
  changed(before, whole);
  return true;
}

function undo() {
  if (session.log.length < 2) return false;
  const before = now();
  session.undone.push(session.log.pop());
  session.states.pop();
  changed(before, null);
  return true;
}

function redo() {
  if (!session.undone.length) return false;
  const event = session.undone.pop(), before = now();
  session.log.push(event);
  session.states.push(apply(before, event));
  changed(before, event);
  return true;
}

// The session file, as docs/playtests.md has it; `table` has what this page needs to go on.

const COUNTED = { deal: "deal", take: "take", flip: "flip", lay: "move", join: "move" };

/** The verb of an event for one copy that went from a place to another. */
function verbOf(event, from, to) {
  if (event.do !== "take") return COUNTED[event.do];
  const toHand = isHand(to), fromHand = from && isHand(from);
  if (toHand) return fromHand ? "take" : event.count ? "draw" : "take";
  return fromHand ? "play" : "move";
}

const sortOfPlace = (state, key) =>
  isHand(key) ? "hand" : state.piles[key] && state.piles[key].copies.length > 1 ? placeName(state, key) : "table";

function copyRecord(state, id) {
  const number = designOf(state, id + 1), design = given.designs[number];
  const code = session.pieces[design.piece], copy = id - state.first.indexOf(number) + 1 + design.before;
  const known = id < state.first.length ? { copy } : {};
  return { piece: design.piece, ...(code ? { code } : {}), ...known };
}

/** The events of a session file that an event of the table is: one for each piece that it is about. */
function recordsOf(event, before, after) {
  const at = event.at ?? 0, seat = String((event.by ?? before?.seat ?? 0) + 1);
  if (event.do === "start") return [];
  if (event.do === "take" || event.do === "deal" || event.do === "join") {
    return movedBy(before, after)
      .filter(({ from }) => from !== undefined || event.do === "take")
      .map(({ id, from = event.from, to }) => ({
        at,
        seat: event.do === "deal" ? String(Number(to.slice(1)) + 1) : seat,
        verb: isDiscard(after, to) ? "discard" : verbOf(event, from, to),
        ...copyRecord(after, id),
        from: sortOfPlace(before, from),
        to: isDiscard(after, to) ? "discard" : sortOfPlace(after, to),
      }));
  }
  const about = (verb, copies) => copies.map((copy) => ({ at, seat, verb, ...copyRecord(after, idOf(copy)) }));
  switch (event.do) {
    case "shuffle":
      return [{ at, seat, verb: "shuffle", from: placeName(before, event.pile) }];
    case "flip":
      return event.piles.flatMap((key) => about("flip", [topOf(after.piles[key])]));
    case "lay":
      return Object.keys(event.piles).flatMap((key) => {
        const was = before.piles[key], is = after.piles[key];
        const verb = was.x === is.x && was.y === is.y ? "turn" : "move";
        return about(verb, [topOf(is)]);
      });
    case "roll":
    case "cast":
      return [{ at, seat, verb: "dice", text: after.rolled.join(", ") }];
    case "note":
    case "count": {
      const thing = event.thing ?? `t${before.number}`, { kind, text, value } = after.things[thing];
      if (event.do === "note" && isMoved(before, event)) return [];
      return [kind === "note" ? { at, seat, verb: "note", text } : { at, seat, verb: "counter", text, value }];
    }
    case "pass":
      return [...(event.round ? [{ at, seat, verb: "round", value: after.round }] : []), { at, seat, verb: "pass", value: event.to + 1 }];
    default:
      return [{ at, seat, verb: event.do }];
  }
}

/** The session as the value of its file. */
function sessionValue() {
  const answers = { ...session.answers };
  const players = now().names.map((name, seat) => ({
    before: "", score: "", won: false, ...(answers.players ?? [])[seat], seat: String(seat + 1), name,
  }));
  const begun = new Date(session.begun), over = new Date(begun.getTime() + elapsed() * 1000);
  const hour = (time) => `${two(time.getHours())}:${two(time.getMinutes())}`;
  const date = `${begun.getFullYear()}-${two(begun.getMonth() + 1)}-${two(begun.getDate())}`;
  const times = Number.isNaN(begun.getTime()) ? {} : { date, begin: hour(begun), end: hour(over) };
  return {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    id: session.id,
    game: given.game,
    title: given.title,
    version: session.version,
    language: given.language,
    answers: { ...answers, session: { ...answers.session, ...times, count: players.length }, players },
    pieces: session.pieces,
    log: session.log.flatMap((event, at) => recordsOf(event, session.states[at - 1], session.states[at])),
    remarks: session.remarks,
    table: { begun: session.begun, seconds: rounded(elapsed()), box: session.box ?? ownBox(players.length), events: session.log },
  };
}

/** Reads a session file. Throws Unfit, with a word that says why, where it is none of this game. */
function sessionOf(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unfit(said("not_ours"));
  }
  const isRecord = (one) => one !== null && typeof one === "object" && !Array.isArray(one);
  const record = (one) => (isRecord(one) ? one : {});
  if (!isRecord(value) || value.format !== FORMAT || !isRecord(value.table)) throw new Unfit(said("not_ours"));
  if (value.game !== given.game) throw new Unfit(said("other_game", { title: String(value.title).slice(0, 80) }));
  const { events, seconds, begun } = value.table;
  if (!Array.isArray(events) || events.length > MOST_EVENTS) throw new Unfit(said("too_long"));
  const other = value.version === given.version ? null : otherVersion(value, record(value.pieces));
  let states;
  try {
    states = replayed(events, other?.known);
  } catch (fault) {
    if (!(fault instanceof Unfit)) throw fault;
    throw new Unfit(said("does_not_replay", { where: fault.message }));
  }
  const remarks = Array.isArray(value.remarks) ? value.remarks.slice(0, MOST_REMARKS) : [];
  return {
    id: /^[a-z0-9-]{8,40}$/.test(value.id) ? value.id : randomText(12),
    log: events,
    states,
    begun: typeof begun === "string" ? begun.slice(0, 30) : "",
    seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : 0,
    remarks: remarks.filter((one) => isRecord(one) && typeof one.text === "string").map(remarkOf),
    answers: record(value.answers),
    ...(other && { version: other.version, pieces: other.pieces, box: other.box }),
  };
}

/** A remark with what this page knows of one. */
function remarkOf({ at, seat, piece, code, text }) {
  const clean = { at: Number.isFinite(at) ? at : 0, seat: String(seat ?? "").slice(0, 80) };
  if (typeof piece === "string") Object.assign(clean, { piece: piece.slice(0, 200), code: String(code ?? "").slice(0, 20) });
  return { ...clean, text: text.slice(0, MOST_LETTERS) };
}

/** Whether one session goes on from another one: its log begins with the other's. */
function goesOn(longer, shorter) {
  return shorter.every((event, at) => JSON.stringify(longer[at]) === JSON.stringify(event));
}
