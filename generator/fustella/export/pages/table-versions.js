// Sessions of another version of the game: its box, whose pieces are found in ours by their ids.

const MOST_NAMED = 8;
const CODE = /^[A-Z]{2}-[A-Z0-9]{4}$/;

/** The version codes of the pieces of this version, by the ids of the pieces. */
function codesNow() {
  const coded = given.designs.filter((design) => design.code);
  return Object.fromEntries(coded.map((design) => [design.piece, design.code]));
}

/** The box of this version as a session file has it: its designs with their copies, and the set-up. */
function ownBox(players) {
  const designs = given.designs.map(({ id, piece, copies }) => [id, piece, copies]);
  return { designs, setup: given.setups[given.players.length ? players : 0] };
}

/** What a session of another version needs to be played here. Throws Unfit where that cannot be. */
function otherVersion(value, pieces) {
  const version = String(value.version).slice(0, 20), { box } = value.table;
  const isOurs = CODE.test(version) && version.slice(0, 2) === given.version.slice(0, 2);
  if (!box || !isOurs) throw new Unfit(said("other_version", { version, ours: given.version }));
  const gone = [];
  const known = knownBox(box, (id) => gone.push(id));
  if (gone.length) throw new Unfit(said("pieces_gone", { version, pieces: namedSome(gone) }));
  const codes = Object.entries(pieces).filter(([id, code]) => isText(id) && CODE.test(code));
  return { version, pieces: Object.fromEntries(codes), box, known };
}

/** The box of a file with the numbers that its designs have here; `lacks` hears the ids of pieces that are gone. */
function knownBox({ designs, setup }, lacks) {
  const isDesign = (one) => Array.isArray(one) && isText(one[0]) && isText(one[1]) && isCount(one[2]);
  const isOf = (one) => Array.isArray(one) && Number.isInteger(one[0]) && one[0] in designs && isCount(one[1]);
  const isSpots = (spots = []) => Array.isArray(spots) && spots.length <= MOST_PIECES
    && spots.every((spot) => Array.isArray(spot) && spot.length === 2 && spot.every(isNumber));
  const isPile = (pile) => pile && Array.isArray(pile.of) && pile.of.length && pile.of.every(isOf)
    && isPlace([pile.x, pile.y, pile.turn]) && isSpots(pile.spots) && isSpots(pile.shared) && isText(pile.name) && ["pile", SUPPLY, BAG].includes(pile.form);
  const fits = Array.isArray(designs) && designs.length <= MOST_PIECES && designs.every(isDesign)
    && Array.isArray(setup) && setup.length <= MOST_PIECES && setup.every(isPile);
  if (!fits) throw new Unfit(said("not_ours"));
  const laid = designs.map(() => 0);
  for (const [design, copies] of setup.flatMap((pile) => pile.of)) laid[design] += copies;
  const total = designs.reduce((sum, [, , copies]) => sum + copies, 0);
  if (total > MOST_PIECES || laid.some((copies, design) => copies !== designs[design][2])) throw new Unfit(said("not_ours"));
  const first = [], begins = [];
  for (const [id, piece, copies] of designs) {
    const same = given.designs.findIndex((design) => design.id === id);
    const number = same < 0 ? given.designs.findIndex((design) => design.piece === piece) : same;
    if (number < 0) lacks(piece);
    begins.push(first.length);
    for (let copy = 0; copy < copies; copy += 1) first.push(number);
  }
  return { first, begins, setup };
}

const namedSome = (names) => {
  const some = [...new Set(names)], more = some.length - MOST_NAMED;
  return listed(more > 0 ? [...some.slice(0, MOST_NAMED), `+${more}`] : some);
};

/** Tells that the session that was opened is of another version, and which of its pieces have changed since. */
function tellVersion() {
  if (session.version === given.version) return;
  const changed = given.designs.filter((design) => own(session.pieces, design.piece) && session.pieces[design.piece] !== design.code);
  const names = { version: session.version, ours: given.version, pieces: namedSome(changed.map(named)) };
  const words = said(changed.length ? "version_changed" : "version_alike", names);
  opened(said("menu_open"), [made("p", {}, words)], { kind: "small" });
}
