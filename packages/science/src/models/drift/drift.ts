import { type Random, seededRandom } from '@kianda/geo';
import type { Column } from '../shared/columns.ts';
import { deviationOf, quantileOfSorted } from '../shared/statistics.ts';
import {
  jensenShannonDistance,
  jensenShannonNull,
  stabilityIndex,
  stabilityNull,
  wassersteinDistance,
} from './distances.ts';
import { homogeneity, kolmogorovChance, kolmogorovDistance, proportions } from './two-samples.ts';

/** Rows of a reference up to which a test decides; beyond them any small change is significant, and a distance decides. */
const mostTested = 1_000;
/** A continuous variable with no more values than these is compared as classes. */
const mostClasses = 5;
/** Least distance that counts as drift: a tenth of the deviation, or of the greatest distance there is. */
const leastDistance = 0.1;
const confidence = 0.95;
const indexClasses = 10;
const shownBins = 20;
const nullDraws = 200;
const mostDrawn = 1_000;

/** A variable as it was in the rows that a model learned from. Plain data, the same after JSON. */
export type ReferenceColumn = {
  readonly name: string;
  readonly kind: Column['kind'];
  /** Rows with a value, and without. */
  readonly rows: number;
  readonly missing: number;
  /** Sorted values, all of them or 1 001 evenly spaced quantiles; empty of a category. */
  readonly sample: readonly number[];
  /** Standard deviation; 0 of a constant and of a category. */
  readonly deviation: number;
  /** Value and number of rows with it, of a category or of a variable with few values; else null. */
  readonly counts: readonly (readonly [value: number, rows: number])[] | null;
};

export type DriftTest = 'kolmogorov_smirnov' | 'chi_squared' | 'proportions' | 'wasserstein' | 'jensen_shannon';

export type ColumnDrift = {
  readonly test: DriftTest;
  readonly statistic: number;
  /** Chance of such a statistic without change; null where a distance decides. */
  readonly chance: number | null;
  /** Bound of the chance, or of the distance. */
  readonly threshold: number;
  readonly hasDrifted: boolean;
  readonly stability: number;
  /** Index that no change stays below, 95 in 100 times. */
  readonly stabilityBound: number;
  readonly bins: readonly DriftBin[];
};

/** `low`–`high` of a number, the code itself of a class; shares 0–1. */
export type DriftBin = {
  readonly low: number;
  readonly high: number;
  readonly reference: number;
  readonly current: number;
};

/** The reference of a variable, with which later rows can be compared. */
export function referenceColumn({ name, kind, values }: Column): ReferenceColumn {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const counts = countsOf(sorted);
  const isClasses = kind === 'categorical' || counts.size <= mostClasses;
  const deviation = kind === 'categorical' || sorted.length < 2 ? 0 : deviationOf(sorted);
  return {
    ...{ name, kind, deviation, rows: sorted.length, missing: values.length - sorted.length },
    sample: kind === 'categorical' ? [] : sampleOf(sorted),
    counts: isClasses ? [...counts] : null,
  };
}

/**
 * Whether the present values of a variable differ from its reference. The test follows the size: Kolmogorov–Smirnov, χ² or
 * a test of shares for up to 1 000 rows of reference, a distance for more, its bound never below what no change gives.
 * Null where one side has no value.
 */
export function columnDrift(
  reference: ReferenceColumn,
  values: Float64Array,
  seed: number | string = 1,
): ColumnDrift | null {
  const current = values.filter((value) => !Number.isNaN(value)).sort();
  if (current.length === 0 || reference.rows === 0) return null;
  return reference.counts === null
    ? driftOfNumbers(reference, current, seed)
    : driftOfClasses(reference, reference.counts, current);
}

function driftOfNumbers(reference: ReferenceColumn, current: Float64Array, seed: number | string): ColumnDrift {
  const sample = Float64Array.from(reference.sample);
  const parts = {
    ...stabilityOf(reference, sample, current),
    bins: binsOf(sample, current),
  };
  if (reference.rows <= mostTested) {
    const statistic = kolmogorovDistance(sample, current);
    const chance = kolmogorovChance(statistic, sample.length, current.length);
    return { test: 'kolmogorov_smirnov', statistic, ...decided(chance), ...parts };
  }
  const scale = reference.deviation;
  const statistic = wassersteinDistance(sample, current) / scale;
  const threshold = Math.max(leastDistance, wassersteinNull(reference, sample, current.length, seed));
  return { test: 'wasserstein', statistic, chance: null, threshold, hasDrifted: statistic > threshold, ...parts };
}

