import { seededRandom } from '@kianda/geo';
import { studentChance, studentQuantile } from '../shared/distributions.ts';
import { deviationOf, meanOf, quantileOfSorted } from '../shared/statistics.ts';
import { report, type Watch } from '../shared/watch.ts';

export type BootstrapOptions = {
  readonly draws?: number;
  /** Share of the draws within the interval. */
  readonly confidence?: number;
  readonly seed?: number | string;
  /** Block of each row (fold, cell, month): whole blocks are drawn, since neighbours are not independent. */
  readonly blocks?: Int32Array;
};

export type Estimate = {
  /** On all rows; null where it cannot be computed there. */
  readonly value: number | null;
  /** Percentiles of the draws; null where too few draws have a value, or there is one block alone. */
  readonly low: number | null;
  readonly high: number | null;
};

/**
 * A measure of rows with a percentile bootstrap interval. `measure` receives rows (with repeats) and gives null where
 * it has no value, as an AUC without presences; such draws are left out. Percentiles of few blocks lie too close
 * together, so they are expanded by Student's t. Source: Efron & Tibshirani (1993), chapter 13; Hesterberg (2015), Am.
 * Stat. 69:371–386, section 3.3.
 */
export function bootstrapped(
  rows: number,
  measure: (rows: Uint32Array) => number | null,
  { draws = 1_000, confidence = 0.95, seed = 1, blocks }: BootstrapOptions = {},
  watch: Watch = {},
): Estimate {
  const random = seededRandom(seed);
  const members = new Map<number, number[]>();
  for (let row = 0; row < rows; row += 1) {
    const block = blocks?.[row] ?? row;
    const known = members.get(block);
    if (known === undefined) members.set(block, [row]);
    else known.push(row);
  }
  const units = [...members.values()];
  const found: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    report(watch, draw / draws);
    const drawn: number[] = [];
    for (let unit = 0; unit < units.length; unit += 1) {
      for (const row of units[Math.floor(random() * units.length)] ?? []) drawn.push(row);
    }
    const value = measure(Uint32Array.from(drawn));
    if (value !== null && Number.isFinite(value)) found.push(value);
  }
  const sorted = Float64Array.from(found).sort();
  // One block says nothing of how blocks differ.
  const enough = sorted.length >= draws / 2 && units.length > 1;
  const at = (share: number) => (enough ? quantileOfSorted(sorted, share) : null);
  const beyond = expandedShare((1 - confidence) / 2, effectiveUnits(units));
  return {
    value: measure(Uint32Array.from({ length: rows }, (_, row) => row)),
    ...{ low: at(beyond), high: at(1 - beyond) },
  };
}

/** Number of equal units that would vary as these do, by their rows. Source: Kish (1965), Survey Sampling, 11.7. */
function effectiveUnits(units: readonly { readonly length: number }[]): number {
  const sum = units.reduce((total, { length }) => total + length, 0);
  const squares = units.reduce((total, { length }) => total + length ** 2, 0);
  return squares === 0 ? 0 : sum ** 2 / squares;
}

/** Share of the draws beyond each end of an expanded percentile interval. */
function expandedShare(share: number, units: number): number {
  if (units <= 1) return 0;
  const reach = Math.sqrt(units / (units - 1)) * studentQuantile(share, units - 1);
  return studentChance(reach, Number.POSITIVE_INFINITY);
}

/**
 * Skill against a baseline: 1 − mean squared error ÷ that of the baseline (1 perfect, 0 no better, below 0 worse), with
 * its bootstrap interval. Source: Murphy (1988), Mon. Weather Rev. 116:2417–2424.
 */
export function skillAgainst(
  observed: Float64Array,
  predicted: Float64Array,
  baseline: Float64Array,
  options: BootstrapOptions = {},
): Estimate {
  if (predicted.length !== observed.length || baseline.length !== observed.length) {
    throw new RangeError(
      `received ${predicted.length} predicted and ${baseline.length} baseline values, expected ${observed.length}`,
    );
  }
  const squared = (values: Float64Array) => values.map((value, row) => (value - (observed[row] ?? Number.NaN)) ** 2);
  const [own, usual] = [squared(predicted), squared(baseline)];
  const measure = (rows: Uint32Array): number | null => {
    let [sum, reference] = [0, 0];
    for (const row of rows) {
      sum += own[row] ?? Number.NaN;
      reference += usual[row] ?? Number.NaN;
    }
    return reference === 0 ? null : 1 - sum / reference;
  };
  return bootstrapped(observed.length, measure, options);
}

export type NullComparison = {
  readonly observed: number;
  readonly mean: number;
  readonly deviation: number;
  /** Deviations above the mean of the null models; null where those are all equal. */
  readonly effect: number | null;
  /** Chance of a value at least as high without any relation: (1 + how many reach it) ÷ (1 + models). */
  readonly p: number;
};

/**
 * A measure beside that of null models (higher is better): `simulate` trains and measures one on made-up data, with the
 * chance it is given. Source: Raes & ter Steege (2007), Ecography 30:727–736; Bohl et al. (2019), J. Biogeogr. 46:1101–1111.
 */
export function compareWithNull(
  observed: number,
  simulate: (random: () => number) => number,
  { models = 99, seed = 1 }: { readonly models?: number; readonly seed?: number | string } = {},
  watch: Watch = {},
): NullComparison {
  const values = new Float64Array(models);
  for (let model = 0; model < models; model += 1) {
    report(watch, model / models);
    values[model] = simulate(seededRandom(`${seed} ${model}`));
  }
  const mean = meanOf(values);
  const deviation = deviationOf(values);
  const reached = values.reduce((count, value) => count + (value >= observed ? 1 : 0), 0);
  const effect = deviation > 0 ? (observed - mean) / deviation : null;
  return { observed, mean, deviation, effect, p: (1 + reached) / (1 + models) };
}
