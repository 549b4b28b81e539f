/** Chance with a seed: the same seed gives the same numbers on every machine, so that a run can be repeated. */

/** Numbers in [0, 1). */
export type Random = () => number;

/** Final mixing step of splitmix32: neighbours in, unrelated 32-bit numbers out. */
export function mix32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

const float64 = new Float64Array(1);
const words = new Uint32Array(float64.buffer);

/** Unsigned 32-bit hash of numbers and texts, sensitive to their order. For spreading, not for secrets. */
export function hash32(...parts: readonly (number | string)[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    if (typeof part === 'number') {
      if (Number.isInteger(part) && part >= -0x80000000 && part <= 0x7fffffff) {
        hash = mix32(hash ^ mix32(part + 0x6d2b79f5));
      } else {
        float64[0] = part;
        hash = mix32(hash ^ mix32(words[0] ?? 0) ^ Math.imul(words[1] ?? 0, 0x85ebca6b));
      }
      continue;
    }
    // FNV-1a over the code units, then mixed: FNV alone leaves similar names close together.
    let text = 0x811c9dc5;
    for (let i = 0; i < part.length; i++) text = Math.imul(text ^ part.charCodeAt(i), 0x01000193);
    hash = mix32(hash ^ mix32(text ^ part.length));
  }
  return hash >>> 0;
}

/** A number in [0, 1) that belongs to these parts alone. */
export function hashUnit(...parts: readonly (number | string)[]): number {
  return hash32(...parts) / 4_294_967_296;
}

/** Seeded generator of numbers in [0, 1): mulberry32, period 2^32. Not for secrets. */
export function seededRandom(seed: number | string): Random {
  let state = hash32(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whole number in [min, max], both included. */
export function randomInteger(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Number of the normal distribution with mean 0 and deviation 1 (Box–Muller). */
export function randomNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** One entry of a list; throws on an empty one. */
export function randomPick<T>(random: Random, list: readonly T[]): T {
  const entry = list[Math.floor(random() * list.length)];
  if (entry === undefined) throw new RangeError('randomPick: expected a list with entries, received an empty one');
  return entry;
}
