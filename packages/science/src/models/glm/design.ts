import { type Column, requireComplete, rowsOf } from '../shared/columns.ts';

/** A column of the design: a continuous variable, or one category (1 for its code, else 0). */
export type GlmTerm = {
  readonly column: string;
  /** Code of the category; null of a continuous variable. */
  readonly code: number | null;
};

/** Terms of a table: one a continuous column, one a code of a category but the lowest, which is the reference. */
export function termsOf(columns: readonly Column[]): GlmTerm[] {
  return columns.flatMap(({ name, kind, values }): GlmTerm[] => {
    if (kind === 'continuous') return [{ column: name, code: null }];
    const codes = [...new Set(values)].sort((a, b) => a - b);
    return codes.slice(1).map((code) => ({ column: name, code }));
  });
}

/** Values of the terms, one array a term; columns are found by name. Throws a RangeError for one that is not there. */
export function evaluateTerms(terms: readonly GlmTerm[], columns: readonly Column[]): Float64Array[] {
  return terms.map(({ column: name, code }) => {
    const found = columns.find((column) => column.name === name);
    if (found === undefined) throw new RangeError(`evaluateTerms: no column ${name}`);
    if (code === null) return found.values;
    return found.values.map((value) => (Number.isNaN(value) ? Number.NaN : value === code ? 1 : 0));
  });
}

/** Name of a term as it is shown: the column, for a category with its code. */
export const termName = ({ column, code }: GlmTerm): string => (code === null ? column : `${column} = ${code}`);

/** Standardised design: an intercept of ones, then the terms with weighted mean 0 and weighted deviation 1. */
export type Design = {
  readonly rows: number;
  /** The intercept first. */
  readonly columns: readonly Float64Array[];
  readonly means: Float64Array;
  readonly deviations: Float64Array;
};

/** A term without spread keeps the deviation 1, and is 0 everywhere. */
export function standardised(terms: readonly Float64Array[], weights: Float64Array): Design {
  const rows = weights.length;
  let all = 0;
  for (const weight of weights) all += weight;
  const means = new Float64Array(terms.length);
  const deviations = new Float64Array(terms.length);
  const columns = terms.map((values, place) => {
    let sum = 0;
    for (let row = 0; row < rows; row += 1) sum += (weights[row] ?? 0) * (values[row] ?? 0);
    const mean = sum / all;
    let squares = 0;
    for (let row = 0; row < rows; row += 1) squares += (weights[row] ?? 0) * ((values[row] ?? 0) - mean) ** 2;
    const deviation = Math.sqrt(squares / all);
    // Rounding leaves even a constant some spread.
    const varies = deviation > 1e-12 * Math.abs(mean);
    means[place] = mean;
    deviations[place] = varies ? deviation : 1;
    return varies ? values.map((value) => (value - mean) / deviation) : new Float64Array(rows);
  });
  return { rows, columns: [new Float64Array(rows).fill(1), ...columns], means, deviations };
}

/** Throws a RangeError for a target or weights that do not fit the table, naming the row. */
export function requireFit(
  columns: readonly Column[],
  target: Float64Array,
  weights: Float64Array,
  family: 'gaussian' | 'binomial',
): void {
  const rows = rowsOf(columns);
  for (const [name, values] of [
    ['target', target],
    ['weights', weights],
  ] as const) {
    if (values.length === rows) continue;
    throw new RangeError(`${name}: received ${values.length} values, expected ${rows} as in the columns`);
  }
  requireComplete(columns);
  const fits = (value: number) => (family === 'gaussian' ? Number.isFinite(value) : value >= 0 && value <= 1);
  const row = target.findIndex((value) => !fits(value));
  const expected = family === 'gaussian' ? 'a finite number' : 'a share from 0 to 1';
  if (row >= 0) throw new RangeError(`target: row ${row} is ${target[row]}, expected ${expected}`);
  const bad = weights.findIndex((weight) => !(weight >= 0 && Number.isFinite(weight)));
  if (bad >= 0) throw new RangeError(`weights: row ${bad} is ${weights[bad]}, expected a finite number ≥ 0`);
}
