import type { Position } from '@kianda/geo';
import { project } from '../buffer/azimuthal.ts';
import { metersBetween } from './line-index.ts';

export type Bay = {
  /** Places of the coast between which the closing line is drawn. */
  readonly from: number;
  readonly to: number;
  readonly mouthMeters: number;
  readonly areaSquareMeters: number;
  /** Ring of its waters. */
  readonly ring: readonly Position[];
};

/** A nautical mile, metres. */
export const nauticalMile = 1852;
const widestMouth = 24 * nauticalMile;

/**
 * Bays of a coast that has the sea on its left: waters behind a closing line of at most 24 nautical miles that are at
 * least the half circle about that line; of those that overlap, the largest. Source: United Nations Convention on the Law
 * of the Sea, article 10 (2) to (5). Areas in a projection about the middle of each coast, within 0.5 %.
 */
export function juridicalBays(coast: readonly Position[]): readonly Bay[] {
  const [first] = coast;
  if (first === undefined || coast.length < 3) return [];
  const middle = coast[coast.length >> 1] ?? first;
  const flat = coast.map((position) => project({ lon: middle[0], lat: middle[1] }, position));
  // Twice the area between the origin and the coast up to each place.
  const swept = new Float64Array(flat.length);
  for (let place = 1; place < flat.length; place += 1) {
    swept[place] = (swept[place - 1] ?? 0) + cross(flat[place - 1], flat[place]);
  }
  const candidates: Omit<Bay, 'ring'>[] = [];
  for (let from = 0; from < flat.length; from += 1) {
    for (let to = from + 2; to < flat.length; to += 1) {
      const [a, b] = [flat[from], flat[to]];
      if (a === undefined || b === undefined || Math.hypot(b[0] - a[0], b[1] - a[1]) > widestMouth) continue;
      const area = ((swept[to] ?? 0) - (swept[from] ?? 0) + cross(b, a)) / 2;
      const [start = first, end = first] = [coast[from], coast[to]];
      const mouth = metersBetween(start, end);
      if (mouth > widestMouth || area < (Math.PI / 8) * mouth * mouth) continue;
      candidates.push({ from, to, mouthMeters: mouth, areaSquareMeters: area });
    }
  }
  const chosen: Bay[] = [];
  for (const bay of candidates.toSorted((a, b) => b.areaSquareMeters - a.areaSquareMeters)) {
    if (chosen.some(({ from, to }) => bay.from < to && bay.to > from)) continue;
    if (isCrossed(flat, bay.from, bay.to)) continue;
    const ring = coast.slice(bay.from, bay.to + 1);
    chosen.push({ ...bay, ring: [...ring, ...ring.slice(0, 1)] });
  }
  return chosen.toSorted((a, b) => a.from - b.from);
}

/** The coast with a straight line across each of its bays. */
export function closedCoast(coast: readonly Position[], bays: readonly Bay[]): readonly Position[] {
  return coast.filter((_, place) => !bays.some(({ from, to }) => place > from && place < to));
}

type Flat = Position | undefined;

function cross(a: Flat, b: Flat): number {
  return a === undefined || b === undefined ? 0 : a[0] * b[1] - b[0] * a[1];
}

/** Whether the closing line meets the coast anywhere but at its ends. */
function isCrossed(flat: readonly Position[], from: number, to: number): boolean {
  const [a, b] = [flat[from], flat[to]];
  if (a === undefined || b === undefined) return true;
  return flat.some((start, place) => {
    const end = flat[place + 1];
    if (end === undefined || place === from || place === from - 1 || place === to || place === to - 1) return false;
    return side(a, b, start) !== side(a, b, end) && side(start, end, a) !== side(start, end, b);
  });
}

function side(a: Position, b: Position, at: Position): boolean {
  return (b[0] - a[0]) * (at[1] - a[1]) > (b[1] - a[1]) * (at[0] - a[0]);
}
