import { type Feature, rangeOf } from './features.ts';

type Table = readonly (readonly [presences: number, beta: number])[];

/** Beta of a class by presences, straight lines between the entries, level beyond them. */
const tables = {
  linear: [
    [0, 1],
    [10, 1],
    [30, 0.2],
    [100, 0.05],
  ],
  quadratic: [
    [0, 1.3],
    [10, 0.8],
    [17, 0.5],
    [30, 0.25],
    [100, 0.05],
  ],
  product: [
    [0, 2.6],
    [10, 1.6],
    [17, 0.9],
    [30, 0.55],
    [100, 0.05],
  ],
  hinge: [[0, 0.5]],
  threshold: [
    [0, 2],
    [100, 1],
  ],
  category: [
    [0, 0.65],
    [10, 0.5],
    [17, 0.25],
  ],
} as const satisfies Record<Feature['kind'], Table>;

/** Beta of the default regularisation for a class of features and a number of presences. */
export function betaOf(kind: keyof typeof tables, presences: number): number {
  const table: Table = tables[kind];
  const after = table.findIndex(([at]) => at >= presences);
  const [last] = table.slice(-1);
  if (after === 0 || after === -1) return (after === 0 ? table[0]?.[1] : last?.[1]) ?? Number.NaN;
  const [x0, y0] = table[after - 1] ?? [0, 0];
  const [x1, y1] = table[after] ?? [0, 0];
  const share = (presences - x0) / (x1 - x0);
  return y0 * (1 - share) + y1 * share;
}

/**
 * Penalty of each feature: beta of its class × its standard deviation on the presences ÷ √presences, with lower bounds
 * (a thousandth of its range; half of the deviation for hinges, at least that of a single presence; 1 for a step that
 * is all 0 or all 1 on the presences). L, Q and P share the strictest table among those in use.
 * Source: maxent.jar 3.4, as in maxnet 0.1.4 (`maxnet.default.regularization`).
 */
export function defaultRegularisation(
  features: readonly Feature[],
  columns: readonly Float64Array[],
  presence: Uint8Array,
): Float64Array {
  const presences = presence.reduce((sum, one) => sum + one, 0);
  const kinds = new Set(features.map(({ kind }) => kind));
  const shared = kinds.has('product') ? 'product' : kinds.has('quadratic') ? 'quadratic' : 'linear';
  const root = Math.sqrt(presences);
  return Float64Array.from(features, ({ kind }, index) => {
    const values = columns[index] ?? new Float64Array(0);
    const { deviation, sum } = onPresences(values, presence, presences);
    const polynomial = kind === 'linear' || kind === 'quadratic' || kind === 'product';
    const wanted = (deviation * betaOf(polynomial ? shared : kind, presences)) / root;
    const [min, max] = rangeOf(values);
    const hingeFloor = kind === 'hinge' ? (0.5 * Math.max(deviation, 1 / root)) / root : 0;
    const stepFloor = kind === 'threshold' && (sum === 0 || sum === presences) ? 1 : 0;
    return Math.max(0.001 * (max - min), hingeFloor, stepFloor, wanted);
  });
}

/** Sample standard deviation (n − 1) and sum on the presences; the deviation of a single one is 0. */
function onPresences(values: Float64Array, presence: Uint8Array, presences: number) {
  let sum = 0;
  for (let row = 0; row < values.length; row += 1) if (presence[row] === 1) sum += values[row] ?? 0;
  const mean = sum / presences;
  let squares = 0;
  for (let row = 0; row < values.length; row += 1) {
    if (presence[row] === 1) squares += ((values[row] ?? 0) - mean) ** 2;
  }
  return { sum, deviation: presences > 1 ? Math.sqrt(squares / (presences - 1)) : 0 };
}
