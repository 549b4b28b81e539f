import type { MaxentModel } from '@kianda/science/models/maxent/maxent';
import type { Fitted } from '../training/training.types.ts';
import { byColumn, createParts, type Parts, toDouble, toFloat } from './onnx-parts.ts';

type MaxentFeature = MaxentModel['features'][number];

/** MaxEnt: variables and features within their ranges, the link, and its cloglog. */
export function maxentParts({ variables, features, alpha, entropy }: MaxentModel, names: readonly string[]) {
  const parts = createParts();
  const limits = names.map((name) => variables.find((one) => one.name === name));
  const end = (of: 'min' | 'max', open: number) =>
    limits.map((one) => (one === undefined || one.kind === 'categorical' ? open : one[of]));
  parts.step('Min', ['inputs', parts.row('highest', end('max', Number.POSITIVE_INFINITY))], 'below');
  parts.step('Max', ['below', parts.row('lowest', end('min', Number.NEGATIVE_INFINITY))], 'limited');
  // A missing variable makes the output missing, even one that no feature uses.
  parts.step('Mul', ['inputs', parts.row('nought', [0])], 'gaps');
  let link = parts.step(
    'MatMul',
    [
      'gaps',
      parts.column(
        'ones',
        names.map(() => 1),
      ),
    ],
    'missing',
  );
  const place = (variable: number) => names.indexOf(variables[variable]?.name ?? '');
  for (const kind of ['linear', 'quadratic', 'product', 'hinge', 'threshold', 'category'] as const) {
    const own = features.filter((feature) => feature.kind === kind);
    if (own.length === 0) continue;
    const values = featureValues(parts, kind, own, place);
    parts.step(
      'Min',
      [
        values,
        parts.row(
          `${kind}-max`,
          own.map(({ max }) => max),
        ),
      ],
      `${kind}-below`,
    );
    parts.step(
      'Max',
      [
        `${kind}-below`,
        parts.row(
          `${kind}-min`,
          own.map(({ min }) => min),
        ),
      ],
      `${kind}-within`,
    );
    const weights = parts.column(
      `${kind}-coefficients`,
      own.map(({ coefficient }) => coefficient),
    );
    parts.step('MatMul', [`${kind}-within`, weights], `${kind}-sum`);
    link = parts.step('Add', [link, `${kind}-sum`], `${kind}-link`);
  }
  parts.step('Add', [link, parts.row('constant', [alpha + entropy])], 'complete');
  parts.step('Exp', ['complete'], 'rate');
  parts.step('Neg', ['rate'], 'less');
  parts.step('Exp', ['less'], 'absence');
  parts.step('Sub', [parts.row('one', [1]), 'absence'], 'presence');
  parts.step('Cast', ['presence'], 'scores', [toFloat]);
  return parts;
}

/** Values of the features of one kind, a column each. */
function featureValues(
  parts: Parts,
  kind: MaxentFeature['kind'],
  features: readonly MaxentFeature[],
  place: (variable: number) => number,
): string {
  const x = parts.step(
    'Gather',
    [
      'limited',
      parts.places(
        `${kind}-of`,
        features.map(({ variable }) => place(variable)),
      ),
    ],
    `${kind}-x`,
    [byColumn],
  );
  const each = (read: (feature: MaxentFeature) => number) => features.map(read);
  switch (kind) {
    case 'linear':
      return x;
    case 'quadratic':
      return parts.step('Mul', [x, x], `${kind}-values`);
    case 'product': {
      const others = each((feature) => (feature.kind === 'product' ? place(feature.other) : 0));
      const y = parts.step('Gather', ['limited', parts.places(`${kind}-with`, others)], `${kind}-y`, [byColumn]);
      return parts.step('Mul', [x, y], `${kind}-values`);
    }
    case 'hinge': {
      const from = each((feature) => (feature.kind === 'hinge' ? feature.from : 0));
      const width = each((feature) => (feature.kind === 'hinge' ? feature.to - feature.from : 1));
      parts.step('Sub', [x, parts.row(`${kind}-from`, from)], `${kind}-after`);
      parts.step('Div', [`${kind}-after`, parts.row(`${kind}-width`, width)], `${kind}-share`);
      parts.step('Min', [`${kind}-share`, parts.row(`${kind}-one`, [1])], `${kind}-upto`);
      return parts.step('Max', [`${kind}-upto`, parts.row(`${kind}-none`, [0])], `${kind}-values`);
    }
    case 'threshold': {
      const at = parts.row(
        `${kind}-at`,
        each((feature) => (feature.kind === 'threshold' ? feature.at : 0)),
      );
      parts.step('GreaterOrEqual', [x, at], `${kind}-is`);
      return parts.step('Cast', [`${kind}-is`], `${kind}-values`, [toDouble]);
    }
    case 'category': {
      const code = parts.row(
        `${kind}-code`,
        each((feature) => (feature.kind === 'category' ? feature.code : 0)),
      );
      parts.step('Equal', [x, code], `${kind}-is`);
      return parts.step('Cast', [`${kind}-is`], `${kind}-values`, [toDouble]);
    }
  }
}

