import type { Column } from '../shared/columns.ts';
import { report, type Watch } from '../shared/watch.ts';

/** A term of a lambdas file. `low` and `high` are the ends that its value is scaled between. */
type LambdasTerm =
  | { readonly kind: 'linear' | 'quadratic'; readonly variable: string }
  | { readonly kind: 'product'; readonly variable: string; readonly other: string }
  /** 1 above `at`. */
  | { readonly kind: 'threshold'; readonly variable: string; readonly at: number }
  /** `forward`: 0 up to `low`, 1 at `high`; `reverse`: 1 at `low`, 0 from `high` on. */
  | { readonly kind: 'forward' | 'reverse'; readonly variable: string }
  | { readonly kind: 'category'; readonly variable: string; readonly value: number };

/** A model of maxent.jar as its lambdas file has it: plain data that JSON keeps unchanged. */
export type LambdasModel = {
  readonly kind: 'lambdas';
  /** Range of training by the file's linear terms; null where it has none, as of a category. */
  readonly variables: readonly {
    readonly name: string;
    readonly isCategory: boolean;
    readonly min: number | null;
    readonly max: number | null;
  }[];
  readonly terms: readonly (LambdasTerm & { readonly lambda: number; readonly low: number; readonly high: number })[];
  readonly linearPredictorNormalizer: number;
  readonly densityNormalizer: number;
  readonly entropy: number;
  /** Null where the file does not say. */
  readonly backgroundPoints: number | null;
};

/** Output of maxent.jar: `raw` sums to 1 over the background; the others lie in 0–1. */
export type LambdasOutput = 'raw' | 'logistic' | 'cloglog';

