import type { LambdasModel } from '@kianda/science/models/lambdas/lambdas';
import type { ForeignInput, LambdasFitted } from '../foreign/foreign.types.ts';
import { byColumn, createParts, type Parts, toDouble, toFloat } from './onnx-parts.ts';

type Term = LambdasModel['terms'][number];

/** A lambdas file: inputs in its units and within its range of training, its terms, and the output asked of it. */
export function lambdasParts({ model, inputs, output }: LambdasFitted, names: readonly string[]): Parts {
  const parts = createParts();
  const { variables, terms } = model;
  const given = inputs.map((input, at) => fileInput(parts, `input-${at}`, input, names.indexOf(input.column)));
  parts.step('Concat', given, 'given', [byColumn]);
  const order = variables.map(({ name }) => inputs.findIndex((input) => input.name === name));
  parts.step('Gather', ['given', parts.places('variables', order)], 'asked', [byColumn]);
  const isBounded = variables.map(({ min, max }) => min !== null && max !== null);
  const ends = (of: 'min' | 'max', open: number) =>
    variables.map((one, at) => (isBounded[at] === true ? (one[of] ?? open) : open));
  parts.step('Min', ['asked', parts.row('highest', ends('max', Number.POSITIVE_INFINITY))], 'below');
  parts.step('Max', ['below', parts.row('lowest', ends('min', Number.NEGATIVE_INFINITY))], 'limited');
  const sums = [gapsOf(parts, variables.length), ...termSums(parts, model)];
  // A reverse hinge is λ less what a forward one would be.
  const constant = terms.reduce(
    (sum, { kind, lambda }) => (kind === 'reverse' ? sum + lambda : sum),
    -model.linearPredictorNormalizer,
  );
  sums.push(parts.row('constant', [constant]));
  const [first = '', ...rest] = sums;
  const score = rest.reduce((sum, next, at) => parts.step('Add', [sum, next], `sum-${at}`), first);
  parts.step('Cast', [outputOf(parts, score, model, output)], 'scores', [toFloat]);
  return parts;
}

/** One input of the file as one column, from the column of the platform that it is declared to be. */
function fileInput(parts: Parts, id: string, { scale, offset, codes }: ForeignInput, from: number): string {
  const x = parts.step('Gather', ['inputs', parts.places(`${id}-of`, [from])], `${id}-x`, [byColumn]);
  if (codes === undefined) {
    parts.step('Mul', [x, parts.row(`${id}-scale`, [scale])], `${id}-scaled`);
    return parts.step('Add', [`${id}-scaled`, parts.row(`${id}-offset`, [offset])], id);
  }
  const known = codes.flatMap((number, code) => (Number.isFinite(number) ? [{ code, number }] : []));
  // A missing value is the code of none.
  const rows = known.length > 0 ? known : [{ code: Number.NaN, number: 0 }];
  const each = (read: (row: (typeof rows)[number]) => number) => rows.map(read);
  parts.step(
    'Equal',
    [
      x,
      parts.row(
        `${id}-codes`,
        each(({ code }) => code),
      ),
    ],
    `${id}-is`,
  );
  parts.step('Cast', [`${id}-is`], `${id}-flags`, [toDouble]);
  parts.step(
    'MatMul',
    [
      `${id}-flags`,
      parts.column(
        `${id}-numbers`,
        each(({ number }) => number),
      ),
    ],
    `${id}-number`,
  );
  parts.step(
    'MatMul',
    [
      `${id}-flags`,
      parts.column(
        `${id}-ones`,
        each(() => 1),
      ),
    ],
    `${id}-count`,
  );
  // A category that the file does not know is missing to it.
  parts.step('Greater', [`${id}-count`, parts.row(`${id}-nought`, [0])], `${id}-has`);
  return parts.step('Where', [`${id}-has`, `${id}-number`, parts.row(`${id}-gap`, [Number.NaN])], id);
}

/** Nought a row, missing where any variable is, even one that no term uses. */
function gapsOf(parts: Parts, variables: number): string {
  parts.step('IsNaN', ['asked'], 'absent');
  parts.step('Where', ['absent', parts.row('gap', [Number.NaN]), parts.row('nought', [0])], 'gaps');
  const ones = Array.from({ length: variables }, () => 1);
  return parts.step('MatMul', ['gaps', parts.column('ones', ones)], 'missing');
}