/** Missing inputs get their usual values, as `filled`. */
function fillAbsent(parts: Parts, usual: readonly number[]): void {
  parts.step('IsNaN', ['inputs'], 'absent');
  parts.step('Where', ['absent', parts.row('usual', usual), 'inputs'], 'filled');
}

/** A linear regression: missing values filled, numbers as they are, a coefficient for each category. */
export function linearParts({ model, fill, from }: Extract<Fitted, { kind: 'linear' }>, names: readonly string[]) {
  const parts = createParts();
  const weightOf = (column: string, code: number | null) =>
    model.terms.find((term) => term.column === column && term.code === code)?.coefficient ?? 0;
  const numbers = model.columns.filter(({ kind }) => kind === 'continuous');
  // A category that is missing, or was never seen, counts as the usual one: its weight is in the constant.
  const categories = model.columns
    .filter(({ kind }) => kind === 'categorical')
    .flatMap(({ name, codes }) =>
      codes.map((code) => ({ name, code, weight: weightOf(name, code) - weightOf(name, fill[name] ?? 0) })),
    );
  const constant = model.columns.reduce(
    (sum, { name, kind }) => (kind === 'continuous' ? sum : sum + weightOf(name, fill[name] ?? 0)),
    model.intercept,
  );
  fillAbsent(
    parts,
    names.map((name) => fill[name] ?? 0),
  );
  const gather = (id: string, source: string, of: readonly string[]) =>
    parts.step(
      'Gather',
      [
        source,
        parts.places(
          `${id}-of`,
          of.map((name) => names.indexOf(name)),
        ),
      ],
      `${id}-x`,
      [byColumn],
    );
  const sums = [parts.row('intercept', [constant])];
  if (numbers.length > 0) {
    const x = gather(
      'number',
      'filled',
      numbers.map(({ name }) => name),
    );
    const weights = parts.column(
      'number-coefficients',
      numbers.map(({ name }) => weightOf(name, null)),
    );
    sums.push(parts.step('MatMul', [x, weights], 'number-sum'));
  }
  if (categories.length > 0) {
    const x = gather(
      'category',
      'inputs',
      categories.map(({ name }) => name),
    );
    parts.step(
      'Equal',
      [
        x,
        parts.row(
          'category-code',
          categories.map(({ code }) => code),
        ),
      ],
      'category-is',
    );
    parts.step('Cast', ['category-is'], 'category-values', [toDouble]);
    const weights = parts.column(
      'category-coefficients',
      categories.map(({ weight }) => weight),
    );
    sums.push(parts.step('MatMul', ['category-values', weights], 'category-sum'));
  }
  if (from !== undefined) sums.push(gather('from', 'inputs', [from]));
  const [first = '', ...rest] = sums;
  const last = rest.reduce((sum, next, place) => parts.step('Add', [sum, next], `sum-${place}`), first);
  parts.step('Cast', [last], 'scores', [toFloat]);
  return parts;
}
