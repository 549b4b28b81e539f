import { heed, report, type Watch } from '../shared/watch.ts';

/** A weighted logistic regression with a penalty on the absolute value of each coefficient but the intercept. */
export type LassoProblem = {
  /** One array a feature, one value a row. */
  readonly columns: readonly Float64Array[];
  /** 0 or 1 a row. */
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
  /** One a feature, > 0, in the unit of the objective. */
  readonly penalties: Float64Array;
  /** Divisor of the sum of the losses. */
  readonly scale: number;
};

export type LassoSolution = {
  readonly coefficients: Float64Array;
  readonly intercept: number;
  /** (1 ÷ scale) Σ weight · loss + Σ penalty · |coefficient|. */
  readonly objective: number;
  readonly newtonSteps: number;
  /** No Newton step improves it any more; otherwise the steps ran out. */
  readonly converged: boolean;
};

const mostNewtonSteps = 200;
const mostSweeps = 3_000;
/** Rows between two looks at whether to stop. */
const stride = 1 << 16;

/**
 * Minimum of a lasso logistic regression by proximal Newton steps on the features in use, each solved by coordinate
 * descent on their Gram matrix, along a path of falling penalties (Friedman et al. 2010, J. Stat. Softw. 33(1); Lee et
 * al. 2014, SIAM J. Optim. 24:1420–1443). Columns are centred and scaled inside, which changes no minimum.
 */
export function solveLasso(problem: LassoProblem, watch: Watch = {}): LassoSolution {
  const state = startOf(problem, watch);
  let { factor } = state;
  const first = Math.log(Math.max(factor, 1 + 1e-12));
  let steps = 0;
  while (factor > 1) {
    factor = Math.max(1, factor * 0.5);
    report(watch, 0.6 * (1 - Math.log(factor) / first));
    newtonStep(state, factor, watch);
    steps += 1;
  }
  let converged = false;
  while (!converged && steps < mostNewtonSteps) {
    const before = state.objective;
    const moved = newtonStep(state, 1, watch);
    steps += 1;
    report(watch, 0.6 + 0.4 * (steps / mostNewtonSteps));
    converged = !moved || before - state.objective <= 1e-12 * Math.abs(state.objective);
  }
  report(watch, 1);
  return { ...unscaled(state), objective: state.objective, newtonSteps: steps, converged };
}

type State = {
  readonly columns: readonly Float64Array[];
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly penalties: Float64Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
  readonly scale: number;
  readonly beta: Float64Array;
  intercept: number;
  eta: Float64Array;
  objective: number;
  /** Multiple of the penalties at which no feature is used. */
  readonly factor: number;
};

function startOf({ columns, labels, weights, penalties, scale }: LassoProblem, watch: Watch): State {
  const rows = labels.length;
  const means = new Float64Array(columns.length);
  const deviations = new Float64Array(columns.length);
  const centred = columns.map((column, index) => {
    if (index % 8 === 0) heed(watch);
    let sum = 0;
    for (let row = 0; row < rows; row += 1) sum += column[row] ?? 0;
    const mean = sum / rows;
    let squares = 0;
    for (let row = 0; row < rows; row += 1) squares += ((column[row] ?? 0) - mean) ** 2;
    const deviation = Math.sqrt(squares / rows) || 1;
    means[index] = mean;
    deviations[index] = deviation;
    return column.map((value) => (value - mean) / deviation);
  });
  let positive = 0;
  let all = 0;
  for (let row = 0; row < rows; row += 1) {
    all += weights[row] ?? 0;
    if (labels[row] === 1) positive += weights[row] ?? 0;
  }
  const intercept = Math.log(positive / (all - positive));
  const state = {
    columns: centred,
    means,
    deviations,
    penalties: penalties.map((penalty, index) => penalty / (deviations[index] ?? 1)),
    labels,
    weights,
    scale,
    beta: new Float64Array(columns.length),
    intercept,
    eta: new Float64Array(rows).fill(intercept),
    objective: 0,
    factor: 1,
  };
  state.objective = lossOf(state, state.eta);
  const { gradient } = slopes(state, watch);
  const factor = gradient.reduce(
    (most, slope, index) => Math.max(most, Math.abs(slope) / (state.penalties[index] ?? 1)),
    0,
  );
  return { ...state, factor };
}

/** Mean loss without the penalty, of these linear predictors. */
function lossOf({ labels, weights, scale }: Pick<State, 'labels' | 'weights' | 'scale'>, eta: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < eta.length; row += 1) {
    const value = eta[row] ?? 0;
    // ln(1 + e^η) without overflow.
    const soft = value > 0 ? value + Math.log1p(Math.exp(-value)) : Math.log1p(Math.exp(value));
    sum += (weights[row] ?? 0) * (labels[row] === 1 ? soft - value : soft);
  }
  return sum / scale;
}

function penaltyOf(penalties: Float64Array, beta: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < beta.length; index += 1) sum += (penalties[index] ?? 0) * Math.abs(beta[index] ?? 0);
  return sum;
}

/** First derivatives by the coefficients and the intercept, and the second derivative by each row's predictor. */
function slopes({ columns, labels, weights, scale, eta }: State, watch: Watch) {
  const rows = eta.length;
  const residual = new Float64Array(rows);
  const curvature = new Float64Array(rows);
  let interceptSlope = 0;
  for (let row = 0; row < rows; row += 1) {
    const chance = 1 / (1 + Math.exp(-(eta[row] ?? 0)));
    const weight = (weights[row] ?? 0) / scale;
    const rest = weight * (chance - (labels[row] ?? 0));
    residual[row] = rest;
    curvature[row] = Math.max(weight * chance * (1 - chance), 1e-300);
    interceptSlope += rest;
  }
  const gradient = new Float64Array(columns.length);
  columns.forEach((column, index) => {
    if ((index * rows) % stride < rows) heed(watch);
    gradient[index] = dot(column, residual);
  });
  return { gradient, interceptSlope, curvature };
}

