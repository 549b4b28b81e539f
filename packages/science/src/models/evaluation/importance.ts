import { type Random, seededRandom } from '@kianda/geo';
import { type Column, rowsOf } from '../shared/columns.ts';
import { deviationOf, meanOf, quantileOfSorted } from '../shared/statistics.ts';
import { partOf, report, type Watch } from '../shared/watch.ts';

/** A measure of a model on columns, higher is better. */
export type Score = (columns: readonly Column[]) => number;

export type VariableImportance = {
  readonly name: string;
  /** Mean loss of the measure, over the repeats, when the values of the variable are shuffled. */
  readonly drop: number;
  readonly deviation: number;
  /** Share of the losses of all variables, losses below 0 counting none; null where no variable has one. */
  readonly share: number | null;
};

/**
 * Importance of each variable to a fitted model: how much worse it measures on rows whose values of that variable are
 * shuffled. Source: Breiman (2001), Mach. Learn. 45:5–32; shares as "permutation importance" of MaxEnt.
 */
export function permutationImportance(
  columns: readonly Column[],
  score: Score,
  { repeats = 5, seed = 1 }: { readonly repeats?: number; readonly seed?: number | string } = {},
  watch: Watch = {},
): readonly VariableImportance[] {
  const whole = score(columns);
  const measured = columns.map(({ name }, place) => {
    const random = seededRandom(`${seed} ${name}`);
    const drops = Float64Array.from({ length: repeats }, (_, repeat) => {
      report(watch, (place + repeat / repeats) / columns.length);
      return whole - score(withValues(columns, place, (values) => shuffled(values, random)));
    });
    return { name, drop: meanOf(drops), deviation: repeats > 1 ? deviationOf(drops) : 0 };
  });
  const all = measured.reduce((sum, { drop }) => sum + Math.max(0, drop), 0);
  return measured.map((one) => ({ ...one, share: all === 0 ? null : Math.max(0, one.drop) / all }));
}

function withValues(
  columns: readonly Column[],
  place: number,
  change: (values: Float64Array) => Float64Array,
): Column[] {
  return columns.map((column, index) => (index === place ? { ...column, values: change(column.values) } : column));
}

/** The same values in another order (Fisher–Yates). */
export function shuffled(values: Float64Array, random: Random): Float64Array {
  const copy = values.slice();
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    const kept = copy[last] ?? 0;
    copy[last] = copy[place] ?? 0;
    copy[place] = kept;
  }
  return copy;
}

export type JackknifeRow = {
  readonly name: string;
  /** The measure of a model with this variable alone, and of one with all the others; null for no other. */
  readonly alone: number;
  readonly without: number | null;
};

/**
 * Jackknife of the variables: the measure of a model with all, with each alone, with all but each. `fitAndScore` trains on
 * the columns it is given and measures.
 */
export function jackknifeImportance(
  columns: readonly Column[],
  fitAndScore: (columns: readonly Column[], watch: Watch) => number,
  watch: Watch = {},
): { readonly all: number; readonly variables: readonly JackknifeRow[] } {
  const runs = 1 + 2 * columns.length;
  let run = 0;
  const next = (chosen: readonly Column[]) => {
    run += 1;
    return fitAndScore(chosen, partOf(watch, (run - 1) / runs, run / runs));
  };
  const all = next(columns);
  const variables = columns.map((column): JackknifeRow => {
    const others = columns.filter((other) => other !== column);
    return { name: column.name, alone: next([column]), without: others.length === 0 ? null : next(others) };
  });
  return { all, variables };
}

export type ResponseCurve = {
  readonly name: string;
  readonly points: readonly { readonly value: number; readonly response: number }[];
};

export type ResponseOptions = {
  readonly points?: number;
  /**
   * `typical`: the other variables stand at their mean (the most frequent category). `partial`: the mean prediction
   * over the rows as they are (partial dependence, Friedman 2001).
   */
  readonly others?: 'typical' | 'partial';
};

/** Prediction along the range of one variable (all its categories for a category), by its name. */
export function responseCurve(
  columns: readonly Column[],
  name: string,
  predict: (columns: readonly Column[]) => Float64Array,
  { points = 50, others = 'typical' }: ResponseOptions = {},
): ResponseCurve {
  const place = columns.findIndex((column) => column.name === name);
  const column = columns[place];
  if (column === undefined) throw new RangeError(`responseCurve: no column ${name}`);
  const at = positionsOf(column, points);
  if (others === 'partial') {
    const mean = (value: number) => meanOf(predict(withValues(columns, place, (values) => values.map(() => value))));
    return { name, points: Array.from(at, (value) => ({ value, response: mean(value) })) };
  }
  const line = columns.map((each, index) => {
    const usual =
      each.kind === 'categorical' ? modeOf(each.values) : meanOf(each.values.filter((v) => !Number.isNaN(v)));
    return { ...each, values: index === place ? at : new Float64Array(at.length).fill(usual) };
  });
  const responses = predict(line);
  return { name, points: Array.from(at, (value, index) => ({ value, response: responses[index] ?? Number.NaN })) };
}

function positionsOf({ kind, values }: Column, points: number): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  if (kind === 'categorical') return Float64Array.from(new Set(known));
  const [min, max] = [known[0] ?? Number.NaN, known.at(-1) ?? Number.NaN];
  return Float64Array.from({ length: points }, (_, index) => min + ((max - min) * index) / Math.max(1, points - 1));
}

/** The most frequent value, of equally frequent ones the lowest. */
function modeOf(values: Float64Array): number {
  const counts = new Map<number, number>();
  for (const value of values) if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].sort(([a, left], [b, right]) => right - left || a - b);
  return sorted[0]?.[0] ?? Number.NaN;
}

/** Deciles of a variable, for the rug of a response curve. */
export function decilesOf(column: Column): Float64Array {
  rowsOf([column]);
  const sorted = column.values.filter((value) => !Number.isNaN(value)).sort();
  return Float64Array.from({ length: 11 }, (_, index) => quantileOfSorted(sorted, index / 10));
}
