// Pieces glide to where they lie, and turn over: what changed is seen, also when it is undone.

const GLIDE_MS = 170;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const motions = new Map();  // by key: when it began, from where, whether it is flipped or shaken

const eased = (share) => 1 - (1 - share) ** 3;

function startMotion(before, after, event) {
  motions.clear();
  if (still.matches || !before || !after) return;
  const begun = performance.now();
  for (const [key, pile] of Object.entries(after.piles)) {
    const was = before.piles[key] ?? originOf(before, after, pile);
    if (!was) continue;
    const moved = was.x !== pile.x || was.y !== pile.y || was.turn !== pile.turn;
    const flipped = before.piles[key] && wasFlipped(before.piles[key], pile);
    const shaken = event?.do === "shuffle" && event.pile === key;
    if (moved || flipped || shaken) {
      const turn = pile.turn + ((was.turn - pile.turn + 540) % 360) - 180;
      motions.set(key, { begun, from: { x: was.x, y: was.y, turn }, flipped, shaken });
    }
  }
}

const wasFlipped = (was, is) =>
  was.copies.length === is.copies.length && topOf(was) !== topOf(is)
  && idOf(topOf(is)) === idOf(was.copies[topOf(was) === -topOf(is) ? was.copies.length - 1 : 0]);

/** Where a new pile came from: the pile in which its top lay before, or where it was carried. */
function originOf(before, after, pile) {
  if (dropped) return { ...dropped };
  const from = placesOf(before).get(idOf(topOf(pile)));
  return from && !isHand(from) ? before.piles[from] : null;
}

let dropped = null;  // where something was let go, while its event happens

/** Whether anything moves at this time. */
function motionAt(time) {
  for (const [key, { begun }] of motions) {
    if (time - begun > GLIDE_MS) motions.delete(key);
  }
  return motions.size > 0;
}

/** The place of a pile at a time; `squeeze` is its width while it turns over, below 0 for the other side. */
function placeNow(key, pile, time) {
  const motion = motions.get(key);
  if (!motion) return pile;
  const share = eased(Math.min(1, Math.max(0, (time - motion.begun) / GLIDE_MS))), rest = 1 - share;
  const place = {
    x: pile.x * share + motion.from.x * rest,
    y: pile.y * share + motion.from.y * rest,
    turn: pile.turn * share + motion.from.turn * rest,
  };
  if (motion.flipped) place.squeeze = -Math.cos(share * Math.PI);
  if (motion.shaken) place.turn += Math.sin(share * 25) * 4 * rest;
  return place;
}