/** A line of a lambdas file that can't be read, and why. */
export class LambdasFault extends RangeError {
  readonly line: number;
  readonly reason: LambdasReason;
  constructor(line: number, reason: LambdasReason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}
export type LambdasReason =
  | 'fields'
  | 'number'
  | 'feature'
  | 'range'
  | 'repeated'
  | 'no-normaliser'
  | 'too-many'
  | 'no-terms';

/** Terms of a file at most: maxent.jar writes a few hundred. */
const mostTerms = 20_000;
const normalisers = ['linearPredictorNormalizer', 'densityNormalizer', 'numBackgroundPoints', 'entropy'] as const;
type Normaliser = (typeof normalisers)[number];
const isNormaliser = (name: string): name is Normaliser => (normalisers as readonly string[]).includes(name);

/**
 * Reads a lambdas file: lines `feature, lambda, min, max`, and the constants at its end. Throws a LambdasFault with the
 * line for anything else. Source: Phillips et al. (2006), Ecol. Modell. 190:231–259; Wilson (2009), Guidelines for
 * computing MaxEnt model output values from a lambdas file.
 */
export function readLambdas(text: string): LambdasModel {
  const terms: LambdasModel['terms'][number][] = [];
  const constants = new Map<Normaliser, number>();
  const seen = new Set<string>();
  let line = 0;
  for (const written of text.split(/\r?\n/)) {
    line += 1;
    if (written.trim() === '') continue;
    const fields = written.split(',').map((field) => field.trim());
    const [name = ''] = fields;
    if (seen.has(name)) throw new LambdasFault(line, 'repeated');
    seen.add(name);
    if (isNormaliser(name)) {
      if (fields.length !== 2) throw new LambdasFault(line, 'fields');
      constants.set(name, numberOf(fields[1], line));
      continue;
    }
    if (fields.length !== 4) throw new LambdasFault(line, 'fields');
    if (terms.length >= mostTerms) throw new LambdasFault(line, 'too-many');
    const [lambda = 0, low = 0, high = 0] = fields.slice(1).map((field) => numberOf(field, line));
    if (low > high) throw new LambdasFault(line, 'range');
    terms.push({ ...termOf(name, line), lambda, low, high });
  }
  return modelOf(terms, constants, line);
}

function modelOf(terms: LambdasModel['terms'], constants: ReadonlyMap<Normaliser, number>, line: number): LambdasModel {
  if (terms.length === 0) throw new LambdasFault(line, 'no-terms');
  const [normaliser, density, entropy] = [
    constants.get('linearPredictorNormalizer'),
    constants.get('densityNormalizer'),
    constants.get('entropy'),
  ];
  if (normaliser === undefined || density === undefined || entropy === undefined || !(density > 0)) {
    throw new LambdasFault(line, 'no-normaliser');
  }
  return {
    ...{ kind: 'lambdas', variables: variablesOf(terms), terms: terms.filter(({ lambda }) => lambda !== 0) },
    ...{ linearPredictorNormalizer: normaliser, densityNormalizer: density, entropy },
    backgroundPoints: constants.get('numBackgroundPoints') ?? null,
  };
}

/** The variables that terms name, in the order of the file; one without any coefficient is named too. */
function variablesOf(terms: LambdasModel['terms']): LambdasModel['variables'] {
  const names = new Set(terms.flatMap((term) => ('other' in term ? [term.variable, term.other] : [term.variable])));
  const linear = new Map(terms.filter(({ kind }) => kind === 'linear').map((term) => [term.variable, term]));
  const categories = new Set(terms.filter(({ kind }) => kind === 'category').map(({ variable }) => variable));
  return [...names].map((name) => {
    const { low = null, high = null } = linear.get(name) ?? {};
    return { name, isCategory: categories.has(name), min: low, max: high };
  });
}

function numberOf(field: string | undefined, line: number): number {
  const value = Number(field);
  if (field === undefined || field === '' || !Number.isFinite(value)) throw new LambdasFault(line, 'number');
  return value;
}

const variableName = String.raw`[^\s,()<=*^'\`]+`;
const patterns = {
  threshold: new RegExp(`^\\((-?[\\d.]+(?:[eE][-+]?\\d+)?)<(${variableName})\\)$`),
  category: new RegExp(`^\\((${variableName})=(-?[\\d.]+(?:[eE][-+]?\\d+)?)\\)$`),
  hinge: new RegExp(`^(['\`])(${variableName})$`),
  quadratic: new RegExp(`^(${variableName})\\^2$`),
  product: new RegExp(`^(${variableName})\\*(${variableName})$`),
  linear: new RegExp(`^(${variableName})$`),
} as const;

function termOf(name: string, line: number): LambdasTerm {
  const threshold = patterns.threshold.exec(name);
  if (threshold !== null) {
    return { kind: 'threshold', variable: threshold[2] ?? '', at: numberOf(threshold[1], line) };
  }
  const category = patterns.category.exec(name);
  if (category !== null) return { kind: 'category', variable: category[1] ?? '', value: numberOf(category[2], line) };
  const hinge = patterns.hinge.exec(name);
  if (hinge !== null) return { kind: hinge[1] === "'" ? 'forward' : 'reverse', variable: hinge[2] ?? '' };
  const quadratic = patterns.quadratic.exec(name);
  if (quadratic !== null) return { kind: 'quadratic', variable: quadratic[1] ?? '' };
  const product = patterns.product.exec(name);
  if (product !== null) return { kind: 'product', variable: product[1] ?? '', other: product[2] ?? '' };
  const linear = patterns.linear.exec(name);
  if (linear !== null) return { kind: 'linear', variable: linear[1] ?? '' };
  throw new LambdasFault(line, 'feature');
}

/**
 * Output of a model, one a row; NaN where a variable is. Variables are kept within the range of training, as maxent.jar
 * does by default. Columns are found by name; throws a RangeError for one that is not there.
 */
export function predictLambdas(
  model: LambdasModel,
  columns: readonly Column[],
  output: LambdasOutput = 'cloglog',
  watch: Watch = {},
): Float64Array {
  const values = new Map(
    model.variables.map(({ name, min, max }) => {
      const found = columns.find((column) => column.name === name);
      if (found === undefined) throw new RangeError(`predictLambdas: no column ${name}`);
      if (min === null || max === null) return [name, found.values] as const;
      return [name, found.values.map((value) => Math.min(max, Math.max(min, value)))] as const;
    }),
  );
  const scores = new Float64Array(columns[0]?.values.length ?? 0).fill(-model.linearPredictorNormalizer);
  for (const one of values.values()) {
    // A missing variable makes the output missing, even one that no term uses.
    one.forEach((value, row) => {
      if (Number.isNaN(value)) scores[row] = Number.NaN;
    });
  }
  model.terms.forEach((term, place) => {
    report(watch, place / model.terms.length);
    const x = values.get(term.variable) ?? new Float64Array(0);
    const y = term.kind === 'product' ? (values.get(term.other) ?? new Float64Array(0)) : x;
    for (let row = 0; row < scores.length; row += 1) {
      scores[row] = (scores[row] ?? 0) + term.lambda * termValue(term, x[row] ?? Number.NaN, y[row] ?? Number.NaN);
    }
  });
  return scores.map((score) => outputOf(score, model, output));
}

/** Value of a term between 0 and 1. */
function termValue(term: LambdasModel['terms'][number], x: number, y: number): number {
  switch (term.kind) {
    case 'linear':
      return scaled(x, term);
    case 'quadratic':
      return scaled(x * x, term);
    case 'product':
      return scaled(x * y, term);
    case 'forward':
      return scaled(x, term);
    case 'reverse':
      return 1 - scaled(x, term);
    case 'threshold':
      return x > term.at ? 1 : 0;
    case 'category':
      return x === term.value ? 1 : 0;
  }
}

/** A term without range tells nothing apart. */
function scaled(value: number, { low, high }: { readonly low: number; readonly high: number }): number {
  if (low === high) return 0;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

function outputOf(score: number, { densityNormalizer, entropy }: LambdasModel, output: LambdasOutput): number {
  const raw = Math.exp(score) / densityNormalizer;
  if (output === 'raw') return raw;
  const odds = raw * Math.exp(entropy);
  return output === 'logistic' ? odds / (1 + odds) : -Math.expm1(-odds);
}
