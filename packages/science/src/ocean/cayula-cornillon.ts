import type { Field } from './fronts.ts';

export type EdgeOptions = {
  /** Cells of a side of the window, and of the step between windows. */
  readonly windowCells?: number;
  readonly stepCells?: number;
  /** Share of the variance that lies between the two classes; 0.75 is that of a steady slope, which is no front. */
  readonly leastSeparation?: number;
  /** Difference of the means of the two classes, in the unit of the field. */
  readonly leastDifference?: number;
  readonly leastClassCohesion?: number;
  readonly leastCohesion?: number;
  /** Width of the classes of the histogram, in the unit of the field. */
  readonly binWidth?: number;
};

/** A window with a smaller share of known cells is not analysed. */
const leastKnownShare = 0.5;

/**
 * Cells on a front between two water masses (1), the others 0: in each window the histogram is split in two so that the
 * most variance lies between the parts; it is a front if that is enough, if the parts differ enough, and if each part
 * is coherent in space. Marks the colder side of every edge; contours are not followed beyond the window. NaN is
 * missing. Source: Cayula & Cornillon (1992), J. Atmos. Oceanic Technol. 9:67–80, window level.
 */
export function cayulaCornillon(field: Field, options: EdgeOptions = {}): Uint8Array {
  const { windowCells = 32, stepCells = 16 } = options;
  const fronts = new Uint8Array(field.values.length);
  const startsOf = (length: number) => {
    const last = Math.max(0, length - windowCells);
    const starts = Array.from({ length: Math.floor(last / stepCells) + 1 }, (_, index) => index * stepCells);
    // The last window ends with the field, so that no edge of it goes unseen.
    return starts.at(-1) === last ? starts : [...starts, last];
  };
  for (const row of startsOf(field.rows)) {
    for (const column of startsOf(field.columns)) {
      const window = {
        west: column,
        south: row,
        columns: Math.min(windowCells, field.columns - column),
        rows: Math.min(windowCells, field.rows - row),
      };
      for (const index of frontCells(field, window, options)) fronts[index] = 1;
    }
  }
  return fronts;
}

/** A part of a field, by its south-west cell and its size in cells. */
type Window = { readonly west: number; readonly south: number; readonly columns: number; readonly rows: number };

/** Cells of the field on the colder side of a front in a window; none where the window has no front. */
function frontCells(field: Field, window: Window, options: EdgeOptions): readonly number[] {
  const { leastSeparation = 0.76, leastDifference = 0.4, leastClassCohesion = 0.9, leastCohesion = 0.92 } = options;
  const known = knownValues(field, window);
  if (known.length < leastKnownShare * window.columns * window.rows) return [];
  const parted = bestThreshold(known, options.binWidth ?? 0.1);
  if (parted === null || parted.separation < leastSeparation || parted.difference < leastDifference) return [];
  const { pairs, edges } = pairsOf(field, window, parted.threshold);
  const cohesion = (pairs.coldTogether + pairs.warmTogether) / (pairs.cold + pairs.warm);
  const eachCoheres =
    pairs.coldTogether / pairs.cold >= leastClassCohesion && pairs.warmTogether / pairs.warm >= leastClassCohesion;
  return eachCoheres && cohesion >= leastCohesion ? edges : [];
}

/** Value of a cell of a window; NaN where it is missing or beyond the window. */
function valueAt(field: Field, window: Window, column: number, row: number): number {
  if (column >= window.columns || row >= window.rows) return Number.NaN;
  return field.values[cellIndex(field, window, column, row)] ?? Number.NaN;
}

const cellIndex = (field: Field, { west, south }: Window, column: number, row: number): number =>
  (south + row) * field.columns + west + column;

function knownValues(field: Field, window: Window): number[] {
  const known: number[] = [];
  for (let row = 0; row < window.rows; row += 1) {
    for (let column = 0; column < window.columns; column += 1) {
      const value = valueAt(field, window, column, row);
      if (!Number.isNaN(value)) known.push(value);
    }
  }
  return known;
}

const eastAndNorth = [
  [1, 0],
  [0, 1],
] as const;

/** Pairs of neighbouring cells by class and whether both are of one, and the colder cells of the mixed pairs. */
function pairsOf(field: Field, window: Window, threshold: number) {
  const pairs = { cold: 0, coldTogether: 0, warm: 0, warmTogether: 0 };
  const edges: number[] = [];
  for (let row = 0; row < window.rows; row += 1) {
    for (let column = 0; column < window.columns; column += 1) {
      const value = valueAt(field, window, column, row);
      if (Number.isNaN(value)) continue;
      for (const [eastward, northward] of eastAndNorth) {
        const [nextColumn, nextRow] = [column + eastward, row + northward];
        const next = valueAt(field, window, nextColumn, nextRow);
        if (Number.isNaN(next)) continue;
        const [here, there] = [value > threshold, next > threshold];
        // Each pair counts once for the class of either end.
        for (const warm of [here, there]) pairs[warm ? 'warm' : 'cold'] += 1;
        if (here === there) pairs[here ? 'warmTogether' : 'coldTogether'] += 2;
        else edges.push(here ? cellIndex(field, window, nextColumn, nextRow) : cellIndex(field, window, column, row));
      }
    }
  }
  return { pairs, edges };
}

/** The threshold that puts the most variance between what lies below and above it; null where all values are one. */
function bestThreshold(
  values: readonly number[],
  binWidth: number,
): { threshold: number; separation: number; difference: number } | null {
  const sorted = Float64Array.from(values).sort();
  const total = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / total;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / total;
  if (variance === 0) return null;
  const lowest = sorted[0] ?? 0;
  let best: { threshold: number; separation: number; difference: number } | null = null;
  let sum = 0;
  for (let index = 0; index < total - 1; index += 1) {
    const value = sorted[index] ?? 0;
    const next = sorted[index + 1] ?? 0;
    sum += value;
    const bin = Math.floor((value - lowest) / binWidth);
    if (Math.floor((next - lowest) / binWidth) === bin) continue;
    const below = index + 1;
    const difference = (mean * total - sum) / (total - below) - sum / below;
    const separation = ((below / total) * (1 - below / total) * difference ** 2) / variance;
    if (best === null || separation > best.separation) best = { threshold: (value + next) / 2, separation, difference };
  }
  return best;
}
