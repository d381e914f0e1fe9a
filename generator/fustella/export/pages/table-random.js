// Random numbers that follow from a seed: sfc32, of four whole numbers, which are part of the state.

function seeded(seed) {
  const numbers = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const sign of String(seed)) {
    for (let at = 0; at < 3; at += 1) {
      numbers[at] = Math.imul(numbers[at] ^ sign.codePointAt(0), 0x01000193 + 2 * at) >>> 0;
    }
  }
  let random = numbers;
  for (let times = 0; times < 12; times += 1) [, random] = next(random);
  return random;
}

/** A number from 0 to 2^32 - 1, and the random state after it. */
function next([a, b, c, count]) {
  const value = (a + b + count) >>> 0;
  const after = [b ^ (b >>> 9), (c + (c << 3)) >>> 0, ((c << 21) | (c >>> 11)) + value];
  return [value, [after[0] >>> 0, after[1], after[2] >>> 0, (count + 1) >>> 0]];
}

/** A whole number from 0 to below `limit`, each as likely; the draft's random state moves on. */
function below(draft, limit) {
  const most = Math.floor(2 ** 32 / limit) * limit;
  for (;;) {
    const [value, after] = next(draft.random);
    draft.random = after;
    if (value < most) return value % limit;
  }
}

function shuffled(draft, list) {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = below(draft, at + 1);
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
}