/** Sums of the terms, one of each form that there is. */
function termSums(parts: Parts, { variables, terms }: LambdasModel): string[] {
  const place = (variable: string) => variables.findIndex(({ name }) => name === variable);
  const gathered = (id: string, own: readonly string[]) =>
    parts.step('Gather', ['limited', parts.places(`${id}-of`, own.map(place))], `${id}-x`, [byColumn]);
  const sums: string[] = [];
  const add = (id: string, own: readonly Term[], values: (x: string) => string, sign: (term: Term) => number) => {
    if (own.length === 0) return;
    const x = gathered(
      id,
      own.map(({ variable }) => variable),
    );
    const weights = own.map((term) => sign(term) * term.lambda);
    sums.push(parts.step('MatMul', [values(x), parts.column(`${id}-weights`, weights)], `${id}-sum`));
  };
  // A term without range tells nothing apart.
  const ranged = terms.filter(({ low, high }) => low !== high);
  const single = ranged.filter(({ kind }) => kind === 'linear' || kind === 'forward' || kind === 'reverse');
  const direction = ({ kind }: Term) => (kind === 'reverse' ? -1 : 1);
  add('single', single, (x) => scaled(parts, 'single', x, single), direction);
  const squares = ranged.filter(({ kind }) => kind === 'quadratic');
  const squared = (x: string) => parts.step('Mul', [x, x], 'square-raw');
  add('square', squares, (x) => scaled(parts, 'square', squared(x), squares), direction);
  const products = ranged.flatMap((term) => (term.kind === 'product' ? [term] : []));
  const others = () =>
    gathered(
      'other',
      products.map(({ other }) => other),
    );
  const multiplied = (x: string) => parts.step('Mul', [x, others()], 'product-raw');
  add('product', products, (x) => scaled(parts, 'product', multiplied(x), products), direction);
  const thresholds = terms.flatMap((term) => (term.kind === 'threshold' ? [term] : []));
  const limits = thresholds.map(({ at }) => at);
  add('threshold', thresholds, (x) => flags(parts, 'threshold', { type: 'Greater', x, than: limits }), direction);
  const categories = terms.flatMap((term) => (term.kind === 'category' ? [term] : []));
  const codes = categories.map(({ value }) => value);
  add('category', categories, (x) => flags(parts, 'category', { type: 'Equal', x, than: codes }), direction);
  return sums;
}

/** Values between 0 at `low` and 1 at `high`. */
function scaled(parts: Parts, id: string, raw: string, terms: readonly Term[]): string {
  const from = terms.map(({ low }) => low);
  const width = terms.map(({ low, high }) => high - low);
  parts.step('Sub', [raw, parts.row(`${id}-low`, from)], `${id}-after`);
  parts.step('Div', [`${id}-after`, parts.row(`${id}-width`, width)], `${id}-share`);
  parts.step('Min', [`${id}-share`, parts.row(`${id}-one`, [1])], `${id}-upto`);
  return parts.step('Max', [`${id}-upto`, parts.row(`${id}-nought`, [0])], `${id}-values`);
}

type Comparison = { readonly type: 'Greater' | 'Equal'; readonly x: string; readonly than: readonly number[] };

/** 1 where the comparison holds, else 0. */
function flags(parts: Parts, id: string, { type, x, than }: Comparison): string {
  parts.step(type, [x, parts.row(`${id}-than`, than)], `${id}-is`);
  return parts.step('Cast', [`${id}-is`], `${id}-values`, [toDouble]);
}

/** From the sum of the terms to the output of maxent.jar that was declared. */
function outputOf(
  parts: Parts,
  score: string,
  { densityNormalizer, entropy }: LambdasModel,
  output: LambdasFitted['output'],
): string {
  parts.step('Exp', [score], 'rate');
  const raw = parts.step('Div', ['rate', parts.row('density', [densityNormalizer])], 'raw');
  if (output === 'raw') return raw;
  const odds = parts.step('Mul', [raw, parts.row('evenness', [Math.exp(entropy)])], 'odds');
  if (output === 'logistic') {
    parts.step('Add', [odds, parts.row('one', [1])], 'all');
    return parts.step('Div', [odds, 'all'], 'logistic');
  }
  parts.step('Neg', [odds], 'less');
  parts.step('Exp', ['less'], 'absence');
  return parts.step('Sub', [parts.row('one', [1]), 'absence'], 'cloglog');
}