const decided = (chance: number) => ({ chance, threshold: 1 - confidence, hasDrifted: chance < 1 - confidence });

function driftOfClasses(
  reference: ReferenceColumn,
  known: NonNullable<ReferenceColumn['counts']>,
  current: Float64Array,
): ColumnDrift {
  const found = countsOf(current);
  const codes = [...new Set([...known.map(([value]) => value), ...found.keys()])].sort((a, b) => a - b);
  const before = new Map(known);
  const a = Float64Array.from(codes, (code) => before.get(code) ?? 0);
  const b = Float64Array.from(codes, (code) => found.get(code) ?? 0);
  const parts = {
    stability: stabilityIndex(a, b),
    stabilityBound: stabilityNull(codes.length, reference.rows, current.length, confidence),
    bins: codes.map((code, place) => ({
      ...{ low: code, high: code },
      reference: (a[place] ?? 0) / reference.rows,
      current: (b[place] ?? 0) / current.length,
    })),
  };
  if (reference.rows > mostTested) {
    const statistic = jensenShannonDistance(a, b);
    const bound = jensenShannonNull(codes.length, reference.rows, current.length, confidence);
    const threshold = Math.max(leastDistance, bound);
    return { test: 'jensen_shannon', statistic, chance: null, threshold, hasDrifted: statistic > threshold, ...parts };
  }
  if (codes.length === 2) {
    const tested = proportions([a[1] ?? 0, reference.rows], [b[1] ?? 0, current.length]);
    return { test: 'proportions', statistic: tested?.statistic ?? 0, ...decided(tested?.chance ?? 1), ...parts };
  }
  const tested = homogeneity(a, b);
  return { test: 'chi_squared', statistic: tested?.statistic ?? 0, ...decided(tested?.chance ?? 1), ...parts };
}

/** The distance in deviations that two samples of the reference stay below, 95 in 100 times, by drawing them. */
function wassersteinNull(
  reference: ReferenceColumn,
  sample: Float64Array,
  rows: number,
  seed: number | string,
): number {
  const random = seededRandom(`${seed} ${reference.name}`);
  // Fewer rows than there are only make the bound wider, and the drawing shorter.
  const [first, second] = [Math.min(reference.rows, mostDrawn), Math.min(rows, mostDrawn)];
  const found = Float64Array.from({ length: nullDraws }, () =>
    wassersteinDistance(drawn(sample, first, random), drawn(sample, second, random)),
  ).sort();
  return quantileOfSorted(found, confidence) / reference.deviation;
}

function drawn(sorted: Float64Array, rows: number, random: Random): Float64Array {
  return Float64Array.from({ length: rows }, () => quantileOfSorted(sorted, random())).sort();
}

function stabilityOf(reference: ReferenceColumn, sample: Float64Array, current: Float64Array) {
  const edges = [
    ...new Set(
      Array.from({ length: indexClasses - 1 }, (_, place) => quantileOfSorted(sample, (place + 1) / indexClasses)),
    ),
  ];
  const share = reference.rows / sample.length;
  const a = countedBelow(sample, edges).map((count) => count * share);
  const b = countedBelow(current, edges);
  return {
    stability: stabilityIndex(a, b),
    stabilityBound: stabilityNull(a.length, reference.rows, current.length, confidence),
  };
}

/** Rows up to each edge and above the last. */
function countedBelow(sorted: Float64Array, edges: readonly number[]): Float64Array {
  const counts = new Float64Array(edges.length + 1);
  let place = 0;
  for (const value of sorted) {
    while (place < edges.length && value > (edges[place] ?? 0)) place += 1;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** Shares of both samples in bins of one width, from the least value of either to the greatest. */
function binsOf(sample: Float64Array, current: Float64Array): DriftBin[] {
  const low = Math.min(sample[0] ?? 0, current[0] ?? 0);
  const high = Math.max(sample.at(-1) ?? 0, current.at(-1) ?? 0);
  const width = (high - low) / shownBins || 1;
  const edges = Array.from({ length: shownBins - 1 }, (_, place) => low + (place + 1) * width);
  const [a, b] = [countedBelow(sample, edges), countedBelow(current, edges)];
  return Array.from(a, (count, place) => ({
    ...{ low: low + place * width, high: low + (place + 1) * width },
    reference: count / sample.length,
    current: (b[place] ?? 0) / current.length,
  }));
}

function countsOf(values: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function sampleOf(sorted: Float64Array): number[] {
  if (sorted.length <= mostTested) return [...sorted];
  return Array.from({ length: mostTested + 1 }, (_, place) =>
    Number(quantileOfSorted(sorted, place / mostTested).toPrecision(7)),
  );
}