function dot(a: Float64Array, b: Float64Array): number {
  let even = 0;
  let odd = 0;
  const pairs = a.length - 1;
  let row = 0;
  for (; row < pairs; row += 2) {
    even += (a[row] ?? 0) * (b[row] ?? 0);
    odd += (a[row + 1] ?? 0) * (b[row + 1] ?? 0);
  }
  if (row < a.length) even += (a[row] ?? 0) * (b[row] ?? 0);
  return even + odd;
}

/** One step towards the minimum with penalties × `factor`; false where none improves the objective. */
function newtonStep(state: State, factor: number, watch: Watch): boolean {
  const { gradient, interceptSlope, curvature } = slopes(state, watch);
  const { beta, penalties } = state;
  const used: number[] = [];
  for (let index = 0; index < beta.length; index += 1) {
    if (beta[index] !== 0 || Math.abs(gradient[index] ?? 0) > factor * (penalties[index] ?? 0)) used.push(index);
  }
  const gram = gramOf(state, used, curvature, watch);
  const step = descend(
    {
      gram,
      slopes: Float64Array.from([...used.map((index) => gradient[index] ?? 0), interceptSlope]),
      start: Float64Array.from([...used.map((index) => beta[index] ?? 0), 0]),
      penalties: Float64Array.from([...used.map((index) => factor * (penalties[index] ?? 0)), 0]),
    },
    watch,
  );
  return walk(state, used, step, factor);
}

/** Σ curvature · z_j · z_k over the rows, for the used columns and, last, the intercept; row by row of the matrix. */
function gramOf(state: State, used: readonly number[], curvature: Float64Array, watch: Watch): Float64Array {
  const size = used.length + 1;
  const gram = new Float64Array(size * size);
  const { columns } = state;
  const ones = new Float64Array(curvature.length).fill(1);
  const columnAt = (place: number) => columns[used[place] ?? -1] ?? ones;
  const weighted = new Float64Array(curvature.length);
  for (let place = 0; place < size; place += 1) {
    const column = columnAt(place);
    for (let row = 0; row < weighted.length; row += 1) weighted[row] = (column[row] ?? 0) * (curvature[row] ?? 0);
    for (let other = 0; other <= place; other += 1) {
      if (((other + 1) * weighted.length) % stride < weighted.length) heed(watch);
      const value = dot(weighted, columnAt(other));
      gram[place * size + other] = value;
      gram[other * size + place] = value;
    }
  }
  return gram;
}

type Quadratic = {
  readonly gram: Float64Array;
  readonly slopes: Float64Array;
  readonly start: Float64Array;
  readonly penalties: Float64Array;
};

/** Change of the coefficients that minimises slopes·d + ½ d·gram·d + Σ penalty · |start + d|. */
function descend({ gram, slopes: slope, start, penalties }: Quadratic, watch: Watch): Float64Array {
  const size = start.length;
  const change = new Float64Array(size);
  const pull = slope.slice();
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    if (sweep % 16 === 0) heed(watch);
    let gained = 0;
    for (let place = 0; place < size; place += 1) {
      const bend = (gram[place * size + place] ?? 0) + 1e-14;
      const now = (start[place] ?? 0) + (change[place] ?? 0);
      const wanted = shrink(bend * now - (pull[place] ?? 0), penalties[place] ?? 0) / bend;
      const move = wanted - now;
      if (move === 0) continue;
      change[place] = wanted - (start[place] ?? 0);
      const base = place * size;
      for (let other = 0; other < size; other += 1) pull[other] = (pull[other] ?? 0) + move * (gram[base + other] ?? 0);
      gained = Math.max(gained, bend * move * move);
    }
    if (gained < 1e-13) break;
  }
  return change;
}

const shrink = (value: number, by: number) => (value > by ? value - by : value < -by ? value + by : 0);

/** Goes along a step as far as it improves the objective enough; false where it does not. */
function walk(state: State, used: readonly number[], step: Float64Array, factor: number): boolean {
  const { columns, beta, penalties, eta } = state;
  const direction = new Float64Array(eta.length).fill(step[used.length] ?? 0);
  used.forEach((index, place) => {
    const by = step[place] ?? 0;
    const column = columns[index];
    if (by === 0 || column === undefined) return;
    for (let row = 0; row < direction.length; row += 1)
      direction[row] = (direction[row] ?? 0) + by * (column[row] ?? 0);
  });
  const before = lossOf(state, eta) + factor * penaltyOf(penalties, beta);
  for (let length = 1; length > 1e-6; length *= 0.5) {
    const there = eta.map((value, row) => value + length * (direction[row] ?? 0));
    const moved = beta.slice();
    used.forEach((index, place) => {
      moved[index] = (beta[index] ?? 0) + length * (step[place] ?? 0);
    });
    const loss = lossOf(state, there);
    const penalty = penaltyOf(penalties, moved);
    if (loss + factor * penalty > before) continue;
    beta.set(moved);
    state.intercept += length * (step[used.length] ?? 0);
    state.eta = there;
    state.objective = loss + penalty;
    return loss + factor * penalty < before;
  }
  return false;
}

function unscaled({ beta, means, deviations, intercept }: State) {
  const coefficients = beta.map((value, index) => value / (deviations[index] ?? 1));
  const shift = coefficients.reduce((sum, value, index) => sum + value * (means[index] ?? 0), 0);
  return { coefficients, intercept: intercept - shift };
}
