// What the server says: snapshots when asked for, changes by themselves.

import { receive } from "./faces.js";
import { state } from "./state.js";

let source = null;

export async function get(path, more = {}) {
  const answer = await fetch(`${path}?${new URLSearchParams({ language: state.language, theme: state.theme, ...more })}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

export async function loadSnapshot() {
  const told = await get(`/api/game/${encodeURIComponent(state.game)}`);
  state.snapshot = { ...told, pieces: new Map(told.pieces.map((piece) => [piece.id, piece])) };
  state.language = told.language;
}

// Applies a change; the ids of pieces whose faces or texts are different now, or null when out of step.
function apply(change) {
  const now = state.snapshot;
  if (!now || change.since !== now.number) return null;
  receive(change.svgs);
  const ids = [];
  let pieces = now.pieces;
  for (const piece of change.pieces) {
    pieces.set(piece.id, piece);
    ids.push(piece.id);
    state.touched.add(piece.id);
  }
  if (change.order) pieces = new Map(change.order.map((id) => [id, pieces.get(id)]));
  state.snapshot = {
    ...now,
    pieces,
    number: change.number,
    checked: change.checked,
    title: change.title,
    original: change.original,
    faults: change.faults ?? now.faults,
    claims: change.claims ?? now.claims,
    remarks: change.remarks ?? now.remarks,
    played: change.played ?? now.played,
    kinds: change.kinds ?? now.kinds,
    languages: change.languages ?? now.languages,
  };
  return { ids, reordered: Boolean(change.order || change.kinds) };
}

// `on` has change, touched, reload, games, failed, steps, online, and lost, after which nothing more is heard.
export function listen(on) {
  source?.close();
  const said = new URLSearchParams({ game: state.game, language: state.language, theme: state.theme });
  const own = (source = new EventSource(`/api/events?${said}`));
  const hear = (name, act) => own.addEventListener(name, (event) => own === source && act(JSON.parse(event.data)));
  hear("hello", ({ number }) => {
    on.online(true);
    if (number !== state.snapshot?.number) on.reload();
  });
  hear("change", (told) => {
    if (told.number <= state.snapshot?.number) return; // it was loaded as it is by now
    const applied = apply(told);
    if (applied) on.change(applied);
    else on.reload();
  });
  hear("touched", () => on.touched());
  hear("reload", () => on.reload());
  hear("games", ({ games }) => on.games(games));
  hear("steps", (steps) => on.steps(steps));
  hear("action", (told) => on.action(told));
  hear("opened", () => on.opened());
  hear("failed", ({ message }) => on.failed(message));
  own.onerror = () => {
    if (own !== source) return;
    on.online(false);
    if (own.readyState === EventSource.CLOSED) on.lost(); // it was answered, but not with events
  };
}
